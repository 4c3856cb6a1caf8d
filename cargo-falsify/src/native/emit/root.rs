//! What the host calls: the start of a loop, its tick, its handlers, or any function.
//!
//! A root gets the base of the memory and the first free offset behind everything that waits. It says by the status in
//! the header how it ended.

use cranelift_codegen::ir::{types, AbiParam, InstBuilder, Signature, Value as Native};
use cranelift_codegen::Context;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{FuncId as NativeId, Linkage, Module};

use super::place::{Address, Base, Spot};
use super::value::Got;
use super::{internal, Emitter, Output, Unit};
use crate::bv::BinOp;
use crate::ir::interp::Phase;
use crate::ir::{FuncId, Type, TypeId, Value};
use crate::native::convention::{reserve, Convention, Pass};
use crate::native::layout::Layouts;
use crate::native::plan::{Argument, Bound, LoopPlan};
use crate::native::run::encode_phase;
use crate::native::sites::Cause;
use crate::native::Unsupported;

type Contexts<'c> = (&'c mut Context, &'c mut FunctionBuilderContext);

/// A root by what it does.
enum Task {
    Start,
    Tick,
    Handler(usize),
    Call(FuncId),
}

/// Makes what is kept, and brings a superloop to its first tick.
pub fn emit_start(
    unit: &Unit<'_>,
    output: &mut Output,
    contexts: Contexts<'_>,
) -> Result<NativeId, Unsupported> {
    emit(unit, output, contexts, "start", &Task::Start)
}

/// The plant, the inputs, the tick, the monitors.
pub fn emit_tick(
    unit: &Unit<'_>,
    output: &mut Output,
    contexts: Contexts<'_>,
) -> Result<NativeId, Unsupported> {
    emit(unit, output, contexts, "tick", &Task::Tick)
}

pub fn emit_handler(
    unit: &Unit<'_>,
    output: &mut Output,
    contexts: Contexts<'_>,
    index: usize,
) -> Result<NativeId, Unsupported> {
    let name = format!("handler{index}");
    emit(unit, output, contexts, &name, &Task::Handler(index))
}

/// A call whose arguments lie one after the other in a tuple at the third parameter, and then the result.
pub fn emit_call(
    unit: &Unit<'_>,
    output: &mut Output,
    contexts: Contexts<'_>,
    func: FuncId,
) -> Result<NativeId, Unsupported> {
    emit(
        unit,
        output,
        contexts,
        &format!("call{}", func.0),
        &Task::Call(func),
    )
}

fn emit(
    unit: &Unit<'_>,
    output: &mut Output,
    contexts: Contexts<'_>,
    name: &str,
    task: &Task,
) -> Result<NativeId, Unsupported> {
    let (context, builder_context) = contexts;
    let signature = root_signature(&output.module);
    let declared = output
        .module
        .declare_function(name, Linkage::Local, &signature);
    let native = declared.map_err(internal)?;
    output.module.clear_context(context);
    context.func.signature = signature;
    let builder = FunctionBuilder::new(&mut context.func, builder_context);
    // A root has no body of its own in the IR: it borrows the first function's name for what goes wrong.
    let id = match task {
        Task::Call(func) => *func,
        _ => unit
            .plan
            .the_loop
            .as_ref()
            .map_or(FuncId(0), |l| l.body.func),
    };
    let func = unit.program.func(id).map_err(Unsupported)?;
    let mut emitter = Emitter::new(unit, output, builder, func, id)?;
    emitter.root(task)?;
    emitter.finish_root();
    output
        .module
        .define_function(native, context)
        .map_err(|e| internal(format!("{e:?}")))?;
    Ok(native)
}

fn root_signature(module: &impl Module) -> Signature {
    let mut signature = module.make_signature();
    signature.params = vec![AbiParam::new(types::I64); 3];
    signature
}

/// Where the arguments and the result of a call from outside lie, one after the other.
pub fn call_places(
    layouts: &Layouts,
    params: impl Iterator<Item = TypeId>,
    ret: TypeId,
) -> Result<(Vec<u32>, u32, u32), Unsupported> {
    let mut end = 0;
    let mut places = Vec::new();
    for ty in params {
        places.push(reserve(layouts, ty, &mut end)?);
    }
    let result = reserve(layouts, ret, &mut end)?;
    Ok((places, result, end))
}

impl Emitter<'_, '_> {
    fn root(&mut self, task: &Task) -> Result<(), Unsupported> {
        match task {
            Task::Call(func) => self.root_call(*func)?,
            Task::Handler(index) => {
                let func = self.the_loop()?.handlers[*index];
                self.set_phase(Phase::Handler(*index))?;
                self.bound_call(&Bound {
                    func,
                    args: Vec::new(),
                })?;
            }
            Task::Start => self.root_start()?,
            Task::Tick => self.root_tick()?,
        }
        self.builder.ins().jump(self.leave, &[]);
        Ok(())
    }

