//! `cargo falsify run`: a loop tick by tick in the reference interpreter.

use std::fs;

use super::args::Run;
use super::chosen::{choose, Chosen};
use super::session::{self, Session};
use super::{Exit, Terminal};
use crate::ir::interp::Stop;
use crate::ir::Harness;
use crate::notation::short_name;
use crate::report::run::RunReport;
use crate::simulate::{simulate, Random, Script, Snapshot, Source};

/// Ticks where neither a flag nor a script says how many.
const DEFAULT_TICKS: u64 = 20;

pub fn run(arguments: &Run, terminal: &Terminal) -> Exit {
    let session = match session::read(&arguments.selection, terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    match session.exit(terminal) {
        Exit::Done => {}
        early => return early,
    }
    let chosen = match choose(&session, arguments.r#loop.as_deref()) {
        Ok(chosen) => chosen,
        Err(message) => {
            terminal.error(message);
            return Exit::Usage;
        }
    };
    match source(&chosen, arguments) {
        Ok((source, ticks)) => chosen.show(&session, source, ticks, terminal),
        Err(message) => {
            terminal.error(message);
            Exit::Usage
        }
    }
}

fn source(chosen: &Chosen, arguments: &Run) -> Result<(Source, u64), String> {
    let program = &chosen.analysis.program;
    let Some(path) = &arguments.inputs else {
        let ticks = arguments.ticks.unwrap_or(DEFAULT_TICKS);
        return Ok((Source::Random(Random::new(program, arguments.seed)), ticks));
    };
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|e| format!("{shown}: {e}"))?;
    let script = Script::parse(&text, program, chosen.harness, chosen.found);
    let script = script.map_err(|e| format!("{shown}: {e}"))?;
    let ticks = arguments.ticks.unwrap_or(script.ticks());
    Ok((Source::Script(script), ticks))
}

/// What was seen while the ticks went by.
#[derive(Default)]
struct Seen {
    ticks: u64,
    /// Monitors and checks by name with the tick of their first violation.
    violated: Vec<(String, u64)>,
}

impl Seen {
    fn note(&mut self, harness: &Harness, snapshot: &Snapshot) {
        let record = &snapshot.record;
        self.ticks = record.tick;
        let monitors = harness.monitors.iter().zip(&record.monitors);
        let monitors = monitors.filter(|(_, holds)| !**holds).map(|(m, _)| m.name);
        let checks = record
            .properties
            .iter()
            .filter(|p| !p.holds)
            .map(|p| p.name);
        for name in monitors.chain(checks) {
            let name = short_name(name.as_str());
            if !self.violated.iter().any(|(known, _)| *known == name) {
                self.violated.push((name, record.tick));
            }
        }
    }
}

impl Chosen<'_> {
    fn show(&self, session: &Session, source: Source, ticks: u64, terminal: &Terminal) -> Exit {
        let renderer = session.renderer(terminal.stdout_colour(), terminal);
        let report = RunReport {
            program: &self.analysis.program,
            harness: self.harness,
            found: self.found,
            renderer: &renderer,
        };
        terminal.status(
            "Running",
            format_args!("{} for {ticks} ticks", self.full_name()),
        );
        let mut table = report.table();
        let mut seen = Seen::default();
        let mut on_tick = |snapshot: &Snapshot| {
            seen.note(self.harness, snapshot);
            match terminal.is_for_people() {
                true => terminal.write(table.tick(snapshot)),
                false => terminal.result(report.json(snapshot)),
            }
        };
        let program = &self.analysis.program;
        let stop = simulate(
            program,
            self.harness,
            self.found,
            source,
            ticks,
            &mut on_tick,
        );
        if terminal.is_for_people() {
            terminal.write(table.flush());
        }
        self.conclude(&report, &seen, stop.as_ref(), terminal)
    }

    fn conclude(
        &self,
        report: &RunReport,
        seen: &Seen,
        stop: Option<&Stop>,
        terminal: &Terminal,
    ) -> Exit {
        for (name, tick) in &seen.violated {
            terminal.status("Violated", format_args!("{name} at tick {tick}"));
        }
        if let Some(stop) = stop {
            let text = report.stop(stop);
            terminal.error(format_args!("the run ended in tick {}: {text}", seen.ticks));
        }
        match stop {
            Some(Stop::Bug(_)) => Exit::Bug,
            Some(Stop::Panicked(_)) => Exit::Violated,
            Some(_) => Exit::Usage,
            None if seen.violated.is_empty() => Exit::Done,
            None => Exit::Violated,
        }
    }
}
