//! Which engines run one after the other, and which beside each other.

use super::Settings;
use crate::engine::{self, Entry};

/// One engine's turn.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub entry: &'static Entry,
    /// Steps to look at, if fewer than the bound.
    pub at_most: Option<u64>,
    /// Ticks to execute, for engines that do so.
    pub ticks: Option<u64>,
    /// The part of the time that is left which it may use, in percent.
    pub share: u32,
}

fn turn(name: &str, at_most: Option<u64>, share: u32) -> Option<Turn> {
    let entry = engine::by_name(name)?;
    Some(Turn {
        entry,
        at_most,
        ticks: None,
        share,
    })
}

/// A look at some runs before anything else: what breaks easily is found without a solver.
fn first_runs() -> Option<Turn> {
    some_ticks("simulate", FIRST_RUNS, 5)
}

/// Ticks that are executed first.
const FIRST_RUNS: u64 = 200_000;

/// A longer look, for what needs right inputs for long, before everything is left to solvers.
fn climb() -> Option<Turn> {
    some_ticks("guided", CLIMB, 10)
}

/// Ticks that are executed for it.
const CLIMB: u64 = 2_000_000;

fn some_ticks(name: &str, ticks: u64, share: u32) -> Option<Turn> {
    let turn = turn(name, None, share)?;
    Some(Turn {
        ticks: Some(ticks),
        ..turn
    })
}

/// Steps that are unrolled before anything else where engines take turns.
const FIRST_LOOK: u64 = 25;

/// The turns of each thread. Quick looks come first; the engine that proves runs beside the one that unrolls, if there is
/// a second thread, else in the order of what is required. What unrolling does not reach in half of the time is left to
/// the search that goes on from deep states. A third thread executes. Ranges go before what they make needless: to unroll a
/// counter that cannot overflow within the bound costs time and memory at every tick.
///
/// Where there are calls to abstract, abstraction gets a turn after the quick looks.
pub(super) fn lanes(settings: &Settings, abstracts: bool) -> Option<Vec<Vec<Turn>>> {
    if settings.engine != "auto" {
        return Some(vec![vec![turn(&settings.engine, None, 100)?]]);
    }
    let abstraction = |share| turn("cegar", None, share).filter(|_| abstracts);
    let mut lanes = match (settings.jobs, settings.proofs) {
        (0 | 1, true) => vec![vec![
            first_runs(),
            turn("bmc", Some(FIRST_LOOK), 30),
            turn("ranges", None, 5),
            turn("kinduction", None, 10),
            turn("pdr", None, 60),
            climb(),
            abstraction(30),
            turn("bmc", None, 70),
            turn("semiformal", None, 100),
        ]],
        (0 | 1, false) => vec![vec![
            first_runs(),
            turn("bmc", Some(FIRST_LOOK), 30),
            turn("ranges", None, 5),
            turn("kinduction", None, 3),
            turn("pdr", None, 10),
            climb(),
            abstraction(20),
            turn("bmc", None, 50),
            turn("semiformal", None, 40),
            turn("pdr", None, 100),
        ]],
        _ => vec![
            vec![turn("bmc", None, 50), turn("semiformal", None, 100)],
            vec![
                first_runs(),
                turn("ranges", None, 15),
                turn("kinduction", None, 3),
                climb(),
                turn("pdr", None, 20).filter(|_| abstracts),
                abstraction(50),
                turn("pdr", None, 100),
            ],
        ],
    };
    if settings.jobs > 2 {
        lanes.push(vec![turn("guided", None, 100)]);
    }
    let present = |lane: Vec<Option<Turn>>| lane.into_iter().flatten().collect();
    Some(lanes.into_iter().map(present).collect())
}
