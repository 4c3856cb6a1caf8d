//! Native code against the interpreter: functions, programs in the text form, whole loops.

use falsify_tests::case::Case;
use falsify_tests::generate;
use falsify_tests::native::{agreement, Agreement};
use falsify_tests::tables::{instance, PAIRS};
use std::path::Path;

/// The cases of a folder, one a file; tables with placeholders are no Rust by themselves.
fn cases(folder: &str) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<_> = entries.map(|e| e.expect("a file").path()).collect();
    paths.sort();
    let sources = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "rs"));
    sources
        .filter_map(|path| {
            let source = std::fs::read_to_string(path).expect("readable");
            Case::new(&path.file_stem()?.to_string_lossy(), &source).ok()
        })
        .collect()
}

/// Each case alone: statics of one must not depend on which others ran.
fn compare_all(cases: &[Case], count: usize) -> Agreement {
    let mut total = Agreement::default();
    for case in cases {
        total.absorb(agreement(std::slice::from_ref(case), count, 0));
    }
    total
}

#[test]
fn the_corpus_runs_as_interpreted() {
    let cases = cases("conformance");
    assert!(cases.len() >= 15, "{} files", cases.len());
    compare_all(&cases, 50).assert();
}

#[test]
fn the_library_runs_as_interpreted() {
    let mut cases = cases("library");
    for (unsigned, signed) in PAIRS {
        cases.push(instance(
            "integer.rs",
            &[("Int", unsigned), ("Unsigned", unsigned)],
        ));
        cases.push(instance(
            "integer.rs",
            &[("Int", signed), ("Unsigned", unsigned)],
        ));
        cases.push(instance(
            "unsigned.rs",
            &[("Int", unsigned), ("Signed", signed)],
        ));
        cases.push(instance(
            "signed.rs",
            &[("Int", signed), ("Unsigned", unsigned)],
        ));
    }
    for (float, bits) in [("f32", "u32"), ("f64", "u64")] {
        cases.push(instance("float.rs", &[("Float", float), ("Bits", bits)]));
    }
    compare_all(&cases, 60).assert();
}

#[test]
fn small_functions_run_as_interpreted() {
    compare_all(&cases("lower"), 50).assert();
}

#[test]
fn generated_programs_run_as_interpreted() {
    let mut total = Agreement::default();
    for first in (1..=320).step_by(40) {
        let cases: Vec<_> = (first..first + 40).map(generate::program).collect();
        total.absorb(agreement(&cases, 50, 1));
    }
    assert!(total.runs >= 40_000, "{} runs", total.runs);
    total.assert();
}
