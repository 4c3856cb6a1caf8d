//! Codes of `lower`: what has no meaning in the IR.

use super::Entry;

pub(super) const CODES: &[Entry] = &[
    (
        "lower::constant",
        r#"a constant has no value

Constants, array lengths, discriminants and the initialisers of statics are computed by the interpreter before anything else. This one
panics, needs itself, does not end, or is not a number where one is needed.

    const LIMIT: u8 = 200 + 100;                   // rustc refuses this as well
    #[input(0..=LIMITS)] p: u16                    // `LIMITS` is an array

What to do: correct the constant, or write its value out.
"#,
    ),
    (
        "lower::input-type",
        r#"an input of a type that has no free values

An input may have any value of its type. That makes sense for numbers, `bool`, `char`, and for enums, structs, tuples and arrays of these;
not for references, function pointers and types with private rules of their own.

    #[control_loop]
    fn tick(s: &mut State, name: &'static str) { … }

What to do: take the parts that vary as inputs and build the value inside the tick.
"#,
    ),
    (
        "lower::no-body",
        r#"a call of something that has no body

A method of a hardware handle, or a foreign function, is called, and nothing says what the call means.

    trait Board { fn temperature(&mut self) -> i16; }

    #[control_loop]
    fn run(board: &mut impl Board) -> ! { loop { let t = board.temperature(); … } }

What to do: mark it `#[input]` if each call returns a value from outside, `#[output]` if it is an event, or name it under
`[package.metadata.falsify.extern]`.
"#,
    ),
    (
        "lower::type",
        r#"a type has no representation

Values are made of scalars, tuples, arrays, structs, enums and references. This type contains something else, or an array whose length
is not a constant.

    struct Log { sink: *mut u8 }

What to do: leave that part out of what the loop and its monitors reach, behind a function marked `#[input]` or `#[output]`.
"#,
    ),
    (
        "lower::unsupported",
        r#"a construct that is not supported

The types are understood, but what the code does with them has no meaning in the tool's representation yet. `docs/language.md` lists what
has.

    core::mem::size_of::<Frame>()                  // memory layout is not modelled

What to do: rewrite it with what is supported, or put it behind a function marked `#[input]` or `#[output]`.
"#,
    ),
];
