//! Prints how long the front end takes on a generated crate: `front-end-time [LINES]`, or on a file.

use std::time::Instant;

use falsify_tests::{frontend, large};

fn main() {
    let argument = std::env::args().nth(1);
    let lines = argument.as_ref().map_or(Some(5_000), |a| a.parse().ok());
    let text = match (lines, argument) {
        (Some(lines), _) => large::firmware(lines),
        (None, Some(path)) => {
            std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
        }
        (None, None) => unreachable!("without an argument there is a number of lines"),
    };
    let start = Instant::now();
    let shown = frontend::with_text(&text, |read| {
        let program = &read.analysis.program;
        format!(
            "{} functions, {} types, {} findings\n{}",
            program.funcs.len(),
            program.types.len(),
            read.findings().len(),
            read.drawn()
        )
    });
    let time = start.elapsed();
    println!(
        "{} lines in {:.3} s: {}",
        text.lines().count(),
        time.as_secs_f64(),
        shown.unwrap_or_else(|| "a panic".into())
    );
}
