//! What a function of the IR does beyond computing a result: statics it writes and reads, places behind its
//! parameters that it writes, inputs it draws, events it emits. Calls included.
//!
//! The analysis is a flow-insensitive points-to: for every local, the set of [`Origin`]s that references inside it may
//! denote. Fields of one local are not told apart, levels of references are: an iterator over a borrowed slice that is advanced
//! through `&mut` writes the iterator, not the slice. The result covers everything the function can do and may name a
//! little more.

mod body;
#[cfg(test)]
mod tests;

pub use body::{has_references, operands, places};

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::ir::{Func, FuncId, LocalId, Operand, Program, Rvalue, Statement, StaticId, Value};
use crate::source::{Span, Symbol};

/// Functions of the library model that keep books about the program rather than change its state: what `RefCell` counts
/// is the same again when a borrow ends.
const BOOKKEEPING: &[&str] = &["core::cell::BorrowFlag::set"];

/// Levels of references behind a parameter that are told apart; deeper ones count as the last.
const MAX_DEPTH: u8 = 4;

/// A place that a reference may denote (or a part of it).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// What is reached through that many references from a parameter, by its position.
    Param(u32, u8),
    Local(LocalId),
    Static(StaticId),
}

pub type Origins = BTreeSet<Origin>;

/// What a function does beyond its own locals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    pub acts: BTreeMap<Act, Witness>,
    /// What references in the result may denote.
    returns: Origins,
    /// References stored behind a parameter: where, and what they denote.
    stores: BTreeSet<(Origin, Origin)>,
}

/// One thing a function does to the world.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Act {
    WriteStatic(StaticId),
    /// A write through a reference in the parameter of that position, at that depth.
    WriteParam(u32, u8),
    /// Of a static that something may write.
    ReadStatic(StaticId),
    Draw(Symbol),
    Emit(Symbol),
}

/// Where an act happens: the statement itself, or a call with the act of the callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    pub span: Span,
    pub callee: Option<(FuncId, Act)>,
}

/// Effects of every function of a program.
pub struct EffectsOf {
    of: Vec<Effects>,
    callees: Vec<BTreeSet<FuncId>>,
    targets: IndirectTargets,
}

impl EffectsOf {
    pub fn new(program: &Program) -> EffectsOf {
        let targets = IndirectTargets::new(program);
        let callees = all_callees(program, &targets);
        let callers = callers(&callees);
        let mut of = vec![Effects::default(); program.funcs.len()];
        let mut globals = static_references(program);
        let mut queue: VecDeque<usize> = (0..program.funcs.len()).collect();
        let mut queued = vec![true; program.funcs.len()];
        while let Some(f) = queue.pop_front() {
            queued[f] = false;
            let mut held = globals.clone();
            let found = match BOOKKEEPING.contains(&program.funcs[f].name.as_str()) {
                true => Effects::default(),
                false => body::analyse(program, FuncId(f as u32), &of, &targets, &mut held),
            };
            let changed = found != of[f];
            of[f] = found;
            let again: Vec<usize> = match held == globals {
                true if !changed => Vec::new(),
                true => callers[f].iter().copied().collect(),
                // What a static may refer to has grown: everybody looks again.
                false => (0..program.funcs.len()).collect(),
            };
            globals = held;
            for caller in again {
                if !std::mem::replace(&mut queued[caller], true) {
                    queue.push_back(caller);
                }
            }
        }
        EffectsOf {
            of,
            callees,
            targets,
        }
    }

    /// The functions that a function calls itself.
    pub fn callees(&self, func: FuncId) -> impl Iterator<Item = FuncId> + '_ {
        self.callees[func.0 as usize].iter().copied()
    }

    /// The functions that a statement may call.
    pub fn called(&self, program: &Program, statement: &Statement) -> Vec<FuncId> {
        callees(program, statement, &self.targets)
    }

    pub fn acts(&self, func: FuncId) -> impl Iterator<Item = (Act, Witness)> + '_ {
        let acts = &self.of[func.0 as usize].acts;
        acts.iter().map(|(&act, &witness)| (act, witness))
    }

    /// The functions that a run of these may enter, themselves included.
    pub fn reached(&self, roots: impl IntoIterator<Item = FuncId>) -> BTreeSet<FuncId> {
        let mut reached = BTreeSet::new();
        let mut stack: Vec<FuncId> = roots.into_iter().collect();
        while let Some(func) = stack.pop() {
            if reached.insert(func) {
                stack.extend(&self.callees[func.0 as usize]);
            }
        }
        reached
    }

    /// Where an act of a function happens in the source: the innermost statement or call that `is_shown`, such as
    /// one in the user's own files.
    pub fn place_of(&self, witness: Witness, is_shown: impl Fn(Span) -> bool) -> Span {
        let mut place = witness.span;
        let (mut at, mut steps) = (witness, 0);
        while let Some((func, act)) = at.callee {
            let Some(&inner) = self.of[func.0 as usize].acts.get(&act) else {
                break;
            };
            // A recursive function may be its own witness.
            steps += 1;
            if steps > self.of.len() {
                break;
            }
            if is_shown(inner.span) {
                place = inner.span;
            }
            at = inner;
        }
        place
    }
}

