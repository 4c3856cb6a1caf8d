//! Values with parts: tuples, arrays, Option, Result, structs and enums.

use super::scope::Scope;
use super::types::{Body, Fields, Ty, USIZE};
use super::Generator;

impl Generator {
    /// A constructor applied to parts of the given depth.
    pub(super) fn compound(&mut self, scope: &Scope, ty: &Ty, depth: usize, known: bool) -> String {
        match ty {
            Ty::Tuple(parts) => {
                let parts = self.parts(scope, parts, depth, known);
                let comma = if parts.len() == 1 { "," } else { "" };
                format!("({}{comma})", parts.join(", "))
            }
            Ty::Array(element, length) if self.random.chance(25) => {
                format!("[{}; {length}]", self.expr(scope, element, depth, known))
            }
            Ty::Array(element, length) => {
                let elements = vec![(**element).clone(); *length];
                format!(
                    "[{}]",
                    self.parts(scope, &elements, depth, known).join(", ")
                )
            }
            Ty::Option(inner) => self.option_literal(scope, inner, depth, known),
            Ty::Result(ok, err) => self.result_literal(scope, ok, err, depth, known),
            Ty::Named(index, arguments) => {
                self.named_literal(scope, *index, arguments, depth, known)
            }
            other => self.expr(scope, other, depth, known),
        }
    }

    fn parts(&mut self, scope: &Scope, types: &[Ty], depth: usize, known: bool) -> Vec<String> {
        types
            .iter()
            .map(|ty| self.expr(scope, ty, depth, known))
            .collect()
    }

    fn option_literal(&mut self, scope: &Scope, inner: &Ty, depth: usize, known: bool) -> String {
        if self.random.chance(30) {
            let text = self.type_text(inner);
            return if known {
                "None".into()
            } else {
                format!("None::<{text}>")
            };
        }
        format!("Some({})", self.expr(scope, inner, depth, known))
    }

    fn result_literal(
        &mut self,
        scope: &Scope,
        ok: &Ty,
        err: &Ty,
        depth: usize,
        known: bool,
    ) -> String {
        let (name, inner) = if self.random.chance(65) {
            ("Ok", ok)
        } else {
            ("Err", err)
        };
        let value = self.expr(scope, inner, depth, true);
        if known {
            return format!("{name}({value})");
        }
        format!(
            "{name}::<{}, {}>({value})",
            self.type_text(ok),
            self.type_text(err)
        )
    }

    fn named_literal(
        &mut self,
        scope: &Scope,
        index: usize,
        arguments: &[Ty],
        depth: usize,
        known: bool,
    ) -> String {
        let definition = self.definitions[index].clone();
        let (suffix, fields) = match &definition.body {
            Body::Struct(fields) => (String::new(), fields.clone()),
            Body::Enum(variants) => {
                let (name, fields) = self.random.pick(variants).clone();
                (format!("::{name}"), fields)
            }
        };
        let path = self.constructor(&definition.name, arguments, &suffix, known);
        let types: Vec<Ty> = fields.of(arguments).into_iter().map(|(_, ty)| ty).collect();
        let parts = self.parts(scope, &types, depth, known || arguments.is_empty());
        finished_literal(&path, &fields, &parts)
    }

    fn constructor(&self, name: &str, arguments: &[Ty], suffix: &str, known: bool) -> String {
        if known || arguments.is_empty() {
            return format!("{name}{suffix}");
        }
        let list: Vec<String> = arguments.iter().map(|ty| self.type_text(ty)).collect();
        format!("{name}::<{}>{suffix}", list.join(", "))
    }

    pub(super) fn aggregate_expr(
        &mut self,
        scope: &Scope,
        ty: &Ty,
        depth: usize,
        known: bool,
    ) -> String {
        match ty {
            Ty::Option(inner) => self.option_expr(scope, inner, depth, known),
            Ty::Result(ok, err) => self.result_expr(scope, ok, err, depth, known),
            Ty::Array(element, length) => self.array_expr(scope, element, *length, depth, known),
            Ty::Named(index, arguments) => self.named_expr(scope, *index, arguments, depth, known),
            other => self.compound(scope, other, depth, known),
        }
    }

