//! `cargo falsify check` with real crates on disk: exit codes, filters, settings, JSON, artifacts, signals. Verdicts are given
//! by a decider of the tests, so that nothing here depends on what an engine can do.

use std::collections::BTreeSet;
use std::fs;
use std::process::Stdio;

use falsify_tests::user::{Answer, Desk};
use serde_json::{json, Value as Json};

const COUNTER: &str = "
#![no_std]
use falsify::{check, control_loop, monitor};

#[derive(Default)]
pub struct Counter { count: u8 }

#[control_loop]
pub fn tick(counter: &mut Counter, #[input(0..=3)] step: u8) {
    counter.count += step;
    check!(\"even\", counter.count % 2 == 0 || step > 0);
}

/// The count stays under five.
#[monitor]
fn small(counter: &Counter) -> bool { counter.count < 5 }

/// The count is at least zero.
#[monitor]
fn natural(counter: &Counter, step: u8) -> bool { counter.count >= step || step == 3 }
";

const TWO: &str = "
#![no_std]
use falsify::{control_loop, monitor};
#[control_loop]
pub fn fast(state: &mut u8, x: u8) { *state = x; }
#[control_loop]
pub fn slow(state: &mut u16, y: u16) { *state = y; }
/// Fast is small.
#[monitor(of = fast)]
fn little(state: &u8) -> bool { *state < 100 }
/// Slow is small.
#[monitor(of = slow)]
fn tiny(state: &u16) -> bool { *state < 20 }
";

fn desk() -> Desk {
    Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"))
}

fn counter() -> Desk {
    let desk = desk();
    desk.package("", "firmware", COUNTER);
    desk
}

/// The answer if the decider does as wished.
fn check(desk: &Desk, wish: &str, arguments: &[&str]) -> Answer {
    let mut command = desk.command(arguments);
    Answer::of(command.env("FALSIFY_FAKE", wish).output().expect("it runs"))
}

fn of<'a>(objects: &'a [Json], reason: &str) -> Vec<&'a Json> {
    objects.iter().filter(|it| it["reason"] == reason).collect()
}

#[test]
fn each_verdict_has_its_exit_code_with_and_without_quiet() {
    let desk = counter();
    let cases: &[(&str, &[&str], i32)] = &[
        ("proved", &[], 0),
        ("proved", &["--require", "proved"], 0),
        ("holds", &[], 0),
        ("holds", &["--bound", "3"], 0),
        ("holds", &["--require", "proved"], 3),
        ("short", &[], 3),
        ("vacuous", &[], 3),
        ("timeout", &[], 3),
        ("search", &[], 1),
        ("search", &["--require", "proved"], 1),
        ("not-reproduced", &[], 101),
        ("lost", &[], 101),
        ("panic", &[], 101),
    ];
    for (wish, arguments, code) in cases {
        let loud = check(&desk, wish, arguments);
        loud.expect(*code, &["Checking firmware-"]);
        let quiet = [&["-q", "--message-format", "json"], *arguments].concat();
        let quiet = check(&desk, wish, &quiet);
        let objects = quiet.expect(*code, &[]).json();
        assert!(!quiet.stderr.contains("Checking"), "{quiet:#?}");
        let last = objects.last().expect("a summary");
        assert_eq!(last["reason"], "summary", "{wish}");
        assert_eq!(last["exit_code"], *code, "{wish}");
    }
}

#[test]
fn a_violation_is_reported_with_its_source_and_values() {
    let answer = check(&counter(), "search", &["--monitor", "small"]);
    answer.expect(
        1,
        &[
            "Falsified small at tick",
            "replayed",
            "× The count stays under five.",
            "counter.count < 5",
            "false (counter.count = ",
            "waves",
            "✗ small",
            "1 falsified",
        ],
    );
    let is_report = |stream: &str| stream.contains("The count stays under five.");
    assert!(is_report(&answer.stdout), "{answer:#?}");
    assert!(!is_report(&answer.stderr), "{answer:#?}");
}

