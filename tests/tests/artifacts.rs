//! Files about violations and proofs, made by the tool as users run it: the generated test fails on the crate and passes
//! on its repaired twin, a stored trace is replayed, certificates are judged by a solver that did not make them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use falsify_tests::user::{repository, Answer, Desk};
use serde_json::Value as Json;
use z3::SatResult;

fn desk() -> Desk {
    Desk::new(env!("CARGO_BIN_EXE_falsify-under-test"))
}

fn of<'a>(objects: &'a [Json], reason: &str) -> Vec<&'a Json> {
    objects.iter().filter(|it| it["reason"] == reason).collect()
}

/// The crates of the verdict corpus by their names.
fn corpus() -> BTreeMap<String, String> {
    let mut cases = BTreeMap::new();
    for file in ["basics", "execution", "forms"] {
        let path = repository().join(format!("tests/verdict/{file}.rs"));
        let text = fs::read_to_string(path).expect("the corpus");
        for part in text.split("//// ").skip(1) {
            let (name, text) = part.split_once('\n').expect("a name and a text");
            cases.insert(name.trim().to_owned(), text.to_owned());
        }
    }
    cases
}

/// Inputs of every kind that a test has to write down.
const VALUES: &str = "
use falsify::{control_loop, monitor};
#[derive(Clone, Copy, PartialEq)] pub enum Mode { Idle, At(u8), Range { from: i16, to: i16 } }
#[derive(Clone, Copy)] pub struct Sample { pub level: f32, raw: [u8; 2] }
#[derive(Default)] pub struct S { hits: u8 }
#[control_loop] fn tick(s: &mut S, mode: Mode, sample: Sample, key: char, last: Option<(i8, bool)>, r#type: u64) {
    let hit = mode == (Mode::Range { from: -3, to: 7 }) && sample.level > 1.5 && sample.raw[1] == 9
        && key == '\\'' && last == Some((-1, true)) && r#type == u64::MAX;
    s.hits += hit as u8;
}
#[monitor] fn never(s: &S) -> bool { s.hits < 2 }
";

/// A handler that only unsafe code may call.
const UNSAFE: &str = "
use core::sync::atomic::{AtomicBool, Ordering};
use falsify::{control_loop, isr, monitor};
static FLAG: AtomicBool = AtomicBool::new(false);
#[isr] unsafe fn on_timer() { FLAG.store(true, Ordering::Relaxed); }
#[control_loop] fn tick() -> bool { FLAG.swap(false, Ordering::Relaxed) }
#[monitor] fn never(out: bool) -> bool { !out }
";

/// A loop and a monitor that are private to modules of their own.
const PRIVATE: [(&str, &str); 3] = [
    ("src/lib.rs", "#![no_std]\nmod motor;\nmod rules;\n"),
    (
        "src/motor.rs",
        "#[derive(Default)] pub(crate) struct Motor { speed: u8 }\n\
         impl Motor {\n    pub(crate) fn speed(&self) -> u8 { self.speed }\n\
         #[falsify::control_loop] fn step(&mut self, faster: bool) -> u8 {\n\
         if faster { self.speed = self.speed.saturating_add(LIMIT); }\n        self.speed\n    }\n}\n\
         const LIMIT: u8 = 40;\n",
    ),
    (
        "src/rules.rs",
        "use crate::motor::Motor;\n\
         /// Never above one hundred.\n#[falsify::monitor(of = crate::motor::Motor::step)]\n\
         fn slow(motor: &Motor, out: u8, last: &mut Option<u8>) -> bool {\n\
         let fine = motor.speed() <= 100 || last.is_none();\n    *last = Some(out);\n    fine\n}\n",
    ),
];

/// A workspace with a package for each case.
fn workspace(cases: &[(&str, &str)]) -> Desk {
    let desk = desk();
    let mut members = Vec::new();
    for (name, text) in cases {
        desk.package(name, name, text);
        members.push(format!("{name:?}"));
    }
    let members = members.join(", ");
    desk.file(
        "Cargo.toml",
        &format!("[workspace]\nresolver = \"2\"\nmembers = [{members}]\n"),
    );
    desk
}

