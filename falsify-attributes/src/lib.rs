//! The grammar of falsify's attributes, once for the attribute macros and for the subcommand that reads the same source.
//!
//! ```text
//! control_loop [ (init = EXPR) ]
//! monitor      [ (of = PATH) ]
//! aux
//! input        [ (RANGE) ]              RANGE: a range expression of any form, or the path of a constant range
//! output
//! environment  [ (of = PATH) ]
//! isr          [ (ARGUMENT , …) ]       ARGUMENT: max = EXPR | preempt | of = PATH
//! ```
//!
//! Arguments are separated by commas, in any order, each at most once; empty parentheses are no arguments. Which items an
//! attribute may stand on is not said here: the macros check that.
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Error, Expr, Ident, Lit, Meta, Path, Result, Token};

/// An attribute of falsify by name, without its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    ControlLoop,
    Monitor,
    Aux,
    Input,
    Output,
    Environment,
    Isr,
}

/// An attribute of falsify with its arguments.
#[derive(Clone)]
pub enum Attribute {
    ControlLoop {
        init: Option<Expr>,
    },
    Monitor {
        of: Option<Path>,
    },
    Aux,
    Input {
        range: Option<Expr>,
    },
    Output,
    Environment {
        of: Option<Path>,
    },
    Isr {
        max: Option<Expr>,
        preempt: bool,
        of: Option<Path>,
    },
}

impl Kind {
    /// Every attribute, in the order of the documentation.
    pub const ALL: [Kind; 7] = [
        Kind::ControlLoop,
        Kind::Monitor,
        Kind::Aux,
        Kind::Input,
        Kind::Output,
        Kind::Environment,
        Kind::Isr,
    ];

    /// The name as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Kind::ControlLoop => "control_loop",
            Kind::Monitor => "monitor",
            Kind::Aux => "aux",
            Kind::Input => "input",
            Kind::Output => "output",
            Kind::Environment => "environment",
            Kind::Isr => "isr",
        }
    }

    /// The arguments it takes, as an error names them.
    fn known_arguments(self) -> &'static [&'static str] {
        match self {
            Kind::ControlLoop => &["init = EXPR"],
            Kind::Monitor | Kind::Environment => &["of = PATH"],
            Kind::Aux | Kind::Output => &[],
            Kind::Input => &["a range such as `0..=4095`"],
            Kind::Isr => &["max = N", "preempt", "of = PATH"],
        }
    }

    /// The attribute that a path names: `monitor`, `falsify::monitor` or `::falsify::monitor`.
    pub fn of_path(path: &Path) -> Option<Kind> {
        let segments: Vec<String> = path
            .segments
            .iter()
            .map(|s| s.ident.unraw().to_string())
            .collect();
        let name = match segments.as_slice() {
            [name] => name,
            [krate, name] if krate == "falsify" => name,
            _ => return None,
        };
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Reads the arguments: what stands between the parentheses, nothing if there are none.
    pub fn parse(self, arguments: TokenStream) -> Result<Attribute> {
        match self {
            Kind::ControlLoop => parse_control_loop.parse2(arguments),
            Kind::Monitor => {
                let of = parse_of(self).parse2(arguments)?;
                Ok(Attribute::Monitor { of })
            }
            Kind::Aux => no_arguments(self, arguments).map(|()| Attribute::Aux),
            Kind::Input => parse_input.parse2(arguments),
            Kind::Output => no_arguments(self, arguments).map(|()| Attribute::Output),
            Kind::Environment => {
                let of = parse_of(self).parse2(arguments)?;
                Ok(Attribute::Environment { of })
            }
            Kind::Isr => parse_isr.parse2(arguments),
        }
    }

    fn unknown(self, span: Span, argument: &str) -> Error {
        let takes = match self.known_arguments() {
            [] => "it takes none".to_string(),
            known => format!("it takes {}", join(known)),
        };
        Error::new(
            span,
            format!(
                "unknown argument `{argument}` of `#[{}]`: {takes}",
                self.name()
            ),
        )
    }
}

impl Attribute {
    /// Reads an attribute of falsify; `None` for any other.
    pub fn read(attribute: &syn::Attribute) -> Option<Result<Attribute>> {
        let kind = Kind::of_path(attribute.path())?;
        let arguments = match &attribute.meta {
            Meta::Path(_) => Ok(TokenStream::new()),
            Meta::List(list) => Ok(list.tokens.clone()),
            Meta::NameValue(pair) => Err(Error::new_spanned(
                pair,
                format!("arguments of `#[{}]` stand in parentheses", kind.name()),
            )),
        };
        Some(arguments.and_then(|arguments| kind.parse(arguments)))
    }

    /// Which attribute this is.
    pub fn kind(&self) -> Kind {
        match self {
            Attribute::ControlLoop { .. } => Kind::ControlLoop,
            Attribute::Monitor { .. } => Kind::Monitor,
            Attribute::Aux => Kind::Aux,
            Attribute::Input { .. } => Kind::Input,
            Attribute::Output => Kind::Output,
            Attribute::Environment { .. } => Kind::Environment,
            Attribute::Isr { .. } => Kind::Isr,
        }
    }
}

