//! Rust's tokens out of proc-macro2's: operators of several characters and lifetimes count as one token tree.

use proc_macro2::{Spacing, TokenTree};
use syn::buffer::Cursor;

const OPERATORS: [&str; 25] = [
    "<<=", ">>=", "...", "..=", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "^=", "&=", "|=", "<<", ">>", "->", "=>", "::", "..", "<-",
];

/// How many of these trees make up the first Rust token. Lone trees are one.
pub fn token_length<'a>(trees: impl Iterator<Item = &'a TokenTree>) -> usize {
    let mut text = String::new();
    for tree in trees.take(3) {
        match tree {
            TokenTree::Punct(punct) => {
                text.push(punct.as_char());
                if punct.spacing() == Spacing::Alone {
                    break;
                }
            }
            TokenTree::Ident(_) if text == "'" => return 2,
            _ => break,
        }
    }
    let operator = OPERATORS
        .iter()
        .find(|operator| text.starts_with(**operator));
    operator.map_or(1, |operator| operator.len())
}

/// The next Rust token at the cursor and what follows it.
pub fn next_token(cursor: Cursor<'_>) -> Option<(Vec<TokenTree>, Cursor<'_>)> {
    let mut trees = Vec::new();
    let mut ends = Vec::new();
    let mut rest = cursor;
    while let Some((tree, after)) = rest.token_tree() {
        let last = !matches!(tree, TokenTree::Punct(_));
        trees.push(tree);
        ends.push(after);
        rest = after;
        if last || trees.len() == 3 {
            break;
        }
    }
    if trees.is_empty() {
        return None;
    }
    let length = token_length(trees.iter());
    trees.truncate(length);
    Some((trees, ends[length - 1]))
}

/// Whether two Rust tokens, neither of them a group, are written alike.
pub fn same_token(left: &[TokenTree], right: &[TokenTree]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same_tree(l, r))
}

fn same_tree(left: &TokenTree, right: &TokenTree) -> bool {
    match (left, right) {
        (TokenTree::Ident(l), TokenTree::Ident(r)) => l == r,
        (TokenTree::Punct(l), TokenTree::Punct(r)) => l.as_char() == r.as_char(),
        (TokenTree::Literal(l), TokenTree::Literal(r)) => l.to_string() == r.to_string(),
        _ => false,
    }
}

/// The token trees between two cursors of one buffer. A node may end inside an invisible group, which then
/// means nothing and is entered.
pub fn between(begin: Cursor<'_>, end: Cursor<'_>) -> Vec<TokenTree> {
    let mut trees = Vec::new();
    let mut cursor = begin;
    while cursor != end {
        let Some((tree, after)) = cursor.token_tree() else {
            break;
        };
        let group = cursor.group(proc_macro2::Delimiter::None);
        match group {
            Some((inside, _, _)) if ends_inside(inside, end) => cursor = inside,
            _ => {
                trees.push(tree);
                cursor = after;
            }
        }
    }
    trees
}

fn ends_inside(inside: Cursor<'_>, end: Cursor<'_>) -> bool {
    let mut cursor = inside;
    while let Some((_, after)) = cursor.token_tree() {
        if after == end {
            // The very end of the group is the end of the group as a whole.
            return !after.eof();
        }
        cursor = after;
    }
    false
}
