//! Loops with everything around them, from the harnesses.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Binding, Bound, Form, Handler, Input, InputKind, Loop, Monitor, Output, PanicSite, Plant,
    StateKind, StateVariable, Typed,
};
use crate::effects::{Act, EffectsOf};
use crate::ir::{
    BlockId, Environment, Func, FuncId, Harness, LocalId, LoopForm, MonitorParam, Operand,
    PanicKind, Program, Root, Statement, StaticId, Terminator, TickParam, Type, TypeId,
};
use crate::lower::Spellings;
use crate::source::{Span, Symbol};

pub(super) fn loops(program: &Program, effects: &EffectsOf, spellings: &Spellings) -> Vec<Loop> {
    let one = |harness| {
        Inventory {
            program,
            effects,
            spellings,
            harness,
        }
        .take()
    };
    program.harnesses.iter().map(one).collect()
}

struct Inventory<'a> {
    program: &'a Program,
    effects: &'a EffectsOf,
    spellings: &'a Spellings,
    harness: &'a Harness,
}

impl Inventory<'_> {
    fn take(&self) -> Loop {
        let harness = self.harness;
        Loop {
            name: harness.name,
            span: harness.span,
            form: self.form(),
            state: self.state(),
            inputs: self.inputs(),
            outputs: self.outputs(),
            environment: harness.environment.as_ref().map(|e| self.plant(e)),
            handlers: harness.handlers.iter().map(handler).collect(),
            monitors: harness.monitors.iter().map(|m| self.monitor(m)).collect(),
            properties: self.properties(),
            panic_sites: self.panic_sites(),
        }
    }

    fn func(&self, id: FuncId) -> &Func {
        &self.program.funcs[id.0 as usize]
    }

    fn form(&self) -> Form {
        match self.harness.form {
            LoopForm::Step { .. } => Form::Step,
            LoopForm::Superloop { .. } => Form::Superloop,
        }
    }

    /// The function whose body is a tick.
    fn body(&self) -> FuncId {
        match self.harness.form {
            LoopForm::Step { tick, .. } => tick,
            LoopForm::Superloop { run } => run,
        }
    }

    /// What runs in the loop, without its monitors.
    fn running(&self) -> Vec<FuncId> {
        let init = match self.harness.form {
            LoopForm::Step { init, .. } => init,
            LoopForm::Superloop { .. } => None,
        };
        let plant = self.harness.environment.as_ref().map(|e| e.plant);
        let handlers = self.harness.handlers.iter().map(|h| h.func);
        init.into_iter()
            .chain([self.body()])
            .chain(plant)
            .chain(handlers)
            .collect()
    }

    /// What nothing of the program calls.
    fn roots(&self) -> Vec<FuncId> {
        let monitors = self.harness.monitors.iter().map(|m| m.func);
        self.running().into_iter().chain(monitors).collect()
    }

    fn everything(&self) -> BTreeSet<FuncId> {
        self.effects.reached(self.roots())
    }

    fn state(&self) -> Vec<StateVariable> {
        let own = match &self.harness.form {
            LoopForm::Step { tick, params, .. } => self.state_parameter(*tick, params),
            LoopForm::Superloop { run } => self.superloop_locals(*run),
        };
        own.into_iter().chain(self.statics()).collect()
    }

    fn state_parameter(&self, tick: FuncId, params: &[TickParam]) -> Vec<StateVariable> {
        let locals = self.func(tick).locals.iter().zip(0..);
        let states = locals.zip(params).filter(|(_, p)| **p == TickParam::State);
        states
            .map(|((local, at), _)| {
                let name = local.name.unwrap_or_else(|| Symbol::new("state"));
                let ty = self.pointee(self.typed(local.ty, tick, at));
                self.state_variable(name, StateKind::Parameter, ty)
            })
            .collect()
    }

    fn state_variable(&self, name: Symbol, kind: StateKind, ty: Typed) -> StateVariable {
        StateVariable {
            name,
            kind,
            ty,
            fields: self.fields(ty.id),
            initial: None,
        }
    }

    fn fields(&self, ty: TypeId) -> Vec<(Symbol, Typed)> {
        let Type::Struct { fields, .. } = &self.program.types[ty.0 as usize] else {
            return Vec::new();
        };
        let typed = |(at, &(name, id)): (usize, &(Symbol, TypeId))| {
            let written = self.spellings.fields.get(&(ty, at)).copied();
            (name, Typed { id, written })
        };
        fields.iter().enumerate().map(typed).collect()
    }

    /// A type that a local of a function has.
    fn typed(&self, id: TypeId, func: FuncId, local: u32) -> Typed {
        let written = self.spellings.locals.get(&(func, LocalId(local)));
        Typed {
            id,
            written: written.copied(),
        }
    }

    /// What a reference refers to; any other type itself.
    fn pointee(&self, ty: Typed) -> Typed {
        match self.program.types[ty.id.0 as usize] {
            Type::Ref(id) => Typed {
                id,
                written: ty.written.map(without_reference),
            },
            _ => ty,
        }
    }

    /// Named locals that are written before the first iteration and mentioned in one; parameters are hardware handles.
    fn superloop_locals(&self, run: FuncId) -> Vec<StateVariable> {
        let func = self.func(run);
        let (before, inside) = mentions_around_tick_start(func);
        let alive = func.locals.iter().enumerate().filter(|(id, local)| {
            let id = LocalId(*id as u32);
            let is_parameter = id.0 < func.params;
            local.name.is_some() && !is_parameter && before.contains(&id) && inside.contains(&id)
        });
        alive
            .map(|(at, local)| {
                let name = local.name.expect("only named ones are kept");
                let ty = self.typed(local.ty, run, at as u32);
                self.state_variable(name, StateKind::Local, ty)
            })
            .collect()
    }

    /// Statics that something may write and that the loop or a monitor reaches.
    fn statics(&self) -> Vec<StateVariable> {
        let monitors = self.harness.monitors.iter().map(|m| m.func);
        let roots = self.running().into_iter().chain(monitors);
        let touched: BTreeSet<StaticId> = roots
            .flat_map(|root| self.effects.acts(root))
            .filter_map(|(act, _)| match act {
                Act::ReadStatic(s) | Act::WriteStatic(s) => Some(s),
                Act::WriteParam(..) | Act::Draw(_) | Act::Emit(_) => None,
            })
            .collect();
        touched
            .into_iter()
            .map(|id| self.static_variable(id))
            .collect()
    }

    fn static_variable(&self, id: StaticId) -> StateVariable {
        let found = &self.program.statics[id.0 as usize];
        let ty = Typed {
            id: found.ty,
            written: self.spellings.statics.get(&id).copied(),
        };
        StateVariable {
            initial: Some(found.init.clone()),
            ..self.state_variable(found.name, StateKind::Static(id), ty)
        }
    }

    /// Parameters first, then every distinct source that is called.
    fn inputs(&self) -> Vec<Input> {
        let mut inputs: Vec<Input> = match &self.harness.form {
            LoopForm::Step { tick, params, .. } => {
                let params = params.iter().zip(0..);
                let input = |(param, at)| self.parameter_input(param, *tick, at);
                params.filter_map(input).collect()
            }
            LoopForm::Superloop { .. } => Vec::new(),
        };
        for id in self.effects.reached(self.running()) {
            let func = self.func(id);
            for (statement, _) in func.blocks.iter().flat_map(|b| &b.statements) {
                let Statement::Input {
                    dest,
                    source,
                    range,
                } = statement
                else {
                    continue;
                };
                let Ok(id) = self.program.place_type(func, dest) else {
                    continue;
                };
                let written = self.spellings.inputs.get(&(*source, id)).copied();
                let ty = Typed { id, written };
                let known = |i: &Input| {
                    i.kind == InputKind::Call
                        && i.name == *source
                        && i.ty == ty
                        && i.range == *range
                };
                if !inputs.iter().any(known) {
                    inputs.push(Input {
                        name: *source,
                        kind: InputKind::Call,
                        ty,
                        range: range.clone(),
                    });
                }
            }
        }
        inputs
    }

    fn parameter_input(&self, param: &TickParam, tick: FuncId, at: u32) -> Option<Input> {
        match param {
            TickParam::Input { name, ty, range } => Some(Input {
                name: *name,
                kind: InputKind::Parameter,
                ty: self.typed(*ty, tick, at),
                range: range.clone(),
            }),
            TickParam::State | TickParam::Handle(_) => None,
        }
    }

    fn outputs(&self) -> Vec<Output> {
        let mut events: BTreeMap<&str, Output> = BTreeMap::new();
        for id in self.effects.reached(self.running()) {
            let func = self.func(id);
            for (statement, _) in func.blocks.iter().flat_map(|b| &b.statements) {
                if let Statement::Output { event, args } = statement {
                    let written = |at: usize| self.spellings.events.get(&(*event, at)).copied();
                    let typed = |(at, operand): (usize, &Operand)| {
                        let id = self.operand_type(func, operand)?;
                        let written = written(at);
                        Some(Typed { id, written })
                    };
                    let args = args.iter().enumerate().filter_map(typed).collect();
                    events.insert(event.as_str(), Output::Event { name: *event, args });
                }
            }
        }
        self.returned()
            .into_iter()
            .chain(events.into_values())
            .collect()
    }

    fn operand_type(&self, func: &Func, operand: &Operand) -> Option<TypeId> {
        match operand {
            Operand::Copy(place) => self.program.place_type(func, place).ok(),
            Operand::Const(_, ty) => Some(*ty),
        }
    }

    fn returned(&self) -> Option<Output> {
        let func = self.func(self.body());
        let ret = func.locals.get(func.params as usize)?.ty;
        let ret = self.typed(ret, self.body(), func.params);
        let nothing = match &self.program.types[ret.id.0 as usize] {
            Type::Tuple(fields) => fields.is_empty(),
            other => *other == Type::Never,
        };
        (!nothing).then_some(Output::Returned(ret))
    }

    fn plant(&self, environment: &Environment) -> Plant {
        let locals = self.func(environment.plant).locals.iter().zip(0..);
        let params = locals.zip(&environment.params);
        let mut memory = params.filter(|(_, p)| matches!(p, MonitorParam::Memory { .. }));
        let memory = memory.next().map(|((local, at), _)| {
            let ty = self.typed(local.ty, environment.plant, at);
            self.pointee(ty)
        });
        Plant {
            name: environment.name,
            span: environment.span,
            memory,
        }
    }

    fn monitor(&self, monitor: &crate::ir::Monitor) -> Monitor {
        let locals = self.func(monitor.func).locals.iter().zip(0..);
        let bound = |((local, at), param): ((&crate::ir::Local, u32), &MonitorParam)| Bound {
            name: local.name,
            ty: self.pointee(self.typed(local.ty, monitor.func, at)),
            to: self.binding(param),
        };
        Monitor {
            name: monitor.name,
            span: monitor.span,
            requirement: monitor.text.clone(),
            params: locals.zip(&monitor.params).map(bound).collect(),
        }
    }

    fn binding(&self, param: &MonitorParam) -> Binding {
        match param {
            MonitorParam::State => Binding::State,
            MonitorParam::Input(name) => Binding::Input(*name),
            MonitorParam::Out => Binding::Out,
            MonitorParam::Event(name) => Binding::Event(*name),
            MonitorParam::Memory { .. } => Binding::Memory,
            MonitorParam::Local { local, .. } => {
                let found = &self.func(self.body()).locals[local.0 as usize];
                Binding::Local(
                    found
                        .name
                        .unwrap_or_else(|| Symbol::new(&local.to_string())),
                )
            }
        }
    }

    fn properties(&self) -> Vec<(Symbol, Span)> {
        let reached = self.everything();
        let statements = reached
            .iter()
            .flat_map(|&id| &self.func(id).blocks)
            .flat_map(|b| &b.statements);
        let mut named: Vec<(Symbol, Span)> = statements
            .filter_map(|(statement, span)| match statement {
                Statement::Property { name, .. } => Some((*name, *span)),
                _ => None,
            })
            .collect();
        named.sort_by_key(|&(name, span)| (span, name.as_str()));
        named.dedup();
        named
    }

    /// Distinct places; a panic inside a `track_caller` function is at its callers, if it has any.
    fn panic_sites(&self) -> Vec<PanicSite> {
        let reached = self.everything();
        let roots = self.roots();
        let own = reached
            .iter()
            .filter(|&&id| !self.func(id).track_caller || roots.contains(&id));
        let sites: BTreeSet<PanicSite> = own
            .flat_map(|&id| self.sites_of(id, &mut BTreeSet::new()))
            .collect();
        sites.into_iter().collect()
    }

    fn sites_of(&self, id: FuncId, entered: &mut BTreeSet<FuncId>) -> Vec<PanicSite> {
        let mut sites = Vec::new();
        if !entered.insert(id) {
            return sites;
        }
        for block in &self.func(id).blocks {
            for (statement, span) in &block.statements {
                match statement {
                    Statement::Check { kind, .. } => sites.push(PanicSite {
                        kind: *kind,
                        span: *span,
                    }),
                    Statement::Call { func, .. } if self.func(*func).track_caller => {
                        let kinds: BTreeSet<PanicKind> = self
                            .sites_of(*func, entered)
                            .iter()
                            .map(|s| s.kind)
                            .collect();
                        entered.remove(func);
                        sites.extend(
                            kinds
                                .into_iter()
                                .map(|kind| PanicSite { kind, span: *span }),
                        );
                    }
                    _ => {}
                }
            }
            if let Some(Terminator::Panic(kind, span)) = block.terminator {
                sites.push(PanicSite { kind, span });
            }
        }
        sites
    }
}

