//! The check as a merge gate, with the engines that users have: nothing that was not checked looks checked, what does not
//! stand is caught before it is said, the same question has the same answer.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use falsify_tests::user::{repository, Answer, Desk};
use serde_json::Value as Json;

fn desk() -> Desk {
    Desk::new(env!("CARGO_BIN_EXE_falsify-under-test"))
}

fn firmware(lib: &str) -> Desk {
    let desk = desk();
    desk.package("", "firmware", lib);
    desk
}

fn of<'a>(objects: &'a [Json], reason: &str) -> Vec<&'a Json> {
    objects.iter().filter(|it| it["reason"] == reason).collect()
}

/// The verdict on each property, by its name, with why.
fn verdicts(answer: &Answer) -> Vec<(String, String, String)> {
    let objects = answer.json();
    let text = |it: &Json, key: &str| it[key].as_str().unwrap_or_default().to_owned();
    let verdicts = of(&objects, "verdict").into_iter();
    verdicts
        .map(|it| (text(it, "property"), text(it, "verdict"), text(it, "why")))
        .collect()
}

fn json(desk: &Desk, arguments: &[&str]) -> Answer {
    desk.falsify(&[arguments, &["--message-format", "json"]].concat())
}

/// One that is falsified, one that needs an invariant, one that holds in any state.
const COUNTER: &str = "#![no_std]
use falsify::{control_loop, monitor};
#[derive(Default)]
pub struct Counter { count: u8, twice: u16 }
#[control_loop]
pub fn tick(counter: &mut Counter, up: bool) {
    if up && counter.count < 9 { counter.count += 1; counter.twice += 2; }
}
#[monitor] fn small(counter: &Counter) -> bool { counter.count < 10 }
#[monitor] fn tiny(counter: &Counter) -> bool { counter.count < 4 }
#[monitor] fn double(counter: &Counter) -> bool { counter.twice == 2 * counter.count as u16 }
";

/// A crate, its arguments, the exit code, and a property with its verdict and a part of why.
type Case<'a> = (&'a str, &'a [&'a str], i32, &'a str, &'a str, &'a str);

#[test]
fn verdicts_that_must_never_look_like_a_pass() {
    let head = "#![no_std]\nuse falsify::{any, assume, check, control_loop, monitor};\n";
    let cases: &[Case] = &[
        (
            "#[control_loop] fn tick(n: &mut u8, x: u8) { assume(x > 3); assume(x < 3); *n = x; }\n\
             #[monitor] fn fine(n: &u8) -> bool { *n < 200 }\n",
            &[],
            3,
            "fine",
            "vacuous",
            "no run completes a tick",
        ),
        (
            "#[control_loop] fn tick(n: &mut u8, x: u8) { *n = x; loop {} }\n\
             #[monitor] fn fine(n: &u8) -> bool { *n < 200 }\n",
            &["--timeout", "20"],
            3,
            "fine",
            "vacuous",
            "no run completes a tick",
        ),
        (
            "#[control_loop] fn tick(n: &mut u8, x: u8) { *n = x; panic!(); }\n\
             #[monitor] fn fine(n: &u8) -> bool { *n < 200 }\n",
            &["--panics", "allow"],
            3,
            "fine",
            "vacuous",
            "no run completes a tick",
        ),
        (
            "#[control_loop] fn tick(n: &mut u8, x: u8) { *n = x % 8; if *n > 8 { check!(\"inside\", x > 1); } }\n",
            &["--monitor", "inside"],
            3,
            "inside",
            "vacuous",
            "not reached",
        ),
        (
            "#[control_loop] fn tick(n: &mut u8, x: u8) { *n = x % 8; }\n\
             #[monitor] fn implies(n: &u8) -> bool { if *n > 8 { *n == 3 } else { true } }\n",
            &["--monitor", "implies"],
            3,
            "implies",
            "vacuous",
            "never true",
        ),
        (
            // Who breaks this factors a number of 64 bits.
            "#[control_loop] fn tick(n: &mut u64, a: u32, b: u32) { *n = a as u64 * b as u64; }\n\
             #[monitor] fn never(n: &u64) -> bool { *n != 8670687648630721837 }\n",
            &["--timeout", "3"],
            3,
            "never",
            "unknown",
            "timeout",
        ),
        (
            "#[control_loop] fn tick(n: &mut u8, x: u8) { *n = x; }\n\
             #[monitor] fn fine(n: &u8) -> bool { *n < 200 || any::<bool>() || true }\n\
             pub fn unrelated(x: &u8) -> usize { x as *const u8 as usize }\n",
            &[],
            0,
            "fine",
            "proved",
            "",
        ),
    ];
    for (lib, arguments, code, property, verdict, why) in cases {
        let desk = firmware(&format!("{head}{lib}"));
        let loud = json(&desk, arguments);
        let quiet = json(&desk, &[&["-q"], *arguments].concat());
        for answer in [&loud, &quiet] {
            let found = verdicts(answer.expect(*code, &[]));
            let own = found.iter().find(|it| it.0 == *property);
            let own = own.unwrap_or_else(|| panic!("no {property}: {answer:#?}"));
            let fits = own.1 == *verdict && own.2.contains(why);
            assert!(fits, "{lib}\n{own:?}");
        }
    }
}

