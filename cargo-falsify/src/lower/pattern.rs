//! Patterns: tests that lead on or to another block, and bindings.
//!
//! Alternatives that bind variables are split into patterns of their own before anything is tested; alternatives that
//! do not are tested in place.

use super::body::{copy, FuncBuilder};
use super::place::Place;
use super::Res;
use crate::bv::BinOp;
use crate::ir::{BlockId, Operand, Projection, Rvalue, Value};
use crate::source::Span;
use crate::typeck::tree::{BindingMode, LocalId, Pat, PatBound, PatKind};
use crate::typeck::ty::{Const, Ty, TyKind};

/// More alternatives than anybody writes.
const MOST_ALTERNATIVES: usize = 4096;

impl FuncBuilder<'_, '_> {
    /// Goes on if the place matches, else to `otherwise`. The pattern has no alternatives with bindings.
    pub fn test(&mut self, pat: &Pat, place: &Place, otherwise: BlockId) -> Res<()> {
        match &pat.kind {
            PatKind::Wild => Ok(()),
            PatKind::Binding { sub, .. } => match sub {
                Some(sub) => self.test(sub, place, otherwise),
                None => Ok(()),
            },
            PatKind::Deref(inner) => self.test(inner, &place.deref(), otherwise),
            PatKind::Scalar(bits) => self.test_scalar(*bits, place, otherwise, pat.span),
            PatKind::Str(text) => self.test_bytes(text.as_bytes(), place, otherwise, pat.span),
            PatKind::Const(def, args) => {
                let args = self.low.tcx.mono_args(args, self.args)?;
                let value = self.low.constant(*def, args, pat.span)?;
                self.test_value(&value, place, otherwise, pat.span)
            }
            PatKind::Range {
                start,
                end,
                inclusive,
            } => self.test_range(
                start.as_deref(),
                end.as_deref().map(|end| (end, *inclusive)),
                place,
                otherwise,
                pat,
            ),
            PatKind::Variant { variant, fields } => {
                self.test_variant(*variant, place, otherwise, pat.span)?;
                self.test_fields(fields, Some(*variant), place, otherwise)
            }
            PatKind::Fields(fields) => self.test_fields(fields, None, place, otherwise),
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => {
                self.test_length(
                    prefix.len() + suffix.len(),
                    rest.is_some(),
                    place,
                    otherwise,
                    pat.span,
                )?;
                let parts = self.slice_parts(prefix, rest, suffix, place, pat.span)?;
                parts
                    .iter()
                    .try_for_each(|(pat, place)| self.test(pat, place, otherwise))
            }
            PatKind::Or(all) => self.test_any(all, place, otherwise),
        }
    }

    fn test_any(&mut self, all: &[Pat], place: &Place, otherwise: BlockId) -> Res<()> {
        let matched = self.new_block();
        for pat in all {
            let next = self.new_block();
            self.test(pat, place, next)?;
            self.goto(matched);
            self.current = next;
        }
        self.goto(otherwise);
        self.current = matched;
        Ok(())
    }

    fn test_scalar(
        &mut self,
        bits: u128,
        place: &Place,
        otherwise: BlockId,
        span: Span,
    ) -> Res<()> {
        let value = Operand::Copy(self.resolve(place)?);
        if place.ty.is_floating() {
            return self.test_order(BinOp::Eq, value, bits, place.ty, otherwise, span);
        }
        self.require_bits(value, bits, otherwise);
        Ok(())
    }

    fn test_order(
        &mut self,
        op: BinOp,
        value: Operand,
        bits: u128,
        ty: Ty,
        otherwise: BlockId,
        span: Span,
    ) -> Res<()> {
        let bound = Operand::Const(Value::Scalar(bits), self.low.ty(ty)?);
        let bool_type = self.low.bool_type();
        let holds = self.compute(bool_type, Rvalue::Binary(op, value, bound), span);
        self.require(copy(holds), otherwise);
        Ok(())
    }

