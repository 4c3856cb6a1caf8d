//! Crates whose violation lies as deep as one likes, behind a controller as wide as one likes.

use crate::user::repository;

/// The crates under `tests/depth`. Only the bank has a width.
pub const CRATES: &[&str] = &["integrator", "watchdog", "deadline", "bank"];

/// The crate with its violation at a depth, behind so many channels.
pub fn text(name: &str, depth: u32, width: u32) -> String {
    let path = repository().join("tests/depth").join(format!("{name}.rs"));
    let text = std::fs::read_to_string(path).expect("the crate");
    text.replacen("DEPTH: u16 = 50", &format!("DEPTH: u16 = {depth}"), 1)
        .replacen("WIDTH: usize = 1", &format!("WIDTH: usize = {width}"), 1)
}

/// The only monitor of the crate.
pub fn monitor(name: &str) -> String {
    let text = text(name, 50, 1);
    let after = text.split_once("#[monitor]\nfn ").expect("a monitor").1;
    after.split('(').next().unwrap_or_default().to_owned()
}

/// Ticks within which the violation is sure to lie.
pub fn bound(depth: u32) -> u32 {
    depth + 20
}
