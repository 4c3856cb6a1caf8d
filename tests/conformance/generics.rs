//! Generic code whose meaning depends on what it is instantiated with.

use core::iter::Sum;
use core::marker::PhantomData;
use core::ops::{Add, Deref, DerefMut, Mul, Sub};

trait Channel {
    const COUNT: usize;
    const NAMES: &'static [u8];
    type Sample: Copy + Into<u32>;
    fn sample(&self, index: usize) -> Self::Sample;
}

struct Adc;
struct Pwm(u16);

impl Channel for Adc {
    const COUNT: usize = 3;
    const NAMES: &'static [u8] = b"abc";
    type Sample = u8;
    fn sample(&self, index: usize) -> u8 {
        Self::NAMES[index] ^ Self::COUNT as u8
    }
}

impl Channel for Pwm {
    const COUNT: usize = Adc::COUNT - 1;
    const NAMES: &'static [u8] = &[1, 2];
    type Sample = u16;
    fn sample(&self, index: usize) -> u16 {
        self.0 >> index
    }
}

fn total<C: Channel>(channel: &C) -> u32 {
    (0..C::COUNT).map(|i| channel.sample(i).into()).sum::<u32>() + C::NAMES.len() as u32
}

pub fn associated_constants(x: u16) -> (u32, u32) {
    (total(&Adc), total(&Pwm(x)))
}

fn dot<T, const N: usize>(a: [T; N], b: [T; N]) -> T
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
{
    let mut sum = T::default();
    for i in 0..N {
        sum = sum + a[i] * b[i];
    }
    sum
}

pub fn arithmetic_by_bounds(a: [i32; 2], b: [i16; 3]) -> (i32, f32) {
    let small = a.map(|n| n % 1000);
    (dot(small, [3, -4]), dot(b.map(f32::from), [0.5; 3]))
}

fn difference<T>(a: &T, b: &T) -> T
where
    for<'a> &'a T: Sub<&'a T, Output = T>,
{
    a - b
}

pub fn operators_on_references(a: i16, b: i16) -> (i16, f64) {
    (difference(&(a / 2), &(b / 2)), difference(&f64::from(a), &0.5))
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Unit<T, D> {
    value: T,
    kind: PhantomData<D>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Metre;
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Second;

impl<T: Add<Output = T>, D> Add for Unit<T, D> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Unit { value: self.value + other.value, kind: PhantomData }
    }
}

trait Ratio<Rhs> {
    type Output;
    fn ratio(self, rhs: Rhs) -> Self::Output;
}

impl<T: core::ops::Div<Output = T>> Ratio<Unit<T, Second>> for Unit<T, Metre> {
    type Output = T;
    fn ratio(self, rhs: Unit<T, Second>) -> T {
        self.value / rhs.value
    }
}

pub fn phantom_types(x: u8, y: u8) -> u16 {
    let length: Unit<u16, Metre> = Unit { value: x as u16, kind: PhantomData };
    let time = Unit::<u16, Second> { value: y as u16, kind: PhantomData };
    (length + Unit::default() + length).ratio(time)
}

impl<'a> Sum<&'a Money> for Money {
    fn sum<I: Iterator<Item = &'a Money>>(iter: I) -> Money {
        iter.fold(Money(1), |a, b| Money(a.0 ^ b.0))
    }
}

#[derive(Clone, Copy)]
struct Money(u8);

pub fn own_sum(a: u8, b: u8) -> u8 {
    [Money(a), Money(b)].iter().sum::<Money>().0
}

struct Ring<T, const N: usize>([Option<T>; N], usize);

impl<T: Copy, const N: usize> FromIterator<T> for Ring<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(iter: I) -> Self {
        let mut ring = Ring([None; N], 0);
        for item in iter {
            ring.0[ring.1 % N] = Some(item);
            ring.1 += 1;
        }
        ring
    }
}

pub fn own_collect(a: [u8; 4]) -> ([Option<u8>; 3], usize) {
    let ring: Ring<u8, 3> = a.iter().copied().filter(|n| n % 2 == 0).collect();
    let other = (0..2u8).collect::<Ring<_, 3>>();
    (ring.0, ring.1 + other.1)
}

trait Handler {
    fn handle(&mut self, event: u8) -> bool;
}

