//! What happened, one fact a line, fields separated by tabs. Written at once, so that nothing is lost if the process dies.
//!
//! ```text
//! tick N                              the next facts are those of this tick; 0 is the initialisation
//! event NAME
//! check 0|1 LINE COLUMN FILE NAME
//! monitor INDEX 0|1
//! stop PHASE panic LINE COLUMN FILE MESSAGE
//! stop PHASE assume LINE COLUMN FILE
//! stop PHASE missing SOURCE
//! stop PHASE invalid SOURCE
//! end                                 all ticks of the script are done
//! ```

use core::fmt::Display;
use core::panic::Location;
use std::fs::File;
use std::io::Write;

pub(super) struct Report {
    file: File,
    /// Nothing that happens after the end of the run counts.
    ended: bool,
}

impl Report {
    pub fn new(file: File) -> Report {
        Report { file, ended: false }
    }

    /// Adds a fact.
    pub fn fact(&mut self, fact: impl Display) {
        if !self.ended {
            // Whoever reads the report sees that its end is missing.
            let _ = writeln!(self.file, "{fact}");
        }
    }

    /// Adds the last fact.
    pub fn last(&mut self, fact: impl Display) {
        self.fact(fact);
        self.ended = true;
    }
}

/// Line, column and file.
pub(super) fn place(location: &Location<'_>) -> String {
    let file = escaped(location.file());
    format!("{}\t{}\t{file}", location.line(), location.column())
}

/// On one line and without tabs.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
        .replace('\t', "\\t")
}
