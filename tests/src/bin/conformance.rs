//! The endless mode of the conformance tests: generates, compiles and
//! compares until the time is over.
//!
//! `conformance --seconds N --seed S [--cases C] [--print]`

use falsify_tests::compare::{compare, Report, INPUTS};
use falsify_tests::generate;
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
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        time: Duration::from_secs(60),
        seed: 1,
        cases: 60,
        print: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if word == "--print" {
            options.print = true;
            continue;
        }
        let value = words.next().and_then(|text| text.parse::<u64>().ok());
        let value = value.ok_or_else(|| format!("{word} takes a number"))?;
        match word.as_str() {
            "--seconds" => options.time = Duration::from_secs(value),
            "--seed" => options.seed = value,
            "--cases" => options.cases = value as usize,
            _ => return Err(format!("unknown option {word}")),
        }
    }
    Ok(options)
}

fn main() -> ExitCode {
    match options() {
        Ok(options) if options.print => {
            println!("{}", generate::program(options.seed).source);
            ExitCode::SUCCESS
        }
        Ok(options) => run(&options),
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> ExitCode {
    let start = Instant::now();
    let mut total = Report::default();
    let mut seed = options.seed;
    while start.elapsed() < options.time {
        let cases: Vec<_> = (0..options.cases as u64)
            .map(|i| generate::program(seed + i))
            .collect();
        seed += options.cases as u64;
        let report = compare(&cases, INPUTS, options.seed, tool::executor());
        if !report.is_clean() {
            println!("{report}");
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
