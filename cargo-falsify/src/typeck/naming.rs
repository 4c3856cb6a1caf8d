//! Names of definitions and types as Rust text, for code that is added to a module of a crate.
//!
//! The added code stands in a child module, so it sees what the module sees: private items, fields and imports. It has
//! no imports of its own, so a first segment is `super`, `crate` or the name of another crate.

use std::collections::HashSet;

use super::convert::Converter;
use super::defs::{DefKind, Visible};
use super::generics::Predicate;
use super::ty::{Args, Const, DefId, GenericArg, IntTy, Ty, TyKind};
use super::{ParamKind, Tcx, TraitRef};
use crate::source::{Span, Symbol};
use crate::syntax::ast::{AssocKind, ItemKind};

/// A module through which a path can lead, and the path to it.
struct Way {
    module: DefId,
    path: String,
}

impl Tcx {
    /// The module in whose scope an item stands; none if that is the inside of a function.
    pub fn named_module(&self, def: DefId) -> Option<DefId> {
        let defs = self.defs.borrow();
        let module = defs.module_of(def);
        (!defs.block_modules.contains_key(&module)).then_some(module)
    }

    /// Where items can be added to the text of a module; none if a macro made it.
    pub fn module_end(&self, module: DefId) -> Option<Span> {
        let here = self.def(module);
        match here.node {
            super::Node::Item(item) => match item.kind {
                ItemKind::Mod(_, end) => end,
                _ => None,
            },
            _ if here.parent.is_none() => {
                let Span { file, hi, .. } = self.crates[here.krate].ast.span;
                Some(Span::new(file, hi, hi))
            }
            _ => None,
        }
    }

    /// Whether a crate depends on one of this name, whatever it calls it.
    pub fn depends_on(&self, krate: usize, name: &str) -> bool {
        let mut deps = self.crates[krate].deps.iter();
        deps.any(|(_, index)| self.crate_name(*index).as_str() == name)
    }

    /// The text of a crate's root file.
    pub fn root_file(&self, krate: usize) -> Span {
        self.crates[krate].ast.span
    }

    /// The module at the root of a crate.
    pub fn root_module(&self, krate: usize) -> DefId {
        self.defs.borrow().roots[krate]
    }

    /// A path to an item from the child of a module, through names that are visible there.
    pub fn path_from(&self, module: DefId, wanted: DefId) -> Option<String> {
        let mut seen = HashSet::new();
        let mut ways = self.first_ways(module);
        while !ways.is_empty() {
            let mut next = Vec::new();
            for way in ways {
                if !seen.insert(way.module) {
                    continue;
                }
                for (name, def) in self.names_seen(way.module, module) {
                    let path = format!("{}::{}", way.path, name.written());
                    if def == wanted {
                        return Some(path);
                    }
                    if self.kind(def) == DefKind::Mod {
                        next.push(Way { module: def, path });
                    }
                }
            }
            ways = next;
        }
        None
    }

    fn first_ways(&self, module: DefId) -> Vec<Way> {
        let defs = self.defs.borrow();
        let krate = defs.get(module).krate;
        let way = |module: DefId, path: &str| Way {
            module,
            path: path.to_owned(),
        };
        let mut ways = vec![
            way(module, "super"),
            way(defs.roots[krate], "crate"),
            way(defs.roots[self.core], "core"),
        ];
        let deps = self.crates[krate].deps.iter();
        ways.extend(deps.map(|(name, index)| way(defs.roots[*index], name.as_str())));
        ways
    }

    /// The names of a module that code of another one may use, in a fixed order.
    fn names_seen(&self, module: DefId, from: DefId) -> Vec<(Symbol, DefId)> {
        let defs = self.defs.borrow();
        let Some(scope) = defs.scopes.get(&module) else {
            return Vec::new();
        };
        let names = scope.types.iter().chain(&scope.values);
        let seen = names.filter(|(_, binding)| defs.accessible(binding.visible, from));
        let mut names: Vec<_> = seen.map(|(name, binding)| (*name, binding.def)).collect();
        names.sort_by_key(|(name, _)| name.as_str());
        names
    }

