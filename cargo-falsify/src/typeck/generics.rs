//! Generic parameters, bounds and signatures of definitions.

use std::rc::Rc;

use super::convert::Converter;
use super::defs::{DefKind, Node};
use super::fold::{has_infer, has_params, has_projections, subst, subst_args, Folder};
use super::infer::Infer;
use super::traits::ParamEnv;
use super::ty::{mk, mk_args, mk_tys, Args, Const, DefId, GenericArg, IntTy, Ty, TyKind};
use super::{AdtDef, FieldDef, Shape, Tcx, VariantDef};
use crate::source::{Span, Symbol};
use crate::syntax::ast;

#[derive(Debug)]
pub struct Generics {
    pub parent: Option<DefId>,
    pub parent_count: usize,
    /// Own parameters; their indices follow the parent's.
    pub params: Vec<GenericParamDef>,
}

#[derive(Debug, Clone)]
pub struct GenericParamDef {
    pub name: Symbol,
    pub index: u32,
    pub kind: ParamKind,
    /// Whether only types of a known size can take its place.
    pub sized: bool,
}

#[derive(Debug, Clone, Copy)]
pub enum ParamKind {
    /// `Self` of a trait.
    SelfType,
    Type(Option<&'static ast::Ty>),
    /// `impl Trait` in argument position.
    ImplTrait(&'static ast::Ty),
    Const(&'static ast::Ty, Option<&'static ast::AnonConst>),
}

impl Generics {
    pub fn count(&self) -> usize {
        self.parent_count + self.params.len()
    }
}

/// `Self: Trait<…>`: the trait's arguments, `Self` first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TraitRef {
    pub def: DefId,
    pub args: Args,
}

impl TraitRef {
    pub fn self_ty(&self) -> Ty {
        match self.args.first() {
            Some(GenericArg::Ty(ty)) => *ty,
            _ => Ty::error(),
        }
    }

    pub fn subst(self, args: Args) -> TraitRef {
        TraitRef {
            def: self.def,
            args: subst_args(self.args, args),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    Trait(TraitRef),
    /// `<…>::Name == Ty`: the associated type, the trait's arguments, the type.
    Projection(DefId, Args, Ty),
}

impl Predicate {
    /// The types that are mentioned.
    pub fn types(&self) -> Vec<Ty> {
        let (args, ty) = match self {
            Predicate::Trait(t) => (t.args, None),
            Predicate::Projection(_, args, ty) => (*args, Some(*ty)),
        };
        args.iter().filter_map(|arg| arg.ty()).chain(ty).collect()
    }

    /// Whether a test holds for some type that is mentioned.
    fn any_type(&self, test: &dyn Fn(Ty) -> bool) -> bool {
        self.types().into_iter().any(test)
    }

    fn is_concrete(&self) -> bool {
        let (Predicate::Trait(TraitRef { args, .. }) | Predicate::Projection(_, args, _)) = self;
        !self.any_type(&has_params) && args.iter().all(|arg| arg.ty().is_some())
    }

    pub fn subst(self, args: Args) -> Predicate {
        match self {
            Predicate::Trait(t) => Predicate::Trait(t.subst(args)),
            Predicate::Projection(def, list, ty) => {
                Predicate::Projection(def, subst_args(list, args), subst(ty, args))
            }
        }
    }
}

#[derive(Debug, Clone)]
pub struct FnSig {
    pub inputs: Vec<Ty>,
    pub output: Ty,
}

impl FnSig {
    pub fn subst(&self, args: Args) -> FnSig {
        let inputs = self.inputs.iter().map(|&ty| subst(ty, args)).collect();
        FnSig {
            inputs,
            output: subst(self.output, args),
        }
    }
}

fn ast_generics(node: Node) -> Option<&'static ast::Generics> {
    match node {
        Node::Item(item) => match &item.kind {
            ast::ItemKind::Fn(f) => Some(&f.generics),
            ast::ItemKind::Struct(g, _)
            | ast::ItemKind::Enum(g, _)
            | ast::ItemKind::TypeAlias(g, _) => Some(g),
            ast::ItemKind::Trait(t) => Some(&t.generics),
            ast::ItemKind::Impl(i) => Some(&i.generics),
            _ => None,
        },
        Node::Assoc(item) => match &item.kind {
            ast::AssocKind::Fn(f) => Some(&f.generics),
            ast::AssocKind::Type { generics, .. } => Some(generics),
            _ => None,
        },
        _ => None,
    }
}

/// The `impl Trait` types of a parameter type, outermost first.
fn impl_traits(ty: &'static ast::Ty, found: &mut Vec<&'static ast::Ty>) {
    use ast::TyKind::*;
    match &ty.kind {
        ImplTrait(_) => found.push(ty),
        Ref { inner, .. } | Ptr { inner, .. } | Array(inner, _) | Slice(inner) => {
            impl_traits(inner, found)
        }
        Tuple(tys) => tys.iter().for_each(|ty| impl_traits(ty, found)),
        Path(path) => path
            .segments
            .iter()
            .for_each(|segment| impl_traits_in_args(segment, found)),
        _ => {}
    }
}

fn impl_traits_in_args(segment: &'static ast::Segment, found: &mut Vec<&'static ast::Ty>) {
    if let Some(ast::GenericArgs::Angle { args, .. }) = &segment.args {
        for arg in args {
            if let ast::GenericArg::Type(ty) = arg {
                impl_traits(ty, found);
            }
        }
    }
}

impl Tcx {
    pub fn generics(&self, def: DefId) -> Rc<Generics> {
        if let Some(found) = self.caches.borrow().generics.get(&def) {
            return found.clone();
        }
        let generics = Rc::new(self.compute_generics(def));
        self.caches
            .borrow_mut()
            .generics
            .insert(def, generics.clone());
        generics
    }

