//! Assignments: the value first, then the place, then the old value dies.

use super::body::{copy, whole, FuncBuilder, Step};
use super::place::{is_place, is_stable, writes_nothing, Place};
use super::Res;
use crate::ir::blueprint::Moment;
use crate::ir::{Operand, Rvalue};
use crate::source::Span;
use crate::typeck::tree::{BinaryOp, Expr};

impl FuncBuilder<'_, '_> {
    pub fn assignment(&mut self, place: &Expr, value: &Expr, span: Span) -> Res<()> {
        let ty = self.mono(value.ty)?;
        if self.low.needs_drop(ty)? {
            return self.replacing_assignment(place, value, span);
        }
        if self.is_interruptible() {
            return self.interruptible_assignment(place, value, span);
        }
        if is_stable(place) && writes_nothing(value) && !is_place(value) {
            let place = self.place(place)?;
            let dest = self.resolve(&place)?;
            return self.into(Some(dest), value);
        }
        let value = self.operand_for(value, place)?;
        let place = self.place(place)?;
        let dest = self.resolve(&place)?;
        self.assign(dest, Rvalue::Use(value), span);
        Ok(())
    }

    /// The value is there before the moment at which it is written.
    fn interruptible_assignment(&mut self, place: &Expr, value: &Expr, span: Span) -> Res<()> {
        let operand = self.operand_for(value, place)?;
        let place = self.place_to_write(place, value.span)?;
        let dest = self.resolve(&place)?;
        self.assign(dest, Rvalue::Use(operand), span);
        Ok(())
    }

    /// An operand that stays as it is while the place is evaluated.
    fn operand_for(&mut self, value: &Expr, place: &Expr) -> Res<Operand> {
        if writes_nothing(place) {
            return self.operand(value);
        }
        match self.constant_operand(value)? {
            Some(constant) => Ok(constant),
            None => Ok(copy(self.value_local(value)?)),
        }
    }

    fn replacing_assignment(&mut self, place: &Expr, value: &Expr, span: Span) -> Res<()> {
        let ty = self.mono(value.ty)?;
        let local = self.value_local(value)?;
        self.begin_operand(local, ty, span)?;
        let place = self.place(place)?;
        self.drop_old(&place, span)?;
        self.mark_moved(&Place::local(local, ty), span)?;
        let dest = self.resolve(&place)?;
        self.assign(dest, Rvalue::Use(copy(local)), span);
        if let Some(tracked) = self.tracked_place(&place)? {
            self.step(Step::Init(tracked), span);
        }
        Ok(())
    }

    /// The value that an assignment overwrites dies, if there is one.
    fn drop_old(&mut self, place: &Place, span: Span) -> Res<()> {
        match self.tracked_place(place)? {
            Some(tracked) => {
                self.step(Step::Drop(tracked), span);
                Ok(())
            }
            None => {
                let dest = self.resolve(place)?;
                self.drop_place(dest, place.ty, span)
            }
        }
    }

    /// On scalars: the right operand first, then the place.
    pub fn compound_assignment(
        &mut self,
        op: BinaryOp,
        place: &Expr,
        value: &Expr,
        span: Span,
    ) -> Res<()> {
        let left_ty = self.mono(place.ty)?;
        let right_ty = self.mono(value.ty)?;
        let right = self.operand_for(value, place)?;
        let written = place.span;
        let met = self.low.moments.count();
        let place = self.place_to_write(place, value.span)?;
        let dest = self.resolve(&place)?;
        if !self.is_interruptible() || !place.is_shared() {
            let left = Operand::Copy(dest.clone());
            let result = self.checked(op, (left, left_ty), (right, right_ty), span)?;
            self.assign(dest, result, span);
            return Ok(());
        }
        let is_simple = self.low.moments.count() == met + 1;
        let ty = self.low.ty(left_ty)?;
        let left = copy(self.compute(ty, Rvalue::Use(Operand::Copy(dest.clone())), written));
        let result = self.checked(op, (left, left_ty), (right, right_ty), span)?;
        let result = copy(self.compute(ty, result, span));
        if is_simple {
            self.moment(Moment::Updated {
                place: written,
                op: op.symbol(),
                value: value.span,
            })?;
        }
        self.assign(dest, Rvalue::Use(result), span);
        Ok(())
    }

    /// Writes a value that was computed elsewhere.
    pub fn store(
        &mut self,
        dest: Option<crate::ir::Place>,
        rvalue: Rvalue,
        ty: crate::typeck::ty::Ty,
        span: Span,
    ) -> Res<()> {
        let dest = match dest {
            Some(dest) => dest,
            None => whole(self.local(ty)?),
        };
        self.assign(dest, rvalue, span);
        Ok(())
    }
}
