//! `core::result`.

pub fn is_ok(a: Result<u8, i8>) -> (bool, bool) { (a.is_ok(), a.is_err()) }
pub fn is_ok_and(a: Result<u8, i8>) -> (bool, bool) { (a.is_ok_and(|x| x > 9), a.is_err_and(|e| e < 0)) }
pub fn ok(a: Result<u8, i8>) -> (Option<u8>, Option<i8>) { (a.ok(), a.err()) }
pub fn as_ref(a: Result<u8, i8>) -> Result<u8, i8> { a.as_ref().map(|x| *x).map_err(|e| *e) }
pub fn as_mut(a: Result<u8, i8>) -> Result<u8, i8> {
    let mut a = a;
    match a.as_mut() {
        Ok(x) => *x ^= 1,
        Err(e) => *e ^= 2,
    }
    a
}
pub fn map(a: Result<u8, i8>) -> Result<u16, i8> { a.map(|x| x as u16 * 2) }
pub fn map_or(a: Result<u8, i8>, b: u8) -> u8 { a.map_or(b, |x| x / 2) }
pub fn map_or_else(a: Result<u8, i8>) -> i16 { a.map_or_else(|e| e as i16, |x| x as i16) }
pub fn map_err(a: Result<u8, i8>) -> Result<u8, bool> { a.map_err(|e| e > 0) }
pub fn inspect(a: Result<u8, i8>) -> (i16, Result<u8, i8>) {
    let mut seen = 0;
    let b = a.inspect(|x| seen = *x as i16);
    let mut other = 0;
    let b = b.inspect_err(|e| other = *e as i16);
    (seen + other, b)
}
pub fn iter(a: Result<u8, i8>) -> u8 {
    let mut a = a;
    for x in a.iter_mut() {
        *x ^= 1;
    }
    let mut sum = 0;
    for x in a.iter() {
        sum |= x;
    }
    for x in &a {
        sum ^= x;
    }
    for x in &mut a {
        *x |= 1;
    }
    for x in a {
        sum |= x;
    }
    sum
}
pub fn expect(a: Result<u8, i8>) -> u8 { a.expect("fine") }
pub fn unwrap(a: Result<u8, i8>) -> u8 { a.unwrap() }
pub fn expect_err(a: Result<u8, i8>) -> i8 { a.expect_err("bad") }
pub fn unwrap_err(a: Result<u8, i8>) -> i8 { a.unwrap_err() }
pub fn unwrap_or(a: Result<u8, i8>, b: u8) -> u8 { a.unwrap_or(b) }
pub fn unwrap_or_else(a: Result<u8, i8>) -> u8 { a.unwrap_or_else(|e| e.unsigned_abs()) }
pub fn unwrap_or_default(a: Result<u8, i8>) -> u8 { a.unwrap_or_default() }
pub fn and(a: Result<u8, i8>, b: Result<bool, i8>) -> Result<bool, i8> { a.and(b) }
pub fn and_then(a: Result<u8, i8>) -> Result<u8, i8> { a.and_then(|x| x.checked_sub(10).ok_or(7)) }
pub fn or(a: Result<u8, i8>, b: Result<u8, bool>) -> Result<u8, bool> { a.or(b) }
pub fn or_else(a: Result<u8, i8>) -> Result<u8, bool> { a.or_else(|e| if e > 0 { Ok(e as u8) } else { Err(e == 0) }) }
pub fn copied(a: Result<u8, i8>) -> Result<u8, bool> { a.as_ref().map_err(|_| true).copied() }
pub fn cloned(a: Result<u8, i8>) -> Result<u8, i8> {
    let mut a = a;
    let b = a.as_ref().map_err(|e| *e).cloned();
    let c = a.as_mut().map_err(|e| *e).copied();
    b.and(c)
}
pub fn transpose(a: Result<Option<u8>, i8>) -> Option<Result<u8, i8>> { a.transpose() }
pub fn flatten(a: Result<Result<u8, i8>, i8>) -> Result<u8, i8> { a.flatten() }
pub fn question(a: Result<u8, i8>) -> Result<u8, i16> { Ok(a? ^ 1) }
pub fn comparison(a: Result<u8, i8>, b: Result<u8, i8>) -> (bool, bool, core::cmp::Ordering) { (a == b, a < b, a.cmp(&b)) }
pub fn as_deref(a: Result<u8, i8>) -> Result<u8, i8> {
    let w = a.map(core::cell::RefCell::new);
    let guard = w.as_ref().map(|c| c.borrow()).map_err(|e| *e);
    guard.as_deref().map(|x| *x).map_err(|e| *e)
}
pub fn collect(a: [Result<u8, i8>; 3]) -> Result<(), i8> { a.into_iter().map(|x| x.map(|_| ())).collect() }
pub fn sum(a: [Result<u8, i8>; 3]) -> Result<u8, i8> { a.into_iter().sum() }
pub fn product(a: [Result<u8, i8>; 2]) -> Result<u8, i8> { a.into_iter().product() }
pub fn unwrap_unchecked(a: u8) -> u8 { unsafe { Ok::<u8, i8>(a).unwrap_unchecked() } }
pub fn as_deref_mut(a: Result<u8, i8>) -> Result<u8, i8> {
    let w = a.map(core::cell::RefCell::new);
    let mut guard = w.as_ref().map(|c| c.borrow_mut()).map_err(|e| *e);
    if let Ok(x) = guard.as_deref_mut() {
        *x ^= 8;
    }
    drop(guard);
    w.map(|c| c.into_inner())
}
