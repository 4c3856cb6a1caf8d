//! From values of a system's inputs to a trace.

use std::collections::HashMap;

use super::model::{Asked, Reads, System, Template};
use crate::evidence::{Reading, TickInputs, Trace, Violation};
use crate::ir::Value;
use crate::term::{Evaluator, Term};

/// Values of a system's inputs in a run, in the order of `start_inputs` and `inputs`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InputValues {
    pub start: Vec<u128>,
    pub steps: Vec<Vec<u128>>,
}

impl Template {
    pub(super) fn terms(&self, found: &mut Vec<Term>) {
        match self {
            Template::Scalar(term) => found.push(*term),
            Template::Product(parts) => parts.iter().for_each(|part| part.terms(found)),
            Template::Sum(tag, payloads) => {
                found.push(*tag);
                payloads.iter().flatten().for_each(|part| part.terms(found));
            }
            Template::Unknown => {}
        }
    }

    fn value(&self, of: &dyn Fn(Term) -> u128) -> Value {
        match self {
            Template::Scalar(term) => Value::Scalar(of(*term)),
            Template::Product(parts) => {
                Value::Aggregate(parts.iter().map(|part| part.value(of)).collect())
            }
            Template::Sum(tag, payloads) => {
                let index = of(*tag) as u32;
                let payload = payloads.get(index as usize);
                let fields = payload.map(|p| p.iter().map(|part| part.value(of)).collect());
                Value::Variant(index, fields.unwrap_or_default())
            }
            Template::Unknown => Value::Undefined,
        }
    }
}

/// What one step does with given values.
#[derive(Clone, PartialEq, Debug)]
pub struct Observed {
    /// What the world is asked.
    pub asked: TickInputs,
    pub next: Vec<u128>,
    /// Of each property: whether it is violated.
    pub bad: Vec<bool>,
    /// Whether the run goes on.
    pub valid: bool,
    pub tick_done: bool,
    /// Whether it belongs to the initialisation.
    pub starting: bool,
}

impl System {
    /// The run that the inputs lead to, up to the end of its last step, with all that the world was asked. The property is
    /// violated in the last step, or in the initialisation if there is none.
    pub fn trace(&self, property: usize, inputs: &InputValues) -> Trace {
        let (start, ticks) = self.asked(inputs);
        let violation = Violation {
            property: self.properties[property].property,
            tick: ticks.len() as u64,
        };
        Trace {
            start,
            ticks,
            violation,
        }
    }

    /// What the world is asked in a run: by the initialisation, then in each tick, the last of which may not be complete.
    pub fn asked(&self, inputs: &InputValues) -> (Vec<Reading>, Vec<TickInputs>) {
        let start = self.start(&inputs.start);
        let (mut started, mut state) = (start.asked.readings, start.next);
        let mut ticks = Vec::new();
        let mut tick = None;
        let mut evaluator = Evaluator::new();
        for values in &inputs.steps {
            let observed = self.step(&mut evaluator, &state, values);
            state = observed.next;
            if observed.starting {
                started.extend(observed.asked.readings);
                continue;
            }
            let open: &mut TickInputs = tick.get_or_insert_default();
            open.handlers.extend(observed.asked.handlers);
            open.readings.extend(observed.asked.readings);
            if observed.tick_done {
                ticks.extend(tick.take());
            }
        }
        // The last step may end inside of a tick, by a panic or at a check.
        ticks.extend(tick);
        (started, ticks)
    }

    /// What the tick returns that a step completes; references are undefined.
    pub fn returned(&self, state: &[u128], values: &[u128]) -> Value {
        let mut roots = Vec::new();
        self.returned.terms(&mut roots);
        let known = self.known(state, values);
        let of_var = |var: Term| known.get(&var).copied().unwrap_or(0);
        let found = Evaluator::new().eval(&self.pool, &roots, &of_var);
        let found: HashMap<Term, u128> = roots.into_iter().zip(found).collect();
        self.returned.value(&|term| found[&term])
    }

