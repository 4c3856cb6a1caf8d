//! Functions of the IR to native functions.
//!
//! A native function gets the base of the memory, the offset of its frame, and its arguments. What it returns makes sense
//! only if the status in the header is still 0.

mod call;
mod cast;
mod distance;
mod flow;
mod operator;
mod place;
mod root;
mod stop;
mod superloop;
mod value;

use std::collections::{BTreeMap, HashMap};

use cranelift_codegen::ir::immediates::Imm64;
use cranelift_codegen::ir::{
    types, AbiParam, Block, FuncRef, Inst, InstBuilder, InstructionData, MemFlags, Opcode,
    Signature, Value,
};
use cranelift_codegen::Context;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId as NativeId, Linkage, Module};

use super::body::{all_places, Body};
use super::convention::{self, Convention, Pass};
use super::layout::Layouts;
use super::plan::Plan;
use super::reach::{loop_heads, Reach};
use super::sites::{Cause, Origin, Sites};
use super::{host, Unsupported};
use crate::ir::{Func, FuncId, Program, Projection, Root, Statement};
use crate::source::Span;
use place::{Address, Base};

pub use root::{call_places, emit_call, emit_handler, emit_start, emit_tick};

/// What is known before anything is emitted.
pub struct Unit<'p> {
    pub program: &'p Program,
    pub layouts: &'p Layouts,
    pub reach: &'p Reach,
    pub plan: &'p Plan,
    pub conventions: BTreeMap<FuncId, Convention>,
    /// Of the functions that are called, by roots or by each other.
    pub bodies: BTreeMap<FuncId, Body>,
    /// The function of the tick, if it is one.
    pub tick: Option<FuncId>,
    /// Offsets are cut to fewer than this many bytes.
    pub window: u32,
    /// Whether to note which blocks were executed.
    pub coverage: bool,
    /// Whether to note how close comparisons come to their other outcome.
    pub distances: bool,
}

impl Unit<'_> {
    pub fn convention(&self, func: FuncId) -> Result<&Convention, Unsupported> {
        let found = self.conventions.get(&func);
        found.ok_or_else(|| Unsupported(format!("{func} is not reached")))
    }

    fn superloop(&self) -> Option<FuncId> {
        let the_loop = self.plan.the_loop.as_ref();
        the_loop.filter(|l| l.is_superloop).map(|l| l.body.func)
    }
}

/// What emitting adds to.
pub struct Output {
    pub module: JITModule,
    pub functions: BTreeMap<FuncId, NativeId>,
    helpers: Helpers,
    pub sites: Sites,
    /// Bytes of the memory that a call of a function needs.
    pub needs: BTreeMap<FuncId, u32>,
    /// Of the superloop: bytes of its frame and offsets of its locals in it.
    pub superloop: (u32, Vec<Option<u32>>),
}

/// Functions of the host.
struct Helpers {
    unwound: NativeId,
    move_bytes: NativeId,
    repeat_bytes: NativeId,
    evaluate: NativeId,
}

/// Names by which the module finds the host's functions.
pub const HELPERS: [(&str, *const u8); 4] = [
    ("unwound", host::unwound as *const u8),
    ("move_bytes", host::move_bytes as *const u8),
    ("repeat_bytes", host::repeat_bytes as *const u8),
    ("evaluate", host::evaluate as *const u8),
];

pub fn internal(error: impl std::fmt::Display) -> Unsupported {
    Unsupported(format!("the code generator refuses: {error}"))
}

impl Output {
    /// Declares everything that calls may name.
    pub fn new(mut module: JITModule, unit: &Unit<'_>, span: Span) -> Result<Output, Unsupported> {
        use types::{I32, I64};
        let mut declare = |name: &str, params: &[types::Type]| {
            let mut signature = module.make_signature();
            signature
                .params
                .extend(params.iter().map(|ty| AbiParam::new(*ty)));
            let declared = module.declare_function(name, Linkage::Import, &signature);
            declared.map_err(internal)
        };
        let helpers = Helpers {
            unwound: declare("unwound", &[I64, I32])?,
            move_bytes: declare("move_bytes", &[I64, I64, I64])?,
            repeat_bytes: declare("repeat_bytes", &[I64, I64, I64])?,
            evaluate: declare("evaluate", &[I64, I64])?,
        };
        let mut functions = BTreeMap::new();
        for id in unit.bodies.keys() {
            let convention = unit.convention(*id)?;
            let mut signature = signature(&module, unit, convention)?;
            if unit.superloop() == Some(*id) {
                signature.params.push(AbiParam::new(I32));
            }
            let name = format!("{id}");
            let declared = module.declare_function(&name, Linkage::Local, &signature);
            functions.insert(*id, declared.map_err(internal)?);
        }
        Ok(Output {
            module,
            functions,
            helpers,
            sites: Sites::new(span),
            needs: BTreeMap::new(),
            superloop: (0, Vec::new()),
        })
    }
}