    fn compute_generics(&self, def: DefId) -> Generics {
        let here = self.def(def);
        use DefKind::*;
        let inherits = matches!(
            here.kind,
            AssocFn | AssocConst | AssocTy | Variant | AnonConst | Closure | Opaque
        );
        let parent = here.parent.filter(|_| inherits);
        let parent_count = parent.map_or(0, |parent| self.generics(parent).count());
        let mut generics = Generics {
            parent,
            parent_count,
            params: Vec::new(),
        };
        if here.kind == Trait {
            let name = Symbol::new("Self");
            push_param(&mut generics, name, ParamKind::SelfType, false);
        }
        if let Some(written) = ast_generics(here.node) {
            push_written(&mut generics, written);
        }
        if let Some(f) = self.ast_fn(def) {
            let mut synthetic = Vec::new();
            f.params
                .iter()
                .for_each(|param| impl_traits(&param.ty, &mut synthetic));
            for ty in synthetic {
                push_param(
                    &mut generics,
                    Symbol::new("impl Trait"),
                    ParamKind::ImplTrait(ty),
                    true,
                );
            }
        }
        generics
    }

    /// All parameters of a definition, the parent's first.
    pub fn all_params(&self, def: DefId) -> Vec<GenericParamDef> {
        let generics = self.generics(def);
        let mut params = generics
            .parent
            .map_or(Vec::new(), |parent| self.all_params(parent));
        params.extend(generics.params.iter().cloned());
        params
    }

    /// Each parameter of a definition standing for itself.
    pub fn identity_args(&self, def: DefId) -> Args {
        let args: Vec<GenericArg> = self.all_params(def).iter().map(param_as_arg).collect();
        mk_args(&args)
    }

    /// The bounds that a user of the definition must satisfy, the parent's included. In a trait, `Self: Trait` is one.
    pub(super) fn predicates(&self, def: DefId) -> Rc<Vec<Predicate>> {
        if let Some(found) = self.caches.borrow().predicates.get(&def) {
            return found.clone();
        }
        let errors = self.errors.get();
        let parent = self.generics(def).parent;
        let mut all = parent.map_or(Vec::new(), |parent| self.predicates(parent).to_vec());
        all.extend(self.own_predicates(def).iter().copied());
        let all = Rc::new(all);
        if self.is_settled(errors) {
            self.caches.borrow_mut().predicates.insert(def, all.clone());
        }
        all
    }

