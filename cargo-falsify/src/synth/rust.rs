//! A term as readable Rust, with the meaning of the term for every input.
//!
//! Words have no sign, Rust's integers do: what a parameter or an operator says about the sign is handed on to what surrounds
//! it, and a cast stands where two disagree.

use super::op::{Op, Sort};
use super::term::Term;

/// How words of a parameter or a result are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum View {
    Bool,
    Int {
        signed: bool,
        width: u32,
    },
    Char,
    /// Positions of variants, by their names.
    Enum(Vec<String>),
}

/// A parameter as it is named in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameter {
    pub name: String,
    pub sort: Sort,
    pub view: View,
}

/// An expression over named parameters that is of the wanted type; none if a width is not one of Rust's.
pub fn expression(term: &Term, parameters: &[Parameter], wanted: &View) -> Option<String> {
    let text = Writer { parameters }.write(term, wanted)?;
    Some(bare(text))
}

/// Without the parentheses around all of it.
fn bare(text: String) -> String {
    let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let mut depth = 0i32;
    let closes_early = |inner: &str| {
        inner.chars().any(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth < 0
        })
    };
    match inner.map(closes_early) {
        Some(false) => text[1..text.len() - 1].to_owned(),
        _ => text,
    }
}

struct Writer<'a> {
    parameters: &'a [Parameter],
}

impl View {
    /// The name of the type; none if Rust has none.
    fn name(&self) -> Option<String> {
        match self {
            View::Bool => Some("bool".into()),
            View::Char => Some("char".into()),
            View::Int {
                signed,
                width: width @ (8 | 16 | 32 | 64 | 128),
            } => Some(format!("{}{width}", if *signed { "i" } else { "u" })),
            View::Int { .. } | View::Enum(_) => None,
        }
    }

    fn of(sort: Sort, signed: bool) -> View {
        match sort {
            Sort::Bool => View::Bool,
            Sort::Bits(width) => View::Int {
                signed,
                width: width.into(),
            },
        }
    }

    fn constant(&self, sort: Sort, bits: u128) -> Option<String> {
        match self {
            View::Bool => Some((bits == 1).to_string()),
            View::Enum(names) => names.get(bits as usize).cloned(),
            View::Char => {
                let found = u32::try_from(bits).ok().and_then(char::from_u32)?;
                Some(format!("{found:?}"))
            }
            View::Int { signed: true, .. } => {
                let unused = 128 - sort.width();
                let value = ((bits << unused) as i128) >> unused;
                self.name()?;
                Some(match value {
                    value if value < 0 => format!("({value})"),
                    value => value.to_string(),
                })
            }
            View::Int { signed: false, .. } => {
                self.name()?;
                Some(if bits < 100_000 {
                    bits.to_string()
                } else {
                    format!("{bits:#x}")
                })
            }
        }
    }
}

