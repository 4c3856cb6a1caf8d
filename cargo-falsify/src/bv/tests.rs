//! The table against Rust's own arithmetic: exhaustively at 8 bits, by fuzzing with fixed seeds above, floats
//! against the hardware.

use super::*;

/// A small generator of numbers: the same at every run.
struct Numbers(u64);

impl Numbers {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Any bits, with those near the bounds and near powers of two more often.
    fn bits(&mut self) -> u128 {
        let any = u128::from(self.word()) << 64 | u128::from(self.word());
        let small = u128::from(self.word() % 4);
        match self.word() % 5 {
            0 => any,
            1 => small,
            2 => small.wrapping_neg(),
            3 => (1u128 << (self.word() % 128)).wrapping_sub(small),
            _ => any >> (self.word() % 128),
        }
    }
}

const BITS_8: std::ops::RangeInclusive<u128> = 0..=255;

/// All pairs at 8 bits, many at other widths.
fn pairs(bits: u16, seed: u64) -> Vec<(u128, u128)> {
    if bits == 8 {
        return BITS_8.flat_map(|a| BITS_8.map(move |b| (a, b))).collect();
    }
    let mut numbers = Numbers(seed);
    let mask = Scalar::unsigned(bits).mask();
    (0..20_000)
        .map(|_| (numbers.bits() & mask, numbers.bits() & mask))
        .collect()
}

/// Compares operators with methods of one integer type.
macro_rules! check_int {
    ($int:ty, $unsigned:ty, $signed:expr) => {{
        const BITS: u16 = <$int>::BITS as u16;
        let t = Scalar::Int {
            signed: $signed,
            bits: BITS,
        };
        let amount = Scalar::U32;
        let out = |x: $int| x as $unsigned as u128;
        for (a, b) in pairs(BITS, 7) {
            let (x, y) = (a as $int, b as $int);
            let binary = |op: BinOp, wanted: u128| {
                assert_eq!(op.eval(t, a, t, b), wanted, "{} {x} {y}: {t}", op.name());
            };
            binary(BinOp::Add, out(x.wrapping_add(y)));
            binary(BinOp::Sub, out(x.wrapping_sub(y)));
            binary(BinOp::Mul, out(x.wrapping_mul(y)));
            binary(BinOp::And, out(x & y));
            binary(BinOp::Or, out(x | y));
            binary(BinOp::Xor, out(x ^ y));
            binary(BinOp::AddSaturating, out(x.saturating_add(y)));
            binary(BinOp::SubSaturating, out(x.saturating_sub(y)));
            binary(BinOp::Eq, (x == y).into());
            binary(BinOp::Ne, (x != y).into());
            binary(BinOp::Lt, (x < y).into());
            binary(BinOp::Le, (x <= y).into());
            binary(BinOp::Gt, (x > y).into());
            binary(BinOp::Ge, (x >= y).into());
            binary(BinOp::AddOverflows, x.checked_add(y).is_none().into());
            binary(BinOp::SubOverflows, x.checked_sub(y).is_none().into());
            binary(BinOp::MulOverflows, x.checked_mul(y).is_none().into());
            if y != 0 {
                binary(BinOp::Div, out(x.wrapping_div(y)));
                binary(BinOp::Rem, out(x.wrapping_rem(y)));
                binary(BinOp::DivOverflows, x.checked_div(y).is_none().into());
            } else {
                let by_zero = if $signed && t.sign_extend(a) < 0 {
                    1
                } else {
                    t.mask()
                };
                binary(BinOp::Div, by_zero);
                binary(BinOp::Rem, a);
                binary(BinOp::DivOverflows, 0);
            }
            let n = b as u32;
            let counted = |op: BinOp, wanted: u128| {
                assert_eq!(
                    op.eval(t, a, amount, n.into()),
                    wanted,
                    "{} {x} {n}: {t}",
                    op.name()
                );
            };
            counted(BinOp::Shl, out(x.wrapping_shl(n)));
            counted(BinOp::Shr, out(x.wrapping_shr(n)));
            counted(BinOp::RotateLeft, out(x.rotate_left(n)));
            counted(BinOp::RotateRight, out(x.rotate_right(n)));
            counted(BinOp::ShiftOutOfRange, x.checked_shl(n).is_none().into());
            let unary = |op: UnOp, wanted: u128| {
                assert_eq!(op.eval(t, a), wanted, "{} {x}: {t}", op.name());
            };
            unary(UnOp::Not, out(!x));
            unary(UnOp::Neg, out(x.wrapping_neg()));
            unary(UnOp::NegOverflows, x.checked_neg().is_none().into());
            unary(UnOp::CountOnes, x.count_ones().into());
            unary(UnOp::LeadingZeros, x.leading_zeros().into());
            unary(UnOp::TrailingZeros, x.trailing_zeros().into());
            unary(UnOp::SwapBytes, out(x.swap_bytes()));
            unary(UnOp::ReverseBits, out(x.reverse_bits()));
        }
    }};
}

