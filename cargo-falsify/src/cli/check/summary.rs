//! The report of a whole check, if one is asked for: gathers violations on the way and writes the page at the end.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use super::artifacts::{Found, Written};
use super::Asked;
use crate::cli::args::{Emit, Report};
use crate::cli::terminal::shown;
use crate::cli::{Exit, Terminal};
use crate::evidence::{write_whole, Falsified};
use crate::report::html::{self, Violation};

pub struct Summary {
    is_wanted: bool,
    /// None as long as the usual place is not known.
    path: RefCell<Option<PathBuf>>,
    violations: RefCell<Vec<Violation>>,
}

impl Summary {
    pub fn new(wanted: Option<&Report>) -> Summary {
        Summary {
            is_wanted: wanted.is_some(),
            path: RefCell::new(wanted.and_then(|it| it.path.clone())),
            violations: RefCell::default(),
        }
    }

    /// Where files about violations go, the report goes unless it has a place of its own.
    pub fn below(&self, artifacts: Option<&Path>) {
        let usual = artifacts.map(|it| it.join("report.html"));
        let mut path = self.path.borrow_mut();
        *path = path.take().or(usual);
    }

    pub fn add(
        &self,
        found: &Falsified,
        evidence: &Found<'_>,
        written: &Written,
        summaries: Vec<(String, String)>,
        of: &Asked<'_>,
    ) {
        if !self.is_wanted {
            return;
        }
        let outline = |span| of.analysis.outline(span);
        let report = of.violation_report(&outline);
        let is_own = |span| of.analysis.is_own(span);
        let account = report.account(found, evidence.rerun, &is_own);
        let mut violation = Violation::new(account, of.subject, &found.trace, evidence.rerun);
        let test = evidence.contents(Emit::Test, of.report);
        violation.test = String::from_utf8_lossy(&test.unwrap_or_default()).into_owned();
        violation.summaries = summaries;
        let files = written.files.iter();
        violation.files = files
            .map(|(kind, path)| (kind.called(), shown(path)))
            .collect();
        self.violations.borrow_mut().push(violation);
    }

    /// A page that cannot be written changes no verdict.
    pub fn write(&self, terminal: &Terminal, exit: Exit) {
        if !self.is_wanted {
            return;
        }
        let Some(path) = self.path.borrow().clone() else {
            return terminal
                .warning("no report is written: where the project has its files is not known");
        };
        let mut ledger = terminal.ledger().clone();
        ledger.close(exit.code());
        let page = html::document(&ledger, exit.code(), &self.violations.borrow());
        match write_whole(&path, page.as_bytes()) {
            Ok(()) => terminal.status("Report", shown(&path)),
            Err(why) => terminal.warning(format_args!(
                "cannot write {}: {why}; the verdict does not depend on it",
                shown(&path)
            )),
        }
    }
}
