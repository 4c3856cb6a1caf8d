//! Expressions of type bool, char, f32 and f64.

use super::scope::Scope;
use super::types::{Body, Int, Ty, INTS, U32, U8};
use super::Generator;

impl Generator {
    pub(super) fn bool_expr(&mut self, scope: &Scope, depth: usize) -> String {
        match self.random.below(16) {
            0..=4 => self.comparison(scope, depth),
            5 | 6 => {
                let left = self.expr(scope, &Ty::Bool, depth, true);
                let right = self.expr(scope, &Ty::Bool, depth, true);
                let operator = self.random.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
                format!("({left} {operator} {right})")
            }
            7 => format!("(!{})", self.expr(scope, &Ty::Bool, depth, true)),
            8 | 9 => self.matches_macro(scope, depth),
            10 => self.option_test(scope, depth),
            11 => self.in_range(scope, depth),
            12 => self.bool_of_iterator(scope, depth),
            13 => self.int_test(scope, depth),
            14 => self.assigned_flag(scope, depth),
            _ => self.library_bool(scope, depth),
        }
    }

    fn comparison(&mut self, scope: &Scope, depth: usize) -> String {
        let ty = if self.random.chance(70) {
            Ty::scalar(&mut self.random)
        } else {
            self.value_type(1)
        };
        let left = self.expr(scope, &ty, depth, false);
        let right = self.expr(scope, &ty, depth, true);
        let operator = self.random.pick(&["==", "!=", "<", "<=", ">", ">="]);
        format!("({left} {operator} {right})")
    }

    fn option_test(&mut self, scope: &Scope, depth: usize) -> String {
        let inner = self.value_type(1);
        if self.random.chance(50) {
            let option = self.expr(scope, &Ty::option(inner), depth, false);
            return format!("{option}.{}()", self.random.pick(&["is_some", "is_none"]));
        }
        let ty = Ty::Result(Box::new(inner), Box::new(Ty::Int(U8)));
        let result = self.expr(scope, &ty, depth, false);
        format!("{result}.{}()", self.random.pick(&["is_ok", "is_err"]))
    }

    fn in_range(&mut self, scope: &Scope, depth: usize) -> String {
        let int = Ty::common_int(&mut self.random);
        let value = self.expr(scope, &Ty::Int(int), depth, true);
        let low = self.random.below(60);
        let high = low + self.random.below(60);
        let name = int.name;
        match self.random.below(4) {
            0 => format!("({low}..{high}{name}).contains(&{value})"),
            1 => format!("({low}{name}..={high}).contains(&{value})"),
            2 => format!("(..{high}{name}).contains(&{value})"),
            _ => format!("({low}{name}..).contains(&{value})"),
        }
    }

    fn int_test(&mut self, scope: &Scope, depth: usize) -> String {
        let int = *self.random.pick(&INTS);
        let value = self.expr(scope, &Ty::Int(int), depth, false);
        let test = match int.signed {
            true => {
                *self
                    .random
                    .pick(&["is_positive()", "is_negative()", "checked_neg().is_none()"])
            }
            false => *self
                .random
                .pick(&["is_power_of_two()", "checked_next_power_of_two().is_some()"]),
        };
        format!("{value}.{test}")
    }

    /// `{ flag = …; flag }`: an effect inside a condition.
    fn assigned_flag(&mut self, scope: &Scope, depth: usize) -> String {
        let places = scope.mutable(&self.definitions, |ty| *ty == Ty::Bool);
        if places.is_empty() {
            return self.comparison(scope, depth);
        }
        let place = self.random.pick(&places).text.clone();
        let value = self.expr(scope, &Ty::Bool, depth, true);
        let operator = self.random.pick(&["=", "&=", "|=", "^="]);
        format!("({{ {place} {operator} {value}; {place} }})")
    }

    pub(super) fn char_literal(&mut self) -> String {
        const CHARS: [&str; 14] = [
            "'a'",
            "'z'",
            "'Z'",
            "'0'",
            "'9'",
            "' '",
            "'\\n'",
            "'\\0'",
            "'\\''",
            "'\\u{7f}'",
            "'é'",
            "'\\u{d7ff}'",
            "'\\u{10ffff}'",
            "'\\x41'",
        ];
        self.random.pick(&CHARS).to_string()
    }

