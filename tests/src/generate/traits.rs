//! Traits: default methods, associated types and constants, generic and
//! blanket impls, `impl Trait`, operators.

use super::scope::{Scope, Var};
use super::types::Ty;
use super::{Callable, Generator, Hole, Mutator};

impl Generator {
    /// A trait implemented for a few types and used through generics.
    pub(super) fn simple_trait(&mut self) {
        let name = self.fresh("Trait");
        let method = self.fresh("get");
        let result = Ty::scalar(&mut self.random);
        let text = self.type_text(&result);
        let unit = self.literal(&result, true);
        self.begin(40, 1);
        let mut scope = Scope::default();
        scope.add("first", &result, false);
        scope.add("second", &result, false);
        self.constants.push(("Self::UNIT".into(), result.clone()));
        let default = self.expr(&scope, &result, 2, true);
        self.constants.pop();
        self.item(&format!(
            "trait {name} {{\n    const UNIT: {text} = {unit};\n    fn {method}(&self, other: {text}) -> {text};\n    \
             fn {method}_twice(&self, other: {text}) -> {text} {{ let first = self.{method}(other); let second = self.{method}(Self::UNIT); {default} }}\n    \
             fn {method}_set(&mut self, _value: {text}) -> bool {{ false }}\n}}"
        ));
        let generic = self.trait_users(&name, &method, &text);
        let mut implementors = vec![
            Ty::scalar(&mut self.random),
            self.defined_plain(),
            Ty::Tuple(vec![Ty::Bool, Ty::Char]),
        ];
        implementors.dedup();
        let count = self.random.between(1, implementors.len());
        for ty in implementors.into_iter().take(count) {
            self.implement(&name, &method, &ty, &result, &generic);
        }
        if self.random.chance(50) {
            self.blanket(&name, &method, &result);
        }
    }

    fn defined_plain(&mut self) -> Ty {
        self.plain_definition()
            .unwrap_or(Ty::Tuple(vec![Ty::Char, Ty::Bool]))
    }

    /// Generic functions over the trait; their name.
    fn trait_users(&mut self, name: &str, method: &str, text: &str) -> String {
        let generic = self.fresh("uses");
        self.item(&format!(
            "fn {generic}<T: {name}>(it: &T, other: {text}) -> ({text}, {text}) {{ (it.{method}_twice(other), T::UNIT) }}\n\
             fn {generic}_impl(it: &mut impl {name}, other: {text}) -> bool {{ it.{method}_set(other) }}\n\
             fn {generic}_where<A, B>(a: A, b: &B, other: {text}) -> {text} where A: {name} + Copy, B: {name} + ?Sized {{ let first = a.{method}(other); b.{method}(first) }}"
        ));
        generic
    }

    fn implement(&mut self, name: &str, method: &str, ty: &Ty, result: &Ty, generic: &str) {
        let mut scope = Scope::default();
        scope.vars.push(Var {
            text: "(*self)".into(),
            ty: ty.clone(),
            mutable: false,
            root: "self".into(),
        });
        scope.add("other", result, false);
        self.begin(40, 1);
        let body = self.expr(&scope, result, 3, true);
        let mut own = scope.clone();
        own.vars[0].mutable = true;
        own.vars.retain(|var| var.root == "self");
        own.add("value", result, false);
        let statement = self.short_statement(&mut own, 2);
        let (owner, text) = (self.type_text(ty), self.type_text(result));
        let unit = self.literal(result, true);
        let constant = if self.random.chance(50) {
            format!("    const UNIT: {text} = {unit};\n")
        } else {
            String::new()
        };
        let setter = match self.random.chance(60) {
            true => format!(
                "    fn {method}_set(&mut self, value: {text}) -> bool {{ {statement} true }}\n"
            ),
            false => String::new(),
        };
        self.item(&format!(
            "impl {name} for {owner} {{\n{constant}    fn {method}(&self, other: {text}) -> {text} {{ {body} }}\n{setter}}}"
        ));
        self.use_trait(name, method, ty, result, generic);
    }