    fn test_range(
        &mut self,
        start: Option<&PatBound>,
        end: Option<(&PatBound, bool)>,
        place: &Place,
        otherwise: BlockId,
        pat: &Pat,
    ) -> Res<()> {
        let value = Operand::Copy(self.resolve(place)?);
        if let Some(start) = start {
            let bits = self.bound(start, pat.span)?;
            self.test_order(
                BinOp::Ge,
                value.clone(),
                bits,
                place.ty,
                otherwise,
                pat.span,
            )?;
        }
        if let Some((end, inclusive)) = end {
            let bits = self.bound(end, pat.span)?;
            let op = if inclusive { BinOp::Le } else { BinOp::Lt };
            self.test_order(op, value, bits, place.ty, otherwise, pat.span)?;
        }
        Ok(())
    }

    fn bound(&mut self, bound: &PatBound, span: Span) -> Res<u128> {
        match bound {
            PatBound::Scalar(bits) => Ok(*bits),
            PatBound::Const(def, args) => {
                let args = self.low.tcx.mono_args(args, self.args)?;
                match self.low.constant(*def, args, span)? {
                    Value::Scalar(bits) => Ok(bits),
                    _ => Err(self
                        .low
                        .unsupported(span, "a range of values that are not scalars")),
                }
            }
        }
    }

    fn test_variant(
        &mut self,
        variant: u32,
        place: &Place,
        otherwise: BlockId,
        span: Span,
    ) -> Res<()> {
        let TyKind::Adt(def, _) = *place.ty.kind() else {
            return Err(self.low.unsupported(span, "this pattern"));
        };
        if self.low.tcx.adt(def).variants.len() == 1 {
            return Ok(());
        }
        let resolved = self.resolve(place)?;
        let ty = self.low.u32_type();
        let found = self.compute(ty, Rvalue::VariantOf(resolved), span);
        self.require_bits(copy(found), variant.into(), otherwise);
        Ok(())
    }

    fn test_fields(
        &mut self,
        fields: &[(u32, Pat)],
        variant: Option<u32>,
        place: &Place,
        otherwise: BlockId,
    ) -> Res<()> {
        for (index, pat) in fields {
            let part = self.part(place, variant, *index, pat)?;
            self.test(pat, &part, otherwise)?;
        }
        Ok(())
    }

    /// The field that a subpattern looks at.
    fn part(&mut self, place: &Place, variant: Option<u32>, index: u32, pat: &Pat) -> Res<Place> {
        let types = self.low.field_types(place.ty, variant.unwrap_or(0))?;
        let Some(&ty) = types.get(index as usize) else {
            return Err(self.low.unsupported(pat.span, "this pattern"));
        };
        let projection = match variant {
            Some(variant) => Projection::VariantField(variant, index),
            None => Projection::Field(index),
        };
        Ok(place.project(projection, ty))
    }

    fn test_length(
        &mut self,
        fixed: usize,
        open: bool,
        place: &Place,
        otherwise: BlockId,
        span: Span,
    ) -> Res<()> {
        if let TyKind::Array(..) = place.ty.kind() {
            return Ok(());
        }
        let op = if open { BinOp::Ge } else { BinOp::Eq };
        let len = self.length(place, span)?;
        self.test_order(op, len, fixed as u128, Ty::usize(), otherwise, span)
    }

