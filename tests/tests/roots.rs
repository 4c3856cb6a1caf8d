//! Attributes that mean a loop, and those that do not. Each file of `tests/roots` is a list of crates, separated by
//! lines `//// name`; a line `//! code` at the start of one names each finding that it must give, a line `//* text` something
//! that its harnesses must contain.

use std::fs;
use std::path::Path;

use cargo_falsify::ir::verify::verify;
use cargo_falsify::ir::Statement;
use cargo_falsify::lower::{analyse_source, Analysis};

struct Case {
    name: String,
    text: String,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("roots");
    let entries = fs::read_dir(folder).expect("the cases exist").flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
        .iter()
        .flat_map(|path| split(&fs::read_to_string(path).expect("readable")))
        .collect()
}

fn split(text: &str) -> Vec<Case> {
    let parts = text.split("//// ").skip(1);
    let case = |part: &str| {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        Case {
            name: name.trim().to_owned(),
            text: text.to_owned(),
        }
    };
    parts.map(case).collect()
}

impl Case {
    fn marked(&self, mark: &str) -> Vec<&str> {
        self.text
            .lines()
            .filter_map(|line| line.trim().strip_prefix(mark))
            .map(str::trim)
            .collect()
    }

    fn wrong(&self) -> Vec<String> {
        let text = self.text.replace("//!", "//").replace("//*", "//");
        let analysis = analyse_source(&text);
        let mut found: Vec<&str> = analysis.diagnostics.iter().map(|d| d.code).collect();
        let mut expected = self.marked("//! ");
        found.sort_unstable();
        expected.sort_unstable();
        let mut wrong = Vec::new();
        if found != expected {
            wrong.push(format!(
                "{}: found {:?}, not {expected:?}",
                self.name,
                messages(&analysis)
            ));
        }
        let shown = harnesses(&analysis);
        let missing = self
            .marked("//* ")
            .into_iter()
            .filter(|part| !shown.contains(*part));
        wrong.extend(missing.map(|part| format!("{}: {part} is not in {shown}", self.name)));
        if expected.is_empty() {
            wrong.extend(verify(&analysis.program));
        }
        wrong
    }
}

fn messages(analysis: &Analysis) -> Vec<String> {
    analysis
        .diagnostics
        .iter()
        .map(|d| format!("{}: {}", d.code, d.message))
        .collect()
}

fn harnesses(analysis: &Analysis) -> String {
    let shown: Vec<String> = analysis
        .program
        .harnesses
        .iter()
        .map(|harness| format!("{harness:?}"))
        .collect();
    let blocks = analysis.program.funcs.iter().flat_map(|it| &it.blocks);
    let statements = blocks.flat_map(|it| &it.statements);
    let sources = statements.filter_map(|(statement, _)| match statement {
        Statement::Input { source, .. } => Some(format!("source {source}")),
        _ => None,
    });
    shown
        .into_iter()
        .chain(sources)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn attributes_mean_what_is_written_beside_them() {
    let wrong: Vec<String> = cases().iter().flat_map(Case::wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
