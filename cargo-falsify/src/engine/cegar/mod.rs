//! Counterexample-guided refinement of synthesized summaries (after PBEAR, Kim and Choi 2024): a combinator over another engine.
//!
//! The inner engine searches an [`Abstraction`] of the loop, in which calls of aux functions are answered by something
//! simpler. An alarm is a way through the loop; what decides is the path program of that way with the functions themselves
//! ([`filter`]). If it has a run, that is the violation; if not, the summaries learn from what they answered wrongly until no
//! infeasible way is possible with them any more ([`refine`]).
//!
//! Of violations nothing but runs of the loop itself is handed out. That the inner engine finds nothing says nothing: a summary may
//! exclude what the function allows. Only where all summaries are exact there may be a proof ([`proof`]).

mod abstraction;
mod asked;
mod cost;
mod filter;
mod proof;
mod refine;
mod story;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::Duration;

pub use cost::pays;
pub use story::{Chapter, How};

use super::{Engine, Finding, Stop, Subject, Task};
use crate::evidence::{Property, Trace};
use crate::solver::{Budget, SolverKind};
use crate::summary::{Learning, Maker, Replacement, Settings};
use crate::system::{self, Halt, System};
use abstraction::{drawn, Abstraction};
use filter::{Filter, Judged};
use proof::Proof;
use refine::Refinement;

/// The engine.
pub struct Cegar {
    pub solver: SolverKind,
    pub inner: Box<dyn Engine>,
}

/// Parts of the method that can be left out or broken, to see what they are good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Variant {
    /// No call is abstracted: the inner engine on the loop itself.
    pub plain: bool,
    /// Of an alarm only its own inputs are tried, and summaries learn from its own calls alone.
    pub concrete: bool,
    /// Synthesis does not ask which outputs are covered.
    pub without_coverage: bool,
    /// No solver is asked whether a summary is exact.
    pub without_exactness: bool,
    /// Fault: summaries answer something else.
    pub wrong: bool,
    /// Fault: summaries answer something else and are said to be exact.
    pub claimed: bool,
    /// Fault: every alarm is taken for a violation.
    pub unfiltered: bool,
}

impl Variant {
    /// Of synthesis.
    fn settings(self, seed: u64) -> Settings {
        Settings {
            seed,
            examples: EXAMPLES,
            time: SYNTHESIS,
            output_coverage: !self.without_coverage,
            exactness: !self.without_exactness,
            ..Settings::default()
        }
    }
}

/// Examples that a summary is judged by.
const EXAMPLES: usize = 2_000;
/// Time for one synthesis.
const SYNTHESIS: Duration = Duration::from_secs(4);

impl Engine for Cegar {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        let Some(subject) = task.subject else {
            return Stop::Refused("it needs the program of the loop".into());
        };
        if task.variant.plain {
            return self.inner.check(task, budget, on);
        }
        let settings = task.variant.settings(task.seed);
        let learning = Learning::new(subject.program, settings, budget);
        let learning = learning.asked(asked::asked(subject, task.seed));
        self.check_with(&learning, subject, task, budget, on)
    }
}

impl Cegar {
    /// The same with summaries that come from elsewhere.
    pub fn check_with(
        &self,
        maker: &dyn Maker,
        subject: Subject,
        task: &Task,
        budget: &Budget,
        on: &mut dyn FnMut(Finding),
    ) -> Stop {
        let abstraction = Abstraction::new(subject, maker, task.variant);
        if abstraction.is_empty() {
            return Stop::Refused("there is no call that can be abstracted".into());
        }
        abstraction.tell(&mut |chapter| on(Finding::Told(chapter)));
        let open = task.wanted.iter().copied();
        let open = open.filter(|at| task.system.properties[*at].cover.is_none());
        let time = match abstraction.has_exact() {
            true => budget.clone().within(budget.left() / 5 * 3),
            false => budget.clone(),
        };
        let mut search = Search {
            engine: self,
            task,
            budget: &time,
            abstraction,
            open: open.collect(),
            refinement: Refinement::new(self.solver, task.variant, maker),
            on,
        };
        match search.run() {
            Stop::Decided => Stop::Decided,
            stop if budget.exhausted() => stop,
            stop => search.prove(maker, budget, stop),
        }
    }
}

struct Search<'a> {
    engine: &'a Cegar,
    task: &'a Task<'a>,
    budget: &'a Budget,
    abstraction: Abstraction<'a>,
    /// Indices of the properties that nothing is known about.
    open: BTreeSet<usize>,
    refinement: Refinement<'a>,
    on: &'a mut dyn FnMut(Finding),
}

/// How a look at the abstract loop ended.
enum Looked {
    /// An alarm that is none.
    Spurious(filter::Spurious),
    /// No more alarms.
    Ended(Stop),
}

