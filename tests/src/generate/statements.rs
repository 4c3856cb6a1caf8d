//! Statements and bodies.

use super::patterns::Binding;
use super::scope::{Scope, Var};
use super::types::{Ty, USIZE};
use super::{Generator, Mutator};

impl Generator {
    /// A function body: statements, then its value.
    pub(super) fn body(&mut self, scope: &Scope, result: &Ty, most: usize) -> String {
        let mut inner = scope.clone();
        let mut text = String::new();
        for _ in 0..self.random.between(1, most) {
            text.push_str(&format!("    {}\n", self.statement(&mut inner, 2)));
        }
        let value = self.expr(&inner, result, 3, true);
        format!("{text}    {value}")
    }

    /// A block of statements, each on its line.
    pub(super) fn block(&mut self, scope: &Scope, depth: usize) -> String {
        let mut inner = scope.clone();
        let mut text = String::from("{\n");
        for _ in 0..self.random.between(1, 3) {
            text.push_str(&format!("    {}\n", self.statement(&mut inner, depth)));
        }
        text.push('}');
        text
    }

    /// One statement; what it declares is added to the scope.
    pub(super) fn statement(&mut self, scope: &mut Scope, depth: usize) -> String {
        if depth == 0 || self.fuel <= 0 {
            return self.short_statement(scope, depth);
        }
        let next = depth - 1;
        match self.random.below(34) {
            0..=6 => self.declaration(scope, depth),
            7..=10 => self.short_statement(scope, next),
            11 | 12 => self.branch(scope, next),
            13 | 14 => self.match_statement(scope, next),
            15..=17 => self.loop_statement(scope, next),
            18 => self.let_else(scope, next),
            19 => self.if_let(scope, next),
            20 | 21 => self.borrow_block(scope, next),
            22 => self.closure_statement(scope, next),
            23..=25 => self.mutation(scope, next),
            26 => self.assertion(scope, next),
            27 => self.early_return(scope, next),
            28 => self.swap(scope, next),
            29 => self.local_items(scope, next),
            30 => self.destructuring(scope, next),
            31 => self.slice_statement(scope, next),
            32 => self.jump(scope, next),
            _ => self.destructuring_assignment(scope, next),
        }
    }

    /// `let name = …;`, now and then under the name of an older variable.
    fn declaration(&mut self, scope: &mut Scope, depth: usize) -> String {
        let ty = self.value_type(2);
        let mutable = self.random.chance(60);
        let annotated = self.random.chance(60);
        let value = self.expr(scope, &ty, depth, annotated);
        let locals: Vec<String> = scope
            .vars
            .iter()
            .filter(|var| var.text == var.root && var.root != "self" && var.root != "BASE")
            .map(|var| var.root.clone())
            .collect();
        let name = match !locals.is_empty() && self.random.chance(15) {
            true => self.random.pick(&locals).clone(),
            false => self.fresh("x"),
        };
        scope.add(&name, &ty, mutable);
        let prefix = if mutable { "mut " } else { "" };
        let value = without_parentheses(&value);
        if annotated {
            return format!("let {prefix}{name}: {} = {value};", self.type_text(&ty));
        }
        format!("let {prefix}{name} = {value};")
    }

    /// `let (a, S { b, .. }) = …;`.
    fn destructuring(&mut self, scope: &mut Scope, depth: usize) -> String {
        let ty = Ty::Tuple(vec![self.value_type(1), self.value_type(2)]);
        let value = self.expr(scope, &ty, depth, true);
        let pattern = self.irrefutable(&ty, Binding::Value, 3);
        pattern.bind(scope);
        let value = copied_for(&pattern.text, value);
        format!("let {}: {} = {value};", pattern.text, self.type_text(&ty))
    }

    /// `(a, b) = …;`.
    fn destructuring_assignment(&mut self, scope: &mut Scope, depth: usize) -> String {
        let places = scope.mutable(&self.definitions, |_| true);
        if places.len() < 2 {
            return self.declaration(scope, depth);
        }
        let (first, second) = (
            self.random.pick(&places).clone(),
            self.random.pick(&places).clone(),
        );
        let left = self.expr(scope, &first.ty, depth, true);
        let right = self.expr(scope, &second.ty, depth, true);
        match self.random.below(3) {
            0 => format!("({}, _) = ({left}, 0u8);", first.text),
            _ => format!("({}, {}) = ({left}, {right});", first.text, second.text),
        }
    }

