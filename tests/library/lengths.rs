//! How much of an iterator is asked for when a second one ends earlier or its length is known: each entry returns what
//! the closures saw, in their order. Core asks differently for iterators that it can take by index, for those whose
//! length it knows, and for all others.

use core::cell::Cell;

/// What closures saw, in order.
struct Trace(Cell<u64>);

impl Trace {
    fn new() -> Trace { Trace(Cell::new(1)) }
    fn see(&self, x: u8) -> u8 {
        self.0.set(self.0.get().wrapping_mul(11).wrapping_add(x as u64 % 10));
        x
    }
    fn get(&self) -> u64 { self.0.get() }
}

/// By `next`, by `fold`, through another adaptor, by `try_fold`, by `next_back`: what was seen each time.
macro_rules! ways {
    ($t:ident: $zip:expr) => {{
        let a = { let $t = &Trace::new(); for _ in $zip {} $t.get() };
        let b = { let $t = &Trace::new(); $zip.for_each(|_| {}); $t.get() };
        let c = { let $t = &Trace::new(); $zip.map(|x| x).filter(|_| true).enumerate().fuse().for_each(|_| {}); $t.get() };
        let d = { let $t = &Trace::new(); $zip.any(|_| false); $t.get() };
        (a, b, c, d)
    }};
}
macro_rules! back {
    ($t:ident: $zip:expr) => {{
        let a = { let $t = &Trace::new(); for _ in $zip.rev() {} $t.get() };
        let b = { let $t = &Trace::new(); let mut z = $zip; z.next(); z.next_back(); z.next(); z.next_back(); z.next_back(); $t.get() };
        let c = { let $t = &Trace::new(); let mut z = $zip; z.nth(1); z.nth_back(1); $t.get() };
        let d = { let $t = &Trace::new(); $zip.rfold((), |_, _| ()); $t.get() };
        (a, b, c, d)
    }};
}
type Ways = (u64, u64, u64, u64);

