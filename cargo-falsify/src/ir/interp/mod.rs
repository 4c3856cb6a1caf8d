//! The interpreter: the executable reference of the IR.
//!
//! Memory is flat: one word per scalar (see `layout`), statics first, then what the driver of a loop keeps between
//! ticks, then the frames. A reference ("root and path") is the address of the place's first word;
//! reading a value turns an address in a static back into its path. Safe Rust never lets a reference
//! outlive its place, so a frame's words are simply reused. Frames are kept on a stack of the interpreter's own:
//! deep recursion of the program ends in [`Stop::StackOverflow`], never in the host's.
//!
//! A malformed program ends in [`Stop::Bug`]. In checked mode ([`Machine::checked`]) a word is also known to be
//! defined or not, and reading an undefined scalar is such a bug; otherwise it reads as some number.

mod code;
mod compile;
mod exec;
pub(super) mod layout;
mod observe;
mod run;
mod values;

use code::{Code, Entry};
use compile::Context;
use layout::Layouts;
use values::{Memory, Reader};

pub use observe::{operands, written, Observation};
pub use run::{Event, Phase, PropertyEvent, Run, TickRecord};

use super::{FuncId, Handler, PanicKind, Program, StaticId, TypeId, Value};
use crate::source::{Span, Symbol};

/// Why a run ended without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    Panicked(Panic),
    /// `falsify::assume` was false: the run is not to be considered.
    AssumeFailed(Span),
    /// The world had no value for an input.
    MissingInput(Symbol),
    /// The world gave a value that is not one of the input's type or range.
    InvalidInput(Symbol, String),
    OutOfFuel,
    StackOverflow,
    /// The program is malformed: a bug of whoever built it.
    Bug(String),
}

/// A panic and the way to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panic {
    pub kind: PanicKind,
    /// Where Rust would say it happened: `track_caller` is resolved.
    pub span: Span,
    /// The function whose check failed.
    pub func: FuncId,
    /// The calls that led there, innermost first.
    pub calls: Vec<CallSite>,
}

/// A call that had not returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallSite {
    pub caller: FuncId,
    pub span: Span,
}

/// What a run may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Machine steps of one call or tick: a small multiple of the executed statements.
    pub steps: u64,
    /// Nested calls.
    pub frames: usize,
    /// Words of memory.
    pub words: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 100_000_000,
            frames: 10_000,
            words: 1 << 24,
        }
    }
}

/// A program's request for an input.
#[derive(Debug)]
pub struct InputRequest<'a> {
    pub source: Symbol,
    pub ty: TypeId,
    /// Inclusive bounds.
    pub range: Option<&'a (Value, Value)>,
    /// From 1; 0 before the first tick and outside of any loop.
    pub tick: u64,
    pub span: Span,
}

/// What lies outside of the program: it gives inputs and observes events.
pub trait World {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Value>;

    fn output(&mut self, _event: Symbol, _args: &[Value], _span: Span) {}

    fn property(&mut self, _name: Symbol, _holds: bool, _span: Span) {}

    /// Which interrupt handlers run before a tick, in order.
    fn handlers(&mut self, _tick: u64, _handlers: &[Handler]) -> Vec<usize> {
        Vec::new()
    }
}

/// A world without inputs, as constant evaluation has it.
pub struct NoInputs;

impl World for NoInputs {
    fn input(&mut self, _request: &InputRequest<'_>) -> Option<Value> {
        None
    }
}

/// An argument of a call from outside.
enum Argument {
    Value(Value),
    /// Words that are in memory already.
    Words(usize),
    /// The reference to an address.
    Address(usize),
}

struct Frame {
    func: FuncId,
    base: usize,
    /// [`ROOT`] for a call from outside.
    return_pc: u32,
}

const ROOT: u32 = u32::MAX;

/// Memory and code of a program.
pub struct Machine<'p> {
    program: &'p Program,
    layouts: Layouts,
    /// Address of each static.
    statics: Vec<u32>,
    memory: Memory,
    code: Code,
    frames: Vec<Frame>,
    log: observe::Log,
    /// Where the frames begin.
    stack: usize,
    limits: Limits,
    fuel: u64,
    /// With what `fuel` began.
    granted: u64,
    /// Steps of earlier calls and ticks.
    spent: u64,
    tick: u64,
    /// Why nothing can run: a static is malformed.
    broken: Option<String>,
}

