//! The front end answers every text with a result or diagnostics: it never
//! panics and it always comes back.

use cargo_falsify::lower::analyse_source;
use falsify_tests::generate;
use falsify_tests::mutate::{mutated, nested};
use falsify_tests::random::Random;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

/// Mutants in a normal run; `ROBUSTNESS_MUTANTS` asks for more.
const MUTANTS: usize = 100;
/// Only a hang takes this long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// Analyses the text on a thread of its own; what went wrong, if anything.
fn trouble(name: &str, text: &str) -> Option<String> {
    // Left behind if the process is killed by what follows.
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.rs").replace(' ', "_"));
    std::fs::write(&file, text).expect("the target directory is writable");
    let (sender, receiver) = mpsc::channel();
    let text = text.to_string();
    std::thread::spawn(move || {
        let problems = analyse_source(&text).diagnostics.len();
        let _ = sender.send(problems);
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(_) => {
            let _ = std::fs::remove_file(&file);
            None
        }
        Err(mpsc::RecvTimeoutError::Timeout) => Some(format!("{} does not end", file.display())),
        Err(mpsc::RecvTimeoutError::Disconnected) => Some(format!("{} panics", file.display())),
    }
}

fn rust_files(directory: PathBuf, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.ends_with("target") {
            rust_files(path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The texts that mutants are made from: examples, corpora, generated programs.
fn sources() -> Vec<String> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for directory in ["../examples", "conformance", "library", "lower"] {
        rust_files(home.join(directory), &mut files);
    }
    let mut texts: Vec<String> = files
        .iter()
        .filter_map(|file| std::fs::read_to_string(file).ok())
        .collect();
    texts.extend((1..20).map(|seed| generate::program(seed).source));
    texts
}

#[test]
fn mutated_sources_are_answered() {
    let wanted = std::env::var("ROBUSTNESS_MUTANTS")
        .ok()
        .and_then(|text| text.parse().ok());
    let sources = sources();
    let mut found = Vec::new();
    for seed in 0..wanted.unwrap_or(MUTANTS) {
        let mut random = Random::named(seed as u64, "mutant");
        let source = random.pick(&sources).clone();
        let text = mutated(&source, &sources, &mut random);
        found.extend(trouble(&format!("mutant{seed}"), &text));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn deep_nesting_is_answered() {
    let mut found = Vec::new();
    for depth in [50, 3_000] {
        for (name, text) in nested(depth) {
            found.extend(trouble(&format!("{name} {depth}"), &text));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn bytes_that_are_not_rust_are_answered() {
    let mut random = Random::new(5);
    let mut found = Vec::new();
    for seed in 0..10 {
        let bytes: Vec<u8> = (0..random.between(0, 400))
            .map(|_| random.bits() as u8)
            .collect();
        found.extend(trouble(
            &format!("bytes{seed}"),
            &String::from_utf8_lossy(&bytes),
        ));
    }
    found.extend(trouble("empty", ""));
    assert!(found.is_empty(), "{}", found.join("\n"));
}
