//! Prints how long the front end takes on a generated crate: `front-end-time [LINES]`.

use std::time::Instant;

use cargo_falsify::driver::Frontend;
use falsify_tests::{frontend, large};

fn main() {
    let lines = std::env::args().nth(1).and_then(|a| a.parse().ok());
    let text = large::firmware(lines.unwrap_or(5_000));
    let shown = frontend::on_a_thread(|| measure(&text));
    println!("{}", shown.unwrap_or_else(|| "the front end panics".into()));
}

fn measure(text: &str) -> String {
    let start = Instant::now();
    let mut front = Frontend::default();
    let analysis = frontend::analyse(&mut front, text);
    let time = start.elapsed().as_secs_f64();
    let program = &analysis.program;
    format!(
        "{} lines in {time:.3} s: {} functions, {} types\n{}",
        text.lines().count(),
        program.funcs.len(),
        program.types.len(),
        frontend::drawn(&front, &analysis)
    )
}
