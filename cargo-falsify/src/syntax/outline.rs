//! Functions as they are written, reduced to what a report shows: which expression consists of which, and where.
//!
//! Later stages know operations by their spans only. An outline leads from the value of an operation back to the text
//! that a person wrote, and from a condition to its parts.

use super::ast::{self, AssocKind, Block, Expr, ExprKind, Item, ItemKind, LazyOp, PatKind, Stmt};
use crate::source::{Span, Symbol};

#[derive(Clone, Debug)]
pub struct Outline {
    pub span: Span,
    /// A [`Form::Block`].
    pub body: Expression,
}

#[derive(Clone, Debug)]
pub struct Expression {
    /// Of its whole text.
    pub span: Span,
    /// What the operation itself is known by: of a method call, what follows the dot.
    pub operation: Span,
    pub form: Form,
    /// As written, unless the form says otherwise.
    pub parts: Vec<Expression>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Literal,
    /// A variable, a field, an element, and dereferences of these. The parts of an element include its index.
    Place,
    And,
    Or,
    Not,
    /// Of two operands, comparisons and compound assignments included.
    Binary,
    /// The receiver, if any, is the first part.
    Call,
    /// Condition, then, otherwise.
    If,
    /// What is matched, then an arm for each.
    Match,
    /// A guard, if any, and the value.
    Arm,
    /// What is matched, and a guard if any: the value is whether it fits.
    Matches,
    /// Whether the last part is the value.
    Block {
        valued: bool,
    },
    Return,
    /// The initial value of a variable.
    Let(Option<Symbol>),
    /// `check!`, `assert!`: the condition.
    Claim,
    /// `assert_eq!`, `assert_ne!`: both sides.
    ClaimCompare,
    /// Runs when it is called, not where it stands.
    Closure,
    Other,
}

/// What was decided on the way, and how; how is unknown for a match.
pub type Condition<'a> = (&'a Expression, Option<bool>);

/// An expression that may give a function's value.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    pub value: &'a Expression,
    /// Outermost first.
    pub conditions: Vec<Condition<'a>>,
}

impl Outline {
    /// The function of a crate that has this span.
    pub fn find(krate: &ast::Crate, span: Span) -> Option<Outline> {
        let body = function_in(&krate.items, span)?;
        Some(Outline {
            span,
            body: block(body),
        })
    }

    /// Everything whose value may be the function's.
    pub fn results(&self) -> Vec<Outcome<'_>> {
        let mut found = Vec::new();
        self.body.returned(&[], &mut found);
        self.body.values(&[], &mut found);
        found
    }

    /// Whatever is known by a span.
    pub fn at(&self, span: Span) -> Option<&Expression> {
        self.body.at(span)
    }

    /// What a variable is initialised with, if it is bound exactly once.
    pub fn binding(&self, name: Symbol) -> Option<&Expression> {
        let mut bound = Vec::new();
        self.body.bindings(name, &mut bound);
        match bound[..] {
            [only] => only.parts.first(),
            _ => None,
        }
    }
}

impl Expression {
    /// Looks inside blocks and branches for what their value is.
    fn values<'a>(&'a self, under: &[Condition<'a>], found: &mut Vec<Outcome<'a>>) {
        match self.form {
            Form::Block { valued: true } | Form::If | Form::Match | Form::Arm => {
                let inside = self.branches(under);
                inside.for_each(|(part, under)| part.values(&under, found));
            }
            Form::Block { valued: false } | Form::Return => {}
            _ => found.push(Outcome {
                value: self,
                conditions: under.to_vec(),
            }),
        }
    }

    /// What is returned early, anywhere inside.
    fn returned<'a>(&'a self, under: &[Condition<'a>], found: &mut Vec<Outcome<'a>>) {
        match self.form {
            Form::Closure => {}
            Form::Return => self.parts.iter().for_each(|it| it.values(under, found)),
            Form::If | Form::Match | Form::Arm => {
                let inside = self.branches(under);
                inside.for_each(|(part, under)| part.returned(&under, found));
            }
            _ => self.parts.iter().for_each(|it| it.returned(under, found)),
        }
    }