/// A test that the tool has written.
struct Generated {
    package: String,
    /// Where it says that it goes.
    path: PathBuf,
    text: String,
    /// Whether it stands in the loop's own module.
    is_inside: bool,
}

impl Generated {
    fn of(verdict: &Json) -> Generated {
        let trace = verdict["trace"].as_str().expect("the path of the trace");
        let text = fs::read_to_string(Path::new(trace).with_extension("rs")).expect("the test");
        let package = verdict["package"].as_str().expect("a package").to_owned();
        let line = text.lines().find(|it| it.starts_with("// Put this"));
        let line = line.expect("a place for the test");
        let inside = line.strip_prefix("// Put this at the end of the module of the loop, in ");
        let outside = line.strip_prefix("// Put this into ");
        let path = match (inside, outside) {
            (Some(path), _) => PathBuf::from(path.trim_end_matches('.')),
            (None, Some(rest)) => {
                let path = rest.split(' ').next().expect("a path");
                Path::new(&package).join(path)
            }
            _ => panic!("where does it go? {line}"),
        };
        Generated {
            package,
            path,
            is_inside: inside.is_some(),
            text,
        }
    }

    fn put(&self, desk: &Desk) {
        let path = desk.path().join(&self.path);
        let before = match self.is_inside {
            true => fs::read_to_string(&path).expect("the module"),
            false => String::new(),
        };
        desk.file(
            &self.path.display().to_string(),
            &format!("{before}\n{}", self.text),
        );
    }
}

/// Asks about everything in a workspace and gives the tests that were written.
fn generated(desk: &Desk) -> Vec<Generated> {
    let arguments = ["--workspace", "--bound", "20", "--timeout", "60", "-q"];
    let answer = desk.falsify(&[&arguments[..], &["--message-format", "json"]].concat());
    let objects = answer.expect(1, &[]).json();
    let falsified = of(&objects, "verdict").into_iter();
    let falsified = falsified.filter(|it| it["verdict"] == "falsified");
    falsified.map(Generated::of).collect()
}

/// What `cargo test` says of each test, with the tool on the path.
fn cargo_test(desk: &Desk) -> (Vec<(String, bool)>, String) {
    let bin = desk.path().join("bin");
    fs::create_dir_all(&bin).expect("a directory");
    let tool = bin.join(format!("cargo-falsify{}", std::env::consts::EXE_SUFFIX));
    fs::copy(env!("CARGO_BIN_EXE_falsify-under-test"), tool).expect("the tool");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = [bin].into_iter().chain(std::env::split_paths(&path));
    let output = Command::new(env!("CARGO"))
        .args(["test", "--workspace", "--no-fail-fast", "--offline"])
        .current_dir(desk.path())
        .env("PATH", std::env::join_paths(paths).expect("paths"))
        .env("CARGO_TARGET_DIR", repository().join("target/user"))
        .output()
        .expect("cargo runs");
    let answer = Answer::of(output);
    let all = format!("{}{}", answer.stdout, answer.stderr);
    assert!(!all.contains("could not compile"), "{all}");
    let lines = answer.stdout.lines();
    let tests = lines.filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "));
    let tests = tests.map(|(name, how)| (name.to_owned(), how == "ok"));
    (tests.collect(), all)
}

