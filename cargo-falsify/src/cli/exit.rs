//! What the exit code says: the one thing that a merge gate reads.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command did what it was asked.
    Done,
    /// The run that was shown violates a monitor or a check, or panics.
    Violated,
    /// Wrong use, code that is not supported, or a crate that does not build.
    Usage,
    /// No control loop was found.
    Nothing,
    /// A bug in the tool.
    Bug,
    /// Cargo called it in place of rustc, whose code this is.
    Rustc(u8),
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Violated => 1,
            Exit::Usage => 2,
            Exit::Nothing => 4,
            Exit::Bug => 101,
            Exit::Rustc(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        exit.code().into()
    }
}
