//! A program as native code: made once, shared by whoever runs it.

use std::collections::{BTreeMap, BTreeSet};

use cranelift_codegen::Context;
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{ArenaMemoryProvider, JITBuilder, JITModule};
use cranelift_module::{default_libcall_names, FuncId as NativeId, Module};

use super::body::{bodies, Body};
use super::convention::Convention;
use super::emit::{self, internal, Output, Unit};
use super::layout::Layouts;
use super::memory::Map;
use super::plan::Plan;
use super::reach::Reach;
use super::sites::{InputSite, Sites};
use super::tick::{add_tick, add_types};
use super::values::Placed;
use super::Unsupported;
use crate::ir::{FuncId, Harness, LocalId, Program};
use crate::source::{FileId, Span};

/// How to compile.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether to note which blocks were executed.
    pub coverage: bool,
    /// Whether to note how close comparisons come to their other outcome.
    pub distances: bool,
    /// Bytes for frames, at least.
    pub stack: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            coverage: false,
            distances: false,
            stack: 1 << 18,
        }
    }
}

/// Bytes of address space for native code; what is not used costs nothing.
const CODE_REGION: usize = 1 << 28;

/// Frames that need more are not compiled.
const MAX_STACK: u32 = 1 << 28;

/// What the host calls: the memory's base, the first free offset, and for a call where its arguments lie.
pub type Root = unsafe extern "C" fn(*mut u8, u64, u64);

/// Native functions of a loop.
pub struct LoopRoots {
    pub start: Root,
    pub tick: Root,
    pub handlers: Vec<Root>,
}

/// A compiled program.
pub struct Code<'p> {
    pub(super) program: &'p Program,
    pub(super) layouts: Layouts,
    pub(super) plan: Plan,
    pub(super) sites: Sites,
    pub(super) map: Map,
    /// Offsets of a superloop's locals in its frame.
    locals: Vec<Option<u32>>,
    pub(super) loop_roots: Option<LoopRoots>,
    /// With the bytes of frames that each may need.
    pub(super) calls: BTreeMap<FuncId, (Root, u32)>,
    module: Option<JITModule>,
}

// Once made, neither the code nor anything else here changes.
unsafe impl Send for Code<'_> {}
unsafe impl Sync for Code<'_> {}

impl Drop for Code<'_> {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: whoever runs the code borrows it.
            unsafe { module.free_memory() };
        }
    }
}

impl<'p> Code<'p> {
    /// Compiles everything that a loop reaches.
    pub fn of_loop(
        program: &'p Program,
        harness: &Harness,
        options: Options,
    ) -> Result<Code<'p>, Unsupported> {
        compile(program, Some(harness), &harness.roots(), options)
    }

    /// Compiles functions so that they can be called from outside.
    pub fn of_functions(
        program: &'p Program,
        functions: &[FuncId],
        options: Options,
    ) -> Result<Code<'p>, Unsupported> {
        compile(program, None, functions, options)
    }

    pub(super) fn placed(&self) -> Placed<'_> {
        self.plan.placed(self.program, &self.layouts)
    }

    /// Where a local of a superloop waits.
    pub(super) fn local_at(&self, local: LocalId) -> Option<usize> {
        let slot = self.locals.get(local.0 as usize).copied().flatten()?;
        Some((self.plan.kept.end + slot) as usize)
    }
}

