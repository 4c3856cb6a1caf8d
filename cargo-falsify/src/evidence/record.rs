//! The crate's own tests, run with every call of an aux function written down.
//!
//! As for a replay, cargo compiles a copy of the crate through the wrapper around rustc: here `#[aux]` tells the runtime about calls,
//! and the copy has text that says how the crate's own types are written. Manifest, sources and build directory of the user
//! are left alone; everything is under `record/` of the tool's artifacts.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs::{self, File};
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value as Json;

use super::replay::build::base;
use super::replay::edit::Edits;
use super::replay::mirror::{put, Mirror};
use super::replay::wrapper::{Plan, Swap, VARIABLE};
use crate::ir::blueprint::{Blueprint, FieldsText, Made, ValueText};
use crate::project::{HostTest, Overflow, Package, Project};
use crate::source::SourceMap;

/// Names the directory for what is written down, for the runtime.
const RECORDS: &str = "CARGO_FALSIFY_RECORDS";

/// A package and what is added to each of its crates.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub project: &'a Project,
    pub package: &'a Package,
    pub added: &'a [&'a Blueprint],
    pub sources: &'a SourceMap,
}

/// What the tests told.
pub struct Recording {
    pub facts: Vec<Fact>,
    /// Lines that were not understood: a process died while it wrote.
    pub torn: usize,
    /// What cargo said if tests failed.
    pub failed: Option<String>,
}

/// One fact about the function at a place.
#[derive(Deserialize, Debug)]
pub struct Fact {
    pub at: (PathBuf, u32, u32),
    #[serde(flatten)]
    pub what: What,
}

#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub enum What {
    Call {
        arguments: Vec<Json>,
        result: Json,
    },
    /// The name of a type.
    Unwritable {
        unwritable: String,
    },
    /// So many, at least.
    Counts {
        calls: u64,
        panicked: u64,
    },
}

/// Why nothing could be recorded.
#[derive(Debug)]
pub enum RecordError {
    /// What cargo says.
    NotBuilt(String),
    Io(io::Error),
}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> RecordError {
        RecordError::Io(error)
    }
}

/// Runs the tests. `tool` is a program that stands in for rustc if cargo calls it so: this one.
pub fn record(
    subject: &Subject<'_>,
    tool: &Path,
    arguments: &[String],
) -> Result<Recording, RecordError> {
    let directory = subject
        .project
        .artifacts
        .join("record")
        .join(&subject.package.name);
    fs::create_dir_all(&directory)?;
    let lock = File::create(directory.join("lock"))?;
    if let Err(error) = lock.lock() {
        if error.kind() != io::ErrorKind::Unsupported {
            return Err(error.into());
        }
    }
    let (swaps, hash) = copies(subject, &directory)?;
    let roots: Vec<PathBuf> = swaps.iter().map(|swap| swap.root.clone()).collect();
    let plan_file = directory.join("plan.json");
    let plan = Plan {
        crates: swaps,
        cfg: "falsify_record".into(),
        marker: None,
        overflow_checks: subject.package.settings.overflow != Some(Overflow::Wrap),
        record: directory.join("unused.json"),
    };
    put(
        &plan_file,
        &serde_json::to_string(&plan).map_err(io::Error::other)?,
    )?;
    let calls = directory.join("calls");
    if calls.exists() {
        fs::remove_dir_all(&calls)?;
    }
    fs::create_dir_all(&calls)?;
    let roots: Vec<&Path> = roots.iter().map(PathBuf::as_path).collect();
    let test = HostTest {
        package: subject.package,
        target_dir: &subject.project.artifacts.join("record").join("build"),
        wrapper: tool,
        environment: &[(VARIABLE, &plan_file), (RECORDS, &calls)],
        arguments,
        // Cargo takes any number that has 32 bits and is not zero.
        changed: (&roots, hash as u32 | 1),
    };
    let built = subject.project.build_tests(&test)?;
    if let Some(words) = built {
        return Err(RecordError::NotBuilt(words));
    }
    let failed = subject.project.run_tests(&test)?;
    let (facts, torn) = read(&calls, &subject.project.root)?;
    Ok(Recording {
        facts,
        torn,
        failed,
    })
}

/// The facts of all processes, in the order of their names; files become absolute.
fn read(directory: &Path, root: &Path) -> io::Result<(Vec<Fact>, usize)> {
    let mut files = BTreeSet::new();
    for entry in fs::read_dir(directory)? {
        files.insert(entry?.path());
    }
    let (mut facts, mut torn) = (Vec::new(), 0);
    for file in files {
        let bytes = fs::read(file)?;
        for line in String::from_utf8_lossy(&bytes).lines() {
            match serde_json::from_str::<Fact>(line) {
                Ok(mut fact) => {
                    fact.at.0 = root.join(&fact.at.0);
                    facts.push(fact);
                }
                Err(_) => torn += 1,
            }
        }
    }
    Ok((facts, torn))
}