fn handler(handler: &crate::ir::Handler) -> Handler {
    Handler {
        name: handler.name,
        span: handler.span,
        max: handler.max,
        preempt: handler.preempt,
        points: Vec::new(),
        shared: Vec::new(),
    }
}

/// `&mut [usize; 2]` without the reference.
fn without_reference(written: Symbol) -> Symbol {
    let text = written.as_str();
    let inner = text.strip_prefix('&').unwrap_or(text);
    Symbol::new(inner.strip_prefix("mut ").unwrap_or(inner))
}

/// The locals written on the way to the first `TickStart`, and those mentioned anywhere after it.
fn mentions_around_tick_start(func: &Func) -> (BTreeSet<LocalId>, BTreeSet<LocalId>) {
    let (mut before, mut inside) = (BTreeSet::new(), BTreeSet::new());
    let mut seen = BTreeSet::new();
    let mut stack = vec![(BlockId(0), false)];
    while let Some((id, mut in_tick)) = stack.pop() {
        if !seen.insert((id, in_tick)) {
            continue;
        }
        let Some(block) = func.blocks.get(id.0 as usize) else {
            continue;
        };
        for (statement, _) in &block.statements {
            in_tick |= *statement == Statement::TickStart;
            let set: &mut BTreeSet<LocalId> = if in_tick { &mut inside } else { &mut before };
            set.extend(mentioned_locals(statement));
        }
        stack.extend(
            successors(block.terminator.as_ref())
                .into_iter()
                .map(|next| (next, in_tick)),
        );
    }
    (before, inside)
}

fn mentioned_locals(statement: &Statement) -> Vec<LocalId> {
    let operands = crate::effects::operands(statement);
    let read = operands.into_iter().filter_map(|operand| match operand {
        Operand::Copy(place) => Some(place),
        Operand::Const(..) => None,
    });
    let places = read.chain(crate::effects::places(statement));
    places
        .filter_map(|place| match place.root {
            Root::Local(local) => Some(local),
            Root::Static(_) => None,
        })
        .collect()
}

fn successors(terminator: Option<&Terminator>) -> Vec<BlockId> {
    match terminator {
        Some(Terminator::Goto(next)) => vec![*next],
        Some(Terminator::Switch {
            targets, otherwise, ..
        }) => targets
            .iter()
            .map(|&(_, block)| block)
            .chain([*otherwise])
            .collect(),
        Some(Terminator::Return | Terminator::Panic(..) | Terminator::Unreachable) | None => {
            Vec::new()
        }
    }
}
