//! The tick of a loop in step form as a function of the IR, so that it is emitted like any other, with its callees in
//! place and its state at fixed places.
//!
//! What the loop keeps, its inputs, its result and what the monitors said become statics of a copy of the program. The
//! inputs are there already: from the plant, or from the host.

use super::plan::{Argument, Bound, LoopPlan, Plan};
use super::run::encode_phase;
use crate::bv::BinOp;
use crate::ir::interp::Phase;
use crate::ir::{
    Block, Func, FuncId, Local, LocalId, Operand, Place, Program, Root, Rvalue, Statement, Static,
    StaticId, Terminator, Type, TypeId, Value,
};
use crate::source::{Span, Symbol};

const PHASE_TYPE: Type = Type::Int {
    signed: false,
    bits: 32,
};

/// Adds the types that the tick needs.
pub fn add_types(program: &mut Program) {
    for wanted in [Type::Bool, PHASE_TYPE, Type::Tuple(Vec::new())] {
        if !program.types.contains(&wanted) {
            program.types.push(wanted);
        }
    }
}

/// Adds the function of the tick; none for a superloop, which has a frame of its own.
pub fn add_tick(program: &mut Program, plan: &mut Plan) -> Option<FuncId> {
    let the_loop = plan.the_loop.clone().filter(|l| !l.is_superloop)?;
    let bool_type = program.types.iter().position(|ty| *ty == Type::Bool)?;
    let phase_type = program.types.iter().position(|ty| *ty == PHASE_TYPE)?;
    let unit_type = program
        .types
        .iter()
        .position(|ty| *ty == Type::Tuple(Vec::new()))?;
    let maker = Maker {
        program,
        statics: &mut plan.statics,
        span: the_loop.span,
        bool_type: TypeId(bool_type as u32),
        phase_type: TypeId(phase_type as u32),
        locals: vec![local(TypeId(unit_type as u32))],
        statements: Vec::new(),
    };
    let func = maker.tick(&the_loop)?;
    program.funcs.push(func);
    Some(FuncId(program.funcs.len() as u32 - 1))
}

struct Maker<'a> {
    program: &'a mut Program,
    statics: &'a mut Vec<u32>,
    span: Span,
    bool_type: TypeId,
    phase_type: TypeId,
    locals: Vec<Local>,
    statements: Vec<(Statement, Span)>,
}

fn local(ty: TypeId) -> Local {
    Local { name: None, ty }
}

impl Maker<'_> {
    fn tick(mut self, the_loop: &LoopPlan) -> Option<Func> {
        self.enter(the_loop, Phase::Tick);
        for slot in &the_loop.events {
            let dest = self.place_at(slot.at, slot.ty);
            let none = Rvalue::Variant(slot.ty, slot.none, Vec::new());
            self.push(Statement::Assign(dest, none));
        }
        let out = self.place_at(the_loop.out.1, the_loop.out.0);
        self.call(out, &the_loop.body)?;
        self.monitors(the_loop)?;
        Some(Func {
            name: Symbol::new("the tick"),
            locals: self.locals,
            params: 0,
            blocks: vec![Block {
                statements: self.statements,
                terminator: Some(Terminator::Return),
            }],
            track_caller: false,
            span: self.span,
        })
    }

    fn monitors(&mut self, the_loop: &LoopPlan) -> Option<()> {
        let mut fine = Operand::Const(Value::Scalar(1), self.bool_type);
        for (index, monitor) in the_loop.monitors.iter().enumerate() {
            self.enter(the_loop, Phase::Monitor(index));
            let answer = self.local(self.bool_type);
            self.call(answer.clone(), monitor)?;
            let answer = Operand::Copy(answer);
            let note = self.place_at(the_loop.answers + index as u32, self.bool_type);
            self.push(Statement::Assign(note, Rvalue::Use(answer.clone())));
            let both = self.local(self.bool_type);
            let value = Rvalue::Binary(BinOp::And, fine, answer);
            self.push(Statement::Assign(both.clone(), value));
            fine = Operand::Copy(both);
        }
        let dest = self.place_at(the_loop.fine, self.bool_type);
        self.push(Statement::Assign(dest, Rvalue::Use(fine)));
        Some(())
    }

    fn push(&mut self, statement: Statement) {
        self.statements.push((statement, self.span));
    }

    fn enter(&mut self, the_loop: &LoopPlan, phase: Phase) {
        let dest = self.place_at(the_loop.phase, self.phase_type);
        let phase = Value::Scalar(encode_phase(phase).into());
        let phase = Operand::Const(phase, self.phase_type);
        self.push(Statement::Assign(dest, Rvalue::Use(phase)));
    }

    fn local(&mut self, ty: TypeId) -> Place {
        self.locals.push(local(ty));
        let local = LocalId(self.locals.len() as u32 - 1);
        Place {
            root: Root::Local(local),
            path: Vec::new(),
        }
    }

    /// A static at a place of the memory.
    fn place_at(&mut self, at: u32, ty: TypeId) -> Place {
        let id = StaticId(self.program.statics.len() as u32);
        self.program.statics.push(Static {
            name: Symbol::new("kept"),
            ty,
            init: Value::Undefined,
            mutable: true,
            span: self.span,
        });
        self.statics.push(at);
        Place {
            root: Root::Static(id),
            path: Vec::new(),
        }
    }

    fn call(&mut self, dest: Place, bound: &Bound) -> Option<()> {
        let params = self.program.func(bound.func).ok()?.param_types();
        let params: Vec<TypeId> = params.collect();
        let mut args = Vec::new();
        for (arg, ty) in bound.args.iter().zip(params) {
            args.push(self.argument(arg, ty)?);
        }
        let func = bound.func;
        self.push(Statement::Call { dest, func, args });
        Some(())
    }

    fn argument(&mut self, arg: &Argument, ty: TypeId) -> Option<Operand> {
        match *arg {
            Argument::Value(at) => Some(Operand::Copy(self.place_at(at, ty))),
            Argument::Address(at) => {
                let Ok(Type::Ref(target)) = self.program.ty(ty).cloned() else {
                    return None;
                };
                let place = self.place_at(at, target);
                let reference = self.local(ty);
                let value = Rvalue::Ref(place);
                self.push(Statement::Assign(reference.clone(), value));
                Some(Operand::Copy(reference))
            }
            // Only a superloop has locals to look at.
            Argument::Local { .. } => None,
        }
    }
}
