//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::project::{parse_duration, Panics, Require};
use crate::report::shard::Shard;

/// Temporal monitors for embedded Rust.
///
/// Reads a firmware crate with `#[control_loop]` and `#[monitor]` functions and tells whether the loop can violate a monitor or
/// panic. `cargo falsify` alone is `cargo falsify check`; its flags may be given without naming the command.
#[derive(Parser, Debug)]
#[command(
    name = "cargo-falsify",
    bin_name = "cargo falsify",
    override_usage = "cargo falsify [COMMAND] [OPTIONS]",
    version
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
    /// Say nothing but results and errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say what each stage does
    #[arg(short, long, global = true)]
    pub verbose: bool,
    /// How results and errors are written
    #[arg(long, global = true, value_enum, default_value_t = MessageFormat::Human, value_name = "FORMAT")]
    pub message_format: MessageFormat,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Tell whether monitors and checks can be violated and whether the loop can panic (the default)
    Check(Check),
    /// Show loops, monitors, inputs, outputs, aux functions, and what cannot be analysed
    List(List),
    /// Show what is synthesized to stand for each aux function
    Summaries(Summaries),
    /// Run a loop in the reference interpreter and show every tick
    Run(Run),
    /// Run the crate's own tests and keep what its aux functions answered
    Record(Record),
    /// Run a trace that was written about a violation once more, on the compiled crate
    Replay(Replay),
    /// Find a function from examples: a SyGuS problem over bit-vectors
    Synth(Synth),
    /// Write the transition system of a loop for other tools: SMT-LIB, BTOR2, AIGER or C
    Export(Export),
    /// Put the JSON results of all shards of a check together: one verdict on each property, one exit code
    Merge(Merge),
    /// Add the dependency, propose what to mark, write files for CI; overwrites nothing
    Init(Init),
    /// Remove what the tool has written below the target directory
    Clean(Clean),
    /// Print what a shell needs to complete the command line of `cargo-falsify`
    Completions(Completions),
    /// Print the manual page
    Man(Man),
    /// Explain an error code, or list all of them
    Explain(Explain),
}

/// Exit codes: 0 every required verdict reached, 1 something falsified, 2 wrong use, unsupported code or a crate that does
/// not build, 3 less known than required, 4 nothing to check, 101 a bug in this tool. The worst of several wins, in the order
/// 101, 2, 1, 3, 4, 0.
#[derive(Args, Debug, Default)]
pub struct Check {
    #[command(flatten)]
    pub selection: Selection,
    /// Only properties of this name: monitors, checks, `panic` for all panics, or a kind of them such as `overflow` (may be given
    /// more than once)
    #[arg(long, value_name = "GLOB", help_heading = "What to check")]
    pub monitor: Vec<String>,
    /// Only this loop (may be given more than once)
    #[arg(long, value_name = "NAME", help_heading = "What to check")]
    pub r#loop: Vec<String>,
    /// Only one of N parts, from 1; `cargo falsify merge` puts their results together
    #[arg(long, value_name = "K/N", help_heading = "What to check")]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub against: Against,
    /// What must be known about every property [default: bounded]
    #[arg(long, value_name = "LEVEL", value_parser = require, help_heading = "What to check")]
    pub require: Option<Require>,
    /// Whether a panic fails the check, is only reported, or is not asked about: deny, warn, allow [default: deny]
    #[arg(long, value_name = "HOW", value_parser = panics, help_heading = "What to check")]
    pub panics: Option<Panics>,
    /// How many ticks to look at [default: 1000]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), help_heading = "How to check")]
    pub bound: Option<u64>,
    /// Time for each loop: 90, 90s, 2m [default: 120s]
    #[arg(long, value_name = "T", value_parser = duration, help_heading = "How to check")]
    pub timeout: Option<Duration>,
    /// Only this engine [default: all that fit]
    #[arg(long, value_name = "NAME", help_heading = "How to check")]
    pub engine: Option<String>,
    /// The solver that engines use
    #[arg(long, value_name = "NAME", help_heading = "How to check")]
    pub solver: Option<String>,
    /// What the engine with summaries does without, to see what it is good for
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "WHAT",
        hide = true
    )]
    pub ablate: Vec<Ablation>,
    /// Threads [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024), help_heading = "How to check")]
    pub jobs: Option<u32>,
    /// Start of everything random
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        help_heading = "How to check"
    )]
    pub seed: u64,
    /// Memory for each loop: 512M, 4G [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "How to check")]
    pub memory: Option<u64>,
    /// What to write about a violation or a proof (may be given more than once) [default: test,vcd,json]
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "KIND",
        help_heading = "How to check"
    )]
    pub emit: Vec<Emit>,
    /// A report of the whole check: `html`, or `html=FILE` [default file: target/falsify/report.html]
    #[arg(long, value_name = "KIND", value_parser = report, help_heading = "How to check")]
    pub report: Option<Report>,
}

