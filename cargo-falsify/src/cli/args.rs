//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Temporal monitors for embedded Rust.
///
/// Reads a firmware crate with `#[control_loop]` and `#[monitor]` functions, shows what it found and runs the loop
/// tick by tick in its reference interpreter. Deciding whether a monitor can be violated is not built yet.
#[derive(Parser, Debug)]
#[command(name = "cargo-falsify", bin_name = "cargo falsify", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
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
    /// Show loops, monitors, inputs, outputs, aux functions, and what cannot be analysed
    List(List),
    /// Run a loop in the reference interpreter and show every tick
    Run(Run),
    /// Explain an error code, or list all of them
    Explain(Explain),
}

#[derive(Args, Debug)]
pub struct List {
    #[command(flatten)]
    pub selection: Selection,
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
    Human,
    Json,
}
