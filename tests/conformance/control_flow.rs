//! Loops, labels, values of blocks.

pub fn labelled_breaks(x: u8) -> (u8, u8) {
    let mut count = 0;
    let found = 'outer: loop {
        for i in 0..5u8 {
            for j in (0..i).rev() {
                count += 1;
                if i * j == x % 7 {
                    break 'outer i * 10 + j;
                }
            }
        }
        break 255;
    };
    (found, count)
}

pub fn continue_of_the_outer_loop(x: u8) -> u16 {
    let mut sum = 0u16;
    'rows: for row in 0..4u16 {
        for column in 0..4u16 {
            if column == (x % 4) as u16 {
                continue 'rows;
            }
            if row == 3 && column == 1 {
                break 'rows;
            }
            sum += row * 4 + column;
        }
        sum += 100;
    }
    sum
}

pub fn labelled_block(x: u8) -> u8 {
    let value = 'block: {
        if x < 10 {
            break 'block 1;
        }
        let y = x / 2;
        if y > 100 {
            break 'block y;
        }
        2
    };
    value ^ 1
}

pub fn break_value_from_a_match(o: Option<u8>) -> u8 {
    let mut n = 0u8;
    loop {
        n += 1;
        match o {
            Some(k) if k % 8 == n % 8 => break n,
            None if n > 3 => break 99,
            _ => continue,
        }
    }
}

pub fn while_with_effects(x: u8) -> (u8, u8) {
    let mut n = x % 16;
    let mut steps = 0;
    while {
        steps += 1;
        n > 1
    } {
        n = if n % 2 == 0 { n / 2 } else { n.wrapping_mul(3) / 2 };
        if steps > 20 {
            break;
        }
    }
    (n, steps)
}

pub fn empty_and_reversed_ranges(a: u8, b: u8) -> (usize, usize, usize) {
    let forward = (a..b).take(5).count();
    let inclusive = (a..=b).take(5).count();
    let mut backward = 0;
    for _ in (b..a).rev().take(5) {
        backward += 1;
    }
    (forward, inclusive, backward)
}

pub fn inclusive_to_the_maximum(x: u8) -> u16 {
    let mut count = 0;
    for n in x.max(250)..=u8::MAX {
        count += n as u16;
    }
    count
}

pub fn step_by(x: u8) -> [u8; 4] {
    let mut list = [0; 4];
    for (slot, n) in list.iter_mut().zip((x % 10..=u8::MAX).step_by(100)) {
        *slot = n;
    }
    list
}

pub fn shadowing(x: u8) -> u16 {
    let x = x as u16 + 1;
    let x = {
        let x = x * 2;
        x + 1
    };
    if x > 100 {
        let x = 1;
        let _ = x;
    }
    x
}

pub fn loop_variable_is_fresh(x: u8) -> u8 {
    let mut n = 0u8;
    for i in 0..3u8 {
        let mut i = i;
        i += x % 2;
        n = n * 4 + i;
    }
    n
}

pub fn range_evaluated_once(x: u8) -> (u8, u8) {
    let mut end = x % 4;
    let mut count = 0;
    for _ in 0..end {
        end += 1;
        count += 1;
    }
    (end, count)
}

pub fn recursion(x: u8) -> u64 {
    fn ackermann_like(n: u8, m: u64) -> u64 {
        match (n, m) {
            (0, m) => m + 1,
            (n, 0) => ackermann_like(n - 1, 1),
            (n, m) => ackermann_like(n - 1, ackermann_like(n, m - 1) % 4),
        }
    }
    ackermann_like(x % 4, (x / 64) as u64)
}

pub fn mutual_recursion(x: u8) -> bool {
    fn even(n: u8) -> bool {
        n == 0 || odd(n - 1)
    }
    fn odd(n: u8) -> bool {
        n != 0 && even(n - 1)
    }
    even(x % 32)
}

pub fn items_after_use(x: u8) -> u8 {
    return helper(x) ^ CONSTANT;
    const CONSTANT: u8 = BASE + 1;
    const BASE: u8 = 4;
    fn helper(n: u8) -> u8 {
        n / 2
    }
}

pub fn const_evaluation(x: u8) -> (u8, usize) {
    const fn gcd(a: u8, b: u8) -> u8 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    const TABLE: [u8; 4] = {
        let mut table = [0; 4];
        let mut i = 0;
        while i < 4 {
            table[i] = gcd(12, i as u8 + 6);
            i += 1;
        }
        table
    };
    const SIZE: usize = TABLE.len() + TABLE[0] as usize;
    (TABLE[x as usize % 4], [0u8; SIZE].len())
}

pub fn nested_ifs_as_values(x: u8) -> u8 {
    1 + if x > 100 { if x > 200 { 2 } else { 3 } } else if x == 50 { 4 } else { 5 } * 2
}

pub fn diverging_arms(x: u8) -> u8 {
    let n: u8 = match x {
        0..=9 => x,
        10..=19 => return 1,
        20..=29 => unreachable!(),
        30..=39 => todo!(),
        40..=49 => panic!("forty"),
        _ => x / 2,
    };
    n + 1
}

pub fn unit_like(x: bool) -> ((), [(); 3], bool) {
    fn nothing() {}
    (nothing(), [nothing(); 3], x)
}

/// Items are in scope in their whole block, before the locals around it.
pub fn an_item_of_a_block_hides_a_local_outside(x: u8) -> (u8, u8, u8, u8, u8) {
    let limit = x;
    let twice = |y: u8| y ^ 1;
    let inner = {
        let before = limit;
        const limit: u8 = 200;
        fn twice(y: u8) -> u8 { y.wrapping_mul(2) }
        let shadow = { let twice = 3; twice };
        let after = { let _ = limit; twice(limit) };
        (before, shadow, after)
    };
    mod other { pub static limit: u8 = 9; }
    let imported = { use other::limit; limit };
    (inner.0, inner.1, inner.2, imported, twice(limit))
}
