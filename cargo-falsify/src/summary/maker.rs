//! What stands for functions while a loop is searched, and how it learns.

use super::learn::{refine, summarize, Summary, Task};
use super::text;
use super::{ranges, select, Body, Observation, Settings, Signature};
use crate::effects::EffectsOf;
use crate::ir::{FuncId, Harness, Program};
use crate::solver::Budget;

/// What stands for a function.
#[derive(Clone, Debug)]
pub struct Stand {
    pub function: FuncId,
    pub body: Body,
    /// Whether it answers all calls as the function does.
    pub exact: bool,
    /// For people.
    pub text: String,
    learnt: Option<Box<Summary>>,
}

impl Stand {
    /// Something that was not learnt.
    pub fn given(function: FuncId, body: Body, text: String) -> Stand {
        Stand {
            function,
            body,
            exact: false,
            text,
            learnt: None,
        }
    }
}

/// Makes what stands for functions.
pub trait Maker {
    /// Something simpler that answers like the function, more or less; none if there is no such.
    fn first(&self, function: FuncId) -> Option<Stand>;

    /// The same after it has learnt from these observations.
    fn refined(&self, stand: &Stand, corrected: &[Observation]) -> Option<Stand>;

    /// What gives any value that the function may give.
    fn any(&self, function: FuncId) -> Option<Stand>;

    /// Those that are worth to be used in a loop, by their positions.
    fn chosen(&self, _harness: &Harness, stands: &[&Stand]) -> Vec<usize> {
        (0..stands.len()).collect()
    }
}

/// Makes summaries from examples.
pub struct Learning<'a> {
    program: &'a Program,
    effects: EffectsOf,
    settings: Settings,
    budget: Budget,
}

impl<'a> Learning<'a> {
    pub fn new(program: &'a Program, settings: Settings, budget: &Budget) -> Learning<'a> {
        Learning {
            program,
            effects: EffectsOf::new(program),
            settings,
            budget: budget.clone(),
        }
    }

    fn task(&self, function: FuncId) -> Task<'_> {
        Task {
            program: self.program,
            effects: &self.effects,
            function,
            recorded: &[],
            settings: &self.settings,
            cache: None,
            budget: &self.budget,
        }
    }

    fn stand(&self, summary: Summary) -> Stand {
        let function = summary.replacement.function;
        Stand {
            function,
            body: summary.replacement.body.clone(),
            exact: summary.replacement.exact,
            text: text::function(self.program, function, &summary),
            learnt: Some(Box::new(summary)),
        }
    }
}

impl Maker for Learning<'_> {
    fn first(&self, function: FuncId) -> Option<Stand> {
        let summary = summarize(&self.task(function)).ok()?;
        Some(self.stand(summary))
    }

    fn refined(&self, stand: &Stand, corrected: &[Observation]) -> Option<Stand> {
        let old = stand.learnt.as_ref()?;
        let summary = refine(&self.task(stand.function), old, corrected)?;
        Some(self.stand(summary))
    }

    fn any(&self, function: FuncId) -> Option<Stand> {
        let signature = Signature::of(self.program, &self.effects, function).ok()?;
        let ranges = ranges(self.program, &signature, function, &self.budget);
        let leaves = signature.outputs.iter().zip(&ranges);
        let text = leaves.map(|(leaf, range)| text::range(self.program, leaf, range));
        let text: Vec<String> = text.collect();
        Some(Stand::given(function, Body::Any(ranges), text.join(", ")))
    }

    fn chosen(&self, harness: &Harness, stands: &[&Stand]) -> Vec<usize> {
        let learnt = stands.iter().enumerate();
        let learnt = learnt.filter_map(|(at, stand)| Some((at, stand.learnt.as_deref()?)));
        let (places, summaries): (Vec<usize>, Vec<&Summary>) = learnt.unzip();
        let chosen = select(self.program, harness, &summaries);
        chosen.into_iter().map(|at| places[at]).collect()
    }
}