impl Search<'_> {
    fn run(&mut self) -> Stop {
        loop {
            self.open.retain(|at| !self.task.is_known(*at));
            if self.open.is_empty() {
                return Stop::Decided;
            }
            if self.budget.exhausted() {
                return Stop::Budget;
            }
            let spurious = match self.look() {
                Ok(Looked::Spurious(spurious)) => spurious,
                Ok(Looked::Ended(stop)) => return stop,
                Err(stop) => return stop,
            };
            let on = &mut *self.on;
            let mut tell = |chapter| on(Finding::Told(chapter));
            let refined =
                self.refinement
                    .learn(&mut self.abstraction, spurious, self.budget, &mut tell);
            if let Err(stop) = refined {
                return stop;
            }
            if self.abstraction.is_empty() {
                return Stop::Abstraction;
            }
        }
    }

    /// Looks for proofs of what is open; why all has ended, if that is not the reason.
    fn prove(mut self, maker: &dyn Maker, budget: &Budget, stop: Stop) -> Stop {
        let through: Arc<[Replacement]> = self.abstraction.exact(maker).into();
        if through.is_empty() || self.task.variant.wrong {
            return stop;
        }
        let functions = through.iter().map(|it| self.abstraction.name(it.function));
        let functions = functions.collect();
        (self.on)(Finding::Told(Chapter::Proving { functions }));
        let proof = Proof {
            solver: self.engine.solver,
            subject: self.abstraction.subject(),
            task: self.task,
            through,
        };
        let (open, on) = (&mut self.open, &mut self.on);
        let asked = open.clone();
        let searched = proof.search(&asked, budget, &mut |finding| {
            if let Finding::ProvedThrough { properties, .. } = &finding {
                open.retain(|at| !properties.contains(at));
            }
            on(finding);
        });
        match searched {
            Some(()) if self.open.is_empty() => Stop::Decided,
            _ => stop,
        }
    }

    /// Lets the inner engine search until it raises an alarm that is none.
    fn look(&mut self) -> Result<Looked, Stop> {
        let subject = self.abstraction.subject();
        let program = self.abstraction.program();
        let numbers: Vec<usize> = self.open.iter().copied().collect();
        let properties = numbers
            .iter()
            .map(|at| self.task.system.properties[*at].property);
        let properties: Vec<Property> = properties.collect();
        let system = system::build_within(&program, subject.harness, &properties, self.budget);
        let system = system.map_err(|halt| match halt {
            Halt::Stopped => Stop::Budget,
            halt => Stop::Refused(format!("the abstraction is not encoded: {halt:?}")),
        })?;
        let wanted: Vec<usize> = (0..numbers.len()).collect();
        let halt = Arc::new(AtomicBool::new(false));
        let budget = self.budget.clone().with_stop(halt.clone());
        let abstracted = Subject {
            program: &program,
            ..subject
        };
        let task = Task {
            subject: Some(abstracted),
            ticks: self.task.ticks,
            seed: self.task.seed,
            ..Task::new(&system, &wanted, self.task.bound)
        };
        let filter = Filter {
            solver: self.engine.solver,
            original: subject,
            abstracted,
            sites: self.abstraction.sites(),
            drawn: drawn(subject.program, &program),
            budget: self.budget,
            variant: self.task.variant,
        };
        let mut spurious = None;
        let inner = &self.engine.inner;
        let ended = inner.check(&task, &budget, &mut |finding| {
            if spurious.is_none() {
                spurious = self.hear(&system, &numbers, &filter, finding);
            }
            let over = self.budget.exhausted() || self.is_over();
            if spurious.is_some() || over {
                halt.store(true, Ordering::Relaxed);
            }
        });
        Ok(match spurious {
            Some(spurious) => Looked::Spurious(spurious),
            None => Looked::Ended(self.end(ended)),
        })
    }

    fn is_over(&self) -> bool {
        self.open.iter().all(|at| self.task.is_known(*at))
    }

    /// What the end of the inner engine means for the loop itself.
    fn end(&self, inner: Stop) -> Stop {
        match inner {
            _ if self.is_over() => Stop::Decided,
            Stop::Budget if self.budget.exhausted() => Stop::Budget,
            Stop::Refused(why) => Stop::Refused(why),
            _ => Stop::Abstraction,
        }
    }

    /// Looks at what the inner engine found; gives back an alarm that is none.
    fn hear(
        &mut self,
        system: &System,
        numbers: &[usize],
        filter: &Filter,
        finding: Finding,
    ) -> Option<filter::Spurious> {
        let (number, trace) = match finding {
            Finding::Violated {
                property, inputs, ..
            } => (numbers[property], system.trace(property, &inputs)),
            Finding::Executed { property, trace } => (numbers[property], trace),
            // Of the abstraction, not of the loop.
            Finding::Proved { .. }
            | Finding::ProvedThrough { .. }
            | Finding::HoldsTo { .. }
            | Finding::RunsEnd { .. } => return None,
            Finding::Told(chapter) => {
                (self.on)(Finding::Told(chapter));
                return None;
            }
        };
        let violation = trace.violation;
        (self.on)(Finding::Told(Chapter::Alarm(violation)));
        match filter.judge(trace) {
            Judged::Violation(trace) => {
                self.confirm(number, trace);
                None
            }
            Judged::Spurious(spurious) => {
                (self.on)(Finding::Told(Chapter::Spurious {
                    alarm: violation,
                    excluded: spurious.way.is_some(),
                }));
                Some(spurious)
            }
            Judged::Stopped => None,
        }
    }

    fn confirm(&mut self, property: usize, trace: Trace) {
        self.open.remove(&property);
        (self.on)(Finding::Told(Chapter::Confirmed(trace.violation)));
        (self.on)(Finding::Executed { property, trace });
    }
}
