//! Which variables depend on which, across functions.
//!
//! A variable is a local of a function or a static. Variables that references connect are one: what a parameter of reference type denotes
//! is the same variable as whatever is passed for it. Fields are not told apart. So a dependence may be named that there is not,
//! and none is missing.

use std::collections::{BTreeMap, BTreeSet};

use crate::effects::{self, has_references, operands, places, EffectsOf};
use crate::ir::{
    BlockId, Func, FuncId, Harness, LocalId, LoopForm, MonitorParam, Operand, Place, Program, Root,
    Rvalue, Site, Statement, StaticId, Terminator, TickParam, TypeId, Value,
};
use crate::source::{Span, Symbol};

/// A local of a function, or a static.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Variable {
    Local(FuncId, LocalId),
    Static(StaticId),
}

/// Something that reads variables and writes others.
#[derive(Clone, Debug)]
pub struct Act {
    pub span: Span,
    /// The function that it is part of; what the driver of a loop does is part of none.
    pub within: Option<FuncId>,
    /// The statement that it is, if it is one.
    pub site: Option<Site>,
    pub reads: Vec<Variable>,
    /// What decides whether it happens at all, where that makes a difference to what it writes.
    pub decided_by: Vec<Variable>,
    pub writes: Vec<Variable>,
    /// The input that it takes from outside.
    pub draws: Option<Symbol>,
    /// The functions that it calls.
    pub calls: Vec<FuncId>,
}

/// All acts of the functions that a loop reaches.
pub struct Dependence {
    parents: BTreeMap<Variable, Variable>,
    pub acts: Vec<Act>,
}

impl Dependence {
    /// Of one loop, which reaches these functions.
    pub fn new(
        program: &Program,
        effects: &EffectsOf,
        reached: &BTreeSet<FuncId>,
        harness: &Harness,
    ) -> Dependence {
        let mut found = Dependence {
            parents: BTreeMap::new(),
            acts: Vec::new(),
        };
        for &id in reached {
            found.function(program, effects, id);
        }
        found.add_statics_read(effects, reached);
        found.harness(program, harness);
        found
    }

    /// The variable that stands for all that are the same.
    pub fn find(&self, variable: Variable) -> Variable {
        let mut at = variable;
        while let Some(&parent) = self.parents.get(&at) {
            at = parent;
        }
        at
    }

