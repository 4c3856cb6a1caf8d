//! Loops, monitors, plants and handlers: how each is called.

use super::{obstacle, Draft};
use crate::ir::blueprint::{
    CallText, LocalText, LoopText, Obstacle, Passed, Reached, StartText, SuperloopText, Watched,
};
use crate::ir::{Harness, LoopForm, MonitorParam, TickParam};
use crate::lower::roots::locals::{declaration, early_ends, loop_expr};
use crate::lower::roots::{Sketch, Start};
use crate::typeck::tree::{Body, Expr, ExprKind, LabelId, LocalId, Stmt};
use crate::typeck::ty::{Args, DefId, Ty, TyKind};
use crate::typeck::DefKind;

impl Draft<'_, '_> {
    pub(super) fn loops(&mut self) {
        let low = self.low;
        for (sketch, harness) in low.sketches.iter().zip(&low.program.harnesses) {
            let drafted = self.one_loop(sketch, harness);
            self.plan.loops.push(drafted);
        }
    }

    fn one_loop(&mut self, sketch: &Sketch, harness: &Harness) -> Reached<LoopText> {
        let mut body = self.call(sketch.def, &[])?;
        body.params = self.body_params(sketch, harness)?;
        let start = match sketch.start {
            None => None,
            Some(start) => Some(self.start(sketch.def, start)?),
        };
        let mut monitors = Vec::new();
        for (def, monitor) in sketch.monitors.iter().zip(&harness.monitors) {
            monitors.push(self.bound_call(*def, &monitor.params)?);
        }
        let mut handlers = Vec::new();
        for def in &sketch.handlers {
            handlers.push(self.call(*def, &[])?);
        }
        let plant = match (sketch.plant, &harness.environment) {
            (Some(def), Some(environment)) => Some(self.bound_call(def, &environment.params)?),
            _ => None,
        };
        let drawn = |ty: &Ty| self.low.drawn.iter().position(|known| known == ty);
        Ok(LoopText {
            body,
            start,
            inputs: sketch.inputs.iter().filter_map(drawn).collect(),
            plant,
            monitors,
            handlers,
            superloop: match harness.form {
                LoopForm::Superloop { .. } => Some(self.superloop(sketch, harness)?),
                LoopForm::Step { .. } => None,
            },
            direct: self.direct(sketch, harness),
        })
    }

    /// A path to a function, from the child of its module or of its impl's.
    fn call(&mut self, def: DefId, args: Args) -> Reached<CallText> {
        let tcx = self.low.tcx;
        let (home, module) = self.module_of(def)?;
        let name = tcx.name(def).written();
        let parent = tcx.parent(def).filter(|it| tcx.kind(*it) == DefKind::Impl);
        let path = match parent {
            None => format!("super::{name}"),
            Some(of) => format!("{}::{name}", self.self_of_impl(of, args, home, def)?),
        };
        Ok(CallText {
            module,
            path,
            params: Vec::new(),
        })
    }

    /// `<Type>` or `<Type as Trait>`.
    fn self_of_impl(&self, of: DefId, args: Args, home: DefId, def: DefId) -> Reached<String> {
        let tcx = self.low.tcx;
        let ty = tcx.mono(tcx.type_of(of), args).ok();
        let ty = ty.and_then(|ty| self.type_text(home, ty));
        let named = match tcx.impl_trait(of) {
            None => ty.map(|ty| format!("<{ty}>")),
            Some(of) => {
                ty.and_then(|ty| Some(format!("<{ty} as {}>", tcx.path_from(home, of.def)?)))
            }
        };
        let what = || {
            format!(
                "the type of the method `{}` has no name here",
                tcx.name(def)
            )
        };
        named.ok_or_else(|| Obstacle {
            what: what(),
            span: tcx.span(def),
        })
    }

    fn bound_call(&mut self, def: DefId, params: &[MonitorParam]) -> Reached<CallText> {
        let mut call = self.call(def, &[])?;
        let passed = |param: &MonitorParam| match param {
            MonitorParam::Event(_) => Passed::Event,
            _ => Passed::Bound,
        };
        call.params = params.iter().map(passed).collect();
        Ok(call)
    }

