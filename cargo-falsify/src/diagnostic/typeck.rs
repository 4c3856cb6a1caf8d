//! Codes of `typeck`: names, types, traits.

use super::Entry;

pub(super) const CODES: &[Entry] = &[
    (
        "typeck::bound",
        "A trait is missing on a type\n\
         A call needs a trait that the checker cannot find an implementation of. rustc has accepted the crate, so \
         either the implementation is in the part of core that the library model lacks, or it is a gap in the checker.\n\
         What to do: use an operation that docs/language.md lists, or mark the function that needs the trait \
         `#[input]` or `#[output]`, and report the gap.",
    ),
    (
        "typeck::const",
        "A constant cannot be evaluated\n\
         An array length, const argument or discriminant is needed before it can be computed.\n\
         What to do: give it as a literal or a plain `const` item.",
    ),
    (
        "typeck::cycle",
        "A definition depends on itself\n\
         The type of a function that returns `impl Trait`, or the value of a constant, is needed to compute itself.\n\
         What to do: write the type or the value out.",
    ),
    (
        "typeck::generics",
        "A generic argument is missing\n\
         A type in a signature leaves out an argument that has no default.\n\
         What to do: write the argument.",
    ),
    (
        "typeck::library",
        "The library model lacks a language item\n\
         The tool's own model of core is incomplete. This is a bug of cargo-falsify.\n\
         What to do: report it with the construct that led here.",
    ),
    (
        "typeck::method",
        "A method cannot be found\n\
         No inherent or trait method of this name applies to the receiver. If it is a method of core, the \
         library model lacks it.\n\
         What to do: use one that docs/language.md lists, write it out, or mark the caller `#[input]` or `#[output]`.",
    ),
    (
        "typeck::mismatch",
        "Two types do not fit\n\
         The checker expected another type here. rustc has accepted the crate, so this is a gap in the checker.\n\
         What to do: annotate the type; report the code that led here.",
    ),
    (
        "typeck::mono",
        "A type cannot be made concrete\n\
         After generic arguments are put in, a projection or an `impl Trait` is left that has no definition: \
         often an associated type of a hardware handle.\n\
         What to do: name the associated type in the bound (`impl InputPin<Error = Infallible>`).",
    ),
    (
        "typeck::no-body",
        "A function or constant has no body\n\
         Something is called or used that is only declared: a foreign function, a trait method without an implementation.\n\
         What to do: mark it `#[input]` or `#[output]`.",
    ),
    (
        "typeck::unknown",
        "The type of an expression is not known\n\
         Inference has not found the type by the place where it is needed.\n\
         What to do: annotate the variable or the closure parameter.",
    ),
    (
        "typeck::unresolved",
        "A name cannot be found\n\
         No item, field or associated item of this name is visible here. Items of crates whose sources are not \
         analysed and items that unknown macros generate are not seen.\n\
         What to do: mark the function that uses it `#[input]` or `#[output]`, or name it under \
         `[package.metadata.falsify.extern]`.",
    ),
    (
        "typeck::unsupported",
        "A construct is not supported\n\
         The analysed code uses Rust that the tool does not model: raw pointers, trait objects, async, unions, unknown macros.\n\
         What to do: docs/language.md lists what is supported; hide the rest behind a function marked \
         `#[input]` or `#[output]`.",
    ),
];