impl Writer<'_> {
    /// The sort of a term.
    fn sort(&self, term: &Term) -> Option<Sort> {
        let sorts: Vec<Sort> = self.parameters.iter().map(|it| it.sort).collect();
        term.sort(&sorts, &[])
    }

    /// What a term is by itself, if it says so.
    fn natural(&self, term: &Term) -> Option<View> {
        match term {
            Term::Input(index) => self.parameters.get(*index).map(|it| it.view.clone()),
            Term::Hole(_) | Term::Constant(..) => None,
            Term::Apply(op, operands) => match op {
                Op::Sdiv | Op::Srem | Op::Ashr => Some(View::of(self.sort(term)?, true)),
                Op::Udiv | Op::Urem | Op::Lshr => Some(View::of(self.sort(term)?, false)),
                Op::Extract { .. } | Op::Concat | Op::ZeroExtend(_) | Op::SignExtend(_) => None,
                Op::Ite => self
                    .natural(&operands[1])
                    .or_else(|| self.natural(&operands[2])),
                _ => operands
                    .iter()
                    .find_map(|it| self.natural(it))
                    .filter(|it| matches!(it, View::Int { .. })),
            },
        }
    }

    /// The text of a term as a value of a view.
    fn write(&self, term: &Term, wanted: &View) -> Option<String> {
        match term {
            Term::Hole(_) => None,
            Term::Constant(sort, bits) => wanted.constant(*sort, *bits),
            Term::Input(index) => {
                let found = self.parameters.get(*index)?;
                if found.view != *wanted {
                    return cast(&found.name, &found.view, wanted);
                }
                Some(found.name.clone())
            }
            Term::Apply(Op::Ite, operands) => {
                let [condition, then, otherwise] = operands.as_slice() else {
                    return None;
                };
                let condition = bare(self.write(condition, &View::Bool)?);
                let (then, otherwise) = (self.write(then, wanted)?, self.write(otherwise, wanted)?);
                let (then, otherwise) = (bare(then), bare(otherwise));
                Some(
                    match otherwise.starts_with("if ") && otherwise.ends_with('}') {
                        true => format!("(if {condition} {{ {then} }} else {otherwise})"),
                        false => format!("(if {condition} {{ {then} }} else {{ {otherwise} }})"),
                    },
                )
            }
            Term::Apply(op, operands) => self.apply(*op, operands, wanted),
        }
    }

    fn apply(&self, op: Op, operands: &[Term], wanted: &View) -> Option<String> {
        match operands {
            [a] => self.unary(op, a, wanted),
            [a, b] => match relation(op) {
                Some((sign, order)) => self.compare(sign, order, a, b),
                None => self.binary(op, a, b, wanted),
            },
            _ => None,
        }
    }

    fn compare(&self, sign: &str, signed: Option<bool>, a: &Term, b: &Term) -> Option<String> {
        let sort = self.sort(a)?;
        let side = match signed {
            Some(signed) => View::of(sort, signed),
            None => self
                .natural(a)
                .or_else(|| self.natural(b))
                .unwrap_or(View::of(sort, false)),
        };
        Some(format!(
            "({} {sign} {})",
            self.write(a, &side)?,
            self.write(b, &side)?
        ))
    }

    fn unary(&self, op: Op, a: &Term, wanted: &View) -> Option<String> {
        let from = self.sort(a)?;
        match op {
            Op::Not => Some(format!("!{}", self.write(a, wanted)?)),
            Op::Neg => Some(format!("{}.wrapping_neg()", self.word(a, wanted)?)),
            Op::ZeroExtend(_) => cast(
                &self.write(a, &View::of(from, false))?,
                &View::of(from, false),
                wanted,
            ),
            Op::SignExtend(_) => cast(
                &self.write(a, &View::of(from, true))?,
                &View::of(from, true),
                wanted,
            ),
            Op::Extract { low, .. } => {
                let own = match low {
                    0 => self.natural(a).unwrap_or(View::of(from, false)),
                    _ => View::of(from, false),
                };
                let whole = self.write(a, &own)?;
                match low {
                    0 => cast(&whole, &own, wanted),
                    low => cast(&format!("({whole} >> {low})"), &own, wanted),
                }
            }
            _ => None,
        }
    }

    /// A receiver of a method: a literal needs its type.
    fn word(&self, term: &Term, view: &View) -> Option<String> {
        let text = self.write(term, view)?;
        match term {
            Term::Constant(..) => {
                let digits = text.trim_matches(['(', ')']);
                Some(format!("({digits}{})", view.name()?))
            }
            _ => Some(text),
        }
    }

    fn binary(&self, op: Op, a: &Term, b: &Term, wanted: &View) -> Option<String> {
        let infix = |sign: &str| {
            Some(format!(
                "({} {sign} {})",
                self.write(a, wanted)?,
                self.write(b, wanted)?
            ))
        };
        let method = |name: &str| {
            Some(format!(
                "{}.{name}({})",
                self.word(a, wanted)?,
                bare(self.write(b, wanted)?)
            ))
        };
        match op {
            Op::And => infix("&"),
            Op::Or => infix("|"),
            Op::Xor => infix("^"),
            Op::Add => method("wrapping_add"),
            Op::Sub => method("wrapping_sub"),
            Op::Mul => method("wrapping_mul"),
            Op::Implies => Some(format!(
                "(!{} | {})",
                self.write(a, wanted)?,
                self.write(b, wanted)?
            )),
            _ => self.by_sign(op, a, b, wanted),
        }
    }

    /// Operators that are about signed numbers or about unsigned ones.
    fn by_sign(&self, op: Op, a: &Term, b: &Term, wanted: &View) -> Option<String> {
        let signed = matches!(op, Op::Sdiv | Op::Srem | Op::Ashr);
        let sort = self.sort(a)?;
        let own = match op {
            Op::Shl => wanted.clone(),
            _ => View::of(sort, signed),
        };
        let (left, right) = (self.word(a, &own)?, self.write(b, &own)?);
        let count = self.write(b, &View::of(sort, false))?;
        let (name, width) = (own.name()?, sort.width());
        let is_near = matches!(b, Term::Constant(_, bits) if *bits < u128::from(width));
        let is_plain = matches!(b, Term::Constant(_, bits) if *bits != 0 && *bits != mask(width));
        let text = match op {
            Op::Udiv | Op::Sdiv if is_plain => format!("({left} / {right})"),
            Op::Urem | Op::Srem if is_plain => format!("({left} % {right})"),
            Op::Udiv => format!("{left}.checked_div({right}).unwrap_or({name}::MAX)"),
            Op::Urem => format!("{left}.checked_rem({right}).unwrap_or({left})"),
            Op::Sdiv => format!(
                "(if {right} == 0 {{ if {left} < 0 {{ 1 }} else {{ -1 }} }} else {{ {left}.wrapping_div({right}) }})"
            ),
            Op::Srem => format!("(if {right} == 0 {{ {left} }} else {{ {left}.wrapping_rem({right}) }})"),
            Op::Shl if is_near => format!("({left} << {count})"),
            Op::Lshr | Op::Ashr if is_near => format!("({left} >> {count})"),
            Op::Shl => format!("(if {count} < {width} {{ {left} << {count} }} else {{ 0 }})"),
            Op::Lshr => format!("(if {count} < {width} {{ {left} >> {count} }} else {{ 0 }})"),
            Op::Ashr => format!("({left} >> {count}.min({}))", width - 1),
            _ => return None,
        };
        if own == *wanted {
            return Some(text);
        }
        cast(&text, &own, wanted)
    }
}

