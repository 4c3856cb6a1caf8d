//! Which engines, in what order, within which budget; what may be released as a verdict.

mod docket;
mod lanes;
mod memory;
mod sabotage;
mod through;
mod watch;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use docket::Docket;
use lanes::{lanes, Turn};

use crate::domain::Forward;
use crate::engine::cegar::{pays, Chapter, Variant};
use crate::engine::{relations, Board, Finding, Stop, Subject, Task};
use crate::evidence::{Decision, Property, StopReason, Trace};
use crate::ir::{Harness, Program};
use crate::solver::{Budget, SolverKind};
use crate::summary::Call;
use crate::system::{self, Halt, System};
use crate::term::Term;

/// A loop and what is asked about it.
pub struct Job<'a> {
    pub program: &'a Program,
    pub harness: &'a Harness,
    /// Each is answered exactly once.
    pub properties: &'a [Property],
    /// Of aux functions, in code that the loop reaches.
    pub calls: &'a [Call],
    pub settings: Settings,
    /// Set from outside to end all work with what is known.
    pub interrupt: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
pub struct Settings {
    /// In ticks.
    pub bound: u64,
    pub timeout: Duration,
    /// By its name in the table of engines; `auto` for all that fit.
    pub engine: String,
    pub solver: SolverKind,
    pub jobs: usize,
    pub seed: u64,
    /// In bytes.
    pub memory: u64,
    /// Whether less than a proof is not enough.
    pub proofs: bool,
    /// Of the engine that works with summaries.
    pub variant: Variant,
}

