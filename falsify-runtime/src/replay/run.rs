//! The run itself: what a tick is, and what the loop's code gets while it runs.
//!
//! The script and the registry do not change. What does is one state in this thread, which is never borrowed while code
//! of the crate runs: that code calls back into this file.

use core::cell::RefCell;
use core::panic::Location;
use core::ptr;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::OnceLock;
use std::{env, fs, thread};

use super::registry::{Argument, Frame, Reader, Registry};
use super::report::{escaped, place, Report};
use super::script::{Body, Bound, Call, Preempting, Reading, Script, Tick};

/// As deep as the interpreter of the tool lets calls nest, and more.
const STACK_BYTES: usize = 1 << 28;

struct Plan {
    script: Script,
    registry: Registry,
}

static PLAN: OnceLock<Plan> = OnceLock::new();

fn plan() -> &'static Plan {
    PLAN.get().expect("the plan is read before anything runs")
}

/// What is running, as the report names it.
#[derive(Clone, Copy)]
enum Phase {
    Start,
    Handler(usize),
    Plant,
    Tick,
    Monitor(usize),
}

struct State {
    report: Report,
    tick: usize,
    phase: Phase,
    now: Tick,
    kept: Vec<*mut ()>,
    inputs: Vec<*mut ()>,
    out: Option<*mut ()>,
    /// The last event of each name since the tick itself began.
    events: BTreeMap<String, *mut ()>,
    /// Where the locals of a superloop are, or copies of those that are gone.
    locals: BTreeMap<usize, *const ()>,
    /// For how many reasons interrupts are off during a tick.
    masked: i32,
    /// How often each handler has run since the last tick ended.
    runs: BTreeMap<usize, u32>,
}

thread_local! {
    static STATE: RefCell<Option<State>> = const { RefCell::new(None) };
}

fn with<R>(use_state: impl FnOnce(&mut State) -> R) -> R {
    STATE.with_borrow_mut(|state| use_state(state.as_mut().expect("the run has begun")))
}

/// What unwinds through the crate's code when the run is over.
struct Over;

/// Runs a script: the arguments of the process are its path and where to write the report.
pub fn main(modules: &[unsafe fn(&mut Registry)]) {
    let mut arguments = env::args_os().skip(1);
    let (script, report) = (arguments.next(), arguments.next());
    let (script, report) = (script.expect("a script"), report.expect("a report"));
    let script = fs::read_to_string(script).expect("the script can be read");
    let script = Script::parse(&script).expect("the script is well-formed");
    let report = Report::new(fs::File::create(report).expect("the report can be written"));
    let mut registry = Registry::default();
    for module in modules {
        // SAFETY: the tool has written these functions, and this is their signature.
        unsafe { module(&mut registry) };
    }
    // Nothing else sets it.
    let _ = PLAN.set(Plan { script, registry });
    panic::set_hook(Box::new(note_panic));
    let worker = thread::Builder::new().stack_size(STACK_BYTES);
    let worker = worker.spawn(move || run(report)).expect("a thread");
    // A panic has been written down.
    let _ = worker.join();
}

fn run(report: Report) {
    let state = State {
        report,
        tick: 0,
        phase: Phase::Start,
        now: Tick::default(),
        kept: Vec::new(),
        inputs: Vec::new(),
        out: None,
        events: BTreeMap::new(),
        locals: BTreeMap::new(),
        masked: 0,
        runs: BTreeMap::new(),
    };
    STATE.set(Some(state));
    let _: Result<(), Box<dyn Any + Send>> = panic::catch_unwind(AssertUnwindSafe(drive));
}

fn drive() {
    let script = &plan().script;
    begin(0);
    for function in &script.kept {
        let made = call(*function, &[]);
        with(|state| state.kept.extend(made));
    }
    match &script.body {
        Some(Body::Step(body)) => {
            for tick in 1..script.ticks.len() {
                step(tick, body);
            }
            over("end");
        }
        Some(Body::Superloop(function)) => drop(call(*function, &[])),
        None => {}
    }
}

fn step(tick: usize, body: &Call) {
    begin(tick);
    handlers();
    inputs();
    enter_tick();
    let out = apply(body);
    with(|state| state.out = out.first().copied());
    monitors();
}

/// The next facts and readings are those of a tick.
fn begin(tick: usize) {
    let now = plan().script.ticks.get(tick).cloned().unwrap_or_default();
    with(|state| {
        state.tick = tick;
        state.now = now;
        state.runs.clear();
        state.report.fact(format_args!("tick\t{tick}"));
    });
}

