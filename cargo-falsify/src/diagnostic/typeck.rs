//! Codes of `typeck`: names, types, traits.

use super::Entry;

pub(super) const CODES: &[Entry] = &[
    (
        "typeck::bound",
        r#"a type lacks a trait that is needed here

A bound, an operator or an index needs a trait that this type does not have as far as the tool can see. rustc has accepted
the crate, so an impl exists that the tool has not read: one of the real standard library that the model lacks, or one that
a derive or macro it does not know would have written.

    fn total(xs: &[Fixed]) -> Fixed {
        xs.iter().copied().sum()          // `Fixed` has `Sum` through an unknown derive
    }

What to do: write the impl out by hand, use a plain loop, or move the code behind a function marked `#[input]` or `#[output]`.
"#,
    ),
    (
        "typeck::const",
        r#"a constant cannot be evaluated

An array length, a const argument or a discriminant depends on a constant that has no value here.

    const SIZE: usize = <T as Layout>::SIZE;      // of which T?

What to do: write the value out, or compute it in a `const fn` from other constants.
"#,
    ),
    (
        "typeck::cycle",
        r#"a type depends on itself

To know the type of an item, the tool needs the type of the same item. That happens with `impl Trait` results whose hidden type only
comes from calls of the same function, and with constants that are defined by themselves.

    fn walk(n: u8) -> impl Iterator<Item = u8> {
        walk(n - 1)
    }

What to do: name the type in the signature instead of `impl Trait`.
"#,
    ),
    (
        "typeck::generics",
        r#"a generic argument is missing

A type or trait is used with fewer arguments than it has parameters, and nothing says what the others are.

    struct Filter<const N: usize> { taps: [i32; N] }
    static F: Filter = …;                          // which N?

What to do: write the argument, such as `Filter<8>`.
"#,
    ),
    (
        "typeck::library",
        r#"the library model lacks something that the language needs

Operators, loops, ranges and `?` are defined by items of the standard library. The tool reads a model of it, and that model has
no item for what is written here.

    for x in source { … }                          // needs `IntoIterator` and `Iterator`

What to do: report it with the piece of code; until then write it in another way.
"#,
    ),
    (
        "typeck::method",
        r#"no such method

The receiver's type, its dereferences, and the traits in scope have no method of this name that the tool knows.

    let rounded = x.round_ties_even();             // of core, but not in the model

If it is a method of the standard library, the tool's model of that library lacks it. If it comes from a trait of a
dependency, the trait may not be in scope.

What to do: write it with methods that are known, or put the call into a function marked `#[input]` or `#[output]`.
"#,
    ),
    (
        "typeck::mismatch",
        r#"types do not fit

An expression or pattern has another type than its place needs, or a call has another number of arguments.

    let speed: u16 = raw_i32;                      // rustc refuses this as well

What to do: if `cargo check` reports the same place, follow rustc; if it does not, this is a gap in the tool: write the types out and
report it.
"#,
    ),
    (
        "typeck::mono",
        r#"a type cannot be made concrete

Functions are analysed with all generic parameters replaced. Here an associated type or an `impl Trait` is left that has no
definition: often an associated type of a hardware handle, or one whose impl a macro would have written.

    fn run(pin: &mut impl InputPin) -> ! { … pin.is_high()? … }     // which `Error`?

What to do: name the associated type in the bound, such as `impl InputPin<Error = Infallible>`, or write the impl out.
"#,
    ),
    (
        "typeck::no-body",
        r#"there is nothing to analyse

A loop, a monitor, or something that they call is declared without a body or value: an `extern` function, a required method of
a trait, a constant without an initialiser.

    extern "C" { fn adc_read(channel: u8) -> u16; }

What to do: mark it `#[input]` if it gives values from outside, `#[output]` if it acts on the outside, or name it under
`[package.metadata.falsify.extern]`.
"#,
    ),
    (
        "typeck::unknown",
        r#"a type is not known

Inference has come to an end and the type of this expression is still open, or a method is called before the type of its
receiver is known.

    let mut last = None;
    last.map(|x| x + 1);                           // nothing has said what is inside yet

What to do: write the type: `let mut last: Option<u16> = None;`.
"#,
    ),
    (
        "typeck::unresolved",
        r#"a name does not mean anything here

No item, local variable, field, variant or label of this name can be seen from here. rustc has accepted the crate, so
the name comes from something that the tool does not read: an item that an unknown attribute or procedural macro would make, or
a part of the standard library that the model lacks.

    #[rtic::app]                                   // makes `local::Context`
    mod app { fn idle(cx: idle::Context) { … } }

What to do: write what the macro would have generated, or put the code that needs it behind a function marked `#[input]` or
`#[output]`.
"#,
    ),
    (
        "typeck::unsupported",
        r#"a construct that is not supported

The tool understands the part of Rust that `docs/language.md` lists. Registers, `async`, trait objects, unions and inline assembly
are among what it does not. A function that uses them is an error only if a loop, a monitor or an `#[aux]` function
reaches it.

    unsafe { core::ptr::read_volatile(0x4000_0000 as *const u32) }

What to do: rewrite it with supported constructs, or put it into a function marked `#[input]` (each call returns a fresh value) or
`#[output]` (an event).
"#,
    ),
];
