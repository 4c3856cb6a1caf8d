//! A robot that looks for marked garbage, takes it and brings it to a wall. Each pass of the loop is one state of the robot,
//! and the states wait for the hardware in loops of their own.
//!
//! The robot has two faults, one for each requirement. The feature `repaired` takes them out.
#![no_std]
#![forbid(unsafe_code)]

use falsify::{aux, control_loop, input, monitor, output};

/// How much brighter than the surroundings a beacon is, from afar and from near.
const FAR_TOLERANCE: u16 = 50;
const NEAR_TOLERANCE: u16 = 20;

/// Distances in millimetres at which an approach ends.
const NEAR: u16 = 600;
const REACH: u16 = 140;
/// A wall is where the sonar sees less than this.
const WALL: u16 = 200;

/// How often the end of a round is signalled.
const SIGNALS: u8 = 3;
/// After so many scans without a beacon there is nothing to collect.
const FRUITLESS_SCANS: u8 = 13;

const REPAIRED: bool = cfg!(feature = "repaired");

/// How the wheels turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drive {
    /// Not at all.
    Halt,
    /// On the spot.
    Turn,
    /// Ahead, at full speed.
    Fast,
    /// Ahead, with care.
    Slow,
    /// Back.
    Back,
}

/// What arm and pincers do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// The arm goes down, with open pincers.
    Lower,
    /// The pincers close.
    Grip,
    /// The arm goes up.
    Raise,
    /// The pincers open.
    Drop,
}

/// The hardware of the robot.
pub trait Board {
    /// Whether the start button is pressed.
    #[input]
    fn button(&mut self) -> bool;

    /// Whether a limit switch touches something.
    #[input]
    fn bumped(&mut self) -> bool;

    /// The infrared reading.
    #[input(0..=1023)]
    fn infrared(&mut self) -> u16;

    /// One reading of the sonar in millimetres.
    #[input(0..=4000)]
    fn sonar(&mut self) -> u16;

    /// Whether the time that was set last is over.
    #[input]
    fn time_is_over(&mut self) -> bool;

    /// Sets a time.
    #[output]
    fn set_timer(&mut self, milliseconds: u16);

    /// Switches the wheels.
    #[output]
    fn drive(&mut self, drive: Drive);

    /// Moves arm or pincers.
    #[output]
    fn arm(&mut self, arm: Arm);

    /// Switches the lamp.
    #[output]
    fn lamp(&mut self, on: bool);
}

/// What the robot is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Waits for the button.
    Standby,
    /// Learns how bright it is around, then looks for a beacon.
    PrimaryScan,
    /// Drives on where nothing was seen.
    Patrol,
    /// Goes towards the beacon.
    FastApproach,
    /// Looks for the beacon once more.
    SecondaryScan,
    /// Goes to the garbage.
    SlowApproach,
    /// Takes it.
    Acquire,
    /// Looks for a wall.
    FindWall,
    /// Puts it down.
    Dispose,
    /// Tells that it is done.
    Signal,
}

/// What the robot remembers from state to state.
#[derive(Debug)]
struct Memory {
    brightest: u16,
    darkest: u16,
    fruitless: u8,
    signals: u8,
}

/// Collects garbage for ever.
#[control_loop]
pub fn run(board: &mut impl Board) -> ! {
    let mut state = State::Standby;
    let mut memory = Memory {
        brightest: 0,
        darkest: u16::MAX,
        fruitless: 0,
        signals: 0,
    };
    loop {
        let before = state;
        state = match before {
            State::Standby => standby(board, &mut memory),
            State::PrimaryScan => primary_scan(board, &mut memory),
            State::Patrol => patrol(board),
            State::FastApproach => approach(board, &memory, Drive::Fast, NEAR),
            State::SecondaryScan => secondary_scan(board, &memory),
            State::SlowApproach => approach(board, &memory, Drive::Slow, REACH),
            State::Acquire => acquire(board),
            State::FindWall => find_wall(board),
            State::Dispose => dispose(board),
            State::Signal => signal(board, &mut memory),
        };
    }
}

fn standby<B: Board>(board: &mut B, memory: &mut Memory) -> State {
    board.drive(Drive::Halt);
    while !board.button() {}
    memory.fruitless = 0;
    if REPAIRED {
        memory.signals = 0;
    }
    State::PrimaryScan
}

