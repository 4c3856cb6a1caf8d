//! `core::cell`.

use core::cell::{Cell, OnceCell, Ref, RefCell, RefMut, UnsafeCell};

pub fn set_and_get(a: u8, b: u8) -> (u8, u8) {
    let c = Cell::new(a);
    let first = c.get();
    c.set(b);
    (first, c.get())
}
pub fn shared(a: u8, b: u8) -> u8 {
    let c = Cell::new(a);
    let (x, y) = (&c, &c);
    x.set(b);
    y.set(y.get().wrapping_add(a));
    x.get()
}
pub fn replace(a: u8, b: u8) -> (u8, u8) {
    let c = Cell::new(a);
    (c.replace(b), c.into_inner())
}
pub fn swap(a: u8, b: u8) -> (u8, u8) {
    let (c, d) = (Cell::new(a), Cell::new(b));
    c.swap(&d);
    (c.get(), d.get())
}
pub fn take(a: u8) -> (u8, u8) {
    let c = Cell::new(a);
    (c.take(), c.get())
}
pub fn update(a: u8) -> u8 {
    let c = Cell::new(a);
    c.update(|x| x ^ 1);
    c.get()
}
pub fn get_mut(a: u8) -> u8 {
    let mut c = Cell::new(a);
    *c.get_mut() ^= 7;
    c.get()
}
pub fn cell_traits(a: u8, b: u8) -> (bool, bool, core::cmp::Ordering, u8, u8) {
    let (c, d) = (Cell::new(a), Cell::from(b));
    (c == d, c < d, c.cmp(&d), c.clone().get(), Cell::<u8>::default().get())
}
pub fn in_struct(a: u8) -> u8 {
    struct S { hits: Cell<u8>, limit: u8 }
    impl S {
        fn hit(&self) -> bool {
            self.hits.set(self.hits.get() + 1);
            self.hits.get() > self.limit
        }
    }
    let s = S { hits: Cell::new(a), limit: 100 };
    s.hit();
    s.hit();
    s.hits.get()
}
pub fn unsafe_cell(a: u8) -> u8 {
    let mut c = UnsafeCell::new(a);
    *c.get_mut() ^= 1;
    c.into_inner()
}

