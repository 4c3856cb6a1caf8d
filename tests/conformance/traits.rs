//! Method resolution, associated items, defaults, blankets, generics.

#[derive(Clone, Copy, PartialEq, Debug)]
struct Meter(u8);

trait Read {
    const SCALE: u8 = 2;
    fn raw(&self) -> u8;
    fn read(&self) -> u8 {
        self.raw().wrapping_mul(Self::SCALE)
    }
    fn name() -> u8
    where
        Self: Sized,
    {
        1
    }
}

impl Read for Meter {
    fn raw(&self) -> u8 {
        self.0
    }
}

impl Read for u16 {
    const SCALE: u8 = 3;
    fn raw(&self) -> u8 {
        *self as u8
    }
    fn name() -> u8 {
        Self::SCALE + <Meter as Read>::SCALE
    }
}

impl<T: Read, const N: usize> Read for [T; N] {
    const SCALE: u8 = N as u8;
    fn raw(&self) -> u8 {
        self.iter().fold(0, |sum, item| sum ^ item.read())
    }
}

impl<T: Read> Read for Option<T> {
    fn raw(&self) -> u8 {
        self.as_ref().map_or(0, T::read)
    }
}

pub fn default_calls_the_overridden(x: u8) -> (u8, u8) {
    (Meter(x).read(), (x as u16).read())
}

pub fn generic_impls(x: u8, y: u8) -> (u8, u8) {
    ([Meter(x), Meter(y)].read(), [Some(Meter(x)), None, Some(Meter(y))].read())
}

pub fn associated_functions() -> (u8, u8, u8) {
    (Meter::name(), u16::name(), <[Meter; 4] as Read>::SCALE)
}

trait Shape {
    fn area(&self) -> u8;
}

impl Meter {
    fn area(&self) -> u8 {
        1
    }
}

impl Shape for Meter {
    fn area(&self) -> u8 {
        2
    }
}

pub fn inherent_before_trait() -> (u8, u8, u8) {
    let m = Meter(0);
    fn generic<T: Shape>(t: &T) -> u8 {
        t.area()
    }
    (m.area(), Shape::area(&m), generic(&m))
}

trait ByValue {
    fn which(self) -> u8;
}

impl ByValue for u8 {
    fn which(self) -> u8 {
        1
    }
}

impl ByValue for &u8 {
    fn which(self) -> u8 {
        2
    }
}

impl ByValue for &&u8 {
    fn which(self) -> u8 {
        3
    }
}

pub fn probing_by_value_first(x: u8) -> (u8, u8, u8) {
    let r = &x;
    (x.which(), r.which(), (&r).which())
}

trait ByRef {
    fn deep(&self) -> u8;
}

impl ByRef for u8 {
    fn deep(&self) -> u8 {
        1
    }
}

impl ByRef for &u8 {
    fn deep(&self) -> u8 {
        2
    }
}

pub fn probing_through_autoref(x: u8) -> (u8, u8, u8) {
    let r = &x;
    (x.deep(), r.deep(), (&r).deep())
}

trait Describe {
    fn describe(&self) -> u8;
}

impl<T: Read> Describe for T {
    fn describe(&self) -> u8 {
        self.read() ^ 0x55
    }
}

pub fn blanket(x: u8) -> (u8, u8) {
    (Meter(x).describe(), (x as u16).describe())
}

trait Super: Read {
    fn both(&self) -> u8 {
        self.raw() ^ self.read()
    }
}

impl Super for Meter {}

pub fn supertrait(x: u8) -> u8 {
    fn through<S: Super>(s: S) -> u8 {
        s.both().wrapping_add(s.raw())
    }
    through(Meter(x))
}

trait Convert<T> {
    fn convert(self) -> T;
}

impl Convert<u16> for u8 {
    fn convert(self) -> u16 {
        self as u16 + 1
    }
}

impl Convert<bool> for u8 {
    fn convert(self) -> bool {
        self > 9
    }
}

pub fn chosen_by_result_type(x: u8) -> (u16, bool, u8) {
    let wide: u16 = x.convert();
    let flag = if x.convert() { 1 } else { 2 };
    (wide, Convert::<bool>::convert(x), flag)
}

