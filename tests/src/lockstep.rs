//! A loop in the interpreter and as native code, tick by tick on the same inputs.

use cargo_falsify::ir::interp::{Event, Machine, Run, Stop, TickRecord, World};
use cargo_falsify::ir::{Harness, LocalId, LoopForm, Program, StaticId, Value};
use cargo_falsify::native::{Code, Observed, Options};
use cargo_falsify::simulate::{Random, Source};

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    pub runs: u64,
    pub ticks: u64,
    /// Runs that ended in a panic.
    pub panics: u64,
    /// Monitors and properties that were false.
    pub violations: u64,
}

impl Extent {
    pub fn absorb(&mut self, other: Extent) {
        self.runs += other.runs;
        self.ticks += other.ticks;
        self.panics += other.panics;
        self.violations += other.violations;
    }
}

/// Runs a loop again and again, for a number of ticks in all; says where the two differ.
pub fn lockstep(program: &Program, harness: &Harness, ticks: u64) -> Result<Extent, String> {
    let code = Code::of_loop(program, harness, Options::default()).map_err(|why| why.0)?;
    let mut pair = Pair {
        program,
        harness,
        interpreted: Run::prepare(Machine::checked(program), harness)
            .map_err(|stop| format!("{stop:?}"))?,
        native: Observed::new(&code, harness),
        extent: Extent::default(),
    };
    // Loops that assume much, or panic soon, would otherwise be started for ever.
    for seed in 0..ticks.div_ceil(8) {
        pair.run(seed, ticks.div_ceil(4))?;
        if pair.extent.ticks >= ticks {
            break;
        }
    }
    Ok(pair.extent)
}

struct Pair<'p> {
    program: &'p Program,
    harness: &'p Harness,
    interpreted: Run<'p>,
    native: Observed<'p>,
    extent: Extent,
}

impl Pair<'_> {
    fn run(&mut self, seed: u64, ticks: u64) -> Result<(), String> {
        let world = || Source::Random(Random::new(self.program, seed));
        let (mut left, mut right) = (world(), world());
        self.extent.runs += 1;
        let _ = self.interpreted.restart(&mut left);
        let _ = self.native.restart(&mut right);
        self.compare(seed)?;
        for _ in 0..ticks {
            if self.interpreted.record().stop.is_some() {
                break;
            }
            self.tick(&mut left, &mut right);
            self.compare(seed)?;
        }
        self.count();
        Ok(())
    }

    fn tick(&mut self, left: &mut dyn World, right: &mut dyn World) {
        let record = self.interpreted.tick(left);
        let properties = record.properties.iter().map(|property| property.holds);
        let all = record.monitors.iter().copied().chain(properties);
        self.extent.violations += all.filter(|holds| !holds).count() as u64;
        self.extent.ticks += 1;
        self.native.tick(right);
    }

    fn count(&mut self) {
        let stop = self.interpreted.record().stop.as_ref();
        let is_panic = stop.is_some_and(|(_, stop)| matches!(stop, Stop::Panicked(_)));
        self.extent.panics += u64::from(is_panic);
    }

    fn compare(&self, seed: u64) -> Result<(), String> {
        let (wanted, found) = (self.interpreted.record(), self.native.record());
        let differs = |what: &str| {
            let tick = wanted.tick;
            Err(format!(
                "{} with seed {seed}, tick {tick}: {what} differs\n{wanted:?}\n{found:?}",
                self.harness.name
            ))
        };
        if !same_records(wanted, found) {
            return differs("the record");
        }
        if wanted.stop.is_some() {
            return Ok(());
        }
        let state = (self.interpreted.state(), self.native.state());
        if let (Some(wanted), Some(found)) = &state {
            if !same(wanted, found) {
                return differs(&format!("the state: {wanted:?} and {found:?}"));
            }
        }
        match self.different_static().or_else(|| self.different_local()) {
            Some(what) => differs(&what),
            None => Ok(()),
        }
    }

    fn different_static(&self) -> Option<String> {
        let ids = (0..self.program.statics.len() as u32).map(StaticId);
        let mut values = ids.map(|id| {
            let wanted = self.interpreted.machine().read_static(id);
            (id, wanted, self.native.read_static(id))
        });
        let found = values.find(|(_, wanted, found)| !same(wanted, found));
        found.map(|(id, wanted, found)| format!("static {id}: {wanted:?} and {found:?}"))
    }

    fn different_local(&self) -> Option<String> {
        let LoopForm::Superloop { run } = self.harness.form else {
            return None;
        };
        let locals = &self.program.funcs[run.0 as usize].locals;
        let named = (0u32..)
            .zip(locals)
            .filter(|(_, local)| local.name.is_some());
        let mut values = named.map(|(index, _)| {
            let local = LocalId(index);
            (
                local,
                self.interpreted.local(local),
                self.native.local(local),
            )
        });
        let found = values.find(|(_, wanted, found)| !same(wanted, found));
        found.map(|(local, wanted, found)| format!("local {local}: {wanted:?} and {found:?}"))
    }
}

/// Whether native code shows what the interpreter says; what that knows to be undefined may be anything.
pub fn same(wanted: &Value, found: &Value) -> bool {
    let all =
        |a: &[Value], b: &[Value]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b));
    match (wanted, found) {
        (Value::Undefined, _) => true,
        (Value::Aggregate(a), Value::Aggregate(b)) => all(a, b),
        (Value::Variant(i, a), Value::Variant(j, b)) => i == j && all(a, b),
        (Value::Pointee(a), Value::Pointee(b)) => same(a, b),
        _ => wanted == found,
    }
}

fn same_records(wanted: &TickRecord, found: &TickRecord) -> bool {
    let same_event = |(a, b): (&Event, &Event)| {
        a.name == b.name
            && a.span == b.span
            && a.args.len() == b.args.len()
            && a.args.iter().zip(&b.args).all(|(a, b)| same(a, b))
    };
    let same_out = match (&wanted.out, &found.out) {
        (Some(a), Some(b)) => same(a, b),
        (a, b) => a == b,
    };
    wanted.tick == found.tick
        && wanted.handlers == found.handlers
        && wanted.inputs == found.inputs
        && wanted.reads == found.reads
        && wanted.events.len() == found.events.len()
        && wanted.events.iter().zip(&found.events).all(same_event)
        && wanted.properties == found.properties
        && same_out
        && wanted.monitors == found.monitors
        && wanted.stop == found.stop
}
