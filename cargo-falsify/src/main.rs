//! The binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_falsify::cli::main(std::env::args_os()).into()
}
