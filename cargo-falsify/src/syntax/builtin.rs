//! The macros whose meaning is known without a definition.

use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Expr as SynExpr, Token};

use super::ast::{Arm, Expr, ExprKind, Item, Lit, PanicMacro, Pat, PatKind, Segment};
use super::convert::{make, named, unsupported, Converter};
use super::spans::Place;
use super::{cfg, format};
use crate::diagnostic::{syntax as codes, Diagnostic};
use crate::source::Symbol;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    AddrOf {
        mutable: bool,
    },
    Assembly,
    Allocating(&'static str),
    Assert {
        debug: bool,
    },
    AssertCompare {
        equal: bool,
        debug: bool,
    },
    Cfg,
    Check,
    Column,
    CompileError,
    Concat,
    Dbg,
    Environment(&'static str),
    File,
    FormatArgs,
    Include(&'static str),
    Line,
    Log,
    Matches,
    ModulePath,
    Panic(PanicMacro),
    Stringify,
    /// `defmt::unwrap!`
    Unwrap,
    Write,
}

/// Crates whose macros of these names log or print.
const LOGGERS: &[&str] = &[
    "core",
    "std",
    "alloc",
    "cortex_m_semihosting",
    "cortex_m",
    "defmt",
    "esp_println",
    "log",
    "rtt_target",
    "semihosting",
    "tracing",
];

impl Builtin {
    /// The built-in macro of this name in this crate (`None`: called without a path).
    pub fn find(krate: Option<&str>, name: &str) -> Option<Builtin> {
        let known = Builtin::named(name)?;
        let expected = match known {
            Builtin::Check => krate.is_none_or(super::attrs::is_falsify_crate),
            Builtin::Unwrap => krate.is_none_or(|krate| krate == "defmt"),
            Builtin::Log => krate.is_none_or(|krate| LOGGERS.contains(&krate)),
            Builtin::AddrOf { .. } | Builtin::Assembly => true,
            _ => krate.is_none_or(|krate| matches!(krate, "core" | "std" | "alloc" | "defmt")),
        };
        expected.then_some(known)
    }

    fn named(name: &str) -> Option<Builtin> {
        use Builtin::*;
        Some(match name {
            "asm" | "global_asm" | "naked_asm" => Assembly,
            "addr_of" => AddrOf { mutable: false },
            "addr_of_mut" => AddrOf { mutable: true },
            "format" => Allocating("format"),
            "vec" => Allocating("vec"),
            "assert" => Assert { debug: false },
            "debug_assert" => Assert { debug: true },
            "assert_eq" => AssertCompare {
                equal: true,
                debug: false,
            },
            "assert_ne" => AssertCompare {
                equal: false,
                debug: false,
            },
            "debug_assert_eq" => AssertCompare {
                equal: true,
                debug: true,
            },
            "debug_assert_ne" => AssertCompare {
                equal: false,
                debug: true,
            },
            "cfg" => Cfg,
            "check" => Check,
            "column" => Column,
            "compile_error" => CompileError,
            "concat" => Concat,
            "dbg" => Dbg,
            "env" => Environment("env"),
            "option_env" => Environment("option_env"),
            "file" => File,
            "format_args" => FormatArgs,
            "include" => Include("include"),
            "include_str" => Include("include_str"),
            "include_bytes" => Include("include_bytes"),
            "line" => Line,
            "matches" => Matches,
            "module_path" => ModulePath,
            "panic" => Panic(PanicMacro::Panic),
            "todo" => Panic(PanicMacro::Todo),
            "unimplemented" => Panic(PanicMacro::Unimplemented),
            "unreachable" => Panic(PanicMacro::Unreachable),
            "stringify" => Stringify,
            "unwrap" => Unwrap,
            "write" | "writeln" => Write,
            "print" | "println" | "eprint" | "eprintln" | "rprint" | "rprintln" | "hprint"
            | "hprintln" | "heprint" | "heprintln" | "log" | "info" | "warn" | "error"
            | "debug" | "trace" => Log,
            _ => return None,
        })
    }
}

impl Converter<'_> {
    /// What a call of a built-in macro in expression position means.
    pub(super) fn builtin(&mut self, builtin: Builtin, call: &syn::Macro, place: Place) -> Expr {
        let tokens = call.tokens.clone();
        self.spans.set_nowhere(place.span);
        match self.builtin_value(builtin, tokens, place) {
            Some(expr) => expr,
            None => unsupported("this macro call", place),
        }
    }

    /// `None`: the arguments are wrong, which has been reported.
    fn builtin_value(
        &mut self,
        builtin: Builtin,
        tokens: TokenStream,
        place: Place,
    ) -> Option<Expr> {
        let kind = match builtin {
            Builtin::AddrOf { mutable } => {
                let operand: SynExpr = self.parse_tokens(tokens)?;
                let expr = Box::new(self.expr(&operand));
                ExprKind::RawRef { mutable, expr }
            }
            Builtin::Assembly => ExprKind::Unsupported {
                what: "inline assembly".into(),
            },
            Builtin::Allocating(name) => ExprKind::Unsupported {
                what: format!("`{name}!` (it allocates; use an array or a bounded container)"),
            },
            Builtin::Assert { debug } => return self.assert(debug, tokens, place),
            Builtin::AssertCompare { equal, debug } => {
                return self.assert_compare(equal, debug, tokens, place)
            }
            Builtin::Cfg => {
                let predicate: cfg::Predicate = self.parse_tokens(tokens)?;
                ExprKind::Lit(Lit::Bool(predicate.holds(&self.input.cfg)))
            }
            Builtin::Check => self.check(tokens)?,
            Builtin::Column => ExprKind::Lit(self.position(place).1),
            Builtin::Line => ExprKind::Lit(self.position(place).0),
            Builtin::CompileError => {
                self.compile_error(tokens, place);
                return None;
            }
            Builtin::Concat => ExprKind::Lit(Lit::Str(self.concat(tokens)?)),
            Builtin::Dbg => return self.dbg(tokens, place),
            Builtin::Environment(name) => ExprKind::Unsupported {
                what: format!("`{name}!` (its value depends on the environment of the build)"),
            },
            Builtin::File => {
                let path = self.sources.path(place.span.file).display().to_string();
                ExprKind::Lit(Lit::Str(path))
            }
            Builtin::FormatArgs => ExprKind::FormatArgs {
                args: self.format_arguments(tokens)?,
            },
            Builtin::Include(name) => ExprKind::Unsupported {
                what: format!("`{name}!` (write the code as a module, the data as a constant)"),
            },
            Builtin::Log => ExprKind::Log {
                args: self.format_arguments(tokens)?,
            },
            Builtin::Matches => return self.matches(tokens, place),
            Builtin::ModulePath => ExprKind::Lit(Lit::Str(self.module_path.join("::"))),
            Builtin::Panic(kind) => ExprKind::Panic {
                kind,
                args: self.format_arguments(tokens)?,
            },
            Builtin::Stringify => ExprKind::Lit(Lit::Str(tokens.to_string())),
            Builtin::Unwrap => return self.unwrap(tokens, place),
            Builtin::Write => return self.write(tokens, place),
        };
        Some(make(kind, place))
    }

    /// A built-in macro as a pattern: a text that it makes.
    pub(super) fn builtin_pat(
        &mut self,
        builtin: Builtin,
        call: &syn::Macro,
        place: Place,
    ) -> PatKind {
        match self.builtin(builtin, call, place).kind {
            ExprKind::Lit(lit) => PatKind::Lit {
                negated: false,
                lit,
            },
            _ => PatKind::Unsupported {
                what: "this macro as a pattern".into(),
            },
        }
    }

    /// A built-in macro among items: only one that reports has a meaning there.
    pub(super) fn builtin_item(
        &mut self,
        builtin: Builtin,
        call: &syn::Macro,
        place: Place,
    ) -> Vec<Item> {
        if let Builtin::Include(name) = builtin {
            let message = format!("`{name}!` is not supported");
            let help = "make the included file a module, with `#[path]` if need be";
            self.report(Diagnostic::new(codes::MACRO, place.span, message).help(help));
            return Vec::new();
        }
        if builtin == Builtin::CompileError {
            self.compile_error(call.tokens.clone(), place);
            return Vec::new();
        }
        let tokens = quote::ToTokens::to_token_stream(&call.path);
        let what = format!("the macro `{tokens}!` among items");
        vec![self.unsupported_item(what, place)]
    }

    fn assert(&mut self, debug: bool, tokens: TokenStream, place: Place) -> Option<Expr> {
        let call: Arguments = self.parse_tokens(tokens)?;
        let (operands, rest) = self.operands(call, 1, place)?;
        let cond = Box::new(self.expr(&operands[0]));
        let args = self.message(rest);
        Some(self.unless_release(debug, ExprKind::Assert { cond, args }, place))
    }

    fn assert_compare(
        &mut self,
        equal: bool,
        debug: bool,
        tokens: TokenStream,
        place: Place,
    ) -> Option<Expr> {
        let call: Arguments = self.parse_tokens(tokens)?;
        let (operands, rest) = self.operands(call, 2, place)?;
        let left = Box::new(self.expr(&operands[0]));
        let right = Box::new(self.expr(&operands[1]));
        let args = self.message(rest);
        let kind = ExprKind::AssertCompare {
            equal,
            left,
            right,
            args,
        };
        Some(self.unless_release(debug, kind, place))
    }

    /// `debug_assert!` and its like are nothing without `debug_assertions`.
    fn unless_release(&self, debug: bool, kind: ExprKind, place: Place) -> Expr {
        if !debug || self.input.cfg.holds("debug_assertions", None) {
            return make(kind, place);
        }
        make(ExprKind::Tuple(Vec::new()), place)
    }

    /// Splits off the operands that a macro takes before its format string.
    fn operands(
        &mut self,
        call: Arguments,
        count: usize,
        place: Place,
    ) -> Option<(Vec<SynExpr>, Vec<Argument>)> {
        let mut arguments = call.list;
        if arguments.len() < count {
            let message = format!("this macro takes at least {count} arguments");
            self.report(Diagnostic::new(codes::MACRO, place.span, message));
            return None;
        }
        let rest = arguments.split_off(count);
        let operands = arguments.into_iter().map(|argument| argument.value);
        Some((operands.collect(), rest))
    }

    fn check(&mut self, tokens: TokenStream) -> Option<ExprKind> {
        let parser = |input: ParseStream| {
            let name: syn::LitStr = input.parse()?;
            input.parse::<Token![,]>()?;
            let cond: SynExpr = input.parse()?;
            input.parse::<Option<Token![,]>>()?;
            Ok((name, cond))
        };
        let (name, cond) = self.parse_tokens_with(parser, tokens)?;
        Some(ExprKind::Check {
            name: name.value(),
            cond: Box::new(self.expr(&cond)),
        })
    }

    fn position(&self, place: Place) -> (Lit, Lit) {
        let (line, column) = self.sources.location(place.span);
        let literal = |value: u32| Lit::Int(value.into(), Some(Symbol::new("u32")));
        (literal(line), literal(column))
    }

    fn compile_error(&mut self, tokens: TokenStream, place: Place) {
        let message = self.concat(tokens).unwrap_or_default();
        self.report(Diagnostic::new(codes::COMPILE_ERROR, place.span, message));
    }

    /// The text of literals written after each other, calls of `concat!` and its like included.
    fn concat(&mut self, tokens: TokenStream) -> Option<String> {
        let arguments: Arguments = self.parse_tokens(tokens)?;
        let mut text = String::new();
        for argument in &arguments.list {
            text.push_str(&self.literal_text(&argument.value)?);
        }
        Some(text)
    }

    fn literal_text(&mut self, expr: &SynExpr) -> Option<String> {
        let converted = self.expr(expr);
        match converted.kind {
            ExprKind::Lit(Lit::Str(text)) => Some(text),
            ExprKind::Lit(Lit::Int(value, _)) => Some(value.to_string()),
            ExprKind::Lit(Lit::Float(digits, _)) => Some(digits),
            ExprKind::Lit(Lit::Bool(value)) => Some(value.to_string()),
            ExprKind::Lit(Lit::Char(value)) => Some(value.to_string()),
            _ => {
                let message = "expected a literal";
                self.report(Diagnostic::new(codes::MACRO, converted.span, message));
                None
            }
        }
    }

    /// `dbg!(a)` is `a`, `dbg!(a, b)` a tuple; printing is erased.
    fn dbg(&mut self, tokens: TokenStream, place: Place) -> Option<Expr> {
        let arguments: Arguments = self.parse_tokens(tokens)?;
        let values = arguments.list.iter().map(|argument| &argument.value);
        let mut values: Vec<Expr> = values.map(|value| self.expr(value)).collect();
        if values.len() == 1 {
            return values.pop();
        }
        Some(make(ExprKind::Tuple(values), place))
    }

    /// `matches!(e, P if g)` is `match e { P if g => true, _ => false }`.
    fn matches(&mut self, tokens: TokenStream, place: Place) -> Option<Expr> {
        let parser = |input: ParseStream| {
            let value: SynExpr = input.parse()?;
            input.parse::<Token![,]>()?;
            let pat = syn::Pat::parse_multi_with_leading_vert(input)?;
            let guard = match input.parse::<Option<Token![if]>>()? {
                Some(_) => Some(input.parse::<SynExpr>()?),
                None => None,
            };
            input.parse::<Option<Token![,]>>()?;
            Ok((value, pat, guard))
        };
        let (value, pat, guard) = self.parse_tokens_with(parser, tokens)?;
        let span = place.span;
        let yes = Arm {
            pat: self.pat(&pat),
            guard: guard.map(|guard| self.expr(&guard)),
            body: make(ExprKind::Lit(Lit::Bool(true)), place),
            span,
        };
        let kind = PatKind::Wild;
        let no = Arm {
            pat: Pat { kind, span },
            guard: None,
            body: make(ExprKind::Lit(Lit::Bool(false)), place),
            span,
        };
        let value = Box::new(self.expr(&value));
        Some(make(ExprKind::Match(value, vec![yes, no]), place))
    }

    /// `defmt::unwrap!(e, …)` panics as `e.unwrap()` does.
    fn unwrap(&mut self, tokens: TokenStream, place: Place) -> Option<Expr> {
        let call: Arguments = self.parse_tokens(tokens)?;
        let (operands, _) = self.operands(call, 1, place)?;
        let receiver = self.expr(&operands[0]);
        Some(method_call(receiver, "unwrap", Vec::new(), place))
    }

    /// `write!(to, …)` is `to.write_fmt(format_args!(…))`.
    fn write(&mut self, tokens: TokenStream, place: Place) -> Option<Expr> {
        let call: Arguments = self.parse_tokens(tokens)?;
        let (operands, rest) = self.operands(call, 1, place)?;
        let receiver = self.expr(&operands[0]);
        let args = self.message(rest);
        let formatted = make(ExprKind::FormatArgs { args }, place);
        Some(method_call(receiver, "write_fmt", vec![formatted], place))
    }

    fn format_arguments(&mut self, tokens: TokenStream) -> Option<Vec<Expr>> {
        let arguments: Arguments = self.parse_tokens(tokens)?;
        Some(self.message(arguments.list))
    }

    /// What formatting evaluates: the arguments but the format string, then what the string captures.
    fn message(&mut self, arguments: Vec<Argument>) -> Vec<Expr> {
        let mut out = Vec::new();
        let mut format: Option<(String, Place)> = None;
        let mut named_arguments = Vec::new();
        for argument in arguments {
            named_arguments.extend(argument.name.clone());
            if argument.is_setting {
                continue;
            }
            match self.format_string(&argument.value) {
                Some(found) if format.is_none() && argument.name.is_none() => {
                    // What stands before it (a level) is not formatted.
                    out.retain(|arg: &Expr| !matches!(arg.kind, ExprKind::Path(_)));
                    format = Some(found);
                }
                _ => {
                    let value = self.expr(&argument.value);
                    out.push(value);
                }
            }
        }
        if let Some((text, place)) = format {
            for name in format::captures(&text) {
                if !named_arguments.contains(&name) {
                    out.push(self.name_expr(named(&name, place)));
                }
            }
        }
        out
    }

    /// The text of a format string, written as a literal or built by a macro.
    fn format_string(&mut self, expr: &SynExpr) -> Option<(String, Place)> {
        match expr {
            SynExpr::Group(it) => self.format_string(&it.expr),
            SynExpr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(text),
                ..
            }) => Some((text.value(), self.place(text.span()))),
            SynExpr::Macro(it) if is_text_macro(&it.mac.path) => {
                let place = self.place(it.mac.bang_token.span);
                match self.expr(expr).kind {
                    ExprKind::Lit(Lit::Str(text)) => Some((text, place)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn is_text_macro(path: &syn::Path) -> bool {
    let last = path.segments.last();
    last.is_some_and(|segment| segment.ident == "concat" || segment.ident == "stringify")
}

fn method_call(receiver: Expr, name: &str, args: Vec<Expr>, place: Place) -> Expr {
    let kind = ExprKind::MethodCall {
        receiver: Box::new(receiver),
        method: Segment {
            ident: named(name, place),
            args: None,
        },
        args,
    };
    make(kind, place)
}

/// One argument of a formatting or logging macro.
struct Argument {
    /// `name = value`
    name: Option<String>,
    /// `target: value`, which is not formatted.
    is_setting: bool,
    value: SynExpr,
}

/// The arguments of a macro; `;` ends the keys of structured logging.
struct Arguments {
    list: Vec<Argument>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream) -> syn::Result<Arguments> {
        let mut list = Vec::new();
        while !input.is_empty() {
            list.push(input.parse()?);
            if input.is_empty() {
                break;
            }
            if input.peek(Token![;]) {
                input.parse::<Token![;]>()?;
            } else {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Arguments { list })
    }
}

impl Parse for Argument {
    fn parse(input: ParseStream) -> syn::Result<Argument> {
        let named = input.peek(syn::Ident::peek_any);
        if named && input.peek2(Token![=]) && !input.peek2(Token![==]) && !input.peek2(Token![=>]) {
            let name = input.call(syn::Ident::parse_any)?.unraw().to_string();
            input.parse::<Token![=]>()?;
            return Ok(Argument {
                name: Some(name),
                is_setting: false,
                value: input.parse()?,
            });
        }
        let is_setting = named && input.peek2(Token![:]) && !input.peek2(Token![::]);
        if is_setting {
            input.call(syn::Ident::parse_any)?;
            input.parse::<Token![:]>()?;
        }
        Ok(Argument {
            name: None,
            is_setting,
            value: input.parse()?,
        })
    }
}
