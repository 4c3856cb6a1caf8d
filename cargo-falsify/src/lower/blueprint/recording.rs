//! How values are written that aux functions take and return.

use std::collections::HashMap;

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
            // Values of such a type are not recorded; which functions that concerns is said when they are.
            _ => drop(self.parts(self.krate, ty)),
        }
    }
}
