//! Constructs in combination, as control code uses them.

use core::cell::{Cell, RefCell};

pub fn deferred_initialisation(x: u8) -> u8 {
    let y;
    let z: u8;
    if x > 100 {
        y = 1;
    } else {
        y = x / 3;
    }
    loop {
        z = y ^ 5;
        break;
    }
    z
}

pub fn nested_options(x: Option<Option<u8>>, i: usize) -> (u8, [Option<u8>; 2]) {
    let mut slots = [x.flatten(), None];
    if let Some(Some(n)) = slots.get_mut(i).map(Option::as_mut) {
        *n = n.wrapping_add(1);
    }
    if let [Some(a), b @ None] = &mut slots {
        *b = Some(*a / 2);
    }
    let n = match x {
        None => 0,
        Some(None) => 1,
        Some(Some(n @ ..=9)) => n + 2,
        Some(Some(n)) => n,
    };
    (n, slots)
}

pub fn iterator_pulled_inside_its_loop(a: [u8; 5]) -> (u8, u8) {
    let mut it = a.iter();
    let (mut pairs, mut rest) = (0u8, 0);
    while let Some(first) = it.next() {
        match it.next() {
            Some(second) if first < second => pairs += 1,
            Some(_) => {}
            None => rest = *first,
        }
    }
    (pairs, rest)
}

pub fn frame_parser(bytes: [u8; 6]) -> (u8, Option<(u8, u8)>) {
    #[derive(Clone, Copy)]
    enum State {
        Idle,
        Length,
        Payload { left: u8, sum: u8 },
        Check { sum: u8 },
    }
    let mut state = State::Idle;
    let (mut errors, mut last, mut size) = (0u8, None, 0);
    for (at, byte) in bytes.iter().copied().enumerate() {
        state = match (state, byte) {
            (State::Idle, b) if b & 1 == 1 => State::Length,
            (State::Idle, _) => continue,
            (State::Length, 0) => {
                errors += 1;
                State::Idle
            }
            (State::Length, n) => {
                size = n % 3 + 1;
                State::Payload { left: size, sum: n }
            }
            (State::Payload { left: 1, sum }, b) => State::Check { sum: sum ^ b },
            (State::Payload { left, sum }, b) => State::Payload { left: left - 1, sum: sum ^ b },
            (State::Check { sum }, b) if sum & 3 == b & 3 => {
                last = Some((size, at as u8));
                State::Idle
            }
            (State::Check { .. }, _) => {
                errors += 1;
                State::Idle
            }
        };
    }
    (errors, last)
}

pub fn debounce(samples: [bool; 8]) -> (u8, bool) {
    struct Button<const N: u8> {
        stable: bool,
        count: u8,
    }
    impl<const N: u8> Button<N> {
        fn update(&mut self, raw: bool) -> Option<bool> {
            if raw == self.stable {
                self.count = 0;
                return None;
            }
            self.count += 1;
            (self.count >= N).then(|| {
                self.count = 0;
                self.stable = raw;
                raw
            })
        }
    }
    let mut button = Button::<2> { stable: false, count: 0 };
    let presses = samples.iter().filter_map(|s| button.update(*s)).filter(|&p| p).count();
    (presses as u8, button.stable)
}

pub fn pid_step(measured: f32, target: f32) -> (f32, bool) {
    struct Pid {
        gains: (f32, f32, f32),
        integral: f32,
        last: Option<f32>,
    }
    impl Pid {
        const LIMIT: f32 = 100.0;
        fn step(&mut self, error: f32, dt: f32) -> f32 {
            self.integral = (self.integral + error * dt).clamp(-Self::LIMIT, Self::LIMIT);
            let slope = self.last.replace(error).map_or(0.0, |last| (error - last) / dt);
            let (p, i, d) = self.gains;
            p * error + i * self.integral + d * slope
        }
    }
    let mut pid = Pid { gains: (0.5, 0.1, 0.25), integral: 0.0, last: None };
    let mut out = 0.0;
    for k in 0..3 {
        out = pid.step(target - measured * (1.0 + k as f32), 0.5);
    }
    (out, out.is_nan() || out > 1e3)
}

pub fn scheduler(now: u16, periods: [u8; 3]) -> ([u8; 3], Option<usize>) {
    #[derive(Clone, Copy, Default)]
    struct Task {
        period: u16,
        due: u16,
        runs: u8,
    }
    let mut tasks = periods.map(|p| Task { period: u16::from(p).max(1), ..Task::default() });
    for tick in 0..4u16 {
        let time = now.wrapping_add(tick * 50);
        for task in tasks.iter_mut().filter(|t| time.wrapping_sub(t.due) < 0x8000) {
            task.due = time.wrapping_add(task.period);
            task.runs += 1;
        }
    }
    let busiest = tasks.iter().enumerate().max_by_key(|(_, t)| t.runs).map(|(i, _)| i);
    (tasks.map(|t| t.runs), busiest)
}

pub fn shared_cells_in_closures(x: u8) -> (u8, u8) {
    let count = Cell::new(0u8);
    let log = RefCell::new([0u8; 4]);
    let note = |n: u8| {
        log.borrow_mut()[count.get() as usize % 4] = n;
        count.set(count.get() + 1);
    };
    let twice = |n| {
        note(n);
        note(n / 2);
    };
    twice(x);
    twice(9);
    let sum = log.borrow().iter().fold(0u8, |a, b| a.wrapping_add(*b));
    (sum, count.get())
}

