//! Calls of library functions that no other family covers.

use super::scope::Scope;
use super::types::{Int, Ty, U32, U8};
use super::Generator;

impl Generator {
    /// An integer by way of a library type.
    pub(super) fn library_int(&mut self, scope: &Scope, int: Int, depth: usize) -> String {
        let ty = Ty::Int(int);
        let a = self.expr(scope, &ty, depth, true);
        let b = self.expr(&scope.frozen(), &ty, depth, true);
        let name = int.name;
        match self.random.below(10) {
            0 => format!("(core::num::Wrapping::<{name}>({a}) + core::num::Wrapping({b})).0"),
            1 => format!("(core::num::Wrapping::<{name}>({a}) * core::num::Wrapping({b}) - core::num::Wrapping(1)).0"),
            2 => format!("core::cmp::max::<{name}>({a}, {b})"),
            3 => format!("core::cmp::min::<{name}>({a}, {b})"),
            4 => format!("{name}::from_le_bytes(<{name}>::to_be_bytes({a}))"),
            5 if int.name == "u64" => {
                let nanos = self.expr(scope, &Ty::Int(U32), depth, true);
                format!("core::time::Duration::new({a} % 1000, {nanos} % 2_000_000_000).as_secs()")
            }
            5 if int.name == "u32" => {
                let millis = self.expr(scope, &Ty::Int(int), depth, false);
                format!("core::time::Duration::from_millis({millis} as u64).subsec_nanos()")
            }
            6 => format!("(core::mem::size_of::<{name}>() as {name})"),
            7 => {
                let byte = self.expr(scope, &Ty::Int(U8), depth, true);
                format!("core::convert::identity::<{name}>({a}).wrapping_add({byte} as {name})")
            }
            8 => format!("({{ let pair: (_, {name}) = (0u8, {a}); let (_, v) = pair; v.wrapping_sub({b}) }})"),
            _ => format!("<{name}>::wrapping_add({a}, {b})"),
        }
    }

    pub(super) fn library_bool(&mut self, scope: &Scope, depth: usize) -> String {
        let int = Ty::common_int(&mut self.random);
        let a = self.expr(scope, &Ty::Int(int), depth, false);
        let b = self.expr(&scope.frozen(), &Ty::Int(int), depth, true);
        let character = self.expr(scope, &Ty::Char, depth, false);
        match self.random.below(7) {
            0 => format!("{a}.cmp(&{b}).is_lt()"),
            1 => format!("({a}.cmp(&{b}) == core::cmp::Ordering::Less)"),
            2 => format!("({a}.partial_cmp(&{b}) != Some(core::cmp::Ordering::Equal))"),
            3 => format!("{character}.is_ascii_digit()"),
            4 => format!("{character}.is_ascii_alphabetic()"),
            5 => format!("{a}.overflowing_add({b}).1"),
            _ => format!("{a}.eq(&{b})"),
        }
    }
}
