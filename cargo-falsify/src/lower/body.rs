//! The builder of one function: its locals, its blocks, its scopes.
//!
//! While a body is built, initialisation, moves and drops of values with drop glue are kept as [`Step`]s; `elaborate`
//! turns them into code once the whole function is known.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::blocks;
use super::closure::Captures;
use super::elaborate;
use super::place::Place;
use super::scope::{Scope, ScopeKind};
use super::{FuncId, Key, Lowering, Res};
use crate::ir::{
    self, BlockId, Func, Local, LocalId, Operand, Root, Rvalue, Statement, Terminator, TypeId,
    Value,
};
use crate::source::{FileId, Span, Symbol};
use crate::typeck::tree::{self, BindingMode, LabelId, PatKind};
use crate::typeck::ty::{Args, DefId, Ty};

/// Where the variables of a body went.
pub(crate) type Variables = HashMap<tree::LocalId, LocalId>;

/// The span of code that no source stands for.
pub(crate) fn nowhere() -> Span {
    Span::new(FileId(0), 0, 0)
}

/// A statement of the IR, or what happens to the life of a value with drop glue.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Ir(Statement),
    /// The place now holds a value.
    Init(Tracked),
    /// The value has been moved away.
    Moved(Tracked),
    /// The value, if it is still there, ends its life here.
    Drop(Tracked),
}

/// A place inside a local whose initialisation is tracked: each projection with the type it leads to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tracked {
    pub local: LocalId,
    pub ty: Ty,
    pub path: Vec<(ir::Projection, Ty)>,
}

#[derive(Default, Debug)]
pub(super) struct Building {
    pub steps: Vec<(Step, Span)>,
    pub end: Option<Terminator>,
}

/// Where `break` and `continue` of a label go.
#[derive(Clone)]
pub(super) struct Jump {
    pub label: LabelId,
    pub break_to: BlockId,
    pub continue_to: Option<BlockId>,
    pub dest: Option<ir::Place>,
    /// How many scopes stay open.
    pub depth: usize,
}

pub(super) struct FuncBuilder<'l, 't> {
    pub low: &'l mut Lowering<'t>,
    /// What the parameters of the generic item stand for.
    pub args: Args,
    body: Option<Rc<tree::Body>>,
    pub locals: Vec<Local>,
    /// The types of the locals that come from types of the checker.
    pub local_types: Vec<Option<Ty>>,
    pub variables: Variables,
    /// Bindings that, while a guard runs, stand for the matched place itself.
    pub aliases: HashMap<tree::LocalId, Place>,
    pub blocks: Vec<Building>,
    pub current: BlockId,
    pub scopes: Vec<Scope>,
    pub jumps: Vec<Jump>,
    pub captures: Option<Captures>,
    pub ret: LocalId,
    /// Temporaries that live as long as a variable: the expression and the scope.
    pub extended: HashMap<*const tree::Expr, usize>,
    /// The loop whose iterations are ticks.
    pub tick_loop: Option<LabelId>,
    /// Expressions of a monitor's result that say something only if their left side is true.
    pub implications: HashSet<*const tree::Expr>,
}

impl<'l, 't> FuncBuilder<'l, 't> {
    /// A function without parameters yet; `ret` is added by [`FuncBuilder::start`].
    pub fn new(
        low: &'l mut Lowering<'t>,
        body: Option<Rc<tree::Body>>,
        args: Args,
    ) -> FuncBuilder<'l, 't> {
        FuncBuilder {
            low,
            args,
            body,
            locals: Vec::new(),
            local_types: Vec::new(),
            variables: HashMap::new(),
            aliases: HashMap::new(),
            blocks: vec![Building::default()],
            current: BlockId(0),
            scopes: Vec::new(),
            jumps: Vec::new(),
            captures: None,
            ret: LocalId(0),
            extended: HashMap::new(),
            tick_loop: None,
            implications: HashSet::new(),
        }
    }

    /// What the body belongs to that is built; a closure's is that of the function around it.
    pub fn owner(&self) -> Option<DefId> {
        self.body.as_ref().map(|body| body.owner)
    }

