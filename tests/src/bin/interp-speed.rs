//! How long the interpreter takes for a million ticks of a small loop.

use std::time::Instant;

use cargo_falsify::ir::interp::{InputRequest, Machine, Run, World};
use cargo_falsify::ir::parse::parse;
use cargo_falsify::ir::{Program, Value};

/// Inputs within -100 and 100, the same at every run.
struct Noise(u32);

impl World for Noise {
    fn input(&mut self, _request: &InputRequest<'_>) -> Option<Value> {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let value = (self.0 >> 16) as i32 % 101 - if self.0 & 1 == 0 { 100 } else { 0 };
        Some(Value::Scalar(u128::from(value.clamp(-100, 100) as u32)))
    }
}

fn measure(program: &Program, mode: &str, machine: Machine<'_>) {
    let mut world = Noise(1);
    let mut run = Run::with(machine, &program.harnesses[0], &mut world).expect("it starts");
    let ticks = 1_000_000u32;
    let start = Instant::now();
    for _ in 0..ticks {
        let record = run.tick(&mut world);
        assert!(record.stop.is_none() && record.monitors == [true]);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{mode}: {ticks} ticks in {seconds:.2} s");
}

fn main() {
    let program = parse(include_str!("../../ir/cruise.ir")).expect("the program parses");
    measure(&program, "plain", Machine::new(&program));
    measure(&program, "checked", Machine::checked(&program));
}
