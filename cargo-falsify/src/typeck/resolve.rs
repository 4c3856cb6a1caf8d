//! Names: imports to a fixpoint, paths through modules, what is left to types.

use super::defs::{Binding, DefKind, Namespace, Node, PendingImport, Visible};
use super::ty::{DefId, FloatTy, IntTy, Ty};
use super::Tcx;
use crate::source::Symbol;
use crate::syntax::ast::{self, Edition, ImportKind, ItemKind, PathRoot};

/// What the first part of a path stands for; `rest` is how many segments are left, to be looked up in that type.
#[derive(Clone, Copy, Debug)]
pub struct Resolved {
    pub base: Base,
    pub rest: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    Def(DefId),
    Prim(Ty),
}

/// A primitive type by name.
pub fn primitive(name: Symbol) -> Option<Ty> {
    match name.as_str() {
        "bool" => Some(Ty::bool()),
        "char" => Some(Ty::char()),
        "str" => Some(Ty::str()),
        "f32" => Some(Ty::float(FloatTy::F32)),
        "f64" => Some(Ty::float(FloatTy::F64)),
        other => IntTy::from_name(other).map(Ty::int),
    }
}

impl Tcx {
    /// Resolves the imports of all modules from `first` on, until nothing changes.
    pub(super) fn resolve_imports(&self, first: u32) {
        self.bind_extern_crates(first);
        let modules = self.modules_from(first);
        loop {
            let mut changed = false;
            for &module in &modules {
                let imports = self.defs.borrow().scopes[&module].imports.clone();
                for import in imports {
                    changed |= self.apply_import(module, import);
                }
            }
            if !changed {
                break;
            }
        }
    }

    fn modules_from(&self, first: u32) -> Vec<DefId> {
        let mut modules: Vec<DefId> = self
            .defs
            .borrow()
            .scopes
            .keys()
            .copied()
            .filter(|module| module.0 >= first)
            .collect();
        modules.sort();
        modules
    }

    fn bind_extern_crates(&self, first: u32) {
        for module in self.modules_from(first) {
            let names: Vec<(Symbol, Binding)> = self.defs.borrow().scopes[&module]
                .types
                .iter()
                .map(|(n, b)| (*n, *b))
                .collect();
            for (name, binding) in names {
                let Node::Item(ast::Item {
                    kind: ItemKind::ExternCrate { original },
                    ..
                }) = self.def(binding.def).node
                else {
                    continue;
                };
                let found = self.extern_crate(*original, self.crate_of(module));
                let mut defs = self.defs.borrow_mut();
                let scope = defs
                    .scopes
                    .get_mut(&module)
                    .expect("every module has a scope");
                match found {
                    Some(def) => scope.types.insert(name, Binding { def, ..binding }),
                    None => scope.types.remove(&name),
                };
            }
        }
    }

    /// The root of a crate by the name that `krate` has for it.
    pub(super) fn extern_crate(&self, name: Symbol, krate: usize) -> Option<DefId> {
        let roots = &self.defs.borrow().roots;
        match name.as_str() {
            "core" | "std" => return Some(roots[self.core]),
            "self" => return Some(roots[krate]),
            _ => {}
        }
        let deps = &self.crates[krate].deps;
        deps.iter()
            .find(|(dep, _)| *dep == name)
            .map(|&(_, index)| roots[index])
    }

    fn apply_import(&self, module: DefId, pending: PendingImport) -> bool {
        match &pending.import.kind {
            ImportKind::Glob => self.apply_glob(module, pending),
            ImportKind::Named(ident) => self.apply_named(module, pending, ident.name),
            ImportKind::Anonymous => self.apply_anonymous(module, pending),
        }
    }

