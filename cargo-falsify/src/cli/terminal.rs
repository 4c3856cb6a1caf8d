//! Where output goes: results to stdout, everything else to stderr, colours only where somebody sees them.

use std::cell::{Ref, RefCell};
use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use serde_json::Value as Json;
use terminal_size::terminal_size_of;

use super::args::{Arguments, Colour, MessageFormat};
use super::Exit;
use crate::diagnostic::render::Renderer;
use crate::diagnostic::Diagnostic;
use crate::report::ledger::Ledger;
use crate::report::{github, junit, sarif};
use crate::source::SourceMap;

/// How wide text is where no terminal says so.
const DEFAULT_WIDTH: usize = 100;

/// What a verb says by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Bad,
    Doubt,
    Running,
}

pub struct Terminal {
    pub colour: Colour,
    pub format: MessageFormat,
    pub quiet: bool,
    pub verbose: bool,
    /// What was said.
    ledger: RefCell<Ledger>,
}

impl Terminal {
    pub fn new(arguments: &Arguments) -> Terminal {
        Terminal {
            colour: arguments.color,
            format: arguments.message_format,
            quiet: arguments.quiet,
            verbose: arguments.verbose,
            ledger: RefCell::default(),
        }
    }

    /// Results. A reader that has gone away (`| head`) is no error.
    pub fn result(&self, text: impl Display) {
        self.write(format_args!("{text}\n"));
    }

    /// A part of the results that ends its own lines. Beside a document it is for the log.
    pub fn write(&self, text: impl Display) {
        let _ = match self.format.is_document() {
            false => write!(io::stdout().lock(), "{text}"),
            true if self.quiet => Ok(()),
            true => write!(io::stderr().lock(), "{text}"),
        };
    }

    /// Whether somebody reads along: drawings and tables are shown.
    pub fn is_for_people(&self) -> bool {
        self.format != MessageFormat::Json
    }

    /// A message for programs: printed at once, and kept for what is made of all of them.
    pub fn message(&self, message: &Json) {
        self.ledger.borrow_mut().take(message);
        if self.format == MessageFormat::Json {
            self.result(message);
        }
    }

    /// What was said so far.
    pub fn ledger(&self) -> Ref<'_, Ledger> {
        self.ledger.borrow()
    }

    /// A finding that is about no file of the source.
    pub fn finding(&self, finding: &Diagnostic) {
        let renderer = Renderer {
            sources: &SourceMap::default(),
            root: Path::new(""),
            colour: self.stderr_colour(),
            width: self.width(),
        };
        if self.is_for_people() {
            self.say(renderer.human(finding));
        }
        self.message(&renderer.json(finding));
    }

    /// Files of a document are named from here on.
    pub fn set_prefix(&self, prefix: String) {
        self.ledger.borrow_mut().prefix = prefix;
    }

    /// Prints the document, if the format is one; the exit code is part of it.
    pub fn close(&self, exit: Exit) -> Exit {
        let mut ledger = self.ledger.borrow_mut();
        ledger.close(exit.code());
        let document = match self.format {
            MessageFormat::Human | MessageFormat::Json => return exit,
            MessageFormat::Sarif => Ok(sarif::document(&ledger, exit.code())),
            MessageFormat::Junit => junit::document(&ledger),
            MessageFormat::Github => Ok(github::document(&ledger, exit.code())),
        };
        match document {
            Ok(text) => {
                let _ = writeln!(io::stdout().lock(), "{}", text.trim_end());
                exit
            }
            Err(why) => {
                self.complain(format_args!("the report cannot be written: {why}"));
                Exit::Bug
            }
        }
    }

    /// What happens, in cargo's manner: `     Reading cruise v0.1.0`.
    pub fn status(&self, verb: &str, text: impl Display) {
        self.status_in(Tone::Good, verb, text);
    }

    /// The same with the verb in a colour that tells good from bad.
    pub fn status_in(&self, tone: Tone, verb: &str, text: impl Display) {
        if self.quiet {
            return;
        }
        let code = match tone {
            Tone::Good => "\x1b[1;32m",
            Tone::Bad => "\x1b[1;31m",
            Tone::Doubt => "\x1b[1;33m",
            Tone::Running => "\x1b[1;36m",
        };
        let (on, off) = style(self.stderr_colour(), code);
        self.say(format_args!("{on}{verb:>12}{off} {text}"));
    }

    /// Only with `--verbose`.
    pub fn detail(&self, text: impl Display) {
        if self.verbose {
            self.say(format_args!("{:>12} {text}", ""));
        }
    }

    pub fn error(&self, text: impl Display) {
        self.complain(&text);
        self.ledger.borrow_mut().failures.push(text.to_string());
    }

    /// What a document must show as a failure; it is on the screen already.
    pub fn fails(&self, text: impl Display) {
        self.ledger.borrow_mut().failures.push(text.to_string());
    }

    /// An error that the verdicts tell already.
    pub fn complain(&self, text: impl Display) {
        let (on, off) = style(self.stderr_colour(), "\x1b[1;31m");
        self.say(format_args!("{on}error{off}: {text}"));
    }

    pub fn warning(&self, text: impl Display) {
        let (on, off) = style(self.stderr_colour(), "\x1b[1;33m");
        self.say(format_args!("{on}warning{off}: {text}"));
    }

    /// Whether lines may be drawn that are taken away again.
    pub fn is_live(&self) -> bool {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        !self.quiet && !dumb && io::stderr().is_terminal()
    }

    /// A drawing or a message that ends its own lines.
    pub fn say(&self, text: impl Display) {
        let _ = writeln!(io::stderr().lock(), "{text}");
    }

    /// Of results.
    pub fn stdout_colour(&self) -> bool {
        if self.format.is_document() {
            return self.stderr_colour();
        }
        self.wants_colour(io::stdout().is_terminal())
    }

    pub fn stderr_colour(&self) -> bool {
        self.wants_colour(io::stderr().is_terminal())
    }

    fn wants_colour(&self, is_terminal: bool) -> bool {
        match self.colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none(),
        }
    }

    /// Columns to fill.
    pub fn width(&self) -> usize {
        let told = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
        let seen = terminal_size_of(io::stdout()).or_else(|| terminal_size_of(io::stderr()));
        let seen = seen.map(|(width, _)| usize::from(width.0));
        told.or(seen).unwrap_or(DEFAULT_WIDTH).max(40)
    }
}

fn style(colour: bool, code: &'static str) -> (&'static str, &'static str) {
    match colour {
        true => (code, "\x1b[0m"),
        false => ("", ""),
    }
}

/// A path as people see it from where they are.
pub fn shown(path: &Path) -> String {
    let here = env::current_dir().unwrap_or_default();
    path.strip_prefix(here)
        .unwrap_or(path)
        .display()
        .to_string()
}