fn signature(
    module: &JITModule,
    unit: &Unit<'_>,
    convention: &Convention,
) -> Result<Signature, Unsupported> {
    let mut signature = module.make_signature();
    signature.params = vec![AbiParam::new(types::I64); 2];
    for (ty, pass) in &convention.params {
        if *pass == Pass::Registers {
            let leaves = unit.layouts.leaves(*ty)?.unwrap_or_default();
            signature
                .params
                .extend(leaves.iter().map(|leaf| AbiParam::new(leaf.register)));
        }
    }
    if let (ty, Pass::Registers) = convention.ret {
        let leaves = unit.layouts.leaves(ty)?.unwrap_or_default();
        signature
            .returns
            .extend(leaves.iter().map(|leaf| AbiParam::new(leaf.register)));
    }
    Ok(signature)
}

/// Where a local lives.
#[derive(Clone, Debug, Default)]
struct Home {
    /// One for each leaf, if it lives in registers.
    registers: Option<Vec<Variable>>,
    /// In the frame: always if it does not live in registers; of a superloop also where it waits between ticks.
    slot: Option<u32>,
}

/// A function in the making.
pub struct Emitter<'a, 'b> {
    unit: &'a Unit<'a>,
    output: &'a mut Output,
    builder: FunctionBuilder<'b>,
    func: &'a Func,
    id: FuncId,
    /// None of a root.
    body: Option<&'a Body>,
    /// Where the current statement comes from, in the body's table.
    at: u32,
    homes: Vec<Home>,
    /// Native block of each block.
    blocks: Vec<Block>,
    base: Value,
    sp: Value,
    /// Where callees' frames begin: defined in the entry, its immediate set at the end.
    callee_sp: Value,
    frame_size: Inst,
    /// End of the locals in the frame, of this statement's temporaries, of all temporaries.
    frame: u32,
    temps: u32,
    max_frame: u32,
    /// Of a recursive function: the check of the stack's end, its immediate set at the end.
    stack_check: Option<Inst>,
    /// Notes why it stops, from its parameter; leaves with that noted.
    fail: Block,
    leave: Block,
    imported: HashMap<NativeId, FuncRef>,
    /// Of a superloop: what its marks need.
    marks: superloop::Marks,
    span: Span,
}

/// Emits one function of the IR.
pub fn emit_function(
    unit: &Unit<'_>,
    output: &mut Output,
    contexts: (&mut Context, &mut FunctionBuilderContext),
    id: FuncId,
) -> Result<(), Unsupported> {
    let (context, builder_context) = contexts;
    let native = output.functions[&id];
    let signature = output
        .module
        .declarations()
        .get_function_decl(native)
        .signature
        .clone();
    output.module.clear_context(context);
    context.func.signature = signature;
    let builder = FunctionBuilder::new(&mut context.func, builder_context);
    let body = unit.bodies.get(&id);
    let body = body.ok_or_else(|| internal("a function without a body"))?;
    let mut emitter = Emitter::new(unit, output, builder, &body.func, id)?;
    emitter.body = Some(body);
    emitter.run(body)?;
    output
        .module
        .define_function(native, context)
        .map_err(|e| internal(format!("{e:?}")))
}

impl<'a, 'b> Emitter<'a, 'b> {
    fn new(
        unit: &'a Unit<'a>,
        output: &'a mut Output,
        mut builder: FunctionBuilder<'b>,
        func: &'a Func,
        id: FuncId,
    ) -> Result<Emitter<'a, 'b>, Unsupported> {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let (base, sp) = (
            builder.block_params(entry)[0],
            builder.block_params(entry)[1],
        );
        let size = builder.ins().iconst(types::I64, 0);
        let frame_size = defined_by(&builder, size)?;
        let callee_sp = builder.ins().iadd(sp, size);
        let fail = builder.create_block();
        builder.append_block_param(fail, types::I32);
        let leave = builder.create_block();
        builder.set_cold_block(fail);
        builder.set_cold_block(leave);
        let blocks = func.blocks.iter().map(|_| builder.create_block()).collect();
        Ok(Emitter {
            unit,
            output,
            builder,
            func,
            id,
            body: None,
            at: 0,
            homes: Vec::new(),
            blocks,
            base,
            sp,
            callee_sp,
            frame_size,
            frame: 0,
            temps: 0,
            max_frame: 0,
            stack_check: None,
            fail,
            leave,
            imported: HashMap::new(),
            marks: superloop::Marks::default(),
            span: func.span,
        })
    }

