//! The front end on texts, as the tool runs it: on a thread with a large stack.

use std::path::PathBuf;

use cargo_falsify::diagnostic::{self, render::Renderer, Diagnostic};
use cargo_falsify::driver::{self, Analysis, Frontend};
use cargo_falsify::project::{Built, Project, Selection};

use crate::user::repository;

const STACK_BYTES: usize = 1 << 30;

/// Where the runtime's sources are.
pub fn runtime() -> PathBuf {
    repository().join("falsify-runtime")
}

/// Does some work on a thread of its own; `None` if it panics.
pub fn on_a_thread<R: Send>(work: impl FnOnce() -> R + Send) -> Option<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work);
        thread.expect("a thread").join().ok()
    })
}

/// Analyses one text that may use the runtime.
pub fn analyse(frontend: &mut Frontend, text: &str) -> Analysis {
    frontend.analyse(&driver::single_text(text, Some(&runtime())))
}

/// Line and code of every finding, in the order of the source.
pub fn findings(frontend: &Frontend, analysis: &Analysis) -> Vec<(u32, String)> {
    let sources = &frontend.sources;
    let at = |d: &Diagnostic| d.span().map_or(0, |span| sources.location(span).0);
    let found = analysis.diagnostics.iter().chain(&analysis.warnings);
    let mut found: Vec<_> = found.map(|d| (at(d), d.code.to_owned())).collect();
    found.sort();
    found.dedup();
    found
}

/// The findings as a person sees them.
pub fn drawn(frontend: &Frontend, analysis: &Analysis) -> String {
    let renderer = Renderer {
        sources: &frontend.sources,
        root: &repository(),
        colour: false,
        width: 100,
    };
    let mut found = analysis.diagnostics.clone();
    diagnostic::sort(&mut found, &frontend.sources);
    found.iter().map(|d| renderer.human(d)).collect()
}

/// Analyses the crates of a package of this repository, such as an example.
pub fn analyse_package(frontend: &mut Frontend, name: &str) -> Vec<Analysis> {
    let selection = Selection {
        manifest_path: Some(repository().join("Cargo.toml")),
        packages: vec![name.to_owned()],
        offline: true,
        ..Selection::default()
    };
    let project = Project::open(&selection, &mut frontend.sources, &mut Vec::new());
    let project = project.expect("cargo knows the package");
    let mut analyses = Vec::new();
    for package in &project.packages {
        for unit in &package.units {
            let request = driver::of_unit(&project, package, unit, &Built::default());
            analyses.push(frontend.analyse(&request));
        }
    }
    analyses
}
