//! Proofs, checked again from nothing but the system and the certificate, by a solver that did not find them.

use std::collections::HashMap;

use super::certificate::{Argument, Certificate};
use crate::solver::{solver, Answer, Budget, Solver, SolverKind, Word};
use crate::system::System;
use crate::term::Term;

/// What became of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Check {
    Holds,
    /// No answer within the budget.
    Stopped,
    /// It does not prove what it claims to, and why not.
    Refused(String),
}

/// Whether a certificate shows that the properties, by their indices, are never violated.
pub fn recheck(
    system: &System,
    properties: &[usize],
    certificate: &Certificate,
    kind: SolverKind,
    budget: &Budget,
) -> Check {
    let judge = Judge {
        system,
        properties,
        certificate,
        kind,
        budget,
    };
    let verdict = match certificate.argument {
        Argument::Induction { k, distinct } => judge.induction(k, distinct),
        Argument::RunsEnd { steps } => judge.end(steps),
    };
    match verdict {
        Ok(()) => Check::Holds,
        Err(failed) => failed,
    }
}

struct Judge<'a> {
    system: &'a System,
    properties: &'a [usize],
    certificate: &'a Certificate,
    kind: SolverKind,
    budget: &'a Budget,
}

/// A run in a solver, as far as it was built.
struct Run<'a> {
    judge: &'a Judge<'a>,
    solver: Box<dyn Solver>,
    state: Vec<Word>,
}

/// What a step, or the start, comes to.
struct Step {
    valid: Word,
    bad: Word,
}

impl Judge<'_> {
    fn run(&self) -> Run<'_> {
        Run {
            judge: self,
            solver: solver(self.kind),
            state: Vec::new(),
        }
    }

    /// The claims hold at the start and stay, and nothing is violated in the first steps nor after `k` steps without
    /// violation.
    fn induction(&self, k: u64, distinct: bool) -> Result<(), Check> {
        self.base(k)?;
        self.claims_begin()?;
        self.claims_stay()?;
        let mut run = self.run();
        run.anywhere();
        let mut states = vec![run.state.clone()];
        for _ in 0..k {
            run.assert_claims();
            let step = run.step();
            run.solver.assert(step.valid);
            let fine = run.solver.not(step.bad);
            run.solver.assert(fine);
            states.push(run.state.clone());
        }
        if distinct {
            run.assert_distinct(&states);
        }
        run.assert_claims();
        let last = run.step();
        run.refute(
            last.bad,
            "a step violates the property although the claims hold before it",
        )
    }

    /// No run violates the properties in its start or in its first steps.
    fn base(&self, steps: u64) -> Result<(), Check> {
        let mut run = self.run();
        let start = run.start();
        run.refute(start.bad, "the start violates the property")?;
        run.solver.assert(start.valid);
        for _ in 0..steps {
            let step = run.step();
            run.refute(step.bad, "one of the first steps violates the property")?;
            run.solver.assert(step.valid);
        }
        Ok(())
    }

    fn claims_begin(&self) -> Result<(), Check> {
        let mut run = self.run();
        let start = run.start();
        run.solver.assert(start.valid);
        let claims = run.claims();
        let broken = run.solver.not(claims);
        run.refute(broken, "the claims do not hold at the start")
    }

    fn claims_stay(&self) -> Result<(), Check> {
        let mut run = self.run();
        run.anywhere();
        run.assert_claims();
        let step = run.step();
        run.solver.assert(step.valid);
        let claims = run.claims();
        let broken = run.solver.not(claims);
        run.refute(broken, "a step leads out of the claims")
    }

    /// No run makes more than this many steps, and none of those violates anything.
    fn end(&self, steps: u64) -> Result<(), Check> {
        self.base(steps)?;
        let mut run = self.run();
        let start = run.start();
        let mut alive = start.valid;
        for _ in 0..steps {
            let step = run.step();
            alive = run.solver.and(alive, step.valid);
        }
        run.refute(alive, "some run goes on")
    }
}

impl Run<'_> {
    fn fresh(&mut self, vars: &[Term]) -> HashMap<Term, Word> {
        let pool = &self.judge.system.pool;
        let fresh = vars
            .iter()
            .map(|var| (*var, self.solver.fresh(pool.width(*var))));
        fresh.collect()
    }

    fn anywhere(&mut self) {
        let system = self.judge.system;
        let vars: Vec<Term> = system.state.iter().map(|v| v.var).collect();
        let words = self.fresh(&vars);
        self.state = vars.iter().map(|var| words[var]).collect();
    }

    fn start(&mut self) -> Step {
        let system = self.judge.system;
        let known = self.fresh(&system.start_inputs);
        let next = system.state.iter().map(|v| v.init).collect();
        let bads = self.judge.properties.iter();
        let bads = bads.map(|p| system.properties[*p].start_bad).collect();
        self.build(known, system.start_valid, bads, next)
    }

    fn step(&mut self) -> Step {
        let system = self.judge.system;
        let mut known = self.fresh(&system.inputs);
        let vars = system.state.iter().map(|v| v.var);
        known.extend(vars.zip(self.state.iter().copied()));
        let next = system.state.iter().map(|v| v.next).collect();
        let bads = self.judge.properties.iter();
        let bads = bads.map(|p| system.properties[*p].bad).collect();
        self.build(known, system.valid, bads, next)
    }

    fn build(
        &mut self,
        known: HashMap<Term, Word>,
        valid: Term,
        bads: Vec<Term>,
        next: Vec<Term>,
    ) -> Step {
        let mut roots = vec![valid];
        roots.extend(&bads);
        roots.extend(&next);
        let pool = &self.judge.system.pool;
        let words = self.solver.build(pool, &roots, &mut |var| known[&var]);
        let (bad, next) = words[1..].split_at(bads.len());
        self.state = next.to_vec();
        let falsity = self.solver.constant(1, 0);
        let bad = bad
            .iter()
            .fold(falsity, |any, bad| self.solver.or(any, *bad));
        Step {
            valid: words[0],
            bad,
        }
    }

    /// Whether all claims hold in the state that the run has come to.
    fn claims(&mut self) -> Word {
        let certificate = self.judge.certificate;
        let vars = certificate.state.iter().copied();
        let known: HashMap<Term, Word> = vars.zip(self.state.iter().copied()).collect();
        let (pool, claims) = (&certificate.pool, &certificate.claims);
        let words = self.solver.build(pool, claims, &mut |var| known[&var]);
        let truth = self.solver.constant(1, 1);
        words
            .iter()
            .fold(truth, |all, claim| self.solver.and(all, *claim))
    }

    fn assert_claims(&mut self) {
        let claims = self.claims();
        self.solver.assert(claims);
    }

    fn assert_distinct(&mut self, states: &[Vec<Word>]) {
        for (at, one) in states.iter().enumerate() {
            for other in &states[..at] {
                let mut same = self.solver.constant(1, 1);
                for (a, b) in one.iter().zip(other) {
                    let equal = self.solver.eq(*a, *b);
                    same = self.solver.and(same, equal);
                }
                let differ = self.solver.not(same);
                self.solver.assert(differ);
            }
        }
    }

    /// Fails with the given words unless a condition is impossible.
    fn refute(&mut self, condition: Word, why: &str) -> Result<(), Check> {
        match self.solver.check(&[condition], self.judge.budget) {
            Answer::Unsat => Ok(()),
            Answer::Sat => Err(Check::Refused(why.to_owned())),
            Answer::Stopped => Err(Check::Stopped),
        }
    }
}