    /// An assignment, a compound assignment or a declaration on one line.
    pub(super) fn short_statement(&mut self, scope: &mut Scope, depth: usize) -> String {
        let places = scope.mutable(&self.definitions, |_| true);
        if places.is_empty() {
            return self.declaration(scope, depth);
        }
        let place = self.random.pick(&places).clone();
        let text = self.dynamic_place(scope, &place, depth);
        match &place.ty {
            Ty::Int(_) if self.random.chance(60) => self.int_update(scope, &place, &text, depth),
            Ty::Bool if self.random.chance(50) => {
                let value = self.expr(scope, &Ty::Bool, depth, true);
                format!("{text} {} {value};", self.random.pick(&["&=", "|=", "^="]))
            }
            Ty::F32 | Ty::F64 if self.random.chance(50) => {
                let value = self.expr(scope, &place.ty, depth, true);
                format!(
                    "{text} {} {value};",
                    self.random.pick(&["+=", "-=", "*=", "/="])
                )
            }
            ty => format!("{text} = {};", self.expr(scope, ty, depth, true)),
        }
    }

    /// The place, with a computed index instead of a last constant one.
    fn dynamic_place(&mut self, scope: &Scope, place: &Var, depth: usize) -> String {
        let Some((base, last)) = place.text.rsplit_once('[') else {
            return place.text.clone();
        };
        let Ok(last) = last.trim_end_matches(']').parse::<usize>() else {
            return place.text.clone();
        };
        if self.random.chance(40) {
            return place.text.clone();
        }
        let index = self.expr(&scope.frozen(), &Ty::Int(USIZE), depth.min(1), true);
        if self.risky() {
            return format!("{base}[{index}]");
        }
        format!("{base}[{index} % {}]", last + 1)
    }

    fn int_update(&mut self, scope: &Scope, place: &Var, text: &str, depth: usize) -> String {
        let value = self.expr(scope, &place.ty, depth, true);
        if self.risky() {
            let operator = self
                .random
                .pick(&["+=", "-=", "*=", "/=", "%=", "<<=", ">>="]);
            return format!("{text} {operator} {value};");
        }
        match self.random.below(6) {
            0 => format!("{text} ^= {value};"),
            1 => format!("{text} |= {value};"),
            2 => format!("{text} &= {value};"),
            3 => format!("{text} /= {};", self.random.between(2, 7)),
            4 => format!("{text} >>= {}u8;", self.random.below(4)),
            _ => {
                let read = place.text.clone();
                format!("{text} = {read}.wrapping_add({value});")
            }
        }
    }

    fn branch(&mut self, scope: &Scope, depth: usize) -> String {
        let condition = self.expr(scope, &Ty::Bool, depth, true);
        let then = self.block(scope, depth);
        match self.random.below(3) {
            0 => format!("if {condition} {then}"),
            1 => format!("if {condition} {then} else {}", self.block(scope, depth)),
            _ => {
                let second = self.expr(scope, &Ty::Bool, depth, true);
                let middle = self.block(scope, depth);
                format!(
                    "if {condition} {then} else if {second} {middle} else {}",
                    self.block(scope, depth)
                )
            }
        }
    }

    /// A match whose arms change things, possibly through the pattern.
    fn match_statement(&mut self, scope: &Scope, depth: usize) -> String {
        let places = scope.mutable(&self.definitions, |ty| {
            !matches!(ty, Ty::Int(_) | Ty::F32 | Ty::F64)
        });
        let (head, ty, binding, around) = if !places.is_empty() && self.random.chance(50) {
            let place = self.random.pick(&places).clone();
            let around = scope.without(&place.root);
            (
                format!("&mut {}", place.text),
                place.ty,
                Binding::Mutable,
                around,
            )
        } else {
            let ty = self.value_type(2);
            let value = self.expr(scope, &ty, depth, false);
            // `ref` may borrow from it.
            let around = scope.while_borrowed_by(&value);
            (value, ty, Binding::Value, around)
        };
        let mut text = format!("match {head} {{\n");
        for (pattern, guarded) in self.arms(&ty, binding) {
            let mut inner = around.clone();
            pattern.bind(&mut inner);
            let guard = match guarded {
                true => format!(
                    " if {}",
                    self.expr(&inner.frozen(), &Ty::Bool, depth.min(1), true)
                ),
                false => String::new(),
            };
            text.push_str(&format!(
                "    {}{guard} => {}\n",
                pattern.text,
                self.block(&inner, depth)
            ));
        }
        text.push('}');
        text
    }

