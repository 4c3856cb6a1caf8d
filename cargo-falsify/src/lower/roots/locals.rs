//! Locals of a superloop that a monitor may look at: what lives across iterations, and what every iteration assigns.

use super::{Loop, Parameter};
use crate::ir::{LoopForm, MonitorParam};
use crate::lower::control::outermost_loop;
use crate::lower::pattern::bindings;
use crate::lower::walk::any_in_statement;
use crate::lower::{Lowering, Res};
use crate::source::Symbol;
use crate::typeck::tree::{Block, Body, Expr, ExprKind, LabelId, LocalId, Stmt};
use crate::typeck::ty::Ty;

/// How a local of a superloop came to be.
enum Declared {
    /// Before the loop, or as a parameter.
    Outside,
    /// At the top level of the loop's body; whether every iteration assigns it.
    Inside { always: bool },
}

impl Lowering<'_> {
    /// Binds a monitor's parameter to the local of its name at the end of the iteration.
    pub(super) fn superloop_local(
        &mut self,
        param: &Parameter,
        ty: Ty,
        by_ref: bool,
        of: &Loop,
    ) -> Res<MonitorParam> {
        let LoopForm::Superloop { run } = of.harness.form else {
            return Err(self.unbound(param, of));
        };
        let body = self.tcx.body(of.def)?;
        let label = self.tick_loop(of.def)?;
        let Some((variable, declared)) = find(&body, label, param.name) else {
            return Err(self.unbound(param, of));
        };
        if let Declared::Inside { always: false } = declared {
            let message = format!("not every iteration assigns `{}`", param.name);
            let help = "declare it before the loop, or before the first `continue`";
            return Err(self.root_error("roots::maybe-unassigned", param.span, message, help));
        }
        let found = self
            .tcx
            .mono(body.locals[variable.0 as usize].ty, of.args)?;
        if found != ty {
            let message = format!(
                "`{}` is of type `{}` in the loop",
                param.name,
                self.tcx.show(found)
            );
            return Err(self.root_error(
                "roots::binding-type",
                param.span,
                message,
                "give the parameter that type",
            ));
        }
        let local = self
            .superloop_locals
            .get(&run)
            .and_then(|variables| variables.get(&variable));
        match local {
            Some(&local) => Ok(MonitorParam::Local { local, by_ref }),
            None => Err(self.unbound(param, of)),
        }
    }
}

/// The variable of a name that is in scope at the end of an iteration.
fn find(body: &Body, label: LabelId, name: Symbol) -> Option<(LocalId, Declared)> {
    let named = |variable: &LocalId| body.locals[variable.0 as usize].name == name;
    if let Some(inside) = loop_body(&body.value, label) {
        let mut passed_continue = false;
        let mut found = None;
        for statement in &inside.stmts {
            passed_continue |= may_continue(statement, label);
            if let Stmt::Let { pat, init, .. } = statement {
                let always = init.is_some() && !passed_continue;
                let variable = bindings(pat).into_iter().rfind(named);
                found = variable
                    .map(|variable| (variable, Declared::Inside { always }))
                    .or(found);
            }
        }
        if found.is_some() {
            return found;
        }
    }
    let before = outside(&body.value);
    let params = body.params.iter().flat_map(bindings);
    let variable = params.chain(before).rfind(named)?;
    Some((variable, Declared::Outside))
}

/// The `let` that declares a variable of a superloop, and whether it stands in the body of the loop.
pub(in crate::lower) fn declaration(
    body: &Body,
    label: LabelId,
    variable: LocalId,
) -> Option<(&Stmt, bool)> {
    let declares = |statement: &&Stmt| match statement {
        Stmt::Let { pat, .. } => bindings(pat).contains(&variable),
        Stmt::Expr(_) => false,
    };
    let inside = loop_body(&body.value, label).and_then(|block| block.stmts.iter().find(declares));
    let before = || statements_before(&body.value).into_iter().find(declares);
    match inside {
        Some(statement) => Some((statement, true)),
        None => before().map(|statement| (statement, false)),
    }
}

/// The statements on the way to the outermost loop.
fn statements_before(expr: &Expr) -> Vec<&Stmt> {
    match &expr.kind {
        ExprKind::Coerce(_, inner) => statements_before(inner),
        ExprKind::Block(block) if outermost_loop(expr).is_some() => {
            let deeper = block.stmts.iter().flat_map(|statement| match statement {
                Stmt::Expr(inner) => statements_before(inner),
                Stmt::Let { .. } => Vec::new(),
            });
            let tail = block.expr.iter().flat_map(statements_before);
            block.stmts.iter().chain(deeper).chain(tail).collect()
        }
        _ => Vec::new(),
    }
}

/// The loop itself.
pub(in crate::lower) fn loop_expr(expr: &Expr, label: LabelId) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Loop { label: found, .. } if *found == label => Some(expr),
        ExprKind::Coerce(_, inner) => loop_expr(inner, label),
        ExprKind::Block(block) => match (&block.expr, block.stmts.last()) {
            (Some(tail), _) => loop_expr(tail, label),
            (None, Some(Stmt::Expr(last))) => loop_expr(last, label),
            (None, _) => None,
        },
        _ => None,
    }
}

/// The block that is the body of the loop.
fn loop_body(expr: &Expr, label: LabelId) -> Option<&Block> {
    match &loop_expr(expr, label)?.kind {
        ExprKind::Loop { body, .. } => match &body.kind {
            ExprKind::Block(block) => Some(block),
            _ => None,
        },
        _ => None,
    }
}

/// Variables declared on the way to the outermost loop.
fn outside(expr: &Expr) -> Vec<LocalId> {
    match &expr.kind {
        ExprKind::Coerce(_, inner) => outside(inner),
        ExprKind::Block(block) if outermost_loop(expr).is_some() => {
            let declared = block.stmts.iter().flat_map(|statement| match statement {
                Stmt::Let { pat, .. } => bindings(pat),
                Stmt::Expr(inner) => outside(inner),
            });
            let tail = block.expr.iter().flat_map(outside);
            declared.chain(tail).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a statement may go on with the next iteration.
fn may_continue(statement: &Stmt, label: LabelId) -> bool {
    let continues =
        |expr: &Expr| matches!(expr.kind, ExprKind::Continue { label: found } if found == label);
    any_in_statement(statement, &continues)
}
