//! Functions: plain, recursive, const, generic, const-generic, with `?`.

use super::scope::Scope;
use super::types::{Ty, U8};
use super::{Callable, Generator, Hole, Mutator};

impl Generator {
    /// A plain function, or one that changes its first argument.
    pub(super) fn function(&mut self) {
        let (name, result) = (self.fresh("fun"), self.value_type(2));
        let count = self.random.between(1, 3);
        let by_reference = self.random.chance(40);
        let mut scope = Scope::default();
        let mut list = Vec::new();
        let mut types = Vec::new();
        for position in 0..count {
            let ty = self.value_type(1);
            let argument = format!("q{position}");
            let text = self.type_text(&ty);
            if by_reference && position == 0 {
                scope.add_target(&argument, &ty, true);
                list.push(format!("{argument}: &mut {text}"));
            } else {
                let mutable = self.random.chance(30);
                scope.add(&argument, &ty, mutable);
                list.push(format!(
                    "{}{argument}: {text}",
                    if mutable { "mut " } else { "" }
                ));
            }
            types.push(ty);
        }
        scope.result = Some(result.clone());
        self.begin(60, 2);
        let body = self.body(&scope, &result, 5);
        let text = self.type_text(&result);
        self.item(&format!(
            "fn {name}({}) -> {text} {{\n{body}\n}}",
            list.join(", ")
        ));
        self.register(&name, &types, result, by_reference);
    }

    fn register(&mut self, name: &str, types: &[Ty], result: Ty, by_reference: bool) {
        let weight = self.weight + 1;
        let holes: Vec<Hole> = types
            .iter()
            .skip(usize::from(by_reference))
            .map(Hole::known)
            .collect();
        let mut arguments: Vec<String> = (0..holes.len()).map(|i| format!("{{{i}}}")).collect();
        if !by_reference {
            let template = format!("{name}({})", arguments.join(", "));
            self.callables.push(Callable {
                template,
                holes,
                result,
                weight,
            });
            return;
        }
        arguments.insert(0, "&mut {p}".to_string());
        self.mutators.push(Mutator {
            template: format!("{name}({})", arguments.join(", ")),
            place: types[0].clone(),
            holes,
            two_phase: false,
            result: Some(result),
            weight,
        });
    }

    /// Recursion over a counter.
    pub(super) fn recursive_function(&mut self) {
        let (name, result, other) = (self.fresh("rec"), self.value_type(1), self.value_type(1));
        let mut scope = Scope::default();
        scope.add("n", &Ty::Int(U8), false);
        scope.add("q", &other, false);
        self.begin(40, 1);
        let base = self.expr(&scope, &result, 2, true);
        let next = self.expr(&scope, &other, 2, true);
        scope.add("below", &result, true);
        let statement = self.short_statement(&mut scope, 2);
        let value = self.expr(&scope, &result, 2, true);
        let weight = self.weight * 6 + 6;
        let (r, o) = (self.type_text(&result), self.type_text(&other));
        self.item(&format!(
            "fn {name}(n: u8, q: {o}) -> {r} {{\n    if n == 0 {{ return {base}; }}\n    let mut below = {name}(n - 1, {next});\n    {statement}\n    {value}\n}}"
        ));
        self.callables.push(Callable {
            template: format!("{name}({{0}} % 6, {{1}})"),
            holes: vec![Hole::known(&Ty::Int(U8)), Hole::known(&other)],
            result,
            weight,
        });
    }

