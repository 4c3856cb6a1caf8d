//! The compiled crate does what the interpreter does: monitors, checks, events, panics and their places, tick by tick.

use std::path::{Path, PathBuf};

use falsify_tests::frontend::on_a_thread;
use falsify_tests::replay::differences;
use falsify_tests::user::repository;

/// The tool, which is its own wrapper around rustc.
fn tool() -> PathBuf {
    env!("CARGO_BIN_EXE_falsify-under-test").into()
}

#[track_caller]
fn agrees(manifest: &Path, seeds: u64, ticks: u64) {
    let found = on_a_thread(|| differences(manifest, &tool(), seeds, ticks));
    let found = found.expect("no panic");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn examples_replay_as_they_are_interpreted() {
    for name in [
        "cruise",
        "debounce",
        "interlock",
        "superloop",
        "thermostat",
        "tour",
        "uart-frame",
    ] {
        let manifest = repository().join("examples").join(name).join("Cargo.toml");
        agrees(&manifest, 8, 60);
    }
}
