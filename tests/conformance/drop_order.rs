//! When destructors run: scopes, temporaries, moves, partial moves.

use core::cell::Cell;

struct Noisy<'a> {
    digit: u32,
    log: &'a Cell<u32>,
}

impl Drop for Noisy<'_> {
    fn drop(&mut self) {
        self.log.set(self.log.get().wrapping_mul(10).wrapping_add(self.digit));
    }
}

impl<'a> Noisy<'a> {
    fn new(digit: u32, log: &'a Cell<u32>) -> Self {
        Noisy { digit, log }
    }
    fn digit(&self) -> u32 {
        self.digit
    }
    fn into_digit(self) -> u32 {
        self.digit
    }
}

pub fn locals_in_reverse() -> u32 {
    let log = Cell::new(0);
    {
        let _a = Noisy::new(1, &log);
        let _b = Noisy::new(2, &log);
        let _c = Noisy::new(3, &log);
    }
    log.get()
}

pub fn underscore_drops_at_once() -> u32 {
    let log = Cell::new(0);
    {
        let _ = Noisy::new(1, &log);
        let _kept = Noisy::new(2, &log);
        log.set(log.get() * 10 + 9);
    }
    log.get()
}

pub fn underscore_does_not_move() -> u32 {
    let log = Cell::new(0);
    {
        let a = Noisy::new(1, &log);
        let _ = a;
        log.set(log.get() * 10 + 9);
    }
    log.get()
}

pub fn shadowing_does_not_drop() -> u32 {
    let log = Cell::new(0);
    {
        let a = Noisy::new(1, &log);
        let a = Noisy::new(a.digit() + 1, &log);
        log.set(log.get() * 10 + a.digit());
    }
    log.get()
}

pub fn assignment_drops_the_old_value(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let mut a = Noisy::new(1, &log);
        if x {
            a = Noisy::new(2, &log);
        }
        log.set(log.get() * 10 + a.digit() + 5);
    }
    log.get()
}

pub fn conditional_move(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let a = Noisy::new(1, &log);
        let _b = Noisy::new(2, &log);
        if x {
            drop(a);
        }
        log.set(log.get() * 10 + 9);
    }
    log.get()
}

pub fn temporaries_at_the_end_of_the_statement() -> u32 {
    let log = Cell::new(0);
    let sum = Noisy::new(1, &log).digit() + Noisy::new(2, &log).digit();
    log.set(log.get() * 10 + sum);
    log.get()
}

pub fn temporary_of_a_condition(x: u32) -> u32 {
    let log = Cell::new(0);
    if Noisy::new(1, &log).digit() == x {
        log.set(log.get() * 10 + 8);
    } else {
        log.set(log.get() * 10 + 9);
    }
    log.get()
}

pub fn temporary_of_a_scrutinee(x: u32) -> u32 {
    let log = Cell::new(0);
    match Noisy::new(1, &log).digit() + x % 2 {
        1 => log.set(log.get() * 10 + 8),
        _ => log.set(log.get() * 10 + 9),
    }
    log.get()
}

pub fn temporary_of_if_let(x: bool) -> u32 {
    let log = Cell::new(0);
    if let (1, true) = (Noisy::new(1, &log).digit(), x) {
        log.set(log.get() * 10 + 8);
    } else {
        log.set(log.get() * 10 + 9);
    }
    log.get()
}

pub fn while_condition_temporaries() -> u32 {
    let log = Cell::new(0);
    let mut n = 0;
    while Noisy::new(n, &log).digit() < 3 {
        n += 1;
        log.set(log.get() * 10 + 7);
    }
    log.get()
}

pub fn fields_in_order_of_declaration() -> u32 {
    struct Two<'a> {
        _b: Noisy<'a>,
        _a: Noisy<'a>,
    }
    let log = Cell::new(0);
    {
        let _two = Two { _a: Noisy::new(1, &log), _b: Noisy::new(2, &log) };
    }
    log.get()
}

pub fn own_destructor_before_fields() -> u32 {
    struct Outer<'a> {
        log: &'a Cell<u32>,
        _inner: Noisy<'a>,
    }
    impl Drop for Outer<'_> {
        fn drop(&mut self) {
            self.log.set(self.log.get() * 10 + 4);
        }
    }
    let log = Cell::new(0);
    drop(Outer { log: &log, _inner: Noisy::new(1, &log) });
    log.get()
}

pub fn partial_move_drops_the_rest() -> u32 {
    struct Two<'a> {
        a: Noisy<'a>,
        b: Noisy<'a>,
    }
    let log = Cell::new(0);
    {
        let two = Two { a: Noisy::new(1, &log), b: Noisy::new(2, &log) };
        let moved = two.b;
        log.set(log.get() * 10 + moved.digit() + 5);
        let _ = &two.a;
    }
    log.get()
}

pub fn tuple_and_array_elements_in_order() -> u32 {
    let log = Cell::new(0);
    drop((Noisy::new(1, &log), [Noisy::new(2, &log), Noisy::new(3, &log)]));
    log.get()
}

pub fn pattern_moves_a_part(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let pair = (Noisy::new(1, &log), Noisy::new(2, &log));
        let (first, _) = pair;
        if x {
            drop(first);
        }
        log.set(log.get() * 10 + 9);
    }
    log.get()
}

