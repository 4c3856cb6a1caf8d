//! Summaries that are kept from run to run.
//!
//! An entry is a file whose name says what it is about: the code of the function and of all that it calls, and how it was
//! learnt. What is read is not believed: terms must fit the signature, they are judged by the examples of this run, and
//! whether they are exact is asked anew. So an entry that is wrong costs time and nothing else.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::learn::Task;
use super::signature::{Row, Signature};
use super::synthesis::Learnt;
use crate::evidence::write_whole;
use crate::ir::{print, Func, Terminator};
use crate::source::{FileId, Span};
use crate::synth::{Sort, Term};

/// A directory with an entry for each function.
#[derive(Clone, Debug)]
pub struct Cache {
    directory: PathBuf,
}

/// What a file holds.
#[derive(Serialize, Deserialize)]
struct Entry {
    terms: Vec<Term>,
    constraints: Vec<(Vec<Word>, Vec<Word>)>,
    /// Examples that were answered rightly.
    right: usize,
    #[serde(default)]
    refinements: usize,
}

/// Numbers of 128 bits are text.
type Word = String;

/// What was kept.
pub(super) struct Kept {
    pub terms: Vec<Term>,
    pub constraints: Vec<Row>,
    pub right: usize,
    pub refinements: usize,
}

/// Raised when the same code would be learnt in another way.
const VERSION: u32 = 1;

impl Cache {
    pub fn new(directory: impl Into<PathBuf>) -> Cache {
        Cache {
            directory: directory.into(),
        }
    }

    /// The summary of a function, if there is one that fits it.
    pub(super) fn load(&self, task: &Task, signature: &Signature) -> Option<Kept> {
        let text = fs::read_to_string(self.path(task)).ok()?;
        let entry: Entry = serde_json::from_str(&text).ok()?;
        let constraints = entry.constraints.iter().map(|(inputs, outputs)| {
            Some(Row {
                inputs: numbers(inputs)?,
                outputs: numbers(outputs)?,
            })
        });
        let kept = Kept {
            constraints: constraints.collect::<Option<_>>()?,
            terms: entry.terms,
            right: entry.right,
            refinements: entry.refinements,
        };
        fits(&kept, signature).then_some(kept)
    }

    /// A directory that cannot be written keeps nothing.
    pub(super) fn store(&self, task: &Task, learnt: &Learnt, refinements: usize) {
        let row = |row: &Row| (texts(&row.inputs), texts(&row.outputs));
        let entry = Entry {
            terms: learnt.terms.clone(),
            constraints: learnt.constraints.iter().map(row).collect(),
            right: learnt.similarity.right,
            refinements,
        };
        let Ok(text) = serde_json::to_string(&entry) else {
            return;
        };
        // What is not kept is learnt again.
        let _ = write_whole(&self.path(task), text.as_bytes());
    }

    fn path(&self, task: &Task) -> PathBuf {
        self.directory.join(format!("{:032x}.json", key(task)))
    }
}

/// What a summary depends on.
fn key(task: &Task) -> u128 {
    let program = task.program;
    let mut text = format!(
        "{VERSION} {} {}",
        env!("CARGO_PKG_VERSION"),
        program.pointer_width
    );
    for func in task.effects.reached([task.function]) {
        let func = without_places(&program.funcs[func.0 as usize]);
        text.push_str(&print::function(program, &func).to_string());
    }
    // Which constants a function refers to is in its text only by their numbers.
    for item in &program.statics {
        text.push_str(&print::value(program, item.ty, &item.init).to_string());
    }
    let settings = task.settings;
    let learning = (
        settings.seed,
        settings.start,
        settings.examples,
        settings.rounds,
    );
    text.push_str(&format!(
        "{learning:?} {} {}",
        settings.size, settings.output_coverage
    ));
    u128::from(hash(&text, 0)) << 64 | u128::from(hash(&text, 1))
}

/// The same code wherever it stands in its file.
fn without_places(func: &Func) -> Func {
    let nowhere = Span::new(FileId(0), 0, 0);
    let mut func = Func {
        span: nowhere,
        ..func.clone()
    };
    for block in &mut func.blocks {
        block.statements.iter_mut().for_each(|it| it.1 = nowhere);
        if let Some(Terminator::Panic(_, span)) = &mut block.terminator {
            *span = nowhere;
        }
    }
    func
}

fn hash(text: &str, salt: u8) -> u64 {
    let mut hasher = DefaultHasher::new();
    salt.hash(&mut hasher);
    text.hash(&mut hasher);
    hasher.finish()
}

/// Whether the terms are of the sorts of the function, and the examples as long as its scalars.
fn fits(kept: &Kept, signature: &Signature) -> bool {
    let inputs: Vec<Sort> = signature.input_sorts();
    let outputs = signature.outputs.iter().map(|leaf| leaf.kind.sort());
    let sorts = kept.terms.iter().map(|term| term.sort(&inputs, &[]));
    let is_row = |row: &Row| {
        row.inputs.len() == inputs.len() && row.outputs.len() == signature.outputs.len()
    };
    sorts.eq(outputs.map(Some)) && kept.constraints.iter().all(is_row)
}

fn texts(numbers: &[u128]) -> Vec<Word> {
    numbers.iter().map(u128::to_string).collect()
}

fn numbers(texts: &[Word]) -> Option<Vec<u128>> {
    texts.iter().map(|it| it.parse().ok()).collect()
}