    /// Parts that may give the value, each with what leads to it.
    fn branches<'a>(
        &'a self,
        under: &[Condition<'a>],
    ) -> impl Iterator<Item = (&'a Expression, Vec<Condition<'a>>)> {
        let decides = matches!(self.form, Form::If | Form::Match);
        let skipped = match decides {
            true => 1,
            false => self.parts.len().saturating_sub(1),
        };
        let deciding = decides.then(|| &self.parts[0]);
        let is_if = self.form == Form::If;
        let under = under.to_vec();
        let branches = self.parts[skipped..].iter().enumerate();
        branches.map(move |(index, part)| {
            let own = deciding.map(|deciding| (deciding, is_if.then_some(index == 0)));
            (part, under.iter().copied().chain(own).collect())
        })
    }

    fn bindings<'a>(&'a self, name: Symbol, found: &mut Vec<&'a Expression>) {
        if self.form == Form::Let(Some(name)) {
            found.push(self);
        }
        self.parts.iter().for_each(|it| it.bindings(name, found));
    }

    /// What branches depend on, closures left out.
    pub fn decisions(&self) -> Vec<&Expression> {
        let inside = self.parts.iter().filter(|it| it.form != Form::Closure);
        let inside = inside.flat_map(Expression::decisions);
        let own = matches!(self.form, Form::If | Form::Match).then(|| &self.parts[0]);
        own.into_iter().chain(inside).collect()
    }

    /// The innermost one of that span: a block is as long as its only expression at times.
    fn at(&self, span: Span) -> Option<&Expression> {
        let inside = self.parts.iter().find_map(|part| part.at(span));
        inside.or_else(|| (self.span == span || self.operation == span).then_some(self))
    }
}

fn function_in(items: &[Item], span: Span) -> Option<&Block> {
    items.iter().find_map(|item| match &item.kind {
        ItemKind::Mod(items, _) => function_in(items, span),
        ItemKind::Fn(function) => of_function(function, item.span, span),
        ItemKind::Impl(found) => associated(&found.items, span),
        ItemKind::Trait(found) => associated(&found.items, span),
        _ => None,
    })
}

fn associated(items: &[ast::AssocItem], span: Span) -> Option<&Block> {
    items.iter().find_map(|item| match &item.kind {
        AssocKind::Fn(function) => of_function(function, item.span, span),
        _ => None,
    })
}

fn of_function(function: &ast::Fn, at: Span, wanted: Span) -> Option<&Block> {
    let body = function.body.as_ref()?;
    if at == wanted {
        return Some(body);
    }
    let nested = body.stmts.iter().filter_map(|it| match it {
        Stmt::Item(item) => Some(std::slice::from_ref(item)),
        _ => None,
    });
    nested.into_iter().find_map(|it| function_in(it, wanted))
}

fn block(block: &Block) -> Expression {
    let mut parts: Vec<Expression> = block.stmts.iter().filter_map(statement).collect();
    parts.extend(block.expr.as_deref().map(expression));
    let valued = block.expr.is_some();
    plain(block.span, Form::Block { valued }, parts)
}

fn statement(statement: &Stmt) -> Option<Expression> {
    match statement {
        Stmt::Let {
            pat,
            init,
            else_block,
            span,
            ..
        } => {
            let name = match &pat.kind {
                PatKind::Ident {
                    ident, sub: None, ..
                } => Some(ident.name),
                _ => None,
            };
            let init = init.as_ref().map(expression);
            let parts = init.into_iter().chain(else_block.as_ref().map(block));
            Some(plain(*span, Form::Let(name), parts.collect()))
        }
        Stmt::Expr { expr, .. } => Some(expression(expr)),
        Stmt::Item(_) | Stmt::MacroDefinition(_) => None,
    }
}

fn plain(span: Span, form: Form, parts: Vec<Expression>) -> Expression {
    Expression {
        span,
        operation: span,
        form,
        parts,
    }
}

fn expression(expr: &Expr) -> Expression {
    let mut made = plain(expr.span, form(expr), parts(expr));
    if let ExprKind::MethodCall { method, .. } = &expr.kind {
        let from = method.ident.span;
        made.operation = Span::new(from.file, from.lo, expr.span.hi);
    }
    made
}

