//! Drops in places that are easy to get wrong.

use core::cell::Cell;

struct D<'a>(u64, &'a Cell<u64>);

impl Drop for D<'_> {
    fn drop(&mut self) {
        note(self.1, self.0);
    }
}

fn note(log: &Cell<u64>, n: u64) {
    log.set(log.get() * 10 + n);
}

impl<'a> D<'a> {
    fn id(&self) -> u64 {
        self.0
    }
    fn same(&self) -> &D<'a> {
        self
    }
}

struct Pair<'a> {
    a: D<'a>,
    b: D<'a>,
}

//= 1921
pub fn early_exit_between_arguments() -> u64 {
    fn two(_a: D, _b: D) {}
    fn inner(log: &Cell<u64>, stop: bool) -> Option<()> {
        two(D(1, log), if stop { return None } else { D(2, log) });
        Some(())
    }
    let log = Cell::new(0);
    inner(&log, true);
    note(&log, 9);
    inner(&log, false);
    log.get()
}

//= 1912
pub fn early_exit_in_struct_literal() -> u64 {
    fn inner(log: &Cell<u64>, stop: bool) -> Option<u64> {
        let p = Pair { a: D(1, log), b: if stop { None? } else { D(2, log) } };
        Some(p.a.id() + p.b.id())
    }
    let log = Cell::new(0);
    inner(&log, true);
    note(&log, 9);
    inner(&log, false);
    log.get()
}

//= 192934
pub fn moved_field_reassigned() -> u64 {
    let log = Cell::new(0);
    {
        let mut p = Pair { a: D(1, &log), b: D(2, &log) };
        drop(p.a);
        note(&log, 9);
        p.a = D(3, &log);
        p.b = D(4, &log);
        note(&log, 9);
    }
    log.get()
}

//= 291912
pub fn maybe_moved_field() -> u64 {
    let log = Cell::new(0);
    for go in [true, false] {
        let p = Pair { a: D(1, &log), b: D(2, &log) };
        if go {
            drop(p.b);
        }
        note(&log, 9);
    }
    log.get()
}

//= 2991392913
pub fn field_assigned_after_maybe_move() -> u64 {
    let log = Cell::new(0);
    for go in [true, false] {
        let mut p = Pair { a: D(1, &log), b: D(2, &log) };
        if go {
            drop(p.b);
        }
        note(&log, 9);
        p.b = D(3, &log);
        note(&log, 9);
    }
    log.get()
}

//= 93112
pub fn nested_parts() -> u64 {
    let log = Cell::new(0);
    {
        let t = (Pair { a: D(1, &log), b: D(2, &log) }, D(3, &log));
        let moved = t.0.a;
        note(&log, 9);
        drop(t.1);
        note(&log, moved.id());
    }
    log.get()
}

//= 6192893
pub fn variant_payload_partly_moved() -> u64 {
    enum E<'a> {
        Two(D<'a>, D<'a>),
        One(D<'a>),
    }
    let log = Cell::new(0);
    for e in [E::Two(D(1, &log), D(2, &log)), E::One(D(3, &log))] {
        match e {
            E::Two(x, _) => note(&log, 5 + x.id()),
            E::One(ref y) => note(&log, 5 + y.id()),
        }
        note(&log, 9);
    }
    log.get()
}

//= 619729
pub fn guard_does_not_move() -> u64 {
    let log = Cell::new(0);
    for n in [1, 2] {
        let v = Some(D(n, &log));
        match v {
            Some(d) if d.id() == 2 => note(&log, 7),
            Some(d) => note(&log, 5 + d.id()),
            None => {}
        }
        note(&log, 9);
    }
    log.get()
}

//= 92931
pub fn array_elements_moved_by_pattern() -> u64 {
    let log = Cell::new(0);
    {
        let a = [D(1, &log), D(2, &log), D(3, &log)];
        let [_, second, _] = a;
        note(&log, 9);
        drop(second);
        note(&log, 9);
    }
    log.get()
}