    pub(super) fn own_predicates(&self, def: DefId) -> Rc<Vec<Predicate>> {
        if let Some(found) = self.caches.borrow().own_predicates.get(&def) {
            return found.clone();
        }
        let errors = self.errors.get();
        let own = Rc::new(self.compute_own_predicates(def));
        if self.is_settled(errors) {
            let mut caches = self.caches.borrow_mut();
            caches.own_predicates.insert(def, own.clone());
        }
        own
    }

    fn compute_own_predicates(&self, def: DefId) -> Vec<Predicate> {
        let here = self.def(def);
        let mut predicates = Vec::new();
        if here.kind == DefKind::Trait {
            predicates.push(Predicate::Trait(TraitRef {
                def,
                args: self.identity_args(def),
            }));
        }
        let converter = Converter::for_item(self, def);
        for param in self.generics(def).params.iter() {
            if let ParamKind::ImplTrait(ast::Ty {
                kind: ast::TyKind::ImplTrait(bounds),
                ..
            }) = param.kind
            {
                let ty = mk(TyKind::Param(param.index, param.name));
                converter.bounds_into(ty, bounds, &mut predicates);
            }
        }
        if let Some(written) = ast_generics(here.node) {
            self.written_predicates(&converter, def, written, &mut predicates);
        }
        predicates
    }

    fn written_predicates(
        &self,
        converter: &Converter<'_>,
        def: DefId,
        written: &'static ast::Generics,
        predicates: &mut Vec<Predicate>,
    ) {
        let own = self.generics(def);
        for param in &written.params {
            if let ast::GenericParamKind::Type { bounds, .. } = &param.kind {
                if let Some(found) = own.params.iter().find(|p| p.name == param.ident.name) {
                    let ty = mk(TyKind::Param(found.index, found.name));
                    converter.bounds_into(ty, bounds, predicates);
                }
            }
        }
        for predicate in &written.predicates {
            let ty = converter.ty(&predicate.ty);
            converter.bounds_into(ty, &predicate.bounds, predicates);
        }
    }

    /// The supertraits of a trait, as predicates on its parameters.
    pub(super) fn super_predicates(&self, def: DefId) -> Rc<Vec<Predicate>> {
        if let Some(found) = self.caches.borrow().super_predicates.get(&def) {
            return found.clone();
        }
        let errors = self.errors.get();
        let mut predicates = Vec::new();
        if let Node::Item(ast::Item {
            kind: ast::ItemKind::Trait(t),
            ..
        }) = self.def(def).node
        {
            let converter = Converter::for_item(self, def);
            let self_ty = mk(TyKind::Param(0, Symbol::new("Self")));
            converter.bounds_into(self_ty, &t.supertraits, &mut predicates);
            for predicate in &t.generics.predicates {
                if converter.is_self(&predicate.ty) {
                    converter.bounds_into(self_ty, &predicate.bounds, &mut predicates);
                }
            }
        }
        let predicates = Rc::new(predicates);
        if self.is_settled(errors) {
            let mut caches = self.caches.borrow_mut();
            caches.super_predicates.insert(def, predicates.clone());
        }
        predicates
    }

    /// The definitions of the direct supertraits, without looking at their arguments.
    pub(super) fn supertrait_defs(&self, def: DefId) -> Vec<DefId> {
        let Node::Item(ast::Item {
            kind: ast::ItemKind::Trait(t),
            ..
        }) = self.def(def).node
        else {
            return Vec::new();
        };
        let module = self.defs.borrow().module_of(def);
        let where_self = t
            .generics
            .predicates
            .iter()
            .filter(|p| is_self_ty(&p.ty))
            .flat_map(|p| &p.bounds);
        let all = t.supertraits.iter().chain(where_self);
        all.filter_map(|bound| self.trait_by_path(module, &bound.path))
            .collect()
    }

