//! What closures capture, and how they are passed and returned.

pub fn captures_disjoint_fields(x: u8) -> (u8, u8) {
    struct Two {
        a: u8,
        b: u8,
    }
    let mut two = Two { a: x, b: 1 };
    let b = &two.b;
    let mut bump = || two.a = two.a.wrapping_add(1);
    bump();
    let seen = *b;
    bump();
    (two.a, seen)
}

pub fn mutation_is_seen_outside(x: u8) -> u8 {
    let mut n = x;
    let mut add = |k: u8| n = n.wrapping_add(k);
    add(1);
    add(2);
    n
}

pub fn move_copies(x: u8) -> (u8, u8, u8) {
    let mut n = x;
    let mut add = move || {
        n = n.wrapping_add(1);
        n
    };
    let first = add();
    let second = add();
    (n, first, second)
}

pub fn copied_closure_has_its_own_state(x: u8) -> (u8, u8) {
    let mut n = x;
    let mut f = move || {
        n = n.wrapping_add(1);
        n
    };
    let mut g = f;
    f();
    (f(), g())
}

fn twice(f: impl Fn(u8) -> u8, x: u8) -> u8 {
    f(f(x))
}

fn times(mut f: impl FnMut(), n: u8) {
    for _ in 0..n {
        f();
    }
}

fn once<F: FnOnce() -> R, R>(f: F) -> R {
    f()
}

pub fn passed_on(x: u8) -> u8 {
    let k = 3;
    twice(|n| n.wrapping_mul(k) ^ x, x)
}

pub fn by_reference(x: u8) -> u8 {
    let f = |n: u8| n ^ x;
    twice(&f, 1) ^ f(2)
}

pub fn mutable_by_reference(x: u8) -> u8 {
    let mut n = 0u8;
    let mut f = || n += 1;
    times(&mut f, x % 5);
    f();
    n
}

pub fn consumed(x: u8) -> [u8; 2] {
    let list = [x, 1];
    once(move || list)
}

fn adder(k: u8) -> impl Fn(u8) -> u8 {
    move |n| n.wrapping_add(k)
}

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

pub fn returned(x: u8) -> (u8, bool) {
    let f = adder(x);
    let g = compose(&f, |n| n > 100);
    (f(1), g(2))
}

pub fn nested(x: u8) -> u8 {
    let mut total = 0u8;
    let mut outer = |k: u8| {
        let mut inner = |n: u8| total = total.wrapping_add(n ^ k);
        inner(1);
        inner(x);
    };
    outer(2);
    outer(3);
    total
}

pub fn return_leaves_only_the_closure(x: u8) -> u8 {
    let f = |n: u8| {
        if n > 10 {
            return 1;
        }
        n
    };
    f(x) ^ f(3)
}

pub fn function_as_value(x: u8) -> u8 {
    fn double(n: u8) -> u8 {
        n.wrapping_mul(2)
    }
    twice(double, x) ^ Some(x).map(double).map_or(0, u8::count_ones_like)
}

trait CountOnesLike {
    fn count_ones_like(self) -> u8;
}

impl CountOnesLike for u8 {
    fn count_ones_like(self) -> u8 {
        self.count_ones() as u8
    }
}

pub fn constructors_as_functions(x: u8) -> (Option<Option<u8>>, [Result<u8, ()>; 2]) {
    (Some(x).map(Some), [x, 1].map(Ok))
}

pub fn method_paths(x: i8) -> [i8; 3] {
    [x, 1, -1].map(i8::wrapping_neg)
}

pub fn closure_in_a_struct(x: u8) -> u8 {
    struct Timer<F: FnMut(u8) -> bool> {
        callback: F,
        now: u8,
    }
    impl<F: FnMut(u8) -> bool> Timer<F> {
        fn tick(&mut self) -> bool {
            self.now = self.now.wrapping_add(1);
            (self.callback)(self.now)
        }
    }
    let mut hits = 0u8;
    let mut timer = Timer {
        callback: |now| {
            hits += 1;
            now % 2 == 0
        },
        now: x,
    };
    let even = timer.tick() as u8 + timer.tick() as u8 * 2;
    even * 10 + hits
}

pub fn capture_of_a_reference(mut x: u8) -> u8 {
    let r = &mut x;
    let mut f = |n: u8| *r = r.wrapping_add(n);
    f(1);
    f(2);
    *r ^= 1;
    x
}

pub fn capture_by_pattern(t: (u8, u8)) -> u8 {
    let (a, ref b) = t;
    let f = || a ^ *b;
    f()
}

pub fn recursion_through_a_function_argument(x: u8) -> u8 {
    fn apply(f: &impl Fn(u8) -> u8, n: u8) -> u8 {
        if n == 0 { 1 } else { f(apply(f, n - 1)) }
    }
    apply(&|v| v.wrapping_mul(3), x % 6)
}

pub fn unused_argument_is_evaluated(x: u8) -> u8 {
    let mut n = x;
    let f = |_: u8| 1u8;
    let one = f({
        n = n.wrapping_add(2);
        n
    });
    n ^ one
}

pub fn option_combinators(o: Option<u8>, x: u8) -> (Option<u8>, u8, bool) {
    let mut calls = 0;
    let r = o
        .filter(|n| *n > 3)
        .or_else(|| {
            calls += 1;
            x.checked_add(250)
        })
        .and_then(|n| n.checked_mul(2));
    (r, calls, o.is_some_and(|n| n == x))
}

