//! `cargo falsify replay`: a stored trace once more, in the interpreter and on the compiled crate.
//!
//! 1: it still violates the property (or panics); 0: it runs to its end and does not; 3: it does not fit the crate any more, or
//! the compiled crate cannot be asked; 2: no trace; 101: interpreter and compiled crate disagree.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::{json, Value as Json};

use super::args::Replay;
use super::judge::{CompiledCrate, OfLoop};
use super::session::{self, Session};
use super::{Exit, Terminal};
use crate::driver::Analysis;
use crate::evidence::artifact::{self, again, Again, Misfit};
use crate::evidence::{execute, Falsified, Trace, Violation};
use crate::ir::interp::Stop;
use crate::report::rerun::{Rerun, Subject};
use crate::report::run::RunReport;
use crate::report::verdict::{moment, VerdictReport};
use crate::report::violation::ViolationReport;
use crate::strategy::{Judge, Judgement};

pub fn run(arguments: &Replay, terminal: &Terminal) -> Exit {
    let stored = match Stored::read(&arguments.trace) {
        Ok(stored) => stored,
        Err(message) => {
            terminal.error(message);
            return Exit::Usage;
        }
    };
    let mut selection = arguments.selection.clone();
    if selection.package.is_empty() && !selection.workspace {
        selection.package.push(stored.package.clone());
    }
    let session = match session::read(&selection, terminal) {
        Ok(session) if session.failed || session.unusable => return Exit::Usage,
        Ok(session) => session,
        Err(exit) => return exit,
    };
    let outcome = stored.replay(&session, terminal);
    stored.conclude(&outcome, terminal);
    outcome.exit()
}

/// A trace that was read.
struct Stored<'a> {
    path: &'a Path,
    json: Json,
    package: String,
}

/// What came of it.
enum Outcome {
    /// What is violated, and when.
    Violated(String, u64),
    Holds,
    Misfit(String),
    NotReplayable(String),
    NotReproduced(String),
}

impl Outcome {
    fn exit(&self) -> Exit {
        match self {
            Outcome::Violated(..) => Exit::Violated,
            Outcome::Holds => Exit::Done,
            Outcome::Misfit(_) | Outcome::NotReplayable(_) => Exit::Short,
            Outcome::NotReproduced(_) => Exit::Bug,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Outcome::Violated(..) => "violated",
            Outcome::Holds => "not violated",
            Outcome::Misfit(_) => "does not fit",
            Outcome::NotReplayable(_) => "not replayable",
            Outcome::NotReproduced(_) => "not reproduced",
        }
    }

    fn why(&self) -> Option<&str> {
        match self {
            Outcome::Violated(..) | Outcome::Holds => None,
            Outcome::Misfit(why) | Outcome::NotReplayable(why) | Outcome::NotReproduced(why) => {
                Some(why)
            }
        }
    }
}

impl From<Misfit> for Outcome {
    fn from(misfit: Misfit) -> Outcome {
        let (Misfit::Malformed(why) | Misfit::Gone(why)) = misfit;
        Outcome::Misfit(why)
    }
}

/// The loop that a trace is about, in the crate as it is.
struct Reached<'a> {
    analysis: &'a Analysis,
    compiled: CompiledCrate<'a>,
    harness: usize,
    trace: Trace,
}

impl Stored<'_> {
    fn read(path: &Path) -> Result<Stored<'_>, String> {
        let shown = path.display();
        let text = fs::read_to_string(path).map_err(|why| format!("{shown}: {why}"))?;
        let no_trace = |why: String| format!("{shown} is not a trace: {why}");
        let json: Json = serde_json::from_str(&text).map_err(|why| no_trace(why.to_string()))?;
        let package = artifact::package(&json).map(str::to_owned);
        let package = package.map_err(|misfit| match misfit {
            Misfit::Malformed(why) | Misfit::Gone(why) => no_trace(why),
        })?;
        artifact::well_formed(&json).map_err(no_trace)?;
        Ok(Stored {
            path,
            json,
            package,
        })
    }

    fn replay(&self, session: &Session, terminal: &Terminal) -> Outcome {
        match self.reach(session) {
            Ok(reached) => reached.replay(session, terminal),
            Err(misfit) => misfit.into(),
        }
    }

    /// The first crate of the package that has the loop; the last complaint if none has.
    fn reach<'s>(&self, session: &'s Session) -> Result<Reached<'s>, Misfit> {
        let mut complaint = Misfit::Gone(format!("there is no loop in `{}`", self.package));
        for (index, analysis) in session.analyses.iter().enumerate() {
            let Some(compiled) = session.compiled(index) else {
                continue;
            };
            let (sources, root) = (compiled.0.sources, &session.root);
            match artifact::read(&self.json, &analysis.program, sources, root) {
                Ok((harness, trace)) => {
                    return Ok(Reached {
                        analysis,
                        compiled: CompiledCrate::new(compiled, Arc::default()),
                        harness,
                        trace,
                    })
                }
                Err(misfit) => complaint = misfit,
            }
        }
        Err(complaint)
    }

    fn property(&self) -> String {
        let property = &self.json["property"];
        let named = ["name", "panic"]
            .iter()
            .find_map(|key| property[*key].as_str());
        named.unwrap_or_default().to_owned()
    }

    fn conclude(&self, outcome: &Outcome, terminal: &Terminal) {
        if !terminal.is_for_people() {
            return terminal.result(self.object(outcome));
        }
        let property = self.property();
        match outcome {
            Outcome::Violated(what, tick) => {
                terminal.error(format_args!("still violated: {what}, at {}", moment(*tick)));
            }
            Outcome::Holds => {
                let end = moment(self.json["tick"].as_u64().unwrap_or(0));
                terminal.result(format_args!(
                    "not violated: the trace runs to its end, {end}, and {property} holds"
                ));
            }
            Outcome::Misfit(why) => terminal.error(format_args!(
                "the trace does not fit the crate any more, so it says nothing about {property}: {why}"
            )),
            Outcome::NotReplayable(why) => {
                terminal.error(format_args!("the compiled crate cannot be asked: {why}"));
            }
            Outcome::NotReproduced(why) => terminal.error(format_args!(
                "the compiled crate and the interpreter disagree: {why}\n\
                 This is a bug in cargo-falsify, please report it."
            )),
        }
    }

    /// The `replay` object: the schema is in `docs/json.md`.
    fn object(&self, outcome: &Outcome) -> Json {
        let tick = match outcome {
            Outcome::Violated(_, tick) => Some(*tick),
            _ => None,
        };
        json!({
            "reason": "replay",
            "package": self.package,
            "loop": self.json["loop"],
            "property": self.property(),
            "outcome": outcome.name(),
            "tick": tick,
            "trace": self.path.display().to_string(),
            "why": outcome.why(),
        })
    }
}

