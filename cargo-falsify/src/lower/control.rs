//! Control flow: blocks and statements, conditions, loops, jumps, panics.

use super::body::{whole, FuncBuilder, Jump};
use super::scope::ScopeKind;
use super::{Lowering, Res};
use crate::ir::blueprint::Moment;
use crate::ir::{self, BlockId, Operand, PanicKind, Rvalue, Statement, Terminator, Value};
use crate::source::Span;
use crate::typeck::tree::{
    self, BindingMode, Block, Expr, ExprKind, LabelId, LazyOp, Pat, PatKind, Stmt, UnaryOp,
};
use crate::typeck::ty::DefId;

impl FuncBuilder<'_, '_> {
    pub fn block(&mut self, dest: Option<ir::Place>, block: &Block) -> Res<()> {
        let Some(label) = block.label else {
            return self.block_body(dest, block);
        };
        let end = self.new_block();
        self.jumps.push(Jump {
            label,
            break_to: end,
            continue_to: None,
            dest: dest.clone(),
            depth: self.scopes.len(),
        });
        let made = self.block_body(dest, block);
        self.jumps.pop();
        self.goto(end);
        self.current = end;
        made
    }

    fn block_body(&mut self, dest: Option<ir::Place>, block: &Block) -> Res<()> {
        let end = closing_brace(block.span);
        self.in_scope(ScopeKind::Vars, end, |b| {
            let mut made = Ok(());
            for statement in &block.stmts {
                made = b.block_statement(statement).and(made);
            }
            made.and(b.tail(dest, block))
        })
    }

    fn tail(&mut self, dest: Option<ir::Place>, block: &Block) -> Res<()> {
        match &block.expr {
            None => self.unit(dest, block.span),
            Some(tail) if block.tail_temporaries_first => {
                self.in_scope(ScopeKind::Temps, tail.span, |b| b.block_value(dest, tail))
            }
            Some(tail) => self.block_value(dest, tail),
        }
    }

    fn block_value(&mut self, dest: Option<ir::Place>, tail: &Expr) -> Res<()> {
        self.moment(Moment::Before(tail.span))?;
        match dest {
            Some(_) => self.into(dest, tail),
            None => self.statement(tail),
        }
    }

    /// A statement that fails does not keep the following ones from being looked at.
    fn block_statement(&mut self, statement: &Stmt) -> Res<()> {
        let depth = self.scopes.len();
        self.moment(Moment::Before(span_of(statement)))?;
        let made = match statement {
            Stmt::Expr(expr) => self.in_scope(ScopeKind::Temps, expr.span, |b| b.statement(expr)),
            Stmt::Let {
                pat, init: None, ..
            } => self.declare_later(pat),
            Stmt::Let {
                pat,
                init: Some(init),
                otherwise: None,
                span,
            } => self.let_value(pat, init, *span),
            Stmt::Let {
                pat,
                init: Some(init),
                otherwise: Some(otherwise),
                span,
            } => self.let_else(pat, init, otherwise, *span),
        };
        self.scopes.truncate(depth);
        made
    }

    /// `let x;`: the value comes by assignment.
    fn declare_later(&mut self, pat: &Pat) -> Res<()> {
        for variable in super::pattern::bindings(pat) {
            let ty = self.variable_type(variable)?;
            let local = self.declare(variable)?;
            self.schedule_variable(local, ty)?;
        }
        Ok(())
    }

    fn let_value(&mut self, pat: &Pat, init: &Expr, span: Span) -> Res<()> {
        self.extend_temporaries(pat, init);
        if let PatKind::Binding {
            local: variable,
            mode: BindingMode::Value,
            sub: None,
        } = pat.kind
        {
            let local = self.declare(variable)?;
            self.in_scope(ScopeKind::Temps, span, |b| b.into(Some(whole(local)), init))?;
            let ty = self.variable_type(variable)?;
            return self.begin_variable(local, ty, span);
        }
        let depth = self.scopes.len();
        self.push_scope(ScopeKind::Temps);
        let place = self.place(init)?;
        self.bind_irrefutable(pat, &place)?;
        self.scopes_end(depth, span);
        self.scopes.truncate(depth);
        Ok(())
    }

    fn let_else(&mut self, pat: &Pat, init: &Expr, otherwise: &Block, span: Span) -> Res<()> {
        self.extend_temporaries(pat, init);
        let depth = self.scopes.len();
        self.push_scope(ScopeKind::Temps);
        let place = self.place(init)?;
        let (done, no_match) = (self.new_block(), self.new_block());
        self.match_or(pat, &place, no_match, |b| {
            b.scopes_end(depth, span);
            b.goto(done);
            Ok(())
        })?;
        self.current = no_match;
        self.scopes_end(depth, span);
        self.scopes.truncate(depth);
        let diverges = self.block(None, otherwise);
        self.diverge();
        self.current = done;
        diverges
    }

