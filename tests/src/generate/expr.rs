//! Expressions of any type: places, literals, control flow as a value, calls.

use super::scope::Scope;
use super::types::{Body, Ty, USIZE};
use super::{Callable, Generator};

impl Generator {
    /// An expression of type `ty`; `known` if its surroundings fix the type.
    pub(super) fn expr(&mut self, scope: &Scope, ty: &Ty, depth: usize, known: bool) -> String {
        self.fuel -= 1;
        self.field_names.clear();
        if depth == 0 || self.fuel <= 0 {
            return self.leaf(scope, ty, known);
        }
        let next = depth - 1;
        match self.random.below(100) {
            0..=21 => self.leaf(scope, ty, known),
            22..=66 => self.specific(scope, ty, next, known),
            67..=71 => self.conditional(scope, ty, next, known),
            72..=76 => self.match_value(scope, ty, next, known),
            77..=79 => self.block_value(scope, ty, next),
            80..=88 => self
                .call(scope, ty, next)
                .unwrap_or_else(|| self.specific(scope, ty, next, known)),
            89 => self.called_closure(scope, ty, next),
            90 | 91 => self.from_option(scope, ty, next),
            92 => self.loop_value(scope, ty, next),
            93 | 94 => self.indexed(scope, ty, next),
            95 => self.projected(scope, ty, next),
            96 => self.through_reference(scope, ty, next),
            97 | 98 => self
                .replaced(scope, ty, next)
                .unwrap_or_else(|| self.leaf(scope, ty, known)),
            _ => self
                .from_iterator(scope, ty, next)
                .unwrap_or_else(|| self.leaf(scope, ty, known)),
        }
    }

    /// A place of the type, or a literal.
    pub(super) fn leaf(&mut self, scope: &Scope, ty: &Ty, known: bool) -> String {
        let places = scope.of_type(ty, &self.definitions);
        if !places.is_empty() && self.random.chance(85) {
            return self.random.pick(&places).text.clone();
        }
        let constants: Vec<&(String, Ty)> =
            self.constants.iter().filter(|(_, t)| t == ty).collect();
        if !constants.is_empty() && self.random.chance(30) {
            return self.random.pick(&constants).0.clone();
        }
        self.derived(scope, ty).unwrap_or_else(|| match ty {
            Ty::Int(_) | Ty::Bool | Ty::Char | Ty::F32 | Ty::F64 => self.literal(ty, known),
            _ => self.compound(scope, ty, 0, known),
        })
    }

    /// A scalar computed from a variable of another type, so that results
    /// depend on inputs even where the types do not meet.
    fn derived(&mut self, scope: &Scope, ty: &Ty) -> Option<String> {
        let mut places = scope.places(&self.definitions);
        places.retain(|place| matches!(place.ty, Ty::Int(_)));
        if places.is_empty() || self.random.chance(40) {
            return None;
        }
        let place = self.random.pick(&places).text.clone();
        let small = self.random.below(20);
        match ty {
            Ty::Int(int) => Some(format!("({place} as {})", int.name)),
            Ty::Bool => Some(format!(
                "({place} {} {small})",
                self.random.pick(&["<", ">", "==", "!=", "<="])
            )),
            Ty::Char => Some(format!("({place} as u8 as char)")),
            Ty::F32 => Some(format!("({place} as f32)")),
            Ty::F64 => Some(format!("({place} as f64)")),
            _ => None,
        }
    }

    /// A constant expression of the type.
    pub(super) fn literal(&mut self, ty: &Ty, known: bool) -> String {
        match ty {
            Ty::Int(int) => self.int_literal(*int, known),
            Ty::Bool => if self.random.chance(50) {
                "true"
            } else {
                "false"
            }
            .to_string(),
            Ty::Char => self.char_literal(),
            Ty::F32 => self.float_literal("f32", known),
            Ty::F64 => self.float_literal("f64", known),
            Ty::Tuple(_) | Ty::Array(..) => self.compound(&Scope::default(), ty, 0, known),
            Ty::Option(_) | Ty::Result(..) | Ty::Named(..) => {
                self.compound(&Scope::default(), ty, 0, known)
            }
            Ty::Param(_) => unreachable!("parameters are replaced before values are written"),
        }
    }

    /// What only values of this type can be made by.
    fn specific(&mut self, scope: &Scope, ty: &Ty, depth: usize, known: bool) -> String {
        match ty {
            Ty::Int(int) => self.int_expr(scope, *int, depth, known),
            Ty::Bool => self.bool_expr(scope, depth),
            Ty::Char => self.char_expr(scope, depth),
            Ty::F32 | Ty::F64 => self.float_expr(scope, ty, depth, known),
            _ => self.aggregate_expr(scope, ty, depth, known),
        }
    }

    fn conditional(&mut self, scope: &Scope, ty: &Ty, depth: usize, known: bool) -> String {
        let condition = self.expr(scope, &Ty::Bool, depth, true);
        let then = self.expr(scope, ty, depth, known);
        let other = self.expr(scope, ty, depth, known);
        if self.random.chance(20) {
            let second = self.expr(scope, &Ty::Bool, depth, true);
            let third = self.expr(scope, ty, depth, known);
            return format!(
                "(if {condition} {{ {then} }} else if {second} {{ {third} }} else {{ {other} }})"
            );
        }
        format!("(if {condition} {{ {then} }} else {{ {other} }})")
    }

