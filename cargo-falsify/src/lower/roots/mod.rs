//! Loops, monitors, plants and handlers: from the attributes of a crate to the harnesses of the program.

mod assigned;
pub(super) mod locals;
mod monitors;

use std::rc::Rc;

use super::{Key, Lowering, Res};
use crate::diagnostic::Diagnostic;
use crate::ir::{FuncId, Handler, Harness, LoopForm, TickParam};
use crate::source::{Span, Symbol};
use crate::syntax::ast::{self, FalsifyAttrKind};
use crate::typeck::ty::{mk_args, Args, DefId, GenericArg, IntTy, Ty, TyKind};
use crate::typeck::{DefKind, FnSig, Instance, ParamKind, Reported};

/// A function with an attribute.
struct Marked {
    def: DefId,
    kind: &'static FalsifyAttrKind,
}

/// A loop while its harness is made.
struct Loop {
    def: DefId,
    /// Handles for its generic parameters.
    args: Args,
    state: Option<Ty>,
    inputs: Vec<(Symbol, Ty)>,
    output: Ty,
    harness: Harness,
    sketch: Sketch,
}

/// What a harness was made from.
pub(super) struct Sketch {
    pub def: DefId,
    /// Handles for its generic parameters.
    pub args: Args,
    pub start: Option<Start>,
    /// Types of the inputs.
    pub inputs: Vec<Ty>,
    pub plant: Option<DefId>,
    pub monitors: Vec<DefId>,
    pub handlers: Vec<DefId>,
}

/// Where the initial state comes from.
#[derive(Clone, Copy)]
pub(super) enum Start {
    /// The argument of the attribute.
    Attribute(Span),
    New(DefId, Args),
    Default,
}

/// A parameter as it is written.
struct Parameter {
    name: Symbol,
    attrs: &'static ast::Attrs,
    ty: Ty,
    span: Span,
}

