//! `core::ops`: ranges and control flow.

use core::ops::{Bound, ControlFlow, RangeBounds};

pub fn fields(a: u8, b: u8) -> (u8, u8, u8, u8, u8) { ((a..b).start, (a..b).end, (a..).start, (..b).end, (..=b).end) }
pub fn inclusive_parts(a: u8, b: u8) -> (u8, u8, (u8, u8)) { (*(a..=b).start(), *(a..=b).end(), (a..=b).into_inner()) }
pub fn inclusive_new(a: u8, b: u8) -> (u8, u8) { core::ops::RangeInclusive::new(a, b).into_inner() }
pub fn equality(a: u8, b: u8) -> (bool, bool, bool) { ((a..b) == (b..a), (a..=b) == (a..=b), (a..) == (b..)) }
pub fn exhausted(a: u8) -> (bool, bool, bool, Option<u8>) {
    let mut r = a..=a;
    let before = r.is_empty();
    r.next();
    (before, r.is_empty(), r.contains(&a), r.next())
}
pub fn exhausted_slice(a: [u8; 4], n: u8) -> usize {
    let n = (n % 5) as usize;
    let mut r = n..=n;
    r.next();
    a[r].len()
}
pub fn exhausted_back(a: u8) -> (Option<u8>, Option<u8>, bool) {
    let mut r = a..=a;
    (r.next_back(), r.next_back(), r.is_empty())
}
pub fn inclusive_at_the_top(a: u8) -> usize { (a..=u8::MAX).count() }
pub fn floats(a: f32, b: f32, x: f32) -> (bool, bool, bool) { ((a..b).contains(&x), (a..=b).contains(&x), (a..b).is_empty()) }
pub fn len(a: u16, b: u16) -> (usize, usize) { ((a..b).len(), (a..=b).len()) }
pub fn clone_and_go_on(a: u8) -> (Option<u8>, Option<u8>) {
    let mut r = a..a.saturating_add(3);
    let mut s = r.clone();
    (r.next(), s.nth(1))
}
fn bounds<R: RangeBounds<u8>>(r: R) -> (Bound<u8>, Bound<u8>) { (r.start_bound().cloned(), r.end_bound().cloned()) }
pub fn range_bounds(a: u8, b: u8) -> [(Bound<u8>, Bound<u8>); 6] {
    [bounds(a..b), bounds(a..=b), bounds(a..), bounds(..b), bounds(..=b), bounds(..)]
}
pub fn bounds_contain(a: u8, b: u8, x: u8) -> (bool, bool, bool) {
    fn has(r: impl RangeBounds<u8>, x: u8) -> bool { r.contains(&x) }
    (has((Bound::Excluded(a), Bound::Included(b)), x), has(a..=b, x), has(.., x))
}
pub fn bound_map(a: u8) -> (Bound<u16>, Bound<u16>) { (Bound::Included(a).map(|x| x as u16 + 1), Bound::<u8>::Unbounded.map(|x| x as u16)) }
pub fn control_flow(a: u8) -> (bool, bool, Option<u8>) {
    let c: ControlFlow<u8, ()> = if a > 9 { ControlFlow::Break(a) } else { ControlFlow::Continue(()) };
    (c.is_break(), c.is_continue(), c.break_value())
}
pub fn control_flow_map(a: Option<u8>) -> (ControlFlow<u16, bool>, ControlFlow<u8, i8>, Option<bool>) {
    let c = match a {
        Some(x) => ControlFlow::Break(x),
        None => ControlFlow::Continue(true),
    };
    (c.map_break(|x| x as u16), c.map_continue(|x| x as i8), c.continue_value())
}
pub fn control_flow_question(a: u8) -> ControlFlow<u8, u8> {
    fn step(x: u8) -> ControlFlow<u8, u8> { if x > 100 { ControlFlow::Break(x) } else { ControlFlow::Continue(x + 1) } }
    let y = step(a)?;
    ControlFlow::Continue(y * 2)
}
pub fn closures(a: u8, b: u8) -> (u8, u8, u8) {
    fn apply<F: Fn(u8) -> u8>(f: F, x: u8) -> u8 { f(x) }
    fn apply_mut<F: FnMut(u8) -> u8>(mut f: F, x: u8) -> u8 { f(x) ^ f(x) }
    let add = |x: u8| x.wrapping_add(b);
    let mut last = 0;
    let mut keep = |x: u8| { let old = last; last = x; old };
    (apply(&add, a), apply_mut(&mut keep, a), apply_mut(add, b))
}
