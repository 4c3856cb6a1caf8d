//! Proofs about the loop in which exact summaries answer.
//!
//! Such a loop has a run for every run of the loop itself, so it is enough that nothing is violated there; but for what is violated inside
//! of the functions, which is not asked. Whoever is told of a proof checks it, and that the summaries are exact, again.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::domain::Forward;
use crate::engine::{by_name, Entry, Finding, Subject, Task};
use crate::evidence::Property;
use crate::ir::Program;
use crate::solver::{Budget, SolverKind};
use crate::summary::{replaced, Outside, Replacement};
use crate::system::{self, System};
use crate::term::Term;

/// Engines that prove, in the order in which they are asked, and steps that the quick one looks at.
const PROVERS: [(&str, u64); 2] = [("kinduction", QUICK), ("pdr", u64::MAX)];
const QUICK: u64 = 3;

pub(super) struct Proof<'a> {
    pub solver: SolverKind,
    pub subject: Subject<'a>,
    pub task: &'a Task<'a>,
    pub through: Arc<[Replacement]>,
}

impl Proof<'_> {
    /// Hands out what is proved of these properties of the loop, given by their indices.
    pub fn search(
        &self,
        open: &BTreeSet<usize>,
        budget: &Budget,
        on: &mut dyn FnMut(Finding),
    ) -> Option<()> {
        let program = replaced(self.subject.program, &self.through).ok()?;
        let properties = self.properties();
        let outside = Outside::of(self.subject.program, &self.through);
        let mut open: Vec<usize> = open.iter().copied().collect();
        open.retain(|at| outside.has(properties[*at]));
        let harness = self.subject.harness;
        let mut system = system::build_within(&program, harness, &properties, budget).ok()?;
        let candidates = candidates(&mut system, budget);
        for (prover, steps) in PROVERS {
            open.retain(|at| !self.task.is_decided(*at));
            if !open.is_empty() && !budget.exhausted() {
                let task = Task {
                    bound: steps.min(self.task.bound),
                    ..self.ask(&program, &system, &candidates, &open)
                };
                let proved = self.prove(by_name(prover)?, &task, budget, on);
                open.retain(|at| !proved.contains(at));
            }
        }
        Some(())
    }

    /// All properties of the loop, so that they have the same indices.
    fn properties(&self) -> Vec<Property> {
        let all = self.task.system.properties.iter();
        let own = all.filter(|it| it.cover.is_none());
        own.map(|it| it.property).collect()
    }

    fn ask<'t>(
        &'t self,
        program: &'t Program,
        system: &'t System,
        candidates: &'t [Term],
        wanted: &'t [usize],
    ) -> Task<'t> {
        Task {
            candidates,
            subject: Some(Subject {
                program,
                ..self.subject
            }),
            seed: self.task.seed,
            ..Task::new(system, wanted, self.task.bound)
        }
    }

    fn prove(
        &self,
        prover: &Entry,
        task: &Task,
        budget: &Budget,
        on: &mut dyn FnMut(Finding),
    ) -> BTreeSet<usize> {
        let mut proved = BTreeSet::new();
        let engine = (prover.make)(self.solver);
        engine.check(task, budget, &mut |finding| {
            // What else is found out is found out about the abstraction.
            if let Finding::Proved {
                properties,
                certificate,
            } = finding
            {
                proved.extend(&properties);
                on(Finding::ProvedThrough {
                    properties,
                    certificate,
                    through: self.through.clone(),
                });
            }
        });
        proved
    }
}

/// What the forward analysis says of all states.
fn candidates(system: &mut System, budget: &Budget) -> Vec<Term> {
    let budget = budget.clone().within(budget.left() / 10);
    let always = Forward::new(system).always(&budget);
    always.map_or(Vec::new(), |always| Forward::statements(system, &always))
}
