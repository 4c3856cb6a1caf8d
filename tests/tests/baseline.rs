//! A check held against an earlier one: what is worse is named and can be the gate, and nothing is excused that the baseline
//! does not know.

use falsify_tests::user::{Answer, Desk};
use serde_json::Value as Json;

const LIB: &str = "#![no_std]
use falsify::{control_loop, monitor};
#[control_loop]
pub fn fast(state: &mut u8, x: u8) { *state = x; }
#[control_loop]
pub fn slow(state: &mut u16, y: u16) { *state = y; }
/// Fast is small.
#[monitor(of = fast)]
fn little(state: &u8) -> bool { *state < 100 }
#[monitor(of = slow)]
fn tiny(state: &u16) -> bool { *state < 20 }
";

fn desk() -> Desk {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    desk.package("", "firmware", LIB);
    desk
}

fn check(desk: &Desk, wish: &str, arguments: &[&str]) -> Answer {
    let mut command = desk.command(arguments);
    Answer::of(command.env("FALSIFY_FAKE", wish).output().expect("it runs"))
}

/// Keeps the results of a check as `baseline.json`.
fn keep(desk: &Desk, wish: &str, arguments: &[&str]) {
    let answer = check(
        desk,
        wish,
        &[arguments, &["--message-format", "json"]].concat(),
    );
    desk.file("baseline.json", &answer.stdout);
}

const COMPARED: [&str; 2] = ["--baseline", "baseline.json"];
const GATED: [&str; 3] = ["--baseline", "baseline.json", "--regressions-only"];

/// What has changed, as `change loop property`.
fn changes(answer: &Answer) -> Vec<String> {
    let objects = answer.json();
    let told = objects.iter().filter(|it| it["reason"] == "change");
    let text = |it: &Json, key: &str| it[key].as_str().unwrap_or_default().to_owned();
    told.map(|it| {
        ["change", "loop", "property"]
            .map(|key| text(it, key))
            .join(" ")
    })
    .collect()
}