#[test]
fn what_was_not_there_is_no_pass_with_real_engines() {
    let desk = firmware(COUNTER);
    for quiet in [&[][..], &["-q"]] {
        let with = |arguments: &[&str]| desk.falsify(&[quiet, arguments].concat());
        with(&["--monitor", "gone"]).expect(4, &["`gone`"]);
        with(&["--monitor", "small", "--monitor", "gone"]).expect(4, &["`gone`"]);
        with(&["--loop", "gone"]).expect(4, &["`gone`"]);
        with(&["--monitor", "small"]).expect(0, &[]);
    }
    let empty = firmware("#![no_std]\n");
    empty.falsify(&[]).expect(4, &["no control loop"]);
    empty.falsify(&["-q"]).expect(4, &["no control loop"]);
}

/// The answer to a check by a tool that is made to go wrong.
fn sabotaged(desk: &Desk, fault: &str, arguments: &[&str]) -> Answer {
    let mut command = desk.command(&[arguments, &["--message-format", "json"]].concat());
    let output = command.env("FALSIFY_SABOTAGE", fault).output();
    Answer::of(output.expect("it runs"))
}

#[test]
fn a_wrong_encoding_or_invariant_is_caught_before_anything_is_said() {
    let desk = firmware(COUNTER);
    let cases = [
        (
            "alarm",
            "small",
            "bmc",
            "the reference interpreter does not show the violation",
        ),
        (
            "alarm",
            "double",
            "bmc",
            "the reference interpreter does not show the violation",
        ),
        (
            "blind",
            "tiny",
            "auto",
            "does not stand: it is about another transition system",
        ),
        (
            "invariant",
            "small",
            "pdr",
            "does not stand: a run can start where a claim is false",
        ),
        ("invariant", "small", "kinduction", "does not stand"),
        (
            "replay",
            "tiny",
            "bmc",
            "the compiled crate does not show the violation: all was fine",
        ),
    ];
    for (fault, property, engine, said) in cases {
        let arguments = ["--monitor", property, "--engine", engine, "--bound", "30"];
        let answer = sabotaged(&desk, fault, &arguments);
        answer.expect(101, &[said, "a bug in cargo-falsify"]);
        for (_, verdict, why) in verdicts(&answer) {
            assert_eq!(verdict, "unknown", "{answer:#?}");
            assert!(why.starts_with("not reproduced: "), "{why}");
        }
        // The same without the fault.
        let code = if property == "tiny" { 1 } else { 0 };
        sabotaged(&desk, "", &arguments).expect(code, &[]);
    }
}

/// Where `usize` is narrower on the device than here, a violation may depend on that, or not.
#[test]
fn the_width_of_usize_is_no_excuse_for_a_violation_that_does_not_depend_on_it() {
    let lib = "#![no_std]
use falsify::{control_loop, monitor};
#[control_loop]
pub fn tick(n: &mut usize, x: u8) { *n = (u32::MAX as usize).wrapping_add(x as usize); }
#[monitor] fn wraps_never(n: &usize) -> bool { *n != 2 }
#[monitor] fn stays(n: &usize) -> bool { *n & 0xff != 7 }
";
    let desk = firmware(lib);
    let answer = json(&desk, &["--bound", "3"]);
    let found = verdicts(answer.expect(1, &[]));
    let of = |name: &str| {
        found
            .iter()
            .find(|it| it.0 == name)
            .expect("a verdict")
            .clone()
    };
    assert_eq!(of("stays").1, "falsified", "{found:?}");
    let (_, verdict, why) = of("wraps_never");
    assert_eq!(verdict, "unknown");
    assert!(why.starts_with("not replayable: "), "{why}");
    assert!(
        why.contains("`usize` has 32 bits on the device and 64 bits"),
        "{why}"
    );
}

