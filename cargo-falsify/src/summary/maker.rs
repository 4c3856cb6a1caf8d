//! What stands for functions while a loop is searched, and how it learns.

use std::collections::BTreeMap;

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
    /// What a loop asks at first.
    asked: BTreeMap<FuncId, Vec<Observation>>,
}

impl<'a> Learning<'a> {
    pub fn new(program: &'a Program, settings: Settings, budget: &Budget) -> Learning<'a> {
        Learning {
            program,
            effects: EffectsOf::new(program),
            settings,
            budget: budget.clone(),
            asked: BTreeMap::new(),
        }
    }

    /// With what a loop asks at first. A summary that is wrong on an example at all is made of nothing else.
    pub fn asked(self, asked: BTreeMap<FuncId, Vec<Observation>>) -> Learning<'a> {
        Learning { asked, ..self }
    }

    /// A summary of what a loop asks at first, if it asks anything.
    fn of_asked(&self, function: FuncId) -> Option<Summary> {
        let recorded = self.asked.get(&function)?;
        let settings = Settings {
            examples: recorded.len(),
            exactness: false,
            ..self.settings.clone()
        };
        let share = self.share();
        let task = Task {
            recorded,
            settings: &settings,
            ..self.task(function, &share)
        };
        summarize(&task).ok()
    }

    fn task<'t>(&'t self, function: FuncId, budget: &'t Budget) -> Task<'t> {
        Task {
            program: self.program,
            effects: &self.effects,
            function,
            recorded: &[],
            settings: &self.settings,
            cache: None,
            budget,
        }
    }

    /// For all that has to be found out about one function.
    fn share(&self) -> Budget {
        self.budget.clone().within(self.settings.time * 3)
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
        let general = summarize(&self.task(function, &self.share())).ok();
        let is_right = |it: &Summary| it.similarity.accuracy() == 1.0;
        let summary = match general {
            Some(right) if is_right(&right) => right,
            general => self.of_asked(function).or(general)?,
        };
        Some(self.stand(summary))
    }

    fn refined(&self, stand: &Stand, corrected: &[Observation]) -> Option<Stand> {
        let old = stand.learnt.as_ref()?;
        let summary = refine(&self.task(stand.function, &self.share()), old, corrected)?;
        Some(self.stand(summary))
    }

    fn any(&self, function: FuncId) -> Option<Stand> {
        let signature = Signature::of(self.program, &self.effects, function).ok()?;
        let ranges = ranges(self.program, &signature, function, &self.share());
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
