//! A compiled loop in execution.

use std::ops::Range;

use super::code::{Code, Root};
use super::host::Outside;
use super::memory::Memory;
use super::sites::{Cause, InputSite, PropertySite, NO_INPUT};
use super::values::{read_word, write_word, Reader};
use crate::ir::interp::{Phase, Stop};
use crate::ir::{LocalId, StaticId, Value};

/// Bytes of the host's stack that recursion in native code may use.
const HOST_STACK: u64 = 1 << 18;

/// Rounds of loops and recursive calls in one tick, unless said otherwise.
pub const FUEL: u64 = 10_000_000;

const START: u32 = 0;
const PLANT: u32 = 1;
const TICK: u32 = 2;
const HANDLER: u32 = 1 << 30;
const MONITOR: u32 = 1 << 31;

/// A phase as a number of the header.
pub(super) fn encode_phase(phase: Phase) -> u32 {
    match phase {
        Phase::Start => START,
        Phase::Plant => PLANT,
        Phase::Tick => TICK,
        Phase::Handler(index) => HANDLER | index as u32,
        Phase::Monitor(index) => MONITOR | index as u32,
    }
}

fn decode_phase(number: u32) -> Phase {
    match number {
        START => Phase::Start,
        PLANT => Phase::Plant,
        TICK => Phase::Tick,
        number if number & MONITOR != 0 => Phase::Monitor((number & !MONITOR) as usize),
        number => Phase::Handler((number & !HANDLER) as usize),
    }
}

/// How a tick went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Fine,
    /// A monitor or a property was false; the run goes on.
    Violated,
    /// The run is over: [`Loop::stop`] says why.
    Stopped,
}

/// A loop with a memory of its own.
pub struct Loop<'c> {
    code: &'c Code<'c>,
    memory: Memory,
    fuel: u64,
    /// Inputs that are written before the tick: their sites and places.
    parameters: Vec<(usize, Range<usize>)>,
    /// Where the tick says whether all monitors are content.
    fine: usize,
    /// The code of the tick.
    root: Option<Root>,
    /// Native code writes here, through the header.
    distances: Vec<u64>,
}

