//! Patterns of every kind, and the matches that use them.

use super::scope::Scope;
use super::types::{Body, Fields, Int, Ty};
use super::Generator;

/// How the bindings of a pattern hold what they match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    /// A copy of the value.
    Value,
    /// A shared reference, because the pattern matches through one.
    Shared,
    /// A mutable reference.
    Mutable,
    /// Nothing: alternatives of an or-pattern that must bind alike.
    None,
}

/// A pattern and what it binds.
pub(super) struct Pattern {
    pub text: String,
    pub bound: Vec<(String, Ty, Binding, bool)>,
}

impl Pattern {
    fn plain(text: impl Into<String>) -> Pattern {
        Pattern {
            text: text.into(),
            bound: Vec::new(),
        }
    }

    /// Makes the bindings visible.
    pub fn bind(&self, scope: &mut Scope) {
        for (name, ty, binding, mutable) in &self.bound {
            match binding {
                Binding::Value => scope.add(name, ty, *mutable),
                Binding::Shared => scope.add_target(name, ty, false),
                Binding::Mutable => scope.add_target(name, ty, true),
                Binding::None => {}
            }
        }
    }
}

impl Generator {
    /// A pattern that matches every value of the type.
    pub(super) fn irrefutable(&mut self, ty: &Ty, binding: Binding, depth: usize) -> Pattern {
        match ty {
            Ty::Tuple(parts) if depth > 0 && self.random.chance(70) => {
                let patterns = parts
                    .iter()
                    .map(|ty| self.irrefutable(ty, binding, depth - 1))
                    .collect();
                tuple_pattern(patterns)
            }
            Ty::Array(element, length) if depth > 0 && self.random.chance(50) => {
                let patterns = (0..*length)
                    .map(|_| self.irrefutable(element, binding, depth - 1))
                    .collect();
                join(patterns, "[", "]")
            }
            Ty::Named(index, arguments) if depth > 0 => {
                let definition = self.definitions[*index].clone();
                match &definition.body {
                    Body::Struct(fields) => self.fields_pattern(
                        &definition.name,
                        fields,
                        arguments,
                        binding,
                        depth - 1,
                        true,
                    ),
                    Body::Enum(_) => self.binder(ty, binding),
                }
            }
            _ => self.binder(ty, binding),
        }
    }

    /// A name or `_`.
    fn binder(&mut self, ty: &Ty, binding: Binding) -> Pattern {
        if binding == Binding::None || self.random.chance(25) {
            return Pattern::plain("_");
        }
        let name = self.fresh("b");
        let (prefix, binding, mutable) = match binding {
            Binding::Value if self.random.chance(20) => ("mut ", Binding::Value, true),
            Binding::Value if self.random.chance(15) => ("ref ", Binding::Shared, false),
            other => ("", other, false),
        };
        Pattern {
            text: format!("{prefix}{name}"),
            bound: vec![(name, ty.clone(), binding, mutable)],
        }
    }