#[test]
fn integers_are_rusts() {
    check_int!(u8, u8, false);
    check_int!(i8, u8, true);
    check_int!(u16, u16, false);
    check_int!(i16, u16, true);
    check_int!(u32, u32, false);
    check_int!(i32, u32, true);
    check_int!(u64, u64, false);
    check_int!(i64, u64, true);
    check_int!(u128, u128, false);
    check_int!(i128, u128, true);
}

#[test]
fn shift_amounts_have_their_own_type() {
    for bits in [8u16, 16, 32, 64, 128] {
        let t = Scalar::unsigned(bits);
        for b in BITS_8 {
            let signed = b as u8 as i8;
            let outside = signed < 0 || signed as u16 >= bits;
            let found = BinOp::ShiftOutOfRange.eval(t, 1, Scalar::signed(8), b);
            assert_eq!(found, outside.into(), "1: {t} << {signed}");
            let found = BinOp::ShiftOutOfRange.eval(t, 1, Scalar::unsigned(8), b);
            assert_eq!(found, (b as u16 >= bits).into(), "1: {t} << {b}");
        }
    }
    // What Rust's release builds do with an amount out of range.
    let shifted = BinOp::Shl.eval(Scalar::unsigned(32), 1, Scalar::signed(8), 0xff);
    assert_eq!(shifted, 1 << 31);
}

/// Every width has the meaning of the mathematical operation, cut to it.
#[test]
fn odd_widths_wrap_like_the_others() {
    for bits in 1..=7u16 {
        let (t, wide) = (Scalar::signed(bits), Scalar::signed(16));
        for a in 0..=t.mask() {
            for b in 0..=t.mask() {
                let (x, y) = (t.sign_extend(a) as u128, t.sign_extend(b) as u128);
                let (x, y) = (wide.wrap(x), wide.wrap(y));
                for op in [BinOp::Add, BinOp::Sub, BinOp::Mul] {
                    let exact = op.eval(wide, x, wide, y);
                    assert_eq!(
                        op.eval(t, a, t, b),
                        t.wrap(exact),
                        "{} {a} {b}: {t}",
                        op.name()
                    );
                }
                let exact = wide.sign_extend(BinOp::Add.eval(wide, x, wide, y));
                let fits = t.sign_extend(t.wrap(exact as u128)) == exact;
                assert_eq!(BinOp::AddOverflows.eval(t, a, t, b), u128::from(!fits));
            }
        }
    }
}

