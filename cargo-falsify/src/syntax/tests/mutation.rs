//! Mutated sources: whatever the text, reading it ends, does not panic, and every place it reports exists.

use super::{read, Read};

/// A small generator of pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

const SEED_TEXT: &str = r##"
#![no_std]
use falsify::{control_loop, monitor};
macro_rules! list { ($($x:expr),* $(,)?) => { [$($x),*] }; (@ $t:ty; $($r:tt)*) => { <$t>::new($($r)*) }; }
macro_rules! make { ($v:vis $n:ident { $($f:ident : $t:ty),* }) => { $v struct $n { $($f: $t),* } }; }
make!(pub Point { x: i32, y: i32 });
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
pub enum State { #[default] Idle = 1, Running(u8), Failed { code: u16 } }
/// Documentation.
#[control_loop(init = Machine::new(3))]
pub fn tick(m: &mut Machine, #[input(-200..=200)] raw: i32) -> Option<u8> {
    let (a, mut b): (u8, u8) = (raw as u8, 0x1f_u8);
    'outer: loop {
        match m.state { State::Idle if raw > 0 => break 'outer, State::Running(1..=5 | 9) => {}, _ => return None }
        for (i, x) in list![1, 2, 3].iter().enumerate() { b = b.wrapping_add(*x << i); }
    }
    let f = move |x: u8| -> u8 { x + a };
    assert!(b < 10, "too big: {b:>w$}", w = 3);
    (m.last, _) = (f(b)?, list!(@ u8; 1 + 2));
    info!("value {} {=u8}", b, a);
    if let Some(v) = m.next() && v != 0 { unsafe { COUNT += 1 }; } else { todo!() }
    Some(<u8 as From<bool>>::from(matches!(b, 1 | 2)))
}
impl<T: Iterator<Item = u8> + ?Sized, const N: usize> Trait<T> for [T; N] where T::Item: Copy {
    type Out<'a> = &'a [u8]; const K: usize = N * 2; fn get(&self) -> &dyn Fn(u8) -> u8;
}
static mut COUNT: u32 = 0; mod inner { pub(in crate::inner) fn f() {} #[cfg(not(feature = "x"))] use super::*; }
"##;

const SNIPPETS: [&str; 40] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    ",",
    ";",
    ":",
    "::",
    "=>",
    "->",
    "..",
    "..=",
    "#",
    "!",
    "$",
    "$(",
    ")*",
    "'a",
    "'",
    "\"",
    "/*",
    "//",
    "mut",
    "let",
    "fn",
    "macro_rules!",
    "list!",
    "1e",
    "0x",
    "-",
    "&",
    "|",
    "é",
    "\u{0}",
    "r#\"",
    "$crate",
];

fn mutate(text: &str, random: &mut Random) -> String {
    let mut text = text.to_string();
    for _ in 0..1 + random.below(4) {
        let at = boundary(&text, random);
        match random.below(4) {
            0 => text.insert_str(at, SNIPPETS[random.below(SNIPPETS.len())]),
            1 => {
                let end = boundary(&text, random);
                let (from, to) = (at.min(end), at.max(end).min(at.min(end) + 40));
                let to = (to..=text.len()).find(|&to| text.is_char_boundary(to));
                text.replace_range(from..to.unwrap_or(text.len()), "");
            }
            2 => {
                let end = (at + 60..=text.len()).find(|&end| text.is_char_boundary(end));
                let piece = text[at..end.unwrap_or(text.len())].to_string();
                let to = boundary(&text, random);
                text.insert_str(to, &piece);
            }
            _ => text.truncate(at),
        }
    }
    text
}

fn boundary(text: &str, random: &mut Random) -> usize {
    let at = random.below(text.len() + 1);
    (at..=text.len())
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(text.len())
}

fn places_exist(read: &Read) -> bool {
    let labels = read.diagnostics.iter().flat_map(|it| &it.labels);
    labels.into_iter().all(|(span, _)| {
        let text = &read.sources.file(span.file).text;
        span.lo <= span.hi && text.get(span.lo as usize..span.hi as usize).is_some()
    })
}

#[test]
fn mutated_sources_are_read_or_refused() {
    let rounds: u64 = std::env::var("MUTATIONS")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(300);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut readable = 0;
    for _ in 0..rounds {
        let text = mutate(SEED_TEXT, &mut random);
        let read = read(&text);
        assert!(places_exist(&read), "{:?} in\n{text}", read.diagnostics);
        readable += usize::from(read.diagnostics.is_empty());
    }
    // Mutations that break everything would test little.
    assert!(readable > 0);
}