fn form(expr: &Expr) -> Form {
    match &expr.kind {
        ExprKind::Lit(_) => Form::Literal,
        ExprKind::Path(_) | ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::Deref(_) => {
            Form::Place
        }
        ExprKind::Lazy(LazyOp::And, ..) => Form::And,
        ExprKind::Lazy(LazyOp::Or, ..) => Form::Or,
        ExprKind::Unary(ast::UnaryOp::Not, _) => Form::Not,
        ExprKind::Binary(..) | ExprKind::AssignOp(..) => Form::Binary,
        ExprKind::MethodCall { .. } | ExprKind::Call(..) => Form::Call,
        ExprKind::If { .. } => Form::If,
        ExprKind::Match(_, arms) if arms.iter().all(|arm| arm.body.span == expr.span) => {
            Form::Matches
        }
        ExprKind::Match(..) => Form::Match,
        ExprKind::Block { block, .. } | ExprKind::Unsafe(block) => Form::Block {
            valued: block.expr.is_some(),
        },
        ExprKind::Return(_) => Form::Return,
        ExprKind::Check { .. } | ExprKind::Assert { .. } => Form::Claim,
        ExprKind::AssertCompare { .. } => Form::ClaimCompare,
        ExprKind::Closure(_) => Form::Closure,
        _ => Form::Other,
    }
}

fn all<'a>(exprs: impl IntoIterator<Item = &'a Expr>) -> Vec<Expression> {
    exprs.into_iter().map(expression).collect()
}

fn boxed(expr: &Option<Box<Expr>>) -> Option<&Expr> {
    expr.as_deref()
}

fn parts(expr: &Expr) -> Vec<Expression> {
    match &expr.kind {
        ExprKind::Lit(_)
        | ExprKind::Path(_)
        | ExprKind::Continue { .. }
        | ExprKind::Unsupported { .. } => Vec::new(),
        ExprKind::Unary(_, a)
        | ExprKind::Deref(a)
        | ExprKind::Field(a, _)
        | ExprKind::Let(_, a)
        | ExprKind::Cast(a, _)
        | ExprKind::Try(a)
        | ExprKind::Repeat(a, _)
        | ExprKind::Ref { expr: a, .. }
        | ExprKind::RawRef { expr: a, .. }
        | ExprKind::Check { cond: a, .. } => all([&**a]),
        ExprKind::Binary(_, a, b)
        | ExprKind::Lazy(_, a, b)
        | ExprKind::Assign(a, b)
        | ExprKind::AssignOp(_, a, b)
        | ExprKind::Index(a, b, _) => all([&**a, &**b]),
        ExprKind::MethodCall { receiver, args, .. } => all([&**receiver].into_iter().chain(args)),
        // The function itself is a name, not a value to show.
        ExprKind::Call(_, args)
        | ExprKind::Tuple(args)
        | ExprKind::Array(args)
        | ExprKind::Panic { args, .. }
        | ExprKind::Log { args }
        | ExprKind::FormatArgs { args } => all(args),
        ExprKind::Assert { cond, args } => all([&**cond].into_iter().chain(args)),
        ExprKind::AssertCompare {
            left, right, args, ..
        } => all([&**left, &**right].into_iter().chain(args)),
        ExprKind::Range { start, end, .. } => all(boxed(start).into_iter().chain(boxed(end))),
        ExprKind::Break { value, .. } | ExprKind::Return(value) => all(boxed(value)),
        ExprKind::Struct { fields, base, .. } => {
            all(fields.iter().map(|field| &field.value).chain(boxed(base)))
        }
        ExprKind::Block { block: inner, .. }
        | ExprKind::Unsafe(inner)
        | ExprKind::ConstBlock(inner) => block(inner).parts,
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => {
            let otherwise = boxed(otherwise).map(expression);
            let first = [expression(cond), block(then)];
            first.into_iter().chain(otherwise).collect()
        }
        ExprKind::Match(matched, arms) if form(expr) == Form::Matches => {
            let guards = arms.iter().filter_map(|arm| arm.guard.as_ref());
            all([&**matched].into_iter().chain(guards))
        }
        ExprKind::Match(matched, arms) => {
            let matched = expression(matched);
            [matched].into_iter().chain(arms.iter().map(arm)).collect()
        }
        ExprKind::While { cond, body, .. } => vec![expression(cond), block(body)],
        ExprKind::Loop { body, .. } => vec![block(body)],
        ExprKind::For { iter, body, .. } => vec![expression(iter), block(body)],
        ExprKind::Closure(closure) => all([&closure.body]),
    }
}

fn arm(arm: &ast::Arm) -> Expression {
    let parts = arm.guard.iter().chain([&arm.body]);
    plain(arm.span, Form::Arm, all(parts))
}
