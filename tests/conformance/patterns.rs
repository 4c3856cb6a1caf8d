//! Patterns of every kind and how they bind.

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shape {
    Empty,
    Dot(u8),
    Line { from: i8, to: i8 },
    Nested(Option<(u8, bool)>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Point {
    x: i8,
    y: i8,
}

const LIMIT: u8 = 42;
const ORIGIN: Point = Point { x: 0, y: 0 };

pub fn constants_compare(x: u8) -> u8 {
    match x {
        LIMIT => 1,
        u8::MAX => 2,
        other => other / 2,
    }
}

pub fn struct_constant(p: Point) -> bool {
    matches!(p, ORIGIN)
}

pub fn ranges(x: i8) -> u8 {
    match x {
        i8::MIN..=-100 => 0,
        -99..=-1 => 1,
        0 => 2,
        1..10 => 3,
        10.. => 4,
    }
}

pub fn char_ranges(c: char) -> u8 {
    match c {
        '0'..='9' => c as u8 - b'0',
        'a'..='f' => c as u8 - b'a' + 10,
        'A'..='F' => c as u8 - b'A' + 10,
        _ => 255,
    }
}

pub fn nested_alternatives(s: Shape) -> u8 {
    match s {
        Shape::Empty | Shape::Nested(None) => 0,
        Shape::Dot(1 | 3 | 5..=9) => 1,
        Shape::Nested(Some((1, true) | (2, false))) => 2,
        Shape::Line { from: -1 | 1, .. } => 3,
        _ => 4,
    }
}

pub fn alternatives_that_bind(s: Shape) -> u8 {
    match s {
        Shape::Dot(n) | Shape::Nested(Some((n, _))) => n,
        Shape::Line { from: n, .. } => n as u8,
        Shape::Empty | Shape::Nested(None) => 7,
    }
}

pub fn at_bindings(x: u8) -> u8 {
    match x {
        n @ 0..=9 => n + 1,
        n @ (20 | 30) => n + 2,
        n @ 100.. if n % 2 == 0 => n - 3,
        n => n,
    }
}

pub fn at_with_inner(o: Option<u8>) -> (Option<u8>, u8) {
    match o {
        whole @ Some(n @ 1..=100) => (whole, n),
        whole => (whole, 0),
    }
}

pub fn guards_fall_through(x: u8, y: bool) -> u8 {
    match (x, y) {
        (n, true) if n > 200 => 1,
        (n, _) if n % 2 == 1 => 2,
        (0, true) | (2, _) if !y => 3,
        (_, false) => 4,
        _ => 5,
    }
}

pub fn tuples_with_rest(t: (u8, i8, bool, char)) -> u8 {
    match t {
        (1, ..) => 1,
        (.., 'x') => 2,
        (a, .., true, _) => a,
        (_, -1, ..) => 4,
        _ => 5,
    }
}

pub fn slice_patterns(a: [u8; 4], n: u8) -> u8 {
    match &a[..n as usize % 5] {
        [] => 0,
        [x] => *x,
        [first, .., 9] => *first,
        [_, second] => *second,
        [first, rest @ ..] if rest.len() == 2 => first ^ rest[1],
        [a, b, c, d] => a ^ b ^ c ^ d,
        [..] => 1,
    }
}

pub fn array_patterns(a: [i8; 3]) -> i8 {
    match a {
        [0, ..] => 0,
        [.., 0] => 1,
        [x, y @ ..] if y[0] == x => 2,
        [_, middle, _] => middle,
    }
}

pub fn ergonomics_shared(s: Shape) -> u8 {
    match &s {
        Shape::Dot(n) => *n,
        Shape::Nested(Some((n, b))) => *n ^ *b as u8,
        Shape::Line { from, to } if from < to => 1,
        Shape::Line { .. } => 2,
        _ => 3,
    }
}

pub fn ergonomics_mutable(mut s: Shape) -> Shape {
    match &mut s {
        Shape::Dot(n) => *n = n.wrapping_add(1),
        Shape::Line { from, to } => core::mem::swap(from, to),
        Shape::Nested(Some((n, b))) => {
            *b = !*b;
            *n ^= 1;
        }
        Shape::Nested(slot @ None) => *slot = Some((1, true)),
        Shape::Empty => s = Shape::Dot(9),
    }
    s
}

pub fn explicit_ref(mut o: Option<[u8; 2]>) -> Option<[u8; 2]> {
    if let Some(ref mut list) = o {
        list[0] = list[0].wrapping_add(list[1]);
    }
    match o {
        Some(ref list) if list[0] == 0 => None,
        _ => o,
    }
}

pub fn reference_patterns(a: [u8; 3]) -> u8 {
    let mut sum = 0u8;
    for &x in a.iter() {
        sum = sum.wrapping_add(x);
    }
    for (i, &x) in a.iter().enumerate() {
        if i == 1 {
            sum ^= x;
        }
    }
    let &[first, ..] = &a;
    sum.wrapping_sub(first)
}

pub fn nested_references(x: u8) -> u8 {
    let r = &&x;
    match r {
        &&0 => 1,
        &&n if n > 9 => n,
        _ => **r,
    }
}

pub fn let_else_chain(o: Option<Shape>) -> u8 {
    let Some(shape) = o else { return 1 };
    let Shape::Nested(Some((n, _))) = shape else { return 2 };
    n
}

pub fn if_let_else_if(o: Option<u8>, r: Result<u8, bool>) -> u8 {
    if let Some(0) = o {
        1
    } else if let (Some(n), Ok(m)) = (o, r) {
        n ^ m
    } else if let Err(true) = r {
        2
    } else {
        3
    }
}

pub fn while_let_with_pop(x: u8) -> (u8, u8) {
    let mut stack = [x, x / 2, x / 4];
    let mut height = 3usize;
    let mut sum = 0u8;
    while let Some(top) = height.checked_sub(1) {
        height = top;
        sum = sum.wrapping_add(stack[top]);
        stack[top] = 0;
    }
    (sum, stack[0])
}

pub fn shadowed_in_the_arm(x: u8) -> u8 {
    let y = 3;
    match x {
        y if y > 100 => y - 100,
        x => x.wrapping_add(y),
    }
}

pub fn booleans_and_tuples(a: bool, b: bool, c: bool) -> u8 {
    match (a, b, c) {
        (true, true, _) => 1,
        (true, _, true) => 2,
        (_, false, false) => 3,
        (false, ..) => 4,
        (true, false, true) => 5,
    }
}

pub fn unit_and_literals(c: char, f: bool) -> i32 {
    match (c, f, ()) {
        ('a', true, ()) => -1,
        ('\n' | '\t', _, _) => -2,
        (_, false, ()) => 3,
        _ => 4,
    }
}

pub fn assignment_of_patterns(mut a: u8, mut b: u8) -> (u8, u8, [u8; 2]) {
    let mut list = [0; 2];
    (a, b) = (b, a);
    [list[0], _] = [a, b];
    (list[1], ..) = (b, 1, 2);
    Point { .. } = Point { x: 1, y: 2 };
    (a, b, list)
}

pub fn match_on_a_place_keeps_it(mut p: Point) -> Point {
    match p {
        Point { x: 0, y } => p.x = y,
        Point { x, y: 0 } => p = Point { x: 0, y: x },
        Point { ref mut x, .. } => *x = x.wrapping_neg(),
    }
    p
}

pub fn parameters_are_patterns(p: Point, t: (u8, bool)) -> i8 {
    fn inner(Point { x, y: up }: Point, (n, flag): (u8, bool), [a, _]: [i8; 2]) -> i8 {
        if flag { x.wrapping_add(a) } else { up ^ n as i8 }
    }
    inner(p, t, [3, 4])
}

pub fn closure_patterns(t: (u8, u8)) -> u8 {
    let f = |(a, b): (u8, u8), &c: &u8| a ^ b ^ c;
    f(t, &t.0)
}
