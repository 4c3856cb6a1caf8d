//! Source text in, the compact form of the tree (see `show`) and diagnostics out.

mod constructs;
mod expansion;
mod files;
mod mutation;
mod show;

use super::ast::{Crate, Edition};
use super::{parse_crate, CfgSet, CrateSource, ExportedMacros, Memory, ParsedCrate};
use crate::diagnostic::Diagnostic;
use crate::source::SourceMap;

/// A crate read from memory.
struct Read {
    parsed: ParsedCrate,
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
}

impl Read {
    fn ast(&self) -> &Crate {
        &self.parsed.ast
    }

    fn shown(&self) -> String {
        assert_eq!(self.diagnostics, [], "no diagnostics were expected");
        show::items(&self.ast().items)
    }

    /// `code @ "text of the span": message` of each diagnostic.
    fn problems(&self) -> Vec<String> {
        let shown = self.diagnostics.iter().map(|it| {
            let text = self.sources.text(it.labels[0].0);
            format!("{} @ {text:?}: {}", it.code, it.message)
        });
        shown.collect()
    }
}

fn device_cfg() -> CfgSet {
    CfgSet::default()
        .with("debug_assertions", None)
        .with("feature", Some("fast"))
        .with("target_pointer_width", Some("32"))
}

fn read_crate(files: &[(&str, &str)], dependencies: Vec<(String, ExportedMacros)>) -> Read {
    let loader: Memory = files.iter().copied().collect();
    let input = CrateSource {
        name: "firmware".into(),
        edition: Edition::E2021,
        root: "src/lib.rs".into(),
        loader: &loader,
        cfg: device_cfg(),
        dependencies,
    };
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    let parsed = parse_crate(&input, &mut sources, &mut diagnostics);
    Read {
        parsed,
        sources,
        diagnostics,
    }
}

fn read(text: &str) -> Read {
    read_crate(&[("src/lib.rs", text)], Vec::new())
}

/// The compact form of a function's body.
fn body(text: &str) -> String {
    let shown = read(&format!("fn f() {{ {text} }}")).shown();
    let body = shown.strip_prefix("fn f() ").expect("one function");
    body.to_string()
}
