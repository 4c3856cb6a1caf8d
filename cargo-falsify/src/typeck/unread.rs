//! What procedural macros make is not read. A finding that may follow from that points at the macro.

use super::defs::{DefKind, Node};
use super::ty::{Args, DefId, Ty, TyKind};
use super::Tcx;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

const HELP: &str = "write out what the macro makes, or put the code that needs it behind a function marked `#[input]` or `#[output]`";

impl Tcx {
    /// A finding that something lacks what a derive or an attribute of one of the types may have made.
    pub(super) fn blame_types(&self, finding: Diagnostic, tys: &[Ty]) -> Diagnostic {
        match tys.iter().find_map(|&ty| self.macro_on(ty)) {
            Some(span) => blamed(finding, span).help(HELP),
            None => finding,
        }
    }

    /// A finding that a name means nothing, which a macro in the module or around it may have made.
    pub(super) fn blame_module(&self, finding: Diagnostic, module: DefId) -> Diagnostic {
        let mut around = Some(module);
        while let Some(here) = around {
            if let Some(span) = self.macro_in(here) {
                return blamed(finding, span);
            }
            around = self.parent(here);
        }
        finding
    }

    fn macro_on(&self, ty: Ty) -> Option<Span> {
        let in_args = |args: Args| args.iter().find_map(|arg| self.macro_on(arg.ty()?));
        match *ty.kind() {
            TyKind::Adt(def, args) => self.macro_at(def).or_else(|| in_args(args)),
            TyKind::Projection(_, args) | TyKind::Opaque(_, args) => in_args(args),
            TyKind::Ref { inner, .. } | TyKind::Array(inner, _) | TyKind::Slice(inner) => {
                self.macro_on(inner)
            }
            _ => None,
        }
    }

    /// A derive or an attribute of an item that is not known.
    fn macro_at(&self, item: DefId) -> Option<Span> {
        let attrs = self.attrs(item)?;
        let mut unknown = attrs.unknown_derives.iter().chain(&attrs.unknown);
        unknown.next().map(|(_, span)| *span)
    }

    /// A macro call among the items of a module whose expansion is not known, or an attribute of the module.
    fn macro_in(&self, module: DefId) -> Option<Span> {
        let calls = self.children(module).into_iter();
        let mut calls = calls.filter(|&item| {
            let node = self.def(item).node;
            self.kind(item) == DefKind::Unsupported && matches!(node, Node::Item(it) if is_call(it))
        });
        let call = calls.next().map(|item| self.span(item));
        call.or_else(|| self.macro_at(module))
    }
}

/// Other items that are not supported have names.
fn is_call(item: &ast::Item) -> bool {
    matches!(item.kind, ast::ItemKind::Unsupported { .. }) && item.ident.name.as_str().is_empty()
}

fn blamed(finding: Diagnostic, span: Span) -> Diagnostic {
    finding.label(span, "what this macro makes is not read")
}
