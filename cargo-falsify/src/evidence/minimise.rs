//! A counterexample that shows only what matters: every candidate is executed again, and kept only if it still ends in
//! the same violation at the same tick.
//!
//! What is tried, in this order: nothing where a handler ran; a value as it was the last time it was asked for; the
//! simplest value of its kind. Whatever remains is there for a reason.

use std::collections::HashMap;

use super::execute::execute_while;
use super::{Reading, Trace};
use crate::bv::Scalar;
use crate::ir::interp::{Machine, Run};
use crate::ir::{Harness, Program, Type, TypeId, Value};
use crate::solver::Budget;
use crate::source::Symbol;

/// How much may be executed for it: ticks, and steps of the interpreter.
#[derive(Clone, Copy, Debug)]
struct Effort {
    ticks: u64,
    steps: u64,
}

const EFFORT: Effort = Effort {
    ticks: 300_000,
    steps: 60_000_000,
};

/// The trace with simpler inputs, as far as the effort and the budget allow.
pub fn minimise(program: &Program, harness: &Harness, trace: Trace, budget: &Budget) -> Trace {
    let mut work = Minimiser {
        program,
        harness,
        trace,
        left: EFFORT,
        budget,
    };
    work.run();
    work.trace
}

struct Minimiser<'a> {
    program: &'a Program,
    harness: &'a Harness,
    trace: Trace,
    left: Effort,
    budget: &'a Budget,
}

/// Nothing more may be executed.
struct Enough;