//= 93291
pub fn struct_update_takes_rest() -> u64 {
    let log = Cell::new(0);
    {
        let base = Pair { a: D(1, &log), b: D(2, &log) };
        let next = Pair { a: D(3, &log), ..base };
        note(&log, 9);
        drop(next);
        note(&log, 9);
    }
    log.get()
}

//= 812
pub fn temporaries_in_match_scrutinee_live_on() -> u64 {
    let log = Cell::new(0);
    let n = match D(1, &log).same().id() {
        1 => {
            note(&log, 8);
            2
        }
        _ => 3,
    };
    note(&log, n);
    log.get()
}

//= 12845
pub fn temporaries_of_lazy_operands() -> u64 {
    let log = Cell::new(0);
    let t = D(1, &log).id() == 1 && D(2, &log).id() == 2 || D(3, &log).id() == 3;
    note(&log, 7 + t as u64);
    if D(4, &log).id() == 4 && D(5, &log).id() == 6 {
        note(&log, 9);
    }
    log.get()
}

//= 127591265
pub fn let_else_drops_temporaries_first() -> u64 {
    fn inner(log: &Cell<u64>, want: u64) {
        let _outer = D(5, log);
        let (1, x) = (D(1, log).same().id(), want) else {
            note(log, 8);
            return;
        };
        let 2 = D(2, log).id() + x else {
            note(log, 7);
            return;
        };
        note(log, 6);
    }
    let log = Cell::new(0);
    inner(&log, 1);
    note(&log, 9);
    inner(&log, 0);
    log.get()
}

//= 97321
pub fn extended_in_struct_and_tuple() -> u64 {
    struct R<'b, 'a>(&'b D<'a>);
    let log = Cell::new(0);
    {
        let r = R(&D(1, &log));
        let t = (&D(2, &log), 3);
        let o = Some(&D(3, &log));
        note(&log, 9);
        note(&log, r.0.id() + t.0.id() + t.1 + o.map_or(0, |d| d.id()) - 2);
    }
    log.get()
}

//= 1823
pub fn not_extended_through_calls() -> u64 {
    let log = Cell::new(0);
    {
        let n = D(1, &log).same().id();
        note(&log, 8);
        let block = { D(2, &log).id() };
        note(&log, n + block);
    }
    log.get()
}

//= 211933
pub fn loop_break_with_value() -> u64 {
    let log = Cell::new(0);
    {
        let mut n = 0;
        let d = loop {
            let _here = D(1, &log);
            n += 1;
            let cand = D(n + 1, &log);
            if n == 2 {
                break cand;
            }
        };
        note(&log, 9);
        note(&log, d.id());
    }
    log.get()
}

//= 123944
pub fn moved_out_in_loop_then_set() -> u64 {
    let log = Cell::new(0);
    {
        let mut d = D(1, &log);
        for n in 2..5 {
            drop(d);
            d = D(n, &log);
        }
        note(&log, 9);
        note(&log, d.id());
    }
    log.get()
}

//= 1912
pub fn closure_captures_field_by_move() -> u64 {
    let log = Cell::new(0);
    {
        let p = Pair { a: D(1, &log), b: D(2, &log) };
        let f = {
            let a = p.a;
            move || a.id()
        };
        note(&log, f());
        note(&log, 9);
    }
    log.get()
}

//= 1829
pub fn fn_once_closure_moves_its_capture_out() -> u64 {
    let log = Cell::new(0);
    {
        let a = D(1, &log);
        let b = D(2, &log);
        let f = move |go: bool| {
            let _keep = &b;
            if go {
                drop(a);
            }
            note(&log2(&b), 8);
        };
        fn log2<'a>(d: &D<'a>) -> &'a Cell<u64> {
            d.1
        }
        f(true);
        note(&log, 9);
    }
    log.get()
}

