//! What is synthesized for the functions of `tests/summaries/functions.rs`, as a table: `aux-functions [SECONDS] [NAME…]`.
//!
//! `--without-coverage` and `--without-exactness` leave these out of the synthesis.

use std::time::{Duration, Instant};

use cargo_falsify::effects::EffectsOf;
use cargo_falsify::lower::{analyse_source, Analysis};
use cargo_falsify::solver::Budget;
use cargo_falsify::summary::{summarize, Comparison, Reason, Settings, Summary, Task};

const SOURCE: &str = include_str!("../../summaries/functions.rs");

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| words.iter().any(|word| word == flag);
    let seconds = words
        .iter()
        .find_map(|word| word.parse().ok())
        .unwrap_or(20);
    let settings = Settings {
        time: Duration::from_secs(seconds),
        output_coverage: !has("--without-coverage"),
        exactness: !has("--without-exactness"),
        ..Settings::default()
    };
    let wanted = |name: &str| {
        let mut names = words
            .iter()
            .filter(|word| word.parse::<u64>().is_err() && !word.starts_with('-'));
        names.clone().next().is_none() || names.any(|word| word == name)
    };
    let analysis = analyse_source(SOURCE);
    assert!(
        analysis.diagnostics.is_empty(),
        "{:?}",
        analysis.diagnostics
    );
    println!("| function | accuracy | coverage | complexity | of the function | examples | rounds | time | exact |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
    for function in analysis.functions.iter().filter(|it| wanted(&it.name)) {
        let start = Instant::now();
        let found = summary(&analysis, &function.name, &settings);
        println!("{}", row(&function.name, &found, start.elapsed()));
    }
}

fn summary(
    analysis: &Analysis,
    name: &str,
    settings: &Settings,
) -> Option<Result<Summary, Reason>> {
    let function = analysis.function(name)?.func?;
    Some(summarize(&Task {
        program: &analysis.program,
        effects: &EffectsOf::new(&analysis.program),
        function,
        recorded: &[],
        settings,
        cache: None,
        budget: &Budget::lasting(settings.time * 2),
    }))
}

fn row(name: &str, found: &Option<Result<Summary, Reason>>, time: Duration) -> String {
    let summary = match found {
        None => return format!("| `{name}` | was not lowered |"),
        Some(Err(reason)) => {
            return format!(
                "| `{name}` | – | – | – | – | – | – | {:.1} s | {reason} |",
                time.as_secs_f64()
            )
        }
        Some(Ok(summary)) => summary,
    };
    let similarity = &summary.similarity;
    let exact = match summary.comparison {
        Comparison::Same => "yes",
        Comparison::Differs(_) => "no",
        Comparison::Unknown => "not known",
    };
    format!(
        "| `{name}` | {:.3} | {:.3} | {} | {} | {} | {} | {:.1} s | {exact} |",
        similarity.accuracy(),
        similarity.coverage(),
        summary.complexity,
        summary.function_complexity,
        summary.constraints.len(),
        summary.rounds,
        time.as_secs_f64(),
    )
}
