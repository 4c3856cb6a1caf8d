//! Calls: functions, methods, closures and whatever else has the `Fn` traits.

use super::super::generics::Predicate;
use super::super::probe::{Pick, Source, Step};
use super::super::traits::Answer;
use super::super::tree::{Expr, ExprKind};
use super::super::ty::{mk, mk_args, Args, DefId, GenericArg, InferVar, Ty, TyKind};
use super::{Checker, Expect};
use crate::source::{Span, Symbol};
use crate::syntax::ast;
use crate::typeck::{DefKind, TraitRef};

/// A callee once its signature is known.
struct Signature {
    inputs: Vec<Ty>,
    output: Ty,
}

impl Checker<'_> {
    pub(super) fn check_call(
        &mut self,
        callee: &'static ast::Expr,
        args: &'static [ast::Expr],
        expect: Expect,
        span: Span,
    ) -> Expr {
        let callee = self.check_expr(callee, Expect::Nothing);
        let ty = self.structure(callee.ty);
        if ty.is_error() {
            args.iter()
                .for_each(|arg| drop(self.check_expr(arg, Expect::Nothing)));
            return self.error_expr(span);
        }
        let steps = self.infer.autoderef(ty);
        for count in 0..steps.len() {
            if let Some(call) = self.try_call(&callee, &steps[..=count], args, expect, span) {
                return call;
            }
        }
        let shown = self.tcx.show(self.infer.resolve(ty));
        self.error(
            "typeck::mismatch",
            span,
            format!("`{shown}` cannot be called"),
        )
    }

    fn try_call(
        &mut self,
        callee: &Expr,
        steps: &[Step],
        args: &'static [ast::Expr],
        expect: Expect,
        span: Span,
    ) -> Option<Expr> {
        let ty = self.infer.shallow(steps[steps.len() - 1].ty);
        match *ty.kind() {
            TyKind::FnDef(def, generic_args) => {
                let sig = self.signature(def, generic_args, span);
                let args = self.check_args(&sig, args, expect, span);
                let ty = sig.output;
                Some(Expr {
                    kind: ExprKind::Call {
                        callee: def,
                        generic_args,
                        args,
                        fn_span: span,
                    },
                    ty,
                    span,
                })
            }
            TyKind::FnPtr(params, ret) => {
                let sig = Signature {
                    inputs: params.to_vec(),
                    output: ret,
                };
                let args = self.check_args(&sig, args, expect, span);
                let callee = Box::new(self.apply_derefs(callee.clone(), &steps[1..]));
                Some(Expr {
                    kind: ExprKind::CallPtr {
                        callee,
                        args,
                        fn_span: span,
                    },
                    ty: ret,
                    span,
                })
            }
            TyKind::Infer(_) => None,
            _ => self.overloaded_call(callee, steps, ty, args, expect, span),
        }
    }

    fn signature(&mut self, def: DefId, args: Args, span: Span) -> Signature {
        let sig = self.tcx.fn_sig(def).subst(args);
        let inputs = sig
            .inputs
            .iter()
            .map(|&ty| self.infer.normalize(ty, span))
            .collect();
        Signature {
            inputs,
            output: self.infer.normalize(sig.output, span),
        }
    }

    /// Through `Fn`, `FnMut`, `FnOnce`, whichever the callee has first.
    fn overloaded_call(
        &mut self,
        callee: &Expr,
        steps: &[Step],
        ty: Ty,
        args: &'static [ast::Expr],
        expect: Expect,
        span: Span,
    ) -> Option<Expr> {
        for (lang, method, autoref) in [
            ("fn", "call", Some(false)),
            ("fn_mut", "call_mut", Some(true)),
            ("fn_once", "call_once", None),
        ] {
            let def = self.tcx.lang(lang)?;
            let inputs: Vec<Ty> = args.iter().map(|_| self.fresh()).collect();
            let tuple = self.tcx.tuple_of(&inputs);
            let generic_args = mk_args(&[GenericArg::Ty(ty), GenericArg::Ty(tuple)]);
            let goal = TraitRef {
                def,
                args: generic_args,
            };
            if self
                .infer
                .probe(|| self.infer.evaluate(Predicate::Trait(goal), 0))
                == Answer::No
            {
                continue;
            }
            self.infer.register(Predicate::Trait(goal), span);
            self.select();
            let once = self.tcx.lang("fn_once")?;
            let output = self
                .tcx
                .assoc_named(once, Symbol::new("Output"), DefKind::AssocTy)?;
            let output = self
                .infer
                .normalize(mk(TyKind::Projection(output, generic_args)), span);
            let sig = Signature { inputs, output };
            let args = self.check_args(&sig, args, expect, span);
            let callee = self.apply_derefs(callee.clone(), &steps[1..]);
            let callee = match autoref {
                Some(mutable) => self.reference(mutable, callee),
                None => callee,
            };
            let packed = Expr {
                ty: tuple,
                kind: ExprKind::Tuple(args),
                span,
            };
            let method = self.lang_method(lang, method, span)?;
            let kind = ExprKind::Call {
                callee: method,
                generic_args,
                args: vec![callee, packed],
                fn_span: span,
            };
            return Some(Expr {
                kind,
                ty: output,
                span,
            });
        }
        None
    }

    /// Checks arguments against a signature: closures after the others, so that their signatures are known.
    fn check_args(
        &mut self,
        sig: &Signature,
        args: &'static [ast::Expr],
        expect: Expect,
        span: Span,
    ) -> Vec<Expr> {
        if sig.inputs.len() != args.len() {
            let message = format!(
                "{} arguments are expected here, not {}",
                sig.inputs.len(),
                args.len()
            );
            self.error("typeck::mismatch", span, message);
            return Vec::new();
        }
        let hints = self.argument_hints(sig, expect);
        let mut checked: Vec<Option<Expr>> = args.iter().map(|_| None).collect();
        for closures in [false, true] {
            if closures {
                self.select();
            }
            for (index, arg) in args.iter().enumerate() {
                if matches!(arg.kind, ast::ExprKind::Closure(_)) != closures {
                    continue;
                }
                checked[index] = Some(self.check_arg(arg, sig.inputs[index], hints[index]));
            }
        }
        checked.into_iter().flatten().collect()
    }

    fn check_arg(&mut self, arg: &'static ast::Expr, formal: Ty, hint: Ty) -> Expr {
        let checked = self.check_expr(arg, Expect::Type(hint));
        if hint != formal {
            let span = checked.span;
            match self.try_coerce(checked, hint) {
                Ok(expr) => {
                    self.demand_eq(formal, hint, span);
                    return expr;
                }
                Err(expr) => return self.coerce(expr, formal),
            }
        }
        self.coerce(checked, formal)
    }

    /// What the expected result says about the arguments.
    fn argument_hints(&mut self, sig: &Signature, expect: Expect) -> Vec<Ty> {
        let Some(wanted) = expect.ty().map(|ty| self.infer.shallow(ty)) else {
            return sig.inputs.clone();
        };
        if matches!(wanted.kind(), TyKind::Infer(InferVar::General(_))) {
            return sig.inputs.clone();
        }
        self.infer
            .probe(|| match self.infer.unify(sig.output, wanted) {
                Ok(()) => sig
                    .inputs
                    .iter()
                    .map(|&ty| self.infer.resolve(ty))
                    .collect(),
                Err(_) => sig.inputs.clone(),
            })
    }

    pub(super) fn check_method_call(
        &mut self,
        receiver: &'static ast::Expr,
        method: &'static ast::Segment,
        args: &'static [ast::Expr],
        expect: Expect,
        span: Span,
    ) -> Expr {
        let receiver = self.check_expr(receiver, Expect::Nothing);
        let ty = self.structure(receiver.ty);
        if ty.is_error() {
            args.iter()
                .for_each(|arg| drop(self.check_expr(arg, Expect::Nothing)));
            return self.error_expr(span);
        }
        if let TyKind::Infer(InferVar::General(_)) = ty.kind() {
            return self.unknown_type(receiver.span);
        }
        self.select();
        let name = method.ident.name;
        let steps = self.infer.autoderef(ty);
        let Some(pick) = self.infer.probe_method(&steps, name, self.module) else {
            let shown = self.tcx.show(self.infer.resolve(ty));
            let message = format!("no method `{name}` on `{shown}`");
            let help = "if this is a method of core, the library model lacks it; if it comes from a dependency, mark the caller `#[input]` or `#[output]`";
            args.iter()
                .for_each(|arg| drop(self.check_expr(arg, Expect::Nothing)));
            let behind = steps.last().map(|step| self.infer.resolve(step.ty));
            if behind.is_some_and(|ty| matches!(ty.kind(), TyKind::Dynamic(_))) {
                self.unsupported(method.ident.span, "a trait object");
                return self.error_expr(span);
            }
            if behind.is_some_and(|ty| matches!(ty.kind(), TyKind::RawPtr { .. })) {
                self.unsupported(method.ident.span, &format!("`{name}` of a raw pointer"));
                return self.error_expr(span);
            }
            let finding =
                crate::diagnostic::Diagnostic::new("typeck::method", method.ident.span, message)
                    .help(help);
            let behind: Vec<Ty> = behind.into_iter().chain([ty]).collect();
            self.report(self.tcx.blame_types(finding, &behind));
            return self.error_expr(span);
        };
        let receiver = self.adjust_receiver(receiver, &steps, &pick);
        self.confirm_method(receiver, pick, method, args, expect, span)
    }

    fn adjust_receiver(&mut self, receiver: Expr, steps: &[Step], pick: &Pick) -> Expr {
        let place = self.apply_derefs(receiver, &steps[1..=pick.derefs]);
        let Some(mutable) = pick.autoref else {
            return self.borrowed_again(place);
        };
        let array = self.infer.shallow(place.ty);
        let reference = self.reference(mutable, place);
        match (pick.unsize, array.kind()) {
            (true, TyKind::Array(element, _)) => self.unsize(reference, mutable, *element),
            _ => reference,
        }
    }

    fn confirm_method(
        &mut self,
        receiver: Expr,
        pick: Pick,
        method: &'static ast::Segment,
        args: &'static [ast::Expr],
        expect: Expect,
        span: Span,
    ) -> Expr {
        let parent_args = match pick.source {
            Source::Inherent(imp) => self.infer.fresh_args(imp, &[]),
            Source::Trait(def) => self.infer.fresh_args(def, &[]),
            Source::Bound(t) => t.args,
        };
        let fn_span = method.ident.span.to(span_end(span));
        let generic_args =
            self.converter()
                .args_for(pick.item, parent_args, method.args.as_ref(), span, false);
        // The receiver settles the arguments of the impl or trait before projections are looked at.
        if let Some(&self_param) = self.tcx.fn_sig(pick.item).inputs.first() {
            let self_param = crate::typeck::fold::subst(self_param, generic_args);
            if !crate::typeck::fold::has_projections(self_param) {
                self.demand_eq(self_param, receiver.ty, receiver.span);
            }
        }
        let sig = self.signature(pick.item, generic_args, span);
        if let Some(&self_param) = sig.inputs.first() {
            self.demand_eq(self_param, receiver.ty, receiver.span);
        }
        self.infer.register_bounds(pick.item, generic_args, span);
        let rest = Signature {
            inputs: sig.inputs[1..].to_vec(),
            output: sig.output,
        };
        let mut all = vec![receiver];
        all.extend(self.check_args(&rest, args, expect, span));
        let kind = ExprKind::Call {
            callee: pick.item,
            generic_args,
            args: all,
            fn_span,
        };
        Expr {
            kind,
            ty: rest.output,
            span,
        }
    }
}

fn span_end(span: Span) -> Span {
    Span {
        lo: span.hi,
        ..span
    }
}