pub fn slices(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().map(|x| t.see(*x)).zip(b.iter())) }
pub fn slices_of_any_length(a: [u8; 4], b: [u8; 4], n: u8, m: u8) -> Ways {
    ways!(t: a[..n as usize % 5].iter().map(|x| t.see(*x)).zip(b[..m as usize % 5].iter().map(|x| t.see(*x))))
}
pub fn slices_from_the_back(a: [u8; 4], b: [u8; 4], n: u8, m: u8) -> Ways {
    back!(t: a[..n as usize % 5].iter().map(|x| t.see(*x)).zip(b[..m as usize % 5].iter().map(|x| t.see(*x))))
}
pub fn one_side_from_the_back(a: [u8; 4], b: [u8; 4], n: u8, m: u8) -> Ways {
    back!(t: a[..n as usize % 5].iter().zip(b[..m as usize % 5].iter().map(|x| t.see(*x))))
}
pub fn nested_from_the_back(a: [u8; 4], b: [u8; 2]) -> Ways {
    back!(t: a.iter().map(|x| t.see(*x)).zip(b.iter()).zip(b.iter().map(|x| t.see(*x))))
}
pub fn arrays(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.into_iter().map(|x| t.see(x)).zip(b)) }
pub fn arrays_from_the_back(a: [u8; 4], b: [u8; 2]) -> Ways { back!(t: a.into_iter().map(|x| t.see(x)).zip(b)) }
pub fn slice_and_array(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().map(|x| t.see(*x)).zip(b)) }
pub fn reversed(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().rev().map(|x| t.see(*x)).zip(b.iter())) }
pub fn reversed_after(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().map(|x| t.see(*x)).rev().zip(b.iter())) }
pub fn ranges(b: [u8; 2]) -> Ways { ways!(t: (0..4u8).map(|x| t.see(x)).zip(b.iter())) }
pub fn ranges_of_words(b: [u8; 2]) -> Ways { ways!(t: (0..4u64).map(|x| t.see(x as u8)).zip(b.iter())) }
pub fn ranges_of_double_words(b: [u8; 2]) -> Ways { ways!(t: (0..4u128).map(|x| t.see(x as u8)).zip(b.iter())) }
pub fn ranges_of_chars(b: [u8; 2]) -> Ways { ways!(t: ('a'..'e').map(|x| t.see(x as u8)).zip(b.iter())) }
pub fn inclusive_ranges(b: [u8; 2]) -> Ways { ways!(t: (0..=4u8).map(|x| t.see(x)).zip(b.iter())) }
pub fn open_ranges(b: [u8; 2]) -> Ways { ways!(t: (3u8..).map(|x| t.see(x)).zip(b.iter())) }
pub fn taken(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().map(|x| t.see(*x)).take(3).zip(b.iter())) }
pub fn skipped(a: [u8; 4], b: [u8; 2], n: u8) -> Ways {
    ways!(t: a.iter().map(|x| t.see(*x)).skip(n as usize % 6).zip(b.iter()))
}
pub fn skipped_from_the_back(a: [u8; 4], b: [u8; 2], n: u8) -> Ways {
    back!(t: a.iter().map(|x| t.see(*x)).skip(n as usize % 6).zip(b.iter()))
}
pub fn stepped(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().map(|x| t.see(*x)).step_by(1).zip(b.iter())) }
pub fn chained(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().chain(&b).map(|x| t.see(*x)).zip(b.iter())) }
pub fn fused(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().map(|x| t.see(*x)).fuse().zip(b.iter())) }
pub fn peekable(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().map(|x| t.see(*x)).peekable().zip(b.iter())) }
pub fn inspected(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().inspect(|x| { t.see(**x); }).zip(b.iter())) }
pub fn filtered(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().filter(|x| t.see(**x) < 200).zip(b.iter())) }
pub fn enumerated(a: [u8; 4], b: [u8; 2]) -> Ways { ways!(t: a.iter().map(|x| t.see(*x)).enumerate().zip(b.iter())) }
pub fn repeated(b: [u8; 2]) -> Ways { ways!(t: core::iter::repeat_with(|| t.see(7)).zip(b.iter())) }
pub fn once(n: u8) -> Ways { ways!(t: core::iter::once_with(|| t.see(n)).zip(core::iter::empty::<u8>())) }
pub fn repeated_often(b: [u8; 2]) -> Ways { ways!(t: core::iter::repeat_n(3, 3).map(|x| t.see(x)).zip(b.iter())) }
pub fn chunks(a: [u8; 5], b: [u8; 2]) -> Ways { ways!(t: a.chunks(2).map(|x| t.see(x[0])).zip(b.iter())) }
pub fn chunks_from_the_back(a: [u8; 5], b: [u8; 4], n: u8) -> Ways {
    back!(t: a.chunks(2).map(|x| t.see(x[0])).zip(b[..n as usize % 5].iter().map(|x| t.see(*x))))
}
pub fn exact_chunks(a: [u8; 5], b: [u8; 1]) -> Ways { ways!(t: a.chunks_exact(2).map(|x| t.see(x[0])).zip(b.iter())) }
pub fn reverse_chunks(a: [u8; 5], b: [u8; 2]) -> Ways { ways!(t: a.rchunks(2).map(|x| t.see(x[0])).zip(b.iter())) }
pub fn reverse_chunks_from_the_back(a: [u8; 5], b: [u8; 4], n: u8) -> Ways {
    back!(t: a.rchunks(2).map(|x| t.see(x[0])).zip(b[..n as usize % 5].iter().map(|x| t.see(*x))))
}
pub fn windows(a: [u8; 5], b: [u8; 2]) -> Ways { ways!(t: a.windows(2).map(|x| t.see(x[1])).zip(b.iter())) }
pub fn cycled(a: [u8; 1], b: [u8; 2]) -> Ways { ways!(t: a.iter().map(|x| t.see(*x)).cycle().zip(b.iter())) }
pub fn flattened(a: [u8; 3], b: [u8; 2]) -> Ways { ways!(t: a.iter().flat_map(|x| [t.see(*x); 2]).zip(b.iter())) }
pub fn flattened_slices(a: [u8; 3], b: [u8; 2]) -> Ways {
    ways!(t: a.iter().flat_map(|x| core::iter::repeat_n(t.see(*x), 2)).zip(b.iter()))
}
pub fn texts(b: [u8; 2]) -> Ways { ways!(t: "abcd".bytes().map(|x| t.see(x)).zip(b.iter())) }
pub fn chars(b: [u8; 2]) -> Ways { ways!(t: "abcd".chars().map(|x| t.see(x as u8)).zip(b.iter())) }
pub fn options(a: Option<u8>) -> Ways { ways!(t: a.into_iter().map(|x| t.see(x)).zip(core::iter::empty::<u8>())) }
pub fn scanned(a: [u8; 4], b: [u8; 2]) -> Ways {
    ways!(t: a.iter().scan(0u8, |s, x| { *s ^= t.see(*x); Some(*s) }).zip(b.iter()))
}
pub fn right_side(a: [u8; 2], b: [u8; 4]) -> Ways { ways!(t: a.iter().zip(b.iter().map(|x| t.see(*x)))) }
pub fn in_a_chain(a: [u8; 3], b: [u8; 2]) -> Ways {
    ways!(t: a.into_iter().map(|x| t.see(x)).zip(b).chain(a.into_iter().map(|x| t.see(x)).zip(b)))
}
pub fn in_a_flattening(a: [u8; 3], b: [u8; 2]) -> Ways {
    ways!(t: (0..2).flat_map(|_| a.into_iter().map(|x| t.see(x)).zip(b)))
}
pub fn behind_skip(a: [u8; 3], b: [u8; 2], n: u8) -> Ways {
    ways!(t: a.into_iter().map(|x| t.see(x)).zip(b).skip(n as usize % 5))
}
pub fn behind_take(a: [u8; 3], b: [u8; 2], n: u8) -> Ways {
    ways!(t: a.into_iter().map(|x| t.see(x)).zip(b).take(n as usize % 5))
}
pub fn behind_others(a: [u8; 3], b: [u8; 2]) -> Ways {
    ways!(t: a.into_iter().map(|x| t.see(x)).zip(b).skip_while(|_| false).inspect(|_| {}).peekable().filter_map(Some))
}
pub fn behind_copies(a: [u8; 3], b: [u8; 2]) -> Ways {
    ways!(t: a.iter().inspect(|x| { t.see(**x); }).copied().zip(b.iter().cloned()).step_by(1))
}
pub fn borrowed_left(a: [u8; 4], b: [u8; 2]) -> (usize, usize, usize) {
    let mut x = a.iter();
    x.by_ref().zip(&b).for_each(drop);
    let mut y = a.iter();
    for _ in y.by_ref().zip(&b) {}
    let mut z = a.iter().filter(|_| true);
    z.by_ref().zip(&b).for_each(drop);
    (x.len(), y.len(), z.count())
}
pub fn summed(a: [u8; 3], b: [u8; 2]) -> (u32, u64, usize, u64, Option<u8>, u64) {
    let (t, u, v) = (Trace::new(), Trace::new(), Trace::new());
    let sum = a.into_iter().map(|x| t.see(x)).zip(b).map(|(x, y)| x as u32 * y as u32).sum();
    let count = a.into_iter().map(|x| u.see(x)).zip(b).count();
    let last = a.into_iter().map(|x| v.see(x)).zip(b).map(|(x, _)| x).max();
    (sum, t.get(), count, u.get(), last, v.get())
}
pub fn unzipped(a: [u8; 3], b: [u8; 2]) -> u64 {
    let t = Trace::new();
    let (_, _): ((), ()) = a.into_iter().map(|x| { t.see(x); }).zip(b.into_iter().map(|_| ())).unzip();
    t.get()
}
pub fn mutable_sides(a: [u8; 4], b: [u8; 3], n: u8) -> [u8; 4] {
    let mut a = a;
    for (x, y) in a.iter_mut().zip(b[..n as usize % 4].iter()).rev() {
        *x = x.wrapping_add(*y);
    }
    a.chunks_mut(2).zip(b.iter()).for_each(|(x, y)| x[0] ^= y);
    a
}

