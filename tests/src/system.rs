//! Transition systems beside the interpreter: random values for a system's inputs, what it says about each step, and
//! what the interpreter finds when it is given the same run.

use std::collections::BTreeMap;

use cargo_falsify::effects::EffectsOf;
use cargo_falsify::evidence::{execute, Execution, Property, Trace, Violation};
use cargo_falsify::ir::interp::{Run, Stop};
use cargo_falsify::ir::{
    FuncId, Harness, LoopForm, Program, StaticId, TickParam, Type, TypeId, Value,
};
use cargo_falsify::list;
use cargo_falsify::source::Symbol;
use cargo_falsify::system::{InputValues, System};
use cargo_falsify::term::{Evaluator, Term};

use crate::random::Random;

/// How much is compared.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub runs: u64,
    pub steps: usize,
}

/// What a comparison showed.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    pub ticks: usize,
    pub violations: usize,
    pub differences: Vec<String>,
}

/// Everything that can be violated in a loop, as `cargo falsify list` finds it.
pub fn properties(harness: &Harness, found: &list::Loop) -> Vec<Property> {
    let monitors = (0..harness.monitors.len()).map(Property::Monitor);
    let checks = found.properties.iter();
    let checks = checks.map(|&(name, span)| Property::Check { name, span });
    let panics = found.panic_sites.iter();
    let panics = panics.map(|site| Property::Panic {
        kind: site.kind,
        span: site.span,
    });
    monitors.chain(checks).chain(panics).collect()
}

/// For each loop of a program what can be violated in it.
pub fn all_properties(program: &Program) -> Vec<Vec<Property>> {
    let listing = list::build(
        program,
        &EffectsOf::new(program),
        &[],
        &cargo_falsify::lower::Spellings::default(),
    );
    let loops = program.harnesses.iter().zip(&listing.loops);
    loops.map(|(harness, of)| properties(harness, of)).collect()
}

/// A loop whose tick is one function of the program, its parameters being the inputs.
pub fn loop_around(program: &Program, func: FuncId) -> Harness {
    let tick = &program.funcs[func.0 as usize];
    let types = tick.param_types().enumerate();
    let params = types.map(|(at, ty)| TickParam::Input {
        name: Symbol::new(&format!("p{at}")),
        ty,
        range: None,
    });
    Harness {
        name: tick.name,
        package: Symbol::new("tests"),
        span: tick.span,
        form: LoopForm::Step {
            init: None,
            tick: func,
            params: params.collect(),
        },
        environment: None,
        monitors: Vec::new(),
        handlers: Vec::new(),
    }
}

/// Compares a system with the interpreter on random runs.
pub fn compare(
    program: &Program,
    harness: &Harness,
    system: &System,
    effort: Effort,
    seed: u64,
) -> Comparison {
    let mut found = Comparison::default();
    for run in 0..effort.runs {
        let mut random = Random::new(seed ^ run << 16);
        let walk = Walk::random(system, effort.steps, &mut random);
        found.ticks += walk.ticks.len();
        found.violations += walk.violations.len();
        let different = Side::by_side(program, harness, system, &walk);
        let place = |why| format!("{} run {run}: {why}", harness.name);
        found.differences.extend(different.map(place));
    }
    found
}

/// What a run ended in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Nothing: there were enough steps.
    BetweenTicks,
    InsideTick,
    /// No run goes on after the last step.
    Over,
}

/// A run as the system describes it.
struct Walk {
    inputs: InputValues,
    violations: Vec<Violation>,
    /// The state before the first tick.
    start: Vec<u128>,
    /// Of each completed tick: what it returned and the state after it.
    ticks: Vec<(Value, Vec<u128>)>,
    end: End,
}

/// Values that the run's assumptions refuse are drawn again, this many times in a row.
const TRIES: usize = 60;

impl Walk {
    fn random(system: &System, steps: usize, random: &mut Random) -> Walk {
        let values = draw(system, &system.start_inputs, random);
        let start = system.start(&values);
        let mut walk = Walk {
            inputs: InputValues {
                start: values,
                steps: Vec::new(),
            },
            violations: violations(system, &start.bad, 0),
            start: start.next.clone(),
            ticks: Vec::new(),
            end: match start.valid {
                true => End::BetweenTicks,
                false => End::Over,
            },
        };
        let (mut state, mut evaluator) = (start.next, Evaluator::new());
        for _ in 0..steps {
            if walk.end != End::Over {
                walk.step(system, &mut evaluator, &mut state, random);
            }
        }
        walk
    }

