//! The points-to of one function's body, given what its callees do.

use std::collections::BTreeMap;

use super::{
    callees, passes_operands_on, references_in, Act, Effects, IndirectTargets, Origin, Origins,
    Witness, MAX_DEPTH,
};
use crate::ir::{
    Func, FuncId, Operand, Place, Program, Projection, Root, Rvalue, Statement, StaticId,
    Terminator, Type, TypeId,
};
use crate::source::Span;

/// What the function does, and (in `globals`) what its stores make statics refer to.
pub(super) fn analyse(
    program: &Program,
    func: FuncId,
    known: &[Effects],
    targets: &IndirectTargets,
    globals: &mut BTreeMap<StaticId, Origins>,
) -> Effects {
    let mut body = Body::new(program, func, known, targets, globals);
    while body.round() {}
    body.finish()
}

struct Body<'a> {
    program: &'a Program,
    func: &'a Func,
    known: &'a [Effects],
    targets: &'a IndirectTargets,
    globals: &'a mut BTreeMap<StaticId, Origins>,
    /// What references inside each local denote.
    holds: Vec<Origins>,
    /// What was stored behind parameters, besides what the caller put there.
    stored: BTreeMap<Origin, Origins>,
    effects: Effects,
    grown: bool,
}

impl<'a> Body<'a> {
    fn new(
        program: &'a Program,
        func: FuncId,
        known: &'a [Effects],
        targets: &'a IndirectTargets,
        globals: &'a mut BTreeMap<StaticId, Origins>,
    ) -> Body<'a> {
        let func = &program.funcs[func.0 as usize];
        let mut holds = vec![Origins::new(); func.locals.len()];
        for (param, local) in func.locals.iter().take(func.params as usize).enumerate() {
            if has_references(program, local.ty) {
                holds[param].insert(Origin::Param(param as u32, 1));
            }
        }
        Body {
            program,
            func,
            known,
            targets,
            globals,
            holds,
            stored: BTreeMap::new(),
            effects: Effects::default(),
            grown: false,
        }
    }

    /// One pass over all statements; whether anything new was found.
    fn round(&mut self) -> bool {
        self.grown = false;
        for block in &self.func.blocks {
            for (statement, span) in &block.statements {
                self.statement(statement, *span);
            }
            if let Some(Terminator::Switch { on, .. }) = &block.terminator {
                self.read(on, self.func.span);
            }
        }
        self.grown
    }

    fn finish(mut self) -> Effects {
        let ret = self.func.params as usize;
        self.effects.returns = self
            .holds
            .get(ret)
            .map(|held| self.visible(held))
            .unwrap_or_default();
        for (place, denoted) in std::mem::take(&mut self.stored) {
            let denoted = self.visible(&denoted);
            let pairs = denoted.into_iter().map(|origin| (place, origin));
            self.effects.stores.extend(pairs);
        }
        self.effects
    }

    /// Without the function's own locals, which no caller can name.
    fn visible(&self, origins: &Origins) -> Origins {
        let named = |o: &&Origin| !matches!(o, Origin::Local(_));
        origins.iter().filter(named).copied().collect()
    }

    fn statement(&mut self, statement: &'a Statement, span: Span) {
        for operand in operands(statement) {
            self.read(operand, span);
        }
        match statement {
            Statement::Assign(dest, rvalue) => {
                self.read_places(rvalue, span);
                let denoted = self.result_of(rvalue);
                self.write(dest, denoted, span);
            }
            Statement::Call { dest, args, .. } | Statement::CallIndirect { dest, args, .. } => {
                for callee in callees(self.program, statement, self.targets) {
                    self.call(callee, dest, args, span);
                }
            }
            Statement::Input { dest, source, .. } => {
                self.act(Act::Draw(*source), span, None);
                self.write(dest, Origins::new(), span);
            }
            Statement::Output { event, .. } => self.act(Act::Emit(*event), span, None),
            Statement::Check { .. }
            | Statement::Property { .. }
            | Statement::Assume(_)
            | Statement::Cover(_)
            | Statement::TickStart
            | Statement::TickEnd => {}
        }
    }

    fn act(&mut self, act: Act, span: Span, callee: Option<(FuncId, Act)>) {
        self.effects.acts.entry(act).or_insert_with(|| {
            self.grown = true;
            Witness { span, callee }
        });
    }

    fn read(&mut self, operand: &Operand, span: Span) {
        if let Operand::Copy(place) = operand {
            self.read_place(place, span);
        }
    }

    /// Operations that look at a place rather than at an operand.
    fn read_places(&mut self, rvalue: &Rvalue, span: Span) {
        if let Rvalue::VariantOf(place) | Rvalue::Discriminant(place) = rvalue {
            self.read_place(place, span);
        }
    }

    fn read_place(&mut self, place: &Place, span: Span) {
        for origin in self.targets_of(place) {
            self.note_read(origin, span, None);
        }
    }

    fn note_read(&mut self, origin: Origin, span: Span, callee: Option<(FuncId, Act)>) {
        if let Origin::Static(s) = origin {
            if self.program.statics[s.0 as usize].mutable {
                self.act(Act::ReadStatic(s), span, callee);
            }
        }
    }

    /// What references inside the result of an operation denote.
    fn result_of(&self, rvalue: &Rvalue) -> Origins {
        match rvalue {
            Rvalue::Ref(place) => self.targets_of(place),
            _ if passes_operands_on(rvalue) => {
                let parts = rvalue_operands(rvalue);
                parts.into_iter().flat_map(|o| self.denoted(o)).collect()
            }
            _ => Origins::new(),
        }
    }

    /// What references inside an operand denote.
    fn denoted(&self, operand: &Operand) -> Origins {
        match operand {
            Operand::Copy(place) => self.step(&self.targets_of(place)),
            Operand::Const(value, _) => references_in(value),
        }
    }

    /// The places that a place expression may be.
    fn targets_of(&self, place: &Place) -> Origins {
        let root = match place.root {
            Root::Local(l) => Origin::Local(l),
            Root::Static(s) => Origin::Static(s),
        };
        let mut targets = Origins::from([root]);
        for _ in 0..self.references_crossed(place) {
            targets = self.step(&targets);
        }
        targets
    }

    /// What the references inside these places denote.
    fn step(&self, places: &Origins) -> Origins {
        places
            .iter()
            .flat_map(|&place| self.inside(place))
            .collect()
    }

    fn inside(&self, place: Origin) -> Origins {
        match place {
            Origin::Local(l) => self.holds[l.0 as usize].clone(),
            Origin::Static(s) => self.globals.get(&s).cloned().unwrap_or_default(),
            Origin::Param(p, depth) => {
                let mut inside = self.stored.get(&place).cloned().unwrap_or_default();
                inside.insert(Origin::Param(p, (depth + 1).min(MAX_DEPTH)));
                inside
            }
        }
    }

    /// Dereferences on the way of a place, those of slice elements included.
    fn references_crossed(&self, place: &Place) -> usize {
        let mut ty = match place.root {
            Root::Local(l) => self.func.locals[l.0 as usize].ty,
            Root::Static(s) => self.program.statics[s.0 as usize].ty,
        };
        let mut crossed = 0;
        for step in &place.path {
            let of = &self.program.types[ty.0 as usize];
            crossed += usize::from(matches!(of, Type::Ref(_) | Type::Slice(_) | Type::Str));
            match projected(of, step) {
                Some(next) => ty = next,
                // A byte of a `str`, the last step there can be.
                None => break,
            }
        }
        crossed
    }

    /// A write of a value with these references inside.
    fn write(&mut self, dest: &Place, denoted: Origins, span: Span) {
        for target in self.targets_of(dest) {
            self.note_write(target, span, None);
            self.hold(target, &denoted);
        }
    }

    fn note_write(&mut self, target: Origin, span: Span, callee: Option<(FuncId, Act)>) {
        match target {
            Origin::Local(_) => {}
            // A constant behind a reference: the analysis is coarse, Rust does not allow it.
            Origin::Static(s) if !self.program.statics[s.0 as usize].mutable => {}
            Origin::Static(s) => self.act(Act::WriteStatic(s), span, callee),
            Origin::Param(p, depth) => self.act(Act::WriteParam(p, depth), span, callee),
        }
    }

    fn hold(&mut self, place: Origin, denoted: &Origins) {
        let held = match place {
            Origin::Local(l) => &mut self.holds[l.0 as usize],
            Origin::Static(s) => self.globals.entry(s).or_default(),
            Origin::Param(..) => self.stored.entry(place).or_default(),
        };
        let before = held.len();
        match place {
            // A static outlives every frame: it refers to statics only.
            Origin::Static(_) => {
                held.extend(denoted.iter().filter(|o| matches!(o, Origin::Static(_))))
            }
            Origin::Local(_) | Origin::Param(..) => held.extend(denoted),
        }
        self.grown |= held.len() > before;
    }

    fn call(&mut self, callee: FuncId, dest: &Place, args: &[Operand], span: Span) {
        let effects = &self.known[callee.0 as usize];
        let args: Vec<Origins> = args.iter().map(|arg| self.denoted(arg)).collect();
        for &act in effects.acts.keys() {
            self.act_of_callee(callee, act, &args, span);
        }
        for &(place, origin) in &effects.stores {
            let denoted = self.translate(origin, &args);
            for target in self.translate(place, &args) {
                self.hold(target, &denoted);
            }
        }
        let returned = effects
            .returns
            .iter()
            .flat_map(|&o| self.translate(o, &args));
        let returned = returned.collect();
        self.write(dest, returned, span);
    }

    fn act_of_callee(&mut self, callee: FuncId, act: Act, args: &[Origins], span: Span) {
        let through = Some((callee, act));
        match act {
            Act::WriteParam(p, depth) => {
                for target in self.translate(Origin::Param(p, depth), args) {
                    self.note_write(target, span, through);
                }
            }
            Act::WriteStatic(_) | Act::ReadStatic(_) | Act::Draw(_) | Act::Emit(_) => {
                self.act(act, span, through);
            }
        }
    }

    /// A callee's origin in the terms of this function.
    fn translate(&self, origin: Origin, args: &[Origins]) -> Origins {
        let Origin::Param(p, depth) = origin else {
            return Origins::from([origin]);
        };
        let mut places = args.get(p as usize).cloned().unwrap_or_default();
        for _ in 1..depth {
            places = self.step(&places);
        }
        match depth {
            MAX_DEPTH => self.reachable(places),
            _ => places,
        }
    }

    /// These places and all behind them: the last level stands for all deeper ones.
    fn reachable(&self, mut places: Origins) -> Origins {
        loop {
            let before = places.len();
            places.extend(self.step(&places));
            if places.len() == before {
                return places;
            }
        }
    }
}

