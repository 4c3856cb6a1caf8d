//! How long the tool takes from Rust source to a replayed violation that lies deeper and deeper.
//!
//! `depth-of-crates [ENGINE] [CRATE]`: for each the seconds at growing depths, until one takes longer than a minute. What
//! cargo needs to build the crate and its replay is part of it, and about the same at every depth.

use std::path::Path;
use std::time::Instant;

use falsify_tests::depth::{bound, text, CRATES};
use falsify_tests::user::Desk;

const DEPTHS: &[u32] = &[50, 100, 200, 400, 1000, 2000, 4000];
const ENGINES: &[&str] = &["auto", "pdr", "bmc", "guided", "simulate"];
const PATIENCE: &str = "60";

/// The tick of the violation and the seconds to it, if it was found.
fn measure(tool: &Path, engine: &str, name: &str, depth: u32) -> Option<(u64, f64)> {
    let desk = Desk::new(tool);
    desk.package("", name, &text(name, depth, 1));
    let bound = bound(depth).to_string();
    let begin = Instant::now();
    let answer = desk.falsify(&[
        "--engine",
        engine,
        "--bound",
        &bound,
        "--timeout",
        PATIENCE,
        "--panics",
        "allow",
        "--message-format",
        "json",
    ]);
    let seconds = begin.elapsed().as_secs_f64();
    let falsified = |line: &&serde_json::Value| line["verdict"] == "falsified";
    let tick = answer.json().iter().find(falsified)?["tick"].as_u64()?;
    Some((tick, seconds))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let chosen = |at: usize, name: &str| arguments.get(at).is_none_or(|a| a == name || a == "-");
    let own = std::env::current_exe().expect("this program is a file");
    let tool = own.with_file_name("falsify-under-test");
    for name in CRATES.iter().filter(|name| chosen(1, name)) {
        for engine in ENGINES.iter().filter(|engine| chosen(0, engine)) {
            print!("{name:<12} {engine:<10}");
            for &depth in DEPTHS {
                match measure(&tool, engine, name, depth) {
                    Some((tick, seconds)) => print!("  {tick}: {seconds:.2}"),
                    None => {
                        print!("  {depth}: –");
                        break;
                    }
                }
            }
            println!();
        }
    }
}
