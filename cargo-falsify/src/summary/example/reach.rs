//! What a function may call and look at.

use std::collections::BTreeSet;

use super::shape::Unwritable;
use crate::effects::{operands, places};
use crate::ir::{
    Block, FuncId, Operand, Place, Program, Root, Statement, StaticId, Terminator, Value,
};
use crate::source::Symbol;

/// The functions and statics that a call may come to.
#[derive(Default)]
pub struct Reach {
    pub functions: BTreeSet<FuncId>,
    pub statics: BTreeSet<StaticId>,
    draws: Option<Symbol>,
}

impl Reach {
    pub fn of(program: &Program, function: FuncId) -> Reach {
        let mut reach = Reach::default();
        let mut waiting = vec![function];
        while let Some(next) = waiting.pop() {
            if !reach.functions.insert(next) {
                continue;
            }
            let mut called = BTreeSet::new();
            for block in &program.funcs[next.0 as usize].blocks {
                reach.block(program, block, &mut called);
            }
            waiting.extend(called);
        }
        reach
    }

    /// Whether equal arguments always have the same result.
    pub fn is_closed(&self, program: &Program) -> Result<(), Unwritable> {
        let mut statics = self
            .statics
            .iter()
            .map(|id| &program.statics[id.0 as usize]);
        match (self.draws, statics.find(|it| it.mutable)) {
            (Some(source), _) => Err(Unwritable::Draws(source)),
            (None, Some(found)) => Err(Unwritable::Static(found.name)),
            (None, None) => Ok(()),
        }
    }

    fn block(&mut self, program: &Program, block: &Block, called: &mut BTreeSet<FuncId>) {
        for (statement, _) in &block.statements {
            if let Statement::Call { func, .. } = statement {
                called.insert(*func);
            }
            if let Statement::Input { source, .. } = statement {
                self.draws = self.draws.or(Some(*source));
            }
            places(statement)
                .into_iter()
                .for_each(|it| self.place(program, it, called));
            for operand in operands(statement) {
                self.operand(program, operand, called);
            }
        }
        if let Some(Terminator::Switch { on, .. }) = &block.terminator {
            self.operand(program, on, called);
        }
    }

    fn operand(&mut self, program: &Program, operand: &Operand, called: &mut BTreeSet<FuncId>) {
        match operand {
            Operand::Copy(place) => self.place(program, place, called),
            Operand::Const(value, _) => self.value(program, value, called),
        }
    }

    fn place(&mut self, program: &Program, place: &Place, called: &mut BTreeSet<FuncId>) {
        if let Root::Static(id) = place.root {
            self.look_at(program, id, called);
        }
    }

    fn look_at(&mut self, program: &Program, id: StaticId, called: &mut BTreeSet<FuncId>) {
        if self.statics.insert(id) {
            self.value(program, &program.statics[id.0 as usize].init, called);
        }
    }

    /// A function whose address is known may be called.
    fn value(&mut self, program: &Program, value: &Value, called: &mut BTreeSet<FuncId>) {
        match value {
            Value::Func(func) => called.extend([*func]),
            Value::Ref(id, _) | Value::Slice(id, ..) => self.look_at(program, *id, called),
            Value::Aggregate(parts) | Value::Variant(_, parts) => {
                parts
                    .iter()
                    .for_each(|part| self.value(program, part, called));
            }
            Value::Pointee(behind) => self.value(program, behind, called),
            Value::Scalar(_) | Value::Undefined => {}
        }
    }
}