trait Machine {
    type State: Copy + Default;
    type Event;
    fn next(state: Self::State, event: Self::Event) -> Self::State;
}

struct Toggle;

impl Machine for Toggle {
    type State = bool;
    type Event = ();
    fn next(state: bool, _: ()) -> bool {
        !state
    }
}

struct Sum;

impl Machine for Sum {
    type State = u8;
    type Event = u8;
    fn next(state: u8, event: u8) -> u8 {
        state.wrapping_add(event)
    }
}

struct Both<A, B>(core::marker::PhantomData<(A, B)>);

impl<A: Machine, B: Machine> Machine for Both<A, B>
where
    A::Event: Copy,
{
    type State = (A::State, B::State);
    type Event = (A::Event, B::Event);
    fn next(state: Self::State, event: Self::Event) -> Self::State {
        (A::next(A::next(state.0, event.0), event.0), B::next(state.1, event.1))
    }
}

fn run<M: Machine>(events: impl IntoIterator<Item = M::Event>) -> M::State {
    let mut state = M::State::default();
    for event in events {
        state = M::next(state, event);
    }
    state
}

pub fn associated_types(x: u8, n: u8) -> (bool, u8, (u8, bool)) {
    let toggled = run::<Toggle>((0..n % 5).map(|_| ()));
    let sum = run::<Sum>([x, 2, 3]);
    (toggled, sum, run::<Both<Sum, Toggle>>([(x, ()), (1, ())]))
}

pub fn generic_function_twice(x: u8) -> (u8, u16, (bool, char)) {
    fn largest<T: PartialOrd + Copy>(list: &[T]) -> T {
        let mut best = list[0];
        for &item in list {
            if item > best {
                best = item;
            }
        }
        best
    }
    (largest(&[x, 7]), largest(&[x as u16 * 2, 300, 1]), largest(&[(false, 'z'), (x > 9, 'a')]))
}

struct Buffer<T, const N: usize> {
    items: [T; N],
    length: usize,
}

impl<T: Copy + Default, const N: usize> Buffer<T, N> {
    const LAST: usize = N - 1;
    fn new() -> Self {
        Buffer { items: [T::default(); N], length: 0 }
    }
    fn push(&mut self, item: T) -> Result<(), T> {
        if self.length > Self::LAST {
            return Err(item);
        }
        self.items[self.length] = item;
        self.length += 1;
        Ok(())
    }
    fn doubled(&self) -> [[T; N]; 2] {
        [self.items; 2]
    }
}

pub fn const_generics(x: u8) -> (Result<(), u8>, usize, [[u8; 2]; 2]) {
    let mut buffer = Buffer::<u8, 2>::new();
    let _ = buffer.push(x);
    let _ = buffer.push(1);
    (buffer.push(2), buffer.length, buffer.doubled())
}

pub fn const_generic_expression(x: u8) -> (usize, u8) {
    fn sized<const N: usize>(list: [u8; N]) -> usize {
        N * 10 + list.len()
    }
    fn flag<const UP: bool>(x: u8) -> u8 {
        if UP { x | 1 } else { x & !1 }
    }
    const HALF: usize = 6 / 2;
    (sized([x; HALF]) + sized::<{ 1 + 1 }>([0; 2]), flag::<true>(x) ^ flag::<false>(x))
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Vector {
    x: i16,
    y: i16,
}

impl core::ops::Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector { x: self.x.wrapping_add(other.x), y: self.y.wrapping_add(other.y) }
    }
}

impl<'a> core::ops::Add<&'a Vector> for &Vector {
    type Output = Vector;
    fn add(self, other: &'a Vector) -> Vector {
        *self + *other
    }
}

impl core::ops::Mul<i16> for Vector {
    type Output = Vector;
    fn mul(self, k: i16) -> Vector {
        Vector { x: self.x.wrapping_mul(k), y: self.y.wrapping_mul(k) }
    }
}

impl core::ops::Mul<Vector> for i16 {
    type Output = Vector;
    fn mul(self, v: Vector) -> Vector {
        v * self + v
    }
}

impl core::ops::Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        self * -1
    }
}

impl core::ops::Index<bool> for Vector {
    type Output = i16;
    fn index(&self, second: bool) -> &i16 {
        if second { &self.y } else { &self.x }
    }
}

