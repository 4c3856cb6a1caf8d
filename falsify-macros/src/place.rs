//! Where an attribute may stand, and what the function must look like there.
use crate::function::{ungrouped, Function, Mark};
use falsify_attributes::{Attribute, Kind};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Error, FnArg, Result, Type};

/// What is wrong with an item that is no function, at the word that says what it is; `None` if that word is unknown.
pub fn not_a_function(kind: Kind, item: &TokenStream) -> Option<Error> {
    let keyword = |input: ParseStream| {
        input.call(syn::Attribute::parse_outer)?;
        input.parse::<syn::Visibility>()?;
        let keyword: TokenTree = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(keyword)
    };
    let keyword = keyword.parse2(item.clone()).ok()?;
    let found = described(&keyword.to_string())?;
    let name = kind.name();
    let message = format!("`#[{name}]` marks a function or method; this is {found}");
    Some(Error::new(keyword.span(), message))
}

fn described(keyword: &str) -> Option<&'static str> {
    Some(match keyword {
        "struct" => "a struct",
        "enum" => "an enum",
        "union" => "a union",
        "trait" => "a trait: mark its methods",
        "impl" => "an impl: mark its methods",
        "mod" => "a module: mark the functions in it",
        "const" => "a constant",
        "static" => "a static",
        "type" => "a type alias",
        "use" => "an import",
        "extern" => "an extern item: mark the functions in it",
        "macro_rules" => "a macro",
        _ => return None,
    })
}

/// All that is wrong with the place of an attribute and of those on the parameters.
pub fn check(attribute: &Attribute, function: &Function, marks: &[Mark]) -> Result<()> {
    let mut faults = Faults::default();
    only_one(attribute.kind(), function, &mut faults);
    match attribute {
        Attribute::ControlLoop { init } => control_loop(init.as_ref(), function, &mut faults),
        Attribute::Monitor { .. } => monitor(function, &mut faults),
        Attribute::Aux => aux(function, &mut faults),
        Attribute::Input { .. } => input(function, &mut faults),
        Attribute::Output => {}
        Attribute::Environment { .. } => environment(function, &mut faults),
        Attribute::Isr { .. } => isr(function, &mut faults),
    }
    for (index, mark) in marks.iter().enumerate() {
        parameter(attribute, function, mark, &mut faults);
        if marks[..index]
            .iter()
            .any(|other| other.parameter == mark.parameter)
        {
            faults.add(&mark.attribute, "this parameter is marked twice");
        }
    }
    faults.into_result()
}

/// Errors so far, so that all of a function are shown at once.
#[derive(Default)]
pub struct Faults(Option<Error>);

impl Faults {
    fn add(&mut self, place: impl ToTokens, message: impl std::fmt::Display) {
        self.push(Error::new_spanned(place, message));
    }

    pub fn push(&mut self, error: Error) {
        match &mut self.0 {
            Some(first) => first.combine(error),
            None => self.0 = Some(error),
        }
    }

    pub fn into_result(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// A function has one role.
fn only_one(kind: Kind, function: &Function, faults: &mut Faults) {
    for attribute in &function.attributes {
        if let Some(other) = Kind::of_path(attribute.path()) {
            let (name, other) = (kind.name(), other.name());
            let message = match name == other {
                true => format!("`#[{name}]` stands here twice"),
                false => format!("a function has one role: `#[{name}]` or `#[{other}]`"),
            };
            faults.add(attribute, message);
        }
    }
}

fn body(what: &str, function: &Function, faults: &mut Faults) {
    if function.body.is_none() {
        let name = &function.signature.ident;
        faults.add(name, format!("{what} needs a body, `{name}` has none"));
    }
}

fn control_loop(init: Option<&syn::Expr>, function: &Function, faults: &mut Faults) {
    body("a control loop", function, faults);
    let Some(init) = init else { return };
    if function.never_returns() {
        let message = "a loop that never returns makes its own initial state, before its `loop`";
        faults.add(init, message);
    } else if function.state().is_none() {
        let message = "`init` is the initial state, but this function takes no state by `&mut`";
        faults.add(init, message);
    }
}

fn monitor(function: &Function, faults: &mut Faults) {
    body("a monitor", function, faults);
    match function.result() {
        Some(Type::Path(path)) if path.path.is_ident("bool") => {}
        Some(other) => faults.add(other, "a monitor returns `bool`: `true` means fine"),
        None => {
            let name = &function.signature.ident;
            faults.add(name, "a monitor returns `bool`: `true` means fine");
        }
    }
}

fn aux(function: &Function, faults: &mut Faults) {
    body("an auxiliary function", function, faults);
    let name = &function.signature.ident;
    if function.signature.inputs.is_empty() {
        let message = "an auxiliary function has an input: it is summarised as a relation of its \
                       arguments and its result";
        faults.add(name, message);
    }
    if function.result().is_none() || function.never_returns() {
        let message = "an auxiliary function has an output: it is summarised as a relation of its \
                       arguments and its result";
        faults.add(name, message);
    }
}

fn input(function: &Function, faults: &mut Faults) {
    if function.read().is_none() || function.never_returns() {
        let message = "an input returns the value that is read, or fills a `&mut` slice or array";
        faults.add(&function.signature.ident, message);
    }
}

fn environment(function: &Function, faults: &mut Faults) {
    body("a plant", function, faults);
    if function.result().is_none() || function.never_returns() {
        let message = "a plant returns the inputs of the tick";
        faults.add(&function.signature.ident, message);
    }
}

fn isr(function: &Function, faults: &mut Faults) {
    body("an interrupt handler", function, faults);
    if let Some(first) = function.signature.inputs.first() {
        let message = "an interrupt handler takes nothing: it shares statics with the loop";
        faults.add(first, message);
    }
    if let Some(result) = function.result() {
        faults.add(result, "an interrupt handler returns nothing");
    }
}

/// The one attribute that a parameter may have is `#[input]`, in the step form of a loop, on a value.
fn parameter(attribute: &Attribute, function: &Function, mark: &Mark, faults: &mut Faults) {
    let place = &mark.attribute;
    if mark.kind != Kind::Input {
        let name = mark.kind.name();
        faults.add(
            place,
            format!("`#[{name}]` marks a function or method; this is a parameter"),
        );
    } else if attribute.kind() != Kind::ControlLoop {
        let message = "only a parameter of a `#[control_loop]` function is an input";
        faults.add(place, message);
    } else if function.never_returns() {
        let message =
            "a loop that never returns reads its inputs inside: mark the functions that read them";
        faults.add(place, message);
    } else if !is_value(&function.signature.inputs[mark.parameter]) {
        let message = "an input is passed by value, with a concrete type; a reference is state or a hardware handle";
        faults.add(place, message);
    }
}

fn is_value(argument: &FnArg) -> bool {
    match argument {
        FnArg::Receiver(_) => false,
        FnArg::Typed(typed) => !matches!(
            ungrouped(&typed.ty),
            Type::Reference(_) | Type::ImplTrait(_) | Type::Ptr(_)
        ),
    }
}
