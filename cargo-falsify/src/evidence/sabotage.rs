//! Deliberate faults, so that tests see them caught. Only a build with debug assertions has them, and only if the
//! environment asks for one.

/// Names the fault.
const VARIABLE: &str = "FALSIFY_SABOTAGE";

/// Whether the environment asks for a fault.
pub fn is_wanted(fault: &str) -> bool {
    cfg!(debug_assertions) && std::env::var(VARIABLE).is_ok_and(|wanted| wanted == fault)
}
