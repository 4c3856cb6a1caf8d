//! Examples: what a function answered once.
//!
//! They come from recordings ([`batch`], [`store`]) and are made here, up to a wanted number: arguments that the solver finds for every
//! way through the function, numbers that it mentions, ends of types ([`numbers`]), mutations of examples that showed something new, random values ([`draw`]). Every result is the
//! interpreter's. An input whose call panics is no example, but it is counted.
//!
//! Same program, same recordings, same seed: same examples, unless the budget ends the search.

mod batch;
mod draw;
mod numbers;
mod reach;
mod shape;
mod signature;
mod store;

use std::collections::HashSet;

use crate::effects::has_references;
use crate::ir::interp::{Limits, Machine, NoInputs, Stop};
use crate::ir::{FuncId, Program, Value};
use crate::notation::type_name;
use crate::solver::Budget;
use crate::system::explore;

pub use batch::{Batch, Named, Origin, Remark, Settled};
use draw::Draw;
use numbers::{Every, Numbers};
use reach::Reach;
pub use shape::{Shape, Unwritable};
pub use store::Store;

/// What a function answered once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Observation {
    pub arguments: Vec<Value>,
    pub result: Value,
}

/// What was observed of a function.
#[derive(Clone, Debug)]
pub struct Observations {
    /// No two have the same arguments. Recorded ones are first.
    pub all: Vec<Observation>,
    /// How many of them were recorded.
    pub recorded: usize,
    /// Calls that panicked.
    pub panicked: usize,
    /// Calls that had no answer for another reason: too many steps, a false assumption.
    pub unanswered: usize,
    pub end: End,
}

/// Why there are not more examples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// There are as many as wanted.
    Enough,
    /// There are no other arguments.
    Complete,
    /// Nothing new was found for long.
    Repeating,
    Budget,
    /// None can be made: the types of the function, or what it does besides answering.
    Refused(Unwritable),
}

/// Machine steps of one call.
const STEPS: u64 = 1_000_000;
/// One in so many examples may be of the grid of noted numbers.
const GRID_SHARE: usize = 4;
/// Arguments drawn in a row that were tried already.
const REPETITIONS: usize = 2_000;
/// Arguments tried for each example that is wanted; more are refused.
const ATTEMPTS: usize = 20;

/// Examples of a function: recorded ones first, then made ones, up to `wanted`.
pub fn observe(
    program: &Program,
    function: FuncId,
    recorded: &[Observation],
    wanted: usize,
    seed: u64,
    budget: &Budget,
) -> Observations {
    let mut found = Observations::of_recorded(recorded, wanted);
    let shape = match observable(program, function) {
        Ok(parts) => parts.arguments,
        Err(why) => {
            found.end = End::Refused(why);
            return found;
        }
    };
    let mut watch = Watch::new(program, function, found, wanted, budget);
    watch.make(&shape, &Numbers::of(program, function), seed);
    watch.found
}

/// What the arguments and the result of a function are made of.
pub struct Parts {
    pub arguments: Shape,
    pub result: Shape,
}

/// Whether a function answers by nothing but its arguments, and both can be written down.
pub fn observable(program: &Program, function: FuncId) -> Result<Parts, Unwritable> {
    let func = &program.funcs[function.0 as usize];
    Reach::of(program, function).is_closed(program)?;
    let arguments = func.param_types().map(|ty| Shape::of(program, ty));
    let result = func.locals[func.ret().0 as usize].ty;
    if has_references(program, result) {
        let ty = type_name(program, result);
        let why = "is a result that refers to something else";
        return Err(Unwritable::Type { ty, why });
    }
    Ok(Parts {
        arguments: Shape::product(arguments.collect::<Result<_, _>>()?),
        result: Shape::of(program, result)?,
    })
}

impl Observations {
    fn of_recorded(recorded: &[Observation], wanted: usize) -> Observations {
        let mut seen = HashSet::new();
        let fresh = recorded.iter().filter(|it| seen.insert(&it.arguments));
        let all: Vec<Observation> = fresh.take(wanted).cloned().collect();
        Observations {
            recorded: all.len(),
            all,
            panicked: 0,
            unanswered: 0,
            end: End::Enough,
        }
    }
}

