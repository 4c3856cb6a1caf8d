//! Models, runs and verdicts as text for people, as JSON and as waveforms for programs.

pub mod list;
pub mod paint;
pub mod rerun;
pub mod run;
pub mod signals;
#[cfg(test)]
mod tests;
pub mod vcd;
pub mod verdict;
pub mod violation;
