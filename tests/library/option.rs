//! `core::option`.

type O = Option<u8>;

pub fn is_some(a: Option<u8>) -> (bool, bool) { (a.is_some(), a.is_none()) }
pub fn is_some_and(a: Option<u8>, b: u8) -> (bool, bool) { (a.is_some_and(|x| x > b), a.is_none_or(|x| x > b)) }
pub fn as_ref(a: Option<u8>) -> Option<u16> { a.as_ref().map(|x| *x as u16 + 1) }
pub fn as_mut(a: Option<u8>) -> Option<u8> {
    let mut a = a;
    if let Some(x) = a.as_mut() {
        *x = x.wrapping_add(3);
    }
    a
}
pub fn expect(a: Option<u8>) -> u8 { a.expect("there") }
pub fn unwrap(a: Option<u8>) -> u8 { a.unwrap() }
pub fn unwrap_or(a: Option<u8>, b: u8) -> u8 { a.unwrap_or(b) }
pub fn unwrap_or_else(a: Option<u8>, b: u8) -> u8 { a.unwrap_or_else(|| b / 2) }
pub fn unwrap_or_else_panics(a: Option<u8>, b: u8) -> u8 { a.unwrap_or_else(|| b + 100) }
pub fn unwrap_or_default(a: Option<u8>) -> u8 { a.unwrap_or_default() }
pub fn map(a: Option<u8>) -> Option<bool> { a.map(|x| x > 7) }
pub fn map_panics(a: Option<u8>) -> Option<u8> { a.map(|x| x * 2) }
pub fn inspect(a: Option<u8>) -> (Option<u8>, u8) {
    let mut seen = 0;
    let b = a.inspect(|x| seen = **&x);
    (b, seen)
}
pub fn map_or(a: Option<u8>, b: u16) -> u16 { a.map_or(b, |x| x as u16) }
pub fn map_or_else(a: Option<u8>, b: u16) -> u16 { a.map_or_else(|| b ^ 1, |x| x as u16) }
pub fn ok_or(a: Option<u8>, e: i8) -> Result<u8, i8> { a.ok_or(e) }
pub fn ok_or_else(a: Option<u8>, e: i8) -> Result<u8, i8> { a.ok_or_else(|| e & 15) }
pub fn iter(a: Option<u8>) -> u8 {
    let mut sum = 0;
    for x in a.iter() {
        sum += *x;
    }
    for x in &a {
        sum ^= x;
    }
    for x in a {
        sum |= x;
    }
    sum
}
pub fn iter_mut(a: Option<u8>) -> Option<u8> {
    let mut a = a;
    for x in a.iter_mut() {
        *x ^= 1;
    }
    for x in &mut a {
        *x ^= 2;
    }
    a
}
pub fn iter_ends(a: Option<u8>) -> (usize, Option<u8>, Option<u8>) {
    let mut i = a.into_iter();
    (i.len(), i.next_back(), i.next())
}
pub fn and(a: Option<u8>, b: Option<i8>) -> Option<i8> { a.and(b) }
pub fn and_then(a: Option<u8>) -> Option<u8> { a.and_then(|x| x.checked_sub(9)) }
pub fn filter(a: Option<u8>) -> Option<u8> { a.filter(|x| *x % 2 == 0) }
pub fn or(a: Option<u8>, b: Option<u8>) -> Option<u8> { a.or(b) }
pub fn or_else(a: Option<u8>, b: Option<u8>) -> Option<u8> { a.or_else(|| b.map(|x| x / 2)) }
pub fn xor(a: Option<u8>, b: Option<u8>) -> Option<u8> { a.xor(b) }
pub fn insert(a: Option<u8>, b: u8) -> (Option<u8>, u8) {
    let mut a = a;
    let place = a.insert(b);
    *place ^= 255;
    let seen = *place;
    (a, seen)
}
pub fn get_or_insert(a: Option<u8>, b: u8) -> (u8, Option<u8>) {
    let mut a = a;
    let seen = *a.get_or_insert(b);
    (seen, a)
}
pub fn get_or_insert_with(a: Option<u8>, b: u8) -> Option<u8> {
    let mut a = a;
    *a.get_or_insert_with(|| b) ^= 3;
    a
}
pub fn get_or_insert_default(a: Option<u8>) -> (u8, Option<u8>) {
    let mut a = a;
    (*a.get_or_insert_default(), a)
}
pub fn take(a: Option<u8>) -> (Option<u8>, Option<u8>) {
    let mut a = a;
    let taken = a.take();
    (taken, a)
}
pub fn take_if(a: Option<u8>) -> (Option<u8>, Option<u8>) {
    let mut a = a;
    let taken = a.take_if(|x| {
        *x ^= 1;
        *x > 100
    });
    (taken, a)
}
pub fn replace(a: Option<u8>, b: u8) -> (Option<u8>, Option<u8>) {
    let mut a = a;
    let old = a.replace(b);
    (old, a)
}
pub fn zip(a: Option<u8>, b: Option<bool>) -> Option<(u8, bool)> { a.zip(b) }
pub fn unzip(a: Option<(u8, bool)>) -> (Option<u8>, Option<bool>) { a.unzip() }
pub fn copied(a: Option<u8>) -> (Option<u8>, Option<u8>) {
    let mut b = a;
    (a.as_ref().copied(), b.as_mut().copied())
}
pub fn cloned(a: Option<u8>) -> (Option<u8>, Option<u8>) {
    let mut b = a;
    (a.as_ref().cloned(), b.as_mut().cloned())
}
pub fn transpose(a: Option<Result<u8, i8>>) -> Result<Option<u8>, i8> { a.transpose() }
pub fn flatten(a: Option<Option<u8>>) -> Option<u8> { a.flatten() }
pub fn default() -> Option<u8> { O::default() }
pub fn from(a: u8) -> Option<u8> { Option::from(a) }
pub fn from_reference(a: Option<u8>) -> bool { Option::<&u8>::from(&a).is_some() }
pub fn question(a: Option<u8>, b: Option<u8>) -> Option<u8> { Some(a?.wrapping_add(b?)) }
pub fn comparison(a: Option<u8>, b: Option<u8>) -> (bool, bool, core::cmp::Ordering, Option<core::cmp::Ordering>) {
    (a == b, a < b, a.cmp(&b), a.partial_cmp(&b))
}
pub fn max(a: Option<u8>, b: Option<u8>) -> Option<u8> { a.max(b) }
pub fn clone(a: Option<u8>) -> Option<u8> { a.clone() }
pub fn as_deref(a: Option<u8>) -> Option<u8> {
    let w = a.map(core::cell::RefCell::new);
    let guard = w.as_ref().map(|c| c.borrow());
    guard.as_deref().copied()
}
pub fn as_deref_mut(a: Option<u8>) -> Option<u8> {
    let w = a.map(core::cell::RefCell::new);
    let mut guard = w.as_ref().map(|c| c.borrow_mut());
    if let Some(x) = guard.as_deref_mut() {
        *x ^= 8;
    }
    drop(guard);
    w.map(|c| c.into_inner())
}
pub fn collect(a: [Option<u8>; 3]) -> Option<()> { a.into_iter().map(|x| x.map(|_| ())).collect() }
pub fn sum(a: [Option<u8>; 3]) -> Option<u8> { a.into_iter().sum() }
pub fn product(a: [Option<u8>; 2]) -> Option<u8> { a.into_iter().product() }
pub fn unwrap_unchecked(a: u8) -> u8 { unsafe { Some(a).unwrap_unchecked() } }
