//! `core::array`: methods of `[T; N]`.

pub fn map(a: [u8; 3]) -> [u16; 3] { a.map(|x| x as u16 * 3) }
pub fn map_panics(a: [u8; 3]) -> [u8; 3] { a.map(|x| x * 3) }
pub fn from_fn(a: u8) -> [u8; 4] { core::array::from_fn(|i| a.wrapping_mul(i as u8)) }
pub fn from_fn_in_order(a: u8) -> [u8; 4] {
    let mut last = a;
    core::array::from_fn(|_| {
        last = last.wrapping_mul(7).wrapping_add(1);
        last
    })
}
pub fn as_slice(a: [u8; 3]) -> usize { a.as_slice().len() }
pub fn as_mut_slice(a: [u8; 3]) -> [u8; 3] {
    let mut a = a;
    a.as_mut_slice()[2] = 0;
    a
}
pub fn each_ref(a: [u8; 3]) -> u8 { a.each_ref().iter().fold(0, |x, y| x ^ **y) }
pub fn each_mut(a: [u8; 3]) -> [u8; 3] {
    let mut a = a;
    let [x, _, z] = a.each_mut();
    core::mem::swap(x, z);
    a
}
pub fn into_iter(a: [u8; 3]) -> [Option<u8>; 4] {
    let mut i = a.into_iter();
    [i.next_back(), i.next(), i.next(), i.next()]
}
pub fn into_iter_rest(a: [u8; 4]) -> (usize, usize, u8) {
    let mut i = a.into_iter();
    i.next();
    let copy = i.clone();
    (i.len(), i.as_slice().len(), copy.fold(0, |x, y| x ^ y))
}
pub fn for_loop(a: [u8; 3]) -> u16 {
    let mut sum = 0;
    for x in a {
        sum += x as u16;
    }
    for x in &a {
        sum += *x as u16;
    }
    sum
}
pub fn for_loop_mut(a: [u8; 3]) -> [u8; 3] {
    let mut a = a;
    for x in &mut a {
        *x ^= 9;
    }
    a
}
pub fn default() -> ([u8; 4], [bool; 0], [(u8, bool); 2]) { Default::default() }
pub fn clone(a: [(u8, bool); 2]) -> [(u8, bool); 2] { a.clone() }
pub fn clone_from(a: [u8; 2], b: [u8; 2]) -> [u8; 2] {
    let mut a = a;
    a.clone_from(&b);
    a
}
pub fn repeat(a: u8) -> [u8; 3] { core::array::repeat(a) }
pub fn len(a: [u8; 3]) -> (usize, bool) { (a.len(), a.is_empty()) }
pub struct Counter<'a>(&'a core::cell::Cell<u8>, u8);
impl Drop for Counter<'_> {
    fn drop(&mut self) { self.0.set(self.0.get().wrapping_mul(3).wrapping_add(self.1)); }
}
pub fn drops_of_into_iter(n: u8) -> (u8, u8) {
    let count = core::cell::Cell::new(0);
    let mut seen = 0;
    {
        let mut i = [Counter(&count, 1), Counter(&count, 2), Counter(&count, 3)].into_iter();
        for _ in 0..n % 4 {
            if let Some(c) = i.next() {
                seen ^= c.1;
            }
        }
    }
    (count.get(), seen)
}
pub fn drops_of_map(n: u8) -> u8 {
    let count = core::cell::Cell::new(n);
    let mapped = [Counter(&count, 1), Counter(&count, 2)].map(|c| Counter(c.0, c.1 + 5));
    let middle = count.get();
    drop(mapped);
    count.get() ^ middle
}
