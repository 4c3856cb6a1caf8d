//! What is written down, one JSON object a line, each at once: nothing is lost if the process dies.
//!
//! ```text
//! {"at":[FILE,LINE,COLUMN],"arguments":[…],"result":…}   a call that is unlike all before
//! {"at":[FILE,LINE,COLUMN],"unwritable":TYPE}            such values cannot be written down
//! {"at":[FILE,LINE,COLUMN],"calls":N,"panicked":M}       so many so far, where one of them is a power of two
//! ```

use core::fmt::Display;
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::{env, process};

use super::text::quoted;

/// Names the directory in which each process makes a file.
const DIRECTORY: &str = "CARGO_FALSIFY_RECORDS";

/// Different calls of one function that a process keeps.
const KEPT: usize = 10_000;

/// File, line and column.
pub type Place = (&'static str, u32, u32);

static JOURNAL: Mutex<Option<Journal>> = Mutex::new(None);

struct Journal {
    /// None if nobody asks for it.
    file: Option<File>,
    functions: HashMap<Place, Tally>,
}

#[derive(Default)]
struct Tally {
    calls: u64,
    panicked: u64,
    /// By their hashes.
    kept: HashSet<u64>,
    is_unwritable: bool,
}

pub(super) fn returned(place: Place, arguments: &str, result: &str) {
    let line = format!("\"arguments\":[{arguments}],\"result\":{result}");
    with(place, |tally| {
        let mut hasher = DefaultHasher::new();
        line.hash(&mut hasher);
        let is_new = tally.kept.len() < KEPT && tally.kept.insert(hasher.finish());
        is_new.then_some(line)
    });
}

pub(super) fn unwritable(place: Place, ty: &str) {
    with(place, |tally| {
        let said = core::mem::replace(&mut tally.is_unwritable, true);
        (!said).then(|| format!("\"unwritable\":{}", quoted(ty)))
    });
}

pub(super) fn panicked(place: Place) {
    with(place, |tally| {
        tally.panicked += 1;
        tally.panicked.is_power_of_two().then(|| tally.counts())
    });
}

impl Tally {
    fn counts(&self) -> String {
        format!("\"calls\":{},\"panicked\":{}", self.calls, self.panicked)
    }
}

/// Counts a call and writes what is to be said about it.
fn with(place: Place, say: impl FnOnce(&mut Tally) -> Option<String>) {
    let mut journal = JOURNAL.lock().unwrap_or_else(PoisonError::into_inner);
    let journal = journal.get_or_insert_with(Journal::open);
    let tally = journal.functions.entry(place).or_default();
    tally.calls += 1;
    let said = say(tally);
    let counts = tally.calls.is_power_of_two().then(|| tally.counts());
    for line in [said, counts].into_iter().flatten() {
        journal.write(place, line);
    }
}

impl Journal {
    fn open() -> Journal {
        let directory = env::var_os(DIRECTORY);
        let name = format!("{}.jsonl", process::id());
        let file = directory.and_then(|it| {
            let file = File::options()
                .create(true)
                .append(true)
                .open(Path::new(&it).join(name));
            file.ok()
        });
        Journal {
            file,
            functions: HashMap::new(),
        }
    }

    fn write(&mut self, (file, line, column): Place, rest: impl Display) {
        let at = quoted(file);
        let text = format!("{{\"at\":[{at},{line},{column}],{rest}}}\n");
        if let Some(file) = &mut self.file {
            // Whoever reads it sees what is there.
            let _ = file.write_all(text.as_bytes());
        }
    }
}