#[test]
fn patterns_choose_properties() {
    let desk = counter();
    let cases: &[(&[&str], &[&str])] = &[
        (&["small"], &["small"]),
        (&["s*", "n?tural"], &["natural", "small"]),
        (&["even"], &["even"]),
        (&["overflow"], &["overflow at src/lib.rs:10:5"]),
        (&["panic"], &["overflow at src/lib.rs:10:5"]),
        (&["overflow at src/*"], &["overflow at src/lib.rs:10:5"]),
        (
            &["*"],
            &["even", "natural", "overflow at src/lib.rs:10:5", "small"],
        ),
    ];
    for (patterns, wanted) in cases {
        let mut arguments = vec!["--message-format", "json"];
        arguments.extend(patterns.iter().flat_map(|it| ["--monitor", it]));
        let objects = check(&desk, "proved", &arguments).expect(0, &[]).json();
        let names: BTreeSet<&str> = of(&objects, "verdict")
            .iter()
            .filter_map(|it| it["property"].as_str())
            .collect();
        assert_eq!(names, wanted.iter().copied().collect(), "{patterns:?}");
    }
}

#[test]
fn what_is_not_there_is_never_passed_over() {
    let desk = counter();
    let cases: &[(&[&str], i32, &str)] = &[
        (&["--monitor", "renamed"], 4, "`renamed`"),
        (&["--monitor", "small", "--monitor", "gone*"], 4, "`gone*`"),
        (&["--monitor", "div_zero"], 4, "`div_zero`"),
        (
            &["--monitor", "overflow", "--panics", "allow"],
            4,
            "`overflow`",
        ),
        (&["--loop", "tock"], 4, "no loop `tock`"),
        (&["--loop", "tick", "--loop", "tock"], 4, "no loop `tock`"),
        (&["--monitor", "[a"], 2, "[a"),
    ];
    for (arguments, code, said) in cases {
        check(&desk, "proved", arguments).expect(*code, &[said]);
        check(&desk, "proved", &[&["-q"], *arguments].concat()).expect(*code, &[said]);
    }
    // A violation is worse than something that is missing.
    let both = ["--monitor", "small", "--monitor", "gone"];
    check(&desk, "search", &both).expect(1, &["`gone`"]);
}

#[test]
fn nothing_to_check_is_a_failure() {
    let cases = [
        ("#![no_std]\npub fn plain() {}\n", "no control loop"),
        (
            "#![no_std]\n#[falsify::control_loop]\npub fn tick(state: &mut u8, x: u8) { *state = x; }\n",
            "tick has nothing to check: no monitor",
        ),
    ];
    for (lib, said) in cases {
        let desk = desk();
        desk.package("", "firmware", lib);
        check(&desk, "proved", &[]).expect(4, &[said]);
        check(&desk, "proved", &["-q"]).expect(4, &[said]);
    }
    let desk = desk();
    desk.package(
        "",
        "firmware",
        "#![no_std]\n#[falsify::control_loop]\npub fn tick(state: &mut u8, x: u8) { *state += x; }\n",
    );
    check(&desk, "proved", &[]).expect(0, &["1 panic site"]);
    check(&desk, "proved", &["--panics", "allow"]).expect(4, &["allowed"]);
}

#[test]
fn panics_are_denied_or_warned_about_or_not_asked_for() {
    let lib = "#![no_std]\n#[falsify::control_loop]\npub fn tick(state: &mut u8, #[input(0..=9)] x: u8) { *state += x; }\n\
               #[falsify::monitor]\nfn fine(state: &u8) -> bool { *state < 255 || *state == 255 }\n";
    let desk = desk();
    desk.package("", "firmware", lib);
    let verdicts = |how: &str, code: i32| {
        let arguments = ["--panics", how, "--message-format", "json"];
        let objects = check(&desk, "search", &arguments).expect(code, &[]).json();
        let allowed = of(&objects, "summary")[0]["allowed"].clone();
        let verdicts = of(&objects, "verdict");
        let verdicts = verdicts.iter().map(|it| it["verdict"].clone());
        (verdicts.collect::<Vec<Json>>(), allowed)
    };
    assert_eq!(
        verdicts("deny", 1),
        (vec![json!("holds"), json!("falsified")], json!(0))
    );
    assert_eq!(
        verdicts("warn", 0),
        (vec![json!("holds"), json!("falsified")], json!(0))
    );
    assert_eq!(verdicts("allow", 0), (vec![json!("holds")], json!(1)));
    check(&desk, "search", &["--panics", "warn"]).expect(0, &["attempt to add with overflow"]);
    check(&desk, "search", &["--panics", "allow"]).expect(0, &["1 panic site not asked about"]);
}

