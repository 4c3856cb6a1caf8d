//! Functions that look like a control loop and are not marked as one: proposals for a person, read off names and shapes.

use super::ast::{AssocKind, Block, Crate, ExprKind, Fn, Impl, Item, ItemKind, Stmt, TyKind};
use crate::source::Span;

/// A function that may be a control loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopCandidate {
    /// From the root of the crate.
    pub path: String,
    pub span: Span,
    pub shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It is called once a tick and changes a state that it is given.
    Step,
    /// It loops for ever itself.
    Superloop,
}

/// Words in the name of a function that is called once a tick.
const OF_A_STEP: [&str; 8] = [
    "tick",
    "step",
    "update",
    "poll",
    "cycle",
    "control",
    "iterate",
    "iteration",
];

/// All of a crate, in the order of its source.
pub fn loops(krate: &Crate) -> Vec<LoopCandidate> {
    let mut found = Vec::new();
    in_items(&krate.items, "", &mut found);
    found
}

fn in_items(items: &[Item], prefix: &str, found: &mut Vec<LoopCandidate>) {
    for item in items {
        let path = format!("{prefix}{}", item.ident.name);
        match &item.kind {
            ItemKind::Mod(items, _) => in_items(items, &format!("{path}::"), found),
            ItemKind::Fn(function) => found.extend(shape(function, &path).map(|shape| {
                let span = item.span;
                LoopCandidate { path, span, shape }
            })),
            ItemKind::Impl(inherent) if inherent.of_trait.is_none() => {
                in_methods(inherent, prefix, found);
            }
            _ => {}
        }
    }
}

fn in_methods(of: &Impl, prefix: &str, found: &mut Vec<LoopCandidate>) {
    let TyKind::Path(of_type) = &of.self_ty.kind else {
        return;
    };
    let name = of_type
        .segments
        .last()
        .filter(|_| of.generics.params.is_empty());
    let Some(name) = name.map(|it| it.ident.name) else {
        return;
    };
    for item in &of.items {
        let AssocKind::Fn(function) = &item.kind else {
            continue;
        };
        let path = format!("{prefix}{name}::{}", item.ident.name);
        found.extend(shape(function, &path).map(|shape| {
            let span = item.span;
            LoopCandidate { path, span, shape }
        }));
    }
}

fn shape(function: &Fn, path: &str) -> Option<Shape> {
    let is_plain = function.generics.params.is_empty() && !function.is_async && !function.is_const;
    let body = function.body.as_ref().filter(|_| is_plain)?;
    let ends_never = function
        .ret
        .as_ref()
        .is_some_and(|it| matches!(it.kind, TyKind::Never));
    let name = path.rsplit("::").next().unwrap_or(path);
    if (ends_never || name == "main") && has_loop(body) {
        return Some(Shape::Superloop);
    }
    let is_called_so = name.split('_').any(|word| OF_A_STEP.contains(&word));
    (is_called_so && is_step(function)).then_some(Shape::Step)
}

fn has_loop(body: &Block) -> bool {
    let statements = body.stmts.iter().filter_map(|it| match it {
        Stmt::Expr { expr, .. } => Some(expr),
        _ => None,
    });
    let mut all = statements.chain(body.expr.as_deref());
    all.any(|it| matches!(it.kind, ExprKind::Loop { .. }))
}

/// Whether the first parameter is something that a tick leaves to the next one, and the others can be its inputs.
fn is_step(function: &Fn) -> bool {
    let mut kinds = function.params.iter().map(|it| &it.ty.kind);
    let has_state = matches!(kinds.next(), Some(TyKind::Ref { mutable: true, .. }));
    has_state && !kinds.any(|it| matches!(it, TyKind::Ref { mutable: false, .. }))
}
