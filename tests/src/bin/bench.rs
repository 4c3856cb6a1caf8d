//! The evaluation: every case in every configuration under one limit of time and memory, one table for each table of the paper.
//!
//! `cargo build --release -p cargo-falsify`, then `cargo run --release -p falsify-tests --bin bench -- --help`. Rows are written as
//! they come; what the same program has answered under the same limits is not asked again. Ends with 1 if two answers contradict
//! each other, or what is known of a case.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use falsify_tests::bench::case::{all, Case, Origin};
use falsify_tests::bench::configuration::{Configuration, OWN};
use falsify_tests::bench::crosscheck::contradictions;
use falsify_tests::bench::peer::PEERS;
use falsify_tests::bench::plot;
use falsify_tests::bench::process::Limits;
use falsify_tests::bench::row::{append, read, Row};
use falsify_tests::bench::run::Bench;
use falsify_tests::bench::table::{markdown, rows_of};
use falsify_tests::user::repository;
use glob::Pattern;

/// Runs the evaluation and prints its tables.
#[derive(Parser)]
struct Arguments {
    /// Only cases of this name, such as `elevator/*`, `*(repaired)/*` or `bank 4 wide*`
    #[arg(long, value_name = "GLOB")]
    only: Option<Pattern>,
    /// Only configurations of this name, such as `default` or `cegar*`
    #[arg(long, value_name = "GLOB")]
    with: Option<Pattern>,
    /// Seconds for each run
    #[arg(long, value_name = "T", default_value_t = 120)]
    limit: u64,
    /// Megabytes for each run
    #[arg(long, value_name = "M", default_value_t = 4096)]
    memory: u64,
    /// The tool [default: target/release/cargo-falsify]
    #[arg(long, value_name = "FILE")]
    tool: Option<PathBuf>,
    /// Where rows, tables and the plot go
    #[arg(long, value_name = "FOLDER", default_value = "target/bench")]
    out: PathBuf,
    /// Name the cases and configurations, and run nothing
    #[arg(long)]
    list: bool,
    /// Make the tables of what is known, and run nothing
    #[arg(long)]
    tables: bool,
}

fn main() -> io::Result<ExitCode> {
    let arguments = Arguments::parse();
    let configurations = configurations(&arguments);
    let cases = all();
    let wanted = cases.iter().filter(|it| is_wanted(&arguments, it));
    let wanted: Vec<&Case> = wanted.collect();
    if arguments.list {
        list(&wanted, &configurations);
        return Ok(ExitCode::SUCCESS);
    }
    fs::create_dir_all(&arguments.out)?;
    let file = arguments.out.join("rows.csv");
    if !arguments.tables {
        run(&arguments, &wanted, &configurations, &file)?;
    }
    conclude(&arguments, &cases, &read(&file)?)
}

fn is_wanted(arguments: &Arguments, case: &Case) -> bool {
    let only = arguments.only.as_ref();
    only.is_none_or(|it| it.matches(&case.name()))
}

/// This tool's and those of the peers that are there; the others are said to be missing.
fn configurations(arguments: &Arguments) -> Vec<Configuration> {
    let mut all: Vec<Configuration> = OWN.iter().map(Configuration::Own).collect();
    for peer in PEERS {
        match peer.found() {
            Some(program) => all.push(Configuration::Peer(peer, program)),
            None => eprintln!("{} is not installed: left out", peer.name),
        }
    }
    let with = arguments.with.as_ref();
    all.retain(|it| with.is_none_or(|with| with.matches(it.name())));
    all
}

fn list(cases: &[&Case], configurations: &[Configuration]) {
    for case in cases {
        let names = configurations.iter().filter(|it| it.asks(case));
        let names: Vec<&str> = names.map(Configuration::name).collect();
        println!("{}: {}", case.name(), names.join(", "));
    }
}

fn run(
    arguments: &Arguments,
    cases: &[&Case],
    configurations: &[Configuration],
    file: &Path,
) -> io::Result<()> {
    let tool = arguments.tool.clone();
    let tool = tool.unwrap_or_else(|| repository().join("target/release/cargo-falsify"));
    let limits = Limits {
        time: Duration::from_secs(arguments.limit),
        memory: arguments.memory << 20,
    };
    let bench = Bench::new(tool.clone(), limits);
    let mut bench =
        bench.map_err(|why| io::Error::new(why.kind(), format!("{}: {why}", tool.display())))?;
    for case in cases {
        for configuration in configurations.iter().filter(|it| it.asks(case)) {
            let known = read(file)?;
            let planned = bench.planned(case, configuration);
            if known.iter().any(|it| it.is_run_of(&planned)) || is_hopeless(case, &planned, &known)
            {
                continue;
            }
            let row = bench.run(case, configuration)?;
            append(file, &row)?;
            eprintln!(
                "{}, {}: {} in {:.1} s",
                case.name(),
                row.configuration,
                row.answer,
                row.seconds
            );
        }
    }
    Ok(())
}

/// Whether the same series was too hard at a smaller depth already.
fn is_hopeless(case: &Case, planned: &Row, known: &[Row]) -> bool {
    let Origin::Template { name, depth, width } = case.origin else {
        return false;
    };
    let less_deep = all().into_iter().filter(|it| {
        matches!(it.origin, Origin::Template { name: n, depth: d, width: w } if n == name && w == width && d < depth)
    });
    let failed = |it: &Row| it.configuration == planned.configuration && !it.answer.is_violated();
    let mut same = less_deep.flat_map(|it| {
        let program = it.program();
        known.iter().filter(move |row| row.program == program)
    });
    same.any(|row| failed(row) && (row.limit, &row.tool) == (planned.limit, &planned.tool))
}

/// Writes tables and plot, and tells what contradicts.
fn conclude(arguments: &Arguments, cases: &[Case], rows: &[Row]) -> io::Result<ExitCode> {
    let names = OWN
        .iter()
        .map(|it| it.name)
        .chain(PEERS.iter().map(|it| it.name));
    let names: Vec<&str> = names.collect();
    let text = markdown(cases, &names, rows);
    print!("{text}");
    fs::write(arguments.out.join("tables.md"), &text)?;
    if let Some(picture) = plot::svg(cases, rows) {
        fs::write(arguments.out.join("depth.svg"), picture)?;
    }
    let found = cases
        .iter()
        .flat_map(|case| contradictions(case, &rows_of(case, rows)));
    let found: Vec<String> = found.collect();
    found
        .iter()
        .for_each(|words| eprintln!("contradiction: {words}"));
    Ok(match found.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
