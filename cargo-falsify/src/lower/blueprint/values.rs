//! Types of inputs: their names, and how values of them are made out of parts.

use super::{obstacle, Draft};
use crate::ir::blueprint::{
    FieldsText, Made, Obstacle, Reached, ReadingText, ValueText, LIBRARY_VALUES,
};
use crate::ir::TypeId;
use crate::typeck::ty::{DefId, Ty, TyKind};
use crate::typeck::{DefKind, Shape, VariantDef};

impl Draft<'_, '_> {
    pub(super) fn reading(&mut self, ty: Ty, id: TypeId) {
        let text = self.parts(self.krate, ty).and_then(|()| self.named(ty));
        self.plan.readings.push(ReadingText { ty: id, text });
    }

    /// A module from whose child the type has a name, and that name.
    fn named(&mut self, ty: Ty) -> Reached<(usize, String)> {
        let tcx = self.low.tcx;
        let mut homes = self.homes(ty);
        homes.extend(
            self.low
                .sketches
                .iter()
                .filter_map(|it| tcx.named_module(it.def)),
        );
        homes.push(tcx.root_module(self.krate));
        for home in homes {
            if let (Some(text), Ok(module)) = (self.type_text(home, ty), self.module(home)) {
                return Ok((module, text));
            }
        }
        let what = format!(
            "no module of the crate can name the type `{}`",
            tcx.show(ty)
        );
        obstacle(self.span_of(ty), what)
    }

    /// Modules of the analysed crate in which parts of the type are defined.
    fn homes(&self, ty: Ty) -> Vec<DefId> {
        let tcx = self.low.tcx;
        match *ty.kind() {
            TyKind::Tuple(parts) => parts.iter().flat_map(|&part| self.homes(part)).collect(),
            TyKind::Array(inner, _) => self.homes(inner),
            TyKind::Adt(def, args) => {
                let handle = self.handles.get(&def).map(|(home, _)| *home);
                let own = handle.or_else(|| tcx.named_module(def));
                let own = own.filter(|_| tcx.crate_of(def) == self.krate);
                let args = args.iter().filter_map(|arg| arg.ty());
                args.flat_map(|arg| self.homes(arg)).chain(own).collect()
            }
            _ => Vec::new(),
        }
    }

    fn span_of(&self, ty: Ty) -> crate::source::Span {
        match *ty.kind() {
            TyKind::Adt(def, _) => self.low.tcx.span(def),
            TyKind::Array(inner, _) => self.span_of(inner),
            TyKind::Tuple([first, ..]) => self.span_of(*first),
            _ => self.low.tcx.root_file(self.krate),
        }
    }

    /// Sees to it that a crate can make values of the type.
    pub(super) fn parts(&mut self, krate: usize, ty: Ty) -> Reached<()> {
        match *ty.kind() {
            TyKind::Tuple(parts) => parts.iter().try_for_each(|&part| self.parts(krate, part)),
            TyKind::Array(inner, _) => self.parts(krate, inner),
            TyKind::Adt(def, args) if self.is_library_value(def) => {
                let mut args = args.iter().filter_map(|arg| arg.ty());
                args.try_for_each(|arg| self.parts(krate, arg))
            }
            TyKind::Adt(def, _) if self.low.tcx.kind(def) == DefKind::Handle => Ok(()),
            TyKind::Adt(..) => self.value(krate, ty).map(|_| ()),
            _ => Ok(()),
        }
    }

    fn is_library_value(&self, def: DefId) -> bool {
        LIBRARY_VALUES.contains(&self.low.tcx.path(def).as_str())
    }

    /// The position of what makes values of a struct or enum in a crate.
    fn value(&mut self, krate: usize, ty: Ty) -> Reached<usize> {
        if let Some(known) = self.values.get(&(krate, ty)) {
            return known.clone();
        }
        // A type that contains itself has no values without a reference; this ends the search.
        let pending = obstacle(self.span_of(ty), "a type that contains itself");
        self.values.insert((krate, ty), pending);
        let made = self.draft_value(krate, ty);
        self.values.insert((krate, ty), made.clone());
        made
    }

    fn draft_value(&mut self, krate: usize, ty: Ty) -> Reached<usize> {
        let tcx = self.low.tcx;
        let TyKind::Adt(def, _) = *ty.kind() else {
            return obstacle(self.span_of(ty), "a type without fields");
        };
        let own = tcx.crate_of(def);
        let home = match own == krate {
            true => self.module_of(def)?.0,
            false => tcx.root_module(krate),
        };
        let Some(text) = self.type_text(home, ty) else {
            let what = format!("the type `{}` has no name where it is made", tcx.show(ty));
            return obstacle(tcx.span(def), what);
        };
        let made = match self.can_make(def, home) {
            true => self.structure(krate, ty, def)?,
            false => Made::Elsewhere(self.in_its_crate(own, krate, ty)?),
        };
        let module = self.module(home)?;
        self.plan.values.push(ValueText {
            module,
            ty: text,
            made,
        });
        Ok(self.plan.values.len() - 1)
    }

    /// Private fields of another crate's type: that crate has to make it.
    fn in_its_crate(&mut self, own: usize, krate: usize, ty: Ty) -> Reached<usize> {
        let tcx = self.low.tcx;
        if own == krate || matches!(tcx.crate_name(own).as_str(), "core" | "critical_section") {
            let what = format!(
                "values of the library type `{}` cannot be made",
                tcx.show(ty)
            );
            return obstacle(self.span_of(ty), what);
        }
        self.value(own, ty)
    }

    pub(super) fn can_make(&self, def: DefId, home: DefId) -> bool {
        let tcx = self.low.tcx;
        let variants = &tcx.adt(def).variants;
        let mut fields = variants.iter().flat_map(|variant| &variant.fields);
        fields.all(|field| tcx.field_visible(field, home))
    }

    fn structure(&mut self, krate: usize, ty: Ty, def: DefId) -> Reached<Made> {
        let tcx = self.low.tcx;
        let adt = tcx.adt(def);
        let mut variants = Vec::new();
        for (index, variant) in adt.variants.iter().enumerate() {
            for field in 0..variant.fields.len() {
                let part = tcx.field_ty(ty, index as u32, field as u32);
                let part = part.map_err(|_| Obstacle {
                    what: format!("a field of `{}` has no type", adt.name),
                    span: tcx.span(def),
                })?;
                self.parts(krate, part)?;
            }
            variants.push((variant.name.written(), fields(variant)));
        }
        Ok(match (adt.is_enum, variants.pop()) {
            (false, Some((_, only))) => Made::Struct(only),
            (_, last) => {
                variants.extend(last);
                Made::Enum(variants)
            }
        })
    }
}

fn fields(variant: &VariantDef) -> FieldsText {
    match variant.shape {
        Shape::Unit => FieldsText::Unit,
        Shape::Tuple => FieldsText::Tuple(variant.fields.len()),
        Shape::Named => {
            let names = variant.fields.iter().map(|field| field.name.written());
            FieldsText::Named(names.collect())
        }
    }
}