//= 229
pub fn forget_and_manual() -> u64 {
    let log = Cell::new(0);
    {
        core::mem::forget(D(1, &log));
        let m = core::mem::ManuallyDrop::new(D(2, &log));
        note(&log, m.id());
        let _ = core::mem::ManuallyDrop::into_inner(m);
        note(&log, 9);
    }
    log.get()
}

//= 172934
pub fn option_take_replace() -> u64 {
    let log = Cell::new(0);
    {
        let mut o = Some(D(1, &log));
        o = Some(D(2, &log));
        if let Some(d) = o.take() {
            note(&log, 5 + d.id());
        }
        note(&log, 9);
        o.replace(D(3, &log));
        o.insert(D(4, &log));
    }
    log.get()
}

//= 1929385
pub fn statement_value_dropped() -> u64 {
    let log = Cell::new(0);
    D(1, &log);
    note(&log, 9);
    let d = D(2, &log);
    d;
    note(&log, 9);
    if log.get() > 0 {
        D(3, &log)
    } else {
        D(4, &log)
    };
    let _ = (D(5, &log), note(&log, 8));
    log.get()
}

//= 132
pub fn generic_drop() -> u64 {
    struct W<T>(T, u64);
    impl<T> Drop for W<T> {
        fn drop(&mut self) {
            self.1 += 1;
        }
    }
    let log = Cell::new(0);
    {
        let mut w = W(D(1, &log), 3);
        w.0 = D(2, &log);
        note(&log, w.1);
    }
    log.get()
}

//= 8139312
pub fn question_mark_drops_scopes() -> u64 {
    fn may(log: &Cell<u64>, ok: bool) -> Result<D<'_>, D<'_>> {
        if ok {
            Ok(D(1, log))
        } else {
            Err(D(2, log))
        }
    }
    fn inner(log: &Cell<u64>, ok: bool) -> Result<u64, D<'_>> {
        let _a = D(3, log);
        let d = may(log, ok)?;
        note(log, 8);
        Ok(d.id())
    }
    let log = Cell::new(0);
    let _ = inner(&log, true);
    note(&log, 9);
    let r = inner(&log, false);
    note(&log, r.is_err() as u64);
    drop(r);
    log.get()
}

//= 14
pub fn labelled_block() -> u64 {
    let log = Cell::new(0);
    let n = 'b: {
        let _a = D(1, &log);
        if log.get() == 0 {
            break 'b 4;
        }
        5
    };
    note(&log, n);
    log.get()
}

//= 2147
pub fn match_arm_temporaries() -> u64 {
    let log = Cell::new(0);
    let n = match 3 {
        3 => D(1, &log).id() + D(2, &log).id(),
        _ => 0,
    } + D(4, &log).id();
    note(&log, n);
    log.get()
}

//= 8382810
pub fn while_let_temporaries() -> u64 {
    let log = Cell::new(0);
    let mut n = 3;
    while let Some(_d) = Some(D(n, &log)).filter(|d| d.id() > 0) {
        note(&log, 8);
        n -= 1;
    }
    log.get()
}

//= 611722
pub fn or_pattern_moves() -> u64 {
    enum E<'a> {
        A(D<'a>, u8),
        B(u8, D<'a>),
    }
    let log = Cell::new(0);
    for e in [E::A(D(1, &log), 1), E::B(2, D(2, &log))] {
        let (E::A(d, n) | E::B(n, d)) = e;
        note(&log, 5 + d.id());
        note(&log, n as u64);
    }
    log.get()
}

//= 2934193421
pub fn partly_moved_array_drops_runs_backwards() -> u64 {
    let log = Cell::new(0);
    for go in [true, false] {
        let a = [D(1, &log), D(2, &log), D(3, &log), D(4, &log)];
        if go {
            let [_, _x, _, _] = a;
        }
        note(&log, 9);
    }
    log.get()
}
