//! `core::slice`: methods of `[T]`. Lengths and positions come as small numbers.

fn part(a: &[u8; 6], n: u8) -> &[u8] { &a[..(n % 7) as usize] }
fn at(n: u8) -> usize { (n % 8) as usize }

pub fn len(a: [u8; 6], n: u8) -> (usize, bool) { (part(&a, n).len(), part(&a, n).is_empty()) }
pub fn first(a: [u8; 6], n: u8) -> (Option<u8>, Option<u8>) { (part(&a, n).first().copied(), part(&a, n).last().copied()) }
pub fn first_mut(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    let part = &mut a[..(n % 7) as usize];
    if let Some(x) = part.first_mut() {
        *x = 1;
    }
    if let Some(x) = part.last_mut() {
        *x = 2;
    }
    a
}
pub fn split_first(a: [u8; 6], n: u8) -> (Option<(u8, usize)>, Option<(u8, usize)>) {
    let p = part(&a, n);
    (p.split_first().map(|(x, r)| (*x, r.len())), p.split_last().map(|(x, r)| (*x, r.len())))
}
pub fn split_first_mut(a: [u8; 3]) -> [u8; 3] {
    let mut a = a;
    if let Some((x, rest)) = a.split_first_mut() {
        *x = rest[0];
        rest[1] = 9;
    }
    if let Some((x, rest)) = a.split_last_mut() {
        *x ^= rest[1];
    }
    a
}
pub fn first_chunk(a: [u8; 6], n: u8) -> (Option<[u8; 2]>, Option<[u8; 2]>) {
    (part(&a, n).first_chunk().copied(), part(&a, n).last_chunk().copied())
}
pub fn split_chunk(a: [u8; 6], n: u8) -> (Option<([u8; 2], usize)>, Option<(usize, [u8; 2])>) {
    let p = part(&a, n);
    (p.split_first_chunk().map(|(c, r)| (*c, r.len())), p.split_last_chunk().map(|(r, c)| (r.len(), *c)))
}
pub fn chunk_mut(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    let part = &mut a[..(n % 7) as usize];
    if let Some([x, _]) = part.first_chunk_mut() {
        *x = 1;
    }
    if let Some([x, _]) = part.last_chunk_mut() {
        *x = 2;
    }
    a
}
pub fn get(a: [u8; 6], i: u8) -> Option<u8> { a.get(at(i)).copied() }
pub fn get_range(a: [u8; 6], i: u8, j: u8) -> (Option<usize>, Option<usize>, Option<usize>) {
    (a.get(at(i)..at(j)).map(<[u8]>::len), a.get(at(i)..).map(<[u8]>::len), a.get(..at(j)).map(<[u8]>::len))
}
pub fn get_inclusive(a: [u8; 6], i: u8, j: u8) -> (Option<usize>, Option<usize>, Option<usize>) {
    (a.get(at(i)..=at(j)).map(<[u8]>::len), a.get(..=at(j)).map(<[u8]>::len), a.get(..).map(<[u8]>::len))
}
pub fn get_mut(a: [u8; 6], i: u8, j: u8) -> [u8; 6] {
    let mut a = a;
    if let Some(x) = a.get_mut(at(i)) {
        *x = 1;
    }
    if let Some(p) = a.get_mut(at(i)..at(j)) {
        p.fill(7);
    }
    a
}
pub fn index(a: [u8; 6], i: u8) -> u8 { part(&a, 4)[at(i)] }
pub fn index_write(a: [u8; 6], i: u8) -> [u8; 6] {
    let mut a = a;
    a[..4][at(i)] = 77;
    a
}
pub fn index_by_trait(a: [u8; 6], i: u8) -> u8 { *core::ops::Index::index(&a, at(i)) }
pub fn index_range(a: [u8; 6], i: u8, j: u8) -> usize { a[at(i)..at(j)].len() }
pub fn index_from(a: [u8; 6], i: u8) -> usize { a[at(i)..].len() }
pub fn index_to(a: [u8; 6], i: u8) -> usize { a[..at(i)].len() }
pub fn index_inclusive(a: [u8; 6], i: u8, j: u8) -> usize { a[at(i)..=at(j)].len() }
pub fn index_to_inclusive(a: [u8; 6], i: u8) -> usize { a[..=at(i)].len() }
pub fn index_wide(a: [u8; 6], i: usize, j: usize) -> usize { a[i..j].len() }
pub fn index_wide_inclusive(a: [u8; 6], i: usize, j: usize) -> usize { a[i..=j].len() }
pub fn index_range_mut(a: [u8; 6], i: u8, j: u8) -> [u8; 6] {
    let mut a = a;
    a[at(i)..at(j)].reverse();
    a
}
pub fn index_bounds(a: [u8; 6], i: u8, j: u8) -> usize {
    use core::ops::Bound::{Excluded, Included};
    a[(Excluded(at(i)), Included(at(j)))].len()
}
pub fn swap(a: [u8; 6], i: u8, j: u8) -> [u8; 6] {
    let mut a = a;
    a.swap(at(i), at(j));
    a
}
pub fn reverse(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    a[..(n % 7) as usize].reverse();
    a
}
pub fn iter(a: [u8; 6], n: u8) -> (u8, usize) {
    let mut x = 0u8;
    for y in part(&a, n) {
        x = x.wrapping_mul(3).wrapping_add(*y);
    }
    (x, part(&a, n).iter().len())
}
pub fn iter_ends(a: [u8; 6], n: u8) -> [Option<u8>; 4] {
    let mut i = part(&a, n).iter();
    [i.next(), i.next_back(), i.nth(1), i.nth_back(0)].map(|x| x.copied())
}
pub fn iter_as_slice(a: [u8; 6], n: u8) -> (usize, usize) {
    let mut i = part(&a, n).iter();
    i.next();
    let clone = i.clone();
    (i.as_slice().len(), clone.count())
}
pub fn iter_mut(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    for x in &mut a[..(n % 7) as usize] {
        *x = x.wrapping_add(1);
    }
    for x in a.iter_mut().rev().skip(2) {
        *x ^= 1;
    }
    a
}
pub fn windows(a: [u8; 6], n: u8) -> (usize, u8) {
    let w = a.windows((n % 8) as usize);
    (w.len(), w.fold(0u8, |s, p| s.wrapping_mul(3).wrapping_add(p[p.len() - 1])))
}
pub fn windows_back(a: [u8; 6], n: u8) -> Option<[u8; 2]> { part(&a, n).windows(2).next_back().map(|p| [p[0], p[1]]) }
pub fn chunks(a: [u8; 6], n: u8, m: u8) -> (usize, u8) {
    let c = part(&a, m).chunks((n % 5) as usize);
    (c.len(), c.fold(0u8, |s, p| s.wrapping_mul(3).wrapping_add(p[0]).wrapping_add(p.len() as u8)))
}
pub fn chunks_back(a: [u8; 6], n: u8, m: u8) -> u8 {
    let c = part(&a, m).chunks((n % 4) as usize + 1).rev();
    c.fold(0u8, |s, p| s.wrapping_mul(3).wrapping_add(p[0]).wrapping_add(p.len() as u8))
}
pub fn chunks_mut(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    for (i, p) in a.chunks_mut((n % 5) as usize).enumerate() {
        p[0] = i as u8;
    }
    a
}
pub fn chunks_exact(a: [u8; 6], n: u8, m: u8) -> (usize, usize, u8) {
    let c = part(&a, m).chunks_exact((n % 5) as usize);
    (c.len(), c.remainder().len(), c.fold(0u8, |s, p| s.wrapping_mul(3).wrapping_add(p[0])))
}
pub fn chunks_exact_mut(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    let mut c = a.chunks_exact_mut((n % 4) as usize + 1);
    for p in &mut c {
        p[0] = 99;
    }
    for x in c.into_remainder() {
        *x = 98;
    }
    a
}
pub fn rchunks(a: [u8; 6], n: u8, m: u8) -> (usize, u8) {
    let c = part(&a, m).rchunks((n % 5) as usize);
    (c.len(), c.fold(0u8, |s, p| s.wrapping_mul(3).wrapping_add(p[0]).wrapping_add(p.len() as u8)))
}
pub fn rchunks_mut(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    for (i, p) in a.rchunks_mut((n % 5) as usize).enumerate() {
        p[0] = i as u8;
    }
    a
}
pub fn rchunks_exact(a: [u8; 6], n: u8, m: u8) -> (usize, usize, u8) {
    let c = part(&a, m).rchunks_exact((n % 5) as usize);
    (c.len(), c.remainder().len(), c.fold(0u8, |s, p| s.wrapping_mul(3).wrapping_add(p[0])))
}
pub fn chunk_by(a: [u8; 6]) -> (usize, usize) {
    let runs = a.chunk_by(|x, y| x <= y);
    runs.fold((0, 0), |(n, longest), run| (n + 1, run.len().max(longest)))
}
pub fn split(a: [bool; 6]) -> (usize, usize, usize) {
    let mut i = a.split(|x| *x);
    let first = i.next().map_or(9, |p| p.len());
    let last = i.next_back().map_or(9, |p| p.len());
    (first, last, i.count())
}
pub fn split_mut(a: [bool; 6]) -> [bool; 6] {
    let mut a = a;
    for p in a.split_mut(|x| *x) {
        p.reverse();
        if let Some(x) = p.first_mut() {
            *x = true;
        }
    }
    a
}
pub fn split_at(a: [u8; 6], n: u8) -> (usize, usize) {
    let (x, y) = a.split_at(at(n));
    (x.len(), y.len())
}
pub fn split_at_mut(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    let (x, y) = a.split_at_mut(at(n));
    if !x.is_empty() && !y.is_empty() {
        core::mem::swap(&mut x[0], &mut y[0]);
    }
    a
}
pub fn split_at_checked(a: [u8; 6], n: u8) -> Option<(usize, usize)> { a.split_at_checked(at(n)).map(|(x, y)| (x.len(), y.len())) }
pub fn rotate(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    a.rotate_left(at(n));
    a
}
pub fn rotate_right(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    a.rotate_right(at(n));
    a
}
pub fn fill(a: [u8; 6], n: u8, x: u8) -> [u8; 6] {
    let mut a = a;
    a[..(n % 7) as usize].fill(x);
    a
}
pub fn fill_with(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    let mut next = 0;
    a[..(n % 7) as usize].fill_with(|| {
        next += 1;
        next
    });
    a
}
pub fn clone_from_slice(a: [u8; 6], b: [u8; 6], n: u8, m: u8) -> [u8; 6] {
    let mut a = a;
    a[..(n % 4) as usize].clone_from_slice(&b[..(m % 4) as usize]);
    a
}
pub fn copy_from_slice(a: [u8; 6], b: [u8; 6], n: u8, m: u8) -> [u8; 6] {
    let mut a = a;
    a[..(n % 4) as usize].copy_from_slice(&b[..(m % 4) as usize]);
    a
}
pub fn copy_within(a: [u8; 6], i: u8, j: u8, d: u8) -> [u8; 6] {
    let mut a = a;
    a.copy_within(at(i)..at(j), at(d));
    a
}
pub fn copy_within_inclusive(a: [u8; 6], i: u8, d: u8) -> [u8; 6] {
    let mut a = a;
    a.copy_within(..=at(i), at(d));
    a
}
pub fn copy_within_from(a: [u8; 6], i: u8) -> [u8; 6] {
    let mut a = a;
    a.copy_within(at(i).., 0);
    a
}
pub fn swap_with_slice(a: [u8; 6], b: [u8; 6], n: u8, m: u8) -> ([u8; 6], [u8; 6]) {
    let (mut a, mut b) = (a, b);
    a[..(n % 4) as usize].swap_with_slice(&mut b[..(m % 4) as usize]);
    (a, b)
}
pub fn contains(a: [u8; 6], x: u8) -> (bool, bool) { (a.contains(&x), a.contains(&a[5])) }
pub fn starts_with(a: [bool; 4], b: [bool; 2]) -> (bool, bool) { (a.starts_with(&b), a.ends_with(&b)) }
pub fn starts_with_more(a: [bool; 2], b: [bool; 3]) -> (bool, bool) { (a.starts_with(&b), a.ends_with(&b[1..])) }
pub fn strip(a: [bool; 4], b: [bool; 2]) -> (Option<usize>, Option<usize>) {
    (a.strip_prefix(&b).map(<[bool]>::len), a.strip_suffix(&b).map(<[bool]>::len))
}
pub fn binary_search(a: [u8; 6], x: u8) -> Result<usize, usize> {
    let mut a = a.map(|x| x / 16);
    a.sort();
    a.binary_search(&(x / 16))
}
pub fn binary_search_by(a: [u8; 6], x: u8) -> (Result<usize, usize>, Result<usize, usize>) {
    (a.binary_search_by(|y| y.cmp(&x)), a.binary_search_by_key(&(x / 2), |y| y / 2))
}
pub fn partition_point(a: [u8; 6], x: u8) -> usize {
    let mut a = a;
    a.sort_unstable();
    a.partition_point(|y| *y < x)
}
pub fn is_sorted(a: [u8; 3]) -> (bool, bool, bool) {
    (a.is_sorted(), a.is_sorted_by(|x, y| x > y), a.is_sorted_by_key(|x| x & 7))
}
pub fn is_sorted_floats(a: [f32; 2]) -> bool { a.is_sorted() }
pub fn sort(a: [i8; 6]) -> [i8; 6] {
    let mut a = a;
    a.sort();
    a
}
pub fn sort_by(a: [i8; 6]) -> [i8; 6] {
    let mut a = a;
    a.sort_by(|x, y| y.cmp(x));
    a
}
pub fn sort_is_stable(a: [(u8, u8); 5]) -> [(u8, u8); 5] {
    let mut a = a;
    a.sort_by_key(|x| x.0 & 3);
    a
}
pub fn sort_unstable(a: [i8; 6]) -> [i8; 6] {
    let mut a = a;
    a.sort_unstable();
    a
}
pub fn sort_unstable_by(a: [i8; 6]) -> ([i8; 6], [u8; 6]) {
    let mut b = a;
    b.sort_unstable_by(|x, y| y.cmp(x));
    let mut c = a.map(|x| x as u8);
    c.sort_unstable_by_key(|x| !*x);
    (b, c)
}
pub fn select_nth(a: [i8; 6], n: u8) -> i8 {
    let mut a = a;
    *a.select_nth_unstable(at(n)).1
}
pub fn as_array(a: [u8; 6], n: u8) -> Option<[u8; 3]> { part(&a, n).as_array().copied() }
pub fn empty_default() -> (usize, usize) {
    let none: &[u8] = Default::default();
    (none.len(), none.iter().count())
}
pub fn nested(a: [[u8; 2]; 3], i: u8, j: u8) -> u8 { a[at(i) & 3][at(j) & 1] }
pub fn rest_pattern(a: [u8; 6], n: u8) -> (u8, usize) {
    match part(&a, n) {
        [] => (0, 0),
        [x] => (*x, 1),
        [x, middle @ .., y] => (x ^ y, middle.len()),
    }
}
pub fn into_slice(a: [u8; 3]) -> ([u8; 3], usize) {
    let mut a = a;
    let mut i = a.iter_mut();
    i.next();
    let n = i.as_slice().len();
    i.into_slice()[0] = 9;
    (a, n)
}
pub fn split_at_mut_checked(a: [u8; 6], n: u8) -> ([u8; 6], bool) {
    let mut a = a;
    let there = match a.split_at_mut_checked(at(n)) {
        Some((x, _)) => {
            x.fill(1);
            true
        }
        None => false,
    };
    (a, there)
}
pub fn as_mut_array(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    if let Some([x, _]) = a[..(n % 7) as usize].as_mut_array() {
        *x = 1;
    }
    a
}
pub fn get_unchecked(a: [u8; 6], n: u8) -> u8 {
    let mut a = a;
    unsafe {
        *a.get_unchecked_mut((n % 6) as usize) ^= 1;
        *a.get_unchecked((n % 6) as usize)
    }
}
pub fn select_nth_by(a: [i8; 6], n: u8) -> (i8, i8) {
    let (mut b, mut c) = (a, a);
    let i = (n % 6) as usize;
    (*b.select_nth_unstable_by(i, |x, y| y.cmp(x)).1, *c.select_nth_unstable_by_key(i, |x| (x.unsigned_abs(), *x)).1)
}
fn sizes<'a>(parts: impl Iterator<Item = &'a [u8]>) -> (u32, u32) {
    parts.fold((0, 7), |(n, x), p| (n + 1, p.iter().fold(x.wrapping_mul(13), |x, b| x.wrapping_mul(31).wrapping_add(*b as u32))))
}
pub fn rsplit(a: [u8; 6]) -> ((u32, u32), (u32, u32)) { (sizes(a.rsplit(|x| x % 3 == 0)), sizes(a.rsplit(|x| x % 3 == 0).rev())) }
pub fn splitn(a: [u8; 6], n: u8) -> ((u32, u32), (u32, u32)) {
    (sizes(a.splitn((n % 4) as usize, |x| x % 3 == 0)), sizes(a.rsplitn((n % 4) as usize, |x| x % 3 == 0)))
}
pub fn split_inclusive(a: [u8; 6], n: u8) -> ((u32, u32), (u32, u32)) {
    (sizes(part(&a, n).split_inclusive(|x| x % 3 == 0)), sizes(part(&a, n).split_inclusive(|x| x % 3 == 0).rev()))
}
pub fn split_chunk_mut(a: [u8; 6], n: u8) -> [u8; 6] {
    let mut a = a;
    if let Some(([x, _], rest)) = a[..(n % 7) as usize].split_first_chunk_mut() {
        *x ^= rest.len() as u8;
    }
    if let Some((rest, [_, x])) = a[..(n % 7) as usize].split_last_chunk_mut() {
        *x ^= rest.len() as u8;
    }
    a
}