/// Statics that references inside other statics denote from the start.
fn static_references(program: &Program) -> BTreeMap<StaticId, Origins> {
    let statics = program.statics.iter().enumerate();
    statics
        .map(|(id, s)| (StaticId(id as u32), references_in(&s.init)))
        .filter(|(_, origins)| !origins.is_empty())
        .collect()
}

/// What the references inside a constant denote.
fn references_in(value: &Value) -> Origins {
    match value {
        Value::Ref(s, _) | Value::Slice(s, ..) => Origins::from([Origin::Static(*s)]),
        Value::Aggregate(parts) | Value::Variant(_, parts) => {
            parts.iter().flat_map(references_in).collect()
        }
        Value::Pointee(inner) => references_in(inner),
        Value::Scalar(_) | Value::Func(_) | Value::Undefined => Origins::new(),
    }
}

/// Functions whose address is taken: what an indirect call may call.
struct IndirectTargets(Vec<FuncId>);

impl IndirectTargets {
    fn new(program: &Program) -> IndirectTargets {
        let mut taken = BTreeSet::new();
        for s in &program.statics {
            functions_in(&s.init, &mut taken);
        }
        let blocks = program.funcs.iter().flat_map(|f| &f.blocks);
        for (statement, _) in blocks.flat_map(|b| &b.statements) {
            for operand in operands(statement) {
                if let Operand::Const(value, _) = operand {
                    functions_in(value, &mut taken);
                }
            }
        }
        IndirectTargets(taken.into_iter().collect())
    }

    /// Those that take that many arguments.
    fn with_arity(&self, program: &Program, arity: usize) -> Vec<FuncId> {
        let fits = |f: &&FuncId| program.funcs[f.0 as usize].params as usize == arity;
        self.0.iter().filter(fits).copied().collect()
    }
}

fn functions_in(value: &Value, taken: &mut BTreeSet<FuncId>) {
    match value {
        Value::Func(f) => {
            taken.insert(*f);
        }
        Value::Aggregate(parts) | Value::Variant(_, parts) => {
            parts.iter().for_each(|part| functions_in(part, taken));
        }
        Value::Pointee(inner) => functions_in(inner, taken),
        Value::Scalar(_) | Value::Ref(..) | Value::Slice(..) | Value::Undefined => {}
    }
}

fn all_callees(program: &Program, targets: &IndirectTargets) -> Vec<BTreeSet<FuncId>> {
    let of = |func: &Func| {
        let statements = func.blocks.iter().flat_map(|b| &b.statements);
        statements
            .flat_map(|(statement, _)| callees(program, statement, targets))
            .collect()
    };
    program.funcs.iter().map(of).collect()
}

fn callers(callees: &[BTreeSet<FuncId>]) -> Vec<BTreeSet<usize>> {
    let mut callers = vec![BTreeSet::new(); callees.len()];
    for (caller, called) in callees.iter().enumerate() {
        for callee in called {
            callers[callee.0 as usize].insert(caller);
        }
    }
    callers
}

fn callees(program: &Program, statement: &Statement, targets: &IndirectTargets) -> Vec<FuncId> {
    match statement {
        Statement::Call { func, .. } => vec![*func],
        Statement::CallIndirect { args, .. } => targets.with_arity(program, args.len()),
        _ => Vec::new(),
    }
}

/// Whether an operation yields (a part of) one of its operands.
fn passes_operands_on(rvalue: &Rvalue) -> bool {
    match rvalue {
        Rvalue::Use(_)
        | Rvalue::Aggregate(..)
        | Rvalue::Variant(..)
        | Rvalue::Repeat(..)
        | Rvalue::ArrayToSlice(_)
        | Rvalue::SlicePart(..)
        | Rvalue::SliceToArray(..)
        | Rvalue::StrAsBytes(_)
        | Rvalue::BytesAsStr(_) => true,
        Rvalue::Ref(_)
        | Rvalue::Unary(..)
        | Rvalue::Binary(..)
        | Rvalue::Cast(..)
        | Rvalue::Transmute(..)
        | Rvalue::VariantOf(_)
        | Rvalue::Discriminant(_)
        | Rvalue::Len(_) => false,
    }
}
