//! `cargo falsify list`: what was found.

use super::args::List;
use super::session::{self, Session};
use super::{Exit, Terminal};
use crate::driver::Analysis;
use crate::report::list::ListReport;

pub fn run(arguments: &List, terminal: &Terminal) -> Exit {
    let session = match session::read(&arguments.selection, terminal) {
        Ok(session) => session,
        Err(exit) => return exit,
    };
    for analysis in &session.analyses {
        show(&session, analysis, terminal);
    }
    session.exit(terminal)
}

fn show(session: &Session, analysis: &Analysis, terminal: &Terminal) {
    let renderer = session.renderer(terminal.stdout_colour(), terminal);
    let calls = analysis.calls();
    let report = ListReport {
        package: &analysis.package,
        listing: &analysis.listing,
        program: &analysis.program,
        effects: &analysis.effects,
        calls: &calls,
        renderer: &renderer,
        is_own: &|span| analysis.is_own(span),
    };
    match terminal.is_for_people() {
        true => terminal.result(report.human()),
        false => report.json().iter().for_each(|line| terminal.result(line)),
    }
}