    /// Adds the parameters and the place of the result.
    pub fn start(&mut self, params: &[Ty], ret: Ty) -> Res<()> {
        for &param in params {
            self.local(param)?;
        }
        self.ret = self.local(ret)?;
        Ok(())
    }

    /// The concrete type that a type of the body stands for.
    pub fn mono(&self, ty: Ty) -> Res<Ty> {
        self.low.tcx.mono(ty, self.args)
    }

    pub fn ir_type(&mut self, ty: Ty) -> Res<TypeId> {
        let ty = self.mono(ty)?;
        self.low.ty(ty)
    }

    /// A new local of a concrete type.
    pub fn local(&mut self, ty: Ty) -> Res<LocalId> {
        let id = self.low.ty(ty)?;
        let local = self.ir_local(id);
        self.local_types[local.0 as usize] = Some(ty);
        Ok(local)
    }

    pub fn ir_local(&mut self, ty: TypeId) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        self.locals.push(Local { name: None, ty });
        self.local_types.push(None);
        id
    }

    /// The local of a variable, made when its binding is first seen.
    pub fn declare(&mut self, variable: tree::LocalId) -> Res<LocalId> {
        if let Some(&id) = self.variables.get(&variable) {
            return Ok(id);
        }
        let (name, ty) = self.variable(variable);
        let ty = self.mono(ty)?;
        let id = self.local(ty)?;
        self.locals[id.0 as usize].name = Some(name);
        self.variables.insert(variable, id);
        Ok(id)
    }

    fn variable(&self, variable: tree::LocalId) -> (Symbol, Ty) {
        let body = self
            .body
            .as_ref()
            .expect("only bodies of the source have variables");
        let local = &body.locals[variable.0 as usize];
        (local.name, local.ty)
    }

    pub fn variable_type(&self, variable: tree::LocalId) -> Res<Ty> {
        self.mono(self.variable(variable).1)
    }

    pub fn push(&mut self, statement: Statement, span: Span) {
        self.step(Step::Ir(statement), span);
    }

    pub fn step(&mut self, step: Step, span: Span) {
        let block = &mut self.blocks[self.current.0 as usize];
        block.steps.push((step, span));
    }

    pub fn assign(&mut self, place: ir::Place, rvalue: Rvalue, span: Span) {
        self.push(Statement::Assign(place, rvalue), span);
    }

    /// Assigns to a new local of the given type and answers with that local.
    pub fn compute(&mut self, ty: TypeId, rvalue: Rvalue, span: Span) -> LocalId {
        let local = self.ir_local(ty);
        self.assign(whole(local), rvalue, span);
        local
    }

    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(Building::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Ends the current block. What follows is unreachable until the builder moves on.
    pub fn end(&mut self, terminator: Terminator) {
        let block = &mut self.blocks[self.current.0 as usize];
        if block.end.is_none() {
            block.end = Some(terminator);
        }
        self.current = self.new_block();
    }

    pub fn goto(&mut self, target: BlockId) {
        self.end(Terminator::Goto(target));
    }

    /// Goes on in a new block if the operand has the given bits, else in `otherwise`.
    pub fn require_bits(&mut self, on: Operand, bits: u128, otherwise: BlockId) {
        let next = self.new_block();
        let targets = vec![(bits, next)];
        self.end(Terminator::Switch {
            on,
            targets,
            otherwise,
        });
        self.current = next;
    }

    /// Goes on in a new block if the condition holds, else in `otherwise`.
    pub fn require(&mut self, condition: Operand, otherwise: BlockId) {
        self.require_bits(condition, 1, otherwise);
    }

    /// Turns the building blocks into a function.
    pub fn finish(mut self, params: u32, span: Span) -> Res<Func> {
        elaborate::elaborate(&mut self)?;
        let spelled = self.local_types.iter().zip(0..).filter_map(|(ty, id)| {
            let shown = id <= params || self.locals[id as usize].name.is_some();
            let text = self.low.spelling((*ty).filter(|_| shown)?)?;
            Some((LocalId(id), text))
        });
        self.low.spelled_locals = spelled.collect();
        let blocks = blocks::tidy(std::mem::take(&mut self.blocks));
        Ok(Func {
            name: Symbol::new(""),
            locals: std::mem::take(&mut self.locals),
            params,
            blocks,
            track_caller: false,
            span,
        })
    }

    /// Binds the parameters to their patterns, makes the value, returns.
    pub fn function_body(
        &mut self,
        params: &[tree::Pat],
        first: u32,
        value: &tree::Expr,
    ) -> Res<()> {
        self.push_scope(ScopeKind::Vars);
        for (index, pat) in params.iter().enumerate() {
            self.parameter(LocalId(first + index as u32), pat)?;
        }
        self.push_scope(ScopeKind::Temps);
        let ret = whole(self.ret);
        let made = self.into(Some(ret), value);
        self.scopes_end(0, value.span);
        self.scopes.clear();
        self.end(Terminator::Return);
        made
    }

    fn parameter(&mut self, local: LocalId, pat: &tree::Pat) -> Res<()> {
        let ty = self.mono(pat.ty)?;
        if let PatKind::Binding {
            local: variable,
            mode: BindingMode::Value,
            sub: None,
        } = pat.kind
        {
            self.variables.insert(variable, local);
            self.locals[local.0 as usize].name = Some(self.variable(variable).0);
            return self.begin_variable(local, ty, pat.span);
        }
        self.begin_variable(local, ty, pat.span)?;
        let place = Place::local(local, ty);
        self.bind_irrefutable(pat, &place)
    }
}