    fn run(mut self, body: &Body) -> Result<(), Unsupported> {
        let convention = self.unit.convention(self.id)?.clone();
        self.settle(&convention)?;
        self.guard_recursion();
        self.receive(&convention)?;
        match self.unit.superloop() == Some(self.id) {
            true => self.dispatch_superloop()?,
            false => {
                self.builder.ins().jump(self.blocks[0], &[]);
            }
        }
        let heads = loop_heads(self.func);
        let reached = reached(self.func);
        for (index, block) in self.func.blocks.iter().enumerate() {
            if reached[index] {
                self.block(index, block, heads[index])?;
            }
        }
        self.finish(&convention, body)
    }

    /// Gives each local that occurs its home.
    fn settle(&mut self, convention: &Convention) -> Result<(), Unsupported> {
        self.frame = convention.area;
        let free = convention::in_registers(self.unit.program, self.unit.layouts, self.func)?;
        let is_superloop = self.unit.superloop() == Some(self.id);
        let occurs = self.occurring();
        for (index, local) in self.func.locals.iter().enumerate() {
            let mut home = Home::default();
            if !occurs[index] {
                self.homes.push(home);
                continue;
            }
            if free[index] {
                let leaves = self.unit.layouts.leaves(local.ty)?.unwrap_or_default();
                let declare = leaves
                    .iter()
                    .map(|leaf| self.builder.declare_var(leaf.register));
                home.registers = Some(declare.collect());
            }
            if !free[index] || is_superloop {
                home.slot = Some(self.slot(index, convention)?);
            }
            self.homes.push(home);
        }
        self.temps = self.frame;
        Ok(())
    }

    /// Locals that some place names, parameters, the result, and those with a name.
    fn occurring(&self) -> Vec<bool> {
        let named = self.func.locals.iter().enumerate();
        let named =
            named.map(|(index, local)| index <= self.func.params as usize || local.name.is_some());
        let mut occurs: Vec<bool> = named.collect();
        all_places(self.func, &mut |place, _| {
            let index = place.path.iter().filter_map(|step| match step {
                Projection::Index(local) => Some(*local),
                _ => None,
            });
            let root = match place.root {
                Root::Local(local) => Some(local),
                Root::Static(_) => None,
            };
            for local in index.chain(root) {
                occurs[local.0 as usize] = true;
            }
        });
        occurs
    }

    /// A place in the frame: where the caller has put or expects it, or a new one.
    fn slot(&mut self, local: usize, convention: &Convention) -> Result<u32, Unsupported> {
        let passed = convention.params.get(local).map(|param| param.1);
        let passed = passed.or((local == convention.params.len()).then_some(convention.ret.1));
        match passed {
            Some(Pass::Frame(at)) => Ok(at),
            _ => convention::reserve(
                self.unit.layouts,
                self.func.locals[local].ty,
                &mut self.frame,
            ),
        }
    }

    /// Takes the parameters.
    fn receive(&mut self, convention: &Convention) -> Result<(), Unsupported> {
        let entry = self.builder.func.layout.entry_block();
        let entry = entry.ok_or_else(|| internal("no entry"))?;
        let given = self.builder.block_params(entry)[2..].to_vec();
        let mut next = 0;
        for (index, (ty, pass)) in convention.params.iter().enumerate() {
            if *pass == Pass::Registers {
                let count = self.unit.layouts.leaves(*ty)?.map_or(0, <[_]>::len);
                let leaves = given[next..next + count].to_vec();
                next += count;
                let spot = self.local_spot(index);
                self.store(spot, *ty, value::Got::Leaves(leaves))?;
            }
        }
        Ok(())
    }

    fn block(
        &mut self,
        index: usize,
        block: &crate::ir::Block,
        is_head: bool,
    ) -> Result<(), Unsupported> {
        self.builder.switch_to_block(self.blocks[index]);
        if is_head {
            self.burn_fuel();
        }
        if self.unit.coverage {
            self.mark_covered(index);
        }
        self.note_block();
        for (at, (statement, span)) in block.statements.iter().enumerate() {
            self.span = *span;
            self.at = self.body.map_or(0, |body| body.origins[index][at]);
            self.temps = self.frame;
            self.statement(statement, (index, at))?;
        }
        self.temps = self.frame;
        self.at = self.body.map_or(0, |body| body.ends[index]);
        let terminator = block.terminator.as_ref();
        self.terminator(terminator.ok_or_else(|| internal("a block has no terminator"))?)
    }

    fn mark_covered(&mut self, block: usize) {
        let source = self.body.map(|body| body.sources[block]);
        let (func, block) = source.unwrap_or((self.id, block as u32));
        let Some(first) = self.unit.plan.coverage.get(&func).copied() else {
            return; // The tick has no blocks of the program.
        };
        let one = self.builder.ins().iconst(types::I8, 1);
        let at = Address {
            base: Base::Memory,
            offset: first + block,
        };
        self.store_word(at, one);
    }

