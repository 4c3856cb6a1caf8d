//! Circuits of all operators against the evaluation of terms: exhaustively at small widths, fuzzed at full width.

use crate::bv::{self, BinOp, Scalar};
use crate::solver::aig::{Aig, Lit};
use crate::solver::bitblast::bitblast;
use crate::term::tests::dag::{apply, Numbers, Op, Recipe, BINARY};
use crate::term::{binary, eval, unary, Pool, Term};

/// Terms as a circuit over inputs for the variables.
struct Blasted {
    aig: Aig,
    /// Bits of the roots.
    roots: Vec<Vec<Lit>>,
    /// The variables and their inputs.
    leaves: Vec<(Term, Vec<Lit>)>,
}

fn blast(pool: &Pool, roots: &[Term]) -> Blasted {
    let (mut aig, mut leaves) = (Aig::new(), Vec::new());
    let roots = bitblast(&mut aig, pool, roots, &mut |aig, t| {
        let bits: Vec<Lit> = (0..pool.width(t)).map(|_| aig.input()).collect();
        leaves.push((t, bits.clone()));
        bits
    });
    Blasted { aig, roots, leaves }
}

impl Blasted {
    /// Values of the roots under up to 64 assignments at once.
    fn values(&self, assignments: &[&dyn Fn(Term) -> u128]) -> Vec<Vec<u128>> {
        let input = |node: u32| {
            let bit_of = |bits: &[Lit]| bits.iter().position(|l| l.node() == node);
            let found = self
                .leaves
                .iter()
                .find_map(|(t, bits)| Some((*t, bit_of(bits)?)));
            let (t, at) = found.expect("an input of a leaf");
            let bits = assignments.iter().enumerate();
            bits.fold(0, |word, (k, value)| {
                word | ((value(t) >> at & 1) as u64) << k
            })
        };
        let flat: Vec<Lit> = self.roots.iter().flatten().copied().collect();
        let words = self.aig.simulate(&flat, &input);
        let number = |k: usize| {
            let mut rest = &words[..];
            let root = |bits: &Vec<Lit>| {
                let (own, others) = rest.split_at(bits.len());
                rest = others;
                own.iter()
                    .rev()
                    .fold(0, |n, word| n << 1 | u128::from(word >> k & 1))
            };
            self.roots.iter().map(root).collect()
        };
        (0..assignments.len()).map(number).collect()
    }
}

fn compare(pool: &Pool, roots: &[Term], assignments: &[Vec<(Term, u128)>], what: &str) {
    let blasted = blast(pool, roots);
    for chunk in assignments.chunks(64) {
        let value_in = |given: &Vec<(Term, u128)>, t: Term| {
            given.iter().find(|(v, _)| *v == t).map_or(0, |pair| pair.1)
        };
        let functions: Vec<Box<dyn Fn(Term) -> u128>> = chunk
            .iter()
            .map(|given| Box::new(move |t| value_in(given, t)) as Box<dyn Fn(Term) -> u128>)
            .collect();
        let functions: Vec<&dyn Fn(Term) -> u128> = functions.iter().map(|f| &**f).collect();
        let found = blasted.values(&functions);
        for ((value, found), given) in functions.iter().zip(found).zip(chunk) {
            assert_eq!(found, eval(pool, roots, value), "{what} at {given:x?}");
        }
    }
}

#[test]
fn small_operators_exhaustively() {
    for width in 1..=4u32 {
        for &op in BINARY {
            let mut pool = Pool::without_rewriting();
            let (a, b) = (pool.var(width), pool.var(width));
            let root = apply(&mut pool, op, &[a, b]);
            let pairs = (0..1u128 << (2 * width))
                .map(|n| vec![(a, n >> width), (b, n & ((1 << width) - 1))]);
            compare(
                &pool,
                &[root],
                &pairs.collect::<Vec<_>>(),
                &format!("{op:?} {width}"),
            );
        }
        for op in [
            Op::Not,
            Op::Neg,
            Op::Zext(6),
            Op::Sext(6),
            Op::Extract(width - 1, width / 2),
        ] {
            let mut pool = Pool::without_rewriting();
            let a = pool.var(width);
            let root = apply(&mut pool, op, &[a]);
            let all = (0..1u128 << width).map(|n| vec![(a, n)]);
            compare(
                &pool,
                &[root],
                &all.collect::<Vec<_>>(),
                &format!("{op:?} {width}"),
            );
        }
        let mut pool = Pool::without_rewriting();
        let (c, a, b) = (pool.var(1), pool.var(width), pool.var(width));
        let (chosen, joined) = (pool.ite(c, a, b), pool.concat(a, b));
        let all = (0..1u128 << (2 * width + 1)).map(|n| {
            vec![
                (c, n & 1),
                (a, n >> 1 & ((1 << width) - 1)),
                (b, n >> 1 >> width),
            ]
        });
        compare(
            &pool,
            &[chosen, joined],
            &all.collect::<Vec<_>>(),
            "ite and concat",
        );
    }
}

/// With one constant operand the circuits take shortcuts of their own.
#[test]
fn small_operators_with_a_constant() {
    for width in 1..=4u32 {
        for &op in BINARY {
            for constant in 0..1u128 << width {
                let mut pool = Pool::without_rewriting();
                let (a, k) = (pool.var(width), pool.constant(width, constant));
                let roots = [apply(&mut pool, op, &[a, k]), apply(&mut pool, op, &[k, a])];
                let all = (0..1u128 << width).map(|n| vec![(a, n)]);
                compare(
                    &pool,
                    &roots,
                    &all.collect::<Vec<_>>(),
                    &format!("{op:?} {constant}"),
                );
            }
        }
    }
}

