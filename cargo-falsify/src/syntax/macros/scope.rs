//! Textual scope of macros: visible from the definition to the end of the enclosing module or block.

use std::rc::Rc;

use super::MacroDef;

/// The scopes that are open, innermost last, each in order of definition.
#[derive(Default)]
pub struct Scopes {
    open: Vec<Vec<Rc<MacroDef>>>,
}

impl Scopes {
    pub fn enter(&mut self) {
        self.open.push(Vec::new());
    }

    /// Closes the innermost scope; with `#[macro_use]` its macros stay visible in the one around it.
    pub fn leave(&mut self, keep: bool) {
        let closed = self.open.pop().unwrap_or_default();
        if keep {
            for definition in closed {
                self.define(definition);
            }
        }
    }

    pub fn define(&mut self, definition: Rc<MacroDef>) {
        if self.open.is_empty() {
            self.enter();
        }
        if let Some(scope) = self.open.last_mut() {
            scope.push(definition);
        }
    }

    pub fn find(&self, name: &str) -> Option<Rc<MacroDef>> {
        let definitions = self.open.iter().rev().flat_map(|scope| scope.iter().rev());
        definitions
            .into_iter()
            .find(|definition| definition.name == name)
            .cloned()
    }
}
