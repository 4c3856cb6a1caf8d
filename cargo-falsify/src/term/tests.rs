//! Terms against the table of `bv`.
