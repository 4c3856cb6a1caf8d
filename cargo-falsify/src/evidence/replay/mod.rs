//! The last judge: a trace is run on the user's own crate, compiled for this machine.
//!
//! A copy of the crate gets child modules that reach its private items (`added`, from the blueprint that lowering has
//! drafted), cargo compiles it through a wrapper around rustc (`wrapper`), and a small program runs scripts with it: the
//! runtime's `replay` is what a tick is there. The user's manifest, sources and build directory are left alone; everything
//! is under `replay/` of the tool's artifacts.

mod added;
pub(super) mod build;
pub(super) mod edit;
mod judge;
pub(super) mod mirror;
mod report;
mod run;
mod script;
pub(super) mod wrapper;

pub use judge::{judge, says, Judgement};
pub use report::{Checked, End, Place, Replay, ReplayedTick};
pub use wrapper::as_rustc;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Duration;

use super::Trace;
use crate::ir::blueprint::{Blueprint, Obstacle, Reached};
use crate::ir::Program;
use crate::project::{Package, Project, Unit};
use crate::source::{SourceMap, Span};

/// What is to be replayed: one crate and what the analysis has made of it.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub project: &'a Project,
    pub package: &'a Package,
    pub unit: &'a Unit,
    pub program: &'a Program,
    pub blueprint: &'a Blueprint,
    pub sources: &'a SourceMap,
}

/// Why nothing could be replayed.
#[derive(Debug)]
pub enum ReplayError {
    /// The crate does not compile for this machine: what rustc says.
    NotBuilt(String),
    /// Something that added code cannot get at.
    Unreachable(Obstacle),
    /// The process died before the run was over.
    Killed(String),
    /// It ran longer than it may.
    TimedOut(Duration),
    /// The trace is not one of this loop.
    Trace(String),
    /// Files could not be read or written, or a program not be started.
    Io(io::Error),
}

impl From<io::Error> for ReplayError {
    fn from(error: io::Error) -> ReplayError {
        ReplayError::Io(error)
    }
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReplayError::NotBuilt(words) => {
                write!(
                    f,
                    "the crate does not build for this machine:\n{}",
                    words.trim_end()
                )
            }
            ReplayError::Unreachable(obstacle) => {
                write!(
                    f,
                    "the compiled crate cannot be replayed: {}",
                    obstacle.what
                )
            }
            ReplayError::Killed(how) => write!(f, "the replay died: {how}"),
            ReplayError::TimedOut(limit) => {
                write!(f, "the replay did not end within {} s", limit.as_secs())
            }
            ReplayError::Trace(why) => write!(f, "the trace cannot be replayed: {why}"),
            ReplayError::Io(error) => write!(f, "the replay failed: {error}"),
        }
    }
}

/// A compiled crate that runs traces.
pub struct Replayer {
    program: Program,
    blueprint: Blueprint,
    sources: SourceMap,
    added: added::Added,
    workshop: build::Workshop,
    /// Paths in messages of the compiler are relative to this.
    root: PathBuf,
    /// How long one run may take.
    pub limit: Duration,
    stop: Arc<AtomicBool>,
}

impl Replayer {
    /// Compiles the crate. `tool` is a program that calls [`as_rustc`] first: this one. Whoever sets `stop` ends this and
    /// all later runs with an error.
    pub fn build(
        subject: &Subject<'_>,
        tool: &Path,
        stop: Arc<AtomicBool>,
    ) -> Result<Replayer, ReplayError> {
        let (workshop, added) = build::build(subject, tool, &stop)?;
        Ok(Replayer {
            program: subject.program.clone(),
            blueprint: subject.blueprint.clone(),
            sources: subject.sources.clone(),
            added,
            workshop,
            root: subject.project.root.clone(),
            limit: Duration::from_secs(60),
            stop,
        })
    }

    /// Runs a trace of a loop, by its index among the harnesses.
    pub fn run(&self, harness: usize, trace: &Trace) -> Result<Replay, ReplayError> {
        run::run(self, harness, trace)
    }

    /// Runs a trace and says whether it shows what it claims.
    pub fn judge(&self, harness: usize, trace: &Trace) -> Result<Judgement, ReplayError> {
        let replay = self.run(harness, trace)?;
        Ok(judge(&replay, &trace.violation, &self.sources))
    }

    /// A remark for a trace that did not reproduce: widths differ here.
    pub fn width_remark(&self) -> Option<String> {
        let (device, here) = (u32::from(self.program.pointer_width), usize::BITS);
        (device != here).then(|| {
            format!("`usize` has {device} bits on the device and {here} bits on this machine")
        })
    }
}

fn unreached<T>(span: Span, what: &str) -> Reached<T> {
    let what = what.to_owned();
    Err(Obstacle { what, span })
}
