//! The tool is killed at any moment, with and without the processes that it has started: what it leaves behind never changes what
//! a later run says. `FALSIFY_KILLS` is how often (15 unless it says otherwise).
#![cfg(unix)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Instant;

use falsify_tests::user::{repository, Answer, Desk};
use serde_json::Value as Json;

const LIB: &str = "#![no_std]
use falsify::{control_loop, monitor};
#[derive(Default)]
pub struct Counter { count: u8, turns: u8 }
#[control_loop]
pub fn tick(counter: &mut Counter, #[input(0..=3)] step: u8) {
    counter.count = counter.count.saturating_add(step);
    counter.turns = (counter.turns + 1) % 4;
}
#[monitor]
fn small(counter: &Counter) -> bool { counter.count < 9 }
#[monitor]
fn turning(counter: &Counter) -> bool { counter.turns < 4 }
";

/// A target directory of its own: nobody else shall find what is left there.
fn target() -> PathBuf {
    repository().join("target/killed")
}

fn tool(desk: &Desk, arguments: &[&str]) -> Command {
    let mut command = desk.command(arguments);
    command.env("CARGO_TARGET_DIR", target());
    command
}

fn check(desk: &Desk) -> Command {
    let flags = [
        "--bound",
        "12",
        "--jobs",
        "2",
        "--timeout",
        "60",
        "--require",
        "proved",
    ];
    tool(desk, &[&flags[..], &["--message-format", "json"]].concat())
}

/// What is said about each property.
fn verdicts(desk: &Desk) -> (Vec<String>, Vec<PathBuf>) {
    let answer = Answer::of(check(desk).output().expect("it runs"));
    let objects = answer.expect(1, &[]).json();
    let told = objects.iter().filter(|it| it["reason"] == "verdict");
    let row = |it: &Json| format!("{} {} {}", it["property"], it["verdict"], it["tick"]);
    let traces = told.clone().filter_map(|it| it["trace"].as_str());
    (
        told.clone().map(row).collect(),
        traces.map(PathBuf::from).collect(),
    )
}

/// Numbers that differ from kill to kill and are the same in every run of the test.
fn scattered(index: u64) -> u64 {
    let mixed = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 32
}

fn kill(mut child: Child, with_children: bool) {
    if with_children {
        let group = format!("-{}", child.id());
        let status = Command::new("kill").args(["-KILL", "--", &group]).status();
        assert!(status.expect("kill runs").success());
    } else {
        child.kill().expect("it is ours");
    }
    child.wait().expect("it ends");
}

/// Where the traces of the crate are; what cargo builds for the tool lies beside.
fn packages() -> Vec<PathBuf> {
    let all = fs::read_dir(target().join("falsify"));
    let all = all.into_iter().flatten().flatten().map(|it| it.path());
    let is_own = |it: &PathBuf| {
        it.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("killed"))
    };
    all.filter(is_own).collect()
}

/// Every trace that is there is whole: what is written appears at once or not at all.
fn traces_are_whole(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            traces_are_whole(&path);
        } else if path.extension().is_some_and(|it| it == "json") {
            let text = fs::read_to_string(&path).expect("a trace");
            let trace: Result<Json, _> = serde_json::from_str(&text);
            assert!(trace.is_ok_and(|it| it["falsify"] == 1), "{path:?}: {text}");
        }
    }
}

#[test]
fn a_kill_at_any_moment_changes_no_later_verdict() {
    let kills = std::env::var("FALSIFY_KILLS").ok();
    let kills: u64 = kills.and_then(|it| it.parse().ok()).unwrap_or(15);
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-under-test"));
    desk.package("", "killed", LIB);
    let (wanted, _) = verdicts(&desk);
    let started = Instant::now();
    assert_eq!(
        verdicts(&desk).0,
        wanted,
        "it is not even the same undisturbed"
    );
    let whole = started.elapsed();
    let (mut in_time, mut checks) = (0, 0);
    for index in 0..kills {
        if index % 5 == 0 {
            // What was written before is the target as well.
            let _ = fs::remove_dir_all(target().join("falsify"));
        }
        let mut command = check(&desk);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0);
        let mut child = command.spawn().expect("it runs");
        sleep(whole.mul_f64((scattered(index) % 1000) as f64 / 1000.0));
        in_time += u64::from(child.try_wait().expect("a state").is_none());
        kill(child, index % 2 == 0);
        packages().iter().for_each(|it| traces_are_whole(it));
        if index % 3 == 2 || index + 1 == kills {
            let (told, traces) = verdicts(&desk);
            assert_eq!(told, wanted, "after kill {index}");
            let trace = traces[0].display().to_string();
            let replay = tool(&desk, &["replay", &trace]).output().expect("it runs");
            Answer::of(replay).expect(1, &[]);
            checks += 1;
        }
    }
    println!("{kills} kills, {in_time} of them before the end, {checks} checks afterwards, {whole:?} a run");
    assert!(in_time > 0, "all runs had ended before they were killed");
}
