//! Files, byte spans and interned names: what every later stage points back to.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, RwLock};

/// A file of the [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

/// A half-open byte range of one file. Code that a macro produced carries the
/// span of the macro's call unless its tokens came from the call's arguments.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Span {
    pub file: FileId,
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    pub fn new(file: FileId, lo: u32, hi: u32) -> Span {
        Span { file, lo, hi }
    }

    /// The smallest span that covers both; the first one alone if they are in different files.
    pub fn to(self, end: Span) -> Span {
        if self.file != end.file {
            return self;
        }
        Span {
            file: self.file,
            lo: self.lo.min(end.lo),
            hi: self.hi.max(end.hi),
        }
    }
}

/// FNV-1a over texts, each with its end marked by a byte that UTF-8 does not have, and then mixed: names that differ in their
/// last letter only must not come out alike.
pub fn stable_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> u64 {
    let bytes = parts
        .into_iter()
        .flat_map(|part| part.bytes().chain([0xff]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    mixed(hash)
}

/// The last step of MurmurHash3: every bit depends on every other one.
fn mixed(mut hash: u64) -> u64 {
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
        hash = (hash ^ (hash >> 33)).wrapping_mul(factor);
    }
    hash ^ (hash >> 33)
}

/// One source text with the table that turns offsets into lines.
#[derive(Debug)]
pub struct SourceFile {
    pub path: PathBuf,
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    fn new(path: PathBuf, text: String) -> SourceFile {
        let newlines = text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
        let line_starts = std::iter::once(0)
            .chain(newlines.map(|(i, _)| i as u32 + 1))
            .collect();
        SourceFile {
            path,
            text,
            line_starts,
        }
    }

    /// Line and column of a byte offset, both from 1; columns count characters.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&start| start <= offset) - 1;
        let start = self.line_starts[line] as usize;
        let column = self
            .text
            .get(start..offset as usize)
            .map_or(0, |s| s.chars().count());
        (line as u32 + 1, column as u32 + 1)
    }
}

/// All files read in one run.
#[derive(Clone, Default, Debug)]
pub struct SourceMap {
    files: Vec<Arc<SourceFile>>,
}

impl SourceMap {
    pub fn add(&mut self, path: impl Into<PathBuf>, text: String) -> FileId {
        self.files
            .push(Arc::new(SourceFile::new(path.into(), text)));
        FileId(self.files.len() as u32 - 1)
    }

    /// How many files there are; the next one gets this number.
    pub fn len(&self) -> u32 {
        self.files.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    pub fn path(&self, id: FileId) -> &Path {
        &self.file(id).path
    }

    /// The source text of a span.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file)
            .text
            .get(span.lo as usize..span.hi as usize)
            .unwrap_or("")
    }

    /// Line and column, from 1, of the start of a span.
    pub fn location(&self, span: Span) -> (u32, u32) {
        self.file(span.file).line_column(span.lo)
    }
}

/// An interned name. Equality is identity; ordering is by the order of interning and
/// must not reach any output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u32);

#[derive(Default)]
struct Interner {
    names: Vec<&'static str>,
    index: HashMap<&'static str, u32>,
}

fn interner() -> &'static RwLock<Interner> {
    static INTERNER: OnceLock<RwLock<Interner>> = OnceLock::new();
    INTERNER.get_or_init(Default::default)
}

impl Symbol {
    pub fn new(name: &str) -> Symbol {
        let table = interner()
            .read()
            .expect("the interner never panics while locked");
        if let Some(&id) = table.index.get(name) {
            return Symbol(id);
        }
        drop(table);
        let mut table = interner()
            .write()
            .expect("the interner never panics while locked");
        if let Some(&id) = table.index.get(name) {
            return Symbol(id);
        }
        let id = table.names.len() as u32;
        let name: &'static str = Box::leak(name.into());
        table.names.push(name);
        table.index.insert(name, id);
        Symbol(id)
    }

    pub fn as_str(self) -> &'static str {
        interner()
            .read()
            .expect("the interner never panics while locked")
            .names[self.0 as usize]
    }
}

/// Words that are names only behind `r#`.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

impl Symbol {
    /// The name as Rust source writes it.
    pub fn written(self) -> String {
        match KEYWORDS.contains(&self.as_str()) {
            true => format!("r#{self}"),
            false => self.to_string(),
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
