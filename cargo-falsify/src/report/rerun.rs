//! A trace run once more in the interpreter, with all that is shown of it.

use crate::evidence::{execute_in, Execution, Property, Trace};
use crate::ir::interp::{Machine, Observation, Panic, Run, Stop};
use crate::ir::{FuncId, Harness, Program, Statement, TypeId, Value};
use crate::list::Loop;
use crate::simulate::Snapshot;
use crate::source::Symbol;

/// Ticks before the violation whose single operations are kept.
const OBSERVED: usize = 4_096;

/// A loop and what is needed to run it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub program: &'a Program,
    pub harness: &'a Harness,
    pub found: &'a Loop,
}

pub struct Rerun {
    /// The start, then each tick.
    pub frames: Vec<Frame>,
    pub execution: Execution,
}

pub struct Frame {
    pub snapshot: Snapshot,
    /// Of each monitor.
    pub memory: Vec<Vec<(Symbol, TypeId, Value)>>,
    /// What the functions did that the violation is in.
    pub observations: Vec<Observation>,
}

impl Rerun {
    pub fn of(subject: Subject<'_>, trace: &Trace) -> Rerun {
        let watched = subject.watched(trace);
        let machine = Machine::watching(subject.program, watched);
        let first = trace.ticks.len().saturating_sub(OBSERVED);
        let mut frames = Vec::new();
        let mut watch = |run: &Run<'_>| {
            let mut frame = subject.frame(run);
            if frames.len() < first {
                frame.observations.clear();
            }
            frames.push(frame);
        };
        let execution = execute_in(machine, subject.harness, trace, &mut watch);
        Rerun { frames, execution }
    }

    /// The panic in which it ends.
    pub fn panic(&self) -> Option<&Panic> {
        let last = self.execution.records.last()?;
        match &last.stop {
            Some((_, Stop::Panicked(panic))) => Some(panic),
            _ => None,
        }
    }
}

impl Subject<'_> {
    fn frame(&self, run: &Run<'_>) -> Frame {
        let monitors = 0..self.harness.monitors.len();
        Frame {
            snapshot: Snapshot::of(run, self.program, self.harness, self.found),
            memory: monitors.map(|monitor| run.memory(monitor)).collect(),
            observations: run.observations().to_vec(),
        }
    }

    /// The functions whose operations explain the violation.
    pub fn watched(&self, trace: &Trace) -> Vec<FuncId> {
        match trace.violation.property {
            Property::Monitor(index) => vec![self.harness.monitors[index].func],
            Property::Check { span, .. } => self.functions_with(|statement, at| {
                at == span && matches!(statement, Statement::Property { .. })
            }),
            Property::Panic { .. } => {
                let run = execute_in(
                    Machine::checked(self.program),
                    self.harness,
                    trace,
                    &mut |_| {},
                );
                let rerun = Rerun {
                    frames: Vec::new(),
                    execution: run,
                };
                let owner = rerun.panic().map(|panic| panic_owner(self.program, panic));
                owner.into_iter().collect()
            }
        }
    }

    fn functions_with(
        &self,
        wanted: impl Fn(&Statement, crate::source::Span) -> bool,
    ) -> Vec<FuncId> {
        let funcs = self.program.funcs.iter().enumerate();
        let with = funcs.filter(|(_, func)| {
            let mut statements = func.blocks.iter().flat_map(|block| &block.statements);
            statements.any(|(statement, span)| wanted(statement, *span))
        });
        with.map(|(index, _)| FuncId(index as u32)).collect()
    }
}

/// The function in whose text a panic is: not one that reports its callers' places.
pub fn panic_owner(program: &Program, panic: &Panic) -> FuncId {
    let mut owner = panic.func;
    for call in &panic.calls {
        if !program.funcs[owner.0 as usize].track_caller {
            break;
        }
        owner = call.caller;
    }
    owner
}
