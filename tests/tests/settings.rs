//! Where settings come from and which are stronger, how properties count by their levels, and what is not understood.

use std::fs;

use falsify_tests::user::{Answer, Desk};
use serde_json::Value as Json;

const COUNTER: &str = "#![no_std]
use falsify::{control_loop, monitor};
#[derive(Default)]
pub struct Counter { count: u8 }
#[control_loop]
pub fn tick(counter: &mut Counter, #[input(0..=3)] step: u8) {
    counter.count += step;
}
/// The count stays below five.
#[monitor]
fn small(counter: &Counter) -> bool { counter.count < 5 }
/// The count is never below zero.
#[monitor]
fn natural(counter: &Counter, step: u8) -> bool { counter.count >= step || step == 3 }
";

/// A workspace whose manifest and whose package's manifest say this.
fn desk(workspace: &str, package: &str) -> Desk {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    desk.package("pump", "pump", COUNTER);
    let manifest = fs::read_to_string(desk.path().join("pump/Cargo.toml")).expect("a manifest");
    desk.file("pump/Cargo.toml", &format!("{manifest}\n{package}\n"));
    let members = "[workspace]\nresolver = \"2\"\nmembers = [\"pump\"]\n";
    desk.file("Cargo.toml", &format!("{members}\n{workspace}\n"));
    desk
}

fn check(desk: &Desk, environment: &[(&str, &str)], flags: &[&str]) -> Answer {
    let mut command = desk.command(flags);
    command.envs(environment.iter().copied());
    Answer::of(command.output().expect("it runs"))
}

fn of<'a>(objects: &'a [Json], reason: &str) -> Vec<&'a Json> {
    objects.iter().filter(|it| it["reason"] == reason).collect()
}

#[test]
fn flag_environment_package_and_workspace_in_that_order() {
    let own = "[package.metadata.falsify]\nbound = 30\n[package.metadata.falsify.profile.ci]\nbound = 31\n";
    let shared = "[workspace.metadata.falsify]\nbound = 40\ntimeout = 41\nseed = 42\n\
                  [workspace.metadata.falsify.profile.ci]\nbound = 45\ntimeout = 46\nmemory = \"1G\"\n";
    let desk = desk(shared, own);
    let ci = [("FALSIFY_PROFILE", "ci")];
    let bound = [("FALSIFY_BOUND", "20"), ("FALSIFY_SEED", "21")];
    // Environment, flags, and the bound, the timeout, the seed and the memory that come of them.
    let cases: [(&[_], &[&str], [u64; 4]); 6] = [
        (&[], &[], [30, 41, 42, 4 << 30]),
        (&[], &["--profile", "ci"], [31, 46, 42, 1 << 30]),
        (&ci, &[], [31, 46, 42, 1 << 30]),
        (&bound, &["--profile", "ci"], [20, 46, 21, 1 << 30]),
        (&bound, &["--bound", "10"], [10, 41, 21, 4 << 30]),
        (
            &bound,
            &["--seed", "9", "--memory", "2G"],
            [20, 41, 9, 2 << 30],
        ),
    ];
    for (environment, flags, wanted) in cases {
        let flags = [flags, &["--message-format", "json"]].concat();
        let objects = check(&desk, environment, &flags).json();
        let settings = &of(&objects, "summary")[0]["settings"][0];
        let keys = ["bound", "timeout", "seed", "memory"];
        let told = keys.map(|key| settings[key].as_u64().unwrap_or_default());
        assert_eq!(told, wanted, "{environment:?} {flags:?}");
    }
}

/// Workspace, package, environment, flags, and what is said.
type Misunderstood = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static [&'static str],
    &'static [&'static str],
);

#[test]
fn what_is_not_understood_stops_the_check_and_names_what_was_meant() {
    let cases: [Misunderstood; 8] = [
        (
            "[workspace.metadata.falsify]\ntimout = 3",
            "",
            &[],
            &[],
            &[
                "Cargo.toml:",
                "unknown setting `timout`",
                "did you mean `timeout`?",
            ],
        ),
        (
            "",
            "[package.metadata.falsify.profile.ci]\nrequires = \"proved\"",
            &[],
            &[],
            &["Cargo.toml:", "`requires`", "did you mean `require`?"],
        ),
        (
            "",
            "[package.metadata.falsify.profile.ci.profile.deep]\nbound = 1",
            &[],
            &[],
            &["unknown setting `profile`"],
        ),
        (
            "",
            "[package.metadata.falsify.levels]\nsmall = \"forbid\"",
            &[],
            &[],
            &["expected \"deny\" or \"warn\" or \"allow\""],
        ),
        (
            "",
            "[package.metadata.falsify.levels]\n\"[\" = \"warn\"",
            &[],
            &[],
            &["expected a pattern of names"],
        ),
        (
            "",
            "[package.metadata.falsify.profile.nightly]\nbound = 5000",
            &[],
            &["--profile", "nightli"],
            &["falsify::project::profile", "did you mean `nightly`?"],
        ),
        (
            "",
            "",
            &[("FALSIFY_BUOND", "5")],
            &[],
            &["falsify::project::setting", "did you mean `FALSIFY_BOUND`?"],
        ),
        (
            "",
            "",
            &[("FALSIFY_REQUIRE", "luck")],
            &[],
            &["`FALSIFY_REQUIRE` is `luck`: expected \"proved\" or \"bounded\""],
        ),
    ];
    for (workspace, package, environment, flags, said) in cases {
        let desk = desk(workspace, package);
        let answer = check(&desk, environment, flags);
        assert!(!answer.stderr.contains("Checking"), "{answer:#?}");
        answer.expect(2, said);
    }
}