    fn if_let(&mut self, scope: &Scope, depth: usize) -> String {
        let ty = self.value_type(2);
        let value = self.expr(scope, &ty, depth, false);
        let pattern = self.refutable(&ty, Binding::Value, 2);
        let mut inner = scope.while_borrowed_by(&value);
        pattern.bind(&mut inner);
        let then = self.block(&inner, depth);
        let text = format!("if let {} = {value} {then}", pattern.text);
        match self.random.chance(50) {
            true => format!("{text} else {}", self.block(scope, depth)),
            false => text,
        }
    }

    fn let_else(&mut self, scope: &mut Scope, depth: usize) -> String {
        let leave = self.leave(scope, depth);
        let Some(leave) = leave else {
            return self.declaration(scope, depth);
        };
        let inner = self.value_type(1);
        let ty = Ty::option(inner);
        let value = self.expr(scope, &ty, depth, true);
        let pattern = self.refutable(&ty, Binding::Value, 2);
        pattern.bind(scope);
        let value = copied_for(&pattern.text, value);
        format!(
            "let {}: {} = {value} else {{ {leave}; }};",
            pattern.text,
            self.type_text(&ty)
        )
    }

    /// Something that leaves the current block, if there is a way out.
    fn leave(&mut self, scope: &Scope, depth: usize) -> Option<String> {
        if !scope.labels.is_empty() && self.random.chance(50) {
            let label = self.random.pick(&scope.labels).clone();
            return Some(format!(
                "{} {label}",
                self.random.pick(&["break", "continue"])
            ));
        }
        let result = scope.result.clone()?;
        Some(format!("return {}", self.expr(scope, &result, depth, true)))
    }

    fn jump(&mut self, scope: &mut Scope, depth: usize) -> String {
        let Some(leave) = self.leave(scope, depth) else {
            return self.declaration(scope, depth);
        };
        let condition = self.expr(scope, &Ty::Bool, depth, true);
        format!("if {condition} {{ {leave}; }}")
    }

    fn early_return(&mut self, scope: &mut Scope, depth: usize) -> String {
        let Some(result) = scope.result.clone() else {
            return self.declaration(scope, depth);
        };
        let condition = self.expr(scope, &Ty::Bool, depth, true);
        let value = self.expr(scope, &result, depth, true);
        format!("if {condition} {{ return {value}; }}")
    }

    fn assertion(&mut self, scope: &Scope, depth: usize) -> String {
        let scope = &scope.frozen();
        if !self.risky() {
            let ty = Ty::scalar(&mut self.random);
            let left = self.expr(scope, &ty, 1, false);
            return format!("assert!({left} == {left} || true);");
        }
        let (_, value) = self.any_int(scope, depth);
        let other = self.random.below(20);
        match self.random.below(8) {
            0 => format!("assert!({value} != {other});"),
            1 => format!("assert!({value} < 100, \"too large: {{}}\", {other});"),
            2 => format!("assert_ne!({value}, {other});"),
            3 => format!("debug_assert!({value} != {other});"),
            4 => format!("if {value} == {other} {{ panic!(\"unlucky {{}}\", 1); }}"),
            5 => format!("if {value} == {other} {{ unreachable!(); }}"),
            6 => format!("if {value} == {other} {{ todo!(); }}"),
            _ => format!("assert_eq!({value} == {other}, false, \"they are\");"),
        }
    }

