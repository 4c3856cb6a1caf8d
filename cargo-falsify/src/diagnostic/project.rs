//! Codes of `project`: what cargo says about the crate, and its settings.

use super::Entry;

pub const METADATA: &str = "project::metadata";
pub const PACKAGE: &str = "project::package";
pub const PROFILE: &str = "project::profile";
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
        PROFILE,
        "A profile does not exist\n\
         \n\
         --profile or FALSIFY_PROFILE names settings that stand neither under `[package.metadata.falsify.profile.NAME]` \
         of a selected package nor under `[workspace.metadata.falsify.profile.NAME]`. The check would otherwise run with \
         other settings than were meant.\n\
         \n\
         What to do: correct the name, or write the table; it may be empty.",
    ),
    (
        SETTING,
        "A setting is not understood\n\
         \n\
         `[package.metadata.falsify]`, `[workspace.metadata.falsify]` and their profiles take these keys: bound, engine, \
         extern, jobs, levels, memory, overflow, panics, pointer-width, require, seed, solver, timeout. Each that has one \
         value can be a variable of the environment too, such as FALSIFY_BOUND. A misspelt key would otherwise be \
         ignored in silence.\n\
         \n\
         As a warning: `levels` names something that is not there, so that it says nothing.\n\
         \n\
         What to do: correct the key or its value; `cargo falsify schema settings` prints what is allowed.",
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
