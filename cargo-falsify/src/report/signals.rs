//! What changes from tick to tick, taken apart into single values: the columns of a timeline, the waves of a VCD file.

use super::rerun::{Frame, Subject};
use crate::ir::interp::Event;
use crate::ir::{LoopForm, Program, TickParam, Type, TypeId, Value};
use crate::list::{InputKind, Output};
use crate::notation::{held, short_name, show};
use crate::source::Symbol;

/// A longer array is one signal: nobody looks at hundreds of waves.
const ELEMENTS: u64 = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Inputs,
    State,
    Outputs,
    Monitors,
}

/// A value that has a name and may differ in every tick.
#[derive(Clone, Debug)]
pub struct Signal {
    pub group: Group,
    /// Its name, outermost part first: `["motor", "speed"]`.
    pub path: Vec<String>,
    /// None for what is nothing but true or false.
    pub ty: Option<TypeId>,
    source: Source,
    /// The way from the source's value to this one.
    steps: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// Whether it ran.
    Handler(usize),
    /// Whether a handler came in the middle of the tick, and where.
    Interrupt(&'static str, &'static str),
    Parameter(Symbol),
    /// The which-th value that a source gave in the tick.
    Read(Symbol, usize),
    State(usize),
    Returned,
    /// Whether it happened.
    Event(Symbol),
    /// An argument of its last occurrence.
    Argument(Symbol, usize),
    /// Of a monitor: whether it holds.
    Holds(usize),
    /// Of a monitor: a parameter that is its memory.
    Memory(usize, usize),
}

/// What a signal is in a tick.
#[derive(Clone, Debug, PartialEq)]
pub enum Level {
    Value(Value),
    Truth(bool),
    /// It has no value in this tick.
    Absent,
}

/// How far values are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Down to fields.
    Fields,
    /// And to the elements of arrays.
    Elements,
}

/// The signals of a loop, in the order of a tick.
pub fn signals(subject: Subject<'_>, frames: &[Frame], detail: Detail) -> Vec<Signal> {
    let mut gathered = Gathered {
        program: subject.program,
        detail,
        signals: Vec::new(),
    };
    gathered.inputs(subject, frames);
    gathered.state(subject);
    gathered.outputs(subject);
    for monitor in 0..subject.harness.monitors.len() {
        gathered.monitor(subject, frames, monitor);
    }
    gathered.signals
}

struct Gathered<'a> {
    program: &'a Program,
    detail: Detail,
    signals: Vec<Signal>,
}