pub fn struct_update_only_reads_what_is_copied(x: u8) -> [u8; 3] {
    #[derive(Clone, Copy)]
    struct Point {
        a: u8,
        b: u8,
    }
    struct Owner {
        point: Point,
        noise: [u8; 2],
    }
    let (base, owner) = (Point { a: 1, b: x }, Owner { point: Point { a: x, b: 2 }, noise: [x, 3] });
    let make = |n: u8| Point { a: n, ..base };
    let copy = || Owner { point: make(4), ..owner };
    let points = core::array::from_fn::<Point, 2, _>(|i| Point { a: i as u8, ..owner.point });
    [make(2).a ^ make(3).b, copy().noise[0] ^ copy().point.b, points[1].a ^ points[0].b]
}

fn set_behind(place: &mut u8, to: u8) {
    *place = place.wrapping_add(to);
}

fn called_twice(mut f: impl FnMut(u8)) {
    f(1);
    f(2);
}

struct Kept {
    list: [u8; 3],
    sum: u8,
}

/// A mutable reference that a closure passes on is borrowed again at each call.
pub fn passed_on_by_closures(x: u8, y: u8) -> (u8, [u8; 3]) {
    let mut kept = Kept { list: [x, y, 3], sum: 0 };
    let Kept { list, sum } = &mut kept;
    list.iter_mut().filter(|at| **at != 7).for_each(|at| {
        if *at > 100 {
            set_behind(at, 1);
        }
        set_behind(sum, *at)
    });
    let mut other = y;
    let held = &mut other;
    called_twice(|by| set_behind(held, by));
    set_behind(held, x);
    kept.list[2] = other;
    (kept.sum, kept.list)
}

struct Reader {
    left: u8,
}

trait Reads {
    fn read(&mut self) -> Option<u8>;
}

impl Reads for Reader {
    fn read(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(3)?;
        (self.left % 2 == 0).then_some(self.left)
    }
}

fn first_read<R: Reads>(reader: &mut R, tries: u8) -> Option<u16> {
    (0..tries % 8).find_map(|_| reader.read().map(u16::from))
}

/// A receiver that is a mutable reference is borrowed again at each call.
pub fn receivers_in_closures(left: u8, tries: u8) -> (Option<u16>, Option<u16>, u8) {
    let mut reader = Reader { left };
    let behind = &mut reader;
    let first = first_read(behind, tries);
    let mut again = || behind.read().map(u16::from);
    (first, again().or_else(again), reader.left)
}

struct Stage<F: Fn(u8) -> u16> {
    apply: F,
    count: u16,
}

struct Wrapped<F: FnMut(u16) -> Option<u16>>(F);

/// The bounds of a struct say what a closure among its fields takes, before anything calls it.
pub fn closure_in_a_struct_with_bounds(x: u8, gain: u8) -> (u16, Option<u16>) {
    let stage = Stage { apply: move |x| u16::from(x.saturating_mul(gain)), count: 3 };
    let mut seen = 0;
    let mut wrapped = Wrapped(|x| { seen += 1; x.checked_sub(seen) });
    let first = (stage.apply)(x) + stage.count;
    (first, (wrapped.0)(first).and_then(&mut wrapped.0))
}

/// A closure that needs what is behind a reference gets the reference: it may outlive the variable that held it.
fn looked_up<'a>(table: &'a [u8; 4], from: u8) -> impl Iterator<Item = u8> + 'a {
    (from..from + 3).map(|i| table[usize::from(i & 3)])
}
struct Rows {
    cells: [u8; 4],
}
impl Rows {
    fn odd(&mut self) -> impl Iterator<Item = u8> + '_ {
        (0..4).filter(|i| i & 1 == 1).map(|i| self.cells[i])
    }
    fn setter(&mut self) -> impl FnMut(u8) -> u8 + '_ {
        |x| core::mem::replace(&mut self.cells[usize::from(x & 3)], x)
    }
}
struct Window<'a> {
    part: &'a [u8],
}
fn windowed<'a>(window: Window<'a>, back: bool) -> impl Fn(u8) -> u8 + 'a {
    let nested = move |x: u8| if back { x } else { !x };
    let look = |x: u8| window.part[usize::from(x) % window.part.len()];
    compose_two(nested, look)
}
fn compose_two(a: impl Fn(u8) -> u8, b: impl Fn(u8) -> u8) -> impl Fn(u8) -> u8 {
    move |x| b(a(x))
}
pub fn closures_outlive_what_held_a_reference(x: u8, t: [u8; 4]) -> (u32, u32, (u8, u8), u8, [u8; 4]) {
    let doubled: u32 = looked_up(&t, x & 7).map(u32::from).sum();
    let mut rows = Rows { cells: t };
    let odd = rows.odd().map(u32::from).fold(1, |a, b| a * 3 + b);
    let mut set = rows.setter();
    let old = (set(x), set(x.wrapping_add(1)));
    drop(set);
    let picked = windowed(Window { part: &t[1..] }, x > 9)(x);
    (doubled, odd, old, picked, rows.cells)
}
pub fn a_reference_is_lent_on(x: u8, mut t: [u8; 3]) -> (u8, [u8; 3], u8) {
    let r = &mut t;
    let mut twice = |i: u8| {
        let mut inner = |j: u8| r[usize::from(j % 3)] ^= x;
        inner(i);
        inner(i + 1);
        r[0]
    };
    let first = twice(x & 3);
    let last = twice(1);
    r[2] = r[2].wrapping_add(first);
    let mut other = 7;
    let mut at = &mut other;
    let mut swap = |y: &mut u8| core::mem::swap(at, y);
    let mut mine = x;
    swap(&mut mine);
    at = &mut mine;
    *at ^= 1;
    (last, t, mine ^ other)
}