impl Lowering<'_> {
    /// Makes the harnesses of a crate and everything that they reach.
    pub fn roots(&mut self, krate: usize, package: Symbol) {
        // What has been reported keeps the crate from being analysed anyway.
        let _ = self.watch_moments(krate);
        let marked = self.marked(krate);
        let mut loops: Vec<Loop> = marked
            .iter()
            .filter_map(|mark| self.control_loop(mark, package).ok())
            .collect();
        self.finish();
        for mark in &marked {
            // An error has been reported and spoils only this one.
            let _ = self.attach(mark, &mut loops);
        }
        self.finish();
        for made in loops {
            self.program.harnesses.push(made.harness);
            self.sketches.push(made.sketch);
        }
        // What functions draw that only a survey looks at is of no interest.
        self.drawn_by_loops = self.drawn.len();
        self.declared_by_loops = self.declared_calls.len();
    }

    fn marked(&self, krate: usize) -> Vec<Marked> {
        let mut marked = Vec::new();
        for def in self.tcx.all_fns(krate) {
            let attrs = self
                .tcx
                .attrs(def)
                .map_or(&[][..], |attrs| &attrs.falsify[..]);
            marked.extend(attrs.iter().map(|attr| Marked {
                def,
                kind: &attr.kind,
            }));
        }
        marked
    }

    pub(super) fn root_error(
        &self,
        code: &'static str,
        span: Span,
        message: String,
        help: &str,
    ) -> Reported {
        self.tcx
            .report(Diagnostic::new(code, span, message).help(help))
    }

    fn attach(&mut self, mark: &Marked, loops: &mut [Loop]) -> Res<()> {
        self.at = self.tcx.span(mark.def);
        match mark.kind {
            FalsifyAttrKind::Monitor { of } => {
                let index = self.loop_of(mark, of.as_ref(), loops)?;
                let monitor = self.monitor(mark.def, &loops[index])?;
                loops[index].harness.monitors.push(monitor);
                loops[index].sketch.monitors.push(mark.def);
            }
            FalsifyAttrKind::Environment { of } => {
                let index = self.loop_of(mark, of.as_ref(), loops)?;
                self.attach_environment(mark, &mut loops[index])?;
            }
            FalsifyAttrKind::Isr { max, preempt, of } => {
                let handler = self.handler(mark, max.as_ref(), *preempt)?;
                let only = of
                    .as_ref()
                    .map(|_| self.loop_of(mark, of.as_ref(), loops))
                    .transpose()?;
                for (index, of) in loops.iter_mut().enumerate() {
                    if only.is_none_or(|only| only == index) {
                        of.harness.handlers.push(handler.clone());
                        of.sketch.handlers.push(mark.def);
                    }
                }
            }
            FalsifyAttrKind::ControlLoop { .. }
            | FalsifyAttrKind::Aux
            | FalsifyAttrKind::Input { .. }
            | FalsifyAttrKind::Output => {}
        }
        Ok(())
    }

    /// The loop that a monitor, plant or handler belongs to.
    fn loop_of(&self, mark: &Marked, of: Option<&'static ast::Path>, loops: &[Loop]) -> Res<usize> {
        let name = self.tcx.name(mark.def);
        if let Some(path) = of {
            let found = self.tcx.resolve_path_in(mark.def, path);
            let index = loops.iter().position(|made| Some(made.def) == found);
            return index.ok_or_else(|| {
                let message = format!("the `of` of `{name}` does not name a control loop");
                self.root_error(
                    "roots::which-loop",
                    path.span,
                    message,
                    "name a function marked `#[control_loop]`",
                )
            });
        }
        match loops.len() {
            1 => Ok(0),
            0 => {
                let message = format!("there is no control loop that `{name}` could belong to");
                let help = "mark a function with `#[control_loop]`";
                Err(self.root_error("roots::which-loop", self.tcx.span(mark.def), message, help))
            }
            _ => {
                let message =
                    format!("`{name}` does not say which of the crate's loops it belongs to");
                let help = "add `of = NAME` to its attribute";
                Err(self.root_error("roots::which-loop", self.tcx.span(mark.def), message, help))
            }
        }
    }

    fn control_loop(&mut self, mark: &Marked, package: Symbol) -> Res<Loop> {
        let FalsifyAttrKind::ControlLoop { init } = mark.kind else {
            return Err(Reported);
        };
        self.at = self.tcx.span(mark.def);
        let args = self.handles(mark.def)?;
        let sig = self.signature(mark.def, args)?;
        let name = self.local_path(mark.def);
        let span = self.tcx.span(mark.def);
        let (form, state, inputs, start) = match sig.output.is_never() {
            true => {
                let run = self.superloop(mark.def, args, &sig)?;
                (LoopForm::Superloop { run }, None, Vec::new(), None)
            }
            false => {
                let (params, state, inputs) = self.tick_params(mark.def, &sig)?;
                let made = state
                    .map(|state| self.initial_state(mark.def, init.as_ref(), state, span))
                    .transpose()?;
                let tick = self.item(mark.def, args);
                let (init, start) = made.unzip();
                (LoopForm::Step { init, tick, params }, state, inputs, start)
            }
        };
        Ok(Loop {
            def: mark.def,
            args,
            state,
            output: sig.output,
            harness: Harness {
                name,
                package,
                span,
                form,
                environment: None,
                monitors: Vec::new(),
                handlers: Vec::new(),
            },
            sketch: Sketch {
                def: mark.def,
                args,
                start,
                inputs: inputs.iter().map(|(_, ty)| *ty).collect(),
                plant: None,
                monitors: Vec::new(),
                handlers: Vec::new(),
            },
            inputs,
        })
    }

    /// The path without its crate.
    pub(crate) fn local_path(&self, def: DefId) -> Symbol {
        let path = self.tcx.path(def);
        Symbol::new(path.split_once("::").map_or(&path[..], |(_, rest)| rest))
    }

    /// A made-up hardware handle for each type parameter of a loop.
    fn handles(&self, def: DefId) -> Res<Args> {
        let generics = self.tcx.generics(def);
        if generics.parent_count > 0 {
            return Err(self.generic_root(def));
        }
        let handle = |param: &crate::typeck::GenericParamDef| match param.kind {
            ParamKind::Type(_) | ParamKind::ImplTrait(_) => {
                Ok(GenericArg::Ty(self.tcx.handle_type(def, param.index)))
            }
            ParamKind::Const(..) | ParamKind::SelfType => Err(self.generic_root(def)),
        };
        let handles: Res<Vec<GenericArg>> = generics.params.iter().map(handle).collect();
        Ok(mk_args(&handles?))
    }

    fn generic_root(&self, def: DefId) -> Reported {
        let message = format!(
            "`{}` is generic over more than hardware handles",
            self.tcx.name(def)
        );
        let help = "mark a function that calls it with concrete types";
        self.root_error("roots::generic", self.tcx.span(def), message, help)
    }

    fn signature(&self, def: DefId, args: Args) -> Res<FnSig> {
        let sig = self.tcx.fn_sig(def);
        let inputs: Res<Vec<Ty>> = sig
            .inputs
            .iter()
            .map(|&ty| self.tcx.mono(ty, args))
            .collect();
        Ok(FnSig {
            inputs: inputs?,
            output: self.tcx.mono(sig.output, args)?,
        })
    }

    fn parameters(&self, def: DefId, sig: &FnSig) -> Vec<Parameter> {
        let Some(syntax) = self.tcx.ast_fn(def) else {
            return Vec::new();
        };
        let parameter = |(index, (param, &ty)): (usize, (&'static ast::Param, &Ty))| Parameter {
            name: match &param.pat.kind {
                ast::PatKind::Ident { ident, .. } => ident.name,
                _ => Symbol::new(&format!("parameter{index}")),
            },
            attrs: &param.attrs,
            ty,
            span: param.pat.span,
        };
        syntax
            .params
            .iter()
            .zip(&sig.inputs)
            .enumerate()
            .map(parameter)
            .collect()
    }

    fn is_handle(&self, ty: Ty) -> bool {
        matches!(*behind(ty).kind(), TyKind::Adt(def, _) if self.tcx.kind(def) == DefKind::Handle)
    }

    fn superloop(&mut self, def: DefId, args: Args, sig: &FnSig) -> Res<FuncId> {
        for param in self.parameters(def, sig) {
            if !self.is_handle(param.ty) {
                let message = format!("`{}` is not a hardware handle", param.name);
                let help = "parameters of a superloop are handles such as `board: &mut impl Board`";
                return Err(self.root_error("roots::parameter", param.span, message, help));
            }
        }
        Ok(self.func(Key::Superloop(def, args)))
    }

    #[allow(clippy::type_complexity)]
    fn tick_params(
        &mut self,
        def: DefId,
        sig: &FnSig,
    ) -> Res<(Vec<TickParam>, Option<Ty>, Vec<(Symbol, Ty)>)> {
        let (mut params, mut state, mut inputs) = (Vec::new(), None, Vec::new());
        for param in self.parameters(def, sig) {
            let id = self.ty(param.ty)?;
            params.push(match *param.ty.kind() {
                _ if self.is_handle(param.ty) => TickParam::Handle(self.ty(behind(param.ty))?),
                TyKind::Ref {
                    mutable: true,
                    inner,
                } if state.is_none() => {
                    state = Some(inner);
                    TickParam::State
                }
                TyKind::Ref { .. } => return Err(self.not_an_input(&param)),
                _ => {
                    self.check_input_type(param.ty, param.span)?;
                    self.note_drawn(param.ty);
                    inputs.push((param.name, param.ty));
                    let range = input_range(param.attrs);
                    let range = self.attribute_range(def, range, param.ty)?;
                    TickParam::Input {
                        name: param.name,
                        ty: id,
                        range,
                    }
                }
            });
        }
        Ok((params, state, inputs))
    }

    fn not_an_input(&self, param: &Parameter) -> Reported {
        let message = format!("`{}` is neither the state nor an input", param.name);
        let help = "a loop has one `&mut` state; inputs are taken by value; hardware handles are `&mut impl Trait`";
        self.root_error("roots::parameter", param.span, message, help)
    }

    /// The function that makes the state at the start.
    fn initial_state(
        &mut self,
        def: DefId,
        init: Option<&'static ast::Expr>,
        state: Ty,
        span: Span,
    ) -> Res<(FuncId, Start)> {
        if let Some(expr) = init {
            let constant = self.tcx.attribute_const(def, expr, state);
            let start = Start::Attribute(expr.span);
            return Ok((self.func(Key::Const(constant, &[])), start));
        }
        if let Some((new, args)) = self.tcx.inherent_fn(state, "new") {
            let sig = self.signature(new, args)?;
            if sig.inputs.is_empty() && sig.output == state {
                return Ok((self.item(new, args), Start::New(new, args)));
            }
        }
        let default = self.default_of(state, span);
        default.map(|it| (it, Start::Default)).ok_or_else(|| {
            let message = format!(
                "the initial value of the state `{}` is not known",
                self.tcx.show(state)
            );
            let help =
                "write `#[control_loop(init = EXPR)]`, or give the type a `new()` or `Default`";
            self.root_error("roots::no-initial-state", span, message, help)
        })
    }

    /// `<ty as Default>::default` as a function of the program.
    fn default_of(&mut self, ty: Ty, _span: Span) -> Option<FuncId> {
        let (def, args) = self.tcx.find_default(ty)?;
        match self.tcx.resolve(def, args) {
            Ok(Instance::Fn(def, args)) => Some(self.item(def, args)),
            _ => None,
        }
    }

    fn handler(
        &mut self,
        mark: &Marked,
        max: Option<&'static ast::Expr>,
        preempt: bool,
    ) -> Res<Handler> {
        let span = self.tcx.span(mark.def);
        let sig = self.plain_signature(mark.def)?;
        if !sig.inputs.is_empty() || !sig.output.is_unit() {
            let message = format!(
                "the handler `{}` takes or returns something",
                self.tcx.name(mark.def)
            );
            let help = "an interrupt handler is a `fn()`; it shares statics with the loop";
            return Err(self.root_error("roots::handler", span, message, help));
        }
        let max = match max {
            Some(max) => self.attribute_scalar(mark.def, max, Ty::int(IntTy::U32))? as u32,
            None => 1,
        };
        let func = self.item(mark.def, &[]);
        Ok(Handler {
            name: self.local_path(mark.def),
            func,
            max,
            preempt,
            span,
        })
    }

    /// The signature of a function that must not be generic.
    fn plain_signature(&self, def: DefId) -> Res<Rc<FnSig>> {
        if self.tcx.generics(def).count() > 0 {
            return Err(self.generic_root(def));
        }
        self.signature(def, &[]).map(Rc::new)
    }
}

/// What a reference refers to; any other type itself.
fn behind(ty: Ty) -> Ty {
    match *ty.kind() {
        TyKind::Ref { inner, .. } => inner,
        _ => ty,
    }
}

fn input_range(attrs: &'static ast::Attrs) -> Option<&'static ast::Expr> {
    attrs.falsify.iter().find_map(|attr| match &attr.kind {
        FalsifyAttrKind::Input { range } => range.as_ref(),
        _ => None,
    })
}
