//! A statement that reads several places reads them one after another.

use std::collections::BTreeMap;

use super::points::Plan;
use crate::ir::{FuncId, Local, LocalId, Operand, Place, Program, Root, Rvalue, Statement, TypeId};
use crate::source::Span;

/// Gives the operands of crowded statements, and what those write, locals of their own.
pub fn separate(program: &mut Program, plans: &BTreeMap<FuncId, Plan>) {
    for (func, plan) in plans {
        for &(block, at) in plan.crowded.iter().rev() {
            separate_one(program, *func, (block, at));
        }
    }
}

fn separate_one(program: &mut Program, func: FuncId, (block, at): (usize, usize)) {
    let index = func.0 as usize;
    let (mut statement, span) = program.funcs[index].blocks[block].statements[at].clone();
    let mut placed: Vec<(Statement, Span)> = Vec::new();
    for operand in operands_of(&mut statement) {
        if !matches!(operand, Operand::Copy(_)) {
            continue;
        }
        let ty = program.operand_type(&program.funcs[index], operand);
        let Ok(ty) = ty else { continue };
        let local = fresh(program, func, ty);
        let read = std::mem::replace(operand, Operand::Copy(local.clone()));
        placed.push((Statement::Assign(local, Rvalue::Use(read)), span));
    }
    let written = dest_of(&mut statement).and_then(|dest| {
        let ty = program.place_type(&program.funcs[index], dest).ok()?;
        let local = fresh(program, func, ty);
        let dest = std::mem::replace(dest, local.clone());
        Some(Statement::Assign(dest, Rvalue::Use(Operand::Copy(local))))
    });
    placed.push((statement, span));
    placed.extend(written.map(|statement| (statement, span)));
    let statements = &mut program.funcs[index].blocks[block].statements;
    statements.splice(at..=at, placed);
}

fn fresh(program: &mut Program, func: FuncId, ty: TypeId) -> Place {
    let locals = &mut program.funcs[func.0 as usize].locals;
    locals.push(Local { name: None, ty });
    Place {
        root: Root::Local(LocalId(locals.len() as u32 - 1)),
        path: Vec::new(),
    }
}

fn dest_of(statement: &mut Statement) -> Option<&mut Place> {
    match statement {
        Statement::Assign(dest, _)
        | Statement::Call { dest, .. }
        | Statement::CallIndirect { dest, .. } => Some(dest),
        _ => None,
    }
}

fn operands_of(statement: &mut Statement) -> Vec<&mut Operand> {
    match statement {
        Statement::Assign(_, rvalue) => operands_in(rvalue),
        Statement::Call { args, .. } | Statement::Output { args, .. } => args.iter_mut().collect(),
        Statement::CallIndirect { func, args, .. } => std::iter::once(func).chain(args).collect(),
        _ => Vec::new(),
    }
}

fn operands_in(rvalue: &mut Rvalue) -> Vec<&mut Operand> {
    match rvalue {
        Rvalue::Ref(_) | Rvalue::VariantOf(_) | Rvalue::Discriminant(_) => Vec::new(),
        Rvalue::Use(a)
        | Rvalue::Unary(_, a)
        | Rvalue::Cast(a, _)
        | Rvalue::Transmute(a, _)
        | Rvalue::Repeat(a, _)
        | Rvalue::ArrayToSlice(a)
        | Rvalue::Len(a)
        | Rvalue::SliceToArray(a, _)
        | Rvalue::StrAsBytes(a)
        | Rvalue::BytesAsStr(a) => vec![a],
        Rvalue::Binary(_, a, b) => vec![a, b],
        Rvalue::SlicePart(a, b, c) => vec![a, b, c],
        Rvalue::Aggregate(_, parts) | Rvalue::Variant(_, _, parts) => parts.iter_mut().collect(),
    }
}
