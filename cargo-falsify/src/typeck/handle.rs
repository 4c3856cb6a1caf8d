//! Hardware handles of a loop among each other: which there are, and what the loop calls them.

use super::defs::DefKind;
use super::generics::{GenericParamDef, MadeUp};
use super::ty::{mk, DefId, Ty, TyKind};
use super::{ParamKind, Tcx, TraitRef};
use crate::syntax::ast;

/// Associated types of handles within each other that are looked at: a trait may name itself.
const PARTS: usize = 3;

impl Tcx {
    /// All handles of the function that has this one: of its type parameters, and what associated types of these are.
    pub fn handles_beside(&self, handle: DefId) -> Vec<DefId> {
        let Some(function) = self.function_of_handle(handle) else {
            return Vec::new();
        };
        let generics = self.generics(function);
        let is_type =
            |it: &&GenericParamDef| matches!(it.kind, ParamKind::Type(_) | ParamKind::ImplTrait(_));
        let params = generics.params.iter().filter(is_type);
        let mut layer: Vec<DefId> = params
            .filter_map(|param| handle_behind(self, self.handle_type(function, param.index)))
            .collect();
        let mut all = Vec::new();
        for _ in 0..=PARTS {
            let parts: Vec<DefId> = layer
                .iter()
                .flat_map(|it| self.parts_of_handle(*it))
                .collect();
            all.append(&mut layer);
            layer = parts;
        }
        all
    }

    /// What the associated types of a handle are, where they are handles too.
    fn parts_of_handle(&self, handle: DefId) -> Vec<DefId> {
        let traits = self.traits_of_handle(handle).into_iter();
        let types = traits.flat_map(|of| {
            let items = self.trait_items(of.def).into_iter();
            let types = items.filter(move |item| self.is_plain_type(of, *item));
            types.map(move |item| (mk(TyKind::Projection(item, of.args)), of))
        });
        types
            .filter_map(|(ty, of)| handle_behind(self, self.mono(ty, of.args).ok()?))
            .collect()
    }

    /// Whether an item of a trait is a type that nothing but the handle itself decides.
    fn is_plain_type(&self, of: TraitRef, item: DefId) -> bool {
        let alone = of.args.len() == 1 && self.generics(item).params.is_empty();
        alone && self.kind(item) == DefKind::AssocTy
    }

    /// The functions of a handle's traits.
    pub fn methods_of_handle(&self, handle: DefId) -> Vec<DefId> {
        let traits = self.traits_of_handle(handle).into_iter();
        let items = traits.flat_map(|of| self.trait_items(of.def));
        items
            .filter(|item| self.kind(*item) == DefKind::AssocFn)
            .collect()
    }

    fn function_of_handle(&self, handle: DefId) -> Option<DefId> {
        match self.origin_of_handle(handle)? {
            MadeUp::Parameter(function, _) => Some(function),
            MadeUp::Assoc(of, _) => self.function_of_handle(of),
        }
    }

    /// What a handle is called where it is made: by the only parameter of its type, else by that type.
    pub fn handle_name(&self, handle: DefId) -> Option<String> {
        match self.origin_of_handle(handle)? {
            MadeUp::Parameter(function, index) => self.parameter_of_type(function, index),
            MadeUp::Assoc(of, assoc) => {
                let of = self.handle_name(of)?;
                Some(format!("{of}.{}", self.name(assoc)))
            }
        }
    }

    fn parameter_of_type(&self, function: DefId, index: u32) -> Option<String> {
        let sig = self.fn_sig(function);
        let written = &self.ast_fn(function)?.params;
        let has_type = |ty: &Ty| match *ty.kind() {
            TyKind::Ref { inner, .. } => {
                matches!(inner.kind(), TyKind::Param(it, _) if *it == index)
            }
            _ => matches!(ty.kind(), TyKind::Param(it, _) if *it == index),
        };
        let own = sig
            .inputs
            .iter()
            .zip(written)
            .filter(|(ty, _)| has_type(ty));
        let own: Vec<&ast::Param> = own.map(|(_, param)| param).collect();
        match own.as_slice() {
            [only] => match &only.pat.kind {
                ast::PatKind::Ident { ident, .. } => Some(ident.name.to_string()),
                _ => None,
            },
            _ => {
                let generics = self.generics(function);
                let mut params = generics.params.iter();
                let param = params.find(|it| it.index == index)?;
                Some(param.name.to_string())
            }
        }
    }
}

fn handle_behind(tcx: &Tcx, ty: Ty) -> Option<DefId> {
    match *ty.kind() {
        TyKind::Adt(def, _) if tcx.kind(def) == DefKind::Handle => Some(def),
        _ => None,
    }
}
