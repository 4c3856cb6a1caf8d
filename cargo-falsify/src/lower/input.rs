//! What is declared instead of analysed: `any`, `assume`, functions marked `#[input]` or `#[output]`, and extern
//! functions that the settings name.

use super::body::{copy, whole, FuncBuilder};
use super::fill::Source;
use super::place::Place;
use super::{Lowering, Res};
use crate::bv::{BinOp, Scalar};
use crate::diagnostic::Diagnostic;
use crate::ir::{self, Operand, Rvalue, Statement, Value};
use crate::source::{Span, Symbol};
use crate::syntax::ast::{self, FalsifyAttrKind};
use crate::typeck::tree::{Expr, ExprKind};
use crate::typeck::ty::{mk_args, Args, DefId, GenericArg, Ty, TyKind};
use crate::typeck::{DefKind, Instance};

/// Inclusive bounds of an input.
pub(crate) type Range = Option<(Value, Value)>;

/// What a function means that is not analysed.
#[derive(Clone, Copy)]
pub(super) enum Declared {
    /// Each call gives a fresh value, in the range if one is written, and fills buffers.
    Input(Option<&'static ast::Expr>),
    Output,
    /// An output that also fills buffers, which are no part of the event.
    Exchange,
    /// An output of what is in the buffers, which are filled then.
    InPlace,
}

/// Traits of embedded-hal for buses.
const BUSES: [&str; 3] = ["I2c", "SpiBus", "SpiDevice"];

/// A call that has a meaning by declaration.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub def: DefId,
    pub generics: Args,
    pub span: Span,
}

/// An argument of such a call.
struct Argument {
    position: usize,
    operand: Operand,
    ty: Ty,
    spelling: Option<Symbol>,
}

/// What a line under `[package.metadata.falsify.extern]` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extern {
    Input,
    Output,
}

