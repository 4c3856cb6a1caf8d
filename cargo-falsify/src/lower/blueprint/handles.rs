//! Made-up types for hardware handles: a unit struct each, with the traits that its bounds name.

use super::borders::Argument;
use super::{obstacle, Draft};
use crate::ir::blueprint::{HandleText, ImplText, MethodText, Obstacle, Reached};
use crate::typeck::ty::{mk, DefId, Ty, TyKind};
use crate::typeck::{DefKind, TraitRef};

impl Draft<'_, '_> {
    /// The name of the struct that stands for a handle, in the child of the module of the loop `near`.
    pub(super) fn handle(&mut self, handle: DefId, near: DefId) -> Reached<String> {
        if let Some((_, name)) = self.handles.get(&handle) {
            return Ok(name.clone());
        }
        let (home, module) = self.module_of(near)?;
        let name = format!("Handle{}", self.handles.len());
        self.handles.insert(handle, (home, name.clone()));
        let mut impls: Vec<ImplText> = Vec::new();
        let traits = self.low.tcx.traits_of_handle(handle);
        // Methods of one trait may name the associated types of another.
        for of in &traits {
            self.made_up_parts(*of, near)?;
        }
        for of in traits {
            if let Some(made) = self.implementation(of, home, near)? {
                if impls.iter().all(|known| known.of != made.of) {
                    impls.push(made);
                }
            }
        }
        self.plan.handles.push(HandleText {
            module,
            name: name.clone(),
            impls,
        });
        Ok(name)
    }

    /// Nothing for what is derived anyway and for what some impl gives to every type.
    fn implementation(
        &mut self,
        of: TraitRef,
        home: DefId,
        near: DefId,
    ) -> Reached<Option<ImplText>> {
        let tcx = self.low.tcx;
        let is_core = tcx.crate_name(tcx.crate_of(of.def)).as_str() == "core";
        if tcx.has_blanket_impl(of.def) || (is_core && is_given(tcx.name(of.def).as_str())) {
            return Ok(None);
        }
        let nameless = || Obstacle {
            what: format!(
                "the trait `{}` has no name where the loop is",
                tcx.name(of.def)
            ),
            span: tcx.span(near),
        };
        let path = tcx.path_from(home, of.def).ok_or_else(nameless)?;
        let mut made = ImplText {
            of: path,
            items: Vec::new(),
            methods: Vec::new(),
        };
        for item in self.written_items(of) {
            match tcx.kind(item) {
                DefKind::AssocTy => made.items.push(self.associated_type(item, of, home)?),
                DefKind::AssocConst => made.items.push(self.associated_const(item, of, home)?),
                DefKind::AssocFn if self.has_default_in_replay(item, of) => {}
                DefKind::AssocFn => made.methods.push(self.method(item, of, home)?),
                _ => return obstacle(tcx.span(item), "an item of a trait that is not known"),
            }
        }
        let made_up = |handle: DefId| self.handles.get(&handle).map(|(_, name)| name.clone());
        made.of += &tcx
            .args_from(home, of.def, of.args, &made_up)
            .ok_or_else(nameless)?;
        Ok(Some(made))
    }

    /// What an implementation must say, and what it can say better than the trait.
    fn written_items(&self, of: TraitRef) -> Vec<DefId> {
        let tcx = self.low.tcx;
        let mut items = tcx.required_items(of.def);
        let all = tcx.trait_items(of.def).into_iter();
        let told_apart = all.filter(|item| !items.contains(item) && self.is_told_apart(*item, of));
        let told_apart: Vec<DefId> = told_apart.collect();
        items.extend(told_apart);
        items
    }

    /// Whether the values of a declared method are those of one handle among several.
    fn is_told_apart(&self, item: DefId, of: TraitRef) -> bool {
        self.low.tcx.kind(item) == DefKind::AssocFn
            && self.low.is_border(item)
            && self.low.source_name(item, of.args) != self.low.event_name(item)
    }

    /// The attribute gives a declared method a body there, unless it might stand in an `extern` block or its values are
    /// those of one handle among several.
    fn has_default_in_replay(&self, method: DefId, of: TraitRef) -> bool {
        let takes_self = self.low.tcx.ast_fn(method).is_some_and(|it| it.has_self);
        takes_self && self.low.is_border(method) && !self.is_told_apart(method, of)
    }