/// A function that is called again and again.
struct Watch<'a> {
    machine: Machine<'a>,
    function: FuncId,
    found: Observations,
    wanted: usize,
    budget: &'a Budget,
    tried: HashSet<Value>,
    results: HashSet<Value>,
    /// Arguments that showed something new: others are made of them.
    parents: Vec<Value>,
}

impl<'a> Watch<'a> {
    fn new(
        program: &'a Program,
        function: FuncId,
        found: Observations,
        wanted: usize,
        budget: &'a Budget,
    ) -> Watch<'a> {
        let limits = Limits {
            steps: STEPS,
            ..Limits::default()
        };
        let arguments = |it: &Observation| Value::Aggregate(it.arguments.clone());
        let parents: Vec<Value> = found.all.iter().map(arguments).collect();
        Watch {
            machine: Machine::with(program, limits, false),
            function,
            wanted,
            budget,
            tried: parents.iter().cloned().collect(),
            results: found.all.iter().map(|it| it.result.clone()).collect(),
            parents,
            found,
        }
    }

    fn make(&mut self, shape: &Shape, numbers: &Numbers, seed: u64) {
        let few = |all: &u128| *all <= self.wanted as u128;
        if let Some(all) = shape.count(&Every).filter(few) {
            return self.enumerate(shape, all);
        }
        self.every_way();
        let mut draw = Draw::new(numbers, seed);
        self.grid(shape, numbers, &mut draw);
        self.search(shape, &mut draw);
    }

    /// A function that cannot be explored, or not within the budget, has examples of other kinds.
    fn every_way(&mut self) {
        let program = self.machine.program();
        let found = explore(program, self.function, self.budget);
        for arguments in found.unwrap_or_default() {
            self.parents.push(arguments.clone());
            if !self.try_one(arguments) {
                return;
            }
        }
    }

    fn enumerate(&mut self, shape: &Shape, all: u128) {
        let mut every = (0..all).map(|number| shape.nth(number, &Every));
        if every.all(|it| self.try_one(it)) {
            self.found.end = End::Complete;
        }
    }

    /// All combinations of the noted numbers if they are few, else some.
    fn grid(&mut self, shape: &Shape, numbers: &Numbers, draw: &mut Draw<'_>) {
        let share = (self.wanted / GRID_SHARE) as u128;
        let all = shape.count(numbers).filter(|all| *all <= share);
        for number in 0..all.unwrap_or(share) {
            let arguments = match all {
                Some(_) => shape.nth(number, numbers),
                None => draw.noted(shape),
            };
            if !self.try_one(arguments) {
                return;
            }
        }
    }

    fn search(&mut self, shape: &Shape, draw: &mut Draw<'_>) {
        let mut repeated = 0;
        for _ in 0..self.wanted.saturating_mul(ATTEMPTS) {
            let arguments = match draw.parent(&self.parents) {
                Some(parent) => draw.mutated(shape, parent),
                None => draw.fresh(shape),
            };
            let tried = self.tried.len();
            if !self.try_one(arguments) {
                return;
            }
            repeated = if self.tried.len() > tried {
                0
            } else {
                repeated + 1
            };
            if repeated > REPETITIONS {
                break;
            }
        }
        self.found.end = End::Repeating;
    }

    /// Calls the function unless it was called with these arguments before; false if no more calls are to be made.
    fn try_one(&mut self, arguments: Value) -> bool {
        if self.found.all.len() >= self.wanted {
            self.found.end = End::Enough;
            return false;
        }
        if self.budget.exhausted() {
            self.found.end = End::Budget;
            return false;
        }
        if self.tried.insert(arguments.clone()) {
            self.call(arguments);
        }
        true
    }

    fn call(&mut self, arguments: Value) {
        let values = match &arguments {
            Value::Aggregate(values) => values.as_slice(),
            _ => &[],
        };
        match self.machine.call(self.function, values, &mut NoInputs) {
            Ok(result) => self.note(arguments, result),
            Err(Stop::Panicked(_)) => self.found.panicked += 1,
            Err(_) => self.found.unanswered += 1,
        }
    }

    fn note(&mut self, arguments: Value, result: Value) {
        if self.results.insert(result.clone()) {
            self.parents.push(arguments.clone());
        }
        let Value::Aggregate(arguments) = arguments else {
            return;
        };
        self.found.all.push(Observation { arguments, result });
    }
}
