//! Monitors and plants: what each parameter is bound to.

use super::{Loop, Marked, Parameter};
use crate::ir::{Environment, FuncId, LoopForm, Monitor, MonitorParam};
use crate::lower::{Lowering, Res};
use crate::source::Symbol;
use crate::syntax::ast::FalsifyAttrKind;
use crate::typeck::ty::{DefId, GenericArg, Ty, TyKind};
use crate::typeck::Reported;

impl Lowering<'_> {
    pub(super) fn monitor(&mut self, def: DefId, of: &Loop) -> Res<Monitor> {
        let sig = self.plain_signature(def)?;
        let span = self.tcx.span(def);
        if sig.output != Ty::bool() {
            let message = format!(
                "the monitor `{}` does not return `bool`",
                self.tcx.name(def)
            );
            return Err(self.root_error(
                "roots::monitor-result",
                span,
                message,
                "return whether the tick was fine",
            ));
        }
        let mut params = Vec::new();
        for param in self.parameters(def, &sig) {
            params.push(self.monitor_param(&param, of)?);
        }
        let text = self
            .tcx
            .attrs(def)
            .map_or(String::new(), |attrs| attrs.doc.trim().to_owned());
        let func = self.item(def, &[]);
        Ok(Monitor {
            name: self.local_path(def),
            func,
            params,
            text,
            span,
        })
    }

    fn monitor_param(&mut self, param: &Parameter, of: &Loop) -> Res<MonitorParam> {
        if self.input_named_out(param, of) {
            let message =
                "`out` could be the input of that name or what the tick returns".to_owned();
            return Err(self.root_error(
                "roots::ambiguous-out",
                param.span,
                message,
                "rename the input",
            ));
        }
        match *param.ty.kind() {
            TyKind::Ref {
                mutable: true,
                inner,
            } => self.memory(param, inner),
            TyKind::Ref {
                mutable: false,
                inner,
            } if of.state == Some(inner) => Ok(MonitorParam::State),
            TyKind::Ref {
                mutable: false,
                inner,
            } => self.superloop_local(param, inner, true, of),
            _ => self.by_value(param, of),
        }
    }

    fn input_named_out(&self, param: &Parameter, of: &Loop) -> bool {
        let is_out = |name: Symbol| name.as_str() == "out";
        is_out(param.name)
            && !of.output.is_unit()
            && of.inputs.iter().any(|&(name, _)| is_out(name))
    }

    fn memory(&mut self, param: &Parameter, ty: Ty) -> Res<MonitorParam> {
        match self.default_of(ty, param.span) {
            Some(init) => Ok(MonitorParam::Memory { init }),
            None => {
                let message = format!(
                    "`{}`, the memory `{}`, has no `Default`",
                    self.tcx.show(ty),
                    param.name
                );
                let help = "derive or implement `Default` for it: the memory starts as `default()`";
                Err(self.root_error("roots::no-default", param.span, message, help))
            }
        }
    }

    fn by_value(&mut self, param: &Parameter, of: &Loop) -> Res<MonitorParam> {
        if let Some(&(name, ty)) = of.inputs.iter().find(|(name, _)| *name == param.name) {
            self.same_type(param, ty)?;
            return Ok(MonitorParam::Input(name));
        }
        if param.name.as_str() == "out"
            && matches!(of.harness.form, LoopForm::Step { .. })
            && !of.output.is_unit()
        {
            self.same_type(param, of.output)?;
            return Ok(MonitorParam::Out);
        }
        if let Some(event) = self.event(param, of)? {
            return Ok(event);
        }
        self.superloop_local(param, param.ty, false, of)
    }

    fn same_type(&self, param: &Parameter, ty: Ty) -> Res<()> {
        if param.ty == ty {
            return Ok(());
        }
        let (wanted, found) = (self.tcx.show(ty), self.tcx.show(param.ty));
        let message = format!(
            "`{}` is of type `{wanted}` in the loop, not `{found}`",
            param.name
        );
        Err(self.root_error(
            "roots::binding-type",
            param.span,
            message,
            "give the parameter that type",
        ))
    }

    /// `name: Option<T>` where `name` is an output of the crate.
    fn event(&mut self, param: &Parameter, of: &Loop) -> Res<Option<MonitorParam>> {
        let Some(output) = self.output_named(param, self.tcx.crate_of(of.def))? else {
            return Ok(None);
        };
        let sig = self.tcx.fn_sig(output);
        let has_self = self.tcx.ast_fn(output).is_some_and(|f| f.has_self);
        let args = &sig.inputs[usize::from(has_self)..];
        let value = match args {
            [one] => *one,
            _ => Ty::tuple(args),
        };
        let is_option = match *param.ty.kind() {
            TyKind::Adt(def, args) => {
                self.tcx.lang("option") == Some(def) && args.first() == Some(&GenericArg::Ty(value))
            }
            _ => false,
        };
        if !is_option {
            let shown = self.tcx.show(value);
            let message = format!(
                "`{}` is an output: its last call of the tick is an `Option<{shown}>`",
                param.name
            );
            let help = "give the parameter that type, or another name";
            return Err(self.root_error("roots::binding-type", param.span, message, help));
        }
        Ok(Some(MonitorParam::Event(param.name)))
    }

    /// The output of a name: of several the one that loops call.
    fn output_named(&self, param: &Parameter, krate: usize) -> Res<Option<DefId>> {
        let all = self.outputs_named(param.name, krate);
        let is_called = |def: &&DefId| self.declared_calls.iter().any(|(it, _)| it == *def);
        let called: Vec<&DefId> = all.iter().filter(is_called).collect();
        if let [first, second, ..] = called[..] {
            let paths = (self.local_path(*first), self.local_path(*second));
            let message = format!("the outputs `{}` and `{}` have one name", paths.0, paths.1);
            let help = "a monitor knows an output by its name: rename one of them";
            return Err(self.root_error("roots::ambiguous-output", param.span, message, help));
        }
        Ok(called.first().copied().or(all.first()).copied())
    }

    fn outputs_named(&self, name: Symbol, krate: usize) -> Vec<DefId> {
        let is_output = |def: &DefId| {
            let attrs = self.tcx.attrs(*def);
            attrs.is_some_and(|attrs| {
                attrs
                    .falsify
                    .iter()
                    .any(|attr| matches!(attr.kind, FalsifyAttrKind::Output))
            })
        };
        self.tcx
            .all_fns(krate)
            .into_iter()
            .filter(|def| self.tcx.name(*def) == name && is_output(def))
            .collect()
    }

    pub(super) fn unbound(&self, param: &Parameter, of: &Loop) -> Reported {
        let message = format!(
            "nothing of the loop `{}` is called `{}`",
            of.harness.name, param.name
        );
        let help = "a monitor's parameter is the state `&S`, an input or (superloop) a local by its name, `out`, an \
                    output's name with an `Option`, or memory `&mut M`";
        self.root_error("roots::unbound-parameter", param.span, message, help)
    }

    pub(super) fn attach_environment(&mut self, mark: &Marked, of: &mut Loop) -> Res<()> {
        let span = self.tcx.span(mark.def);
        let name = self.local_path(mark.def);
        if of.harness.environment.is_some() {
            let message = format!(
                "the loop `{}` has a second environment, `{name}`",
                of.harness.name
            );
            return Err(self.root_error(
                "roots::environment",
                span,
                message,
                "a loop has at most one `#[environment]`",
            ));
        }
        let sig = self.plain_signature(mark.def)?;
        let mut params = Vec::new();
        for param in self.parameters(mark.def, &sig) {
            params.push(self.plant_param(&param, of)?);
        }
        self.check_plant_result(mark, sig.output, of)?;
        let plant: FuncId = self.item(mark.def, &[]);
        of.sketch.plant = Some(mark.def);
        of.harness.environment = Some(Environment {
            name,
            plant,
            params,
            span,
        });
        Ok(())
    }

    fn plant_param(&mut self, param: &Parameter, of: &Loop) -> Res<MonitorParam> {
        match *param.ty.kind() {
            TyKind::Ref {
                mutable: true,
                inner,
            } => self.memory(param, inner),
            TyKind::Ref {
                mutable: false,
                inner,
            } if of.state == Some(inner) => Ok(MonitorParam::State),
            _ => {
                let message = format!(
                    "`{}` is neither the loop's state nor the plant's memory",
                    param.name
                );
                let help =
                    "a plant takes `&S`, the state before the tick, and `&mut E`, its own memory";
                Err(self.root_error("roots::environment", param.span, message, help))
            }
        }
    }

    fn check_plant_result(&self, mark: &Marked, output: Ty, of: &Loop) -> Res<()> {
        let types: Vec<Ty> = of.inputs.iter().map(|&(_, ty)| ty).collect();
        let wanted = match types[..] {
            [one] => one,
            _ => Ty::tuple(&types),
        };
        if output == wanted && !types.is_empty() {
            return Ok(());
        }
        let message = format!(
            "the plant `{}` does not return the loop's inputs",
            self.tcx.name(mark.def)
        );
        let help = format!(
            "return `{}`: the only input, or the tuple of all in order",
            self.tcx.show(wanted)
        );
        Err(self.root_error(
            "roots::environment",
            self.tcx.span(mark.def),
            message,
            &help,
        ))
    }
}
