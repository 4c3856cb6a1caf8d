//! Models and values as text for people and JSON for programs.

pub mod list;
pub mod paint;
pub mod run;
#[cfg(test)]
mod tests;

use crate::ir::PanicKind;

/// The name of a kind of panic in every report.
pub fn panic_name(kind: PanicKind) -> &'static str {
    match kind {
        PanicKind::Overflow => "overflow",
        PanicKind::Shift => "shift",
        PanicKind::DivZero => "division-by-zero",
        PanicKind::DivOverflow => "division-overflow",
        PanicKind::Bounds => "bounds",
        PanicKind::Slice => "slice",
        PanicKind::Unwrap => "unwrap",
        PanicKind::Expect => "expect",
        PanicKind::Assert => "assert",
        PanicKind::Panic => "panic",
        PanicKind::Unreachable => "unreachable",
        PanicKind::Todo => "todo",
        PanicKind::Borrow => "borrow",
        PanicKind::Library => "library",
    }
}
