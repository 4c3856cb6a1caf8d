//! Locals of a superloop that a monitor may look at: what lives across iterations, and what every iteration assigns.

use super::{assigned, Loop, Parameter};
use crate::ir::{LoopForm, MonitorParam};
use crate::lower::control::outermost_loop;
use crate::lower::pattern::bindings;
use crate::lower::walk::{any_in_statement, parts};
use crate::lower::{Lowering, Res};
use crate::source::{Span, Symbol};
use crate::typeck::tree::{Block, Body, Expr, ExprKind, LabelId, LocalId, Stmt};
use crate::typeck::ty::Ty;

/// A variable of a superloop, and whether it has a value at the end of every iteration.
struct Found {
    variable: LocalId,
    has_value: bool,
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
        let Some(found) = find(&body, label, param.name) else {
            return Err(self.unbound(param, of));
        };
        let variable = found.variable;
        if !found.has_value {
            let message = format!("not every iteration assigns `{}`", param.name);
            let help = "give it a value where it is declared, before the loop or before the first `continue`";
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
fn find(body: &Body, label: LabelId, name: Symbol) -> Option<Found> {
    let named = |variable: &LocalId| body.locals[variable.0 as usize].name == name;
    let inside = loop_body(&body.value, label)?;
    if let Some(found) = find_inside(inside, label, named) {
        return Some(found);
    }
    let declared = statements_before(&body.value).into_iter().rev();
    let mut declared =
        declared.filter_map(|it| Some((declares(it)?.into_iter().rfind(named)?, it)));
    if let Some((variable, statement)) = declared.next() {
        let last = inside.expr.as_ref();
        return Some(Found {
            variable,
            has_value: is_initialised(statement)
                || assigned::always(variable, label, &inside.stmts, last),
        });
    }
    let variable = body.params.iter().flat_map(bindings).rfind(named)?;
    let has_value = true;
    Some(Found {
        variable,
        has_value,
    })
}

/// The same among the variables that are declared at the top level of the loop's body.
fn find_inside(inside: &Block, label: LabelId, named: impl Fn(&LocalId) -> bool) -> Option<Found> {
    let mut passed_continue = false;
    let mut found = None;
    for (at, statement) in inside.stmts.iter().enumerate() {
        passed_continue |= may_continue(statement, label);
        let Some(variable) = declares(statement).and_then(|it| it.into_iter().rfind(&named)) else {
            continue;
        };
        let (rest, last) = (&inside.stmts[at + 1..], inside.expr.as_ref());
        let assigned = is_initialised(statement) || assigned::always(variable, label, rest, last);
        let has_value = assigned && !passed_continue;
        found = Some(Found {
            variable,
            has_value,
        });
    }
    found
}

fn declares(statement: &Stmt) -> Option<Vec<LocalId>> {
    match statement {
        Stmt::Let { pat, .. } => Some(bindings(pat)),
        Stmt::Expr(_) => None,
    }
}

fn is_initialised(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Let { init: Some(_), .. })
}

/// The `let` that declares a variable of a superloop, and whether it stands in the body of the loop.
pub(in crate::lower) fn declaration(
    body: &Body,
    label: LabelId,
    variable: LocalId,
) -> Option<(&Stmt, bool)> {
    let declares = |statement: &&Stmt| declares(statement).is_some_and(|it| it.contains(&variable));
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

/// Whether a statement may go on with the next iteration.
fn may_continue(statement: &Stmt, label: LabelId) -> bool {
    any_in_statement(statement, &|expr| continues(expr, label))
}

fn continues(expr: &Expr, label: LabelId) -> bool {
    matches!(expr.kind, ExprKind::Continue { label: found } if found == label)
}

/// Where an iteration ends before its body does.
pub(in crate::lower) fn early_ends(whole: &Expr, label: LabelId) -> Vec<Span> {
    let mut ends: Vec<Span> = parts(whole)
        .into_iter()
        .flat_map(|it| early_ends(it, label))
        .collect();
    ends.extend(continues(whole, label).then_some(whole.span));
    ends
}