    /// The elements that the parts of a slice pattern look at.
    fn slice_parts<'p>(
        &mut self,
        prefix: &'p [Pat],
        rest: &'p Option<Option<Box<Pat>>>,
        suffix: &'p [Pat],
        place: &Place,
        span: Span,
    ) -> Res<Vec<(&'p Pat, Place)>> {
        let (TyKind::Array(element, _) | TyKind::Slice(element)) = *place.ty.kind() else {
            return Err(self.low.unsupported(span, "this pattern"));
        };
        let mut parts = Vec::new();
        for (index, pat) in prefix.iter().enumerate() {
            parts.push((
                pat,
                place.project(Projection::ConstIndex(index as u64), element),
            ));
        }
        if let Some(Some(rest)) = rest {
            let part = self.rest_part(
                prefix.len() as u64,
                suffix.len() as u64,
                place,
                element,
                rest.span,
            )?;
            parts.push((&**rest, part));
        }
        for (index, pat) in suffix.iter().enumerate() {
            let from_end = (suffix.len() - index) as u64;
            parts.push((
                pat,
                place.project(self.element_from_end(place, from_end)?, element),
            ));
        }
        Ok(parts)
    }

    fn element_from_end(&self, place: &Place, from_end: u64) -> Res<Projection> {
        match *place.ty.kind() {
            TyKind::Array(_, len) => Ok(Projection::ConstIndex(
                self.low.array_len(len)? as u64 - from_end,
            )),
            _ => Ok(Projection::ConstIndexFromEnd(from_end)),
        }
    }

    /// What lies between the first and the last elements, as a place behind a reference.
    fn rest_part(
        &mut self,
        before: u64,
        after: u64,
        place: &Place,
        element: Ty,
        span: Span,
    ) -> Res<Place> {
        let slice_ty = Ty::reference(false, Ty::slice(element));
        let slice_type = self.low.ty(slice_ty)?;
        let usize_type = self.low.usize_type();
        let whole_slice = self.as_slice(place, slice_type, span)?;
        let start = Operand::Const(Value::Scalar(before.into()), usize_type);
        let len = self.length(place, span)?;
        let fixed = Operand::Const(Value::Scalar((before + after).into()), usize_type);
        let count = copy(self.compute(usize_type, Rvalue::Binary(BinOp::Sub, len, fixed), span));
        let part = self.local(slice_ty)?;
        self.assign(
            super::body::whole(part),
            Rvalue::SlicePart(whole_slice, start, count),
            span,
        );
        let TyKind::Array(_, len) = *place.ty.kind() else {
            return Ok(Place::local(part, slice_ty).deref());
        };
        let rest_len = self.low.array_len(len)? - u128::from(before + after);
        let array = Ty::array(element, Const::Value(rest_len));
        let array_ref = Ty::reference(false, array);
        let local = self.local(array_ref)?;
        let array_type = self.low.ty(array)?;
        self.assign(
            super::body::whole(local),
            Rvalue::SliceToArray(copy(part), array_type),
            span,
        );
        Ok(Place::local(local, array_ref).deref())
    }

    fn as_slice(
        &mut self,
        place: &Place,
        slice_type: crate::ir::TypeId,
        span: Span,
    ) -> Res<Operand> {
        let reference = self.reference(place, false, span)?;
        if place.is_unsized() {
            return Ok(reference);
        }
        Ok(copy(self.compute(
            slice_type,
            Rvalue::ArrayToSlice(reference),
            span,
        )))
    }

    /// Structural equality with a constant.
    fn test_value(
        &mut self,
        value: &Value,
        place: &Place,
        otherwise: BlockId,
        span: Span,
    ) -> Res<()> {
        match value {
            Value::Scalar(bits) => self.test_scalar(*bits, place, otherwise, span),
            Value::Aggregate(parts) => {
                let places = self.aggregate_parts(place, parts.len())?;
                self.test_values(parts, &places, otherwise, span)
            }
            Value::Variant(variant, parts) => {
                self.test_variant(*variant, place, otherwise, span)?;
                let types = self.low.field_types(place.ty, *variant)?;
                let field = |(index, &ty)| {
                    place.project(Projection::VariantField(*variant, index as u32), ty)
                };
                let places: Vec<Place> = types.iter().enumerate().map(field).collect();
                self.test_values(parts, &places, otherwise, span)
            }
            Value::Ref(id, steps) => match self.low.value_at(*id, steps) {
                Some(inner) => self.test_value(&inner, &place.deref(), otherwise, span),
                None => Err(self.low.unsupported(span, "this constant as a pattern")),
            },
            Value::Slice(id, steps, start, len) => {
                match self.low.elements_at(*id, steps, *start, *len) {
                    Some(elements) => self.test_elements(&elements, place, otherwise, span),
                    None => Err(self.low.unsupported(span, "this constant as a pattern")),
                }
            }
            Value::Func(_) | Value::Undefined | Value::Pointee(_) => {
                Err(self.low.unsupported(span, "this constant as a pattern"))
            }
        }
    }

    fn test_values(
        &mut self,
        values: &[Value],
        places: &[Place],
        otherwise: BlockId,
        span: Span,
    ) -> Res<()> {
        values
            .iter()
            .zip(places)
            .try_for_each(|(value, place)| self.test_value(value, place, otherwise, span))
    }

    fn aggregate_parts(&mut self, place: &Place, count: usize) -> Res<Vec<Place>> {
        if let TyKind::Array(element, _) = *place.ty.kind() {
            let part = |index| place.project(Projection::ConstIndex(index as u64), element);
            return Ok((0..count).map(part).collect());
        }
        let types = self.low.field_types(place.ty, 0)?;
        Ok(types
            .iter()
            .enumerate()
            .map(|(index, &ty)| place.field(index as u32, ty))
            .collect())
    }

    fn test_elements(
        &mut self,
        elements: &[Value],
        place: &Place,
        otherwise: BlockId,
        span: Span,
    ) -> Res<()> {
        let place = if place.is_unsized() {
            place.clone()
        } else {
            place.deref()
        };
        if let TyKind::Str = place.ty.kind() {
            let byte = |value: &Value| match value {
                Value::Scalar(bits) => *bits as u8,
                _ => 0,
            };
            let bytes: Vec<u8> = elements.iter().map(byte).collect();
            return self.test_bytes(&bytes, &place, otherwise, span);
        }
        self.test_length(elements.len(), false, &place, otherwise, span)?;
        let TyKind::Slice(element) = *place.ty.kind() else {
            return Err(self.low.unsupported(span, "this constant as a pattern"));
        };
        let part = |index| place.project(Projection::ConstIndex(index as u64), element);
        let places: Vec<Place> = (0..elements.len()).map(part).collect();
        self.test_values(elements, &places, otherwise, span)
    }

    /// A `str` (or byte slice) of exactly these bytes.
    fn test_bytes(
        &mut self,
        bytes: &[u8],
        place: &Place,
        otherwise: BlockId,
        span: Span,
    ) -> Res<()> {
        let place = if place.is_unsized() {
            place.clone()
        } else {
            place.deref()
        };
        let byte = Ty::int(crate::typeck::ty::IntTy::U8);
        let slice = Ty::reference(false, Ty::slice(byte));
        let text = Operand::Copy(self.resolve(&place)?);
        let local = self.local(slice)?;
        self.assign(super::body::whole(local), Rvalue::StrAsBytes(text), span);
        let place = Place::local(local, slice).deref();
        let values: Vec<Value> = bytes
            .iter()
            .map(|&byte| Value::Scalar(byte.into()))
            .collect();
        self.test_elements(&values, &place, otherwise, span)
    }

    /// Binds the variables of a pattern that matched. What binds in alternatives has been split before.
    pub fn bind(&mut self, pat: &Pat, place: &Place) -> Res<()> {
        if let PatKind::Binding { local, mode, sub } = &pat.kind {
            if let Some(sub) = sub {
                self.bind(sub, place)?;
            }
            return self.bind_variable(*local, *mode, place, pat.span);
        }
        self.parts(pat, place)?
            .iter()
            .try_for_each(|(pat, place)| self.bind(pat, place))
    }

    /// The subpatterns that bind, with the places they look at.
    pub fn parts<'p>(&mut self, pat: &'p Pat, place: &Place) -> Res<Vec<(&'p Pat, Place)>> {
        if bindings(pat).is_empty() {
            return Ok(Vec::new());
        }
        match &pat.kind {
            PatKind::Deref(inner) => Ok(vec![(&**inner, place.deref())]),
            PatKind::Variant { variant, fields } => self.field_parts(fields, Some(*variant), place),
            PatKind::Fields(fields) => self.field_parts(fields, None, place),
            PatKind::Slice {
                prefix,
                rest,
                suffix,
            } => self.slice_parts(prefix, rest, suffix, place, pat.span),
            _ => Ok(Vec::new()),
        }
    }

    fn field_parts<'p>(
        &mut self,
        fields: &'p [(u32, Pat)],
        variant: Option<u32>,
        place: &Place,
    ) -> Res<Vec<(&'p Pat, Place)>> {
        fields
            .iter()
            .map(|(index, pat)| Ok((pat, self.part(place, variant, *index, pat)?)))
            .collect()
    }

    pub fn bind_variable(
        &mut self,
        variable: LocalId,
        mode: BindingMode,
        place: &Place,
        span: Span,
    ) -> Res<()> {
        let local = self.declare(variable)?;
        let dest = super::body::whole(local);
        match mode {
            BindingMode::Ref { .. } => {
                let reference = self.borrow(place)?;
                self.assign(dest, reference, span);
                Ok(())
            }
            BindingMode::Value => {
                self.reject_untracked_move(place, span)?;
                let value = self.consume(place, span)?;
                self.assign(dest, Rvalue::Use(value), span);
                self.mark_init(local, place.ty, span)
            }
        }
    }

    /// The rest of an array with drop glue is not a place of its own.
    fn reject_untracked_move(&mut self, place: &Place, span: Span) -> Res<()> {
        let moved = !self.low.tcx.is_copy(place.ty) && self.low.needs_drop(place.ty)?;
        if moved && self.tracked_place(place)?.is_none() {
            return Err(self.low.unsupported(
                span,
                "moving the rest of an array whose elements are dropped",
            ));
        }
        Ok(())
    }

    /// Variables of a pattern begin; they die with the innermost scope of variables.
    pub fn schedule_bindings(&mut self, pat: &Pat) -> Res<()> {
        for variable in bindings(pat) {
            let ty = self.variable_type(variable)?;
            let local = self.declare(variable)?;
            self.schedule_variable(local, ty)?;
        }
        Ok(())
    }

    /// Binds a pattern that matches any value of its type.
    pub fn bind_irrefutable(&mut self, pat: &Pat, place: &Place) -> Res<()> {
        self.schedule_bindings(pat)?;
        if let [only] = &self.alternatives(pat)?[..] {
            return self.bind(only, place);
        }
        let no_match = self.new_block();
        let done = self.new_block();
        self.match_or(pat, place, no_match, |b| {
            b.goto(done);
            Ok(())
        })?;
        self.current = no_match;
        self.diverge();
        self.current = done;
        Ok(())
    }

    /// Tests each alternative; where one matches, its variables are bound and `then` goes on. Variables are scheduled
    /// by the first use. No alternative matches: control is in `otherwise`.
    pub fn match_or(
        &mut self,
        pat: &Pat,
        place: &Place,
        otherwise: BlockId,
        mut then: impl FnMut(&mut Self) -> Res<()>,
    ) -> Res<()> {
        let alternatives = self.alternatives(pat)?;
        self.schedule_bindings(pat)?;
        for alternative in &alternatives {
            let next = self.new_block();
            self.test(alternative, place, next)?;
            self.bind(alternative, place)?;
            then(self)?;
            self.current = next;
        }
        self.goto(otherwise);
        Ok(())
    }

    /// The pattern without alternatives that bind: one for each combination.
    pub fn alternatives(&self, pat: &Pat) -> Res<Vec<Pat>> {
        let all = split(pat);
        if all.len() > MOST_ALTERNATIVES {
            return Err(self
                .low
                .unsupported(pat.span, "a pattern with so many alternatives"));
        }
        Ok(all)
    }
}

