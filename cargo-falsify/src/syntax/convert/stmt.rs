//! Blocks and statements.

use super::load::is_macro_rules;
use super::{no_ident, Converter};
use crate::syntax::ast::{Block, Expr, ExprKind, Item, ItemKind, Stmt, Visibility};
use crate::syntax::modules::Directory;
use crate::syntax::spans::Place;

impl Converter<'_> {
    pub(super) fn block(&mut self, block: &syn::Block) -> Block {
        let place = self.delimited(&block.brace_token.span);
        let stmts = self.scoped_stmts(&block.stmts);
        finish_block(stmts, place)
    }

    /// The statements of a block, whose macros and imports end with it.
    fn scoped_stmts(&mut self, stmts: &[syn::Stmt]) -> Vec<Stmt> {
        self.scopes.enter();
        self.imports.push(Default::default());
        for stmt in stmts {
            if let syn::Stmt::Item(syn::Item::Use(item)) = stmt {
                self.note_imports(item);
            }
        }
        let converted = self.stmts(stmts);
        self.imports.pop();
        self.scopes.leave(false);
        converted
    }

    pub(super) fn stmts(&mut self, stmts: &[syn::Stmt]) -> Vec<Stmt> {
        let mut out = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            self.stmt(stmt, &mut out);
        }
        out
    }

    /// The statements that a macro became where a statement stands: a call at their end is one as well.
    pub(super) fn expanded_stmts(&mut self, stmts: &[syn::Stmt]) -> Vec<Stmt> {
        match stmts.split_last() {
            Some((syn::Stmt::Expr(syn::Expr::Macro(last), None), before)) => {
                let mut out = self.stmts(before);
                if self.is_compiled(&last.attrs) {
                    self.macro_stmt(&last.mac, false, &mut out);
                }
                out
            }
            _ => self.stmts(stmts),
        }
    }

    fn stmt(&mut self, stmt: &syn::Stmt, out: &mut Vec<Stmt>) {
        match stmt {
            syn::Stmt::Local(it) => {
                if self.is_compiled(&it.attrs) {
                    out.push(self.local(it));
                }
            }
            syn::Stmt::Item(syn::Item::Macro(it)) if is_macro_rules(it) => {
                if let Some(written) = self.cfg(&it.attrs) {
                    let number = self.inner_macros;
                    self.inner_macros += 1;
                    self.define_macro(it, &written, Some(number));
                    out.push(Stmt::MacroDefinition(number));
                }
            }
            syn::Stmt::Item(item) => {
                let nested = Directory::beside(std::path::Path::new(""));
                let items = self.item(item, &nested);
                out.extend(items.into_iter().map(Stmt::Item));
            }
            syn::Stmt::Expr(syn::Expr::Verbatim(tokens), _) if tokens.is_empty() => {}
            syn::Stmt::Expr(expr, semi) => {
                if self.is_compiled(super::expr::expr_attrs(expr)) {
                    let expr = self.expr(expr);
                    let semi = semi.is_some();
                    out.push(Stmt::Expr { expr, semi });
                }
            }
            syn::Stmt::Macro(it) => {
                if self.is_compiled(&it.attrs) {
                    self.macro_stmt(&it.mac, it.semi_token.is_some(), out);
                }
            }
        }
    }

    fn local(&mut self, it: &syn::Local) -> Stmt {
        let place = self.between(it.let_token.span, it.semi_token.span);
        let (pat, ty) = match &it.pat {
            syn::Pat::Type(typed) => (self.pat(&typed.pat), Some(self.ty(&typed.ty))),
            pat => (self.pat(pat), None),
        };
        let init = it.init.as_ref().map(|init| self.expr(&init.expr));
        let diverge = it.init.as_ref().and_then(|init| init.diverge.as_ref());
        let else_block = diverge.and_then(|(_, expr)| match &**expr {
            syn::Expr::Block(it) => Some(self.block(&it.block)),
            _ => None,
        });
        Stmt::Let {
            pat,
            ty,
            init,
            else_block,
            span: place.span,
        }
    }

    /// An item that stands for something that cannot be read.
    pub(in crate::syntax) fn unsupported_item(
        &mut self,
        what: impl Into<String>,
        place: Place,
    ) -> Item {
        Item {
            attrs: Default::default(),
            vis: Visibility::Private,
            ident: no_ident(place),
            span: place.span,
            kind: ItemKind::Unsupported { what: what.into() },
        }
    }
}

/// The trailing expression without a semicolon is the block's value.
pub(super) fn finish_block(mut stmts: Vec<Stmt>, place: Place) -> Block {
    let last = stmts.pop();
    let expr = match last {
        Some(Stmt::Expr { expr, semi: false }) => Some(Box::new(expr)),
        Some(other) => {
            stmts.push(other);
            None
        }
        None => None,
    };
    // Most blocks have no other statement.
    stmts.shrink_to_fit();
    Block {
        stmts,
        expr,
        span: place.span,
    }
}

/// A block around statements that a desugaring made.
pub(super) fn made_block(stmts: Vec<Stmt>, place: Place) -> Expr {
    let block = finish_block(stmts, place);
    super::make(ExprKind::Block { block, label: None }, place)
}
