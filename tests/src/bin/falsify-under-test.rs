//! The tool as a binary of this package, so that cargo builds it for the tests of the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_falsify::cli::main(std::env::args_os()).into()
}
