//! Terms whose exclusive or is a given value: linear algebra over bits. The last resort for an example that nothing else
//! explains; what it makes does not generalise.

use super::word::Word;

/// A value reached from terms: which of the chosen ones are in it.
struct Row<W> {
    value: W,
    terms: u128,
}

/// Positions of values whose exclusive or is `wanted`; none if no choice of them gives it.
pub fn combination<W: Word>(values: &[W], wanted: W) -> Option<Vec<usize>> {
    let mut rows: Vec<Option<Row<W>>> = (0..W::BITS).map(|_| None).collect();
    let mut chosen = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let reduced = reduce(&rows, *value);
        if reduced.value != W::ZERO {
            let own = 1 << chosen.len();
            chosen.push(at);
            let place = highest(reduced.value);
            rows[place] = Some(Row {
                value: reduced.value,
                terms: reduced.terms | own,
            });
        }
        if chosen.len() == W::BITS as usize {
            break;
        }
    }
    let reached = reduce(&rows, wanted);
    let is_in = |at: &usize| reached.terms >> at & 1 == 1;
    let terms = (0..chosen.len()).filter(is_in).map(|at| chosen[at]);
    (reached.value == W::ZERO && wanted != W::ZERO).then(|| terms.collect())
}

fn highest<W: Word>(value: W) -> usize {
    127 - value.bits().leading_zeros() as usize
}

/// What is left of a value after the rows are taken out, and the terms that they are made of.
fn reduce<W: Word>(rows: &[Option<Row<W>>], value: W) -> Row<W> {
    let mut left = Row { value, terms: 0 };
    for row in rows.iter().rev().flatten() {
        if left.value != W::ZERO && left.value >> highest(row.value) as u32 & W::ONE == W::ONE {
            left = Row {
                value: left.value ^ row.value,
                terms: left.terms ^ row.terms,
            };
        }
    }
    left
}
