//! Native code against the interpreter: functions, programs in the text form, whole loops.

use cargo_falsify::driver::Frontend;
use cargo_falsify::ir::interp::{Machine, NoInputs, Stop};
use cargo_falsify::ir::parse::{parse, parse_values};
use cargo_falsify::ir::verify::verify;
use cargo_falsify::ir::{FuncId, Program, Value};
use cargo_falsify::lower::analyse_source;
use cargo_falsify::native::{Code, Functions, Options};
use falsify_tests::case::Case;
use falsify_tests::lockstep::{lockstep, Extent};
use falsify_tests::native::{agreement, Agreement};
use falsify_tests::tables::{instance, PAIRS};
use falsify_tests::{frontend, generate};
use std::path::{Path, PathBuf};

/// The cases of a folder, one a file; tables with placeholders are no Rust by themselves.
fn cases(folder: &str) -> Vec<Case> {
    files(folder, "rs")
        .iter()
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

/// The files of a folder with an extension, by name.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    paths.sort();
    paths
}

/// Programs in the text form that are well-formed, with their texts.
fn programs() -> Vec<(String, Program)> {
    let read = |path: PathBuf| std::fs::read_to_string(path).expect("readable");
    let parsed = files("ir", "ir").into_iter().map(read);
    let parsed = parsed.map(|text| (parse(&text).expect("it parses"), text));
    let well_formed = parsed.filter(|(program, _)| verify(program).is_empty());
    well_formed.map(|(program, text)| (text, program)).collect()
}

/// The calls that the comments of a program make.
fn calls(text: &str, program: &Program) -> Vec<(FuncId, Vec<Value>)> {
    let lines = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("//# call "));
    let call = |line: &str| {
        let (name, rest) = line.split_once('(')?;
        let func = program.funcs.iter().position(|f| f.name.as_str() == name)?;
        // The longest text before a closing parenthesis that is a list of values.
        let ends = rest.match_indices(')').map(|(at, _)| at);
        let args = ends
            .filter_map(|end| parse_values(program, &rest[..end]).ok())
            .next()?;
        Some((FuncId(func as u32), args))
    };
    lines.filter_map(call).collect()
}

/// What a stop that both must give looks like; no limit is the same on both sides.
fn comparable(result: &Result<Value, Stop>) -> bool {
    !matches!(
        result,
        Err(Stop::OutOfFuel | Stop::StackOverflow | Stop::Bug(_))
    )
}

#[test]
fn calls_of_the_text_form_end_as_interpreted() {
    let mut compared = 0;
    for (text, program) in programs() {
        for (func, args) in calls(&text, &program) {
            let pointers = args.iter().filter_map(|arg| match arg {
                Value::Func(id) => Some(*id),
                _ => None,
            });
            let compiled: Vec<_> = pointers.chain([func]).collect();
            let code = Code::of_functions(&program, &compiled, Options::default());
            let code = code.expect("it compiles");
            let wanted = Machine::checked(&program).call(func, &args, &mut NoInputs);
            let found = Functions::new(&code).call(func, &args, &mut NoInputs);
            if comparable(&wanted) {
                assert_eq!(
                    wanted, found,
                    "{} {args:?}",
                    program.funcs[func.0 as usize].name
                );
                compared += 1;
            }
        }
    }
    assert!(compared >= 40, "only {compared} calls");
}

/// Compares every loop of a program.
fn all_loops(program: &Program, ticks: u64) -> Extent {
    let mut extent = Extent::default();
    for harness in &program.harnesses {
        let one = lockstep(program, harness, ticks);
        let one = one.unwrap_or_else(|why| panic!("{}: {why}", harness.name));
        extent.absorb(one);
    }
    extent
}

#[test]
fn loops_of_the_text_form_tick_as_interpreted() {
    let mut extent = Extent::default();
    for (_, program) in programs() {
        extent.absorb(all_loops(&program, 4_000));
    }
    assert!(extent.ticks >= 5_000 && extent.panics > 0, "{extent:?}");
    assert!(extent.violations > 0, "{extent:?}");
}

#[test]
fn loops_of_the_examples_tick_as_interpreted() {
    let examples = [
        "cruise",
        "debounce",
        "interlock",
        "superloop",
        "thermostat",
        "tour",
        "uart-frame",
    ];
    for example in examples {
        let extent = frontend::on_a_thread(|| {
            let mut extent = Extent::default();
            for analysis in frontend::analyse_package(&mut Frontend::default(), example) {
                extent.absorb(all_loops(&analysis.program, 4_000));
            }
            extent
        });
        let extent = extent.unwrap_or_else(|| panic!("{example} differs"));
        assert!(extent.ticks >= 1_000, "{example}: {extent:?}");
    }
}

#[test]
fn loops_with_all_kinds_of_roots_tick_as_interpreted() {
    let mut loops = 0;
    for path in files("roots", "rs") {
        let text = std::fs::read_to_string(path).expect("readable");
        for case in text.split("//// ").skip(1) {
            let (_, source) = case.split_once('\n').expect("a name");
            let source = source.replace("//!", "//").replace("//*", "//");
            let analysis = analyse_source(&source);
            if analysis.diagnostics.is_empty() {
                all_loops(&analysis.program, 300);
                loops += analysis.program.harnesses.len();
            }
        }
    }
    assert!(loops >= 10, "only {loops} loops");
}