/// A part of the method of summaries; `docs/summaries.md` says what it does.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ablation {
    /// No summaries at all
    Summaries,
    /// No path programs: an alarm stands for its own inputs
    Paths,
    /// Synthesis that does not ask for outputs that are still missing
    Coverage,
    /// No question whether a summary is exact
    Exactness,
}

/// A report of the whole check in one HTML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// None for the usual place.
    pub path: Option<PathBuf>,
}

fn report(text: &str) -> Result<Report, String> {
    let path = match text.split_once('=') {
        None if text == "html" => None,
        Some(("html", path)) if !path.is_empty() => Some(path.into()),
        _ => return Err("it is `html` or `html=FILE`".into()),
    };
    Ok(Report { path })
}

/// A file about a violation or a proof.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emit {
    /// A Rust test that fails as long as the violation is possible
    Test,
    /// Waveforms
    Vcd,
    /// The trace, to be replayed with `cargo falsify replay`
    Json,
    /// What a proof rests on, as questions in SMT-LIB that any solver answers with unsat
    Certificate,
}

impl Emit {
    /// What stands before its path.
    pub fn called(self) -> &'static str {
        match self {
            Emit::Test => "test",
            Emit::Vcd => "waves",
            Emit::Json => "trace",
            Emit::Certificate => "proof",
        }
    }
}

fn require(text: &str) -> Result<Require, String> {
    match text {
        "proved" => Ok(Require::Proved),
        "bounded" => Ok(Require::Bounded),
        _ => Err("it is `proved` or `bounded`".into()),
    }
}

fn panics(text: &str) -> Result<Panics, String> {
    match text {
        "deny" => Ok(Panics::Deny),
        "warn" => Ok(Panics::Warn),
        "allow" => Ok(Panics::Allow),
        _ => Err("it is `deny`, `warn` or `allow`".into()),
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    let duration = parse_duration(text).filter(|it| !it.is_zero());
    duration.ok_or_else(|| "a time is a number of seconds or has a unit: 90, 90s, 2m, 1h".into())
}

/// Bytes.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => Some(1),
        "K" | "KB" | "KIB" => Some(1 << 10),
        "M" | "MB" | "MIB" => Some(1 << 20),
        "G" | "GB" | "GIB" => Some(1 << 30),
        _ => None,
    };
    let number = digits.trim().parse::<u64>().ok().filter(|it| *it > 0);
    let bytes = number
        .zip(unit)
        .and_then(|(number, unit)| number.checked_mul(unit));
    bytes.ok_or_else(|| "a size is a number of bytes or has a unit: 512M, 4G".into())
}

#[derive(Args, Debug)]
pub struct List {
    #[command(flatten)]
    pub selection: Selection,
}

#[derive(Args, Debug)]
pub struct Summaries {
    #[command(flatten)]
    pub selection: Selection,
    /// Only functions of this name (may be given more than once)
    #[arg(long, value_name = "GLOB")]
    pub function: Vec<String>,
    /// Time for each function: 20, 20s, 1m
    #[arg(long, value_name = "T", value_parser = duration, default_value = "20s")]
    pub timeout: Duration,
    /// Examples of each function that its summary is judged by
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub examples: usize,
    /// Threads [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Start of everything random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Make all summaries anew and keep none
    #[arg(long)]
    pub no_cache: bool,
}

