//! In which order operands with effects are evaluated.

use core::cell::Cell;

/// Notes `digit` and returns `value`.
fn note<T>(log: &Cell<u32>, digit: u32, value: T) -> T {
    log.set(log.get() * 10 + digit);
    value
}

pub fn binary_operands(x: u8) -> (u8, u32) {
    let log = Cell::new(0);
    let sum = note(&log, 1, x) / note(&log, 2, x).wrapping_sub(3);
    (sum, log.get())
}

pub fn variable_read_before_the_block(mut x: i16) -> i16 {
    x + {
        x = 5;
        x
    }
}

pub fn compound_assignment_reads_the_right_side_first(mut x: u32) -> (u32, u32) {
    let log = Cell::new(0);
    let mut a = [x, x ^ 1, 7];
    a[note(&log, 1, 1)] |= {
        x = x.wrapping_add(1);
        note(&log, 2, x)
    };
    (a[1], log.get())
}

struct Counted(u32);

impl core::ops::AddAssign<u32> for Counted {
    fn add_assign(&mut self, rhs: u32) {
        self.0 = self.0.wrapping_mul(3).wrapping_add(rhs);
    }
}

pub fn overloaded_compound_assignment_reads_the_place_first(x: u32) -> (u32, u32) {
    let log = Cell::new(0);
    let mut list = [Counted(x), Counted(1)];
    list[note(&log, 1, 0)] += note(&log, 2, 4);
    (list[0].0, log.get())
}

pub fn assignment_evaluates_the_value_first(x: u8) -> ([u8; 2], u32) {
    let log = Cell::new(0);
    let mut a = [0, 0];
    a[note(&log, 1, (x % 2) as usize)] = note(&log, 2, x);
    (a, log.get())
}

pub fn out_of_bounds_after_overflow(x: u8, i: usize) -> u8 {
    let mut a = [1u8, 2];
    a[i] = x + 1;
    a[0]
}

pub fn compound_out_of_bounds(x: u8, i: usize) -> u8 {
    let mut a = [200u8, 2];
    a[i] += x / (x & 1);
    a[0]
}

pub fn arguments(x: bool) -> ((u8, u8, bool), u32) {
    fn three(a: u8, b: u8, c: bool) -> (u8, u8, bool) {
        (a, b, c)
    }
    let log = Cell::new(0);
    (three(note(&log, 1, 1), note(&log, 2, 2), note(&log, 3, x)), log.get())
}

pub fn struct_fields_in_written_order(x: u8) -> (u8, u32) {
    struct Two {
        a: u8,
        b: u8,
    }
    let log = Cell::new(0);
    let two = Two { b: note(&log, 1, x), a: note(&log, 2, 3) };
    (two.a ^ two.b, log.get())
}

pub fn base_of_update_comes_last(x: u8) -> (u8, u32) {
    #[derive(Clone, Copy)]
    struct Two {
        a: u8,
        b: u8,
    }
    let log = Cell::new(0);
    let base = Two { a: 1, b: x };
    let two = Two { a: note(&log, 1, x / 2), ..note(&log, 2, base) };
    (two.a ^ two.b, log.get())
}

pub fn short_circuit(a: bool, b: bool, c: bool) -> (bool, u32) {
    let log = Cell::new(0);
    let result = note(&log, 1, a) && note(&log, 2, b) || note(&log, 3, c);
    (result, log.get())
}

pub fn eager_bool_operators(a: bool, b: bool) -> (bool, u32) {
    let log = Cell::new(0);
    (note(&log, 1, a) & note(&log, 2, b) | note(&log, 3, a), log.get())
}

pub fn method_chain(x: u8) -> (u8, u32) {
    let log = Cell::new(0);
    let result = note(&log, 1, x).wrapping_add(note(&log, 2, 3)).max(note(&log, 3, 9));
    (result, log.get())
}

pub fn two_phase_borrow(x: u8) -> [u8; 3] {
    struct List {
        items: [u8; 3],
    }
    impl List {
        fn len(&self) -> usize {
            self.items.iter().filter(|item| **item != 0).count()
        }
        fn set(&mut self, at: usize, value: u8) {
            self.items[at % 3] = value;
        }
    }
    let mut list = List { items: [x, 0, 1] };
    list.set(list.len(), list.items[0].wrapping_add(1));
    list.items
}

pub fn array_elements(x: u8) -> ([u8; 3], u32) {
    let log = Cell::new(0);
    let list = [note(&log, 1, x), note(&log, 2, 2), note(&log, 3, 3)];
    (list, log.get())
}

pub fn range_ends(x: u8) -> (usize, u32) {
    let log = Cell::new(0);
    let count = (note(&log, 1, 0)..note(&log, 2, x % 4)).count();
    (count, log.get())
}

pub fn index_then_overflow(i: usize, x: u8) -> u8 {
    let list = [x, 255];
    list[i] + list[1]
}

pub fn guard_runs_only_when_the_pattern_fits(x: Option<u8>) -> (u8, u32) {
    let log = Cell::new(0);
    let result = match x {
        Some(0) if note(&log, 1, false) => 1,
        Some(n) if note(&log, 2, n > 100) => 2,
        None => note(&log, 3, 3),
        _ => 4,
    };
    (result, log.get())
}

pub fn return_inside_arguments(x: u8) -> u8 {
    fn pair(a: u8, b: u8) -> u8 {
        a ^ b
    }
    pair(x, if x > 100 { return 7 } else { 3 })
}

pub fn chained_assignment_to_unit(x: u8) -> (u8, u8) {
    let mut a = x;
    let mut b = 1;
    let () = b = {
        a = a.wrapping_add(1);
        a
    };
    (a, b)
}
