//! Moments at which an interrupt may come, in crates with a handler that preempts: each is a call of one function that does
//! nothing, with the number of the moment. `preempt` keeps those that matter and takes the others out.

use std::collections::HashMap;

use super::body::{whole, FuncBuilder};
use super::place::Place;
use super::{Lowering, Res};
use crate::ir::blueprint::Moment;
use crate::ir::{
    Block, Func, FuncId, Local, LocalId, Operand, Rvalue, Statement, Terminator, Value,
};
use crate::source::{Span, Symbol};
use crate::syntax::ast::FalsifyAttrKind;
use crate::typeck::tree::{Expr, ExprKind};
use crate::typeck::ty::{DefId, IntTy, Ty};

/// What is called at a moment.
const MARK: &str = "falsify::moment";

/// Those of a program, in the order of their numbers.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    /// Set from outside before anything is lowered.
    pub are_wanted: bool,
    /// The function that is called at each; none if no handler preempts.
    pub mark: Option<FuncId>,
    pub all: Vec<Moment>,
    numbers: HashMap<Moment, u32>,
    /// How often one was met.
    met: usize,
    /// Calls of `critical_section::with`.
    pub masking: Vec<Span>,
}

impl Moments {
    /// How often one was met so far.
    pub fn count(&self) -> usize {
        self.met
    }

    fn number(&mut self, moment: Moment) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(moment.clone()).or_insert(next);
        if number == next {
            self.all.push(moment);
        }
        number
    }
}

impl Lowering<'_> {
    /// Has moments marked from now on if a handler of the crate preempts.
    pub(super) fn watch_moments(&mut self, krate: usize) -> Res<()> {
        let preempts = |def: DefId| {
            let attrs = self.tcx.attrs(def).map_or(&[][..], |it| &it.falsify[..]);
            let mut kinds = attrs.iter().map(|attr| &attr.kind);
            kinds.any(|kind| matches!(kind, FalsifyAttrKind::Isr { preempt: true, .. }))
        };
        if !self.moments.are_wanted || !self.tcx.all_fns(krate).into_iter().any(preempts) {
            return Ok(());
        }
        let (number, unit) = (self.ty(Ty::int(IntTy::U32))?, self.unit_type());
        let local = |ty| Local { name: None, ty };
        let returned = Rvalue::Use(Operand::Const(super::body::unit_value(), unit));
        let returned = Statement::Assign(whole(LocalId(1)), returned);
        let mark = Func {
            name: Symbol::new(MARK),
            locals: vec![local(number), local(unit)],
            params: 1,
            blocks: vec![Block {
                statements: vec![(returned, super::body::nowhere())],
                terminator: Some(Terminator::Return),
            }],
            track_caller: false,
            span: super::body::nowhere(),
        };
        self.moments.mark = Some(self.add_func(MARK, mark));
        Ok(())
    }
}

impl FuncBuilder<'_, '_> {
    /// Whether what is built here is the user's own and may be preempted. Nothing can be added to a `const fn`.
    pub fn is_interruptible(&self) -> bool {
        let tcx = self.low.tcx;
        let is_const = |owner| tcx.ast_fn(owner).is_some_and(|it| it.is_const);
        let is_own = |owner| tcx.is_main(owner) && !is_const(owner);
        self.low.moments.mark.is_some() && self.owner().is_some_and(is_own)
    }

    pub fn moment(&mut self, moment: Moment) -> Res<()> {
        let Some(func) = self.low.moments.mark.filter(|_| self.is_interruptible()) else {
            return Ok(());
        };
        self.low.moments.met += 1;
        let span = moment.span();
        let number = Value::Scalar(self.low.moments.number(moment).into());
        let args = vec![Operand::Const(number, self.low.ty(Ty::int(IntTy::U32))?)];
        let dest = whole(self.local(Ty::unit())?);
        let at = Span {
            hi: span.lo,
            ..span
        };
        self.push(Statement::Call { dest, func, args }, at);
        Ok(())
    }

    /// A place that is read, and the moment before that.
    pub fn place_to_read(&mut self, expr: &Expr) -> Res<Place> {
        let met = self.low.moments.count();
        let place = self.shared_place(expr)?;
        if place.is_shared() {
            let moment = self.after_place(expr, met, Moment::Read(expr.span));
            self.moment(moment)?;
        }
        Ok(place)
    }

    /// The moment after a place was evaluated: the plain one, unless something in the place has moments of its own. Then it is
    /// the one after the index.
    fn after_place(&self, place: &Expr, met_before: usize, plain: Moment) -> Moment {
        if self.low.moments.count() == met_before {
            return plain;
        }
        let nowhere = Span {
            hi: place.span.lo,
            ..place.span
        };
        Moment::Evaluated(last_index(place).unwrap_or(nowhere))
    }

    /// A place that is written, and the moment before that.
    pub fn place_to_write(&mut self, expr: &Expr, value: Span) -> Res<Place> {
        let met = self.low.moments.count();
        let place = self.place(expr)?;
        if place.is_shared() {
            let moment = self.after_place(expr, met, Moment::Evaluated(value));
            self.moment(moment)?;
        }
        Ok(place)
    }

    /// `last`: the last argument, unless only a receiver is there.
    pub fn before_call(&mut self, callee: DefId, whole: Span, last: Option<Span>) -> Res<()> {
        if !self.is_interruptible() {
            return Ok(());
        }
        if self.low.tcx.path(callee) == "critical_section::with" {
            self.low.moments.masking.push(whole);
        }
        let name = self.low.tcx.name(callee);
        self.moment(Moment::Called { whole, name, last })
    }
}

/// What is evaluated last in a place.
fn last_index(place: &Expr) -> Option<Span> {
    match &place.kind {
        ExprKind::Index(_, index) => Some(index.span),
        ExprKind::Field(base, _) | ExprKind::Deref(base) => last_index(base),
        _ => None,
    }
}