impl Lowering<'_> {
    /// What attributes or settings say that a function is.
    pub(super) fn declared(&self, def: DefId) -> Option<Declared> {
        let attrs = self
            .tcx
            .attrs(def)
            .map_or(&[][..], |attrs| &attrs.falsify[..]);
        let by_attribute = attrs.iter().find_map(|attr| match &attr.kind {
            FalsifyAttrKind::Input { range } => Some(Declared::Input(range.as_ref())),
            FalsifyAttrKind::Output => Some(Declared::Output),
            _ => None,
        });
        by_attribute
            .or_else(|| self.declared_by_settings(def))
            .or_else(|| self.declared_by_trait(def))
    }

    /// What a known trait says that hardware does.
    fn declared_by_trait(&self, def: DefId) -> Option<Declared> {
        let text = self.is_text_output(def).then_some(Declared::Output);
        text.or_else(|| self.declared_by_hal(def))
    }

    /// Text that goes out: `core::fmt::Write`, also by `write!`.
    fn is_text_output(&self, def: DefId) -> bool {
        self.tcx
            .name(self.tcx.trait_of_item(def).unwrap_or(def))
            .as_str()
            == "Write"
            && matches!(
                self.tcx.path(def).as_str(),
                "core::fmt::Write::write_str" | "core::fmt::Write::write_fmt"
            )
    }

    /// Pins, buses, duty cycles and delays of embedded-hal.
    fn declared_by_hal(&self, def: DefId) -> Option<Declared> {
        if self.tcx.crate_name(self.tcx.crate_of(def)).as_str() != "embedded_hal" {
            return None;
        }
        let of = self.tcx.name(self.tcx.trait_of_item(def)?);
        match (of.as_str(), self.tcx.name(def).as_str()) {
            ("InputPin", "is_high" | "is_low")
            | ("StatefulOutputPin", "is_set_high" | "is_set_low")
            | ("SetDutyCycle", "max_duty_cycle")
            | ("I2c" | "SpiDevice" | "SpiBus", "read")
            | ("Error", "kind") => Some(Declared::Input(None)),
            ("OutputPin", "set_low" | "set_high")
            | ("SetDutyCycle", "set_duty_cycle")
            | ("I2c" | "SpiDevice" | "SpiBus", "write")
            | ("SpiBus", "flush")
            | ("DelayNs", "delay_ns") => Some(Declared::Output),
            ("I2c", "write_read") | ("SpiDevice" | "SpiBus", "transfer") => {
                Some(Declared::Exchange)
            }
            ("SpiDevice" | "SpiBus", "transfer_in_place")
            | ("I2c" | "SpiDevice", "transaction") => Some(Declared::InPlace),
            _ => None,
        }
    }

    /// What a value is called in traces that comes from a call of a declared function. Where several handles of the loop
    /// have a function of that name, it is the handle's own.
    pub(super) fn source_name(&self, def: DefId, generics: Args) -> Symbol {
        let name = self.event_name(def);
        let handle = self.handle_of(def, generics);
        let owner = handle.filter(|it| self.shares_name(*it, name));
        match owner.and_then(|it| self.tcx.handle_name(it)) {
            Some(owner) => Symbol::new(&format!("{owner}.{name}")),
            None => name,
        }
    }

    /// The handle on which a method is called.
    fn handle_of(&self, def: DefId, generics: Args) -> Option<DefId> {
        self.tcx.trait_of_item(def)?;
        match *generics.first()?.ty()?.kind() {
            TyKind::Adt(of, _) if self.tcx.kind(of) == DefKind::Handle => Some(of),
            _ => None,
        }
    }

    /// Whether another handle of the same loop has a declared function of a name.
    fn shares_name(&self, handle: DefId, name: Symbol) -> bool {
        let beside = self.tcx.handles_beside(handle).into_iter();
        let mut others = beside.filter(|it| *it != handle);
        others.any(|other| {
            let mut methods = self.tcx.methods_of_handle(other).into_iter();
            methods.any(|it| self.declared(it).is_some() && self.event_name(it) == name)
        })
    }

    /// What calls of a declared function are called in traces. Buses have the same few methods, so their traits are named
    /// too.
    pub(super) fn event_name(&self, def: DefId) -> Symbol {
        let name = self.tcx.name(def);
        let of = self.tcx.trait_of_item(def).map(|of| self.tcx.name(of));
        match of.filter(|_| self.declared_by_hal(def).is_some()) {
            Some(of) if BUSES.contains(&of.as_str()) => Symbol::new(&format!("{of}.{name}")),
            _ => name,
        }
    }

    /// The name of what a parameter of a declared function is filled with: `read.buf`.
    pub(super) fn buffer_name(&self, def: DefId, generics: Args, position: usize) -> Symbol {
        let function = self.source_name(def, generics);
        let params = self.tcx.ast_fn(def).map(|f| &f.params[..]);
        let written = params.and_then(|params| params.get(position));
        match written.map(|param| &param.pat.kind) {
            Some(ast::PatKind::Ident { ident, .. }) => {
                Symbol::new(&format!("{function}.{}", ident.name))
            }
            _ => Symbol::new(&format!("{function}.{position}")),
        }
    }

    /// Whether the crate itself says what a known method does for a type of its own. Text is what it is for a type of any
    /// crate: there is no driver behind a buffer.
    fn is_written_here(&self, callee: DefId, generics: Args) -> bool {
        self.declared_by_trait(callee).is_some()
            && self
                .tcx
                .impl_of_method(callee, generics)
                .is_some_and(|imp| self.tcx.is_main(imp) || self.is_text_output(callee))
    }

    fn declared_by_settings(&self, def: DefId) -> Option<Declared> {
        if self.externs.is_empty() {
            return None;
        }
        self.externs
            .get(&self.tcx.path(def))
            .map(|kind| match kind {
                Extern::Input => Declared::Input(None),
                Extern::Output => Declared::Output,
            })
    }

    /// Whether an attribute of the function itself says that it is an input or output.
    pub(super) fn is_border(&self, def: DefId) -> bool {
        let attrs = self.tcx.attrs(def);
        attrs.is_some_and(|attrs| {
            attrs.falsify.iter().any(|attr| {
                matches!(
                    attr.kind,
                    FalsifyAttrKind::Input { .. } | FalsifyAttrKind::Output
                )
            })
        })
    }

    /// Whether calls are events.
    pub(super) fn tells(&self, def: DefId) -> bool {
        !matches!(self.declared(def), None | Some(Declared::Input(_)))
    }

    /// Whether calls fill the buffers that they are given.
    pub(super) fn fills(&self, def: DefId) -> bool {
        !matches!(self.declared(def), None | Some(Declared::Output))
    }

    /// Whether an argument of a type is part of the event.
    pub(super) fn is_told(&self, def: DefId, ty: Ty) -> bool {
        let is_text = matches!(*ty.kind(), TyKind::Adt(of, _) if Some(of) == self.tcx.lang("format_arguments"));
        let is_filled = matches!(self.declared(def), Some(Declared::Exchange))
            && self.buffer_element(ty).is_some();
        !is_text && !is_filled
    }

    /// Whether a declared function is also called for a type for which the crate says what it does.
    pub(super) fn is_executed(&self, def: DefId) -> bool {
        self.executed.contains(&def)
    }

    /// Whether a call is to be executed though the function is declared.
    fn executes(&mut self, call: Call) -> bool {
        if !self.is_written_here(call.def, call.generics) {
            return false;
        }
        if let Ok(Instance::Fn(def, _)) = self.tcx.resolve(call.def, call.generics) {
            self.executed.insert(def);
        }
        true
    }

    fn note_declared_call(&mut self, callee: DefId, generics: Args) {
        if !self.declared_calls.contains(&(callee, generics)) {
            self.declared_calls.push((callee, generics));
        }
    }

    /// Remembers the type of something that is drawn from outside.
    pub(super) fn note_drawn(&mut self, ty: Ty) {
        if !self.drawn.contains(&ty) {
            self.drawn.push(ty);
        }
    }

    fn has_self(&self, def: DefId) -> bool {
        self.tcx.ast_fn(def).is_some_and(|f| f.has_self)
    }

    pub(super) fn spell_input(&mut self, source: Symbol, ty: Ty) -> Res<()> {
        if let Some(text) = self.spelling(ty) {
            let id = self.ty(ty)?;
            self.spellings.inputs.insert((source, id), text);
        }
        Ok(())
    }

    pub(super) fn is_declared(&self, def: DefId) -> bool {
        self.declared(def).is_some() || self.hook(def).is_some()
    }

    /// `any`, `any_in`, `assume` or `cover` of the runtime.
    fn hook(&self, def: DefId) -> Option<&'static str> {
        if self.tcx.crate_name(self.tcx.crate_of(def)).as_str() != "falsify" {
            return None;
        }
        if self.tcx.kind(def) != DefKind::Fn {
            return None;
        }
        let name = self.tcx.name(def).as_str();
        ["any", "any_in", "assume", "cover"]
            .into_iter()
            .find(|hook| *hook == name)
    }

    /// The bounds that a range expression of an attribute gives to inputs of a scalar type.
    pub(super) fn attribute_range(
        &mut self,
        owner: DefId,
        range: Option<&'static ast::Expr>,
        ty: Ty,
    ) -> Res<Range> {
        let Some(range) = range else {
            return Ok(None);
        };
        let ast::ExprKind::Range {
            start,
            end,
            inclusive,
        } = &range.kind
        else {
            let message = "the argument of `input` is not a range";
            let help = "write `lo..=hi`, `lo..hi`, `lo..`, `..hi` or `..=hi`";
            return Err(self
                .tcx
                .report(Diagnostic::new("roots::input-range", range.span, message).help(help)));
        };
        let Some(scalar) = self.scalar_of(ty)? else {
            let message = format!("an input of type `{}` has no range", self.tcx.show(ty));
            let help = "narrow its parts with `falsify::assume` instead";
            return Err(self
                .tcx
                .report(Diagnostic::new("roots::input-range", range.span, message).help(help)));
        };
        let low = match start {
            Some(start) => self.attribute_scalar(owner, start, ty)?,
            None => least(scalar),
        };
        let high = match end {
            Some(end) => self.attribute_scalar(owner, end, ty)?,
            None => greatest(scalar),
        };
        let excluded = end.is_some() && !*inclusive;
        let bounds = inclusive_bounds(scalar, low, high, excluded);
        if bounds.is_none() {
            let message = "this range is empty: no tick would have an input";
            return Err(self.error("roots::input-range", range.span, message));
        }
        Ok(bounds)
    }

    /// A constant of an attribute.
    pub(super) fn attribute_scalar(
        &mut self,
        owner: DefId,
        expr: &'static ast::Expr,
        ty: Ty,
    ) -> Res<u128> {
        let def = self.tcx.attribute_const(owner, expr, ty);
        match self.constant(def, &[], expr.span)? {
            Value::Scalar(bits) => Ok(bits),
            _ => Err(self.error(
                "lower::constant",
                expr.span,
                "this constant is not a scalar",
            )),
        }
    }

    pub(super) fn scalar_of(&mut self, ty: Ty) -> Res<Option<Scalar>> {
        let id = self.ty(ty)?;
        Ok(self.program.types[id.0 as usize].scalar())
    }

    /// Whether any value of the type can be chosen freely: it has no references inside.
    pub(super) fn check_input_type(&mut self, ty: Ty, span: Span) -> Res<()> {
        let cannot = self.any_part(ty, &mut |_, part| {
            matches!(
                part.kind(),
                TyKind::Ref { .. }
                    | TyKind::RawPtr { .. }
                    | TyKind::FnPtr(..)
                    | TyKind::FnDef(..)
                    | TyKind::Closure(..)
            )
        })?;
        if !cannot {
            return Ok(());
        }
        let message = format!("a value of type `{}` cannot be an input", self.tcx.show(ty));
        let help = "inputs are scalars, and enums, structs, tuples and arrays of inputs";
        Err(self
            .tcx
            .report(Diagnostic::new("lower::input-type", span, message).help(help)))
    }
}

