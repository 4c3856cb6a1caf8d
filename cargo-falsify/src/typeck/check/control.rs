//! Control flow: blocks, branches, loops, `?`.

use super::super::generics::Predicate;
use super::super::tree::{
    Arm, BindingMode, Block, Coercion, Expr, ExprKind, LabelId, Pat, PatKind, Stmt,
};
use super::super::ty::{mk, mk_args, DefId, GenericArg, InferVar, Ty, TyKind};
use super::{Breakable, Checker, Expect};
use crate::source::{Span, Symbol};
use crate::syntax::ast;
use crate::typeck::{DefKind, TraitRef};

/// The common type of several arms.
pub(super) struct Merge {
    target: Option<Ty>,
    merged: Option<Ty>,
}

impl Merge {
    pub(super) fn new(target: Option<Ty>) -> Merge {
        Merge {
            target,
            merged: None,
        }
    }

    /// The type of the arms so far; `None` if all diverge.
    pub(super) fn result(&self) -> Option<Ty> {
        self.target.or(self.merged)
    }

    pub(super) fn expect(&self, checker: &Checker<'_>) -> Expect {
        match self.target.or(self.merged) {
            Some(ty)
                if !matches!(
                    checker.infer.shallow(ty).kind(),
                    TyKind::Infer(InferVar::General(_))
                ) =>
            {
                Expect::Type(ty)
            }
            Some(ty) if self.target.is_some() => Expect::Type(ty),
            _ => Expect::Nothing,
        }
    }
}

