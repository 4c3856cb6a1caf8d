//! What is moved, what is left, and when it is dropped.

use core::cell::Cell;
use core::mem;

#[derive(Debug)]
struct Token<'a>(u32, &'a Cell<u32>);

impl Drop for Token<'_> {
    fn drop(&mut self) {
        self.1.set(self.1.get().wrapping_mul(10).wrapping_add(self.0));
    }
}

impl<'a> Token<'a> {
    fn peek(&self) -> u32 {
        self.0
    }
    fn bump(mut self) -> Token<'a> {
        self.0 += 1;
        self
    }
}

struct Pair<'a> {
    left: Token<'a>,
    right: Token<'a>,
}

fn mark(log: &Cell<u32>) {
    log.set(log.get().wrapping_mul(10).wrapping_add(9));
}

pub fn closure_captures_one_field(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let pair = Pair { left: Token(1, &log), right: Token(2, &log) };
        let f = move || pair.left.peek();
        if x {
            log.set(log.get() + f());
        }
        mark(&log);
        drop(pair.right);
        mark(&log);
    }
    log.get()
}

pub fn field_assigned_after_move(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let mut pair = Pair { left: Token(1, &log), right: Token(2, &log) };
        drop(pair.left);
        if x {
            pair.left = Token(3, &log);
        } else {
            pair.left = Token(4, &log);
        }
        mark(&log);
    }
    log.get()
}

pub fn conditional_field_move(x: u8) -> u32 {
    let log = Cell::new(0);
    {
        let pair = Pair { left: Token(1, &log), right: Token(2, &log) };
        match x % 3 {
            0 => drop(pair.left),
            1 => drop(pair.right),
            _ => {}
        }
        mark(&log);
    }
    log.get()
}

pub fn update_moves_the_rest(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let old = Pair { left: Token(1, &log), right: Token(2, &log) };
        let new = Pair { left: Token(3, &log), ..old };
        mark(&log);
        if x {
            drop(new);
        }
        mark(&log);
    }
    log.get()
}

pub fn match_moves_on_one_arm(x: u8) -> u32 {
    let log = Cell::new(0);
    {
        let held = Some(Token(x as u32 % 4, &log));
        match held {
            Some(t) if t.peek() == 1 => mark(&log),
            Some(ref t) if t.peek() == 2 => mark(&log),
            Some(t) => drop(t.bump()),
            None => {}
        }
        mark(&log);
    }
    log.get()
}

pub fn matched_by_reference_stays(x: u8) -> u32 {
    let log = Cell::new(0);
    {
        let held = (Token(1, &log), Token(2, &log));
        match &held {
            (a, _) if x > 100 => log.set(log.get() + a.peek()),
            (_, b) => log.set(log.get() + b.peek() * 2),
        }
        let (a, b) = held;
        drop(a);
        mark(&log);
        let _ = b;
        mark(&log);
    }
    log.get()
}

pub fn array_moved_out_by_pattern() -> u32 {
    let log = Cell::new(0);
    {
        let list = [Token(1, &log), Token(2, &log), Token(3, &log)];
        let [first, .., last] = list;
        mark(&log);
        drop(last);
        mark(&log);
        let _ = &first;
    }
    log.get()
}

pub fn array_iterator_drops_the_rest(x: u8) -> u32 {
    let log = Cell::new(0);
    for token in [Token(1, &log), Token(2, &log), Token(3, &log)] {
        if token.peek() == x as u32 % 4 {
            break;
        }
        mark(&log);
    }
    log.get()
}

pub fn option_taken_in_a_loop() -> u32 {
    let log = Cell::new(0);
    let mut next = Some(Token(1, &log));
    while let Some(token) = next.take() {
        if token.peek() < 4 {
            next = Some(token.bump());
        }
        mark(&log);
    }
    log.get()
}

pub fn replaced_in_place(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let mut slot = Token(1, &log);
        let r = &mut slot;
        if x {
            *r = Token(2, &log);
        }
        mark(&log);
        let old = mem::replace(r, Token(3, &log));
        mark(&log);
        drop(old);
    }
    log.get()
}

pub fn forgotten(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let a = Token(1, &log);
        let _b = Token(2, &log);
        if x {
            mem::forget(a);
        }
        mark(&log);
    }
    log.get()
}

pub fn result_carries_the_token(x: u8) -> u32 {
    fn step<'a>(token: Token<'a>, x: u8) -> Result<Token<'a>, u32> {
        if x > 100 {
            return Err(token.peek());
        }
        Ok(token.bump())
    }
    fn run(log: &Cell<u32>, x: u8) -> Result<u32, u32> {
        let first = step(Token(1, log), x)?;
        let second = step(Token(5, log), x.wrapping_mul(2))?;
        mark(log);
        Ok(first.peek() + second.peek())
    }
    let log = Cell::new(0);
    let result = run(&log, x).unwrap_or_else(|e| e * 100);
    log.get().wrapping_mul(10).wrapping_add(result)
}