#[test]
fn generated_tests_fail_on_the_crate_and_pass_on_its_repaired_twin() {
    // The second is the first one repaired; a name without a twin is only seen to fail.
    let pairs = [
        ("counter_reaches_ten", "counter_stops_at_nine"),
        ("deadline_missed", "deadline_met"),
        ("division_by_zero", "division_guarded"),
        ("index_out_of_bounds", "index_wraps"),
        ("unwrap_of_none", "unwrap_of_some"),
        ("check_inside", "check_inside_holds"),
        ("superloop_counts", "superloop_stays"),
        ("plant_overshoots", "plant_stays"),
        ("panic_ends_the_run", ""),
        ("assumption_in_time", ""),
        ("panic_in_a_function_that_blames_its_caller", ""),
        ("array_at_the_start_of_a_slice", ""),
        ("handler_sets_flag", ""),
        ("two_handlers_in_any_order", ""),
        ("waits_inside_a_tick", ""),
        ("last_event_of_a_tick", ""),
        ("private_parts", ""),
        ("values", ""),
        ("unsafe_handler", ""),
        ("cruise", ""),
    ];
    let cruise = repository().join("examples/cruise/src/lib.rs");
    let mut texts = corpus();
    texts.insert("values".into(), VALUES.into());
    texts.insert("unsafe_handler".into(), UNSAFE.into());
    texts.insert("private_parts".into(), String::new());
    let cruise = fs::read_to_string(cruise).expect("the example");
    let cruise = cruise.split("#[cfg(test)]").next().expect("the firmware");
    texts.insert("cruise".into(), cruise.to_owned());
    let text = |name: &str| texts[name].as_str();
    let cases: Vec<(&str, &str)> = pairs.iter().map(|it| (it.0, text(it.0))).collect();
    let desk = workspace(&cases);
    for (path, text) in PRIVATE {
        desk.file(&format!("private_parts/{path}"), text);
    }
    let tests = generated(&desk);
    for (name, _) in pairs {
        assert!(tests.iter().any(|it| it.package == name), "{name}: no test");
    }
    let inside = tests.iter().filter(|it| it.is_inside).count();
    assert!(inside >= 10, "only {inside} tests call the loop themselves");
    tests.iter().for_each(|it| it.put(&desk));
    let (outcomes, said) = cargo_test(&desk);
    assert_eq!(outcomes.len(), tests.len(), "{outcomes:?}\n{said}");
    let passed: Vec<_> = outcomes.iter().filter(|it| it.1).collect();
    assert!(
        passed.is_empty(),
        "these pass on a broken crate: {passed:?}\n{said}"
    );

    let repaired: Vec<_> = pairs.iter().filter(|it| !it.1.is_empty()).collect();
    for (name, _) in pairs {
        fs::remove_dir_all(desk.path().join(name)).expect("a package");
    }
    let cases: Vec<(&str, &str)> = repaired.iter().map(|it| (it.0, text(it.1))).collect();
    let twins = workspace(&cases);
    let tests = tests.iter();
    let tests: Vec<_> = tests
        .filter(|it| cases.iter().any(|case| case.0 == it.package))
        .collect();
    tests.iter().for_each(|it| it.put(&twins));
    let (outcomes, said) = cargo_test(&twins);
    assert_eq!(outcomes.len(), tests.len(), "{outcomes:?}\n{said}");
    let failed: Vec<_> = outcomes.iter().filter(|it| !it.1).collect();
    assert!(
        failed.is_empty(),
        "these fail on a repaired crate: {failed:?}\n{said}"
    );
}