#[test]
fn bools_and_chars_compare_and_combine() {
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let (x, y) = (a == 1, b == 1);
        let eval = |op: BinOp| op.eval(Scalar::Bool, a, Scalar::Bool, b) == 1;
        assert_eq!(eval(BinOp::And), x & y);
        assert_eq!(eval(BinOp::Or), x | y);
        assert_eq!(eval(BinOp::Xor), x ^ y);
        assert_eq!(eval(BinOp::Lt), !x & y);
        assert_eq!(UnOp::Not.eval(Scalar::Bool, a) == 1, !x);
    }
    let less = BinOp::Lt.eval(Scalar::Char, 'a'.into(), Scalar::Char, 'ß'.into());
    assert_eq!(less, 1);
    assert!(Scalar::Char.contains(0x10ffff) && !Scalar::Char.contains(0x110000));
    assert!(!Scalar::Char.contains(0xd800));
}

/// Bits of floats: special ones, and random ones of all magnitudes.
fn float_bits(bits: u16, seed: u64) -> Vec<u128> {
    let mut numbers = Numbers(seed);
    let mask = Scalar::Float { bits }.mask();
    let special_32 = [
        0.0,
        1.0,
        0.5,
        1.5,
        2.5,
        1e-45,
        f32::MIN_POSITIVE,
        f32::MAX,
        f32::INFINITY,
    ];
    let special_64 = [
        0.0,
        1.0,
        0.5,
        1.5,
        2.5,
        5e-324,
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::INFINITY,
    ];
    let special: Vec<u128> = match bits {
        32 => special_32.map(|x: f32| x.to_bits().into()).to_vec(),
        _ => special_64.map(|x: f64| x.to_bits().into()).to_vec(),
    };
    let nan = if bits == 32 {
        0x7fc0_0000
    } else {
        0x7ff8 << 48
    };
    let negative = special.iter().map(|b| b | 1 << (bits - 1));
    let mut all: Vec<_> = special.iter().copied().chain(negative).collect();
    all.push(nan);
    all.extend((0..150).map(|_| numbers.bits() & mask));
    // Integers and halves, where rounding is decided.
    all.extend((0..50).map(|n| match bits {
        32 => u128::from((n as f32 / 2.0 - 12.0).to_bits()),
        _ => u128::from((n as f64 / 2.0 - 12.0).to_bits()),
    }));
    all
}

macro_rules! check_float {
    ($float:ty, $bits:literal) => {{
        let t = Scalar::Float { bits: $bits };
        let value = |b: u128| <$float>::from_bits(b as _);
        // NaN results have one form; others are exact.
        let same = |found: u128, wanted: $float| match wanted.is_nan() {
            true => value(found).is_nan() && value(found).is_sign_positive(),
            false => found == u128::from(wanted.to_bits()),
        };
        let all = float_bits($bits, 3);
        for &a in &all {
            let x = value(a);
            let unary = |op: UnOp, wanted: $float| {
                assert!(same(op.eval(t, a), wanted), "{} {x}", op.name());
            };
            unary(UnOp::FloatSqrt, x.sqrt());
            unary(UnOp::FloatFloor, x.floor());
            unary(UnOp::FloatCeil, x.ceil());
            unary(UnOp::FloatTrunc, x.trunc());
            unary(UnOp::FloatRound, x.round());
            unary(UnOp::FloatRoundTiesEven, x.round_ties_even());
            assert_eq!(UnOp::Neg.eval(t, a), u128::from((-x).to_bits()));
            assert_eq!(UnOp::FloatAbs.eval(t, a), u128::from(x.abs().to_bits()));
            for &b in &all {
                let y = value(b);
                let binary = |op: BinOp, wanted: $float| {
                    assert!(same(op.eval(t, a, t, b), wanted), "{} {x} {y}", op.name());
                };
                binary(BinOp::Add, x + y);
                binary(BinOp::Sub, x - y);
                binary(BinOp::Mul, x * y);
                binary(BinOp::Div, x / y);
                binary(BinOp::Rem, x % y);
                let copied = BinOp::FloatCopysign.eval(t, a, t, b);
                assert_eq!(copied, u128::from(x.copysign(y).to_bits()));
                let holds = |op: BinOp, wanted: bool| {
                    assert_eq!(op.eval(t, a, t, b) == 1, wanted, "{} {x} {y}", op.name());
                };
                holds(BinOp::Eq, x == y);
                holds(BinOp::Ne, x != y);
                holds(BinOp::Lt, x < y);
                holds(BinOp::Le, x <= y);
                holds(BinOp::Gt, x > y);
                holds(BinOp::Ge, x >= y);
            }
        }
    }};
}

