//! Codes of `project`: what cargo says about the crate, and its settings.

use super::Entry;

pub const METADATA: &str = "project::metadata";
pub const PACKAGE: &str = "project::package";
pub const SETTING: &str = "project::setting";
pub const TARGET: &str = "project::target";

pub(super) const CODES: &[Entry] = &[
    (
        METADATA,
        "Cargo does not accept the project\n\
         \n\
         `cargo metadata` failed: there is no Cargo.toml, it is malformed, a feature does not exist, or a dependency \
         cannot be resolved. The message is cargo's own.\n\
         \n\
         What to do: make `cargo metadata` succeed in the same directory with the same flags.",
    ),
    (
        PACKAGE,
        "A package is not in the workspace\n\
         \n\
         --package and --exclude take names of workspace members, `name` or `name@version`.\n\
         \n\
         What to do: use one of the names that the help line lists.",
    ),
    (
        SETTING,
        "A setting is not understood\n\
         \n\
         `[package.metadata.falsify]` and `[workspace.metadata.falsify]` take these keys: bound, timeout, engine, \
         solver, jobs, panics, overflow, pointer-width, require, extern. A misspelt key would otherwise be ignored \
         in silence.\n\
         \n\
         What to do: correct the key or its value.",
    ),
    (
        TARGET,
        "The configured target is not known\n\
         \n\
         `build.target` of .cargo/config.toml, CARGO_BUILD_TARGET or --target names a target for which `rustc --print \
         cfg` fails, so that it is not known which `cfg`s hold.\n\
         \n\
         What to do: correct the name, or install a toolchain that knows the target.",
    ),
];