    fn step(
        &mut self,
        system: &System,
        evaluator: &mut Evaluator,
        state: &mut Vec<u128>,
        random: &mut Random,
    ) {
        let mut values = draw(system, &system.inputs, random);
        let mut observed = system.step(evaluator, state, &values);
        for _ in 0..TRIES {
            if observed.valid || !violations(system, &observed.bad, 0).is_empty() {
                break;
            }
            values = draw(system, &system.inputs, random);
            observed = system.step(evaluator, state, &values);
        }
        let tick = match observed.starting {
            true => 0,
            false => self.ticks.len() as u64 + 1,
        };
        self.violations
            .extend(violations(system, &observed.bad, tick));
        self.end = match (observed.valid, observed.tick_done) {
            (false, _) => End::Over,
            (true, false) => End::InsideTick,
            (true, true) => End::BetweenTicks,
        };
        if observed.tick_done {
            let returned = system.returned(state, &values);
            self.ticks.push((returned, observed.next.clone()));
        }
        self.inputs.steps.push(values);
        *state = observed.next;
    }
}

fn violations(system: &System, bad: &[bool], tick: u64) -> Vec<Violation> {
    let checked = system.properties.iter().zip(bad);
    let bad = checked.filter(|(checked, bad)| **bad && checked.cover.is_none());
    let violation = |checked: &cargo_falsify::system::Checked| Violation {
        property: checked.property,
        tick,
    };
    bad.map(|(checked, _)| violation(checked)).collect()
}

fn draw(system: &System, terms: &[Term], random: &mut Random) -> Vec<u128> {
    let width = |term: &Term| system.pool.width(*term);
    terms
        .iter()
        .map(|term| drawn_bits(width(term), random))
        .collect()
}

/// Small numbers, ends of ranges and well-known floats are more telling than any bits.
fn drawn_bits(width: u32, random: &mut Random) -> u128 {
    const FLOATS: [f64; 10] = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        1e9,
        255.5,
        f64::INFINITY,
        f64::NAN,
        f64::MIN_POSITIVE,
    ];
    let bits = random.wide();
    let mask = u128::MAX >> (128 - width);
    let wanted = match (random.below(6), width) {
        (0, 32) => u128::from((*random.pick(&FLOATS) as f32).to_bits()),
        (0, 64) => u128::from(random.pick(&FLOATS).to_bits()),
        (0 | 1, _) => bits % 8,
        (2, _) => u128::MAX - bits % 4,
        (3, _) => 1u128 << (width - 1),
        (4, _) => bits % 100,
        _ => bits,
    };
    wanted & mask
}

/// Values by the names that the system gives to its variables.
type Named = BTreeMap<String, u128>;

/// A run as the interpreter executes it.
struct Side {
    execution: Execution,
    /// After the start and after each tick.
    states: Vec<Named>,
}

impl Side {
    /// What differs between a walk and the same run in the interpreter.
    fn by_side(
        program: &Program,
        harness: &Harness,
        system: &System,
        walk: &Walk,
    ) -> impl Iterator<Item = String> {
        let side = Side::run(program, harness, system, walk);
        let mut wrong = Vec::new();
        wrong.extend(side.violations(walk));
        wrong.extend(side.end(walk));
        wrong.extend(side.values(system, walk));
        wrong.into_iter()
    }

    fn run(program: &Program, harness: &Harness, system: &System, walk: &Walk) -> Side {
        let (start, ticks) = system.asked(&walk.inputs);
        let nothing = Violation {
            property: Property::Monitor(0),
            tick: 0,
        };
        let trace = Trace {
            start,
            ticks,
            violation: nothing,
        };
        let mut states = Vec::new();
        let mut watch = |run: &Run<'_>| states.push(state_of(program, harness, run));
        let execution = execute(program, harness, &trace, &mut watch);
        Side { execution, states }
    }

    fn violations(&self, walk: &Walk) -> Option<String> {
        let (expected, found) = (&walk.violations, &self.execution.violations);
        let done = walk.ticks.len() as u64;
        // What happens in the rest of the tick is not known to the system yet.
        let later = |v: &Violation| self.runs_on(walk) && v.tick > done;
        let same = expected.iter().all(|v| found.contains(v))
            && found.iter().all(|v| expected.contains(v) || later(v));
        let stop = &self.execution.stop;
        let why = || format!("the system says {expected:?}, the interpreter {found:?} {stop:?}");
        (!same).then(why)
    }

    /// Whether the system stands at a cut point after which the tick asks for nothing more: the interpreter does not
    /// stop there and completes it.
    fn runs_on(&self, walk: &Walk) -> bool {
        let records = &self.execution.records;
        let completed = records.last().is_some_and(|record| record.stop.is_none());
        walk.end == End::InsideTick && completed && records.len() == walk.ticks.len() + 2
    }

