//! What cannot be analysed inside of a dependency is a finding at the user's call that needs it, one for each call.

use super::{Key, Lowering};
use crate::diagnostic::Diagnostic;
use crate::ir::FuncId;
use crate::source::Span;
use crate::typeck::ty::TyKind;

impl Lowering<'_> {
    /// Where the user's code asks for a function of another crate, if it is one.
    pub(super) fn asked_at(&self, id: FuncId, key: Key) -> Option<Span> {
        self.is_foreign(key)
            .then(|| self.reached_at.get(&id).copied())
            .flatten()
    }

    fn is_foreign(&self, key: Key) -> bool {
        let def = match key {
            Key::Item(def, _) | Key::Superloop(def, _) | Key::Const(def, _) => def,
            Key::Closure(ty) | Key::Pointer(ty) | Key::DropGlue(ty) => match *ty.kind() {
                TyKind::Closure(def, _) | TyKind::FnDef(def, _) | TyKind::Adt(def, _) => def,
                _ => return false,
            },
        };
        !self.tcx.is_main(def)
    }

    /// Says of the findings since so many that the call is where they matter.
    pub(super) fn blame_call(&mut self, told: usize, function: FuncId, call: Span) {
        let name = self.program.funcs[function.0 as usize].name;
        let blamed = &mut self.blamed;
        self.tcx.amend_since(told, |finding| match finding.span() {
            Some(place) if place == call => Some(finding),
            Some(place) => blamed.insert(call).then(|| {
                let message = format!("`{name}` cannot be analysed: {}", finding.message);
                Diagnostic::new(finding.code, call, message).label(place, "what it needs")
            }),
            None => Some(finding),
        });
    }
}