#[test]
fn of_several_loops_the_worst_code_wins() {
    let desk = desk();
    desk.package("", "firmware", TWO);
    let cases = [
        ("fast:proved slow:proved", 0),
        ("fast:proved slow:timeout", 3),
        ("fast:timeout slow:search", 1),
        ("fast:search slow:not-reproduced", 101),
        ("fast:panic slow:search", 101),
    ];
    for (wish, code) in cases {
        check(&desk, wish, &[]).expect(code, &[]);
    }
    let one = check(&desk, "fast:proved slow:timeout", &["--loop", "fast"]);
    one.expect(0, &["1 loop"]);
    let filtered = check(&desk, "fast:timeout slow:proved", &["--monitor", "tiny"]);
    filtered.expect(0, &["1 proved"]);
}

#[test]
fn a_package_without_a_loop_counts_only_if_it_was_named() {
    let desk = desk();
    desk.package("pump", "pump", COUNTER);
    desk.package("shared", "shared", "#![no_std]\npub fn helper() {}\n");
    desk.file(
        "Cargo.toml",
        "[workspace]\nresolver = \"2\"\nmembers = [\"pump\", \"shared\"]\n",
    );
    check(&desk, "proved", &["--workspace"]).expect(0, &["Checking pump"]);
    check(&desk, "proved", &["-p", "shared"]).expect(4, &["no control loop"]);
    check(&desk, "proved", &["-p", "pump", "-p", "shared"]).expect(4, &["`shared`"]);
}

#[test]
fn unsupported_code_counts_where_the_loop_reaches_it() {
    let unsupported = "pub fn odd(x: u8) -> u8 { let p = &x as *const u8 as usize; p as u8 }\n";
    let unrelated = format!("{COUNTER}{unsupported}");
    let desk = desk();
    desk.package("", "firmware", &unrelated);
    check(&desk, "proved", &[]).expect(0, &[]);
    let reached = unrelated.replace("counter.count += step;", "counter.count += odd(step);");
    desk.file("src/lib.rs", &reached);
    let answer = check(&desk, "proved", &[]);
    answer.expect(2, &["tick is not checked", "falsify::"]);
    let answer = check(&desk, "proved", &["--message-format", "json"]);
    let objects = answer.expect(2, &[]).json();
    assert!(!of(&objects, "diagnostic").is_empty());
    let verdicts = of(&objects, "verdict");
    assert!(!verdicts.is_empty(), "the loop is lost");
    assert!(
        verdicts.iter().all(|it| it["verdict"] == "unknown"),
        "{verdicts:#?}"
    );
}

#[test]
fn a_crate_that_does_not_build_is_not_checked() {
    let desk = desk();
    desk.package(
        "",
        "firmware",
        &COUNTER.replace("count: u8", "count: Missing"),
    );
    let answer = check(&desk, "proved", &["--message-format", "json"]);
    let objects = answer.expect(2, &[]).json();
    assert_eq!(of(&objects, "not-compiled").len(), 1);
    assert_eq!(of(&objects, "verdict").len(), 0);
    assert_eq!(of(&objects, "summary")[0]["exit_code"], 2);
}

#[test]
fn flags_are_stronger_than_the_package_and_that_than_the_workspace() {
    let desk = desk();
    desk.package("pump", "pump", COUNTER);
    desk.package("fan", "fan", COUNTER);
    let manifest = fs::read_to_string(desk.path().join("pump/Cargo.toml")).expect("a manifest");
    let own = "[package.metadata.falsify]\nbound = 7\ntimeout = \"2m\"\nrequire = \"proved\"\n";
    desk.file("pump/Cargo.toml", &format!("{manifest}\n{own}"));
    desk.file(
        "Cargo.toml",
        "[workspace]\nresolver = \"2\"\nmembers = [\"pump\", \"fan\"]\n\
         [workspace.metadata.falsify]\nbound = 9\njobs = 1\npanics = \"warn\"\nengine = \"bmc\"\n",
    );
    let settings = |arguments: &[&str]| {
        let arguments = [&["--workspace", "--message-format", "json"], arguments].concat();
        let objects = check(&desk, "proved", &arguments).expect(0, &[]).json();
        let settings = of(&objects, "summary")[0]["settings"].clone();
        let entries = settings.as_array().expect("a list").clone();
        let keys = [
            "package", "bound", "timeout", "require", "panics", "jobs", "engine",
        ];
        let row = |it: &Json| keys.map(|key| it[key].to_string()).join(" ");
        entries.iter().map(row).collect::<Vec<_>>()
    };
    let fan = "\"fan\" 9 120 \"bounded\" \"warn\" 1 \"bmc\"";
    let pump = "\"pump\" 7 120 \"proved\" \"warn\" 1 \"bmc\"";
    assert_eq!(settings(&[]), [fan, pump]);
    let flags = [
        "--bound",
        "3",
        "--timeout",
        "1m",
        "--panics",
        "deny",
        "--engine",
        "pdr",
    ];
    let fan = "\"fan\" 3 60 \"bounded\" \"deny\" 1 \"pdr\"";
    let pump = "\"pump\" 3 60 \"proved\" \"deny\" 1 \"pdr\"";
    assert_eq!(settings(&flags), [fan, pump]);
}

