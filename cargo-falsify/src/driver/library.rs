//! The model of the standard library that the binary carries.

use std::path::{Path, PathBuf};

use super::{CrateSpec, Origin};
use crate::syntax::ast::Edition;
use crate::syntax::{CfgSet, Memory};

/// Path below `library/`, and text.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library.rs"));

/// Where the model's files seem to lie: what a finding inside shows.
const ROOT: &str = "<library>";

/// The files of the model.
pub(super) fn files() -> Memory {
    FILES
        .iter()
        .map(|(path, text)| (Path::new(ROOT).join(path), *text))
        .collect()
}

/// The crates of the model: `core` first, which everything depends on.
pub(super) fn crates() -> Vec<CrateSpec> {
    ["core", "critical_section"]
        .into_iter()
        .map(model)
        .collect()
}

fn model(name: &str) -> CrateSpec {
    CrateSpec {
        name: name.to_owned(),
        edition: Edition::E2021,
        root: PathBuf::from(ROOT).join(name).join("lib.rs"),
        origin: Origin::Text,
        cfg: cfg(),
        dependencies: Vec::new(),
    }
}

/// What holds in code that no cargo project configures: a build with all checks.
pub(super) fn cfg() -> CfgSet {
    CfgSet::default().with("debug_assertions", None)
}