#[test]
fn verdict_objects_of_real_engines_have_exactly_the_documented_keys_and_words() {
    let lib = "#![no_std]
use falsify::{check, control_loop, monitor};
#[derive(Default)] pub struct S { n: u8, at: usize, o: Option<u8> }
#[control_loop]
pub fn tick(s: &mut S, x: u8, y: u8, list: [u8; 4]) -> u8 {
    match x {
        0 => s.n += y,
        1 => s.n = 1 << y,
        2 => s.n = 7 / y,
        3 => s.n = (y as i8 / list[0] as i8) as u8,
        4 => s.n = list[y as usize],
        5 => s.n = list[y as usize..].len() as u8,
        6 => s.n = s.o.unwrap(),
        7 => s.n = s.o.expect(\"one\"),
        8 => assert!(y < 9),
        9 => panic!(),
        10 => unreachable!(),
        11 => todo!(),
        12 => s.n = core::cell::RefCell::new(y).try_borrow_mut().map_or(0, |it| *it),
        _ => {}
    }
    check!(\"even\", s.n % 2 == 0);
    s.n
}
#[monitor] fn fine(out: u8) -> bool { out < 255 }
";
    let desk = firmware(lib);
    let answer = json(&desk, &["--bound", "4"]);
    let objects = answer.expect(1, &[]).json();
    let keys = [
        "bound",
        "column",
        "digest",
        "earliest",
        "ended",
        "engine",
        "exit_code",
        "file",
        "kind",
        "level",
        "line",
        "loop",
        "package",
        "panic",
        "property",
        "reason",
        "requirement",
        "tick",
        "trace",
        "verdict",
        "why",
    ];
    let panics = [
        "overflow",
        "shift",
        "div_zero",
        "div_overflow",
        "bounds",
        "slice",
        "unwrap",
        "expect",
        "assert",
        "panic",
        "unreachable",
        "todo",
        "borrow",
        "library",
    ];
    let mut met = BTreeSet::new();
    for verdict in of(&objects, "verdict") {
        let found: Vec<&String> = verdict.as_object().expect("an object").keys().collect();
        assert_eq!(found, keys, "{verdict}");
        let word = |key: &str| verdict[key].as_str().unwrap_or_default().to_owned();
        assert!(["monitor", "panic", "check"].contains(&word("kind").as_str()));
        let verdicts = ["falsified", "proved", "holds", "vacuous", "unknown"];
        assert!(verdicts.contains(&word("verdict").as_str()), "{verdict}");
        assert_eq!(
            word("kind") == "panic",
            !verdict["panic"].is_null(),
            "{verdict}"
        );
        assert!(verdict["panic"].is_null() || panics.contains(&word("panic").as_str()));
        let falsified = word("verdict") == "falsified";
        for key in ["tick", "earliest", "trace"] {
            assert_eq!(verdict[key].is_null(), !falsified, "{key} of {verdict}");
        }
        met.insert(word("panic"));
    }
    let common = [
        "overflow",
        "shift",
        "div_zero",
        "div_overflow",
        "bounds",
        "slice",
        "unwrap",
        "expect",
        "assert",
        "panic",
        "unreachable",
        "todo",
    ];
    for panic in common {
        assert!(met.contains(panic), "no {panic} in {met:?}");
    }
    let summaries = of(&objects, "summary");
    assert_eq!(summaries.len(), 1);
    let keys: Vec<&String> = summaries[0]
        .as_object()
        .expect("an object")
        .keys()
        .collect();
    assert_eq!(
        keys,
        [
            "allowed",
            "baseline",
            "exit_code",
            "falsified",
            "holds",
            "loops",
            "properties",
            "proved",
            "reason",
            "run_exit_code",
            "scope",
            "settings",
            "shard",
            "unknown",
            "vacuous"
        ]
    );
}

#[test]
fn the_same_question_has_the_same_answer() {
    let desk = firmware(COUNTER);
    for (manifest, arguments) in [
        (None, &["--bound", "30"][..]),
        (Some("examples/debounce"), &["--bound", "30"]),
        (
            Some("examples/cruise"),
            &["--bound", "15", "--monitor", "slows_down"],
        ),
    ] {
        let manifest = manifest.map(|it| repository().join(it).join("Cargo.toml"));
        let ask = |jobs: &str| {
            let mut all = [arguments, &["--jobs", jobs, "--seed", "7"]].concat();
            let path = manifest.as_ref().map(|it| it.display().to_string());
            if let Some(path) = &path {
                all.extend(["--manifest-path", path]);
            }
            json(&desk, &all)
        };
        let (first, second, beside) = (ask("1"), ask("1"), ask("2"));
        assert_eq!(first.stdout, second.stdout);
        let traces = |answer: &Answer| {
            let objects = answer.json();
            let of_verdict = |it: &&Json| (it["verdict"].clone(), it["tick"].clone());
            of(&objects, "verdict")
                .iter()
                .map(of_verdict)
                .collect::<Vec<_>>()
        };
        assert_eq!(traces(&first), traces(&beside), "{arguments:?}");
    }
}

/// An engine that works alone finds the same run, however many threads there are.
#[test]
fn a_fixed_engine_finds_the_same_trace_on_any_number_of_threads() {
    let desk = firmware(COUNTER);
    for engine in [
        "bmc",
        "kinduction",
        "pdr",
        "simulate",
        "guided",
        "semiformal",
    ] {
        let ask = |jobs: &str| {
            let arguments = ["--bound", "30", "--seed", "7", "--timeout", "10"];
            let chosen = ["--engine", engine, "--monitor", "tiny", "--jobs", jobs];
            let objects = json(&desk, &[&arguments[..], &chosen[..]].concat()).json();
            let verdict = of(&objects, "verdict")[0].clone();
            let trace = verdict["trace"].as_str().map(std::fs::read_to_string);
            (verdict, trace.map(|text| text.expect("a trace")))
        };
        let first = ask("1");
        assert_eq!(first, ask("1"), "{engine}");
        assert_eq!(first, ask("3"), "{engine}");
    }
}

#[test]
fn an_easy_crate_ends_soon_though_a_proof_is_not_found() {
    // It breaks after four billion ticks.
    let lib = "#![no_std]
use falsify::{control_loop, monitor};
#[control_loop]
pub fn tick(n: &mut u32, up: bool) { if up { *n = n.wrapping_add(1); } }
#[monitor] fn far(n: &u32) -> bool { *n < 4_000_000_000 }
";
    let desk = firmware(lib);
    // A proof could be looked for all day.
    json(&desk, &["--bound", "8", "--timeout", "86400"]).expect(0, &[]);
}

#[test]
fn a_late_violation_is_said_though_nobody_knows_whether_it_is_the_earliest() {
    let lib = "#![no_std]
use falsify::{control_loop, monitor};
#[derive(Default)] pub struct S { a: u32, b: u32 }
#[control_loop]
pub fn tick(s: &mut S, x: u8) {
    s.a = s.a.wrapping_mul(1664525).wrapping_add(1013904223 + x as u32);
    s.b = s.b.wrapping_add(s.a.rotate_left(x as u32 % 32) >> 31);
}
#[monitor] fn far(s: &S) -> bool { s.b < 100 }
";
    let desk = firmware(lib);
    // An earlier one could be looked for all day.
    let answer = json(&desk, &["--timeout", "86400"]);
    let objects = answer.expect(1, &[]).json();
    assert_eq!(objects[0]["verdict"], "falsified");
}

#[test]
fn a_target_directory_that_cannot_be_written_is_said() {
    let desk = firmware(COUNTER);
    desk.file("blocked", "a file, not a directory");
    let answer = desk.falsify(&["--target-dir", "blocked"]);
    answer.expect(2, &["blocked"]);
    assert!(!answer.stdout.contains("proved"), "{answer:#?}");
}

/// A disk that is full when the files about a violation are written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_changes_no_verdict() {
    let desk = firmware(COUNTER);
    let place = desk.artifacts("firmware");
    fs::create_dir_all(&place).expect("a directory");
    let mount = |arguments: &[&str]| {
        let status = Command::new(arguments[0])
            .args(&arguments[1..])
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|it| it.success())
    };
    let path = place.display().to_string();
    if !mount(&[
        "mount",
        "-t",
        "tmpfs",
        "-o",
        "size=4k,nr_inodes=3",
        "none",
        &path,
    ]) {
        eprintln!("SKIPPED: this user cannot mount a file system of its own");
        fs::remove_dir_all(&place).expect("the directory");
        return;
    }
    let answer = json(&desk, &["--bound", "30"]);
    assert!(
        mount(&["umount", &path]),
        "the file system stays mounted at {path}"
    );
    answer.expect(1, &["warning: cannot write"]);
    let found = verdicts(&answer);
    assert!(
        found.iter().any(|it| it.0 == "tiny" && it.1 == "falsified"),
        "{found:?}"
    );
}

