//! The endless mode of the conformance tests: generates, compiles and
//! compares until the time is over.
//!
//! `conformance --seconds N --seed S [--cases C] [--print] [--shrink]`, or `conformance FILE…` for
//! files of entries.

use falsify_tests::compare::{compare, compare_file, Report, INPUTS};
use falsify_tests::generate;
use falsify_tests::shrink::shrink;
use falsify_tests::tool;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// What the command line asks for.
struct Options {
    time: Duration,
    seed: u64,
    /// Modules in one compiled batch.
    cases: usize,
    /// Only print the program of the seed.
    print: bool,
    /// Reduce what differs.
    shrink: bool,
    /// Files of entries to compare instead of generated programs.
    files: Vec<String>,
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        time: Duration::from_secs(60),
        seed: 1,
        cases: 60,
        print: false,
        shrink: false,
        files: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--print" => options.print = true,
            "--shrink" => options.shrink = true,
            file if !file.starts_with("--") => options.files.push(word),
            _ => numeric(&mut options, &word, words.next())?,
        }
    }
    Ok(options)
}

fn numeric(options: &mut Options, word: &str, value: Option<String>) -> Result<(), String> {
    let value = value.and_then(|text| text.parse::<u64>().ok());
    let value = value.ok_or_else(|| format!("{word} takes a number"))?;
    match word {
        "--seconds" => options.time = Duration::from_secs(value),
        "--seed" => options.seed = value,
        "--cases" => options.cases = value as usize,
        _ => return Err(format!("unknown option {word}")),
    }
    Ok(())
}

fn main() -> ExitCode {
    match options() {
        Ok(options) if options.print => {
            println!("{}", generate::program(options.seed).source);
            ExitCode::SUCCESS
        }
        Ok(options) if !options.files.is_empty() => files(&options),
        Ok(options) => run(&options),
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn files(options: &Options) -> ExitCode {
    let mut clean = true;
    for file in &options.files {
        // A path as the shell means it, not relative to the tests.
        let full = std::path::absolute(file).unwrap_or_else(|_| file.into());
        let report = compare_file(full);
        println!("{report}");
        clean &= report.is_clean();
        reduce(options, &report);
    }
    if clean {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Prints small programs for what differs.
fn reduce(options: &Options, report: &Report) {
    for mismatch in report.mismatches.iter().filter(|_| options.shrink) {
        let small = shrink(mismatch, tool::executor(), Duration::from_secs(90));
        println!("{small}{}\n", small.case.source);
    }
}

fn run(options: &Options) -> ExitCode {
    let start = Instant::now();
    let mut total = Report::default();
    let mut seed = options.seed;
    let mut turns = 0..;
    while start.elapsed() < options.time {
        let turn = turns.next().unwrap_or(0);
        let cases: Vec<_> = (0..options.cases as u64)
            .map(|i| generate::program_of_any_edition(seed + i, turn))
            .collect();
        seed += options.cases as u64;
        let report = compare(&cases, INPUTS, options.seed, tool::executor());
        if !report.is_clean() {
            println!("{report}");
            reduce(options, &report);
        }
        total.absorb(report);
        eprintln!(
            "{:>6} s: {} functions, {} runs, {} panics, {} refused, {} differ",
            start.elapsed().as_secs(),
            total.functions,
            total.runs,
            total.panics,
            total.refused.len(),
            total.mismatches.len()
        );
    }
    if total.is_clean() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