#[test]
fn a_wrong_setting_stops_the_check() {
    let desk = counter();
    let manifest = fs::read_to_string(desk.path().join("Cargo.toml")).expect("a manifest");
    desk.file(
        "Cargo.toml",
        &format!("{manifest}\n[package.metadata.falsify]\nboud = 7\n"),
    );
    let answer = check(&desk, "proved", &[]);
    answer.expect(2, &["did you mean `bound`?"]);
    assert!(!answer.stderr.contains("Checking"), "{answer:#?}");
}

#[test]
fn wrong_flags_are_wrong_use() {
    let desk = counter();
    let cases = [
        ["--bound", "0"],
        ["--timeout", "soon"],
        ["--timeout", "0"],
        ["--jobs", "0"],
        ["--memory", "much"],
        ["--require", "luck"],
        ["--panics", "never"],
        ["--emit", "html5"],
    ];
    for flags in cases {
        check(&desk, "proved", &flags).expect(2, &[flags[0]]);
    }
}

#[test]
fn verdict_objects_have_exactly_the_documented_keys() {
    let desk = counter();
    let answer = check(
        &desk,
        "search",
        &["--message-format", "json", "--seed", "5"],
    );
    let objects = answer.expect(1, &[]).json();
    let verdicts = of(&objects, "verdict");
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
    for verdict in &verdicts {
        let found: Vec<&String> = verdict.as_object().expect("an object").keys().collect();
        assert_eq!(found, keys, "{verdict}");
        assert!(verdict["package"]
            .as_str()
            .is_some_and(|it| it.starts_with("firmware-")));
        assert_eq!(verdict["loop"], "tick");
        assert_eq!(verdict["file"], "src/lib.rs");
        assert_eq!(verdict["engine"], "fake");
    }
    let named = |name: &str| {
        let found = verdicts.iter().find(|it| it["property"] == name);
        found.unwrap_or_else(|| panic!("no {name}"))
    };
    let small = named("small");
    assert_eq!(
        (&small["kind"], &small["verdict"]),
        (&json!("monitor"), &json!("falsified"))
    );
    assert_eq!((&small["line"], &small["column"]), (&json!(16), &json!(1)));
    assert!(small["tick"].as_u64().is_some_and(|tick| tick >= 2));
    assert_eq!(small["earliest"], false);
    assert_eq!(
        (&small["bound"], &small["panic"]),
        (&Json::Null, &Json::Null)
    );
    let natural = named("natural");
    assert_eq!(
        (&natural["verdict"], &natural["bound"]),
        (&json!("holds"), &json!(1000))
    );
    assert_eq!(
        (&natural["tick"], &natural["earliest"]),
        (&Json::Null, &Json::Null)
    );
    let panic = named("overflow at src/lib.rs:10:5");
    assert_eq!(
        (&panic["kind"], &panic["panic"]),
        (&json!("panic"), &json!("overflow"))
    );
    assert_eq!(named("even")["kind"], "check");
    let timeout = check(&desk, "timeout", &["--message-format", "json"]).json();
    assert_eq!(timeout[0]["why"], "timeout");
    let summaries = of(&objects, "summary");
    let summary = summaries[0];
    let counts = ["falsified", "proved", "holds", "vacuous", "unknown"];
    let sum: u64 = counts.iter().filter_map(|it| summary[*it].as_u64()).sum();
    assert_eq!(json!(sum), summary["properties"]);
    assert_eq!(
        (&summary["loops"], &summary["settings"][0]["seed"]),
        (&json!(1), &json!(5))
    );
}

