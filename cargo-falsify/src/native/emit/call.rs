//! Calls, inputs, outputs, properties.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, AbiParam, Inst, InstBuilder, Value as Native};

use super::place::{Address, Base, Spot};
use super::stop::{INPUT, OBSERVING, OUTPUT, PROPERTY};
use super::value::Got;
use super::{internal, Emitter, Pass};
use crate::ir::{FuncId, Operand, Place, Type, TypeId, Value};
use crate::native::convention::Convention;
use crate::native::host::encode_input;
use crate::native::plan::EventSlot;
use crate::native::sites::{Cause, InputSite, OutputSite, PropertySite};
use crate::native::Unsupported;
use crate::source::Symbol;

impl Emitter<'_, '_> {
    pub(super) fn call(
        &mut self,
        dest: &Place,
        func: FuncId,
        args: &[Operand],
    ) -> Result<(), Unsupported> {
        let convention = self.unit.convention(func)?.clone();
        let args = self.arguments(&convention, args)?;
        let result = self.call_native(func, &convention, &args)?;
        self.take_result(dest, &convention, result)
    }

    /// Puts arguments where the callee expects them: those in registers.
    fn arguments(
        &mut self,
        convention: &Convention,
        args: &[Operand],
    ) -> Result<Vec<Native>, Unsupported> {
        if convention.params.len() != args.len() {
            return Err(internal("a call with another number of arguments"));
        }
        let mut given = Vec::new();
        for (arg, (wanted, pass)) in args.iter().zip(&convention.params) {
            let (got, ty) = self.operand(arg)?;
            if ty != *wanted {
                return Err(internal("an argument of another type"));
            }
            given.extend(self.hand_over(got, ty, *pass)?);
        }
        Ok(given)
    }

    pub(super) fn hand_over(
        &mut self,
        got: Got,
        ty: TypeId,
        pass: Pass,
    ) -> Result<Vec<Native>, Unsupported> {
        match (pass, got) {
            (Pass::Registers, Got::Leaves(leaves)) => Ok(leaves),
            (Pass::Registers, Got::Memory(from)) => self.load_leaves(Spot::Memory(from), ty),
            (Pass::Frame(offset), got) => {
                let base = Base::Callee;
                self.store(Spot::Memory(Address { base, offset }), ty, got)?;
                Ok(Vec::new())
            }
        }
    }

    /// Calls, and leaves if that ended the run.
    pub(super) fn call_native(
        &mut self,
        func: FuncId,
        convention: &Convention,
        args: &[Native],
    ) -> Result<Got, Unsupported> {
        let native = self.output.functions.get(&func).copied();
        let native = native.ok_or_else(|| internal("a call of an unknown function"))?;
        let callee = self.imported(native);
        let mut given = vec![self.base, self.callee_sp];
        given.extend(args);
        let call = self.builder.ins().call(callee, &given);
        let result = self.result(call, convention);
        if self.unit.reach.stopping.contains(&func) {
            self.leave_if_stopped();
        }
        Ok(result)
    }

    fn result(&mut self, call: Inst, convention: &Convention) -> Got {
        match convention.ret.1 {
            Pass::Registers => Got::Leaves(self.builder.inst_results(call).to_vec()),
            Pass::Frame(offset) => Got::Memory(Address {
                base: Base::Callee,
                offset,
            }),
        }
    }

    fn take_result(
        &mut self,
        dest: &Place,
        convention: &Convention,
        result: Got,
    ) -> Result<(), Unsupported> {
        // A function that does not return has no result to store.
        let ret = self
            .unit
            .program
            .ty(convention.ret.0)
            .map_err(Unsupported)?;
        if *ret == Type::Never {
            return Ok(());
        }
        let (spot, ty) = self.place(dest)?;
        if ty != convention.ret.0 {
            return Err(internal("a result of another type"));
        }
        self.store(spot, ty, result)
    }

