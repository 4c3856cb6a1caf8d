//! Shared mutable state: `Cell` and `RefCell`, with borrows that may clash.

use super::scope::Scope;
use super::types::Ty;
use super::{Callable, Generator, Hole};

impl Generator {
    pub(super) fn cells(&mut self) {
        let ty = self.value_type(1);
        let text = self.type_text(&ty);
        let name = self.fresh("Shared");
        self.begin(30, 1);
        let mut scope = Scope::default();
        scope.add("value", &ty, true);
        scope.add("seen", &ty, false);
        let statement = self.short_statement(&mut scope, 2);
        let next = self.expr(&scope, &ty, 2, true);
        let clash = if self.random.chance(15) {
            "let held = self.cell.borrow();"
        } else {
            ""
        };
        let used = if clash.is_empty() {
            ""
        } else {
            "let _ = *held;"
        };
        let weight = 2 * self.weight + 6;
        self.item(&format!(
            "struct {name} {{ cell: core::cell::RefCell<{text}>, count: core::cell::Cell<u32> }}\n\
             impl {name} {{\n    fn update(&self, mut value: {text}, often: u32) -> {text} {{\n        \
             self.count.set(self.count.get() + 1);\n        let seen = *self.cell.borrow();\n        {statement}\n        \
             if self.count.get() > often % 4 {{ {clash} let mut inside = self.cell.borrow_mut(); *inside = {next}; {used} }}\n        \
             self.cell.replace(value)\n    }}\n}}"
        ));
        let u32 = Ty::Int(super::types::U32);
        let holes = vec![Hole::known(&ty), Hole::known(&ty), Hole::known(&u32)];
        let make = format!("let shared_ = {name} {{ cell: core::cell::RefCell::new({{0}}), count: core::cell::Cell::new(0) }};");
        for (end, result) in [
            ("shared_.update({1}, {2})".to_string(), ty.clone()),
            ("shared_.update({1}, {2}); shared_.update({1}, 1); shared_.cell.into_inner()".to_string(), ty.clone()),
            ("let alias_ = &shared_; alias_.update({1}, {2}); shared_.count.replace(5) + alias_.count.take()".to_string(), u32.clone()),
            ("let first_ = shared_.cell.try_borrow_mut().is_ok(); let kept_ = shared_.cell.borrow(); first_ && shared_.cell.try_borrow_mut().is_err() && *kept_ == {1} && {2} > 0".to_string(), Ty::Bool),
        ] {
            self.callables.push(Callable { template: format!("({{ {make} {end} }})"), holes: holes.clone(), result, weight });
        }
    }
}