/// The operands of a statement, left to right.
pub fn operands(statement: &Statement) -> Vec<&Operand> {
    match statement {
        Statement::Assign(_, rvalue) => rvalue_operands(rvalue),
        Statement::Call { args, .. } | Statement::Output { args, .. } => args.iter().collect(),
        Statement::CallIndirect { func, args, .. } => std::iter::once(func).chain(args).collect(),
        Statement::Check { cond, .. } | Statement::Property { cond, .. } => vec![cond],
        Statement::Assume(cond) | Statement::Cover(cond) => vec![cond],
        Statement::Input { .. } | Statement::TickStart | Statement::TickEnd => Vec::new(),
    }
}

/// The places that a statement names other than in operands: what it writes, refers to or looks at.
pub fn places(statement: &Statement) -> Vec<&Place> {
    match statement {
        Statement::Assign(
            dest,
            Rvalue::Ref(place) | Rvalue::VariantOf(place) | Rvalue::Discriminant(place),
        ) => vec![dest, place],
        Statement::Assign(dest, _)
        | Statement::Call { dest, .. }
        | Statement::CallIndirect { dest, .. }
        | Statement::Input { dest, .. } => vec![dest],
        Statement::Check { .. }
        | Statement::Property { .. }
        | Statement::Assume(_)
        | Statement::Cover(_)
        | Statement::Output { .. }
        | Statement::TickStart
        | Statement::TickEnd => Vec::new(),
    }
}

