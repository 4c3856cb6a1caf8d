//! Functions that are `const` and yet tell something in a replay: whether a `check!` held.

use std::collections::HashSet;

use super::Draft;
use crate::ir::{Func, FuncId, Statement};
use crate::lower::Key;
use crate::typeck::ty::DefId;

impl Draft<'_, '_> {
    /// They stay `const` nowhere: what is evaluated at compile time with them does not build, which is then said.
    pub(super) fn checks(&mut self) {
        let telling = self.telling();
        let mut found: Vec<DefId> = Vec::new();
        for (key, func) in &self.low.functions {
            if let Key::Item(def, _) = *key {
                if telling.contains(func) && !found.contains(&def) {
                    found.push(def);
                }
            }
        }
        found.sort();
        for def in found {
            self.not_const(def);
        }
    }

    fn not_const(&mut self, def: DefId) {
        let tcx = self.low.tcx;
        let Some(function) = tcx.ast_fn(def).filter(|it| it.is_const) else {
            return;
        };
        let Some(body) = &function.body else {
            return;
        };
        // A crate without text cannot call the runtime either.
        if self.krate(tcx.crate_of(def)).is_ok() {
            let mut head = tcx.span(def);
            head.hi = body.span.lo;
            self.plan.not_const.push(head);
        }
    }

    /// Functions with a `check!`, and those that call them.
    fn telling(&self) -> HashSet<FuncId> {
        let funcs = &self.low.program.funcs;
        let mut telling = HashSet::new();
        loop {
            let before = telling.len();
            for (index, func) in funcs.iter().enumerate() {
                if tells(func, &telling) {
                    telling.insert(FuncId(index as u32));
                }
            }
            if telling.len() == before {
                return telling;
            }
        }
    }
}

fn tells(func: &Func, telling: &HashSet<FuncId>) -> bool {
    let mut statements = func.blocks.iter().flat_map(|block| &block.statements);
    statements.any(|(statement, _)| match statement {
        Statement::Property { .. } => true,
        Statement::Call { func, .. } => telling.contains(func),
        _ => false,
    })
}