    fn unite(&mut self, a: Variable, b: Variable) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            self.parents.insert(a.max(b), a.min(b));
        }
    }

    fn function(&mut self, program: &Program, effects: &EffectsOf, id: FuncId) {
        let func = &program.funcs[id.0 as usize];
        let branches = branch_reads(id, func);
        let several = written_more_than_once(id, func);
        for (site, statement, span) in statements(id, func) {
            let mut act = statement_act(id, statement, span);
            act.site = Some(site);
            self.connect(program, id, statement);
            self.pass_arguments(program, id, statement, &mut act);
            let written = act
                .calls
                .iter()
                .flat_map(|callee| statics_of(effects, *callee));
            act.writes.extend(written.collect::<Vec<_>>());
            let is_choice = |it: &Variable| several.contains(it) || outlives(func, it);
            if !act.calls.is_empty() || act.writes.iter().any(is_choice) {
                act.decided_by.clone_from(&branches);
            }
            self.acts.push(act);
        }
        if !branches.is_empty() {
            self.acts.push(Act {
                span: func.span,
                within: Some(id),
                site: None,
                reads: branches,
                decided_by: Vec::new(),
                writes: Vec::new(),
                draws: None,
                calls: Vec::new(),
            });
        }
    }

    /// A call reads the statics that its callees look at.
    fn add_statics_read(&mut self, effects: &EffectsOf, reached: &BTreeSet<FuncId>) {
        let mut own: BTreeMap<FuncId, BTreeSet<Variable>> = BTreeMap::new();
        for act in &self.acts {
            let statics = act.reads.iter();
            let statics = statics.filter(|it| matches!(it, Variable::Static(_)));
            if let Some(func) = act.within {
                own.entry(func).or_default().extend(statics);
            }
        }
        let read_in = |func: FuncId| -> BTreeSet<Variable> {
            let inside = effects.reached([func]).into_iter();
            inside
                .filter_map(|it| own.get(&it))
                .flatten()
                .copied()
                .collect()
        };
        let all = reached.iter().map(|func| (*func, read_in(*func)));
        let all: BTreeMap<FuncId, BTreeSet<Variable>> = all.collect();
        for act in &mut self.acts {
            let read = act.calls.iter().filter_map(|callee| all.get(callee));
            act.reads.extend(read.flatten());
        }
    }

    /// Variables that a statement makes one, because the one may then refer to the other.
    fn connect(&mut self, program: &Program, id: FuncId, statement: &Statement) {
        let func = &program.funcs[id.0 as usize];
        let Statement::Assign(dest, rvalue) = statement else {
            return;
        };
        let to = variable(id, dest);
        if let Rvalue::Ref(place) = rvalue {
            self.unite(to, variable(id, place));
        }
        let refers = program
            .place_type(func, dest)
            .is_ok_and(|ty| has_references(program, ty));
        if refers {
            for operand in operands(statement) {
                for from in read_by(id, operand) {
                    self.unite(to, from);
                }
            }
        }
    }

    /// Arguments become parameters, and the result the destination.
    fn pass_arguments(
        &mut self,
        program: &Program,
        id: FuncId,
        statement: &Statement,
        act: &mut Act,
    ) {
        let (callees, dest, args) = match statement {
            Statement::Call { dest, func, args } => (vec![*func], dest, args),
            Statement::CallIndirect { dest, args, .. } => {
                let fits = |f: &FuncId| program.funcs[f.0 as usize].params as usize == args.len();
                let all = (0..program.funcs.len() as u32).map(FuncId);
                (all.filter(fits).collect(), dest, args)
            }
            _ => return,
        };
        for callee in callees {
            let func = &program.funcs[callee.0 as usize];
            // What is not understood is a stub; its error is shown elsewhere.
            if func.locals.is_empty() {
                continue;
            }
            act.calls.push(callee);
            for (at, arg) in args.iter().enumerate() {
                let param = Variable::Local(callee, LocalId(at as u32));
                self.hand_over(program, func.locals[at].ty, read_by(id, arg), param, act);
            }
            let result = Variable::Local(callee, func.ret());
            let to = variable(id, dest);
            act.reads.push(result);
            if has_references(program, func.locals[func.ret().0 as usize].ty) {
                self.unite(to, result);
            }
        }
    }

    fn hand_over(
        &mut self,
        program: &Program,
        ty: TypeId,
        from: Vec<Variable>,
        to: Variable,
        act: &mut Act,
    ) {
        // What is passed by reference is the same variable: to pass it on does not write it.
        match has_references(program, ty) {
            true => from.into_iter().for_each(|from| self.unite(to, from)),
            false => act.writes.push(to),
        }
    }

    /// What the driver of a loop hands to its functions.
    fn harness(&mut self, program: &Program, harness: &Harness) {
        let mut state = None;
        let mut inputs = BTreeMap::new();
        let (body, out) = match &harness.form {
            LoopForm::Superloop { run } => (*run, None),
            LoopForm::Step { init, tick, params } => {
                let ret = |f: FuncId| Variable::Local(f, program.funcs[f.0 as usize].ret());
                state = init.map(ret);
                self.tick_parameters(harness, *tick, params, state, &mut inputs);
                (*tick, Some(ret(*tick)))
            }
        };
        let plant = harness.environment.iter();
        let asked = plant.map(|plant| (plant.plant, &plant.params));
        let monitors = harness.monitors.iter();
        for (func, params) in asked.chain(monitors.map(|monitor| (monitor.func, &monitor.params))) {
            for (at, param) in params.iter().enumerate() {
                let to = Variable::Local(func, LocalId(at as u32));
                let from = match param {
                    MonitorParam::State => state,
                    MonitorParam::Input(name) => inputs.get(name).copied(),
                    MonitorParam::Out => out,
                    MonitorParam::Local { local, .. } => Some(Variable::Local(body, *local)),
                    MonitorParam::Event(_) => None,
                    MonitorParam::Memory { init } => {
                        Some(Variable::Local(*init, program.funcs[init.0 as usize].ret()))
                    }
                };
                let ty = program.funcs[func.0 as usize].locals[at].ty;
                match from {
                    Some(from) if has_references(program, ty) => self.unite(to, from),
                    Some(from) => self.acts.push(handed(harness.span, from, to)),
                    None => {}
                }
            }
        }
        self.plant_inputs(program, harness, &inputs);
    }

    fn tick_parameters(
        &mut self,
        harness: &Harness,
        tick: FuncId,
        params: &[TickParam],
        state: Option<Variable>,
        inputs: &mut BTreeMap<Symbol, Variable>,
    ) {
        for (at, param) in params.iter().enumerate() {
            let to = Variable::Local(tick, LocalId(at as u32));
            match param {
                TickParam::State => {
                    if let Some(state) = state {
                        self.unite(to, state);
                    }
                }
                TickParam::Handle(_) => {}
                TickParam::Input { name, .. } => {
                    inputs.insert(*name, to);
                    if harness.environment.is_none() {
                        let mut act = handed(harness.span, to, to);
                        act.reads.clear();
                        act.draws = Some(*name);
                        self.acts.push(act);
                    }
                }
            }
        }
    }

    /// With a plant, the inputs are what it returns.
    fn plant_inputs(
        &mut self,
        program: &Program,
        harness: &Harness,
        inputs: &BTreeMap<Symbol, Variable>,
    ) {
        if let Some(plant) = &harness.environment {
            let ret = program.funcs[plant.plant.0 as usize].ret();
            for to in inputs.values() {
                let from = Variable::Local(plant.plant, ret);
                self.acts.push(handed(harness.span, from, *to));
            }
        }
    }
}

