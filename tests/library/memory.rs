//! `core::mem`, `core::hint`, `core::marker`.

use core::mem::{self, ManuallyDrop, MaybeUninit};

pub fn swap(a: u8, b: u8) -> (u8, u8) {
    let (mut a, mut b) = (a, b);
    mem::swap(&mut a, &mut b);
    (a, b)
}
pub fn replace(a: (u8, bool), b: (u8, bool)) -> ((u8, bool), (u8, bool)) {
    let mut a = a;
    let old = mem::replace(&mut a, b);
    (old, a)
}
pub fn take(a: [u8; 2]) -> ([u8; 2], [u8; 2]) {
    let mut a = a;
    (mem::take(&mut a), a)
}
pub fn sizes() -> (usize, usize, usize, usize) { (mem::size_of::<u8>(), mem::size_of::<[u16; 3]>(), mem::size_of::<u64>(), mem::size_of::<char>()) }
pub fn size_of_val(a: u32) -> usize { mem::size_of_val(&a) }
pub fn alignment() -> (usize, usize) { (mem::align_of::<u8>(), mem::align_of::<u32>()) }
#[derive(Clone, Copy)]
pub enum Kind { A, B(u8), C { x: bool } }
pub fn discriminant(a: Kind, b: Kind) -> bool { mem::discriminant(&a) == mem::discriminant(&b) }
pub struct Noisy<'a>(&'a core::cell::Cell<u8>);
impl Drop for Noisy<'_> {
    fn drop(&mut self) { self.0.set(self.0.get() + 1); }
}
pub fn drop(a: u8) -> (u8, u8) {
    let count = core::cell::Cell::new(a / 2);
    let noisy = Noisy(&count);
    let before = count.get();
    mem::drop(noisy);
    (before, count.get())
}
pub fn forget(a: u8) -> u8 {
    let count = core::cell::Cell::new(a / 2);
    mem::forget(Noisy(&count));
    count.get()
}
pub fn needs_drop() -> (bool, bool, bool) { (mem::needs_drop::<u8>(), mem::needs_drop::<Noisy>(), mem::needs_drop::<Option<Noisy>>()) }
pub fn manually(a: u8) -> (u8, u8) {
    let count = core::cell::Cell::new(a / 2);
    let kept = ManuallyDrop::new(Noisy(&count));
    let before = count.get();
    core::mem::drop(ManuallyDrop::into_inner(kept));
    (before, count.get())
}
pub fn manually_kept(a: u8) -> u8 {
    let count = core::cell::Cell::new(a / 2);
    {
        let _kept = ManuallyDrop::new(Noisy(&count));
    }
    count.get()
}
pub fn manually_deref(a: u8) -> u8 {
    let mut x = ManuallyDrop::new(a);
    *x ^= 1;
    *x
}
pub fn maybe_uninit(a: u8) -> u8 {
    let mut place = MaybeUninit::<u8>::uninit();
    *place.write(a) ^= 2;
    unsafe { place.assume_init() }
}
pub fn replace_does_not_drop(a: u8) -> (u8, u8) {
    let count = core::cell::Cell::new(a / 2);
    let mut one = Noisy(&count);
    let old = mem::replace(&mut one, Noisy(&count));
    let before = count.get();
    mem::drop(old);
    (before, count.get())
}
pub fn black_box(a: u8) -> u8 { core::hint::black_box(a) }
pub fn spin() { core::hint::spin_loop() }
pub fn phantom() -> bool {
    use core::marker::PhantomData;
    let p: PhantomData<u8> = PhantomData;
    p == PhantomData::default() && p.clone() == p
}
pub fn assume_init(a: u8) -> (u8, u8, u8) {
    let mut place = MaybeUninit::new(a);
    unsafe {
        *place.assume_init_mut() ^= 1;
        let (x, y) = (*place.assume_init_ref(), place.assume_init_read());
        place.assume_init_drop();
        (x, y, mem::align_of_val(&a) as u8)
    }
}
pub fn promised(a: bool) -> bool {
    let b = a || !a;
    unsafe { core::hint::assert_unchecked(b) };
    match b {
        true => a,
        false => unsafe { core::hint::unreachable_unchecked() },
    }
}

#[repr(u32)]
enum Wide { A, B = 7 }
#[repr(i16)]
enum Single { Only = -3 }
#[repr(u8)]
enum Frame { Empty, Word(u32), Pair { a: u8, b: u16 } }
#[repr(i64)]
enum Tagged { A(u8), B }
enum Plain { A, B = 255 }
enum Negative { A = -1, B = 200 }
enum Large { A = 0x1_0000, B }
enum Larger { A = 0x1_0000_0000, B }
enum Alone { A = 5 }
pub fn sizes_of_enums() -> ([usize; 9], [usize; 9]) {
    use mem::{align_of, size_of};
    (
        [
            size_of::<Wide>(), size_of::<Single>(), size_of::<Frame>(), size_of::<Tagged>(), size_of::<Plain>(),
            size_of::<Negative>(), size_of::<Large>(), size_of::<Larger>(), size_of::<Alone>(),
        ],
        [
            align_of::<Wide>(), align_of::<Single>(), align_of::<Frame>(), align_of::<Tagged>(), align_of::<Plain>(),
            align_of::<Negative>(), align_of::<Large>(), align_of::<Larger>(), align_of::<Alone>(),
        ],
    )
}
struct Loose { _a: u8, _b: u32, _c: u8 }
#[repr(C)]
struct Padded { _a: u8, _b: u32, _c: u8 }
#[repr(C, packed)]
struct Packed { _a: u8, _b: u32, _c: u8 }
#[repr(packed(2))]
struct Half { _a: u8, _b: u32, _c: u8 }
#[repr(align(16))]
struct Aligned(u8);
#[repr(transparent)]
struct Newtype(u64);
#[repr(u8, align(4))]
enum Roomy { _A, _B }
pub fn sizes_of_structs() -> ([usize; 7], [usize; 7]) {
    use mem::{align_of, size_of};
    (
        [
            size_of::<Loose>(), size_of::<Padded>(), size_of::<Packed>(), size_of::<Half>(), size_of::<Aligned>(),
            size_of::<Newtype>(), size_of::<Roomy>(),
        ],
        [
            align_of::<Loose>(), align_of::<Padded>(), align_of::<Packed>(), align_of::<Half>(), align_of::<Aligned>(),
            align_of::<Newtype>(), align_of::<Roomy>(),
        ],
    )
}
pub fn sizes_of_the_librarys() -> [usize; 8] {
    use mem::size_of;
    [
        size_of::<core::cell::Cell<u16>>(), size_of::<core::cell::RefCell<u8>>(), size_of::<core::time::Duration>(),
        size_of::<core::num::Wrapping<u32>>(), size_of::<core::sync::atomic::AtomicU32>(),
        size_of::<core::marker::PhantomData<u64>>(), size_of::<core::ops::Range<u16>>(), size_of::<core::cmp::Ordering>(),
    ]
}
