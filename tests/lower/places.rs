//! References as values, places, constants, statics.

use core::sync::atomic::{AtomicU32, Ordering};

struct Node<'a> {
    value: u32,
    next: Option<&'a Node<'a>>,
}

static LAST: Node = Node { value: 3, next: None };
static FIRST: Node = Node { value: 1, next: Some(&LAST) };
static TABLE: [[u8; 2]; 3] = [[1, 2], [3, 4], [5, 6]];
static NAMES: &[&str] = &["a", "bcd", "ef"];
const SQUARES: [u32; 5] = squares();
static COUNT: AtomicU32 = AtomicU32::new(40);
static mut RAW: u32 = 5;

const fn squares() -> [u32; 5] {
    let mut out = [0; 5];
    let mut i = 0;
    while i < 5 {
        out[i] = (i * i) as u32;
        i += 1;
    }
    out
}

//= 13
pub fn statics_refer_to_each_other() -> u32 {
    let mut sum = 0;
    let mut at = Some(&FIRST);
    while let Some(node) = at {
        sum = sum * 10 + node.value;
        at = node.next;
    }
    sum
}

//= (8, 6, 14)
pub fn tables() -> (u32, u32, u32) {
    let i = 2;
    let text: usize = NAMES.iter().map(|n| n.len()).sum();
    (TABLE[i][1] as u32 + TABLE[0][i - 1] as u32, text as u32, SQUARES[i + 1] + SQUARES.len() as u32)
}

//= (82, 6)
pub fn atomics_and_static_mut() -> (u32, u32) {
    let old = COUNT.fetch_add(2, Ordering::Relaxed);
    unsafe {
        RAW += 1;
    }
    (old + COUNT.load(Ordering::SeqCst), unsafe { RAW })
}

//= 1007
pub fn promoted_constants_outlive_the_call() -> u32 {
    fn list() -> &'static [u32] {
        &[1, 2, 3]
    }
    fn number(big: bool) -> &'static u32 {
        if big {
            &(1000 + 1)
        } else {
            &SQUARES[2]
        }
    }
    fn none<'a>() -> &'a mut [u8] {
        &mut []
    }
    list()[1] + number(true) + number(false) + none().len() as u32
}

//= (1, 12, 3, 104)
pub fn reference_to_element_with_dynamic_index() -> [u32; 4] {
    let mut a = [1, 2, 3, 4];
    let mut i = 1;
    let r = &mut a[i];
    i += 2;
    *r += 10;
    a[i] += 100;
    a
}

//= (3, 27)
pub fn returned_references() -> (u32, u32) {
    fn larger<'a>(a: &'a mut u32, b: &'a mut u32) -> &'a mut u32 {
        if *a > *b {
            a
        } else {
            b
        }
    }
    let (mut x, mut y) = (3, 7);
    *larger(&mut x, &mut y) += 10;
    *larger(&mut x, &mut y) += 10;
    (x, y)
}

//= 45
pub fn reborrows() -> u32 {
    fn add(n: &mut u32, by: u32) -> &mut u32 {
        *n += by;
        n
    }
    let mut n = 1;
    let r = &mut n;
    add(r, 1);
    let s = &mut *r;
    *add(s, 2) *= 10;
    *r += 5;
    n
}

//= (6, 274)
pub fn mutable_references_in_structs() -> (u32, u32) {
    struct Holder<'a> {
        slot: &'a mut u32,
        all: &'a mut [u32],
    }
    impl Holder<'_> {
        fn go(&mut self, i: usize) {
            self.all[i] += *self.slot;
            *self.slot += 1;
            core::mem::swap(self.slot, &mut self.all[0]);
        }
    }
    let (mut s, mut a) = (5, [1, 2, 3]);
    let mut h = Holder { slot: &mut s, all: &mut a };
    h.go(1);
    h.go(2);
    (s, a[0] * 100 + a[1] * 10 + a[2])
}

//= (0, 40, 2, 8, 9, 7)
pub fn slices_of_slices() -> [u32; 6] {
    let mut a = [0, 1, 2, 3, 4, 5];
    let s = &mut a[1..];
    let (left, right) = s.split_at_mut(2);
    left[0] = right[1] * 10;
    right[2] += left[1];
    right[..2].copy_from_slice(&[8, 9]);
    a
}

//= (23, 12)
pub fn temporary_array_and_struct() -> (u32, u32) {
    let i = 1;
    let x = [10, 20, 30][i];
    let y = (1, [2, 3]).1[i];
    let s = &mut [1, 2, 3];
    s[0] = 9;
    (x + y, s[0] + s[2])
}

//= (50, 1)
pub fn constants_are_copied() -> (u32, u32) {
    let mut a = SQUARES;
    a[1] = 50;
    (a[1], SQUARES[1])
}

//= 609
pub fn associated_constants() -> u32 {
    trait Shape {
        const SIDES: u32;
        const DOUBLE: u32 = Self::SIDES * 2;
    }
    struct Tri;
    struct Box<const N: u32>;
    impl Shape for Tri {
        const SIDES: u32 = 3;
    }
    impl<const N: u32> Shape for Box<N> {
        const SIDES: u32 = 4 * N;
        const DOUBLE: u32 = 1;
    }
    fn total<A: Shape, B: Shape>() -> u32 {
        A::DOUBLE * 100 + B::SIDES + B::DOUBLE
    }
    total::<Tri, Box<2>>()
}

//= (412, 202)
pub fn const_generics() -> (u32, u32) {
    fn sum<const N: usize>(a: [u32; N]) -> u32 {
        let mut s = N as u32 * 100;
        for x in a {
            s += x;
        }
        s
    }
    const N: usize = SQUARES[2] as usize;
    let a = [3; N];
    (sum(a), sum([1; { N - 2 }]))
}

//= (1099511627784, 15)
pub fn usize_and_shifts() -> (u64, u32) {
    let n: usize = 3;
    ((1u64 << n) | (1 << 40), (-8i32 >> 1) as u32 >> 28)
}

//= panic Shift in line 206
pub fn shift_too_far() -> u32 {
    let n = 32;
    1 << n
}

//= panic Slice in line 213
pub fn slice_range() -> u32 {
    let a = [1, 2, 3];
    let n = 5;
    a[1..n][0]
}

//= panic Unwrap in line 219
pub fn unwrap_is_located_at_the_caller() -> u32 {
    let a: Option<u32> = None;
    a.unwrap()
}

//= panic DivOverflow in line 225
pub fn min_by_minus_one() -> i32 {
    let (a, b) = (i32::MIN, -1);
    a % b
}
