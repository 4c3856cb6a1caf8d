//! Interrupts in the middle of a tick: handlers that preempt are woven into the program as ordinary calls.
//!
//! Only accesses of what a handler shares with the tick tell one moment from another, so a handler needs to be able to run
//! only right before such an access, and after the last one if the tick goes on (`points`). At such a point stands
//! the call of a function that draws, for each handler that may still run in this tick, whether it runs now (`service`).
//! Every engine, the interpreter and replays then meet handlers as calls and decisions as inputs.
//!
//! `shared` says which accesses these are. What interrupts are off for is counted in a static: between ticks, in
//! handlers and in critical sections no point does anything.

mod points;
mod service;
mod shared;
mod split;
mod written;

use std::collections::{BTreeMap, BTreeSet};

use crate::effects::EffectsOf;
use crate::ir::blueprint::{Interruptions, Moment, Obstacle, PointText, Preempting};
use crate::ir::{FuncId, Harness, LoopForm, Program, Statement, StaticId};
use crate::source::{SourceMap, Span};

/// Runs of all handlers within a tick that are looked at.
const MAX_RUNS: u32 = 16;

/// What is known of the source behind a program.
pub struct Source<'a> {
    /// What is called at a moment; none if no handler preempts.
    pub mark: Option<FuncId>,
    pub moments: &'a [Moment],
    /// Calls during which nothing is interrupted.
    pub masking: &'a [Span],
    pub is_own: &'a dyn Fn(Span) -> bool,
    pub sources: &'a SourceMap,
}

/// What has been woven in.
#[derive(Clone, Debug, Default)]
pub struct Woven {
    pub interruptions: Interruptions,
    /// Of each harness.
    pub loops: Vec<Preempted>,
    /// An access that takes more than one instruction: nothing has been woven in.
    pub torn: Option<Span>,
}

/// Where the ticks of a loop are interrupted.
#[derive(Clone, Debug, Default)]
pub struct Preempted {
    /// In the order of the source.
    pub points: Vec<Span>,
    /// What they share with the handlers.
    pub shared: Vec<StaticId>,
}

/// Lets the handlers that preempt run where they may; the marks of moments are gone afterwards.
pub fn weave(program: &mut Program, source: &Source<'_>) -> Woven {
    let Some(mark) = source.mark else {
        return Woven::default();
    };
    let woven = weave_marked(program, source, mark);
    for func in &mut program.funcs {
        for block in &mut func.blocks {
            block.statements.retain(|(statement, _)| {
                !matches!(statement, Statement::Call { func, .. } if *func == mark)
            });
        }
    }
    woven
}

fn weave_marked(program: &mut Program, source: &Source<'_>, mark: FuncId) -> Woven {
    let effects = EffectsOf::new(program);
    let honoured: Vec<Vec<Preempting>> = program.harnesses.iter().map(preempting).collect();
    let interrupted = program.harnesses.iter().zip(&honoured);
    let interrupted = interrupted.filter(|(_, handlers)| !handlers.is_empty());
    let ticks: Vec<FuncId> = interrupted.map(|(harness, _)| tick_of(harness)).collect();
    let handlers: BTreeSet<FuncId> = functions_of(program, &honoured).into_iter().collect();
    if handlers.is_empty() {
        release(program, &honoured);
        return Woven::default();
    }
    let marks = points::Marks {
        mark,
        moments: source.moments,
        is_own: source.is_own,
        sources: source.sources,
    };
    let (crowded, _) = plans(program, &effects, (&handlers, &ticks), &marks);
    split::separate(program, &crowded);
    let effects = EffectsOf::new(program);
    let (plans, interrupted) = plans(program, &effects, (&handlers, &ticks), &marks);
    if let Some(torn) = plans.values().find_map(|plan| plan.torn) {
        let torn = Some(torn);
        return Woven {
            torn,
            ..Woven::default()
        };
    }
    let texts = service::insert(program, &plans, &honoured, source);
    release(program, &honoured);
    let mut interrupted = interrupted.into_iter();
    let mut of_loop = |handlers: &Vec<Preempting>| match handlers.is_empty() {
        true => Preempted::default(),
        false => interrupted.next().unwrap_or_default(),
    };
    Woven {
        loops: honoured.iter().map(&mut of_loop).collect(),
        torn: None,
        interruptions: Interruptions {
            points: texts,
            masking: source.masking.to_vec(),
            handlers: honoured,
        },
    }
}