pub fn enum_payload(x: Option<u8>) -> u32 {
    let log = Cell::new(0);
    {
        let held = x.map(|n| Noisy::new(n as u32 % 8 + 1, &log));
        if let Some(inner) = held {
            log.set(log.get() * 10 + inner.digit());
        }
        log.set(log.get() * 10 + 9);
    }
    log.get()
}

pub fn argument_dropped_by_the_callee() -> u32 {
    let log = Cell::new(0);
    let digit = Noisy::new(1, &log).into_digit();
    log.set(log.get() * 10 + digit + 1);
    log.get()
}

pub fn parameters_after_locals() -> u32 {
    fn callee(_p: Noisy<'_>, _q: Noisy<'_>, log: &Cell<u32>) {
        let _local = Noisy::new(3, log);
    }
    let log = Cell::new(0);
    callee(Noisy::new(1, &log), Noisy::new(2, &log), &log);
    log.get()
}

pub fn early_return(x: u8) -> u32 {
    fn inner(x: u8, log: &Cell<u32>) -> u8 {
        let _a = Noisy::new(1, log);
        if x > 100 {
            return x;
        }
        let _b = Noisy::new(2, log);
        if x > 50 {
            let _c = Noisy::new(3, log);
            return x;
        }
        0
    }
    let log = Cell::new(0);
    inner(x, &log);
    log.get()
}

pub fn question_mark(x: Option<u8>) -> u32 {
    fn inner(x: Option<u8>, log: &Cell<u32>) -> Option<u8> {
        let _a = Noisy::new(1, log);
        let n = x?;
        let _b = Noisy::new(2, log);
        n.checked_add(1)
    }
    let log = Cell::new(0);
    inner(x, &log);
    log.get()
}

pub fn loop_exits(x: u8) -> u32 {
    let log = Cell::new(0);
    for i in 0..4 {
        let _a = Noisy::new(i, &log);
        if i == x as u32 % 4 {
            continue;
        }
        let _b = Noisy::new(i + 4, &log);
        if i == 2 {
            break;
        }
    }
    log.get()
}

pub fn labelled_exit(x: u8) -> u32 {
    let log = Cell::new(0);
    'outer: for i in 1..3 {
        let _a = Noisy::new(i, &log);
        for j in 0..3 {
            let _b = Noisy::new(j + 5, &log);
            if j == x as u32 % 3 {
                continue 'outer;
            }
            if i == 2 {
                break 'outer;
            }
        }
    }
    log.get()
}

pub fn closure_owns_its_capture(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let a = Noisy::new(1, &log);
        let _b = Noisy::new(2, &log);
        let f = move || a.digit();
        if x {
            log.set(f());
        }
        log.set(log.get() * 10 + 9);
    }
    log.get()
}

pub fn called_once_closure_consumes(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let a = Noisy::new(1, &log);
        let f = move || a.into_digit();
        if x {
            f();
        }
        log.set(log.get() * 10 + 9);
    }
    log.get()
}

pub fn replaced_and_taken() -> u32 {
    let log = Cell::new(0);
    {
        let mut slot = Some(Noisy::new(1, &log));
        let old = core::mem::replace(&mut slot, Some(Noisy::new(2, &log)));
        log.set(log.get() * 10 + 9);
        drop(old);
        slot.take();
        log.set(log.get() * 10 + 8);
        slot = Some(Noisy::new(3, &log));
        slot = None;
        log.set(log.get() * 10 + slot.is_some() as u32);
    }
    log.get()
}

pub fn block_value_outlives_its_locals() -> u32 {
    let log = Cell::new(0);
    {
        let kept = {
            let _inner = Noisy::new(1, &log);
            Noisy::new(2, &log)
        };
        log.set(log.get() * 10 + kept.digit() + 5);
    }
    log.get()
}

pub fn temporary_in_the_tail_outlives_locals() -> u32 {
    fn inner(log: &Cell<u32>) -> u32 {
        let _local = Noisy::new(1, log);
        Noisy::new(2, log).digit()
    }
    let log = Cell::new(0);
    inner(&log);
    log.get()
}

pub fn extended_temporary() -> u32 {
    let log = Cell::new(0);
    {
        let kept = &Noisy::new(1, &log);
        log.set(log.get() * 10 + 9);
        log.set(log.get() * 10 + kept.digit());
    }
    log.get()
}

pub fn late_initialisation(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let a;
        let _b = Noisy::new(2, &log);
        if x {
            a = Noisy::new(1, &log);
            log.set(a.digit());
        }
    }
    log.get()
}

pub fn moved_in_a_loop(x: u8) -> u32 {
    let log = Cell::new(0);
    {
        let mut slot = Some(Noisy::new(1, &log));
        for i in 0..x % 4 {
            if let Some(noisy) = slot.take() {
                if i == 1 {
                    slot = Some(noisy);
                } else {
                    slot = Some(Noisy::new(noisy.digit() + 1, &log));
                }
            }
        }
        log.set(log.get() * 10);
    }
    log.get()
}

pub fn generic_holder(x: u8) -> u32 {
    struct Holder<T>(T);
    impl<T> Holder<T> {
        fn swap(self, other: T) -> (Holder<T>, T) {
            (Holder(other), self.0)
        }
    }
    let log = Cell::new(x as u32 % 2);
    {
        let (_holder, _old) = Holder(Noisy::new(1, &log)).swap(Noisy::new(2, &log));
    }
    log.get()
}
