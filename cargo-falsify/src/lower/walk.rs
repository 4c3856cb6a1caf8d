//! A walk over the expressions of a typed tree.

use crate::typeck::tree::{Block, Expr, ExprKind, Stmt};

/// Whether an expression or one inside it is as asked. Bodies of closures are not looked at: they run elsewhere.
pub(super) fn any_inside(expr: &Expr, asked: &dyn Fn(&Expr) -> bool) -> bool {
    asked(expr) || parts(expr).into_iter().any(|part| any_inside(part, asked))
}

/// The same for a statement.
pub(super) fn any_in_statement(statement: &Stmt, asked: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = Vec::new();
    statement_parts(statement, &mut found);
    found.into_iter().any(|part| any_inside(part, asked))
}

/// The expressions directly inside one.
pub(super) fn parts(expr: &Expr) -> Vec<&Expr> {
    use ExprKind::*;
    match &expr.kind {
        Scalar(_)
        | Str(_)
        | ByteStr(_)
        | Local(_)
        | Static(_)
        | Const(..)
        | ConstValue(_)
        | FnItem
        | Closure(_)
        | Continue { .. } => Vec::new(),
        Adt { fields, base, .. } => fields
            .iter()
            .map(|(_, part)| part)
            .chain(base.as_deref())
            .collect(),
        Tuple(all) | Array(all) | Log(all) | Call { args: all, .. } | Panic { args: all, .. } => {
            all.iter().collect()
        }
        CallPtr { callee, args, .. } => std::iter::once(&**callee).chain(args).collect(),
        Repeat(a, _)
        | Field(a, _)
        | Deref(a)
        | Ref { expr: a, .. }
        | Unary(_, a)
        | Cast(a)
        | Coerce(_, a)
        | Let(_, a)
        | Loop { body: a, .. }
        | Check { cond: a, .. } => vec![a],
        Index(a, b) | Binary(_, a, b) | Lazy(_, a, b) | Assign(a, b) | AssignOp(_, a, b) => {
            vec![a, b]
        }
        If {
            cond,
            then,
            otherwise,
        } => [&**cond, &**then]
            .into_iter()
            .chain(otherwise.as_deref())
            .collect(),
        Match { scrutinee, arms } => {
            let inside = arms
                .iter()
                .flat_map(|arm| arm.guard.iter().chain([&arm.body]));
            std::iter::once(&**scrutinee).chain(inside).collect()
        }
        Break { value, .. } | Return(value) => value.as_deref().into_iter().collect(),
        Block(block) => block_parts(block),
    }
}

fn block_parts(block: &Block) -> Vec<&Expr> {
    let mut found = Vec::new();
    block
        .stmts
        .iter()
        .for_each(|statement| statement_parts(statement, &mut found));
    found.extend(&block.expr);
    found
}

pub(super) fn statement_parts<'e>(statement: &'e Stmt, found: &mut Vec<&'e Expr>) {
    match statement {
        Stmt::Expr(expr) => found.push(expr),
        Stmt::Let {
            init, otherwise, ..
        } => {
            found.extend(init);
            found.extend(otherwise.iter().flat_map(block_parts));
        }
    }
}
