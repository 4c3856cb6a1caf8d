//! The table of definitions: every item of every crate gets a [`DefId`], modules get their scopes.

use std::collections::HashMap;

use super::ty::DefId;
use crate::source::{Span, Symbol};
use crate::syntax::ast;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DefKind {
    Mod,
    Fn,
    /// A struct; as a value, its tuple or unit constructor.
    Struct,
    Enum,
    /// A variant; as a value, its constructor.
    Variant,
    Trait,
    Impl,
    TyAlias,
    Const,
    Static,
    AssocFn,
    AssocConst,
    AssocTy,
    AnonConst,
    Closure,
    Opaque,
    /// The made-up type of a hardware handle.
    Handle,
    Unsupported,
}

/// The syntax behind a definition.
#[derive(Clone, Copy, Debug)]
pub enum Node {
    None,
    Item(&'static ast::Item),
    Assoc(&'static ast::AssocItem),
    Variant(&'static ast::Variant),
    Anon(&'static ast::Expr),
    Bounds(&'static [ast::Bound]),
}

#[derive(Clone, Debug)]
pub struct Def {
    pub kind: DefKind,
    pub name: Symbol,
    pub parent: Option<DefId>,
    pub krate: usize,
    pub span: Span,
    pub node: Node,
}

/// Who may name something: everybody, or the inside of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visible {
    Everywhere,
    Within(DefId),
}

/// What a name in a module stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding {
    pub def: DefId,
    pub visible: Visible,
    /// Explicit names shadow globs.
    pub from_glob: bool,
}

#[derive(Default, Debug)]
pub struct Scope {
    pub types: HashMap<Symbol, Binding>,
    pub values: HashMap<Symbol, Binding>,
    /// Traits imported as `_`.
    pub anonymous_traits: Vec<DefId>,
    pub imports: Vec<PendingImport>,
}

#[derive(Clone, Copy, Debug)]
pub struct PendingImport {
    pub import: &'static ast::Import,
    pub visible: Visible,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Namespace {
    Types,
    Values,
}

impl Scope {
    pub fn names(&self, ns: Namespace) -> &HashMap<Symbol, Binding> {
        match ns {
            Namespace::Types => &self.types,
            Namespace::Values => &self.values,
        }
    }

    fn names_mut(&mut self, ns: Namespace) -> &mut HashMap<Symbol, Binding> {
        match ns {
            Namespace::Types => &mut self.types,
            Namespace::Values => &mut self.values,
        }
    }

    /// Adds a name; answers whether that changed anything.
    pub fn define(&mut self, ns: Namespace, name: Symbol, binding: Binding) -> bool {
        let names = self.names_mut(ns);
        match names.get(&name) {
            Some(old) if !old.from_glob || binding.from_glob => false,
            _ => {
                names.insert(name, binding);
                true
            }
        }
    }
}

/// Implementations, as written: solved by unification, indexed by trait or by method name.
#[derive(Default, Debug)]
pub struct ImplIndex {
    pub inherent: Vec<DefId>,
    /// All impls that name a trait; sorted by trait once their paths are resolved.
    pub of_traits: Vec<DefId>,
}

#[derive(Default, Debug)]
pub struct Defs {
    pub table: Vec<Def>,
    pub scopes: HashMap<DefId, Scope>,
    /// Modules in which a block's items live: the module around them is their parent in look-up.
    pub block_modules: HashMap<DefId, DefId>,
    /// The modules of blocks that are collected, by the address of the block.
    blocks: HashMap<usize, DefId>,
    pub children: HashMap<DefId, Vec<DefId>>,
    pub impls: ImplIndex,
    pub lang: HashMap<Symbol, DefId>,
    /// Restricted visibilities wait until paths resolve.
    pub roots: Vec<DefId>,
}

impl Defs {
    pub fn get(&self, def: DefId) -> &Def {
        &self.table[def.0 as usize]
    }

    pub fn add(
        &mut self,
        kind: DefKind,
        name: Symbol,
        parent: Option<DefId>,
        krate: usize,
        span: Span,
        node: Node,
    ) -> DefId {
        let id = DefId(self.table.len() as u32);
        self.table.push(Def {
            kind,
            name,
            parent,
            krate,
            span,
            node,
        });
        if let Some(parent) = parent {
            self.children.entry(parent).or_default().push(id);
        }
        id
    }

    /// Collects a crate and returns its root module.
    pub fn collect_crate(&mut self, krate: usize, ast: &'static ast::Crate) -> DefId {
        let root = self.add(DefKind::Mod, ast.name, None, krate, ast.span, Node::None);
        self.scopes.insert(root, Scope::default());
        self.roots.push(root);
        self.collect_items(root, krate, &ast.items);
        root
    }

    /// The module of a block whose items are collected.
    pub fn block(&self, block: &'static ast::Block) -> Option<DefId> {
        self.blocks.get(&address(block)).copied()
    }

    /// Collects the items of a block into a module of their own inside `around`.
    pub fn collect_block(&mut self, around: DefId, block: &'static ast::Block) -> DefId {
        let def = self.get(around).clone();
        let module = self.add(
            DefKind::Mod,
            Symbol::new("{block}"),
            Some(around),
            def.krate,
            def.span,
            Node::None,
        );
        self.scopes.insert(module, Scope::default());
        self.block_modules.insert(module, around);
        self.blocks.insert(address(block), module);
        for item in block.items() {
            self.collect_item(module, def.krate, item);
        }
        module
    }

    /// An impl holds everywhere, however deep it is written: `const _: () = { impl … }` is what many macros make.
    fn collect_impls_inside(&mut self, module: DefId, body: Option<&'static ast::Block>) {
        if let Some(block) = body.filter(|block| holds_impls(block)) {
            self.collect_block(module, block);
        }
    }

    fn collect_items(&mut self, module: DefId, krate: usize, items: &'static [ast::Item]) {
        for item in items {
            self.collect_item(module, krate, item);
        }
    }

    fn collect_item(&mut self, module: DefId, krate: usize, item: &'static ast::Item) {
        use ast::ItemKind::*;
        let visible = self.visible(&item.vis, module);
        let kind = match &item.kind {
            Use(imports) => return self.collect_imports(module, imports, visible),
            ExternCrate { .. } => return self.collect_extern_crate(module, krate, item),
            Impl(of) => return self.collect_impl(module, krate, item, of),
            Mod(..) => DefKind::Mod,
            Fn(_) => DefKind::Fn,
            Struct(..) => DefKind::Struct,
            Enum(..) => DefKind::Enum,
            Trait(_) => DefKind::Trait,
            TypeAlias(..) => DefKind::TyAlias,
            Const(..) => DefKind::Const,
            Static { .. } => DefKind::Static,
            Unsupported { .. } => DefKind::Unsupported,
        };
        let def = self.add(
            kind,
            item.ident.name,
            Some(module),
            krate,
            item.span,
            Node::Item(item),
        );
        self.remember_lang(def, &item.attrs);
        self.define_item(module, item.ident.name, def, visible);
        match &item.kind {
            Mod(items, _) => {
                self.scopes.insert(def, Scope::default());
                self.collect_items(def, krate, items);
            }
            Enum(_, variants) => self.collect_variants(def, krate, variants),
            Trait(of) => self.collect_assoc(def, krate, &of.items),
            Fn(of) => self.collect_impls_inside(module, of.body.as_ref()),
            Const(_, Some(value)) => self.collect_impls_inside(module, value.as_block()),
            _ => {}
        }
    }

    fn define_item(&mut self, module: DefId, name: Symbol, def: DefId, visible: Visible) {
        let kind = self.get(def).kind;
        let binding = Binding {
            def,
            visible,
            from_glob: false,
        };
        let scope = self
            .scopes
            .get_mut(&module)
            .expect("every module has a scope");
        use DefKind::*;
        match kind {
            Mod | Enum | Trait | TyAlias => {
                scope.define(Namespace::Types, name, binding);
            }
            Struct | Variant | Unsupported => {
                scope.define(Namespace::Types, name, binding);
                scope.define(Namespace::Values, name, binding);
            }
            _ if name.as_str() == "_" => {}
            _ => {
                scope.define(Namespace::Values, name, binding);
            }
        }
    }

    fn collect_imports(
        &mut self,
        module: DefId,
        imports: &'static [ast::Import],
        visible: Visible,
    ) {
        let scope = self
            .scopes
            .get_mut(&module)
            .expect("every module has a scope");
        scope.imports.extend(
            imports
                .iter()
                .map(|import| PendingImport { import, visible }),
        );
    }

    fn collect_extern_crate(&mut self, module: DefId, krate: usize, item: &'static ast::Item) {
        // Bound when the crates are known: kept as a definition whose node tells the original name.
        let def = self.add(
            DefKind::Unsupported,
            item.ident.name,
            Some(module),
            krate,
            item.span,
            Node::Item(item),
        );
        let binding = Binding {
            def,
            visible: self.visible(&item.vis, module),
            from_glob: false,
        };
        let scope = self
            .scopes
            .get_mut(&module)
            .expect("every module has a scope");
        scope.define(Namespace::Types, item.ident.name, binding);
    }

    fn collect_impl(
        &mut self,
        module: DefId,
        krate: usize,
        item: &'static ast::Item,
        of: &'static ast::Impl,
    ) {
        let def = self.add(
            DefKind::Impl,
            Symbol::new("{impl}"),
            Some(module),
            krate,
            item.span,
            Node::Item(item),
        );
        match of.of_trait {
            Some(_) if of.negative => {}
            Some(_) => self.impls.of_traits.push(def),
            None => self.impls.inherent.push(def),
        }
        self.collect_assoc(def, krate, &of.items);
    }

    fn collect_variants(&mut self, parent: DefId, krate: usize, variants: &'static [ast::Variant]) {
        self.scopes.insert(parent, Scope::default());
        for variant in variants {
            let node = Node::Variant(variant);
            let span = variant.ident.span;
            let def = self.add(
                DefKind::Variant,
                variant.ident.name,
                Some(parent),
                krate,
                span,
                node,
            );
            self.remember_lang(def, &variant.attrs);
            self.define_item(parent, variant.ident.name, def, Visible::Everywhere);
        }
    }

    fn collect_assoc(&mut self, parent: DefId, krate: usize, items: &'static [ast::AssocItem]) {
        for item in items {
            let kind = match &item.kind {
                ast::AssocKind::Fn(_) => DefKind::AssocFn,
                ast::AssocKind::Const(..) => DefKind::AssocConst,
                ast::AssocKind::Type { .. } => DefKind::AssocTy,
                ast::AssocKind::Unsupported { .. } => DefKind::Unsupported,
            };
            let def = self.add(
                kind,
                item.ident.name,
                Some(parent),
                krate,
                item.span,
                Node::Assoc(item),
            );
            self.remember_lang(def, &item.attrs);
            if let ast::AssocKind::Fn(of) = &item.kind {
                self.collect_impls_inside(self.module_of(def), of.body.as_ref());
            }
        }
    }

    fn remember_lang(&mut self, def: DefId, attrs: &ast::Attrs) {
        if let Some(name) = attrs.lang {
            self.lang.insert(name, def);
        }
    }

    /// `pub(in path)` with names in the path is read as `pub(crate)`: rustc has checked the rest.
    pub fn visible(&self, vis: &ast::Visibility, module: DefId) -> Visible {
        match vis {
            ast::Visibility::Public => Visible::Everywhere,
            ast::Visibility::Private => Visible::Within(module),
            ast::Visibility::Crate => Visible::Within(self.crate_root(module)),
            ast::Visibility::Restricted(path) => Visible::Within(self.restricted(path, module)),
        }
    }

    fn restricted(&self, path: &ast::Path, module: DefId) -> DefId {
        let mut at = module;
        for segment in &path.segments {
            match segment.ident.name.as_str() {
                "super" => at = self.get(at).parent.unwrap_or(at),
                "self" => {}
                _ => return self.crate_root(module),
            }
        }
        at
    }

    pub fn crate_root(&self, def: DefId) -> DefId {
        self.roots[self.get(def).krate]
    }

    /// The module in whose scope the names of a definition are looked up.
    pub fn module_of(&self, def: DefId) -> DefId {
        let mut at = def;
        while self.get(at).kind != DefKind::Mod {
            at = self
                .get(at)
                .parent
                .expect("every definition is in a module");
        }
        at
    }

    /// Whether code in module `from` may name something.
    pub fn accessible(&self, visible: Visible, from: DefId) -> bool {
        match visible {
            Visible::Everywhere => true,
            Visible::Within(module) => {
                let mut at = Some(from);
                while let Some(here) = at {
                    if here == module {
                        return true;
                    }
                    at = self.get(here).parent;
                }
                false
            }
        }
    }
}

fn address(block: &'static ast::Block) -> usize {
    block as *const ast::Block as usize
}

fn holds_impls(block: &ast::Block) -> bool {
    block.items().any(|item| match &item.kind {
        ast::ItemKind::Impl(_) => true,
        ast::ItemKind::Const(_, Some(value)) => value.as_block().is_some_and(holds_impls),
        ast::ItemKind::Fn(of) => of.body.as_ref().is_some_and(holds_impls),
        _ => false,
    })
}