/// The smallest value: of a float, negative infinity.
fn least(scalar: Scalar) -> u128 {
    match scalar {
        Scalar::Float { bits: 32 } => f32::NEG_INFINITY.to_bits().into(),
        Scalar::Float { .. } => f64::NEG_INFINITY.to_bits().into(),
        _ => scalar.min(),
    }
}

fn greatest(scalar: Scalar) -> u128 {
    match scalar {
        Scalar::Float { bits: 32 } => f32::INFINITY.to_bits().into(),
        Scalar::Float { .. } => f64::INFINITY.to_bits().into(),
        Scalar::Char => char::MAX.into(),
        _ => scalar.max(),
    }
}

/// Inclusive bounds; none if nothing lies between them.
fn inclusive_bounds(scalar: Scalar, low: u128, high: u128, excluded: bool) -> Range {
    let in_order = if excluded { BinOp::Lt } else { BinOp::Le };
    let high_inside = if excluded {
        previous(scalar, high)
    } else {
        high
    };
    let is_some = in_order.eval(scalar, low, scalar, high) == 1;
    is_some.then_some((Value::Scalar(low), Value::Scalar(high_inside)))
}

/// The next smaller value.
fn previous(scalar: Scalar, bits: u128) -> u128 {
    match scalar {
        Scalar::Char if bits == 0xE000 => 0xD7FF,
        Scalar::Float { bits: 32 } => f32::from_bits(bits as u32).next_down().to_bits().into(),
        Scalar::Float { .. } => f64::from_bits(bits as u64).next_down().to_bits().into(),
        _ => scalar.wrap(bits.wrapping_sub(1)),
    }
}

