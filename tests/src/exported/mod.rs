//! Exported machines, read back from their text and executed without the tool.

pub mod aiger;
pub mod btor;

use cargo_falsify::export::Machine;
use cargo_falsify::system::System;
use cargo_falsify::term::Evaluator;

use crate::random::Random;
use crate::systems::{Builder, Executor};

/// Which properties are violated in each step.
pub type Violations = Vec<Vec<bool>>;

/// A run of a system: inputs of the start and of each step.
pub struct Run {
    pub start: Vec<u128>,
    pub steps: Vec<Vec<u128>>,
}

impl Run {
    pub fn random(system: &System, steps: usize, random: &mut Random) -> Run {
        let word = |random: &mut Random, width: u32| match random.chance(30) {
            true => *random.pick(&[0, 1, u128::MAX, 1 << (width - 1)]) & u128::MAX >> (128 - width),
            false => random.wide() & u128::MAX >> (128 - width),
        };
        let mut words = |vars: &[cargo_falsify::term::Term]| {
            let widths = vars.iter().map(|var| system.pool.width(*var));
            widths.map(|width| word(random, width)).collect()
        };
        Run {
            start: words(&system.start_inputs),
            steps: (0..steps).map(|_| words(&system.inputs)).collect(),
        }
    }

    /// What the system itself says. Nothing is violated any more where a run has ended.
    pub fn of_system(&self, system: &System, lead: u64) -> Violations {
        let mut executor = Executor::new(system);
        let started = executor.start(&self.start);
        let mut alive = started.valid;
        let mut violations = Vec::new();
        if lead > 0 {
            violations.push(started.bad);
        }
        for step in &self.steps {
            let happened = executor.step(step);
            violations.push(happened.bad.iter().map(|bad| alive && *bad).collect());
            alive &= happened.valid;
        }
        violations
    }
}

/// What the terms of a machine say.
pub fn of_machine(machine: &Machine) -> Violations {
    let roots = machine.roots();
    let registers = machine.registers.iter();
    let mut state: Vec<u128> = registers.map(|register| register.init).collect();
    let mut violations = Vec::new();
    for words in &machine.run {
        let value = |var| {
            let registers = machine.registers.iter().map(|it| it.var).zip(&state);
            let inputs = machine.inputs.iter().map(|it| it.var).zip(words);
            let mut known = registers.chain(inputs);
            known
                .find(|(it, _)| *it == var)
                .map_or(0, |(_, value)| *value)
        };
        let values = Evaluator::new().eval(&machine.pool, &roots, &value);
        let (next, bad) = values.split_at(state.len());
        violations.push(bad.iter().map(|bad| *bad == 1).collect());
        state = next.to_vec();
    }
    violations
}

/// A system whose properties are the bits of the results of all operators at one width: nothing else can be wrong unseen.
pub fn operators(width: u32) -> System {
    let mut builder = Builder::default();
    let (a, b) = (builder.input(width), builder.input(width));
    let choice = builder.input(1);
    let kept = builder.state("kept", width, 0);
    builder.next(kept, a);
    let pool = builder.pool();
    let mut results = vec![
        pool.not(a),
        pool.neg(a),
        pool.and(a, b),
        pool.xor(a, kept),
        pool.add(a, b),
        pool.mul(a, b),
        pool.udiv(a, b),
        pool.urem(a, b),
        pool.shl(a, b),
        pool.lshr(a, b),
        pool.ashr(a, b),
        pool.eq(a, kept),
        pool.ult(a, b),
        pool.slt(a, b),
        pool.umul_overflows(a, b),
        pool.smul_overflows(a, b),
        pool.ite(choice, a, b),
        pool.extract(a, width - 1, width / 2),
        pool.constant(
            width,
            0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834 & u128::MAX >> (128 - width),
        ),
    ];
    // Small amounts, and operands that meet by chance seldom.
    let little = pool.constant(width, u128::from(width / 3));
    results.extend([
        pool.shl(a, little),
        pool.ashr(a, little),
        pool.lshr(a, little),
    ]);
    if width < 128 {
        results.extend([
            pool.sext(a, width + 1),
            pool.sext(a, 128),
            pool.concat(choice, a),
        ]);
    }
    for result in results {
        for bit in 0..builder.pool().width(result) {
            let bad = builder.pool().extract(result, bit, bit);
            builder.never(bad);
        }
    }
    builder.system
}

/// The machine of all properties of a system.
pub fn machine(system: &System) -> Machine {
    let all = (0..system.properties.len()).map(|at| (at, format!("property {at}")));
    Machine::new("system".into(), system, &all.collect::<Vec<_>>())
}