/// The variables that a pattern binds, each once.
pub(super) fn bindings(pat: &Pat) -> Vec<LocalId> {
    let mut found = Vec::new();
    collect(pat, &mut found);
    found
}

fn collect(pat: &Pat, found: &mut Vec<LocalId>) {
    match &pat.kind {
        PatKind::Wild
        | PatKind::Scalar(_)
        | PatKind::Str(_)
        | PatKind::Const(..)
        | PatKind::Range { .. } => {}
        PatKind::Binding { local, sub, .. } => {
            if !found.contains(local) {
                found.push(*local);
            }
            sub.iter().for_each(|sub| collect(sub, found));
        }
        PatKind::Deref(inner) => collect(inner, found),
        PatKind::Variant { fields, .. } | PatKind::Fields(fields) => {
            fields.iter().for_each(|(_, field)| collect(field, found));
        }
        PatKind::Slice {
            prefix,
            rest,
            suffix,
        } => {
            prefix.iter().for_each(|pat| collect(pat, found));
            rest.iter().flatten().for_each(|pat| collect(pat, found));
            suffix.iter().for_each(|pat| collect(pat, found));
        }
        PatKind::Or(all) => all.iter().for_each(|pat| collect(pat, found)),
    }
}

/// Splits alternatives that bind variables.
fn split(pat: &Pat) -> Vec<Pat> {
    if bindings(pat).is_empty() {
        return vec![pat.clone()];
    }
    let with = |kind| Pat {
        kind,
        ..pat.clone()
    };
    match &pat.kind {
        PatKind::Or(all) => all.iter().flat_map(split).collect(),
        PatKind::Binding {
            local,
            mode,
            sub: Some(sub),
        } => {
            let binding = |sub| PatKind::Binding {
                local: *local,
                mode: *mode,
                sub: Some(Box::new(sub)),
            };
            split(sub)
                .into_iter()
                .map(|sub| with(binding(sub)))
                .collect()
        }
        PatKind::Deref(inner) => split(inner)
            .into_iter()
            .map(|inner| with(PatKind::Deref(Box::new(inner))))
            .collect(),
        PatKind::Variant { variant, fields } => {
            let variant = *variant;
            split_fields(fields)
                .into_iter()
                .map(|fields| with(PatKind::Variant { variant, fields }))
                .collect()
        }
        PatKind::Fields(fields) => split_fields(fields)
            .into_iter()
            .map(|fields| with(PatKind::Fields(fields)))
            .collect(),
        PatKind::Slice {
            prefix,
            rest,
            suffix,
        } => split_slice(prefix, rest, suffix)
            .into_iter()
            .map(with)
            .collect(),
        _ => vec![pat.clone()],
    }
}

