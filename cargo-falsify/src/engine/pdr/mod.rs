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
mod frame;
mod generalise;
mod lift;
mod obligation;
mod proof;
mod propagate;
mod question;
mod start;
mod step;

use block::{Frontier, Run, Search};
use cube::Cube;
use frame::Frames;
use generalise::Activity;
use lift::Lifter;
use question::{Exhausted, MakeSat};
use start::Start;
use step::{Reached, Steps};

use super::netlist::Netlist;
use super::{Engine, Finding, Stop, Task};
use crate::solver::aig::Lit;
use crate::solver::batsat::Batsat;
use crate::solver::cadical::Cadical;
use crate::solver::sat::Sat;
use crate::solver::Budget;

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

impl Engine for PropertyDirected {
    fn check(&self, task: &Task, budget: &Budget, on: &mut dyn FnMut(Finding)) -> Stop {
        let netlist = Netlist::new(task.system, task.wanted, &[]);
        let mut pdr = Pdr::new(&netlist, Vec::new(), self.solver.make(), budget);
        let mut session = Session {
            task,
            open: (0..task.wanted.len()).map(Search::new).collect(),
            on,
        };
        match session.run(&mut pdr) {
            Ok(()) => Stop::Decided,
            Err(stop) => stop,
        }
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

/// Questions that a property gets in the first round.
const FIRST_ROUND: u64 = 1000;

struct Session<'a> {
    task: &'a Task<'a>,
    open: Vec<Search>,
    on: &'a mut dyn FnMut(Finding),
}

impl Session<'_> {
    fn run(&mut self, pdr: &mut Pdr) -> Result<(), Stop> {
        let mut effort = FIRST_ROUND;
        while !self.open.is_empty() {
            for search in std::mem::take(&mut self.open) {
                let until = pdr.steps.asked + effort;
                let open = self.work(pdr, search, until).map_err(|_| Stop::Budget)?;
                self.open.extend(open);
            }
            effort *= 4;
        }
        Ok(())
    }

    /// Works on one property; gives it back if it is still open.
    fn work(
        &mut self,
        pdr: &mut Pdr,
        mut search: Search,
        until: u64,
    ) -> Result<Option<Search>, Exhausted> {
        loop {
            // Only if all frames above are the same.
            if search.level > pdr.frames.top() {
                self.proved(pdr, &search);
                return Ok(None);
            }
            match pdr.clear(&mut search, until)? {
                Frontier::Open => return Ok(Some(search)),
                Frontier::Violated(run) => {
                    self.violated(pdr, &search, run);
                    return Ok(None);
                }
                Frontier::Clear => self.cleared(&mut search),
            }
            if search.level > pdr.frames.top() {
                pdr.extend()?;
            }
        }
    }

    fn cleared(&mut self, search: &mut Search) {
        search.level += 1;
        (self.on)(Finding::HoldsTo {
            properties: vec![self.task.wanted[search.property]],
            steps: search.level as u64,
        });
    }

    fn violated(&mut self, pdr: &Pdr, search: &Search, run: Run) {
        let inputs = pdr.netlist.inputs(self.task.system, &run.start, &run.steps);
        (self.on)(Finding::Violated {
            property: self.task.wanted[search.property],
            earliest: run.steps.len() <= search.level + 1,
            inputs,
        });
    }

    fn proved(&mut self, pdr: &Pdr, search: &Search) {
        (self.on)(Finding::Proved {
            properties: vec![self.task.wanted[search.property]],
            certificate: proof::certificate(self.task.system, pdr.netlist, &pdr.frames),
        });
    }
}