    /// A const fn, used in a constant, an array length and at run time.
    pub(super) fn const_functions(&mut self) {
        let name = self.fresh("size");
        let (factor, limit) = (self.random.between(1, 4), self.random.between(2, 6));
        self.item(&format!(
            "const fn {name}(n: usize) -> usize {{\n    let mut i = 0;\n    let mut total = 0usize;\n    while i < n {{ if i % 2 == 0 {{ total += {factor}; }} i += 1; }}\n    if total > {limit} {{ {limit} }} else {{ total + 1 }}\n}}"
        ));
        let constant = self.fresh("SIZE");
        let argument = self.random.below(9);
        self.item(&format!("const {constant}: usize = {name}({argument});"));
        let usize = Ty::Int(super::types::USIZE);
        self.constants.push((constant.clone(), usize.clone()));
        self.callables.push(Callable {
            template: format!("{name}({{0}} % 8)"),
            holes: vec![Hole::known(&usize)],
            result: usize.clone(),
            weight: 10,
        });
        let element = Ty::scalar(&mut self.random);
        self.callables.push(Callable {
            template: format!("([{{0}}; {constant}], [{{0}}; {name}(3)]).0.len()"),
            holes: vec![Hole::receiver(&element)],
            result: usize,
            weight: 2,
        });
    }

    /// Functions and types with const parameters.
    pub(super) fn const_generic(&mut self) {
        let (name, holder) = (self.fresh("total"), self.fresh("Ring"));
        let element = Ty::Int(Ty::common_int(&mut self.random));
        let text = self.type_text(&element);
        let usize = Ty::Int(super::types::USIZE);
        self.item(&format!(
            "fn {name}<const N: usize>(list: [{text}; N]) -> {text} {{\n    let mut sum: {text} = 0;\n    for i in 0..N {{ sum = sum.wrapping_add(list[i]); }}\n    sum\n}}"
        ));
        self.item(&format!(
            "#[derive(Clone, Copy)]\nstruct {holder}<T, const N: usize> {{ slots: [T; N], next: usize }}\n\
             impl<T: Copy + Default, const N: usize> {holder}<T, N> {{\n    const CAPACITY: usize = N;\n    \
             fn new() -> Self {{ {holder} {{ slots: [T::default(); N], next: 0 }} }}\n    \
             fn push(&mut self, value: T) -> Option<T> {{\n        let old = core::mem::replace(&mut self.slots[self.next % N], value);\n        self.next += 1;\n        (self.next > Self::CAPACITY).then_some(old)\n    }}\n    \
             fn get(&self, index: usize) -> Option<&T> {{ self.slots.get(index) }}\n}}"
        ));
        let length = self.random.between(1, 4);
        self.callables.push(Callable {
            template: format!("{name}({{0}})"),
            holes: vec![Hole::receiver(&Ty::array(element.clone(), length))],
            result: element.clone(),
            weight: 6,
        });
        self.callables.push(Callable {
            template: format!(
                "({{ let mut ring_ = {holder}::<{text}, {length}>::new(); let mut last_ = None; for v_ in {{0}} {{ last_ = ring_.push(v_); }} last_.or(ring_.get({{1}}).copied()) }})"
            ),
            holes: vec![Hole::receiver(&Ty::array(element.clone(), 3)), Hole { frozen: true, ..Hole::known(&usize) }],
            result: Ty::option(element),
            weight: 10,
        });
    }

