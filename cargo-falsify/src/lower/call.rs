//! Calls: of functions by definition, of constructors, of closures and function items through the `Fn` traits, of
//! function pointers, and what has a meaning without a body.

use super::body::{copy, unit_value, whole, FuncBuilder};
use super::input::Call;
use super::place::Place;
use super::{Key, Lowering, Res};
use crate::diagnostic::Diagnostic;
use crate::ir::{self, Func, FuncId, LocalId, Operand, Rvalue, Statement, Terminator, Value};
use crate::source::Span;
use crate::typeck::tree::{ClosureKind, Expr, ExprKind};
use crate::typeck::ty::{Args, DefId, Ty, TyKind};
use crate::typeck::Instance;

impl FuncBuilder<'_, '_> {
    pub fn call(
        &mut self,
        dest: Option<ir::Place>,
        callee: DefId,
        generic_args: Args,
        args: &[Expr],
        fn_span: Span,
        expr: &Expr,
    ) -> Res<()> {
        let generic_args = self.low.tcx.mono_args(generic_args, self.args)?;
        if self.declared_call(dest.clone(), callee, generic_args, args, fn_span, expr)? {
            return Ok(());
        }
        self.low.check_size(generic_args, fn_span)?;
        let instance = self.low.tcx.resolve(callee, generic_args)?;
        let ret = self.mono(expr.ty)?;
        match instance {
            Instance::Closure { ty, called } => {
                self.call_closure(dest, ty, called, args, ret, fn_span)
            }
            Instance::FnItem { ty } => {
                let args = self.spread_after_self(args)?;
                self.call_item_type(dest, ty, args, ret, fn_span)
            }
            Instance::FnPointer { ty, called } => {
                self.call_pointer_value(dest, ty, called, args, ret, fn_span)
            }
            Instance::Intrinsic(name, generics) => {
                self.intrinsic(dest, name.as_str(), generics, args, ret, fn_span)
            }
            other => {
                let written = args.last().map(|last| last.span);
                let in_parentheses = written.filter(|last| last.lo > expr.span.lo);
                let args: Vec<&Expr> = args.iter().collect();
                let operands = self.operands(&args)?;
                self.before_call(callee, expr.span, in_parentheses)?;
                self.call_instance(dest, other, operands, ret, fn_span)
            }
        }
    }

    /// A call of something that takes its arguments one by one.
    fn call_instance(
        &mut self,
        dest: Option<ir::Place>,
        instance: Instance,
        args: Vec<Operand>,
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        match instance {
            Instance::Fn(def, generics) => {
                let call = Call {
                    def,
                    generics,
                    span,
                };
                if self.output_or_input(dest.clone(), call, &args, ret)? {
                    return Ok(());
                }
                let func = self.low.item(def, generics);
                self.emit_call(dest, func, args, ret, span)
            }
            Instance::Ctor { ty, variant } => {
                let rvalue = self.construct(ty, variant, args)?;
                self.store(dest, rvalue, ty, span)
            }
            Instance::Copy => self.copy_behind(dest, args, ret, span),
            Instance::Bodyless(def, generics) => {
                let call = Call {
                    def,
                    generics,
                    span,
                };
                if self.output_or_input(dest, call, &args, ret)? {
                    return Ok(());
                }
                Err(self.low.bodyless(def, generics, span))
            }
            Instance::Intrinsic(name, generics) => {
                self.intrinsic_operands(dest, name.as_str(), generics, args, ret, span)
            }
            Instance::Closure { .. } | Instance::FnItem { .. } | Instance::FnPointer { .. } => {
                Err(self.low.unsupported(span, "this way to call a closure"))
            }
        }
    }

    /// `clone` of a function item, function pointer or closure.
    fn copy_behind(
        &mut self,
        dest: Option<ir::Place>,
        args: Vec<Operand>,
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        let Some(reference) = args.into_iter().next() else {
            return Err(self.low.unsupported(span, "this call"));
        };
        let place = self.behind(reference, ret, span)?;
        let resolved = self.resolve(&place)?;
        self.store(dest, Rvalue::Use(Operand::Copy(resolved)), ret, span)
    }

    /// The place that a reference operand points to.
    pub fn behind(&mut self, reference: Operand, pointee: Ty, span: Span) -> Res<Place> {
        let ty = Ty::reference(true, pointee);
        let local = self.operand_local(reference, ty, span)?;
        Ok(Place::local(local, ty).deref())
    }

    /// The call statement. The result goes through a local, so that no path is evaluated across the call.
    pub fn emit_call(
        &mut self,
        dest: Option<ir::Place>,
        func: FuncId,
        args: Vec<Operand>,
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        self.call_with(dest, ret, span, |dest| Statement::Call { dest, func, args })
    }

