//! References to places: fields, elements, reborrows, returned and stored.

#[derive(Clone, Copy)]
struct Pair {
    left: u8,
    right: u8,
}

pub fn through_a_field(x: u8) -> u8 {
    let mut pair = Pair { left: x, right: 1 };
    let r = &mut pair.right;
    *r = r.wrapping_add(x);
    let l = &mut pair.left;
    *l ^= 1;
    pair.left ^ pair.right
}

pub fn element_with_dynamic_index(i: usize, x: u8) -> [u8; 3] {
    let mut list = [1, 2, 3];
    let r = &mut list[i % 3];
    *r = x;
    *r |= 1;
    list
}

pub fn index_is_fixed_when_the_reference_is_made(x: u8) -> [u8; 3] {
    let mut list = [1, 2, 3];
    let mut i = x as usize % 3;
    let r = &mut list[i];
    i += 1;
    *r = i as u8 + 10;
    list
}

pub fn reborrow(mut x: u8) -> u8 {
    fn bump(n: &mut u8) {
        *n = n.wrapping_add(1);
    }
    let r = &mut x;
    bump(r);
    bump(&mut *r);
    {
        let s = &mut *r;
        *s ^= 2;
    }
    *r = r.wrapping_mul(3);
    x
}

pub fn returned_reference(x: u8, c: bool) -> (u8, u8) {
    fn choose<'a>(a: &'a mut u8, b: &'a mut u8, c: bool) -> &'a mut u8 {
        if c { a } else { b }
    }
    let (mut a, mut b) = (x, 3);
    *choose(&mut a, &mut b, c) = 9;
    *choose(&mut a, &mut b, !c) ^= 5;
    (a, b)
}

pub fn reference_to_a_reference(mut x: u8) -> u8 {
    let mut r = &mut x;
    let rr = &mut r;
    **rr = rr.wrapping_add(1);
    *r ^= 3;
    x
}

pub fn reseated(c: bool, x: u8) -> (u8, u8) {
    let mut a = x;
    let mut b = 1;
    let mut r = &mut a;
    *r = 5;
    if c {
        r = &mut b;
    }
    *r = 7;
    (a, b)
}

struct Cursor<'a> {
    list: &'a mut [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn write(&mut self, value: u8) -> &mut Self {
        if let Some(slot) = self.list.get_mut(self.at) {
            *slot = value;
        }
        self.at += 1;
        self
    }
    fn rest(self) -> &'a mut [u8] {
        &mut self.list[self.at.min(3)..]
    }
}

pub fn mutable_reference_in_a_struct(x: u8) -> [u8; 4] {
    let mut list = [0; 4];
    let mut cursor = Cursor { list: &mut list, at: 0 };
    cursor.write(x).write(2);
    let rest = cursor.rest();
    rest[0] = 9;
    list
}

pub fn slice_of_slice(a: [u8; 6], i: usize) -> (u8, usize) {
    let s = &a[1..5];
    let t = &s[i % 4..];
    (t[0], t.len())
}

pub fn slice_bounds(a: [u8; 3], i: usize, j: usize) -> usize {
    a[i..j].len()
}

pub fn slice_inclusive(a: [u8; 3], j: usize) -> usize {
    a[1..=j].len()
}

pub fn slice_from(a: [u8; 3], i: usize) -> usize {
    a[i..].len()
}

pub fn slice_to(a: [u8; 3], j: usize) -> usize {
    a[..j].len()
}

pub fn split(a: [u8; 4], i: usize) -> (usize, u8) {
    let mut a = a;
    let (l, r) = a.split_at_mut(i % 5);
    if let (Some(x), Some(y)) = (l.first_mut(), r.last_mut()) {
        core::mem::swap(x, y);
    }
    (l.len(), a[0])
}

pub fn split_out_of_bounds(a: [u8; 2], i: usize) -> usize {
    a.split_at(i).0.len()
}

pub fn swap_elements(mut a: [u8; 3], i: usize) -> [u8; 3] {
    a.swap(i, 0);
    a
}

pub fn shared_while_copied(x: u8) -> (u8, u8) {
    let mut a = x;
    let r = &a;
    let copy = *r;
    a = a.wrapping_add(1);
    (copy, a)
}

