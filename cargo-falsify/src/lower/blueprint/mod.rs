//! Drafts the [`Blueprint`] of the loops: paths to their functions and types as added code writes them.

mod borders;
mod calls;
mod checks;
mod direct;
mod handles;
mod recording;
mod values;

use std::collections::HashMap;

use super::Lowering;
use crate::ir::blueprint::{Blueprint, CrateText, ModuleText, Obstacle, Reached};
use crate::source::Span;
use crate::typeck::ty::{DefId, Ty};

impl Lowering<'_> {
    /// The blueprint of the harnesses so far, which are those of one crate.
    pub fn blueprint(&mut self, krate: usize) -> Blueprint {
        let types = self.drawn[..self.drawn_by_loops].to_vec();
        let types = types
            .into_iter()
            .filter_map(|ty| Some((ty, self.ty(ty).ok()?)))
            .collect::<Vec<_>>();
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
        draft.loops();
        for (ty, id) in types {
            draft.reading(ty, id);
        }
        draft.borders();
        draft.checks();
        draft.plan
    }
}

/// A blueprint while it is made.
struct Draft<'l, 't> {
    low: &'l Lowering<'t>,
    krate: usize,
    plan: Blueprint,
    crates: HashMap<usize, usize>,
    modules: HashMap<DefId, usize>,
    /// What came of each value type, by the crate that needs it.
    values: HashMap<(usize, Ty), Reached<usize>>,
    /// The names of handles, and the modules in whose children they stand.
    handles: HashMap<DefId, (DefId, String)>,
}

fn obstacle<T>(span: Span, what: impl Into<String>) -> Reached<T> {
    let what = what.into();
    Err(Obstacle { what, span })
}

impl Draft<'_, '_> {
    /// The position of a crate that gets text.
    fn krate(&mut self, krate: usize) -> Reached<usize> {
        if let Some(&known) = self.crates.get(&krate) {
            return Ok(known);
        }
        let tcx = self.low.tcx;
        let position = self.plan.crates.len();
        self.crates.insert(krate, position);
        self.plan.crates.push(CrateText {
            name: tcx.crate_name(krate).to_string(),
            root: tcx.root_file(krate).file,
            module: 0,
            knows_runtime: tcx.depends_on(krate, "falsify"),
        });
        let root = self.module(tcx.root_module(krate))?;
        self.plan.crates[position].module = root;
        Ok(position)
    }

    /// The position of a module that gets a child.
    fn module(&mut self, module: DefId) -> Reached<usize> {
        if let Some(&known) = self.modules.get(&module) {
            return Ok(known);
        }
        let tcx = self.low.tcx;
        let krate = self.krate(tcx.crate_of(module))?;
        // A crate begins with its root.
        if let Some(&known) = self.modules.get(&module) {
            return Ok(known);
        }
        let name = tcx.path(module);
        let Some(end) = tcx.module_end(module) else {
            return obstacle(
                tcx.span(module),
                format!("a macro makes the module `{name}`"),
            );
        };
        if self.plan.modules.iter().any(|known| known.end == end) {
            let what = format!("the file of the module `{name}` is that of another module, too");
            return obstacle(tcx.span(module), what);
        }
        let position = self.plan.modules.len();
        self.plan.modules.push(ModuleText { krate, end });
        self.modules.insert(module, position);
        Ok(position)
    }

    /// The module around an item.
    fn module_of(&mut self, def: DefId) -> Reached<(DefId, usize)> {
        let tcx = self.low.tcx;
        let Some(module) = tcx.named_module(def) else {
            let what = format!("`{}` is declared inside a function", tcx.name(def));
            return obstacle(tcx.span(def), what);
        };
        Ok((module, self.module(module)?))
    }

    /// A type as the child of a module writes it.
    fn type_text(&self, module: DefId, ty: Ty) -> Option<String> {
        let made_up = |handle: DefId| {
            let (home, name) = self.handles.get(&handle)?;
            (*home == module).then(|| name.clone())
        };
        self.low.tcx.type_from(module, ty, &made_up)
    }
}
