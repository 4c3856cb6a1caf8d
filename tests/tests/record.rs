//! Examples from the crate's own tests, and from lines of a device.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use falsify_tests::user::Desk;
use serde_json::{json, Value as Json};

fn firmware(name: &str, lib: &str) -> Desk {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-under-test"));
    desk.package("", name, lib);
    let _ = fs::remove_dir_all(desk.artifacts(name));
    desk
}

/// All lines of the store of a package.
fn stored(desk: &Desk, name: &str) -> Vec<Json> {
    let directory = desk.artifacts(name).join("examples");
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let files: BTreeSet<PathBuf> = entries.map(|it| it.path()).collect();
    let text = |file: PathBuf| fs::read_to_string(file).expect("a file of the store");
    let text: String = files.into_iter().map(text).collect();
    let parse = |line: &str| serde_json::from_str(line).expect("a line of JSON");
    text.lines().map(parse).collect()
}

/// Arguments and result of the stored examples of a function.
fn of<'a>(stored: &'a [Json], function: &str) -> Vec<(&'a Json, &'a Json)> {
    let of = stored.iter().filter(|it| it["function"] == function);
    of.map(|it| (&it["arguments"], &it["result"])).collect()
}

/// The files of a directory and below.
fn files(directory: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(directory).expect("a directory").flatten() {
        match entry.path().is_dir() {
            true => found.extend(files(&entry.path())),
            false => drop(found.insert(entry.path())),
        }
    }
    found
}

const SENSOR: &str = "#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]
#![deny(warnings)]
use falsify::aux;
use core::sync::atomic::{AtomicU8, Ordering};

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mode { Off, Slow(u8), Fast { r#in: i16, on: bool } }
pub struct Sensor { gain: i32, mode: Mode }
struct Raw<'a>(&'a i64);
pub struct Unit;

impl Sensor {
    #[aux] fn scaled(&self, raw: i32) -> i32 { raw * self.gain }
    #[aux] fn next(&self, (up, mut by): (bool, u8)) -> Mode {
        if !up { return Mode::Off; }
        by += 1;
        match self.mode { Mode::Slow(at) => Mode::Slow(at + by), other => other }
    }
}
mod inner {
    #[falsify::aux] pub(super) fn half(x: f32, c: char) -> (f32, [u8; 2]) { (x / 2.0, [c as u8, 7]) }
}
#[aux] fn divide(a: u8, b: u8) -> u8 { a / b }
#[aux] fn deep(raw: &Raw<'_>, k: u8) -> u8 { (*raw.0 as u8).wrapping_add(k) }
#[aux] fn wide(x: u128, y: Option<i64>, _unit: Unit) -> Option<u128> { let y = y?; x.checked_add(y as u128) }
#[aux] const fn doubled(x: u8) -> u8 { x.wrapping_mul(2) }
#[aux] fn first(x: &[u8], or: u8) -> u8 { match x { [a, ..] => *a, [] => or } }
static LEVEL: AtomicU8 = AtomicU8::new(3);
#[aux] fn above(x: u8) -> bool { x > LEVEL.load(Ordering::Relaxed) }
#[aux] pub fn never(x: u8) -> u8 { x }

