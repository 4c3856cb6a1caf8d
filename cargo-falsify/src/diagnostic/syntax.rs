//! Codes of `syntax`: what can be wrong with source text before any name is resolved.

use super::Entry;

pub const ATTRIBUTE: &str = "syntax::attribute";
pub const COMPILE_ERROR: &str = "syntax::compile-error";
pub const DERIVE: &str = "syntax::derive";
pub const EXPANSION: &str = "syntax::expansion";
pub const LITERAL: &str = "syntax::literal";
pub const MACRO: &str = "syntax::macro";
pub const MODULE_CYCLE: &str = "syntax::module-cycle";
pub const MODULE_FILE: &str = "syntax::module-file";
pub const NESTING: &str = "syntax::nesting";
pub const PARSE: &str = "syntax::parse";
pub const READ: &str = "syntax::read";

pub(super) const CODES: &[Entry] = &[
    (
        ATTRIBUTE,
        "An attribute of falsify is written wrongly\n\
         \n\
         The attribute has an argument that it does not take, lacks a value that an argument needs, or has an \
         argument twice.\n\
         \n\
         What to do: use one of the forms that the help line shows.",
    ),
    (
        COMPILE_ERROR,
        "The crate refuses to be compiled like this\n\
         \n\
         With these features and this target a `compile_error!` is reached; its message says why.\n\
         \n\
         What to do: choose features with --features or --no-default-features as for `cargo build`.",
    ),
    (
        DERIVE,
        "A derive cannot be applied to this type\n\
         \n\
         The type does not have what the derive of the standard library needs; rustc refuses it as well.\n\
         \n\
         What to do: write the impl by hand, or mark the default variant with `#[default]`.",
    ),
    (
        EXPANSION,
        "A macro cannot be expanded\n\
         \n\
         No rule of the macro_rules macro matches the call, its rules call each other without end, or they produce \
         more code than any program needs.\n\
         \n\
         What to do: check that the crate compiles; if it does, rewrite the call without the macro.",
    ),
    (
        LITERAL,
        "A literal has a value that no type can hold\n\
         \n\
         The largest integer type, u128, has 128 bits.\n\
         \n\
         What to do: write a smaller number.",
    ),
    (
        MACRO,
        "A macro of the standard library is not supported here\n\
         \n\
         Its meaning depends on other files or on the environment of the build, which the analysis does not see, \
         or its arguments are not what it takes.\n\
         \n\
         What to do: write the code or the value out, as a module or a constant.",
    ),
    (
        MODULE_CYCLE,
        "A module contains itself\n\
         \n\
         The file of a `mod` item is also the file of a module around it.\n\
         \n\
         What to do: name each file in one `mod` item only and refer to it elsewhere with `use`.",
    ),
    (
        MODULE_FILE,
        "A module has no file, or two\n\
         \n\
         `mod name;` stands for a file `name.rs` or `name/mod.rs` in the directory of the module around it, or for \
         the file that `#[path]` names. There must be exactly one.\n\
         \n\
         What to do: create the file, or remove one of the two.",
    ),
    (
        NESTING,
        "Code nests too deeply\n\
         \n\
         Delimiters, operators or type arguments nest so deeply, or one expression is so long, that it is not read.\n\
         \n\
         What to do: split it into functions or statements.",
    ),
    (
        PARSE,
        "The text is not Rust\n\
         \n\
         The source could not be parsed at this place; `cargo check` reports the same place in rustc's words.\n\
         \n\
         What to do: correct the syntax.",
    ),
    (
        READ,
        "A source file cannot be read\n\
         \n\
         The file is missing, not readable, or not encoded in UTF-8.\n\
         \n\
         What to do: check the file's permissions and encoding.",
    ),
];
