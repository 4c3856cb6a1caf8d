//! Structs with state, cells, mem functions, modules.

use core::cell::{Cell, RefCell};
use core::mem;
use core::num::Wrapping;
use core::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Mode {
    #[default]
    Off,
    Heating {
        ticks: u8,
    },
    Cooling(u8),
}

#[derive(Default)]
struct Thermostat {
    mode: Mode,
    target: i16,
    history: [i16; 3],
}

impl Thermostat {
    const BAND: i16 = 5;

    fn step(&mut self, reading: i16) -> bool {
        self.history.rotate_right(1);
        self.history[0] = reading;
        let error = self.target - reading;
        self.mode = match self.mode {
            Mode::Off if error > Self::BAND => Mode::Heating { ticks: 0 },
            Mode::Off if error < -Self::BAND => Mode::Cooling(3),
            Mode::Heating { ticks } if error > 0 => Mode::Heating { ticks: ticks + 100 },
            Mode::Cooling(n) if n > 0 => Mode::Cooling(n - 1),
            Mode::Off | Mode::Heating { .. } | Mode::Cooling(_) => Mode::Off,
        };
        self.mode != Mode::Off
    }
}

pub fn state_machine(readings: [i16; 4], target: i16) -> (Mode, [i16; 3], u8) {
    let mut thermostat = Thermostat { target, ..Default::default() };
    let mut on = 0;
    for reading in readings {
        on += thermostat.step(reading) as u8;
    }
    (thermostat.mode, thermostat.history, on)
}

pub fn cells_are_shared(x: u8) -> (u8, u8) {
    let cell = Cell::new(x);
    let a = &cell;
    let b = &cell;
    a.set(b.get().wrapping_add(1));
    let old = b.replace(7);
    (old, a.take())
}

pub fn cell_in_a_struct(x: u8) -> u8 {
    struct Counter {
        hits: Cell<u8>,
    }
    impl Counter {
        fn hit(&self) -> u8 {
            self.hits.set(self.hits.get() + 1);
            self.hits.get()
        }
    }
    let counter = Counter { hits: Cell::new(x) };
    counter.hit();
    counter.hit()
}

pub fn refcell_guards_end(x: u8) -> (u8, bool, bool) {
    let cell = RefCell::new([x, 1]);
    {
        let mut guard = cell.borrow_mut();
        guard[1] = guard[0] / 2;
    }
    let first = cell.borrow();
    let clash = cell.try_borrow_mut().is_err();
    let sum = first[0] ^ first[1];
    drop(first);
    let free = cell.try_borrow_mut().is_ok();
    (sum, clash, free)
}

pub fn refcell_temporary(x: u8) -> u8 {
    let cell = RefCell::new(x);
    *cell.borrow_mut() ^= 1;
    let n = *cell.borrow();
    let last = cell.replace(3) ^ n ^ *cell.borrow();
    last
}

pub fn mem_functions(x: u8) -> (u8, [u8; 2], Option<u8>, Option<u8>) {
    let mut list = [x, 2];
    let mut option = Some(x);
    let first = mem::replace(&mut list[0], 9);
    let taken = option.take();
    let mut other = Some(1);
    mem::swap(&mut option, &mut other);
    (first ^ mem::take(&mut list[1]), list, taken, option.or(other))
}

pub fn option_in_place(mut o: Option<u8>, x: u8) -> (u8, Option<u8>, Option<u8>) {
    *o.get_or_insert(x) ^= 1;
    if let Some(n) = o.as_mut() {
        *n = n.wrapping_add(1);
    }
    let before = o.replace(5);
    let inserted = *o.insert(x);
    (inserted, before, o.take_if(|n| *n > 100))
}

pub fn wrapping_numbers(x: u8, y: u8) -> (u8, bool) {
    let mut a = Wrapping(x);
    a += Wrapping(y);
    a = a * a - Wrapping(1);
    (a.0, a > Wrapping(100))
}

pub fn durations(ms: u32, s: u8) -> (u64, u32, bool, Option<Duration>) {
    let a = Duration::from_millis(ms as u64);
    let b = Duration::from_secs(s as u64);
    let sum = a + b;
    (sum.as_secs(), sum.subsec_millis(), a > b, a.checked_sub(b))
}

pub fn duration_subtraction_panics(a: u8, b: u8) -> u128 {
    (Duration::from_secs(a as u64) - Duration::from_millis(b as u64 * 10)).as_millis()
}

mod units {
    #[derive(Clone, Copy)]
    pub struct Volt(pub u16);
    impl Volt {
        pub const MAX: Volt = Volt(5000);
        pub fn clipped(self) -> Self {
            if self.0 > Self::MAX.0 { Self::MAX } else { self }
        }
    }
    pub mod deep {
        use super::Volt;
        pub fn half(v: Volt) -> Volt {
            Volt(v.0 / 2)
        }
        pub(in super::super) fn raw(v: &Volt) -> u16 {
            super::super::identity(v.0)
        }
    }
    pub use deep::half as halved;
}

fn identity(n: u16) -> u16 {
    n
}

pub fn modules(x: u16) -> (u16, u16) {
    use units::{deep, Volt as V};
    let v = V(x).clipped();
    (deep::raw(&units::halved(v)), self::units::deep::half(V::MAX).0)
}

pub fn enum_use(x: u8) -> u8 {
    use Mode::*;
    let mode = match x % 3 {
        0 => Off,
        1 => Heating { ticks: x },
        _ => Cooling(x / 2),
    };
    match mode {
        Off => 1,
        Heating { ticks: t @ 100.. } => t,
        Heating { .. } => 2,
        Cooling(n) => n,
    }
}

pub fn nested_updates(x: u8, i: usize) -> [[u8; 2]; 2] {
    #[derive(Clone, Copy, Default)]
    struct Cell2 {
        v: [u8; 2],
    }
    let mut grid = [[Cell2::default(); 2]; 2];
    grid[i % 2][1].v[0] = x;
    grid[1][i / 2 % 2].v[1] += 3;
    let copy = grid;
    grid[0][0].v[0] = 99;
    [copy[0][1].v, copy[1][1].v]
}

pub fn copies_are_independent(x: u8) -> (u8, u8, [u8; 2]) {
    let mut a = [x, 1];
    let b = a;
    a[0] ^= 1;
    let mut t = (a, b);
    t.0[1] = 7;
    (a[1], b[0], t.0)
}

pub fn newtype_and_alias(x: u8) -> u16 {
    type Raw = u8;
    type Pair<T> = (T, T);
    struct Celsius(Raw);
    let pair: Pair<Raw> = (x, 2);
    let Celsius(n) = Celsius(pair.0);
    n as u16 * pair.1 as u16
}

pub fn unit_structs(x: bool) -> u8 {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
    struct On;
    struct Off;
    impl On {
        fn value(self) -> u8 {
            3
        }
    }
    impl From<Off> for On {
        fn from(_: Off) -> On {
            On
        }
    }
    if x { On.value() } else { On::from(Off).value() + (On == On::default()) as u8 }
}

pub fn bytes_and_strings(i: usize) -> (u8, usize, bool) {
    let bytes = b"abc\n\x41";
    let text = "temperature";
    (bytes[i % 5], text.len(), text == "temperature")
}
