//! The way into a project and out of it again: `init`, `clean`, completions and the manual.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use falsify_tests::user::{repository, Answer, Desk};
use serde_json::Value as Json;

/// A crate that has never heard of the tool.
const LIB: &str = "#![no_std]
/// What the motor is given.
#[derive(Default)]
pub struct Motor { pub speed: u8 }

pub fn control_step(motor: &mut Motor, wanted: u8) {
    motor.speed = limited(wanted);
}

fn limited(wanted: u8) -> u8 {
    if wanted > 99 { 99 } else { wanted }
}

pub fn forever(motor: &mut Motor) -> ! {
    loop { control_step(motor, 3); }
}

pub fn unrelated(count: u8) -> bool { count > 3 }

impl Motor {
    pub fn update_once(&mut self, wanted: u8) { control_step(self, wanted); }
    pub fn update_from(&mut self, other: &Motor) { self.speed = other.speed; }
}
";

/// A package of this name, alone or below a repository.
fn desk(name: &str, at: &str) -> Desk {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    let manifest =
        format!("[package]\nname = \"{name}\" # stays\nversion = \"0.1.0\"\nedition = \"2021\"\n");
    desk.file(&format!("{at}Cargo.toml"), &manifest);
    desk.file(&format!("{at}src/lib.rs"), LIB);
    let lock = repository().join("Cargo.lock");
    fs::copy(lock, desk.path().join(format!("{at}Cargo.lock"))).expect("the lockfile");
    desk
}

fn init(desk: &Desk, arguments: &[&str]) -> Answer {
    let runtime = repository().join("falsify-runtime").display().to_string();
    desk.falsify(&[&["init", "--offline", "--runtime", &runtime], arguments].concat())
}

fn text(desk: &Desk, path: &str) -> String {
    fs::read_to_string(desk.path().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

#[test]
fn init_adds_the_dependency_proposes_loops_and_leaves_the_source_alone() {
    let desk = desk("init-plain", "");
    let answer = init(&desk, &[]);
    answer.expect(0, &["Added falsify-runtime to init-plain", "Wrote"]);
    let proposals = [
        "src/lib.rs:6:1: `control_step` looks like a loop",
        "`forever` looks like a loop, it loops for ever",
        "#[falsify::control_loop]",
        "`Motor::update_once` looks like a loop",
        "`limited` computes a value",
        "#[falsify::aux]",
    ];
    answer.expect(0, &proposals);
    for other in ["`unrelated` looks like", "`Motor::update_from` looks like"] {
        assert!(!answer.stdout.contains(other), "{answer:#?}");
    }
    assert_eq!(text(&desk, "src/lib.rs"), LIB);
    let manifest = text(&desk, "Cargo.toml");
    assert!(manifest.contains("falsify-runtime") && manifest.contains("# stays"));
    // What was proposed is what is then checked.
    let marked = LIB.replace(
        "pub fn control_step",
        "#[falsify::control_loop]\npub fn control_step",
    );
    let monitor = "#[falsify::monitor] fn slow(motor: &Motor) -> bool { motor.speed < 100 }\n";
    desk.file("src/lib.rs", &format!("{marked}{monitor}"));
    let mut check = desk.command(&["--monitor", "slow"]);
    let check = check.env("FALSIFY_FAKE", "proved").output();
    Answer::of(check.expect("it runs")).expect(0, &["✓ slow"]);
    init(&desk, &[]).expect(0, &["Kept falsify-runtime", "Kept the loops"]);
}

#[test]
fn init_overwrites_nothing() {
    let desk = desk("init-kept", "");
    desk.file("scripts/falsify.sh", "mine");
    let first = init(&desk, &["--message-format", "json"]);
    let written = |answer: &Answer| -> Vec<bool> {
        let objects = answer.json();
        let files = objects.iter().filter(|it| it["reason"] == "file");
        files.filter_map(|it| it["written"].as_bool()).collect()
    };
    assert_eq!(written(first.expect(0, &[])), [true, false]);
    let roles = |answer: &Answer| -> Vec<Json> {
        let objects = answer.json();
        let proposals = objects.iter().filter(|it| it["reason"] == "proposal");
        proposals.map(|it| it["role"].clone()).collect()
    };
    assert!(
        roles(&first).iter().any(|it| it == "control_loop"),
        "{first:#?}"
    );
    desk.file(".github/workflows/falsify.yml", "mine too");
    assert_eq!(
        written(init(&desk, &["--message-format", "json"]).expect(0, &[])),
        [false, false]
    );
    assert_eq!(text(&desk, "scripts/falsify.sh"), "mine");
    assert_eq!(text(&desk, ".github/workflows/falsify.yml"), "mine too");
    let manifest = text(&desk, "Cargo.toml");
    assert_eq!(manifest.matches("falsify-runtime").count(), 2, "{manifest}");
}

#[test]
fn the_workflow_is_read_by_a_parser_and_names_the_workspace() {
    let desk = desk("init-inside", "firmware/");
    fs::create_dir(desk.path().join(".git")).expect("a repository");
    init(&desk, &["--manifest-path", "firmware/Cargo.toml"]).expect(0, &[]);
    assert!(desk.path().join("firmware/scripts/falsify.sh").is_file());
    let workflow = text(&desk, ".github/workflows/falsify.yml");
    assert!(!workflow.contains("@WORKSPACE@") && !workflow.contains("@VERSION@"));
    for part in [
        "actions/cache",
        "upload-sarif",
        "--message-format sarif",
        "firmware/target",
    ] {
        assert!(workflow.contains(part), "no {part} in {workflow}");
    }
    let Some(jobs) = read_yaml(&desk.path().join(".github/workflows/falsify.yml")) else {
        return;
    };
    let job = &jobs["falsify"];
    assert_eq!(job["defaults"]["run"]["working-directory"], "firmware");
    let steps = job["steps"].as_array().map_or(0, Vec::len);
    assert_eq!(steps, 6, "{job}");
}

/// The jobs of a workflow; none if this machine has no parser.
fn read_yaml(workflow: &Path) -> Option<Json> {
    let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(sys.stdin)['jobs']))";
    let python = |arguments: &[&str], input: Stdio| {
        let mut command = Command::new("python3");
        let command = command.args(arguments).stdin(input);
        command.output().expect("python runs")
    };
    if !python(&["-c", "import yaml"], Stdio::null())
        .status
        .success()
    {
        eprintln!("SKIPPED: there is no PyYAML here");
        return None;
    }
    let file = fs::File::open(workflow).expect("the workflow");
    let read = python(&["-c", script], file.into());
    Some(serde_json::from_slice(&read.stdout).expect("YAML"))
}