#[derive(Args, Debug)]
pub struct Run {
    #[command(flatten)]
    pub selection: Selection,
    /// The loop, where there are several
    #[arg(long, value_name = "NAME")]
    pub r#loop: Option<String>,
    /// How many ticks [default: as many as the script has, else 20]
    #[arg(long, value_name = "N")]
    pub ticks: Option<u64>,
    /// Inputs from a file, one JSON object a tick; random ones without it
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub inputs: Option<PathBuf>,
    /// Start of the random inputs
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

/// Every call of an `#[aux]` function whose arguments and result can be written down becomes an example, one JSON line each, below
/// `target/falsify/PACKAGE/examples`. The tests run on a build of their own; your manifest and build directory are left
/// alone. Exit codes: 0 something was recorded, 2 wrong use, unsupported code or tests that do not build, 4 nothing was recorded.
#[derive(Args, Debug)]
pub struct Record {
    #[command(flatten)]
    pub selection: Selection,
    /// Take lines that came from a device instead of running tests
    #[arg(long, value_name = "FILE", conflicts_with = "arguments")]
    pub import: Option<PathBuf>,
    /// Arguments of `cargo test`
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<String>,
}

/// Exit codes: 1 the trace still violates its property or panics, 0 it runs to its end and does not, 3 it does not fit the
/// crate any more or the compiled crate cannot be asked, 2 it is no trace or the crate does not build, 101 a bug in this tool.
#[derive(Args, Debug)]
pub struct Replay {
    /// The file that `cargo falsify` has written, `target/falsify/PACKAGE/LOOP/PROPERTY.json`
    #[arg(value_name = "TRACE")]
    pub trace: PathBuf,
    #[command(flatten)]
    pub selection: Selection,
}

/// Reads SyGuS-IF, format 1 or 2, whose constraints are examples, and prints a `define-fun` of the grammar that meets all of
/// them. Exit codes: 0 found, 1 the examples contradict each other, 2 wrong use or a file that is not understood, 3 not found.
#[derive(Args, Debug)]
pub struct Synth {
    /// The problem
    #[arg(value_name = "FILE.sl")]
    pub file: PathBuf,
    /// Time for the search: 90, 90s, 2m
    #[arg(long, value_name = "T", value_parser = duration, default_value = "20s")]
    pub timeout: Duration,
    /// Threads [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Memory for terms: 512M, 4G
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2G")]
    pub memory: u64,
    /// Fail instead of covering what is left in the end by terms that fit single examples
    #[arg(long)]
    pub no_memorise: bool,
}

/// Exit codes: 0 written, 2 wrong use or code that is not supported, 3 not made in the time, 4 nothing to export, 101 a bug in
/// this tool.
#[derive(Args, Debug)]
pub struct Export {
    #[command(flatten)]
    pub selection: Selection,
    /// In which form
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: ExportFormat,
    /// The loop, where there are several
    #[arg(long, value_name = "NAME")]
    pub r#loop: Option<String>,
    /// Only properties of this name, as in a check (may be given more than once)
    #[arg(long, value_name = "GLOB")]
    pub monitor: Vec<String>,
    /// How many steps the question is about, for smt2 and c
    #[arg(long, value_name = "K", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub bound: u64,
    /// Build a run into the program, from a trace that a check has written: only for c
    #[arg(long, value_name = "TRACE")]
    pub trace: Option<PathBuf>,
    /// Where to write to [default: the standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A form of a transition system.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// SMT-LIB 2: one question, sat if something is violated within the bound
    Smt2,
    /// BTOR2: words, for model checkers
    Btor2,
    /// AIGER 1.9, binary: gates, for model checkers
    Aiger,
    /// C: a program that runs given inputs, or that CBMC and ESBMC check
    C,
}

/// Reads what `cargo falsify --shard K/N --message-format json` has printed. Exit codes as those of the check; results that
/// are not exactly one check in all its parts are wrong use, 2. The output is that of the whole check, in any format.
#[derive(Args, Debug)]
pub struct Merge {
    /// The results, one file for each shard, in any order
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub against: Against,
}

/// What results are compared with.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Comparison")]
pub struct Against {
    /// JSON results of an earlier run: say what is newly falsified or proved, what is known less, which monitors are gone
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Only what is worse than the baseline fails: what is violated in both does not
    #[arg(long, requires = "baseline")]
    pub regressions_only: bool,
}

/// The source is left as it is: loops and aux functions are only proposed.
#[derive(Args, Debug)]
pub struct Init {
    #[command(flatten)]
    pub selection: Selection,
    /// Which files for CI to write (may be given more than once) [default: github,script]
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KIND")]
    pub ci: Vec<Ci>,
    /// A directory with falsify-runtime, instead of the registry
    #[arg(long, value_name = "PATH")]
    pub runtime: Option<PathBuf>,
}

/// A file for CI.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ci {
    /// A workflow of GitHub Actions, `.github/workflows/falsify.yml`
    Github,
    /// A shell script, `scripts/falsify.sh`
    Script,
    /// No file
    None,
}

