//! A term as readable Rust over unsigned integers, with the meaning of the term for every input.

use super::op::{Op, Sort};
use super::term::Term;

/// An expression over named parameters; none if a width is not one of Rust's.
pub fn expression(term: &Term, parameters: &[(&str, Sort)]) -> Option<String> {
    Writer { parameters }.write(term).map(|(_, text)| text)
}

struct Writer<'a> {
    parameters: &'a [(&'a str, Sort)],
}

/// The type that holds a sort exactly.
fn name(sort: Sort) -> Option<String> {
    match sort {
        Sort::Bool => Some("bool".into()),
        Sort::Bits(width @ (8 | 16 | 32 | 64 | 128)) => Some(format!("u{width}")),
        Sort::Bits(_) => None,
    }
}

fn literal(sort: Sort, bits: u128) -> Option<String> {
    let name = name(sort)?;
    Some(match sort {
        Sort::Bool => (bits == 1).to_string(),
        Sort::Bits(_) if bits < 1000 => format!("{bits}{name}"),
        Sort::Bits(_) => format!("{bits:#x}{name}"),
    })
}

impl Writer<'_> {
    /// The text and its sort.
    fn write(&self, term: &Term) -> Option<(Sort, String)> {
        match term {
            Term::Input(index) => {
                let (text, sort) = self.parameters.get(*index)?;
                name(*sort)?;
                Some((*sort, (*text).to_owned()))
            }
            Term::Hole(_) => None,
            Term::Constant(sort, bits) => Some((*sort, literal(*sort, *bits)?)),
            Term::Apply(op, operands) => {
                let operands: Option<Vec<(Sort, String)>> =
                    operands.iter().map(|it| self.write(it)).collect();
                let operands = operands?;
                let sorts: Vec<Sort> = operands.iter().map(|(sort, _)| *sort).collect();
                let result = op.result(&sorts)?;
                Some((result, apply(*op, result, &operands)?))
            }
        }
    }
}

fn apply(op: Op, result: Sort, operands: &[(Sort, String)]) -> Option<String> {
    let to = name(result)?;
    match operands {
        [(sort, a)] => unary(op, *sort, a, &to),
        [(sort, a), (_, b)] => binary(op, *sort, a, b, &to),
        [(_, condition), (_, a), (_, b)] => {
            Some(format!("(if {condition} {{ {a} }} else {{ {b} }})"))
        }
        _ => None,
    }
}

fn unary(op: Op, sort: Sort, a: &str, to: &str) -> Option<String> {
    let from = sort.width();
    Some(match op {
        Op::Not => format!("(!{a})"),
        Op::Neg => format!("{a}.wrapping_neg()"),
        Op::Extract { low: 0, .. } => format!("({a} as {to})"),
        Op::Extract { low, .. } => format!("(({a} >> {low}) as {to})"),
        Op::ZeroExtend(_) => format!("({a} as {to})"),
        Op::SignExtend(_) => format!("(({a} as i{from}) as {to})"),
        _ => return None,
    })
}

fn binary(op: Op, sort: Sort, a: &str, b: &str, to: &str) -> Option<String> {
    let width = sort.width();
    let infix = |sign: &str| format!("({a} {sign} {b})");
    let signed = |sign: &str| format!("(({a} as i{width}) {sign} ({b} as i{width}))");
    let shifted = |way: &str| format!("(if {b} < {width} {{ {a} {way} {b} }} else {{ 0 }})");
    Some(match op {
        Op::And => infix("&"),
        Op::Or => infix("|"),
        Op::Xor => infix("^"),
        Op::Add => format!("{a}.wrapping_add({b})"),
        Op::Sub => format!("{a}.wrapping_sub({b})"),
        Op::Mul => format!("{a}.wrapping_mul({b})"),
        Op::Udiv => format!("{a}.checked_div({b}).unwrap_or({to}::MAX)"),
        Op::Urem => format!("{a}.checked_rem({b}).unwrap_or({a})"),
        Op::Shl => shifted("<<"),
        Op::Lshr => shifted(">>"),
        Op::Eq => infix("=="),
        Op::Ne => infix("!="),
        Op::Ult => infix("<"),
        Op::Ule => infix("<="),
        Op::Ugt => infix(">"),
        Op::Uge => infix(">="),
        Op::Slt => signed("<"),
        Op::Sle => signed("<="),
        Op::Sgt => signed(">"),
        Op::Sge => signed(">="),
        Op::Implies => format!("(!{a} || {b})"),
        Op::Concat => return None,
        _ => return signed_arithmetic(op, width, a, b),
    })
}

/// Where Rust would panic, the value that the theory gives.
fn signed_arithmetic(op: Op, width: u32, a: &str, b: &str) -> Option<String> {
    let quotient = |by: &str, zero: &str| {
        format!("(if {b} == 0 {{ {zero} }} else {{ (({a} as i{width}).{by}({b} as i{width})) as u{width} }})")
    };
    Some(match op {
        Op::Sdiv => {
            let zero = format!("if ({a} as i{width}) < 0 {{ 1 }} else {{ u{width}::MAX }}");
            quotient("wrapping_div", &zero)
        }
        Op::Srem => quotient("wrapping_rem", a),
        Op::Ashr => format!(
            "((({a} as i{width}) >> {b}.min({})) as u{width})",
            width - 1
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: Sort = Sort::Bits(32);

    fn text(op: Op, right: Term) -> Option<String> {
        let term = Term::Apply(op, vec![Term::Input(0), right]);
        expression(&term, &[("speed", WORD), ("limit", WORD)])
    }

    #[test]
    fn terms_are_readable_rust() {
        let limit = || Term::Input(1);
        let cases = [
            (Op::Add, "speed.wrapping_add(limit)"),
            (Op::Slt, "((speed as i32) < (limit as i32))"),
            (Op::Lshr, "(if limit < 32 { speed >> limit } else { 0 })"),
            (Op::Udiv, "speed.checked_div(limit).unwrap_or(u32::MAX)"),
            (Op::Ashr, "(((speed as i32) >> limit.min(31)) as u32)"),
        ];
        for (op, wanted) in cases {
            assert_eq!(text(op, limit()).as_deref(), Some(wanted));
        }
        let is_low = Term::Apply(Op::Ult, vec![Term::Input(0), Term::Constant(WORD, 30)]);
        let choice = Term::Apply(Op::Ite, vec![is_low, Term::Constant(WORD, 0x1000), limit()]);
        let wanted = "(if (speed < 30u32) { 0x1000u32 } else { limit })";
        assert_eq!(
            expression(&choice, &[("speed", WORD), ("limit", WORD)]).as_deref(),
            Some(wanted)
        );
    }

    #[test]
    fn widths_that_rust_lacks_have_no_text() {
        let low = Term::Apply(Op::Extract { high: 8, low: 0 }, vec![Term::Input(0)]);
        assert_eq!(expression(&low, &[("x", WORD)]), None);
        assert_eq!(expression(&Term::Hole(0), &[]), None);
    }
}