    /// The bounds of an opaque or associated type, on the type itself with identity arguments.
    pub(super) fn item_bounds(&self, def: DefId) -> Rc<Vec<Predicate>> {
        if let Some(found) = self.caches.borrow().item_bounds.get(&def) {
            return found.clone();
        }
        let errors = self.errors.get();
        let args = self.identity_args(def);
        let (ty, bounds): (Ty, &'static [ast::Bound]) = match self.def(def).node {
            Node::Bounds(bounds) => (mk(TyKind::Opaque(def, args)), bounds),
            Node::Assoc(ast::AssocItem {
                kind: ast::AssocKind::Type { bounds, .. },
                ..
            }) => (mk(TyKind::Projection(def, args)), bounds),
            _ => (Ty::error(), &[]),
        };
        let mut predicates = Vec::new();
        Converter::for_item(self, def).bounds_into(ty, bounds, &mut predicates);
        let predicates = Rc::new(predicates);
        if self.is_settled(errors) {
            let mut caches = self.caches.borrow_mut();
            caches.item_bounds.insert(def, predicates.clone());
        }
        predicates
    }

    /// What may be assumed inside a definition: its predicates with their supertraits.
    pub(super) fn param_env(&self, def: DefId) -> Rc<ParamEnv> {
        if let Some(found) = self.caches.borrow().param_envs.get(&def) {
            return found.clone();
        }
        let params = self.all_params(def);
        let env = Rc::new(ParamEnv {
            predicates: self.elaborate(&self.predicates(def)),
            maybe_unsized: params
                .iter()
                .filter(|p| !p.sized)
                .map(|p| p.index)
                .collect(),
        });
        let env = self.normalized_env(env, self.span(def));
        self.caches.borrow_mut().param_envs.insert(def, env.clone());
        env
    }

    /// What is assumed, with the projections in it replaced by what they are under these very assumptions. What then has
    /// no parameter in it is known without being assumed.
    fn normalized_env(&self, env: Rc<ParamEnv>, span: Span) -> Rc<ParamEnv> {
        if !env.predicates.iter().any(|p| p.any_type(&has_projections)) {
            return env;
        }
        let infer = Infer::new(self, env.clone(), false);
        let normal = env.predicates.iter().map(|&written| {
            let normal = infer.resolve_predicate(infer.normalize_predicate(written, span));
            match normal.any_type(&has_infer) {
                true => written,
                false => normal,
            }
        });
        let mut predicates: Vec<Predicate> = normal.filter(|p| !p.is_concrete()).collect();
        predicates.dedup();
        Rc::new(ParamEnv {
            predicates,
            maybe_unsized: env.maybe_unsized.clone(),
        })
    }

    /// Adds the supertraits of what is given, transitively.
    pub(super) fn elaborate(&self, predicates: &[Predicate]) -> Vec<Predicate> {
        let mut all: Vec<Predicate> = Vec::new();
        let mut queue: Vec<Predicate> = predicates.iter().rev().copied().collect();
        while let Some(next) = queue.pop() {
            if all.contains(&next) {
                continue;
            }
            all.push(next);
            if let Predicate::Trait(t) = next {
                let supers = self.super_predicates(t.def);
                queue.extend(supers.iter().rev().map(|p| p.subst(t.args)));
            }
        }
        all
    }

    /// The trait reference of an impl.
    pub fn impl_trait(&self, def: DefId) -> Option<TraitRef> {
        if let Some(found) = self.caches.borrow().impl_traits.get(&def) {
            return found.as_deref().copied();
        }
        let errors = self.errors.get();
        let found = self.compute_impl_trait(def);
        if self.is_settled(errors) {
            let mut caches = self.caches.borrow_mut();
            caches.impl_traits.insert(def, found.map(Rc::new));
        }
        found
    }