    /// A pattern that may fail.
    pub(super) fn refutable(&mut self, ty: &Ty, binding: Binding, depth: usize) -> Pattern {
        if self.random.chance(12) {
            return self.alternatives(ty, depth);
        }
        if binding == Binding::Value && depth > 0 && self.random.chance(8) {
            let inner = self.refutable(ty, Binding::None, depth - 1);
            let name = self.fresh("b");
            // `@` binds weaker than `|`.
            let text = format!("{name} @ ({})", inner.text);
            return Pattern {
                text,
                bound: vec![(name, ty.clone(), Binding::Value, false)],
            };
        }
        match ty {
            Ty::Int(int) => self.int_pattern(*int, binding),
            Ty::Bool => Pattern::plain(if self.random.chance(50) {
                "true"
            } else {
                "false"
            }),
            Ty::Char => Pattern::plain(*self.random.pick(&[
                "'a'",
                "'a'..='z'",
                "'0'..='9'",
                "'\\0'..'A'",
                "('Z'..)",
                "' '",
            ])),
            Ty::F32 | Ty::F64 => self.binder(ty, binding),
            Ty::Tuple(parts) => {
                let patterns = parts
                    .iter()
                    .map(|ty| self.nested(ty, binding, depth))
                    .collect();
                tuple_pattern(patterns)
            }
            Ty::Array(element, length) => self.array_pattern(element, *length, binding, depth),
            Ty::Option(inner) if self.random.chance(30) => {
                let _ = inner;
                Pattern::plain("None")
            }
            Ty::Option(inner) => wrapped("Some", self.nested(inner, binding, depth)),
            Ty::Result(ok, err) => match self.random.below(2) {
                0 => wrapped("Ok", self.nested(ok, binding, depth)),
                _ => wrapped("Err", self.nested(err, binding, depth)),
            },
            Ty::Named(index, arguments) => self.named_pattern(*index, arguments, binding, depth),
            Ty::Param(_) => Pattern::plain("_"),
        }
    }

    fn nested(&mut self, ty: &Ty, binding: Binding, depth: usize) -> Pattern {
        if depth == 0 || self.random.chance(45) {
            return self.irrefutable(ty, binding, depth.min(1));
        }
        self.refutable(ty, binding, depth - 1)
    }

    /// `a | b | c` without bindings.
    fn alternatives(&mut self, ty: &Ty, depth: usize) -> Pattern {
        let count = self.random.between(2, 3);
        let texts: Vec<String> = (0..count)
            .map(|_| match depth {
                0 => self.flat(ty),
                _ => self.refutable(ty, Binding::None, depth - 1).text,
            })
            .collect();
        Pattern::plain(format!("({})", texts.join(" | ")))
    }

    /// A refutable pattern without parts.
    fn flat(&mut self, ty: &Ty) -> String {
        match ty {
            Ty::Int(int) => self.int_pattern(*int, Binding::None).text,
            Ty::Bool => "true".into(),
            Ty::Char => "'m'..='q'".into(),
            Ty::Option(_) => "None".into(),
            _ => "_".into(),
        }
    }

    fn int_pattern(&mut self, int: Int, binding: Binding) -> Pattern {
        let low = self.random.below(60);
        let high = low + 1 + self.random.below(60);
        let text = match self.random.below(11) {
            0 | 1 => self.random.below(10).to_string(),
            2 => format!("{low}..={high}"),
            3 => format!("{low}..{high}"),
            4 => format!("({low}..)"),
            5 if int.signed => format!("-{high}..={low}"),
            5 => format!("(..{high})"),
            6 => format!("(..={high})"),
            // Paths do not match through a reference, literals do.
            7 if binding == Binding::Value => format!("{}::MAX", int.name),
            8 if int.signed && binding == Binding::Value => format!("{}::MIN..=-1", int.name),
            8 => format!("0 | {high}"),
            9 if binding == Binding::Value => {
                let constants: Vec<String> = self
                    .constants
                    .iter()
                    .filter(|(name, ty)| *ty == Ty::Int(int) && name != "Self::UNIT")
                    .map(|(name, _)| name.clone())
                    .collect();
                if constants.is_empty() {
                    format!("{low}")
                } else {
                    self.random.pick(&constants).clone()
                }
            }
            _ => return self.binder(&Ty::Int(int), binding),
        };
        // A bare alternative needs parentheses inside other patterns.
        Pattern::plain(if text.contains('|') {
            format!("({text})")
        } else {
            text
        })
    }

    fn array_pattern(
        &mut self,
        element: &Ty,
        length: usize,
        binding: Binding,
        depth: usize,
    ) -> Pattern {
        if self.random.chance(50) {
            let patterns = (0..length)
                .map(|_| self.nested(element, binding, depth))
                .collect();
            return join(patterns, "[", "]");
        }
        let before = self.random.below(length + 1);
        let after = self.random.below(length - before + 1);
        let mut patterns: Vec<Pattern> = (0..before)
            .map(|_| self.nested(element, binding, depth))
            .collect();
        patterns.push(self.rest(element, length - before - after, binding));
        patterns.extend((0..after).map(|_| self.nested(element, binding, depth)));
        join(patterns, "[", "]")
    }

