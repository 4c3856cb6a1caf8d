//! The compiled crate does what the interpreter does: monitors, checks, events, panics and their places, tick by tick.

use std::path::{Path, PathBuf};

use falsify_tests::frontend::on_a_thread;
use falsify_tests::replay::{compare, Given};
use falsify_tests::user::{repository, Desk};

/// The tool, which is its own wrapper around rustc.
fn tool() -> PathBuf {
    env!("CARGO_BIN_EXE_falsify-under-test").into()
}

/// Compares `seeds` runs of each loop of a manifest; every kind of finding that is named has to be met.
#[track_caller]
fn agrees(manifest: &Path, seeds: u64, ticks: u64, meets: &[&str]) {
    let found = on_a_thread(|| compare(manifest, &tool(), seeds, ticks)).expect("no panic");
    assert!(
        found.differences.is_empty(),
        "{}",
        found.differences.join("\n")
    );
    let unmet = meets.iter().find(|kind| !found.met.contains_key(**kind));
    assert_eq!(unmet, None, "{:?}", found.met);
}

/// Each file of `tests/replay` is a package; see [`Given`].
fn given(name: &str) {
    let path = repository().join("tests/replay").join(name);
    let given = Given::read(&path.with_extension("rs"));
    let desk = Desk::new(tool());
    given.put(name, &desk);
    let seeds = given.words("seeds");
    let seeds = seeds.first().map_or(30, |it| it.parse().expect("a number"));
    agrees(
        &desk.path().join("Cargo.toml"),
        seeds,
        40,
        &given.words("meets"),
    );
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
        agrees(&manifest, 8, 60, &[]);
    }
}

#[test]
fn steps() {
    given("steps");
}

#[test]
fn superloops() {
    given("superloops");
}

#[test]
fn edition2015() {
    given("edition2015");
}

#[test]
fn workspace() {
    given("workspace");
}
