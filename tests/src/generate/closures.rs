//! Closures: captured by reference, mutably, by move; passed and returned.

use super::scope::Scope;
use super::types::Ty;
use super::{Callable, Generator, Hole};

impl Generator {
    /// A closure bound to a name and called a few times.
    pub(super) fn closure_statement(&mut self, scope: &mut Scope, depth: usize) -> String {
        let (parameter, result) = (Ty::scalar(&mut self.random), self.value_type(1));
        let (name, argument, value) = (self.fresh("f"), self.fresh("a"), self.fresh("x"));
        let types = (self.type_text(&parameter), self.type_text(&result));
        let mutable = scope.mutable(&self.definitions, |_| true);
        let by_move = self.random.chance(40);
        let changes = !mutable.is_empty() && self.random.chance(60);
        let mut inner = if changes {
            scope.inner_function()
        } else {
            scope.frozen()
        };
        if by_move {
            inner.vars.retain(|var| var.text == var.root);
        }
        inner.add(&argument, &parameter, false);
        let statement = if changes {
            self.short_statement(&mut inner, depth)
        } else {
            String::new()
        };
        let tail = self.expr(&inner, &result, depth, true);
        let (first, second) =
            self.arguments_beside(scope, &format!("{statement} {tail}"), &parameter, depth);
        scope.add(&value, &result, false);
        let keyword = if by_move { "move " } else { "" };
        let binding = if changes { "let mut" } else { "let" };
        format!(
            "{binding} {name} = {keyword}|{argument}: {}| -> {} {{ {statement} {tail} }};\n    let _ = {name}({first});\n    let {value} = {name}({second});",
            types.0, types.1
        )
    }

    /// Arguments that do not touch what a living closure has captured.
    fn arguments_beside(
        &mut self,
        scope: &Scope,
        body: &str,
        ty: &Ty,
        depth: usize,
    ) -> (String, String) {
        let mut free = scope.while_borrowed_by(body).frozen();
        let touched = scope.while_borrowed_by(body);
        free.vars.retain(|var| {
            let same = touched.vars.iter().find(|other| other.text == var.text);
            let original = scope.vars.iter().find(|other| other.text == var.text);
            // What may have been captured mutably is left alone.
            !matches!((same, original), (Some(now), Some(then)) if then.mutable && !now.mutable)
        });
        (
            self.expr(&free, ty, depth, true),
            self.expr(&free, ty, depth, true),
        )
    }

    /// Functions that take closures: `Fn`, `FnMut`, `FnOnce`, generic and `impl`.
    pub(super) fn closure_functions(&mut self) {
        let (from, to) = (self.value_type(1), self.value_type(1));
        let (a, b) = (self.type_text(&from), self.type_text(&to));
        let name = self.fresh("apply");
        let choice = self.random.below(6);
        let item = match choice {
            0 => format!("fn {name}<F: Fn({a}) -> {b}>(f: F, x: {a}) -> {b} {{ f(x) }}"),
            1 => {
                format!("fn {name}<F>(f: F, x: {a}) -> {b} where F: FnOnce({a}) -> {b} {{ f(x) }}")
            }
            2 => {
                format!("fn {name}(mut f: impl FnMut({a}) -> {b}, x: {a}) -> {b} {{ f(x); f(x) }}")
            }
            3 => format!("fn {name}(f: &impl Fn({a}) -> {b}, x: {a}) -> {b} {{ f(x) }}"),
            4 => format!(
                "fn {name}<F: FnMut({a}) -> {b}>(f: &mut F, x: {a}) -> {b} {{ f(x); f(x) }}"
            ),
            _ => format!("fn {name}<T, R, F: Fn(T) -> R>(f: F, x: T) -> R {{ f(x) }}"),
        };
        self.item(&item);
        self.begin(20, 1);
        let mut scope = Scope::default();
        scope.add("z", &from, false);
        let body = self.expr(&scope, &to, 2, true);
        let weight = 2 * self.weight + 2;
        let parameter = if choice == 5 {
            format!("z: {a}")
        } else {
            "z".to_string()
        };
        let plain = format!("|{parameter}| -> {b} {{ {body} }}");
        let captured = format!("|_{parameter}| -> {b} {{ {{0}} }}");
        let reference = match choice {
            3 => "&",
            4 => "&mut ",
            _ => "",
        };
        let reach = |closure: &str, hole: &str| format!("{name}({reference}{closure}, {hole})");
        self.callables.push(Callable {
            template: reach(&plain, "{0}"),
            holes: vec![Hole::known(&from)],
            result: to.clone(),
            weight,
        });
        self.callables.push(Callable {
            template: reach(&captured, "{1}"),
            holes: vec![
                Hole::captured(&to),
                Hole {
                    frozen: true,
                    ..Hole::known(&from)
                },
            ],
            result: to.clone(),
            weight,
        });
        self.counting_closure(&name, choice, &from, &to);
    }

    /// A closure that counts its calls in a variable of the caller.
    fn counting_closure(&mut self, name: &str, choice: usize, from: &Ty, to: &Ty) {
        if !(choice == 2 || choice == 4) {
            return;
        }
        let reference = if choice == 4 { "&mut " } else { "" };
        self.callables.push(Callable {
            template: format!(
                "({{ let mut calls_ = 0u8; let last_ = {name}({reference}|_z| {{ calls_ += 1; {{0}} }}, {{1}}); (last_, calls_) }})"
            ),
            holes: vec![Hole::captured(to), Hole::captured(from)],
            result: Ty::Tuple(vec![to.clone(), Ty::Int(super::types::U8)]),
            weight: 4,
        });
    }

    /// A function that returns a closure.
    pub(super) fn closure_factory(&mut self) {
        let (kept, from, to) = (
            self.value_type(1),
            Ty::scalar(&mut self.random),
            self.value_type(1),
        );
        let (k, a, b) = (
            self.type_text(&kept),
            self.type_text(&from),
            self.type_text(&to),
        );
        let name = self.fresh("make");
        self.begin(25, 1);
        let mut scope = Scope::default();
        scope.add("kept", &kept, false);
        scope.add("z", &from, false);
        let body = self.expr(&scope, &to, 3, true);
        let weight = self.weight + 2;
        self.item(&format!(
            "fn {name}(kept: {k}) -> impl Fn({a}) -> {b} {{ move |z: {a}| -> {b} {{ {body} }} }}"
        ));
        self.callables.push(Callable {
            template: format!("{name}({{0}})({{1}})"),
            holes: vec![Hole::known(&kept), Hole::known(&from)],
            result: to.clone(),
            weight,
        });
        let compose = self.fresh("compose");
        self.item(&format!(
            "fn {compose}<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {{ move |x| g(f(x)) }}"
        ));
        self.callables.push(Callable {
            template: format!("{compose}({name}({{0}}), |y: {b}| (y, 1u8))({{1}})"),
            holes: vec![Hole::known(&kept), Hole::known(&from)],
            result: Ty::Tuple(vec![to, Ty::Int(super::types::U8)]),
            weight,
        });
    }
}
