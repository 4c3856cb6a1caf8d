//! Whether every iteration of a superloop gives a value to a variable that is declared without one.
//!
//! A path counts as giving none where it is not obvious: a block or a loop that is left by `break` is taken to assign nothing.

use crate::lower::walk::{any_inside, parts, statement_parts};
use crate::typeck::tree::{Block, Expr, ExprKind, LabelId, LocalId, Stmt};

/// Whether all ways to the end of an iteration, of which these statements and this expression are left, assign the variable.
pub(super) fn always(
    variable: LocalId,
    label: LabelId,
    statements: &[Stmt],
    last: Option<&Expr>,
) -> bool {
    let mut paths = Paths {
        variable,
        label,
        ends_without: false,
    };
    let assigned = paths.after_all(statements, last, false);
    assigned && !paths.ends_without
}

struct Paths {
    variable: LocalId,
    /// Of the superloop.
    label: LabelId,
    /// Whether some `continue` ends an iteration without a value.
    ends_without: bool,
}

impl Paths {
    /// Whether the variable has a value once all of this is done, given whether it had one before. What is never done with
    /// counts as a yes.
    fn after_all(&mut self, statements: &[Stmt], last: Option<&Expr>, mut before: bool) -> bool {
        for statement in statements {
            before = self.after_statement(statement, before);
        }
        last.map_or(before, |it| self.after(it, before))
    }

    fn after_statement(&mut self, statement: &Stmt, before: bool) -> bool {
        let mut inside = Vec::new();
        statement_parts(statement, &mut inside);
        let mut inside = inside.into_iter();
        // Of a `let … else`, only the value is on the way on.
        let after = inside.next().map_or(before, |it| self.after(it, before));
        for otherwise in inside {
            self.after(otherwise, before);
        }
        after
    }

    fn after(&mut self, expr: &Expr, before: bool) -> bool {
        let after = match &expr.kind {
            ExprKind::Assign(place, value) => {
                let value = self.after(value, before);
                value || matches!(place.kind, ExprKind::Local(it) if it == self.variable)
            }
            ExprKind::If {
                cond,
                then,
                otherwise,
            } => {
                let before = self.after(cond, before);
                let then = self.after(then, before);
                let otherwise = otherwise.as_ref();
                otherwise.map_or(before, |it| self.after(it, before)) && then
            }
            ExprKind::Match { scrutinee, arms } => {
                let before = self.after(scrutinee, before);
                arms.iter().fold(true, |all, arm| {
                    let guarded = arm.guard.as_ref();
                    let before = guarded.map_or(before, |it| self.after(it, before));
                    self.after(&arm.body, before) && all
                })
            }
            ExprKind::Lazy(_, left, right) => {
                let left = self.after(left, before);
                self.after(right, left);
                left
            }
            ExprKind::Block(block) => self.after_block(block, before),
            ExprKind::Loop { body, .. } => {
                self.after(body, before);
                before
            }
            ExprKind::Continue { label } => {
                self.ends_without |= *label == self.label && !before;
                true
            }
            _ => {
                let inside = parts(expr).into_iter();
                inside.fold(before, |before, part| self.after(part, before))
            }
        };
        after || expr.ty.is_never()
    }

    fn after_block(&mut self, block: &Block, before: bool) -> bool {
        let leaves = |expr: &Expr| match expr.kind {
            ExprKind::Break { label, .. } => Some(label) == block.label,
            _ => false,
        };
        let after = self.after_all(&block.stmts, block.expr.as_ref(), before);
        match block_is_left(block, &leaves) {
            true => before,
            false => after,
        }
    }
}

fn block_is_left(block: &Block, leaves: &dyn Fn(&Expr) -> bool) -> bool {
    let mut inside = Vec::new();
    let statements = block.stmts.iter();
    statements.for_each(|statement| statement_parts(statement, &mut inside));
    inside.extend(&block.expr);
    block.label.is_some() && inside.into_iter().any(|part| any_inside(part, leaves))
}
