//! References to locals that are known where they are used: the use goes to the local itself.
//!
//! After a callee was put in place of its call, `&mut self` is a local that is assigned once, from `&x`. What is done
//! through it is done to `x`, and when nothing else needs the reference, `x` need not be in memory.
//!
//! A reference is followed only to a *stable* place: a part of a local at fixed steps, or the same behind a parameter that
//! is never assigned. Such a place is the same one whenever the reference was made.

use super::body::{all_places, places_mut, Body};
use crate::ir::{
    Func, LocalId, Operand, Place, Program, Projection, Root, Rvalue, Statement, Terminator, Type,
};

/// References may be made of references, and each round frees some locals.
const ROUNDS: usize = 4;

/// How many steps through locals a reference is followed.
const MAX_STEPS: usize = 32;

pub fn forward(program: &Program, body: &mut Body) {
    for _ in 0..ROUNDS {
        let changed = substitute(program, body);
        let removed = remove_unread(body);
        if !changed && !removed {
            break;
        }
    }
}

/// What is known of a local.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Assignments, of the whole or of parts.
    writes: usize,
    /// The only assignment, if it is one of the whole.
    value: Option<Rvalue>,
    /// Whether a reference to a part of it is taken.
    referred: bool,
}

struct Knowledge<'a> {
    program: &'a Program,
    func: &'a Func,
    of: Vec<Known>,
}

impl<'a> Knowledge<'a> {
    fn new(program: &'a Program, func: &'a Func) -> Knowledge<'a> {
        let mut of = vec![Known::default(); func.locals.len()];
        for param in of.iter_mut().take(func.params as usize) {
            param.writes = 1;
        }
        for (statement, _) in func.blocks.iter().flat_map(|block| &block.statements) {
            note_write(statement, &mut of);
        }
        all_places(func, &mut |place, is_referred| {
            // What is behind a reference is not the local itself.
            let is_own = !place.path.contains(&Projection::Deref);
            if let (Root::Local(local), true, true) = (place.root, is_referred, is_own) {
                of[local.0 as usize].referred = true;
            }
        });
        Knowledge { program, func, of }
    }

    /// The stable place that the reference found at a place denotes.
    fn target(&self, reference: &Place, steps: usize) -> Option<Place> {
        let (Root::Local(local), Some(left)) = (reference.root, steps.checked_sub(1)) else {
            return None;
        };
        let known = &self.of[local.0 as usize];
        if known.writes != 1 || known.referred {
            return None;
        }
        if local.0 < self.func.params {
            let whole = reference.path.is_empty();
            return whole.then(|| with(reference, &[Projection::Deref]));
        }
        match (known.value.as_ref()?, reference.path.as_slice()) {
            (Rvalue::Ref(place), []) => self.stable(place, left),
            (Rvalue::Use(Operand::Copy(from)), path) if is_fixed(from) => {
                self.target(&with(from, path), left)
            }
            (Rvalue::Aggregate(_, parts), [first, rest @ ..]) => {
                let index = match first {
                    Projection::Field(index) => *index as usize,
                    Projection::ConstIndex(index) => *index as usize,
                    _ => return None,
                };
                self.part(parts.get(index)?, rest, left)
            }
            (
                Rvalue::Variant(_, made, parts),
                [Projection::VariantField(read, index), rest @ ..],
            ) if made == read => self.part(parts.get(*index as usize)?, rest, left),
            _ => None,
        }
    }

    fn part(&self, part: &Operand, rest: &[Projection], steps: usize) -> Option<Place> {
        match part {
            Operand::Copy(from) if is_fixed(from) => self.target(&with(from, rest), steps),
            _ => None,
        }
    }

    /// The same place without references, but for one behind a parameter.
    fn stable(&self, place: &Place, steps: usize) -> Option<Place> {
        let Root::Local(_) = place.root else {
            return is_fixed(place).then(|| place.clone());
        };
        let Some(at) = place
            .path
            .iter()
            .position(|step| *step == Projection::Deref)
        else {
            return self.is_stable(place).then(|| place.clone());
        };
        let reference = Place {
            root: place.root,
            path: place.path[..at].to_vec(),
        };
        let target = self.target(&reference, steps)?;
        let whole = with(&target, &place.path[at + 1..]);
        self.is_stable(&whole).then_some(whole)
    }

    /// Whether all steps are fixed ones, after at most one reference at the start.
    fn is_stable(&self, place: &Place) -> bool {
        let start = usize::from(place.path.first() == Some(&Projection::Deref));
        let fixed = Place {
            root: place.root,
            path: place.path[start..].to_vec(),
        };
        is_fixed(&fixed) && !self.enters_slice(place)
    }

    /// A constant index may be one of a slice, which is behind a reference too.
    fn enters_slice(&self, place: &Place) -> bool {
        let mut ty = match place.root {
            Root::Local(local) => self.func.local_type(local),
            Root::Static(id) => self.program.static_of(id).map(|item| item.ty),
        };
        for step in &place.path {
            let Ok(found) = ty else { return true };
            if matches!(self.program.ty(found), Ok(Type::Slice(_))) {
                return true;
            }
            ty = self.program.projected_type(self.func, found, *step);
        }
        false
    }

    /// A place with its first reference followed, if it leads to a stable place.
    fn followed(&self, place: &Place) -> Option<Place> {
        let at = place
            .path
            .iter()
            .position(|step| *step == Projection::Deref)?;
        let reference = Place {
            root: place.root,
            path: place.path[..at].to_vec(),
        };
        if !is_fixed(&reference) || self.enters_slice(&reference) {
            return None;
        }
        let target = self.target(&reference, MAX_STEPS)?;
        let found = with(&target, &place.path[at + 1..]);
        (found != *place).then_some(found)
    }
}