/// The verdicts before and now, the exit code without and with the gate, and what has changed.
type Case<'a> = (&'a str, &'a str, i32, i32, &'a [&'a str]);

#[test]
fn only_what_is_worse_fails_if_only_regressions_count() {
    let cases: &[Case] = &[
        ("search", "search", 1, 0, &[]),
        ("proved", "proved", 0, 0, &[]),
        ("timeout", "timeout", 3, 0, &[]),
        (
            "fast:proved slow:search",
            "search",
            1,
            1,
            &["newly falsified fast little"],
        ),
        (
            "fast:search slow:proved",
            "fast:search slow:holds",
            1,
            3,
            &["proof lost slow tiny"],
        ),
        (
            "proved",
            "fast:proved slow:timeout",
            3,
            3,
            &["proof lost slow tiny"],
        ),
        (
            "holds",
            "fast:holds slow:short",
            3,
            3,
            &["bound shrank slow tiny"],
        ),
        (
            "fast:short slow:holds",
            "holds",
            0,
            0,
            &["bound grew fast little"],
        ),
        (
            "fast:timeout slow:proved",
            "proved",
            0,
            0,
            &["newly proved fast little"],
        ),
        (
            "fast:search slow:holds",
            "holds",
            0,
            0,
            &["no longer falsified fast little"],
        ),
        (
            "search",
            "not-reproduced",
            101,
            101,
            &[
                "no longer falsified fast little",
                "no longer falsified slow tiny",
            ],
        ),
    ];
    let desk = desk();
    for (before, now, code, gated, wanted) in cases {
        keep(&desk, before, &[]);
        let plain = check(&desk, now, &COMPARED);
        plain.expect(*code, &["Compared with baseline.json: "]);
        let json = check(
            &desk,
            now,
            &[&GATED[..], &["--message-format", "json"]].concat(),
        );
        assert_eq!(json.code, Some(*gated), "{before} → {now}: {json:#?}");
        assert_eq!(changes(&json), *wanted, "{before} → {now}");
        let summary = json.json().pop().expect("a summary");
        assert_eq!(summary["exit_code"], *gated);
        assert_eq!(summary["baseline"]["changes"], wanted.len());
        let quiet = check(&desk, now, &[&GATED[..], &["-q"]].concat());
        assert_eq!(quiet.code, Some(*gated), "{quiet:#?}");
    }
}

#[test]
fn monitors_that_go_come_or_change_are_named() {
    let changed = LIB.replace("*state < 100", "*state < 255");
    let gone = LIB.replace("#[monitor(of = fast)]\n", "");
    let renamed = LIB.replace("little", "small");
    let moved = LIB.replace("fn little", "\n\nfn\n  little");
    let no_loop = LIB.replace("#[control_loop]\npub fn slow", "pub fn slow");
    let no_loop = no_loop.replace("#[monitor(of = slow)]\n", "");
    // Another text, the verdicts, the exit code if only regressions count, and what has changed.
    let cases: &[(&str, &str, i32, &[&str])] = &[
        (LIB, "search", 0, &[]),
        (&moved, "search", 0, &[]),
        (&changed, "search", 0, &["changed fast little"]),
        (
            &changed,
            "proved",
            0,
            &[
                "changed fast little",
                "newly proved fast little",
                "newly proved slow tiny",
            ],
        ),
        (
            &renamed,
            "search",
            1,
            &["removed fast little", "added fast small"],
        ),
        (
            &renamed,
            "proved",
            3,
            &[
                "removed fast little",
                "added fast small",
                "newly proved slow tiny",
            ],
        ),
        (&no_loop, "search", 3, &["removed slow tiny"]),
    ];
    for (text, wish, code, wanted) in cases {
        let desk = desk();
        keep(&desk, "search", &[]);
        desk.file("src/lib.rs", text);
        let answer = check(
            &desk,
            wish,
            &[&GATED[..], &["--message-format", "json"]].concat(),
        );
        assert_eq!(changes(answer.expect(*code, &[])), *wanted, "{text}");
        // A document that fails shows a failure.
        let github = check(
            &desk,
            wish,
            &[&GATED[..], &["--message-format", "github"]].concat(),
        );
        let fails = github.expect(*code, &[]).stdout.contains("::error");
        assert!(fails || *code == 0, "{github:#?}");
    }
    let desk = desk();
    keep(&desk, "proved", &[]);
    desk.file("src/lib.rs", &gone);
    // Both are said, and what is gone weighs more than what is empty.
    check(&desk, "proved", &GATED).expect(3, &["nothing to check", "removed"]);
}

#[test]
fn a_part_of_the_check_does_not_miss_the_rest() {
    let desk = desk();
    keep(&desk, "proved", &[]);
    for part in [
        &["--loop", "fast"][..],
        &["--monitor", "little"],
        &["--shard", "1/9"],
    ] {
        let answer = check(&desk, "proved", &[&GATED[..], part].concat());
        answer.expect(0, &["no regression", "not compared"]);
    }
    for index in 1..=2 {
        let shard = format!("{index}/2");
        let part = check(
            &desk,
            "fast:proved slow:search",
            &["--shard", &shard, "--message-format", "json"],
        );
        desk.file(&format!("{index}.json"), &part.stdout);
    }
    let merge = ["merge", "1.json", "2.json"];
    let answer = desk.falsify(&[&merge[..], &GATED].concat());
    answer.expect(1, &["newly falsified", "slow tiny", "1 regression"]);
    keep(&desk, "search", &[]);
    desk.falsify(&[&merge[..], &GATED].concat())
        .expect(0, &["newly proved"]);
    desk.falsify(&[&merge[..], &COMPARED].concat())
        .expect(1, &["newly proved"]);
}

#[test]
fn what_is_no_baseline_is_refused_before_anything_is_checked() {
    let desk = desk();
    let shard = check(
        &desk,
        "proved",
        &["--shard", "1/2", "--message-format", "json"],
    );
    desk.file("shard.json", &shard.stdout);
    desk.file("text.json", "not results\n");
    desk.file("empty.json", "");
    let text = LIB.replace(
        "{ *state = y; }",
        "{ let p = state as *const u16 as usize; *state = p as u16 + y; }",
    );
    desk.file("src/lib.rs", &text);
    let failed = check(&desk, "proved", &["--message-format", "json"]);
    desk.file("failed.json", &failed.expect(2, &[]).stdout);
    desk.file("src/lib.rs", LIB);
    let cases = [
        ("gone.json", "unreadable"),
        ("text.json", "unreadable"),
        ("empty.json", "incomplete"),
        ("shard.json", "partial"),
        ("failed.json", "failed"),
    ];
    for (file, code) in cases {
        let arguments = [
            "--baseline",
            file,
            "--regressions-only",
            "--message-format",
            "json",
        ];
        let answer = check(&desk, "proved", &arguments);
        let objects = answer
            .expect(2, &[&format!("falsify::results::{code}")])
            .json();
        assert!(objects.iter().all(|it| it["reason"] != "verdict"), "{file}");
        assert_eq!(objects.last().expect("a summary")["exit_code"], 2);
    }
    desk.falsify(&["--regressions-only"])
        .expect(2, &["--baseline"]);
}
