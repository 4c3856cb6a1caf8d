//! What the exit code says: the one thing that a merge gate reads.

use std::process::ExitCode;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command did what it was asked; every required verdict was reached.
    Done,
    /// Something is falsified; of `run`: the run that was shown violates a monitor or a check, or panics;
    /// of `synth`: no function meets the examples.
    Violated,
    /// Wrong use, code that is not supported, or a crate that does not build.
    Usage,
    /// Nothing is falsified, but less is known than was required.
    Short,
    /// No control loop was found, or nothing about it to check.
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
            Exit::Short => 3,
            Exit::Nothing => 4,
            Exit::Bug => 101,
            Exit::Rustc(code) => code,
        }
    }

    /// What an exit code stands for.
    pub fn of(code: u8) -> Option<Exit> {
        let all = [
            Exit::Done,
            Exit::Violated,
            Exit::Usage,
            Exit::Short,
            Exit::Nothing,
            Exit::Bug,
        ];
        all.into_iter().find(|it| it.code() == code)
    }

    /// The one of two that must not be hidden by the other: a bug, then what was not even read, then a violation, then
    /// what is not known, then what was not there.
    pub fn worse(self, other: Exit) -> Exit {
        match self.severity() >= other.severity() {
            true => self,
            false => other,
        }
    }

    fn severity(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Nothing => 1,
            Exit::Short => 2,
            Exit::Violated => 3,
            Exit::Usage => 4,
            // Never in the same run with others: then the tool stands in for the compiler.
            Exit::Bug | Exit::Rustc(_) => 5,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        exit.code().into()
    }
}
