//! Where a panic is reported: the place in the caller's source.

pub fn overflow_in_the_middle(a: u8, b: u8, c: u8) -> u8 {
    a + b * c - 1
}

pub fn nested_places(a: u8, b: u8) -> u8 {
    (a - 1) / ((b + 1)
        - 1)
}

pub fn unwrap_in_a_chain(o: Option<u8>, r: Result<u8, u8>) -> u8 {
    o.map(|n| n / 2)
        .unwrap()
        + r
            .unwrap()
}

pub fn expect_texts(o: Option<u8>, r: Result<u8, bool>) -> u8 {
    o.expect("no value").wrapping_add(r.expect("an error"))
}

pub fn unwrap_err(r: Result<u8, bool>) -> bool {
    r.unwrap_err()
}

pub fn index_of_array(a: [u8; 3], i: usize) -> u8 {
    a[i]
}

pub fn index_of_slice(a: [u8; 3], i: usize, n: usize) -> u8 {
    let s = &a[..n % 4];
    s[i % 5]
}

pub fn two_indices(a: [[u8; 2]; 2], i: usize, j: usize) -> u8 {
    a[i % 3][j % 3]
}

pub fn assertions(x: u8, y: u8) -> u8 {
    assert!(x < 250);
    assert!(y < 250, "y is {}", y);
    assert_eq!(x % 7 == 3, false);
    assert_ne!(x, y, "equal");
    debug_assert!(x != 9);
    x
}

#[track_caller]
fn tracked(o: Option<u8>) -> u8 {
    o.unwrap()
}

fn untracked(o: Option<u8>) -> u8 {
    o.unwrap()
}

pub fn track_caller(o: Option<u8>, c: bool) -> u8 {
    if c {
        tracked(o)
    } else {
        untracked(o)
    }
}

pub fn inside_a_closure(o: Option<u8>, x: u8) -> Option<u8> {
    o.map(|n| n - x)
}

pub fn inside_a_method(x: i8) -> i8 {
    struct Motor {
        speed: i8,
    }
    impl Motor {
        fn faster(&mut self) -> i8 {
            self.speed += 100;
            self.speed
        }
    }
    let mut motor = Motor { speed: x };
    motor.faster();
    motor.faster()
}

pub fn in_a_macro_of_the_program(x: u8, y: u8) -> u8 {
    macro_rules! difference {
        ($a:expr, $b:expr) => {
            $a - $b
        };
    }
    difference!(x, y) + difference!(y / 2, 3)
}

pub fn macro_with_its_own_arithmetic(x: u8) -> u8 {
    macro_rules! bumped {
        ($a:ident) => {{
            let n = $a + 1;
            n * 2
        }};
    }
    bumped!(x)
}

pub fn refcell_conflict(x: bool) -> u8 {
    let cell = core::cell::RefCell::new(1);
    let first = cell.borrow();
    if x {
        *cell.borrow_mut() = 2;
    }
    *first
}

pub fn refcell_second_borrow(x: bool) -> u8 {
    let cell = core::cell::RefCell::new(1);
    let mut first = cell.borrow_mut();
    if x {
        *first += *cell.borrow();
    }
    *first
}

pub fn shift_places(x: u8, n: u32) -> u8 {
    let a = x >> n % 9;
    a << (n / 2 % 9)
}

pub fn division_places(a: i8, b: i8, c: i8) -> i8 {
    a / b
        % c
}

pub fn negation_place(a: i8) -> i8 {
    1 + -a
}

pub fn compound_places(mut a: [u8; 2], i: usize, x: u8) -> u8 {
    a[i % 3] += x;
    a[1] -= a[0];
    a[0]
}

pub fn copy_of_slices(a: [u8; 3], n: usize) -> [u8; 3] {
    let mut target = [0; 3];
    target[..n % 4].copy_from_slice(&a[..2]);
    target
}

pub fn sum_overflows_in_the_library(a: [u8; 3]) -> u8 {
    a.iter().sum()
}

pub fn clamp_with_crossed_bounds(x: u8, low: u8, high: u8) -> u8 {
    x.clamp(low, high)
}

pub fn step_by_zero(x: u8) -> usize {
    (0..10u8).step_by(x as usize % 3).count()
}

pub fn chunks_of_zero(a: [u8; 3], n: usize) -> usize {
    a.chunks(n % 3).count()
}

pub fn division_by_reference(a: u8, b: u8) -> u8 {
    &a / &b
}

pub fn first_of_two_panics(o: Option<u8>, i: usize) -> u8 {
    let list = [1, 2];
    list[i] + o.unwrap()
}

pub fn explicit_panics(x: u8) -> u8 {
    match x % 6 {
        0 => panic!(),
        1 => panic!("text"),
        2 => panic!("number {x}"),
        3 => unreachable!("never {}", x),
        4 => unimplemented!(),
        _ => x,
    }
}
