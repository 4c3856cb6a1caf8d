//! Compiled functions that are called one by one, with values of the IR.

use super::code::Code;
use super::emit::call_places;
use super::memory::Memory;
use super::observe::Observer;
use super::run::{call, FUEL};
use super::values::{Encoder, Reader};
use crate::ir::interp::{Stop, World};
use crate::ir::{FuncId, Value};

/// Functions with a memory of their own: what one call leaves in statics, the next one finds.
pub struct Functions<'c> {
    code: &'c Code<'c>,
    memory: Memory,
    fuel: u64,
}

impl<'c> Functions<'c> {
    pub fn new(code: &'c Code<'c>) -> Functions<'c> {
        let mut memory = Memory::new(&code.map);
        let image = &code.plan.image;
        memory.bytes_mut()[..image.len()].copy_from_slice(image);
        Functions {
            code,
            memory,
            fuel: FUEL,
        }
    }

    /// How many rounds of loops and recursive calls a call may take.
    pub fn set_fuel(&mut self, fuel: u64) {
        self.fuel = fuel.min(i64::MAX as u64);
    }

    /// Calls a function and gives its result.
    pub fn call(
        &mut self,
        func: FuncId,
        args: &[Value],
        world: &mut dyn World,
    ) -> Result<Value, Stop> {
        let code = self.code;
        let root = code.calls.get(&func);
        let (root, need) = *root.ok_or_else(|| Stop::Bug(format!("{func} was not compiled")))?;
        let callee = &code.program.funcs[func.0 as usize];
        let ret = callee.local_type(callee.ret()).map_err(Stop::Bug)?;
        let places = call_places(&code.layouts, callee.param_types(), ret);
        let (places, result, size) = places.map_err(|why| Stop::Bug(why.0))?;
        let start = code.map.kept.end;
        let mut encoder = Encoder {
            placed: code.placed(),
            bytes: self.memory.bytes_mut(),
            room: Some((start + size as usize + 1).next_multiple_of(16)),
        };
        for ((value, ty), at) in args.iter().zip(callee.param_types()).zip(places) {
            encoder
                .value(start + at as usize, value, ty)
                .map_err(Stop::Bug)?;
        }
        let first_free = encoder.room.unwrap_or_default();
        if first_free + need as usize > code.map.window {
            return Err(Stop::StackOverflow);
        }
        self.enter(root, first_free, start, world)?;
        let mut reader = Reader::new(code.placed(), self.memory.bytes());
        Ok(reader.read(start + result as usize, ret))
    }

    fn enter(
        &mut self,
        root: super::code::Root,
        first_free: usize,
        args: usize,
        world: &mut dyn World,
    ) -> Result<(), Stop> {
        let mut observer = Observer::new(self.code, world, 0);
        let header = self.memory.header();
        header.listen(&mut observer);
        header.status = 0;
        header.fuel = self.fuel as i64;
        header.unwound.clear();
        call(&mut self.memory, root, first_free, args);
        let failure = observer.failure;
        let header = self.memory.header();
        let Some(site) = (header.status as usize).checked_sub(1) else {
            return Ok(());
        };
        let stop = self
            .code
            .sites
            .explain(self.code.program, site, &header.unwound);
        Err(stop.or(failure).unwrap_or(Stop::OutOfFuel))
    }
}
