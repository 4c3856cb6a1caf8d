//! The number of branches of a function.

use crate::bv::BinOp;
use crate::ir::{Func, FuncId, Program, Rvalue, Statement, Terminator};
use crate::synth::score::{complexity, Shape};

/// Branches of a function and of the calls inside. A branch on several values counts as so many, a saturating operation as the
/// branches that stand for it, a check that may panic as none.
pub fn branches(program: &Program, function: FuncId) -> u64 {
    complexity(&shapes(program), function.0 as usize)
}

pub(super) fn shapes(program: &Program) -> Vec<Shape> {
    program.funcs.iter().map(shape).collect()
}

fn shape(func: &Func) -> Shape {
    let mut shape = Shape::default();
    for (statement, _) in func.blocks.iter().flat_map(|block| &block.statements) {
        match statement {
            Statement::Call { func, .. } => shape.calls.push(func.0 as usize),
            Statement::Assign(_, Rvalue::Binary(op, ..)) => shape.branches += within(*op),
            _ => {}
        }
    }
    let terminators = func.blocks.iter().filter_map(|it| it.terminator.as_ref());
    for terminator in terminators {
        if let Terminator::Switch { targets, .. } = terminator {
            shape.branches += targets.len() as u64;
        }
    }
    shape
}

fn within(op: BinOp) -> u64 {
    match op {
        BinOp::AddSaturating | BinOp::SubSaturating => 2,
        _ => 0,
    }
}
