//! syn → annotated tree: the only place that names syn.
//!
//! [`parse_crate`] reads a crate's files, follows its modules, applies `cfg`, expands macros and derives, and
//! turns what is left into [`ast`]. Nothing is resolved here but macro names.

pub mod ast;
mod attrs;
mod builtin;
pub mod candidates;
mod cfg;
mod convert;
mod derive;
mod format;
mod lex;
mod loader;
mod macros;
mod modules;
pub mod outline;
mod spans;

pub use cfg::CfgSet;
pub use loader::{Disk, Loader, Memory};

use std::path::PathBuf;
use std::rc::Rc;

use crate::diagnostic::Diagnostic;
use crate::source::{SourceMap, Symbol};

/// What has to be known to read one crate.
pub struct CrateSource<'a> {
    /// The name by which paths call it, `-` replaced by `_`.
    pub name: String,
    pub edition: ast::Edition,
    /// The file of the crate root.
    pub root: PathBuf,
    pub loader: &'a dyn Loader,
    pub cfg: CfgSet,
    /// What each dependency exports, under the name by which this crate calls it.
    pub dependencies: Vec<(String, ExportedMacros)>,
}

/// The `#[macro_export]` macros of a crate.
#[derive(Clone, Default)]
pub struct ExportedMacros {
    /// The name of the crate itself.
    krate: String,
    macros: Vec<Rc<macros::MacroDef>>,
}

impl ExportedMacros {
    fn find(&self, name: &str) -> Option<Rc<macros::MacroDef>> {
        let mut newest_first = self.macros.iter().rev();
        newest_first.find(|it| it.name == name).cloned()
    }

    /// The names under which they are called.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.macros.iter().map(|it| it.name.as_str())
    }
}

/// A crate that was read, and what it exports to those that depend on it.
pub struct ParsedCrate {
    pub ast: ast::Crate,
    pub macros: ExportedMacros,
}

/// Reads a crate. Dependencies come first: a crate's macros may be theirs.
///
/// The parser recurses as deep as the source nests, so callers run it on a thread with a large stack.
pub fn parse_crate(
    input: &CrateSource<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> ParsedCrate {
    convert::Converter::new(input, sources, diagnostics).run(Symbol::new(&input.name))
}

#[cfg(test)]
mod tests;