impl Minimiser<'_> {
    fn run(&mut self) {
        let steps = [
            Self::drop_handlers,
            Self::hold_values,
            Self::simplify_values,
        ];
        for step in steps {
            if step(self).is_err() {
                return;
            }
        }
    }

    /// Takes a candidate if it shows the same.
    fn offer(&mut self, candidate: Trace) -> Result<bool, Enough> {
        if candidate == self.trace {
            return Ok(false);
        }
        self.spend(candidate.ticks.len() as u64 + 1)?;
        let (mut steps, budget) = (0, self.budget);
        let mut watch = |run: &Run<'_>| {
            steps = run.steps();
            !budget.exhausted()
        };
        let machine = Machine::checked(self.program);
        let execution = execute_while(machine, self.harness, &candidate, &mut watch);
        self.left.steps = self.left.steps.saturating_sub(steps);
        let same = execution.shows(&candidate.violation);
        if same {
            self.trace = candidate;
        }
        Ok(same)
    }

    fn spend(&mut self, ticks: u64) -> Result<(), Enough> {
        if self.left.ticks < ticks || self.left.steps == 0 || self.budget.exhausted() {
            return Err(Enough);
        }
        self.left.ticks -= ticks;
        Ok(())
    }

    fn drop_handlers(&mut self) -> Result<(), Enough> {
        for tick in 0..self.trace.ticks.len() {
            for at in (0..self.trace.ticks[tick].handlers.len()).rev() {
                let mut candidate = self.trace.clone();
                candidate.ticks[tick].handlers.remove(at);
                self.offer(candidate)?;
            }
        }
        Ok(())
    }

    /// All at once first, then smaller and smaller stretches of ticks.
    fn hold_values(&mut self) -> Result<(), Enough> {
        let ticks = self.trace.ticks.len();
        let mut stretch = ticks;
        while stretch > 0 {
            let moves = moves(&self.trace);
            for first in (0..ticks).step_by(stretch) {
                let end = (first + stretch).min(ticks);
                if moves[first..end].contains(&true) {
                    let candidate = held(&self.trace, first, end);
                    self.offer(candidate)?;
                }
            }
            stretch /= 2;
        }
        Ok(())
    }

    /// Again and again, as one value that became simpler may let another one.
    fn simplify_values(&mut self) -> Result<(), Enough> {
        loop {
            let before = self.trace.clone();
            self.simplify_each()?;
            if self.trace == before {
                return Ok(());
            }
        }
    }

    fn simplify_each(&mut self) -> Result<(), Enough> {
        for tick in 0..self.trace.ticks.len() {
            for at in 0..self.trace.ticks[tick].readings.len() {
                let reading = &self.trace.ticks[tick].readings[at];
                let last = self.last_before(tick, reading.source);
                if last.as_ref() == Some(&reading.value) {
                    continue;
                }
                for simple in self.simpler(reading.ty, &reading.value) {
                    if self.put(tick, at, simple)? {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes a value, and the same where it was held afterwards.
    fn put(&mut self, tick: usize, at: usize, value: Value) -> Result<bool, Enough> {
        let mut candidate = self.trace.clone();
        let Reading {
            source, value: old, ..
        } = candidate.ticks[tick].readings[at].clone();
        let later = candidate.ticks[tick..].iter_mut();
        let mut later = later.flat_map(|tick| &mut tick.readings);
        // The readings of this tick before the one in question are not touched.
        let mut skipped = at;
        for reading in &mut later {
            if skipped > 0 {
                skipped -= 1;
            } else if reading.source == source {
                if reading.value != old {
                    break;
                }
                reading.value = value.clone();
            }
        }
        if self.offer(candidate)? {
            return Ok(true);
        }
        let mut candidate = self.trace.clone();
        candidate.ticks[tick].readings[at].value = value;
        self.offer(candidate)
    }

    fn last_before(&self, tick: usize, source: Symbol) -> Option<Value> {
        let earlier = self.trace.ticks[..tick].iter().rev();
        let mut readings = earlier.flat_map(|tick| tick.readings.iter().rev());
        let found = readings.find(|reading| reading.source == source);
        found.map(|reading| reading.value.clone())
    }

    /// Values that are easier to understand than this one, the easiest first.
    fn simpler(&self, ty: TypeId, value: &Value) -> Vec<Value> {
        let Ok(found) = self.program.ty(ty) else {
            return Vec::new();
        };
        match (found.scalar(), value) {
            (Some(scalar), Value::Scalar(bits)) => simpler_bits(scalar, *bits)
                .into_iter()
                .map(Value::Scalar)
                .collect(),
            _ => self
                .simplest(ty)
                .into_iter()
                .filter(|v| v != value)
                .collect(),
        }
    }

    fn simplest(&self, ty: TypeId) -> Option<Value> {
        let all = |types: Vec<TypeId>| -> Option<Vec<Value>> {
            types.into_iter().map(|ty| self.simplest(ty)).collect()
        };
        match self.program.ty(ty).ok()? {
            Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => {
                Some(Value::Scalar(0))
            }
            Type::Tuple(types) => Some(Value::Aggregate(all(types.clone())?)),
            Type::Array(element, len) => {
                Some(Value::Aggregate(all(vec![*element; *len as usize])?))
            }
            Type::Struct { fields, .. } => {
                let types = fields.iter().map(|field| field.1).collect();
                Some(Value::Aggregate(all(types)?))
            }
            Type::Enum { variants, .. } => variants.iter().enumerate().find_map(|(at, variant)| {
                let types = variant.fields.iter().map(|field| field.1).collect();
                Some(Value::Variant(at as u32, all(types)?))
            }),
            Type::Ref(_) | Type::Slice(_) | Type::Str | Type::FnPtr { .. } | Type::Never => None,
        }
    }
}

/// Zero, one, and what lies between the value and zero.
fn simpler_bits(scalar: Scalar, bits: u128) -> Vec<u128> {
    let mut found = vec![0];
    if let Scalar::Int { .. } = scalar {
        let number = match scalar.is_signed() {
            true => scalar.sign_extend(bits),
            false => i128::try_from(bits).unwrap_or(i128::MAX),
        };
        let mut step = number;
        while step != 0 {
            step /= 2;
            found.push(scalar.wrap((number - step) as u128));
        }
        found.push(scalar.wrap((number - number.signum()) as u128));
    }
    found.retain(|simple| *simple != bits);
    found.dedup();
    found
}

/// Of each tick whether some value in it is not as it was the last time.
fn moves(trace: &Trace) -> Vec<bool> {
    let mut last: HashMap<Symbol, &Value> = HashMap::new();
    let mut moves = Vec::with_capacity(trace.ticks.len());
    for tick in &trace.ticks {
        let mut any = false;
        for reading in &tick.readings {
            let before = last.insert(reading.source, &reading.value);
            any |= before.is_some_and(|before| *before != reading.value);
        }
        moves.push(any);
    }
    moves
}

/// The trace with every value in a stretch of ticks as it was the last time.
fn held(trace: &Trace, first: usize, end: usize) -> Trace {
    let mut candidate = trace.clone();
    let mut last: HashMap<Symbol, Value> = HashMap::new();
    for (index, tick) in candidate.ticks.iter_mut().enumerate() {
        for reading in &mut tick.readings {
            if let Some(value) = last.get(&reading.source) {
                if (first..end).contains(&index) {
                    reading.value = value.clone();
                }
            }
            last.insert(reading.source, reading.value.clone());
        }
    }
    candidate
}
