//! Loops as ordinary code beside them can run them: a test of the user's own.

use super::Draft;
use crate::ir::blueprint::{DirectStart, DirectText, NamedText, LIBRARY_VALUES};
use crate::ir::{Harness, LoopForm, TickParam, TypeId};
use crate::lower::roots::{Sketch, Start};
use crate::typeck::ty::{Args, DefId, Ty, TyKind};
use crate::typeck::DefKind;

impl Draft<'_, '_> {
    /// Without a monitor, then with each one; nothing where no module sees all that is needed.
    pub(super) fn direct(&mut self, sketch: &Sketch, harness: &Harness) -> Vec<Option<DirectText>> {
        let is_plain = match &harness.form {
            LoopForm::Step { params, .. } => {
                !params.iter().any(|it| matches!(it, TickParam::Handle(_)))
            }
            LoopForm::Superloop { .. } => false,
        };
        let monitors = sketch.monitors.iter().map(|it| Some(*it));
        let monitors: Vec<Option<DefId>> = std::iter::once(None).chain(monitors).collect();
        let direct = monitors.into_iter().map(|monitor| {
            is_plain
                .then(|| self.direct_with(sketch, monitor))
                .flatten()
        });
        direct.collect()
    }

    fn direct_with(&mut self, sketch: &Sketch, monitor: Option<DefId>) -> Option<DirectText> {
        let tcx = self.low.tcx;
        let homes = [Some(sketch.def), monitor];
        let homes = homes
            .into_iter()
            .flatten()
            .filter_map(|it| tcx.named_module(it));
        let homes: Vec<DefId> = homes.collect();
        homes
            .into_iter()
            .find_map(|home| self.direct_from(home, sketch, monitor))
    }

    fn direct_from(
        &mut self,
        home: DefId,
        sketch: &Sketch,
        monitor: Option<DefId>,
    ) -> Option<DirectText> {
        let mut types = Vec::new();
        for &input in &sketch.inputs {
            self.nominal_parts(home, input, &mut types)?;
        }
        let handlers = sketch.handlers.iter();
        Some(DirectText {
            body: self.function_from(home, sketch.def, &[])?,
            start: match sketch.start {
                None => None,
                Some(start) => Some(self.start_from(home, sketch.def, start)?),
            },
            handlers: handlers
                .map(|it| self.function_from(home, *it, &[]))
                .collect::<Option<_>>()?,
            monitor: match monitor {
                None => None,
                Some(monitor) => Some(self.function_from(home, monitor, &[])?),
            },
            types,
            inputs_are_copied: sketch.inputs.iter().all(|it| self.low.tcx.is_copy(*it)),
            module: self.module(home).ok()?,
        })
    }

    fn function_from(&self, home: DefId, def: DefId, args: Args) -> Option<String> {
        let tcx = self.low.tcx;
        // Users who forbid unsafe code forbid it in tests too.
        if tcx.ast_fn(def).is_some_and(|it| it.is_unsafe) {
            return None;
        }
        let of = tcx.parent(def).filter(|it| tcx.kind(*it) == DefKind::Impl);
        let Some(of) = of else {
            return tcx.path_from(home, def);
        };
        let ty = tcx.mono(tcx.type_of(of), args).ok()?;
        let ty = self.type_text(home, ty)?;
        let visible = tcx.method_visible(def, home) && tcx.impl_trait(of).is_none();
        visible.then(|| format!("<{ty}>::{}", tcx.name(def).written()))
    }

    fn start_from(&self, home: DefId, def: DefId, start: Start) -> Option<DirectStart> {
        let tcx = self.low.tcx;
        Some(match start {
            Start::Default => DirectStart::Default,
            Start::New(new, args) => DirectStart::Call(self.function_from(home, new, args)? + "()"),
            Start::Attribute(span) => {
                let of = tcx.parent(def).filter(|it| tcx.kind(*it) == DefKind::Impl);
                let of = of.and_then(|of| self.type_text(home, tcx.type_of(of)));
                // The expression sees what its own module sees.
                let here = tcx.named_module(def) == Some(home);
                here.then_some(DirectStart::Written(span, of))?
            }
        })
    }

    /// Names of the structs and enums that a value is made of; none if code here could not make one.
    fn nominal_parts(
        &self,
        home: DefId,
        ty: Ty,
        found: &mut Vec<(TypeId, NamedText)>,
    ) -> Option<()> {
        let tcx = self.low.tcx;
        match *ty.kind() {
            TyKind::Tuple(parts) => parts
                .iter()
                .try_for_each(|&part| self.nominal_parts(home, part, found)),
            TyKind::Array(inner, _) => self.nominal_parts(home, inner, found),
            TyKind::Adt(def, args) => {
                let id = *self.low.types.get(&ty)?;
                if found.iter().any(|(known, _)| *known == id) {
                    return Some(());
                }
                let path = tcx.path(def);
                let library = LIBRARY_VALUES.iter().find(|it| **it == path);
                if let Some(library) = library {
                    found.push((id, NamedText::Library(library)));
                    let mut args = args.iter().filter_map(|arg| arg.ty());
                    return args.try_for_each(|arg| self.nominal_parts(home, arg, found));
                }
                if !self.can_make(def, home) {
                    return None;
                }
                found.push((id, NamedText::Own(tcx.path_from(home, def)?)));
                for variant in 0..tcx.adt(def).variants.len() as u32 {
                    for field in 0..tcx.adt(def).variants[variant as usize].fields.len() as u32 {
                        let part = tcx.field_ty(ty, variant, field).ok()?;
                        self.nominal_parts(home, part, found)?;
                    }
                }
                Some(())
            }
            _ => Some(()),
        }
    }
}