/// What happens while a loop is decided; for progress, never needed to understand the result.
#[derive(Clone, Debug)]
pub enum Event {
    /// An engine has begun.
    Started { engine: &'static str },
    /// An engine has no violation of the given number of properties up to a tick.
    Reached {
        engine: &'static str,
        tick: u64,
        open: usize,
    },
    /// A violation is known; an earlier one may take its place.
    Found {
        property: Property,
        engine: &'static str,
        tick: u64,
    },
    /// Something happens in a search by abstraction.
    Told {
        engine: &'static str,
        chapter: Chapter,
    },
    /// A property has its verdict.
    Decided(Decision),
    /// An engine has ended, with the reason in words.
    Ended { engine: &'static str, why: String },
}

/// The compiled crate as the last judge of a trace.
pub trait Judge: Sync {
    /// Whether the compiled crate shows the violation that the trace ends in.
    fn judge(&self, trace: &Trace) -> Judgement;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// With a remark for the reader, if there is something to say.
    Confirmed(Option<String>),
    /// What happened instead.
    NotReproduced(String),
    /// The crate cannot be asked, and why.
    NotReplayable(String),
}

/// Decides all properties of a job.
pub fn decide(job: &Job, judge: &dyn Judge, on: &mut dyn FnMut(Event)) -> Vec<Decision> {
    let clock = Instant::now();
    let mut system = match built(job, clock) {
        Ok(system) => system,
        Err(why) => return docket::all_unknown(job, why, on),
    };
    sabotage::encoding(&mut system, job.properties.len());
    let hints = Hints::about(&mut system, &job.settings);
    let mut docket = Docket::new(job, &system, judge, clock);
    let abstracts = pays(job.program, job.calls);
    let Some(lanes) = lanes(&job.settings, abstracts) else {
        return docket::all_unknown(job, StopReason::NoEngine, on);
    };
    docket.settle_trivial(on);
    if !docket.is_settled() {
        run(job, &system, &hints, &lanes, clock, &mut docket, on);
    }
    docket.close(on)
}

/// The system, unless a limit is reached before it stands.
fn built(job: &Job, clock: Instant) -> Result<System, StopReason> {
    let deadline = clock + job.settings.timeout;
    let (built, limit) = watch::watched(job, deadline, |budget| {
        system::build_within(job.program, job.harness, job.properties, budget)
    });
    built.map_err(|halt| match (halt, limit) {
        (Halt::Stopped, Some(limit)) => limit,
        (halt, _) => halt.into(),
    })
}

/// Statements about the states of all runs that engines may use where they find them to be inductive.
struct Hints {
    /// By the forward analysis.
    candidates: Vec<Term>,
    /// Read off some runs.
    guesses: Vec<Term>,
}

impl Hints {
    fn about(system: &mut System, settings: &Settings) -> Hints {
        let budget = Budget::lasting(settings.timeout / 20);
        let always = Forward::new(system).always(&budget);
        let candidates = always.map(|always| Forward::statements(system, &always));
        Hints {
            candidates: candidates.unwrap_or_default(),
            guesses: relations::guesses(system, settings.seed, &budget),
        }
    }
}

/// What the threads report.
#[allow(clippy::large_enum_variant)]
enum Message {
    /// An engine is about to begin and wants to know what is open.
    Begins(&'static str, mpsc::Sender<Vec<usize>>),
    Found(&'static str, Finding),
    Ended(&'static str, Stop),
}

/// Runs the lanes side by side until everything is decided or they have nothing more to say.
fn run(
    job: &Job,
    system: &System,
    hints: &Hints,
    lanes: &[Vec<Turn>],
    clock: Instant,
    docket: &mut Docket,
    on: &mut dyn FnMut(Event),
) {
    let deadline = clock + job.settings.timeout;
    let stop = Arc::new(AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let mut enough_at = None;
    // Replays build the crate: that is no time that engines needed.
    let mut judging = Duration::ZERO;
    thread::scope(|scope| {
        for lane in lanes {
            let (sender, stop, board) = (sender.clone(), stop.clone(), docket.board.clone());
            let work = move || {
                let ground = Ground {
                    job,
                    system,
                    hints,
                    board: &board,
                };
                ground.run_lane(lane, deadline, &stop, &sender);
            };
            let built = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work);
            if built.is_err() {
                docket.note_memory();
            }
        }
        drop(sender);
        loop {
            match receiver.recv_timeout(PULSE) {
                Ok(Message::Begins(engine, reply)) => {
                    on(Event::Started { engine });
                    // All that was found before is known now: a turn does not depend on how fast it was read.
                    let _ = reply.send(docket.open());
                }
                Ok(Message::Found(engine, finding)) => {
                    let begun = Instant::now();
                    docket.hear(engine, finding, on);
                    judging += begun.elapsed();
                }
                Ok(Message::Ended(engine, why)) => docket.note_end(engine, why, on),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let interrupted = job.interrupt.load(Ordering::Relaxed);
            let full = memory::used() > job.settings.memory;
            docket.note_limits(interrupted, full);
            docket.release_overdue(on);
            // An engine that was asked for by its name has all of the time.
            let patience = docket.patience().filter(|_| job.settings.engine == "auto");
            let over = patience.is_some_and(|least| {
                let now = clock.elapsed();
                let (since, took) = *enough_at.get_or_insert((now, now.saturating_sub(judging)));
                now >= since + took.max(least)
            });
            if interrupted || full || over || docket.is_settled() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
}

/// How often the limits are looked at.
const PULSE: Duration = Duration::from_millis(50);
const STACK: usize = 256 << 20;

/// Ticks that a search by execution makes, unless told otherwise: so many times the bound.
const RUNS: u64 = 100_000;

/// What all engines work on.
struct Ground<'a> {
    job: &'a Job<'a>,
    system: &'a System,
    hints: &'a Hints,
    board: &'a Board,
}

impl Ground<'_> {
    fn run_lane(
        &self,
        lane: &[Turn],
        deadline: Instant,
        stop: &Arc<AtomicBool>,
        sender: &mpsc::Sender<Message>,
    ) {
        for turn in lane {
            let name = turn.entry.name;
            let (reply, answer) = mpsc::channel();
            let _ = sender.send(Message::Begins(name, reply));
            // Nobody answers after the end.
            let wanted = answer.recv().unwrap_or_default();
            if wanted.is_empty() {
                return;
            }
            // What it waited for an answer, a replay perhaps, is not its own time.
            let left = deadline.saturating_duration_since(Instant::now());
            let until = Instant::now() + left * turn.share / 100;
            let budget = Budget::until(until).with_stop(stop.clone());
            if budget.exhausted() {
                return;
            }
            let engine = (turn.entry.make)(self.job.settings.solver);
            let mut on = |finding| drop(sender.send(Message::Found(name, finding)));
            let ended = engine.check(&self.task(turn, &wanted), &budget, &mut on);
            let _ = sender.send(Message::Ended(name, ended));
        }
    }

    fn task<'a>(&'a self, turn: &Turn, wanted: &'a [usize]) -> Task<'a> {
        let settings = &self.job.settings;
        let all_runs = settings.bound.saturating_mul(RUNS);
        Task {
            system: self.system,
            wanted,
            bound: turn.at_most.unwrap_or(u64::MAX).min(settings.bound),
            candidates: &self.hints.candidates,
            guesses: &self.hints.guesses,
            board: Some(self.board),
            subject: Some(Subject {
                program: self.job.program,
                harness: self.job.harness,
                calls: self.job.calls,
            }),
            ticks: turn.ticks.unwrap_or(all_runs),
            seed: settings.seed,
            variant: sabotage::summaries(settings.variant),
        }
    }
}
