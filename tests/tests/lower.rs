//! Small functions through the whole front end and the interpreter. Each file of `tests/lower` is a module; a comment
//! `//= value` (or `//= panic KIND in line N`) before a function without parameters says what it gives in
//! compiled Rust.

use std::fs;
use std::path::Path;

use cargo_falsify::diagnostic::Diagnostic;
use cargo_falsify::ir::interp::{NoInputs, Stop};
use cargo_falsify::ir::verify::verify;
use cargo_falsify::ir::Value;
use cargo_falsify::lower::{analyse_source_with, Analysis};
use cargo_falsify::syntax::ast::Edition;

/// A file of cases, and where it starts in the text of the crate.
struct Module {
    name: String,
    text: String,
    first_line: u32,
}

/// What a function should give.
struct Expected {
    function: String,
    result: String,
}

fn modules(folder: &str) -> Vec<Module> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the cases exist").flatten();
    let mut files: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let mut first_line = 1;
    let module = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).expect("the case is readable");
        let name = path
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        let module = Module {
            name,
            text,
            first_line,
        };
        first_line += module.source().lines().count() as u32;
        module
    };
    files.into_iter().map(module).collect()
}

impl Module {
    fn source(&self) -> String {
        format!("pub mod {} {{ {}\n}}\n", self.name, self.text)
    }

    fn expectations(&self) -> Vec<Expected> {
        let lines: Vec<&str> = self.text.lines().collect();
        let expected = |(index, line): (usize, &&str)| {
            let result = line.trim().strip_prefix("//= ")?.trim().to_owned();
            let header = lines[index + 1..]
                .iter()
                .find(|line| line.contains("fn "))?;
            let function = header.split("fn ").nth(1)?.split('(').next()?.to_owned();
            Some(Expected { function, result })
        };
        lines.iter().enumerate().filter_map(expected).collect()
    }

    fn outcome(&self, analysis: &Analysis, function: &str) -> String {
        let name = format!("{}::{function}", self.name);
        match analysis.function(&name) {
            None => return "nothing: there is no such function".to_owned(),
            Some(function) if !function.problems.is_empty() => {
                return function
                    .problems
                    .iter()
                    .map(|problem| show_problem(analysis, problem))
                    .collect();
            }
            Some(_) => {}
        }
        match analysis.run(&name, &[], &mut NoInputs) {
            Ok(value) => show(&value),
            Err(Stop::Panicked(panic)) => {
                let (line, _) = analysis.sources.location(panic.span);
                format!(
                    "panic {:?} in line {}",
                    panic.kind,
                    line - self.first_line + 1
                )
            }
            Err(stop) => format!("{stop:?}"),
        }
    }

    fn wrong(&self, analysis: &Analysis) -> Vec<String> {
        let different = |Expected { function, result }| {
            let found = self.outcome(analysis, &function);
            (found != result)
                .then(|| format!("{}::{function} gives {found}, not {result}", self.name))
        };
        self.expectations()
            .into_iter()
            .filter_map(different)
            .collect()
    }
}

fn show_problem(analysis: &Analysis, problem: &Diagnostic) -> String {
    let at = problem.span().map(|span| {
        let (line, column) = analysis.sources.location(span);
        format!(
            "{}:{line}:{column}",
            analysis.sources.path(span.file).display()
        )
    });
    format!("{}: {} at {at:?}", problem.code, problem.message)
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

fn check(folder: &str, edition: Edition) {
    let modules = modules(folder);
    let text: String = modules.iter().map(Module::source).collect();
    let analysis = analyse_source_with(&text, edition, 64);
    let mut wrong: Vec<String> = analysis
        .diagnostics
        .iter()
        .map(|d| show_problem(&analysis, d))
        .collect();
    wrong.extend(modules.iter().flat_map(|module| module.wrong(&analysis)));
    wrong.extend(verify(&analysis.program));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn functions_give_what_is_written_beside_them() {
    check("lower", Edition::E2021);
}

#[test]
fn functions_of_edition_2024_too() {
    check("lower/edition2024", Edition::E2024);
}
