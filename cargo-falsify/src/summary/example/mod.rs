//! What functions answered.

use crate::ir::Value;

/// What a function answered once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Observation {
    pub arguments: Vec<Value>,
    pub result: Value,
}