    fn end(&self, walk: &Walk) -> Option<String> {
        let last = self.execution.records.last();
        let stop = last.and_then(|record| record.stop.as_ref());
        let fits = matches!(
            (walk.end, stop.map(|(_, stop)| stop)),
            (End::BetweenTicks, None)
                | (
                    End::InsideTick,
                    Some(Stop::MissingInput(_) | Stop::OutOfFuel)
                )
                | (End::Over, Some(Stop::Panicked(_) | Stop::AssumeFailed(_)))
                | (End::Over, Some(Stop::InvalidInput(..)))
        );
        let why = || format!("the system ends {:?}, the interpreter {stop:?}", walk.end);
        (!fits && !self.runs_on(walk)).then(why)
    }

    fn values(&self, system: &System, walk: &Walk) -> Vec<String> {
        let mut wrong = Vec::new();
        wrong.extend(differing_state(system, &walk.start, self.states.first()).map(|d| (0, d)));
        for (at, (returned, state)) in walk.ticks.iter().enumerate() {
            let tick = at + 1;
            let record = self.execution.records.get(tick);
            let nothing = Value::Aggregate(Vec::new());
            let found = record.and_then(|record| record.out.as_ref());
            let found = found.unwrap_or(&nothing);
            if !agree(returned, found) {
                wrong.push((tick, format!("returned {returned:?}, not {found:?}")));
            }
            let differing = differing_state(system, state, self.states.get(tick));
            wrong.extend(differing.map(|d| (tick, d)));
        }
        let place = |(tick, why)| format!("tick {tick}: {why}");
        wrong.into_iter().map(place).collect()
    }
}

/// Equal but for what the system leaves open: references, and results that are never written.
fn agree(system: &Value, interpreter: &Value) -> bool {
    match (system, interpreter) {
        (Value::Undefined, _) => true,
        (Value::Aggregate(a), Value::Aggregate(b)) => all_agree(a, b),
        (Value::Variant(s, a), Value::Variant(t, b)) => s == t && all_agree(a, b),
        (a, b) => a == b,
    }
}

fn all_agree(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b))
}

/// The first variable whose value is not that of the interpreter.
fn differing_state(system: &System, state: &[u128], found: Option<&Named>) -> Option<String> {
    let found = found?;
    let mut known: BTreeMap<&str, Option<u128>> = BTreeMap::new();
    for (variable, value) in system.state.iter().zip(state) {
        let entry = known.entry(&variable.name).or_insert(Some(*value));
        // Two variables of one name cannot be told apart.
        if *entry != Some(*value) {
            *entry = None;
        }
    }
    let differing = found.iter().find(|(name, value)| {
        let value_of = known.get(name.as_str()).copied().flatten();
        value_of.is_some_and(|known| known != **value)
    });
    differing.map(|(name, value)| format!("{name} is {:?}, not {value}", known[name.as_str()]))
}

/// The loop's state and the statics, leaf by leaf.
fn state_of(program: &Program, harness: &Harness, run: &Run<'_>) -> Named {
    let mut named = Named::new();
    if let (Some(value), LoopForm::Step { tick, params, .. }) = (run.state(), &harness.form) {
        let tick = &program.funcs[tick.0 as usize];
        let at = params.iter().position(|param| *param == TickParam::State);
        if let Some(local) = at.map(|at| &tick.locals[at]) {
            if let (Some(name), Type::Ref(ty)) = (local.name, &program.types[local.ty.0 as usize]) {
                name_leaves(program, name.to_string(), *ty, &value, &mut named);
            }
        }
    }
    for (index, item) in program.statics.iter().enumerate() {
        if item.mutable {
            let value = run.machine().read_static(StaticId(index as u32));
            name_leaves(program, item.name.to_string(), item.ty, &value, &mut named);
        }
    }
    named
}

fn name_leaves(program: &Program, name: String, ty: TypeId, value: &Value, named: &mut Named) {
    match (&program.types[ty.0 as usize], value) {
        (_, Value::Scalar(bits)) => {
            named.insert(name, *bits);
        }
        (Type::Tuple(types), Value::Aggregate(parts)) => {
            for (at, (ty, part)) in types.iter().zip(parts).enumerate() {
                name_leaves(program, format!("{name}.{at}"), *ty, part, named);
            }
        }
        (Type::Struct { fields, .. }, Value::Aggregate(parts)) => {
            for ((field, ty), part) in fields.iter().zip(parts) {
                name_leaves(program, format!("{name}.{field}"), *ty, part, named);
            }
        }
        (Type::Array(element, _), Value::Aggregate(parts)) => {
            for (at, part) in parts.iter().enumerate() {
                name_leaves(program, format!("{name}[{at}]"), *element, part, named);
            }
        }
        (Type::Enum { variants, .. }, Value::Variant(index, parts)) => {
            let variant = &variants[*index as usize];
            for ((field, ty), part) in variant.fields.iter().zip(parts) {
                let name = format!("{name}::{}.{field}", variant.name);
                name_leaves(program, name, *ty, part, named);
            }
            named.insert(name, u128::from(*index));
        }
        _ => {}
    }
}
