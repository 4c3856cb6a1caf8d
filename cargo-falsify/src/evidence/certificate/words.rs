//! The claims of a proof in terms of the user's variables.

use std::collections::BTreeMap;

use super::Certificate;
use crate::term::{mask, Node, Pool, Term};

/// Claims that are written out.
const SHOWN: usize = 6;
/// A longer one is only counted.
const LONGEST: usize = 90;

/// The claims as expressions over variables of these names; those that cannot be written shortly are counted.
pub fn words(certificate: &Certificate, names: &[String]) -> Vec<String> {
    let writer = Writer { certificate, names };
    let claims = certificate.claims.iter();
    let written = claims.filter_map(|&claim| writer.truth(claim, true));
    let mut shown: Vec<String> = written.filter(|text| text.len() <= LONGEST).collect();
    shown.sort_by_key(String::len);
    shown.dedup();
    shown.truncate(SHOWN);
    let rest = certificate.claims.len().saturating_sub(shown.len());
    if rest > 0 && !shown.is_empty() {
        shown.push(format!("and {rest} more"));
    }
    shown
}

struct Writer<'a> {
    certificate: &'a Certificate,
    names: &'a [String],
}

/// Bits of one variable and what they are.
#[derive(Default)]
struct Bits {
    which: u128,
    values: u128,
}

impl Writer<'_> {
    fn pool(&self) -> &Pool {
        &self.certificate.pool
    }

    /// The place of a variable in the state.
    fn place(&self, t: Term) -> Option<usize> {
        self.certificate.state.iter().position(|&var| var == t)
    }

    fn name(&self, t: Term) -> Option<&str> {
        self.names.get(self.place(t)?).map(String::as_str)
    }

    /// A statement, or that it is not so.
    fn truth(&self, t: Term, wanted: bool) -> Option<String> {
        if let Some(text) = self.clause(t, wanted) {
            return Some(text);
        }
        match (*self.pool().node(t), wanted) {
            (Node::Not(a), _) => self.truth(a, !wanted),
            (Node::And(a, b), true) => Some(format!(
                "{} && {}",
                self.truth(a, true)?,
                self.truth(b, true)?
            )),
            (Node::Eq(a, b), true) => self.compared(a, "==", b),
            (Node::Eq(a, b), false) => self.compared(a, "!=", b),
            (Node::Ult(a, b), true) => self.compared(a, "<", b),
            (Node::Ult(a, b), false) => self.compared(b, "<=", a),
            (Node::Slt(a, b), true) => self.compared_signed(a, "<", b),
            (Node::Slt(a, b), false) => self.compared_signed(b, "<=", a),
            _ => None,
        }
    }

    fn compared(&self, a: Term, operator: &str, b: Term) -> Option<String> {
        Some(format!(
            "{} {operator} {}",
            self.number(a)?,
            self.number(b)?
        ))
    }

    fn compared_signed(&self, a: Term, operator: &str, b: Term) -> Option<String> {
        let (a, b) = (self.signed_number(a)?, self.signed_number(b)?);
        Some(format!("{a} {operator} {b}"))
    }

    fn number(&self, t: Term) -> Option<String> {
        match (self.pool().as_const(t), *self.pool().node(t)) {
            (Some(value), _) => Some(value.to_string()),
            (_, Node::And(a, b)) => {
                let bits = self.pool().as_const(a).or(self.pool().as_const(b))?;
                let var = self.name(a).or(self.name(b))?;
                Some(format!("{var} & {bits:#x}"))
            }
            _ => self.name(t).map(str::to_owned),
        }
    }

    fn signed_number(&self, t: Term) -> Option<String> {
        let unused = 128 - self.pool().width(t);
        let signed = |bits: u128| (((bits << unused) as i128) >> unused).to_string();
        match self.pool().as_const(t) {
            Some(value) => Some(signed(value)),
            None => self.name(t).map(str::to_owned),
        }
    }

    /// A statement about single bits: that some do not have certain values all at once.
    fn clause(&self, t: Term, wanted: bool) -> Option<String> {
        let mut bits = BTreeMap::new();
        self.exclude(t, wanted, &mut bits)?;
        let parts: Option<Vec<String>> =
            bits.iter().map(|(at, bits)| self.part(*at, bits)).collect();
        let parts = parts?;
        match parts.as_slice() {
            [only] => Some(format!("!({only})")),
            _ => Some(format!("!({})", parts.join(" && "))),
        }
    }

    /// Collects the bits whose values together are excluded by a statement.
    fn exclude(&self, t: Term, wanted: bool, bits: &mut BTreeMap<usize, Bits>) -> Option<()> {
        let mut note = |var: Term, bit: u32| {
            let found = bits.entry(self.place(var)?).or_default();
            found.which |= 1 << bit;
            found.values |= u128::from(!wanted) << bit;
            Some(())
        };
        match *self.pool().node(t) {
            Node::Extract(var, bit) if self.pool().width(t) == 1 => note(var, bit),
            Node::Var(_) if self.pool().width(t) == 1 => note(t, 0),
            Node::Not(a) => self.exclude(a, !wanted, bits),
            Node::And(a, b) if !wanted => {
                self.exclude(a, false, bits)?;
                self.exclude(b, false, bits)
            }
            _ => None,
        }
    }

    fn part(&self, place: usize, bits: &Bits) -> Option<String> {
        let var = self.certificate.state[place];
        let name = self.names.get(place)?;
        let width = self.pool().width(var);
        Some(match (width, bits.values) {
            (1, 0) => format!("!{name}"),
            (1, _) => name.clone(),
            _ if bits.which == mask(width) => format!("{name} == {}", bits.values),
            _ => format!("{name} & {:#x} == {:#x}", bits.which, bits.values),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Argument;

    /// A certificate over `count: u8` and `on: bool`, and its words.
    fn written(claim: impl Fn(&mut Pool, Term, Term) -> Term) -> Vec<String> {
        let mut pool = Pool::new();
        let (count, on) = (pool.var(8), pool.var(1));
        let claim = claim(&mut pool, count, on);
        let argument = Argument::Induction {
            k: 0,
            distinct: false,
        };
        let certificate = Certificate {
            argument,
            pool,
            state: vec![count, on],
            claims: vec![claim],
        };
        words(&certificate, &["count".to_owned(), "on".to_owned()])
    }

    #[test]
    fn bounds_are_comparisons() {
        let at_most_nine = written(|pool, count, _| {
            let nine = pool.constant(8, 9);
            pool.ule(count, nine)
        });
        assert_eq!(at_most_nine, ["count <= 9"]);
        let signed = written(|pool, count, _| {
            let least = pool.constant(8, 0xf0);
            pool.sle(least, count)
        });
        assert_eq!(signed, ["-16 <= count"]);
    }

    #[test]
    fn clauses_say_what_does_not_happen() {
        let clause = written(|pool, count, on| {
            let (high, low) = (pool.extract(count, 3, 3), pool.extract(count, 1, 1));
            let (not_high, off) = (pool.not(high), pool.not(on));
            pool.any(&[not_high, low, off])
        });
        assert_eq!(clause, ["!(count & 0xa == 0x8 && on)"]);
    }
}