impl<F: FnMut(u8) -> bool> Handler for F {
    fn handle(&mut self, event: u8) -> bool {
        self(event)
    }
}

struct Filter<H>(u8, H);

impl<H: Handler> Handler for Filter<H> {
    fn handle(&mut self, event: u8) -> bool {
        event > self.0 && self.1.handle(event - self.0)
    }
}

pub fn closures_implement_traits(x: u8) -> (bool, bool, u8) {
    let mut seen = 0u8;
    let mut filter = Filter(
        3,
        Filter(1, |event: u8| {
            seen += event / 4;
            event % 2 == 0
        }),
    );
    let first = filter.handle(x);
    let second = filter.handle(200);
    (first, second, seen)
}

trait Visitor {
    type Result;
    fn leaf(&mut self, n: u8) -> Self::Result;
    fn pair(&mut self, left: Self::Result, right: Self::Result) -> Self::Result;
}

#[derive(Clone, Copy)]
enum Tree<'a> {
    Leaf(u8),
    Pair(&'a Tree<'a>, &'a Tree<'a>),
}

impl<'a> Tree<'a> {
    fn visit<V: Visitor>(&self, visitor: &mut V) -> V::Result {
        match self {
            Tree::Leaf(n) => visitor.leaf(*n),
            Tree::Pair(left, right) => {
                let left = left.visit(visitor);
                let right = right.visit(visitor);
                visitor.pair(left, right)
            }
        }
    }
}

struct Depth;
struct Largest {
    calls: u8,
}

impl Visitor for Depth {
    type Result = usize;
    fn leaf(&mut self, _: u8) -> usize {
        1
    }
    fn pair(&mut self, left: usize, right: usize) -> usize {
        left.max(right) + 1
    }
}

impl Visitor for Largest {
    type Result = Option<u8>;
    fn leaf(&mut self, n: u8) -> Option<u8> {
        self.calls += 1;
        (n > 9).then_some(n)
    }
    fn pair(&mut self, left: Option<u8>, right: Option<u8>) -> Option<u8> {
        left.max(right)
    }
}

pub fn trees_of_references(a: u8, b: u8, c: u8) -> (usize, Option<u8>, u8) {
    let (x, y, z) = (Tree::Leaf(a), Tree::Leaf(b), Tree::Leaf(c));
    let inner = Tree::Pair(&x, &y);
    let tree = Tree::Pair(&inner, &z);
    let mut largest = Largest { calls: 0 };
    (tree.visit(&mut Depth), tree.visit(&mut largest), largest.calls)
}

struct Tracked<T> {
    value: T,
    reads: core::cell::Cell<u8>,
    writes: u8,
}

impl<T> Deref for Tracked<T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.reads.set(self.reads.get() + 1);
        &self.value
    }
}

impl<T> DerefMut for Tracked<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.writes += 1;
        &mut self.value
    }
}

pub fn deref_or_deref_mut(x: u8) -> (u8, u8, u8) {
    let mut list = Tracked { value: [x, 1, 2], reads: core::cell::Cell::new(0), writes: 0 };
    let first = list[0];
    list[1] = first;
    list[2] ^= 1;
    let length = list.len() as u8;
    list.reverse();
    if let Some(n) = list.iter_mut().next() {
        *n = 7;
    }
    let all = list.iter().fold(length, |a, b| a ^ b);
    (all, list.reads.get(), list.writes)
}

fn apply_all<const N: usize>(fs: [fn(u8) -> u8; N], x: u8) -> u8 {
    fs.iter().fold(x, |acc, f| f(acc))
}

pub fn function_pointers(x: u8) -> u8 {
    fn double(n: u8) -> u8 {
        n.wrapping_mul(2)
    }
    apply_all([double, |n| n ^ 1, u8::reverse_bits, double], x)
}

pub fn curried(x: u8) -> u8 {
    fn add(a: u8) -> impl Fn(u8) -> u8 + Copy {
        move |b| a.wrapping_add(b)
    }
    let f = add(x);
    let g = move |n| f(f(n));
    let h = |k: u8| move |n: u8| g(n) ^ k;
    h(3)(4)
}