#[cfg(unix)]
#[test]
fn the_script_is_the_gate() {
    let desk = desk("init-script", "");
    init(&desk, &["--ci", "script"]).expect(0, &[]);
    assert!(!desk.path().join(".github").exists());
    let marked = LIB.replace(
        "pub fn control_step",
        "#[falsify::control_loop]\npub fn control_step",
    );
    let monitor = "#[falsify::monitor] fn still(motor: &Motor) -> bool { motor.speed < 2 }\n";
    desk.file("src/lib.rs", &format!("{marked}{monitor}"));
    let tools = desk.path().join("tools");
    fs::create_dir(&tools).expect("a directory");
    std::os::unix::fs::symlink(
        env!("CARGO_BIN_EXE_falsify-with-fakes"),
        tools.join("cargo-falsify"),
    )
    .expect("a link");
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", tools.display());
    for (wish, code) in [("proved", 0), ("search", 1), ("timeout", 3)] {
        let output = Command::new("sh")
            .args(["scripts/falsify.sh", "--monitor", "still", "-q"])
            .current_dir(desk.path())
            .env("PATH", &path)
            .env("CARGO_TARGET_DIR", repository().join("target/user"))
            .env("FALSIFY_FAKE", wish)
            .output()
            .expect("a shell");
        Answer::of(output).expect(code, &[]);
    }
}

#[test]
fn init_says_what_it_cannot_do() {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    desk.falsify(&["init"])
        .expect(2, &["cargo does not accept"]);
    desk.file(
        "Cargo.toml",
        "[workspace]\nmembers = [\"one\", \"two\"]\nresolver = \"2\"\n",
    );
    desk.package("one", "init-one", "")
        .package("two", "init-two", "");
    let answer = desk.falsify(&["init", "--workspace"]);
    answer.expect(2, &["choose one package", "init-one, init-two"]);
    assert!(!desk.path().join("scripts").exists());
}

#[test]
fn clean_takes_away_what_the_tool_wrote_and_nothing_else() {
    let desk = desk("init-clean", "");
    desk.file("out/falsify/init-clean/tick/slow.json", "{}");
    desk.file("out/debug/kept", "");
    let clean = ["clean", "--target-dir", "out"];
    desk.falsify(&clean).expect(0, &["Removed"]);
    let there = |path: &str| desk.path().join(path).exists();
    assert_eq!(
        (there("out/falsify"), there("out/debug/kept")),
        (false, true)
    );
    desk.falsify(&clean).expect(0, &["Clean"]);
    // A directory of this name that is somebody's project.
    desk.file("work/falsify/Cargo.toml", "");
    desk.falsify(&["clean", "--target-dir", "work"])
        .expect(2, &["stays"]);
    assert!(there("work/falsify/Cargo.toml"));
}

#[test]
fn shells_and_man_read_what_is_printed() {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let answer = desk.falsify(&["completions", shell]);
        answer.expect(0, &["cargo-falsify", "regressions-only", "merge"]);
        desk.file(&format!("completions.{shell}"), &answer.stdout);
    }
    let parsed = Command::new("bash")
        .args(["-n", "completions.bash"])
        .current_dir(desk.path())
        .status();
    assert!(parsed.expect("bash runs").success());
    desk.falsify(&["completions", "cmd"]).expect(2, &["bash"]);
    desk.falsify(&["man"])
        .expect(0, &[".TH", "cargo\\-falsify"]);
    desk.falsify(&["man", "--out", "pages"]).expect(0, &[]);
    let page = |name: &str| fs::read_to_string(desk.path().join("pages").join(name));
    let check = page("cargo-falsify-check.1").expect("a page for each command");
    assert!(check.contains("regressions"), "{check}");
    assert!(Path::new(&desk.path().join("pages/cargo-falsify.1")).is_file());
}