impl Gathered<'_> {
    fn inputs(&mut self, subject: Subject<'_>, frames: &[Frame]) {
        for (index, handler) in subject.harness.handlers.iter().enumerate() {
            let name = short_name(handler.name.as_str());
            self.single(Group::Inputs, vec![name], Source::Handler(index));
        }
        self.interrupts(frames);
        if let LoopForm::Step { params, .. } = &subject.harness.form {
            for param in params {
                if let TickParam::Input { name, ty, .. } = param {
                    self.apart(
                        Group::Inputs,
                        &[name.as_str()],
                        *ty,
                        Source::Parameter(*name),
                    );
                }
            }
        }
        let calls = subject.found.inputs.iter();
        for input in calls.filter(|input| input.kind == InputKind::Call) {
            self.reads(input.name, input.ty.id, frames);
        }
    }

    /// Each handler that ever came in the middle of a tick, with where it came.
    fn interrupts(&mut self, frames: &[Frame]) {
        let records = frames.iter().map(|frame| &frame.snapshot.record);
        for (handler, at) in records.flat_map(|record| record.interrupts()) {
            let source = Source::Interrupt(handler, at);
            if self.signals.iter().all(|known| known.source != source) {
                let name = format!("{}@{at}", short_name(handler));
                self.single(Group::Inputs, vec![name], source);
            }
        }
    }

    /// As many as were ever read in one tick.
    fn reads(&mut self, source: Symbol, ty: TypeId, frames: &[Frame]) {
        let known = |it: &Signal| matches!(it.source, Source::Read(name, _) if name == source);
        if self.signals.iter().any(known) {
            return;
        }
        let of = |frame: &Frame| reads_of(frame, source).count();
        let most = frames.iter().map(of).max().unwrap_or(0);
        let name = short_name(source.as_str());
        for which in 0..most {
            let numbered = match which {
                0 => name.clone(),
                _ => format!("{name}_{}", which + 1),
            };
            self.apart(Group::Inputs, &[&numbered], ty, Source::Read(source, which));
        }
    }

    fn state(&mut self, subject: Subject<'_>) {
        let alone = subject.found.state.len() == 1;
        for (index, variable) in subject.found.state.iter().enumerate() {
            let name = short_name(variable.name.as_str());
            // The one state of a loop needs no name in front of its fields.
            let is_struct = self.parts(variable.ty.id).is_some();
            let path: &[&str] = if alone && is_struct { &[] } else { &[&name] };
            self.apart(Group::State, path, variable.ty.id, Source::State(index));
        }
    }

    fn outputs(&mut self, subject: Subject<'_>) {
        for output in &subject.found.outputs {
            match output {
                Output::Returned(ty) => {
                    self.apart(Group::Outputs, &["returned"], ty.id, Source::Returned);
                }
                Output::Event { name, args } => {
                    let types: Vec<TypeId> = args.iter().map(|arg| arg.id).collect();
                    self.event(*name, &types);
                }
            }
        }
    }

    fn event(&mut self, event: Symbol, args: &[TypeId]) {
        let name = short_name(event.as_str());
        if args.is_empty() {
            self.single(Group::Outputs, vec![name.clone()], Source::Event(event));
        }
        for (index, ty) in args.iter().enumerate() {
            let number = index.to_string();
            let path: &[&str] = match args.len() {
                1 => &[&name],
                _ => &[&name, &number],
            };
            self.apart(Group::Outputs, path, *ty, Source::Argument(event, index));
        }
    }

    fn monitor(&mut self, subject: Subject<'_>, frames: &[Frame], monitor: usize) {
        let name = short_name(subject.harness.monitors[monitor].name.as_str());
        let memory = frames.first().map(|frame| &frame.memory[monitor]);
        for (index, (parameter, ty, _)) in memory.into_iter().flatten().enumerate() {
            let path = [name.as_str(), parameter.as_str()];
            self.apart(Group::Monitors, &path, *ty, Source::Memory(monitor, index));
        }
        let path = vec![name, "holds".into()];
        self.single(Group::Monitors, path, Source::Holds(monitor));
    }

    fn single(&mut self, group: Group, path: Vec<String>, source: Source) {
        self.signals.push(Signal {
            group,
            path,
            ty: None,
            source,
            steps: Vec::new(),
        });
    }

    fn apart(&mut self, group: Group, path: &[&str], ty: TypeId, source: Source) {
        let whole = Signal {
            group,
            path: path.iter().map(|it| it.to_string()).collect(),
            ty: Some(ty),
            source,
            steps: Vec::new(),
        };
        self.take_apart(whole, ty);
    }

    fn take_apart(&mut self, mut whole: Signal, ty: TypeId) {
        // A cell or an atomic is what it holds.
        if let Type::Struct { name, fields } = &self.program.types[ty.0 as usize] {
            if let Some((at, inner)) = held(*name, fields) {
                whole.steps.push(at);
                whole.ty = Some(inner);
                return self.take_apart(whole, inner);
            }
        }
        let Some(parts) = self.parts(ty) else {
            self.signals.push(whole);
            return;
        };
        for (index, (name, ty)) in parts.into_iter().enumerate() {
            let mut part = whole.clone();
            part.path.push(name);
            part.steps.push(index);
            part.ty = Some(ty);
            self.take_apart(part, ty);
        }
    }

    /// The parts that are shown instead of a value of a type.
    fn parts(&self, ty: TypeId) -> Option<Vec<(String, TypeId)>> {
        let numbered = |types: Vec<TypeId>| {
            let parts = types.into_iter().enumerate();
            parts.map(|(at, ty)| (at.to_string(), ty)).collect()
        };
        match &self.program.types[ty.0 as usize] {
            Type::Struct { fields, .. } if !fields.is_empty() => {
                let parts = fields.iter().map(|(name, ty)| (name.to_string(), *ty));
                Some(parts.collect())
            }
            Type::Tuple(fields) if !fields.is_empty() => Some(numbered(fields.clone())),
            Type::Array(element, count)
                if self.detail == Detail::Elements && *count <= ELEMENTS =>
            {
                Some(numbered(vec![*element; *count as usize]))
            }
            _ => None,
        }
    }
}