fn handlers() {
    let handlers = with(|state| state.now.handlers.clone());
    for index in handlers {
        with(|state| state.phase = Phase::Handler(index));
        handler(index);
    }
}

// --- handlers in the middle of a tick

/// Runs a handler.
pub(super) fn handler(index: usize) {
    with(|state| *state.runs.entry(index).or_default() += 1);
    call(plan().script.handlers[index], &[]);
}

pub(super) fn preempting() -> &'static [Preempting] {
    &plan().script.preempting
}

/// Whether the tick itself runs, outside of critical sections.
pub(super) fn is_interruptible() -> bool {
    with(|state| matches!(state.phase, Phase::Tick) && state.masked == 0)
}

/// Whether it has not run too often yet.
pub(super) fn may_run(it: &Preempting) -> bool {
    with(|state| state.runs.get(&it.handler).copied().unwrap_or(0) < it.max)
}

/// What the script says at a point: nothing is no.
pub(super) fn runs_now(source: &str) -> bool {
    let is_here = |state: &mut State| {
        let next = state.now.readings.front();
        next.is_some_and(|it| it.source == source)
    };
    with(is_here) && next(source).words.first().is_some_and(|word| *word != 0)
}

pub(super) fn set_masked(by: i32) {
    with(|state| state.masked += by);
}

/// This tick's inputs: from the plant if there is one.
fn inputs() {
    let Plan { script, registry } = plan();
    let made: Vec<*mut ()> = match &script.plant {
        Some(plant) => {
            with(|state| state.phase = Phase::Plant);
            apply(plant)
        }
        None => {
            with(|state| state.phase = Phase::Tick);
            let made = script.inputs.iter().map(|input| {
                let reading = next(&input.name);
                let reader = registry.readers.get(&input.reader);
                let reader = reader.filter(|_| reading.ty == input.ty);
                make(&input.name, reader, reading)
            });
            made.collect()
        }
    };
    for (input, value) in script.inputs.iter().zip(&made) {
        let size = registry.readers.get(&input.reader).map_or(0, |it| it.size);
        // SAFETY: the value is of the reader's type, and what has a range is a scalar, without padding.
        let bytes = || unsafe { core::slice::from_raw_parts(value.cast::<u8>(), size) };
        if input.range.as_ref().is_some_and(|it| !it.contains(bytes())) {
            stop(format_args!("invalid\t{}", input.name));
        }
    }
    with(|state| state.inputs = made);
}

/// What handlers and the plant put out is no event of the tick.
fn enter_tick() {
    with(|state| {
        state.phase = Phase::Tick;
        state.events.clear();
    });
}

fn monitors() {
    for (index, monitor) in plan().script.monitors.iter().enumerate() {
        with(|state| state.phase = Phase::Monitor(index));
        let said = apply(monitor);
        // SAFETY: a monitor returns a bool.
        let holds = said.first().is_some_and(|it| unsafe { *it.cast::<bool>() });
        let holds = u8::from(holds);
        with(|state| state.report.fact(format_args!("monitor\t{index}\t{holds}")));
    }
}

fn apply(of: &Call) -> Vec<*mut ()> {
    let arguments: Vec<Argument> = with(|state| {
        let bound = of.arguments.iter();
        bound.map(|bound| state.argument(bound)).collect()
    });
    call(of.function, &arguments)
}

fn call(function: u32, arguments: &[Argument]) -> Vec<*mut ()> {
    let function = plan().registry.functions.get(&function);
    let function = function.expect("the script names known functions");
    let mut frame = Frame::new(arguments);
    function(&mut frame);
    frame.results
}

impl State {
    fn argument(&self, bound: &Bound) -> Argument {
        let local = |index: &usize| self.locals.get(index).copied().unwrap_or(ptr::null());
        match bound {
            Bound::Kept(index) => Argument::Reference(self.kept[*index]),
            Bound::Input(index) => Argument::Value(self.inputs[*index]),
            Bound::Out => Argument::Value(self.out.map_or(ptr::dangling(), |it| it.cast_const())),
            Bound::Event(name) => {
                let last = self.events.get(name);
                Argument::Event(last.map(|it| it.cast_const()))
            }
            Bound::Local(index) => Argument::Value(local(index)),
            Bound::LocalReference(index) => Argument::Reference(local(index)),
        }
    }
}

// --- the superloop

/// The loop's body begins.
pub fn tick_start() {
    let tick = with(|state| state.tick) + 1;
    if tick == plan().script.ticks.len() {
        over("end");
    }
    begin(tick);
    handlers();
    enter_tick();
}

/// The loop's body has ended, whichever way.
pub fn tick_end() {
    monitors();
    // Between the end of an iteration and the start of the next nothing runs.
    with(|state| state.phase = Phase::Tick);
}

