//! Text that is added to files, and the way back from the places of the result to those of the original.

use std::collections::BTreeMap;

use super::unreached;
use crate::ir::blueprint::Reached;
use crate::source::{FileId, SourceMap, Span};

/// Additions to files, by offset. Lines stay where they are: what is not at the end of a file has no line breaks.
#[derive(Clone, Default, Debug)]
pub(in crate::evidence) struct Edits {
    files: BTreeMap<FileId, BTreeMap<u32, Added>>,
}

/// What stands before an offset.
#[derive(Clone, Default, Debug)]
struct Added {
    text: String,
    /// Parts of it that do what the original does elsewhere: from where to where, and the offset of the original.
    origins: Vec<(usize, usize, u32)>,
}

impl Edits {
    /// Adds text before an offset, after what was added there earlier.
    pub fn insert(&mut self, file: FileId, at: u32, text: &str) {
        self.insert_for(file, at, text, None);
    }

    /// The same with text that does what the original does at `origin`.
    pub fn insert_for(&mut self, file: FileId, at: u32, text: &str, origin: Option<u32>) {
        if text.is_empty() {
            return;
        }
        let added = self.files.entry(file).or_default().entry(at).or_default();
        let from = added.text.chars().count();
        added.text.push_str(text);
        let to = added.text.chars().count();
        added
            .origins
            .extend(origin.map(|origin| (from, to, origin)));
    }

    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        self.files.keys().copied()
    }

    /// The text of a file with everything that is added.
    pub fn apply(&self, file: FileId, sources: &SourceMap) -> String {
        let original = &sources.file(file).text;
        let mut edited = String::new();
        let mut done = 0;
        for (&at, added) in self.files.get(&file).into_iter().flatten() {
            edited.push_str(&original[done..at as usize]);
            edited.push_str(&added.text);
            done = at as usize;
        }
        edited + &original[done..]
    }

    /// Where a column of an edited line is in the original. Both count characters from 1.
    pub fn original_column(
        &self,
        file: FileId,
        sources: &SourceMap,
        line: u32,
        column: u32,
    ) -> u32 {
        let mut added = 0;
        for (&at, here) in self.files.get(&file).into_iter().flatten() {
            let (at_line, at_column) = sources.file(file).line_column(at);
            let length = here.text.chars().count() as u32;
            let begin = at_column + added;
            if at_line == line && column >= begin + length {
                added += length;
            } else if at_line == line && column >= begin {
                let inside = (column - begin) as usize;
                let mut origins = here.origins.iter();
                let of = origins.find(|(from, to, _)| (*from..*to).contains(&inside));
                if let Some((_, _, origin)) = of {
                    return sources.file(file).line_column(*origin).1;
                }
            }
        }
        column - added
    }
}

/// A block as it is written, with braces: the offsets after the first and before the last.
pub(in crate::evidence) fn braces(span: Span, sources: &SourceMap) -> Reached<(u32, u32)> {
    let text = sources.text(span);
    match text.starts_with('{') && text.ends_with('}') && text.len() > 1 {
        true => Ok((span.lo + 1, span.hi - 1)),
        false => unreached(span, "a macro makes this block"),
    }
}

/// The offset after a `let` statement as it is written.
pub(in crate::evidence) fn after_let(span: Span, sources: &SourceMap) -> Reached<u32> {
    let text = sources.text(span);
    match text.starts_with("let") && text.ends_with(';') {
        true => Ok(span.hi),
        false => unreached(span, "a macro makes this declaration"),
    }
}

/// The offsets before and after a `continue` as it is written.
pub(in crate::evidence) fn around_continue(span: Span, sources: &SourceMap) -> Reached<(u32, u32)> {
    match sources.text(span).starts_with("continue") {
        true => Ok((span.lo, span.hi)),
        false => unreached(span, "a macro makes this `continue`"),
    }
}

/// The offset before the declaration of a function as it is written.
pub(in crate::evidence) fn before_declaration(span: Span, sources: &SourceMap) -> Reached<u32> {
    let text = sources.text(span);
    match text.contains("fn ") && text.ends_with(';') {
        true => Ok(span.lo),
        false => unreached(span, "a macro makes this declaration"),
    }
}

/// The offsets before and after the word `const` in the head of a function as it is written.
pub(in crate::evidence) fn const_word(head: Span, sources: &SourceMap) -> Reached<(u32, u32)> {
    const WORD: &str = "const";
    let text = sources.text(head);
    let before_name = text.find("fn ").map_or("", |at| &text[..at]);
    match before_name.rfind(WORD) {
        Some(at) => {
            let start = head.lo + at as u32;
            Ok((start, start + WORD.len() as u32))
        }
        None => unreached(head, "a macro makes this function"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_lead_back_to_the_original() {
        let mut sources = SourceMap::default();
        let file = sources.add("a.rs", "fn f() {\n  { ä(b) }\n}\n".to_string());
        let offset = |c: char| sources.file(file).text.find(c).expect("it is there") as u32;
        let mut edits = Edits::default();
        edits.insert(file, offset('ä') - 1, "one;");
        edits.insert(file, offset('b'), "tüü,");
        edits.insert(file, offset('b'), "3,");
        let edited = edits.apply(file, &sources);
        let line = edited.lines().nth(1).expect("a second line");
        assert_eq!(line, "  {one; ä(tüü,3,b) }");
        for c in ['{', 'ä', '(', 'b', ')', '}'] {
            let column = |line: &str| line.chars().position(|it| it == c).expect("it is there");
            let original = "  { ä(b) }";
            let found = edits.original_column(file, &sources, 2, column(line) as u32 + 1);
            assert_eq!(found, column(original) as u32 + 1, "{c}");
        }
        assert_eq!(edits.original_column(file, &sources, 1, 4), 4);
    }
}
