//! What is rejected, and where: each file of `tests/ui` says on its lines which codes it expects there.
//!
//! `//~ ERROR code` or `//~ WARNING code` stands on the line of the finding. A file without such a line has none.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_falsify::driver::Frontend;
use falsify_tests::frontend;
use falsify_tests::user::repository;

const MARKS: [&str; 2] = ["//~ ERROR ", "//~ WARNING "];

fn files() -> Vec<PathBuf> {
    let directory = repository().join("tests/ui");
    let entries = fs::read_dir(directory).expect("tests/ui");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.sort();
    files
}

/// Line and code of each expected finding.
fn expected(text: &str) -> Vec<(u32, String)> {
    let lines = text.lines().zip(1..);
    let marks = lines.filter_map(|(line, number)| {
        let (_, code) = MARKS.iter().find_map(|mark| line.split_once(mark))?;
        Some((number, code.trim().to_owned()))
    });
    marks.collect()
}

#[test]
fn every_file_is_rejected_where_it_says() {
    let files = files();
    assert!(!files.is_empty());
    let wrong = frontend::on_a_thread(|| {
        let mut front = Frontend::default();
        let wrong = files.iter().filter_map(|file| surprise(&mut front, file));
        wrong.collect::<Vec<String>>()
    });
    let wrong = wrong.expect("the front end does not panic");
    assert!(
        wrong.is_empty(),
        "{} files\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// How a file's findings differ from what it says.
fn surprise(front: &mut Frontend, file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).expect("a text");
    let name = file.file_name().expect("a name").to_string_lossy();
    println!("{name}");
    let analysis = frontend::analyse(front, &text);
    let (found, expected) = (frontend::findings(front, &analysis), expected(&text));
    let warned = analysis.warnings.len();
    assert_eq!(warned, text.matches(MARKS[1]).count(), "warnings of {name}");
    let drawn = frontend::drawn(front, &analysis);
    (found != expected).then(|| format!("{name}: {found:?}, not {expected:?}\n{drawn}"))
}

/// Codes that no single text can bring about, and why.
const WITHOUT_A_FILE: &[(&str, &str)] = &[
    ("project::metadata", "needs a directory: tests/tests/cli.rs"),
    ("project::package", "needs a workspace: tests/tests/cli.rs"),
    ("project::setting", "needs a manifest: tests/tests/cli.rs"),
    ("project::target", "needs a configuration"),
    (
        "project::profile",
        "needs a manifest: tests/tests/settings.rs",
    ),
    (
        "results::unreadable",
        "about results: tests/tests/shards.rs",
    ),
    (
        "results::incomplete",
        "about results: tests/tests/shards.rs",
    ),
    ("results::failed", "about results: tests/tests/shards.rs"),
    ("results::partial", "about results: tests/tests/baseline.rs"),
    ("results::overlap", "about results: tests/tests/shards.rs"),
    ("results::different", "about results: tests/tests/shards.rs"),
    (
        "syntax::module-cycle",
        "needs several files: tests/tests/cli.rs",
    ),
    ("syntax::nesting", "would be unreadable: tests/tests/cli.rs"),
    ("syntax::read", "needs a file that is not text"),
    ("typeck::const", "the tool itself always has an evaluator"),
    (
        "typeck::cycle",
        "rustc refuses such a crate, and then it is not read any further",
    ),
    (
        "typeck::library",
        "only if the model of the library is incomplete",
    ),
    ("typeck::mono", "only if an impl is not read"),
    (
        "typeck::no-body",
        "calls of what has no body are found by `lower` first",
    ),
];

#[test]
fn every_code_has_a_file() {
    let texts: Vec<String> = files()
        .iter()
        .map(|f| fs::read_to_string(f).expect("a text"))
        .collect();
    let shown: BTreeSet<String> = texts
        .iter()
        .flat_map(|text| expected(text))
        .map(|(_, code)| code)
        .collect();
    let excused: BTreeSet<&str> = WITHOUT_A_FILE.iter().map(|(code, _)| *code).collect();
    let missing: Vec<&str> = cargo_falsify::diagnostic::all_codes()
        .map(|(code, _)| code)
        .filter(|code| !shown.contains(*code) && !excused.contains(code))
        .collect();
    assert!(missing.is_empty(), "no file in tests/ui shows {missing:#?}");
}
