//! The adaptors of `core::iter`: what comes out, from both ends, in which order the closures run.

fn digest<I: Iterator<Item = u8>>(iter: I) -> (u32, u32) {
    iter.fold((0, 0), |(n, x), y| (n + 1, x.wrapping_mul(257).wrapping_add(y as u32)))
}
fn hint<I: Iterator>(iter: &I) -> (usize, Option<usize>) { iter.size_hint() }
fn few(n: u8) -> usize { (n % 6) as usize }

pub fn map(a: [u8; 4]) -> (u32, u32) { digest(a.iter().map(|x| x ^ 5)) }
pub fn map_back(a: [u8; 4]) -> (u32, u32) { digest(a.iter().map(|x| x ^ 5).rev()) }
pub fn map_exact(a: [u8; 4]) -> usize { a.iter().map(|x| *x).len() }
pub fn map_order(a: [u8; 3]) -> u32 {
    let mut trace = 0;
    for x in a.iter().map(|x| { trace = trace * 7 + *x as u32 % 5; x }) {
        let _ = x;
    }
    trace
}
pub fn filter(a: [u8; 4], b: u8) -> (u32, u32) { digest(a.into_iter().filter(|x| *x > b)) }
pub fn filter_back(a: [u8; 4], b: u8) -> (Option<u8>, (usize, Option<usize>)) {
    let f = a.into_iter().filter(|x| *x > b);
    let h = hint(&f);
    (f.rev().next(), h)
}
pub fn filter_map(a: [u8; 4], b: u8) -> (u32, u32) { digest(a.iter().filter_map(|x| x.checked_sub(b))) }
pub fn filter_map_back(a: [u8; 4], b: u8) -> (u32, u32) { digest(a.iter().filter_map(|x| x.checked_sub(b)).rev()) }
pub fn enumerate(a: [u8; 4]) -> u32 { a.iter().enumerate().fold(0, |s, (i, x)| s * 9 + i as u32 * *x as u32) }
pub fn enumerate_back(a: [u8; 4], n: u8) -> [Option<(usize, u8)>; 3] {
    let mut e = a.into_iter().enumerate();
    [e.nth(few(n)), e.next_back(), e.next()]
}
pub fn enumerate_nth_back(a: [u8; 4], n: u8) -> Option<(usize, u8)> { a.into_iter().enumerate().nth_back(few(n)) }
pub fn zip(a: [u8; 4], b: [u8; 3]) -> (u32, u32) { digest(a.iter().zip(b.iter()).map(|(x, y)| x ^ y)) }
pub fn zip_array(a: [u8; 2], b: [u8; 3]) -> ((usize, Option<usize>), (u32, u32)) {
    let z = a.iter().zip(b);
    (hint(&z), digest(z.map(|(x, y)| x ^ y)))
}
pub fn zip_back(a: [u8; 4], b: [u8; 3]) -> Option<(u8, u8)> { a.iter().copied().zip(b.iter().copied()).next_back() }
pub fn zip_function(a: [u8; 4], b: [u8; 3]) -> (u32, u32) { digest(core::iter::zip(a, b).map(|(x, y)| x ^ y)) }
pub fn zip_with_infinite(a: [u8; 3], b: u8) -> (u32, u32) { digest(a.into_iter().zip(b..).map(|(x, y)| x ^ y)) }
pub fn chain(a: [u8; 2], b: [u8; 2]) -> ((usize, Option<usize>), (u32, u32)) {
    let c = a.iter().chain(&b);
    (hint(&c), digest(c.copied()))
}
pub fn chain_back(a: [u8; 2], b: [u8; 2]) -> (u32, u32) { digest(a.iter().chain(&b).rev().copied()) }
pub fn chain_ends(a: [u8; 2], b: [u8; 1]) -> [Option<u8>; 4] {
    let mut c = a.into_iter().chain(b);
    [c.next_back(), c.next_back(), c.next(), c.next()]
}
pub fn chain_option(a: [u8; 2], b: Option<u8>) -> (u32, u32) { digest(a.into_iter().chain(b)) }
pub fn rev(a: [u8; 4]) -> (u32, u32) { digest(a.into_iter().rev()) }
pub fn rev_nth(a: [u8; 4], n: u8) -> (Option<u8>, Option<u8>) { (a.iter().rev().nth(few(n)).copied(), a.iter().rev().nth_back(few(n)).copied()) }
pub fn rev_range(a: u8, b: u8) -> (u32, u32) { digest((a..b).rev()) }
pub fn rev_inclusive(a: u8, b: u8) -> (u32, u32) { digest((a..=b).rev()) }
pub fn take(a: [u8; 4], n: u8) -> ((usize, Option<usize>), (u32, u32)) {
    let t = a.into_iter().take(few(n));
    (hint(&t), digest(t))
}
pub fn take_back(a: [u8; 4], n: u8) -> (u32, u32) { digest(a.iter().take(few(n)).rev().copied()) }
pub fn take_nth(a: [u8; 4], n: u8, m: u8) -> (Option<u8>, Option<u8>) {
    let mut t = a.iter().take(few(n));
    (t.nth(few(m)).copied(), t.nth_back(0).copied())
}
pub fn take_does_not_pull(a: [u8; 4], n: u8) -> (u32, u32) {
    let mut i = a.into_iter();
    i.by_ref().take(few(n)).for_each(drop);
    digest(i)
}
pub fn skip(a: [u8; 4], n: u8) -> ((usize, Option<usize>), (u32, u32)) {
    let s = a.into_iter().skip(few(n));
    (hint(&s), digest(s))
}
pub fn skip_back(a: [u8; 4], n: u8) -> (u32, u32) { digest(a.iter().skip(few(n)).rev().copied()) }
pub fn skip_nth(a: [u8; 4], n: u8, m: u8) -> (Option<u8>, Option<u8>) {
    let mut s = a.iter().skip(few(n));
    (s.nth(few(m)).copied(), s.nth_back(few(m)).copied())
}
pub fn skip_and_take(a: [u8; 6], n: u8, m: u8) -> (u32, u32) { digest(a.into_iter().skip(few(n)).take(few(m))) }
pub fn step_by(a: [u8; 6], n: u8) -> ((usize, Option<usize>), (u32, u32)) {
    let s = a.into_iter().step_by(few(n));
    (hint(&s), digest(s))
}
pub fn step_by_back(a: [u8; 6], n: u8) -> (u32, u32) { digest(a.iter().step_by(few(n) + 1).rev().copied()) }
pub fn step_by_both(a: [u8; 6], n: u8) -> [Option<u8>; 3] {
    let mut s = a.iter().copied().step_by(few(n) + 1);
    [s.next(), s.next_back(), s.next()]
}
pub fn step_by_range(a: u8, b: u8, n: u8) -> (u32, u32) { digest((a..b).step_by(n as usize + 1)) }
pub fn step_by_inclusive(a: u8, b: u8, n: u8) -> (u32, u32) { digest((a..=b).step_by(n as usize + 1)) }
pub fn step_by_large(a: i16) -> i32 { (a..=i16::MAX).step_by(5000).map(|x| x as i32).sum() }
pub fn step_by_nth(a: [u8; 6], n: u8, m: u8) -> Option<u8> { a.into_iter().step_by(few(n) + 1).nth(few(m)) }
pub fn take_while(a: [u8; 4], b: u8) -> ((u32, u32), usize) {
    let mut i = a.into_iter();
    let d = digest(i.by_ref().take_while(|x| *x < b));
    (d, i.len())
}
pub fn skip_while(a: [u8; 4], b: u8) -> (u32, u32) { digest(a.into_iter().skip_while(|x| *x < b)) }
pub fn map_while(a: [u8; 4], b: u8) -> (u32, u32) { digest(a.iter().map_while(|x| x.checked_sub(b))) }
pub fn scan(a: [u8; 4]) -> (u32, u32) {
    digest(a.iter().scan(1u8, |s, x| {
        *s = s.wrapping_mul(3).wrapping_add(*x);
        if *s % 7 == 0 { None } else { Some(*s) }
    }))
}
pub fn flat_map(a: [u8; 3]) -> (u32, u32) { digest(a.iter().flat_map(|x| 0..x % 4)) }
pub fn flat_map_back(a: [u8; 3]) -> (u32, u32) { digest(a.iter().flat_map(|x| 0..x % 4).rev()) }
pub fn flat_map_option(a: [u8; 3], b: u8) -> (u32, u32) { digest(a.iter().flat_map(|x| x.checked_sub(b))) }
pub fn flat_map_ends(a: [u8; 3]) -> ([Option<u8>; 3], (usize, Option<usize>)) {
    let mut f = a.iter().flat_map(|x| 0..x % 4);
    let ends = [f.next(), f.next_back(), f.next_back()];
    (ends, hint(&f))
}
pub fn flatten(a: [[u8; 2]; 3]) -> (u32, u32) { digest(a.into_iter().flatten()) }
pub fn flatten_back(a: [[u8; 2]; 3]) -> (u32, u32) { digest(a.iter().flatten().rev().copied()) }
pub fn flatten_options(a: [Option<u8>; 4]) -> (u32, u32) { digest(a.into_iter().flatten()) }
pub fn flatten_results(a: [Result<u8, bool>; 3]) -> (u32, u32) { digest(a.iter().flatten().copied()) }
struct Gaps(u8);
impl Iterator for Gaps {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        self.0 = self.0.wrapping_add(1);
        if self.0 % 3 == 0 { None } else { Some(self.0) }
    }
}
pub fn fuse(a: u8) -> [Option<u8>; 5] {
    let mut f = Gaps(a).fuse();
    [f.next(), f.next(), f.next(), f.next(), f.nth(1)]
}
pub fn without_fuse(a: u8) -> [Option<u8>; 4] {
    let mut f = Gaps(a);
    [f.next(), f.next(), f.next(), f.next()]
}
pub fn fuse_back(a: [u8; 2]) -> (Option<u8>, usize) {
    let mut f = a.into_iter().fuse();
    (f.next_back(), f.len())
}
pub fn chain_of_gaps(a: u8) -> [Option<u8>; 5] {
    let mut c = Gaps(a).chain(Gaps(a));
    [c.next(), c.next(), c.next(), c.next(), c.next()]
}
pub fn inspect(a: [u8; 4]) -> (u32, (u32, u32)) {
    let mut seen = 0;
    let d = digest(a.into_iter().inspect(|x| seen = seen * 3 + *x as u32).filter(|x| x % 2 == 0));
    (seen, d)
}
pub fn inspect_back(a: [u8; 3]) -> u32 {
    let mut seen = 0;
    a.iter().inspect(|x| seen = seen * 3 + **x as u32).rev().for_each(|_| {});
    seen
}
pub fn peekable(a: [u8; 4]) -> (Option<u8>, Option<u8>, (u32, u32)) {
    let mut p = a.into_iter().peekable();
    let first = p.peek().copied();
    let again = p.peek().copied();
    (first, again, digest(p))
}
pub fn peek_mut(a: [u8; 2]) -> (u32, u32) {
    let mut p = a.into_iter().peekable();
    if let Some(x) = p.peek_mut() {
        *x ^= 255;
    }
    digest(p)
}
pub fn peekable_end(a: [u8; 1]) -> ([Option<u8>; 3], (usize, Option<usize>)) {
    let mut p = a.into_iter().peekable();
    let next = p.next();
    let peek = p.peek().copied();
    let h = hint(&p);
    ([next, peek, p.next()], h)
}
pub fn peekable_back(a: [u8; 2]) -> ([Option<u8>; 3], usize) {
    let mut p = a.into_iter().peekable();
    p.peek();
    let n = p.len();
    ([p.next_back(), p.next_back(), p.next_back()], n)
}
pub fn next_if(a: [u8; 3], b: u8) -> (Option<u8>, Option<u8>, (u32, u32)) {
    let mut p = a.into_iter().peekable();
    let small = p.next_if(|x| *x < b);
    let same = p.next_if_eq(&b);
    (small, same, digest(p))
}
pub fn cycle(a: [u8; 3], n: u8) -> (u32, u32) { digest(a.iter().cycle().take((n % 9) as usize).copied()) }
pub fn cycle_of_nothing() -> (usize, (usize, Option<usize>)) {
    let none: [u8; 0] = [];
    (none.iter().cycle().take(5).count(), hint(&none.iter().cycle()))
}
pub fn copied(a: [u8; 4], n: u8) -> ((u32, u32), Option<u8>) { (digest(a.iter().copied()), a.iter().copied().nth(few(n))) }
pub fn cloned(a: [u8; 4]) -> ((u32, u32), Option<u8>, usize) { (digest(a.iter().cloned()), a.iter().cloned().next_back(), a.iter().cloned().len()) }
pub fn cloned_adaptors(a: [u8; 4], b: u8) -> ((u32, u32), (u32, u32)) {
    let i = a.iter().copied().filter(move |x| *x > b).map(|x| x ^ 1);
    (digest(i.clone()), digest(i))
}
pub fn long_chain(a: [u8; 6], n: u8) -> (u32, u32) {
    digest(a.iter().enumerate().skip(1).step_by(2).map(|(i, x)| x.wrapping_add(i as u8)).filter(|x| *x != n))
}
pub fn lazy_hints(a: [u8; 4], b: u8) -> [(usize, Option<usize>); 6] {
    let i = a.into_iter();
    [hint(&i.clone().take_while(|x| *x < b)), hint(&i.clone().skip_while(|x| *x < b)),
     hint(&i.clone().map_while(|x| x.checked_sub(b))), hint(&i.clone().scan(0, |_, x| Some(x))),
     hint(&i.clone().filter_map(|x| x.checked_sub(b))), hint(&i.inspect(|_| ()))]
}
pub fn finished_hints(a: [u8; 2], n: u8) -> [(usize, Option<usize>); 5] {
    let mut t = a.into_iter().take_while(|x| *x > 250);
    t.next();
    let mut p = a.into_iter().peekable();
    p.peek();
    let mut f = a.into_iter().fuse();
    f.nth(few(n));
    let mut c = a.into_iter().chain(a);
    c.nth(few(n));
    let mut e = a.into_iter().enumerate();
    e.nth(few(n));
    [hint(&t), hint(&p), hint(&f), hint(&c), hint(&e)]
}