impl Reached<'_> {
    fn replay(&self, session: &Session, terminal: &Terminal) -> Outcome {
        let program = &self.analysis.program;
        let harness = &program.harnesses[self.harness];
        match again(program, harness, &self.trace) {
            Again::Violates(violation) => self.violates(violation, session, terminal),
            Again::Holds => self.holds(),
            Again::Ends(stop, tick) => {
                let renderer = session.renderer(false, terminal);
                let report = RunReport {
                    program,
                    harness,
                    found: &self.analysis.listing.loops[self.harness],
                    renderer: &renderer,
                };
                self.ends(&stop, format!("{} at {}", report.stop(&stop), moment(tick)))
            }
        }
    }

    fn judge(&self) -> OfLoop<'_> {
        OfLoop {
            compiled: &self.compiled,
            harness: self.harness,
        }
    }

    fn violates(&self, violation: Violation, session: &Session, terminal: &Terminal) -> Outcome {
        let mut trace = self.trace.clone();
        trace.ticks.truncate(violation.tick as usize);
        trace.violation = violation;
        match self.judge().judge(&trace) {
            Judgement::Confirmed(remark) => self.show(trace, remark, session, terminal),
            Judgement::NotReproduced(why) => Outcome::NotReproduced(why),
            Judgement::NotReplayable(why) => Outcome::NotReplayable(why),
        }
    }

    /// Shows it as `check` does.
    fn show(
        &self,
        trace: Trace,
        remark: Option<String>,
        session: &Session,
        terminal: &Terminal,
    ) -> Outcome {
        let program = &self.analysis.program;
        let harness = &program.harnesses[self.harness];
        let renderer = session.renderer(terminal.stdout_colour(), terminal);
        let subject = Subject {
            program,
            harness,
            found: &self.analysis.listing.loops[self.harness],
        };
        let report = ViolationReport {
            subject,
            renderer: &renderer,
            outline: &|span| self.analysis.outline(span),
        };
        let rerun = Rerun::of(subject, &trace);
        let Violation { property, tick } = trace.violation;
        let found = Falsified {
            execution: execute(program, harness, &trace, &mut |_| {}),
            trace,
            earliest: false,
            remark,
        };
        if terminal.is_for_people() {
            terminal.write(format_args!("\n{}", report.human(&found, &rerun)));
        }
        let names = VerdictReport {
            harness,
            renderer: &renderer,
        };
        Outcome::Violated(names.label(property), tick)
    }

    /// The interpreter says so; the compiled crate must not say otherwise.
    fn holds(&self) -> Outcome {
        let run = match self.judge().run(&self.trace) {
            Ok(run) => run,
            Err(why) => return Outcome::NotReplayable(why),
        };
        let sources = self.compiled.subject.sources;
        let property = self.trace.violation.property;
        let shown = (0..run.ticks.len() as u64)
            .find(|&tick| run.shows(&Violation { property, tick }, sources));
        match (shown, &run.stop) {
            (Some(tick), _) => {
                let tick = moment(tick);
                Outcome::NotReproduced(format!("only the compiled crate violates it, at {tick}"))
            }
            (None, Some(stop)) => Outcome::NotReproduced(format!(
                "only the compiled crate does not come to the end: {stop:?}"
            )),
            (None, None) => Outcome::Holds,
        }
    }

    fn ends(&self, stop: &Stop, why: String) -> Outcome {
        match stop {
            Stop::Bug(_) => Outcome::NotReproduced(why),
            _ => Outcome::Misfit(why),
        }
    }
}
