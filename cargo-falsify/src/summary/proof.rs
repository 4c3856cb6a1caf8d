//! What a proof about a program with replacements says about the program itself.
//!
//! Where exact replacements answer, the loop has a run for every run of the loop itself, up to the point where a function would have
//! panicked or would never have come back. So what never happens there never happens in the loop, but for what happens inside of the
//! functions that are not called any more.

use std::collections::BTreeSet;

use super::exact::{compare, Comparison};
use super::replacement::Replacement;
use super::signature::Signature;
use crate::effects::{Act, EffectsOf};
use crate::evidence::Property;
use crate::ir::{FuncId, Program, Statement, Terminator};
use crate::solver::{Budget, SolverKind};
use crate::source::Span;

/// Asks anew, without anything that is known about it, whether a replacement gives what its function gives, and the function does nothing
/// else.
pub fn recompare(
    program: &Program,
    replacement: &Replacement,
    kind: SolverKind,
    budget: &Budget,
) -> Comparison {
    let effects = EffectsOf::new(program);
    let function = replacement.function;
    let mut acts = effects.acts(function);
    let writes = acts.any(|(act, _)| matches!(act, Act::WriteParam(..)));
    match Signature::of(program, &effects, function) {
        Ok(signature) if !writes => compare(program, &signature, replacement, kind, budget),
        _ => Comparison::Unknown,
    }
}

/// Which properties can be violated outside of the functions alone that are replaced.
pub struct Outside {
    /// Where something may be violated inside of them.
    places: BTreeSet<Span>,
}

impl Outside {
    pub fn of(program: &Program, replacements: &[Replacement]) -> Outside {
        let effects = EffectsOf::new(program);
        let inside = effects.reached(replacements.iter().map(|it| it.function));
        let own = inside.iter().flat_map(|func| places(program, *func));
        // A panic may be blamed on the call that leads there, or on one that leads to that.
        let all = (0..program.funcs.len() as u32).map(FuncId);
        let leading = all.filter(|it| !effects.reached([*it]).is_disjoint(&inside));
        let leading: BTreeSet<FuncId> = leading.collect();
        let calls = program.funcs.iter().flat_map(|func| &func.blocks);
        let calls = calls.flat_map(|block| &block.statements);
        let blamed = calls.filter_map(|(statement, span)| match statement {
            Statement::Call { func, .. } => leading.contains(func).then_some(*span),
            Statement::CallIndirect { .. } => Some(*span),
            _ => None,
        });
        Outside {
            places: own.chain(blamed).collect(),
        }
    }

    pub fn has(&self, property: Property) -> bool {
        match property {
            Property::Monitor(_) => true,
            Property::Check { span, .. } | Property::Panic { span, .. } => {
                !self.places.contains(&span)
            }
        }
    }
}

/// Of all statements of a function and of what it ends with.
fn places(program: &Program, func: FuncId) -> Vec<Span> {
    let mut places = Vec::new();
    for block in &program.funcs[func.0 as usize].blocks {
        places.extend(block.statements.iter().map(|(_, span)| *span));
        if let Some(Terminator::Panic(_, span)) = block.terminator {
            places.push(span);
        }
    }
    places
}
