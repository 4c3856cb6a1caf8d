//! Judges certificates with a solver.

use super::{Argument, Certificate};
use crate::solver::{solver, Answer, Budget, Solver, SolverKind, Word};
use crate::system::System;
use crate::term::{support, Term};

/// Why a certificate proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is about another system.
    Foreign,
    /// A run can start where a claim is false.
    Initiation,
    /// A step can lead from states where the claims hold to one where they do not.
    Consecution,
    /// A property can be violated in the initialisation or in the first steps.
    Base,
    /// A property can be violated although the claims hold.
    Safety,
    /// A run can make more steps than is said.
    RunsGoOn,
    /// A summary that it rests on does not answer as its function.
    Inexact,
    /// The budget was used up.
    Stopped,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Refusal::Foreign => "it is about another transition system",
            Refusal::Initiation => "a run can start where a claim is false",
            Refusal::Consecution => "a step can make a claim false",
            Refusal::Base => "a property can be violated in the first steps",
            Refusal::Safety => "a property can be violated although the claims hold",
            Refusal::RunsGoOn => "a run can go on for longer",
            Refusal::Inexact => "a summary is not exact",
            Refusal::Stopped => "there was no time to check it",
        })
    }
}

/// The solver to judge what another one has found.
pub fn other_solver(finder: SolverKind) -> SolverKind {
    let mut others = SolverKind::ALL.iter().copied();
    others.find(|&kind| kind != finder).unwrap_or(finder)
}

/// Whether the certificate proves the properties of the system.
pub fn check(
    system: &System,
    properties: &[usize],
    certificate: &Certificate,
    kind: SolverKind,
    budget: &Budget,
) -> Result<(), Refusal> {
    let judge = Judge {
        system,
        properties,
        certificate,
        kind,
        budget,
    };
    judge.is_about_the_system()?;
    judge.base()?;
    match certificate.argument {
        Argument::Induction { k, distinct } => {
            judge.initiation()?;
            judge.consecution()?;
            judge.safety(k, distinct)
        }
        Argument::RunsEnd { steps } => judge.end(steps),
    }
}

struct Judge<'a> {
    system: &'a System,
    properties: &'a [usize],
    certificate: &'a Certificate,
    kind: SolverKind,
    budget: &'a Budget,
}

impl Judge<'_> {
    fn is_about_the_system(&self) -> Result<(), Refusal> {
        let certificate = self.certificate;
        let own = certificate.state.iter();
        let own = own.map(|&t| certificate.pool.width(t));
        let state = self.system.state.iter();
        let state = state.map(|v| self.system.pool.width(v.var));
        let read = support(&certificate.pool, &certificate.claims);
        let is_state = |t: &Term| certificate.state.contains(t);
        match own.eq(state) && read.iter().all(is_state) {
            true => Ok(()),
            false => Err(Refusal::Foreign),
        }
    }

    fn never(&self, path: &mut Path, word: Word, otherwise: Refusal) -> Result<(), Refusal> {
        match path.solver.check(&[word], self.budget) {
            Answer::Unsat => Ok(()),
            Answer::Sat => Err(otherwise),
            Answer::Stopped => Err(Refusal::Stopped),
        }
    }

    fn path(&self) -> Path<'_> {
        Path {
            system: self.system,
            properties: self.properties,
            solver: solver(self.kind),
            state: Vec::new(),
        }
    }

    /// Whether all claims hold in a state.
    fn claims(&self, path: &mut Path, state: &[Word]) -> Word {
        let Certificate { pool, claims, .. } = self.certificate;
        let place = |t: Term| self.certificate.state.iter().position(|&v| v == t);
        // Only variables of the state occur.
        let mut leaf = |t: Term| state[place(t).unwrap_or(0)];
        let words = path.solver.build(pool, claims, &mut leaf);
        let truth = path.solver.constant(1, 1);
        words.iter().fold(truth, |all, &w| path.solver.and(all, w))
    }

    fn initiation(&self) -> Result<(), Refusal> {
        let mut path = self.path();
        let start = path.start();
        path.solver.assert(start.valid);
        let state = path.state.clone();
        let claims = self.claims(&mut path, &state);
        let broken = path.solver.not(claims);
        self.never(&mut path, broken, Refusal::Initiation)
    }

    fn consecution(&self) -> Result<(), Refusal> {
        let mut path = self.path();
        path.start_anywhere();
        let state = path.state.clone();
        let before = self.claims(&mut path, &state);
        path.solver.assert(before);
        let step = path.step();
        path.solver.assert(step.valid);
        let state = path.state.clone();
        let claims = self.claims(&mut path, &state);
        let broken = path.solver.not(claims);
        self.never(&mut path, broken, Refusal::Consecution)
    }

    /// No violation in the initialisation and the first steps.
    fn base(&self) -> Result<(), Refusal> {
        let mut path = self.path();
        let mut moment = path.start();
        for _ in 0..self.certificate.argument.first_steps() {
            self.never(&mut path, moment.bad, Refusal::Base)?;
            path.solver.assert(moment.valid);
            moment = path.step();
        }
        self.never(&mut path, moment.bad, Refusal::Base)
    }

    /// No violation after `k` steps without one.
    fn safety(&self, k: u64, distinct: bool) -> Result<(), Refusal> {
        let mut path = self.path();
        path.start_anywhere();
        let relevant = relevant(self.system, self.properties);
        let mut states: Vec<Vec<Word>> = Vec::new();
        for at in 0..=k {
            let state = path.state.clone();
            let claims = self.claims(&mut path, &state);
            path.solver.assert(claims);
            let state: Vec<Word> = relevant.iter().map(|&v| state[v]).collect();
            for earlier in states.iter().filter(|_| distinct) {
                path.assert_distinct(earlier, &state);
            }
            states.push(state);
            let step = path.step();
            if at == k {
                return self.never(&mut path, step.bad, Refusal::Safety);
            }
            let fine = path.solver.not(step.bad);
            path.solver.assert(fine);
            path.solver.assert(step.valid);
        }
        Ok(())
    }

    /// No run goes on after so many steps.
    fn end(&self, steps: u64) -> Result<(), Refusal> {
        let mut path = self.path();
        let mut moment = path.start();
        for _ in 0..steps {
            path.solver.assert(moment.valid);
            moment = path.step();
        }
        self.never(&mut path, moment.valid, Refusal::RunsGoOn)
    }
}

