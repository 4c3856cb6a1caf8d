//! A check in parts: each property is asked once, together they are the whole, and nothing less passes for it.

use std::collections::BTreeSet;
use std::fs;

use falsify_tests::user::{Answer, Desk};
use serde_json::Value as Json;

const LIB: &str = "#![no_std]
use falsify::{check, control_loop, monitor};
#[control_loop]
pub fn fast(state: &mut u8, #[input(0..=9)] x: u8) { *state += x; check!(\"even\", x < 10); }
#[control_loop]
pub fn slow(state: &mut u16, y: u16) { *state = y; }
/// Fast is small.
#[monitor(of = fast)]
fn little(state: &u8) -> bool { *state < 100 }
#[monitor(of = fast)]
fn any(state: &u8) -> bool { *state < 255 }
#[monitor(of = slow)]
fn tiny(state: &u16) -> bool { *state < 20 }
";

fn desk() -> Desk {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    desk.package("", "firmware", LIB);
    desk
}

/// What a run with verdicts as wished prints, in JSON.
fn check(desk: &Desk, wish: &str, arguments: &[&str]) -> Answer {
    let mut command = desk.command(&[arguments, &["--message-format", "json"]].concat());
    Answer::of(command.env("FALSIFY_FAKE", wish).output().expect("it runs"))
}

/// Runs all parts and keeps what they print as `1.json`, `2.json`, ….
fn parts(desk: &Desk, wish: &str, of: u32, arguments: &[&str]) -> Vec<Answer> {
    let run = |index: u32| {
        let shard = format!("{index}/{of}");
        let answer = check(desk, wish, &[arguments, &["--shard", &shard]].concat());
        desk.file(&format!("{index}.json"), &answer.stdout);
        answer
    };
    (1..=of).map(run).collect()
}

fn files(of: u32) -> Vec<String> {
    (1..=of).map(|index| format!("{index}.json")).collect()
}

fn merge(desk: &Desk, files: &[String], format: &str) -> Answer {
    let mut arguments = vec!["merge", "--message-format", format];
    arguments.extend(files.iter().map(String::as_str));
    desk.falsify(&arguments)
}

/// Package, loop, property and verdict, sorted; those of panics differ in nothing else.
fn verdicts(answer: &Answer) -> Vec<String> {
    let objects = answer.json();
    let told = objects.iter().filter(|it| it["reason"] == "verdict");
    let mut lines: Vec<String> = told.map(Json::to_string).collect();
    lines.sort();
    lines
}

#[test]
fn the_parts_of_a_check_make_the_same_verdicts_and_exit_code_as_the_whole() {
    for wish in [
        "proved",
        "search",
        "timeout",
        "fast:proved slow:short",
        "not-reproduced",
    ] {
        let desk = desk();
        let whole = check(&desk, wish, &[]);
        for of in [1, 2, 5] {
            let own: Vec<Vec<String>> = parts(&desk, wish, of, &[]).iter().map(verdicts).collect();
            let distinct: BTreeSet<&String> = own.iter().flatten().collect();
            assert_eq!(distinct.len(), own.iter().flatten().count(), "asked twice");
            let merged = merge(&desk, &files(of), "json");
            assert_eq!(merged.code, whole.code, "{wish}: {merged:#?}");
            assert_eq!(verdicts(&merged), verdicts(&whole), "{wish}");
            let summaries = [&merged, &whole].map(|it| {
                let mut last = it.json().pop().expect("a summary");
                last["settings"][0]["jobs"] = Json::Null;
                last
            });
            assert_eq!(summaries[0], summaries[1], "{wish}");
        }
    }
}

#[test]
fn an_empty_part_says_so_and_is_no_failure() {
    let desk = desk();
    let arguments = ["--monitor", "tiny"];
    let answers = parts(&desk, "proved", 4, &arguments);
    let codes: Vec<Option<i32>> = answers.iter().map(|it| it.code).collect();
    assert_eq!(codes, [Some(0); 4]);
    assert!(answers.iter().any(|it| verdicts(it).is_empty()));
    merge(&desk, &files(4), "human").expect(0, &["✓ tiny", "1 proved"]);
    let human = desk.falsify(&["--monitor", "tiny", "--shard", "1/4"]);
    assert!(human.stderr.contains("of 1 properties"), "{human:#?}");
    // What is not there is missing in every part.
    let gone = parts(&desk, "proved", 2, &["--monitor", "gone"]);
    assert!(gone.iter().all(|it| it.code == Some(4)), "{gone:#?}");
}

#[test]
fn what_is_not_exactly_one_check_is_an_error_with_a_code() {
    let desk = desk();
    parts(&desk, "proved", 3, &[]);
    let third = fs::read_to_string(desk.path().join("3.json")).expect("results");
    let lines: Vec<&str> = third.lines().collect();
    desk.file("cut.json", &lines[..lines.len() - 1].join("\n"));
    desk.file("torn.json", &third[..third.len() / 2]);
    desk.file("empty.json", "");
    let other = check(&desk, "proved", &["--shard", "3/3", "--bound", "7"]);
    desk.file("bound.json", &other.stdout);
    let other = check(&desk, "proved", &["--shard", "3/3", "--loop", "fast"]);
    desk.file("loop.json", &other.stdout);
    desk.file(
        "src/lib.rs",
        &format!("{LIB}// Another state of the source.\n"),
    );
    let other = check(&desk, "proved", &["--shard", "3/3"]);
    desk.file("edited.json", &other.stdout);
    desk.file("src/lib.rs", "fn broken() -> u8 { true }");
    let other = check(&desk, "proved", &["--shard", "3/3"]);
    desk.file("broken.json", &other.stdout);
    let cases: &[(&[&str], &str)] = &[
        (&["1.json", "2.json"], "partial"),
        (&["1.json"], "partial"),
        (&["1.json", "2.json", "2.json"], "overlap"),
        (&["1.json", "2.json", "3.json", "3.json"], "overlap"),
        (&["1.json", "2.json", "cut.json"], "incomplete"),
        (&["1.json", "2.json", "torn.json"], "unreadable"),
        (&["1.json", "2.json", "empty.json"], "incomplete"),
        (&["1.json", "2.json", "gone.json"], "unreadable"),
        (&["1.json", "2.json", "Cargo.toml"], "unreadable"),
        (&["1.json", "2.json", "bound.json"], "different"),
        (&["1.json", "2.json", "loop.json"], "different"),
        (&["1.json", "2.json", "edited.json"], "different"),
        (&["1.json", "2.json", "broken.json"], "failed"),
    ];
    for (names, code) in cases {
        let names: Vec<String> = names.iter().map(|it| it.to_string()).collect();
        let code = format!("falsify::results::{code}");
        let answer = merge(&desk, &names, "human");
        assert_eq!(answer.expect(2, &[&code]).stdout, "", "{names:?}");
        let sarif = merge(&desk, &names, "sarif");
        assert!(sarif.expect(2, &[]).stdout.contains(&code), "{sarif:#?}");
        desk.falsify(&["explain", &code]).expect(0, &["What to do"]);
    }
    merge(&desk, &files(3), "human").expect(0, &[]);
}

#[test]
fn merged_results_are_written_in_every_format() {
    let desk = desk();
    parts(&desk, "search", 2, &[]);
    merge(&desk, &files(2), "sarif").expect(1, &["\"exitCode\": 1", "monitor/tiny"]);
    merge(&desk, &files(2), "junit").expect(1, &["<failure", "tiny"]);
    merge(&desk, &files(2), "github").expect(1, &["::error file=src/lib.rs", "::notice"]);
    let human = merge(&desk, &files(2), "human");
    human.expect(1, &["✗ tiny", "falsified at tick", "falsified"]);
    // What was merged is a whole, and can be read again.
    let again = merge(&desk, &files(2), "json");
    desk.file("all.json", &again.stdout);
    let again = merge(&desk, &["all.json".into()], "json");
    assert_eq!(
        again.expect(1, &[]).stdout,
        merge(&desk, &files(2), "json").stdout
    );
}

#[test]
fn a_shard_that_is_none_is_wrong_use() {
    let desk = desk();
    for shard in ["0/2", "3/2", "1", "one/two"] {
        desk.falsify(&["--shard", shard]).expect(2, &["K/N"]);
    }
    desk.falsify(&["merge"]).expect(2, &["FILE"]);
}
