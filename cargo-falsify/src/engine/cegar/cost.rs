//! Where an abstraction can be worth its cost.

use std::collections::BTreeSet;

use crate::bv::BinOp;
use crate::ir::{BlockId, Func, FuncId, Operand, Program, Rvalue, Statement, Terminator};
use crate::summary::{Call, Class};

/// Branches of a function that are many.
const MANY: usize = 12;

/// Whether a call may be abstracted of a function that is hard for a solver: it, or what it calls, has a loop,
/// multiplies or divides by what is not constant, or branches a lot.
pub fn pays(program: &Program, calls: &[Call]) -> bool {
    let callees = calls
        .iter()
        .filter(|call| call.class != Class::Deterministic);
    let mut seen = BTreeSet::new();
    let mut open: Vec<FuncId> = callees.map(|call| call.callee).collect();
    while let Some(function) = open.pop() {
        if !seen.insert(function) {
            continue;
        }
        let function = &program.funcs[function.0 as usize];
        if is_hard(function) {
            return true;
        }
        let statements = function.blocks.iter().flat_map(|block| &block.statements);
        open.extend(statements.filter_map(|(statement, _)| match statement {
            Statement::Call { func, .. } => Some(*func),
            _ => None,
        }));
    }
    false
}

fn is_hard(function: &Func) -> bool {
    let statements = function.blocks.iter().flat_map(|block| &block.statements);
    let mut steps = statements.map(|(statement, _)| statement);
    let edges = function.blocks.iter().zip(0..);
    let mut edges = edges.flat_map(|(block, at)| {
        let targets = targets(&block.terminator).into_iter();
        targets.map(move |to| (at, to.0))
    });
    let branches = function.blocks.iter();
    let branches = branches.map(|block| targets(&block.terminator).len().saturating_sub(1));
    // Lowering puts a loop's head before its body.
    edges.any(|(from, to)| to <= from) || steps.any(is_hard_step) || branches.sum::<usize>() >= MANY
}

fn targets(terminator: &Option<Terminator>) -> Vec<BlockId> {
    match terminator {
        Some(Terminator::Goto(to)) => vec![*to],
        Some(Terminator::Switch {
            targets, otherwise, ..
        }) => targets
            .iter()
            .map(|target| target.1)
            .chain([*otherwise])
            .collect(),
        _ => Vec::new(),
    }
}

fn is_hard_step(statement: &Statement) -> bool {
    let Statement::Assign(_, Rvalue::Binary(op, a, b)) = statement else {
        return false;
    };
    let varies = |operand: &Operand| matches!(operand, Operand::Copy(_));
    match op {
        BinOp::Mul => varies(a) && varies(b),
        BinOp::Div | BinOp::Rem => varies(b),
        _ => false,
    }
}
