//! Hash-consed bit-vector terms and the rewriter.