#[test]
fn floats_are_the_hardwares() {
    check_float!(f32, 32);
    check_float!(f64, 64);
}

/// Compares casts from one type to all number types.
macro_rules! check_casts {
    ($from:ty, $t:expr, $value:expr, $all:expr; $($to:ty = $to_t:expr, $out:expr;)*) => {
        for &a in $all.iter() {
            let x: $from = $value(a);
            $(
                let wanted: u128 = $out(x as $to);
                assert!(castable($t, $to_t));
                let found = cast($t, $to_t, a);
                assert_eq!(found, wanted, "{x} as {}", stringify!($to));
            )*
        }
    };
}

macro_rules! check_casts_to_all {
    ($from:ty, $t:expr, $value:expr, $all:expr) => {
        check_casts! { $from, $t, $value, $all;
            u8 = Scalar::unsigned(8), u128::from;
            u16 = Scalar::unsigned(16), u128::from;
            u32 = Scalar::unsigned(32), u128::from;
            u64 = Scalar::unsigned(64), u128::from;
            u128 = Scalar::unsigned(128), u128::from;
            i8 = Scalar::signed(8), |x: i8| (x as u8).into();
            i16 = Scalar::signed(16), |x: i16| (x as u16).into();
            i32 = Scalar::signed(32), |x: i32| (x as u32).into();
            i64 = Scalar::signed(64), |x: i64| (x as u64).into();
            i128 = Scalar::signed(128), |x: i128| x as u128;
        }
    };
}

macro_rules! check_casts_to_floats {
    ($from:ty, $t:expr, $value:expr, $all:expr) => {
        check_casts! { $from, $t, $value, $all;
            f32 = Scalar::Float { bits: 32 }, canonical_32;
            f64 = Scalar::Float { bits: 64 }, canonical_64;
        }
    };
}

fn canonical_32(x: f32) -> u128 {
    match x.is_nan() {
        true => 0x7fc0_0000,
        false => x.to_bits().into(),
    }
}

fn canonical_64(x: f64) -> u128 {
    match x.is_nan() {
        true => 0x7ff8 << 48,
        false => x.to_bits().into(),
    }
}

fn ints(bits: u16) -> Vec<u128> {
    pairs(bits, 11)
        .into_iter()
        .take(3000)
        .map(|p| p.1)
        .collect()
}

macro_rules! check_int_casts {
    ($($int:ty: $t:expr;)*) => { $(
        let all = ints(<$int>::BITS as u16);
        check_casts_to_all!($int, $t, |a: u128| a as $int, all);
        check_casts_to_floats!($int, $t, |a: u128| a as $int, all);
    )* };
}

#[test]
fn casts_are_rusts() {
    check_int_casts! {
        u8: Scalar::unsigned(8);
        u16: Scalar::unsigned(16);
        u32: Scalar::unsigned(32);
        u64: Scalar::unsigned(64);
        u128: Scalar::unsigned(128);
        i8: Scalar::signed(8);
        i16: Scalar::signed(16);
        i32: Scalar::signed(32);
        i64: Scalar::signed(64);
        i128: Scalar::signed(128);
    }
    let (f32s, f64s) = (float_bits(32, 5), float_bits(64, 6));
    let (f32_t, f64_t) = (Scalar::Float { bits: 32 }, Scalar::Float { bits: 64 });
    check_casts_to_all!(f32, f32_t, |a: u128| f32::from_bits(a as u32), f32s);
    check_casts_to_all!(f64, f64_t, |a: u128| f64::from_bits(a as u64), f64s);
    for a in f32s {
        let wide = f64::from(f32::from_bits(a as u32));
        assert_eq!(cast(f32_t, f64_t, a), canonical_64(wide));
        assert_eq!(cast(f32_t, f32_t, a), a);
    }
    for a in f64s {
        let narrow = f64::from_bits(a as u64) as f32;
        assert_eq!(cast(f64_t, f32_t, a), canonical_32(narrow));
    }
}

