//! Small functions through the whole front end and the interpreter. Each file of `tests/lower` is a crate; a comment
//! `//= value` (or `//= panic KIND in line N`) before a function without parameters says what it gives.

use std::fs;
use std::path::Path;

use cargo_falsify::ir::interp::{NoInputs, Stop};
use cargo_falsify::ir::Value;
use cargo_falsify::lower::{analyse_source, Analysis};

/// What a function should give.
struct Expected {
    name: String,
    result: String,
}

fn expectations(text: &str) -> Vec<Expected> {
    let lines: Vec<&str> = text.lines().collect();
    let expected = |(index, line): (usize, &&str)| {
        let result = line.trim().strip_prefix("//= ")?.trim().to_owned();
        let header = lines[index + 1..]
            .iter()
            .find(|line| line.contains("fn "))?;
        let name = header.split("fn ").nth(1)?.split('(').next()?.to_owned();
        Some(Expected { name, result })
    };
    lines.iter().enumerate().filter_map(expected).collect()
}

fn outcome(analysis: &Analysis, name: &str) -> String {
    let Some(function) = analysis.function(name) else {
        return "no such function".to_owned();
    };
    if let Some(problem) = function.problems.first() {
        let at = problem.span().map(|span| place(analysis, span));
        return format!("rejected: {}: {} at {at:?}", problem.code, problem.message);
    }
    match analysis.run(name, &[], &mut NoInputs) {
        Ok(value) => show(&value),
        Err(Stop::Panicked(panic)) => {
            let (line, _) = analysis.sources.location(panic.span);
            format!("panic {:?} in line {line}", panic.kind)
        }
        Err(stop) => format!("{stop:?}"),
    }
}

fn place(analysis: &Analysis, span: cargo_falsify::source::Span) -> String {
    let (line, column) = analysis.sources.location(span);
    format!(
        "{}:{line}:{column}",
        analysis.sources.path(span.file).display()
    )
}

fn show(value: &Value) -> String {
    match value {
        Value::Scalar(bits) => bits.to_string(),
        Value::Aggregate(parts) => format!(
            "({})",
            parts.iter().map(show).collect::<Vec<_>>().join(", ")
        ),
        other => format!("{other:?}"),
    }
}

fn check(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("the case is readable");
    let analysis = analyse_source(&text);
    let mut wrong: Vec<String> = analysis
        .diagnostics
        .iter()
        .map(|d| {
            format!(
                "{}: {} at {:?}",
                d.code,
                d.message,
                d.span().map(|span| place(&analysis, span))
            )
        })
        .collect();
    for Expected { name, result } in expectations(&text) {
        let found = outcome(&analysis, &name);
        if found != result {
            wrong.push(format!(
                "{}: {name} gives {found}, not {result}",
                path.display()
            ));
        }
    }
    wrong
}

#[test]
fn functions_give_what_is_written_beside_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lower");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the cases exist")
        .flatten()
        .map(|e| e.path())
        .collect();
    files.sort();
    let wrong: Vec<String> = files.iter().flat_map(|file| check(file)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