#[test]
fn runs_at_once_in_one_crate_say_the_same() {
    let desk = firmware(COUNTER);
    let start = || {
        let mut command =
            desk.command(&["--bound", "30", "--jobs", "1", "--message-format", "json"]);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it runs")
    };
    let runs: Vec<Child> = (0..3).map(|_| start()).collect();
    let answers = runs
        .into_iter()
        .map(|run| Answer::of(run.wait_with_output().expect("it ends")));
    let answers: Vec<Answer> = answers.collect();
    for answer in &answers {
        answer.expect(1, &[]);
    }
    assert_eq!(answers[0].stdout, answers[1].stdout);
    assert_eq!(answers[0].stdout, answers[2].stdout);
}

/// Builds at once for the check; for the replay, when the source has been changed.
const PATIENT: &str = r#"fn main() {
    if std::env::var("OUT_DIR").unwrap().contains("replay") {
        std::fs::write("building", "").unwrap();
        while !std::path::Path::new("changed").exists() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
}
"#;

#[test]
fn a_crate_that_changes_during_the_check_is_no_bug_of_the_tool() {
    let lib = "#![no_std]
use falsify::{control_loop, monitor};
mod limits;
#[control_loop]
pub fn tick(n: &mut u8, up: bool) { if up && *n < limits::TOP { *n += 1 } }
#[monitor] fn small(n: &u8) -> bool { *n < 6 }
";
    let desk = firmware(lib);
    desk.file("src/limits.rs", "pub const TOP: u8 = 9;");
    desk.file("build.rs", PATIENT);
    // Where the widths of `usize` differ, that would explain it too.
    let arguments = [
        "--bound",
        "20",
        "--pointer-width",
        "64",
        "--message-format",
        "json",
    ];
    let mut command = desk.command(&arguments);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it runs");
    while !desk.path().join("building").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    desk.file("src/limits.rs", "pub const TOP: u8 = 4;");
    desk.file("changed", "");
    let answer = Answer::of(child.wait_with_output().expect("it ends"));
    let found = verdicts(answer.expect(3, &[]));
    let small = found.iter().find(|it| it.0 == "small").expect("a verdict");
    assert_eq!(small.1, "unknown");
    assert!(small.2.starts_with("not replayable: "), "{}", small.2);
    assert!(
        small
            .2
            .contains("limits.rs has changed since this check began"),
        "{}",
        small.2
    );
    json(&desk, &["--bound", "20"]).expect(0, &[]);
}