    pub fn if_else(
        &mut self,
        dest: Option<ir::Place>,
        expr: &Expr,
        (cond, then, otherwise): (&Expr, &Expr, Option<&Expr>),
    ) -> Res<()> {
        let span = expr.span;
        match self.decided(cond)? {
            Some(true) => return self.branch(dest, then),
            Some(false) => return self.otherwise(dest, otherwise, span),
            None => {}
        }
        let (end, unmet) = (self.new_block(), self.new_block());
        let depth = self.scopes.len();
        self.push_scope(match ends_temporaries_early(then) {
            true => ScopeKind::Both,
            false => ScopeKind::Vars,
        });
        let made = self.condition(cond, unmet, depth).and_then(|()| {
            self.cover_implication(expr, cond.span);
            self.branch(dest.clone(), then)
        });
        self.scopes_end(depth, span);
        self.scopes.truncate(depth);
        self.goto(end);
        self.current = unmet;
        let other = self.otherwise(dest, otherwise, span);
        self.goto(end);
        self.current = end;
        made.and(other)
    }

    fn otherwise(
        &mut self,
        dest: Option<ir::Place>,
        otherwise: Option<&Expr>,
        span: Span,
    ) -> Res<()> {
        match otherwise {
            Some(otherwise) => self.branch(dest, otherwise),
            None => self.unit(dest, span),
        }
    }

    /// A condition that constants decide: the other branch is never reached, so nothing is asked of it.
    fn decided(&mut self, cond: &Expr) -> Res<Option<bool>> {
        Ok(match &cond.kind {
            ExprKind::Lazy(LazyOp::And, left, right) => match self.decided(left)? {
                Some(true) => self.decided(right)?,
                known => known,
            },
            ExprKind::Unary(UnaryOp::Not, inner) => self.decided(inner)?.map(|holds| !holds),
            ExprKind::Const(..) => match self.constant_operand(cond)? {
                Some(Operand::Const(Value::Scalar(holds), _)) => Some(holds != 0),
                _ => None,
            },
            _ => None,
        })
    }

    /// The body of a branch or arm: a temporary scope.
    pub fn branch(&mut self, dest: Option<ir::Place>, body: &Expr) -> Res<()> {
        self.in_scope(ScopeKind::Temps, body.span, |b| b.block_value(dest, body))
    }

    /// Goes on if the condition holds, with its bindings; else leaves the scopes above `depth` and goes to `unmet`.
    pub fn condition(&mut self, cond: &Expr, unmet: BlockId, depth: usize) -> Res<()> {
        match &cond.kind {
            ExprKind::Lazy(LazyOp::And, left, right) => {
                self.condition(left, unmet, depth)?;
                self.condition(right, unmet, depth)
            }
            ExprKind::Let(pat, scrutinee) => {
                let place = self.place(scrutinee)?;
                let (matched, no_match) = (self.new_block(), self.new_block());
                self.match_or(pat, &place, no_match, |b| {
                    b.goto(matched);
                    Ok(())
                })?;
                self.leave_from(no_match, unmet, depth, cond.span);
                self.current = matched;
                Ok(())
            }
            _ => {
                let holds = self.truth_value(cond)?;
                let failed = self.new_block();
                self.require(holds, failed);
                let next = self.current;
                self.leave_from(failed, unmet, depth, cond.span);
                self.current = next;
                Ok(())
            }
        }
    }

    /// In block `from`: the scopes above `depth` end, then control goes to `to`.
    fn leave_from(&mut self, from: BlockId, to: BlockId, depth: usize, span: Span) {
        self.current = from;
        self.scopes_end(depth, span);
        self.goto(to);
    }

    /// A bool, its temporaries gone.
    fn truth_value(&mut self, cond: &Expr) -> Res<Operand> {
        if let Some(constant) = self.constant_operand(cond)? {
            return Ok(constant);
        }
        let local = self.in_scope(ScopeKind::Temps, cond.span, |b| b.value_local(cond))?;
        Ok(super::body::copy(local))
    }

    /// `&&`, `||` and `let` as values.
    pub fn truth(&mut self, dest: Option<ir::Place>, expr: &Expr) -> Res<()> {
        if let ExprKind::Lazy(LazyOp::Or, left, right) = &expr.kind {
            return self.either(dest, left, right, expr);
        }
        let (end, unmet) = (self.new_block(), self.new_block());
        let depth = self.scopes.len();
        self.push_scope(ScopeKind::Vars);
        let made = self.condition(expr, unmet, depth);
        self.scopes_end(depth, expr.span);
        self.scopes.truncate(depth);
        self.write_bool(dest.clone(), true, expr.span);
        self.goto(end);
        self.current = unmet;
        self.write_bool(dest, false, expr.span);
        self.goto(end);
        self.current = end;
        made
    }

    fn either(
        &mut self,
        dest: Option<ir::Place>,
        left: &Expr,
        right: &Expr,
        expr: &Expr,
    ) -> Res<()> {
        let span = expr.span;
        let (end, second) = (self.new_block(), self.new_block());
        let first = self.truth_value(left)?;
        self.require(first, second);
        self.write_bool(dest.clone(), true, span);
        self.goto(end);
        self.current = second;
        self.cover_implication(expr, left.span);
        let last = self.truth_value(right)?;
        if let Some(dest) = dest {
            self.assign(dest, Rvalue::Use(last), span);
        }
        self.goto(end);
        self.current = end;
        Ok(())
    }