    fn finish_root(mut self) {
        self.emit_stops();
        self.builder.seal_all_blocks();
        self.builder.finalize();
    }

    fn the_loop(&self) -> Result<&'_ LoopPlan, Unsupported> {
        let found = self.unit.plan.the_loop.as_ref();
        found.ok_or_else(|| internal("there is no loop"))
    }

    fn set_phase(&mut self, phase: Phase) -> Result<(), Unsupported> {
        let offset = self.the_loop()?.phase;
        let phase = i64::from(encode_phase(phase));
        let phase = self.builder.ins().iconst(types::I32, phase);
        let base = Base::Memory;
        self.store_word(Address { base, offset }, phase);
        Ok(())
    }

    fn root_call(&mut self, func: FuncId) -> Result<(), Unsupported> {
        let entry = self.builder.func.layout.entry_block();
        let entry = entry.ok_or_else(|| internal("no entry"))?;
        let start = Base::Offset(self.builder.block_params(entry)[2]);
        let convention = self.unit.convention(func)?.clone();
        let params = convention.params.iter().map(|param| param.0);
        let (places, result_at, _) = call_places(self.unit.layouts, params, convention.ret.0)?;
        let mut given = Vec::new();
        for ((ty, pass), offset) in convention.params.iter().zip(places) {
            let got = self.read(
                Spot::Memory(Address {
                    base: start,
                    offset,
                }),
                *ty,
            )?;
            given.extend(self.hand_over(got, *ty, *pass)?);
        }
        let result = self.call_root(func, &convention, &given)?;
        let to = Address {
            base: start,
            offset: result_at,
        };
        self.store(Spot::Memory(to), convention.ret.0, result)
    }

    /// A call from the outermost level, which is not noted when it is left.
    fn call_root(
        &mut self,
        func: FuncId,
        convention: &Convention,
        given: &[Native],
    ) -> Result<Got, Unsupported> {
        let native = self.output.functions.get(&func).copied();
        let native = native.ok_or_else(|| internal("a call of an unknown function"))?;
        let callee = self.imported(native);
        let mut all = vec![self.base, self.callee_sp];
        all.extend(given);
        let call = self.builder.ins().call(callee, &all);
        let result = match convention.ret.1 {
            Pass::Registers => Got::Leaves(self.builder.inst_results(call).to_vec()),
            Pass::Frame(offset) => Got::Memory(Address {
                base: Base::Callee,
                offset,
            }),
        };
        if self.unit.reach.stopping.contains(&func) {
            let status = self.load_header(super::stop::STATUS, types::I32);
            let next = self.builder.create_block();
            self.builder.ins().brif(status, self.leave, &[], next, &[]);
            self.builder.switch_to_block(next);
        }
        Ok(result)
    }

    /// Calls a root with what it is bound to.
    fn bound_call(&mut self, bound: &Bound) -> Result<(Got, TypeId), Unsupported> {
        let convention = self.unit.convention(bound.func)?.clone();
        let mut given = Vec::new();
        for (arg, (ty, pass)) in bound.args.iter().zip(&convention.params) {
            let got = self.bound_argument(arg, *ty)?;
            given.extend(self.hand_over(got, *ty, *pass)?);
        }
        let got = self.call_root(bound.func, &convention, &given)?;
        Ok((got, convention.ret.0))
    }

    fn bound_argument(&mut self, arg: &Argument, ty: TypeId) -> Result<Got, Unsupported> {
        let memory = |offset| Address {
            base: Base::Memory,
            offset,
        };
        match *arg {
            Argument::Address(at) => Ok(Got::Leaves(vec![self.offset(memory(at))])),
            Argument::Value(at) => self.read(Spot::Memory(memory(at)), ty),
            Argument::Local { local, by_ref } => {
                let slot = self
                    .output
                    .superloop
                    .1
                    .get(local.0 as usize)
                    .copied()
                    .flatten();
                let slot = slot.ok_or_else(|| internal("a local without a place"))?;
                let at = memory(self.unit.plan.kept.end + slot);
                match by_ref {
                    true => Ok(Got::Leaves(vec![self.offset(at)])),
                    false => self.read(Spot::Memory(at), ty),
                }
            }
        }
    }

    fn root_start(&mut self) -> Result<(), Unsupported> {
        self.set_phase(Phase::Start)?;
        let the_loop = self.the_loop()?.clone();
        for (init, at) in &the_loop.kept {
            let (got, ty) = self.bound_call(&Bound {
                func: *init,
                args: Vec::new(),
            })?;
            let to = Address {
                base: Base::Memory,
                offset: *at,
            };
            self.store(Spot::Memory(to), ty, got)?;
        }
        if the_loop.is_superloop {
            let first = self.builder.ins().iconst(types::I32, 0);
            self.run_superloop(&the_loop, first)?;
        }
        Ok(())
    }

    /// Enters the loop function in its own frame.
    fn run_superloop(&mut self, the_loop: &LoopPlan, resume: Native) -> Result<(), Unsupported> {
        let convention = self.unit.convention(the_loop.body.func)?.clone();
        let frame = self
            .builder
            .ins()
            .iconst(types::I64, i64::from(self.unit.plan.kept.end));
        let stack = std::mem::replace(&mut self.callee_sp, frame);
        let mut given = Vec::new();
        for (arg, (ty, pass)) in the_loop.body.args.iter().zip(&convention.params) {
            let got = self.bound_argument(arg, *ty)?;
            given.extend(self.hand_over(got, *ty, *pass)?);
        }
        given.push(resume);
        self.call_root(the_loop.body.func, &convention, &given)?;
        self.callee_sp = stack;
        Ok(())
    }

    fn root_tick(&mut self) -> Result<(), Unsupported> {
        let the_loop = self.the_loop()?.clone();
        self.span = the_loop.span;
        self.run_plant(&the_loop)?;
        match self.unit.tick {
            Some(tick) => {
                let bound = Bound {
                    func: tick,
                    args: Vec::new(),
                };
                self.bound_call(&bound)?;
                Ok(())
            }
            None => self.superloop_tick(&the_loop),
        }
    }

    /// The tick of a superloop; one in step form is a function of its own.
    fn superloop_tick(&mut self, the_loop: &LoopPlan) -> Result<(), Unsupported> {
        self.set_phase(Phase::Tick)?;
        for slot in &the_loop.events {
            let at = Address {
                base: Base::Memory,
                offset: slot.at,
            };
            self.set_tag(at, slot.ty, slot.none)?;
        }
        let offset = the_loop.resume;
        let at = Spot::Memory(Address {
            base: Base::Memory,
            offset,
        });
        let resume = self.load_first(at, types::I32)?;
        self.run_superloop(the_loop, resume)?;
        self.ask_monitors(the_loop)
    }

    /// The inputs from the plant, if there is one.
    fn run_plant(&mut self, the_loop: &LoopPlan) -> Result<(), Unsupported> {
        let Some((plant, ty, at)) = &the_loop.plant else {
            return Ok(());
        };
        self.set_phase(Phase::Plant)?;
        let (got, _) = self.bound_call(plant)?;
        let made = Address {
            base: Base::Memory,
            offset: *at,
        };
        self.store(Spot::Memory(made), *ty, got)?;
        let fields = &self.unit.layouts.get(*ty)?.fields;
        let is_tuple = the_loop.inputs.len() != 1;
        for (index, input) in the_loop.inputs.iter().enumerate() {
            let offset = if is_tuple { fields[index].offset } else { 0 };
            let size = self.unit.layouts.size(input.ty)?;
            let to = Address {
                base: Base::Memory,
                offset: input.at,
            };
            self.copy(to, made.moved(offset), size);
        }
        self.check_ranges(the_loop)
    }

    /// The host looks at what the plant gave if an input has a range.
    fn check_ranges(&mut self, the_loop: &LoopPlan) -> Result<(), Unsupported> {
        for input in the_loop.inputs.iter().filter(|input| input.range.is_some()) {
            let program = self.unit.program;
            let scalar = program.ty(input.ty).map_err(Unsupported)?.scalar();
            let Some((scalar, (low, high))) = scalar.zip(input.range.as_ref()) else {
                continue;
            };
            let (Value::Scalar(low), Value::Scalar(high)) = (low, high) else {
                continue;
            };
            let at = Spot::Memory(Address {
                base: Base::Memory,
                offset: input.at,
            });
            let value = self.load_leaves(at, input.ty)?[0];
            for (op, bound) in [(BinOp::Ge, low), (BinOp::Le, high)] {
                let bound = self.constant(self.register_of(value), *bound);
                let fits = self.binary(op, (scalar, value), (scalar, bound))?;
                self.stop_unless(fits, true, Cause::Range(input.name));
            }
        }
        Ok(())
    }

    fn ask_monitors(&mut self, the_loop: &LoopPlan) -> Result<(), Unsupported> {
        let mut fine = self.builder.ins().iconst(types::I8, 1);
        let memory = |offset| Address {
            base: Base::Memory,
            offset,
        };
        for (index, monitor) in the_loop.monitors.iter().enumerate() {
            self.set_phase(Phase::Monitor(index))?;
            let (got, ty) = self.bound_call(monitor)?;
            let is_bool = *self.unit.program.ty(ty).map_err(Unsupported)? == Type::Bool;
            let (Got::Leaves(answer), true) = (got, is_bool) else {
                return Err(Unsupported("a monitor gives no bool".into()));
            };
            self.store_word(memory(the_loop.answers + index as u32), answer[0]);
            fine = self.builder.ins().band(fine, answer[0]);
        }
        self.store_word(memory(the_loop.fine), fine);
        Ok(())
    }
}