/// Turns once to learn the ambient light, and once more to find what is brighter.
fn primary_scan<B: Board>(board: &mut B, memory: &mut Memory) -> State {
    board.drive(Drive::Turn);
    board.set_timer(4000);
    (memory.darkest, memory.brightest) = (u16::MAX, 0);
    while !board.time_is_over() {
        let reading = board.infrared();
        memory.darkest = memory.darkest.min(reading);
        memory.brightest = memory.brightest.max(reading);
    }
    board.set_timer(4000);
    while !board.time_is_over() {
        if board.infrared() > memory.brightest + FAR_TOLERANCE {
            memory.fruitless = 0;
            return State::FastApproach;
        }
    }
    memory.fruitless = memory.fruitless.saturating_add(1);
    if REPAIRED && memory.fruitless >= FRUITLESS_SCANS {
        State::Standby
    } else {
        State::Patrol
    }
}

fn patrol<B: Board>(board: &mut B) -> State {
    board.drive(Drive::Fast);
    board.set_timer(5000);
    while !board.time_is_over() {
        if board.bumped() {
            back_up(board);
            return State::PrimaryScan;
        }
    }
    State::PrimaryScan
}

/// Drives on until the sonar sees something at this distance or the beacon is lost.
fn approach<B: Board>(board: &mut B, memory: &Memory, drive: Drive, distance: u16) -> State {
    board.drive(drive);
    while measure(board) > distance {
        if board.bumped() {
            back_up(board);
            return State::PrimaryScan;
        }
        if board.infrared() <= memory.brightest {
            return State::PrimaryScan;
        }
    }
    match drive {
        Drive::Fast => State::SecondaryScan,
        _ => State::Acquire,
    }
}

fn secondary_scan<B: Board>(board: &mut B, memory: &Memory) -> State {
    board.drive(Drive::Turn);
    board.set_timer(2000);
    while !board.time_is_over() {
        if board.infrared() > memory.brightest + NEAR_TOLERANCE {
            return State::SlowApproach;
        }
    }
    State::PrimaryScan
}

fn acquire<B: Board>(board: &mut B) -> State {
    board.drive(Drive::Halt);
    for (movement, milliseconds) in [(Arm::Lower, 800), (Arm::Grip, 500), (Arm::Raise, 800)] {
        board.arm(movement);
        pause(board, milliseconds);
    }
    State::FindWall
}

fn find_wall<B: Board>(board: &mut B) -> State {
    board.drive(Drive::Slow);
    while measure(board) > WALL && !board.bumped() {}
    State::Dispose
}

fn dispose<B: Board>(board: &mut B) -> State {
    board.drive(Drive::Halt);
    board.arm(Arm::Drop);
    pause(board, 500);
    back_up(board);
    State::Signal
}

/// Lights the lamp once, until it was lit often enough.
fn signal<B: Board>(board: &mut B, memory: &mut Memory) -> State {
    board.lamp(true);
    pause(board, 300);
    board.lamp(false);
    pause(board, 300);
    memory.signals = memory.signals.saturating_add(1);
    if memory.signals >= SIGNALS {
        State::Standby
    } else {
        State::Signal
    }
}

fn back_up<B: Board>(board: &mut B) {
    board.drive(Drive::Back);
    pause(board, 1000);
}

fn pause<B: Board>(board: &mut B, milliseconds: u16) {
    board.set_timer(milliseconds);
    while !board.time_is_over() {}
}

fn measure<B: Board>(board: &mut B) -> u16 {
    median(board.sonar(), board.sonar(), board.sonar())
}

/// The middle one of three readings: a single echo that went astray does not count.
#[aux]
fn median(a: u16, b: u16, c: u16) -> u16 {
    a.max(b).min(a.min(b).max(c))
}

/// The end of each round is signalled three times before the robot waits for the button again.
#[monitor]
fn signals_three_times(before: State, state: State, signals: &mut u8) -> bool {
    match before {
        State::Signal => *signals = signals.saturating_add(1),
        _ => *signals = 0,
    }
    *signals == 0 || state != State::Standby || *signals == SIGNALS
}

/// A robot that has seen no beacon in 13 scans waits for the button.
#[monitor]
fn gives_up(before: State, state: State, scans: &mut u8) -> bool {
    match (before, state) {
        (State::PrimaryScan, State::Patrol) => *scans = scans.saturating_add(1),
        (State::Patrol, _) => {}
        _ => *scans = 0,
    }
    *scans < FRUITLESS_SCANS
}

#[cfg(test)]
mod tests;