/// Remembers where a local is that lives as long as the loop.
pub fn watch<T>(index: usize, local: *const T) {
    with(|state| state.locals.insert(index, local.cast()));
}

/// Keeps the bits of a local when its scope ends.
pub struct Kept<T> {
    index: usize,
    local: *const T,
}

/// A guard for the local that was declared last.
#[must_use]
pub fn keep<T>(index: usize, local: *const T) -> Kept<T> {
    Kept { index, local }
}

impl<T> Drop for Kept<T> {
    fn drop(&mut self) {
        let copy: *mut core::mem::MaybeUninit<T> = Box::into_raw(Box::new_uninit());
        // SAFETY: the local was declared just before this guard, so it is dropped just after it.
        unsafe { ptr::copy_nonoverlapping(self.local.cast(), copy, 1) };
        with(|state| state.locals.insert(self.index, copy.cast_const().cast()));
    }
}

// --- what the code asks for and says

/// The value of an input statement.
pub(super) fn read<T>(source: &str) -> T {
    let reading = next(source);
    let reader = plan().registry.reader::<T>(reading.ty);
    let made = make(source, reader, reading);
    // SAFETY: the reader was chosen by the type.
    *unsafe { Box::from_raw(made.cast::<T>()) }
}

/// The same for a type that only has a name here.
pub(super) fn read_into(source: &str, ty: &str, size: usize, place: *mut ()) {
    let reading = next(source);
    let mut readers = plan().registry.readers.values();
    let reader = readers.find(|it| it.ty == reading.ty && it.name == ty && it.size == size);
    let made = make(source, reader, reading);
    // SAFETY: both places are of the reader's type, as far as a name and a size can say it.
    unsafe { ptr::copy_nonoverlapping(made.cast::<u8>(), place.cast::<u8>(), size) };
}

/// The next reading, if it is one of this source.
fn next(source: &str) -> Reading {
    let reading = with(|state| state.now.readings.pop_front());
    match reading.filter(|reading| reading.source == source) {
        Some(reading) => reading,
        None => stop(format_args!("missing\t{source}")),
    }
}

fn make(source: &str, reader: Option<&Reader>, reading: Reading) -> *mut () {
    let Some(reader) = reader else {
        stop(format_args!("missing\t{source}"));
    };
    let mut words = reading.words.into_iter();
    // The tool has counted them.
    (reader.make)(&mut || words.next().unwrap_or(0))
}

pub(super) fn event<T>(name: &str, arguments: T) {
    event_at(name, Box::into_raw(Box::new(arguments)).cast());
}

pub(super) fn event_at(name: &str, kept: *mut ()) {
    with(|state| {
        state.report.fact(format_args!("event\t{name}"));
        state.events.insert(name.to_owned(), kept);
    });
}

pub(super) fn property(name: &str, holds: bool, at: &Location<'_>) {
    let (holds, at, name) = (u8::from(holds), place(at), escaped(name));
    with(|state| {
        let fact = format_args!("check\t{holds}\t{at}\t{name}");
        state.report.fact(fact);
    });
}

pub(super) fn assumption_failed(at: &Location<'_>) -> ! {
    stop(format_args!("assume\t{}", place(at)))
}

// --- the end

fn phase_name(phase: Phase) -> String {
    match phase {
        Phase::Start => "start".to_owned(),
        Phase::Handler(index) => format!("handler {index}"),
        Phase::Plant => "plant".to_owned(),
        Phase::Tick => "tick".to_owned(),
        Phase::Monitor(index) => format!("monitor {index}"),
    }
}

impl State {
    fn stopped(&mut self, why: core::fmt::Arguments<'_>) {
        let phase = phase_name(self.phase);
        self.report.last(format_args!("stop\t{phase}\t{why}"));
    }
}

fn stop(why: core::fmt::Arguments<'_>) -> ! {
    with(|state| state.stopped(why));
    panic::resume_unwind(Box::new(Over))
}

fn over(fact: &str) -> ! {
    with(|state| state.report.last(fact));
    panic::resume_unwind(Box::new(Over))
}

fn note_panic(info: &PanicHookInfo<'_>) {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let message = escaped(text.unwrap_or("a value"));
    let at = info.location().map(place).unwrap_or_default();
    STATE.with(|state| match state.try_borrow_mut() {
        Ok(mut state) => {
            if let Some(state) = state.as_mut() {
                state.stopped(format_args!("panic\t{at}\t{message}"));
            }
        }
        // A bug of this file; the report lacks its end.
        Err(_) => eprintln!("{info}"),
    });
}
