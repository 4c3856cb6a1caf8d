//! Which accesses meet what handlers use: statics by name, and what references may lead into them.

use std::collections::BTreeSet;

use crate::effects::{has_references, operands, Act, EffectsOf};
use crate::ir::{
    Func, FuncId, Operand, Place, Program, Projection, Root, Rvalue, Statement, StaticId,
    Terminator, Type, TypeId, Value,
};
use crate::source::Symbol;

/// A critical section: what it calls is not interrupted.
const SECTION: &str = "critical_section::with::<";

/// Functions that one instruction of the machine is, or a section that cannot be interrupted.
const UNDIVIDED: &[&str] = &[
    "core::sync::atomic::",
    "core::cell::Cell::get",
    "core::cell::Cell::set",
    "core::cell::Cell<T>::get",
    "core::cell::Cell<T>::set",
    SECTION,
];

/// What is called so is a loop around instructions.
const DIVIDED: &[&str] = &["::fetch_update", "::try_update", "::update"];

pub fn is_section(func: &Func) -> bool {
    func.name.as_str().starts_with(SECTION)
}

/// Whether nothing can come in between the accesses of a function.
pub fn is_undivided(func: &Func) -> bool {
    let name = func.name.as_str();
    let begins = UNDIVIDED.iter().any(|start| name.starts_with(start));
    begins && !DIVIDED.iter().any(|part| name.contains(part))
}

/// The functions that a tick may be interrupted in.
pub fn interruptible(program: &Program, effects: &EffectsOf, ticks: &[FuncId]) -> BTreeSet<FuncId> {
    let mut reached = BTreeSet::new();
    let mut stack = ticks.to_vec();
    while let Some(func) = stack.pop() {
        if !is_undivided(&program.funcs[func.0 as usize]) && reached.insert(func) {
            stack.extend(effects.callees(func));
        }
    }
    reached
}

/// What handlers share with the rest, and where it is met.
pub struct Accesses<'p> {
    program: &'p Program,
    effects: &'p EffectsOf,
    /// Statics that handlers use.
    used: BTreeSet<StaticId>,
    /// Those of them that handlers write.
    written: BTreeSet<StaticId>,
    emitted: BTreeSet<Symbol>,
    /// Types of the places inside of those statics.
    inside: BTreeSet<TypeId>,
    /// Of each function, the locals that may hold a reference into those statics.
    leads: Vec<Vec<bool>>,
    /// Statics that may hold one.
    holders: BTreeSet<StaticId>,
    /// Functions that name such a static, or call one that does.
    naming: Vec<bool>,
    /// Functions that meet one, or call one that does.
    meeting: Vec<bool>,
}