/// `a`, `b` and `c`, each as code unless it is a sentence already.
fn join(known: &[&str]) -> String {
    let quoted: Vec<String> = known
        .iter()
        .map(|argument| match argument.contains('`') {
            true => (*argument).to_string(),
            false => format!("`{argument}`"),
        })
        .collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn no_arguments(kind: Kind, arguments: TokenStream) -> Result<()> {
    match arguments.into_iter().next() {
        None => Ok(()),
        Some(token) => Err(kind.unknown(token.span(), &token.to_string())),
    }
}

fn parse_control_loop(input: ParseStream) -> Result<Attribute> {
    let mut init = None;
    each_argument(Kind::ControlLoop, input, |name| {
        match name.to_string().as_str() {
            "init" => Some(value(&mut init, name, input, "init = EXPR")),
            _ => None,
        }
    })?;
    Ok(Attribute::ControlLoop { init })
}

/// The only argument of `kind` is the loop it belongs to.
fn parse_of(kind: Kind) -> impl Fn(ParseStream) -> Result<Option<Path>> {
    move |input| {
        let mut of = None;
        each_argument(kind, input, |name| match name.to_string().as_str() {
            "of" => Some(loop_path(&mut of, name, input)),
            _ => None,
        })?;
        Ok(of)
    }
}

fn parse_isr(input: ParseStream) -> Result<Attribute> {
    let (mut max, mut preempt, mut of) = (None, None, None);
    each_argument(Kind::Isr, input, |name| match name.to_string().as_str() {
        "max" => Some(value(&mut max, name, input, "max = N")),
        "preempt" => Some(flag(&mut preempt, name, input)),
        "of" => Some(loop_path(&mut of, name, input)),
        _ => None,
    })?;
    if let Some(max) = &max {
        positive_count(max)?;
    }
    Ok(Attribute::Isr {
        max,
        preempt: preempt.is_some(),
        of,
    })
}

fn parse_input(input: ParseStream) -> Result<Attribute> {
    if input.is_empty() {
        return Ok(Attribute::Input { range: None });
    }
    const NOT_A_RANGE: &str =
        "`#[input]` takes a range such as `0..=4095`, or a constant that is one";
    let range: Expr = input.parse().map_err(|_| input.error(NOT_A_RANGE))?;
    if !is_range(&range) {
        return Err(Error::new_spanned(range, NOT_A_RANGE));
    }
    if !input.is_empty() {
        return Err(input.error("`#[input]` takes one range"));
    }
    Ok(Attribute::Input { range: Some(range) })
}

fn is_range(expr: &Expr) -> bool {
    match expr {
        Expr::Range(_) | Expr::Path(_) => true,
        Expr::Paren(inner) => is_range(&inner.expr),
        Expr::Group(inner) => is_range(&inner.expr),
        _ => false,
    }
}

/// How often a handler may run is a positive integer; what is not a literal, the compiler checks.
fn positive_count(max: &Expr) -> Result<()> {
    let positive = match max {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(int) => int.base10_parse::<u32>().is_ok_and(|n| n > 0),
            _ => false,
        },
        Expr::Unary(_) => false,
        _ => true,
    };
    match positive {
        true => Ok(()),
        false => Err(Error::new_spanned(
            max,
            "`max` is how often the handler may run between two ticks: an integer from 1 to 4294967295",
        )),
    }
}

