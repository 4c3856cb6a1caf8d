//! From what is known about a run back to values of a system's inputs, and their names.

use std::collections::{HashMap, VecDeque};

use super::model::{Asked, Reads, System, Template};
use super::trace::InputValues;
use crate::evidence::{TickInputs, Trace};
use crate::ir::Value;
use crate::term::{mask, Evaluator, Node, Pool, Term};

/// Steps of a run that is followed.
const STEPS: usize = 1_000_000;

impl System {
    /// What each of `inputs` is called: the input of the source that it is a part of.
    pub fn input_names(&self) -> Vec<String> {
        names(&self.pool, &self.inputs, &self.readings)
    }

    /// What each of `start_inputs` is called.
    pub fn start_input_names(&self) -> Vec<String> {
        names(&self.pool, &self.start_inputs, &self.start_readings)
    }

    /// Values of the inputs with which the system makes the run of a trace; none if it has no such run.
    pub fn retrace(&self, trace: &Trace) -> Option<InputValues> {
        let mut opening = Script::new(&TickInputs {
            handlers: Vec::new(),
            readings: trace.start.clone(),
        });
        let start = self.chosen(&self.start_inputs, &self.start_readings, &[], &mut opening)?;
        let mut inputs = InputValues {
            start,
            steps: Vec::new(),
        };
        let mut state = self.start(&inputs.start).next;
        let mut evaluator = Evaluator::new();
        for (at, tick) in trace.ticks.iter().enumerate() {
            let is_last = at + 1 == trace.ticks.len();
            let mut script = Script::new(tick);
            loop {
                let nothing = vec![0; self.inputs.len()];
                let is_starting = self.step(&mut evaluator, &state, &nothing).starting;
                let script = match is_starting {
                    true => &mut opening,
                    false => &mut script,
                };
                let values = self.chosen(&self.inputs, &self.readings, &state, script)?;
                let observed = self.step(&mut evaluator, &state, &values);
                inputs.steps.push(values);
                let ends = !observed.valid || is_last && self.is_end(trace, &observed.bad);
                state = observed.next;
                if ends || observed.tick_done || inputs.steps.len() > STEPS {
                    break;
                }
            }
        }
        let (started, asked) = self.asked(&inputs);
        (started == trace.start && asked == trace.ticks).then_some(inputs)
    }

    /// Whether the violation of a trace is among those of a step.
    fn is_end(&self, trace: &Trace, bad: &[bool]) -> bool {
        let mut violated = self.properties.iter().zip(bad).filter(|(_, bad)| **bad);
        violated.any(|(it, _)| it.cover.is_none() && it.property == trace.violation.property)
    }

    /// Values of inputs with which what is read is what the script says, in its order. What is not read is 0.
    fn chosen(
        &self,
        inputs: &[Term],
        reads: &[Reads],
        state: &[u128],
        script: &mut Script,
    ) -> Option<Vec<u128>> {
        let vars = self.state.iter().map(|variable| variable.var);
        let mut known: HashMap<Term, u128> = vars.zip(state.iter().copied()).collect();
        for read in reads {
            let of = |var: Term| known.get(&var).copied().unwrap_or(0);
            if Evaluator::new().eval(&self.pool, &[read.when], &of) != [1] {
                continue;
            }
            let value = script.next(read.asked)?;
            let mut found = Vec::new();
            read.value.invert(&self.pool, &value, &mut found);
            known.extend(found);
        }
        let value = |var| known.get(var).copied().unwrap_or(0);
        Some(inputs.iter().map(value).collect())
    }
}

/// What the world does in a tick, as far as it was not asked for yet.
struct Script {
    handlers: VecDeque<usize>,
    values: VecDeque<Value>,
}

impl Script {
    fn new(tick: &TickInputs) -> Script {
        let values = tick.readings.iter().map(|reading| reading.value.clone());
        Script {
            handlers: tick.handlers.iter().copied().collect(),
            values: values.collect(),
        }
    }

    fn next(&mut self, asked: Asked) -> Option<Value> {
        match asked {
            Asked::Value(..) => self.values.pop_front(),
            Asked::Handler => {
                let handler = self.handlers.pop_front();
                Some(Value::Scalar(handler.map_or(0, |it| it as u128 + 1)))
            }
        }
    }
}

impl Template {
    /// Values of variables with which it is the value.
    fn invert(&self, pool: &Pool, value: &Value, found: &mut Vec<(Term, u128)>) {
        match (self, value) {
            (Template::Scalar(term), Value::Scalar(bits)) => invert(pool, *term, *bits, found),
            (Template::Product(parts), Value::Aggregate(values)) => {
                let pairs = parts.iter().zip(values);
                pairs.for_each(|(part, value)| part.invert(pool, value, found));
            }
            (Template::Sum(tag, payloads), Value::Variant(index, values)) => {
                invert(pool, *tag, u128::from(*index), found);
                let pairs = payloads.get(*index as usize).into_iter().flatten();
                let pairs = pairs.zip(values);
                pairs.for_each(|(part, value)| part.invert(pool, value, found));
            }
            _ => {}
        }
    }
}

/// Inputs are variables, with bits and a lowest value added to them.
fn invert(pool: &Pool, term: Term, bits: u128, found: &mut Vec<(Term, u128)>) {
    match *pool.node(term) {
        Node::Var(_) => found.push((term, bits)),
        Node::Add(a, b) => {
            let less = |it: u128| bits.wrapping_sub(it) & mask(pool.width(term));
            match (pool.as_const(a), pool.as_const(b)) {
                (Some(known), None) => invert(pool, b, less(known), found),
                (None, Some(known)) => invert(pool, a, less(known), found),
                _ => {}
            }
        }
        Node::Concat(high, low) => {
            let width = pool.width(low);
            invert(pool, low, bits & mask(width), found);
            invert(pool, high, bits >> width, found);
        }
        Node::Not(a) => invert(pool, a, !bits & mask(pool.width(term)), found),
        Node::Xor(a, b) => match (pool.as_const(a), pool.as_const(b)) {
            (Some(known), None) => invert(pool, b, bits ^ known, found),
            (None, Some(known)) => invert(pool, a, bits ^ known, found),
            _ => {}
        },
        _ => {}
    }
}

fn names(pool: &Pool, inputs: &[Term], reads: &[Reads]) -> Vec<String> {
    let mut known: HashMap<Term, String> = HashMap::new();
    for read in reads {
        let source = match read.asked {
            Asked::Value(source, _) => source.as_str().to_owned(),
            Asked::Handler => "handler".into(),
        };
        let mut terms = Vec::new();
        read.value.terms(&mut terms);
        for term in terms {
            for var in crate::term::support(pool, &[term]) {
                known.entry(var).or_insert_with(|| source.clone());
            }
        }
    }
    let name = |var: &Term| known.get(var).map_or("input", String::as_str);
    let mut uses: HashMap<&str, usize> = HashMap::new();
    inputs
        .iter()
        .for_each(|var| *uses.entry(name(var)).or_default() += 1);
    let named = inputs
        .iter()
        .enumerate()
        .map(|(at, var)| match uses[name(var)] {
            1 => name(var).to_owned(),
            _ => format!("{}:{at}", name(var)),
        });
    named.collect()
}