    fn statement(&mut self, statement: &Statement, at: (usize, usize)) -> Result<(), Unsupported> {
        match statement {
            Statement::Assign(dest, value) => self.assign(dest, value),
            Statement::Call { dest, func, args } => self.call(dest, *func, args),
            Statement::CallIndirect { dest, func, args } => self.call_indirect(dest, func, args),
            Statement::Check {
                cond,
                expected,
                kind,
            } => {
                let cond = self.condition(cond)?;
                self.stop_unless(cond, *expected, Cause::Panic(*kind));
                Ok(())
            }
            Statement::Property { name, cond } => self.property(*name, cond),
            Statement::Assume(cond) => {
                let cond = self.condition(cond)?;
                self.stop_unless(cond, true, Cause::Assume);
                Ok(())
            }
            Statement::Cover(_) => Ok(()),
            Statement::Input {
                dest,
                source,
                range,
            } => self.input(dest, *source, range.clone()),
            Statement::Output { event, args } => self.output(*event, args),
            Statement::TickStart => self.tick_start(at),
            Statement::TickEnd => self.tick_end(at),
        }
    }

    /// Emits what stops jump to, and sets the immediates that depend on the whole function.
    fn finish(mut self, convention: &Convention, body: &Body) -> Result<(), Unsupported> {
        self.emit_stops();
        let frame = self.max_frame.max(self.frame).next_multiple_of(16);
        self.set_immediate(self.frame_size, i64::from(frame));
        let need = self.need(frame, convention, body);
        if let Some(check) = self.stack_check {
            let last = i64::from(self.unit.window) - i64::from(need);
            self.set_immediate(check, last.max(0));
        }
        self.output.needs.insert(self.id, need);
        if self.unit.superloop() == Some(self.id) {
            let slots = self.homes.iter().map(|home| home.slot).collect();
            self.output.superloop = (frame, slots);
        }
        self.builder.seal_all_blocks();
        self.builder.finalize();
        Ok(())
    }

    /// Bytes from the start of the frame that this function and what it calls may use. A recursive callee checks for itself.
    fn need(&self, frame: u32, convention: &Convention, body: &Body) -> u32 {
        let area = |callee: &FuncId| self.unit.conventions.get(callee).map_or(0, |c| c.area);
        let callees = body.callees(self.unit.program, self.unit.reach).into_iter();
        let needs = callees.map(|callee| match self.unit.reach.recursive.contains(&callee) {
            true => area(&callee),
            false => self.output.needs.get(&callee).copied().unwrap_or_default(),
        });
        frame
            .max(convention.area)
            .saturating_add(needs.max().unwrap_or(0))
    }

    fn set_immediate(&mut self, constant: Inst, value: i64) {
        self.builder.func.dfg.insts[constant] = InstructionData::UnaryImm {
            opcode: Opcode::Iconst,
            imm: Imm64::new(value),
        };
    }

    fn origin(&self) -> Origin {
        let found = self.body.map(|body| body.table[self.at as usize].clone());
        found.unwrap_or_else(|| Origin::of(self.id))
    }

    fn imported(&mut self, native: NativeId) -> FuncRef {
        let (module, func) = (&mut self.output.module, &mut self.builder.func);
        let imported = self.imported.entry(native);
        *imported.or_insert_with(|| module.declare_func_in_func(native, func))
    }

    fn register_of(&self, value: Value) -> types::Type {
        self.builder.func.dfg.value_type(value)
    }
}

/// The instruction that gives a value.
fn defined_by(builder: &FunctionBuilder<'_>, value: Value) -> Result<Inst, Unsupported> {
    let found = builder.func.dfg.value_def(value).inst();
    found.ok_or_else(|| internal("a constant without an instruction"))
}

/// Blocks that control may come to.
fn reached(func: &Func) -> Vec<bool> {
    let mut reached = vec![false; func.blocks.len()];
    let mut stack = vec![0usize];
    while let Some(at) = stack.pop() {
        if at < reached.len() && !std::mem::replace(&mut reached[at], true) {
            let terminator = func.blocks[at].terminator.as_ref();
            let next = terminator.map(super::reach::successors).unwrap_or_default();
            stack.extend(next.iter().map(|to| to.0 as usize));
        }
    }
    reached
}

/// Accesses never trap; what aliases what is said by the region.
fn flags(region: cranelift_codegen::ir::AliasRegion) -> MemFlags {
    let mut flags = MemFlags::new();
    flags.set_notrap();
    flags.set_alias_region(Some(region));
    flags
}