/// Reads comma-separated arguments. `argument` reads what follows the name it is given, or says that it knows no such
/// argument.
fn each_argument(
    kind: Kind,
    input: ParseStream,
    mut argument: impl FnMut(&Ident) -> Option<Result<()>>,
) -> Result<()> {
    while !input.is_empty() {
        let Ok(name) = input.call(Ident::parse_any) else {
            return no_such_argument(kind, input);
        };
        match argument(&name) {
            Some(read) => read?,
            None => return Err(kind.unknown(name.span(), &name.to_string())),
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

fn no_such_argument(kind: Kind, input: ParseStream) -> Result<()> {
    let token: TokenTree = input.parse()?;
    Err(kind.unknown(token.span(), &token.to_string()))
}

/// Reads `= VALUE` after the argument's name. `form` is how the argument is written.
fn value<T: Parse>(
    slot: &mut Option<T>,
    name: &Ident,
    input: ParseStream,
    form: &str,
) -> Result<()> {
    if !input.peek(Token![=]) {
        let message = format!("`{name}` needs a value: `{form}`");
        return Err(Error::new(name.span(), message));
    }
    input.parse::<Token![=]>()?;
    let value = input.parse()?;
    once(slot, name, value)
}

/// Reads nothing after the argument's name.
fn flag(slot: &mut Option<()>, name: &Ident, input: ParseStream) -> Result<()> {
    match input.peek(Token![=]) {
        true => Err(input.error(format!("`{name}` takes no value"))),
        false => once(slot, name, ()),
    }
}

fn loop_path(slot: &mut Option<Path>, name: &Ident, input: ParseStream) -> Result<()> {
    let mut path: Option<Expr> = None;
    value(&mut path, name, input, "of = PATH")?;
    match path {
        Some(Expr::Path(path)) if path.qself.is_none() => once(slot, name, path.path),
        other => Err(Error::new_spanned(
            other,
            "`of` names a control loop by its path, such as `tick` or `Type::method`",
        )),
    }
}

fn once<T>(slot: &mut Option<T>, name: &Ident, value: T) -> Result<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(Error::new(name.span(), format!("`{name}` is given twice"))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Attribute, Kind};
    use std::str::FromStr;
    use syn::parse_quote;

    fn error(kind: Kind, arguments: &str) -> String {
        let tokens = proc_macro2::TokenStream::from_str(arguments).unwrap();
        kind.parse(tokens).err().expect(arguments).to_string()
    }

    fn accepts(kind: Kind, arguments: &str) -> bool {
        let tokens = proc_macro2::TokenStream::from_str(arguments).unwrap();
        kind.parse(tokens).is_ok()
    }

    #[test]
    fn an_attribute_is_known_by_its_path() {
        assert_eq!(Kind::of_path(&parse_quote!(monitor)), Some(Kind::Monitor));
        assert_eq!(
            Kind::of_path(&parse_quote!(::falsify::isr)),
            Some(Kind::Isr)
        );
        assert_eq!(Kind::of_path(&parse_quote!(falsify::inline)), None);
        assert_eq!(Kind::of_path(&parse_quote!(rtic::monitor)), None);
    }

    #[test]
    fn each_attribute_takes_its_arguments_in_any_order() {
        let known = [
            (Kind::ControlLoop, "init = Cruise { speed: 0 }"),
            (Kind::Monitor, "of = Type::method"),
            (Kind::Monitor, ""),
            (Kind::Environment, "of = crate::a::tick,"),
            (Kind::Isr, "preempt, max = 3"),
            (Kind::Isr, "max = BURST * 2, of = tick, preempt"),
            (Kind::Input, ""),
            (Kind::Input, ".."),
            (Kind::Input, "-200..=200"),
            (Kind::Input, "LOW..HIGH + 1"),
            (Kind::Input, "..='z'"),
            (Kind::Input, "0.5..1e3"),
            (Kind::Input, "(adc::RANGE)"),
        ];
        for (kind, arguments) in known {
            assert!(accepts(kind, arguments), "{kind:?}({arguments})");
        }
    }

    #[test]
    fn isr_arguments_are_kept() {
        let Ok(Attribute::Isr { max, preempt, of }) =
            Kind::Isr.parse(parse_quote!(max = 3, of = t))
        else {
            panic!("an isr")
        };
        assert!(max.is_some() && !preempt && of.is_some());
    }

    #[test]
    fn an_unknown_argument_is_answered_with_the_known_ones() {
        assert_eq!(
            error(Kind::Isr, "maximum = 3"),
            "unknown argument `maximum` of `#[isr]`: it takes `max = N`, `preempt` and `of = PATH`"
        );
        assert_eq!(
            error(Kind::Aux, "pure"),
            "unknown argument `pure` of `#[aux]`: it takes none"
        );
        assert_eq!(
            error(Kind::Monitor, "\"tick\""),
            "unknown argument `\"tick\"` of `#[monitor]`: it takes `of = PATH`"
        );
    }

    #[test]
    fn a_bad_value_is_an_error() {
        let bad = [
            (Kind::ControlLoop, "init"),
            (Kind::ControlLoop, "init ="),
            (Kind::ControlLoop, "init = 1, init = 2"),
            (Kind::Monitor, "of = 3"),
            (Kind::Monitor, "of = a of = b"),
            (Kind::Isr, "max = 0"),
            (Kind::Isr, "max = -1"),
            (Kind::Isr, "max = \"3\""),
            (Kind::Isr, "max = 4294967296"),
            (Kind::Isr, "preempt = true"),
            (Kind::Isr, "preempt, preempt"),
            (Kind::Input, "7"),
            (Kind::Input, "0..=3, 5..=9"),
            (Kind::Input, "max = 3"),
            (Kind::Input, ","),
        ];
        for (kind, arguments) in bad {
            assert!(!accepts(kind, arguments), "{kind:?}({arguments})");
        }
    }

    #[test]
    fn arguments_stand_in_parentheses() {
        let attribute: syn::Attribute = parse_quote!(#[input = 3]);
        let read = Attribute::read(&attribute).expect("an attribute of falsify");
        assert_eq!(
            read.err().unwrap().to_string(),
            "arguments of `#[input]` stand in parentheses"
        );
        assert!(Attribute::read(&parse_quote!(#[inline(always)])).is_none());
    }
}
