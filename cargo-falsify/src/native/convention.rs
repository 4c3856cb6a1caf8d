//! How a call hands over its arguments and its result, and where a function's locals live.

use cranelift_codegen::ir::types;

use super::layout::{Layouts, Leaf};
use super::reach::operands;
use super::Unsupported;
use crate::ir::{
    Func, Operand, Place, Program, Projection, Root, Rvalue, Statement, Terminator, Type, TypeId,
};

/// How one value is handed over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pass {
    /// Each leaf in a register.
    Registers,
    /// In the callee's frame, at this offset.
    Frame(u32),
}

/// How a function is called: depends on nothing but its types.
#[derive(Clone, Debug)]
pub struct Convention {
    pub params: Vec<(TypeId, Pass)>,
    pub ret: (TypeId, Pass),
    /// Bytes at the start of the callee's frame that the caller may write.
    pub area: u32,
}

/// The platform's convention returns this many words in registers.
const RETURN_REGISTERS: u32 = 2;

impl Convention {
    pub fn new(
        layouts: &Layouts,
        params: impl IntoIterator<Item = TypeId>,
        ret: TypeId,
    ) -> Result<Convention, Unsupported> {
        let mut area = 0;
        let mut passed = Vec::new();
        for ty in params {
            let fits = layouts.leaves(ty)?.is_some();
            passed.push((ty, pass(layouts, ty, fits, &mut area)?));
        }
        let fits = layouts.leaves(ret)?.is_some_and(fits_return);
        let ret = (ret, pass(layouts, ret, fits, &mut area)?);
        Ok(Convention {
            params: passed,
            ret,
            area,
        })
    }

    pub fn of(layouts: &Layouts, func: &Func) -> Result<Convention, Unsupported> {
        let ret = func.local_type(func.ret()).map_err(Unsupported)?;
        Convention::new(layouts, func.param_types(), ret)
    }
}

fn fits_return(leaves: &[Leaf]) -> bool {
    let words = leaves
        .iter()
        .map(|leaf| if leaf.register == types::I128 { 2 } else { 1 });
    words.sum::<u32>() <= RETURN_REGISTERS
}

fn pass(
    layouts: &Layouts,
    ty: TypeId,
    in_registers: bool,
    area: &mut u32,
) -> Result<Pass, Unsupported> {
    if in_registers {
        return Ok(Pass::Registers);
    }
    Ok(Pass::Frame(reserve(layouts, ty, area)?))
}

/// Room for a value behind what is there.
pub fn reserve(layouts: &Layouts, ty: TypeId, end: &mut u32) -> Result<u32, Unsupported> {
    let layout = layouts.get(ty)?;
    let at = end.next_multiple_of(layout.align.max(8));
    *end = at
        .checked_add(layout.size)
        .filter(|end| *end < 1 << 29)
        .ok_or_else(too_large)?;
    Ok(at)
}

fn too_large() -> Unsupported {
    Unsupported("a frame is too large".into())
}

/// For each local, whether its leaves may live in registers: nothing refers to it or indexes it at run time.
pub fn in_registers(
    program: &Program,
    layouts: &Layouts,
    func: &Func,
) -> Result<Vec<bool>, Unsupported> {
    let mut free = Vec::with_capacity(func.locals.len());
    for local in &func.locals {
        free.push(layouts.leaves(local.ty)?.is_some());
    }
    let mut pin = |place: &Place, referred: bool| {
        if let Root::Local(local) = place.root {
            let (direct, indexed) = direct_part(program, func, place);
            if indexed || referred && direct == place.path.len() {
                free[local.0 as usize] = false;
            }
        }
    };
    for block in &func.blocks {
        for (statement, _) in &block.statements {
            places(statement, &mut pin);
        }
        if let Some(Terminator::Switch {
            on: Operand::Copy(place),
            ..
        }) = &block.terminator
        {
            pin(place, false);
        }
    }
    Ok(free)
}

/// How many steps stay within the local itself, and whether one of them is an index at run time.
fn direct_part(program: &Program, func: &Func, place: &Place) -> (usize, bool) {
    let Root::Local(local) = place.root else {
        return (0, false);
    };
    let mut ty = func.local_type(local);
    for (at, step) in place.path.iter().enumerate() {
        let Ok(found) = ty else { break };
        let leaves = *step == Projection::Deref || matches!(program.ty(found), Ok(Type::Slice(_)));
        if leaves {
            return (at, false);
        }
        if matches!(step, Projection::Index(_)) {
            return (at, true);
        }
        ty = program.projected_type(func, found, *step);
    }
    (place.path.len(), false)
}

/// Shows all places of a statement, and whether a reference to it is taken.
pub fn places(statement: &Statement, see: &mut dyn FnMut(&Place, bool)) {
    match statement {
        Statement::Assign(dest, value) => {
            see(dest, false);
            match value {
                Rvalue::Ref(place) => see(place, true),
                Rvalue::VariantOf(place) | Rvalue::Discriminant(place) => see(place, false),
                _ => {}
            }
        }
        Statement::Call { dest, .. }
        | Statement::CallIndirect { dest, .. }
        | Statement::Input { dest, .. } => see(dest, false),
        _ => {}
    }
    operands(statement, &mut |operand| {
        if let Operand::Copy(place) = operand {
            see(place, false);
        }
    });
}