    fn apply_glob(&self, module: DefId, pending: PendingImport) -> bool {
        let Some(from) = self.import_target(module, &pending.import.path, Namespace::Types) else {
            return false;
        };
        if from == module || !self.defs.borrow().scopes.contains_key(&from) {
            return false;
        }
        let mut changed = false;
        for ns in [Namespace::Types, Namespace::Values] {
            let names: Vec<(Symbol, Binding)> = {
                let defs = self.defs.borrow();
                let names = defs.scopes[&from].names(ns).iter();
                names
                    .filter(|(_, b)| defs.accessible(b.visible, module))
                    .map(|(n, b)| (*n, *b))
                    .collect()
            };
            let mut defs = self.defs.borrow_mut();
            let scope = defs
                .scopes
                .get_mut(&module)
                .expect("every module has a scope");
            for (name, binding) in names {
                let binding = Binding {
                    def: binding.def,
                    visible: pending.visible,
                    from_glob: true,
                };
                changed |= scope.define(ns, name, binding);
            }
        }
        changed | self.glob_anonymous_traits(module, from)
    }

    fn glob_anonymous_traits(&self, module: DefId, from: DefId) -> bool {
        let mut defs = self.defs.borrow_mut();
        let traits = defs.scopes[&from].anonymous_traits.clone();
        let scope = defs
            .scopes
            .get_mut(&module)
            .expect("every module has a scope");
        let before = scope.anonymous_traits.len();
        for def in traits {
            if !scope.anonymous_traits.contains(&def) {
                scope.anonymous_traits.push(def);
            }
        }
        scope.anonymous_traits.len() != before
    }

    fn apply_named(&self, module: DefId, pending: PendingImport, name: Symbol) -> bool {
        let mut changed = false;
        for ns in [Namespace::Types, Namespace::Values] {
            if let Some(def) = self.import_target(module, &pending.import.path, ns) {
                let binding = Binding {
                    def,
                    visible: pending.visible,
                    from_glob: false,
                };
                let mut defs = self.defs.borrow_mut();
                let scope = defs
                    .scopes
                    .get_mut(&module)
                    .expect("every module has a scope");
                changed |= scope.define(ns, name, binding);
            }
        }
        changed
    }

    fn apply_anonymous(&self, module: DefId, pending: PendingImport) -> bool {
        let Some(def) = self.import_target(module, &pending.import.path, Namespace::Types) else {
            return false;
        };
        let mut defs = self.defs.borrow_mut();
        let scope = defs
            .scopes
            .get_mut(&module)
            .expect("every module has a scope");
        if scope.anonymous_traits.contains(&def) {
            return false;
        }
        scope.anonymous_traits.push(def);
        true
    }

    /// What the path of an import names. Editions before 2018 read it from the crate's root.
    fn import_target(&self, module: DefId, path: &ast::Path, ns: Namespace) -> Option<DefId> {
        let old = self.edition(module) == Edition::E2015 && path.root == PathRoot::Relative;
        let found = if old {
            let root = self.defs.borrow().crate_root(module);
            self.walk_path(root, path, ns)
                .or_else(|| self.walk_path(module, path, ns))
        } else {
            self.walk_path(module, path, ns)
        }?;
        match found {
            Resolved {
                base: Base::Def(def),
                rest: 0,
            } => Some(def),
            _ => None,
        }
    }

    /// Resolves a path from a module: as far as modules and enums go. A module with the name of a primitive type
    /// (`use core::u8;`) does not hide the type.
    pub(super) fn walk_path(
        &self,
        module: DefId,
        path: &ast::Path,
        ns: Namespace,
    ) -> Option<Resolved> {
        let found = self.walk_modules(module, path, ns);
        let is_module = match found {
            Some(Resolved {
                base: Base::Def(def),
                rest: 0,
            }) => {
                ns == Namespace::Types && path.segments.len() == 1 && self.kind(def) == DefKind::Mod
            }
            Some(_) => false,
            None => true,
        };
        if !is_module || path.root != PathRoot::Relative {
            return found;
        }
        let first = path
            .segments
            .first()
            .and_then(|segment| primitive(segment.ident.name));
        let primitive = first.map(|ty| Resolved {
            base: Base::Prim(ty),
            rest: path.segments.len() - 1,
        });
        primitive
            .filter(|it| ns == Namespace::Types || it.rest > 0)
            .or(found)
    }

