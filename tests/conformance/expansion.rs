//! What the front end writes itself: derives, destructuring assignments, macros inside functions, panics inside macros.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
#[repr(i8)]
enum Level {
    High = 5,
    Higher,
    Low = -3,
    Middle = 1,
}

fn level(n: u8) -> Level {
    match n % 4 {
        0 => Level::High,
        1 => Level::Higher,
        2 => Level::Low,
        _ => Level::Middle,
    }
}

pub fn variants_are_ordered_by_discriminant(a: u8, b: u8) -> (bool, bool, i8) {
    let (x, y) = (level(a), level(b));
    (x < y, x >= y, x.cmp(&y) as i8)
}

#[derive(Clone, PartialEq, PartialOrd, Debug, Default)]
struct Pair<T> {
    first: T,
    second: f32,
}

pub fn partial_order_of_fields(a: u8, b: u8, c: u8) -> (Option<i8>, bool) {
    let second = if c == 0 { f32::NAN } else { c as f32 };
    let x = Pair {
        first: a % 2,
        second,
    };
    let y = Pair {
        first: b % 2,
        second: 3.0,
    };
    (x.partial_cmp(&y).map(|o| o as i8), x == y.clone())
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Shape<T> {
    #[default]
    Point,
    Line(T),
    Box {
        width: T,
        height: T,
    },
}

struct NoDefault;

fn shape(n: u8) -> Shape<u8> {
    match n % 5 {
        0 => Shape::Point,
        1 => Shape::Line(n / 5),
        2 => Shape::Line(3),
        3 => Shape::Box {
            width: 2,
            height: n / 5,
        },
        _ => Shape::Box {
            width: n / 5,
            height: 2,
        },
    }
}

pub fn data_enums_compare(a: u8, b: u8) -> (bool, i8, bool, bool) {
    let default: Shape<NoDefault> = Shape::default();
    let is_point = matches!(default, Shape::Point);
    (
        shape(a) == shape(b),
        shape(a).cmp(&shape(b)) as i8,
        shape(a) <= shape(b),
        is_point,
    )
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Nothing;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Wrapper<const N: usize>([u8; N], Nothing);

pub fn tuple_structs_compare(a: u8, b: u8) -> (bool, bool, u8) {
    let (x, y) = (Wrapper::<2>([a, b], Nothing), Wrapper([b, a], Nothing));
    (x < y, x == y, x.max(y).0[1])
}

struct Fields {
    a: u8,
    b: (u8, u8),
}

pub fn destructuring_assignments(x: u8, y: u8) -> (u8, u8, u8, u8) {
    let (mut p, mut q) = (x, y);
    (p, q) = (q, p);
    let mut fields = Fields { a: 0, b: (1, 2) };
    (fields.a, _) = (p, q);
    [fields.b.0, .., fields.b.1] = [x, 9, 9, y];
    Fields { a: p, b: (_, q) } = Fields { a: 7, ..fields };
    _ = p.checked_add(q);
    (p, q, fields.a, fields.b.0)
}

pub fn local_macro_sees_locals(x: u8) -> (u8, u8) {
    let base = x / 2;
    macro_rules! plus {
        ($e:expr) => {
            base + $e
        };
    }
    let y = plus!(1);
    let inner = |base: u8| plus!(base);
    (y, inner(3))
}

macro_rules! checked {
    ($a:expr, $b:expr) => {
        $a + $b
    };
    ($a:expr) => {
        $a * 2
    };
}

macro_rules! element {
    ($array:ident, $index:expr) => {
        $array[$index]
    };
}

pub fn panics_are_at_the_call(x: u8, y: u8) -> u8 {
    let table = [1u8, 2, 3];
    if x > 200 {
        checked!(x, y)
    } else if x > 100 {
        checked!(x - y)
    } else {
        element!(table, x as usize / 10)
    }
}

macro_rules! unwrap_all {
    ($($e:expr),* $(,)?) => {
        ($($e.unwrap(),)*)
    };
}

pub fn panics_of_methods_in_macros(x: u8, y: u8) -> (u8, u8) {
    unwrap_all!(x.checked_sub(3), y.checked_mul(2),)
}

macro_rules! outer {
    ($name:ident, $value:expr) => {
        macro_rules! $name {
            ($x:expr) => {
                $x ^ $value
            };
        }
    };
}

outer!(flip, 0x55);

pub fn macros_make_macros(x: u8) -> u8 {
    flip!(x | 1)
}

macro_rules! state_machine {
    ($name:ident: $($from:ident => $to:ident if $cond:expr),+ $(,)?) => {
        #[derive(Clone, Copy, PartialEq)]
        enum $name { $($from),+ }
        impl $name {
            fn step(self, input: u8) -> Self {
                match self { $($name::$from => if $cond(input) { $name::$to } else { self },)+ }
            }
        }
    };
}

state_machine!(Door: Open => Closing if |x| x > 3, Closing => Shut if |x: u8| x % 2 == 0, Shut => Open if |_| true);

pub fn tables_of_states(a: u8, b: u8, c: u8) -> u8 {
    let end = [a, b, c].iter().fold(Door::Open, |door, x| door.step(*x));
    match end {
        Door::Open => 0,
        Door::Closing => 1,
        Door::Shut => 2,
    }
}

pub fn labels_are_hygienic(x: u8) -> u8 {
    macro_rules! run {
        ($body:expr) => {
            'l: loop {
                $body;
                break 'l;
            }
        };
    }
    let mut n = 0;
    'l: loop {
        run!(if x > n {
            n += 1;
            break 'l;
        } else {
            n = 9
        });
        n += 2;
        break;
    }
    n
}

pub fn local_macro_leaves_a_loop(x: u8) -> u8 {
    let mut n = 0;
    'outer: loop {
        n += 1;
        macro_rules! leave {
            () => {
                break 'outer
            };
        }
        loop {
            if n > x % 7 {
                leave!();
            }
            n += 1;
        }
    }
    n
}

pub fn negative_literal_patterns(x: i8) -> u8 {
    match x {
        i8::MIN..=-100 => 1,
        -1 => 2,
        -5..-1 => 3,
        ..0 => 4,
        0 => 5,
        1.. => 6,
    }
}
