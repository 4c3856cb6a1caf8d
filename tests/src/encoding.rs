//! What ticks cost in a solver.

use cargo_falsify::engine::unroll::{Start, Unrolling};
use cargo_falsify::solver::{solver, SolverKind};
use cargo_falsify::system::System;

/// A system that is unrolled as bounded model checking does it, without a question.
pub struct Unrolled<'a> {
    unrolling: Unrolling<'a>,
}

/// What some ticks added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Growth {
    pub gates: u64,
    pub clauses: u64,
}

impl<'a> Unrolled<'a> {
    /// With all properties.
    pub fn new(system: &'a System) -> Unrolled<'a> {
        let wanted: Vec<usize> = (0..system.properties.len()).collect();
        let solver = solver(SolverKind::Cadical);
        Unrolled {
            unrolling: Unrolling::new(system, &wanted, Start::Init, solver),
        }
    }

    /// Builds so many ticks more, each with the assertion that the run goes on and violates nothing.
    pub fn grow(&mut self, ticks: usize) -> Growth {
        let before = self.unrolling.solver.statistics();
        for _ in 0..ticks {
            self.unrolling.step();
            self.settle();
        }
        let after = self.unrolling.solver.statistics();
        Growth {
            gates: after.gates - before.gates,
            clauses: after.clauses - before.clauses,
        }
    }

    fn settle(&mut self) {
        let last = self.unrolling.moments().last().expect("a moment was built");
        let (valid, bad) = (last.valid, last.bad.clone());
        let solver = &mut self.unrolling.solver;
        solver.assert(valid);
        for bad in bad {
            let fine = solver.not(bad);
            solver.assert(fine);
        }
    }
}
