//! Drafts the [`Blueprint`] of the loops: paths to their functions and types as added code writes them.

mod calls;
mod direct;
mod handles;
mod values;

use std::collections::HashMap;

use super::Lowering;
use crate::ir::blueprint::{
    Blueprint, Border, BorderText, CrateText, ForeignText, ModuleText, Obstacle, Reached,
};
use crate::source::Span;
use crate::typeck::ty::{DefId, Ty, TyKind};
use crate::typeck::Instance;

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

    /// Inputs and outputs whose own bodies the compiler would run.
    fn borders(&mut self) {
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
            if is_foreign {
                self.foreign(def);
            } else if !self.low.is_border(def) {
                self.border(callee, def);
            }
        }
    }

    /// Methods of handles have no body either, but those have got one.
    fn foreign(&mut self, def: DefId) {
        if self.low.tcx.trait_of_item(def).is_none() {
            let drafted = self.foreign_function(def);
            self.plan.foreign.push(drafted);
        }
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
        let (mut params, mut names) = (Vec::new(), Vec::new());
        for (position, ty) in sig.inputs.iter().enumerate() {
            params.push(format!("a{position}: {}", text(*ty)?));
            let behind = matches!(ty.kind(), TyKind::Ref { .. });
            names.push((format!("a{position}"), behind));
        }
        let name = tcx.name(def);
        Ok(ForeignText {
            module,
            name: name.written(),
            item: tcx.span(def),
            signature: format!("({}) -> {}", params.join(", "), text(sig.output)?),
            border: Border {
                name: name.to_string(),
                output: self.low.is_output(def).then_some(names),
            },
        })
    }

    fn border(&mut self, declared: DefId, def: DefId) {
        let tcx = self.low.tcx;
        let body = tcx.ast_fn(def).and_then(|it| it.body.as_ref());
        let body = body.map(|body| body.span);
        let Ok(krate) = self.krate(tcx.crate_of(def)) else {
            return;
        };
        let made = self.border_of(declared, def);
        let body = match (body, &made) {
            (Some(body), Ok(_)) => Ok(body),
            (_, Err(obstacle)) => Err(obstacle.clone()),
            (None, _) => obstacle(tcx.span(def), "a function without a body"),
        };
        let name = tcx.name(declared).to_string();
        let border = made.unwrap_or(Border { name, output: None });
        self.plan.borders.push(BorderText {
            krate,
            border,
            body,
        });
    }

    /// What a call of a declared function means; the parameters are those of `def`.
    fn border_of(&self, declared: DefId, def: DefId) -> Reached<Border> {
        let tcx = self.low.tcx;
        let name = tcx.name(declared).to_string();
        if !self.low.is_output(declared) {
            return Ok(Border { name, output: None });
        }
        let Some(function) = tcx.ast_fn(def) else {
            return obstacle(tcx.span(def), "an output that is no function");
        };
        let mut arguments = Vec::new();
        let types = tcx.fn_sig(def).inputs.clone();
        let params = function.params.iter().zip(types);
        for (param, ty) in params.skip(usize::from(function.has_self)) {
            let crate::syntax::ast::PatKind::Ident { ident, .. } = &param.pat.kind else {
                return obstacle(param.pat.span, "a parameter of an output without a name");
            };
            let behind = matches!(ty.kind(), TyKind::Ref { .. });
            arguments.push((ident.name.written(), behind));
        }
        Ok(Border {
            name,
            output: Some(arguments),
        })
    }
}
