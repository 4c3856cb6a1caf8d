//! One run of a loop in the reference interpreter: with scripted inputs, or with random ones from a seed.

mod random;
mod script;

use crate::ir::interp::{InputRequest, Machine, Run, Stop, TickRecord, World};
use crate::ir::{Handler, Harness, LocalId, LoopForm, Program, TypeId, Value};
use crate::list::{Loop, StateKind};
use crate::source::Symbol;

pub use random::Random;
pub use script::{Script, ScriptError};

/// Random inputs that an assumption refused are drawn again, this many times in a row.
const ATTEMPTS: u32 = 1_000;

/// Where inputs come from.
pub enum Source {
    Script(Script),
    Random(Random),
}

/// What happened in a tick, and the state after it.
#[derive(Debug)]
pub struct Snapshot {
    pub record: TickRecord,
    /// In the order of the loop's state variables.
    pub state: Vec<(Symbol, TypeId, Value)>,
}

/// Runs a loop for a number of ticks or until it stops; `on_tick` gets the initialisation as tick 0, then
/// every tick. Answers why it stopped early.
pub fn simulate(
    program: &Program,
    harness: &Harness,
    found: &Loop,
    mut source: Source,
    ticks: u64,
    on_tick: &mut dyn FnMut(&Snapshot),
) -> Option<Stop> {
    let mut shown = 0;
    loop {
        match one_run(
            program,
            harness,
            found,
            &mut source,
            ticks,
            &mut shown,
            on_tick,
        ) {
            Some(Stop::AssumeFailed(_)) if source.draw_again(shown) => {}
            end => return end,
        }
    }
}

/// A run from the start. Ticks that were shown already are repeated silently.
fn one_run(
    program: &Program,
    harness: &Harness,
    found: &Loop,
    source: &mut Source,
    ticks: u64,
    shown: &mut u64,
    on_tick: &mut dyn FnMut(&Snapshot),
) -> Option<Stop> {
    source.begin(0);
    let mut run = match Run::with(Machine::checked(program), harness, source) {
        Ok(run) => run,
        Err(stop) => return Some(stop),
    };
    for tick in 0..=ticks {
        if tick > 0 {
            source.begin(tick);
            run.tick(source);
        }
        let stop = run.record().stop.clone().map(|(_, stop)| stop);
        let again = matches!(stop, Some(Stop::AssumeFailed(_))) && source.may_draw_again(tick);
        if tick >= *shown && !again {
            on_tick(&Snapshot::of(&run, program, harness, found));
            *shown = tick + 1;
        }
        if stop.is_some() {
            return stop;
        }
    }
    None
}

impl Snapshot {
    /// The last tick of a run, with the state now.
    pub fn of(run: &Run, program: &Program, harness: &Harness, found: &Loop) -> Snapshot {
        let value = |kind: StateKind, name: Symbol| match kind {
            StateKind::Parameter => run.state().unwrap_or(Value::Undefined),
            StateKind::Local => superloop_local(run, program, harness, name),
            StateKind::Static(id) => run.machine().read_static(id),
        };
        let state = found.state.iter();
        Snapshot {
            record: run.record().clone(),
            state: state
                .map(|s| (s.name, s.ty.id, value(s.kind, s.name)))
                .collect(),
        }
    }
}

fn superloop_local(run: &Run, program: &Program, harness: &Harness, name: Symbol) -> Value {
    let LoopForm::Superloop { run: func } = harness.form else {
        return Value::Undefined;
    };
    let locals = &program.funcs[func.0 as usize].locals;
    let position = locals.iter().position(|local| local.name == Some(name));
    position.map_or(Value::Undefined, |at| run.local(LocalId(at as u32)))
}

impl Source {
    fn begin(&mut self, tick: u64) {
        match self {
            Source::Script(script) => script.begin(tick),
            Source::Random(random) => random.begin(tick),
        }
    }

    fn may_draw_again(&self, tick: u64) -> bool {
        match self {
            Source::Script(_) => false,
            Source::Random(random) => random.attempts(tick) < ATTEMPTS,
        }
    }

    /// Takes other inputs for a tick from now on, if there are any.
    fn draw_again(&mut self, tick: u64) -> bool {
        let may = self.may_draw_again(tick);
        if let Source::Random(random) = self {
            random.draw_again(tick);
        }
        may
    }
}

impl World for Source {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Value> {
        match self {
            Source::Script(script) => script.input(request),
            Source::Random(random) => random.input(request),
        }
    }

    fn handlers(&mut self, tick: u64, handlers: &[Handler]) -> Vec<usize> {
        match self {
            Source::Script(script) => script.handlers(tick, handlers),
            Source::Random(random) => random.handlers(handlers),
        }
    }
}
