//! Inference of one body: the annotated tree of a function becomes a typed tree.
//!
//! The order is rustc's: expressions left to right, closure arguments after the others, obligations retried
//! whenever a type must be known, integer and float fallback at the end.

mod call;
mod closure;
mod coerce;
mod control;
mod expr;
mod finish;
mod operator;
mod path;
mod pattern;

use std::collections::HashMap;
use std::rc::Rc;

use super::convert::{Converter, FreshVars};
use super::defs::{DefKind, Node};
use super::generics::Predicate;
use super::infer::Infer;
use super::tree::{self, Body, Expr, ExprKind, LabelId, Local, LocalId, Pat};
use super::ty::{Args, DefId, GenericArg, Ty, TyKind};
use super::{Reported, Tcx};
use crate::diagnostic::Diagnostic;
use crate::source::{Span, Symbol};
use crate::syntax::ast;

/// What is known of the type of an expression before looking at it.
#[derive(Clone, Copy, Debug)]
pub enum Expect {
    Nothing,
    Type(Ty),
    /// The operand of a cast to this type.
    Castable(Ty),
}

impl Expect {
    fn ty(self) -> Option<Ty> {
        match self {
            Expect::Type(ty) => Some(ty),
            Expect::Nothing | Expect::Castable(_) => None,
        }
    }
}

/// Something that `break` and `continue` can name.
struct Breakable {
    label: Option<ast::Ident>,
    id: LabelId,
    is_loop: bool,
    /// The type of its value: set by `break`s.
    merge: control::Merge,
    /// Whether any `break` names it.
    broken: bool,
}

/// What is particular to the function or closure whose statements are being checked.
struct Frame {
    ret: Ty,
    breakables: Vec<Breakable>,
}

pub struct Checker<'t> {
    tcx: &'t Tcx,
    infer: Infer<'t>,
    owner: DefId,
    module: DefId,
    locals: Vec<Local>,
    /// Names in scope, innermost last.
    names: Vec<(Symbol, ast::Hygiene, LocalId)>,
    /// The blocks around that declare items: how many names were in scope where each began, and its module.
    item_blocks: Vec<(usize, DefId)>,
    /// How many names were in scope at each macro that this body defines.
    macro_scopes: HashMap<u32, usize>,
    frame: Frame,
    labels: u32,
    /// Whether control cannot come here.
    diverges: bool,
    /// Opaque types that this body defines, with their hidden types.
    opaques: Vec<(DefId, Ty)>,
    closures: Vec<DefId>,
    failed: bool,
}

impl Tcx {
    /// The checked body of a function, constant, static or anonymous constant.
    pub fn body(&self, def: DefId) -> Result<Rc<Body>, Reported> {
        if let Some(found) = self.caches.borrow().bodies.get(&def) {
            return found.clone();
        }
        if self.caches.borrow().in_progress.contains(&def) {
            let message = format!("the type of `{}` depends on itself", self.path(def));
            return Err(self.error("typeck::cycle", self.span(def), message));
        }
        self.caches.borrow_mut().in_progress.push(def);
        let result = Checker::new(self, def).check_body().map(Rc::new);
        let mut caches = self.caches.borrow_mut();
        caches.in_progress.pop();
        caches.bodies.insert(def, result.clone());
        result
    }

    pub(super) fn hidden_type(&self, opaque: DefId, args: Args) -> Result<Ty, Reported> {
        let body = self.parent(opaque).map(|function| self.body(function));
        let body = body.transpose()?;
        let opaques = body.iter().flat_map(|body| &body.opaques);
        match opaques.into_iter().find(|(def, _)| *def == opaque) {
            Some((_, ty)) => Ok(super::fold::subst(*ty, args)),
            None => {
                let message = "what this type hides is not known";
                Err(self.error("typeck::mono", self.span(opaque), message))
            }
        }
    }

    pub fn closure(&self, def: DefId) -> Option<Rc<tree::Closure>> {
        self.caches
            .borrow()
            .closures
            .get(&def)
            .and_then(|entry| entry.closure.clone())
    }

    pub fn closure_owner(&self, def: DefId) -> Option<DefId> {
        self.caches
            .borrow()
            .closures
            .get(&def)
            .map(|entry| entry.owner)
    }
}