/// Variables of the state that the properties and the going on of runs depend on, directly or over steps. Only by these
/// are states told apart: two that differ elsewhere lead to the same violations.
pub(super) fn relevant(system: &System, properties: &[usize]) -> Vec<usize> {
    let bads = properties.iter().map(|&p| system.properties[p].bad);
    let mut roots: Vec<Term> = bads.chain([system.valid]).collect();
    let mut found: Vec<usize> = Vec::new();
    loop {
        let read = support(&system.pool, &roots);
        let is_new = |v: &usize| !found.contains(v) && read.contains(&system.state[*v].var);
        let new: Vec<usize> = (0..system.state.len()).filter(is_new).collect();
        if new.is_empty() {
            return found;
        }
        roots.extend(new.iter().map(|&v| system.state[v].next));
        found.extend(new);
    }
}

/// Steps one after the other in a solver.
struct Path<'a> {
    system: &'a System,
    properties: &'a [usize],
    solver: Box<dyn Solver>,
    /// Before the next step.
    state: Vec<Word>,
}

struct Moment {
    valid: Word,
    /// Whether one of the properties is violated.
    bad: Word,
}

impl Path<'_> {
    fn fresh(&mut self, vars: impl Iterator<Item = Term>) -> Vec<(Term, Word)> {
        vars.map(|t| (t, self.solver.fresh(self.system.pool.width(t))))
            .collect()
    }

    fn start_anywhere(&mut self) {
        let vars = self.fresh(self.system.state.iter().map(|v| v.var));
        self.state = vars.into_iter().map(|(_, word)| word).collect();
    }

    fn start(&mut self) -> Moment {
        let system = self.system;
        let inputs = self.fresh(system.start_inputs.iter().copied());
        let bads = self
            .properties
            .iter()
            .map(|&p| system.properties[p].start_bad);
        let inits = system.state.iter().map(|v| v.init);
        let roots = [system.start_valid].into_iter().chain(bads).chain(inits);
        self.moment(roots.collect(), inputs)
    }

    fn step(&mut self) -> Moment {
        let system = self.system;
        let mut known = self.fresh(system.inputs.iter().copied());
        let vars = system.state.iter().map(|v| v.var);
        known.extend(vars.zip(self.state.iter().copied()));
        let bads = self.properties.iter().map(|&p| system.properties[p].bad);
        let nexts = system.state.iter().map(|v| v.next);
        let roots = [system.valid].into_iter().chain(bads).chain(nexts);
        self.moment(roots.collect(), known)
    }

    /// From whether it is valid, the properties and the state after it.
    fn moment(&mut self, roots: Vec<Term>, mut known: Vec<(Term, Word)>) -> Moment {
        known.sort_unstable();
        let nothing = self.solver.constant(1, 0);
        let mut leaf = |t: Term| {
            let at = known.binary_search_by_key(&t, |&(var, _)| var);
            at.map_or(nothing, |at| known[at].1)
        };
        let built = self.solver.build(&self.system.pool, &roots, &mut leaf);
        let (bads, state) = built[1..].split_at(self.properties.len());
        self.state = state.to_vec();
        let bad = bads.iter().fold(nothing, |any, &w| self.solver.or(any, w));
        Moment {
            valid: built[0],
            bad,
        }
    }

    fn assert_distinct(&mut self, a: &[Word], b: &[Word]) {
        let truth = self.solver.constant(1, 1);
        let same = a.iter().zip(b).fold(truth, |all, (&a, &b)| {
            let same = self.solver.eq(a, b);
            self.solver.and(all, same)
        });
        let distinct = self.solver.not(same);
        self.solver.assert(distinct);
    }
}
