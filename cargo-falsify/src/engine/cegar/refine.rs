//! What an alarm that is none teaches (Algorithm 1 of the PBEAR paper).
//!
//! The answers that a summary gave wrongly are corrected by the function, and it learns them. It goes on learning from runs
//! that still take one of the infeasible ways seen so far, until there is none.

use std::collections::BTreeMap;
use std::time::Duration;

use super::abstraction::Abstraction;
use super::filter::{Infeasible, Spurious};
use super::story::Chapter;
use super::{Stop, Variant};
use crate::evidence::{execute_in, Trace};
use crate::ir::interp::{self, Machine, NoInputs};
use crate::ir::{BlockId, FuncId, Program, Site, Value};
use crate::solver::{Budget, SolverKind};
use crate::summary::{text, Maker, Observation};
use crate::system::PathProgram;

pub(super) struct Refinement<'a> {
    solver: SolverKind,
    variant: Variant,
    maker: &'a dyn Maker,
    /// All ways that were found to be infeasible.
    infeasible: Vec<Infeasible>,
    /// How often the summary of each function has learned.
    lessons: BTreeMap<FuncId, u32>,
}

/// How often a summary may learn before its function answers itself.
const LESSONS: u32 = 30;

/// Time for one infeasible way, at most.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a function answers where its summary answered something else.
struct Correction {
    observation: Observation,
    answered: Value,
}

type Corrections = BTreeMap<FuncId, Vec<Correction>>;

impl<'a> Refinement<'a> {
    pub fn new(solver: SolverKind, variant: Variant, maker: &'a dyn Maker) -> Refinement<'a> {
        Refinement {
            solver,
            variant,
            maker,
            infeasible: Vec::new(),
            lessons: BTreeMap::new(),
        }
    }

    /// Changes the abstraction so that the alarm, and all before it, are impossible.
    pub fn learn(
        &mut self,
        abstraction: &mut Abstraction,
        spurious: Spurious,
        budget: &Budget,
        tell: &mut dyn FnMut(Chapter),
    ) -> Result<(), Stop> {
        if let Some(way) = spurious.way {
            debug_assert!(!self.infeasible.contains(&way), "a way is visited twice");
            self.infeasible.push(way);
        }
        let mut witnesses = vec![spurious.trace];
        while !witnesses.is_empty() {
            if budget.exhausted() {
                return Err(Stop::Budget);
            }
            self.correct(abstraction, &witnesses, tell);
            witnesses = match self.variant.concrete {
                true => Vec::new(),
                false => self.witnesses(abstraction, budget),
            };
        }
        Ok(())
    }

    /// Runs of the abstraction that take an infeasible way.
    fn witnesses(&self, abstraction: &Abstraction, budget: &Budget) -> Vec<Trace> {
        let program = abstraction.program();
        let harness = abstraction.subject().harness;
        let budget = budget.clone().within(PATIENCE);
        let witness = |it: &Infeasible| {
            let path =
                PathProgram::new(&program, harness, &it.sites, &it.way, it.property, &budget);
            // What takes too long is met again as an alarm.
            path.ok()?.witness(self.solver, &budget).ok()?
        };
        self.infeasible.iter().filter_map(witness).collect()
    }

    /// Lets the summaries learn what they answered wrongly in these runs.
    fn correct(
        &mut self,
        abstraction: &mut Abstraction,
        witnesses: &[Trace],
        tell: &mut dyn FnMut(Chapter),
    ) {
        let corrections = corrections(abstraction, witnesses);
        if corrections.is_empty() {
            self.give_up(abstraction, tell);
        }
        for (function, corrected) in corrections {
            let lessons = self.lessons.entry(function).or_default();
            *lessons += 1;
            let summary = abstraction.summary(function);
            let summary = summary.filter(|_| *lessons <= LESSONS);
            let observed = corrected.iter().map(|it| it.observation.clone());
            let observed: Vec<Observation> = observed.collect();
            let refined = summary.and_then(|it| self.maker.refined(it, &observed));
            let name = abstraction.name(function);
            match refined {
                Some(summary) => {
                    tell(Chapter::Refined {
                        function: name,
                        text: summary.text.clone(),
                        exact: summary.exact,
                        corrected: words(abstraction, function, &corrected),
                    });
                    abstraction.learn(summary);
                }
                None => {
                    abstraction.keep(function);
                    tell(Chapter::Kept { function: name });
                }
            }
        }
    }

    /// No summary answered wrongly: then values came out that functions do not give together, or a function
    /// panics where its summary answers.
    fn give_up(&self, abstraction: &mut Abstraction, tell: &mut dyn FnMut(Chapter)) {
        let any = abstraction.answered_by_any();
        let functions = match any.is_empty() {
            true => abstraction.functions().into_iter().collect(),
            false => any,
        };
        for function in functions {
            abstraction.keep(function);
            let function = abstraction.name(function);
            tell(Chapter::Kept { function });
        }
    }
}

/// What functions answer where their summaries answered something else.
fn corrections(abstraction: &Abstraction, witnesses: &[Trace]) -> Corrections {
    let program = abstraction.program();
    let summarised = abstraction.summarised();
    let mut machine = Machine::new(abstraction.subject().program);
    let mut found = Corrections::new();
    for call in witnesses
        .iter()
        .flat_map(|trace| calls(abstraction, &program, trace))
    {
        let site = Site {
            func: call.func,
            block: BlockId(call.block.0),
            statement: call.statement as u32,
        };
        let (Some(&function), Some((_, answered))) = (summarised.get(&site), &call.result) else {
            continue;
        };
        let arguments: Vec<_> = call
            .operands
            .iter()
            .map(|(_, value)| value.clone())
            .collect();
        let Ok(result) = machine.call(function, &arguments, &mut NoInputs) else {
            continue;
        };
        let observation = Observation { arguments, result };
        let known = found.entry(function).or_default();
        let is_known = known.iter().any(|it| it.observation == observation);
        if observation.result != *answered && !is_known {
            known.push(Correction {
                observation,
                answered: answered.clone(),
            });
        }
    }
    found.retain(|_, corrections| !corrections.is_empty());
    found
}

/// `check(50, 0) is 50, not 0`
fn words(abstraction: &Abstraction, function: FuncId, corrected: &[Correction]) -> Vec<String> {
    let program = abstraction.subject().program;
    let word = |it: &Correction| text::correction(program, function, &it.observation, &it.answered);
    corrected.iter().map(word).collect()
}

/// What summaries were called with in a run of the abstraction, and what they answered.
fn calls(abstraction: &Abstraction, program: &Program, trace: &Trace) -> Vec<interp::Observation> {
    let summarised = abstraction.summarised();
    let callers = summarised.keys().map(|site| site.func);
    let machine = Machine::watching(program, callers);
    let mut found = Vec::new();
    execute_in(machine, abstraction.subject().harness, trace, &mut |run| {
        let is_call = |it: &&interp::Observation| {
            summarised.contains_key(&Site {
                func: it.func,
                block: it.block,
                statement: it.statement as u32,
            })
        };
        found.extend(run.observations().iter().filter(is_call).cloned());
    });
    found
}