/// What a process that was killed has left behind, or somebody else has written there.
#[test]
fn damaged_files_of_the_tool_change_no_verdict() {
    let desk = firmware(COUNTER);
    let first = json(&desk, &["--bound", "20", "--jobs", "1"]);
    first.expect(1, &[]);
    let name = format!(
        "{}-lib-",
        desk.artifacts("firmware")
            .file_name()
            .expect("a name")
            .display()
    );
    let replays = repository().join("target/user/falsify/replay");
    let entries = fs::read_dir(replays).expect("replays").flatten();
    let mut own = entries.filter(|it| it.file_name().to_string_lossy().starts_with(&name));
    let place = own.next().expect("files of the replay").path();
    let mut damaged = 0;
    for file in fs::read_dir(place).expect("files").flatten() {
        if file
            .path()
            .extension()
            .is_some_and(|it| it == "json" || it == "rs")
        {
            fs::write(file.path(), "{\"rustc\": \"/us").expect("a file");
            damaged += 1;
        }
    }
    assert!(damaged > 2, "{damaged}");
    let second = json(&desk, &["--bound", "20", "--jobs", "1"]);
    assert_eq!(first.stdout, second.expect(1, &[]).stdout);
}

/// A tick of many statements without a condition: to write down what it does takes longer than the time there is.
const ENDLESS: &str = "#![no_std]
use falsify::{control_loop, monitor};
#[control_loop]
pub fn tick(sum: &mut u64, raw: u64) {
    for i in 0..900_000_u64 { *sum = sum.wrapping_mul(raw ^ i).rotate_left(7); }
}
#[monitor] fn odd(sum: &u64) -> bool { *sum != 1 }
";