    /// `..` or `name @ ..`.
    fn rest(&mut self, element: &Ty, length: usize, binding: Binding) -> Pattern {
        if length == 0 || binding == Binding::None || self.random.chance(60) {
            return Pattern::plain("..");
        }
        let name = self.fresh("b");
        let ty = Ty::array(element.clone(), length);
        Pattern {
            text: format!("{name} @ .."),
            bound: vec![(name, ty, binding, false)],
        }
    }

    fn named_pattern(
        &mut self,
        index: usize,
        arguments: &[Ty],
        binding: Binding,
        depth: usize,
    ) -> Pattern {
        let definition = self.definitions[index].clone();
        match &definition.body {
            Body::Struct(fields) => {
                self.fields_pattern(&definition.name, fields, arguments, binding, depth, false)
            }
            Body::Enum(variants) => {
                let (variant, fields) = self.random.pick(variants).clone();
                let path = format!("{}::{variant}", definition.name);
                self.fields_pattern(&path, &fields, arguments, binding, depth, false)
            }
        }
    }

    /// `Path { a: …, b, .. }` or `Path(a, ..)`.
    pub(super) fn fields_pattern(
        &mut self,
        path: &str,
        fields: &Fields,
        arguments: &[Ty],
        binding: Binding,
        depth: usize,
        total: bool,
    ) -> Pattern {
        let list = fields.of(arguments);
        if list.is_empty() {
            return Pattern::plain(path);
        }
        if self.random.chance(12) {
            return Pattern::plain(if fields.named {
                format!("{path} {{ .. }}")
            } else {
                format!("{path}(..)")
            });
        }
        let patterns: Vec<Pattern> = list
            .iter()
            .map(|(name, ty)| match total {
                _ if fields.named && binding != Binding::None && self.shorthand(name) => {
                    let bound = vec![(name.clone(), ty.clone(), binding, false)];
                    Pattern {
                        text: name.clone(),
                        bound,
                    }
                }
                true => self.irrefutable(ty, binding, depth),
                false => self.nested(ty, binding, depth),
            })
            .collect();
        let texts: Vec<String> = patterns
            .iter()
            .map(|pattern| pattern.text.clone())
            .collect();
        let bound = patterns
            .into_iter()
            .flat_map(|pattern| pattern.bound)
            .collect();
        Pattern {
            text: format!("{path}{}", fields.around(&texts)),
            bound,
        }
    }

    /// Whether to bind a field under its own name, once in a pattern.
    fn shorthand(&mut self, name: &str) -> bool {
        let free = !self.field_names.iter().any(|taken| taken == name);
        let take = free && self.random.chance(15);
        if take {
            self.field_names.push(name.to_string());
        }
        take
    }

    /// A type worth matching on.
    fn scrutinee_type(&mut self, scope: &Scope) -> Ty {
        let places: Vec<Ty> = scope.vars.iter().map(|var| var.ty.clone()).collect();
        if !places.is_empty() && self.random.chance(60) {
            return self.random.pick(&places).clone();
        }
        match self.random.below(4) {
            0 => self.defined_type(),
            1 => Ty::Tuple(vec![self.defined_type(), Ty::Bool]),
            2 => Ty::option(self.value_type(1)),
            _ => self.value_type(2),
        }
    }