    fn use_trait(&mut self, name: &str, method: &str, ty: &Ty, result: &Ty, generic: &str) {
        let weight = 2 * self.weight + 4;
        let owner = self.type_text(ty);
        let pair = Ty::Tuple(vec![result.clone(), result.clone()]);
        let two = vec![
            Hole::receiver(ty),
            Hole {
                frozen: true,
                ..Hole::known(result)
            },
        ];
        for (template, result) in [
            (format!("{{0}}.{method}({{1}})"), result.clone()),
            (format!("{generic}(&{{0}}, {{1}})"), pair),
            (
                format!("<{owner} as {name}>::{method}_twice(&{{0}}, {{1}})"),
                result.clone(),
            ),
            (
                format!("{generic}_where({{0}}, &{{0}}, {{1}})"),
                result.clone(),
            ),
        ] {
            self.callables.push(Callable {
                template,
                holes: two.clone(),
                result,
                weight,
            });
        }
        self.constants
            .push((format!("<{owner} as {name}>::UNIT"), result.clone()));
        self.mutators.push(Mutator {
            template: format!("{generic}_impl(&mut {{p}}, {{0}})"),
            place: ty.clone(),
            holes: vec![Hole::known(result)],
            two_phase: false,
            result: Some(Ty::Bool),
            weight,
        });
    }

    /// A second trait for everything that has the first.
    fn blanket(&mut self, name: &str, method: &str, result: &Ty) {
        let (second, call) = (self.fresh("Blanket"), self.fresh("both"));
        let text = self.type_text(result);
        self.item(&format!(
            "trait {second} {{ fn {call}(&self, other: {text}) -> [{text}; 2]; }}\n\
             impl<T: {name}> {second} for T {{ fn {call}(&self, other: {text}) -> [{text}; 2] {{ [self.{method}(other), T::UNIT] }} }}"
        ));
        let marker = format!(".{method}(");
        let fitting: Vec<Callable> = self
            .callables
            .iter()
            .filter(|c| c.template.contains(&marker))
            .cloned()
            .collect();
        for callable in fitting {
            self.callables.push(Callable {
                template: callable.template.replace(&marker, &format!(".{call}(")),
                result: Ty::array(result.clone(), 2),
                ..callable
            });
        }
    }

    /// A trait with an associated type, implemented generically.
    pub(super) fn generic_trait(&mut self) {
        let name = self.fresh("Source");
        let (a, b) = (Ty::scalar(&mut self.random), self.value_type(1));
        let (x, y) = (self.type_text(&a), self.type_text(&b));
        let (one, wrap) = (self.fresh("One"), self.fresh("Wrap"));
        self.begin(30, 1);
        let mut scope = Scope::default();
        scope.vars.push(Var {
            text: "self.0".into(),
            ty: a.clone(),
            mutable: true,
            root: "self".into(),
        });
        let statement = self.short_statement(&mut scope, 2);
        let value = self.expr(&scope, &b, 2, true);
        let weight = 3 * self.weight + 4;
        self.item(&format!(
            "trait {name} {{ type Item; const SIZE: usize; fn pull(&mut self) -> Self::Item; fn pair(&mut self) -> (Self::Item, Self::Item) {{ let first = self.pull(); (first, self.pull()) }} }}\n\
             struct {one}({x});\n\
             impl {name} for {one} {{ type Item = {y}; const SIZE: usize = 1; fn pull(&mut self) -> {y} {{ {statement} {value} }} }}\n\
             struct {wrap}<S>(S, u8);\n\
             impl<S: {name}> {name} for {wrap}<S> {{ type Item = (S::Item, u8); const SIZE: usize = S::SIZE + 1; fn pull(&mut self) -> Self::Item {{ self.1 = self.1.wrapping_add(1); (self.0.pull(), self.1) }} }}\n\
             impl<S: {name}> {name} for &mut S {{ type Item = S::Item; const SIZE: usize = S::SIZE * 2; fn pull(&mut self) -> S::Item {{ (**self).pull() }} }}"
        ));
        let drain = self.fresh("drain");
        self.item(&format!("fn {drain}<S>(mut source: S) -> (S::Item, usize) where S: {name} {{ source.pull(); (source.pull(), S::SIZE) }}"));
        let hole = vec![Hole::known(&a)];
        let usize = Ty::Int(super::types::USIZE);
        let byte = Ty::Int(super::types::U8);
        for (template, result) in [
            (
                format!("{drain}({one}({{0}}))"),
                Ty::Tuple(vec![b.clone(), usize.clone()]),
            ),
            (
                format!("{drain}({wrap}({one}({{0}}), 254)).0"),
                Ty::Tuple(vec![b.clone(), byte]),
            ),
            (
                format!("({{ let mut one = {one}({{0}}); {drain}(&mut one); one.pull() }})"),
                b.clone(),
            ),
            (
                format!("({{ let mut one = {one}({{0}}); {drain}(&mut one).1 }})"),
                usize,
            ),
            (
                format!("{one}({{0}}).pair()"),
                Ty::Tuple(vec![b.clone(), b]),
            ),
        ] {
            self.callables.push(Callable {
                template,
                holes: hole.clone(),
                result,
                weight,
            });
        }
    }