fn reads_of(frame: &Frame, source: Symbol) -> impl Iterator<Item = &Value> {
    let reads = frame.snapshot.record.reads.iter();
    let own = reads.filter(move |(name, _)| *name == source);
    own.map(|(_, value)| value)
}

impl Signal {
    pub fn name(&self) -> String {
        self.path.join(".")
    }

    /// Whether it belongs to a monitor.
    pub fn is_of_monitor(&self, monitor: usize) -> bool {
        match self.source {
            Source::Holds(of) | Source::Memory(of, _) => of == monitor,
            _ => false,
        }
    }

    /// Whether it says what a monitor said, not what it remembers.
    pub fn is_answer(&self) -> bool {
        matches!(self.source, Source::Holds(_))
    }

    /// Whether it is nothing but true or false.
    pub fn is_truth(&self) -> bool {
        self.ty.is_none()
    }

    pub fn level(&self, frame: &Frame) -> Level {
        let record = &frame.snapshot.record;
        let value = match self.source {
            Source::Interrupt(handler, at) => {
                let mut inside = record.interrupts();
                return Level::Truth(inside.any(|it| it == (handler, at)));
            }
            Source::Handler(index) => return Level::Truth(record.handlers.contains(&index)),
            Source::Holds(monitor) => {
                let said = record.monitors.get(monitor).copied();
                return said.map_or(Level::Absent, Level::Truth);
            }
            Source::Event(name) => return Level::Truth(last_event(frame, name).is_some()),
            Source::Argument(name, index) => {
                last_event(frame, name).and_then(|event| event.args.get(index))
            }
            Source::Parameter(name) => record
                .inputs
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| value),
            Source::Read(name, which) => reads_of(frame, name).nth(which),
            Source::State(index) => frame.snapshot.state.get(index).map(|it| &it.2),
            Source::Returned => record.out.as_ref(),
            Source::Memory(monitor, index) => frame.memory[monitor].get(index).map(|it| &it.2),
        };
        let value = value.and_then(|value| part(value, &self.steps));
        value.map_or(Level::Absent, |value| Level::Value(value.clone()))
    }

    /// For people.
    pub fn text(&self, frame: &Frame, subject: Subject<'_>) -> String {
        match (self.level(frame), self.ty) {
            (Level::Value(value), Some(ty)) => show(subject.program, ty, &value),
            (Level::Truth(truth), _) if self.is_answer() => {
                if truth { "✓" } else { "✗" }.to_owned()
            }
            (Level::Truth(true), _) => "yes".into(),
            (Level::Truth(false) | Level::Absent | Level::Value(_), _) => String::new(),
        }
    }
}

fn part<'a>(value: &'a Value, steps: &[usize]) -> Option<&'a Value> {
    steps.iter().try_fold(value, |value, &step| match value {
        Value::Aggregate(parts) => parts.get(step),
        _ => None,
    })
}

fn last_event(frame: &Frame, name: Symbol) -> Option<&Event> {
    let mut newest_first = frame.snapshot.record.events.iter().rev();
    newest_first.find(|event| event.name == name)
}