#[test]
fn casts_of_bool_and_char_are_rusts() {
    let bools = [0u128, 1];
    check_casts_to_all!(bool, Scalar::Bool, |a: u128| a == 1, bools);
    let chars = ['\0', 'a', 'ÿ', 'ß', '\u{ffff}', '\u{10ffff}'].map(u128::from);
    let of = |a: u128| char::from_u32(a as u32).unwrap_or('\0');
    check_casts_to_all!(char, Scalar::Char, of, chars);
    for a in BITS_8 {
        let wanted = char::from(a as u8);
        assert_eq!(cast(Scalar::unsigned(8), Scalar::Char, a), wanted.into());
    }
}

#[test]
fn casts_that_rust_lacks_are_none() {
    let f32_t = Scalar::Float { bits: 32 };
    let u32_t = Scalar::U32;
    for (from, to) in [
        (Scalar::Bool, f32_t),
        (Scalar::Bool, Scalar::Char),
        (Scalar::Char, f32_t),
        (Scalar::Char, Scalar::Bool),
        (u32_t, Scalar::Char),
        (Scalar::signed(8), Scalar::Char),
        (u32_t, Scalar::Bool),
        (f32_t, Scalar::Char),
        (f32_t, Scalar::Bool),
    ] {
        assert!(!castable(from, to), "{from} as {to}");
    }
    assert!(transmutable(u32_t, Scalar::Char) && transmutable(f32_t, u32_t));
    assert!(!transmutable(Scalar::unsigned(64), f32_t));
    assert!(!transmutable(Scalar::unsigned(1), Scalar::Bool));
}

fn all_scalars() -> Vec<Scalar> {
    let widths = [1, 7, 8, 16, 32, 64, 128];
    let ints = widths
        .into_iter()
        .flat_map(|b| [Scalar::signed(b), Scalar::unsigned(b)]);
    let floats = [32, 64].map(|bits| Scalar::Float { bits });
    ints.chain(floats)
        .chain([Scalar::Bool, Scalar::Char])
        .collect()
}

/// Whatever the bits, an operator gives a value of its result type.
#[test]
fn operators_are_total_and_stay_in_their_type() {
    let mut numbers = Numbers(1);
    for left in all_scalars() {
        for right in all_scalars() {
            for row in BINARY {
                let Some(result) = row.op.result(left, right) else {
                    continue;
                };
                for _ in 0..50 {
                    let (a, b) = (left.wrap(numbers.bits()), right.wrap(numbers.bits()));
                    let found = row.op.eval(left, a, right, b);
                    assert!(
                        found <= result.mask(),
                        "{} {a} {b}: {left} {right}",
                        row.name
                    );
                }
            }
        }
        for row in UNARY {
            if let Some(result) = row.op.result(left) {
                for _ in 0..50 {
                    let a = left.wrap(numbers.bits());
                    assert!(
                        row.op.eval(left, a) <= result.mask(),
                        "{} {a}: {left}",
                        row.name
                    );
                }
            }
        }
    }
}

#[test]
fn rows_are_in_order_and_names_are_unique() {
    for row in UNARY {
        assert_eq!(row.op.row().name, row.name);
        assert_eq!(UnOp::by_name(row.name), Some(row.op));
        assert_eq!(BinOp::by_name(row.name), None);
        assert!(!row.doc.trim().is_empty());
    }
    for row in BINARY {
        assert_eq!(row.op.row().name, row.name);
        assert_eq!(BinOp::by_name(row.name), Some(row.op));
    }
}
