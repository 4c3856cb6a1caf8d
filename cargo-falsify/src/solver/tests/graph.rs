//! The and-inverter graph against truth tables.

use crate::solver::aig::{Aig, Kind, Lit};
use crate::solver::arithmetic::{add, ult};
use crate::solver::batsat::Batsat;
use crate::solver::cnf::{Cnf, Polarity};
use crate::solver::gates::{recognise, Gate};
use crate::solver::sat::{Literal, Sat};
use crate::solver::{Answer, Budget};
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

/// Random gates over six inputs, each with its truth table.
fn random_gates(numbers: &mut Numbers, count: usize) -> (Aig, Vec<(Lit, u64)>) {
    let mut aig = Aig::new();
    let mut lits: Vec<(Lit, u64)> = vec![(Lit::TRUE, u64::MAX)];
    lits.extend(COLUMNS.map(|column| (aig.input(), column)));
    for _ in 0..count {
        let mut pick = || {
            let (lit, table) = lits[numbers.below(lits.len())];
            match numbers.below(2) {
                0 => (lit, table),
                _ => (!lit, !table),
            }
        };
        let ((a, p), (b, q), (c, r)) = (pick(), pick(), pick());
        lits.push(match numbers.below(5) {
            0 => (aig.and(a, b), p & q),
            1 => (aig.or(a, b), p | q),
            2 => (aig.xor(a, b), p ^ q),
            3 => (aig.mux(c, a, b), (r & p) | (!r & q)),
            _ => {
                let (sum, carry) = (p & q, r & (p ^ q));
                (
                    add(&mut aig, &[a, Lit::FALSE], &[b, Lit::FALSE], c)[1],
                    sum | carry,
                )
            }
        });
    }
    (aig, lits)
}

/// Random gates have the truth tables that their operands give.
#[test]
fn gates_mean_what_they_say() {
    let mut numbers = Numbers(1);
    for _ in 0..2_000 {
        let (aig, lits) = random_gates(&mut numbers, 30);
        for (lit, table) in lits {
            assert_eq!(table_of(&aig, lit), table);
        }
    }
}

/// The clauses of a cone leave just the assignments of its inputs that the truth table allows, in either polarity.
#[test]
fn clauses_mean_what_the_gates_say() {
    let mut numbers = Numbers(2);
    for _ in 0..150 {
        let (aig, lits) = random_gates(&mut numbers, 30);
        let (mut cnf, mut sat) = (Cnf::new(), Batsat::new());
        for _ in 0..4 {
            let (lit, table) = lits[lits.len() - 1 - numbers.below(12)];
            check_clauses(&aig, &mut cnf, &mut sat, lit, table);
            check_clauses(&aig, &mut cnf, &mut sat, !lit, !table);
        }
    }
}

fn check_clauses(aig: &Aig, cnf: &mut Cnf, sat: &mut dyn Sat, lit: Lit, table: u64) {
    let asserted = cnf.literal(aig, sat, lit, Polarity::TRUE);
    let inputs: Vec<Literal> = aig
        .inputs()
        .iter()
        .map(|&node| cnf.literal(aig, sat, Lit::new(node, false), Polarity::BOTH))
        .collect();
    for assignment in 0..64 {
        let values = inputs.iter().enumerate();
        let mut assumed: Vec<Literal> = values
            .map(|(i, &l)| l.negated_if(assignment >> i & 1 == 0))
            .collect();
        assumed.push(asserted);
        let found = sat.solve(&assumed, &Budget::unlimited()) == Answer::Sat;
        assert_eq!(
            found,
            table >> assignment & 1 == 1,
            "{lit:?} at {assignment:06b}"
        );
    }
}

#[test]
fn gates_of_several_nodes_are_seen() {
    let mut aig = Aig::new();
    let [a, b, c, d] = [(); 4].map(|()| aig.input());
    let (sum, carry) = {
        let sum = add(&mut aig, &[a, Lit::FALSE], &[!b, Lit::FALSE], c);
        (sum[0], sum[1])
    };
    assert!(matches!(recognise(&aig, sum.node()), Gate::Xor(_)));
    assert!(matches!(recognise(&aig, carry.node()), Gate::Majority(_)));
    let less = ult(&mut aig, &[a, b], &[c, d]);
    assert!(matches!(recognise(&aig, less.node()), Gate::Majority(_)));
    let chosen = aig.mux(a, c, d);
    assert!(matches!(recognise(&aig, chosen.node()), Gate::Mux(_)));
    let others = [(); 4].map(|()| aig.input());
    let all = aig.all(&others);
    assert_eq!(recognise(&aig, all.node()), Gate::And(others.to_vec()));
    assert_eq!(recognise(&aig, a.node()), Gate::Input);
    assert_eq!(recognise(&aig, 0), Gate::False);
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
