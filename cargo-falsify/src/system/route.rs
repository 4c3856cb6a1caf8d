//! From a trace to values of a system's inputs: the way that [`System::asked`] goes, backwards.
//!
//! Nothing is taken on trust: a step is right only if the system asks for exactly what the trace has.

use std::collections::HashMap;

use super::model::{Asked, Reads, System, Template};
use super::trace::InputValues;
use crate::evidence::{Reading, TickInputs, Trace};
use crate::ir::Value;
use crate::term::{mask, Evaluator, Node, Pool, Term};

/// A run as the system sees it.
pub struct Route {
    pub inputs: InputValues,
    /// After the initialisation, after each step: values of the variables.
    pub states: Vec<Vec<u128>>,
}

impl System {
    /// The run of a trace whose ticks are all completed; none if the system has no such run.
    pub fn route(&self, trace: &Trace) -> Option<Route> {
        let start = self.start_inputs_of(&trace.start)?;
        let begun = self.start(&start);
        let as_told = begun.valid && begun.asked.readings == trace.start;
        let mut route = Route {
            inputs: InputValues {
                start,
                steps: Vec::new(),
            },
            states: vec![begun.next],
        };
        let mut evaluator = Evaluator::new();
        let mut steps = trace.ticks.iter();
        let complete = steps.all(|tick| self.follow(&mut evaluator, &mut route, tick).is_some());
        (as_told && self.steps_are_ticks && complete).then_some(route)
    }

    fn follow(
        &self,
        evaluator: &mut Evaluator,
        route: &mut Route,
        tick: &TickInputs,
    ) -> Option<()> {
        let state = route.states.last()?;
        let vars = self.state.iter().map(|variable| variable.var);
        let known = vars.zip(state.iter().copied()).collect();
        let values = Unknowns::new(&self.pool, &self.readings, known).solve(tick)?;
        let values: Vec<u128> = chosen(&self.inputs, &values);
        let observed = self.step(evaluator, state, &values);
        if !observed.valid || observed.asked != *tick {
            return None;
        }
        route.states.push(observed.next);
        route.inputs.steps.push(values);
        Some(())
    }

    fn start_inputs_of(&self, readings: &[Reading]) -> Option<Vec<u128>> {
        let asked = TickInputs {
            handlers: Vec::new(),
            readings: readings.to_vec(),
        };
        let unknowns = Unknowns::new(&self.pool, &self.start_readings, HashMap::new());
        Some(chosen(&self.start_inputs, &unknowns.solve(&asked)?))
    }
}

fn chosen(vars: &[Term], values: &HashMap<Term, u128>) -> Vec<u128> {
    let of = |var: &Term| values.get(var).copied().unwrap_or(0);
    vars.iter().map(of).collect()
}

/// Values that the world chooses in one step.
struct Unknowns<'a> {
    pool: &'a Pool,
    reads: &'a [Reads],
    /// Values of variables, the state's among them.
    known: HashMap<Term, u128>,
}

impl<'a> Unknowns<'a> {
    fn new(pool: &'a Pool, reads: &'a [Reads], known: HashMap<Term, u128>) -> Unknowns<'a> {
        Unknowns { pool, reads, known }
    }

    /// What is asked for may depend on what was answered before, so the answers are given until they stay the same.
    fn solve(mut self, tick: &TickInputs) -> Option<HashMap<Term, u128>> {
        let whens: Vec<Term> = self.reads.iter().map(|read| read.when).collect();
        let mut evaluator = Evaluator::new();
        for _ in 0..=self.reads.len() {
            let of_var = |var: Term| self.known.get(&var).copied().unwrap_or(0);
            let asked = evaluator.eval(self.pool, &whens, &of_var);
            let before = self.known.clone();
            self.answer(&asked, tick)?;
            if self.known == before {
                return Some(self.known);
            }
        }
        None
    }

    /// Gives the answers of a tick, in their order, to what is asked.
    fn answer(&mut self, asked: &[u128], tick: &TickInputs) -> Option<()> {
        let mut readings = tick.readings.iter();
        let mut handlers = tick.handlers.iter();
        let reads = self.reads;
        for (read, _) in reads.iter().zip(asked).filter(|(_, asked)| **asked == 1) {
            match read.asked {
                Asked::Handler => {
                    let index = handlers.next().map_or(0, |index| *index as u128 + 1);
                    self.put(&read.value, &Value::Scalar(index))?;
                }
                // Too much may be asked for as long as not all answers are known.
                Asked::Value(source, ty) => {
                    let next = readings.next().filter(|r| r.source == source && r.ty == ty);
                    next.map_or(Some(()), |reading| self.put(&read.value, &reading.value))?;
                }
            }
        }
        Some(())
    }

    fn put(&mut self, template: &Template, value: &Value) -> Option<()> {
        match (template, value) {
            (Template::Scalar(term), Value::Scalar(bits)) => self.set(*term, *bits),
            (Template::Product(parts), Value::Aggregate(values)) => self.put_all(parts, values),
            (Template::Sum(tag, payloads), Value::Variant(index, values)) => {
                self.set(*tag, u128::from(*index))?;
                self.put_all(payloads.get(*index as usize)?, values)
            }
            (Template::Unknown, _) => Some(()),
            _ => None,
        }
    }

    fn put_all(&mut self, parts: &[Template], values: &[Value]) -> Option<()> {
        let mut pairs = parts.iter().zip(values);
        (parts.len() == values.len()).then_some(())?;
        pairs.try_for_each(|(part, value)| self.put(part, value))
    }

    /// Gives variables values with which the term has this one: inputs are variables that were extended or moved.
    fn set(&mut self, term: Term, bits: u128) -> Option<()> {
        let pool = self.pool;
        let cut = |t: Term, bits: u128| bits & mask(pool.width(t));
        match *pool.node(term) {
            Node::Var(_) => {
                self.known.insert(term, bits);
                Some(())
            }
            Node::Const(_) => (pool.as_const(term) == Some(bits)).then_some(()),
            Node::Not(a) => self.set(a, cut(a, !bits)),
            Node::Concat(high, low) => {
                self.set(high, cut(high, bits >> pool.width(low)))?;
                self.set(low, cut(low, bits))
            }
            Node::Add(a, b) => match (pool.as_const(a), pool.as_const(b)) {
                (Some(by), _) => self.set(b, cut(b, bits.wrapping_sub(by))),
                (_, Some(by)) => self.set(a, cut(a, bits.wrapping_sub(by))),
                _ => None,
            },
            Node::Ite(c, a, b) => match (pool.as_const(a), pool.as_const(b)) {
                (Some(value), _) if value == bits => self.set(c, 1),
                (_, Some(value)) if value == bits => self.set(c, 0),
                _ => None,
            },
            _ => None,
        }
    }
}
