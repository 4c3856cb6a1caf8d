//! What is published: whole packages with their licences, dependencies under licences that are listed, and a version of Rust
//! that is not older than theirs.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use falsify_tests::user::{repository, Answer};
use serde_json::Value as Json;

const PUBLISHED: [&str; 4] = [
    "cargo-falsify",
    "falsify-attributes",
    "falsify-macros",
    "falsify-runtime",
];

fn cargo(arguments: &[&str]) -> Answer {
    let mut command = Command::new(env!("CARGO"));
    let command = command.args(arguments).current_dir(repository());
    Answer::of(command.output().expect("cargo runs"))
}

fn packages() -> Vec<Json> {
    let told = cargo(&["metadata", "--format-version", "1", "--locked"]);
    let metadata: Json = serde_json::from_str(&told.expect(0, &[]).stdout).expect("metadata");
    let packages = metadata["packages"].as_array().cloned();
    packages.expect("packages")
}

fn of<'a>(packages: &'a [Json], name: &str) -> &'a Json {
    let found = packages.iter().find(|it| it["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn exactly_these_are_published_with_all_that_a_registry_shows() {
    let packages = packages();
    let own = packages.iter().filter(|it| it["source"].is_null());
    let published: BTreeSet<&str> = own
        .filter(|it| it["publish"].is_null())
        .filter_map(|it| it["name"].as_str())
        .collect();
    assert_eq!(published, PUBLISHED.into_iter().collect());
    for name in PUBLISHED {
        let package = of(&packages, name);
        for key in ["description", "license", "readme", "rust_version"] {
            assert!(package[key].is_string(), "{name} has no {key}");
        }
        for key in ["keywords", "categories"] {
            let words = package[key].as_array().map_or(0, Vec::len);
            assert!((1..=5).contains(&words), "{name}: {key}");
        }
    }
}

#[test]
fn packages_hold_their_licences_and_what_they_are_built_from() {
    for name in PUBLISHED {
        let told = cargo(&[
            "package",
            "--list",
            "--allow-dirty",
            "--offline",
            "-p",
            name,
        ]);
        let files: BTreeSet<&str> = told.expect(0, &[]).stdout.lines().collect();
        for file in [
            "Cargo.toml",
            "README.md",
            "LICENSE-MIT",
            "LICENSE-APACHE",
            "src/lib.rs",
        ] {
            assert!(files.contains(file), "{name} lacks {file}");
        }
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = |path: &str| fs::read_to_string(repository().join(path)).expect("a licence");
            assert_eq!(text(licence), text(&format!("{name}/{licence}")), "{name}");
        }
    }
    let told = cargo(&[
        "package",
        "--list",
        "--allow-dirty",
        "--offline",
        "-p",
        "cargo-falsify",
    ]);
    for file in [
        "library/",
        "src/cli/init/workflow.yml",
        "src/cli/init/script.sh",
        "build.rs",
    ] {
        assert!(told.stdout.contains(file), "cargo-falsify lacks {file}");
    }
}

/// The crates of firmware are built from their packages; the tool, which is large, is only packed.
#[test]
fn packages_are_made_and_those_of_firmware_are_built_from_them() {
    let target = repository().join("target/packaging").display().to_string();
    let common = [
        "package",
        "--offline",
        "--allow-dirty",
        "--target-dir",
        &target,
    ];
    let firmware = [
        "-p",
        "falsify-attributes",
        "-p",
        "falsify-macros",
        "-p",
        "falsify-runtime",
    ];
    cargo(&[&common[..], &firmware].concat()).expect(0, &["Verifying falsify-runtime"]);
    let all = [
        &common[..],
        &firmware,
        &["-p", "cargo-falsify", "--no-verify"],
    ]
    .concat();
    cargo(&all).expect(0, &["Packaged"]);
}

#[test]
fn no_dependency_asks_for_a_later_rust_than_is_declared() {
    let packages = packages();
    let version = |package: &Json| -> (u32, u32) {
        let text = package["rust_version"].as_str().unwrap_or("1.0");
        let mut parts = text.split('.').filter_map(|it| it.parse().ok());
        (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
    };
    for name in PUBLISHED {
        let declared = version(of(&packages, name));
        let tree = cargo(&[
            "tree",
            "--locked",
            "-p",
            name,
            "-e",
            "normal,build",
            "--prefix",
            "none",
            "-f",
            "{p}",
        ]);
        let names: BTreeSet<&str> = tree
            .expect(0, &[])
            .stdout
            .lines()
            .filter_map(|line| line.split(' ').next())
            .collect();
        assert!(names.len() > 1 || name == "falsify-attributes", "{names:?}");
        let later = packages
            .iter()
            .filter(|it| it["name"].as_str().is_some_and(|it| names.contains(it)))
            .filter(|it| version(it) > declared);
        let later: Vec<String> = later
            .map(|it| format!("{} {}", it["name"], it["rust_version"]))
            .collect();
        assert!(later.is_empty(), "{name} declares {declared:?}: {later:?}");
    }
}

/// Whether a licence expression can be met with the licences that are allowed.
fn is_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let text = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut rest = words.as_slice();
    let met = alternatives(&mut rest, allowed);
    met && rest.is_empty()
}

fn alternatives(rest: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut met = together(rest, allowed);
    while let ["OR", after @ ..] = *rest {
        *rest = after;
        met |= together(rest, allowed);
    }
    met
}

fn together(rest: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    let mut met = licence(rest, allowed);
    while let ["AND", after @ ..] = *rest {
        *rest = after;
        met &= licence(rest, allowed);
    }
    met
}

fn licence(rest: &mut &[&str], allowed: &BTreeSet<String>) -> bool {
    match *rest {
        ["(", after @ ..] => {
            *rest = after;
            let met = alternatives(rest, allowed);
            *rest = rest.strip_prefix(&[")"]).unwrap_or(&[]);
            met
        }
        [name, "WITH", exception, after @ ..] => {
            *rest = after;
            allowed.contains(&format!("{name} WITH {exception}"))
        }
        [name, after @ ..] => {
            *rest = after;
            allowed.contains(*name)
        }
        [] => false,
    }
}

/// The strings of the list `allow` in `deny.toml`.
fn allowed() -> BTreeSet<String> {
    let text = fs::read_to_string(repository().join("deny.toml")).expect("deny.toml");
    let list = text.split_once("allow = [").expect("a list").1;
    let list = list.split_once(']').expect("its end").0;
    list.split('"')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}

#[test]
fn licences_are_read_as_they_are_meant() {
    let allowed =
        BTreeSet::from(["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned));
    let cases = [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("(MIT OR GPL-3.0) AND GPL-3.0", false),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("Apache-2.0", false),
        ("", false),
    ];
    for (expression, wanted) in cases {
        assert_eq!(is_met(expression, &allowed), wanted, "{expression}");
    }
}

#[test]
fn every_dependency_has_a_licence_that_is_listed_and_none_is_listed_in_vain() {
    let (packages, allowed) = (packages(), allowed());
    for package in &packages {
        let expression = package["license"].as_str().unwrap_or_default();
        assert!(
            is_met(expression, &allowed),
            "{}: {expression:?}",
            package["name"]
        );
    }
    for licence in &allowed {
        let mut less = allowed.clone();
        less.remove(licence);
        let all = |it: &Json| is_met(it["license"].as_str().unwrap_or_default(), &less);
        assert!(!packages.iter().all(all), "nothing needs {licence}");
    }
}
