//! Functions to the interpreter's code. What is malformed becomes an error here, before it runs.

use super::code::{Base, Code, Entry, InputSite, Op, OutputSite, Src};
use super::layout::Layouts;
use super::observe::{self, Site};
use super::values;
use crate::bv;
use crate::ir::{
    print, Block, BlockId, Func, FuncId, LocalId, Operand, Place, Program, Projection, Root,
    Rvalue, Statement, StaticId, Terminator, Type, TypeId, Value,
};
use crate::source::Span;

/// What compiling needs to know of the machine.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub program: &'a Program,
    pub layouts: &'a Layouts,
    /// Address of each static.
    pub statics: &'a [u32],
}

type Compiled<T> = Result<T, String>;

/// Offsets of a function's locals in its frame, in order, and their total size.
pub fn local_offsets(context: Context<'_>, func: &Func) -> Compiled<(Vec<u32>, u32)> {
    let mut offsets = Vec::with_capacity(func.locals.len());
    let mut next = 0u32;
    for local in &func.locals {
        offsets.push(next);
        let end = next.checked_add(context.layouts.size(local.ty)?);
        next = end
            .filter(|end| *end < 1 << 30)
            .ok_or("the frame is too large")?;
    }
    Ok((offsets, next))
}

/// Offset of the result, and the end of parameters and result, in the frame of a callee.
fn outgoing(context: Context<'_>, params: &[TypeId], ret: TypeId) -> Compiled<(u32, u32)> {
    let at = context.layouts.field_offset(params, params.len() as u32)?;
    Ok((at, at + context.layouts.size(ret)?))
}

/// Adds the code of a function.
pub fn compile(context: Context<'_>, code: &mut Code, id: FuncId) -> Compiled<Entry> {
    let func = context.program.func(id)?;
    let in_function = |error| format!("{}: {error}", func.name);
    if func.locals.len() <= func.params as usize || func.blocks.is_empty() {
        return Err(in_function("the function has no result or no body".into()));
    }
    let (offsets, locals) = local_offsets(context, func).map_err(in_function)?;
    // Where callees' frames begin is known only after all temporaries are: so twice.
    let mut scratch = Code {
        watched: code.watched.clone(),
        ..Code::default()
    };
    let frame = Compiler::new(context, &mut scratch, id, &offsets, locals, 0)?
        .run()
        .map_err(in_function)?
        .frame;
    let mut entry = Compiler::new(context, code, id, &offsets, locals, frame)?
        .run()
        .map_err(in_function)?;
    entry.params = offsets[func.params as usize];
    Ok(entry)
}

struct Compiler<'a> {
    context: Context<'a>,
    code: &'a mut Code,
    id: FuncId,
    func: &'a Func,
    offsets: &'a [u32],
    locals: u32,
    /// Where callees' frames begin.
    frame: u32,
    temps: u32,
    max_temps: u32,
    max_outgoing: u32,
    span: Span,
}

