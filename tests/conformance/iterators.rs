//! Adaptors, laziness, and iterators of the program's own.

use core::cell::Cell;

pub fn laziness(a: [u8; 4]) -> (Option<u8>, u32) {
    let calls = Cell::new(0);
    let found = a
        .iter()
        .map(|n| {
            calls.set(calls.get() + 1);
            n ^ 1
        })
        .find(|n| n % 2 == 0);
    (found, calls.get())
}

pub fn never_run(a: [u8; 2]) -> u32 {
    let calls = Cell::new(0);
    let _unused = a.iter().map(|_| calls.set(9));
    calls.get()
}

pub fn zip_stops_at_the_shorter(a: [u8; 3], b: [u8; 2]) -> (usize, u8) {
    let pairs = a.iter().zip(b.iter());
    (pairs.clone().count(), pairs.fold(0, |acc, (x, y)| acc ^ x.wrapping_mul(*y)))
}

pub fn positions(a: [u8; 4], x: u8) -> (Option<usize>, Option<usize>, bool, bool) {
    (
        a.iter().position(|n| *n == x),
        a.iter().rposition(|n| *n > 9),
        a.iter().any(|&n| n == 0),
        a.iter().all(|&n| n < 200),
    )
}

pub fn extremes_pick_first_or_last(a: [u8; 3]) -> (Option<(usize, u8)>, Option<(usize, u8)>) {
    let pairs = a.iter().copied().enumerate();
    (pairs.clone().max_by_key(|(_, n)| n / 64), pairs.min_by_key(|(_, n)| n / 64))
}

pub fn windows_and_chunks(a: [u8; 5]) -> (usize, u8, usize) {
    let rising = a.windows(2).filter(|w| w[0] < w[1]).count();
    let ends = a.chunks(2).map(|c| c[c.len() - 1]).fold(0, |x, y| x ^ y);
    (rising, ends, a.chunks_exact(2).remainder().len())
}

pub fn skip_and_take(a: [u8; 5], n: usize) -> (Option<u8>, usize, u8) {
    let mut it = a.iter().copied().skip(n % 6).take(2);
    let first = it.next();
    (first, it.len(), it.fold(0, |x, y| x ^ y))
}

pub fn while_adaptors(a: [u8; 4]) -> (usize, usize, Option<u8>) {
    let taken = a.iter().take_while(|n| **n < 128).count();
    let skipped = a.iter().skip_while(|n| **n < 128).count();
    (taken, skipped, a.iter().copied().map_while(|n| n.checked_sub(3)).last())
}

pub fn take_while_consumes_one_more(a: [u8; 4]) -> (usize, Option<u8>) {
    let mut it = a.iter().copied();
    let taken = it.by_ref().take_while(|n| n % 2 == 0).count();
    (taken, it.next())
}

pub fn peeking(a: [u8; 4]) -> (u8, u8) {
    let mut it = a.iter().copied().peekable();
    let mut groups = 0;
    let mut longest = 0;
    while let Some(first) = it.next() {
        let mut length = 1;
        while it.next_if(|n| *n / 64 == first / 64).is_some() {
            length += 1;
        }
        groups += 1;
        longest = longest.max(length);
    }
    (groups, longest)
}

pub fn both_ends(a: [u8; 5]) -> (Option<u8>, Option<u8>, usize) {
    let mut it = a.into_iter();
    let first = it.next_back();
    it.next();
    (first, it.nth(1), it.len())
}

pub fn chained_and_reversed(a: [u8; 2], b: [u8; 2]) -> u32 {
    a.iter().chain(&b).rev().fold(0, |acc, n| acc * 256 % 65521 + *n as u32)
}

pub fn scan_and_flat_map(a: [u8; 3]) -> (u8, usize) {
    let last = a
        .iter()
        .scan(1u8, |state, n| {
            *state = state.wrapping_mul(3) ^ n;
            Some(*state)
        })
        .last();
    (last.unwrap_or(0), a.iter().flat_map(|n| 0..n % 4).count())
}

pub fn try_fold_stops(a: [u8; 4]) -> (Option<u8>, Result<u16, u8>) {
    let sum = a.iter().try_fold(0u8, |acc, n| acc.checked_add(*n));
    let result = a.iter().try_fold(0u16, |acc, n| if *n == 255 { Err(*n) } else { Ok(acc + *n as u16) });
    (sum, result)
}