/// The sign of a comparison, and whether it is about signed numbers.
fn relation(op: Op) -> Option<(&'static str, Option<bool>)> {
    Some(match op {
        Op::Eq => ("==", None),
        Op::Ne => ("!=", None),
        Op::Ult => ("<", Some(false)),
        Op::Ule => ("<=", Some(false)),
        Op::Ugt => (">", Some(false)),
        Op::Uge => (">=", Some(false)),
        Op::Slt => ("<", Some(true)),
        Op::Sle => ("<=", Some(true)),
        Op::Sgt => (">", Some(true)),
        Op::Sge => (">=", Some(true)),
        _ => return None,
    })
}

/// All bits of a width.
fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

fn cast(text: &str, from: &View, to: &View) -> Option<String> {
    if from == to {
        return Some(text.to_owned());
    }
    match (from, to) {
        (View::Int { width: 32, .. }, View::Char) => {
            Some(format!("char::from_u32({text}).unwrap_or_default()"))
        }
        (View::Enum(_), View::Int { .. }) => Some(format!("({text} as {})", to.name()?)),
        _ => {
            from.name()?;
            Some(format!("({text} as {})", to.name()?))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: Sort = Sort::Bits(32);

    fn parameters(signed: bool) -> Vec<Parameter> {
        let parameter = |name: &str| Parameter {
            name: name.into(),
            sort: WORD,
            view: View::of(WORD, signed),
        };
        vec![parameter("speed"), parameter("limit")]
    }

    fn text(op: Op, right: Term, signed: bool, wanted: &View) -> Option<String> {
        let term = Term::Apply(op, vec![Term::Input(0), right]);
        expression(&term, &parameters(signed), wanted)
    }

    #[test]
    fn terms_are_readable_rust() {
        let (limit, three) = (Term::Input(1), Term::Constant(WORD, 3));
        let word = View::of(WORD, false);
        let cases = [
            (Op::Add, &limit, &word, "speed.wrapping_add(limit)"),
            (
                Op::Slt,
                &limit,
                &View::Bool,
                "(speed as i32) < (limit as i32)",
            ),
            (Op::Ult, &three, &View::Bool, "speed < 3"),
            (
                Op::Lshr,
                &limit,
                &word,
                "if limit < 32 { speed >> limit } else { 0 }",
            ),
            (Op::Lshr, &three, &word, "speed >> 3"),
            (
                Op::Udiv,
                &limit,
                &word,
                "speed.checked_div(limit).unwrap_or(u32::MAX)",
            ),
            (Op::Udiv, &three, &word, "speed / 3"),
        ];
        for (op, right, wanted, expected) in cases {
            let found = text(op, right.clone(), false, wanted);
            assert_eq!(found.as_deref(), Some(expected), "{op:?}");
        }
    }

    #[test]
    fn signed_parameters_need_no_casts() {
        let minus = Term::Constant(WORD, u128::from(-3i32 as u32));
        let word = View::of(WORD, true);
        let cases = [
            (Op::Slt, &View::Bool, "speed < (-3)"),
            (Op::Eq, &View::Bool, "speed == (-3)"),
            (Op::Sdiv, &word, "speed / (-3)"),
            (Op::Sub, &word, "speed.wrapping_sub(-3)"),
        ];
        for (op, wanted, expected) in cases {
            let found = text(op, minus.clone(), true, wanted);
            assert_eq!(found.as_deref(), Some(expected), "{op:?}");
        }
    }

    #[test]
    fn choices_are_chains_and_variants_have_names() {
        let below = |limit| Term::Apply(Op::Slt, vec![Term::Input(0), Term::Constant(WORD, limit)]);
        let variant = |at| Term::Constant(WORD, at);
        let rest = Term::Apply(Op::Ite, vec![below(50), variant(1), variant(2)]);
        let choice = Term::Apply(Op::Ite, vec![below(30), variant(0), rest]);
        let names = ["Low", "Middle", "High"].map(str::to_owned).to_vec();
        let found = expression(&choice, &parameters(true), &View::Enum(names));
        let expected = "if speed < 30 { Low } else if speed < 50 { Middle } else { High }";
        assert_eq!(found.as_deref(), Some(expected));
    }

    #[test]
    fn widths_that_rust_lacks_have_no_text() {
        let low = Term::Apply(Op::Extract { high: 8, low: 0 }, vec![Term::Input(0)]);
        let nine = View::of(Sort::Bits(9), false);
        assert_eq!(expression(&low, &parameters(false), &nine), None);
        assert_eq!(expression(&Term::Hole(0), &[], &View::Bool), None);
    }
}
