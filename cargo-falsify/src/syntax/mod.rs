//! syn → annotated tree: the only place that names syn.

pub mod ast;
