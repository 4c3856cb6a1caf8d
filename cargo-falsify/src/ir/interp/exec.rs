//! The loop that executes code.

use super::code::{Base, Op, Src};
use super::{CallSite, Frame, InputRequest, Machine, Observation, Panic, Stop, World, ROOT};
use crate::bv;
use crate::ir::{FuncId, PanicKind, Type, TypeId, Value};

/// Why execution came back without an error.
pub enum Pause {
    Returned,
    /// At a mark of a superloop; go on at the given operation.
    TickStart(usize),
    TickEnd(usize),
}

impl Machine<'_> {
    /// Executes from `pc` until the frame above `floor` returns.
    pub(super) fn exec(
        &mut self,
        floor: usize,
        pc: usize,
        world: &mut dyn World,
    ) -> Result<Pause, Stop> {
        if self.memory.defined.is_some() {
            self.steps::<true>(floor, pc, world)
        } else {
            self.steps::<false>(floor, pc, world)
        }
    }

    fn steps<const CHECKED: bool>(
        &mut self,
        floor: usize,
        mut pc: usize,
        world: &mut dyn World,
    ) -> Result<Pause, Stop> {
        let mut base = self.frames[self.frames.len() - 1].base;
        loop {
            if self.fuel == 0 {
                return Err(Stop::OutOfFuel);
            }
            self.fuel -= 1;
            let op = self.code.ops[pc];
            pc += 1;
            match op {
                Op::Move { dst, src } => {
                    let word = self.get::<CHECKED>(base, pc, src)?;
                    self.set::<CHECKED>(base, dst, word);
                }
                Op::Copy { dst, src, size } => {
                    let src = base + src as usize;
                    self.copy::<CHECKED>(src, base + dst as usize, size as usize);
                }
                Op::Constants { dst, first, size } => {
                    for index in 0..size {
                        let word = self.code.pool[(first + index) as usize];
                        self.set::<CHECKED>(base, dst + index, word);
                    }
                }
                Op::Load { dst, from, size } => {
                    let from = self.address::<CHECKED>(base, pc, from)?;
                    self.in_memory(pc, from, size)?;
                    self.copy::<CHECKED>(from, base + dst as usize, size as usize);
                }
                Op::Store { to, src, size } => {
                    let to = self.address::<CHECKED>(base, pc, to)?;
                    self.in_memory(pc, to, size)?;
                    self.copy::<CHECKED>(base + src as usize, to, size as usize);
                }
                Op::Address { dst, of } => {
                    let address = self.address::<CHECKED>(base, pc, of)?;
                    self.set::<CHECKED>(base, dst, address as u128);
                }
                Op::Element {
                    dst,
                    of,
                    index,
                    stride,
                    len,
                } => {
                    let index = self.get::<CHECKED>(base, pc, index)?;
                    if index >= u128::from(len) {
                        return Err(self.bug(pc, format!("index {index} of {len}")));
                    }
                    let start = self.address::<CHECKED>(base, pc, of)?;
                    let address = start as u128 + index * u128::from(stride);
                    self.set::<CHECKED>(base, dst, address);
                }
                Op::SliceElement {
                    dst,
                    slice,
                    index,
                    stride,
                } => {
                    let index = self.get::<CHECKED>(base, pc, index)?;
                    let (start, len) = self.slice::<CHECKED>(base, pc, slice)?;
                    let address = self.element_address(pc, start, len, index, stride)?;
                    self.set::<CHECKED>(base, dst, address);
                }
                Op::SliceElementFromEnd {
                    dst,
                    slice,
                    back,
                    stride,
                } => {
                    let (start, len) = self.slice::<CHECKED>(base, pc, slice)?;
                    let index = len.wrapping_sub(back.into());
                    let address = self.element_address(pc, start, len, index, stride)?;
                    self.set::<CHECKED>(base, dst, address);
                }
                Op::SlicePart {
                    dst,
                    slice,
                    start,
                    len,
                    stride,
                } => {
                    let (address, whole) = self.slice::<CHECKED>(base, pc, slice)?;
                    let start = self.get::<CHECKED>(base, pc, start)?;
                    let len = self.get::<CHECKED>(base, pc, len)?;
                    if start.checked_add(len).is_none_or(|end| end > whole) {
                        return Err(self.bug(pc, format!("part {start}..+{len} of {whole}")));
                    }
                    let part = address.wrapping_add(start.wrapping_mul(stride.into()));
                    self.set::<CHECKED>(base, dst, part);
                    self.set::<CHECKED>(base, dst + 1, len);
                }
                Op::MakeSlice { dst, array, len } => {
                    let address = self.get::<CHECKED>(base, pc, array)?;
                    self.set::<CHECKED>(base, dst, address);
                    self.set::<CHECKED>(base, dst + 1, len.into());
                }
                Op::ArrayAt { dst, slice, len } => {
                    let (address, whole) = self.slice::<CHECKED>(base, pc, slice)?;
                    if whole < u128::from(len) {
                        return Err(self.bug(pc, format!("array of {len} in a slice of {whole}")));
                    }
                    self.set::<CHECKED>(base, dst, address);
                }
                Op::Unary { op, ty, dst, a } => {
                    let a = self.get::<CHECKED>(base, pc, a)?;
                    self.set::<CHECKED>(base, dst, op.eval(ty, a));
                }
                Op::Binary {
                    op,
                    left,
                    right,
                    dst,
                    a,
                    b,
                } => {
                    let a = self.get::<CHECKED>(base, pc, a)?;
                    let b = self.get::<CHECKED>(base, pc, b)?;
                    self.set::<CHECKED>(base, dst, op.eval(left, a, right, b));
                }
                Op::Cast { from, to, dst, a } => {
                    let a = self.get::<CHECKED>(base, pc, a)?;
                    self.set::<CHECKED>(base, dst, bv::cast(from, to, a));
                }
                Op::Discriminant {
                    dst,
                    variant,
                    table,
                } => {
                    let variant = self.get::<CHECKED>(base, pc, variant)?;
                    let value = self.discriminant(pc, table, variant)?;
                    self.set::<CHECKED>(base, dst, value);
                }
                Op::Repeat { dst, size, count } => {
                    let first = base + dst as usize;
                    for copy in 1..count as usize {
                        let to = first + copy * size as usize;
                        self.copy::<CHECKED>(first, to, size as usize);
                    }
                }
                Op::Call { func, frame } => {
                    base += frame as usize;
                    pc = self.enter(func, base, pc)?;
                }
                Op::CallIndirect { func, ty, frame } => {
                    let func = self.get::<CHECKED>(base, pc, func)?;
                    let func = self.callee(pc, func, ty)?;
                    base += frame as usize;
                    pc = self.enter(func, base, pc)?;
                }
                Op::Check {
                    cond,
                    expected,
                    kind,
                } => {
                    let cond = self.get::<CHECKED>(base, pc, cond)?;
                    if (cond != 0) != expected {
                        return Err(self.panic(pc, kind));
                    }
                }
                Op::Property { name, cond } => {
                    let cond = self.get::<CHECKED>(base, pc, cond)?;
                    world.property(name, cond != 0, self.code.spans[pc - 1]);
                }
                Op::Assume { cond } => {
                    if self.get::<CHECKED>(base, pc, cond)? == 0 {
                        return Err(Stop::AssumeFailed(self.code.spans[pc - 1]));
                    }
                }
                Op::Input { dst, site } => self.input(base + dst as usize, site, pc, world)?,
                Op::Output { site } => self.output(base, site, pc, world),
                Op::Observe { site } => self.observe(base, site, pc),
                Op::Observed { site } => self.observed(base, site),
                Op::TickStart => return Ok(Pause::TickStart(pc)),
                Op::TickEnd => return Ok(Pause::TickEnd(pc)),
                Op::Goto { to } => pc = to as usize,
                Op::Branch {
                    on,
                    value,
                    then,
                    otherwise,
                } => {
                    let on = self.get::<CHECKED>(base, pc, on)?;
                    let value = self.get::<CHECKED>(base, pc, value)?;
                    pc = if on == value { then } else { otherwise } as usize;
                }
                Op::Switch {
                    on,
                    table,
                    otherwise,
                } => {
                    let on = self.get::<CHECKED>(base, pc, on)?;
                    let cases = &self.code.switches[table as usize];
                    let found = cases.binary_search_by_key(&on, |case| case.0);
                    pc = found.map_or(otherwise, |index| cases[index].1) as usize;
                }
                Op::Return => {
                    let Some(frame) = self.frames.pop() else {
                        return Ok(Pause::Returned);
                    };
                    if self.frames.len() <= floor {
                        return Ok(Pause::Returned);
                    }
                    pc = frame.return_pc as usize;
                    base = self.frames[self.frames.len() - 1].base;
                }
                Op::Panic { kind } => return Err(self.panic(pc, kind)),
                Op::Unreachable => {
                    return Err(self.bug(pc, "control came to an unreachable point".into()))
                }
            }
        }
    }

    #[inline(always)]
    fn get<const CHECKED: bool>(&self, base: usize, pc: usize, src: Src) -> Result<u128, Stop> {
        match src.resolve() {
            Ok(slot) => {
                if CHECKED && !self.is_defined(base + slot) {
                    return Err(self.undefined(pc));
                }
                Ok(self.memory.words[base + slot])
            }
            Err(index) => Ok(self.code.pool[index]),
        }
    }

    #[inline(always)]
    fn set<const CHECKED: bool>(&mut self, base: usize, dst: u32, word: u128) {
        let at = base + dst as usize;
        self.memory.words[at] = word;
        if CHECKED {
            if let Some(defined) = &mut self.memory.defined {
                defined[at] = true;
            }
        }
    }

    #[inline(always)]
    fn copy<const CHECKED: bool>(&mut self, from: usize, to: usize, size: usize) {
        let words = &mut self.memory.words;
        match size {
            1 => words[to] = words[from],
            _ => words.copy_within(from..from + size, to),
        }
        if CHECKED {
            if let Some(defined) = &mut self.memory.defined {
                defined.copy_within(from..from + size, to);
            }
        }
    }

    fn is_defined(&self, at: usize) -> bool {
        self.memory.defined.as_ref().is_none_or(|d| d[at])
    }

    #[inline(always)]
    fn address<const CHECKED: bool>(
        &self,
        base: usize,
        pc: usize,
        place: Base,
    ) -> Result<usize, Stop> {
        match place {
            Base::Frame(slot) => Ok(base + slot as usize),
            Base::Static(address) => Ok(address as usize),
            Base::Via(slot, offset) => {
                let address = self.get::<CHECKED>(base, pc, Src::slot(slot))?;
                Ok((address as usize).wrapping_add(offset as usize))
            }
        }
    }

    /// Only a reference that was never written can lead outside.
    #[inline(always)]
    fn in_memory(&self, pc: usize, address: usize, size: u32) -> Result<(), Stop> {
        let end = address.wrapping_add(size as usize);
        if end <= self.memory.words.len() && address <= end {
            return Ok(());
        }
        Err(self.undefined(pc))
    }

    fn slice<const CHECKED: bool>(
        &self,
        base: usize,
        pc: usize,
        slot: u32,
    ) -> Result<(u128, u128), Stop> {
        let address = self.get::<CHECKED>(base, pc, Src::slot(slot))?;
        let len = self.get::<CHECKED>(base, pc, Src::slot(slot + 1))?;
        Ok((address, len))
    }

    fn element_address(
        &self,
        pc: usize,
        start: u128,
        len: u128,
        index: u128,
        stride: u32,
    ) -> Result<u128, Stop> {
        if index >= len {
            return Err(self.bug(pc, format!("index {index} of a slice of {len}")));
        }
        Ok(start.wrapping_add(index.wrapping_mul(stride.into())))
    }

    fn discriminant(&self, pc: usize, table: u32, variant: u128) -> Result<u128, Stop> {
        let table = &self.code.discriminants[table as usize];
        let value = usize::try_from(variant).ok().and_then(|v| table.get(v));
        let value = value.copied();
        value.ok_or_else(|| self.bug(pc, format!("there is no variant {variant}")))
    }

    /// Makes a frame; gives the start of the function's code.
    #[inline]
    fn enter(&mut self, func: FuncId, base: usize, return_pc: usize) -> Result<usize, Stop> {
        let entry = self.entry(func)?;
        if self.frames.len() >= self.limits.frames {
            return Err(Stop::StackOverflow);
        }
        let end = base + entry.reserve as usize;
        self.reserve(end)?;
        self.memory.undefine(base + entry.params as usize, end);
        self.frames.push(Frame {
            func,
            base,
            return_pc: return_pc as u32,
        });
        Ok(entry.pc as usize)
    }

    /// The function that a pointer of the type denotes.
    fn callee(&self, pc: usize, word: u128, ty: TypeId) -> Result<FuncId, Stop> {
        let func = usize::try_from(word).ok();
        let func = func.and_then(|index| self.program.funcs.get(index));
        let fits = func.is_some_and(|func| match self.program.ty(ty) {
            Ok(Type::FnPtr { params, ret }) => {
                func.param_types().eq(params.iter().copied())
                    && func.local_type(func.ret()) == Ok(*ret)
            }
            _ => false,
        });
        if fits {
            return Ok(FuncId(word as u32));
        }
        Err(self.bug(pc, format!("function pointer {word} is not of its type")))
    }

    fn input(
        &mut self,
        to: usize,
        site: u32,
        pc: usize,
        world: &mut dyn World,
    ) -> Result<(), Stop> {
        let site = &self.code.inputs[site as usize];
        let request = InputRequest {
            source: site.source,
            ty: site.ty,
            range: site.range.as_ref(),
            tick: self.tick,
            span: self.code.spans[pc - 1],
        };
        let value = world.input(&request);
        let value = value.ok_or(Stop::MissingInput(site.source))?;
        let words = self.input_words(&request, &value)?;
        self.memory.write(to, &words);
        Ok(())
    }

    /// Words of an input, if it is one of its type and range.
    pub(super) fn input_words(
        &self,
        request: &InputRequest<'_>,
        value: &Value,
    ) -> Result<super::values::Words, Stop> {
        let invalid = |why: String| Stop::InvalidInput(request.source, why);
        let mut no_room = |_| Err("an input refers outside the statics".to_owned());
        let words = super::values::words(self.context(), value, request.ty, &mut no_room)
            .map_err(invalid)?;
        if !self.program.is_possible(request.ty, value) {
            return Err(invalid("no such value is possible".into()));
        }
        let scalar = self.program.ty(request.ty).map_err(invalid)?.scalar();
        if let (Some(range), Some(scalar), Value::Scalar(bits)) = (request.range, scalar, value) {
            if !in_range(scalar, range, *bits) {
                return Err(invalid(format!("{bits} is out of range")));
            }
        }
        Ok(words)
    }

    fn output(&self, base: usize, site: u32, pc: usize, world: &mut dyn World) {
        let site = &self.code.outputs[site as usize];
        let places = site.args.iter();
        let values: Vec<_> = places
            .map(|(slot, ty)| self.read(base + *slot as usize, *ty))
            .collect();
        world.output(site.event, &values, self.code.spans[pc - 1]);
    }

    #[cold]
    fn observe(&mut self, base: usize, site: u32, pc: usize) {
        let site = &self.code.sites[site as usize];
        let operands = self.values_at(base, &site.slots);
        self.log.push(Observation {
            func: site.func,
            block: site.block,
            statement: site.statement,
            span: self.code.spans[pc - 1],
            depth: self.frames.len(),
            operands,
            result: None,
        });
    }

    #[cold]
    fn observed(&mut self, base: usize, site: u32) {
        let site = &self.code.sites[site as usize];
        let depth = self.frames.len();
        if let Some(result) = self.values_at(base, &site.slots).pop() {
            self.log.finish(site, depth, result);
        }
    }

    fn values_at(&self, base: usize, slots: &[(u32, TypeId)]) -> Vec<(TypeId, Value)> {
        let value = |&(slot, ty): &(u32, TypeId)| (ty, self.read(base + slot as usize, ty));
        slots.iter().map(value).collect()
    }

    /// The panic of the operation before `pc`.
    fn panic(&self, pc: usize, kind: PanicKind) -> Stop {
        let mut span = self.code.spans[pc - 1];
        let mut tracked = true;
        let mut calls = Vec::new();
        for (level, frame) in self.frames.iter().enumerate().rev() {
            if frame.return_pc == ROOT {
                break;
            }
            let call = CallSite {
                caller: self.frames[level - 1].func,
                span: self.code.spans[frame.return_pc as usize - 1],
            };
            tracked &= self.program.funcs[frame.func.0 as usize].track_caller;
            if tracked {
                span = call.span;
            }
            calls.push(call);
        }
        Stop::Panicked(Panic {
            kind,
            span,
            func: self.frames[self.frames.len() - 1].func,
            calls,
        })
    }

    #[cold]
    fn undefined(&self, pc: usize) -> Stop {
        self.bug(pc, "an undefined place is read".into())
    }

    #[cold]
    fn bug(&self, pc: usize, message: String) -> Stop {
        let func = self.frames.last().map(|frame| frame.func);
        let name = func.map_or("?", |f| self.program.funcs[f.0 as usize].name.as_str());
        let span = self.code.spans[pc - 1];
        Stop::Bug(format!(
            "{name} @{}:{}-{}: {message}",
            span.file.0, span.lo, span.hi
        ))
    }
}

/// Whether bits are within inclusive bounds; a bound that is no scalar holds nothing out.
fn in_range(scalar: bv::Scalar, range: &(Value, Value), bits: u128) -> bool {
    let at_least = |low: u128| scalar.order(low, bits).is_some_and(|o| o.is_le());
    let at_most = |high: u128| scalar.order(bits, high).is_some_and(|o| o.is_le());
    match range {
        (Value::Scalar(low), Value::Scalar(high)) => at_least(*low) && at_most(*high),
        _ => true,
    }
}