    fn option_expr(&mut self, scope: &Scope, inner: &Ty, depth: usize, known: bool) -> String {
        let ty = Ty::option(inner.clone());
        let frozen = scope.frozen();
        match self.random.below(15) {
            0..=2 => self.compound(scope, &ty, depth, known),
            12..=14 => self.combined_option(scope, inner, depth),
            3 => {
                let condition = self.expr(scope, &Ty::Bool, depth, true);
                let value = self.expr(&frozen, inner, depth, false);
                if self.random.chance(50) {
                    format!("{condition}.then(|| {value})")
                } else {
                    format!("{condition}.then_some({value})")
                }
            }
            4 => {
                let value = self.expr(scope, &ty, depth, false);
                let name = self.fresh("o");
                let mut inside = frozen.clone();
                inside.add_target(&name, inner, false);
                let condition = self.expr(&inside, &Ty::Bool, depth, true);
                format!("{value}.filter(|{name}| {condition})")
            }
            5 => self.mapped_option(scope, inner, depth),
            6 => {
                let value = self.expr(scope, &ty, depth, false);
                let other = self.expr(&frozen, &ty, depth, true);
                let call = self.random.pick(&["or(", "xor(", "or_else(|| "]);
                format!("{value}.{call}{other})")
            }
            7 => {
                let result = Ty::Result(Box::new(inner.clone()), Box::new(Ty::Bool));
                format!("{}.ok()", self.expr(scope, &result, depth, false))
            }
            8 => self.checked_option(scope, inner, depth),
            9 => self.taken_option(scope, inner, depth),
            10 => {
                let length = self.random.between(1, 3);
                let array = self.expr(scope, &Ty::array(inner.clone(), length), depth, false);
                let index = self.expr(&frozen, &Ty::Int(USIZE), depth, true);
                match self.random.below(3) {
                    0 => format!("{array}.first().copied()"),
                    1 => format!("{array}.get({index}).copied()"),
                    _ => format!("{array}.iter().nth({index} % 4).cloned()"),
                }
            }
            _ => self.option_of_iterator(scope, inner, depth),
        }
    }

    /// `map`, `and_then` or `zip` over another Option.
    fn mapped_option(&mut self, scope: &Scope, inner: &Ty, depth: usize) -> String {
        let from = self.value_type(1);
        let value = self.expr(scope, &Ty::option(from.clone()), depth, false);
        let name = self.fresh("o");
        let mut inside = scope.frozen();
        inside.add(&name, &from, false);
        if self.random.chance(40) {
            let body = self.expr(&inside, &Ty::option(inner.clone()), depth, true);
            let full = self.type_text(&Ty::option(inner.clone()));
            return format!("{value}.and_then(|{name}| -> {full} {{ {body} }})");
        }
        let body = self.expr(&inside, inner, depth, false);
        format!("{value}.map(|{name}| {body})")
    }

    fn checked_option(&mut self, scope: &Scope, inner: &Ty, depth: usize) -> String {
        let Ty::Int(int) = inner else {
            return self.compound(scope, &Ty::option(inner.clone()), depth, false);
        };
        let left = self.expr(scope, inner, depth, false);
        let right = self.expr(scope, inner, depth, true);
        if self.random.chance(25) {
            let (_, from) = self.any_int(scope, depth);
            return format!("{}::try_from({from}).ok()", int.name);
        }
        let method = self.random.pick(&[
            "checked_add",
            "checked_sub",
            "checked_mul",
            "checked_div",
            "checked_rem",
        ]);
        format!("{left}.{method}({right})")
    }

    /// `take`, `replace` and `insert` on an Option place.
    fn taken_option(&mut self, scope: &Scope, inner: &Ty, depth: usize) -> String {
        let ty = Ty::option(inner.clone());
        let places = scope.mutable(&self.definitions, |place| *place == ty);
        if places.is_empty() {
            return self.compound(scope, &ty, depth, false);
        }
        let place = self.random.pick(&places).clone();
        let value = self.expr(&scope.reading(&place.root).frozen(), inner, depth, true);
        match self.random.below(3) {
            0 => format!("{}.take()", place.text),
            1 => format!("{}.replace({value})", place.text),
            _ => format!("Some(*{}.get_or_insert({value}))", place.text),
        }
    }

