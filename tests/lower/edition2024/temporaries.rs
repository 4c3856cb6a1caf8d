//! Edition 2024: temporaries of tails and of `if let` die earlier; conditions may be chains.

use core::cell::Cell;

struct D<'a>(u64, &'a Cell<u64>);

impl Drop for D<'_> {
    fn drop(&mut self) {
        note(self.1, self.0);
    }
}

impl D<'_> {
    fn id(&self) -> u64 {
        self.0
    }
    fn some(&self) -> Option<u64> {
        (self.0 > 3).then_some(self.0)
    }
}

fn note(log: &Cell<u64>, n: u64) {
    log.set(log.get() * 10 + n);
}

//= 21
pub fn tail_temporaries_before_locals() -> u64 {
    fn inner(log: &Cell<u64>) -> u64 {
        let _local = D(1, log);
        D(2, log).id()
    }
    let log = Cell::new(0);
    inner(&log);
    log.get()
}

//= 1984
pub fn scrutinee_dies_before_else() -> u64 {
    let log = Cell::new(0);
    if let Some(_) = D(1, &log).some() {
        note(&log, 8);
    } else {
        note(&log, 9);
    }
    if let Some(_) = D(4, &log).some() {
        note(&log, 8);
    } else {
        note(&log, 9);
    }
    log.get()
}

//= 498465769
pub fn chains() -> u64 {
    let log = Cell::new(0);
    for n in [1, 4, 5, 6] {
        if let Some(x) = D(n, &log).some()
            && let y = D(x + 1, &log)
            && y.id() != 7
            && let Some(_) = D(3 + (x & 1), &log).some()
        {
            note(&log, 8);
        } else {
            note(&log, 9);
        }
        log.set(log.get() % 1_000_000_000);
    }
    log.get()
}

//= 19
pub fn chain_moves() -> u64 {
    let log = Cell::new(0);
    {
        let o = Some(D(1, &log));
        if let Some(d) = o
            && d.id() == 2
        {
            note(&log, 8);
        }
        note(&log, 9);
    }
    log.get()
}

//= 32
pub fn while_chain() -> u64 {
    let mut v = [3u64, 2, 1].into_iter();
    let mut n = 0;
    while let Some(x) = v.next()
        && x != 1
    {
        n = n * 10 + x;
    }
    n
}