    fn call_with(
        &mut self,
        dest: Option<ir::Place>,
        ret: Ty,
        span: Span,
        call: impl FnOnce(ir::Place) -> Statement,
    ) -> Res<()> {
        match dest {
            Some(dest) if dest.path.is_empty() && matches!(dest.root, ir::Root::Local(_)) => {
                self.push(call(dest), span);
            }
            Some(dest) => {
                let local = self.local(ret)?;
                self.push(call(whole(local)), span);
                self.assign(dest, Rvalue::Use(copy(local)), span);
            }
            None => {
                let local = self.local(ret)?;
                self.push(call(whole(local)), span);
            }
        }
        if ret.is_never() {
            self.diverge();
        }
        Ok(())
    }

    /// The arguments of an `Fn*` call: the receiver is evaluated, the tuple is taken apart.
    fn spread_after_self(&mut self, args: &[Expr]) -> Res<Vec<Operand>> {
        let Some((receiver, rest)) = args.split_first() else {
            return Ok(Vec::new());
        };
        self.statement(receiver)?;
        self.spread(&[], rest).map(|(_, rest)| rest)
    }

    /// Evaluates leading operands, then the elements of the tuple that ends the argument list.
    fn spread(&mut self, first: &[&Expr], rest: &[Expr]) -> Res<(Vec<Operand>, Vec<Operand>)> {
        if let [Expr {
            kind: ExprKind::Tuple(parts),
            ..
        }] = rest
        {
            let all: Vec<&Expr> = first.iter().copied().chain(parts).collect();
            let mut operands = self.operands(&all)?;
            let spread = operands.split_off(first.len());
            return Ok((operands, spread));
        }
        let all: Vec<&Expr> = first.iter().copied().chain(rest).collect();
        let mut operands = self.operands(&all)?;
        let Some((tuple, expr)) = operands.pop().zip(rest.last()) else {
            return Ok((operands, Vec::new()));
        };
        let ty = self.mono(expr.ty)?;
        let local = self.operand_local(tuple, ty, expr.span)?;
        let parts = self.low.field_types(ty, 0)?;
        let place = Place::local(local, ty);
        let mut spread = Vec::new();
        for (index, &part) in parts.iter().enumerate() {
            let field = self.resolve(&place.field(index as u32, part))?;
            spread.push(Operand::Copy(field));
        }
        Ok((operands, spread))
    }

    /// Calls a closure value: by reference to it, or by value.
    fn call_closure(
        &mut self,
        dest: Option<ir::Place>,
        ty: Ty,
        called: ClosureKind,
        args: &[Expr],
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        let Some((receiver, rest)) = args.split_first() else {
            return Err(self.low.unsupported(span, "this way to call a closure"));
        };
        let (mut operands, spread) = self.spread(&[receiver], rest)?;
        let Some(closure) = operands.pop() else {
            return Err(self.low.unsupported(span, "this way to call a closure"));
        };
        let func = self.low.func(Key::Closure(ty));
        let takes_value = self.low.closure_kind(ty)? == ClosureKind::FnOnce;
        if takes_value == (called == ClosureKind::FnOnce) {
            let args = std::iter::once(closure).chain(spread).collect();
            return self.emit_call(dest, func, args, ret, span);
        }
        self.call_by_reference_once(dest, func, (closure, ty), spread, ret, span)
    }

    /// `call_once` of a closure whose body takes a reference: the closure lives until the call is over.
    fn call_by_reference_once(
        &mut self,
        dest: Option<ir::Place>,
        func: FuncId,
        closure: (Operand, Ty),
        spread: Vec<Operand>,
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        let (closure, ty) = closure;
        let local = self.local(ty)?;
        self.assign(whole(local), Rvalue::Use(closure), span);
        let place = Place::local(local, ty);
        let reference = self.reference(&place, true, span)?;
        let args = std::iter::once(reference).chain(spread).collect();
        self.emit_call(dest, func, args, ret, span)?;
        if self.low.needs_drop(ty)? {
            self.drop_place(whole(local), ty, span)?;
        }
        Ok(())
    }

    /// Calls what a function item type names.
    fn call_item_type(
        &mut self,
        dest: Option<ir::Place>,
        ty: Ty,
        args: Vec<Operand>,
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        let TyKind::FnDef(def, generics) = *ty.kind() else {
            return Err(self.low.unsupported(span, "this callee"));
        };
        let instance = self.low.tcx.resolve(def, generics)?;
        self.call_instance(dest, instance, args, ret, span)
    }

    fn call_pointer_value(
        &mut self,
        dest: Option<ir::Place>,
        ty: Ty,
        called: ClosureKind,
        args: &[Expr],
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        let Some((receiver, rest)) = args.split_first() else {
            return Err(self.low.unsupported(span, "this callee"));
        };
        let (mut operands, spread) = self.spread(&[receiver], rest)?;
        let Some(mut func) = operands.pop() else {
            return Err(self.low.unsupported(span, "this callee"));
        };
        if called != ClosureKind::FnOnce {
            let place = self.behind(func, ty, span)?;
            func = Operand::Copy(self.resolve(&place)?);
        }
        self.call_with(dest, ret, span, |dest| Statement::CallIndirect {
            dest,
            func,
            args: spread,
        })
    }