impl Checker<'_> {
    /// An expectation that branches should coerce to, if it says anything.
    fn branch_target(&mut self, expect: Expect) -> Option<Ty> {
        let ty = self.infer.shallow(expect.ty()?);
        match ty.kind() {
            TyKind::Infer(InferVar::General(_)) => None,
            _ => Some(ty),
        }
    }

    pub(super) fn merge_arm(&mut self, merge: &mut Merge, arm: Expr) -> Expr {
        if let Some(target) = merge.target {
            return self.coerce(arm, target);
        }
        if self.infer.shallow(arm.ty).is_never() {
            return arm;
        }
        match merge.merged {
            None => {
                merge.merged = Some(arm.ty);
                arm
            }
            Some(ty) => self.coerce(arm, ty),
        }
    }

    /// Gives a diverging arm the type of the others.
    pub(super) fn settle(&mut self, arm: Expr, ty: Ty) -> Expr {
        let never = self.infer.shallow(arm.ty).is_never() && !self.infer.shallow(ty).is_never();
        if !never {
            return arm;
        }
        let span = arm.span;
        Expr {
            kind: ExprKind::Coerce(Coercion::NeverToAny, Box::new(arm)),
            ty,
            span,
        }
    }

    /// The module of a block that declares items.
    fn enter_items(&mut self, block: &'static ast::Block) {
        if block.items().next().is_none() {
            return;
        }
        let known = self.tcx.defs.borrow().block(block);
        self.module = known.unwrap_or_else(|| {
            let first = self.tcx.defs.borrow().table.len() as u32;
            let module = self.tcx.defs.borrow_mut().collect_block(self.module, block);
            self.tcx.resolve_imports(first);
            self.tcx.index_impls();
            module
        });
        self.item_blocks.push((self.names.len(), self.module));
    }

    pub(super) fn check_block_value(&mut self, block: &'static ast::Block, expect: Expect) -> Expr {
        self.check_block_labelled(block, None, expect)
    }

    fn check_block_labelled(
        &mut self,
        block: &'static ast::Block,
        label: Option<LabelId>,
        expect: Expect,
    ) -> Expr {
        let scope = self.names.len();
        let module = self.module;
        let item_blocks = self.item_blocks.len();
        self.enter_items(block);
        let mut stmts = Vec::new();
        for stmt in &block.stmts {
            self.check_stmt(stmt, &mut stmts);
        }
        let tail = block
            .expr
            .as_ref()
            .map(|tail| self.check_tail(tail, expect));
        let ty = match &tail {
            Some(tail) => tail.ty,
            None if self.diverges => Ty::never(),
            None => Ty::unit(),
        };
        self.names.truncate(scope);
        self.item_blocks.truncate(item_blocks);
        self.module = module;
        let tail_temporaries_first = self.tcx.edition(self.owner) >= ast::Edition::E2024;
        let block = Block {
            label,
            stmts,
            expr: tail,
            tail_temporaries_first,
            span: block.span,
        };
        let span = block.span;
        Expr {
            kind: ExprKind::Block(Box::new(block)),
            ty,
            span,
        }
    }

    fn check_tail(&mut self, tail: &'static ast::Expr, expect: Expect) -> Expr {
        let checked = self.check_expr(tail, expect);
        match self.branch_target(expect) {
            Some(target) => self.coerce(checked, target),
            None => checked,
        }
    }

    fn check_stmt(&mut self, stmt: &'static ast::Stmt, stmts: &mut Vec<Stmt>) {
        match stmt {
            ast::Stmt::Item(_) => {}
            ast::Stmt::MacroDefinition(number) => {
                self.macro_scopes.insert(*number, self.names.len());
            }
            ast::Stmt::Expr { expr, semi } => {
                let expect = if *semi {
                    Expect::Nothing
                } else {
                    Expect::Type(Ty::unit())
                };
                let checked = self.check_expr(expr, expect);
                let checked = if *semi {
                    checked
                } else {
                    self.coerce(checked, Ty::unit())
                };
                stmts.push(Stmt::Expr(checked));
            }
            ast::Stmt::Let {
                pat,
                ty,
                init,
                else_block,
                span,
            } => {
                let stmt =
                    self.check_local(pat, ty.as_ref(), init.as_ref(), else_block.as_ref(), *span);
                stmts.push(stmt);
            }
        }
    }

    fn check_local(
        &mut self,
        pat: &'static ast::Pat,
        ty: Option<&'static ast::Ty>,
        init: Option<&'static ast::Expr>,
        else_block: Option<&'static ast::Block>,
        span: Span,
    ) -> Stmt {
        let declared = ty.map(|ty| self.written_ty(ty));
        let init = init.map(|init| match declared {
            Some(ty) => self.check_coerced(init, ty),
            None => self.check_expr(init, Expect::Nothing),
        });
        let ty = declared
            .or_else(|| init.as_ref().map(|init| init.ty))
            .unwrap_or_else(|| self.fresh());
        let ty = if declared.is_none() {
            self.let_ty(ty)
        } else {
            ty
        };
        let init = init.map(|init| self.settle(init, ty));
        let otherwise = else_block.map(|block| self.check_else(block));
        let pat = self.check_pattern(pat, ty);
        let mut init = init;
        if let Some(init) = &mut init {
            self.borrow_scrutinee(init, &pat);
        }
        Stmt::Let {
            pat,
            init,
            otherwise,
            span,
        }
    }

    /// A variable initialised by something that diverges has a type of its own.
    fn let_ty(&mut self, ty: Ty) -> Ty {
        if self.infer.shallow(ty).is_never() {
            self.infer.diverging_var()
        } else {
            ty
        }
    }

    fn check_else(&mut self, block: &'static ast::Block) -> Block {
        let reached = self.diverges;
        let checked = self.check_block_value(block, Expect::Type(Ty::never()));
        self.diverges = reached;
        match checked.kind {
            ExprKind::Block(block) => *block,
            _ => unreachable_block(block.span),
        }
    }

    /// If a pattern borrows mutably, the scrutinee's overloaded derefs are mutable ones.
    fn borrow_scrutinee(&self, scrutinee: &mut Expr, pat: &Pat) {
        if borrows_mutably(pat) {
            self.make_mutable(scrutinee);
        }
    }

    pub(super) fn check_labelled_block(
        &mut self,
        block: &'static ast::Block,
        label: Option<ast::Ident>,
        expect: Expect,
        span: Span,
    ) -> Expr {
        let Some(label) = label else {
            return self.check_block_value(block, expect);
        };
        let target = self.branch_target(expect);
        let id = self.push_breakable(Some(label), false, target);
        let mut value = self.check_block_labelled(block, Some(id), expect);
        let mut breakable = self.pop_breakable();
        if value.ty.is_unit() && breakable.merge.merged.is_none() {
            breakable.merge.merged = breakable.merge.merged.or(Some(value.ty));
        }
        let tail = std::mem::replace(&mut value, unit(span));
        let tail = self.merge_arm(&mut breakable.merge, tail);
        let ty = breakable.merge.result().unwrap_or(tail.ty);
        if breakable.broken {
            self.diverges = false;
        }
        let never = self.infer.shallow(tail.ty).is_never();
        match tail.kind {
            // The block itself carries the label; its own type is that of the breaks.
            ExprKind::Block(block) => Expr {
                kind: ExprKind::Block(self.settle_tail(block, ty, never)),
                ty,
                span,
            },
            other => Expr {
                kind: other,
                ty,
                span,
            },
        }
    }

    fn settle_tail(&mut self, mut block: Box<Block>, ty: Ty, never: bool) -> Box<Block> {
        if never {
            block.expr = block.expr.take().map(|tail| self.settle(tail, ty));
        }
        block
    }

    fn push_breakable(
        &mut self,
        label: Option<ast::Ident>,
        is_loop: bool,
        target: Option<Ty>,
    ) -> LabelId {
        let id = self.new_label();
        let merge = Merge::new(target);
        self.frame.breakables.push(Breakable {
            label,
            id,
            is_loop,
            merge,
            broken: false,
        });
        id
    }

    fn pop_breakable(&mut self) -> Breakable {
        self.frame.breakables.pop().unwrap_or(Breakable {
            label: None,
            id: LabelId(0),
            is_loop: true,
            merge: Merge::new(None),
            broken: false,
        })
    }

    pub(super) fn check_if(
        &mut self,
        cond: &'static ast::Expr,
        then: &'static ast::Block,
        otherwise: Option<&'static ast::Expr>,
        expect: Expect,
        span: Span,
    ) -> Expr {
        let scope = self.names.len();
        let cond = Box::new(self.check_coerced(cond, Ty::bool()));
        let after_cond = self.diverges;
        let target = if otherwise.is_some() {
            self.branch_target(expect)
        } else {
            Some(Ty::unit())
        };
        let mut merge = Merge::new(target);
        let then_expect = merge.expect(self);
        let then = self.check_block_value(then, then_expect);
        let then = self.merge_arm(&mut merge, then);
        let then_diverges = std::mem::replace(&mut self.diverges, after_cond);
        self.names.truncate(scope);
        let otherwise = otherwise.map(|expr| {
            let expect = merge.expect(self);
            let checked = self.check_expr(expr, expect);
            self.merge_arm(&mut merge, checked)
        });
        self.diverges = after_cond || (then_diverges && self.diverges && otherwise.is_some());
        let ty = merge.result().unwrap_or_else(Ty::never);
        let then = Box::new(self.settle(then, ty));
        let otherwise = otherwise.map(|expr| Box::new(self.settle(expr, ty)));
        Expr {
            kind: ExprKind::If {
                cond,
                then,
                otherwise,
            },
            ty,
            span,
        }
    }

    /// `let PAT = e` in a condition: its names are in scope until the caller drops them.
    pub(super) fn check_let(
        &mut self,
        pat: &'static ast::Pat,
        value: &'static ast::Expr,
        span: Span,
    ) -> Expr {
        let mut value = self.check_expr(value, Expect::Nothing);
        let ty = value.ty;
        let pat = self.check_pattern(pat, ty);
        self.borrow_scrutinee(&mut value, &pat);
        Expr {
            kind: ExprKind::Let(Box::new(pat), Box::new(value)),
            ty: Ty::bool(),
            span,
        }
    }

    pub(super) fn check_match(
        &mut self,
        scrutinee: &'static ast::Expr,
        arms: &'static [ast::Arm],
        expect: Expect,
        span: Span,
    ) -> Expr {
        let mut scrutinee = self.check_expr(scrutinee, Expect::Nothing);
        let scrutinee_ty = scrutinee.ty;
        let after_scrutinee = self.diverges;
        let target = self.branch_target(expect);
        let mut merge = Merge::new(target);
        // All patterns first: they may tell what the scrutinee is.
        let mut patterns = Vec::new();
        for arm in arms {
            let scope = self.names.len();
            let pat = self.check_pattern(&arm.pat, scrutinee_ty);
            self.borrow_scrutinee(&mut scrutinee, &pat);
            patterns.push((pat, self.names.split_off(scope)));
        }
        let mut all_diverge = true;
        let mut checked = Vec::new();
        for (arm, (pat, names)) in arms.iter().zip(patterns) {
            let scope = self.names.len();
            self.names.extend(names);
            self.diverges = after_scrutinee;
            let guard = arm
                .guard
                .as_ref()
                .map(|guard| self.check_coerced(guard, Ty::bool()));
            self.diverges = after_scrutinee;
            let expect = merge.expect(self);
            let body = self.check_expr(&arm.body, expect);
            let body = self.merge_arm(&mut merge, body);
            all_diverge &= self.diverges;
            self.names.truncate(scope);
            checked.push(Arm {
                pat,
                guard,
                body,
                span: arm.span,
            });
        }
        self.diverges = after_scrutinee || all_diverge;
        let ty = merge.result().unwrap_or_else(Ty::never);
        for arm in &mut checked {
            let body = std::mem::replace(&mut arm.body, unit(span));
            arm.body = self.settle(body, ty);
        }
        Expr {
            kind: ExprKind::Match {
                scrutinee: Box::new(scrutinee),
                arms: checked,
            },
            ty,
            span,
        }
    }

    pub(super) fn check_while(
        &mut self,
        cond: &'static ast::Expr,
        body: &'static ast::Block,
        label: Option<ast::Ident>,
        span: Span,
    ) -> Expr {
        let reached = self.diverges;
        let id = self.push_breakable(label, true, Some(Ty::unit()));
        let scope = self.names.len();
        let cond = Box::new(self.check_coerced(cond, Ty::bool()));
        let then = self.check_block_value(body, Expect::Type(Ty::unit()));
        let then = Box::new(self.coerce(then, Ty::unit()));
        self.names.truncate(scope);
        self.pop_breakable();
        self.diverges = reached;
        let stop = Expr {
            kind: ExprKind::Break {
                label: id,
                value: None,
            },
            ty: Ty::never(),
            span,
        };
        let stop = Box::new(self.settle(stop, Ty::unit()));
        let body = Expr {
            kind: ExprKind::If {
                cond,
                then,
                otherwise: Some(stop),
            },
            ty: Ty::unit(),
            span,
        };
        Expr {
            kind: ExprKind::Loop {
                label: id,
                body: Box::new(body),
            },
            ty: Ty::unit(),
            span,
        }
    }

    pub(super) fn check_loop(
        &mut self,
        body: &'static ast::Block,
        label: Option<ast::Ident>,
        expect: Expect,
        span: Span,
    ) -> Expr {
        let target = self.branch_target(expect);
        let reached = self.diverges;
        let id = self.push_breakable(label, true, target);
        let body = self.check_block_value(body, Expect::Type(Ty::unit()));
        let body = Box::new(self.coerce(body, Ty::unit()));
        let breakable = self.pop_breakable();
        let ty = if breakable.broken {
            self.diverges = reached;
            breakable.merge.result().unwrap_or_else(Ty::unit)
        } else {
            Ty::never()
        };
        Expr {
            kind: ExprKind::Loop { label: id, body },
            ty,
            span,
        }
    }

    /// `match IntoIterator::into_iter(iter) { mut it => loop { match Iterator::next(&mut it) { None => break, Some(pat) => body } } }`
    pub(super) fn check_for(
        &mut self,
        pat: &'static ast::Pat,
        iter: &'static ast::Expr,
        body: &'static ast::Block,
        label: Option<ast::Ident>,
        span: Span,
    ) -> Expr {
        let head = iter.span;
        let iterable = self.check_expr(iter, Expect::Nothing);
        let reached = self.diverges;
        let Some((into_iter, iter_ty)) = self.iterator_of(iterable, head) else {
            return self.error_expr(span);
        };
        let Some((next, item_ty, option_ty)) = self.next_call(iter_ty, head) else {
            return self.error_expr(span);
        };
        let it = self.new_local(Symbol::new("{iterator}"), iter_ty, true, head);
        let receiver = self.reference(
            true,
            Expr {
                kind: ExprKind::Local(it),
                ty: iter_ty,
                span: head,
            },
        );
        let next = Expr {
            kind: ExprKind::Call {
                callee: next,
                generic_args: mk_args(&[GenericArg::Ty(iter_ty)]),
                args: vec![receiver],
                fn_span: head,
            },
            ty: option_ty,
            span: head,
        };
        let scope = self.names.len();
        let item_pat = self.check_pattern(pat, item_ty);
        let id = self.push_breakable(label, true, Some(Ty::unit()));
        let body = self.check_block_value(body, Expect::Type(Ty::unit()));
        let body = self.coerce(body, Ty::unit());
        self.pop_breakable();
        self.names.truncate(scope);
        self.diverges = reached;
        let stop = Expr {
            kind: ExprKind::Break {
                label: id,
                value: None,
            },
            ty: Ty::never(),
            span,
        };
        let stop = self.settle(stop, Ty::unit());
        let none = Pat {
            kind: PatKind::Variant {
                variant: 0,
                fields: Vec::new(),
            },
            ty: option_ty,
            span: head,
        };
        let some = Pat {
            kind: PatKind::Variant {
                variant: 1,
                fields: vec![(0, item_pat)],
            },
            ty: option_ty,
            span: head,
        };
        let arms = vec![
            Arm {
                pat: none,
                guard: None,
                body: stop,
                span,
            },
            Arm {
                pat: some,
                guard: None,
                body,
                span,
            },
        ];
        let step = Expr {
            kind: ExprKind::Match {
                scrutinee: Box::new(next),
                arms,
            },
            ty: Ty::unit(),
            span,
        };
        let looped = Expr {
            kind: ExprKind::Loop {
                label: id,
                body: Box::new(step),
            },
            ty: Ty::unit(),
            span,
        };
        let binding = PatKind::Binding {
            local: it,
            mode: BindingMode::Value,
            sub: None,
        };
        let pat = Pat {
            kind: binding,
            ty: iter_ty,
            span: head,
        };
        let arms = vec![Arm {
            pat,
            guard: None,
            body: looped,
            span,
        }];
        Expr {
            kind: ExprKind::Match {
                scrutinee: Box::new(into_iter),
                arms,
            },
            ty: Ty::unit(),
            span,
        }
    }

    fn iterator_of(&mut self, iterable: Expr, span: Span) -> Option<(Expr, Ty)> {
        let def = self.tcx.require_lang("into_iterator", span).ok()?;
        let callee = self.lang_method("into_iterator", "into_iter", span)?;
        let assoc = self
            .tcx
            .assoc_named(def, Symbol::new("IntoIter"), DefKind::AssocTy)?;
        let generic_args = mk_args(&[GenericArg::Ty(iterable.ty)]);
        self.infer.register(
            Predicate::Trait(TraitRef {
                def,
                args: generic_args,
            }),
            span,
        );
        let ty = self
            .infer
            .normalize(mk(TyKind::Projection(assoc, generic_args)), span);
        let kind = ExprKind::Call {
            callee,
            generic_args,
            args: vec![iterable],
            fn_span: span,
        };
        Some((Expr { kind, ty, span }, ty))
    }

    /// `Iterator::next`, the item type and `Option` of it.
    fn next_call(&mut self, iter_ty: Ty, span: Span) -> Option<(DefId, Ty, Ty)> {
        let def = self.tcx.require_lang("iterator", span).ok()?;
        let callee = self.lang_method("iterator", "next", span)?;
        let assoc = self
            .tcx
            .assoc_named(def, Symbol::new("Item"), DefKind::AssocTy)?;
        let args = mk_args(&[GenericArg::Ty(iter_ty)]);
        self.infer
            .register(Predicate::Trait(TraitRef { def, args }), span);
        let item = self
            .infer
            .normalize(mk(TyKind::Projection(assoc, args)), span);
        self.select();
        let option = self.tcx.require_lang("option", span).ok()?;
        Some((
            callee,
            item,
            Ty::adt(option, mk_args(&[GenericArg::Ty(item)])),
        ))
    }

    fn find_breakable(&self, label: Option<ast::Ident>, need_loop: bool) -> Option<usize> {
        let found = self
            .frame
            .breakables
            .iter()
            .rposition(|b| match (label, b.label) {
                (Some(wanted), Some(have)) => {
                    wanted.name == have.name && wanted.hygiene == have.hygiene
                }
                (Some(_), None) => false,
                (None, _) => b.is_loop || !need_loop,
            });
        found.or_else(|| {
            // A macro defined inside this function may leave a loop around its definition.
            let label = label?;
            let parent = self.tcx.hygiene_parent(self.owner, label.hygiene)?;
            let hygiene = parent.hygiene;
            self.find_breakable(Some(ast::Ident { hygiene, ..label }), need_loop)
        })
    }

    pub(super) fn check_break(
        &mut self,
        label: Option<ast::Ident>,
        value: Option<&'static ast::Expr>,
        span: Span,
    ) -> Expr {
        let Some(index) = self.find_breakable(label, true) else {
            return self.error(
                "typeck::unresolved",
                span,
                "there is nothing to break out of here",
            );
        };
        let value = match value {
            Some(value) => {
                let expect = self.frame.breakables[index].merge.expect(self);
                let checked = self.check_expr(value, expect);
                Some(self.merge_break(index, checked))
            }
            None => {
                self.merge_break(index, unit(span));
                None
            }
        };
        let breakable = &mut self.frame.breakables[index];
        breakable.broken = true;
        let kind = ExprKind::Break {
            label: breakable.id,
            value: value.map(Box::new),
        };
        Expr {
            kind,
            ty: Ty::never(),
            span,
        }
    }

    fn merge_break(&mut self, index: usize, value: Expr) -> Expr {
        let mut merge =
            std::mem::replace(&mut self.frame.breakables[index].merge, Merge::new(None));
        let value = self.merge_arm(&mut merge, value);
        self.frame.breakables[index].merge = merge;
        value
    }

    pub(super) fn check_continue(&mut self, label: Option<ast::Ident>, span: Span) -> Expr {
        match self.find_breakable(label, true) {
            Some(index) => {
                let label = self.frame.breakables[index].id;
                Expr {
                    kind: ExprKind::Continue { label },
                    ty: Ty::never(),
                    span,
                }
            }
            None => self.error(
                "typeck::unresolved",
                span,
                "there is no loop to continue here",
            ),
        }
    }

    pub(super) fn check_return(&mut self, value: Option<&'static ast::Expr>, span: Span) -> Expr {
        let ret = self.frame.ret;
        let value = match value {
            Some(value) => Some(Box::new(self.check_coerced(value, ret))),
            None => {
                self.demand_eq(ret, Ty::unit(), span);
                None
            }
        };
        Expr {
            kind: ExprKind::Return(value),
            ty: Ty::never(),
            span,
        }
    }

    /// `match Try::branch(e) { Continue(v) => v, Break(r) => return FromResidual::from_residual(r) }`
    pub(super) fn check_try(&mut self, operand: &'static ast::Expr, span: Span) -> Expr {
        let operand = self.check_expr(operand, Expect::Nothing);
        let ty = self.structure(operand.ty);
        if ty.is_error() {
            return self.error_expr(span);
        }
        self.try_parts(operand, ty, span)
            .unwrap_or_else(|| self.error_expr(span))
    }

    fn try_parts(&mut self, operand: Expr, ty: Ty, span: Span) -> Option<Expr> {
        let try_trait = self.tcx.require_lang("try", span).ok()?;
        let control_flow = self.tcx.require_lang("control_flow", span).ok()?;
        let branch = self.lang_method("try", "branch", span)?;
        let args = mk_args(&[GenericArg::Ty(ty)]);
        self.infer.register(
            Predicate::Trait(TraitRef {
                def: try_trait,
                args,
            }),
            span,
        );
        let project = |name: &str| {
            let assoc = self
                .tcx
                .assoc_named(try_trait, Symbol::new(name), DefKind::AssocTy)?;
            Some(
                self.infer
                    .normalize(mk(TyKind::Projection(assoc, args)), span),
            )
        };
        let output = project("Output")?;
        let residual = project("Residual")?;
        // The arm that leaves has the type of the other one, and unit if nothing else says what it is: `Err(e)?;`.
        let leaving = self.infer.diverging_var();
        self.demand_eq(output, leaving, span);
        let flow_args = mk_args(&[GenericArg::Ty(residual), GenericArg::Ty(output)]);
        let flow = Ty::adt(control_flow, flow_args);
        let variants = self.tcx.adt(control_flow);
        let index_of = |name: &str| {
            variants
                .variants
                .iter()
                .position(|v| v.name.as_str() == name)
                .map(|i| i as u32)
        };
        let (go_on, stop) = (index_of("Continue")?, index_of("Break")?);
        let call = ExprKind::Call {
            callee: branch,
            generic_args: args,
            args: vec![operand],
            fn_span: span,
        };
        let scrutinee = Expr {
            kind: call,
            ty: flow,
            span,
        };
        let value = self.new_local(Symbol::new("{value}"), output, false, span);
        let rest = self.new_local(Symbol::new("{residual}"), residual, false, span);
        let returned = self.return_residual(rest, residual, span)?;
        let returned = self.settle(returned, output);
        let variant = |index: u32, local, ty| {
            let kind = PatKind::Binding {
                local,
                mode: BindingMode::Value,
                sub: None,
            };
            let field = Pat { kind, ty, span };
            Pat {
                kind: PatKind::Variant {
                    variant: index,
                    fields: vec![(0, field)],
                },
                ty: flow,
                span,
            }
        };
        let arms = vec![
            Arm {
                pat: variant(go_on, value, output),
                guard: None,
                body: Expr {
                    kind: ExprKind::Local(value),
                    ty: output,
                    span,
                },
                span,
            },
            Arm {
                pat: variant(stop, rest, residual),
                guard: None,
                body: returned,
                span,
            },
        ];
        Some(Expr {
            kind: ExprKind::Match {
                scrutinee: Box::new(scrutinee),
                arms,
            },
            ty: output,
            span,
        })
    }

    fn return_residual(
        &mut self,
        local: super::super::tree::LocalId,
        residual: Ty,
        span: Span,
    ) -> Option<Expr> {
        let def = self.tcx.require_lang("from_residual", span).ok()?;
        let callee = self.lang_method("from_residual", "from_residual", span)?;
        let ret = self.frame.ret;
        let generic_args = mk_args(&[GenericArg::Ty(ret), GenericArg::Ty(residual)]);
        self.infer.register(
            Predicate::Trait(TraitRef {
                def,
                args: generic_args,
            }),
            span,
        );
        let value = Expr {
            kind: ExprKind::Local(local),
            ty: residual,
            span,
        };
        let call = ExprKind::Call {
            callee,
            generic_args,
            args: vec![value],
            fn_span: span,
        };
        let call = Expr {
            kind: call,
            ty: ret,
            span,
        };
        Some(Expr {
            kind: ExprKind::Return(Some(Box::new(call))),
            ty: Ty::never(),
            span,
        })
    }
}