fn split_fields(fields: &[(u32, Pat)]) -> Vec<Vec<(u32, Pat)>> {
    let choices: Vec<Vec<Pat>> = fields.iter().map(|(_, pat)| split(pat)).collect();
    let number = |combination: Vec<Pat>| {
        fields
            .iter()
            .map(|(index, _)| *index)
            .zip(combination)
            .collect()
    };
    combinations(&choices).into_iter().map(number).collect()
}

fn split_slice(prefix: &[Pat], rest: &Option<Option<Box<Pat>>>, suffix: &[Pat]) -> Vec<PatKind> {
    let middle = rest.iter().flatten().map(|pat| &**pat);
    let choices: Vec<Vec<Pat>> = prefix
        .iter()
        .chain(middle)
        .chain(suffix)
        .map(split)
        .collect();
    let rebuild = |mut combination: Vec<Pat>| {
        let suffix = combination.split_off(combination.len() - suffix.len());
        let rest = match rest {
            Some(Some(_)) => combination.pop().map(|pat| Some(Box::new(pat))),
            Some(None) => Some(None),
            None => None,
        };
        PatKind::Slice {
            prefix: combination,
            rest,
            suffix,
        }
    };
    combinations(&choices).into_iter().map(rebuild).collect()
}

/// All ways to choose one of each, the first varying slowest; cut off beyond what is reported.
fn combinations(choices: &[Vec<Pat>]) -> Vec<Vec<Pat>> {
    let mut all = vec![Vec::new()];
    for choice in choices {
        let longer = |done: &Vec<Pat>| -> Vec<Vec<Pat>> {
            choice
                .iter()
                .map(|pat| done.iter().cloned().chain([pat.clone()]).collect())
                .collect()
        };
        all = all
            .iter()
            .flat_map(longer)
            .take(MOST_ALTERNATIVES + 1)
            .collect();
    }
    all
}