#[test]
fn the_timeout_holds_while_a_tick_is_written_down() {
    let desk = firmware(ENDLESS);
    let answer = json(&desk, &["--timeout", "1s", "--engine", "bmc"]);
    let found = verdicts(answer.expect(3, &[]));
    assert!(!found.is_empty());
    for (property, verdict, why) in found {
        assert_eq!((&*verdict, &*why), ("unknown", "timeout"), "{property}");
    }
}

#[cfg(unix)]
mod signals {
    use super::*;
    use std::io::{BufRead, BufReader};

    /// Starts a check, and sends a signal at a line of its progress or some time later.
    fn signalled(desk: &Desk, name: &str, at: &str, later: Duration) -> Answer {
        let mut command = desk.command(&["-v", "--message-format", "json"]);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let stderr = child.stderr.take().expect("stderr");
        let mut lines = BufReader::new(stderr).lines();
        let mut said = lines.by_ref().map(|it| it.expect("a line"));
        said.find(|line| line.contains(at)).expect("it begins");
        std::thread::sleep(later);
        let sent = Command::new("kill")
            .args(["-s", name, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
        std::thread::spawn(move || lines.for_each(drop));
        Answer::of(child.wait_with_output().expect("it ends"))
    }

    #[test]
    fn a_signal_ends_the_work_before_the_engines() {
        let desk = firmware(ENDLESS);
        let answer = signalled(&desk, "INT", "Checking", Duration::from_millis(300));
        let found = verdicts(answer.expect(3, &[]));
        assert!(!found.is_empty());
        for (property, verdict, why) in found {
            assert_eq!((&*verdict, &*why), ("unknown", "interrupted"), "{property}");
        }
    }

    /// Builds in no time for the check, and for ages for the replay.
    const SLOW: &str = r#"fn main() {
    let out = std::env::var("OUT_DIR").unwrap();
    if out.contains("replay") {
        std::fs::write("building", "").unwrap();
        std::thread::sleep(std::time::Duration::from_secs(60));
    }
}
"#;

    #[test]
    fn a_signal_ends_the_build_of_a_replay() {
        let desk = firmware(COUNTER);
        desk.file("build.rs", SLOW);
        let mut command = desk.command(&["--message-format", "json"]);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("it runs");
        while !desk.path().join("building").exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let sent = Command::new("kill")
            .args(["-s", "INT", &child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
        let answer = Answer::of(child.wait_with_output().expect("it ends"));
        // Had it waited for the build, the violation would have been confirmed.
        let found = verdicts(answer.expect(3, &[]));
        let tiny = found.iter().find(|it| it.0 == "tiny").expect("a verdict");
        assert_eq!((&*tiny.1, &*tiny.2), ("unknown", "interrupted"));
    }

    /// Who breaks the first one factors a number of 64 bits: engines are at work when the signal comes.
    const HARD: &str = "#![no_std]
use falsify::{control_loop, monitor};
#[control_loop]
pub fn tick(n: &mut u64, a: u32, b: u32) { *n = a as u64 * b as u64; }
#[monitor] fn never(n: &u64) -> bool { *n != 8670687648630721837 }
#[monitor] fn fine(a: u32) -> bool { a == a }
";

    #[test]
    fn a_signal_ends_the_engines_with_what_is_known() {
        let desk = firmware(HARD);
        for name in ["INT", "TERM"] {
            let mut command = desk.command(&["-v", "--message-format", "json"]);
            let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().expect("it runs");
            let stderr = child.stderr.take().expect("stderr");
            let mut lines = BufReader::new(stderr).lines();
            let mut said = lines.by_ref().map(|it| it.expect("a line"));
            said.find(|line| line.contains("pdr begins"))
                .expect("it begins");
            std::thread::sleep(Duration::from_millis(300));
            let sent = Command::new("kill")
                .args(["-s", name, &child.id().to_string()])
                .status();
            assert!(sent.expect("kill runs").success());
            std::thread::spawn(move || lines.for_each(drop));
            let answer = Answer::of(child.wait_with_output().expect("it ends"));
            let found = verdicts(answer.expect(3, &[]));
            let of = |name: &str| found.iter().find(|it| it.0 == name).expect("a verdict");
            assert_eq!(of("fine").1, "proved", "{found:?}");
            assert_ne!(of("never").1, "proved", "{found:?}");
            assert_eq!(answer.json().last().expect("a summary")["exit_code"], 3);
        }
    }
}

#[cfg(unix)]
mod kills {
    use super::*;
    use falsify_tests::random::Random;
    use std::os::unix::process::CommandExt;

    /// `number` is part of what is summarised, compiled and decided, so that each time something has to be made anew.
    fn numbered(number: usize) -> String {
        format!(
            "#![no_std]
use falsify::{{aux, control_loop, monitor}};
#[aux] fn scaled(x: u8) -> u16 {{ x as u16 * 3 + {number} }}
#[control_loop]
pub fn tick(sum: &mut u16, raw: u8) {{ if *sum < 2000 {{ *sum += scaled(raw) - {number}; }} }}
#[monitor] fn low(sum: &u16) -> bool {{ *sum < 1800 }}
#[monitor] fn never(sum: &u16) -> bool {{ *sum < 3000 }}
"
        )
    }

    fn ask(desk: &Desk) -> Command {
        let mut command = desk.command(&["--bound", "12", "--timeout", "60"]);
        command.args([
            "--jobs",
            "2",
            "--report",
            "html",
            "--message-format",
            "json",
        ]);
        command
    }

    /// Whether the answer is what this crate is always answered with, and the files can be read.
    fn expect_the_truth(desk: &Desk) {
        let answer = Answer::of(ask(desk).output().expect("it runs"));
        answer.expect(1, &[]);
        let objects = answer.json();
        let mut said = BTreeSet::new();
        for verdict in of(&objects, "verdict") {
            let name = verdict["property"].as_str().unwrap_or_default();
            said.insert((name, verdict["verdict"].as_str().unwrap_or_default()));
            if name == "low" {
                assert_eq!(
                    (&verdict["tick"], &verdict["earliest"]),
                    (&3.into(), &true.into())
                );
                let trace = verdict["trace"].as_str().expect("a trace");
                desk.falsify(&["replay", trace]).expect(1, &[]);
            }
        }
        assert!(said.contains(&("low", "falsified")), "{said:?}");
        assert!(said.contains(&("never", "proved")), "{said:?}");
        assert!(said.iter().all(|it| it.1 != "unknown"), "{answer:#?}");
    }

    /// Ends the tool, in every other round with all that it has started, at a time before it would have ended itself.
    fn kill_at_random(desk: &Desk, round: usize, whole: Duration, random: &mut Random) {
        let mut command = ask(desk);
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.process_group(0).spawn().expect("it runs");
        let share = random.below(1000) as u32;
        std::thread::sleep(whole * share / 1000);
        let group = if round.is_multiple_of(2) { "-" } else { "" };
        let whom = format!("{group}{}", child.id());
        // It may have ended by now.
        let _ = Command::new("kill")
            .args(["-s", "KILL", "--", &whom])
            .stderr(Stdio::null())
            .status();
        child.wait().expect("it ends");
    }

    fn kill(times: usize) {
        let desk = firmware(&numbered(0));
        expect_the_truth(&desk);
        let started = Instant::now();
        desk.file("src/lib.rs", &numbered(1));
        expect_the_truth(&desk);
        let whole = started.elapsed();
        let mut random = Random::named(3, "kills");
        for round in 0..times {
            desk.file("src/lib.rs", &numbered(round + 2));
            kill_at_random(&desk, round, whole, &mut random);
            expect_the_truth(&desk);
        }
    }

    #[test]
    fn a_run_that_was_killed_changes_no_later_verdict() {
        kill(4);
    }

    /// `cargo test -p falsify-tests --test gate -- --ignored hundred` kills a hundred times.
    #[test]
    #[ignore = "takes minutes"]
    fn a_hundred_runs_that_were_killed_change_no_later_verdict() {
        kill(100);
    }
}