pub fn temporaries_of_arguments() -> u32 {
    fn two(a: u32, b: &Token<'_>) -> u32 {
        a + b.peek()
    }
    let log = Cell::new(0);
    let n = two(Token(1, &log).peek(), &Token(2, &log).bump());
    log.set(log.get() * 10 + n);
    log.get()
}

pub fn temporaries_in_a_lazy_operand(x: bool) -> u32 {
    let log = Cell::new(0);
    let both = x && Token(1, &log).peek() == 1 && Token(2, &log).peek() == 3;
    mark(&log);
    log.get() * 2 + both as u32
}

pub fn temporary_in_a_match_arm(x: u8) -> u32 {
    let log = Cell::new(0);
    let n = match x % 2 {
        0 => Token(1, &log).peek(),
        _ => {
            let t = Token(2, &log);
            t.peek() + Token(3, &log).peek()
        }
    };
    log.get() * 10 + n
}

pub fn moved_into_a_struct_and_back(x: bool) -> u32 {
    struct Holder<T> {
        inner: Option<T>,
    }
    impl<T> Holder<T> {
        fn put(&mut self, value: T) -> Option<T> {
            self.inner.replace(value)
        }
        fn into_inner(self) -> Option<T> {
            self.inner
        }
    }
    let log = Cell::new(0);
    {
        let mut holder = Holder { inner: None };
        holder.put(Token(1, &log));
        let old = holder.put(Token(2, &log));
        mark(&log);
        if x {
            let inner = holder.into_inner();
            drop(old);
            mark(&log);
            drop(inner);
        }
        mark(&log);
    }
    log.get()
}

pub fn returned_from_a_block_with_locals(x: bool) -> u32 {
    let log = Cell::new(0);
    {
        let t = 'block: {
            let a = Token(1, &log);
            let _b = Token(2, &log);
            if x {
                break 'block a;
            }
            Token(3, &log)
        };
        mark(&log);
        let _ = &t;
    }
    log.get()
}

pub fn loop_break_with_a_token() -> u32 {
    let log = Cell::new(0);
    {
        let mut n = 0;
        let t = loop {
            let t = Token(n, &log);
            n += 1;
            if n == 3 {
                break t;
            }
        };
        mark(&log);
        log.set(log.get() + t.peek());
    }
    log.get()
}

pub fn fn_once_consumes(x: bool) -> u32 {
    fn call<R>(f: impl FnOnce() -> R) -> R {
        f()
    }
    let log = Cell::new(0);
    {
        let a = Token(1, &log);
        let b = Token(2, &log);
        let n = call(|| {
            let moved = a;
            moved.peek() + b.peek()
        });
        mark(&log);
        if x {
            call(move || drop(b));
        }
        log.set(log.get() + n);
    }
    log.get()
}

pub fn function_argument_patterns() -> u32 {
    fn take((a, _): (Token<'_>, Token<'_>), Pair { right, .. }: Pair<'_>) -> u32 {
        a.peek() + right.peek()
    }
    let log = Cell::new(0);
    let pair = Pair { left: Token(3, &log), right: Token(4, &log) };
    let n = take((Token(1, &log), Token(2, &log)), pair);
    log.get() * 10 + n
}

pub fn refcell_guard_lives_through_the_match(x: u8) -> (u8, bool) {
    let cell = core::cell::RefCell::new(Some(x));
    let clash = match *cell.borrow() {
        Some(n) if n > 100 => cell.try_borrow_mut().is_err(),
        _ => false,
    };
    let value = cell.borrow_mut().take().map_or(0, |n| n / 2);
    let free = cell.try_borrow_mut().is_ok();
    (value, clash || !free)
}

pub fn shadowed_in_a_loop(x: u8) -> u32 {
    let log = Cell::new(0);
    for i in 0..x as u32 % 3 + 1 {
        let t = Token(i, &log);
        let t = Token(t.peek() + 3, &log);
        if i == 1 {
            continue;
        }
        let _u = t;
        mark(&log);
    }
    log.get()
}

pub fn swapped_tokens() -> u32 {
    let log = Cell::new(0);
    {
        let mut a = Token(1, &log);
        let mut b = Token(2, &log);
        mem::swap(&mut a, &mut b);
        mark(&log);
    }
    log.get()
}

pub fn enum_with_tokens(x: u8) -> u32 {
    enum Either<'a> {
        One(Token<'a>),
        Two { a: Token<'a>, b: Token<'a> },
    }
    let log = Cell::new(0);
    {
        let mut e = Either::One(Token(1, &log));
        if x % 2 == 0 {
            e = Either::Two { b: Token(2, &log), a: Token(3, &log) };
        }
        mark(&log);
        match e {
            Either::One(t) => drop(t),
            Either::Two { b, .. } if x > 100 => drop(b),
            Either::Two { a, .. } => drop(a),
        }
        mark(&log);
    }
    log.get()
}