/// The place that is a whole local.
pub(super) fn whole(local: LocalId) -> ir::Place {
    ir::Place {
        root: Root::Local(local),
        path: Vec::new(),
    }
}

pub(super) fn copy(local: LocalId) -> Operand {
    Operand::Copy(whole(local))
}

impl Lowering<'_> {
    pub(super) fn make_item(&mut self, def: DefId, args: Args) -> Res<Func> {
        self.make_function(def, args, None).map(|(func, _)| func)
    }

    pub(super) fn make_superloop(&mut self, id: FuncId, def: DefId, args: Args) -> Res<Func> {
        let label = self.tick_loop(def)?;
        let (func, variables) = self.make_function(def, args, Some(label))?;
        self.superloop_locals.insert(id, variables);
        Ok(func)
    }

    fn make_function(
        &mut self,
        def: DefId,
        args: Args,
        tick_loop: Option<LabelId>,
    ) -> Res<(Func, Variables)> {
        let body = self.tcx.body(def)?;
        let track_caller = self.tcx.attrs(def).is_some_and(|attrs| attrs.track_caller);
        let implications = self.implications(&body);
        let mut builder = FuncBuilder::new(self, Some(body.clone()), args);
        builder.tick_loop = tick_loop;
        builder.implications = implications;
        let params: Res<Vec<Ty>> = body.params.iter().map(|pat| builder.mono(pat.ty)).collect();
        let params = params?;
        let ret = builder.mono(body.ret)?;
        builder.start(&params, ret)?;
        builder.function_body(&body.params, 0, &body.value)?;
        let variables = builder.variables.clone();
        let func = builder.finish(params.len() as u32, body.span)?;
        Ok((
            Func {
                track_caller,
                ..func
            },
            variables,
        ))
    }

    /// The function behind a constant's initialiser.
    pub(super) fn make_const(&mut self, def: DefId, args: Args) -> Res<Func> {
        let body = self.tcx.body(def)?;
        let mut builder = FuncBuilder::new(self, Some(body.clone()), args);
        let ret = builder.mono(body.ret)?;
        builder.start(&[], ret)?;
        builder.function_body(&[], 0, &body.value)?;
        builder.finish(0, body.span)
    }

    /// A key for a function of the source.
    pub(crate) fn item(&mut self, def: DefId, args: Args) -> FuncId {
        self.func(Key::Item(def, args))
    }
}

/// The value of the unit type.
pub(super) fn unit_value() -> Value {
    Value::Aggregate(Vec::new())
}
