//! The documents of the check: read by other programs, and never better than the exit code.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use falsify_tests::user::{repository, Answer, Desk};
use serde_json::Value as Json;
use serde_sarif::sarif::Sarif;

const COUNTER: &str = "#![no_std]
use falsify::{control_loop, monitor};
#[derive(Default)]
pub struct Counter { count: u8 }
#[control_loop]
pub fn tick(counter: &mut Counter, step: u8) {
    counter.count = counter.count.wrapping_add(step % 4);
}
/// 100% of the counts, <small> & \"quoted\", are below 5.
#[monitor]
fn small(counter: &Counter) -> bool { counter.count < 5 }
";

fn counter() -> Desk {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    desk.package("", "firmware", COUNTER);
    desk
}

fn check(desk: &Desk, wish: &str, format: &str) -> Answer {
    let mut command = desk.command(&["--message-format", format, "--monitor", "small"]);
    Answer::of(command.env("FALSIFY_FAKE", wish).output().expect("it runs"))
}

/// The schema of SARIF 2.1.0, which the crate that reads it carries.
fn sarif_schema() -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    let cargo = cargo.args(["metadata", "--format-version", "1", "--locked"]);
    let told = cargo
        .current_dir(repository())
        .output()
        .expect("cargo runs");
    let metadata: Json = serde_json::from_slice(&told.stdout).expect("metadata");
    let mut packages = metadata["packages"].as_array().into_iter().flatten();
    let reader = packages.find(|it| it["name"] == "serde-sarif");
    let manifest = reader.and_then(|it| it["manifest_path"].as_str());
    let schema = Path::new(manifest.expect("a dependency")).with_file_name("src/schema.json");
    assert!(schema.is_file(), "{schema:?} is gone");
    schema
}

/// What another program makes of the document.
fn read(format: &str, document: &str) -> String {
    let script = repository().join("tests/read_formats.py");
    let mut reader = Command::new("python3")
        .arg(script)
        .arg(format)
        .args((format == "sarif").then(sarif_schema))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python runs");
    let mut stdin = reader.stdin.take().expect("a pipe");
    stdin.write_all(document.as_bytes()).expect("it reads");
    drop(stdin);
    let output = reader.wait_with_output().expect("it ends");
    assert!(output.status.success(), "not read:\n{document}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What the decider does, the exit code, and how SARIF and JUnit show the monitor.
const CASES: &[(&str, i32, &str, &str)] = &[
    ("proved", 0, "pass", "pass"),
    ("holds", 0, "pass", "pass"),
    ("short", 3, "open", "failure"),
    ("vacuous", 3, "review", "failure"),
    ("timeout", 3, "open", "failure"),
    ("search", 1, "fail", "failure"),
    ("not-reproduced", 101, "open", "failure"),
];

#[test]
fn every_verdict_is_read_with_its_place_and_keeps_its_exit_code() {
    let desk = counter();
    for (wish, code, kind, case) in CASES {
        let sarif = check(&desk, wish, "sarif");
        let told = read("sarif", &sarif.expect(*code, &[]).stdout);
        let typed: Sarif = serde_json::from_str(&sarif.stdout).expect("SARIF");
        let results = typed
            .runs
            .iter()
            .flat_map(|run| run.results.iter().flatten());
        assert!(results.clone().count() > 0, "{wish}: nothing is told");
        for result in results {
            let places = result.locations.as_ref().map_or(0, Vec::len);
            assert_eq!(places, 1, "{wish}: {result:?}");
        }
        assert!(
            told.contains(&format!("monitor/small\t{kind}\n")),
            "{wish}: {told}"
        );
        assert!(
            told.ends_with(&format!("exit code\t{code}\n")),
            "{wish}: {told}"
        );
        let junit = check(&desk, wish, "junit");
        let told = read("junit", &junit.expect(*code, &[]).stdout);
        assert!(told.contains(&format!("small\t{case}\n")), "{wish}: {told}");
    }
}

#[test]
fn annotations_are_single_lines_with_their_place() {
    let desk = counter();
    for (wish, code, _, _) in CASES {
        let answer = check(&desk, wish, "github");
        let lines: Vec<&str> = answer.expect(*code, &[]).stdout.lines().collect();
        let errors = lines.iter().filter(|it| it.starts_with("::error"));
        assert_eq!(errors.count() > 0, *code != 0, "{wish}: {lines:#?}");
        assert!(lines.iter().all(|it| it.starts_with("::")), "{lines:#?}");
    }
    let violated = check(&desk, "search", "github");
    let place = "::error file=src/lib.rs,line=11,col=1,title=small%3A falsified::small is falsified at tick ";
    assert!(violated.stdout.starts_with(place), "{violated:#?}");
    assert!(
        violated.stdout.contains("Required: 100%25 of"),
        "{violated:#?}"
    );
}

#[test]
fn a_check_that_cannot_be_done_shows_a_failure() {
    let broken = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    broken.package(
        "",
        "firmware",
        "#![no_std]\nfn broken() -> u8 { true }\n#[falsify::control_loop] fn tick(n: &mut u8) {}\n",
    );
    let empty = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    empty.package("", "firmware", "#![no_std]\n");
    for (desk, code) in [(&broken, 2), (&empty, 4)] {
        let junit = check(desk, "proved", "junit");
        let told = read("junit", &junit.expect(code, &[]).stdout);
        assert!(told.contains("\terror\n"), "{told}");
        let github = check(desk, "proved", "github");
        assert!(github.expect(code, &[]).stdout.contains("::error "));
        let sarif = check(desk, "proved", "sarif");
        let told = read("sarif", &sarif.expect(code, &[]).stdout);
        assert!(told.ends_with(&format!("exit code\t{code}\n")), "{told}");
    }
}

#[test]
fn other_commands_refuse_documents() {
    let desk = counter();
    for command in ["list", "run", "explain"] {
        let answer = desk.falsify(&[command, "--message-format", "sarif"]);
        assert_eq!(answer.expect(2, &["one of `check`"]).stdout, "");
    }
}