impl<'p> Accesses<'p> {
    pub fn new(
        program: &'p Program,
        effects: &'p EffectsOf,
        handlers: &BTreeSet<FuncId>,
        ticks: &[FuncId],
    ) -> Accesses<'p> {
        let mut accesses = Accesses {
            program,
            effects,
            used: BTreeSet::new(),
            written: BTreeSet::new(),
            emitted: BTreeSet::new(),
            inside: BTreeSet::new(),
            leads: program
                .funcs
                .iter()
                .map(|f| vec![false; f.locals.len()])
                .collect(),
            holders: BTreeSet::new(),
            naming: vec![false; program.funcs.len()],
            meeting: vec![false; program.funcs.len()],
        };
        accesses.note_handlers(handlers);
        let reached = effects.reached(ticks.iter().copied());
        accesses.name(&reached);
        while accesses.lead(&reached) {}
        accesses.meet(&reached);
        accesses
    }

    fn note_handlers(&mut self, handlers: &BTreeSet<FuncId>) {
        let effects = self.effects;
        for (act, _) in handlers.iter().flat_map(|func| effects.acts(*func)) {
            match act {
                Act::WriteStatic(s) => {
                    self.used.insert(s);
                    self.written.insert(s);
                }
                Act::ReadStatic(s) => {
                    self.used.insert(s);
                }
                Act::Emit(event) => {
                    self.emitted.insert(event);
                }
                Act::WriteParam(..) | Act::Draw(_) => {}
            }
        }
        for s in self.used.clone() {
            self.note_inside(self.program.statics[s.0 as usize].ty);
        }
        let statics = self.program.statics.iter().enumerate();
        let holding = statics.filter(|(_, it)| self.refers(&it.init));
        self.holders = holding.map(|(index, _)| StaticId(index as u32)).collect();
    }

    fn note_inside(&mut self, ty: TypeId) {
        if !self.inside.insert(ty) {
            return;
        }
        match &self.program.types[ty.0 as usize] {
            Type::Tuple(parts) => parts.iter().for_each(|part| self.note_inside(*part)),
            Type::Struct { fields, .. } => fields.iter().for_each(|it| self.note_inside(it.1)),
            Type::Enum { variants, .. } => {
                let fields = variants.iter().flat_map(|variant| &variant.fields);
                fields.for_each(|field| self.note_inside(field.1));
            }
            Type::Array(part, _) => self.note_inside(*part),
            _ => {}
        }
    }

    /// The statics that interruptible functions name and handlers use.
    pub fn in_functions(&self, reached: &BTreeSet<FuncId>) -> Vec<StaticId> {
        let mut named = BTreeSet::new();
        for func in self.effects.reached(reached.iter().copied()) {
            self.statics_named(&self.program.funcs[func.0 as usize], &mut named);
        }
        named.into_iter().collect()
    }

    fn statics_named(&self, func: &Func, named: &mut BTreeSet<StaticId>) {
        for place in func.blocks.iter().flat_map(|block| &block.statements) {
            for s in named_in(&place.0) {
                if self.used.contains(&s) || self.holders.contains(&s) {
                    named.insert(s);
                }
            }
        }
    }

    fn name(&mut self, reached: &BTreeSet<FuncId>) {
        for func in reached {
            let mut named = BTreeSet::new();
            self.statics_named(&self.program.funcs[func.0 as usize], &mut named);
            self.naming[func.0 as usize] = !named.is_empty();
        }
        let effects = self.effects;
        upwards(reached, &mut self.naming, effects);
    }

    // --- references into them

    /// One pass over all statements; whether anything new was found.
    fn lead(&mut self, reached: &BTreeSet<FuncId>) -> bool {
        let before = self.holders.len();
        let mut grown = false;
        for func in reached {
            let body = &self.program.funcs[func.0 as usize];
            for (statement, _) in body.blocks.iter().flat_map(|block| &block.statements) {
                grown |= self.lead_through(*func, statement);
            }
        }
        if self.holders.len() > before {
            self.name(reached);
        }
        grown || self.holders.len() > before
    }

    fn lead_through(&mut self, func: FuncId, statement: &Statement) -> bool {
        match statement {
            Statement::Assign(dest, rvalue) => {
                self.gives_reference(func, rvalue) && self.keep(func, dest)
            }
            Statement::Call { dest, args, .. } | Statement::CallIndirect { dest, args, .. } => {
                let mut grown = false;
                for callee in self.effects.called(self.program, statement) {
                    grown |= self.lead_call(func, callee, dest, args);
                }
                grown
            }
            _ => false,
        }
    }

    fn lead_call(&mut self, func: FuncId, callee: FuncId, dest: &Place, args: &[Operand]) -> bool {
        let mut grown = false;
        let leading: Vec<bool> = args.iter().map(|arg| self.leads(func, arg)).collect();
        let body = &self.program.funcs[callee.0 as usize];
        for (position, leads) in leading.iter().enumerate() {
            let takes = body.locals.get(position);
            let takes = takes.is_some_and(|local| has_references(self.program, local.ty));
            if *leads && takes && (position as u32) < body.params {
                let known = &mut self.leads[callee.0 as usize][position];
                grown |= !std::mem::replace(known, true);
            }
        }
        let ret = body.ret().0 as usize;
        let returns = self.leads[callee.0 as usize].get(ret) == Some(&true);
        if returns && (self.naming[callee.0 as usize] || leading.contains(&true)) {
            grown |= self.keep(func, dest);
        }
        grown
    }

    /// Notes that a place now holds such a reference.
    fn keep(&mut self, func: FuncId, dest: &Place) -> bool {
        match dest.root {
            Root::Local(local) => {
                let known = &mut self.leads[func.0 as usize][local.0 as usize];
                !std::mem::replace(known, true)
            }
            Root::Static(s) => self.holders.insert(s),
        }
    }

    fn gives_reference(&self, func: FuncId, rvalue: &Rvalue) -> bool {
        if let Rvalue::Ref(place) = rvalue {
            return match place.root {
                Root::Static(s) => self.used.contains(&s) || self.holders.contains(&s),
                Root::Local(local) => self.leads[func.0 as usize][local.0 as usize],
            };
        }
        let statement = Statement::Assign(
            Place {
                root: Root::Local(crate::ir::LocalId(0)),
                path: Vec::new(),
            },
            rvalue.clone(),
        );
        let given = operands(&statement);
        given.into_iter().any(|operand| self.leads(func, operand))
    }

    /// Whether an operand may be a reference into what handlers use.
    fn leads(&self, func: FuncId, operand: &Operand) -> bool {
        match operand {
            Operand::Copy(place) => {
                let body = &self.program.funcs[func.0 as usize];
                let ty = self.program.place_type(body, place);
                ty.is_ok_and(|ty| has_references(self.program, ty))
                    && match place.root {
                        Root::Local(local) => self.leads[func.0 as usize][local.0 as usize],
                        Root::Static(s) => self.used.contains(&s) || self.holders.contains(&s),
                    }
            }
            Operand::Const(value, _) => self.refers(value),
        }
    }

    fn refers(&self, value: &Value) -> bool {
        match value {
            Value::Ref(s, _) | Value::Slice(s, ..) => {
                self.used.contains(s) || self.holders.contains(s)
            }
            Value::Aggregate(parts) | Value::Variant(_, parts) => {
                parts.iter().any(|part| self.refers(part))
            }
            Value::Pointee(inner) => self.refers(inner),
            Value::Scalar(_) | Value::Func(_) | Value::Undefined => false,
        }
    }

    // --- accesses

    /// The functions that a statement may call.
    pub fn called(&self, statement: &Statement) -> Vec<FuncId> {
        self.effects.called(self.program, statement)
    }

    fn meet(&mut self, reached: &BTreeSet<FuncId>) {
        for func in reached {
            let body = &self.program.funcs[func.0 as usize];
            let statements = body.blocks.iter().flat_map(|block| &block.statements);
            let own = |(statement, _): &(Statement, _)| self.count(*func, statement) > 0;
            let ends = body
                .blocks
                .iter()
                .filter_map(|block| block.terminator.as_ref());
            let looks = |end: &Terminator| self.is_met_at_end(*func, end);
            let meets = statements.into_iter().any(own) || ends.into_iter().any(looks);
            self.meeting[func.0 as usize] = meets;
        }
        let effects = self.effects;
        upwards(reached, &mut self.meeting, effects);
    }

    /// How many accesses a statement makes by itself.
    pub fn count(&self, func: FuncId, statement: &Statement) -> usize {
        let reads = operands(statement).into_iter();
        let reads = reads.filter(|operand| self.is_read(func, operand)).count();
        let looks = match statement {
            Statement::Assign(_, Rvalue::VariantOf(place) | Rvalue::Discriminant(place)) => {
                usize::from(self.is_met(func, place, false))
            }
            _ => 0,
        };
        let writes = match statement {
            Statement::Assign(dest, _)
            | Statement::Call { dest, .. }
            | Statement::CallIndirect { dest, .. }
            | Statement::Input { dest, .. } => usize::from(self.is_met(func, dest, true)),
            Statement::Output { event, .. } => usize::from(self.emitted.contains(event)),
            _ => 0,
        };
        reads + looks + writes
    }

    /// Whether a call enters code that meets it, given these arguments.
    pub fn is_met_in(&self, func: FuncId, callee: FuncId, args: &[Operand]) -> bool {
        let passed = || args.iter().any(|arg| self.leads(func, arg));
        self.meeting[callee.0 as usize] && (self.naming[callee.0 as usize] || passed())
    }

    pub fn is_met_at_end(&self, func: FuncId, end: &Terminator) -> bool {
        matches!(end, Terminator::Switch { on, .. } if self.is_read(func, on))
    }

    pub fn is_read(&self, func: FuncId, operand: &Operand) -> bool {
        matches!(operand, Operand::Copy(place) if self.is_met(func, place, false))
    }

    /// Whether an access of a place matters: what nobody writes is the same at any time.
    pub fn is_met(&self, func: FuncId, place: &Place, writes: bool) -> bool {
        let used = if writes { &self.used } else { &self.written };
        let body = &self.program.funcs[func.0 as usize];
        let Some(behind) = self.last_behind(body, place) else {
            return matches!(place.root, Root::Static(s) if used.contains(&s));
        };
        let leads = match place.root {
            Root::Local(local) => self.leads[func.0 as usize][local.0 as usize],
            Root::Static(s) => self.used.contains(&s) || self.holders.contains(&s),
        };
        leads && !used.is_empty() && self.inside.contains(&behind)
    }

    /// The type of what the last reference of a path leads to.
    fn last_behind(&self, func: &Func, place: &Place) -> Option<TypeId> {
        let mut ty = match place.root {
            Root::Local(local) => func.local_type(local).ok()?,
            Root::Static(s) => self.program.statics[s.0 as usize].ty,
        };
        let mut behind = None;
        for step in &place.path {
            let is_slice = matches!(self.program.types[ty.0 as usize], Type::Slice(_));
            ty = self.program.projected_type(func, ty, *step).ok()?;
            if is_slice || *step == Projection::Deref {
                behind = Some(ty);
            }
        }
        behind
    }

    /// Whether the machine may need several instructions for an access of this place.
    pub fn is_wide(&self, func: FuncId, place: &Place) -> bool {
        let body = &self.program.funcs[func.0 as usize];
        let ty = self.program.place_type(body, place);
        ty.map_or(true, |ty| self.words(ty) > 1)
    }

    /// How many words a value may take, two for anything that is no single one.
    fn words(&self, ty: TypeId) -> u64 {
        let sum = |types: &mut dyn Iterator<Item = TypeId>| types.map(|it| self.words(it)).sum();
        match &self.program.types[ty.0 as usize] {
            Type::Tuple(parts) => sum(&mut parts.iter().copied()),
            Type::Struct { fields, .. } => sum(&mut fields.iter().map(|field| field.1)),
            Type::Enum { variants, .. } => {
                let fields = variants.iter().flat_map(|variant| &variant.fields);
                1 + sum(&mut fields.map(|field| field.1))
            }
            Type::Array(part, length) => length * self.words(*part),
            Type::Slice(_) | Type::Str => 2,
            Type::Never => 0,
            Type::Ref(_) | Type::FnPtr { .. } => 1,
            scalar => match scalar.scalar() {
                Some(scalar) if scalar.bits() > u32::from(self.program.pointer_width) => 2,
                _ => 1,
            },
        }
    }
}

