//! Evaluation order.

//= 3
pub fn operand_is_read_before_later_write() -> i32 {
    let mut x = 2;
    x + {
        x = 5;
        1
    } + (x - 5)
}

//= 57
pub fn compound_assignment_reads_place_last() -> i32 {
    let mut x = 2;
    x += {
        x = 50;
        7
    };
    x
}

//= (1, 2, 12)
pub fn arguments_left_to_right() -> (i32, i32, i32) {
    let mut log = 0;
    fn note(log: &mut i32, n: i32) -> i32 {
        *log = *log * 10 + n;
        n
    }
    let a = (note(&mut log, 1), note(&mut log, 2));
    (a.0, a.1, log)
}

//= 21
pub fn fields_in_written_order() -> i32 {
    struct P {
        a: i32,
        b: i32,
    }
    let mut n = 0;
    let p = P {
        b: {
            n += 1;
            n
        },
        a: {
            n += 1;
            n
        },
    };
    p.a * 10 + p.b
}

//= 6
pub fn two_phase_borrow() -> i32 {
    struct V {
        x: i32,
    }
    impl V {
        fn get(&self) -> i32 {
            self.x
        }
        fn set(&mut self, x: i32) {
            self.x = x;
        }
    }
    let mut v = V { x: 5 };
    v.set(v.get() + 1);
    v.x
}

//= 10
pub fn value_before_place() -> i32 {
    let mut a = [0, 0];
    let mut i = 0;
    a[i] = {
        i = 1;
        10
    };
    a[1]
}

//= panic Overflow in line 86
pub fn overflow() -> u8 {
    let x = 200u8;
    let y = 100;
    x
        + 0
        + (y + 100)
        + (y + 1)
}

//= panic DivZero in line 95
pub fn div_zero() -> i32 {
    let x = 0;
    1 / x
}

//= panic Bounds in line 102
pub fn bounds() -> i32 {
    let a = [1, 2, 3];
    let i = 3;
    a[i]
}

//= 3
pub fn lazy_skips() -> i32 {
    let mut n = 0;
    let mut f = |r: bool| {
        n += 1;
        r
    };
    let _ = f(false) && f(true);
    let _ = f(true) || f(true);
    let _ = true && f(false);
    n
}

//= 45
pub fn loops() -> i32 {
    let mut sum = 0;
    for i in 0..10 {
        sum += i;
    }
    sum
}

//= 27
pub fn break_value_and_labels() -> i32 {
    let mut n = 0;
    let v = 'outer: loop {
        let mut m = 0;
        while m < 10 {
            m += 1;
            n += 1;
            if n == 27 {
                break 'outer n;
            }
            if m == 5 {
                continue 'outer;
            }
        }
    };
    v
}
