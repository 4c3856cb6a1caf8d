//! Whether each local that is read may have been written before: on some path at least. Whether it was on the path
//! taken, only the interpreter in its checked mode can say.

use super::Errors;
use crate::ir::interp::layout::Layouts;
use crate::ir::{
    Block, Func, LocalId, Operand, Place, Projection, Root, Rvalue, Statement, Terminator,
};

pub fn check(layouts: &Layouts, func: &Func, name: &str, errors: &mut Errors) {
    let entry = possibly_defined(layouts, func);
    for (index, block) in func.blocks.iter().enumerate() {
        let Some(mut defined) = entry[index].clone() else {
            continue; // nothing leads here
        };
        for (at, (statement, _)) in block.statements.iter().enumerate() {
            for local in reads(statement).filter(|local| !defined[local.0 as usize]) {
                let position = format!("{name} b{index}[{at}]");
                errors.push(&position, format!("{local} is read and nothing defines it"));
            }
            define(statement, &mut defined);
        }
        let on = match &block.terminator {
            Some(Terminator::Switch { on, .. }) => operand_reads(on),
            Some(Terminator::Return) => vec![func.ret()],
            _ => Vec::new(),
        };
        for local in on.into_iter().filter(|local| !defined[local.0 as usize]) {
            let position = format!("{name} b{index}");
            errors.push(&position, format!("{local} is read and nothing defines it"));
        }
    }
}

/// For each block the locals that some path to it defines; none if no path leads there.
fn possibly_defined(layouts: &Layouts, func: &Func) -> Vec<Option<Vec<bool>>> {
    let mut entry: Vec<Option<Vec<bool>>> = vec![None; func.blocks.len()];
    // A value without words is always there.
    let is_empty = |ty| layouts.size(ty) == Ok(0);
    let locals = func.locals.iter().enumerate();
    let at_start = locals.map(|(index, local)| index < func.params as usize || is_empty(local.ty));
    entry[0] = Some(at_start.collect());
    let mut work = vec![0];
    while let Some(index) = work.pop() {
        let Some(mut defined) = entry[index].clone() else {
            continue;
        };
        for (statement, _) in &func.blocks[index].statements {
            define(statement, &mut defined);
        }
        for target in successors(&func.blocks[index]) {
            if merge(&mut entry[target], &defined) {
                work.push(target);
            }
        }
    }
    entry
}

/// Adds to what is known of a block's entry; whether that changed it.
fn merge(entry: &mut Option<Vec<bool>>, defined: &[bool]) -> bool {
    let Some(known) = entry else {
        *entry = Some(defined.to_vec());
        return true;
    };
    let mut changed = false;
    for (known, new) in known.iter_mut().zip(defined) {
        changed |= *new && !*known;
        *known |= *new;
    }
    changed
}

fn successors(block: &Block) -> Vec<usize> {
    match &block.terminator {
        Some(Terminator::Goto(to)) => vec![to.0 as usize],
        Some(Terminator::Switch {
            targets, otherwise, ..
        }) => {
            let targets = targets.iter().map(|target| target.1);
            targets.chain([*otherwise]).map(|b| b.0 as usize).collect()
        }
        Some(Terminator::Return | Terminator::Panic(..) | Terminator::Unreachable) | None => {
            Vec::new()
        }
    }
}

/// What a statement writes, be it in part. A reference may be what something is written through.
fn define(statement: &Statement, defined: &mut [bool]) {
    let dest = match statement {
        Statement::Assign(dest, value) => {
            if let Rvalue::Ref(place) = value {
                define_root(place, defined);
            }
            dest
        }
        Statement::Call { dest, .. }
        | Statement::CallIndirect { dest, .. }
        | Statement::Input { dest, .. } => dest,
        _ => return,
    };
    define_root(dest, defined);
}

fn define_root(place: &Place, defined: &mut [bool]) {
    if let Root::Local(local) = place.root {
        defined[local.0 as usize] = true;
    }
}

/// Locals that a statement needs the values of.
fn reads(statement: &Statement) -> impl Iterator<Item = LocalId> {
    let mut found = Vec::new();
    let mut all = |operands: &[Operand]| {
        for operand in operands {
            found.extend(operand_reads(operand));
        }
    };
    match statement {
        Statement::Assign(dest, value) => {
            rvalue_reads(value, &mut all);
            found.extend(rvalue_place_reads(value));
            found.extend(path_reads(dest));
        }
        Statement::Call { dest, args, .. } => {
            all(args);
            found.extend(path_reads(dest));
        }
        Statement::CallIndirect { dest, func, args } => {
            all(args);
            found.extend(operand_reads(func));
            found.extend(path_reads(dest));
        }
        Statement::Check { cond, .. }
        | Statement::Property { cond, .. }
        | Statement::Assume(cond)
        | Statement::Cover(cond) => found.extend(operand_reads(cond)),
        Statement::Input { dest, .. } => found.extend(path_reads(dest)),
        Statement::Output { args, .. } => all(args),
        Statement::TickStart | Statement::TickEnd => {}
    }
    found.into_iter()
}

fn rvalue_reads(value: &Rvalue, all: &mut dyn FnMut(&[Operand])) {
    match value {
        Rvalue::Use(a)
        | Rvalue::Unary(_, a)
        | Rvalue::Cast(a, _)
        | Rvalue::Transmute(a, _)
        | Rvalue::Repeat(a, _)
        | Rvalue::ArrayToSlice(a)
        | Rvalue::Len(a)
        | Rvalue::SliceToArray(a, _)
        | Rvalue::StrAsBytes(a)
        | Rvalue::BytesAsStr(a) => all(std::slice::from_ref(a)),
        Rvalue::Binary(_, a, b) => {
            all(std::slice::from_ref(a));
            all(std::slice::from_ref(b));
        }
        Rvalue::Aggregate(_, fields) | Rvalue::Variant(_, _, fields) => all(fields),
        Rvalue::SlicePart(a, start, len) => {
            for operand in [a, start, len] {
                all(std::slice::from_ref(operand));
            }
        }
        Rvalue::Ref(_) | Rvalue::VariantOf(_) | Rvalue::Discriminant(_) => {}
    }
}

fn rvalue_place_reads(value: &Rvalue) -> Vec<LocalId> {
    match value {
        Rvalue::VariantOf(place) | Rvalue::Discriminant(place) => place_reads(place),
        Rvalue::Ref(place) => path_reads(place),
        _ => Vec::new(),
    }
}

fn operand_reads(operand: &Operand) -> Vec<LocalId> {
    match operand {
        Operand::Copy(place) => place_reads(place),
        Operand::Const(..) => Vec::new(),
    }
}

fn place_reads(place: &Place) -> Vec<LocalId> {
    let mut found = path_reads(place);
    if let Root::Local(local) = place.root {
        found.push(local);
    }
    found
}

/// What must be known to find a place: indices, and the root if the path leads through a reference in it.
fn path_reads(place: &Place) -> Vec<LocalId> {
    let mut found = Vec::new();
    for step in &place.path {
        match (step, place.root) {
            (Projection::Index(index), _) => found.push(*index),
            (Projection::Deref, Root::Local(local)) => found.push(local),
            _ => {}
        }
    }
    found
}