impl FuncBuilder<'_, '_> {
    /// Calls that have a meaning by declaration. Answers whether this was one.
    pub fn declared_call(
        &mut self,
        dest: Option<ir::Place>,
        callee: DefId,
        generics: Args,
        args: &[Expr],
        span: Span,
        expr: &Expr,
    ) -> Res<bool> {
        let ret = self.mono(expr.ty)?;
        if let Some(hook) = self.low.hook(callee) {
            self.hook_call(dest, hook, generics, args, ret, span)?;
            return Ok(true);
        }
        let Some(declared) = self.low.declared(callee) else {
            return Ok(false);
        };
        let call = Call {
            def: callee,
            generics,
            span,
        };
        if self.low.executes(call) {
            return Ok(false);
        }
        self.low.note_declared_call(callee, generics);
        let args: Vec<&Expr> = args.iter().collect();
        let operands = self.operands(&args)?;
        self.declared_effect(dest, call, declared, operands, ret)?;
        Ok(true)
    }

    /// The same for a function that a call was resolved to.
    pub fn output_or_input(
        &mut self,
        dest: Option<ir::Place>,
        call: Call,
        args: &[Operand],
        ret: Ty,
    ) -> Res<bool> {
        let Some(declared) = self.low.declared(call.def) else {
            return Ok(false);
        };
        if self.low.executes(call) {
            return Ok(false);
        }
        self.low.note_declared_call(call.def, call.generics);
        self.declared_effect(dest, call, declared, args.to_vec(), ret)?;
        Ok(true)
    }