impl<'c> Loop<'c> {
    /// A loop that has still to be started.
    pub fn new(code: &'c Code<'c>) -> Loop<'c> {
        let mut memory = Memory::new(&code.map);
        let image = &code.plan.image;
        memory.bytes_mut()[..image.len()].copy_from_slice(image);
        let mut distances = vec![u64::MAX; code.sites.distances];
        memory.header().distances = distances.as_mut_ptr();
        Loop {
            distances,
            code,
            memory,
            fuel: FUEL,
            parameters: parameters(code),
            fine: code.plan.the_loop.as_ref().map_or(0, |l| l.fine as usize),
            root: code.loop_roots.as_ref().map(|roots| roots.tick),
        }
    }

    /// How many rounds of loops and recursive calls a tick may take.
    pub fn set_fuel(&mut self, fuel: u64) {
        self.fuel = fuel.min(i64::MAX as u64);
    }

    pub fn code(&self) -> &'c Code<'c> {
        self.code
    }

    /// Starts from the beginning.
    pub fn restart<O: Outside>(&mut self, outside: &mut O) -> Outcome {
        let kept = self.code.map.kept.clone();
        let image = &self.code.plan.image;
        let bytes = &mut self.memory.bytes_mut()[kept.clone()];
        bytes.fill(0);
        bytes[..image.len() - kept.start].copy_from_slice(&image[kept.start..]);
        let Some(roots) = &self.code.loop_roots else {
            return Outcome::Stopped;
        };
        self.begin(outside);
        self.run(roots.start);
        match self.memory.header().status {
            0 => self.end(true),
            _ => Outcome::Stopped,
        }
    }

    /// Executes one tick after the handlers that run before it. After a stop, only [`Loop::restart`] or
    /// [`Loop::restore`] make sense.
    #[inline]
    pub fn tick<O: Outside>(&mut self, handlers: &[usize], outside: &mut O) -> Outcome {
        let Some(root) = self.root else {
            return Outcome::Stopped;
        };
        self.begin(outside);
        if !handlers.is_empty() && !self.run_handlers(handlers) {
            return Outcome::Stopped;
        }
        if !self.take_inputs(outside) {
            return Outcome::Stopped;
        }
        self.run(root);
        let fine = self.memory.bytes()[self.fine] != 0;
        self.end(fine)
    }

    #[inline]
    fn begin<O: Outside>(&mut self, outside: &mut O) {
        let fuel = self.fuel as i64;
        let header = self.memory.header();
        header.listen(outside);
        header.status = 0;
        header.violated = 0;
        header.fuel = fuel;
        header.unwound.clear();
    }

    /// Whether all came to their end.
    fn run_handlers(&mut self, handlers: &[usize]) -> bool {
        let Some(roots) = &self.code.loop_roots else {
            return false;
        };
        handlers.iter().all(|index| {
            if let Some(root) = roots.handlers.get(*index) {
                self.run(*root);
            }
            self.memory.header().status == 0
        })
    }

    /// Has the inputs written; false if there is none.
    #[inline]
    fn take_inputs<O: Outside>(&mut self, outside: &mut O) -> bool {
        for index in 0..self.parameters.len() {
            let (site, place) = self.parameters[index].clone();
            if !outside.input(site, &mut self.memory.bytes_mut()[place]) {
                self.refuse_input();
                return false;
            }
        }
        true
    }

    #[cold]
    fn refuse_input(&mut self) {
        let at = self.code.plan.the_loop.as_ref().map_or(0, |l| l.phase);
        write_word(self.memory.bytes_mut(), at as usize, 4, TICK.into());
        self.memory.header().status = NO_INPUT as u32 + 1;
    }

    #[inline]
    fn run(&mut self, root: Root) {
        call(&mut self.memory, root, self.code.map.kept.end, 0);
    }

    #[inline]
    fn end(&mut self, fine: bool) -> Outcome {
        let header = self.memory.header();
        match (header.status, header.violated == 0 && fine) {
            (0, true) => Outcome::Fine,
            (0, false) => Outcome::Violated,
            _ => Outcome::Stopped,
        }
    }

    fn phase(&self) -> Phase {
        let at = self.code.plan.the_loop.as_ref().map_or(0, |l| l.phase);
        let phase = read_word(self.memory.bytes(), at as usize, 4);
        decode_phase(phase.unwrap_or_default() as u32)
    }

    // --- what happened

    /// Why the run stopped, and in what phase; no stop if only the one who gave the inputs knows.
    pub fn stop(&mut self) -> Option<(Phase, Option<Stop>)> {
        let (code, phase) = (self.code, self.phase());
        let header = self.memory.header();
        let site = (header.status as usize).checked_sub(1)?;
        let stop = code.sites.explain(code.program, site, &header.unwound);
        Some((phase, stop))
    }

    /// The kind of the stop, without the details.
    pub fn cause(&mut self) -> Option<Cause> {
        let site = (self.memory.header().status as usize).checked_sub(1)?;
        Some(self.code.sites.stops[site].cause)
    }

    /// What the monitors said, as far as they were asked.
    pub fn answers(&mut self) -> &[u8] {
        let status = self.memory.header().status;
        let Some(the_loop) = &self.code.plan.the_loop else {
            return &[];
        };
        let asked = match (status, self.phase()) {
            (0, _) => the_loop.monitors.len(),
            (_, Phase::Monitor(index)) => index,
            _ => 0,
        };
        let first = the_loop.answers as usize;
        &self.memory.bytes()[first..first + asked]
    }

    // --- the state

    /// Bytes of a snapshot.
    pub fn snapshot_size(&self) -> usize {
        self.code.map.kept.len()
    }

    /// All that the future depends on.
    pub fn snapshot(&self) -> &[u8] {
        &self.memory.bytes()[self.code.map.kept.clone()]
    }

    /// Goes back to a snapshot of a loop with the same code.
    pub fn restore(&mut self, snapshot: &[u8]) {
        let kept = self.code.map.kept.clone();
        self.memory.bytes_mut()[kept].copy_from_slice(snapshot);
    }

    /// Whether a block was executed or a comparison came closer to its other outcome than ever before, since this was
    /// asked the last time; only if compiled so.
    #[inline]
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.memory.header().news) != 0
    }

    /// The smallest distances so far; the largest number where there is none.
    pub fn distances(&self) -> &[u64] {
        &self.distances
    }

    /// One byte for each block of the code, set when it was executed; only if compiled so.
    pub fn coverage(&mut self) -> &mut [u8] {
        let blocks = self.code.plan.blocks.clone();
        &mut self.memory.bytes_mut()[blocks.start as usize..blocks.end as usize]
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.memory.bytes()
    }

    pub fn state(&self) -> Option<Value> {
        let (at, ty) = self.code.plan.the_loop.as_ref()?.state?;
        Some(self.reader().read(at as usize, ty))
    }

    /// The value of a named local of a superloop.
    pub fn local(&self, local: LocalId) -> Value {
        let body = self.code.plan.the_loop.as_ref().map(|l| l.body.func);
        let func = body.and_then(|body| self.code.program.func(body).ok());
        let ty = func.and_then(|func| func.local_type(local).ok());
        match (self.code.local_at(local), ty) {
            (Some(at), Some(ty)) => self.reader().read(at, ty),
            _ => Value::Undefined,
        }
    }

    pub fn read_static(&self, id: StaticId) -> Value {
        let at = self.code.plan.statics.get(id.0 as usize);
        match (at, self.code.program.static_of(id)) {
            (Some(at), Ok(item)) => self.reader().read(*at as usize, item.ty),
            _ => Value::Undefined,
        }
    }

    fn reader(&self) -> Reader<'_> {
        Reader::new(self.code.placed(), self.memory.bytes())
    }
}

/// Sites and places of the inputs that the host writes before a tick.
fn parameters(code: &Code<'_>) -> Vec<(usize, Range<usize>)> {
    let sites = code.sites.inputs.iter().enumerate();
    let sites = sites.filter(|(_, site)| site.is_parameter);
    let inputs = code.plan.the_loop.iter().flat_map(|l| &l.inputs);
    let place = |at: u32, size: usize| at as usize..at as usize + size;
    sites
        .zip(inputs)
        .map(|((index, site), input)| (index, place(input.at, site.size)))
        .collect()
}

impl Code<'_> {
    pub fn inputs(&self) -> &[InputSite] {
        &self.sites.inputs
    }

    pub fn properties(&self) -> &[PropertySite] {
        &self.sites.properties
    }
}

/// Enters native code.
#[inline]
pub(super) fn call(memory: &mut Memory, root: Root, first_free: usize, args: usize) {
    let here = 0u8;
    let limit = (&raw const here as u64).saturating_sub(HOST_STACK);
    memory.header().host_limit = limit;
    // SAFETY: the code was made for a memory of this map, and whoever listens is borrowed until it returns.
    unsafe { root(memory.base(), first_free as u64, args as u64) };
}