    /// A generic struct with bounds on its methods.
    pub(super) fn generic_struct(&mut self) {
        let name = self.fresh("Pair");
        self.item(&format!(
            "#[derive(Clone, Copy, Debug, PartialEq)]\nstruct {name}<A, B = A> {{ left: A, right: B }}\n\
             impl<A: Copy, B: Copy> {name}<A, B> {{\n    fn new(left: A, right: B) -> Self {{ Self {{ left, right }} }}\n    \
             fn swap(self) -> {name}<B, A> {{ {name} {{ left: self.right, right: self.left }} }}\n    \
             fn map<C>(self, f: impl Fn(B) -> C) -> {name}<A, C> {{ {name} {{ left: self.left, right: f(self.right) }} }}\n}}\n\
             impl<T: PartialOrd + Copy> {name}<T> {{\n    fn largest(&self) -> T {{ if self.left > self.right {{ self.left }} else {{ self.right }} }}\n    \
             fn both(&mut self) -> (&mut T, &mut T) {{ (&mut self.left, &mut self.right) }}\n}}"
        ));
        let (a, b) = (self.value_type(1), self.value_type(1));
        self.callables.push(Callable {
            template: format!("{name}::new({{0}}, {{1}}).swap().left"),
            holes: vec![Hole::receiver(&a), Hole::receiver(&b)],
            result: b.clone(),
            weight: 4,
        });
        self.callables.push(Callable {
            template: format!("{name}::new({{0}}, {{1}}).largest()"),
            holes: vec![Hole::receiver(&b), Hole::known(&b)],
            result: b.clone(),
            weight: 4,
        });
        self.callables.push(Callable {
            template: format!("{name}::new({{0}}, {{1}}).map(|v_| (v_, {{2}})).right"),
            holes: vec![
                Hole::receiver(&a),
                Hole::receiver(&b),
                Hole {
                    known: false,
                    ..Hole::captured(&a)
                },
            ],
            result: Ty::Tuple(vec![b.clone(), a]),
            weight: 4,
        });
        self.callables.push(Callable {
            template: format!("({{ let mut pair_ = {name}::new({{0}}, {{1}}); {{ let (l_, r_) = pair_.both(); core::mem::swap(l_, r_); *l_ = {{2}}; }} pair_.right }})"),
            holes: vec![Hole::receiver(&b), Hole::known(&b), Hole { frozen: true, ..Hole::known(&b) }],
            result: b,
            weight: 5,
        });
    }

    /// `?` on Option and Result, with a conversion of the error.
    pub(super) fn conversions(&mut self) {
        let (error, name) = (self.fresh("Error"), self.fresh("try"));
        let code = Ty::Int(Ty::common_int(&mut self.random));
        let (value, other) = (self.value_type(1), Ty::scalar(&mut self.random));
        let (c, v, o) = (
            self.type_text(&code),
            self.type_text(&value),
            self.type_text(&other),
        );
        self.item(&format!(
            "#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]\nenum {error} {{ Code({c}), Flag(bool) }}\n\
             impl From<{c}> for {error} {{ fn from(code: {c}) -> Self {{ {error}::Code(code) }} }}\n\
             impl From<bool> for {error} {{ fn from(flag: bool) -> Self {{ {error}::Flag(flag) }} }}"
        ));
        self.begin(40, 1);
        let mut scope = Scope::default();
        scope.add("first", &value, false);
        scope.add("second", &other, false);
        let tail = self.expr(&scope, &value, 2, true);
        let weight = self.weight + 3;
        self.item(&format!(
            "fn {name}(a: Result<{v}, {c}>, b: Result<{o}, bool>, c: Option<{v}>) -> Result<{v}, {error}> {{\n    let first = a?;\n    let second = b?;\n    let _third = c.ok_or(false)?;\n    Ok({tail})\n}}\n\
             fn {name}_option(a: Option<{v}>, b: Option<{o}>) -> Option<{v}> {{ let first = a?; let second = b?; Some({tail}) }}"
        ));
        let a = Ty::Result(Box::new(value.clone()), Box::new(code.clone()));
        let b = Ty::Result(Box::new(other.clone()), Box::new(Ty::Bool));
        let option = Ty::option(value.clone());
        self.callables.push(Callable {
            template: format!("{name}({{0}}, {{1}}, {{2}}).map_err(|e| match e {{ {error}::Code(c) => c, {error}::Flag(f) => f.into() }})"),
            holes: vec![Hole::known(&a), Hole::known(&b), Hole::known(&option)],
            result: a,
            weight,
        });
        self.callables.push(Callable {
            template: format!("{name}_option({{0}}, {{1}})"),
            holes: vec![Hole::known(&option), Hole::known(&Ty::option(other))],
            result: option,
            weight,
        });
    }
}