    /// A concrete type as code in the child of a module writes it. `made_up` names hardware handles.
    pub fn type_from(
        &self,
        module: DefId,
        ty: Ty,
        made_up: &dyn Fn(DefId) -> Option<String>,
    ) -> Option<String> {
        let name = |ty: Ty| self.type_from(module, ty, made_up);
        Some(match *ty.kind() {
            TyKind::Bool | TyKind::Char | TyKind::Int(_) | TyKind::Float(_) | TyKind::Str => {
                self.show(ty)
            }
            TyKind::Never => "!".into(),
            TyKind::Tuple([one]) => format!("({},)", name(*one)?),
            TyKind::Tuple(parts) => {
                let parts: Option<Vec<String>> = parts.iter().map(|&ty| name(ty)).collect();
                format!("({})", parts?.join(", "))
            }
            TyKind::Array(inner, Const::Value(length)) => format!("[{}; {length}]", name(inner)?),
            TyKind::Slice(inner) => format!("[{}]", name(inner)?),
            TyKind::Ref { mutable, inner } => {
                let kind = if mutable { "&mut " } else { "&" };
                format!("{kind}{}", name(inner)?)
            }
            TyKind::Adt(def, _) if self.kind(def) == DefKind::Handle => made_up(def)?,
            TyKind::Adt(def, args) => {
                let path = self.path_from(module, def)?;
                path + &self.args_from(module, def, args, made_up)?
            }
            _ => return None,
        })
    }

    /// Generic arguments of an item, `Self` of a trait left out.
    pub fn args_from(
        &self,
        module: DefId,
        of: DefId,
        args: Args,
        made_up: &dyn Fn(DefId) -> Option<String>,
    ) -> Option<String> {
        let generics = self.generics(of);
        let mut written = Vec::new();
        for (param, arg) in generics.params.iter().zip(args) {
            written.push(match (param.kind, arg) {
                (ParamKind::SelfType, _) => continue,
                (_, GenericArg::Ty(ty)) => self.type_from(module, *ty, made_up)?,
                (ParamKind::Const(ty, _), GenericArg::Const(Const::Value(bits))) => {
                    let ty = Converter::for_item(self, of).ty(ty);
                    const_text(ty, *bits, self.pointer_width())?
                }
                _ => return None,
            });
        }
        Some(match written.is_empty() {
            true => String::new(),
            false => format!("<{}>", written.join(", ")),
        })
    }

    /// Whether a function of an impl may be called where a module's code stands.
    pub fn method_visible(&self, method: DefId, from: DefId) -> bool {
        let super::Node::Assoc(item) = self.def(method).node else {
            return true;
        };
        let of_trait = self.parent(method).and_then(|of| self.impl_trait(of));
        let defs = self.defs.borrow();
        let visible = defs.visible(&item.vis, defs.module_of(method));
        of_trait.is_some() || defs.accessible(visible, from)
    }

    /// Whether a field or variant may be used where a module's code stands.
    pub fn field_visible(&self, field: &super::FieldDef, from: DefId) -> bool {
        match field.visible {
            Visible::Everywhere => true,
            within => self.accessible(within, from),
        }
    }
}

/// A const generic argument.
fn const_text(ty: Ty, bits: u128, pointer_width: u32) -> Option<String> {
    Some(match *ty.kind() {
        TyKind::Bool => (bits != 0).to_string(),
        TyKind::Char => format!("{:?}", char::from_u32(u32::try_from(bits).ok()?)?),
        TyKind::Int(int) if int.signed() => {
            let unused = 128 - IntTy::bits(int, pointer_width);
            format!("{{ {} }}", ((bits << unused) as i128) >> unused)
        }
        TyKind::Int(_) => bits.to_string(),
        _ => return None,
    })
}

/// What an implementation of a trait for a made-up type has to say.
impl Tcx {
    /// The traits that a made-up type has.
    pub fn traits_of_handle(&self, handle: DefId) -> Vec<TraitRef> {
        let made = Ty::adt(handle, &[]);
        let bounds = self.handle_bounds(handle);
        let traits = bounds.into_iter().filter_map(|bound| match bound {
            Predicate::Trait(of) if of.self_ty() == made => Some(of),
            _ => None,
        });
        traits.collect()
    }

    /// The items of a trait that an implementation must give.
    pub fn required_items(&self, of: DefId) -> Vec<DefId> {
        let mut items = self.trait_items(of);
        items.retain(|&item| match self.def(item).node {
            super::Node::Assoc(item) => match &item.kind {
                AssocKind::Fn(function) => function.body.is_none(),
                AssocKind::Const(_, default) => default.is_none(),
                AssocKind::Type { default, .. } => default.is_none(),
                AssocKind::Unsupported { .. } => true,
            },
            _ => false,
        });
        items
    }

    /// Whether some implementation of a trait is for any type.
    pub fn has_blanket_impl(&self, of: DefId) -> bool {
        self.blanket_impls(of) > 0
    }
}