pub fn reference_in_option(mut a: [u8; 2], i: usize) -> [u8; 2] {
    let mut slot = a.get_mut(i);
    if let Some(r) = &mut slot {
        **r = 1;
    }
    if let Some(r) = slot.as_mut() {
        **r += 1;
    }
    if let Some(r) = slot {
        *r += 1;
    }
    a
}

pub fn tuple_of_references(x: u8) -> (u8, u8) {
    let mut pair = Pair { left: x, right: 2 };
    let (l, r) = (&mut pair.left, &mut pair.right);
    core::mem::swap(l, r);
    *l ^= 1;
    (pair.left, pair.right)
}

pub fn nested_struct_path(i: usize, x: u8) -> u8 {
    struct Outer {
        pairs: [Pair; 2],
        other: u8,
    }
    let mut outer = Outer { pairs: [Pair { left: 1, right: 2 }; 2], other: x };
    let r = &mut outer.pairs[i % 2];
    r.left = outer.other;
    let right = &mut r.right;
    *right = 7;
    outer.pairs[0].left ^ outer.pairs[1].right.wrapping_mul(3)
}

pub fn array_of_references(x: u8, i: usize) -> (u8, u8) {
    let (mut a, mut b) = (x, 1);
    let mut list = [&mut a, &mut b];
    *list[i % 2] = 9;
    let r = &mut *list[0];
    *r = r.wrapping_add(1);
    (a, b)
}

pub fn autoderef_through_references(x: u8) -> (u8, usize) {
    let pair = Pair { left: x, right: 2 };
    let r = &&&pair;
    let list = &&[1u8, 2, 3];
    (r.left ^ r.right, list.len())
}

pub fn comparison_of_references(x: u8, y: u8) -> (bool, bool, bool) {
    let (a, b) = (&x, &y);
    (a == b, a < b, &&x >= &&y)
}

pub fn arithmetic_on_references(x: u8, y: u8) -> (u16, i8) {
    let (a, b) = (&(x as u16), &(y as u16));
    (a + b, -&(x as i8 / 2))
}

pub fn loops_with_mutable_iterators(mut a: [u8; 3], x: u8) -> [u8; 3] {
    for e in &mut a {
        *e = e.wrapping_add(x);
    }
    for (i, e) in a.iter_mut().enumerate().rev() {
        *e ^= i as u8;
    }
    a
}

pub fn chunks_of_mutable(mut a: [u8; 5]) -> [u8; 5] {
    for pair in a.chunks_mut(2) {
        pair[0] = pair.len() as u8;
    }
    a
}

pub fn box_like_newtype(x: u8) -> u8 {
    struct Guard<'a>(&'a mut u8);
    impl core::ops::Deref for Guard<'_> {
        type Target = u8;
        fn deref(&self) -> &u8 {
            self.0
        }
    }
    impl core::ops::DerefMut for Guard<'_> {
        fn deref_mut(&mut self) -> &mut u8 {
            self.0
        }
    }
    let mut value = x;
    {
        let mut guard = Guard(&mut value);
        *guard = guard.wrapping_add(1);
        *guard |= 2;
    }
    value
}

pub fn static_promotion(c: bool) -> u8 {
    fn constant(c: bool) -> &'static [u8] {
        if c { &[1, 2, 3] } else { &[] }
    }
    constant(c).iter().sum()
}

/// A raw pointer that is made where it is followed: the idiom for mutable statics.
pub fn raw_places(x: u8, mut t: [u8; 3]) -> (u8, [u8; 3], u8) {
    let part = unsafe { &mut *core::ptr::addr_of_mut!(t) };
    part[usize::from(x % 3)] = x;
    let first = unsafe { (*core::ptr::addr_of!(t))[0] };
    unsafe {
        (*(&raw mut t[2])) ^= 1;
        *core::ptr::addr_of_mut!(t[1]) |= 4;
    }
    let mut y = x;
    let again = unsafe { &*(&raw const y) }.wrapping_mul(3);
    y = 1;
    (first, t, again ^ y)
}