    /// A newtype with operators through their traits, by value and reference.
    pub(super) fn operators(&mut self) {
        let name = self.fresh("Num");
        let inner = Ty::Int(Ty::common_int(&mut self.random));
        let text = self.type_text(&inner);
        self.begin(30, 1);
        let mut scope = Scope::default();
        for operand in ["self.0", "rhs.0"] {
            let root = operand.split('.').next().unwrap_or(operand).to_string();
            scope.vars.push(Var {
                text: operand.into(),
                ty: inner.clone(),
                mutable: false,
                root,
            });
        }
        let sum = self.expr(&scope, &inner, 2, true);
        let product = self.expr(&scope, &inner, 2, true);
        let weight = 2 * self.weight + 4;
        self.item(&format!(
            "#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]\nstruct {name}({text});\n\
             impl core::ops::Add for {name} {{ type Output = {name}; fn add(self, rhs: {name}) -> {name} {{ {name}({sum}) }} }}\n\
             impl<'a> core::ops::Add<&'a {name}> for &'a {name} {{ type Output = {name}; fn add(self, rhs: &'a {name}) -> {name} {{ *rhs + *self }} }}\n\
             impl core::ops::Mul<{text}> for {name} {{ type Output = ({text}, {name}); fn mul(self, rhs: {text}) -> ({text}, {name}) {{ let rhs = {name}(rhs); ({product}, rhs) }} }}\n\
             impl core::ops::Neg for {name} {{ type Output = {name}; fn neg(self) -> {name} {{ {name}(!self.0) }} }}\n\
             impl core::ops::AddAssign<{text}> for {name} {{ fn add_assign(&mut self, rhs: {text}) {{ self.0 = self.0.wrapping_add(rhs); }} }}\n\
             impl core::ops::Index<usize> for {name} {{ type Output = {text}; fn index(&self, index: usize) -> &{text} {{ assert!(index < 4); &self.0 }} }}\n\
             impl core::ops::IndexMut<usize> for {name} {{ fn index_mut(&mut self, _: usize) -> &mut {text} {{ &mut self.0 }} }}\n\
             impl core::ops::Deref for {name} {{ type Target = {text}; fn deref(&self) -> &{text} {{ &self.0 }} }}\n\
             impl From<{text}> for {name} {{ fn from(value: {text}) -> Self {{ {name}(value) }} }}\n\
             impl PartialEq<{text}> for {name} {{ fn eq(&self, other: &{text}) -> bool {{ self.0 == *other }} }}"
        ));
        let holes = vec![
            Hole::known(&inner),
            Hole {
                frozen: true,
                ..Hole::known(&inner)
            },
        ];
        for (template, result) in [
            (format!("({name}({{0}}) + {name}({{1}})).0"), inner.clone()),
            (
                format!("(&{name}({{0}}) + &{name}({{1}})).0"),
                inner.clone(),
            ),
            (format!("(-({name}({{0}}) * {{1}}).1).0"), inner.clone()),
            (
                format!("({{ let mut num_ = {name}::from({{0}}); num_ += {{1}}; num_[0] ^= 1; num_[1] }})"),
                inner.clone(),
            ),
            (
                format!("({{ let num_: {name} = {{0}}.into(); num_.wrapping_add({{1}}) }})").replace(
                    "{0}.into()",
                    &format!("<{text} as Into<{name}>>::into({{0}})"),
                ),
                inner.clone(),
            ),
            (format!("({name}({{0}}) == {{1}})"), Ty::Bool),
            (format!("({name}({{0}}) < {name}({{1}}))"), Ty::Bool),
            (
                format!("{name}({{0}})[({{1}} & 3) as usize]"),
                inner.clone(),
            ),
        ] {
            self.callables.push(Callable {
                template,
                holes: holes.clone(),
                result,
                weight,
            });
        }
    }
}