#[test]
fn files_about_a_violation_appear_and_go_with_it() {
    let desk = counter();
    let waves = desk.artifacts("firmware").join("tick/small.vcd");
    check(&desk, "search", &["--monitor", "small"]).expect(1, &["small.vcd"]);
    let text = fs::read_to_string(&waves).expect("the waves");
    assert!(text.contains("$scope module inputs $end"), "{text}");
    // A run that does not ask about it leaves it alone, one that finds it fine does not.
    check(&desk, "proved", &["--monitor", "natural"]).expect(0, &[]);
    assert!(waves.exists());
    check(&desk, "proved", &[]).expect(0, &[]);
    assert!(!waves.exists());
    check(&desk, "search", &["--monitor", "small", "--emit", "json"]).expect(1, &[]);
    assert!(!waves.exists(), "only the trace was asked for");
}

#[test]
fn files_that_cannot_be_written_change_no_verdict() {
    let desk = counter();
    let artifacts = desk.artifacts("firmware");
    fs::create_dir_all(artifacts.parent().expect("a parent")).expect("a directory");
    // Of another test with a desk of this number.
    let _ = fs::remove_dir_all(&artifacts);
    fs::write(&artifacts, "in the way").expect("a file");
    let answer = check(&desk, "search", &["--monitor", "small"]);
    answer.expect(1, &["warning: cannot write", "The count stays under five."]);
    let answer = check(
        &desk,
        "search",
        &["--monitor", "small", "-q", "--message-format", "json"],
    );
    let objects = answer.expect(1, &["warning: cannot write"]).json();
    assert_eq!(objects[0]["trace"], Json::Null);
    fs::remove_file(artifacts).expect("the file");
}

#[test]
fn two_runs_at_once_do_not_disturb_each_other() {
    let desk = counter();
    let start = || {
        let mut command = desk.command(&["--monitor", "small"]);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("it runs")
    };
    let runs: Vec<_> = (0..2).map(|_| start()).collect();
    for run in runs {
        Answer::of(run.wait_with_output().expect("it ends")).expect(1, &["small.vcd"]);
    }
    let directory = desk.artifacts("firmware").join("tick");
    let files = fs::read_dir(directory).expect("the files");
    let mut names: Vec<_> = files.map(|it| it.expect("a file").file_name()).collect();
    names.sort();
    let expected = ["small.json", "small.rs", "small.vcd"];
    assert_eq!(names, expected, "something is left over");
}

#[cfg(unix)]
mod signals {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command};

    /// Starts the tool and waits until the decider has begun on as many loops.
    fn started(desk: &Desk, wish: &str, arguments: &[&str], loops: usize) -> (Child, Vec<String>) {
        let mut command = desk.command(&[&["-v"], arguments].concat());
        command.env("FALSIFY_FAKE", wish);
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let stderr = child.stderr.as_mut().expect("stderr");
        let mut said = Vec::new();
        let mut lines = BufReader::new(stderr).lines();
        while said
            .iter()
            .filter(|it: &&String| it.contains("fake begins"))
            .count()
            < loops
        {
            said.push(lines.next().expect("it goes on").expect("a line"));
        }
        (child, said)
    }

    fn signal(child: &Child, name: &str) {
        let sent = Command::new("kill")
            .args(["-s", name, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill runs").success());
    }

    #[test]
    fn the_first_signal_ends_with_what_is_known() {
        let desk = desk();
        desk.package("", "firmware", TWO);
        let cases = [
            ("fast:wait slow:proved", 1, 3, 2),
            ("fast:proved slow:wait", 2, 3, 1),
            ("fast:search slow:wait", 2, 1, 1),
        ];
        for name in ["INT", "TERM"] {
            for (wish, loops, code, unknown) in cases {
                let (child, _) = started(&desk, wish, &["--message-format", "json"], loops);
                signal(&child, name);
                let answer = Answer::of(child.wait_with_output().expect("it ends"));
                let objects = answer.expect(code, &[]).json();
                let verdicts = of(&objects, "verdict");
                assert_eq!(verdicts.len(), 2, "{answer:#?}");
                let interrupted = verdicts.iter().filter(|it| it["why"] == "interrupted");
                assert_eq!(interrupted.count(), unknown, "{answer:#?}");
                assert_eq!(of(&objects, "summary")[0]["exit_code"], code);
            }
        }
    }

    #[test]
    fn the_second_signal_ends_the_process() {
        let desk = counter();
        let (mut child, _) = started(&desk, "deaf", &[], 1);
        signal(&child, "INT");
        // The two must not become one on their way.
        while child.try_wait().expect("a state").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(20));
            signal(&child, "INT");
        }
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
    }
}
