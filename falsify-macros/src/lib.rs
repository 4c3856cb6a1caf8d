//! The attributes of `cargo falsify`. Use them through `falsify-runtime`, which re-exports them.
//!
//! An attribute checks its place and its arguments (their grammar is `falsify-attributes`) and hands the item through.
//! The subcommand reads the source; an ordinary build gets what it would get without the attribute, plus
//!
//! - `#[allow(dead_code)]` on what only the tool calls: loops, monitors, plants and handlers (so that a crate may
//!   `deny`, but not `forbid`, that lint). A constant that mentions the function would do without, but it would have to
//!   name it, and an attribute cannot tell a function from one in an `impl`, where the name needs `Self::` in front and
//!   a nameless constant is not allowed;
//! - a `const` block at the start of the body that mentions the attribute's expressions, so that the compiler checks
//!   their types and sees the constants in use. It leaves no code behind.
//!
//! The builds of `cargo falsify` that replay a run and that record calls are the exceptions: see `replay` and `record`.
//!
//! A method without a body has no place for such a block. If its range names constants, the block stands in a hidden
//! function of the trait beside it; that of a declared function stands in a bound that is always true.
mod function;
mod place;
mod record;
mod replay;
mod witness;

use falsify_attributes::{Attribute, Kind};
use function::{Function, Mark};
use proc_macro::TokenStream;
use quote::{quote, ToTokens};
use syn::parse_quote;

/// The control loop: a function that runs one tick, or one that never returns and has one outermost `loop`.
///
/// `#[control_loop(init = EXPR)]` gives the initial state, else `S::new()` or `S::default()` does. Parameters by value
/// are inputs, `#[input(RANGE)]` on one of them narrows it.
#[proc_macro_attribute]
pub fn control_loop(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::ControlLoop, arguments, item)
}

/// A requirement: a function that returns whether all is fine, asked at the end of every tick.
///
/// `#[monitor(of = PATH)]` names the loop where a crate has several.
#[proc_macro_attribute]
pub fn monitor(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Monitor, arguments, item)
}

/// A helper function that may be replaced by a summary: from its arguments to its result, with no other effect.
#[proc_macro_attribute]
pub fn aux(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Aux, arguments, item)
}

/// A source of values: each call of the function gives a fresh one, within the range of `#[input(RANGE)]` if given.
///
/// On a parameter of a `#[control_loop]` function it says the same of the value that each tick gets.
#[proc_macro_attribute]
pub fn input(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Input, arguments, item)
}

/// An effect on the world: calls of the function are events of the run, its body is not analysed.
#[proc_macro_attribute]
pub fn output(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Output, arguments, item)
}

/// A closed-loop plant: runs before every tick and returns the tick's inputs.
///
/// `#[environment(of = PATH)]` names the loop where a crate has several.
#[proc_macro_attribute]
pub fn environment(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Environment, arguments, item)
}

/// An interrupt handler: may run once between any two ticks, in any order with others.
///
/// `max = N` lets it run up to `N` times, `preempt` also between any two statements of a tick, `of = PATH` names the loop
/// where a crate has several.
#[proc_macro_attribute]
pub fn isr(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand(Kind::Isr, arguments, item)
}

/// Checks the attribute and hands the item through; with the errors in front of it if there are any, so that what refers
/// to the item does not fail as well.
fn expand(kind: Kind, arguments: TokenStream, item: TokenStream) -> TokenStream {
    let mut function: Function = match syn::parse(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let error = place::not_a_function(kind, &item.clone().into()).unwrap_or(error);
            return with_error(error, proc_macro2::TokenStream::from(item)).into();
        }
    };
    let marks = function.take_marks();
    if only_the_tool_calls(kind) {
        function.attributes.push(parse_quote!(
            #[allow(
                dead_code,
                clippy::trivially_copy_pass_by_ref,
                reason = "cargo falsify calls it, and `&S` is how it asks for the state"
            )]
        ));
    }
    match check(kind, arguments, &function, &marks) {
        Ok((attribute, _)) if replay::is_on() => replay::expand(&attribute, function),
        Ok((Attribute::Aux, _)) if record::is_on() => record::expand(function),
        Ok((_, witness)) => function.with_witness(&witness),
        Err(error) => with_error(error, function),
    }
    .into()
}

fn with_error(error: syn::Error, item: impl ToTokens) -> proc_macro2::TokenStream {
    let error = error.into_compile_error();
    quote!(#error #item)
}

fn only_the_tool_calls(kind: Kind) -> bool {
    match kind {
        Kind::ControlLoop | Kind::Monitor | Kind::Environment | Kind::Isr => true,
        Kind::Aux | Kind::Input | Kind::Output => false,
    }
}

/// The attribute, if it and its place are right, and the statements that make the compiler check its expressions.
fn check(
    kind: Kind,
    arguments: TokenStream,
    function: &Function,
    marks: &[Mark],
) -> syn::Result<(Attribute, proc_macro2::TokenStream)> {
    let attribute: Attribute = kind.parse(arguments.into())?;
    place::check(&attribute, function, marks)?;
    let witness = witness::of(&attribute, function, marks)?;
    Ok((attribute, witness))
}