    fn compute_impl_trait(&self, def: DefId) -> Option<TraitRef> {
        let Node::Item(ast::Item {
            kind: ast::ItemKind::Impl(imp),
            ..
        }) = self.def(def).node
        else {
            return None;
        };
        let path = imp.of_trait.as_ref()?;
        let converter = Converter::for_item(self, def);
        let self_ty = self.type_of(def);
        converter.trait_ref(self_ty, path, &mut Vec::new())
    }

    /// The type of a definition in terms of its parameters: an alias' target, an impl's self type, the type of a
    /// constant or static, the value of an associated type, a struct or enum itself.
    pub fn type_of(&self, def: DefId) -> Ty {
        if let Some(&found) = self.caches.borrow().types.get(&def) {
            return found;
        }
        if !self.enter() {
            return Ty::error();
        }
        let errors = self.errors.get();
        let ty = self.compute_type_of(def);
        self.leave();
        if self.is_settled(errors) {
            self.caches.borrow_mut().types.insert(def, ty);
        }
        ty
    }

    fn compute_type_of(&self, def: DefId) -> Ty {
        let here = self.def(def);
        let converter = Converter::for_item(self, def);
        match here.kind {
            DefKind::Struct | DefKind::Enum | DefKind::Handle => {
                return Ty::adt(def, self.identity_args(def))
            }
            DefKind::Variant => {
                return here
                    .parent
                    .map_or(Ty::error(), |parent| self.type_of(parent))
            }
            DefKind::AnonConst => {
                return self
                    .caches
                    .borrow()
                    .anon_types
                    .get(&def)
                    .copied()
                    .unwrap_or_else(Ty::usize)
            }
            _ => {}
        }
        match here.node {
            Node::Item(item) => match &item.kind {
                ast::ItemKind::TypeAlias(_, Some(ty)) | ast::ItemKind::Const(ty, _) => {
                    converter.ty(ty)
                }
                ast::ItemKind::Static { ty, .. } => converter.ty(ty),
                ast::ItemKind::Impl(imp) => converter.ty(&imp.self_ty),
                _ => Ty::error(),
            },
            Node::Assoc(item) => match &item.kind {
                ast::AssocKind::Const(ty, _) => converter.ty(ty),
                ast::AssocKind::Type {
                    default: Some(ty), ..
                } => converter.ty(ty),
                _ => Ty::error(),
            },
            _ => Ty::error(),
        }
    }

    /// The signature of a function, method or constructor, in terms of its parameters.
    pub fn fn_sig(&self, def: DefId) -> Rc<FnSig> {
        if let Some(found) = self.caches.borrow().fn_sigs.get(&def) {
            return found.clone();
        }
        let sig = Rc::new(self.compute_fn_sig(def));
        self.caches.borrow_mut().fn_sigs.insert(def, sig.clone());
        sig
    }

    fn compute_fn_sig(&self, def: DefId) -> FnSig {
        if let Some(f) = self.ast_fn(def) {
            let converter = Converter::for_item(self, def);
            let inputs = f
                .params
                .iter()
                .map(|param| converter.ty(&param.ty))
                .collect();
            let output = f
                .ret
                .as_ref()
                .map_or(Ty::unit(), |ty| converter.return_ty(ty));
            return FnSig { inputs, output };
        }
        let (adt, variant) = self.ctor_of(def);
        let inputs = self.adt(adt).variants[variant as usize]
            .fields
            .iter()
            .map(|field| field.ty)
            .collect();
        FnSig {
            inputs,
            output: Ty::adt(adt, self.identity_args(adt)),
        }
    }

    /// The type and variant that a struct or variant definition constructs.
    pub fn ctor_of(&self, def: DefId) -> (DefId, u32) {
        let here = self.def(def);
        match (here.kind, here.parent) {
            (DefKind::Variant, Some(adt)) => {
                let index = self.children(adt).iter().position(|&child| child == def);
                (adt, index.unwrap_or(0) as u32)
            }
            _ => (def, 0),
        }
    }