    fn declared_effect(
        &mut self,
        dest: Option<ir::Place>,
        call: Call,
        declared: Declared,
        args: Vec<Operand>,
        ret: Ty,
    ) -> Res<()> {
        let name = self.low.source_name(call.def, call.generics);
        let span = call.span;
        let args = self.declared_args(call, args)?;
        let range = match declared {
            Declared::Input(range) => range,
            _ => None,
        };
        if self.low.tells(call.def) {
            self.event(call, &args);
        }
        if self.low.fills(call.def) {
            // Where nothing is returned, the range is that of what is filled.
            self.fill_buffers(call, args, range.filter(|_| ret.is_unit()))?;
        }
        if ret.is_unit() {
            return self.unit(dest, span);
        }
        if ret.is_never() {
            return Err(self
                .low
                .unsupported(span, "an input or output that does not return"));
        }
        let range = self.low.attribute_range(call.def, range, ret)?;
        self.fresh(dest, name, range, ret, span)
    }

    /// The arguments without `self`: position, operand and type.
    fn declared_args(&mut self, call: Call, args: Vec<Operand>) -> Res<Vec<Argument>> {
        let first = usize::from(self.low.has_self(call.def));
        let sig = self.low.tcx.fn_sig(call.def);
        let mut known = Vec::new();
        for (position, operand) in args.into_iter().enumerate().skip(first) {
            let Some(&ty) = sig.inputs.get(position) else {
                continue;
            };
            let ty = self.low.tcx.mono(ty, call.generics)?;
            let spelling = self.low.spelling(sig.inputs[position]);
            known.push(Argument {
                position,
                operand,
                ty,
                spelling,
            });
        }
        Ok(known)
    }

    fn event(&mut self, call: Call, args: &[Argument]) {
        let event = self.low.event_name(call.def);
        let is_shown = |arg: &&Argument| self.low.is_told(call.def, arg.ty);
        let shown: Vec<&Argument> = args.iter().filter(is_shown).collect();
        let spelled = shown.iter().enumerate();
        let spelled = spelled.filter_map(|(at, arg)| Some(((event, at), arg.spelling?)));
        self.low.spellings.events.extend(spelled);
        let args = shown.iter().map(|arg| arg.operand.clone()).collect();
        self.push(Statement::Output { event, args }, call.span);
    }

    /// Makes fresh what the `&mut` arguments after `self` refer to, where they are buffers.
    fn fill_buffers(
        &mut self,
        call: Call,
        args: Vec<Argument>,
        range: Option<&'static ast::Expr>,
    ) -> Res<()> {
        for arg in args {
            let Some(element) = self.low.buffer_element(arg.ty) else {
                continue;
            };
            let source = Source {
                name: self.low.buffer_name(call.def, call.generics, arg.position),
                range: self.low.attribute_range(call.def, range, element)?,
                span: call.span,
            };
            let reference = self.operand_local(arg.operand, arg.ty, call.span)?;
            self.fill(&Place::local(reference, arg.ty), &source)?;
        }
        Ok(())
    }

    fn hook_call(
        &mut self,
        dest: Option<ir::Place>,
        hook: &str,
        generics: Args,
        args: &[Expr],
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        match (hook, args) {
            ("assume", [condition]) => {
                let condition = self.operand(condition)?;
                self.push(Statement::Assume(condition), span);
                self.unit(dest, span)
            }
            ("cover", [condition]) => {
                let condition = self.operand(condition)?;
                self.push(Statement::Cover(condition), span);
                self.unit(dest, span)
            }
            ("any_in", [range]) => self.any_in(dest, range, generics, ret, span),
            _ => self.fresh(dest, Symbol::new("any"), None, ret, span),
        }
    }

    /// A fresh value of a type.
    fn fresh(
        &mut self,
        dest: Option<ir::Place>,
        source: Symbol,
        range: Range,
        ty: Ty,
        span: Span,
    ) -> Res<()> {
        self.low.check_input_type(ty, span)?;
        self.low.note_drawn(ty);
        self.low.spell_input(source, ty)?;
        let dest = match dest {
            Some(dest) => dest,
            None => whole(self.local(ty)?),
        };
        self.push(
            Statement::Input {
                dest,
                source,
                range,
            },
            span,
        );
        Ok(())
    }

