//! Property-directed reachability (IC3): frames of lemmas, each an over-approximation of the states reached in so many
//! steps, are strengthened where a violation shows that they must be, until a run is found or two frames are the same.
//!
//! Bradley, *SAT-based model checking without unrolling* (2011); Eén, Mishchenko, Brayton, *Efficient implementation of
//! property directed reachability* (2011); Hassan, Bradley, Somenzi, *Better generalization in IC3* (2013).
//!
//! Properties with the same cone share their frames. Each gets so many questions to the solver, then the next one, in
//! rounds that grow, so that a hard property does not keep the others waiting.

mod block;
mod cube;
mod family;
mod frame;
mod generalise;
mod lift;
mod obligation;
mod proof;
mod propagate;
mod question;
mod start;
mod step;

use cube::Cube;
use family::{families, Family};
use frame::Frames;
use generalise::Activity;
use lift::Lifter;
use question::{Exhausted, MakeSat};
use start::Start;
use step::{Reached, Steps};

use super::lemma::inductive_with_guesses;
use super::netlist::Netlist;
use super::{Engine, Finding, Stop, Task};
use crate::solver::aig::Lit;
use crate::solver::batsat::Batsat;
use crate::solver::cadical::Cadical;
use crate::solver::sat::Sat;
use crate::solver::{Budget, SolverKind};

/// Which SAT solver answers the questions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Light {
    Batsat,
    Cadical,
}

impl Light {
    pub const ALL: [Light; 2] = [Light::Batsat, Light::Cadical];

    fn make(self) -> MakeSat {
        match self {
            Light::Batsat => || Box::new(Batsat::new()) as Box<dyn Sat>,
            Light::Cadical => || Box::new(Cadical::new()),
        }
    }
}

/// The engine.
pub struct PropertyDirected {
    pub solver: Light,
}

/// Questions that a property gets in the first round.
const FIRST_ROUND: u64 = 1000;

impl Engine for PropertyDirected {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        match self.run(task, budget, on) {
            Ok(()) => Stop::Decided,
            Err(stop) => stop,
        }
    }
}

impl PropertyDirected {
    fn run(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Result<(), Stop> {
        let lemmas = inductive_with_guesses(task, SolverKind::Cadical, budget)?;
        let families = families(task.system, task.wanted);
        let netlist = |members: &Vec<usize>| Netlist::new(task.system, members, &lemmas);
        let netlists: Vec<Netlist> = families.iter().map(netlist).collect();
        let make = self.solver.make();
        let mut families: Vec<Family> = families
            .into_iter()
            .zip(&netlists)
            .map(|(members, netlist)| Family::new(task, members, netlist, &lemmas, make, budget))
            .collect();
        let mut effort = FIRST_ROUND;
        while !families.is_empty() {
            for family in &mut families {
                family.round(effort, on).map_err(|_| Stop::Budget)?;
            }
            families.retain(|family| !family.is_decided());
            effort *= 4;
        }
        Ok(())
    }
}

/// The frames and what works on them.
struct Pdr<'a> {
    netlist: &'a Netlist,
    frames: Frames,
    start: Start<'a>,
    steps: Steps<'a>,
    lifter: Lifter,
    activity: Activity,
    budget: &'a Budget,
    /// Questions asked for the propagation through all frames.
    thorough: u64,
}

impl<'a> Pdr<'a> {
    fn new(netlist: &'a Netlist, known: Vec<Lit>, make: MakeSat, budget: &'a Budget) -> Pdr<'a> {
        Pdr {
            netlist,
            frames: Frames::new(),
            start: Start::new(netlist, make),
            steps: Steps::new(netlist, known, make),
            lifter: Lifter::new(netlist),
            activity: Activity::new(netlist.latches.len()),
            budget,
            thorough: 0,
        }
    }

    /// Whether the frame of a level has a step to the cube; level 0 is that of the initial states.
    fn reaches(
        &mut self,
        level: usize,
        cube: &Cube,
        from_outside: bool,
    ) -> Result<Reached, Exhausted> {
        if level == 0 {
            self.steps.asked += 1;
            let core = self.start.unreached(cube, self.budget)?;
            return Ok(core.map_or(Reached::AtStart, Reached::No));
        }
        self.steps
            .reaches(&self.frames, level, cube, from_outside, self.budget)
    }

    fn learn(&mut self, lemma: Cube, level: usize) {
        self.steps.add(&lemma, level);
        self.frames.add(lemma, level);
    }

    /// A new top, with the lemmas moved up. If two frames turn out to be the same, the lower one is the new top.
    fn extend(&mut self) -> Result<(), Exhausted> {
        self.frames.extend();
        if let Some(level) = self.propagate()? {
            self.frames.seal(level);
            self.steps.rebuild(&self.frames);
        }
        Ok(())
    }
}
