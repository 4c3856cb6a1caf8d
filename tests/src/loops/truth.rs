//! What is true of loops: the compiled code is run from every state that it can be in, on every input.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::{crate_text, Loop};

/// What is true of one loop.
#[derive(Clone, Debug, Default)]
pub struct Truth {
    /// The first tick in which each property is violated. Properties are called by their names, panics by
    /// their kind and place: an addition and an index may be at the same place.
    pub first: BTreeMap<String, u64>,
    /// Ticks after which all states were known, if they were few enough.
    pub complete: bool,
    /// Ticks that were looked at.
    pub ticks: u64,
}

/// The text that the compiler gets: without attributes, on the same lines.
fn compiled_text(loops: &[Loop]) -> String {
    let text = crate_text(loops);
    let mut text = text.replace(
        "use falsify::{aux, control_loop, monitor};",
        "use crate::falsify;",
    );
    for attribute in [
        "#[aux]",
        "#[control_loop]",
        "#[monitor(of = tick)]",
        "#[input(0..4)] ",
    ] {
        text = text.replace(attribute, "");
    }
    text.push_str(DRIVER);
    text.push_str("fn main() {\n    prepare();\n");
    for it in loops {
        text.push_str(&call(it));
    }
    text.push_str("}\n");
    text
}

fn call(it: &Loop) -> String {
    let name = &it.name;
    let mut asked = String::new();
    let mut at = 0;
    for (index, remembers) in it.monitors.iter().enumerate() {
        let memory = if *remembers {
            format!(", &mut t.1[{at}]")
        } else {
            String::new()
        };
        at += usize::from(*remembers);
        let _ = write!(asked, "{name}::p{index}(&t.0, x, y{memory}), ");
    }
    format!(
        "    explore(\"{name}\", ({name}::State::default(), [{name}::Memory::default(); {at}]), \
         |t, x, y| {{ {name}::tick(&mut t.0, x, y); vec![{asked}] }});\n"
    )
}

/// Compiles the loops and looks at all their states.
pub fn explore(loops: &[Loop], folder: &Path) -> Result<Vec<Truth>, String> {
    fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let (source, program) = (folder.join("loops.rs"), folder.join("loops"));
    fs::write(&source, compiled_text(loops)).map_err(|e| e.to_string())?;
    let rustc = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let compiled = Command::new(rustc)
        .args([
            "--edition=2021",
            "-Copt-level=1",
            "-Coverflow-checks=on",
            "--cap-lints=allow",
        ])
        .arg("-o")
        .args([&program, &source])
        .output()
        .map_err(|e| e.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let run = Command::new(&program).output().map_err(|e| e.to_string())?;
    if !run.status.success() {
        return Err(String::from_utf8_lossy(&run.stderr).into_owned());
    }
    Ok(read(loops, &String::from_utf8_lossy(&run.stdout)))
}

/// Lines `loop property tick`, and `loop = complete ticks` at the end of each.
fn read(loops: &[Loop], printed: &str) -> Vec<Truth> {
    let mut truths: BTreeMap<&str, Truth> = BTreeMap::new();
    for line in printed.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            [name, "=", complete, ticks] => {
                let truth = truths.entry(name).or_default();
                truth.complete = complete == "true";
                truth.ticks = ticks.parse().unwrap_or(0);
            }
            [name, property, tick] => {
                let tick = tick.parse().unwrap_or(0);
                let truth = truths.entry(name).or_default();
                truth.first.insert(property.to_owned(), tick);
            }
            _ => {}
        }
    }
    let of = |it: &Loop| truths.get(it.name.as_str()).cloned().unwrap_or_default();
    loops.iter().map(of).collect()
}

/// Breadth first, so that the first tick in which something happens is the first in which it can.
const DRIVER: &str = r#"
pub mod falsify {
    pub struct Refused;
    pub fn assume(fine: bool) { if !fine { std::panic::resume_unwind(Box::new(Refused)); } }
    #[macro_export]
    macro_rules! look { ($name:literal, $fine:expr) => { if !$fine { crate::note($name) } } }
    pub use look as check;
}
use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::panic::{catch_unwind, set_hook, AssertUnwindSafe};
thread_local! {
    static NOTED: RefCell<Vec<String>> = RefCell::new(Vec::new());
}
fn note(what: &str) { NOTED.with(|n| n.borrow_mut().push(what.to_owned())) }
fn prepare() {
    set_hook(Box::new(|info| {
        let place = info.location().expect("a place");
        let index = info.to_string().contains("index out of bounds");
        let kind = if index { "bounds" } else { "overflow" };
        note(&format!("{kind}:{}:{}", place.line(), place.column()));
    }));
}
const MOST: usize = 60_000;
fn explore<T: Clone + Eq + std::hash::Hash>(name: &str, init: T, step: impl Fn(&mut T, u8, bool) -> Vec<bool>) {
    let mut seen = HashSet::from([init.clone()]);
    let mut layer = vec![init];
    let mut first: BTreeMap<String, u64> = BTreeMap::new();
    let mut tick = 0;
    while !layer.is_empty() && seen.len() < MOST {
        tick += 1;
        let mut next = Vec::new();
        for state in layer {
            for input in 0..8u8 {
                let mut after = state.clone();
                NOTED.with(|n| n.borrow_mut().clear());
                let done = catch_unwind(AssertUnwindSafe(|| step(&mut after, input >> 1, input & 1 == 1)));
                let noted = NOTED.with(|n| n.borrow().clone());
                for what in noted { first.entry(what).or_insert(tick); }
                let Ok(fine) = done else { continue };
                for (at, fine) in fine.into_iter().enumerate() {
                    if !fine { first.entry(format!("p{at}")).or_insert(tick); }
                }
                if seen.insert(after.clone()) { next.push(after); }
            }
        }
        layer = next;
    }
    for (what, tick) in first { println!("{name} {what} {tick}"); }
    println!("{name} = {} {tick}", layer.is_empty());
}
"#;