    /// The bounds of a range expression of constants.
    fn constant_range(&mut self, range: &Expr, ty: Ty) -> Res<Range> {
        let Some(scalar) = self.low.scalar_of(ty)? else {
            return Ok(None);
        };
        let Some((start, end, excluded)) = self.range_ends(range)? else {
            return Ok(None);
        };
        let low = match start
            .map(|start| self.low.fold(start, self.args))
            .transpose()?
        {
            Some(Some(Value::Scalar(bits))) => bits,
            Some(_) => return Ok(None),
            None => least(scalar),
        };
        let high = match end.map(|end| self.low.fold(end, self.args)).transpose()? {
            Some(Some(Value::Scalar(bits))) => bits,
            Some(_) => return Ok(None),
            None => greatest(scalar),
        };
        Ok(inclusive_bounds(scalar, low, high, excluded))
    }

    /// Start and end of a range expression, and whether the end is excluded.
    #[allow(clippy::type_complexity)]
    fn range_ends<'e>(
        &self,
        range: &'e Expr,
    ) -> Res<Option<(Option<&'e Expr>, Option<&'e Expr>, bool)>> {
        let is = |def: DefId, name: &str| self.low.tcx.lang(name) == Some(def);
        let ty = self.mono(range.ty)?;
        Ok(match (&range.kind, ty.kind()) {
            (ExprKind::Call { callee, args, .. }, _) if is(*callee, "range_inclusive_new") => {
                match &args[..] {
                    [start, end] => Some((Some(start), Some(end), false)),
                    _ => None,
                }
            }
            (ExprKind::Adt { fields, .. }, TyKind::Adt(def, _)) => match &fields[..] {
                [(0, start), (1, end)] if is(*def, "range") => Some((Some(start), Some(end), true)),
                [(_, start)] if is(*def, "range_from") => Some((Some(start), None, false)),
                [(_, end)] if is(*def, "range_to") => Some((None, Some(end), true)),
                [(_, end)] if is(*def, "range_to_inclusive") => Some((None, Some(end), false)),
                _ => None,
            },
            _ => None,
        })
    }

    /// A fresh value that lies in a range: `range.contains(&value)` is assumed.
    fn any_in(
        &mut self,
        dest: Option<ir::Place>,
        range: &Expr,
        generics: Args,
        ret: Ty,
        span: Span,
    ) -> Res<()> {
        let source = Symbol::new("any_in");
        if let Some(bounds) = self.constant_range(range, ret)? {
            return self.fresh(dest, source, Some(bounds), ret, span);
        }
        let range_ty = self.mono(range.ty)?;
        let range = self.value_local(range)?;
        let value = self.local(ret)?;
        self.fresh(Some(whole(value)), Symbol::new("any_in"), None, ret, span)?;
        let contains = self.contains_of(range_ty, ret, generics, span)?;
        let range_ref = self.reference(&Place::local(range, range_ty), false, span)?;
        let value_ref = self.reference(&Place::local(value, ret), false, span)?;
        let inside = self.local(Ty::bool())?;
        self.emit_call(
            Some(whole(inside)),
            contains,
            vec![range_ref, value_ref],
            Ty::bool(),
            span,
        )?;
        self.push(Statement::Assume(copy(inside)), span);
        self.store(dest, Rvalue::Use(copy(value)), ret, span)
    }

    /// `<R as RangeBounds<T>>::contains::<T>`
    fn contains_of(
        &mut self,
        range: Ty,
        value: Ty,
        _generics: Args,
        span: Span,
    ) -> Res<ir::FuncId> {
        let Some(method) = self.low.tcx.lang("range_bounds_contains") else {
            return Err(self.low.unsupported(
                span,
                "`any_in` without `RangeBounds::contains` in the library model",
            ));
        };
        let args = mk_args(&[
            GenericArg::Ty(range),
            GenericArg::Ty(value),
            GenericArg::Ty(value),
        ]);
        match self.low.tcx.resolve(method, args)? {
            Instance::Fn(def, args) => Ok(self.low.item(def, args)),
            _ => Err(self.low.unsupported(span, "this form of range")),
        }
    }
}