fn compile<'p>(
    program: &'p Program,
    harness: Option<&Harness>,
    roots: &[FuncId],
    options: Options,
) -> Result<Code<'p>, Unsupported> {
    let mut extended = program.clone();
    add_types(&mut extended);
    let layouts = Layouts::new(&extended);
    // Whoever calls functions one by one may hand pointers to them to each other.
    let handed = if harness.is_none() { roots } else { &[] };
    let reach = Reach::new(program, roots, handed)?;
    let mut plan = Plan::new(program, &layouts, &reach, harness)?;
    let tick = add_tick(&mut extended, &mut plan);
    let roots: Vec<FuncId> = roots.iter().copied().chain(tick).collect();
    let reach = Reach::new(&extended, &roots, handed)?;
    let mut conventions = BTreeMap::new();
    for id in reach.callees.keys() {
        let func = extended.func(*id).map_err(Unsupported)?;
        if func.locals.len() <= func.params as usize || func.blocks.is_empty() {
            return Err(Unsupported(format!(
                "{} has no result or no body",
                func.name
            )));
        }
        conventions.insert(*id, Convention::of(&layouts, func)?);
    }
    let mut bodies = bodies(&extended, &reach, tick)?;
    let entered = entered(&plan, tick, &roots);
    let called = called(&extended, &reach, &bodies, &entered);
    bodies.retain(|id, _| called.contains(id));
    let mut stack = options.stack.max(1 << 12);
    loop {
        let needed = plan.kept.end.checked_add(stack);
        let window = needed.and_then(u32::checked_next_power_of_two);
        let window = window.filter(|_| stack <= MAX_STACK);
        let unit = Unit {
            program: &extended,
            layouts: &layouts,
            reach: &reach,
            plan: &plan,
            conventions: conventions.clone(),
            bodies: bodies.clone(),
            tick,
            window: window.ok_or_else(|| Unsupported("frames are too large".into()))?,
            coverage: options.coverage,
            distances: options.distances,
        };
        if let Some(emitted) = emit_all(&unit, harness.is_some(), &entered)? {
            let window = unit.window;
            return Ok(assemble(program, layouts, plan, window, emitted));
        }
        stack = stack.saturating_mul(8);
    }
}

/// The functions that native roots call: not what only the tick calls.
fn entered(plan: &Plan, tick: Option<FuncId>, roots: &[FuncId]) -> Vec<FuncId> {
    let (Some(the_loop), Some(tick)) = (&plan.the_loop, tick) else {
        return roots.to_vec();
    };
    let kept = the_loop.kept.iter().map(|(init, _)| *init);
    let plant = the_loop.plant.iter().map(|(plant, _, _)| plant.func);
    let handlers = the_loop.handlers.iter().copied();
    kept.chain(plant).chain(handlers).chain([tick]).collect()
}

/// Functions that are still called after callees were put in place.
fn called(
    program: &Program,
    reach: &Reach,
    bodies: &BTreeMap<FuncId, Body>,
    roots: &[FuncId],
) -> BTreeSet<FuncId> {
    let mut called = BTreeSet::new();
    let mut stack = roots.to_vec();
    while let Some(id) = stack.pop() {
        if called.insert(id) {
            let body = bodies.get(&id);
            stack.extend(
                body.into_iter()
                    .flat_map(|body| body.callees(program, reach)),
            );
        }
    }
    called
}

/// What was emitted, in executable memory.
struct Emitted {
    output: Output,
    loop_roots: Option<LoopRoots>,
    calls: BTreeMap<FuncId, (Root, u32)>,
}

/// Emits everything; nothing if the frames do not fit the window.
fn emit_all(
    unit: &Unit<'_>,
    is_loop: bool,
    roots: &[FuncId],
) -> Result<Option<Emitted>, Unsupported> {
    let mut output = Output::new(new_module()?, unit, nowhere())?;
    match emit_into(unit, &mut output, is_loop, roots) {
        Ok(Some(native)) => Ok(Some(finish(output, native))),
        unfinished => {
            // SAFETY: nothing of it was called.
            unsafe { output.module.free_memory() };
            unfinished.map(|_| None)
        }
    }
}

fn emit_into(
    unit: &Unit<'_>,
    output: &mut Output,
    is_loop: bool,
    roots: &[FuncId],
) -> Result<Option<Native>, Unsupported> {
    let mut contexts = (output.module.make_context(), FunctionBuilderContext::new());
    let order = unit.reach.bottom_up().into_iter();
    for id in order.filter(|id| unit.bodies.contains_key(id)) {
        emit::emit_function(unit, output, both(&mut contexts), id)?;
    }
    if !fits(unit, output, roots) {
        return Ok(None);
    }
    let native = match is_loop {
        true => Native::Loop(emit_loop(unit, output, &mut contexts)?),
        false => {
            let mut calls = BTreeMap::new();
            for func in roots {
                let native = emit::emit_call(unit, output, both(&mut contexts), *func)?;
                calls.insert(*func, native);
            }
            Native::Calls(calls)
        }
    };
    add_parameters(unit, output)?;
    output.module.finalize_definitions().map_err(internal)?;
    Ok(Some(native))
}

/// Adds the inputs that the host writes before the tick.
fn add_parameters(unit: &Unit<'_>, output: &mut Output) -> Result<(), Unsupported> {
    let the_loop = unit.plan.the_loop.as_ref().filter(|l| l.plant.is_none());
    if let Some(the_loop) = the_loop {
        for input in &the_loop.inputs {
            output.sites.inputs.push(InputSite {
                source: input.name,
                ty: input.ty,
                range: input.range.clone(),
                span: the_loop.span,
                size: unit.layouts.size(input.ty)? as usize,
                is_parameter: true,
            });
        }
    }
    Ok(())
}