impl<'t> Checker<'t> {
    fn new(tcx: &'t Tcx, owner: DefId) -> Checker<'t> {
        let module = tcx
            .anon_scope(owner)
            .unwrap_or_else(|| tcx.defs.borrow().module_of(owner));
        let mut infer = Infer::new(tcx, tcx.param_env(owner), false);
        infer.of_trait = tcx.trait_around(owner);
        Checker {
            tcx,
            infer,
            owner,
            module,
            locals: Vec::new(),
            names: Vec::new(),
            item_blocks: Vec::new(),
            macro_scopes: HashMap::new(),
            frame: Frame {
                ret: Ty::error(),
                breakables: Vec::new(),
            },
            labels: 0,
            diverges: false,
            opaques: Vec::new(),
            closures: Vec::new(),
            failed: false,
        }
    }

    fn check_body(mut self) -> Result<Body, Reported> {
        let span = self.tcx.span(self.owner);
        let (params, value, ret) = match self.tcx.ast_fn(self.owner) {
            Some(function) => self.check_fn(function)?,
            None => {
                let (ty, expr) = self.constant_parts()?;
                let ty = self.infer.normalize(ty, span);
                self.frame.ret = ty;
                let value = self.check_coerced(expr, ty);
                (Vec::new(), value, ty)
            }
        };
        self.finish(params, value, ret, span)
    }

    fn check_fn(&mut self, function: &'static ast::Fn) -> Result<(Vec<Pat>, Expr, Ty), Reported> {
        let span = self.tcx.span(self.owner);
        let Some(body) = &function.body else {
            let message = format!("`{}` has no body", self.tcx.path(self.owner));
            return Err(self.tcx.error("typeck::no-body", span, message));
        };
        if function.is_async {
            return Err(self.tcx.error(
                "typeck::unsupported",
                span,
                "an async function is not supported",
            ));
        }
        let sig = self.tcx.fn_sig(self.owner);
        let ret = self.infer.normalize(sig.output, span);
        let ret = self.define_opaques(ret, span);
        self.frame.ret = ret;
        let mut params = Vec::new();
        for (param, &ty) in function.params.iter().zip(&sig.inputs) {
            let ty = self.infer.normalize(ty, span);
            params.push(self.check_pattern(&param.pat, ty));
        }
        let value = self.check_block_value(body, Expect::Type(ret));
        let value = self.coerce(value, ret);
        Ok((params, value, ret))
    }

    fn constant_parts(&mut self) -> Result<(Ty, &'static ast::Expr), Reported> {
        let ty = self.tcx.type_of(self.owner);
        let here = self.tcx.def(self.owner);
        let expr = match here.node {
            Node::Anon(expr) => Some(expr),
            Node::Item(item) => match &item.kind {
                ast::ItemKind::Const(_, init) | ast::ItemKind::Static { init, .. } => init.as_ref(),
                _ => None,
            },
            Node::Assoc(ast::AssocItem {
                kind: ast::AssocKind::Const(_, init),
                ..
            }) => init.as_ref(),
            _ => None,
        };
        expr.map(|expr| (ty, expr)).ok_or_else(|| {
            let message = format!("`{}` has no value", self.tcx.path(self.owner));
            self.tcx.error("typeck::no-body", here.span, message)
        })
    }

    /// Inside the function that defines them, opaque types are variables with bounds.
    fn define_opaques(&mut self, ty: Ty, span: Span) -> Ty {
        struct Define<'c, 't> {
            checker: &'c mut Checker<'t>,
            span: Span,
        }
        impl super::fold::Folder for Define<'_, '_> {
            fn fold_ty(&mut self, ty: Ty) -> Ty {
                match *ty.kind() {
                    TyKind::Opaque(def, args)
                        if self.checker.tcx.parent(def) == Some(self.checker.owner) =>
                    {
                        self.checker.define_opaque(def, args, self.span)
                    }
                    _ => self.super_fold_ty(ty),
                }
            }
        }
        use super::fold::Folder;
        Define {
            checker: self,
            span,
        }
        .fold_ty(ty)
    }

    fn define_opaque(&mut self, def: DefId, args: Args, span: Span) -> Ty {
        let hidden = self.infer.fresh_ty();
        self.opaques.push((def, hidden));
        self.infer.hidden.borrow_mut().push((def, args, hidden));
        let replace = |ty: Ty| {
            struct Replace {
                def: DefId,
                hidden: Ty,
            }
            impl super::fold::Folder for Replace {
                fn fold_ty(&mut self, ty: Ty) -> Ty {
                    match *ty.kind() {
                        TyKind::Opaque(def, _) if def == self.def => self.hidden,
                        _ => self.super_fold_ty(ty),
                    }
                }
            }
            super::fold::Folder::fold_ty(&mut Replace { def, hidden }, ty)
        };
        for predicate in self.tcx.item_bounds(def).iter() {
            let replace_args = |args: Args| {
                let args: Vec<GenericArg> = args
                    .iter()
                    .map(|arg| match arg {
                        GenericArg::Ty(ty) => GenericArg::Ty(replace(*ty)),
                        other => *other,
                    })
                    .collect();
                super::ty::mk_args(&args)
            };
            let predicate = match *predicate {
                Predicate::Trait(t) => Predicate::Trait(super::TraitRef {
                    def: t.def,
                    args: replace_args(t.args),
                }),
                Predicate::Projection(def, args, ty) => Predicate::Projection(
                    def,
                    replace_args(args),
                    self.define_opaques(replace(ty), span),
                ),
            };
            let predicate = self.infer.normalize_predicate(predicate, span);
            self.infer.register(predicate, span);
        }
        hidden
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) -> Expr {
        self.report(Diagnostic::new(code, span, message));
        self.error_expr(span)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.failed = true;
        self.tcx.report(diagnostic);
    }

    fn unsupported(&mut self, span: Span, what: &str) -> Expr {
        self.error(
            "typeck::unsupported",
            span,
            format!("{what} is not supported"),
        )
    }

    fn error_expr(&mut self, span: Span) -> Expr {
        self.failed = true;
        Expr {
            kind: ExprKind::Tuple(Vec::new()),
            ty: Ty::error(),
            span,
        }
    }

    fn converter(&self) -> Converter<'_> {
        Converter {
            tcx: self.tcx,
            owner: self.owner,
            module: self.module,
            fresh: Some(&self.infer),
        }
    }