    /// `{ let a = …; place = …; value }`.
    fn block_value(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> String {
        let mut inner = scope.clone();
        let mut text = String::new();
        for _ in 0..self.random.between(1, 2) {
            text.push_str(&self.short_statement(&mut inner, depth));
            text.push(' ');
        }
        // A block's type is only known from its tail.
        let value = self.expr(&inner, ty, depth, false);
        format!("({{ {text}{value} }})")
    }

    /// A call of something that returns the type.
    fn call(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> Option<String> {
        let fitting: Vec<Callable> = self
            .callables
            .iter()
            .filter(|callable| callable.result == *ty && self.affordable(callable.weight))
            .cloned()
            .collect();
        if fitting.is_empty() {
            return None;
        }
        let callable = self.random.pick(&fitting).clone();
        Some(self.fill(scope, &callable, depth))
    }

    /// Whether a call of that weight keeps the program quick here.
    pub(super) fn affordable(&self, weight: usize) -> bool {
        weight * self.multiplier <= 600 && self.weight < 3000
    }

    /// The text of a call with its arguments written.
    pub(super) fn fill(&mut self, scope: &Scope, callable: &Callable, depth: usize) -> String {
        self.weight += callable.weight * self.multiplier;
        let mut text = callable.template.clone();
        for (index, hole) in callable.holes.iter().enumerate() {
            let around = if hole.frozen {
                scope.frozen()
            } else {
                scope.clone()
            };
            let argument = self.expr(&around, &hole.ty, depth, hole.known);
            text = text.replace(&format!("{{{index}}}"), &argument);
        }
        text
    }

    /// `(|a: T| …)(…)`.
    fn called_closure(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> String {
        let parameter = self.value_type(1);
        let argument = self.expr(&scope.frozen(), &parameter, depth, true);
        let name = self.fresh("a");
        let mut inner = scope.frozen();
        let form = self.random.below(3);
        if form == 1 {
            // Moving a reference into the closure would end it outside.
            inner.vars.retain(|var| var.text == var.root);
        }
        inner.add(&name, &parameter, false);
        let body = self.expr(&inner, ty, depth, false);
        let (parameter, result) = (self.type_text(&parameter), self.type_text(ty));
        match form {
            0 => format!("(|{name}: {parameter}| -> {result} {{ {body} }})({argument})"),
            1 => format!("(move |{name}: {parameter}| {body})({argument})"),
            _ => format!("(|{name}: {parameter}| {body})({argument})"),
        }
    }

    /// The value inside an Option, or another.
    fn from_option(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> String {
        let option = self.expr(scope, &Ty::option(ty.clone()), depth, false);
        if self.risky() {
            let call = *self.random.pick(&[".unwrap()", ".expect(\"a value\")"]);
            return format!("{option}{call}");
        }
        let other = self.expr(&scope.frozen(), ty, depth, true);
        match self.random.below(6) {
            0 => format!("{option}.unwrap_or({other})"),
            1 => format!("{option}.unwrap_or_else(|| {other})"),
            2 => format!("{option}.map_or({other}, |x| x)"),
            3 => {
                let name = self.fresh("x");
                format!("(if let Some({name}) = {option} {{ {name} }} else {{ {other} }})")
            }
            4 if ty.has_default(&self.definitions) => format!("{option}.unwrap_or_default()"),
            _ => {
                let name = self.fresh("x");
                format!("(match {option} {{ Some({name}) => {name}, None => {other} }})")
            }
        }
    }

    /// An element of an array, at a computed index.
    fn indexed(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> String {
        let length = self.random.between(1, 4);
        let array = self.expr(scope, &Ty::array(ty.clone(), length), depth, false);
        let index = self.index(&scope.frozen(), length, depth);
        match self.random.below(4) {
            0 if self.risky() => format!("(*{array}.get({index}).unwrap())"),
            1 => {
                let other = self.literal(ty, true);
                format!("{array}.get({index}).copied().unwrap_or({other})")
            }
            _ => format!("{array}[{index}]"),
        }
    }

    /// An index below `length`, or now and then any.
    pub(super) fn index(&mut self, scope: &Scope, length: usize, depth: usize) -> String {
        if self.random.chance(40) {
            return self.random.below(length).to_string();
        }
        let any = self.expr(scope, &Ty::Int(USIZE), depth, true);
        if self.risky() {
            any
        } else {
            format!("{any} % {length}")
        }
    }

    /// A component of a tuple or struct value.
    fn projected(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> String {
        let holders = self.fields_of_type(ty);
        if !holders.is_empty() && self.random.chance(60) {
            let (holder, field) = self.random.pick(&holders).clone();
            let value = self.expr(scope, &holder, depth, false);
            return format!("{value}.{field}");
        }
        let other = self.value_type(1);
        let first = self.expr(scope, &other, depth, false);
        let second = self.expr(scope, ty, depth, false);
        format!("({first}, {second}).1")
    }

    fn fields_of_type(&self, ty: &Ty) -> Vec<(Ty, String)> {
        let mut found = Vec::new();
        for (index, definition) in self.definitions.iter().enumerate() {
            if let (Body::Struct(fields), 0) = (&definition.body, definition.parameters) {
                let fitting = fields.list.iter().filter(|(_, field)| field == ty);
                found.extend(fitting.map(|(name, _)| (Ty::Named(index, Vec::new()), name.clone())));
            }
        }
        found
    }
}