    /// The scalars of what the tick returns, in order.
    pub fn returned_terms(&self) -> Vec<Term> {
        let mut terms = Vec::new();
        self.returned.terms(&mut terms);
        terms
    }

    /// Values of the variables in a step.
    fn known(&self, state: &[u128], values: &[u128]) -> HashMap<Term, u128> {
        let vars = self.state.iter().map(|variable| variable.var);
        let inputs = self.inputs.iter().copied().zip(values.iter().copied());
        vars.zip(state.iter().copied()).chain(inputs).collect()
    }

    /// The initialisation with given values of `start_inputs`.
    pub fn start(&self, values: &[u128]) -> Observed {
        let inputs = self.start_inputs.iter().copied();
        let known = inputs.zip(values.iter().copied()).collect();
        let outcome = Outcome {
            readings: &self.start_readings,
            next: self.state.iter().map(|variable| variable.init).collect(),
            bad: self.properties.iter().map(|p| p.start_bad).collect(),
            valid: self.start_valid,
            tick_done: self.pool.falsity(),
            starting: self.pool.truth(),
        };
        self.observe(&mut Evaluator::new(), &outcome, &known)
    }

    /// A step from a state with given values of `inputs`.
    pub fn step(&self, evaluator: &mut Evaluator, state: &[u128], values: &[u128]) -> Observed {
        let known = self.known(state, values);
        let outcome = Outcome {
            readings: &self.readings,
            next: self.state.iter().map(|variable| variable.next).collect(),
            bad: self.properties.iter().map(|p| p.bad).collect(),
            valid: self.valid,
            tick_done: self.tick_done,
            starting: self.starting,
        };
        self.observe(evaluator, &outcome, &known)
    }

    fn observe(
        &self,
        evaluator: &mut Evaluator,
        outcome: &Outcome,
        known: &HashMap<Term, u128>,
    ) -> Observed {
        let of_var = |var: Term| known.get(&var).copied().unwrap_or(0);
        let mut roots = reading_terms(outcome.readings);
        let readings = roots.len();
        roots.extend(&outcome.next);
        roots.extend(&outcome.bad);
        roots.extend([outcome.valid, outcome.tick_done, outcome.starting]);
        let found = evaluator.eval(&self.pool, &roots, &of_var);
        let (read, rest) = found.split_at(readings);
        let (next, rest) = rest.split_at(outcome.next.len());
        let (bad, flags) = rest.split_at(outcome.bad.len());
        Observed {
            asked: asked(outcome.readings, &roots[..readings], read),
            next: next.to_vec(),
            bad: bad.iter().map(|bit| *bit == 1).collect(),
            valid: flags[0] == 1,
            tick_done: flags[1] == 1,
            starting: flags[2] == 1,
        }
    }
}

/// The terms that describe what a step, or the initialisation, does.
struct Outcome<'a> {
    readings: &'a [Reads],
    next: Vec<Term>,
    bad: Vec<Term>,
    valid: Term,
    tick_done: Term,
    starting: Term,
}

pub(super) fn reading_terms(reads: &[Reads]) -> Vec<Term> {
    let mut terms = Vec::new();
    for read in reads {
        terms.push(read.when);
        read.value.terms(&mut terms);
    }
    terms
}

pub(super) fn asked(reads: &[Reads], terms: &[Term], values: &[u128]) -> TickInputs {
    let known: HashMap<Term, u128> = terms.iter().copied().zip(values.iter().copied()).collect();
    let of = |term: Term| known.get(&term).copied().unwrap_or(0);
    let mut found = TickInputs::default();
    for read in reads.iter().filter(|read| of(read.when) == 1) {
        let value = read.value.value(&of);
        match (read.asked, &value) {
            (Asked::Value(source, ty), _) => found.readings.push(Reading { source, ty, value }),
            (Asked::Handler, Value::Scalar(0)) => {}
            (Asked::Handler, Value::Scalar(index)) => found.handlers.push(*index as usize - 1),
            (Asked::Handler, _) => {}
        }
    }
    found
}