    /// A type written in the body.
    fn written_ty(&mut self, ty: &'static ast::Ty) -> Ty {
        let converted = self.converter().ty(ty);
        self.infer.normalize(converted, ty.span)
    }

    fn fresh(&self) -> Ty {
        self.infer.fresh_ty()
    }

    /// The type with variables at its head followed, after retrying what is pending.
    fn structure(&mut self, ty: Ty) -> Ty {
        let ty = self.infer.shallow(ty);
        if !matches!(ty.kind(), TyKind::Infer(_)) {
            return ty;
        }
        self.select();
        self.infer.shallow(ty)
    }

    /// Retries pending obligations and reports those that can never hold.
    fn select(&mut self) {
        for failed in self.infer.select_where_possible() {
            self.report_unmet(failed.predicate, failed.span);
        }
    }

    fn report_unmet(&mut self, predicate: Predicate, span: Span) {
        let predicate = self.infer.resolve_predicate(predicate);
        let message = match predicate {
            Predicate::Trait(t) => {
                let name = self.tcx.name(t.def);
                format!(
                    "`{}` does not have the trait `{name}` here",
                    self.tcx.show(t.self_ty())
                )
            }
            Predicate::Projection(def, args, ty) => {
                let projection = self.tcx.show(super::ty::mk(TyKind::Projection(def, args)));
                format!("`{projection}` is not `{}`", self.tcx.show(ty))
            }
        };
        let help = "rustc accepts this crate, so this is likely a gap in cargo-falsify's model of the library or in its type checker";
        let finding = Diagnostic::new("typeck::bound", span, message).help(help);
        let finding = self.tcx.blame_types(finding, &predicate.types());
        self.report(finding);
    }

    fn new_label(&mut self) -> LabelId {
        self.labels += 1;
        LabelId(self.labels - 1)
    }

    fn new_local(&mut self, name: Symbol, ty: Ty, mutable: bool, span: Span) -> LocalId {
        self.locals.push(Local {
            name,
            ty,
            mutable,
            span,
        });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// The local of a name. A name from the body of a macro that is defined inside this function may mean a local
    /// around that definition.
    fn lookup(&self, ident: ast::Ident) -> Option<LocalId> {
        self.lookup_among(ident, self.names.len())
    }

    /// Among the first `count` names in scope.
    fn lookup_among(&self, ident: ast::Ident, count: usize) -> Option<LocalId> {
        let found = self.names[..count]
            .iter()
            .rposition(|(name, hygiene, _)| *name == ident.name && *hygiene == ident.hygiene);
        if let Some(at) = found {
            let local = self.names[at].2;
            return (!self.hidden_by_item(ident.name, at, count)).then_some(local);
        }
        let parent = self.tcx.hygiene_parent(self.owner, ident.hygiene)?;
        let visible = *self.macro_scopes.get(&parent.definition)?;
        let hygiene = parent.hygiene;
        self.lookup_among(ast::Ident { hygiene, ..ident }, visible.min(count))
    }

    /// Whether an item of a block that began after the name at a position came into scope has the same name.
    fn hidden_by_item(&self, name: Symbol, at: usize, count: usize) -> bool {
        let inside = self.item_blocks.iter();
        let mut inside = inside.filter(|(start, _)| (at + 1..=count).contains(start));
        let defs = self.tcx.defs.borrow();
        inside.any(|(_, module)| {
            let scope = defs.scopes.get(module);
            scope.is_some_and(|scope| scope.values.contains_key(&name))
        })
    }

    fn is_ctor(&self, def: DefId) -> bool {
        matches!(self.tcx.kind(def), DefKind::Struct | DefKind::Variant)
    }

    /// The signatures of closures whose bodies are being checked here.
    fn closure_params(&self) -> HashMap<DefId, (Vec<Ty>, Ty)> {
        let closures = self.infer.closures.borrow();
        closures
            .iter()
            .map(|(def, sig)| (*def, (sig.params.clone(), sig.ret)))
            .collect()
    }
}
