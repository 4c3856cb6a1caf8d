//! From the spans of proc-macro2 to ours, and the contexts that macro expansions give to tokens.
//!
//! A span of proc-macro2 tells line and column, but cheaply neither the file nor anything of ours. The file of a token
//! that was written is the one being converted: macros never carry tokens elsewhere without making them anew. The tokens
//! that an expansion makes from the macro's body all take the span of one token far to the right of any source line, so
//! that a span alone tells by which expansion it was made.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::str::FromStr;

use proc_macro2::{LineColumn, TokenStream};

use crate::source::{FileId, Span, Symbol};
use crate::syntax::ast::{Hygiene, HygieneParent};

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

/// What is known about a token of a macro's body.
#[derive(Clone, Copy)]
struct Made {
    call: Span,
    context: Hygiene,
    /// Set for the token that `$crate` became: the crate that defines the macro.
    dollar_crate: Option<Symbol>,
}

/// One expansion in progress: gives out the spans of the tokens it makes.
pub struct Expansion {
    call: Span,
    definition: Option<u32>,
    made: HashMap<(Hygiene, Option<Symbol>), proc_macro2::Span>,
    contexts: HashMap<Hygiene, Hygiene>,
}

impl Expansion {
    /// `call` is where the outermost macro is called. `definition`: where inside a function the macro is defined, so
    /// that its body sees the locals there.
    pub fn new(call: Span, definition: Option<u32>) -> Expansion {
        Expansion {
            call,
            definition,
            made: HashMap::new(),
            contexts: HashMap::new(),
        }
    }
}

/// Columns from here on belong to made tokens; no line of a source file is as long.
pub const MAX_COLUMNS: usize = 1 << 20;
/// How many made tokens share a line.
const POOL_LINE: usize = 4096;

/// What is known about the spans of one crate's tokens.
pub struct Spans {
    /// The file whose items are being converted: all tokens that were written, not made, are in it.
    current: Cell<FileId>,
    lines: RefCell<HashMap<FileId, Rc<Lines>>>,
    made: RefCell<Vec<Made>>,
    /// Spans for tokens still to be made, the next one last.
    pool: RefCell<Vec<proc_macro2::Span>>,
    /// What becomes [`crate::syntax::ast::Crate::hygiene_parents`].
    parents: RefCell<Vec<Option<HygieneParent>>>,
    /// Where tokens without any origin are, such as the end of the input.
    nowhere: Cell<Span>,
}

impl Spans {
    pub fn new(nowhere: Span) -> Spans {
        Spans {
            current: Cell::new(nowhere.file),
            lines: RefCell::default(),
            made: RefCell::default(),
            pool: RefCell::default(),
            parents: RefCell::new(vec![None]),
            nowhere: Cell::new(nowhere),
        }
    }

    /// Says where what has no place is to be reported while something is parsed.
    pub fn set_nowhere(&self, span: Span) {
        self.nowhere.set(span);
    }

    /// Makes the text of a file known, exactly as it is lexed.
    pub fn register(&self, file: FileId, text: &str) {
        let lines = Rc::new(Lines::new(text));
        self.lines.borrow_mut().insert(file, lines);
    }

    /// From now on written tokens are those of `file`; returns the file before.
    pub fn enter(&self, file: FileId) -> FileId {
        self.current.replace(file)
    }

    pub fn place(&self, span: proc_macro2::Span) -> Place {
        let start = span.start();
        if start.column >= MAX_COLUMNS {
            return self.made_place(start);
        }
        let end = span.end();
        let file = self.current.get();
        let lines = self.lines.borrow();
        let span = match lines.get(&file) {
            Some(lines) if (start.line, start.column) != (1, 0) || start != end => {
                Span::new(file, lines.offset(start), lines.offset(end))
            }
            _ => self.nowhere.get(),
        };
        Place { span, context: 0 }
    }

    fn made_place(&self, at: LineColumn) -> Place {
        match self.made_at(at) {
            Some(made) => Place {
                span: made.call,
                context: made.context,
            },
            None => Place {
                span: self.nowhere.get(),
                context: 0,
            },
        }
    }

    fn made_at(&self, at: LineColumn) -> Option<Made> {
        let column = at.column.checked_sub(MAX_COLUMNS)?;
        let index = (at.line - 1) * POOL_LINE + column / 2;
        self.made.borrow().get(index).copied()
    }

    /// The crate that a `crate` token which `$crate` became stands for.
    pub fn dollar_crate(&self, span: proc_macro2::Span) -> Option<Symbol> {
        self.made_at(span.start())?.dollar_crate
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
        let made = Made {
            call: expansion.call,
            context: self.context_in(expansion, outer),
            dollar_crate,
        };
        let span = self.next_span();
        self.made.borrow_mut().push(made);
        expansion.made.insert((outer, dollar_crate), span);
        span
    }

    fn context_in(&self, expansion: &mut Expansion, outer: Hygiene) -> Hygiene {
        let definition = expansion.definition;
        *expansion.contexts.entry(outer).or_insert_with(|| {
            let mut parents = self.parents.borrow_mut();
            parents.push(definition.map(|definition| HygieneParent {
                hygiene: outer,
                definition,
            }));
            parents.len() as Hygiene - 1
        })
    }

    /// Spans cannot be made up, so they are taken from tokens of a text that stands nowhere.
    fn next_span(&self) -> proc_macro2::Span {
        let mut pool = self.pool.borrow_mut();
        if pool.is_empty() {
            let line = self.made.borrow().len() / POOL_LINE;
            let text = "\n".repeat(line) + &" ".repeat(MAX_COLUMNS) + &"a ".repeat(POOL_LINE);
            let tokens = TokenStream::from_str(&text).unwrap_or_default();
            pool.extend(tokens.into_iter().map(|token| token.span()));
            pool.reverse();
        }
        pool.pop().unwrap_or_else(proc_macro2::Span::call_site)
    }

    pub fn into_parents(self) -> Vec<Option<HygieneParent>> {
        self.parents.into_inner()
    }
}

/// Where the lines of a text start, in bytes.
struct Lines {
    text: String,
    starts: Vec<usize>,
}

impl Lines {
    fn new(text: &str) -> Lines {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Lines {
            text: text.to_string(),
            starts: std::iter::once(0)
                .chain(ends.map(|(at, _)| at + 1))
                .collect(),
        }
    }

    /// The byte offset of a line and a column, which counts characters.
    fn offset(&self, at: LineColumn) -> u32 {
        let start = self
            .starts
            .get(at.line - 1)
            .copied()
            .unwrap_or(self.text.len());
        let rest = &self.text[start..];
        let ascii = rest
            .as_bytes()
            .get(..at.column)
            .is_some_and(<[u8]>::is_ascii);
        let column = match ascii {
            true => at.column,
            false => rest.chars().take(at.column).map(char::len_utf8).sum(),
        };
        (start + column) as u32
    }
}