    /// The fields and variants of a struct or enum.
    pub fn adt(&self, def: DefId) -> Rc<AdtDef> {
        if let Some(found) = self.caches.borrow().adts.get(&def) {
            return found.clone();
        }
        let adt = Rc::new(self.compute_adt(def));
        self.caches.borrow_mut().adts.insert(def, adt.clone());
        adt
    }

    fn compute_adt(&self, def: DefId) -> AdtDef {
        let here = self.def(def);
        let (repr, written_repr) = self.repr(def);
        let (is_enum, variants) = match here.node {
            Node::Item(ast::Item {
                kind: ast::ItemKind::Struct(_, data),
                ..
            }) => (false, vec![self.variant_def(def, def, here.name, data, 0)]),
            Node::Item(ast::Item {
                kind: ast::ItemKind::Enum(_, variants),
                ..
            }) => (true, self.variant_defs(def, variants)),
            _ => {
                let shape = Shape::Unit;
                (
                    false,
                    vec![VariantDef {
                        def,
                        name: here.name,
                        fields: Vec::new(),
                        discriminant: 0,
                        shape,
                    }],
                )
            }
        };
        AdtDef {
            def,
            name: here.name,
            is_enum,
            variants,
            repr,
            written_repr,
        }
    }

    /// The type of the discriminants, and what the attribute says.
    fn repr(&self, def: DefId) -> (IntTy, ast::Repr) {
        let written = self
            .attrs(def)
            .map_or_else(ast::Repr::default, |attrs| attrs.repr);
        let int = written.int.and_then(|name| IntTy::from_name(name.as_str()));
        (int.unwrap_or(IntTy::Isize), written)
    }

    fn variant_defs(&self, def: DefId, variants: &'static [ast::Variant]) -> Vec<VariantDef> {
        let ids = self.children(def);
        let mut next = 0i128;
        let mut all = Vec::new();
        for (variant, id) in variants.iter().zip(ids) {
            if let Some(expr) = &variant.discriminant {
                next = self.discriminant_value(def, expr).unwrap_or(next);
            }
            all.push(self.variant_def(def, id, variant.ident.name, &variant.data, next));
            next += 1;
        }
        all
    }

    fn discriminant_value(&self, def: DefId, expr: &'static ast::Expr) -> Option<i128> {
        let (repr, _) = self.repr(def);
        match &expr.kind {
            ast::ExprKind::Lit(ast::Lit::Int(value, _)) => return Some(*value as i128),
            ast::ExprKind::Unary(ast::UnaryOp::Neg, inner) => {
                if let ast::ExprKind::Lit(ast::Lit::Int(value, _)) = &inner.kind {
                    return Some((*value as i128).wrapping_neg());
                }
            }
            _ => {}
        }
        let anon = self.anon_const(def, expr, Ty::int(repr));
        let bits = self.eval_const(anon, mk_args(&[])).ok()?;
        let width = repr.bits(self.options.pointer_width);
        let shift = 128 - width;
        Some(if repr.signed() {
            ((bits << shift) as i128) >> shift
        } else {
            bits as i128
        })
    }

    fn variant_def(
        &self,
        adt: DefId,
        def: DefId,
        name: Symbol,
        data: &'static ast::VariantData,
        discriminant: i128,
    ) -> VariantDef {
        let (shape, written): (Shape, &[ast::Field]) = match data {
            ast::VariantData::Unit => (Shape::Unit, &[]),
            ast::VariantData::Tuple(fields) => (Shape::Tuple, fields),
            ast::VariantData::Named(fields) => (Shape::Named, fields),
        };
        let converter = Converter::for_item(self, adt);
        let module = self.defs.borrow().module_of(adt);
        let is_enum = adt != def;
        let fields = written.iter().map(|field| {
            let visible = self.defs.borrow().visible(&field.vis, module);
            let visible = if is_enum {
                super::defs::Visible::Everywhere
            } else {
                visible
            };
            FieldDef {
                name: field.ident.name,
                ty: converter.ty(&field.ty),
                visible,
            }
        });
        VariantDef {
            def,
            name,
            fields: fields.collect(),
            discriminant,
            shape,
        }
    }

