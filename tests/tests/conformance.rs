//! The tool's interpreter against programs compiled by the installed `rustc`.

use falsify_tests::compare::{assert_clean, compare, compare_file, Report, INPUTS};
use falsify_tests::shrink::shrink;
use falsify_tests::{generate, tool};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::Duration;

/// The hand-written corpus: every file of `conformance/`.
#[test]
fn the_corpus_runs_as_compiled() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance");
    let mut files: Vec<_> = std::fs::read_dir(home)
        .expect("the corpus is there")
        .map(|entry| entry.expect("a readable directory").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    files.sort();
    let mut report = Report::default();
    files
        .iter()
        .for_each(|file| report.absorb(compare_file(file)));
    assert_clean(report);
}

/// Modules of the fixed corpus, three entries each, and how many are compiled
/// together.
const MODULES: u64 = 2240;
const BATCH: u64 = 80;
const SEED: u64 = 1;

/// The generated corpus: the same programs on every machine.
#[test]
fn generated_programs_run_as_compiled() {
    let next = AtomicU64::new(0);
    let total = Mutex::new(Report::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= MODULES {
                    break;
                }
                let report = generated_batch(SEED + first);
                total.lock().expect("no batch panics").absorb(report);
            });
        }
    });
    let report = total.into_inner().expect("no batch panics");
    explain(&report);
    assert!(report.functions >= 5_000, "{} functions", report.functions);
    assert!(report.runs >= 50 * 5_000, "{} runs", report.runs);
    // Programs that mostly panic, or never, would test little.
    assert!(report.panics * 2 < report.runs && report.panics * 20 > report.runs);
    // A program that rustc refuses is a slip of the generator: it says nothing about the tool and is not counted above.
    assert!(report.refused.len() <= 5, "{report}");
    assert!(report.mismatches.is_empty(), "{report}");
}

fn generated_batch(first: u64) -> Report {
    let turn = (first / BATCH) as usize;
    let cases = generate::programs(first..first + BATCH, turn);
    compare(&cases, INPUTS, SEED, tool::executor())
}

/// Prints small programs for the first differences.
fn explain(report: &Report) {
    for mismatch in report.mismatches.iter().take(3) {
        let small = shrink(mismatch, tool::executor(), Duration::from_secs(60));
        println!("{small}{}", small.case.source);
    }
}
