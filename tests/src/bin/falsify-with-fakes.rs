//! The tool with a decider that gives the verdicts a test wishes for.

use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_falsify::cli::main_with(std::env::args_os(), falsify_tests::fake::decide).into()
}