    fn walk_modules(&self, module: DefId, path: &ast::Path, ns: Namespace) -> Option<Resolved> {
        let segments = &path.segments;
        if segments.is_empty() {
            // `use {self}`-like leftovers and `use ::*`.
            return Some(Resolved {
                base: Base::Def(self.defs.borrow().crate_root(module)),
                rest: 0,
            });
        }
        let (mut at, mut next) = self.path_start(module, path, ns)?;
        while next < segments.len() {
            let Base::Def(def) = at else { break };
            if !matches!(self.kind(def), DefKind::Mod | DefKind::Enum) {
                break;
            }
            let name = segments[next].ident.name;
            let last = next + 1 == segments.len();
            let wanted = if last { ns } else { Namespace::Types };
            match self.name_in(def, name, wanted, module) {
                Some(found) => at = Base::Def(found),
                None if self.is_primitive_module(def) => at = Base::Prim(primitive(name)?),
                // An associated item of the enum.
                None if self.kind(def) == DefKind::Enum => break,
                None => return None,
            }
            next += 1;
        }
        Some(Resolved {
            base: at,
            rest: segments.len() - next,
        })
    }

    /// `core::primitive` names the types of the language.
    fn is_primitive_module(&self, module: DefId) -> bool {
        let root = self.defs.borrow().roots[self.core];
        self.name(module).as_str() == "primitive" && self.parent(module) == Some(root)
    }

    /// The first segment (or the run of `self`/`super`/`crate`) of a path, and how many segments it took.
    fn path_start(&self, module: DefId, path: &ast::Path, ns: Namespace) -> Option<(Base, usize)> {
        let first = path.segments[0].ident.name;
        let krate = self.crate_of(module);
        let last = path.segments.len() == 1;
        match path.root {
            PathRoot::DollarCrate(name) => {
                let root = self.crate_by_name(name).unwrap_or(krate);
                return Some((Base::Def(self.defs.borrow().roots[root]), 0));
            }
            PathRoot::Global if self.edition(module) == Edition::E2015 => {
                let root = self.defs.borrow().crate_root(module);
                let wanted = if last { ns } else { Namespace::Types };
                let found = self.name_in(root, first, wanted, module);
                let found = found.or_else(|| self.extern_crate(first, krate));
                return found.map(|def| (Base::Def(def), 1));
            }
            PathRoot::Global => {
                return self
                    .extern_crate(first, krate)
                    .map(|def| (Base::Def(def), 1))
            }
            PathRoot::Relative => {}
        }
        match first.as_str() {
            "crate" => Some((Base::Def(self.defs.borrow().crate_root(module)), 1)),
            "self" if path.segments.len() > 1 || ns == Namespace::Types => {
                Some((Base::Def(self.plain_module(module)), 1))
            }
            "super" => Some(self.supers(module, path)),
            _ => self.relative_start(module, first, if last { ns } else { Namespace::Types }),
        }
    }

    fn crate_by_name(&self, name: Symbol) -> Option<usize> {
        self.crates.iter().position(|krate| krate.ast.name == name)
    }

    /// The module around a block's items.
    fn plain_module(&self, module: DefId) -> DefId {
        let mut at = module;
        while let Some(&around) = self.defs.borrow().block_modules.get(&at) {
            at = around;
        }
        at
    }

    fn supers(&self, module: DefId, path: &ast::Path) -> (Base, usize) {
        let mut at = self.plain_module(module);
        let mut taken = 0;
        while path
            .segments
            .get(taken)
            .is_some_and(|s| s.ident.name.as_str() == "super")
        {
            let parent = self.parent(at).unwrap_or(at);
            at = self.plain_module(parent);
            taken += 1;
        }
        (Base::Def(at), taken)
    }

    fn relative_start(&self, module: DefId, name: Symbol, ns: Namespace) -> Option<(Base, usize)> {
        let found = self.name_visible_from(module, name, ns);
        if let Some(def) = found {
            return Some((Base::Def(def), 1));
        }
        if ns == Namespace::Types {
            if let Some(root) = self.extern_crate(name, self.crate_of(module)) {
                return Some((Base::Def(root), 1));
            }
        }
        if let Some(def) = self.name_in_prelude(module, name, ns) {
            return Some((Base::Def(def), 1));
        }
        primitive(name)
            .filter(|_| ns == Namespace::Types)
            .map(|ty| (Base::Prim(ty), 1))
    }