fn unit(span: Span) -> Expr {
    Expr {
        kind: ExprKind::Tuple(Vec::new()),
        ty: Ty::unit(),
        span,
    }
}

fn unreachable_block(span: Span) -> Block {
    Block {
        label: None,
        stmts: Vec::new(),
        expr: None,
        tail_temporaries_first: false,
        span,
    }
}

/// Whether a pattern has a `ref mut` binding, written or implied.
fn borrows_mutably(pat: &Pat) -> bool {
    match &pat.kind {
        PatKind::Binding { mode, sub, .. } => {
            matches!(mode, BindingMode::Ref { mutable: true })
                || sub.as_deref().is_some_and(borrows_mutably)
        }
        // Behind a reference that exists already nothing is borrowed from the scrutinee's own place.
        PatKind::Deref(_) => false,
        PatKind::Variant { fields, .. } | PatKind::Fields(fields) => {
            fields.iter().any(|(_, p)| borrows_mutably(p))
        }
        PatKind::Slice {
            prefix,
            rest,
            suffix,
        } => {
            let rest = rest.iter().flatten().map(|p| &**p);
            prefix.iter().chain(suffix).chain(rest).any(borrows_mutably)
        }
        PatKind::Or(pats) => pats.iter().any(borrows_mutably),
        PatKind::Wild
        | PatKind::Scalar(_)
        | PatKind::Str(_)
        | PatKind::Const(..)
        | PatKind::Range { .. } => false,
    }
}
