//! What became of each function of a crate, those included that nothing reaches.

use std::collections::{BTreeSet, HashSet};

use super::{mentioned, Key, Lowering};
use crate::diagnostic::Diagnostic;
use crate::ir::FuncId;
use crate::source::Span;
use crate::syntax::ast::FalsifyAttrKind;
use crate::typeck::ty::{DefId, Ty, TyKind};
use crate::typeck::DefKind;

/// A function that is written in the crate and has a body.
#[derive(Debug, Clone)]
pub struct Surveyed {
    /// Path inside the crate.
    pub path: String,
    pub span: Span,
    pub role: Role,
    /// Its instances in the program: one unless it is generic.
    pub instances: Vec<FuncId>,
    /// Of each parameter, whether Rust lets the function write something of the caller's through it.
    pub writable: Vec<bool>,
    /// Why it, or something that it calls, could not be lowered.
    pub problems: Vec<Diagnostic>,
}

/// What the attributes say that a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Plain,
    Aux,
    /// Loop, monitor, plant or handler: not a helper.
    Root,
    /// Input or output: its body is not analysed.
    Border,
}

impl Lowering<'_> {
    /// Lowers the aux functions of a crate: a finding in one is the user's to mend, whether a loop reaches it or not.
    pub fn aux_functions(&mut self, krate: usize) {
        for def in self.tcx.all_fns(krate) {
            if self.role(def) == Role::Aux && self.is_concrete(def) {
                self.item(def, &[]);
            }
        }
        self.finish();
    }

    /// Lowers what is left of a crate, function by function. `reported` are the findings so far; those found here are
    /// in its result and nowhere else.
    pub fn inspect(&mut self, krate: usize, reported: &[Diagnostic]) -> Vec<Surveyed> {
        let mut known = reported.to_vec();
        let mut surveyed = Vec::new();
        for def in self.tcx.all_fns(krate) {
            if self.is_written(def) && self.role(def) != Role::Border {
                surveyed.push(self.inspect_one(def, &mut known));
            }
        }
        self.finish();
        surveyed
    }

    fn inspect_one(&mut self, def: DefId, known: &mut Vec<Diagnostic>) -> Surveyed {
        let role = self.role(def);
        if role == Role::Plain && self.is_concrete(def) {
            self.item(def, &[]);
        }
        let instances = self.instances(def);
        let mut complete = true;
        for &id in &instances {
            complete &= self.close(id);
        }
        known.extend(self.tcx.take_diagnostics());
        let problems = match complete {
            true => Vec::new(),
            false => self.problems(&instances, known),
        };
        Surveyed {
            path: self.local_path(def).to_string(),
            span: self.tcx.span(def),
            role,
            instances,
            writable: self.writable_parameters(def),
            problems,
        }
    }

    /// The findings inside functions that these reach and that could not be made.
    fn problems(&self, instances: &[FuncId], known: &[Diagnostic]) -> Vec<Diagnostic> {
        let failed = self.failed_below(instances);
        let spans: Vec<Span> = failed
            .iter()
            .map(|id| self.program.funcs[id.0 as usize].span)
            .collect();
        let inside = |d: &&Diagnostic| {
            d.span()
                .is_some_and(|s| spans.iter().any(|of| contains(*of, s)))
        };
        let found: Vec<Diagnostic> = known.iter().filter(inside).cloned().collect();
        match found.is_empty() {
            // A finding about a type has its place elsewhere: the last one is the reason.
            true => known.last().cloned().into_iter().collect(),
            false => found,
        }
    }

    fn failed_below(&self, roots: &[FuncId]) -> BTreeSet<FuncId> {
        let mut seen: BTreeSet<FuncId> = BTreeSet::new();
        let mut stack = roots.to_vec();
        while let Some(id) = stack.pop() {
            if seen.insert(id) {
                stack.extend(mentioned(&self.program.funcs[id.0 as usize]).funcs);
            }
        }
        seen.retain(|id| !self.is_complete(*id));
        seen
    }

    /// Instances in the order in which they were asked for.
    fn instances(&self, def: DefId) -> Vec<FuncId> {
        let of = self.functions.iter().filter_map(|(key, id)| match key {
            Key::Item(found, _) | Key::Superloop(found, _) if *found == def => Some(*id),
            _ => None,
        });
        let ids: BTreeSet<FuncId> = of.collect();
        ids.into_iter().collect()
    }

    fn writable_parameters(&self, def: DefId) -> Vec<bool> {
        let inputs = self.tcx.fn_sig(def).inputs.clone();
        let writable = inputs
            .iter()
            .map(|&ty| self.is_writable(ty, false, &mut HashSet::new()));
        writable.collect()
    }

    /// Whether a value of the type gives write access to something behind a reference: a `&mut`, or a cell behind a
    /// shared one.
    fn is_writable(&self, ty: Ty, shared: bool, seen: &mut HashSet<Ty>) -> bool {
        if !seen.insert(ty) {
            return false;
        }
        match *ty.kind() {
            TyKind::RawPtr { mutable: true, .. } => true,
            TyKind::Ref { mutable, inner } | TyKind::RawPtr { mutable, inner } => {
                (mutable && !shared) || self.is_writable(inner, true, seen)
            }
            TyKind::Tuple(parts) => parts
                .iter()
                .any(|&part| self.is_writable(part, shared, seen)),
            TyKind::Array(inner, _) | TyKind::Slice(inner) => self.is_writable(inner, shared, seen),
            TyKind::Adt(def, _) if self.tcx.name(def).as_str() == "UnsafeCell" => shared,
            TyKind::Adt(def, args) => {
                let inside = args.iter().filter_map(|arg| arg.ty()).collect::<Vec<Ty>>();
                let fields = self.fields_of(def);
                inside
                    .into_iter()
                    .chain(fields)
                    .any(|part| self.is_writable(part, shared, seen))
            }
            TyKind::Closure(..)
            | TyKind::Projection(..)
            | TyKind::Opaque(..)
            | TyKind::Param(..) => true,
            _ => false,
        }
    }

    /// Types of the fields, parameters left open: the arguments are looked at by themselves.
    fn fields_of(&self, def: DefId) -> Vec<Ty> {
        if !matches!(self.tcx.kind(def), DefKind::Struct | DefKind::Enum) {
            return Vec::new();
        }
        let adt = self.tcx.adt(def);
        let fields = adt.variants.iter().flat_map(|variant| &variant.fields);
        let is_open = |ty: &Ty| matches!(ty.kind(), TyKind::Param(..));
        fields
            .map(|field| field.ty)
            .filter(|ty| !is_open(ty))
            .collect()
    }

    fn is_concrete(&self, def: DefId) -> bool {
        self.tcx.generics(def).count() == 0
    }

    /// Whether the user has written it, body and all; a derive has not.
    fn is_written(&self, def: DefId) -> bool {
        let parent = self.tcx.parent(def);
        let derived = parent
            .and_then(|parent| self.tcx.attrs(parent))
            .is_some_and(|attrs| attrs.derived);
        let has_body = self.tcx.ast_fn(def).is_some_and(|f| f.body.is_some());
        has_body && !derived
    }

    pub(super) fn role(&self, def: DefId) -> Role {
        let attrs = self
            .tcx
            .attrs(def)
            .map_or(&[][..], |attrs| &attrs.falsify[..]);
        let mut roles = attrs.iter().map(|attr| match attr.kind {
            FalsifyAttrKind::Aux => Role::Aux,
            FalsifyAttrKind::Input { .. } | FalsifyAttrKind::Output => Role::Border,
            FalsifyAttrKind::ControlLoop { .. }
            | FalsifyAttrKind::Monitor { .. }
            | FalsifyAttrKind::Environment { .. }
            | FalsifyAttrKind::Isr { .. } => Role::Root,
        });
        roles.next_back().unwrap_or(Role::Plain)
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.lo <= inner.lo && inner.hi <= outer.hi
}
