//! The type checker on the library model: every body in it must check, generic or not.

use std::path::{Path, PathBuf};

use cargo_falsify::diagnostic::Diagnostic;
use cargo_falsify::lower::install_evaluator;
use cargo_falsify::source::SourceMap;
use cargo_falsify::syntax::ast::Edition;
use cargo_falsify::syntax::{parse_crate, CfgSet, CrateSource, Disk};
use cargo_falsify::typeck::{CrateInput, Options, Tcx};

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../cargo-falsify/library")
}

fn describe(diagnostics: &[Diagnostic], sources: &SourceMap) -> Vec<String> {
    let place = |d: &Diagnostic| {
        let span = d.labels[0].0;
        let (line, column) = sources.location(span);
        format!(
            "{}:{line}:{column}: {} {}",
            sources.path(span.file).display(),
            d.code,
            d.message
        )
    };
    diagnostics.iter().map(place).collect()
}

fn check_library() -> Vec<String> {
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    let source = CrateSource {
        name: "core".into(),
        edition: Edition::E2021,
        root: library().join("core/lib.rs"),
        loader: &Disk,
        cfg: CfgSet::default(),
        dependencies: Vec::new(),
    };
    let parsed = parse_crate(&source, &mut sources, &mut diagnostics);
    let ast = Box::leak(Box::new(parsed.ast));
    let tcx = Tcx::new(
        vec![CrateInput {
            ast,
            deps: Vec::new(),
        }],
        Options { pointer_width: 32 },
    );
    install_evaluator(&tcx);
    for def in tcx.all_fns(0) {
        if tcx
            .ast_fn(def)
            .is_some_and(|function| function.body.is_some())
        {
            let _ = tcx.body(def);
        }
    }
    diagnostics.extend(tcx.take_diagnostics());
    describe(&diagnostics, &sources)
}

/// Types are interned per thread and bodies nest deeply: each analysis has a thread with a large stack.
fn with_big_stack<R: Send>(f: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(1 << 28)
            .spawn_scoped(scope, f);
        thread
            .expect("a thread can be started")
            .join()
            .expect("the checker does not panic")
    })
}

#[test]
fn every_body_of_the_library_checks() {
    let found = with_big_stack(check_library);
    assert!(
        found.is_empty(),
        "{} findings:\n{}",
        found.len(),
        found.join("\n")
    );
}