/// The statements of a function with their places.
fn statements(id: FuncId, func: &Func) -> impl Iterator<Item = (Site, &Statement, Span)> {
    let blocks = func.blocks.iter().enumerate();
    blocks.flat_map(move |(block, found)| {
        let site = move |statement| Site {
            func: id,
            block: BlockId(block as u32),
            statement,
        };
        let statements = (0..).zip(&found.statements);
        statements.map(move |(at, (statement, span))| (site(at), statement, *span))
    })
}

fn handed(span: Span, from: Variable, to: Variable) -> Act {
    Act {
        span,
        within: None,
        site: None,
        reads: vec![from],
        decided_by: Vec::new(),
        writes: vec![to],
        draws: None,
        calls: Vec::new(),
    }
}

fn statement_act(id: FuncId, statement: &Statement, span: Span) -> Act {
    let read = operands(statement);
    let mut reads: Vec<Variable> = read.into_iter().flat_map(|o| read_by(id, o)).collect();
    let mut writes = Vec::new();
    for (at, place) in places(statement).into_iter().enumerate() {
        // The first place is written; a further one is only looked at.
        let to = if at == 0 { &mut writes } else { &mut reads };
        to.push(variable(id, place));
        reads.extend(indices(id, place));
    }
    let draws = match statement {
        Statement::Input { source, .. } => Some(*source),
        _ => None,
    };
    Act {
        span,
        within: Some(id),
        site: None,
        reads,
        decided_by: Vec::new(),
        writes,
        draws,
        calls: Vec::new(),
    }
}

fn variable(id: FuncId, place: &Place) -> Variable {
    match place.root {
        Root::Local(local) => Variable::Local(id, local),
        Root::Static(found) => Variable::Static(found),
    }
}

fn indices(id: FuncId, place: &Place) -> impl Iterator<Item = Variable> + '_ {
    place.path.iter().filter_map(move |step| match step {
        crate::ir::Projection::Index(local) => Some(Variable::Local(id, *local)),
        _ => None,
    })
}

fn read_by(id: FuncId, operand: &Operand) -> Vec<Variable> {
    match operand {
        Operand::Copy(place) => {
            let all = std::iter::once(variable(id, place));
            all.chain(indices(id, place)).collect()
        }
        Operand::Const(value, _) => statics_in(value),
    }
}

fn statics_in(value: &Value) -> Vec<Variable> {
    match value {
        Value::Ref(id, _) | Value::Slice(id, ..) => vec![Variable::Static(*id)],
        Value::Aggregate(parts) | Value::Variant(_, parts) => {
            parts.iter().flat_map(statics_in).collect()
        }
        Value::Pointee(inner) => statics_in(inner),
        Value::Scalar(_) | Value::Func(_) | Value::Undefined => Vec::new(),
    }
}

/// Statics that a function writes, itself or by calls.
fn statics_of(effects: &EffectsOf, func: FuncId) -> impl Iterator<Item = Variable> + '_ {
    effects.acts(func).filter_map(|(act, _)| match act {
        effects::Act::WriteStatic(id) => Some(Variable::Static(id)),
        _ => None,
    })
}

/// Whether a variable has a value before the function is entered: then a write that does not happen matters, too.
fn outlives(func: &Func, variable: &Variable) -> bool {
    match variable {
        Variable::Local(_, local) => local.0 < func.params,
        Variable::Static(_) => true,
    }
}

/// What the branches of a function look at.
fn branch_reads(id: FuncId, func: &Func) -> Vec<Variable> {
    let terminators = func.blocks.iter().filter_map(|b| b.terminator.as_ref());
    let on = terminators.filter_map(|terminator| match terminator {
        Terminator::Switch { on, .. } => Some(on),
        _ => None,
    });
    on.flat_map(|operand| read_by(id, operand)).collect()
}

/// Which value such a variable has is decided by the branches taken.
fn written_more_than_once(id: FuncId, func: &Func) -> BTreeSet<Variable> {
    let mut counts: BTreeMap<LocalId, usize> = BTreeMap::new();
    for (statement, _) in func.blocks.iter().flat_map(|b| &b.statements) {
        if let Some(Root::Local(local)) = places(statement).first().map(|place| place.root) {
            *counts.entry(local).or_default() += 1;
        }
    }
    let within = counts.into_iter().filter(|(_, count)| *count > 1);
    within
        .map(|(local, _)| Variable::Local(id, local))
        .collect()
}