#[derive(Args, Debug)]
pub struct Clean {
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Directory for all generated artifacts
    #[arg(long, value_name = "DIRECTORY")]
    pub target_dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// Which shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub struct Man {
    /// Write a page for each command into this directory instead
    #[arg(long, value_name = "DIRECTORY")]
    pub out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct Explain {
    /// Such as `typeck::unknown-method`; all codes if none is given
    pub code: Option<String>,
}

/// Which packages, as cargo selects them.
#[derive(Args, Debug, Clone, Default)]
#[command(next_help_heading = "Package Selection")]
pub struct Selection {
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Package to read (may be given more than once)
    #[arg(short, long, value_name = "SPEC")]
    pub package: Vec<String>,
    /// Read all packages of the workspace
    #[arg(long)]
    pub workspace: bool,
    /// Packages to leave out
    #[arg(long, value_name = "SPEC", requires = "workspace")]
    pub exclude: Vec<String>,
    /// Space or comma separated list of features to activate
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    pub all_features: bool,
    /// Do not activate the `default` feature
    #[arg(long)]
    pub no_default_features: bool,
    /// Assert that Cargo.lock stays as it is
    #[arg(long)]
    pub locked: bool,
    /// Run without accessing the network
    #[arg(long)]
    pub offline: bool,
    /// Directory for all generated artifacts
    #[arg(long, value_name = "DIRECTORY")]
    pub target_dir: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Auto,
    Always,
    Never,
}

impl Colour {
    /// As cargo spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            Colour::Auto => "auto",
            Colour::Always => "always",
            Colour::Never => "never",
        }
    }
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageFormat {
    /// Text for people
    Human,
    /// One object a line, as things happen
    Json,
    /// SARIF 2.1.0, of a check
    Sarif,
    /// JUnit's XML, of a check
    Junit,
    /// Annotations of GitHub's workflows, of a check
    Github,
}

impl MessageFormat {
    /// Whether it is written in one piece when everything is known.
    pub fn is_document(self) -> bool {
        match self {
            MessageFormat::Human | MessageFormat::Json => false,
            MessageFormat::Sarif | MessageFormat::Junit | MessageFormat::Github => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_html_and_may_have_a_file() {
        let cases = [
            ("html", Some(None)),
            ("html=a=b.html", Some(Some(PathBuf::from("a=b.html")))),
            ("html=", None),
            ("", None),
            ("pdf", None),
            ("pdf=a.html", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(report(text).ok().map(|it| it.path), wanted, "{text}");
        }
    }

    #[test]
    fn times_and_sizes_have_units() {
        let seconds = |text| duration(text).map(|it| it.as_secs()).ok();
        let cases = [
            ("90", Some(90)),
            ("90s", Some(90)),
            ("2m", Some(120)),
            ("1h", Some(3600)),
            ("0", None),
            ("", None),
            ("-1", None),
            ("soon", None),
            ("9999999999999999999h", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(seconds(text), wanted, "{text}");
        }
        let cases = [
            ("512M", Some(512 << 20)),
            ("4G", Some(4 << 30)),
            ("4GiB", Some(4 << 30)),
            ("1000", Some(1000)),
            ("0", None),
            ("G", None),
            ("1T", None),
            ("99999999999G", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(size(text).ok(), wanted, "{text}");
        }
    }
}
