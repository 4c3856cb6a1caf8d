//! Integer expressions: literals, operators, casts and library methods.

use super::scope::Scope;
use super::types::{Int, Ty, INTS, U32, U8};
use super::Generator;

/// Methods of all integers that take another and never panic.
const BINARY_METHODS: [&str; 12] = [
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "saturating_add",
    "saturating_sub",
    "saturating_mul",
    "min",
    "max",
    "wrapping_add",
    "wrapping_sub",
    "min",
    "max",
];

/// Methods without argument that never panic and return the same type.
const UNARY_METHODS: [&str; 5] = [
    "swap_bytes",
    "reverse_bits",
    "wrapping_neg",
    "to_be",
    "to_le",
];

impl Generator {
    pub(super) fn int_literal(&mut self, int: Int, known: bool) -> String {
        let suffix = if known && self.random.chance(60) {
            ""
        } else {
            int.name
        };
        match self.random.below(14) {
            0 => format!("{}::MAX", int.name),
            1 => format!("{}::MIN", int.name),
            2 => {
                let bits = self.random.below(int.bits as usize - 1);
                format!("0x{:x}{}", 1u128 << bits, separated(suffix))
            }
            3 => format!("0b{:b}{}", self.random.below(64), separated(suffix)),
            4 if int.signed => format!("(-{}{suffix})", self.random.between(1, 100)),
            5 => format!("1_{:02}{suffix}", self.random.below(28)),
            6..=9 => format!("{}{suffix}", self.random.below(10)),
            _ => format!("{}{suffix}", self.random.below(128)),
        }
    }

    pub(super) fn int_expr(
        &mut self,
        scope: &Scope,
        int: Int,
        depth: usize,
        known: bool,
    ) -> String {
        match self.random.below(22) {
            0..=6 => self.int_operator(scope, int, depth, known),
            7..=9 => self.int_method(scope, int, depth),
            10..=12 => self.cast_to_int(scope, int, depth),
            13 => self.shift(scope, int, depth, known),
            14 => self.compared_int(scope, int, depth),
            15 => self.checked_int(scope, int, depth),
            16 => self.compound_assignment(scope, int, depth),
            17 if int.name == "u32" => self.counted_bits(scope, depth),
            17 => self.from_narrower(scope, int, depth),
            18 => self.sum_of_iterator(scope, int, depth),
            19 => self.library_int(scope, int, depth),
            20 => self.operator_chain(scope, int, depth),
            _ => self.unary_int(scope, int, depth, known),
        }
    }

    fn int_operator(&mut self, scope: &Scope, int: Int, depth: usize, known: bool) -> String {
        let ty = Ty::Int(int);
        let left = self.expr(scope, &ty, depth, known);
        let right = self.expr(scope, &ty, depth, known);
        if self.risky() {
            let operator = self.random.pick(&["+", "-", "*", "+", "-", "/", "%"]);
            return format!("({left} {operator} {right})");
        }
        match self.random.below(6) {
            0 => format!("({left} & {right})"),
            1 => format!("({left} | {right})"),
            2 => format!("({left} ^ {right})"),
            3 => format!("(({left} & 31) + ({right} & 0x1f))"),
            4 => format!("(({left} % 10) ^ ({right} % 3))"),
            _ => format!("({left} / {})", self.random.between(2, 9)),
        }
    }

    /// Several operators without parentheses: precedence and order.
    fn operator_chain(&mut self, scope: &Scope, int: Int, depth: usize) -> String {
        let ty = Ty::Int(int);
        let mut small = Vec::new();
        for position in 0..4 {
            let operand = self.expr(scope, &ty, depth.min(1), position > 0);
            small.push(format!("({operand} & 7)"));
        }
        let form = *self.random.pick(&[
            "a + b * c ^ d",
            "a | b + c & d",
            "a * b + c * d",
            "a << 1 | b ^ c + d",
            "a + b % 3 + c / 2 | d",
        ]);
        let letters = ["a", "b", "c", "d"];
        let words = form.split(' ').map(|word| {
            letters
                .iter()
                .position(|l| *l == word)
                .map_or(word.to_string(), |i| small[i].clone())
        });
        format!("({})", words.collect::<Vec<_>>().join(" "))
    }

    fn unary_int(&mut self, scope: &Scope, int: Int, depth: usize, known: bool) -> String {
        let value = self.expr(scope, &Ty::Int(int), depth, known);
        if int.signed && self.risky() {
            return format!("(-{value})");
        }
        format!("(!{value})")
    }