impl<'a> Compiler<'a> {
    fn new(
        context: Context<'a>,
        code: &'a mut Code,
        id: FuncId,
        offsets: &'a [u32],
        locals: u32,
        frame: u32,
    ) -> Compiled<Compiler<'a>> {
        let func = context.program.func(id)?;
        Ok(Compiler {
            context,
            code,
            id,
            func,
            offsets,
            locals,
            frame,
            temps: 0,
            max_temps: 0,
            max_outgoing: 0,
            span: func.span,
        })
    }

    fn run(mut self) -> Compiled<Entry> {
        let pc = self.code.ops.len() as u32;
        let mut starts = Vec::with_capacity(self.func.blocks.len());
        for (index, block) in self.func.blocks.iter().enumerate() {
            starts.push(self.code.ops.len() as u32);
            self.block(BlockId(index as u32), block)
                .map_err(|error| format!("b{index}: {error}"))?;
        }
        self.resolve_jumps(pc, &starts)?;
        let frame = self.locals + self.max_temps;
        Ok(Entry {
            pc,
            params: 0,
            frame,
            reserve: frame + self.max_outgoing,
        })
    }

    fn block(&mut self, id: BlockId, block: &Block) -> Compiled<()> {
        let watched = self.code.watched.contains(&self.id);
        for (index, (statement, span)) in block.statements.iter().enumerate() {
            self.span = *span;
            if watched {
                self.observe(id, index, &observe::operands(statement))?;
            }
            self.temps = 0;
            self.statement(statement)?;
            if let Some(dest) = observe::written(statement).filter(|_| watched) {
                self.observe_result(id, index, dest)?;
            }
        }
        self.temps = 0;
        let terminator = block.terminator.as_ref();
        self.terminator(terminator.ok_or("the block has no terminator")?)
    }

    fn observe(&mut self, block: BlockId, index: usize, operands: &[Operand]) -> Compiled<()> {
        self.temps = 0;
        let site = self.site(block, index, operands)?;
        self.emit(Op::Observe { site });
        Ok(())
    }

    fn observe_result(&mut self, block: BlockId, index: usize, dest: &Place) -> Compiled<()> {
        self.temps = 0;
        let site = self.site(block, index, &[Operand::Copy(dest.clone())])?;
        self.emit(Op::Observed { site });
        Ok(())
    }

    fn site(&mut self, block: BlockId, statement: usize, values: &[Operand]) -> Compiled<u32> {
        let slots: Compiled<Vec<_>> = values.iter().map(|it| self.operand(it)).collect();
        self.code.sites.push(Site {
            func: self.id,
            block,
            statement,
            slots: slots?,
        });
        Ok(self.code.sites.len() as u32 - 1)
    }

    /// Jumps were emitted with block numbers.
    fn resolve_jumps(&mut self, first: u32, starts: &[u32]) -> Compiled<()> {
        let start = |block: u32| -> Compiled<u32> {
            let found = starts.get(block as usize).copied();
            found.ok_or_else(|| format!("there is no block {}", BlockId(block)))
        };
        for op in &mut self.code.ops[first as usize..] {
            match op {
                Op::Goto { to } => *to = start(*to)?,
                Op::Branch {
                    then, otherwise, ..
                } => {
                    *then = start(*then)?;
                    *otherwise = start(*otherwise)?;
                }
                Op::Switch {
                    table, otherwise, ..
                } => {
                    *otherwise = start(*otherwise)?;
                    for (_, target) in &mut self.code.switches[*table as usize] {
                        *target = start(*target)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.spans.push(self.span);
    }

    fn temp(&mut self, size: u32) -> Compiled<u32> {
        let slot = self.locals + self.temps;
        let end = self.temps.checked_add(size).filter(|end| *end < 1 << 30);
        self.temps = end.ok_or("the frame is too large")?;
        self.max_temps = self.max_temps.max(self.temps);
        Ok(slot)
    }

    fn ty(&self, id: TypeId) -> Compiled<&'a Type> {
        self.context.program.ty(id)
    }

    fn show(&self, ty: &Type) -> String {
        print::shape(self.context.program, ty).to_string()
    }

    fn size(&self, ty: TypeId) -> Compiled<u32> {
        self.context.layouts.size(ty)
    }

    fn constant(&mut self, word: u128) -> Src {
        self.code.pool.push(word);
        Src::constant(self.code.pool.len() - 1)
    }

    fn statement(&mut self, statement: &Statement) -> Compiled<()> {
        match statement {
            Statement::Assign(dest, value) => self.assign(dest, value),
            Statement::Call { dest, func, args } => self.call(dest, *func, args),
            Statement::CallIndirect { dest, func, args } => self.call_indirect(dest, func, args),
            Statement::Check {
                cond,
                expected,
                kind,
            } => {
                let cond = self.bool(cond)?;
                self.emit(Op::Check {
                    cond,
                    expected: *expected,
                    kind: *kind,
                });
                Ok(())
            }
            Statement::Property { name, cond } => {
                let cond = self.bool(cond)?;
                self.emit(Op::Property { name: *name, cond });
                Ok(())
            }
            Statement::Cover(_) => Ok(()),
            Statement::Assume(cond) => {
                let cond = self.bool(cond)?;
                self.emit(Op::Assume { cond });
                Ok(())
            }
            Statement::Input {
                dest,
                source,
                range,
            } => self.input(dest, *source, range.clone()),
            Statement::Output { event, args } => self.output(*event, args),
            Statement::TickStart => {
                self.emit(Op::TickStart);
                Ok(())
            }
            Statement::TickEnd => {
                self.emit(Op::TickEnd);
                Ok(())
            }
        }
    }

    fn terminator(&mut self, terminator: &Terminator) -> Compiled<()> {
        match terminator {
            Terminator::Goto(block) => self.emit(Op::Goto { to: block.0 }),
            Terminator::Switch {
                on,
                targets,
                otherwise,
            } => self.switch(on, targets, *otherwise)?,
            Terminator::Return => self.emit(Op::Return),
            Terminator::Panic(kind, span) => {
                self.span = *span;
                self.emit(Op::Panic { kind: *kind });
            }
            Terminator::Unreachable => self.emit(Op::Unreachable),
        }
        Ok(())
    }

    fn switch(
        &mut self,
        on: &Operand,
        targets: &[(u128, BlockId)],
        otherwise: BlockId,
    ) -> Compiled<()> {
        let (on, _) = self.scalar(on)?;
        let otherwise = otherwise.0;
        match targets {
            [] => self.emit(Op::Goto { to: otherwise }),
            [(value, then)] => {
                let value = self.constant(*value);
                self.emit(Op::Branch {
                    on,
                    value,
                    then: then.0,
                    otherwise,
                });
            }
            _ => {
                let mut cases: Vec<_> = targets.iter().map(|(v, b)| (*v, b.0)).collect();
                cases.sort_unstable();
                self.code.switches.push(cases);
                let table = self.code.switches.len() as u32 - 1;
                self.emit(Op::Switch {
                    on,
                    table,
                    otherwise,
                });
            }
        }
        Ok(())
    }

    // --- places and operands

    /// Where a place is. Emits what finds out, if that depends on the run.
    fn place(&mut self, place: &Place) -> Compiled<(Base, TypeId)> {
        let (mut base, mut ty) = self.root(place.root)?;
        for step in &place.path {
            let next = self.context.program.projected_type(self.func, ty, *step)?;
            base = self.project(base, ty, *step)?;
            ty = next;
        }
        Ok((base, ty))
    }

    fn root(&self, root: Root) -> Compiled<(Base, TypeId)> {
        match root {
            Root::Local(local) => {
                let ty = self.func.local_type(local)?;
                Ok((Base::Frame(self.local(local)?), ty))
            }
            Root::Static(id) => {
                let ty = self.context.program.static_of(id)?.ty;
                Ok((Base::Static(self.static_address(id)?), ty))
            }
        }
    }

    fn local(&self, id: LocalId) -> Compiled<u32> {
        let slot = self.offsets.get(id.0 as usize).copied();
        slot.ok_or_else(|| format!("there is no local {id}"))
    }

    fn static_address(&self, id: StaticId) -> Compiled<u32> {
        let address = self.context.statics.get(id.0 as usize).copied();
        address.ok_or_else(|| format!("there is no static {id}"))
    }

    fn project(&mut self, base: Base, ty: TypeId, step: Projection) -> Compiled<Base> {
        let program = self.context.program;
        let layouts = self.context.layouts;
        match (self.ty(ty)?, step) {
            (_, Projection::Field(field)) => {
                Ok(shifted(base, layouts.offset(program, ty, None, field)?))
            }
            (_, Projection::VariantField(variant, field)) => {
                let offset = layouts.offset(program, ty, Some(variant), field)?;
                Ok(shifted(base, offset))
            }
            (_, Projection::Deref) => {
                let slot = self.in_frame(base, 1)?;
                Ok(Base::Via(slot, 0))
            }
            (Type::Array(element, len), step) => self.element(base, *element, *len, step),
            (Type::Slice(element), step) => self.slice_element(base, *element, step),
            (other, step) => Err(format!("no projection {step:?} of {}", self.show(other))),
        }
    }

    fn element(
        &mut self,
        base: Base,
        element: TypeId,
        len: u64,
        step: Projection,
    ) -> Compiled<Base> {
        let stride = self.size(element)?;
        let index = match step {
            Projection::ConstIndex(at) => return Ok(shifted(base, at as u32 * stride)),
            Projection::ConstIndexFromEnd(back) => {
                return Ok(shifted(base, (len - back) as u32 * stride))
            }
            Projection::Index(local) => Src::slot(self.local(local)?),
            other => return Err(format!("no projection {other:?} of an array")),
        };
        let dst = self.temp(1)?;
        // An array of zero-sized elements may be longer than any memory.
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        self.emit(Op::Element {
            dst,
            of: base,
            index,
            stride,
            len,
        });
        Ok(Base::Via(dst, 0))
    }

    fn slice_element(&mut self, base: Base, element: TypeId, step: Projection) -> Compiled<Base> {
        let stride = self.size(element)?;
        let slice = self.in_frame(base, 2)?;
        let dst = self.temp(1)?;
        let op = match step {
            Projection::Index(local) => Op::SliceElement {
                dst,
                slice,
                index: Src::slot(self.local(local)?),
                stride,
            },
            Projection::ConstIndex(at) => Op::SliceElement {
                dst,
                slice,
                index: self.constant(at.into()),
                stride,
            },
            Projection::ConstIndexFromEnd(back) => Op::SliceElementFromEnd {
                dst,
                slice,
                back: u32::try_from(back).map_err(|_| "an index is too large")?,
                stride,
            },
            other => return Err(format!("no projection {other:?} of a slice")),
        };
        self.emit(op);
        Ok(Base::Via(dst, 0))
    }

    /// The slot of a place's words in this frame, loading them if they are elsewhere.
    fn in_frame(&mut self, base: Base, size: u32) -> Compiled<u32> {
        if let Base::Frame(slot) = base {
            return Ok(slot);
        }
        let dst = self.temp(size)?;
        self.emit(Op::Load {
            dst,
            from: base,
            size,
        });
        Ok(dst)
    }

    /// The slot of an operand's words in this frame.
    fn operand(&mut self, operand: &Operand) -> Compiled<(u32, TypeId)> {
        match operand {
            Operand::Copy(place) => {
                let (base, ty) = self.place(place)?;
                let size = self.size(ty)?;
                Ok((self.in_frame(base, size)?, ty))
            }
            Operand::Const(value, ty) => {
                let dst = self.temp(self.size(*ty)?)?;
                self.constants(dst, value, *ty)?;
                Ok((dst, *ty))
            }
        }
    }

    fn constants(&mut self, dst: u32, value: &Value, ty: TypeId) -> Compiled<()> {
        let first = self.code.pool.len() as u32;
        let words = values::constant_words(self.context, value, ty)?;
        self.code.pool.extend(&words);
        let size = words.len() as u32;
        if size > 0 {
            self.emit(Op::Constants { dst, first, size });
        }
        Ok(())
    }

    /// Writes an operand to a slot of the frame.
    fn operand_into(&mut self, dst: u32, operand: &Operand) -> Compiled<TypeId> {
        match operand {
            Operand::Copy(place) => {
                let (base, ty) = self.place(place)?;
                let size = self.size(ty)?;
                let is_scalar = self.ty(ty)?.scalar().is_some();
                self.copy_into(dst, base, size, is_scalar);
                Ok(ty)
            }
            Operand::Const(value, ty) => {
                self.constants(dst, value, *ty)?;
                Ok(*ty)
            }
        }
    }

    fn copy_into(&mut self, dst: u32, from: Base, size: u32, is_scalar: bool) {
        match from {
            _ if size == 0 => {}
            Base::Frame(slot) if is_scalar => self.emit(Op::Move {
                dst,
                src: Src::slot(slot),
            }),
            Base::Frame(src) => self.emit(Op::Copy { dst, src, size }),
            Base::Static(_) | Base::Via(..) => self.emit(Op::Load { dst, from, size }),
        }
    }

    /// An operand of one word.
    fn word(&mut self, operand: &Operand) -> Compiled<(Src, TypeId)> {
        if let Operand::Const(Value::Scalar(bits), ty) = operand {
            return Ok((self.constant(*bits), *ty));
        }
        let (slot, ty) = self.operand(operand)?;
        Ok((Src::slot(slot), ty))
    }

    fn scalar(&mut self, operand: &Operand) -> Compiled<(Src, bv::Scalar)> {
        let (src, ty) = self.word(operand)?;
        let found = self.ty(ty)?;
        let scalar = found.scalar();
        Ok((
            src,
            scalar.ok_or_else(|| format!("{} is not a scalar", self.show(found)))?,
        ))
    }

    fn bool(&mut self, operand: &Operand) -> Compiled<Src> {
        match self.scalar(operand)? {
            (src, bv::Scalar::Bool) => Ok(src),
            (_, other) => Err(format!("a condition is of type {other}")),
        }
    }

    fn usize(&mut self, operand: &Operand) -> Compiled<Src> {
        let wanted = bv::Scalar::unsigned(self.context.program.pointer_width);
        match self.scalar(operand)? {
            (src, found) if found == wanted => Ok(src),
            (_, found) => Err(format!("{found} where usize is expected")),
        }
    }

    // --- assignments

    fn assign(&mut self, dest: &Place, value: &Rvalue) -> Compiled<()> {
        let ty = self.context.program.place_type(self.func, dest)?;
        let size = self.size(ty)?;
        match self.frame_slot(dest)? {
            Some(slot) if !may_overlap(dest, value) => self.rvalue(slot, ty, value),
            _ => {
                let slot = self.temp(size)?;
                self.rvalue(slot, ty, value)?;
                self.store(dest, slot, size)
            }
        }
    }

    /// The slot of a place that is at a fixed offset of the frame.
    fn frame_slot(&mut self, place: &Place) -> Compiled<Option<u32>> {
        let fixed = place.path.iter().all(|step| {
            use Projection::{ConstIndex, Field, VariantField};
            matches!(step, Field(_) | VariantField(..) | ConstIndex(_))
        });
        if !fixed || matches!(place.root, Root::Static(_)) || self.through_slice(place)? {
            return Ok(None);
        }
        match self.place(place)?.0 {
            Base::Frame(slot) => Ok(Some(slot)),
            Base::Static(_) | Base::Via(..) => Ok(None),
        }
    }

    /// Whether a constant index of the path is one of a slice.
    fn through_slice(&self, place: &Place) -> Compiled<bool> {
        let program = self.context.program;
        let (_, mut ty) = self.root(place.root)?;
        for step in &place.path {
            if matches!(self.ty(ty)?, Type::Slice(_)) {
                return Ok(true);
            }
            ty = program.projected_type(self.func, ty, *step)?;
        }
        Ok(false)
    }

    fn store(&mut self, dest: &Place, src: u32, size: u32) -> Compiled<()> {
        let (to, _) = self.place(dest)?;
        match to {
            _ if size == 0 => {}
            Base::Frame(dst) if dst == src => {}
            Base::Frame(dst) => self.emit(Op::Copy { dst, src, size }),
            Base::Static(_) | Base::Via(..) => self.emit(Op::Store { to, src, size }),
        }
        Ok(())
    }

    /// Computes a value into slots of the frame.
    fn rvalue(&mut self, dst: u32, ty: TypeId, value: &Rvalue) -> Compiled<()> {
        match value {
            Rvalue::Use(operand) => {
                let found = self.operand_into(dst, operand)?;
                self.expect_type(found, ty)
            }
            Rvalue::Ref(place) => {
                let (of, target) = self.place(place)?;
                self.expect_kind(ty, &Type::Ref(target))?;
                self.emit(Op::Address { dst, of });
                Ok(())
            }
            Rvalue::Unary(op, a) => self.unary(dst, ty, *op, a),
            Rvalue::Binary(op, a, b) => self.binary(dst, ty, *op, a, b),
            Rvalue::Cast(a, to) => self.cast(dst, ty, a, *to),
            Rvalue::Transmute(a, to) => self.transmute(dst, ty, a, *to),
            Rvalue::Aggregate(of, fields) => {
                self.expect_type(*of, ty)?;
                self.aggregate(dst, ty, fields)
            }
            Rvalue::Variant(of, variant, fields) => {
                self.expect_type(*of, ty)?;
                let index = self.constant((*variant).into());
                self.emit(Op::Move { dst, src: index });
                let wanted = super::layout::fields_of(self.context.program, ty, Some(*variant))?;
                self.fields(dst + 1, &wanted, fields)
            }
            Rvalue::Repeat(operand, count) => self.repeat(dst, ty, operand, *count),
            Rvalue::VariantOf(place) => {
                self.expect_kind(
                    ty,
                    &Type::Int {
                        signed: false,
                        bits: 32,
                    },
                )?;
                let src = self.variant_index(place)?;
                self.emit(Op::Move { dst, src });
                Ok(())
            }
            Rvalue::Discriminant(place) => self.discriminant(dst, ty, place),
            Rvalue::ArrayToSlice(operand) => self.array_to_slice(dst, ty, operand),
            Rvalue::Len(operand) => {
                self.expect_kind(ty, &self.context.program.usize_type())?;
                let slice = self.slice(operand)?.0;
                self.emit(Op::Move {
                    dst,
                    src: Src::slot(slice + 1),
                });
                Ok(())
            }
            Rvalue::SlicePart(operand, start, len) => {
                self.expect_slice(ty)?;
                let (slice, stride) = self.slice(operand)?;
                let start = self.usize(start)?;
                let len = self.usize(len)?;
                self.emit(Op::SlicePart {
                    dst,
                    slice,
                    start,
                    len,
                    stride,
                });
                Ok(())
            }
            Rvalue::SliceToArray(operand, to) => {
                self.expect_kind(ty, &Type::Ref(*to))?;
                let (slice, _) = self.slice(operand)?;
                let len = self.array_len_behind(ty)?;
                self.emit(Op::ArrayAt { dst, slice, len });
                Ok(())
            }
            Rvalue::StrAsBytes(operand) | Rvalue::BytesAsStr(operand) => {
                self.expect_slice(ty)?;
                let (src, _) = self.slice(operand)?;
                self.emit(Op::Copy { dst, src, size: 2 });
                Ok(())
            }
        }
    }

    fn expect_type(&self, found: TypeId, wanted: TypeId) -> Compiled<()> {
        if found == wanted {
            return Ok(());
        }
        Err(format!(
            "{} is assigned to a place of {}",
            print::ty(self.context.program, found),
            print::ty(self.context.program, wanted)
        ))
    }

    fn expect_kind(&self, place: TypeId, value: &Type) -> Compiled<()> {
        if self.ty(place)? == value {
            return Ok(());
        }
        Err(format!(
            "{} is assigned to a place of {}",
            self.show(value),
            print::ty(self.context.program, place)
        ))
    }

    fn expect_slice(&self, place: TypeId) -> Compiled<()> {
        match self.ty(place)? {
            Type::Slice(_) | Type::Str => Ok(()),
            other => Err(format!(
                "a slice is assigned to a place of {}",
                self.show(other)
            )),
        }
    }

    fn expect_scalar(&self, place: TypeId, value: Option<bv::Scalar>) -> Compiled<()> {
        let value = value.ok_or("the operator does not take these types")?;
        if self.ty(place)?.scalar() == Some(value) {
            return Ok(());
        }
        Err(format!(
            "{value} is assigned to a place of {}",
            print::ty(self.context.program, place)
        ))
    }

    fn unary(&mut self, dst: u32, dest: TypeId, op: bv::UnOp, a: &Operand) -> Compiled<()> {
        let (a, ty) = self.scalar(a)?;
        self.expect_scalar(dest, op.result(ty))?;
        self.emit(Op::Unary { op, ty, dst, a });
        Ok(())
    }

    fn binary(
        &mut self,
        dst: u32,
        dest: TypeId,
        op: bv::BinOp,
        a: &Operand,
        b: &Operand,
    ) -> Compiled<()> {
        let (a, left) = self.scalar(a)?;
        let (b, right) = self.scalar(b)?;
        self.expect_scalar(dest, op.result(left, right))?;
        self.emit(Op::Binary {
            op,
            left,
            right,
            dst,
            a,
            b,
        });
        Ok(())
    }

    fn cast(&mut self, dst: u32, dest: TypeId, a: &Operand, to: TypeId) -> Compiled<()> {
        self.expect_type(to, dest)?;
        let (a, from) = self.scalar(a)?;
        let to = self.ty(to)?.scalar().filter(|to| bv::castable(from, *to));
        let to = to.ok_or("there is no such cast")?;
        self.emit(Op::Cast { from, to, dst, a });
        Ok(())
    }

    fn transmute(&mut self, dst: u32, dest: TypeId, a: &Operand, to: TypeId) -> Compiled<()> {
        self.expect_type(to, dest)?;
        let (src, from) = self.scalar(a)?;
        let to = self.ty(to)?.scalar();
        to.filter(|to| bv::transmutable(from, *to))
            .ok_or("there is no such transmutation")?;
        self.emit(Op::Move { dst, src });
        Ok(())
    }

    fn aggregate(&mut self, dst: u32, ty: TypeId, fields: &[Operand]) -> Compiled<()> {
        if let Type::Array(element, len) = self.ty(ty)? {
            if *len != fields.len() as u64 {
                return Err(format!("{} elements for an array of {len}", fields.len()));
            }
            let stride = self.size(*element)?;
            for (index, field) in fields.iter().enumerate() {
                let found = self.operand_into(dst + index as u32 * stride, field)?;
                self.expect_type(found, *element)?;
            }
            return Ok(());
        }
        let wanted = super::layout::fields_of(self.context.program, ty, None)?;
        self.fields(dst, &wanted, fields)
    }

    fn fields(&mut self, dst: u32, types: &[TypeId], fields: &[Operand]) -> Compiled<()> {
        if types.len() != fields.len() {
            return Err(format!("{} fields for {}", fields.len(), types.len()));
        }
        let mut at = dst;
        for (ty, field) in types.iter().zip(fields) {
            let found = self.operand_into(at, field)?;
            self.expect_type(found, *ty)?;
            at += self.size(*ty)?;
        }
        Ok(())
    }

    fn repeat(&mut self, dst: u32, ty: TypeId, operand: &Operand, count: u64) -> Compiled<()> {
        let Type::Array(element, len) = self.ty(ty)? else {
            return Err("repetition of something that is no array".into());
        };
        let size = self.size(*element)?;
        if *len != count {
            return Err(format!("{count} elements for an array of {len}"));
        }
        if count == 0 || size == 0 {
            return Ok(());
        }
        let found = self.operand_into(dst, operand)?;
        self.expect_type(found, *element)?;
        self.emit(Op::Repeat {
            dst,
            size,
            count: count as u32,
        });
        Ok(())
    }

    fn variant_index(&mut self, place: &Place) -> Compiled<Src> {
        let (base, ty) = self.place(place)?;
        match self.ty(ty)? {
            Type::Enum { .. } => Ok(Src::slot(self.in_frame(base, 1)?)),
            other => Err(format!("variant of {}", self.show(other))),
        }
    }

    fn discriminant(&mut self, dst: u32, dest: TypeId, place: &Place) -> Compiled<()> {
        let variant = self.variant_index(place)?;
        let ty = self.context.program.place_type(self.func, place)?;
        let Type::Enum { repr, variants, .. } = self.ty(ty)? else {
            return Err("discriminant of something that is no enum".into());
        };
        self.expect_type(*repr, dest)?;
        let repr = self
            .ty(*repr)?
            .scalar()
            .ok_or("an enum's representation is no scalar")?;
        let values = variants.iter().map(|v| repr.wrap(v.discriminant as u128));
        self.code.discriminants.push(values.collect());
        let table = self.code.discriminants.len() as u32 - 1;
        self.emit(Op::Discriminant {
            dst,
            variant,
            table,
        });
        Ok(())
    }

    fn array_to_slice(&mut self, dst: u32, ty: TypeId, operand: &Operand) -> Compiled<()> {
        let (array, found) = self.word(operand)?;
        let len = self.array_len_behind(found)?;
        self.expect_slice(ty)?;
        self.emit(Op::MakeSlice { dst, array, len });
        Ok(())
    }

    fn array_len_behind(&self, reference: TypeId) -> Compiled<u32> {
        if let Type::Ref(target) = self.ty(reference)? {
            if let Type::Array(_, len) = self.ty(*target)? {
                return u32::try_from(*len).map_err(|_| "an array is too long".into());
            }
        }
        let reference = print::ty(self.context.program, reference);
        Err(format!("{reference} refers to no array"))
    }

    /// Slots of a slice or str, and the size of its elements.
    fn slice(&mut self, operand: &Operand) -> Compiled<(u32, u32)> {
        let (slot, ty) = self.operand(operand)?;
        match self.ty(ty)? {
            Type::Slice(element) => Ok((slot, self.size(*element)?)),
            Type::Str => Ok((slot, 1)),
            other => Err(format!("{} is no slice", self.show(other))),
        }
    }

    // --- calls, inputs, outputs

    fn call(&mut self, dest: &Place, func: FuncId, args: &[Operand]) -> Compiled<()> {
        let callee = self.context.program.func(func)?;
        let ret = callee.local_type(callee.ret())?;
        let params: Vec<_> = callee.param_types().collect();
        self.arguments(&params, args)?;
        let frame = self.frame;
        self.emit(Op::Call { func, frame });
        self.result(dest, &params, ret)
    }

    fn call_indirect(&mut self, dest: &Place, func: &Operand, args: &[Operand]) -> Compiled<()> {
        let (func, ty) = self.word(func)?;
        let Type::FnPtr { params, ret } = self.ty(ty)? else {
            return Err("call of something that is no function pointer".into());
        };
        self.arguments(params, args)?;
        let frame = self.frame;
        self.emit(Op::CallIndirect { func, ty, frame });
        self.result(dest, params, *ret)
    }

    fn arguments(&mut self, params: &[TypeId], args: &[Operand]) -> Compiled<()> {
        self.fields(self.frame, params, args)
    }

    fn result(&mut self, dest: &Place, params: &[TypeId], ret: TypeId) -> Compiled<()> {
        let (at, end) = outgoing(self.context, params, ret)?;
        self.max_outgoing = self.max_outgoing.max(end);
        let dest_ty = self.context.program.place_type(self.func, dest)?;
        // A function that does not return has no result to store.
        if matches!(self.ty(ret)?, Type::Never) {
            return Ok(());
        }
        self.expect_type(ret, dest_ty)?;
        self.store(dest, self.frame + at, end - at)
    }

    fn input(
        &mut self,
        dest: &Place,
        source: crate::source::Symbol,
        range: Option<(Value, Value)>,
    ) -> Compiled<()> {
        let ty = self.context.program.place_type(self.func, dest)?;
        let size = self.size(ty)?;
        self.code.inputs.push(InputSite { source, ty, range });
        let site = self.code.inputs.len() as u32 - 1;
        let dst = self.temp(size)?;
        self.emit(Op::Input { dst, site });
        self.store(dest, dst, size)
    }

    fn output(&mut self, event: crate::source::Symbol, args: &[Operand]) -> Compiled<()> {
        let mut slots = Vec::with_capacity(args.len());
        for arg in args {
            slots.push(self.operand(arg)?);
        }
        self.code.outputs.push(OutputSite { event, args: slots });
        let site = self.code.outputs.len() as u32 - 1;
        self.emit(Op::Output { site });
        Ok(())
    }
}

/// A place further on.
fn shifted(base: Base, by: u32) -> Base {
    match base {
        Base::Frame(slot) => Base::Frame(slot + by),
        Base::Static(address) => Base::Static(address + by),
        Base::Via(slot, offset) => Base::Via(slot, offset + by),
    }
}

/// Whether computing the value part by part into its destination could change what later parts read.
fn may_overlap(dest: &Place, value: &Rvalue) -> bool {
    let reads = |operand: &Operand| match operand {
        Operand::Const(..) => false,
        Operand::Copy(place) => {
            place.root == dest.root || !place.path.iter().all(|s| matches!(s, Projection::Field(_)))
        }
    };
    match value {
        Rvalue::Aggregate(_, fields) | Rvalue::Variant(_, _, fields) => fields.iter().any(reads),
        Rvalue::Repeat(operand, _) => reads(operand),
        _ => false,
    }
}
