//! Models, runs and verdicts as text for people, as JSON, as documents in the formats of others, and as waveforms.

pub mod difference;
pub mod fingerprint;
pub mod github;
pub mod html;
pub mod junit;
pub mod ledger;
pub mod list;
pub mod merge;
pub mod message;
pub mod overview;
pub mod paint;
pub mod rerun;
pub mod results;
pub mod run;
pub mod sarif;
pub mod shard;
pub mod signals;
pub mod summaries;
#[cfg(test)]
mod tests;
pub mod vcd;
pub mod verdict;
pub mod violation;
