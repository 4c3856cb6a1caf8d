//! How values are written that aux functions take and return.

use std::collections::{HashMap, HashSet};

use super::super::{Lowering, Role};
use super::Draft;
use crate::ir::blueprint::Blueprint;
use crate::typeck::ty::{Ty, TyKind};

impl Lowering<'_> {
    /// The structs and enums that are parts of the arguments and results of a crate's aux functions; nothing else. What added
    /// code cannot reach is left out.
    pub fn recording(&mut self, krate: usize) -> Blueprint {
        let tcx = self.tcx;
        let aux = tcx.all_fns(krate).into_iter();
        let aux: Vec<_> = aux.filter(|def| self.role(*def) == Role::Aux).collect();
        let mut draft = Draft {
            low: self,
            krate,
            plan: Blueprint::default(),
            crates: HashMap::new(),
            modules: HashMap::new(),
            values: HashMap::new(),
            handles: HashMap::new(),
        };
        // The root is always needed; no macro makes it.
        let _ = draft.krate(krate);
        for def in aux {
            let signature = tcx.fn_sig(def);
            for ty in signature.inputs.iter().chain([&signature.output]) {
                draft.written(*ty);
            }
        }
        draft.plan
    }
}

impl Draft<'_, '_> {
    fn written(&mut self, ty: Ty) {
        match *ty.kind() {
            TyKind::Ref { inner, .. } => self.written(inner),
            // Lifetimes are not known here, and the name of such a type may need one.
            _ if self.borrows(ty, &mut HashSet::new()) => {}
            // Values of such a type are not recorded; which functions that concerns is said when they are.
            _ => drop(self.parts(self.krate, ty)),
        }
    }

    /// Whether there may be references in the values of a type.
    fn borrows(&self, ty: Ty, seen: &mut HashSet<Ty>) -> bool {
        if !seen.insert(ty) {
            return false;
        }
        match *ty.kind() {
            TyKind::Tuple(parts) => parts.iter().any(|&part| self.borrows(part, seen)),
            TyKind::Array(inner, _) => self.borrows(inner, seen),
            TyKind::Adt(_, args) => {
                let mut inside: Vec<Ty> = args.iter().filter_map(|arg| arg.ty()).collect();
                inside.extend(self.fields_of(ty));
                inside.into_iter().any(|part| self.borrows(part, seen))
            }
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) => false,
            TyKind::Never => false,
            _ => true,
        }
    }

    fn fields_of(&self, ty: Ty) -> Vec<Ty> {
        let tcx = self.low.tcx;
        let TyKind::Adt(def, _) = *ty.kind() else {
            return Vec::new();
        };
        let adt = tcx.adt(def);
        let variants = adt.variants.iter().enumerate();
        let fields = variants.flat_map(|(index, variant)| {
            (0..variant.fields.len()).map(move |field| (index as u32, field as u32))
        });
        let types = fields.filter_map(|(variant, field)| tcx.field_ty(ty, variant, field).ok());
        types.collect()
    }
}
