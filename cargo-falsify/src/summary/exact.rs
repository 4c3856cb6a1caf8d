//! Whether a replacement gives what its function gives.
//!
//! Runs in which the function panics are left out: a loop with the replacement goes on where the original loop ends, so it has
//! all runs that the original has and more. The panics themselves are not properties of such a loop.

use std::collections::HashMap;

use super::question::{self, Question};
use super::replacement::Replacement;
use super::signature::Signature;
use crate::domain::Forward;
use crate::evidence::certificate::{check, other_solver};
use crate::evidence::{Argument, Certificate};
use crate::ir::{Program, Value};
use crate::solver::{solver, Answer, Budget, SolverKind};
use crate::term::Term;

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// The results are the same, which two solvers say.
    Same,
    /// They differ for these scalars of the arguments.
    Differs(Vec<u128>),
    Unknown,
}

/// Steps of a call that waits in loops, up to which it is tried to show that nothing differs after them.
const STEPS: u64 = 3;

pub fn compare(
    program: &Program,
    signature: &Signature,
    replacement: &Replacement,
    kind: SolverKind,
    budget: &Budget,
) -> Comparison {
    let Ok(mut asked) = question::difference(program, signature, replacement) else {
        return Comparison::Unknown;
    };
    match asked.system.steps_are_ticks {
        true => in_one_step(&asked, kind, budget),
        false => in_several_steps(&mut asked, kind, budget),
    }
}

fn in_one_step(asked: &Question, kind: SolverKind, budget: &Budget) -> Comparison {
    match difference(asked, kind, budget) {
        Err(Answer::Unsat) => {
            let certificate = Certificate::new(&asked.system, induction(1));
            match confirmed(asked, &certificate, other_solver(kind), budget) {
                true => Comparison::Same,
                false => Comparison::Unknown,
            }
        }
        Err(_) => Comparison::Unknown,
        Ok(arguments) => Comparison::Differs(arguments),
    }
}

/// A call that waits inside: only that nothing ever differs is looked for.
fn in_several_steps(asked: &mut Question, kind: SolverKind, budget: &Budget) -> Comparison {
    let Some(always) = Forward::new(&asked.system).always(budget) else {
        return Comparison::Unknown;
    };
    let claims = Forward::statements(&mut asked.system, &always);
    for k in 1..=STEPS {
        let mut certificate = Certificate::new(&asked.system, induction(k));
        certificate.claim(&asked.system, &claims);
        let by_both = [kind, other_solver(kind)];
        if by_both
            .iter()
            .all(|kind| confirmed(asked, &certificate, *kind, budget))
        {
            return Comparison::Same;
        }
    }
    Comparison::Unknown
}

fn induction(k: u64) -> Argument {
    Argument::Induction { k, distinct: false }
}

fn confirmed(
    asked: &Question,
    certificate: &Certificate,
    kind: SolverKind,
    budget: &Budget,
) -> bool {
    check(&asked.system, &[0], certificate, kind, budget).is_ok()
}

/// Arguments for which the results differ, if there are any.
fn difference(asked: &Question, kind: SolverKind, budget: &Budget) -> Result<Vec<u128>, Answer> {
    let system = &asked.system;
    let mut solver = solver(kind);
    let mut words = HashMap::new();
    for input in system
        .state
        .iter()
        .map(|it| it.var)
        .chain(system.inputs.iter().copied())
    {
        words.insert(input, solver.fresh(system.pool.width(input)));
    }
    let bad = system.properties[0].bad;
    let built = solver.build(&system.pool, &[bad], &mut |t: Term| words[&t]);
    match solver.check(&[built[0]], budget) {
        Answer::Sat => {}
        other => return Err(other),
    }
    let mut value = |t: Term| solver.value(words[&t]);
    let state: Vec<u128> = system.state.iter().map(|it| value(it.var)).collect();
    let inputs: Vec<u128> = system.inputs.iter().map(|it| value(*it)).collect();
    match system.returned(&state, &inputs) {
        Value::Aggregate(parts) => {
            let parts = parts.into_iter().take(asked.inputs);
            Ok(parts
                .map(|part| {
                    if let Value::Scalar(bits) = part {
                        bits
                    } else {
                        0
                    }
                })
                .collect())
        }
        _ => Err(Answer::Stopped),
    }
}
