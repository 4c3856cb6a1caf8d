//! The tables of functions in `library/`, some of them with placeholders for types.

use crate::case::Case;
use std::path::Path;

/// Integer types of one width, for tables that name both.
pub const PAIRS: [(&str, &str); 6] = [
    ("u8", "i8"),
    ("u16", "i16"),
    ("u32", "i32"),
    ("u64", "i64"),
    ("u128", "i128"),
    ("usize", "isize"),
];

/// A table with its placeholders replaced, as one case.
pub fn instance(table: &str, replacements: &[(&str, &str)]) -> Case {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("library")
        .join(table);
    let mut source = std::fs::read_to_string(&path).expect("the table is there");
    let mut name = table.to_string();
    for (placeholder, ty) in replacements {
        source = replace_words(&source, placeholder, ty);
        name = format!("{name} {placeholder}={ty}");
    }
    Case::new(&name, &source).expect("the table is a case")
}

/// Replaces whole identifiers only.
fn replace_words(source: &str, word: &str, by: &str) -> String {
    let mut text = String::new();
    let mut identifier = String::new();
    for character in source.chars().chain(['\n']) {
        if character.is_alphanumeric() || character == '_' {
            identifier.push(character);
            continue;
        }
        text.push_str(if identifier == word { by } else { &identifier });
        identifier.clear();
        text.push(character);
    }
    text.pop();
    text
}
