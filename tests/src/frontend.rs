//! The front end on a text, as the tool runs it: on a thread of its own with a large stack.

use std::path::PathBuf;

use cargo_falsify::diagnostic::{self, render::Renderer, Diagnostic};
use cargo_falsify::driver::{self, Analysis, Request};
use cargo_falsify::source::SourceMap;

use crate::user::repository;

const STACK_BYTES: usize = 1 << 30;

/// A crate that was analysed, with its sources.
pub struct Analysed {
    pub sources: SourceMap,
    pub analysis: Analysis,
}

impl Analysed {
    /// Code and line of every finding, in the order of the source.
    pub fn findings(&self) -> Vec<(u32, String)> {
        let at = |d: &Diagnostic| d.span().map_or(0, |span| self.sources.location(span).0);
        let found = self.analysis.diagnostics.iter();
        let mut found: Vec<_> = found.map(|d| (at(d), d.code.to_owned())).collect();
        found.sort();
        found.dedup();
        found
    }

    /// The findings as a person sees them.
    pub fn drawn(&self) -> String {
        let root = repository();
        let renderer = Renderer {
            sources: &self.sources,
            root: &root,
            colour: false,
            width: 100,
        };
        let mut found = self.analysis.diagnostics.clone();
        diagnostic::sort(&mut found, &self.sources);
        found.iter().map(|d| renderer.human(d)).collect()
    }
}

/// Where the runtime's sources are.
pub fn runtime() -> PathBuf {
    repository().join("falsify-runtime")
}

/// Analyses a request and looks at the result; `None` if the front end panicked.
pub fn with<R: Send>(request: &Request, look: impl FnOnce(Analysed) -> R + Send) -> Option<R> {
    let work = || {
        let mut sources = SourceMap::default();
        let analysis = driver::analyse(request, &mut sources);
        look(Analysed { sources, analysis })
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work);
        thread.expect("a thread").join().ok()
    })
}

/// The same for one text that may use the runtime.
pub fn with_text<R: Send>(text: &str, look: impl FnOnce(Analysed) -> R + Send) -> Option<R> {
    with(&driver::single_text(text, Some(&runtime())), look)
}