fn finish(output: Output, native: Native) -> Emitted {
    let root = |native: NativeId| finalized(&output.module, native);
    let (loop_roots, calls) = match native {
        Native::Loop((start, tick, handlers)) => {
            let handlers = handlers.into_iter().map(root).collect();
            let (start, tick) = (root(start), root(tick));
            let roots = LoopRoots {
                start,
                tick,
                handlers,
            };
            (Some(roots), BTreeMap::new())
        }
        Native::Calls(calls) => {
            let need = |func: &FuncId| output.needs.get(func).copied().unwrap_or_default();
            let calls = calls.into_iter();
            let calls = calls.map(|(func, native)| (func, (root(native), need(&func))));
            (None, calls.collect())
        }
    };
    Emitted {
        output,
        loop_roots,
        calls,
    }
}

/// Roots before they have an address.
enum Native {
    Loop((NativeId, NativeId, Vec<NativeId>)),
    Calls(BTreeMap<FuncId, NativeId>),
}

type Contexts = (Context, FunctionBuilderContext);

fn both(contexts: &mut Contexts) -> (&mut Context, &mut FunctionBuilderContext) {
    (&mut contexts.0, &mut contexts.1)
}

fn emit_loop(
    unit: &Unit<'_>,
    output: &mut Output,
    contexts: &mut Contexts,
) -> Result<(NativeId, NativeId, Vec<NativeId>), Unsupported> {
    let start = emit::emit_start(unit, output, both(contexts))?;
    let tick = emit::emit_tick(unit, output, both(contexts))?;
    let count = unit.plan.the_loop.as_ref().map_or(0, |l| l.handlers.len());
    let mut handlers = Vec::with_capacity(count);
    for index in 0..count {
        handlers.push(emit::emit_handler(unit, output, both(contexts), index)?);
    }
    Ok((start, tick, handlers))
}

/// Whether every root finds room for its frames.
fn fits(unit: &Unit<'_>, output: &Output, roots: &[FuncId]) -> bool {
    let first_free = unit.plan.kept.end.saturating_add(output.superloop.0);
    let need = |root: &FuncId| output.needs.get(root).copied().unwrap_or_default();
    let most = roots.iter().map(need).max().unwrap_or_default();
    first_free.saturating_add(most) <= unit.window
}

fn finalized(module: &JITModule, native: NativeId) -> Root {
    let code = module.get_finalized_function(native);
    // SAFETY: it was emitted with this signature.
    unsafe { std::mem::transmute::<*const u8, Root>(code) }
}

fn new_module() -> Result<JITModule, Unsupported> {
    let supported = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
    if !supported {
        return Err(Unsupported(
            "there is no code generator for this machine".into(),
        ));
    }
    let flags = [
        ("opt_level", "speed"),
        ("enable_llvm_abi_extensions", "true"),
        (
            "enable_verifier",
            if cfg!(debug_assertions) {
                "true"
            } else {
                "false"
            },
        ),
    ];
    let builder = JITBuilder::with_flags(&flags, default_libcall_names());
    let mut builder = builder.map_err(internal)?;
    builder.symbols(emit::HELPERS);
    // Native functions call each other over short distances, so they must lie in one region.
    let arena = ArenaMemoryProvider::new_with_size(CODE_REGION).map_err(internal)?;
    builder.memory_provider(Box::new(arena));
    Ok(JITModule::new(builder))
}

fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}

fn assemble<'p>(
    program: &'p Program,
    layouts: Layouts,
    plan: Plan,
    window: u32,
    emitted: Emitted,
) -> Code<'p> {
    let (frame, locals) = emitted.output.superloop;
    let largest = (0..program.types.len() as u32)
        .filter_map(|index| layouts.size(crate::ir::TypeId(index)).ok())
        .max();
    let map = Map {
        kept: plan.kept.start as usize..(plan.kept.end + frame) as usize,
        window: window as usize,
        guard: largest.unwrap_or_default() as usize + (1 << 12),
    };
    Code {
        program,
        layouts,
        plan,
        sites: emitted.output.sites,
        map,
        locals,
        loop_roots: emitted.loop_roots,
        calls: emitted.calls,
        module: Some(emitted.output.module),
    }
}
