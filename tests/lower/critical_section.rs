//! The model of critical-section: sections, mutexes, what is borrowed twice.

use core::cell::{Cell, RefCell};
use critical_section::{with, CriticalSection, Mutex};

static COUNT: Mutex<Cell<u32>> = Mutex::new(Cell::new(5));
static QUEUE: Mutex<RefCell<Option<u8>>> = Mutex::new(RefCell::new(None));

//= (5, 6)
pub fn cell_in_a_static() -> (u32, u32) {
    let before = with(|cs| COUNT.borrow(cs).get());
    with(|cs| COUNT.borrow(cs).set(before + 1));
    (before, with(|cs| COUNT.borrow(cs).get()))
}

fn push(cs: CriticalSection<'_>, x: u8) -> Option<u8> {
    QUEUE.replace(cs, Some(x))
}

//= ((0, 7), (7, 0))
pub fn refcell_in_a_static() -> ((u8, u8), (u8, u8)) {
    with(|cs| {
        let old = push(cs, 7);
        let seen = *QUEUE.borrow_ref(cs);
        let taken = QUEUE.take(cs);
        let rest = QUEUE.borrow_ref(cs).is_some() as u8;
        ((old.unwrap_or(0), seen.unwrap_or(0)), (taken.unwrap_or(0), rest))
    })
}

//= 9
pub fn written_through_the_guard() -> u8 {
    with(|cs| {
        *QUEUE.borrow_ref_mut(cs) = Some(4);
        if let Some(x) = QUEUE.borrow_ref_mut(cs).as_mut() {
            *x += 5;
        }
        QUEUE.borrow_ref(cs).unwrap_or(0)
    })
}

//= panic Borrow in line 46
pub fn borrowed_twice() -> bool {
    with(|cs| {
        let one = QUEUE.borrow_ref(cs);
        let two = QUEUE.borrow_ref_mut(cs);
        one.is_some() && two.is_some()
    })
}

//= (3, 4)
pub fn replaced_by_a_function() -> (u32, u32) {
    let mut own = Mutex::new(RefCell::new(3));
    let old = with(|cs| own.replace_with(cs, |x| *x + 1));
    let new = *own.get_mut().get_mut();
    (old, new)
}

//= 8
pub fn nested_sections() -> u32 {
    let own = Mutex::new(Cell::new(8));
    with(|_| with(|cs| own.borrow(cs).get()))
}