#[test]
fn flags_that_say_how_source_is_read_are_settings_too() {
    let desk = desk("", "[package.metadata.falsify]\noverflow = \"panic\"\n");
    let list = |flags: &[&str]| {
        let flags = [&["list", "--message-format", "json"], flags].concat();
        let objects = check(&desk, &[], &flags).expect(0, &[]).json();
        let width = of(&objects, "package")[0]["pointer_width"].clone();
        let sites = of(&objects, "loop")[0]["panic_sites"]
            .as_array()
            .map(Vec::len);
        (width.as_u64(), sites)
    };
    assert_eq!(list(&[]), (Some(32), Some(1)));
    let flags = ["--pointer-width", "16", "--overflow", "wrap"];
    assert_eq!(list(&flags), (Some(16), Some(0)));
    let refused: [&[&str]; 3] = [
        &["--pointer-width", "8"],
        &["--overflow", "saturate"],
        &["--extern", "hal::read"],
    ];
    for flags in refused {
        check(&desk, &[], flags).expect(2, &[flags[0]]);
    }
    let lib = COUNTER.replace("#[derive", "extern \"C\" { fn raw() -> u8; }\n#[derive");
    let lib = lib.replace("+= step", "+= step + unsafe { raw() } % 2");
    desk.file("pump/src/lib.rs", &lib);
    check(&desk, &[], &["list"]).expect(2, &["falsify::lower::no-body"]);
    check(&desk, &[], &["list", "--extern", "pump::raw=input"]).expect(0, &["raw"]);
}

/// The names of the properties that are asked about, each with its level and exit code.
fn asked(answer: &Answer) -> Vec<(String, String, u64)> {
    let objects = answer.json();
    let verdicts = of(&objects, "verdict");
    let text = |it: &Json| it.as_str().unwrap_or_default().to_owned();
    let row = |it: &&Json| {
        let name = text(&it["property"]);
        let name = name.split(" at ").next().unwrap_or_default().to_owned();
        let code = it["exit_code"].as_u64().unwrap_or_default();
        (name, text(&it["level"]), code)
    };
    verdicts.iter().map(row).collect()
}

#[test]
fn levels_say_what_fails_what_is_reported_and_what_is_not_asked() {
    let deny = |name: &str, code| (name.to_owned(), "deny".to_owned(), code);
    let warn = |name: &str| (name.to_owned(), "warn".to_owned(), 0);
    // Levels of the package, flags, exit code, and what is asked.
    let cases: [(&str, &[&str], i32, Vec<_>); 7] = [
        (
            "",
            &[],
            1,
            vec![deny("small", 1), deny("natural", 0), deny("overflow", 1)],
        ),
        (
            "small = \"warn\"\npanic = \"warn\"",
            &[],
            0,
            vec![warn("small"), deny("natural", 0), warn("overflow")],
        ),
        (
            "small = \"warn\"\npanic = \"allow\"",
            &[],
            0,
            vec![warn("small"), deny("natural", 0)],
        ),
        (
            "\"*\" = \"allow\"\nsmall = \"deny\"",
            &[],
            1,
            vec![deny("small", 1)],
        ),
        (
            "\"*\" = \"allow\"",
            &["--deny", "nat*"],
            0,
            vec![deny("natural", 0)],
        ),
        (
            "overflow = \"deny\"\nsmall = \"warn\"",
            &["--panics", "allow"],
            0,
            vec![warn("small"), deny("natural", 0)],
        ),
        (
            "small = \"allow\"\npanic = \"allow\"\nnatural = \"allow\"",
            &[],
            4,
            vec![],
        ),
    ];
    for (levels, flags, code, wanted) in cases {
        let desk = desk(
            "",
            &format!("[package.metadata.falsify.levels]\n{levels}\n"),
        );
        let flags = [flags, &["--message-format", "json"]].concat();
        let answer = check(&desk, &[], &flags);
        answer.expect(code, &[]);
        assert_eq!(asked(&answer), wanted, "{levels}");
        let objects = answer.json();
        let told = &of(&objects, "summary")[0];
        assert_eq!(told["exit_code"], code, "{levels}");
        let all = told["allowed"].as_u64().unwrap_or_default() + wanted.len() as u64;
        assert_eq!(if code == 4 { 3 } else { all }, 3, "{levels}");
    }
}

#[test]
fn a_level_for_what_is_not_there_is_seen() {
    let desk = desk("", "[package.metadata.falsify.levels]\nsmal = \"warn\"\n");
    let quiet: &[&str] = &["-q", "--panics", "allow"];
    check(&desk, &[], quiet).expect(1, &["nothing is called `smal`", "pump/Cargo.toml:"]);
    let flags: &[&str] = &["--warn", "*", "--deny", "smal"];
    check(&desk, &[], flags).expect(4, &["nothing has the level that is given to `smal`"]);
    let words: &[&str] = &["--warn", "*"];
    check(&desk, &[], words).expect(0, &["(only reported)"]);
}
