//! A loop in native code together with the world that drives it.

use super::tape::Tape;
use super::world::World;
use crate::ir::Handler;
use crate::native::{Code, Loop, Outcome};

/// Rounds of loops and recursive calls in one tick: fewer than the interpreter executes, which has the last word.
const FUEL: u64 = 200_000;

pub struct Runner<'c> {
    pub run: Loop<'c>,
    pub world: World,
}

impl<'c> Runner<'c> {
    pub fn new(code: &'c Code<'c>, handlers: &[Handler], seed: u64) -> Runner<'c> {
        let mut run = Loop::new(code);
        run.set_fuel(FUEL);
        Runner {
            run,
            world: World::new(code, handlers, seed),
        }
    }

    /// Ticks since the start.
    #[inline]
    pub fn ticks(&self) -> usize {
        self.world.tape.ticks()
    }

    pub fn restart(&mut self) -> Outcome {
        self.world.begin_run();
        let outcome = self.run.restart(&mut self.world);
        self.world.tape.end_tick();
        outcome
    }

    /// Goes to a state that a run came to.
    pub fn go_to(&mut self, snapshot: &[u8], tape: &Tape) {
        self.run.restore(snapshot);
        self.world.tape.clone_from(tape);
    }

    #[inline]
    pub fn tick(&mut self) -> Outcome {
        let handlers = self.world.begin_tick();
        let outcome = self.run.tick(&handlers, &mut self.world);
        self.world.end_tick(handlers);
        outcome
    }
}

/// A run that stops goes back a little and on in another way, this often.
const ATTEMPTS: u32 = 50;

/// Ticks between two checkpoints, at most.
const MOST_BETWEEN: usize = 64;

/// A state of the current run to go back to. Where runs stop often, it is close.
#[derive(Default)]
pub struct Checkpoint {
    snapshot: Vec<u8>,
    ticks: usize,
    interval: usize,
    attempts: u32,
}

impl Checkpoint {
    /// At the current state.
    pub fn set(&mut self, runner: &Runner<'_>) {
        self.snapshot.clear();
        self.snapshot.extend_from_slice(runner.run.snapshot());
        self.ticks = runner.ticks();
        self.interval = 1;
        self.attempts = 0;
    }

    /// A tick went well.
    #[inline]
    pub fn pass(&mut self, runner: &Runner<'_>) {
        if runner.ticks() - self.ticks >= self.interval {
            let interval = (self.interval * 2).min(MOST_BETWEEN);
            self.set(runner);
            self.interval = interval;
        }
    }

    /// Goes back, unless that was done in vain too often.
    pub fn back(&mut self, runner: &mut Runner<'_>) -> bool {
        self.attempts += 1;
        self.interval = 1;
        if self.attempts > ATTEMPTS || runner.world.is_determined() {
            return false;
        }
        runner.run.restore(&self.snapshot);
        runner.world.tape.truncate(self.ticks);
        runner.world.replan();
        true
    }
}
