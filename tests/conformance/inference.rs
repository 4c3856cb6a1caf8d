//! Types that come from elsewhere: literals, defaults, later uses.

pub fn literal_takes_the_other_side(x: u8) -> (u8, bool) {
    let limit = 200;
    let step = 3;
    (x.wrapping_add(step), x > limit)
}

pub fn literal_from_a_later_call(x: bool) -> u64 {
    let mut n = 1;
    if x {
        n = n * 4_000_000_000;
    }
    takes(n)
}

fn takes(n: u64) -> u64 {
    n.wrapping_mul(n)
}

pub fn fallback_is_i32(x: i8) -> i64 {
    let big = 2_147_483_647;
    let sum = big + x as i32;
    sum as i64
}

pub fn fallback_overflows(x: bool) -> i64 {
    let mut n = 65536;
    if x {
        n *= 65536;
    }
    n as i64
}

pub fn float_fallback(x: f32) -> (f64, f32) {
    let third = 1.0 / 3.0;
    let half = 0.5;
    (third, x * half)
}

pub fn array_element_type(x: u8) -> u16 {
    let mut list = [0; 3];
    list[1] = x as u16 * 2;
    list.iter().sum::<u16>() + list.len() as u16
}

pub fn none_before_some(x: u8) -> Option<u16> {
    let mut best = None;
    for i in 0..3 {
        let candidate = x as u16 * i;
        if best.map_or(true, |b| candidate > b) {
            best = Some(candidate);
        }
    }
    best
}

pub fn closure_parameter_from_the_call(x: u8) -> u8 {
    let f = |n| n ^ 1;
    f(x)
}

pub fn result_of_parse_like(x: u8) -> i16 {
    let value = if x > 100 { Err(-1) } else { Ok(x) };
    match value {
        Ok(n) => n as i16,
        Err(e) => e,
    }
}

pub fn sum_needs_its_type(a: [u8; 3]) -> u8 {
    let total: u32 = a.iter().map(|&n| u32::from(n)).sum();
    (total / 3) as u8
}

pub fn into_by_context(x: u8) -> u32 {
    let wide: u32 = x.into();
    wide + u32::from(x) * 2
}

pub fn default_by_context(x: bool) -> (u8, [u16; 2], Option<char>, bool) {
    let (a, b, c): (u8, [u16; 2], Option<char>) = Default::default();
    (a, b, c, if x { Default::default() } else { true })
}

pub fn turbofish(x: u8) -> (usize, u16) {
    let n = core::mem::size_of::<(u8, u32)>() + core::mem::size_of::<[u16; 3]>();
    (n, Into::<u16>::into(x))
}

pub fn underscore_types(x: u8) -> (u8, [u8; 2]) {
    let pair: (_, [_; 2]) = (x, [x, 1]);
    let first: _ = pair.0;
    (first, pair.1)
}

pub fn never_coerces(x: Option<u8>) -> u8 {
    let n = match x {
        Some(n) => n,
        None => return 3,
    };
    let m = loop {
        if n > 3 {
            break n;
        }
        break 1;
    };
    let k: u8 = if m == 200 { panic!("two hundred") } else { m };
    k
}

pub fn shift_amount_has_its_own_type(x: u64) -> u64 {
    let amount = 3;
    let other = 4u8;
    x >> amount >> other << 1i128
}

pub fn unsuffixed_range(x: u8) -> u8 {
    let mut n = 0;
    for i in 0..4 {
        n |= (x & 1) << i;
    }
    for i in (1..=x % 4).rev() {
        n ^= i;
    }
    n
}

pub fn index_literals_are_usize(a: [u8; 3]) -> u8 {
    let i = 1;
    let j = i + 1;
    a[i] ^ a[j]
}

pub fn comparison_fixes_the_literal(x: i8) -> (bool, bool) {
    let low = -100;
    let high = 100;
    (low < x, x <= high)
}

pub fn negative_literals(x: i8) -> (i8, i16, i64) {
    let a = -1;
    let b = -0x80;
    (x.wrapping_add(a), b, -(x as i64) - 1)
}

pub fn generic_literals(x: u8) -> (u8, i16) {
    fn max<T: PartialOrd>(a: T, b: T) -> T {
        if a > b { a } else { b }
    }
    (max(7, x), max(-3, x as i16 - 5))
}

pub fn tuple_field_inference(x: u8) -> u32 {
    let pair = (x, 1_000_000);
    pair.0 as u32 + takes32(pair.1)
}

fn takes32(n: u32) -> u32 {
    n / 2
}

pub fn if_without_else_is_unit(x: u8) -> u8 {
    let mut n = x;
    let () = if x > 3 {
        n = 1;
    };
    n
}

pub fn block_like_statements(x: u8) -> u8 {
    let mut n = x;
    if n > 100 { n /= 2; }
    match n { 0 => n = 1, _ => {} }
    { n ^= 1 }
    -1i8;
    n
}