/// Two lengths that are known to differ are answered without looking at an element.
pub fn equal(a: [u8; 3], b: [u8; 3], n: u8) -> (bool, u64, bool, u64) {
    let (t, u) = (Trace::new(), Trace::new());
    let b = &b[..n as usize % 4];
    let known = a.iter().map(|x| t.see(*x)).eq(b.iter().copied());
    let unknown = a.iter().map(|x| u.see(*x)).filter(|_| true).ne(b.iter().copied());
    (known, t.get(), unknown, u.get())
}

type Hint = (usize, Option<usize>);
pub fn hints_of_flattened_arrays(a: [[u8; 2]; 2]) -> (Hint, Hint, Hint) {
    let mut begun = a.iter().flatten();
    begun.next();
    (begun.size_hint(), a.into_iter().flatten().size_hint(), (0..3).flat_map(|x| [x; 3]).size_hint())
}
pub fn hints_of_flattened_options(a: [Option<u8>; 2], b: Result<u8, u8>) -> (Hint, Hint, Hint, Hint) {
    let mut begun = a.iter().flatten();
    begun.next();
    let results = [b, b];
    (begun.size_hint(), a.into_iter().flatten().size_hint(), results.iter().flatten().size_hint(), results.into_iter().flatten().size_hint())
}
pub fn hints_of_flattened_single_items(n: u8) -> (Hint, Hint, Hint, Hint, Hint) {
    let range = 0..n;
    (
        range.clone().flat_map(|x| core::iter::once(x).map(|x| x).filter(|_| true)).size_hint(),
        range.clone().flat_map(|_| core::iter::empty::<u8>()).size_hint(),
        range.clone().flat_map(|x| core::iter::once_with(move || x).filter_map(Some)).size_hint(),
        range.clone().flat_map(|x| [x].into_iter()).size_hint(),
        range.flat_map(|x| [x, x].into_iter()).size_hint(),
    )
}