fn note_write(statement: &Statement, of: &mut [Known]) {
    let dest = match statement {
        Statement::Assign(dest, _)
        | Statement::Call { dest, .. }
        | Statement::CallIndirect { dest, .. }
        | Statement::Input { dest, .. } => dest,
        _ => return,
    };
    let Root::Local(local) = dest.root else {
        return;
    };
    // What is written behind a reference is not the local itself; an index may be one of a slice, or not.
    if dest.path.contains(&Projection::Deref) {
        return;
    }
    let known = &mut of[local.0 as usize];
    known.writes += 1;
    known.value = match statement {
        Statement::Assign(_, value) if dest.path.is_empty() => Some(value.clone()),
        _ => None,
    };
}

fn with(place: &Place, more: &[Projection]) -> Place {
    let mut longer = place.clone();
    longer.path.extend(more);
    longer
}

/// Whether a place is a part of its root at steps that the run cannot change.
fn is_fixed(place: &Place) -> bool {
    place.path.iter().all(|step| {
        matches!(
            step,
            Projection::Field(_) | Projection::VariantField(..) | Projection::ConstIndex(_)
        )
    })
}

/// Goes to the locals themselves wherever references to them are known.
fn substitute(program: &Program, body: &mut Body) -> bool {
    let mut func = body.func.clone();
    let knowledge = Knowledge::new(program, &body.func);
    let mut changed = false;
    let mut change = |place: &mut Place| {
        for _ in 0..MAX_STEPS {
            let Some(found) = knowledge.followed(place) else {
                break;
            };
            *place = found;
            changed = true;
        }
    };
    for block in &mut func.blocks {
        for (statement, _) in &mut block.statements {
            places_mut(statement, &mut change);
        }
        if let Some(Terminator::Switch {
            on: Operand::Copy(place),
            ..
        }) = &mut block.terminator
        {
            change(place);
        }
    }
    body.func = func;
    changed
}

/// Takes out assignments to locals that nothing reads.
fn remove_unread(body: &mut Body) -> bool {
    let mut removed = false;
    loop {
        let read = read_locals(&body.func);
        let is_dead = |statement: &Statement| match statement {
            Statement::Assign(dest, _) => match dest.root {
                Root::Local(local) => is_fixed(dest) && !read[local.0 as usize],
                Root::Static(_) => false,
            },
            _ => false,
        };
        let mut again = false;
        for (block, origins) in body.func.blocks.iter_mut().zip(&mut body.origins) {
            let dead: Vec<bool> = block.statements.iter().map(|(s, _)| is_dead(s)).collect();
            if dead.contains(&true) {
                again = true;
                let mut keep = dead.iter().map(|dead| !dead);
                block.statements.retain(|_| keep.next().unwrap_or(true));
                let mut keep = dead.iter().map(|dead| !dead);
                origins.retain(|_| keep.next().unwrap_or(true));
            }
        }
        if !again {
            return removed;
        }
        removed = true;
    }
}

/// Locals that something reads; named ones count, because others look at them from outside.
fn read_locals(func: &Func) -> Vec<bool> {
    let named = func.locals.iter().map(|local| local.name.is_some());
    let mut read: Vec<bool> = named.collect();
    read[func.params as usize] = true;
    let mut see = |place: &Place, is_dest: bool| {
        let mut mark = |local: LocalId| read[local.0 as usize] = true;
        for step in &place.path {
            if let Projection::Index(local) = step {
                mark(*local);
            }
        }
        if let (Root::Local(local), false) = (place.root, is_dest && is_fixed(place)) {
            mark(local);
        }
    };
    for block in &func.blocks {
        for (statement, _) in &block.statements {
            let dest = destination(statement);
            super::convention::places(statement, &mut |place, _| {
                see(place, dest.is_some_and(|dest| std::ptr::eq(dest, place)));
            });
        }
        if let Some(Terminator::Switch {
            on: Operand::Copy(place),
            ..
        }) = &block.terminator
        {
            see(place, false);
        }
    }
    read
}

fn destination(statement: &Statement) -> Option<&Place> {
    match statement {
        Statement::Assign(dest, _)
        | Statement::Call { dest, .. }
        | Statement::CallIndirect { dest, .. }
        | Statement::Input { dest, .. } => Some(dest),
        _ => None,
    }
}