    pub(super) fn char_expr(&mut self, scope: &Scope, depth: usize) -> String {
        match self.random.below(6) {
            0 | 1 => format!("({} as char)", self.expr(scope, &Ty::Int(U8), depth, false)),
            2 => {
                let number = self.expr(scope, &Ty::Int(U32), depth, true);
                format!("char::from_u32({number}).unwrap_or('?')")
            }
            3 => {
                let value = self.expr(scope, &Ty::Char, depth, false);
                let method = self
                    .random
                    .pick(&["to_ascii_uppercase", "to_ascii_lowercase"]);
                format!("{value}.{method}()")
            }
            4 => format!(
                "char::from({})",
                self.expr(scope, &Ty::Int(U8), depth, true)
            ),
            _ => {
                let left = self.expr(scope, &Ty::Char, depth, true);
                let right = self.expr(scope, &Ty::Char, depth, true);
                format!("{left}.{}({right})", self.random.pick(&["max", "min"]))
            }
        }
    }

    pub(super) fn float_literal(&mut self, name: &str, known: bool) -> String {
        const FLOATS: [&str; 14] = [
            "0.0", "1.0", "0.5", "2.0", "3.25", "10.0", "0.1", "1e3", "2.5e-3", "100.0", "1_000.5",
            "65536.0", "1e10", "0.333",
        ];
        let suffix = if known && self.random.chance(60) {
            ""
        } else {
            name
        };
        match self.random.below(12) {
            0 => format!("{name}::MAX"),
            1 => format!("{name}::INFINITY"),
            2 => format!("{name}::NAN"),
            3 => format!("{name}::EPSILON"),
            4 => format!("(-{}{suffix})", self.random.pick(&FLOATS)),
            _ => format!("{}{suffix}", self.random.pick(&FLOATS)),
        }
    }

    pub(super) fn float_expr(
        &mut self,
        scope: &Scope,
        ty: &Ty,
        depth: usize,
        known: bool,
    ) -> String {
        let name = self.type_text(ty);
        match self.random.below(10) {
            0..=4 => {
                let left = self.expr(scope, ty, depth, known);
                let right = self.expr(scope, ty, depth, known);
                let operator = self.random.pick(&["+", "-", "*", "/", "%"]);
                format!("({left} {operator} {right})")
            }
            5 | 6 => {
                let from = self.castable_to_float();
                let value = self.expr(scope, &from, depth, false);
                format!("({value} as {name})")
            }
            7 => format!("(-{})", self.expr(scope, ty, depth, known)),
            8 => {
                let value = self.expr(scope, ty, depth, false);
                format!(
                    "{value}.clamp(-10.0, {})",
                    self.random.below(100) as f32 / 4.0 + 0.125
                )
            }
            _ => format!("{}.abs()", self.expr(scope, ty, depth, false)),
        }
    }

    fn castable_to_float(&mut self) -> Ty {
        match self.random.below(4) {
            0 => Ty::F32,
            1 => Ty::F64,
            _ => Ty::Int(*self.random.pick(&INTS)),
        }
    }

    /// A value of a fieldless enum, which may be cast to an integer.
    pub(super) fn cast_of_enum(&mut self, scope: &Scope, depth: usize) -> Option<String> {
        let fieldless: Vec<usize> = (0..self.definitions.len())
            .filter(|index| match &self.definitions[*index].body {
                Body::Enum(variants) => variants.iter().all(|(_, fields)| fields.list.is_empty()),
                Body::Struct(_) => false,
            })
            .collect();
        if fieldless.is_empty() || self.random.chance(70) {
            return None;
        }
        let ty = Ty::Named(*self.random.pick(&fieldless), Vec::new());
        Some(self.expr(scope, &ty, depth, false))
    }

    /// Some integer type's name and an expression of it.
    pub(super) fn any_int(&mut self, scope: &Scope, depth: usize) -> (Int, String) {
        let int = Ty::common_int(&mut self.random);
        let value = self.expr(scope, &Ty::Int(int), depth, false);
        (int, value)
    }
}
