//! Closures: what they capture, how they are called, function items and pointers.

use core::cell::Cell;

fn apply<F: Fn(u32) -> u32>(f: F, x: u32) -> u32 {
    f(x)
}

fn apply_mut(mut f: impl FnMut(u32) -> u32) -> u32 {
    f(1) + f(2)
}

fn apply_once<R>(f: impl FnOnce() -> R) -> R {
    f()
}

fn double(x: u32) -> u32 {
    x * 2
}

//= (31, 13)
pub fn by_reference_and_mutably() -> (u32, u32) {
    let k = 3;
    let mut n = 10;
    let a = apply(|x| x + k, 4);
    let b = apply_mut(|x| {
        n += x;
        n
    });
    (a + b, n)
}

//= (13, 5)
pub fn by_move_copies() -> (u32, u32) {
    let mut n = 5;
    let mut f = move || {
        n += 1;
        n
    };
    let a = f() + f();
    (a, n)
}

//= (11, 7)
pub fn disjoint_fields() -> (u32, u32) {
    let mut p = (1, 2);
    let a = &mut p.0;
    let mut f = || p.1 += 5;
    f();
    *a += 10;
    (p.0, p.1)
}

//= 7
pub fn through_references() -> u32 {
    struct S {
        v: [u32; 3],
        n: usize,
    }
    impl S {
        fn bump(&mut self) -> u32 {
            let mut f = |i: usize| {
                self.v[i] += 1;
                self.n = i;
            };
            f(1);
            f(2);
            self.v[self.n] + self.v[1]
        }
    }
    S { v: [1, 2, 3], n: 0 }.bump()
}

//= 3711
pub fn nested_closures() -> u32 {
    let a = 1;
    let mut b = 2;
    let mut outer = |c: u32| {
        let mut inner = |d: u32| {
            b += a + d;
            b + c
        };
        inner(3) + inner(4)
    };
    let r = outer(10);
    r * 100 + b
}

//= (8, 11, 13)
pub fn function_items_and_pointers() -> (u32, u32, u32) {
    let f: fn(u32) -> u32 = double;
    let g: fn(u32) -> u32 = |x| x + 1;
    let table: [fn(u32) -> u32; 2] = [f, g];
    let by_index = table[1](table[0](5));
    let wrap: fn(u32) -> Option<u32> = Some;
    (apply(double, 3) + apply(f, 1), by_index, wrap(7).unwrap_or(0) + Some(3).map(double).unwrap_or(9))
}

//= 24
pub fn returned_closures() -> u32 {
    fn adder(n: u32) -> impl Fn(u32) -> u32 {
        move |x| x + n
    }
    fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
        move |x| g(f(x))
    }
    let f = compose(adder(1), adder(10));
    let g = compose(f, double);
    g(1)
}

//= (3, 9)
pub fn once_called_by_kind_fn() -> (u32, u32) {
    let n = Cell::new(1);
    let f = || {
        n.set(n.get() * 3);
        n.get()
    };
    let a = apply_once(&f);
    let b = apply_once(f);
    (a, b)
}

//= 5094
pub fn by_mutable_reference() -> u32 {
    fn twice(f: &mut dyn_like::F) -> u32 {
        f.0 += 1;
        f.0
    }
    mod dyn_like {
        pub struct F(pub u32);
    }
    fn run(f: &mut impl FnMut() -> u32) -> u32 {
        f() + f()
    }
    let mut f = dyn_like::F(1);
    let mut calls = 0;
    let mut g = || {
        calls += 1;
        twice(&mut f)
    };
    let a = run(&mut g);
    let b = run(&mut g);
    a * 1000 + b * 10 + calls
}

//= 1123
pub fn pattern_parameters() -> u32 {
    let f = |(a, b): (u32, u32), [c, ..]: [u32; 3]| a * 100 + b * 10 + c;
    let g = |&x: &u32| x;
    f((1, 2), [3, 4, 5]) + g(&1000)
}

//= 24
pub fn captures_in_loops() -> u32 {
    let mut total = 0;
    for i in 0..4u32 {
        let add = |x: u32| x + i;
        total += [1, 2].iter().map(|&x| add(x)).sum::<u32>();
    }
    total
}

//= 31
pub fn return_inside_a_closure() -> u32 {
    let f = |x: u32| {
        if x > 3 {
            return 1;
        }
        for i in 0.. {
            if i > x {
                return i * 10;
            }
        }
        0
    };
    f(5) + f(2)
}

//= (8, 100)
pub fn capture_slice_and_str() -> (u32, u32) {
    let data = [1u32, 2, 3, 4];
    let part = &data[1..];
    let text = "abc";
    let f = || part[0] + part.len() as u32 + text.len() as u32;
    let g = move || part[1] + text.as_bytes()[0] as u32;
    (f(), g())
}
