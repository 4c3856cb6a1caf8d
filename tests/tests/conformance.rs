//! The tool's interpreter against programs compiled by the installed `rustc`.

use falsify_tests::compare::{assert_clean, compare_file, Report};
use std::path::Path;

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