/// What has been woven in, or never runs, need not be refused by anybody.
fn release(program: &mut Program, honoured: &[Vec<Preempting>]) {
    for (harness, handlers) in program.harnesses.iter_mut().zip(honoured) {
        let woven: BTreeSet<usize> = handlers.iter().map(|it| it.handler).collect();
        for (index, handler) in harness.handlers.iter_mut().enumerate() {
            handler.preempt &= handler.max > 0 && !woven.contains(&index);
        }
    }
}

/// The points of all functions that ticks may be interrupted in, and those of each tick.
fn plans(
    program: &Program,
    effects: &EffectsOf,
    (handlers, ticks): (&BTreeSet<FuncId>, &[FuncId]),
    marks: &points::Marks<'_>,
) -> (Plans, Vec<Preempted>) {
    let reached = shared::interruptible(program, effects, ticks);
    let accesses = shared::Accesses::new(program, effects, handlers, ticks);
    let plan = |func: &FuncId| (*func, points::plan(program, *func, &accesses, marks));
    let plans: Plans = reached.iter().map(plan).collect();
    let of_tick = |tick: &FuncId| {
        let reached = shared::interruptible(program, effects, &[*tick]);
        let points = reached.iter().flat_map(|func| plans[func].points.values());
        let places: BTreeSet<Span> = points.map(|point| point.shown(marks)).collect();
        Preempted {
            points: places.into_iter().collect(),
            shared: accesses.in_functions(&reached),
        }
    };
    let loops = ticks.iter().map(of_tick).collect();
    (plans, loops)
}

type Plans = BTreeMap<FuncId, points::Plan>;

/// The handlers of a loop that may run in the middle of its ticks; none if they may run too often.
fn preempting(harness: &Harness) -> Vec<Preempting> {
    let marked = harness.handlers.iter().enumerate();
    let marked = marked.filter(|(_, handler)| handler.preempt && handler.max > 0);
    let found: Vec<Preempting> = marked
        .map(|(index, handler)| Preempting {
            handler: index,
            name: handler.name.to_string(),
            max: handler.max,
        })
        .collect();
    let runs = found.iter().map(|it| u64::from(it.max)).sum::<u64>();
    match runs <= MAX_RUNS.into() {
        true => found,
        false => Vec::new(),
    }
}

fn functions_of(program: &Program, honoured: &[Vec<Preempting>]) -> Vec<FuncId> {
    let of = |(harness, handlers): (&Harness, &Vec<Preempting>)| {
        let funcs = handlers.iter().map(|it| harness.handlers[it.handler].func);
        funcs.collect::<Vec<_>>()
    };
    program
        .harnesses
        .iter()
        .zip(honoured)
        .flat_map(of)
        .collect()
}

fn tick_of(harness: &Harness) -> FuncId {
    match harness.form {
        LoopForm::Step { tick, .. } => tick,
        LoopForm::Superloop { run } => run,
    }
}

/// A point without a moment of the source cannot be shown there.
fn unknown<T>(span: Span) -> Result<T, Obstacle> {
    let what = "a handler interrupts code here that is not the crate's own text".into();
    Err(Obstacle { what, span })
}

/// The text of a point, named by where it is.
fn point_text(moment: Option<&Moment>, at: Span, sources: &SourceMap) -> PointText {
    let place = moment.map_or(at, Moment::span);
    let (line, column) = sources.location(place);
    let path = sources.path(place.file).file_name();
    let file = path.map_or_else(String::new, |name| name.to_string_lossy().replace(' ', "_"));
    PointText {
        label: format!("{file}:{line}:{column}"),
        span: place,
        moment: moment.map_or_else(|| unknown(at), |moment| Ok(moment.clone())),
    }
}