    fn start(&mut self, def: DefId, start: Start) -> Reached<StartText> {
        Ok(match start {
            Start::Default => StartText::Default,
            Start::New(new, args) => StartText::Call(self.call(new, args)?),
            Start::Attribute(_) => {
                // The attribute leaves a function of this name beside the loop.
                let mut call = self.call(def, &[])?;
                let name = self.low.tcx.name(def);
                let loop_name = name.written();
                let stem = call.path.len() - loop_name.len();
                call.path
                    .replace_range(stem.., &format!("__falsify_init_{name}"));
                StartText::Call(call)
            }
        })
    }

    fn body_params(&mut self, sketch: &Sketch, harness: &Harness) -> Reached<Vec<Passed>> {
        let tcx = self.low.tcx;
        let types = tcx.fn_sig(sketch.def).inputs.clone();
        let mut passed = Vec::new();
        for (position, ty) in types.into_iter().enumerate() {
            let ty = tcx.mono(ty, sketch.args).unwrap_or(Ty::error());
            let is_handle = match &harness.form {
                LoopForm::Superloop { .. } => true,
                LoopForm::Step { params, .. } => {
                    matches!(params.get(position), Some(TickParam::Handle(_)))
                }
            };
            passed.push(match is_handle {
                true => Passed::Handle(self.handle_argument(sketch.def, ty)?),
                false => Passed::Bound,
            });
        }
        Ok(passed)
    }

    /// An expression for a hardware handle or a reference to one.
    fn handle_argument(&mut self, def: DefId, ty: Ty) -> Reached<String> {
        let (kind, inner) = match *ty.kind() {
            TyKind::Ref { mutable, inner } if mutable => ("&mut ", inner),
            TyKind::Ref { inner, .. } => ("&", inner),
            _ => ("", ty),
        };
        match *inner.kind() {
            TyKind::Adt(handle, _) => Ok(format!("{kind}{}", self.handle(handle, def)?)),
            _ => obstacle(self.low.tcx.span(def), "a parameter that is no handle"),
        }
    }

    fn superloop(&mut self, sketch: &Sketch, harness: &Harness) -> Reached<SuperloopText> {
        let low = self.low;
        let span = low.tcx.span(sketch.def);
        let lost = || Obstacle {
            what: "the outermost loop is not found".into(),
            span,
        };
        let body = low.tcx.body(sketch.def).map_err(|_| lost())?;
        let label = low.tick_loop(sketch.def).map_err(|_| lost())?;
        let whole = loop_expr(&body.value, label).ok_or_else(lost)?;
        let ExprKind::Loop { body: inside, .. } = &whole.kind else {
            return Err(lost());
        };
        let LoopForm::Superloop { run } = harness.form else {
            return Err(lost());
        };
        let variables = low.superloop_locals.get(&run).ok_or_else(lost)?;
        let mut locals: Vec<LocalText> = Vec::new();
        let params = harness.monitors.iter().flat_map(|it| &it.params);
        for param in params {
            let MonitorParam::Local { local, .. } = param else {
                continue;
            };
            if locals.iter().any(|known| known.local == *local) {
                continue;
            }
            let variable = variables.iter().find(|(_, found)| *found == local);
            let (variable, _) = variable.ok_or_else(lost)?;
            let named = &body.locals[variable.0 as usize];
            locals.push(LocalText {
                local: *local,
                name: named.name.written(),
                watched: watched(&body, whole, label, *variable)?,
            });
        }
        Ok(SuperloopText {
            whole: whole.span,
            body: inside.span,
            locals,
        })
    }
}

fn watched(body: &Body, whole: &Expr, label: LabelId, variable: LocalId) -> Reached<Watched> {
    let of = &body.locals[variable.0 as usize];
    let unwatched = |why: &str| obstacle(of.span, format!("`{}` {why}", of.name));
    match declaration(body, label, variable) {
        Some((
            Stmt::Let {
                span,
                init: Some(_),
                ..
            },
            true,
        )) => Ok(Watched::Inside(*span)),
        Some((
            Stmt::Let {
                span,
                init: Some(_),
                ..
            },
            false,
        )) => Ok(Watched::Before(*span)),
        Some((Stmt::Let { .. }, _)) => {
            let ends = early_ends(whole, label);
            let alike = body.locals.iter().filter(|it| it.name == of.name).count();
            match ends.is_empty() || alike == 1 {
                true => Ok(Watched::AtEnds(ends)),
                false => unwatched("may be another variable of this name at a `continue`"),
            }
        }
        _ => unwatched("is not declared by a `let`"),
    }
}