const COUNTER: &str = "#![no_std]
use falsify::{check, control_loop, monitor};
#[derive(Default)]
pub struct Counter { count: u8 }
#[control_loop]
pub fn tick(counter: &mut Counter, #[input(0..=3)] step: u8) {
    counter.count += step;
    check!(\"odd\", counter.count != 7);
}
/// The count stays under five.
#[monitor]
fn small(counter: &Counter) -> bool { counter.count < 5 }
";

/// The counter with a trace of each property, by the names of the properties.
fn counted() -> (Desk, BTreeMap<String, String>) {
    let desk = desk();
    desk.package("", "firmware", COUNTER);
    let answer = desk.falsify(&["--bound", "100", "--message-format", "json"]);
    let objects = answer.expect(1, &[]).json();
    let entry = |it: &&Json| {
        let text = |key: &str| it[key].as_str().expect("a text").to_owned();
        (text("property"), text("trace"))
    };
    let traces: BTreeMap<_, _> = of(&objects, "verdict").iter().map(entry).collect();
    assert_eq!(traces.len(), 3, "{traces:?}");
    (desk, traces)
}

fn replay(desk: &Desk, trace: &str) -> Answer {
    desk.falsify(&["replay", trace])
}

#[test]
fn a_stored_trace_is_replayed_on_the_crate_as_it_is() {
    let (desk, traces) = counted();
    let overflow = "overflow at src/lib.rs:7:5";
    replay(&desk, &traces["small"]).expect(
        1,
        &[
            "× The count stays under five.",
            "counter.count < 5",
            "still violated: small, at tick 2",
        ],
    );
    replay(&desk, &traces["odd"]).expect(1, &["odd"]);
    replay(&desk, &traces[overflow]).expect(1, &["attempt to add with overflow"]);
    // Lines above move places, not properties.
    desk.file(
        "src/lib.rs",
        &COUNTER.replace("use ", "\n\n// A comment.\nuse "),
    );
    for trace in traces.values() {
        replay(&desk, trace).expect(1, &["still violated"]);
    }
    let repaired = COUNTER.replace("+= step;", "= (counter.count + step) % 5;");
    desk.file("src/lib.rs", &repaired);
    for trace in traces.values() {
        replay(&desk, trace).expect(0, &["not violated: the trace runs to its end"]);
    }
    // A monitor that is fine now does not excuse a panic on the way to its old violation.
    let worse = COUNTER.replace("+= step;", "= counter.count.checked_sub(step).unwrap();");
    desk.file("src/lib.rs", &worse);
    replay(&desk, &traces["small"]).expect(1, &["unwrap"]);
}

#[test]
fn a_trace_that_does_not_fit_any_more_says_nothing() {
    let (desk, traces) = counted();
    let cases = [
        ("fn small", "fn little", "there is no monitor `small`"),
        ("fn tick", "fn tock", "there is no loop `tick`"),
        (
            "step: u8) {",
            "stride: u8) { let step = stride;",
            "from `step`",
        ),
        (
            "#[input(0..=3)] step: u8) {",
            "step: bool) { let step = step as u8;",
            "no value for `step`",
        ),
        (
            "    counter.count += step;",
            "    falsify::assume(step < 2); counter.count += step;",
            "assum",
        ),
    ];
    for (from, to, said) in cases {
        desk.file("src/lib.rs", &COUNTER.replace(from, to));
        replay(&desk, &traces["small"]).expect(3, &["does not fit", said]);
    }
    desk.file(
        "src/lib.rs",
        &COUNTER.replace("count: u8", "count: Missing"),
    );
    replay(&desk, &traces["small"]).expect(2, &["Missing"]);
}

#[test]
fn what_is_no_trace_is_wrong_use() {
    let (desk, traces) = counted();
    let whole = fs::read_to_string(&traces["small"]).expect("the trace");
    let json: Json = serde_json::from_str(&whole).expect("JSON");
    let without = |key: &str| {
        let mut json = json.clone();
        json.as_object_mut().expect("an object").remove(key);
        json.to_string()
    };
    let mut texts = vec![
        "".to_owned(),
        "[1, 2]".to_owned(),
        whole[..whole.len() / 2].to_owned(),
        whole.replace("\"falsify\": 1", "\"falsify\": 2"),
        whole.replace("\"value\"", "\"valeu\""),
        whole.replace("\"tick\": 2", "\"tick\": 3"),
    ];
    texts.extend(
        [
            "falsify", "package", "loop", "property", "tick", "start", "ticks",
        ]
        .map(without),
    );
    for text in texts {
        desk.file("bad.json", &text);
        replay(&desk, "bad.json").expect(2, &["bad.json is not a trace"]);
    }
    replay(&desk, "missing.json").expect(2, &["missing.json"]);
    desk.falsify(&["replay"]).expect(2, &["<TRACE>"]);
}

#[test]
fn the_replay_object_has_the_documented_keys() {
    let (desk, traces) = counted();
    let keys = [
        "loop", "outcome", "package", "property", "reason", "tick", "trace", "why",
    ];
    let replayed = |code: i32| {
        let answer = desk.falsify(&["replay", &traces["small"], "--message-format", "json"]);
        let objects = answer.expect(code, &[]).json();
        let object = of(&objects, "replay")[0].clone();
        let found: Vec<&String> = object.as_object().expect("an object").keys().collect();
        assert_eq!(found, keys);
        object
    };
    let violated = replayed(1);
    assert_eq!(
        (&violated["outcome"], &violated["tick"]),
        (&"violated".into(), &2.into())
    );
    desk.file("src/lib.rs", &COUNTER.replace("+= step", "= step"));
    assert_eq!(replayed(0)["outcome"], "not violated");
    desk.file("src/lib.rs", &COUNTER.replace("fn small", "fn little"));
    let misfit = replayed(3);
    assert_eq!(misfit["outcome"], "does not fit");
    assert!(misfit["why"]
        .as_str()
        .is_some_and(|it| it.contains("small")));
}

/// Answers to the questions of a file.
fn answers(path: &str) -> Vec<SatResult> {
    let script = fs::read_to_string(path).expect("the certificate");
    let question = |text: &str| {
        let solver = z3::Solver::new();
        assert!(text.contains("(check-sat)"), "{text}");
        solver.from_string(text.replace("(check-sat)", ""));
        assert!(!solver.get_assertions().is_empty(), "not read: {text}");
        solver.check()
    };
    script.split("(reset)").map(question).collect()
}

#[test]
fn certificates_are_written_and_stand() {
    let texts = corpus();
    let names = [
        "counter_stops_at_nine",
        "deadline_met",
        "superloop_stays",
        "plant_stays",
    ];
    let cases: Vec<(&str, &str)> = names.iter().map(|it| (*it, texts[*it].as_str())).collect();
    let desk = workspace(&cases);
    let arguments = [
        "--workspace",
        "--require",
        "proved",
        "--emit",
        "certificate",
    ];
    let answer = desk.falsify(&[&arguments[..], &["--message-format", "json"]].concat());
    let objects = answer.expect(0, &[]).json();
    let certificates = of(&objects, "certificate");
    let mut named = Vec::new();
    for certificate in &certificates {
        let keys: Vec<&String> = certificate.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["file", "loop", "package", "properties", "reason"]);
        let file = certificate["file"].as_str().expect("a path");
        let answers = answers(file);
        assert!(answers.len() >= 2, "{file}");
        assert!(
            answers.iter().all(|it| *it == SatResult::Unsat),
            "{file}: {answers:?}"
        );
        let properties = certificate["properties"].as_array().expect("names");
        named.extend(
            properties
                .iter()
                .map(|it| (certificate["package"].clone(), it.clone())),
        );
    }
    // Each property has exactly one.
    for verdict in of(&objects, "verdict") {
        let own = (verdict["package"].clone(), verdict["property"].clone());
        assert_eq!(named.iter().filter(|it| **it == own).count(), 1, "{own:?}");
    }
    let file = certificates[0]["file"].as_str().expect("a path").to_owned();
    let broken = fs::read_to_string(&file)
        .expect("the file")
        .replace("(assert (not ", "(assert (and true ");
    fs::write(&file, broken).expect("written");
    assert!(
        answers(&file).contains(&SatResult::Sat),
        "a broken certificate stands"
    );
    desk.falsify(&arguments[..3]).expect(0, &[]);
    assert!(
        !Path::new(&file).exists(),
        "the certificate of an earlier run is left"
    );
    desk.falsify(&["-p", "deadline_met", "--emit", "certificate"])
        .expect(0, &["proof ", ".smt2 ("]);
}