    pub fn call_pointer(
        &mut self,
        dest: Option<ir::Place>,
        callee: &Expr,
        args: &[Expr],
        span: Span,
        expr: &Expr,
    ) -> Res<()> {
        let all: Vec<&Expr> = std::iter::once(callee).chain(args).collect();
        let mut operands = self.operands(&all)?;
        let func = operands.remove(0);
        let ret = self.mono(expr.ty)?;
        self.call_with(dest, ret, span, |dest| Statement::CallIndirect {
            dest,
            func,
            args: operands,
        })
    }

    /// A function item or closure as a pointer.
    pub fn function_pointer(&mut self, inner: &Expr, pointer: Ty) -> Res<Rvalue> {
        let from = self.mono(inner.ty)?;
        if let TyKind::FnPtr(..) = from.kind() {
            return Ok(Rvalue::Use(self.operand(inner)?));
        }
        self.statement(inner)?;
        let func = self.low.pointer_target(from)?;
        let ty = self.ir_type(pointer)?;
        Ok(Rvalue::Use(Operand::Const(Value::Func(func), ty)))
    }
}

impl Lowering<'_> {
    /// The function that a pointer to a function item or closure calls.
    pub(super) fn pointer_target(&mut self, ty: Ty) -> Res<FuncId> {
        if let TyKind::FnDef(def, args) = *ty.kind() {
            if let Instance::Fn(def, args) = self.tcx.resolve(def, args)? {
                if !self.is_declared(def) {
                    return Ok(self.item(def, args));
                }
            }
        }
        Ok(self.func(Key::Pointer(ty)))
    }

    /// A function that does what a call of the item or closure does.
    pub(super) fn make_pointer_target(&mut self, ty: Ty) -> Res<Func> {
        let span = self.func_span(Key::Pointer(ty));
        let (params, ret) = self.callable_signature(ty)?;
        let mut builder = FuncBuilder::new(self, None, &[]);
        builder.start(&params, ret)?;
        let args: Vec<Operand> = (0..params.len() as u32)
            .map(|index| copy(LocalId(index)))
            .collect();
        let dest = Some(whole(builder.ret));
        match *ty.kind() {
            TyKind::Closure(..) => builder.call_captureless(dest, ty, args, ret, span)?,
            _ => builder.call_item_type(dest, ty, args, ret, span)?,
        }
        builder.end(Terminator::Return);
        builder.finish(params.len() as u32, span)
    }

    /// Concrete parameter types and result of a function item or closure.
    fn callable_signature(&mut self, ty: Ty) -> Res<(Vec<Ty>, Ty)> {
        match *ty.kind() {
            TyKind::Closure(def, args) => {
                let closure = self.closure_of(def)?;
                let params: Res<Vec<Ty>> = closure
                    .params
                    .iter()
                    .map(|pat| self.tcx.mono(pat.ty, args))
                    .collect();
                Ok((params?, self.tcx.mono(closure.ret, args)?))
            }
            TyKind::FnDef(def, args) => {
                let sig = self.tcx.fn_sig(def);
                let params: Res<Vec<Ty>> = sig
                    .inputs
                    .iter()
                    .map(|&ty| self.tcx.mono(ty, args))
                    .collect();
                Ok((params?, self.tcx.mono(sig.output, args)?))
            }
            _ => Err(self.unsupported(self.at, "this callee")),
        }
    }

    /// `write!` into a value whose own `write_str` would have to get the text.
    fn erased_text(&self, span: Span) -> crate::typeck::Reported {
        let message = "formatting makes no text here, so this value cannot be written to";
        let help = "put the `write!` into a function marked `#[output]`, or call `write_str` with the text; a hardware \
                    handle `&mut impl core::fmt::Write` is an output anyway";
        self.tcx
            .report(Diagnostic::new("lower::no-body", span, message).help(help))
    }

    /// A call that leads to no source: the error names the two ways out.
    fn bodyless(&self, def: DefId, _generics: Args, span: Span) -> crate::typeck::Reported {
        let path = self.tcx.path(def);
        if path == "core::fmt::Write::write_fmt" {
            return self.erased_text(span);
        }
        let help = format!(
            "mark it `#[input]` or `#[output]`, or add `\"{path}\" = \"input\"` (or `\"output\"`) under \
             `[package.metadata.falsify.extern]`"
        );
        let message = format!("the source of `{path}` cannot be analysed");
        self.tcx
            .report(Diagnostic::new("lower::no-body", span, message).help(help))
    }
}

impl FuncBuilder<'_, '_> {
    fn call_captureless(
        &mut self,
        dest: Option<ir::Place>,
        ty: Ty,
        args: Vec<Operand>,
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        let func = self.low.func(Key::Closure(ty));
        let id = self.low.ty(ty)?;
        let closure = Operand::Const(unit_value(), id);
        if self.low.closure_kind(ty)? == ClosureKind::FnOnce {
            let args = std::iter::once(closure).chain(args).collect();
            return self.emit_call(dest, func, args, ret, span);
        }
        self.call_by_reference_once(dest, func, (closure, ty), args, ret, span)
    }
}
