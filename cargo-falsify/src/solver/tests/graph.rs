//! The and-inverter graph against truth tables.

use crate::solver::aig::{Aig, Kind, Lit};
use crate::term::tests::dag::Numbers;

/// The columns of a truth table of six inputs.
const COLUMNS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

fn table_of(aig: &Aig, lit: Lit) -> u64 {
    let column = |node: u32| match aig.kind(node) {
        Kind::Input(number) => COLUMNS[number as usize],
        _ => 0,
    };
    aig.simulate(&[lit], &column)[0]
}

/// Random gates over six inputs have the truth tables that their operands give.
#[test]
fn gates_mean_what_they_say() {
    let mut numbers = Numbers(1);
    for _ in 0..2_000 {
        let mut aig = Aig::new();
        let mut lits: Vec<(Lit, u64)> = vec![(Lit::TRUE, u64::MAX)];
        lits.extend(COLUMNS.map(|column| (aig.input(), column)));
        for _ in 0..30 {
            let mut pick = || {
                let (lit, table) = lits[numbers.below(lits.len())];
                match numbers.below(2) {
                    0 => (lit, table),
                    _ => (!lit, !table),
                }
            };
            let ((a, p), (b, q), (c, r)) = (pick(), pick(), pick());
            let made = match numbers.below(4) {
                0 => (aig.and(a, b), p & q),
                1 => (aig.or(a, b), p | q),
                2 => (aig.xor(a, b), p ^ q),
                _ => (aig.mux(c, a, b), (r & p) | (!r & q)),
            };
            assert_eq!(table_of(&aig, made.0), made.1);
            lits.push(made);
        }
    }
}

#[test]
fn equal_gates_are_one() {
    let mut aig = Aig::new();
    let (a, b, c) = (aig.input(), aig.input(), aig.input());
    let first = aig.xor(a, b);
    let gates = aig.gates();
    assert_eq!(aig.xor(b, a), first);
    assert_eq!(aig.xor(!a, b), !first);
    assert_eq!(aig.gates(), gates);
    let both = aig.and(a, b);
    assert_eq!(aig.and(both, a), both);
    assert_eq!(aig.and(both, !b), Lit::FALSE);
    assert_eq!(aig.mux(c, a, a), a);
    assert_eq!(aig.support(&[first, c]), [a.node(), b.node(), c.node()]);
}

/// Fifty million gates of a long unrolling must stay within a gigabyte.
#[test]
fn gates_are_small() {
    assert_eq!(std::mem::size_of::<[Lit; 2]>(), 8);
}
