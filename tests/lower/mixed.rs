//! Free combinations.

use core::cell::{Cell, RefCell};

//= (106, 7)
pub fn guards_of_cells() -> (u32, u32) {
    let c = RefCell::new(5u32);
    {
        let mut g = c.borrow_mut();
        *g += 1;
    }
    let seen = *c.borrow() + c.try_borrow_mut().map_or(100, |mut g| {
        *g *= 2;
        *g
    });
    let n = c.borrow().checked_add(1).unwrap_or(0);
    (seen, n)
}

//= panic Borrow in line 24
pub fn borrowed_twice() -> u32 {
    let c = RefCell::new(5u32);
    let a = c.borrow();
    let b = c.borrow_mut();
    *a + *b
}

//= 113
pub fn scrutinee_keeps_the_guard() -> u32 {
    let c = RefCell::new(Some(3u32));
    let r = match *c.borrow() {
        Some(n) => n + c.try_borrow_mut().is_err() as u32 * 10,
        None => 0,
    };
    let free = c.try_borrow_mut().is_ok();
    r + free as u32 * 100
}

//= 40320
pub fn generic_traits() -> u32 {
    trait Visit {
        fn visit(&mut self, n: u32) -> bool;
        fn all(&mut self, of: &[u32]) -> u32
        where
            Self: Sized,
        {
            let mut count = 0;
            for &n in of {
                if !self.visit(n) {
                    break;
                }
                count += 1;
            }
            count
        }
    }
    struct Sum<'a>(&'a mut u32, u32);
    impl Visit for Sum<'_> {
        fn visit(&mut self, n: u32) -> bool {
            *self.0 += n;
            *self.0 < self.1
        }
    }
    impl<V: Visit> Visit for Option<V> {
        fn visit(&mut self, n: u32) -> bool {
            match self {
                Some(v) => v.visit(n),
                None => false,
            }
        }
    }
    let mut total = 0;
    let a = Sum(&mut total, 8).all(&[1, 2, 3, 4, 5]);
    let b = Some(Sum(&mut total, 100)).all(&[10, 20]);
    let c = None::<Sum>.all(&[1]);
    total * 1000 + a * 100 + b * 10 + c
}

//= (21, 9)
pub fn recursion() -> (u32, u64) {
    fn gcd(a: u32, b: u32) -> u32 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    fn ack(m: u64, n: u64) -> u64 {
        match (m, n) {
            (0, n) => n + 1,
            (m, 0) => ack(m - 1, 1),
            (m, n) => ack(m - 1, ack(m, n - 1)),
        }
    }
    (gcd(1071, 462), ack(2, 3))
}

//= (4294967074, 4294967047, 1)
pub fn operators() -> (i32, i32, bool) {
    use core::ops::{Add, AddAssign, Index, IndexMut, Neg, Not};
    #[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Default)]
    struct V(i32, i32);
    impl Add for V {
        type Output = V;
        fn add(self, o: V) -> V {
            V(self.0 + o.0, self.1 + o.1)
        }
    }
    impl Add<i32> for V {
        type Output = V;
        fn add(self, o: i32) -> V {
            V(self.0 + o, self.1)
        }
    }
    impl AddAssign<i32> for V {
        fn add_assign(&mut self, o: i32) {
            self.1 += o;
        }
    }
    impl Neg for V {
        type Output = V;
        fn neg(self) -> V {
            V(-self.0, -self.1)
        }
    }
    impl Not for V {
        type Output = bool;
        fn not(self) -> bool {
            self.0 == 0
        }
    }
    impl Index<bool> for V {
        type Output = i32;
        fn index(&self, b: bool) -> &i32 {
            if b { &self.0 } else { &self.1 }
        }
    }
    impl IndexMut<bool> for V {
        fn index_mut(&mut self, b: bool) -> &mut i32 {
            if b { &mut self.0 } else { &mut self.1 }
        }
    }
    let mut v = V(1, 2) + V(10, 20) + 100;
    v += 5;
    v[true] *= 2;
    v[false] += v[true];
    let w = -v;
    (w.0, w[false], !V::default() && w < v)
}

//= 181056
pub fn iterators_of_mine() -> u32 {
    struct Count {
        at: u32,
        step: Cell<u32>,
    }
    impl Iterator for Count {
        type Item = u32;
        fn next(&mut self) -> Option<u32> {
            self.at += self.step.get();
            self.step.set(self.step.get() + 1);
            (self.at < 40).then_some(self.at)
        }
    }
    let all = Count { at: 0, step: Cell::new(1) };
    all.filter(|n| n % 2 == 0).zip([3u32, 1, 2]).map(|(a, b)| a * b).fold(0, |s, x| s * 100 + x)
}

//= (300, 300, 39)
pub fn early_returns_in_expressions() -> (u32, u32, u32) {
    fn f(n: u32) -> u32 {
        let x = 1 + if n == 0 { return 100 } else { n };
        let y = [x, match n { 1 => return 200, m => m * 10 }];
        y[0] + y[1] + loop { break if n == 2 { return 300 } else { 5 } }
    }
    (f(0) + f(1), f(2), f(3))
}

//= 22
pub fn shadowing_and_blocks() -> u32 {
    let x = 1;
    let x = {
        let x = x + 1;
        x * 10
    } + x;
    let x = if let x @ 20..=30 = x { x + 1 } else { 0 };
    x
}

//= (1, 2, 3, 5, 1)
pub fn swaps_of_elements() -> [u8; 5] {
    let mut a = [5u8, 3, 4, 1, 2];
    for i in 0..a.len() {
        for j in 0..a.len() - 1 - i {
            if a[j] > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
    let (mut x, mut y) = (a[0], a[4]);
    (x, y) = (y, x);
    [a[0], a[1], a[2], x, y]
}

//= (427, 3120)
pub fn results_and_conversions() -> (u32, u32) {
    #[derive(Debug)]
    enum E {
        Parse(u8),
        Range,
    }
    struct Bad(u8);
    impl From<Bad> for E {
        fn from(b: Bad) -> E {
            E::Parse(b.0)
        }
    }
    fn digit(c: u8) -> Result<u32, Bad> {
        match c {
            b'0'..=b'9' => Ok((c - b'0') as u32),
            _ => Err(Bad(c)),
        }
    }
    fn number(text: &[u8]) -> Result<u32, E> {
        let mut n = 0u32;
        for &c in text {
            n = n.checked_mul(10).and_then(|n| n.checked_add(5)).ok_or(E::Range)? - 5 + digit(c)?;
        }
        Ok(n)
    }
    let code = |r: Result<u32, E>| match r {
        Ok(n) => n,
        Err(E::Parse(c)) => 1000 + c as u32,
        Err(E::Range) => 2000,
    };
    (code(number(b"427")), code(number(b"4x")) + code(number(b"99999999999")))
}