    fn result_expr(
        &mut self,
        scope: &Scope,
        ok: &Ty,
        err: &Ty,
        depth: usize,
        known: bool,
    ) -> String {
        let frozen = scope.frozen();
        match self.random.below(8) {
            6 | 7 => self.combined_result(scope, ok, err, depth),
            0 => {
                let option = self.expr(scope, &Ty::option(ok.clone()), depth, false);
                let other = self.expr(&frozen, err, depth, false);
                if self.random.chance(50) {
                    format!("{option}.ok_or({other})")
                } else {
                    format!("{option}.ok_or_else(|| {other})")
                }
            }
            1 => {
                let from = Ty::scalar(&mut self.random);
                let source = Ty::Result(Box::new(from.clone()), Box::new(err.clone()));
                let value = self.expr(scope, &source, depth, false);
                let name = self.fresh("k");
                let mut inside = frozen.clone();
                inside.add(&name, &from, false);
                format!(
                    "{value}.map(|{name}| {})",
                    self.expr(&inside, ok, depth, false)
                )
            }
            2 => {
                let from = Ty::scalar(&mut self.random);
                let source = Ty::Result(Box::new(ok.clone()), Box::new(from.clone()));
                let value = self.expr(scope, &source, depth, false);
                let name = self.fresh("k");
                let mut inside = frozen.clone();
                inside.add(&name, &from, false);
                format!(
                    "{value}.map_err(|{name}| {})",
                    self.expr(&inside, err, depth, false)
                )
            }
            _ => self.compound(
                scope,
                &Ty::Result(Box::new(ok.clone()), Box::new(err.clone())),
                depth,
                known,
            ),
        }
    }

    fn array_expr(
        &mut self,
        scope: &Scope,
        element: &Ty,
        length: usize,
        depth: usize,
        known: bool,
    ) -> String {
        let ty = Ty::array(element.clone(), length);
        match self.random.below(7) {
            0 => {
                let from = Ty::scalar(&mut self.random);
                let array = self.expr(scope, &Ty::array(from.clone(), length), depth, false);
                let name = self.fresh("e");
                let mut inside = scope.frozen();
                inside.add(&name, &from, false);
                self.multiplied(length, |g| {
                    let body = g.expr(&inside, element, depth, false);
                    format!("{array}.map(|{name}| {body})")
                })
            }
            1 => {
                let name = self.fresh("i");
                let mut inside = scope.frozen();
                inside.add(&name, &Ty::Int(USIZE), false);
                let text = self.type_text(element);
                self.multiplied(length, |g| {
                    let body = g.expr(&inside, element, depth, false);
                    format!("core::array::from_fn::<{text}, {length}, _>(|{name}: usize| {body})")
                })
            }
            2 => {
                // A changed copy.
                let value = self.expr(scope, &ty, depth, true);
                let text = self.type_text(&ty);
                let name = self.fresh("c");
                let index = self.index(&scope.frozen(), length, depth);
                let part = self.expr(&scope.frozen(), element, depth, true);
                format!(
                    "({{ let mut {name}: {text} = {value}; {name}[{index}] = {part}; {name} }})"
                )
            }
            _ => self.compound(scope, &ty, depth, known),
        }
    }

    fn named_expr(
        &mut self,
        scope: &Scope,
        index: usize,
        arguments: &[Ty],
        depth: usize,
        known: bool,
    ) -> String {
        let ty = Ty::Named(index, arguments.to_vec());
        let text = self.type_text(&ty);
        match self.random.below(8) {
            0 if ty.has_default(&self.definitions) => format!("<{text}>::default()"),
            1 if ty.has_default(&self.definitions) && known => "Default::default()".to_string(),
            2 | 3 => self.updated(scope, index, arguments, depth, known),
            _ => self.compound(scope, &ty, depth, known),
        }
    }

    /// `S { a: …, ..other }`.
    fn updated(
        &mut self,
        scope: &Scope,
        index: usize,
        arguments: &[Ty],
        depth: usize,
        known: bool,
    ) -> String {
        let ty = Ty::Named(index, arguments.to_vec());
        let definition = self.definitions[index].clone();
        let (Body::Struct(fields), true) = (&definition.body, arguments.is_empty()) else {
            return self.compound(scope, &ty, depth, known);
        };
        if !fields.named || fields.list.is_empty() {
            return self.compound(scope, &ty, depth, known);
        }
        let (name, field) = self.random.pick(&fields.list).clone();
        let value = self.expr(scope, &field, depth, true);
        let rest = self.expr(scope, &ty, depth, true);
        format!("({} {{ {name}: {value}, ..{rest} }})", definition.name)
    }

    /// Code that runs `times` as often as its surroundings.
    pub(super) fn multiplied(
        &mut self,
        times: usize,
        write: impl FnOnce(&mut Self) -> String,
    ) -> String {
        let before = self.multiplier;
        self.multiplier *= times.max(1);
        let text = write(self);
        self.multiplier = before;
        text
    }
}

fn finished_literal(path: &str, fields: &Fields, parts: &[String]) -> String {
    if fields.named && !fields.list.is_empty() {
        format!("({path}{})", fields.around(parts))
    } else {
        format!("{path}{}", fields.around(parts))
    }
}
