//! Concrete types of the checker become types of the IR.

use super::{Lowering, Res};
use crate::diagnostic::Diagnostic;
use crate::ir::{self, Type, TypeId, Variant};
use crate::source::{Span, Symbol};
use crate::typeck::tree::BindingMode;
use crate::typeck::ty::{Args, Const, DefId, FloatTy, IntTy, Ty, TyKind};
use crate::typeck::AdtDef;

/// More parts than a type that somebody means has.
const MOST_PARTS: u64 = 10_000;

/// More elements than a device has bytes for.
const MOST_ELEMENTS: u64 = 1 << 22;

impl Lowering<'_> {
    /// The IR type of a concrete sized type.
    pub(crate) fn ty(&mut self, ty: Ty) -> Res<TypeId> {
        if let Some(&id) = self.types.get(&ty) {
            return Ok(id);
        }
        match *ty.kind() {
            TyKind::Adt(def, _) => self.adt_type(ty, def),
            TyKind::Closure(def, args) => self.closure_type(ty, def, args),
            _ => {
                let lowered = self.structural_type(ty)?;
                let id = self.intern(lowered);
                self.types.insert(ty, id);
                Ok(id)
            }
        }
    }

    pub(crate) fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.interned.get(&ty) {
            return id;
        }
        let id = TypeId(self.program.types.len() as u32);
        self.program.types.push(ty.clone());
        self.interned.insert(ty, id);
        id
    }

    fn structural_type(&mut self, ty: Ty) -> Res<Type> {
        Ok(match *ty.kind() {
            TyKind::Bool => Type::Bool,
            TyKind::Char => Type::Char,
            TyKind::Int(int) => self.int_type(int),
            TyKind::Float(FloatTy::F32) => Type::Float { bits: 32 },
            TyKind::Float(FloatTy::F64) => Type::Float { bits: 64 },
            TyKind::Never => Type::Never,
            TyKind::Tuple(tys) => Type::Tuple(self.types_of(tys)?),
            TyKind::Array(inner, len) => {
                let len = self.array_len(len)?;
                Type::Array(self.ty(inner)?, self.modest_len(len)?)
            }
            TyKind::Ref { inner, .. } | TyKind::RawPtr { inner, .. } => {
                self.reference_type(inner)?
            }
            TyKind::FnPtr(params, ret) => Type::FnPtr {
                params: self.types_of(params)?,
                ret: self.ty(ret)?,
            },
            TyKind::FnDef(..) => self.opaque_type(ty),
            TyKind::Str | TyKind::Slice(_) | TyKind::Dynamic(_) => {
                return Err(self.unsupported(
                    self.at,
                    format!("a value of the unsized type `{}`", self.tcx.show(ty)),
                ))
            }
            _ => {
                let message = format!("the type `{}` is not known here", self.tcx.show(ty));
                return Err(self.error("lower::type", self.at, message));
            }
        })
    }

    pub(crate) fn types_of(&mut self, tys: &[Ty]) -> Res<Vec<TypeId>> {
        tys.iter().map(|&ty| self.ty(ty)).collect()
    }

    pub(crate) fn int_type(&self, int: IntTy) -> Type {
        Type::Int {
            signed: int.signed(),
            bits: int.bits(self.tcx.pointer_width()) as u16,
        }
    }

    fn reference_type(&mut self, inner: Ty) -> Res<Type> {
        Ok(match *inner.kind() {
            TyKind::Slice(element) => Type::Slice(self.ty(element)?),
            TyKind::Str => Type::Str,
            TyKind::Dynamic(_) => self.opaque_type(inner),
            _ => Type::Ref(self.ty(inner)?),
        })
    }

    /// A type without fields: nothing but its name is known of its values.
    fn opaque_type(&self, ty: Ty) -> Type {
        Type::Struct {
            name: Symbol::new(&self.tcx.show(ty)),
            fields: Vec::new(),
        }
    }

    /// Arrays are kept element by element.
    pub(crate) fn modest_len(&self, len: u128) -> Res<u64> {
        match u64::try_from(len) {
            Ok(len) if len <= MOST_ELEMENTS => Ok(len),
            _ => Err(self.unsupported(self.at, format!("an array of {len} elements"))),
        }
    }

    pub(crate) fn array_len(&self, len: Const) -> Res<u128> {
        match len {
            Const::Value(bits) => Ok(bits),
            _ => Err(self.error(
                "lower::type",
                self.at,
                "the length of this array is not known",
            )),
        }
    }

    /// Reserves an id first, because a type may contain references to itself.
    fn reserve_type(&mut self, ty: Ty) -> (TypeId, Symbol) {
        let id = TypeId(self.program.types.len() as u32);
        let name = self.type_name(ty);
        let name = self.unique_type_name(&name);
        self.program.types.push(Type::Struct {
            name,
            fields: Vec::new(),
        });
        self.types.insert(ty, id);
        (id, name)
    }

    /// The names of restricted library types are theirs alone.
    fn type_name(&self, ty: Ty) -> String {
        let name = self.tcx.show(ty);
        let TyKind::Adt(def, _) = *ty.kind() else {
            return name;
        };
        let krate = self.tcx.crate_name(self.tcx.crate_of(def));
        match ir::restricted::restriction(&name) {
            Some(_) if krate.as_str() != "core" => format!("{krate}::{name}"),
            _ => name,
        }
    }

    fn adt_type(&mut self, ty: Ty, def: DefId) -> Res<TypeId> {
        let adt = self.tcx.adt(def);
        let (id, name) = self.reserve_type(ty);
        let mut variants = self.variants(ty, &adt)?;
        let lowered = if adt.is_enum {
            let repr = self.int_type(adt.repr);
            let repr = self.intern(repr);
            Type::Enum {
                name,
                repr,
                variants,
            }
        } else {
            let fields = variants
                .pop()
                .map(|variant| variant.fields)
                .unwrap_or_default();
            Type::Struct { name, fields }
        };
        self.program.types[id.0 as usize] = lowered;
        if !adt.is_enum {
            self.spell_fields(ty, id)?;
        }
        Ok(id)
    }

    fn spell_fields(&mut self, ty: Ty, id: TypeId) -> Res<()> {
        for (position, field) in self.field_types(ty, 0)?.into_iter().enumerate() {
            let spelling = self.spelling(field);
            let spelled = spelling.map(|text| ((id, position), text));
            self.spellings.fields.extend(spelled);
        }
        Ok(())
    }

    fn variants(&mut self, ty: Ty, adt: &AdtDef) -> Res<Vec<Variant>> {
        let mut lowered = Vec::new();
        for (index, variant) in adt.variants.iter().enumerate() {
            let mut fields = Vec::new();
            for (field, of) in variant.fields.iter().enumerate() {
                let field_ty = self.tcx.field_ty(ty, index as u32, field as u32)?;
                fields.push((of.name, self.ty(field_ty)?));
            }
            lowered.push(Variant {
                name: variant.name,
                discriminant: variant.discriminant,
                fields,
            });
        }
        Ok(lowered)
    }

    fn closure_type(&mut self, ty: Ty, def: DefId, args: Args) -> Res<TypeId> {
        let captures = self.capture_types(def, args)?;
        let (id, name) = self.reserve_type(ty);
        let mut fields = Vec::new();
        for (index, &capture) in captures.iter().enumerate() {
            fields.push((Symbol::new(&index.to_string()), self.ty(capture)?));
        }
        self.program.types[id.0 as usize] = Type::Struct { name, fields };
        Ok(id)
    }

    /// Types of the fields of a closure value.
    pub(crate) fn capture_types(&mut self, def: DefId, args: Args) -> Res<Vec<Ty>> {
        let closure = self.closure_of(def)?;
        let field = |capture: &crate::typeck::tree::Capture| {
            let ty = self.tcx.mono(capture.ty, args)?;
            Ok(match capture.mode {
                BindingMode::Value => ty,
                BindingMode::Ref { mutable } => Ty::reference(mutable, ty),
            })
        };
        closure.captures.iter().map(field).collect()
    }

    /// Types of the fields of a struct, tuple, closure or variant.
    pub(crate) fn field_types(&mut self, ty: Ty, variant: u32) -> Res<Vec<Ty>> {
        match *ty.kind() {
            TyKind::Tuple(tys) => Ok(tys.to_vec()),
            TyKind::Closure(def, args) => self.capture_types(def, args),
            TyKind::Adt(def, _) => {
                let adt = self.tcx.adt(def);
                let count = adt
                    .variants
                    .get(variant as usize)
                    .map_or(0, |v| v.fields.len());
                (0..count as u32)
                    .map(|field| self.tcx.field_ty(ty, variant, field))
                    .collect()
            }
            _ => Ok(Vec::new()),
        }
    }

    pub(crate) fn bool_type(&mut self) -> TypeId {
        self.intern(Type::Bool)
    }

    pub(crate) fn unit_type(&mut self) -> TypeId {
        self.intern(Type::Tuple(Vec::new()))
    }

    pub(crate) fn usize_type(&mut self) -> TypeId {
        let ty = self.int_type(IntTy::Usize);
        self.intern(ty)
    }

    pub(crate) fn u32_type(&mut self) -> TypeId {
        let ty = self.int_type(IntTy::U32);
        self.intern(ty)
    }

    /// Turns generic arguments that grow without end into an error.
    pub(crate) fn check_size(&mut self, args: Args, span: Span) -> Res<()> {
        let types = args.iter().filter_map(|arg| arg.ty());
        let size = types.fold(0u64, |sum, ty| sum.saturating_add(self.type_size(ty)));
        if size <= MOST_PARTS {
            return Ok(());
        }
        let message = "the type arguments of this call are too large";
        let help = "a generic function that calls itself with ever larger types has no end";
        Err(self
            .tcx
            .report(Diagnostic::new("lower::type", span, message).help(help)))
    }

    /// How many parts the name of a type has.
    fn type_size(&mut self, ty: Ty) -> u64 {
        if let Some(&known) = self.type_sizes.get(&ty) {
            return known;
        }
        let of_args = |args: Args| args.iter().filter_map(|arg| arg.ty()).collect();
        let parts: Vec<Ty> = match *ty.kind() {
            TyKind::Tuple(parts) => parts.to_vec(),
            TyKind::Array(inner, _) | TyKind::Slice(inner) => vec![inner],
            TyKind::Ref { inner, .. } | TyKind::RawPtr { inner, .. } => vec![inner],
            TyKind::Adt(_, args) | TyKind::FnDef(_, args) | TyKind::Closure(_, args) => {
                of_args(args)
            }
            TyKind::FnPtr(params, ret) => params.iter().copied().chain([ret]).collect(),
            _ => Vec::new(),
        };
        let size = parts
            .into_iter()
            .fold(1u64, |sum, part| sum.saturating_add(self.type_size(part)));
        self.type_sizes.insert(ty, size);
        size
    }

    /// Whether something may be written through a shared reference to a value of the type.
    pub(crate) fn has_interior(&mut self, ty: Ty) -> Res<bool> {
        self.any_part(ty, &mut |low, part| match *part.kind() {
            TyKind::Adt(def, _) => low.tcx.lang("unsafe_cell") == Some(def),
            _ => false,
        })
    }

    /// Whether a part of the type that lies in its values, not behind references, is as asked.
    pub(crate) fn any_part(
        &mut self,
        ty: Ty,
        found: &mut dyn FnMut(&mut Self, Ty) -> bool,
    ) -> Res<bool> {
        if found(self, ty) {
            return Ok(true);
        }
        match *ty.kind() {
            TyKind::Array(inner, _) => return self.any_part(inner, found),
            TyKind::Tuple(_) | TyKind::Closure(..) => {}
            TyKind::Adt(def, _) => {
                for variant in 0..self.tcx.adt(def).variants.len() as u32 {
                    if self.any_field(ty, variant, found)? {
                        return Ok(true);
                    }
                }
                return Ok(false);
            }
            _ => return Ok(false),
        }
        self.any_field(ty, 0, found)
    }

    fn any_field(
        &mut self,
        ty: Ty,
        variant: u32,
        found: &mut dyn FnMut(&mut Self, Ty) -> bool,
    ) -> Res<bool> {
        for field in self.field_types(ty, variant)? {
            if self.any_part(field, found)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
