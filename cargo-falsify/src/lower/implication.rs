//! Implications in a monitor's result: `!a || b` and `if a { b } else { true }` say something only where `a` is true.

use std::collections::HashSet;

use super::body::FuncBuilder;
use super::Lowering;
use crate::ir::{Operand, Statement, Value};
use crate::source::Span;
use crate::syntax::ast::FalsifyAttrKind;
use crate::typeck::tree::{Body, Expr, ExprKind, LazyOp, UnaryOp};

impl Lowering<'_> {
    /// The implications that a monitor's result is made of; none in other functions.
    pub(super) fn implications(&self, body: &Body) -> HashSet<*const Expr> {
        let attrs = self.tcx.attrs(body.owner);
        let attrs = attrs.map_or(&[][..], |attrs| &attrs.falsify[..]);
        let is_monitor = |kind: &FalsifyAttrKind| matches!(kind, FalsifyAttrKind::Monitor { .. });
        let mut found = HashSet::new();
        if attrs.iter().any(|attr| is_monitor(&attr.kind)) {
            collect(&body.value, &mut found);
        }
        found
    }
}

fn collect(expr: &Expr, found: &mut HashSet<*const Expr>) {
    match &expr.kind {
        ExprKind::Block(block) => {
            if let Some(last) = &block.expr {
                collect(last, found);
            }
        }
        ExprKind::Lazy(LazyOp::And, left, right) => {
            collect(left, found);
            collect(right, found);
        }
        ExprKind::Lazy(LazyOp::Or, left, right) => {
            if matches!(left.kind, ExprKind::Unary(UnaryOp::Not, _)) {
                found.insert(expr);
            }
            collect(right, found);
        }
        ExprKind::If {
            then,
            otherwise: Some(otherwise),
            ..
        } => {
            if is_true(otherwise) {
                found.insert(expr);
            }
            collect(then, found);
            collect(otherwise, found);
        }
        ExprKind::Match { arms, .. } => arms.iter().for_each(|arm| collect(&arm.body, found)),
        _ => {}
    }
}

fn is_true(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Scalar(bits) => *bits == 1,
        ExprKind::Block(block) => {
            block.stmts.is_empty() && block.expr.as_ref().is_some_and(is_true)
        }
        _ => false,
    }
}

impl FuncBuilder<'_, '_> {
    /// Marks that the left side of an implication is true here.
    pub(super) fn cover_implication(&mut self, expr: &Expr, left: Span) {
        if self.implications.contains(&(expr as *const Expr)) {
            let truth = Operand::Const(Value::Scalar(1), self.low.bool_type());
            self.push(Statement::Cover(truth), left);
        }
    }
}