/// The product of narrow numbers in a wide type, as saturation and checks of an overflow have it.
#[test]
fn extended_operands_exhaustively() {
    for (left, right) in [(1, 1), (1, 3), (3, 2), (3, 3)] {
        for width in 3..=8 {
            for &op in BINARY {
                let mut pool = Pool::without_rewriting();
                let (a, b) = (pool.var(left), pool.var(right));
                let both = |pool: &mut Pool, of: Term| [pool.zext(of, width), pool.sext(of, width)];
                let (wide, other) = (both(&mut pool, a), both(&mut pool, b));
                let pairs = wide.iter().flat_map(|x| other.map(|y| [*x, y]));
                let pairs: Vec<[Term; 2]> = pairs.collect();
                let roots = pairs.iter().map(|pair| apply(&mut pool, op, pair));
                let roots: Vec<Term> = roots.collect();
                let all = 0..1u128 << (left + right);
                let all = all.map(|n| vec![(a, n >> right), (b, n & ((1 << right) - 1))]);
                let all: Vec<_> = all.collect();
                compare(
                    &pool,
                    &roots,
                    &all,
                    &format!("{op:?} {left} {right} {width}"),
                );
            }
        }
    }
}

/// What the upper bits of a narrow number say again costs no gates.
#[test]
fn a_product_is_as_large_as_its_operands_are_significant() {
    let mut pool = Pool::new();
    let (a, b) = (pool.var(8), pool.var(16));
    let product = |pool: &mut Pool, width| {
        let (a, b) = (pool.sext(a, width), pool.sext(b, width));
        pool.mul(a, b)
    };
    let (exact, wide) = (product(&mut pool, 24), product(&mut pool, 64));
    let exact = blast(&pool, &[exact]).aig.gates();
    assert_eq!(exact, blast(&pool, &[wide]).aig.gates());
}

#[test]
fn wide_operators_by_fuzzing() {
    let mut numbers = Numbers(7);
    for width in [5u32, 7, 8, 16, 31, 32, 33, 64, 100, 127, 128] {
        for &op in BINARY {
            let mut pool = Pool::without_rewriting();
            let (a, b) = (pool.var(width), pool.var(width));
            let k = pool.constant(width, numbers.bits(width));
            let roots = [(a, b), (a, k), (k, b)].map(|(a, b)| apply(&mut pool, op, &[a, b]));
            let mut pair = || vec![(a, numbers.bits(width)), (b, numbers.bits(width))];
            let pairs: Vec<_> = (0..64).map(|_| pair()).collect();
            compare(&pool, &roots, &pairs, &format!("{op:?} {width}"));
        }
    }
}

#[test]
fn whole_dags() {
    let mut numbers = Numbers(8);
    for round in 0..600 {
        let widths = [1, 8, 8, 32].map(|w: u32| if round % 2 == 0 { w } else { w.div_ceil(3) });
        let recipe = Recipe::random(&mut numbers, &widths, 25, 64);
        let mut pool = Pool::new();
        let terms = recipe.build(&mut pool);
        let mut given = || {
            (0..4)
                .map(|i| (terms[i], numbers.bits(widths[i])))
                .collect()
        };
        let all: Vec<Vec<_>> = (0..64).map(|_| given()).collect();
        compare(&pool, &terms, &all, "a DAG");
    }
}

/// Quotient and remainder of the same operands come from one circuit.
#[test]
fn divisions_are_shared() {
    let mut pool = Pool::new();
    let (a, b) = (pool.var(16), pool.var(16));
    let (quotient, remainder) = (pool.udiv(a, b), pool.urem(a, b));
    let alone = blast(&pool, &[remainder]).aig.gates();
    let both = blast(&pool, &[quotient, remainder]).aig.gates();
    assert_eq!(alone, both);
}

/// Every operator of the table that has a circuit, at the types of Rust, floats among them.
#[test]
fn circuits_are_the_table() {
    let mut numbers = Numbers(9);
    let ints = [8, 32, 64]
        .into_iter()
        .flat_map(|bits| [Scalar::signed(bits), Scalar::unsigned(bits)]);
    let floats = [32, 64].map(|bits| Scalar::Float { bits });
    for t in ints.chain(floats).chain([Scalar::Bool, Scalar::Char]) {
        for row in bv::BINARY
            .iter()
            .filter(|row| row.op.result(t, t).is_some())
        {
            let mut pool = Pool::new();
            let (a, b) = (pool.var(t.bits()), pool.var(t.bits()));
            let Ok(root) = binary(&mut pool, row.op, t, a, t, b) else {
                assert!(t.is_float() && row.op == BinOp::Rem, "{} {t}", row.name);
                continue;
            };
            let blasted = blast(&pool, &[root]);
            for _ in 0..20 {
                let (x, y) = (numbers.bits(t.bits()), numbers.bits(t.bits()));
                let found = blasted.values(&[&|v| if v == a { x } else { y }]);
                let wanted = row.op.eval(t, x, t, y);
                assert_eq!(found, [[wanted]], "{} {t} of {x:x} {y:x}", row.name);
            }
        }
        for row in bv::UNARY.iter().filter(|row| row.op.result(t).is_some()) {
            let mut pool = Pool::new();
            let a = pool.var(t.bits());
            let root = unary(&mut pool, row.op, t, a).expect("a circuit");
            let blasted = blast(&pool, &[root]);
            for _ in 0..20 {
                let x = numbers.bits(t.bits());
                let found = blasted.values(&[&|_| x]);
                assert_eq!(found, [[row.op.eval(t, x)]], "{} {t} of {x:x}", row.name);
            }
        }
    }
}