    /// `mem::swap` of two places, or `mem::take`.
    fn swap(&mut self, scope: &mut Scope, depth: usize) -> String {
        let places = scope.mutable(&self.definitions, |_| true);
        for first in &places {
            let other = places
                .iter()
                .find(|second| second.ty == first.ty && second.root != first.root);
            if let Some(second) = other.filter(|_| self.random.chance(60)) {
                return format!(
                    "core::mem::swap(&mut {}, &mut {});",
                    first.text, second.text
                );
            }
        }
        let defaults: Vec<Var> = places
            .into_iter()
            .filter(|place| place.ty.has_default(&self.definitions))
            .collect();
        if defaults.is_empty() {
            return self.declaration(scope, depth);
        }
        let place = self.random.pick(&defaults).clone();
        let name = self.fresh("x");
        let text = format!("let {name} = core::mem::take(&mut {});", place.text);
        scope.add(&name, &place.ty, false);
        text
    }

    /// A call that changes a place.
    fn mutation(&mut self, scope: &mut Scope, depth: usize) -> String {
        let places = scope.mutable(&self.definitions, |_| true);
        let fitting: Vec<(Mutator, Var)> = self
            .mutators
            .iter()
            .filter(|mutator| self.affordable(mutator.weight))
            .flat_map(|mutator| {
                let same = places.iter().filter(|place| place.ty == mutator.place);
                same.map(|place| (mutator.clone(), place.clone()))
            })
            .collect();
        if fitting.is_empty() {
            return self.declaration(scope, depth);
        }
        let (mutator, place) = self.random.pick(&fitting).clone();
        self.weight += mutator.weight * self.multiplier;
        let text = self.fill_mutator(scope, &mutator, &place, depth);
        let Some(result) = &mutator.result else {
            return format!("{text};");
        };
        let name = self.fresh("x");
        scope.add(&name, result, true);
        format!("let mut {name} = {text};")
    }

    fn fill_mutator(
        &mut self,
        scope: &Scope,
        mutator: &Mutator,
        place: &Var,
        depth: usize,
    ) -> String {
        let around = match mutator.two_phase {
            true => scope.frozen(),
            false => scope.without(&place.root).inner_function(),
        };
        let mut text = mutator.template.replace("{p}", &place.text);
        for (index, hole) in mutator.holes.iter().enumerate() {
            let around = if hole.frozen {
                around.without(&place.root).frozen()
            } else {
                around.clone()
            };
            let argument = self.expr(&around, &hole.ty, depth, hole.known);
            text = text.replace(&format!("{{{index}}}"), &argument);
        }
        text
    }

    /// A function or constant inside the body.
    fn local_items(&mut self, scope: &mut Scope, depth: usize) -> String {
        let ty = Ty::scalar(&mut self.random);
        let text = self.type_text(&ty);
        let (name, inner) = (self.fresh("x"), self.fresh("inner"));
        let argument = self.expr(scope, &ty, depth, true);
        // An inner item does not see the impl around it.
        let outer = self.constants.clone();
        self.constants.retain(|(name, _)| !name.starts_with("Self"));
        let statement = self.local_item(&ty, &text, &name, &inner, &argument, depth);
        self.constants = outer;
        scope.add(&name, &ty, false);
        statement
    }

    fn local_item(
        &mut self,
        ty: &Ty,
        text: &str,
        name: &str,
        inner: &str,
        argument: &str,
        depth: usize,
    ) -> String {
        if self.random.chance(40) {
            let value = self.literal(ty, true);
            return format!(
                "const {}: {text} = {value}; let {name} = {};",
                inner.to_uppercase(),
                inner.to_uppercase()
            );
        }
        let mut own = Scope::default();
        own.add("q", ty, true);
        let body = self.expr(&own, ty, depth, true);
        format!(
            "fn {inner}(mut q: {text}) -> {text} {{ {body} }} let {name} = {inner}({argument});"
        )
    }
}

/// The text without parentheses around all of it: `let x = if …` reads as
/// people write it.
fn without_parentheses(text: &str) -> &str {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 && at + 1 < text.len() {
            return text;
        }
    }
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    inner
        .filter(|inner| inner.starts_with("if ") || inner.starts_with("match "))
        .unwrap_or(text)
}

/// The value, copied first if the pattern would keep a reference into it.
fn copied_for(pattern: &str, value: String) -> String {
    if pattern.contains("ref ") {
        format!("({{ {value} }})")
    } else {
        value
    }
}