    /// `match … { … }` with a value in each arm.
    pub(super) fn match_value(
        &mut self,
        scope: &Scope,
        ty: &Ty,
        depth: usize,
        known: bool,
    ) -> String {
        let subject = self.scrutinee_type(scope);
        let value = self.expr(&scope.frozen(), &subject, depth, false);
        let (head, binding) = match self.random.chance(25) {
            true => (format!("&{value}"), Binding::Shared),
            false => (value, Binding::Value),
        };
        let mut arms = String::new();
        for (pattern, guarded) in self.arms(&subject, binding) {
            let mut inner = scope.frozen();
            pattern.bind(&mut inner);
            let guard = if guarded {
                format!(
                    " if {}",
                    self.expr(&inner.frozen(), &Ty::Bool, depth.min(1), true)
                )
            } else {
                String::new()
            };
            let body = self.expr(&inner, ty, depth, known);
            arms.push_str(&format!("{}{guard} => {body}, ", pattern.text));
        }
        format!("(match {head} {{ {arms}}})")
    }

    /// Patterns that together match everything, and which have a guard.
    pub(super) fn arms(&mut self, ty: &Ty, binding: Binding) -> Vec<(Pattern, bool)> {
        if let Some(arms) = self.all_variants(ty, binding) {
            return arms;
        }
        let mut arms = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let guarded = self.random.chance(20);
            arms.push((self.refutable(ty, binding, 2), guarded));
        }
        arms.push((self.irrefutable(ty, binding, 1), false));
        arms
    }

    /// One arm per variant, without a catch-all.
    fn all_variants(&mut self, ty: &Ty, binding: Binding) -> Option<Vec<(Pattern, bool)>> {
        if !self.random.chance(60) {
            return None;
        }
        let patterns = match ty {
            Ty::Bool => vec![Pattern::plain("true"), Pattern::plain("false")],
            Ty::Option(inner) => vec![
                Pattern::plain("None"),
                wrapped("Some", self.irrefutable(inner, binding, 1)),
            ],
            Ty::Result(ok, err) => vec![
                wrapped("Err", self.irrefutable(err, binding, 1)),
                wrapped("Ok", self.irrefutable(ok, binding, 1)),
            ],
            Ty::Named(index, arguments) => {
                let definition = self.definitions[*index].clone();
                let Body::Enum(variants) = &definition.body else {
                    return None;
                };
                variants
                    .iter()
                    .map(|(variant, fields)| {
                        let path = format!("{}::{variant}", definition.name);
                        self.fields_pattern(&path, fields, arguments, binding, 1, true)
                    })
                    .collect()
            }
            _ => return None,
        };
        Some(
            patterns
                .into_iter()
                .map(|pattern| (pattern, false))
                .collect(),
        )
    }

    /// `matches!(value, pattern if guard)`.
    pub(super) fn matches_macro(&mut self, scope: &Scope, depth: usize) -> String {
        let ty = self.scrutinee_type(scope);
        let value = self.expr(&scope.frozen(), &ty, depth, false);
        let pattern = self.refutable(&ty, Binding::Value, 2);
        let mut inner = scope.frozen();
        pattern.bind(&mut inner);
        if self.random.chance(30) {
            let guard = self.expr(&inner.frozen(), &Ty::Bool, depth.min(1), true);
            return format!("matches!({value}, {} if {guard})", pattern.text);
        }
        format!("matches!({value}, {})", pattern.text)
    }
}

fn wrapped(path: &str, inner: Pattern) -> Pattern {
    Pattern {
        text: format!("{path}({})", inner.text),
        bound: inner.bound,
    }
}

fn tuple_pattern(patterns: Vec<Pattern>) -> Pattern {
    let close = if patterns.len() == 1 { ",)" } else { ")" };
    join(patterns, "(", close)
}

fn join(patterns: Vec<Pattern>, open: &str, close: &str) -> Pattern {
    let texts: Vec<String> = patterns
        .iter()
        .map(|pattern| pattern.text.clone())
        .collect();
    let bound = patterns
        .into_iter()
        .flat_map(|pattern| pattern.bound)
        .collect();
    Pattern {
        text: format!("{open}{}{close}", texts.join(", ")),
        bound,
    }
}