/// Copies of the crates that get text. The number stands for that text.
fn copies(subject: &Subject<'_>, directory: &Path) -> io::Result<(Vec<Swap>, u64)> {
    let mut hash = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hash);
    let mut swaps = Vec::new();
    for (position, blueprint) in subject.added.iter().enumerate() {
        let Some(krate) = blueprint.crates.first() else {
            continue;
        };
        let root = subject.sources.path(krate.root).to_path_buf();
        let mirror = Mirror {
            original: base(&root, &subject.project.root),
            copy: directory.join("mirror").join(position.to_string()),
        };
        let changed = changed(blueprint, subject.sources);
        changed.hash(&mut hash);
        mirror.write(&changed)?;
        let copy = mirror.of(&root).filter(|copy| copy.exists());
        swaps.extend(copy.map(|copy| Swap {
            root,
            copy,
            shown: (mirror.original, mirror.copy),
        }));
    }
    Ok((swaps, hash.finish()))
}

/// The new texts of the files of a crate: modules get a child that says how the types in them are written.
fn changed(blueprint: &Blueprint, sources: &SourceMap) -> BTreeMap<PathBuf, String> {
    let mut edits = Edits::default();
    for (position, module) in blueprint.modules.iter().enumerate() {
        // Other crates need not know the runtime.
        let of_module = blueprint.values.iter().filter(|it| it.module == position);
        let items: String = of_module.filter_map(implementation).collect();
        if module.krate != 0 || items.is_empty() {
            continue;
        }
        let child = format!("#[doc(hidden)] mod __falsify_record {{ {items} }}");
        // The last line of a file may be a comment.
        let at_end = sources.file(module.end.file).text.len() == module.end.lo as usize;
        let start = if at_end { "\n" } else { " " };
        edits.insert(module.end.file, module.end.lo, &format!("{start}{child} "));
    }
    let files = edits.files();
    let texts = files.map(|file| (sources.path(file).to_path_buf(), edits.apply(file, sources)));
    texts.collect()
}

fn implementation(value: &ValueText) -> Option<String> {
    let arms = match &value.made {
        Made::Elsewhere(_) => return None,
        Made::Struct(fields) => format!("Self{}", arm(fields, "", "")),
        Made::Enum(variants) => {
            let arms = variants.iter().map(|(name, fields)| variant(name, fields));
            arms.collect()
        }
    };
    let ty = &value.ty;
    Some(format!(
        "impl ::falsify::record::Record for {ty} {{ \
         fn record(&self, text: &mut ::falsify::record::Text) {{ \
         use ::falsify::record::{{Known as _, Unknown as _}}; match *self {{ {arms} }} }} }} "
    ))
}

fn variant(name: &str, fields: &FieldsText) -> String {
    let written = name.trim_start_matches("r#");
    match fields {
        FieldsText::Unit => format!("Self::{name} => text.push(\"\\\"{written}\\\"\"), "),
        _ => {
            let open = format!("{{\\\"{written}\\\":");
            format!("Self::{name}{}, ", arm(fields, &open, "}"))
        }
    }
}

/// A pattern for the fields and what writes them, between two texts.
fn arm(fields: &FieldsText, open: &str, close: &str) -> String {
    let (pattern, names, brackets) = match fields {
        FieldsText::Unit => (" { }".to_owned(), Vec::new(), ("{", "}")),
        FieldsText::Tuple(count) => {
            let bound: Vec<String> = (0..*count).map(|at| format!("ref b{at}")).collect();
            (
                format!("({})", bound.join(", ")),
                vec![None; *count],
                ("[", "]"),
            )
        }
        FieldsText::Named(names) => {
            let bound = names.iter().enumerate();
            let bound: Vec<String> = bound
                .map(|(at, name)| format!("{name}: ref b{at}"))
                .collect();
            let names = names.iter().map(|name| Some(name.trim_start_matches("r#")));
            (
                format!(" {{ {} }}", bound.join(", ")),
                names.collect(),
                ("{", "}"),
            )
        }
    };
    let mut body = format!("text.push(\"{open}{}\"); ", brackets.0);
    for (at, name) in names.iter().enumerate() {
        let comma = if at > 0 { "," } else { "" };
        let name = name.map_or(String::new(), |name| format!("\\\"{name}\\\":"));
        // Writing to a string does not fail.
        let _ = write!(
            body,
            "text.push(\"{comma}{name}\"); (&::falsify::record::Probe(b{at})).tell(text); "
        );
    }
    format!(
        "{pattern} => {{ {body} text.push(\"{}{close}\"); }}",
        brackets.1
    )
}
