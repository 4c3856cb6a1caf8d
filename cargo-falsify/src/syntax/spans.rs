//! From the spans of proc-macro2 to ours, and the contexts that macro expansions give to tokens.
//!
//! Every text that is lexed becomes a file of proc-macro2's own source map; the name that map gives it is
//! the key here. An expansion gets a one-token text of its own: the tokens of the macro's body take that
//! token's span, so that a span alone tells whether a token was written or made, and by which expansion.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::str::FromStr;

use proc_macro2::TokenStream;

use crate::source::{FileId, Span, Symbol};
use crate::syntax::ast::Hygiene;

/// A place together with the expansion that made the token there (0: it was written there).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub span: Span,
    pub context: Hygiene,
}

impl Place {
    /// The place of a node that starts here and ends at `end`, as rustc sees it: where the two come from
    /// different expansions, the node belongs to the macro, not to its call's arguments.
    pub fn to(self, end: Place) -> Place {
        if self.context == end.context {
            let span = self.span.to(end.span);
            return Place { span, ..self };
        }
        if self.context == 0 {
            end
        } else {
            self
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Origin {
    File(FileId),
    /// A token of a macro's body.
    Made {
        call: Span,
        context: Hygiene,
        /// Set for the token that `$crate` became: the crate that defines the macro.
        dollar_crate: Option<Symbol>,
    },
}

/// One expansion in progress: gives out the spans of the tokens it makes.
pub struct Expansion {
    call: Span,
    block_scoped: bool,
    made: HashMap<(Hygiene, Option<Symbol>), proc_macro2::Span>,
    contexts: HashMap<Hygiene, Hygiene>,
}

impl Expansion {
    /// `call` is where the outermost macro is called. `block_scoped`: the macro is defined inside a function, so
    /// that its body sees the locals around its definition.
    pub fn new(call: Span, block_scoped: bool) -> Expansion {
        Expansion {
            call,
            block_scoped,
            made: HashMap::new(),
            contexts: HashMap::new(),
        }
    }
}

/// What is known about the spans of one crate's tokens.
pub struct Spans {
    origins: RefCell<HashMap<String, Origin>>,
    /// For each context but 0: the context in which a name that is not found is looked up next.
    parents: RefCell<Vec<Option<Hygiene>>>,
    /// Where tokens without any origin are, such as the end of the input.
    nowhere: Cell<Span>,
}

impl Spans {
    pub fn new(nowhere: Span) -> Spans {
        Spans {
            origins: RefCell::default(),
            parents: RefCell::new(vec![None]),
            nowhere: Cell::new(nowhere),
        }
    }

    /// Says where what has no place is to be reported while something is parsed.
    pub fn set_nowhere(&self, span: Span) {
        self.nowhere.set(span);
    }

    /// Says that these tokens, just lexed, are the text of `file`.
    pub fn register(&self, tokens: &TokenStream, file: FileId) {
        if let Some(first) = tokens.clone().into_iter().next() {
            self.register_at(first.span(), file);
        }
    }

    /// Says that the text in which `within` lies is that of `file`.
    pub fn register_at(&self, within: proc_macro2::Span, file: FileId) {
        let origin = Origin::File(file);
        self.origins.borrow_mut().insert(within.file(), origin);
    }

    fn origin(&self, span: proc_macro2::Span) -> Option<Origin> {
        self.origins.borrow().get(&span.file()).copied()
    }

    pub fn place(&self, span: proc_macro2::Span) -> Place {
        match self.origin(span) {
            Some(Origin::File(file)) => {
                let bytes = span.byte_range();
                Place {
                    span: Span::new(file, bytes.start as u32, bytes.end as u32),
                    context: 0,
                }
            }
            Some(Origin::Made { call, context, .. }) => Place {
                span: call,
                context,
            },
            None => Place {
                span: self.nowhere.get(),
                context: 0,
            },
        }
    }

    /// The crate that a `crate` token which `$crate` became stands for.
    pub fn dollar_crate(&self, span: proc_macro2::Span) -> Option<Symbol> {
        match self.origin(span)? {
            Origin::Made { dollar_crate, .. } => dollar_crate,
            Origin::File(_) => None,
        }
    }

    /// The span that a token of the macro's body has in this expansion. `outer` is its context in the body,
    /// `dollar_crate` the crate for which it stands if it is a `crate` token made from `$crate`.
    pub fn made(
        &self,
        expansion: &mut Expansion,
        outer: Hygiene,
        dollar_crate: Option<Symbol>,
    ) -> proc_macro2::Span {
        if let Some(&span) = expansion.made.get(&(outer, dollar_crate)) {
            return span;
        }
        let origin = Origin::Made {
            call: expansion.call,
            context: self.context_in(expansion, outer),
            dollar_crate,
        };
        let span = self.fresh_span(origin);
        expansion.made.insert((outer, dollar_crate), span);
        span
    }

    fn context_in(&self, expansion: &mut Expansion, outer: Hygiene) -> Hygiene {
        let block_scoped = expansion.block_scoped;
        *expansion.contexts.entry(outer).or_insert_with(|| {
            let mut parents = self.parents.borrow_mut();
            parents.push(block_scoped.then_some(outer));
            parents.len() as Hygiene - 1
        })
    }

    fn fresh_span(&self, origin: Origin) -> proc_macro2::Span {
        let token = TokenStream::from_str("made")
            .ok()
            .and_then(|tokens| tokens.into_iter().next());
        let Some(token) = token else {
            return proc_macro2::Span::call_site();
        };
        let span = token.span();
        self.origins.borrow_mut().insert(span.file(), origin);
        span
    }

    pub fn into_parents(self) -> Vec<Option<Hygiene>> {
        self.parents.into_inner()
    }
}