pub fn all(raw: &i64) -> i32 {
    let s = Sensor { gain: 2, mode: Mode::Slow(1) };
    let _ = (divide(4, 2), deep(&Raw(raw), 1), doubled(2), first(&[1], 2), above(4));
    let _ = (inner::half(3.0, 'a'), wide(1 << 100, Some(5), Unit), s.next((true, 2)));
    s.scaled(21)
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test] fn scales() { assert_eq!(Sensor { gain: 3, mode: Mode::Off }.scaled(-4), -12); }
    #[test] fn goes_on() {
        let fast = Sensor { gain: 0, mode: Mode::Fast { r#in: -1, on: true } };
        assert_eq!(fast.next((true, 1)), Mode::Fast { r#in: -1, on: true });
        assert_eq!(fast.next((false, 255)), Mode::Off);
    }
    #[test] fn many_threads() {
        let threads: Vec<_> = (0..4u8).map(|k| std::thread::spawn(move || (1..=50).map(|b| divide(200 + k, b)).count())).collect();
        threads.into_iter().for_each(|it| { it.join().unwrap(); });
    }
    #[test] #[should_panic] fn panics() { divide(1, 0); }
    #[test] fn fails() { assert_eq!(divide(9, 3), 4); }
}
";

#[test]
fn the_own_tests_of_a_crate_are_recorded() {
    let name = "record-sensor";
    let desk = firmware(name, SENSOR);
    desk.file(
        "tests/whole.rs",
        &format!(
            "#[test] fn whole() {{ assert_eq!(record_sensor_{}::all(&7), 42); }}",
            desk_number(&desk)
        ),
    );
    // Cargo writes a lock file of the crate's own when it is first asked about it.
    desk.falsify(&["list", "--offline"]);
    let (manifest, before) = (text(&desk, "Cargo.toml"), files(desk.path()));
    let answer = desk.falsify(&["record", "--offline"]);
    let said = [
        "some tests fail",
        "Recorded divide: 202 different calls, 1 or more that panicked left out",
        "Recorded Sensor::scaled: 2 different calls",
        "calls of `doubled` are not recorded: it is a `const fn`",
        "calls of `first` are not recorded: `&[u8]` has no fixed length",
        "calls of `deep` are not recorded: values of type `&record_sensor",
        "calls of `above` are not recorded: it reads `LEVEL`",
    ];
    answer.expect(0, &said);
    assert_eq!(text(&desk, "Cargo.toml"), manifest);
    assert_eq!(text(&desk, "src/lib.rs"), SENSOR);
    assert_eq!(files(desk.path()), before);
    let stored = stored(&desk, name);
    let sorted = |function: &str| {
        let mut all = of(&stored, function);
        all.sort_by_key(|it| it.0.to_string());
        all.into_iter()
            .map(|(a, r)| json!([a, r]))
            .collect::<Vec<Json>>()
    };
    let fast = json!({"Fast": {"in": -1, "on": true}});
    assert_eq!(
        sorted("Sensor::scaled"),
        [
            json!([[{"gain": 2, "mode": {"Slow": [1]}}, 21], 42]),
            json!([[{"gain": 3, "mode": "Off"}, -4], -12]),
        ]
    );
    assert_eq!(
        sorted("Sensor::next"),
        [
            json!([[{"gain": 0, "mode": fast}, [false, 255]], "Off"]),
            json!([[{"gain": 0, "mode": fast}, [true, 1]], fast]),
            json!([[{"gain": 2, "mode": {"Slow": [1]}}, [true, 2]], {"Slow": [4]}]),
        ]
    );
    assert_eq!(sorted("inner::half"), [json!([[3.0, "a"], [1.5, [97, 7]]])]);
    let power = (1u128 << 100).to_string();
    let more = ((1u128 << 100) + 5).to_string();
    assert_eq!(
        sorted("wide"),
        [json!([[power, {"Some": [5]}, {}], {"Some": [more]}])]
    );
    assert_eq!(sorted("divide").len(), 202);
}

fn text(desk: &Desk, path: &str) -> String {
    fs::read_to_string(desk.path().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

fn desk_number(desk: &Desk) -> String {
    let manifest = text(desk, "Cargo.toml");
    let name = manifest.split('"').nth(1).expect("a name");
    name.rsplit('-').next().expect("a number").to_owned()
}

#[test]
fn nothing_recorded_is_said_and_has_an_exit_code_of_its_own() {
    let untested = firmware(
        "record-untested",
        "#![no_std]\n#[falsify::aux] pub fn f(x: u8) -> u8 { x }",
    );
    let said = [
        "nothing was recorded: no test calls an aux function",
        "help: write a test",
    ];
    untested.falsify(&["record", "--offline"]).expect(4, &said);
    let unmarked = firmware("record-unmarked", "#![no_std]\npub fn f(x: u8) -> u8 { x }\n#[falsify::output] pub fn led(on: bool) { let _ = on; }");
    let said = ["no function is marked `#[aux]`", "cargo falsify list"];
    unmarked.falsify(&["record", "--offline"]).expect(4, &said);
    let broken = "#![cfg_attr(not(test), no_std)]\n#[falsify::aux] pub fn f(x: u8) -> u8 { x }\n#[cfg(test)] mod t { #[test] fn t() { none(); } }";
    let broken = firmware("record-broken", broken);
    let said = ["the tests do not build", "none"];
    broken.falsify(&["record", "--offline"]).expect(2, &said);
}

const LEVELS: &str = "#![no_std]
pub enum Level { Low, High { by: u8 } }
#[falsify::aux] pub fn level(x: u8) -> Level { if x < 100 { Level::Low } else { Level::High { by: x - 100 } } }
#[falsify::aux] pub fn ratio(a: u8, b: core::num::NonZeroU8) -> f32 { a as f32 / b.get() as f32 }
";

/// Lines, what is said about each that is left out, and how many examples are kept.
#[test]
fn imported_lines_are_believed_only_if_nothing_speaks_against_them() {
    let name = "record-import";
    let desk = firmware(name, LEVELS);
    let lines = [
        (r#"{"function":"level","arguments":[3],"result":"Low"}"#, ""),
        (
            r#"{"function":"level","arguments":[103],"result":{"High":{"by":3}}}"#,
            "",
        ),
        (r#"{"function":"level","arguments":[3],"result":"Low"}"#, ""),
        ("", ""),
        (
            r#"{"function":"level","arguments":[4],"#,
            "this is not JSON",
        ),
        (
            r#"{"arguments":[4],"result":"Low"}"#,
            "`function` is missing",
        ),
        (
            r#"{"function":"level","result":"Low"}"#,
            "`arguments` is missing",
        ),
        (
            r#"{"function":"level","arguments":[4]}"#,
            "`result` is missing",
        ),
        (
            r#"{"function":"levels","arguments":[4],"result":"Low"}"#,
            "there is no aux function `levels`",
        ),
        (
            r#"{"function":"level","arguments":[4,5],"result":"Low"}"#,
            "takes 1 arguments, here are 2",
        ),
        (
            r#"{"function":"level","arguments":[256],"result":"Low"}"#,
            "argument 1: 256 is not a value of type `u8`",
        ),
        (
            r#"{"function":"level","arguments":[4],"result":"Medium"}"#,
            "the result: \"Medium\" is not a value of type `Level`",
        ),
        (
            r#"{"function":"level","arguments":[4],"result":{"High":{"by":300}}}"#,
            "the result: 300 is not a value",
        ),
        (
            r#"{"function":"ratio","arguments":[4,0],"result":0.5}"#,
            "argument 2: the type has no such value",
        ),
        (
            r#"{"function":"level","arguments":[50],"result":"Low"}"#,
            "here, something else at",
        ),
        (
            r#"{"function":"level","arguments":[50],"result":{"High":{"by":1}}}"#,
            "here, something else at",
        ),
        (
            r#"{"function":"level","arguments":[99],"result":{"High":{"by":1}}}"#,
            "but the code of the function gives Low",
        ),
        (
            r#"{"function":"ratio","arguments":[1,3],"result":0.3333333432674408}"#,
            "",
        ),
        (
            r#"{"function":"ratio","arguments":[1,4],"result":0.26}"#,
            "but the code of the function gives 0.25",
        ),
        (
            r#"{"function":"level","signature":"0123456789abcdef","arguments":[5],"result":"Low"}"#,
            "has other types than when this was recorded",
        ),
    ];
    let all: Vec<&str> = lines.iter().map(|it| it.0).collect();
    let mut bytes = all.join("\n").into_bytes();
    bytes.extend(b"\n\xff\xfe\n");
    fs::write(desk.path().join("device.jsonl"), bytes).expect("a file");
    let answer = desk.falsify(&[
        "record",
        "--offline",
        "--import",
        "device.jsonl",
        "--message-format",
        "json",
    ]);
    answer.expect(0, &[]);
    let objects = answer.json();
    let remark = |line: usize| {
        let mut skipped = objects
            .iter()
            .filter(|it| it["reason"] == "example-skipped");
        skipped
            .find(|it| it["line"] == line)
            .map(|it| it["why"].as_str().unwrap_or("").to_owned())
    };
    for (index, (line, wanted)) in lines.iter().enumerate() {
        match (remark(index + 1), wanted.is_empty()) {
            (None, true) => {}
            (Some(why), false) if why.contains(wanted) => {}
            (why, _) => panic!("{line}: {why:?}"),
        }
    }
    assert!(remark(lines.len() + 1).is_some_and(|why| why.contains("UTF-8")));
    let kept = stored(&desk, name);
    assert_eq!((of(&kept, "level").len(), of(&kept, "ratio").len()), (2, 1));
    // A second import adds to the first; what a function no longer has is left out and said.
    desk.file(
        "more.jsonl",
        r#"{"function":"level","arguments":[7],"result":"Low"}"#,
    );
    desk.falsify(&["record", "--offline", "--import", "more.jsonl"])
        .expect(0, &["Recorded level: 1 call"]);
    assert_eq!(of(&stored(&desk, name), "level").len(), 3);
    desk.file(
        "src/lib.rs",
        &LEVELS
            .replace("fn level(x: u8)", "fn level(x: u16)")
            .replace("by: x - 100", "by: 1")
            .replace("fn ratio", "fn part"),
    );
    let answer = desk.falsify(&["record", "--offline", "--import", "more.jsonl"]);
    let said = [
        "`level` has other types than when this was recorded",
        "there is no aux function `ratio`",
    ];
    answer.expect(0, &said);
    let kept = stored(&desk, name);
    assert_eq!((of(&kept, "level").len(), of(&kept, "ratio").len()), (1, 0));
}

#[test]
fn a_file_without_examples_is_nothing() {
    let desk = firmware("record-none", LEVELS);
    desk.file("device.jsonl", "nothing\n");
    let said = [
        "device.jsonl:1: this is not JSON",
        "nothing was recorded: no line of the file",
    ];
    let answer = desk.falsify(&["record", "--offline", "--import", "device.jsonl"]);
    answer.expect(4, &said);
    desk.falsify(&["record", "--offline", "--import", "missing.jsonl"])
        .expect(2, &["cannot read missing.jsonl"]);
}