    /// Compares the pointer with every function that it may denote.
    pub(super) fn call_indirect(
        &mut self,
        dest: &Place,
        func: &Operand,
        args: &[Operand],
    ) -> Result<(), Unsupported> {
        let (pointer, ty) = self.leaves(func)?;
        let program = self.unit.program;
        let Type::FnPtr { params, ret } = program.ty(ty).map_err(Unsupported)? else {
            return Err(internal("a call of something that is no function pointer"));
        };
        let convention = Convention::new(self.unit.layouts, params.iter().copied(), *ret)?;
        let args = self.arguments(&convention, args)?;
        let after = self.builder.create_block();
        for target in self.unit.reach.targets(program, ty) {
            let number = self.constant(types::I32, target.0.into());
            let is_it = self.compare(IntCC::Equal, pointer[0], number);
            let (here, next) = (self.builder.create_block(), self.builder.create_block());
            self.builder.ins().brif(is_it, here, &[], next, &[]);
            self.builder.switch_to_block(here);
            let result = self.call_native(target, &convention, &args)?;
            self.take_result(dest, &convention, result)?;
            self.builder.ins().jump(after, &[]);
            self.builder.switch_to_block(next);
        }
        self.stop(Cause::Bug("a function pointer is not of its type"));
        self.builder.switch_to_block(after);
        Ok(())
    }

    // --- the world

    fn call_host(&mut self, field: usize, args: &[Native], returns: bool) -> Option<Native> {
        let mut signature = cranelift_module::Module::make_signature(&self.output.module);
        for arg in args {
            signature.params.push(AbiParam::new(self.register_of(*arg)));
        }
        signature
            .returns
            .extend(returns.then(|| AbiParam::new(types::I32)));
        let signature = self.builder.import_signature(signature);
        let function = self.load_header(field, types::I64);
        let call = self.builder.ins().call_indirect(signature, function, args);
        self.builder.inst_results(call).first().copied()
    }

    pub(super) fn input(
        &mut self,
        dest: &Place,
        source: Symbol,
        range: Option<(Value, Value)>,
    ) -> Result<(), Unsupported> {
        let ty = self
            .unit
            .program
            .place_type(self.func, dest)
            .map_err(Unsupported)?;
        let temp = self.temp(ty)?;
        self.pull(temp, ty, source, range)?;
        let (spot, ty) = self.place(dest)?;
        let got = self.read(Spot::Memory(temp), ty)?;
        self.store(spot, ty, got)
    }

    /// Asks the host for a value, which it writes into memory.
    pub(super) fn pull(
        &mut self,
        to: Address,
        ty: TypeId,
        source: Symbol,
        range: Option<(Value, Value)>,
    ) -> Result<(), Unsupported> {
        let size = self.unit.layouts.size(ty)? as usize;
        let span = self.span;
        let inputs = &mut self.output.sites.inputs;
        inputs.push(InputSite {
            source,
            ty,
            range,
            span,
            size,
            is_parameter: false,
        });
        let site = encode_input(inputs.len() - 1, size);
        let site = self.constant(types::I64, site.into());
        let to = self.host_address(to);
        let refused = self.call_host(INPUT, &[self.base, site, to], true);
        let refused = refused.ok_or_else(|| internal("the host gives no answer"))?;
        let next = self.builder.create_block();
        // The host has noted why.
        self.builder.ins().brif(refused, self.leave, &[], next, &[]);
        self.builder.switch_to_block(next);
        Ok(())
    }

    pub(super) fn output(&mut self, event: Symbol, args: &[Operand]) -> Result<(), Unsupported> {
        let mut got = Vec::with_capacity(args.len());
        for arg in args {
            got.push(self.operand(arg)?);
        }
        let slots = self.unit.plan.the_loop.iter().flat_map(|l| &l.events);
        let slots: Vec<&EventSlot> = slots.filter(|slot| slot.event == event).collect();
        for slot in slots {
            self.note_event(slot, &got)?;
        }
        self.show_output(event, got)
    }

