//! One run in a process of its own.

use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::report::{self, Place};
use super::script::Scripted;
use super::{Replay, ReplayError, Replayer};
use crate::evidence::{sabotage, Trace};
use crate::ir::Value;
use crate::project::process::interrupted;
use crate::source::FileId;

/// Runs of one process that go on at the same time have files of their own.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// Files of one run; they go with it.
struct Files {
    script: PathBuf,
    report: PathBuf,
}

impl Drop for Files {
    fn drop(&mut self) {
        // What is not there need not be removed.
        let _ = fs::remove_file(&self.script);
        let _ = fs::remove_file(&self.report);
    }
}

pub(super) fn run(
    replayer: &Replayer,
    harness: usize,
    trace: &Trace,
) -> Result<Replay, ReplayError> {
    let files = files(replayer);
    let trace = sabotaged(trace);
    fs::write(&files.script, script(replayer, harness, &trace)?)?;
    let mut child = Command::new(&replayer.workshop.program)
        .args([&files.script, &files.report])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let status = wait(&mut child, replayer.limit, &replayer.stop)?;
    let text = fs::read_to_string(&files.report).unwrap_or_default();
    let place = |file: &str, line: u32, column: u32| replayer.place(file, line, column);
    match report::parse(&text, &place) {
        Some(replay) => Ok(replay),
        None => Err(match status {
            Some(status) => ReplayError::Killed(status.to_string()),
            None => ReplayError::TimedOut(replayer.limit),
        }),
    }
}

/// What is really run. The fault `replay` takes the last tick away, as if the compiled crate did something else there.
fn sabotaged(trace: &Trace) -> Cow<'_, Trace> {
    if !sabotage::is_wanted("replay") {
        return Cow::Borrowed(trace);
    }
    let mut shorter = trace.clone();
    shorter.ticks.pop();
    Cow::Owned(shorter)
}

fn files(replayer: &Replayer) -> Files {
    let number = RUNS.fetch_add(1, Ordering::Relaxed);
    let stem = format!("run-{}-{number}", std::process::id());
    let directory = &replayer.workshop.directory;
    Files {
        script: directory.join(format!("{stem}.script")),
        report: directory.join(format!("{stem}.report")),
    }
}

fn script(replayer: &Replayer, harness: usize, trace: &Trace) -> Result<String, ReplayError> {
    let unknown = || ReplayError::Trace(format!("there is no loop {harness}"));
    let of = replayer
        .program
        .harnesses
        .get(harness)
        .ok_or_else(unknown)?;
    let text = replayer.blueprint.loops.get(harness).ok_or_else(unknown)?;
    let numbers = replayer.added.loops.get(harness).ok_or_else(unknown)?;
    let blocked = |obstacle: &_| ReplayError::Unreachable(Clone::clone(obstacle));
    let scripted = Scripted {
        program: &replayer.program,
        harness: of,
        text: text.as_ref().map_err(blocked)?,
        numbers: numbers.as_ref().map_err(blocked)?,
        interruptions: &replayer.blueprint.interruptions,
        preempting: replayer
            .blueprint
            .interruptions
            .handlers
            .get(harness)
            .map_or(&[], Vec::as_slice),
    };
    replayer.can_read(trace)?;
    replayer.can_interrupt(trace)?;
    scripted.write(trace).map_err(ReplayError::Trace)
}

impl Replayer {
    /// An input type that cannot be made stands in the way only of traces that have it.
    fn can_read(&self, trace: &Trace) -> Result<(), ReplayError> {
        let ticks = trace.ticks.iter().flat_map(|it| &it.readings);
        for reading in trace.start.iter().chain(ticks) {
            let mut texts = self
                .blueprint
                .readings
                .iter()
                .filter(|it| it.ty == reading.ty);
            let obstacle = texts.find_map(|it| it.text.as_ref().err());
            if let Some(obstacle) = obstacle {
                return Err(ReplayError::Unreachable(obstacle.clone()));
            }
        }
        Ok(())
    }

    /// A handler that runs at a point which the text does not have cannot be shown.
    fn can_interrupt(&self, trace: &Trace) -> Result<(), ReplayError> {
        let readings = trace.ticks.iter().flat_map(|it| &it.readings);
        let runs = readings.filter(|it| it.value == Value::Scalar(1));
        let interruptions = &self.blueprint.interruptions;
        let mut obstacles = runs.filter_map(|it| interruptions.obstacle(it.source));
        match obstacles.next() {
            Some(obstacle) => Err(ReplayError::Unreachable(obstacle.clone())),
            None => Ok(()),
        }
    }

    /// A place of the compiled program in the original text.
    fn place(&self, file: &str, line: u32, column: u32) -> Place {
        let path = self.root.join(file);
        let mut files = (0..self.sources.len()).map(FileId);
        let edited = files.find(|it| self.sources.path(*it) == path);
        let column = edited.map_or(column, |id| {
            let edits = &self.added.edits;
            edits.original_column(id, &self.sources, line, column)
        });
        Place {
            file: path,
            line,
            column,
        }
    }
}

/// Waits for the end; `None` if it took too long and was ended.
fn wait(
    child: &mut Child,
    limit: Duration,
    stop: &AtomicBool,
) -> Result<Option<ExitStatus>, ReplayError> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let stopped = stop.load(Ordering::Relaxed);
        if stopped || start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return match stopped {
                true => Err(interrupted().into()),
                false => Ok(None),
            };
        }
        sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}