    /// A name in a module or in the blocks and module around it, not in the prelude.
    pub(super) fn name_visible_from(
        &self,
        module: DefId,
        name: Symbol,
        ns: Namespace,
    ) -> Option<DefId> {
        let mut at = module;
        loop {
            if let Some(found) = self.name_in(at, name, ns, module) {
                return Some(found);
            }
            at = *self.defs.borrow().block_modules.get(&at)?;
        }
    }

    fn name_in(&self, module: DefId, name: Symbol, ns: Namespace, from: DefId) -> Option<DefId> {
        let defs = self.defs.borrow();
        let binding = defs.scopes.get(&module)?.names(ns).get(&name)?;
        defs.accessible(binding.visible, from)
            .then_some(binding.def)
    }

    pub(super) fn name_in_prelude(
        &self,
        module: DefId,
        name: Symbol,
        ns: Namespace,
    ) -> Option<DefId> {
        let prelude = self.prelude(module)?;
        self.name_in(prelude, name, ns, prelude)
    }

    /// The prelude of the edition that the module is written in.
    fn prelude(&self, module: DefId) -> Option<DefId> {
        let root = self.defs.borrow().roots[self.core];
        let prelude = self.name_in(root, Symbol::new("prelude"), Namespace::Types, root)?;
        let edition = match self.edition(module) {
            Edition::E2015 => "rust_2015",
            Edition::E2018 => "rust_2018",
            Edition::E2021 => "rust_2021",
            Edition::E2024 => "rust_2024",
        };
        self.name_in(prelude, Symbol::new(edition), Namespace::Types, prelude)
    }

    /// The traits whose methods can be called in a module.
    pub(super) fn traits_in_scope(&self, module: DefId) -> std::rc::Rc<Vec<DefId>> {
        if let Some(found) = self.caches.borrow().traits_in_scope.get(&module) {
            return found.clone();
        }
        let mut traits = Vec::new();
        let mut at = Some(module);
        while let Some(here) = at {
            self.traits_named_in(here, &mut traits);
            at = self.defs.borrow().block_modules.get(&here).copied();
        }
        if let Some(prelude) = self.prelude(module) {
            self.traits_named_in(prelude, &mut traits);
        }
        traits.sort();
        traits.dedup();
        let traits = std::rc::Rc::new(traits);
        self.caches
            .borrow_mut()
            .traits_in_scope
            .insert(module, traits.clone());
        traits
    }

    fn traits_named_in(&self, module: DefId, traits: &mut Vec<DefId>) {
        let defs = self.defs.borrow();
        let Some(scope) = defs.scopes.get(&module) else {
            return;
        };
        let named = scope.types.values().map(|binding| binding.def);
        let all = named.chain(scope.anonymous_traits.iter().copied());
        traits.extend(all.filter(|&def| defs.get(def).kind == DefKind::Trait));
    }

    /// `of = path` and the like: a definition by a path, seen from the module of another one; the last
    /// segment may be a method of a type.
    pub fn resolve_path_in(&self, from: DefId, path: &ast::Path) -> Option<DefId> {
        let module = self.defs.borrow().module_of(from);
        for ns in [Namespace::Values, Namespace::Types] {
            match self.walk_path(module, path, ns) {
                Some(Resolved {
                    base: Base::Def(def),
                    rest: 0,
                }) => return Some(def),
                Some(Resolved {
                    base: Base::Def(def),
                    rest: 1,
                }) => {
                    let name = path.segments.last()?.ident.name;
                    if let Some(found) = self.inherent_named(def, name) {
                        return Some(found);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn inherent_named(&self, ty: DefId, name: Symbol) -> Option<DefId> {
        let adt = match self.kind(ty) {
            DefKind::TyAlias => self.impl_self_adt(ty)?,
            _ => ty,
        };
        let candidates = self
            .index
            .borrow()
            .inherent
            .get(&name)
            .cloned()
            .unwrap_or_default();
        let found = candidates.into_iter().find(|&(imp, item)| {
            self.kind(item) == DefKind::AssocFn && self.impl_self_adt(imp) == Some(adt)
        });
        found.map(|(_, item)| item)
    }

    /// Whether code of module `from` may use a field or method.
    pub(super) fn accessible(&self, visible: Visible, from: DefId) -> bool {
        self.defs.borrow().accessible(visible, from)
    }
}
