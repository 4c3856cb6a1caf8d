//! Nested modules: paths, imports, re-exports, globs, privacy.

use super::scope::Scope;
use super::types::Ty;
use super::{Callable, Generator, Hole};

impl Generator {
    pub(super) fn module_family(&mut self) {
        let name = self.fresh("inner");
        let (from, to) = (Ty::scalar(&mut self.random), Ty::scalar(&mut self.random));
        let (a, b) = (self.type_text(&from), self.type_text(&to));
        let base = self.literal(&to, true);
        self.begin(30, 1);
        let mut scope = Scope::default();
        scope.add("value", &from, false);
        scope.add("BASE", &to, false);
        let (kept, constants) = (
            std::mem::take(&mut self.callables),
            std::mem::take(&mut self.constants),
        );
        let definitions = std::mem::take(&mut self.definitions);
        let first = self.expr(&scope, &to, 2, true);
        let second = self.expr(&scope, &to, 2, true);
        (self.callables, self.constants, self.definitions) = (kept, constants, definitions);
        let weight = self.weight + 3;
        self.item(&format!(
            "mod {name} {{\n    pub const BASE: {b} = {base};\n    #[derive(Clone, Copy, PartialEq)]\n    \
             pub enum Kind {{ Plain, Held({a}) }}\n    \
             pub mod deep {{\n        use super::{{Kind, BASE}};\n        \
             pub fn first(value: {a}) -> {b} {{ {first} }}\n        \
             pub(in super::super) fn kind(value: {a}, held: bool) -> Kind {{ if held {{ Kind::Held(value) }} else {{ super::Kind::Plain }} }}\n        \
             impl Kind {{ pub fn result(self) -> {b} {{ use Kind::*; match self {{ Plain => super::second(Default::default()), Held(value) => first(value) }} }} }}\n    }}\n    \
             fn second(value: {a}) -> {b} {{ {second} }}\n    \
             pub use self::deep::first as renamed;\n    pub use deep::*;\n}}"
        ));
        let one = vec![Hole::known(&from)];
        let two = vec![Hole::known(&from), Hole::known(&Ty::Bool)];
        for (template, holes) in [
            (format!("{name}::renamed({{0}})"), one.clone()),
            (format!("self::{name}::deep::first({{0}})"), one.clone()),
            (format!("({{ use {name}::first as chosen; chosen({{0}}) }})"), one),
            (format!("{name}::deep::kind({{0}}, {{1}}).result()"), two.clone()),
            (format!("({{ use {name}::{{deep, Kind as K}}; match deep::kind({{0}}, {{1}}) {{ K::Plain => {name}::BASE, held => held.result() }} }})"), two),
        ] {
            self.callables.push(Callable { template, holes, result: to.clone(), weight });
        }
    }
}