    /// The definition that stands for a constant expression inside an item.
    pub(super) fn anon_const(&self, owner: DefId, expr: &'static ast::Expr, ty: Ty) -> DefId {
        let key = expr as *const ast::Expr as usize;
        if let Some(&found) = self.caches.borrow().anon_consts.get(&key) {
            return found;
        }
        let krate = self.crate_of(owner);
        let name = Symbol::new("{const}");
        let def = self.defs.borrow_mut().add(
            DefKind::AnonConst,
            name,
            Some(owner),
            krate,
            expr.span,
            Node::Anon(expr),
        );
        let mut caches = self.caches.borrow_mut();
        caches.anon_consts.insert(key, def);
        caches.anon_types.insert(def, ty);
        def
    }

    /// An attribute's expression (`init = …`, a range end) as a constant of a type, seen from an item.
    pub fn attribute_const(&self, owner: DefId, expr: &'static ast::Expr, ty: Ty) -> DefId {
        self.anon_const(owner, expr, ty)
    }

    /// The definition of an opaque return type, by its bounds in the syntax.
    pub(super) fn opaque(
        &self,
        owner: DefId,
        ty: &ast::Ty,
        bounds: &'static [ast::Bound],
    ) -> DefId {
        let key = bounds.as_ptr() as usize;
        if let Some(&found) = self.caches.borrow().opaques.get(&key) {
            return found;
        }
        let krate = self.crate_of(owner);
        let name = Symbol::new("{opaque}");
        let node = Node::Bounds(bounds);
        let def =
            self.defs
                .borrow_mut()
                .add(DefKind::Opaque, name, Some(owner), krate, ty.span, node);
        self.caches.borrow_mut().opaques.insert(key, def);
        def
    }

    /// A unique type for a hardware handle: it has every trait that the parameter's bounds name, by
    /// methods without a body.
    pub fn handle_type(&self, function: DefId, param: u32) -> Ty {
        self.made_up(MadeUp::Parameter(function, param), function)
    }

    /// What an associated type of a handle is when its bounds do not say: again a made-up type.
    pub(super) fn handle_part(&self, handle: DefId, assoc: DefId) -> Ty {
        self.made_up(MadeUp::Assoc(handle, assoc), handle)
    }

    fn made_up(&self, origin: MadeUp, near: DefId) -> Ty {
        let found = self.caches.borrow().handles.get(&origin).copied();
        let def = found.unwrap_or_else(|| {
            let here = self.def(near);
            let name = match origin {
                MadeUp::Parameter(_, param) => format!("{}#handle{param}", here.name),
                MadeUp::Assoc(_, assoc) => format!("{}::{}", here.name, self.name(assoc)),
            };
            let parent = Some(self.defs.borrow().module_of(near));
            let def = self.defs.borrow_mut().add(
                DefKind::Handle,
                Symbol::new(&name),
                parent,
                here.krate,
                here.span,
                Node::None,
            );
            self.caches.borrow_mut().handles.insert(origin, def);
            def
        });
        Ty::adt(def, mk_args(&[]))
    }

    pub(super) fn origin_of_handle(&self, handle: DefId) -> Option<MadeUp> {
        let caches = self.caches.borrow();
        let found = caches.handles.iter().find(|(_, def)| **def == handle);
        found.map(|(origin, _)| *origin)
    }

    /// The bounds under which a handle was made.
    pub(super) fn handle_bounds(&self, handle: DefId) -> Vec<Predicate> {
        let made = Ty::adt(handle, mk_args(&[]));
        match self.origin_of_handle(handle) {
            Some(MadeUp::Parameter(function, param)) => {
                self.parameter_bounds(function, param, made)
            }
            Some(MadeUp::Assoc(of, assoc)) => self.assoc_bounds(of, assoc, made),
            None => Vec::new(),
        }
    }