pub fn lookup_tables(x: u8) -> (u8, i16) {
    const SINE: [i16; 5] = {
        let mut table = [0; 5];
        let mut i = 0;
        while i < 5 {
            table[i] = (i * i) as i16 * 10 - 40;
            i += 1;
        }
        table
    };
    static NAMES: [(u8, &[u8]); 3] = [(1, b"on"), (2, b"off"), (9, &[])];
    let found = NAMES.iter().find(|(key, _)| *key == x % 10).map_or(0, |(_, name)| name.len() as u8);
    let index = usize::from(x) / 64;
    (found, SINE[index] + (SINE[index + 1] - SINE[index]) * i16::from(x % 64) / 64)
}

pub fn early_exits_in_nested_loops(grid: [[u8; 3]; 3], x: u8) -> Option<(usize, usize)> {
    for (r, row) in grid.iter().enumerate() {
        'cells: for (c, cell) in row.iter().enumerate() {
            for n in 2..5 {
                if *cell % n == 0 {
                    continue 'cells;
                }
            }
            if *cell > x {
                return Some((r, c));
            }
        }
    }
    None
}

pub fn mutable_state_through_helpers(x: u8) -> (u8, [u8; 3]) {
    struct World {
        items: [u8; 3],
        cursor: usize,
    }
    fn current(world: &mut World) -> &mut u8 {
        let at = world.cursor % 3;
        &mut world.items[at]
    }
    fn advance(world: &mut World) -> &mut World {
        world.cursor += 1;
        world
    }
    let mut world = World { items: [x, 1, 2], cursor: 0 };
    *current(advance(&mut world)) += 10;
    core::mem::swap(current(advance(&mut world)), &mut 7);
    let old = core::mem::replace(current(advance(advance(&mut world))), 50);
    (old, world.items)
}

pub fn bits_and_registers(x: u32) -> (u32, bool, u8) {
    #[derive(Clone, Copy)]
    struct Register(u32);
    impl Register {
        const fn field(self, at: u32, width: u32) -> u32 {
            (self.0 >> at) & ((1 << width) - 1)
        }
        fn with(mut self, at: u32, width: u32, value: u32) -> Self {
            let mask = ((1u32 << width) - 1) << at;
            self.0 = self.0 & !mask | value << at & mask;
            self
        }
    }
    impl core::ops::BitOr for Register {
        type Output = Register;
        fn bitor(self, other: Register) -> Register {
            Register(self.0 | other.0)
        }
    }
    impl core::ops::BitAndAssign<u32> for Register {
        fn bitand_assign(&mut self, mask: u32) {
            self.0 &= mask;
        }
    }
    let mut r = Register(x).with(4, 5, 0b10101) | Register(1 << 31);
    r &= !0xf;
    (r.0, r.field(4, 1) == 1, r.field(24, 8) as u8)
}

pub fn result_pipeline(a: u8, b: u8) -> Result<u8, (u8, bool)> {
    #[derive(Debug)]
    enum Problem {
        Range(u8),
        Parity,
    }
    impl From<Problem> for (u8, bool) {
        fn from(problem: Problem) -> Self {
            match problem {
                Problem::Range(n) => (n, false),
                Problem::Parity => (0, true),
            }
        }
    }
    fn ranged(n: u8) -> Result<u8, Problem> {
        (n < 200).then_some(n).ok_or(Problem::Range(n))
    }
    fn even(n: u8) -> Result<u8, Problem> {
        if n % 2 == 0 { Ok(n) } else { Err(Problem::Parity) }
    }
    let sum = ranged(a).and_then(even)?.wrapping_add(ranged(b)?);
    let checked = [a, b].into_iter().map(ranged).try_fold(sum, |acc, n| n.map(|n| acc ^ n))?;
    Ok(checked)
}

pub fn char_ranges_and_bytes(c: char, b: u8) -> (usize, Option<u32>, u8, bool) {
    let letters = ('a'..='e').filter(|l| *l != c).count();
    let digit = c.to_digit(16);
    let kind = match b {
        b'0'..=b'9' => 1,
        b'a'..=b'z' | b'A'..=b'Z' => 2,
        b' ' | b'\t' | b'\n' => 3,
        _ => 4,
    };
    (letters, digit, kind, c.is_ascii_punctuation())
}

pub fn sorting_and_searching(mut a: [i8; 6], x: i8) -> ([i8; 6], Result<usize, usize>, usize) {
    a.sort_unstable_by(|l, r| r.cmp(l));
    a.reverse();
    let found = a.binary_search(&x);
    (a, found, a.partition_point(|n| *n < 0))
}

pub fn saturating_filters(samples: [i16; 4]) -> (i16, i32, u16) {
    let mut low = 0i16;
    for s in samples {
        low = low.saturating_add(s.saturating_sub(low) / 4);
    }
    let energy = samples.iter().map(|s| i32::from(*s) * i32::from(*s) / 65536).sum();
    let span = samples.iter().max().zip(samples.iter().min()).map_or(0, |(a, b)| a.abs_diff(*b));
    (low, energy, span)
}

pub fn swap_through_tuple_patterns(mut a: [u8; 3], i: usize) -> [u8; 3] {
    let (left, right) = a.split_at_mut(1);
    if let (Some(l), Some(r)) = (left.first_mut(), right.get_mut(i % 3)) {
        (*l, *r) = (*r, *l);
    }
    let [first, .., last] = &mut a;
    *first ^= *last;
    a
}

pub fn never_returning_helpers(x: u8) -> u8 {
    fn fail(n: u8) -> ! {
        if n > 128 {
            panic!("large")
        }
        unreachable!()
    }
    let n: u8 = if x % 16 == 0 { fail(x) } else { x };
    n.checked_mul(2).unwrap_or_else(|| fail(n / 2))
}

pub fn log_arguments_are_evaluated(x: u8) -> (u8, u8) {
    let mut calls = 0u8;
    let mut next = || {
        calls += 1;
        calls
    };
    assert!(next() == 1, "first {}", next());
    debug_assert_ne!(next(), x, "equal");
    (calls, x)
}