    /// Keeps an event for the monitors: the only argument, or the tuple of all.
    fn note_event(&mut self, slot: &EventSlot, args: &[(Got, TypeId)]) -> Result<(), Unsupported> {
        let layout = self.unit.layouts.get(slot.ty)?;
        let field = layout.variants[slot.some as usize][0];
        let parts: Vec<(u32, TypeId)> = match args {
            [_] => vec![(field.offset, field.ty)],
            _ => {
                let fields = &self.unit.layouts.get(field.ty)?.fields;
                fields
                    .iter()
                    .map(|f| (field.offset + f.offset, f.ty))
                    .collect()
            }
        };
        if !parts
            .iter()
            .map(|part| part.1)
            .eq(args.iter().map(|arg| arg.1))
        {
            return Err(Unsupported(
                "an event has other arguments than its monitor".into(),
            ));
        }
        let start = Address {
            base: Base::Memory,
            offset: slot.at,
        };
        self.set_tag(start, slot.ty, slot.some)?;
        for ((got, ty), (offset, _)) in args.iter().zip(parts) {
            self.store(Spot::Memory(start.moved(offset)), *ty, got.clone())?;
        }
        Ok(())
    }

    pub(super) fn set_tag(
        &mut self,
        at: Address,
        ty: TypeId,
        variant: u32,
    ) -> Result<(), Unsupported> {
        let count = self.unit.layouts.get(ty)?.variants.len();
        let register = crate::native::layout::tag_register(count);
        let tag = self.constant(register, variant.into());
        self.store_word(at, tag);
        Ok(())
    }

    /// Shows an output to the host, if it wants to see them.
    fn show_output(&mut self, event: Symbol, args: Vec<(Got, TypeId)>) -> Result<(), Unsupported> {
        let observing = self.load_header(OBSERVING, types::I32);
        let (cold, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(cold);
        self.builder.ins().brif(observing, cold, &[], next, &[]);
        self.builder.switch_to_block(cold);
        let start = self.temps.next_multiple_of(8);
        self.temps = start;
        let mut places = Vec::new();
        for (got, ty) in args {
            let to = self.temp(ty)?;
            places.push((ty, to.offset - start));
            self.store(Spot::Memory(to), ty, got)?;
        }
        let (span, outputs) = (self.span, &mut self.output.sites.outputs);
        outputs.push(OutputSite {
            event,
            args: places,
            span,
        });
        let site = outputs.len() as u128 - 1;
        let site = self.constant(types::I64, site);
        let first = self.offset(Address {
            base: Base::Frame,
            offset: start,
        });
        self.call_host(OUTPUT, &[self.base, site, first], false);
        self.builder.ins().jump(next, &[]);
        self.builder.switch_to_block(next);
        Ok(())
    }

    /// The host hears of a property that is false, and of all if it wants to.
    pub(super) fn property(&mut self, name: Symbol, cond: &Operand) -> Result<(), Unsupported> {
        let cond = self.condition(cond)?;
        let holds = self.extended(cond, types::I32);
        let observing = self.load_header(OBSERVING, types::I32);
        let broken = self.builder.ins().bxor_imm(holds, 1);
        let wanted = self.builder.ins().bor(observing, broken);
        let (cold, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(cold);
        self.builder.ins().brif(wanted, cold, &[], next, &[]);
        self.builder.switch_to_block(cold);
        let (span, properties) = (self.span, &mut self.output.sites.properties);
        properties.push(PropertySite { name, span });
        let site = properties.len() as u128 - 1;
        let site = self.constant(types::I64, site);
        self.call_host(PROPERTY, &[self.base, site, holds], false);
        self.builder.ins().jump(next, &[]);
        self.builder.switch_to_block(next);
        Ok(())
    }
}
