//! Inputs and outputs: what their calls draw, fill and tell instead of running.

use super::{obstacle, Draft};
use crate::ir::blueprint::{
    Border, BorderText, ElementsText, EventText, FillText, ForeignText, Obstacle, Reached,
};
use crate::syntax::ast;
use crate::typeck::ty::{Args, DefId, Ty, TyKind};
use crate::typeck::{Instance, VariantDef};

/// An argument of a declared function.
pub(super) struct Argument {
    /// The receiver counted.
    pub position: usize,
    /// As the body calls it.
    pub name: String,
    pub ty: Ty,
}

impl Draft<'_, '_> {
    /// Inputs and outputs whose own bodies the compiler would run.
    pub(super) fn borders(&mut self) {
        let calls = self.low.declared_calls[..self.low.declared_by_loops].to_vec();
        let mut seen = Vec::new();
        for (callee, args) in calls {
            let (def, is_foreign) = match self.low.tcx.resolve(callee, args) {
                Ok(Instance::Fn(def, _)) => (def, false),
                Ok(Instance::Bodyless(def, _)) => (def, true),
                _ => continue,
            };
            if seen.contains(&def) {
                continue;
            }
            seen.push(def);
            // Methods of handles have no body either, but those have got one.
            let is_method = self.low.tcx.trait_of_item(def).is_some();
            if is_foreign && !is_method {
                let drafted = self.foreign_function(def);
                self.plan.foreign.push(drafted);
            } else if self.low.is_border(def) {
                self.attributed(def, args);
            } else if !is_foreign {
                self.border(callee, def, args);
            }
        }
    }

    pub(super) fn is_called(&self, method: DefId) -> bool {
        let calls = &self.low.declared_calls[..self.low.declared_by_loops];
        calls.iter().any(|(callee, _)| *callee == method)
    }

    /// The attribute gives the body, from what it sees: types that are written as buffers.
    fn attributed(&mut self, def: DefId, args: Args) {
        let Err(obstacle) = self.is_seen_by_attribute(def, args) else {
            return;
        };
        let border = Border {
            name: self.low.tcx.name(def).to_string(),
            output: None,
            fills: Vec::new(),
        };
        self.plan.borders.push(BorderText {
            krate: 0,
            border,
            body: Err(obstacle),
        });
    }

    fn is_seen_by_attribute(&self, def: DefId, args: Args) -> Reached<()> {
        let tcx = self.low.tcx;
        let Some(function) = tcx.ast_fn(def).filter(|_| self.low.fills(def)) else {
            return Ok(());
        };
        for (position, param) in function.params.iter().enumerate() {
            let Some(element) = self.filled_element(def, args, position) else {
                continue;
            };
            let elements = self.elements(element, tcx.crate_of(def), def);
            if !is_written_as_buffer(&param.ty) || elements != Ok(ElementsText::Read) {
                return obstacle(param.pat.span, "a buffer whose type is not written out");
            }
        }
        Ok(())
    }

    fn foreign_function(&mut self, def: DefId) -> Reached<ForeignText> {
        let tcx = self.low.tcx;
        let (home, module) = self.module_of(def)?;
        let sig = tcx.fn_sig(def);
        let nameless = |ty: Ty| Obstacle {
            what: format!("the type `{}` has no name here", tcx.show(ty)),
            span: tcx.span(def),
        };
        let text = |ty: Ty| self.type_text(home, ty).ok_or_else(|| nameless(ty));
        let (mut params, mut arguments) = (Vec::new(), Vec::new());
        for (position, &ty) in sig.inputs.iter().enumerate() {
            let name = format!("a{position}");
            params.push(format!("{name}: {}", text(ty)?));
            arguments.push(Argument { position, name, ty });
        }
        Ok(ForeignText {
            module,
            name: tcx.name(def).written(),
            item: tcx.span(def),
            signature: format!("({}) -> {}", params.join(", "), text(sig.output)?),
            border: self.border_with(def, &[], &arguments, tcx.crate_of(def))?,
        })
    }

    fn border(&mut self, declared: DefId, def: DefId, args: Args) {
        let tcx = self.low.tcx;
        let Ok(krate) = self.krate(tcx.crate_of(def)) else {
            return;
        };
        let body = tcx.ast_fn(def).and_then(|it| it.body.as_ref());
        let body = body.map(|body| body.span);
        let made = self.border_of(declared, def, args);
        let body = match (body, &made) {
            (Some(body), Ok(_)) => Ok(body),
            (_, Err(obstacle)) => Err(obstacle.clone()),
            (None, _) => obstacle(tcx.span(def), "a function without a body"),
        };
        let border = made.unwrap_or(Border {
            name: self.low.source_name(declared, args).to_string(),
            output: None,
            fills: Vec::new(),
        });
        self.plan.borders.push(BorderText {
            krate,
            border,
            body,
        });
    }

    /// What a call of a declared function means; the parameters are those of `def`.
    fn border_of(&self, declared: DefId, def: DefId, args: Args) -> Reached<Border> {
        let tcx = self.low.tcx;
        if self.low.is_executed(def) {
            let what = format!("`{}` is declared and executed alike", tcx.name(def));
            return obstacle(tcx.span(def), what);
        }
        let Some(function) = tcx.ast_fn(def) else {
            return obstacle(tcx.span(def), "an input or output that is no function");
        };
        let mut arguments = Vec::new();
        let types = tcx.fn_sig(def).inputs.clone();
        let params = function.params.iter().zip(types).enumerate();
        for (position, (param, ty)) in params.skip(usize::from(function.has_self)) {
            let ast::PatKind::Ident { ident, .. } = &param.pat.kind else {
                if self.is_used(declared, args, position) {
                    return obstacle(param.pat.span, "a parameter without a name");
                }
                continue;
            };
            arguments.push(Argument {
                position,
                name: ident.name.written(),
                ty,
            });
        }
        self.border_with(declared, args, &arguments, tcx.crate_of(def))
    }