pub fn borrow(a: u8) -> u8 {
    let c = RefCell::new(a);
    let (x, y) = (c.borrow(), c.borrow());
    x.wrapping_add(*y)
}
pub fn borrow_mut(a: u8) -> u8 {
    let c = RefCell::new(a);
    *c.borrow_mut() ^= 5;
    c.into_inner()
}
pub fn borrow_while_writing(a: bool) -> u8 {
    let c = RefCell::new(1);
    let guard = if a { Some(c.borrow_mut()) } else { None };
    let x = *c.borrow();
    drop(guard);
    x
}
pub fn borrow_mut_while_reading(a: bool) -> u8 {
    let c = RefCell::new(1);
    let guard = if a { Some(c.borrow()) } else { None };
    *c.borrow_mut() = 2;
    drop(guard);
    c.into_inner()
}
pub fn borrow_mut_twice(a: bool) -> u8 {
    let c = RefCell::new(1);
    let mut one = c.borrow_mut();
    *one += 1;
    if !a {
        drop(one);
        *c.borrow_mut() += 1;
        return c.into_inner();
    }
    let two = c.borrow_mut();
    *two
}
pub fn try_borrows(a: u8) -> (bool, bool, bool, bool) {
    let c = RefCell::new(a);
    let reader = c.borrow();
    let (x, y) = (c.try_borrow().is_ok(), c.try_borrow_mut().is_ok());
    drop(reader);
    let writer = c.borrow_mut();
    let (z, w) = (c.try_borrow().is_ok(), c.try_borrow_mut().is_ok());
    drop(writer);
    (x, y, z, w)
}
pub fn released_by_scope(a: u8) -> u8 {
    let c = RefCell::new(a);
    {
        let mut g = c.borrow_mut();
        *g ^= 1;
    }
    let x = *c.borrow();
    x
}
pub fn released_by_statement(a: u8) -> u8 {
    let c = RefCell::new(a);
    *c.borrow_mut() ^= 1;
    *c.borrow_mut() ^= 2;
    let x = *c.borrow();
    x
}
pub fn held_by_match(a: u8) -> u8 {
    let c = RefCell::new(a);
    match *c.borrow() {
        0..=9 => *c.borrow_mut() = 0,
        _ => {}
    }
    c.into_inner()
}
pub fn refcell_replace(a: u8, b: u8) -> (u8, u8, u8) {
    let c = RefCell::new(a);
    let x = c.replace(b);
    let y = c.replace_with(|z| z.wrapping_add(1));
    (x, y, c.take())
}
pub fn refcell_replace_borrowed(a: bool) -> u8 {
    let c = RefCell::new(3);
    let guard = if a { Some(c.borrow()) } else { None };
    let old = c.replace(4);
    drop(guard);
    old
}
pub fn refcell_swap(a: u8, b: u8) -> (u8, u8) {
    let (c, d) = (RefCell::new(a), RefCell::new(b));
    c.swap(&d);
    (c.into_inner(), d.into_inner())
}
pub fn refcell_take_borrowed(a: bool) -> u8 {
    let c = RefCell::new(3);
    let guard = if a { Some(c.borrow()) } else { None };
    let old = c.take();
    drop(guard);
    old
}
pub fn refcell_get_mut(a: u8) -> u8 {
    let mut c = RefCell::new(a);
    *c.get_mut() ^= 1;
    c.into_inner()
}
pub fn refcell_traits(a: u8, b: u8) -> (bool, bool, core::cmp::Ordering, u8) {
    let (c, d) = (RefCell::new(a), RefCell::from(b));
    (c == d, c < d, c.cmp(&d), c.clone().into_inner())
}
pub fn map(a: (u8, u8)) -> (u8, (u8, u8)) {
    let c = RefCell::new(a);
    let second = Ref::map(c.borrow(), |p| &p.1);
    let seen = *second;
    drop(second);
    *RefMut::map(c.borrow_mut(), |p| &mut p.0) ^= 1;
    (seen, c.into_inner())
}
pub fn map_keeps_the_borrow(a: (u8, u8)) -> (bool, bool) {
    let c = RefCell::new(a);
    let second = Ref::map(c.borrow(), |p| &p.1);
    let during = c.try_borrow_mut().is_ok();
    drop(second);
    let after = c.try_borrow_mut().is_ok();
    (during, after)
}
pub fn ref_clone(a: u8) -> (bool, bool) {
    let c = RefCell::new(a);
    let one = c.borrow();
    let two = Ref::clone(&one);
    drop(one);
    let during = c.try_borrow_mut().is_ok();
    drop(two);
    let after = c.try_borrow_mut().is_ok();
    (during, after)
}
pub fn map_split(a: (u8, u8)) -> ((u8, u8), bool) {
    let c = RefCell::new(a);
    {
        let (mut x, mut y) = RefMut::map_split(c.borrow_mut(), |p| (&mut p.0, &mut p.1));
        core::mem::swap(&mut *x, &mut *y);
    }
    let free = c.try_borrow_mut().is_ok();
    let (x, y) = Ref::map_split(c.borrow(), |p| (&p.0, &p.1));
    let sum = x.wrapping_add(*y);
    drop((x, y));
    c.borrow_mut().0 = sum;
    (c.into_inner(), free)
}
pub fn filter_map(a: Option<u8>) -> (bool, Option<u8>) {
    let c = RefCell::new(a);
    let found = Ref::filter_map(c.borrow(), |o| o.as_ref()).is_ok();
    if let Ok(mut x) = RefMut::filter_map(c.borrow_mut(), |o| o.as_mut()) {
        *x ^= 1;
    }
    (found, c.into_inner())
}
pub fn once(a: u8, b: u8) -> (Option<u8>, Result<(), u8>, Result<(), u8>, Option<u8>) {
    let c = OnceCell::new();
    (c.get().copied(), c.set(a), c.set(b), c.get().copied())
}
pub fn once_init(a: u8, b: u8) -> (u8, u8, Option<u8>) {
    let c = OnceCell::new();
    (*c.get_or_init(|| a), *c.get_or_init(|| b), c.into_inner())
}
pub fn once_more(a: u8) -> (Option<u8>, bool, Option<u8>) {
    let mut c = OnceCell::from(a);
    if let Some(x) = c.get_mut() {
        *x ^= 1;
    }
    let taken = c.take();
    (taken, c == OnceCell::default(), c.clone().into_inner())
}
pub fn lazy(a: u8) -> (u8, u8, u8) {
    let made = Cell::new(0);
    let lazy = core::cell::LazyCell::new(|| {
        made.set(made.get() + 1);
        a ^ 1
    });
    let before = made.get();
    let x = *lazy ^ *lazy;
    (before, x, made.get())
}
pub fn lazy_force(a: u8) -> u8 { *core::cell::LazyCell::force(&core::cell::LazyCell::new(|| a / 2)) }