impl core::ops::IndexMut<bool> for Vector {
    fn index_mut(&mut self, second: bool) -> &mut i16 {
        if second { &mut self.y } else { &mut self.x }
    }
}

pub fn operators_by_value_and_reference(x: i16, y: i16, c: bool) -> Vector {
    let a = Vector { x, y };
    let mut b = -(&a + &a) * 3 + 2 * a;
    b[c] ^= a[!c];
    b
}

pub fn comparison_of_derived(x: i16, y: i16) -> (bool, bool) {
    let a = Vector { x, y };
    (a == Vector { y, x: y }, a != Vector::default())
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Grade {
    Low,
    Mid { a: u8, b: i8 },
    High(u8, bool),
    Top,
}

fn grade(n: u8, m: i8) -> Grade {
    match n % 4 {
        0 => Grade::Low,
        1 => Grade::Mid { a: n / 64, b: m },
        2 => Grade::High(n / 64, m > 0),
        _ => Grade::Top,
    }
}

pub fn derived_order_on_enums(n: u8, m: i8, k: u8, l: i8) -> (core::cmp::Ordering, bool, bool) {
    let (a, b) = (grade(n, m), grade(k, l));
    (a.cmp(&b), a < b, a.max(b) == a)
}

pub fn from_and_into(x: u8) -> (u32, i64, Option<u8>, char) {
    struct Wide(u32);
    impl From<u8> for Wide {
        fn from(n: u8) -> Wide {
            Wide(n as u32 + 1)
        }
    }
    let wide: Wide = x.into();
    (wide.0, x.into(), x.into(), x.into())
}

pub fn try_from_integers(x: i32) -> (Option<u8>, Option<i8>, bool) {
    (u8::try_from(x).ok(), x.try_into().ok(), u16::try_from(x).is_err())
}

#[derive(Debug, PartialEq)]
enum Fault {
    Low(u8),
    High,
    Flag(bool),
}

impl From<u8> for Fault {
    fn from(n: u8) -> Fault {
        if n > 200 { Fault::High } else { Fault::Low(n) }
    }
}

impl From<bool> for Fault {
    fn from(b: bool) -> Fault {
        Fault::Flag(b)
    }
}

pub fn question_mark_converts(a: Result<u8, u8>, b: Result<u8, bool>) -> u8 {
    fn inner(a: Result<u8, u8>, b: Result<u8, bool>) -> Result<u8, Fault> {
        let sum = a?.wrapping_add(b?);
        if sum == 7 {
            Err(true)?;
        }
        Ok(sum)
    }
    match inner(a, b) {
        Ok(n) => n,
        Err(Fault::Low(n)) => n ^ 1,
        Err(Fault::High) => 2,
        Err(Fault::Flag(b)) => b as u8 + 3,
    }
}

pub fn question_mark_in_a_closure(a: Option<u8>, b: Option<u8>) -> Option<u8> {
    let f = || -> Option<u8> { a?.checked_add(b?) };
    f().or(Some(1))
}

pub fn impl_trait_arguments(x: u8) -> u8 {
    fn total(list: impl Iterator<Item = u8> + Clone) -> u8 {
        let count = list.clone().count() as u8;
        list.fold(count, u8::wrapping_add)
    }
    total([x, 1].into_iter()) ^ total((0..x % 5).filter(|n| n % 2 == 0))
}

pub fn shadowed_generics(x: u8) -> (u8, bool) {
    struct Wrap<T>(T);
    impl<T: Copy> Wrap<T> {
        fn with<U>(&self, other: U) -> (T, U) {
            fn same<T>(t: T) -> T {
                t
            }
            (same(self.0), same(other))
        }
    }
    Wrap(x).with(x > 3)
}

pub fn default_type_parameters(x: u8) -> (u8, i8) {
    struct Or<A, B = A> {
        a: A,
        b: B,
    }
    let one: Or<u8> = Or { a: x, b: 1 };
    let two = Or { a: 1u8, b: -1i8 };
    (one.a ^ one.b ^ two.a, two.b)
}

/// The bound on `F` speaks of an associated type that only the impl knows.
trait Fed { type Item; fn feed<A, F: FnMut(A, Self::Item) -> A>(self, start: A, f: F) -> A; }
struct Front<U: IntoIterator>(Option<U::IntoIter>);
impl<U: IntoIterator> Fed for Front<U> {
    type Item = U::Item;
    fn feed<A, F: FnMut(A, Self::Item) -> A>(self, start: A, f: F) -> A {
        let mut f = f;
        match self.0 {
            Some(front) => front.fold(start, &mut f),
            None => start,
        }
    }
}
pub fn bound_on_an_associated_type_of_the_impl(a: [u8; 3]) -> u32 {
    Front::<[u8; 3]>(Some(a.into_iter())).feed(0, |x, y| x * 3 + y as u32)
}

/// A parameter without `?Sized` never stands for a slice: the reference to it is taken instead.
trait Named { fn by_value(self) -> u8; fn by_reference(&self) -> usize; }
impl<T> Named for T {
    fn by_value(self) -> u8 { 1 }
    fn by_reference(&self) -> usize { core::mem::size_of::<T>() }
}
pub fn blanket_impls_need_a_size(a: [u8; 3], s: bool) -> (u8, bool, bool, bool, u8) {
    let slice: &[u8] = &a;
    let text = if s { "ab" } else { "c" };
    let width = core::mem::size_of::<usize>();
    (
        slice.by_value(),
        slice.by_reference() == 2 * width,
        text.by_reference() == 2 * width,
        a.by_reference() == 3,
        (&slice[..2]).by_value(),
    )
}
trait Kind { fn kind(&self) -> u8; }
impl<T: ?Sized> Kind for T where T: Measured { fn kind(&self) -> u8 { self.measure() } }
trait Measured { fn measure(&self) -> u8; }
impl Measured for [u8] { fn measure(&self) -> u8 { self.len() as u8 } }
impl<T: Measured + ?Sized> Measured for &T { fn measure(&self) -> u8 { 100 + (**self).measure() } }
impl Measured for str { fn measure(&self) -> u8 { 50 } }
fn kind_of<T: Kind + ?Sized>(t: &T) -> (u8, u8) { (t.kind(), (&t).by_value()) }
pub fn relaxed_impls_take_the_slice_itself(a: [u8; 3]) -> (u8, u8, (u8, u8), (u8, u8)) {
    let slice: &[u8] = &a;
    (slice.kind(), (&slice).kind(), kind_of(slice), kind_of("x"))
}
/// In a generic function too.
trait Tagged { fn tag(&self) -> u8; }
impl<T> Tagged for &T { fn tag(&self) -> u8 { 2 } }
impl Tagged for [u8] { fn tag(&self) -> u8 { 3 } }
impl Tagged for &[u8] { fn tag(&self) -> u8 { 4 } }
pub fn a_reference_to_a_slice_is_another_type(a: [u8; 2]) -> (u8, u8, u8) {
    let slice: &[u8] = &a;
    (slice.tag(), (&slice).tag(), (&&a).tag())
}

/// Several bounds of one trait: what the call is given decides which is meant.
trait Width: Copy + core::ops::Shl<u32, Output = Self> + core::ops::Shl<i32, Output = Self> + From<u8> + From<bool> {
    const BITS: u32;
    const HALF: i32;
}
impl Width for u16 { const BITS: u32 = 16; const HALF: i32 = 8; }
impl Width for i64 { const BITS: u32 = 64; const HALF: i32 = 32; }
trait Cast<T> { fn cast_to(self) -> T; }
impl Cast<u8> for i64 { fn cast_to(self) -> u8 { self as u8 } }
impl Cast<u16> for i64 { fn cast_to(self) -> u16 { (self >> 8) as u16 } }
impl Cast<u8> for u16 { fn cast_to(self) -> u8 { !self as u8 } }
impl Cast<u16> for u16 { fn cast_to(self) -> u16 { self ^ 1 } }
trait HasInner { type Inner: Width + Cast<u8> + Cast<u16>; fn inner(self) -> Self::Inner; }
impl HasInner for u8 { type Inner = u16; fn inner(self) -> u16 { u16::from(self) * 257 } }
impl HasInner for i8 { type Inner = i64; fn inner(self) -> i64 { i64::from(self) << 9 } }
fn shifted<T: Width>(x: u8, b: bool) -> (T, T, T) {
    (T::from(x) << (T::BITS - 10), T::from(b) << (T::HALF - 3), T::from(x) << 1)
}
fn parts<H: HasInner>(h: H) -> (u8, u16, H::Inner) {
    let x = h.inner();
    let narrow: u8 = x.cast_to();
    (narrow, Cast::<u16>::cast_to(x), (x << (H::Inner::BITS / 8)) << H::Inner::HALF / 4)
}
pub fn several_bounds_of_one_trait(x: u8, y: i8, b: bool) -> ((u16, u16, u16), (i64, i64, i64), (u8, u16, u16), (u8, u16, i64)) {
    (shifted(x, b), shifted(x, b), parts(x), parts(y))
}

/// An impl holds everywhere, however deep it is written.
struct Outer(<Outer as Private>::Inner);
trait Private { type Inner; }
const _: () = {
    #[derive(Clone, Copy)]
    pub struct Hidden(u8);
    impl Private for Outer { type Inner = Hidden; }
    impl Outer {
        pub fn new(x: u8) -> Outer { Outer(Hidden(x)) }
        pub const ONE: Outer = Outer(Hidden(1));
    }
    const _: () = {
        impl Outer { pub fn get(&self) -> u8 { self.0 .0 } }
    };
};
fn declares() -> u8 {
    impl Measured for Outer { fn measure(&self) -> u8 { 1 + self.get() / 2 } }
    3
}
pub fn impls_inside_of_bodies(x: u8) -> (u8, u8, u8, u8) {
    (Outer::new(x).get(), Outer::ONE.get(), Outer::new(x).measure(), declares())
}

/// In an impl of a trait its methods need no import.
mod far {
    pub trait Bits<T> { fn bits(&self, low: u32) -> T; fn count() -> u32; }
    impl Bits<u8> for u16 { fn bits(&self, low: u32) -> u8 { (*self >> (low % 9)) as u8 } fn count() -> u32 { 16 } }
    impl Bits<u16> for u16 { fn bits(&self, low: u32) -> u16 { *self >> (low % 16) } fn count() -> u32 { 17 } }
}
struct Register(u16);
impl<T> far::Bits<T> for Register where u16: far::Bits<T> {
    fn bits(&self, low: u32) -> T { self.0.bits(low + 1) }
    fn count() -> u32 { <u16 as far::Bits<T>>::count() + 100 }
}
pub fn the_trait_of_an_impl_is_in_scope(x: u16, low: u8) -> (u8, u16, u32) {
    use far::Bits;
    (Register(x).bits(low.into()), Register(x).bits(low.into()), <Register as Bits<u8>>::count())
}

/// Associated types with arguments of their own.
trait Implementation { type Data<W: Copy>: Copy; type Pair<'a, T: 'a, const N: usize>; }
struct Small;
struct Table<const L: usize>;
impl Implementation for Small { type Data<W: Copy> = W; type Pair<'a, T: 'a, const N: usize> = (T, [u8; N]); }
impl<const L: usize> Implementation for Table<L> { type Data<W: Copy> = [W; L]; type Pair<'a, T: 'a, const N: usize> = ([T; N], &'a [u8; L]); }
struct Checker<W: Copy, I: Implementation> { start: W, data: I::Data<W> }
impl<W: Copy + Into<u32>, I: Implementation> Checker<W, I> {
    fn new(start: W, data: <I as Implementation>::Data<W>) -> Self { Checker { start, data } }
    fn raw(&self) -> &I::Data<W> { &self.data }
}
pub fn generic_associated_types(x: u8, y: u16) -> (u32, u32, (u8, u8), (u16, usize)) {
    let small: Checker<u8, Small> = Checker::new(x, 3);
    let large: Checker<u16, Table<2>> = Checker::new(y, [y, 5]);
    let sum = u32::from(small.start) + u32::from(*small.raw());
    let pair: <Small as Implementation>::Pair<'_, u8, 2> = (x, [x ^ 1, 9]);
    let other: <Table<1> as Implementation>::Pair<'_, u16, 3> = ([y; 3], &[7]);
    (sum, u32::from(large.start) + large.raw().iter().map(|&w| u32::from(w)).sum::<u32>(), (pair.0, pair.1[0]), (other.0[2], other.1.len()))
}