    /// Whether something becomes of an argument.
    fn is_used(&self, declared: DefId, args: Args, position: usize) -> bool {
        self.low.tells(declared)
            || (self.low.fills(declared) && self.filled_element(declared, args, position).is_some())
    }

    pub(super) fn border_with(
        &self,
        declared: DefId,
        args: Args,
        arguments: &[Argument],
        krate: usize,
    ) -> Reached<Border> {
        let told = |it: &&Argument| self.low.is_told(declared, it.ty);
        let told = arguments.iter().filter(told);
        let told = told.map(|it| (it.name.clone(), matches!(it.ty.kind(), TyKind::Ref { .. })));
        let event = || EventText {
            name: self.low.event_name(declared).to_string(),
            arguments: told.collect(),
        };
        let fills = match self.low.fills(declared) {
            true => self.fill_texts(declared, args, arguments, krate)?,
            false => Vec::new(),
        };
        Ok(Border {
            name: self.low.source_name(declared, args).to_string(),
            output: self.low.tells(declared).then(event),
            fills,
        })
    }

    fn fill_texts(
        &self,
        declared: DefId,
        args: Args,
        arguments: &[Argument],
        krate: usize,
    ) -> Reached<Vec<FillText>> {
        let mut fills = Vec::new();
        for argument in arguments {
            let Some(element) = self.filled_element(declared, args, argument.position) else {
                continue;
            };
            if self.low.buffer_element(argument.ty).is_none() {
                let span = self.low.tcx.span(declared);
                return obstacle(span, "a buffer whose type is a parameter");
            }
            let source = self.low.buffer_name(declared, args, argument.position);
            fills.push(FillText {
                argument: argument.name.clone(),
                source: source.to_string(),
                elements: self.elements(element, krate, declared)?,
            });
        }
        Ok(fills)
    }

    /// The elements of the buffer that is passed in a call.
    fn filled_element(&self, declared: DefId, args: Args, position: usize) -> Option<Ty> {
        let tcx = self.low.tcx;
        let ty = *tcx.fn_sig(declared).inputs.get(position)?;
        self.low.buffer_element(tcx.mono(ty, args).ok()?)
    }

    fn elements(&self, element: Ty, krate: usize, declared: DefId) -> Reached<ElementsText> {
        if !self.refers(element) {
            return Ok(ElementsText::Read);
        }
        let tcx = self.low.tcx;
        let strange = || Obstacle {
            what: format!("a buffer of `{}` cannot be filled", tcx.show(element)),
            span: tcx.span(declared),
        };
        let TyKind::Adt(def, _) = *element.kind() else {
            return Err(strange());
        };
        let root = tcx.root_module(krate);
        let path = tcx.path_from(root, def).ok_or_else(strange)?;
        // From everywhere in the crate, not from the child of its root alone.
        let path = match path.strip_prefix("super::") {
            Some(rest) => format!("crate::{rest}"),
            None => path,
        };
        let adt = tcx.adt(def);
        let mut shapes = Vec::new();
        for (index, variant) in adt.variants.iter().enumerate() {
            let shape = match adt.is_enum {
                true => format!("{path}::{}", variant.name.written()),
                false => path.clone(),
            };
            let fields = self.buffers_of(element, index as u32, variant, root);
            shapes.push((shape, fields.ok_or_else(strange)?));
        }
        Ok(ElementsText::Behind(shapes))
    }

    /// The fields of a variant that are filled; nothing if added code cannot do it.
    fn buffers_of(
        &self,
        ty: Ty,
        index: u32,
        variant: &VariantDef,
        root: DefId,
    ) -> Option<Vec<String>> {
        let tcx = self.low.tcx;
        let mut filled = Vec::new();
        for (at, field) in variant.fields.iter().enumerate() {
            let part = tcx.field_ty(ty, index, at as u32).ok()?;
            let Some(element) = self.low.buffer_element(part) else {
                continue;
            };
            if self.refers(element) || !tcx.field_visible(field, root) {
                return None;
            }
            filled.push(field.name.written());
        }
        Some(filled)
    }

    /// Whether values of a type have references inside.
    fn refers(&self, ty: Ty) -> bool {
        let tcx = self.low.tcx;
        match *ty.kind() {
            TyKind::Ref { .. } => true,
            TyKind::Array(inner, _) => self.refers(inner),
            TyKind::Tuple(parts) => parts.iter().any(|&part| self.refers(part)),
            TyKind::Adt(def, _) => {
                let adt = tcx.adt(def);
                let variants = adt.variants.iter().enumerate();
                let mut parts = variants.flat_map(|(index, variant)| {
                    let fields = 0..variant.fields.len();
                    fields.map(move |field| tcx.field_ty(ty, index as u32, field as u32))
                });
                parts.any(|part| part.is_ok_and(|part| self.refers(part)))
            }
            _ => false,
        }
    }
}

fn is_written_as_buffer(ty: &ast::Ty) -> bool {
    let ast::TyKind::Ref {
        mutable: true,
        inner,
    } = &ty.kind
    else {
        return false;
    };
    matches!(inner.kind, ast::TyKind::Slice(_) | ast::TyKind::Array(..))
}