    fn concrete(&self, ty: Ty, of: TraitRef, item: DefId) -> Reached<Ty> {
        let tcx = self.low.tcx;
        tcx.mono(ty, of.args).map_err(|_| Obstacle {
            what: format!("a type of `{}` is not known", tcx.name(item)),
            span: tcx.span(item),
        })
    }

    fn text(&self, ty: Ty, home: DefId, item: DefId) -> Reached<String> {
        let tcx = self.low.tcx;
        self.type_text(home, ty).ok_or_else(|| Obstacle {
            what: format!("the type `{}` has no name where the loop is", tcx.show(ty)),
            span: tcx.span(item),
        })
    }

    /// Structs for the associated types of a trait that nothing else says.
    fn made_up_parts(&mut self, of: TraitRef, near: DefId) -> Reached<()> {
        let tcx = self.low.tcx;
        let mut items = tcx.required_items(of.def);
        items.retain(|&item| tcx.kind(item) == DefKind::AssocTy);
        for item in items {
            let ty = self.concrete(mk(TyKind::Projection(item, of.args)), of, item)?;
            if let TyKind::Adt(def, _) = *ty.kind() {
                if tcx.kind(def) == DefKind::Handle {
                    self.handle(def, near)?;
                }
            }
        }
        Ok(())
    }

    fn associated_type(&self, item: DefId, of: TraitRef, home: DefId) -> Reached<String> {
        let ty = self.concrete(mk(TyKind::Projection(item, of.args)), of, item)?;
        let name = self.low.tcx.name(item).written();
        Ok(format!("type {name} = {};", self.text(ty, home, item)?))
    }

    /// One that the loop uses has no value for the tool either; this one is there to be compiled.
    fn associated_const(&self, item: DefId, of: TraitRef, home: DefId) -> Reached<String> {
        let ty = self.concrete(self.low.tcx.type_of(item), of, item)?;
        let name = self.low.tcx.name(item).written();
        let ty = self.text(ty, home, item)?;
        Ok(format!(
            "const {name}: {ty} = unsafe {{ core::mem::zeroed() }};"
        ))
    }

    fn method(&self, item: DefId, of: TraitRef, home: DefId) -> Reached<MethodText> {
        let tcx = self.low.tcx;
        let what = || {
            format!(
                "the method `{}` of a handle cannot be written",
                tcx.name(item)
            )
        };
        let Some(function) = tcx.ast_fn(item) else {
            return obstacle(tcx.span(item), what());
        };
        if function.is_async || !tcx.generics(item).params.is_empty() {
            return obstacle(tcx.span(item), what());
        }
        let sig = tcx.fn_sig(item);
        let (mut params, mut arguments) = (Vec::new(), Vec::new());
        for (position, ty) in sig.inputs.iter().enumerate() {
            let ty = self.concrete(*ty, of, item)?;
            if position == 0 && function.has_self {
                params.push(receiver(ty, of.self_ty()).ok_or_else(|| Obstacle {
                    what: what(),
                    span: tcx.span(item),
                })?);
                continue;
            }
            params.push(format!("a{position}: {}", self.text(ty, home, item)?));
            arguments.push(Argument {
                position,
                name: format!("a{position}"),
                ty,
            });
        }
        let output = self.concrete(sig.output, of, item)?;
        let output = self.text(output, home, item)?;
        let qualifier = if function.is_unsafe { "unsafe " } else { "" };
        let name = tcx.name(item);
        let border = match self.low.declared(item) {
            Some(_) if self.is_called(item) => {
                Some(self.border_with(item, of.args, &arguments, tcx.crate_of(home))?)
            }
            _ => None,
        };
        Ok(MethodText {
            signature: format!(
                "{qualifier}fn {}({}) -> {output}",
                name.written(),
                params.join(", ")
            ),
            border,
        })
    }
}

/// Traits that every made-up struct derives or that are not written.
fn is_given(name: &str) -> bool {
    let given = [
        "Clone",
        "Copy",
        "Debug",
        "Default",
        "Eq",
        "Hash",
        "Ord",
        "PartialEq",
        "PartialOrd",
        "Send",
        "Sized",
        "Sync",
        "Unpin",
    ];
    given.contains(&name)
}

fn receiver(ty: Ty, of: Ty) -> Option<String> {
    match *ty.kind() {
        _ if ty == of => Some("self".into()),
        TyKind::Ref { mutable, inner } if inner == of => {
            Some(if mutable { "&mut self" } else { "&self" }.into())
        }
        _ => None,
    }
}
