//! `cargo falsify summaries`: what stands for each aux function, and how good it is.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread;

use glob::Pattern;

use super::args::Summaries;
use super::record;
use super::session::{self, Session};
use super::{Exit, Terminal};
use crate::driver::Analysis;
use crate::ir::FuncId;
use crate::list::Helper;
use crate::notation::short_name;
use crate::report::summaries::{Choices, SummaryReport};
use crate::solver::Budget;
use crate::summary::{
    select, summarize, Cache, Call, Class, Observation, Reason, Settings, Summary, Task,
};

pub fn run(arguments: &Summaries, terminal: &Terminal) -> Exit {
    let patterns = match patterns(&arguments.function) {
        Ok(patterns) => patterns,
        Err(message) => {
            terminal.error(message);
            return Exit::Usage;
        }
    };
    let session = match session::read(&session::selected(&arguments.selection), terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    let mut shown = 0;
    for analysis in &session.analyses {
        shown += show(&session, analysis, arguments, &patterns, terminal);
    }
    if shown == 0 && !patterns.is_empty() {
        terminal.error("no aux function has such a name");
        return Exit::Usage;
    }
    session.exit(terminal)
}

fn patterns(given: &[String]) -> Result<Vec<Pattern>, String> {
    let parse =
        |text: &String| Pattern::new(text).map_err(|why| format!("`--function {text}`: {why}"));
    given.iter().map(parse).collect()
}

fn is_wanted(helper: &Helper, patterns: &[Pattern]) -> bool {
    let short = short_name(&helper.path);
    let matches = |it: &Pattern| it.matches(&helper.path) || it.matches(&short);
    patterns.is_empty() || patterns.iter().any(matches)
}

/// Shows the wanted functions of a crate; how many they are.
fn show(
    session: &Session,
    analysis: &Analysis,
    arguments: &Summaries,
    patterns: &[Pattern],
    terminal: &Terminal,
) -> usize {
    let renderer = session.renderer(terminal.stdout_colour(), terminal);
    let calls = analysis.calls();
    let cache = cache(session).filter(|_| !arguments.no_cache);
    let recorded = record::recorded(session, analysis, terminal).examples;
    let mut all = Vec::new();
    for helper in analysis
        .listing
        .aux
        .iter()
        .filter(|it| is_wanted(it, patterns))
    {
        for &function in &helper.instances {
            terminal.detail(format_args!("learning {}", helper.path));
            let recorded = recorded.get(&function).map_or(&[][..], Vec::as_slice);
            let cache = cache.as_ref();
            let found = found(analysis, helper, function, recorded, arguments, cache);
            all.push((helper, function, found));
        }
    }
    let summaries = all.iter().filter_map(|it| it.2.as_ref().ok());
    let choices = choices(analysis, &calls, &summaries.collect::<Vec<&Summary>>());
    for (helper, function, found) in &all {
        let own = calls.iter().filter(|call| call.callee == *function);
        let report = SummaryReport {
            program: &analysis.program,
            helper,
            calls: &own.copied().collect::<Vec<Call>>(),
            found,
            chosen: choices.get(function).copied().unwrap_or_default(),
            renderer: &renderer,
        };
        match terminal.is_for_people() {
            true => terminal.result(report.human()),
            false => terminal.result(report.json()),
        }
    }
    all.len()
}

/// In how many loops each summary is among those that score best together, and in how many it could be.
fn choices(
    analysis: &Analysis,
    calls: &[Call],
    summaries: &[&Summary],
) -> BTreeMap<FuncId, Choices> {
    let mut all: BTreeMap<FuncId, Choices> = BTreeMap::new();
    let program = &analysis.program;
    for harness in &program.harnesses {
        let reached = analysis.effects.reached(harness.roots());
        let is_candidate = |summary: &&&Summary| {
            let own = |call: &&Call| call.callee == summary.replacement.function;
            let mut own = calls.iter().filter(own);
            own.any(|call| {
                reached.contains(&call.site.func) && matches!(call.class, Class::Candidate { .. })
            })
        };
        let present: Vec<&Summary> = summaries.iter().filter(is_candidate).copied().collect();
        for summary in &present {
            let function = summary.replacement.function;
            all.entry(function).or_default().loops += 1;
        }
        for at in select(program, harness, &present) {
            let function = present[at].replacement.function;
            all.entry(function).or_default().chosen += 1;
        }
    }
    all
}

fn cache(session: &Session) -> Option<Cache> {
    let project = session.project.as_ref()?;
    Some(Cache::new(project.artifacts.join("cache")))
}

fn found(
    analysis: &Analysis,
    helper: &Helper,
    function: FuncId,
    recorded: &[Observation],
    arguments: &Summaries,
    cache: Option<&Cache>,
) -> Result<Summary, Reason> {
    if !helper.breaches.is_empty() {
        return Err(Reason::HasEffects);
    }
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    summarize(&Task {
        program: &analysis.program,
        effects: &analysis.effects,
        function,
        recorded,
        settings: &Settings {
            seed: arguments.seed,
            examples: arguments.examples,
            time: arguments.timeout,
            jobs: arguments.jobs.map_or(cores, |jobs| jobs as usize),
            ..Settings::default()
        },
        cache,
        budget: &Budget::lasting(arguments.timeout * 2),
    })
}
