//! `core::iter::Iterator`: consumers and comparisons.

/// Counts down, and goes on after its end: what `fuse` is for.
struct Down(u8);
impl Iterator for Down {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.0 = self.0.wrapping_sub(1);
        if self.0 % 4 == 0 { None } else { Some(self.0) }
    }
}

pub fn next(a: u8) -> [Option<u8>; 3] {
    let mut d = Down(a);
    [d.next(), d.next(), d.next()]
}
pub fn default_size_hint(a: u8) -> (usize, Option<usize>) { Down(a).size_hint() }
pub fn count(a: u8, b: [u8; 4]) -> (usize, usize, usize) { (Down(a).count(), b.iter().count(), b.iter().filter(|x| **x > a).count()) }
pub fn last(a: u8, b: [u8; 4]) -> (Option<u8>, Option<u8>) { (Down(a).last(), b.iter().last().copied()) }
pub fn nth(a: u8, n: u8) -> (Option<u8>, Option<u8>) {
    let mut d = Down(a);
    (d.nth((n % 4) as usize), d.next())
}
pub fn for_each(a: [u8; 4]) -> u8 {
    let mut x = 0u8;
    a.iter().for_each(|y| x = x.wrapping_mul(5) ^ y);
    x
}
pub fn for_each_panics(a: [u8; 4]) -> u8 {
    let mut x = 0u8;
    a.iter().for_each(|y| x += y);
    x
}
pub fn fold(a: [u8; 4]) -> u8 { a.iter().fold(7, |x, y| x.wrapping_mul(31).wrapping_add(*y)) }
pub fn rfold(a: [u8; 4]) -> u8 { a.iter().rfold(7, |x, y| x.wrapping_mul(31).wrapping_add(*y)) }
pub fn try_fold(a: [u8; 4]) -> Option<u8> { a.iter().try_fold(0u8, |x, y| x.checked_add(*y)) }
pub fn try_fold_result(a: [u8; 4]) -> Result<u8, u8> { a.iter().try_fold(0u8, |x, y| x.checked_add(*y).ok_or(*y)) }
pub fn try_fold_rest(a: [u8; 4]) -> (Option<u8>, usize) {
    let mut i = a.iter();
    (i.try_fold(0u8, |x, y| x.checked_add(*y)), i.count())
}
pub fn try_rfold(a: [u8; 4]) -> Option<u8> { a.iter().try_rfold(0u8, |x, y| x.checked_add(*y)) }
pub fn try_for_each(a: [u8; 4]) -> core::ops::ControlFlow<u8> {
    use core::ops::ControlFlow;
    a.iter().try_for_each(|x| if *x > 100 { ControlFlow::Break(*x) } else { ControlFlow::Continue(()) })
}
pub fn try_for_each_result(a: [u8; 4]) -> Result<(), u8> { a.iter().try_for_each(|x| if *x > 100 { Err(*x) } else { Ok(()) }) }
pub fn reduce(a: [u8; 4], n: u8) -> Option<u8> { a.into_iter().take((n % 5) as usize).reduce(|x, y| x.wrapping_mul(3) ^ y) }
pub fn all_and_any(a: [u8; 4], b: u8) -> (bool, bool) { (a.iter().all(|x| *x < b), a.iter().any(|x| *x < b)) }
pub fn all_stops(a: [u8; 4]) -> (bool, usize) {
    let mut i = a.iter();
    (i.all(|x| *x < 200), i.len())
}
pub fn any_stops(a: [u8; 4]) -> (bool, usize) {
    let mut i = a.iter();
    (i.any(|x| *x > 200), i.len())
}
pub fn find(a: [u8; 4], b: u8) -> (Option<u8>, Option<u8>) { (a.iter().find(|x| **x > b).copied(), a.iter().rfind(|x| **x > b).copied()) }
pub fn find_map(a: [u8; 4], b: u8) -> Option<u8> { a.iter().find_map(|x| x.checked_sub(b)) }
pub fn position(a: [u8; 4], b: u8) -> (Option<usize>, Option<usize>) { (a.iter().position(|x| *x > b), a.iter().rposition(|x| *x > b)) }
pub fn max_and_min(a: [i8; 4], n: u8) -> (Option<i8>, Option<i8>) {
    let part = &a[..(n % 5) as usize];
    (part.iter().max().copied(), part.iter().copied().min())
}
pub fn max_by_key(a: [(u8, u8); 4]) -> (Option<(u8, u8)>, Option<(u8, u8)>) {
    (a.iter().max_by_key(|x| x.0 & 1).copied(), a.iter().min_by_key(|x| x.0 & 1).copied())
}
pub fn max_by(a: [(u8, u8); 4]) -> (Option<(u8, u8)>, Option<(u8, u8)>) {
    let by = |x: &&(u8, u8), y: &&(u8, u8)| (x.0 & 1).cmp(&(y.0 & 1));
    (a.iter().max_by(by).copied(), a.iter().min_by(by).copied())
}
pub fn sum(a: [u8; 4], b: [u16; 3]) -> (u32, u16) { (a.iter().map(|x| *x as u32).sum(), b.iter().map(|x| x / 4).sum::<u16>()) }
pub fn sum_panics(a: [u8; 4]) -> u8 { a.iter().sum() }
pub fn product_panics(a: [u8; 3]) -> u8 { a.iter().product() }
pub fn compare(a: [u8; 2], b: [u8; 3]) -> (core::cmp::Ordering, Option<core::cmp::Ordering>) { (a.iter().cmp(b.iter()), a.iter().partial_cmp(b.iter())) }
pub fn compare_bools(a: [bool; 2], b: [bool; 3]) -> (bool, bool, bool, bool) {
    (a.iter().lt(&b), a.iter().le(&b), a.iter().gt(b.iter()), a.iter().ge(b.iter()))
}
pub fn equal(a: [bool; 3], b: [bool; 3], n: u8) -> (bool, bool) {
    let part = &b[..(n % 4) as usize];
    (a.iter().eq(part), a.iter().ne(part))
}
pub fn is_sorted(a: [u8; 3]) -> (bool, bool, bool) {
    (a.iter().is_sorted(), a.iter().is_sorted_by(|x, y| x > y), a.iter().is_sorted_by_key(|x| *x & 3))
}
pub fn by_ref(a: [u8; 4]) -> (u8, u8) {
    let mut i = a.iter();
    let first = i.by_ref().take(2).fold(0, |x, y| x ^ y);
    (first, i.fold(0, |x, y| x ^ y))
}
pub fn through_reference(a: u8) -> (Option<u8>, usize) {
    let mut d = Down(a);
    let r = &mut d;
    let first = r.next();
    (first, r.count())
}
pub fn collect_unit(a: u8) { Down(a).map(|_| ()).collect() }
pub fn for_over_own(a: u8) -> u32 {
    let mut sum = 0;
    for x in Down(a) {
        sum += x as u32;
    }
    sum
}
pub fn nth_back(a: [u8; 4], n: u8) -> Option<u8> { a.iter().nth_back((n % 6) as usize).copied() }
pub fn own_extend(a: [u8; 3]) -> (u32, u32) {
    #[derive(Default)]
    struct Total(u32);
    impl Extend<u8> for Total {
        fn extend<I: IntoIterator<Item = u8>>(&mut self, iter: I) {
            for x in iter {
                self.0 += x as u32;
            }
        }
    }
    let (even, odd): (Total, Total) = a.into_iter().partition(|x| x % 2 == 0);
    (even.0, odd.0)
}
pub fn own_unzip(a: [(u8, u8); 3]) -> (u32, u32) {
    #[derive(Default)]
    struct Total(u32);
    impl Extend<u8> for Total {
        fn extend<I: IntoIterator<Item = u8>>(&mut self, iter: I) {
            for x in iter {
                self.0 = self.0 * 3 + x as u32;
            }
        }
    }
    let (x, y): (Total, Total) = a.into_iter().unzip();
    (x.0, y.0)
}
pub fn own_collect(a: [u8; 4]) -> ([u8; 3], usize) {
    struct Three([u8; 3], usize);
    impl FromIterator<u8> for Three {
        fn from_iter<I: IntoIterator<Item = u8>>(iter: I) -> Three {
            let mut three = Three([0; 3], 0);
            for x in iter {
                if three.1 < 3 {
                    three.0[three.1] = x;
                    three.1 += 1;
                }
            }
            three
        }
    }
    let three: Three = a.into_iter().filter(|x| x % 2 == 1).collect();
    (three.0, three.1)
}
