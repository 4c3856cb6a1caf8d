//! The compiled crate does what the interpreter does: monitors, checks, events, panics and their places, tick by tick.

use std::path::{Path, PathBuf};
use std::time::Duration;

use falsify_tests::frontend::on_a_thread;
use falsify_tests::replay::{compare, each_unit, random_trace, Given};
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
        "fan",
        "interlock",
        "superloop",
        "tachometer",
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
fn handles() {
    given("handles");
}

#[test]
fn preemption() {
    given("preemption");
}

#[test]
fn buses() {
    given("buses");
}

#[test]
fn corners() {
    given("corners");
}

#[test]
fn edition2015() {
    given("edition2015");
}

#[test]
fn workspace() {
    given("workspace");
}

/// The answer to one random trace of each loop of a text.
fn answers(text: &str) -> Vec<String> {
    let desk = Desk::new(tool());
    desk.package("", "refused", text);
    let manifest = desk.path().join("Cargo.toml");
    let mut answers = Vec::new();
    on_a_thread(|| {
        each_unit(&manifest, &tool(), &mut |opened| {
            let program = &opened.analysis.program;
            if let Ok(replayer) = &mut opened.replayer {
                replayer.limit = Duration::from_secs(2);
            }
            for (index, harness) in program.harnesses.iter().enumerate() {
                let trace = random_trace(program, harness, 1, 3);
                let answer = match &opened.replayer {
                    Ok(replayer) => replayer.run(index, &trace).err().map(|it| it.to_string()),
                    Err(error) => Some(error.to_string()),
                };
                answers.push(answer.unwrap_or_else(|| "fine".into()));
            }
        });
    })
    .expect("no panic");
    answers
}

#[test]
fn what_cannot_be_reached_is_said_and_the_rest_is_replayed() {
    let found = answers(include_str!("../replay/unreachable.rs"));
    let expected = [
        "fine",
        "a macro makes the module `refused",
        "a macro makes this block",
        "`Local` is declared inside a function",
        "fine",
        "values of the library type `RefCell<u8>` cannot be made",
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.contains(expected), "{found} is not {expected}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn a_crate_that_this_machine_cannot_run_gets_the_words_of_the_compiler() {
    let found = answers(
        "#![no_std]\n#[falsify::control_loop]\nfn tick(s: &mut u8) { *s = 1; }\n\
         pub fn sleep() { unsafe { core::arch::asm!(\"wait for interrupt\") } }\n",
    );
    assert!(
        found[0].contains("does not build for this machine"),
        "{found:?}"
    );
    assert!(found[0].contains("src/lib.rs:4"), "{found:?}");
}

#[test]
fn a_process_that_dies_or_hangs_is_an_error() {
    let found = answers(
        "#![no_std]\n#[falsify::control_loop]\nfn deep(s: &mut u64) { *s = down(*s); }\n\
         fn down(n: u64) -> u64 { if n == u64::MAX { 0 } else { 1 + down(n + 1) } }\n\
         #[falsify::control_loop]\nfn endless(s: &mut u8) { loop { *s = s.wrapping_add(1); } }\n",
    );
    assert!(found[0].contains("the replay died"), "{found:?}");
    assert!(found[1].contains("did not end"), "{found:?}");
}