    fn write_bool(&mut self, dest: Option<ir::Place>, value: bool, span: Span) {
        if let Some(dest) = dest {
            let ty = self.low.bool_type();
            self.assign(
                dest,
                Rvalue::Use(Operand::Const(Value::Scalar(value.into()), ty)),
                span,
            );
        }
    }

    pub fn loop_forever(
        &mut self,
        dest: Option<ir::Place>,
        label: LabelId,
        body: &Expr,
        span: Span,
    ) -> Res<()> {
        let (head, end) = (self.new_block(), self.new_block());
        let is_tick = self.tick_loop == Some(label);
        let next = if is_tick { self.new_block() } else { head };
        self.goto(head);
        self.current = head;
        if is_tick {
            self.push(Statement::TickStart, span);
        }
        self.jumps.push(Jump {
            label,
            break_to: end,
            continue_to: Some(next),
            dest,
            depth: self.scopes.len(),
        });
        let made = self.branch(None, body);
        self.jumps.pop();
        self.goto(next);
        if is_tick {
            self.current = next;
            self.push(Statement::TickEnd, span);
            self.goto(head);
        }
        self.current = end;
        made
    }

    pub fn break_out(&mut self, label: LabelId, value: Option<&Expr>, span: Span) -> Res<()> {
        let jump = self.jump(label, span)?;
        match value {
            Some(value) => self.block_value(jump.dest.clone(), value)?,
            None => self.unit(jump.dest.clone(), span)?,
        }
        self.scopes_end(jump.depth, span);
        self.goto(jump.break_to);
        Ok(())
    }

    pub fn continue_with(&mut self, label: LabelId, span: Span) -> Res<()> {
        let jump = self.jump(label, span)?;
        let Some(target) = jump.continue_to else {
            return Err(self.low.unsupported(span, "`continue` of a block"));
        };
        self.scopes_end(jump.depth, span);
        self.goto(target);
        Ok(())
    }

    fn jump(&self, label: LabelId, span: Span) -> Res<Jump> {
        let found = self.jumps.iter().rev().find(|jump| jump.label == label);
        found
            .cloned()
            .ok_or_else(|| self.low.unsupported(span, "a jump out of a closure"))
    }

    pub fn return_value(&mut self, value: Option<&Expr>, span: Span) -> Res<()> {
        let ret = Some(whole(self.ret));
        match value {
            Some(value) => self.into(ret, value)?,
            None => self.unit(ret, span)?,
        }
        self.scopes_end(0, span);
        self.end(Terminator::Return);
        Ok(())
    }

    pub fn panic(&mut self, kind: tree::PanicKind, args: &[Expr], span: Span) -> Res<()> {
        for arg in args {
            self.place(arg)?;
        }
        let kind = match kind {
            tree::PanicKind::Panic => PanicKind::Panic,
            tree::PanicKind::Unreachable => PanicKind::Unreachable,
            tree::PanicKind::Todo => PanicKind::Todo,
            tree::PanicKind::Assert => PanicKind::Assert,
        };
        self.end(Terminator::Panic(kind, span));
        Ok(())
    }
}

impl Lowering<'_> {
    /// The outermost loop of a function in the superloop form.
    pub(super) fn tick_loop(&self, def: DefId) -> Res<LabelId> {
        let body = self.tcx.body(def)?;
        outermost_loop(&body.value).ok_or_else(|| {
            let message = format!("`{}` has no outermost `loop`", self.tcx.name(def));
            let help = "a function that returns `!` is a control loop if its body ends in one `loop { … }`";
            self.tcx.report(crate::diagnostic::Diagnostic::new("roots::no-loop", body.span, message).help(help))
        })
    }
}

/// The loop at the end of a body, seen through blocks and coercions.
pub(super) fn outermost_loop(expr: &Expr) -> Option<LabelId> {
    match &expr.kind {
        ExprKind::Loop { label, .. } => Some(*label),
        ExprKind::Coerce(_, inner) => outermost_loop(inner),
        ExprKind::Block(block) => match (&block.expr, block.stmts.last()) {
            (Some(tail), _) => outermost_loop(tail),
            (None, Some(Stmt::Expr(last))) => outermost_loop(last),
            (None, _) => None,
        },
        _ => None,
    }
}

/// Editions from 2024 on end the temporaries of an `if let` before its `else`.
fn ends_temporaries_early(then: &Expr) -> bool {
    matches!(&then.kind, ExprKind::Block(block) if block.tail_temporaries_first)
}

fn span_of(statement: &Stmt) -> Span {
    match statement {
        Stmt::Expr(expr) => expr.span,
        Stmt::Let { span, .. } => *span,
    }
}

/// Where the variables of a block die.
fn closing_brace(span: Span) -> Span {
    Span {
        lo: span.hi.saturating_sub(1).max(span.lo),
        ..span
    }
}
