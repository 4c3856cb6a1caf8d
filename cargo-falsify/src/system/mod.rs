//! The transition system of a loop: initial state, one step, properties, over bit-vector terms.

mod model;

pub use model::{Checked, System, Variable};
