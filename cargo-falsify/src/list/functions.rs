//! Helpers and what is not analysable.

use super::{Breach, Helper, Rejected, Typed};
use crate::effects::{Act, EffectsOf, Witness};
use crate::ir::{FuncId, LocalId, Program, Type, TypeId};
use crate::lower::{Role, Spellings, Surveyed};

/// Functions of a role that were lowered, with what speaks against calling them aux (Definition 4 of the PBEAR paper: an
/// input, an output, no write of a global and none through a reference).
pub(super) fn helpers(
    program: &Program,
    effects: &EffectsOf,
    functions: &[Surveyed],
    spellings: &Spellings,
    role: Role,
) -> Vec<Helper> {
    let of_role = functions
        .iter()
        .filter(|f| f.role == role && f.problems.is_empty());
    of_role
        .filter_map(|f| helper(program, effects, f, spellings))
        .collect()
}

fn helper(
    program: &Program,
    effects: &EffectsOf,
    function: &Surveyed,
    spellings: &Spellings,
) -> Option<Helper> {
    let &first = function.instances.first()?;
    let func = &program.funcs[first.0 as usize];
    let params = func.locals.get(..func.params as usize)?;
    let output = func.locals.get(func.params as usize)?.ty;
    let acts: Vec<(Act, Witness)> = function
        .instances
        .iter()
        .flat_map(|&instance| effects.acts(instance))
        .collect();
    let typed = |id: TypeId, at: u32| Typed {
        id,
        written: spellings.locals.get(&(first, LocalId(at))).copied(),
    };
    let params = params.iter().zip(0..);
    Some(Helper {
        path: function.path.clone(),
        instances: function.instances.clone(),
        span: function.span,
        params: params.map(|(p, at)| (p.name, typed(p.ty, at))).collect(),
        output: typed(output, func.params),
        reads: reads(&acts),
        breaches: breaches(program, first, output, &possible(&acts, &function.writable)),
    })
}

/// Without writes that Rust rules out: references of one value are not told apart by the analysis.
fn possible(acts: &[(Act, Witness)], writable: &[bool]) -> Vec<(Act, Witness)> {
    let is_possible = |act: &Act| match act {
        Act::WriteParam(p, _) => writable.get(*p as usize) != Some(&false),
        _ => true,
    };
    acts.iter()
        .filter(|(act, _)| is_possible(act))
        .copied()
        .collect()
}

fn reads(acts: &[(Act, Witness)]) -> Vec<crate::ir::StaticId> {
    let read = acts.iter().filter_map(|(act, _)| match act {
        Act::ReadStatic(s) => Some(*s),
        _ => None,
    });
    let mut read: Vec<_> = read.collect();
    read.sort();
    read.dedup();
    read
}

fn breaches(
    program: &Program,
    func: FuncId,
    output: TypeId,
    acts: &[(Act, Witness)],
) -> Vec<Breach> {
    let func = &program.funcs[func.0 as usize];
    let reads_something = acts
        .iter()
        .any(|(act, _)| matches!(act, Act::ReadStatic(_)));
    let no_output = match &program.types[output.0 as usize] {
        Type::Tuple(fields) => fields.is_empty(),
        other => *other == Type::Never,
    };
    let mut breaches = Vec::new();
    if func.params == 0 && !reads_something {
        breaches.push(Breach::NoInput);
    }
    if no_output {
        breaches.push(Breach::NoOutput);
    }
    breaches.extend(
        acts.iter()
            .filter_map(|&(act, witness)| breach(act, witness)),
    );
    breaches
}

fn breach(act: Act, witness: Witness) -> Option<Breach> {
    match act {
        Act::WriteStatic(s) => Some(Breach::WritesStatic(s, witness)),
        Act::WriteParam(p, _) => Some(Breach::WritesParameter(p, witness)),
        Act::Draw(source) => Some(Breach::DrawsInput(source, witness)),
        Act::Emit(event) => Some(Breach::EmitsEvent(event, witness)),
        Act::ReadStatic(_) => None,
    }
}

pub(super) fn rejected(functions: &[Surveyed]) -> Vec<Rejected> {
    let with_problems = functions.iter().filter(|f| !f.problems.is_empty());
    with_problems
        .map(|f| Rejected {
            path: f.path.clone(),
            span: f.span,
            problems: f.problems.clone(),
        })
        .collect()
}
