//! Small random loops in Rust, and what is true of them: every state that the compiled loop can be in is looked at.

mod text;
mod truth;

pub use text::{module, Loop};
pub use truth::{explore, Truth};

/// The text of a crate with some loops, as the tool reads it.
pub fn crate_text(loops: &[Loop]) -> String {
    loops.iter().map(|it| it.text.as_str()).collect()
}