    fn int_method(&mut self, scope: &Scope, int: Int, depth: usize) -> String {
        let ty = Ty::Int(int);
        let receiver = self.expr(scope, &ty, depth, false);
        match self.random.below(12) {
            0..=5 => {
                let method = *self.random.pick(&BINARY_METHODS);
                let argument = self.expr(&scope.frozen(), &ty, depth, true);
                format!("{receiver}.{method}({argument})")
            }
            6 => format!("{receiver}.{}()", self.random.pick(&UNARY_METHODS)),
            7 => {
                let amount = self.expr(scope, &Ty::Int(U32), depth, true);
                let method = *self.random.pick(&[
                    "rotate_left",
                    "rotate_right",
                    "wrapping_shl",
                    "wrapping_shr",
                ]);
                format!("{receiver}.{method}({amount})")
            }
            8 => format!("{receiver}.rem_euclid({})", self.random.between(2, 20)),
            9 => {
                let low = self.random.below(20);
                format!("{receiver}.clamp({low}, {})", low + self.random.below(90))
            }
            10 if self.risky() => format!("{receiver}.pow({})", self.random.below(5)),
            10 => format!("{receiver}.wrapping_pow({})", self.random.below(9)),
            _ => self.signed_method(receiver, int),
        }
    }

    fn signed_method(&mut self, receiver: String, int: Int) -> String {
        if int.signed && self.risky() {
            return format!("{receiver}.abs()");
        }
        match int.signed {
            true => format!(
                "{receiver}.{}()",
                self.random.pick(&["signum", "wrapping_abs"])
            ),
            false => format!("{receiver}.abs_diff({})", self.random.below(100)),
        }
    }

    /// `value as int` from any scalar.
    fn cast_to_int(&mut self, scope: &Scope, int: Int, depth: usize) -> String {
        let from = Ty::scalar(&mut self.random);
        let value = self.expr(scope, &from, depth, false);
        if let Some(value) = self.cast_of_enum(scope, depth) {
            return format!("({value} as {})", int.name);
        }
        // An unsuffixed literal takes its type from nothing but the fallback.
        if self.random.chance(8) {
            return format!("({} as {})", self.random.below(400), int.name);
        }
        format!("({value} as {})", int.name)
    }

    fn shift(&mut self, scope: &Scope, int: Int, depth: usize, known: bool) -> String {
        let value = self.expr(scope, &Ty::Int(int), depth, known);
        let by = *self.random.pick(&INTS);
        let amount = self.expr(scope, &Ty::Int(by), depth, false);
        let operator = self.random.pick(&["<<", ">>"]);
        if self.risky() {
            return format!("({value} {operator} {amount})");
        }
        format!(
            "({value} {operator} ({amount} & {}))",
            self.random.below(int.bits as usize)
        )
    }

    fn compared_int(&mut self, scope: &Scope, int: Int, depth: usize) -> String {
        let condition = self.expr(scope, &Ty::Bool, depth, true);
        match self.random.below(2) {
            0 => format!("{}::from({condition})", int.name),
            _ => format!("({condition} as {})", int.name),
        }
    }

    fn checked_int(&mut self, scope: &Scope, int: Int, depth: usize) -> String {
        let ty = Ty::Int(int);
        let receiver = self.expr(scope, &ty, depth, false);
        let argument = self.expr(scope, &ty, depth, true);
        let other = self.literal(&ty, true);
        let method = self.random.pick(&[
            "checked_add",
            "checked_sub",
            "checked_mul",
            "checked_div",
            "checked_rem",
        ]);
        match self.random.below(3) {
            0 => {
                let method = method
                    .replace("checked", "overflowing")
                    .replace("_div", "_add")
                    .replace("_rem", "_sub");
                format!("{receiver}.{method}({argument}).0")
            }
            1 => {
                let name = self.fresh("v");
                format!("(match {receiver}.{method}({argument}) {{ Some({name}) => {name}, None => {other} }})")
            }
            _ => format!("{receiver}.{method}({argument}).unwrap_or({other})"),
        }
    }

    /// `{ place += …; place }`.
    fn compound_assignment(&mut self, scope: &Scope, int: Int, depth: usize) -> String {
        let places = scope.mutable(&self.definitions, |ty| *ty == Ty::Int(int));
        if places.is_empty() {
            return self.int_operator(scope, int, depth, false);
        }
        let place = self.random.pick(&places).text.clone();
        let change = self.expr(scope, &Ty::Int(int), depth, true);
        let operator = *self.random.pick(&["^=", "|=", "&=", "="]);
        let operator = if self.risky() {
            *self.random.pick(&["+=", "-=", "*="])
        } else {
            operator
        };
        format!("({{ {place} {operator} {change}; {place} }})")
    }

    fn counted_bits(&mut self, scope: &Scope, depth: usize) -> String {
        let from = Ty::Int(*self.random.pick(&INTS));
        let value = self.expr(scope, &from, depth, false);
        let method = self.random.pick(&[
            "count_ones",
            "count_zeros",
            "leading_zeros",
            "trailing_zeros",
            "leading_ones",
        ]);
        format!("{value}.{method}()")
    }

    /// A lossless conversion through `From` or `into`.
    fn from_narrower(&mut self, scope: &Scope, int: Int, depth: usize) -> String {
        if int.bits == 8 || int.name.ends_with("size") {
            return self.int_method(scope, int, depth);
        }
        let value = self.expr(scope, &Ty::Int(U8), depth, false);
        format!("{}::from({value})", int.name)
    }
}

/// A suffix that does not run into hexadecimal digits.
fn separated(suffix: &str) -> String {
    if suffix.is_empty() {
        String::new()
    } else {
        format!("_{suffix}")
    }
}
