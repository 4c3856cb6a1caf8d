//! Models and values as text for people and JSON for programs.

pub mod value;
