//! Patterns: tests in order, bindings, guards, slices, constants.

#[derive(Clone, Copy, PartialEq, Eq)]
enum E {
    A,
    B(u32),
    C { x: u32, y: (u32, bool) },
}

const FIVE: u32 = 5;
const PAIR: (u32, bool) = (7, true);
const WHOLE: E = E::C { x: 1, y: PAIR };

fn classify(e: E) -> u32 {
    match e {
        E::A => 1,
        E::B(FIVE) => 2,
        E::B(0 | 10..=20) => 3,
        E::B(n @ 21..) => n,
        WHOLE => 4,
        E::C { y: PAIR, .. } => 5,
        E::C { x, y: (a, true) } if a > x => 6 + a,
        E::B(_) | E::C { y: (_, false), .. } => 7,
        E::C { x, .. } => x,
    }
}

impl PartialOrd for E {
    fn partial_cmp(&self, _: &E) -> Option<core::cmp::Ordering> {
        None
    }
}

//= (1, 2, 3, 30, 7, 4, 5, 8, 3, 7)
pub fn enum_arms() -> [u32; 10] {
    [
        classify(E::A),
        classify(E::B(5)),
        classify(E::B(15)),
        classify(E::B(30)),
        classify(E::B(6)),
        classify(WHOLE),
        classify(E::C { x: 9, y: PAIR }),
        classify(E::C { x: 1, y: (2, true) }),
        classify(E::C { x: 3, y: (2, true) }),
        classify(E::C { x: 3, y: (2, false) }),
    ]
}

fn slices(s: &[u32]) -> u32 {
    match s {
        [] => 0,
        [x] => *x,
        [1, .., 9] => 100,
        [a, b] if a == b => 200,
        [first, rest @ ..] if rest.len() > 3 => *first + rest[rest.len() - 1],
        [.., x, y] => *x * 10 + *y,
    }
}

//= (0, 4, 100, 200, 12, 42)
pub fn slice_arms() -> [u32; 6] {
    [slices(&[]), slices(&[4]), slices(&[1, 5, 9]), slices(&[3, 3]), slices(&[7, 2, 3, 4, 5]), slices(&[6, 4, 2])]
}

fn text(s: &str) -> u32 {
    match s {
        "" => 0,
        "on" => 1,
        "off" => 2,
        _ => 3,
    }
}

//= (0, 1, 2, 3)
pub fn strings() -> (u32, u32, u32, u32) {
    (text(""), text("on"), text("off"), text("of"))
}

//= (12, 23)
pub fn bytes() -> (u32, u32) {
    fn f(b: &[u8]) -> u32 {
        match b {
            b"GET" => 1,
            [b'P', b'U' | b'O', ..] => 2,
            _ => 3,
        }
    }
    (f(b"GET") * 10 + f(b"PUT"), f(b"POST") * 10 + f(b"HEAD"))
}

//= (36, 9)
pub fn arrays_by_value() -> (u32, u32) {
    let a = [1, 2, 3, 4, 5];
    let [first, middle @ .., last] = a;
    let [_, ref rest @ ..] = a;
    (first + last + middle[1] * 10, rest[3] + rest.len() as u32)
}

//= (8, 72)
pub fn references_and_binding_modes() -> (u32, u32) {
    let mut v = (Some(3), [1, 2]);
    match &mut v {
        (Some(n), [a, _]) if *a == 1 => {
            *n += 1;
            *a = 7;
        }
        (_, [x, y]) => core::mem::swap(x, y),
    }
    if let (Some(ref mut n), _) = v {
        *n *= 2;
    }
    let &(o, [a, b]) = &v;
    (o.unwrap_or(0), a * 10 + b)
}

//= 5
pub fn nested_references() -> u32 {
    let x = &&Some(&5);
    match **x {
        Some(&n) if n > 4 => n,
        Some(n) => *n + 100,
        None => 0,
    }
}

//= 334
pub fn guard_sees_the_place() -> u32 {
    let mut tried = 0;
    let v = Some(3);
    let r = match v {
        Some(n)
            if {
                tried += n;
                n > 5
            } =>
        {
            n
        }
        Some(n)
            if {
                tried += 10 * n;
                n == 3
            } =>
        {
            n + 1
        }
        _ => 0,
    };
    tried * 10 + r
}

//= (2, 2)
pub fn alternatives_with_guard_run_it_for_each() -> (u32, u32) {
    let mut runs = 0;
    let r = match (1, 2) {
        (x, _) | (_, x)
            if {
                runs += 1;
                x == 2
            } =>
        {
            x
        }
        _ => 9,
    };
    (runs, r)
}

//= (123, 4, 123)
pub fn floats_and_chars() -> (u32, u32, u32) {
    fn f(x: f32) -> u32 {
        match x {
            0.0 => 1,
            1.5 => 2,
            f32::INFINITY => 4,
            _ => 3,
        }
    }
    fn c(c: char) -> u32 {
        match c {
            'a'..='z' => 1,
            '0'..'5' => 2,
            _ => 3,
        }
    }
    (f(-0.0) * 100 + f(1.5) * 10 + f(f32::NAN), f(1.0 / 0.0), c('q') * 100 + c('4') * 10 + c('5'))
}

//= (112, 33)
pub fn signed_ranges() -> (u32, u32) {
    fn f(x: i8) -> u32 {
        match x {
            i8::MIN..=-1 => 1,
            0 => 2,
            1.. => 3,
        }
    }
    (f(-128) * 100 + f(-1) * 10 + f(0), f(1) * 10 + f(127))
}

//= 24
pub fn let_chains_by_nesting() -> u32 {
    let a = Some(2);
    let b: Result<u32, u32> = Err(4);
    if let Some(x) = a {
        if let Err(y) = b {
            return x * 10 + y;
        }
    }
    0
}

//= 23007
pub fn while_let_and_let_else() -> u32 {
    fn f(mut s: &[u32]) -> u32 {
        let mut sum = 0;
        while let [x, rest @ ..] = s {
            sum = sum * 10 + x;
            s = rest;
        }
        let Some(r) = sum.checked_sub(100) else {
            return 7;
        };
        r
    }
    f(&[1, 2, 3]) * 1000 + f(&[4])
}

//= (11, 6)
pub fn binding_with_subpattern() -> (u32, u32) {
    let e = E::C { x: 2, y: (3, true) };
    match e {
        whole @ E::C { x, y: pair @ (n, _) } => (classify(whole) + x, pair.0 + n),
        _ => (0, 0),
    }
}

//= 1262
pub fn matches_on_tuples() -> u32 {
    fn next(state: u32, a: bool, b: bool) -> u32 {
        match (state, a, b) {
            (0, true, _) => 1,
            (1, _, true) | (2, true, false) => 2,
            (s, false, false) => s,
            (_, x, y) => 10 + x as u32 + y as u32,
        }
    }
    next(0, true, false) * 1000 + next(1, false, true) * 100 + next(5, false, false) * 10 + next(7, true, true)
}
