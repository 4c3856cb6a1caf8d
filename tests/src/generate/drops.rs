//! Drop order, seen through a log that destructors write to.

use super::types::{Ty, U32};
use super::{Callable, Generator, Hole};

impl Generator {
    /// A guard that logs its number when it is dropped.
    fn guard(&mut self) -> String {
        let name = self.fresh("Guard");
        self.item(&format!(
            "struct {name}<'a>(u32, &'a core::cell::Cell<u32>);\n\
             impl Drop for {name}<'_> {{ fn drop(&mut self) {{ self.1.set(self.1.get().wrapping_mul(7).wrapping_add(self.0)); }} }}\n\
             impl<'a> {name}<'a> {{ fn number(&self) -> u32 {{ self.0 }} fn consume(self) -> u32 {{ self.0 + 1 }} fn next(&self, n: u32) -> {name}<'a> {{ {name}(n, self.1) }} }}"
        ));
        name
    }

    /// A function that makes guards in many ways and returns the log.
    pub(super) fn drop_log(&mut self) {
        let guard = self.guard();
        let name = self.fresh("log");
        let mut text = format!("fn {name}(c: bool, n: u32) -> u32 {{\n    let log = core::cell::Cell::new(n % 5);\n    {{\n");
        let mut alive: Vec<String> = Vec::new();
        for position in 1..=self.random.between(2, 7) {
            text.push_str(&format!(
                "        {}\n",
                self.guarded_statement(&guard, position, &mut alive)
            ));
        }
        text.push_str("    }\n    log.get()\n}");
        self.item(&text);
        self.log_callable(&name);
    }

    fn log_callable(&mut self, name: &str) {
        self.callables.push(Callable {
            template: format!("{name}({{0}}, {{1}})"),
            holes: vec![Hole::known(&Ty::Bool), Hole::known(&Ty::Int(U32))],
            result: Ty::Int(U32),
            weight: 12,
        });
    }

    fn guarded_statement(&mut self, guard: &str, number: usize, alive: &mut Vec<String>) -> String {
        let new = format!("{guard}({number}, &log)");
        let name = self.fresh("g");
        let old = (!alive.is_empty()).then(|| self.random.pick(alive).clone());
        match (self.random.below(18), old) {
            (0 | 1, _) => {
                alive.push(name.clone());
                format!("let {name} = {new};")
            }
            (2, _) => format!("let _ = {new};"),
            (3, _) => format!("let _{name} = {new};"),
            (4, _) => format!("{new};"),
            (5, Some(old)) => {
                alive.retain(|g| *g != old);
                format!("drop({old});")
            }
            (6, Some(old)) => {
                alive.retain(|g| *g != old);
                format!("if c {{ drop({old}); }}")
            }
            (7, Some(old)) => {
                alive.retain(|g| *g != old);
                format!("let {name} = Some({old}); if let Some(inner) = {name} {{ log.set(log.get() ^ inner.number()); }}")
            }
            (8, _) => format!("let ({name}, _) = ({new}, {guard}({number} + 20, &log));"),
            (9, _) => format!("let {name} = [{new}, {guard}({number} + 30, &log)]; log.set(log.get() ^ {name}[1].number());"),
            (10, _) => format!("log.set(log.get().wrapping_add({new}.next({number} + 40).number()));"),
            (11, Some(old)) => format!("match {old}.next({number}) {{ ref inner if inner.number() == 0 => {{}} _ => log.set(log.get() + 1) }}"),
            (12, _) => {
                alive.push(name.clone());
                format!("let mut {name} = {new}; if c {{ {name} = {guard}({number} + 50, &log); }}")
            }
            (13, Some(old)) => {
                alive.retain(|g| *g != old);
                format!("let {name} = move || {old}.consume(); if c {{ log.set(log.get() ^ {name}()); }}")
            }
            (14, _) => format!("for i in 0..3u32 {{ let {name} = {guard}(i + {number}, &log); if i == 1 && c {{ continue; }} if i == 2 {{ break; }} log.set(log.get() ^ {name}.number()); }}"),
            (15, _) => format!("let {name} = {{ let inner = {new}; inner.next({number} + 60) }};"),
            (16, Some(old)) => {
                alive.retain(|g| *g != old);
                format!("let {name} = if c {{ {old} }} else {{ {new} }}; log.set(log.get() ^ {name}.number());")
            }
            _ => format!("if {new}.number() > n {{ log.set(log.get() + 2); }}"),
        }
    }

    /// Early exits, struct fields, shadowing and panicking-free unwinding of scopes.
    pub(super) fn drop_scopes(&mut self) {
        let guard = self.guard();
        let (name, both) = (self.fresh("scopes"), self.fresh("Both"));
        let number = self.random.between(1, 9);
        self.item(&format!(
            "struct {both}<'a> {{ first: {guard}<'a>, second: Option<{guard}<'a>> }}\n\
             fn {name}_inner<'a>(c: bool, n: u32, log: &'a core::cell::Cell<u32>, given: {guard}<'a>) -> Option<{guard}<'a>> {{\n    \
             let a = {guard}({number}, log);\n    let a = a.next(a.number() + n % 3);\n    if c {{ return None; }}\n    \
             let both = {both} {{ second: Some(given), first: a }};\n    if n % 2 == 0 {{ let {both} {{ second, .. }} = both; return second; }}\n    \
             let mut both = both;\n    both.second.take()\n}}\n\
             fn {name}(c: bool, n: u32) -> u32 {{\n    let log = core::cell::Cell::new(1);\n    {{\n        \
             let got = {name}_inner(c, n, &log, {guard}({number} + 3, &log));\n        log.set(log.get() ^ got.as_ref().map_or(9, |g| g.number()));\n        \
             let replaced = core::mem::replace(&mut {guard}(11, &log), {guard}(12, &log));\n        log.set(log.get() + replaced.number());\n    }}\n    log.get()\n}}"
        ));
        self.log_callable(&name);
    }
}