impl<'p> Machine<'p> {
    /// A machine with all statics initialised.
    pub fn new(program: &'p Program) -> Machine<'p> {
        Machine::with(program, Limits::default(), false)
    }

    /// A machine that finds reads of undefined places.
    pub fn checked(program: &'p Program) -> Machine<'p> {
        Machine::with(program, Limits::default(), true)
    }

    pub fn with(program: &'p Program, limits: Limits, checked: bool) -> Machine<'p> {
        let mut machine = Machine {
            program,
            layouts: Layouts::new(program),
            statics: Vec::new(),
            memory: Memory::new(checked),
            code: Code::default(),
            frames: Vec::new(),
            log: observe::Log::default(),
            stack: 0,
            limits,
            fuel: 0,
            granted: 0,
            spent: 0,
            tick: 0,
            broken: None,
        };
        machine.code.entries = vec![None; program.funcs.len()];
        machine.broken = machine.place_statics().and_then(|()| machine.reset()).err();
        machine
    }

    /// A machine that watches what some functions do; see [`Run::observations`].
    pub fn watching(
        program: &'p Program,
        functions: impl IntoIterator<Item = FuncId>,
    ) -> Machine<'p> {
        let mut machine = Machine::checked(program);
        machine.code.watched = functions.into_iter().collect();
        machine
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Forgets all frames and initialises the statics again.
    fn reset(&mut self) -> Result<(), String> {
        self.frames.clear();
        for (index, item) in self.program.statics.iter().enumerate() {
            let mut no_room = |_| Err("an initialiser refers outside the statics".to_owned());
            let words = values::words(self.context(), &item.init, item.ty, &mut no_room)
                .map_err(|error| format!("static {}: {error}", item.name))?;
            self.memory.write(self.statics[index] as usize, &words);
        }
        Ok(())
    }

    /// Each static gets at least one word, so that zero-sized ones differ in their addresses.
    fn place_statics(&mut self) -> Result<(), String> {
        let mut next = 0usize;
        for item in &self.program.statics {
            self.statics.push(next as u32);
            next += self.layouts.size(item.ty)? as usize + 1;
            if next > self.limits.words {
                return Err("the statics need too much memory".into());
            }
        }
        self.stack = next;
        self.memory.grow(next);
        Ok(())
    }

    fn context(&self) -> Context<'_> {
        Context {
            program: self.program,
            layouts: &self.layouts,
            statics: &self.statics,
        }
    }

    /// Calls a function and gives its result.
    pub fn call(
        &mut self,
        func: FuncId,
        args: &[Value],
        world: &mut dyn World,
    ) -> Result<Value, Stop> {
        let args: Vec<_> = args.iter().cloned().map(Argument::Value).collect();
        let result = self.invoke(func, &args, world)?;
        let callee = &self.program.funcs[func.0 as usize];
        Ok(self.read(result, callee.locals[callee.params as usize].ty))
    }

    /// The value of a static now.
    pub fn read_static(&self, id: StaticId) -> Value {
        match (self.statics.get(id.0 as usize), self.program.static_of(id)) {
            (Some(address), Ok(item)) => self.read(*address as usize, item.ty),
            _ => Value::Undefined,
        }
    }

    /// What a reference value refers to.
    pub fn read_behind(&self, reference: &Value, target: TypeId) -> Value {
        match reference {
            Value::Ref(id, path) => match values::address_of(self.context(), *id, path) {
                Ok((address, ty)) if ty == target => self.read(address as usize, ty),
                _ => Value::Undefined,
            },
            Value::Pointee(value) => (**value).clone(),
            _ => Value::Undefined,
        }
    }

    /// The value of a type at an address.
    fn read(&self, address: usize, ty: TypeId) -> Value {
        Reader::new(self.context(), &self.memory).read(address, ty)
    }

    /// Room for a value that outlives calls. Only while nothing runs.
    fn allocate(&mut self, ty: TypeId) -> Result<usize, Stop> {
        let address = self.stack;
        let size = self.layouts.size(ty).map_err(Stop::Bug)? as usize;
        // One word more, so that zero-sized values have places of their own.
        self.reserve(address + size + 1)?;
        self.stack = address + size + 1;
        Ok(address)
    }

    fn copy_words(&mut self, from: usize, to: usize, size: usize) {
        self.memory.words.copy_within(from..from + size, to);
        if let Some(defined) = &mut self.memory.defined {
            defined.copy_within(from..from + size, to);
        }
    }

    fn reserve(&mut self, end: usize) -> Result<(), Stop> {
        if end > self.limits.words {
            return Err(Stop::StackOverflow);
        }
        self.memory.grow(end);
        Ok(())
    }

    /// The code of a function, made at its first call.
    fn entry(&mut self, func: FuncId) -> Result<Entry, Stop> {
        match self.code.entries.get(func.0 as usize) {
            Some(Some(entry)) => return Ok(*entry),
            Some(None) => {}
            None => return Err(Stop::Bug(format!("there is no function {func}"))),
        }
        let context = Context {
            program: self.program,
            layouts: &self.layouts,
            statics: &self.statics,
        };
        let entry = compile::compile(context, &mut self.code, func).map_err(Stop::Bug)?;
        self.code.entries[func.0 as usize] = Some(entry);
        Ok(entry)
    }

    /// The first word that no frame uses.
    fn top(&self) -> usize {
        let Some(frame) = self.frames.last() else {
            return self.stack;
        };
        let entry = self.code.entries[frame.func.0 as usize];
        frame.base + entry.map_or(0, |entry| entry.reserve as usize)
    }

    /// Calls a function above whatever is suspended; gives the address of its result.
    fn invoke(
        &mut self,
        func: FuncId,
        args: &[Argument],
        world: &mut dyn World,
    ) -> Result<usize, Stop> {
        let (base, pc, params) = self.push_root(func, args)?;
        let floor = self.frames.len() - 1;
        match self.exec(floor, pc, world) {
            Ok(exec::Pause::Returned) => Ok(base + params),
            Ok(exec::Pause::TickStart(_) | exec::Pause::TickEnd(_)) => {
                self.frames.truncate(floor);
                Err(Stop::Bug("a mark of a tick outside of a superloop".into()))
            }
            Err(stop) => {
                self.frames.truncate(floor);
                Err(stop)
            }
        }
    }

    fn refuel(&mut self) {
        self.spent = self.steps_made();
        self.granted = self.limits.steps;
        self.fuel = self.granted;
    }

    /// Steps that were ever made.
    pub fn steps_made(&self) -> u64 {
        self.spent + (self.granted - self.fuel)
    }

    /// Makes the frame of a call from outside: base, start of the code, size of the parameters.
    fn push_root(
        &mut self,
        func: FuncId,
        args: &[Argument],
    ) -> Result<(usize, usize, usize), Stop> {
        if let Some(reason) = &self.broken {
            return Err(Stop::Bug(reason.clone()));
        }
        if self.frames.is_empty() {
            self.refuel();
        }
        let entry = self.entry(func)?;
        let (base, words) = self.arguments(func, args)?;
        self.reserve(base + entry.reserve as usize)?;
        self.memory.undefine(base, base + entry.reserve as usize);
        self.memory.write(base, &words);
        self.frames.push(Frame {
            func,
            base,
            return_pc: ROOT,
        });
        Ok((base, entry.pc as usize, entry.params as usize))
    }

    /// The start of a new frame and the words of its parameters. What argument values point to goes below it.
    fn arguments(
        &mut self,
        func: FuncId,
        args: &[Argument],
    ) -> Result<(usize, values::Words), Stop> {
        let callee = &self.program.funcs[func.0 as usize];
        if args.len() != callee.params as usize {
            let message = format!("{}: called with {} arguments", callee.name, args.len());
            return Err(Stop::Bug(message));
        }
        let mut base = self.top();
        let mut words = Vec::new();
        for (arg, ty) in args.iter().zip(callee.param_types()) {
            match arg {
                Argument::Value(value) => words.extend(self.argument_words(&mut base, value, ty)?),
                Argument::Address(address) => words.push(Some(*address as u128)),
                Argument::Words(address) => {
                    let size = self.layouts.size(ty).map_err(Stop::Bug)? as usize;
                    let found = &self.memory.words[*address..*address + size];
                    words.extend(found.iter().map(|word| Some(*word)));
                }
            }
        }
        Ok((base, words))
    }

    fn argument_words(
        &mut self,
        base: &mut usize,
        value: &Value,
        ty: TypeId,
    ) -> Result<values::Words, Stop> {
        let context = Context {
            program: self.program,
            layouts: &self.layouts,
            statics: &self.statics,
        };
        let (memory, limit) = (&mut self.memory, self.limits.words);
        let mut place = |behind: values::Words| {
            let address = *base;
            *base += behind.len() + 1;
            if *base > limit {
                return Err("an argument needs too much memory".to_owned());
            }
            memory.write(address, &behind);
            Ok(address as u32)
        };
        values::words(context, value, ty, &mut place).map_err(Stop::Bug)
    }
}
