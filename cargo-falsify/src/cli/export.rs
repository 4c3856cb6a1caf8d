//! `cargo falsify export`: the transition system of a loop, for other tools.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde_json::Value as Json;

use super::args::{Export, ExportFormat};
use super::check::filter::Filter;
use super::check::properties;
use super::chosen::{choose, Chosen};
use super::session::{self, Session};
use super::{Exit, Terminal};
use crate::evidence::artifact::{self, Misfit};
use crate::evidence::{Property, StopReason, Trace};
use crate::export::{export, Format, Machine};
use crate::report::verdict::VerdictReport;
use crate::system::{self, System};

pub fn run(arguments: &Export, terminal: &Terminal) -> Exit {
    match written(arguments, terminal) {
        Ok(()) => Exit::Done,
        Err(Refusal { exit, why }) => {
            why.into_iter().for_each(|why| terminal.error(why));
            exit
        }
    }
}

/// Why nothing is written; without words if they are on the screen.
struct Refusal {
    exit: Exit,
    why: Option<String>,
}

impl Refusal {
    fn usage(why: impl Into<String>) -> Refusal {
        Refusal {
            exit: Exit::Usage,
            why: Some(why.into()),
        }
    }
}

impl From<Exit> for Refusal {
    fn from(exit: Exit) -> Refusal {
        Refusal { exit, why: None }
    }
}

fn written(arguments: &Export, terminal: &Terminal) -> Result<(), Refusal> {
    if arguments.trace.is_some() && arguments.format != ExportFormat::C {
        return Err(Refusal::usage(
            "only a program in C can have a run built in: --trace needs --format c",
        ));
    }
    let filter = Filter::new(&arguments.monitor).map_err(Refusal::usage)?;
    let session = session::read(&session::selected(&arguments.selection), terminal)?;
    match session.exit(terminal) {
        Exit::Done => {}
        early => return Err(early.into()),
    }
    let chosen = choose(&session, arguments.r#loop.as_deref()).map_err(Refusal::usage)?;
    let machine = machine(arguments, &session, &chosen, &filter, terminal)?;
    let bytes = export(&machine, format(arguments.format), arguments.bound);
    deliver(&bytes, arguments.output.as_deref())
        .map_err(|why| Refusal::usage(format!("cannot write: {why}")))?;
    terminal.status(
        "Exported",
        format_args!(
            "{}: {} properties, {} registers, {} inputs",
            chosen.full_name(),
            machine.bad.len(),
            machine.registers.len(),
            machine.inputs.len()
        ),
    );
    Ok(())
}

fn format(format: ExportFormat) -> Format {
    match format {
        ExportFormat::Smt2 => Format::Smtlib,
        ExportFormat::Btor2 => Format::Btor2,
        ExportFormat::Aiger => Format::Aiger,
        ExportFormat::C => Format::C,
    }
}

fn deliver(bytes: &[u8], to: Option<&Path>) -> io::Result<()> {
    match to {
        Some(path) => fs::write(path, bytes),
        None => io::stdout().lock().write_all(bytes),
    }
}

/// The machine of the loop with the wanted properties, and its run.
fn machine(
    arguments: &Export,
    session: &Session,
    chosen: &Chosen<'_>,
    filter: &Filter,
    terminal: &Terminal,
) -> Result<Machine, Refusal> {
    let renderer = session.renderer(false, terminal);
    let report = VerdictReport {
        harness: chosen.harness,
        renderer: &renderer,
    };
    let properties = filter.select(&properties(chosen.found), report);
    if let Some(complaint) = filter.unused().into_iter().next() {
        return Err(Refusal {
            exit: Exit::Nothing,
            why: Some(complaint),
        });
    }
    if properties.is_empty() {
        return Err(Refusal {
            exit: Exit::Nothing,
            why: Some("the loop has nothing to check".into()),
        });
    }
    let system = built(chosen, &properties, report)?;
    let names = system.properties.iter().enumerate();
    let names = names.filter(|(_, it)| it.cover.is_none());
    let names: Vec<(usize, String)> = names
        .map(|(at, it)| (at, report.property(it.property)))
        .collect();
    let machine = Machine::new(chosen.full_name(), &system, &names);
    let Some(path) = &arguments.trace else {
        return Ok(machine);
    };
    let trace = trace(path, session, chosen)?;
    let inputs = system
        .retrace(&trace)
        .ok_or_else(|| Refusal::usage(format!("{}: the loop has no such run", path.display())))?;
    Ok(machine.with_run(&system, &inputs.start, &inputs.steps))
}

fn built(
    chosen: &Chosen<'_>,
    properties: &[Property],
    report: VerdictReport<'_>,
) -> Result<System, Refusal> {
    let system = system::build(&chosen.analysis.program, chosen.harness, properties);
    system.map_err(|halt| {
        let why = StopReason::from(halt);
        let exit = match why {
            StopReason::Bug(_) => Exit::Bug,
            StopReason::Timeout => Exit::Short,
            _ => Exit::Usage,
        };
        Refusal {
            exit,
            why: Some(format!(
                "there is no transition system: {}",
                report.stop(&why)
            )),
        }
    })
}

/// A stored trace of this loop.
fn trace(path: &Path, session: &Session, chosen: &Chosen<'_>) -> Result<Trace, Refusal> {
    let told = |why: String| Refusal::usage(format!("{}: {why}", path.display()));
    let text = fs::read_to_string(path).map_err(|why| told(why.to_string()))?;
    let json: Json = serde_json::from_str(&text).map_err(|why| told(why.to_string()))?;
    let (compiled, _) = session
        .compiled(chosen.index)
        .ok_or_else(|| told("its crate was not read".into()))?;
    let program = &chosen.analysis.program;
    let read = artifact::read(&json, program, compiled.sources, &session.root);
    let (harness, trace) = read.map_err(|misfit| match misfit {
        Misfit::Malformed(why) | Misfit::Gone(why) => told(why),
    })?;
    let is_own = program
        .harnesses
        .get(harness)
        .is_some_and(|it| std::ptr::eq(it, chosen.harness));
    match is_own {
        true => Ok(trace),
        false => Err(told("it is of another loop".into())),
    }
}
