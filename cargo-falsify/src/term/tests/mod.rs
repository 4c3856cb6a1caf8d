//! Terms against the table of `bv`, and the rewriter against terms built as they are told.

pub(crate) mod dag;
mod float;
mod operators;
mod rewrite;
mod rules;
mod walk;