/// A function has what any function has that it calls.
fn upwards(reached: &BTreeSet<FuncId>, has: &mut [bool], effects: &EffectsOf) {
    loop {
        let mut grown = false;
        for func in reached {
            let below = effects.callees(*func).any(|it| has[it.0 as usize]);
            grown |= below && !std::mem::replace(&mut has[func.0 as usize], true);
        }
        if !grown {
            return;
        }
    }
}

/// The statics that a statement names.
fn named_in(statement: &Statement) -> Vec<StaticId> {
    let mut named = Vec::new();
    let places = crate::effects::places(statement).into_iter();
    let read = operands(statement).into_iter();
    let read = read.filter_map(|operand| match operand {
        Operand::Copy(place) => Some(place),
        Operand::Const(value, _) => {
            references_in(value, &mut named);
            None
        }
    });
    let roots: Vec<Root> = read.chain(places).map(|place| place.root).collect();
    named.extend(roots.into_iter().filter_map(|root| match root {
        Root::Static(s) => Some(s),
        Root::Local(_) => None,
    }));
    named
}

fn references_in(value: &Value, named: &mut Vec<StaticId>) {
    match value {
        Value::Ref(s, _) | Value::Slice(s, ..) => named.push(*s),
        Value::Aggregate(parts) | Value::Variant(_, parts) => {
            parts.iter().for_each(|part| references_in(part, named));
        }
        Value::Pointee(inner) => references_in(inner, named),
        Value::Scalar(_) | Value::Func(_) | Value::Undefined => {}
    }
}