    fn parameter_bounds(&self, function: DefId, param: u32, made: Ty) -> Vec<Predicate> {
        let arg = |p: &GenericParamDef| match p.index == param {
            true => GenericArg::Ty(made),
            false => param_as_arg(p),
        };
        let args: Vec<GenericArg> = self.all_params(function).iter().map(arg).collect();
        let args = mk_args(&args);
        self.elaborate(&self.predicates(function))
            .iter()
            .map(|p| p.subst(args))
            .collect()
    }

    /// The bounds of an associated type, on the made-up type in its place.
    fn assoc_bounds(&self, of: DefId, assoc: DefId, made: Ty) -> Vec<Predicate> {
        let declared_in = self.parent(assoc);
        let mut own = self.traits_of_handle(of).into_iter();
        let own = own.find(|it| Some(it.def) == declared_in);
        let only_self = || mk_args(&[GenericArg::Ty(Ty::adt(of, mk_args(&[])))]);
        let args = own.map_or_else(only_self, |it| it.args);
        let place = mk(TyKind::Projection(assoc, args));
        let mut replace = Replace { place, made };
        let bounds = self.elaborate(&self.item_bounds(assoc));
        bounds
            .iter()
            .map(|p| replace.predicate(p.subst(args)))
            .collect()
    }

    /// The tuple type of a list of types.
    pub(super) fn tuple_of(&self, tys: &[Ty]) -> Ty {
        mk(TyKind::Tuple(mk_tys(tys)))
    }

    /// Counts nested queries; false, with a diagnostic, when they run away.
    pub(super) fn enter(&self) -> bool {
        self.depth.set(self.depth.get() + 1);
        if self.depth.get() < 2000 {
            return true;
        }
        self.depth.set(self.depth.get() - 1);
        false
    }

    pub(super) fn leave(&self) {
        self.depth.set(self.depth.get() - 1);
    }
}

/// Where a made-up type comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MadeUp {
    /// A type parameter of a loop function, by its index.
    Parameter(DefId, u32),
    /// An associated type of another made-up type.
    Assoc(DefId, DefId),
}

struct Replace {
    place: Ty,
    made: Ty,
}

impl Replace {
    fn predicate(&mut self, predicate: Predicate) -> Predicate {
        match predicate {
            Predicate::Trait(t) => Predicate::Trait(TraitRef {
                def: t.def,
                args: self.fold_args(t.args),
            }),
            Predicate::Projection(def, args, ty) => {
                Predicate::Projection(def, self.fold_args(args), self.fold_ty(ty))
            }
        }
    }
}

impl Folder for Replace {
    fn fold_ty(&mut self, ty: Ty) -> Ty {
        if ty == self.place {
            self.made
        } else {
            self.super_fold_ty(ty)
        }
    }
}

fn push_param(generics: &mut Generics, name: Symbol, kind: ParamKind, sized: bool) {
    let index = generics.count() as u32;
    let param = GenericParamDef {
        name,
        index,
        kind,
        sized,
    };
    generics.params.push(param);
}

fn push_written(generics: &mut Generics, written: &'static ast::Generics) {
    for param in &written.params {
        let (kind, sized) = match &param.kind {
            ast::GenericParamKind::Type { default, sized, .. } => {
                (ParamKind::Type(default.as_ref()), *sized)
            }
            ast::GenericParamKind::Const { ty, default } => {
                (ParamKind::Const(ty, default.as_ref()), true)
            }
        };
        push_param(generics, param.ident.name, kind, sized);
    }
}

fn param_as_arg(param: &GenericParamDef) -> GenericArg {
    match param.kind {
        ParamKind::Const(..) => GenericArg::Const(Const::Param(param.index, param.name)),
        _ => GenericArg::Ty(mk(TyKind::Param(param.index, param.name))),
    }
}

/// Whether a type is written `Self`.
pub fn is_self_ty(ty: &ast::Ty) -> bool {
    match &ty.kind {
        ast::TyKind::Path(path) => {
            path.qself.is_none()
                && path.segments.len() == 1
                && path.segments[0].ident.name.as_str() == "Self"
        }
        _ => false,
    }
}
