//! Statics: atomics, `static mut` and tables. Every use begins by setting them, so that runs do not depend on each other.

use super::scope::Scope;
use super::types::{Int, Ty, INTS, U32, U8};
use super::{Callable, Generator, Hole};

const ORDER: &str = "core::sync::atomic::Ordering::SeqCst";

impl Generator {
    pub(super) fn statics(&mut self) {
        match self.random.below(3) {
            0 => self.atomic_number(),
            1 => self.atomic_flag(),
            _ => self.static_mut(),
        }
    }

    /// An atomic integer and a function that changes it now and then.
    fn atomic_number(&mut self) {
        let int = *self.random.pick(&[U8, INTS[1], U32, INTS[6], INTS[9]]);
        let ty = Ty::Int(int);
        let (name, step) = (self.fresh("COUNT"), self.fresh("step"));
        let first = self.literal(&ty, true);
        let atomic = atomic_name(int);
        self.item(&format!(
            "static {name}: core::sync::atomic::{atomic} = core::sync::atomic::{atomic}::new({first});"
        ));
        let change = *self.random.pick(&[
            "fetch_add",
            "fetch_sub",
            "fetch_and",
            "fetch_nand",
            "fetch_or",
            "fetch_xor",
            "fetch_max",
            "fetch_min",
            "swap",
        ]);
        self.begin(30, 1);
        let mut scope = Scope::default();
        scope.add("by", &ty, false);
        scope.add("seen", &ty, true);
        let statement = self.short_statement(&mut scope, 2);
        let next = self.expr(&scope, &ty, 2, true);
        let weight = 2 * self.weight + 8;
        self.item(&format!(
            "fn {step}(by: {int}, often: u32) -> {int} {{\n    let mut seen = {name}.load({ORDER});\n    \
             for _ in 0..often % 3 {{ seen = {name}.{change}(by, {ORDER}); }}\n    {statement}\n    \
             match {name}.compare_exchange(seen, {next}, {ORDER}, core::sync::atomic::Ordering::Relaxed) {{\n        \
             Ok(old) => old,\n        Err(now) => {{ {name}.store(by, {ORDER}); now }}\n    }}\n}}",
            int = int.name,
        ));
        let holes = vec![
            Hole::known(&ty),
            Hole::known(&ty),
            Hole::known(&Ty::Int(U32)),
        ];
        let set = format!("{name}.store({{0}}, {ORDER});");
        for end in [
            format!("{step}({{1}}, {{2}})"),
            format!("{step}({{1}}, {{2}}); {name}.load({ORDER})"),
            format!("let update_ = {name}.fetch_update({ORDER}, {ORDER}, |at| if at > {{1}} {{ Some({{1}}) }} else {{ None }}); match update_ {{ Ok(x) => x, Err(x) => x ^ {step}(x, {{2}}) }}"),
        ] {
            self.callables.push(Callable {
                template: format!("({{ {set} {end} }})"),
                holes: holes.clone(),
                result: ty.clone(),
                weight,
            });
        }
    }

    fn atomic_flag(&mut self) {
        let (name, other) = (self.fresh("FLAG"), self.fresh("FLAG"));
        let kind = "core::sync::atomic::AtomicBool";
        self.item(&format!(
            "static {name}: {kind} = {kind}::new(false);\nstatic {other}: &{kind} = &{name};"
        ));
        let change =
            *self
                .random
                .pick(&["fetch_and", "fetch_nand", "fetch_or", "fetch_xor", "swap"]);
        self.callables.push(Callable {
            template: format!(
                "({{ {name}.store({{0}}, {ORDER}); let was_ = {name}.{change}({{1}}, {ORDER}); was_ != {other}.load({ORDER}) }})"
            ),
            holes: vec![Hole::known(&Ty::Bool), Hole::known(&Ty::Bool)],
            result: Ty::Bool,
            weight: 6,
        });
    }

    /// A value, and a table of such values that does not change.
    fn static_mut(&mut self) {
        let ty = self.value_type(1);
        let text = self.type_text(&ty);
        let (name, table, keep) = (self.fresh("KEPT"), self.fresh("TABLE"), self.fresh("keep"));
        let values: Vec<String> = (0..4).map(|_| self.literal(&ty, true)).collect();
        self.item(&format!(
            "static mut {name}: {text} = {};\nstatic {table}: [{text}; 3] = [{}];",
            values[0],
            values[1..].join(", ")
        ));
        self.begin(30, 1);
        let mut scope = Scope::default();
        scope.add("value", &ty, true);
        scope.add("old", &ty, false);
        let statement = self.short_statement(&mut scope, 2);
        let next = self.expr(&scope, &ty, 2, true);
        let weight = 2 * self.weight + 6;
        self.item(&format!(
            "fn {keep}(mut value: {text}, at: usize) -> {text} {{\n    let old = unsafe {{ {name} }};\n    {statement}\n    \
             unsafe {{ {name} = if at % 2 == 0 {{ {next} }} else {{ {table}[at % 4 % 3] }}; }}\n    old\n}}"
        ));
        let usize = Ty::Int(super::types::USIZE);
        for end in [
            format!("{keep}({{1}}, {{2}})"),
            format!("{keep}({{1}}, {{2}}); unsafe {{ {name} }}"),
            format!("{keep}({{1}}, {{2}}); {keep}({{0}}, 1)"),
        ] {
            self.callables.push(Callable {
                template: format!("({{ unsafe {{ {name} = {{0}}; }} {end} }})"),
                holes: vec![Hole::known(&ty), Hole::known(&ty), Hole::known(&usize)],
                result: ty.clone(),
                weight,
            });
        }
    }
}

fn atomic_name(int: Int) -> String {
    let (kind, bits) = int.name.split_at(1);
    format!("Atomic{}{bits}", kind.to_uppercase())
}