fn largest_by<T, K: PartialOrd, I>(items: I, key: impl Fn(&T) -> K) -> Option<T>
where
    I: IntoIterator<Item = T>,
{
    let mut items = items.into_iter();
    let mut best = items.next()?;
    for item in items {
        if key(&item) > key(&best) {
            best = item;
        }
    }
    Some(best)
}

pub fn keys(a: [i8; 3]) -> (Option<i8>, Option<(usize, i8)>, Option<u8>) {
    (
        largest_by(a, |n| n.unsigned_abs()),
        largest_by(a.into_iter().enumerate(), |(i, n)| (*n / 16, *i)),
        largest_by([0u8; 0], |n| *n),
    )
}

trait Animal {
    fn legs(&self) -> u8 {
        4
    }
    fn describe(&self) -> u8 {
        self.legs() * 10 + self.extra()
    }
    fn extra(&self) -> u8;
}

struct Dog;
struct Bird(u8);

impl Animal for Dog {
    fn extra(&self) -> u8 {
        1
    }
}

impl Animal for Bird {
    fn legs(&self) -> u8 {
        2
    }
    fn extra(&self) -> u8 {
        self.0 % 8
    }
}

impl<A: Animal, B: Animal> Animal for (A, B) {
    fn legs(&self) -> u8 {
        self.0.legs() + self.1.legs()
    }
    fn extra(&self) -> u8 {
        self.0.describe() ^ self.1.describe()
    }
}

impl<A: Animal + ?Sized> Animal for &A {
    fn extra(&self) -> u8 {
        (**self).extra() + 100
    }
}

pub fn impls_on_tuples_and_references(x: u8) -> (u8, u8, u8) {
    let bird = Bird(x);
    ((Dog, Bird(x)).describe(), (&bird).describe(), (Dog, &bird).legs())
}

pub fn own_option_and_result(x: u8) -> u8 {
    mod own {
        pub enum Option {
            None,
            Some(u8),
        }
        pub type Result<T> = core::result::Result<T, u8>;
        pub fn check(n: u8) -> Result<u8> {
            if n > 9 { Err(n) } else { Ok(n) }
        }
    }
    use own::Option as Maybe;
    let maybe = if x % 2 == 0 { Maybe::Some(x) } else { Maybe::None };
    let n = match maybe {
        Maybe::Some(n) => n,
        Maybe::None => 3,
    };
    own::check(n).unwrap_or_else(|e| e / 2)
}

pub fn trait_static_dispatch_by_const(x: u8) -> (u8, u8) {
    struct Shift<const N: u32>;
    trait Apply {
        const FACTOR: u8;
        fn apply(x: u8) -> u8 {
            x.wrapping_mul(Self::FACTOR)
        }
    }
    impl<const N: u32> Apply for Shift<N> {
        const FACTOR: u8 = 1 << N;
    }
    (Shift::<2>::apply(x), <Shift<{ 1 + 2 }> as Apply>::apply(x))
}

/// The hidden type comes from one return; the recursive calls are of the same type.
fn descend(n: u8) -> impl Iterator<Item = u8> + Clone {
    if n > 5 {
        return descend(n / 2);
    }
    let below = if n > 0 { descend(n - 1).count() as u8 } else { 1 };
    (0..below).chain(n..n + 2)
}
pub fn recursion_under_impl_trait(n: u8) -> (usize, u32) {
    let d = descend(n);
    (d.clone().count(), d.fold(0, |a, x| a.wrapping_mul(31).wrapping_add(x as u32)))
}
fn deeper<T: Copy + Into<u32>>(x: T, n: u8) -> (impl Fn(u32) -> u32, u8) {
    let known = move |y| y ^ x.into();
    if n > 0 {
        let (inner, count) = deeper(x, n - 1);
        return if inner(1) > 100 { (inner, count) } else { (known, count + 1) };
    }
    (known, 0)
}
pub fn recursion_under_impl_fn(x: u8, n: u8, y: u32) -> (u32, u8) {
    let (f, count) = deeper(x, n % 8);
    (f(y), count)
}
fn nothing(n: u8) -> impl Copy {
    panic!("{n}")
}
pub fn only_a_panic_under_impl_trait(n: u8) -> u8 {
    let _ = nothing(n);
    n
}