fn rvalue_operands(rvalue: &Rvalue) -> Vec<&Operand> {
    match rvalue {
        Rvalue::Ref(_) | Rvalue::VariantOf(_) | Rvalue::Discriminant(_) => Vec::new(),
        Rvalue::Use(a)
        | Rvalue::Unary(_, a)
        | Rvalue::Cast(a, _)
        | Rvalue::Transmute(a, _)
        | Rvalue::Repeat(a, _)
        | Rvalue::ArrayToSlice(a)
        | Rvalue::Len(a)
        | Rvalue::SliceToArray(a, _)
        | Rvalue::StrAsBytes(a)
        | Rvalue::BytesAsStr(a) => vec![a],
        Rvalue::Binary(_, a, b) => vec![a, b],
        Rvalue::SlicePart(a, b, c) => vec![a, b, c],
        Rvalue::Aggregate(_, parts) | Rvalue::Variant(_, _, parts) => parts.iter().collect(),
    }
}

fn projected(ty: &Type, step: &Projection) -> Option<TypeId> {
    match (ty, step) {
        (Type::Tuple(fields), Projection::Field(i)) => fields.get(*i as usize).copied(),
        (Type::Struct { fields, .. }, Projection::Field(i)) => {
            fields.get(*i as usize).map(|&(_, ty)| ty)
        }
        (Type::Enum { variants, .. }, Projection::VariantField(v, i)) => {
            let fields = &variants.get(*v as usize)?.fields;
            fields.get(*i as usize).map(|&(_, ty)| ty)
        }
        (Type::Array(element, _) | Type::Slice(element), _) => Some(*element),
        (Type::Ref(inner), Projection::Deref) => Some(*inner),
        _ => None,
    }
}

/// Whether a value of the type may contain a reference.
pub fn has_references(program: &Program, ty: TypeId) -> bool {
    match &program.types[ty.0 as usize] {
        Type::Ref(_) | Type::Slice(_) | Type::Str => true,
        Type::Array(element, _) => has_references(program, *element),
        Type::Tuple(fields) => fields.iter().any(|&f| has_references(program, f)),
        Type::Struct { fields, .. } => fields.iter().any(|f| has_references(program, f.1)),
        Type::Enum { variants, .. } => {
            let fields = variants.iter().flat_map(|v| &v.fields);
            fields.into_iter().any(|f| has_references(program, f.1))
        }
        Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => false,
        Type::FnPtr { .. } | Type::Never => false,
    }
}