pub fn comparison(a: [u8; 2], b: [u8; 3]) -> (bool, bool, core::cmp::Ordering) {
    (a.iter().eq(b.iter()), a.iter().lt(b.iter()), a.iter().cmp(b.iter()))
}

pub fn sums(a: [i16; 3]) -> (i32, i32, f32) {
    let sum = a.iter().map(|n| *n as i32).sum::<i32>();
    let product = a.iter().map(|n| (*n % 100) as i32).product::<i32>();
    (sum, product, a.iter().map(|n| *n as f32).sum())
}

struct Fibonacci {
    a: u8,
    b: u8,
}

impl Iterator for Fibonacci {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        let next = self.a.checked_add(self.b)?;
        self.a = core::mem::replace(&mut self.b, next);
        Some(self.a)
    }
}

pub fn own_iterator(x: u8) -> (usize, u8, Option<u8>) {
    let fib = || Fibonacci { a: x % 9, b: 1 };
    let mut large = 0;
    for n in fib() {
        if n > 50 {
            large = n;
            break;
        }
    }
    (fib().count(), large, fib().skip(2).step_by(3).nth(1))
}

struct Grid {
    cells: [u8; 4],
}

impl<'a> IntoIterator for &'a Grid {
    type Item = &'a u8;
    type IntoIter = core::slice::Iter<'a, u8>;
    fn into_iter(self) -> Self::IntoIter {
        self.cells.iter()
    }
}

impl IntoIterator for Grid {
    type Item = u8;
    type IntoIter = core::array::IntoIter<u8, 4>;
    fn into_iter(self) -> Self::IntoIter {
        self.cells.into_iter()
    }
}

pub fn own_into_iterator(cells: [u8; 4]) -> (u8, u8) {
    let grid = Grid { cells };
    let mut x = 0;
    for cell in &grid {
        x ^= *cell;
    }
    let mut y = 0u8;
    for cell in grid {
        y = y.wrapping_add(cell);
    }
    (x, y)
}

pub fn mutable_chain(mut a: [u8; 4], x: u8) -> [u8; 4] {
    a.iter_mut().skip(1).step_by(2).for_each(|n| *n = x);
    if let Some(n) = a.iter_mut().find(|n| **n == 0) {
        *n = 9;
    }
    if let Some(n) = a.iter_mut().max() {
        *n = 1;
    }
    a
}

pub fn sorted(mut a: [i8; 5]) -> ([i8; 5], bool) {
    let before = a.is_sorted();
    a.sort_unstable();
    (a, before)
}

pub fn returned_iterator(x: u8) -> u8 {
    fn evens(limit: u8) -> impl Iterator<Item = u8> {
        (0..limit).filter(|n| n % 2 == 0)
    }
    evens(x % 16).map(|n| n / 2).sum()
}

pub fn cycle_and_repeat(a: [u8; 2], n: u8) -> (u8, u8) {
    let cycled = a.iter().cycle().take(n as usize % 6).fold(0, |x, y| x ^ y);
    (cycled, core::iter::repeat(a[0]).take(3).fold(1, |x, y| x ^ y.rotate_left(x as u32)))
}

pub fn partitions(a: [u8; 4]) -> (Option<u8>, Option<u8>, usize) {
    let (mut low, mut high) = (None, None);
    for &n in &a {
        let slot = if n < 100 { &mut low } else { &mut high };
        slot.get_or_insert(n);
    }
    (low, high, a.iter().filter_map(|n| n.checked_add(100)).count())
}

/// Slices are taken by index, so nothing is asked of the longer one that has no partner; arrays by value are not.
pub fn zip_asks_the_left_side_first(a: [u8; 4], b: [u8; 3], n: usize) -> (u32, u32, u32) {
    let (mut by_index, mut by_value, mut folded) = (0, 0, 0);
    let b = &b[..n % 4];
    for _ in a.iter().map(|_| by_index += 1).zip(b) {}
    for _ in a.into_iter().map(|_| by_value += 1).zip(b) {}
    a.into_iter().map(|_| folded += 1).zip(b).for_each(drop);
    (by_index, by_value, folded)
}
