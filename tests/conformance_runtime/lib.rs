//! What a batch of compiled cases links against: reads argument lists in
//! canonical text, runs an entry, catches its panic and prints one line.
//!
//! Compiled by plain `rustc` once, not by cargo; see `tests/src/batch.rs`.

use std::cell::{Cell, UnsafeCell};
use std::cmp::{Ordering, Reverse};
use std::fmt::Write as _;
use std::io::{BufRead, Write as _};
use std::num::Wrapping;
use std::ops::{Bound, ControlFlow, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::panic::{catch_unwind, AssertUnwindSafe, PanicHookInfo};
use std::time::Duration;

/// Writes a value as canonical text.
pub trait Canon {
    fn canon(&self, out: &mut String);
}

/// Reads a value from canonical text.
pub trait Decode: Sized {
    fn decode(reader: &mut Reader) -> Self;
}

/// A position in a line of canonical text.
pub struct Reader<'a>(pub &'a str);

impl Reader<'_> {
    /// The characters up to the next separator.
    pub fn word(&mut self) -> &str {
        let end = self.0.find([',', '(', ')', '[', ']']).unwrap_or(self.0.len());
        let (word, rest) = self.0.split_at(end);
        self.0 = rest;
        word
    }

    /// Steps over one separator if it is there.
    pub fn skip(&mut self, separator: char) {
        self.0 = self.0.strip_prefix(separator).unwrap_or(self.0);
    }

    /// The next component of a list.
    pub fn next<T: Decode>(&mut self) -> T {
        self.skip(',');
        T::decode(self)
    }
}

/// Writes `name(a,b)`; with an empty name a tuple.
pub fn list(out: &mut String, head: &str, parts: &[&dyn Canon], open: char, close: char) {
    out.push_str(head);
    out.push(open);
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        part.canon(out);
    }
    out.push(close);
}

/// Writes a struct or tuple.
pub fn fields(out: &mut String, parts: &[&dyn Canon]) {
    list(out, "", parts, '(', ')');
}

/// Writes an enum.
pub fn variant(out: &mut String, index: &str, parts: &[&dyn Canon]) {
    list(out, index, parts, '(', ')');
}

macro_rules! displayed {
    ($($t:ty)*) => {$(
        impl Canon for $t {
            fn canon(&self, out: &mut String) { let _ = write!(out, "{self}"); }
        }
        impl Decode for $t {
            fn decode(reader: &mut Reader) -> Self { reader.word().parse().expect("a number") }
        }
    )*};
}
displayed!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool);

impl Canon for char {
    fn canon(&self, out: &mut String) {
        let _ = write!(out, "{}", *self as u32);
    }
}

impl Decode for char {
    fn decode(reader: &mut Reader) -> Self {
        reader.word().parse().ok().and_then(char::from_u32).expect("a char")
    }
}

macro_rules! float {
    ($t:ty, $bits:ty, $form:literal) => {
        impl Canon for $t {
            fn canon(&self, out: &mut String) {
                if self.is_nan() {
                    out.push_str("nan");
                } else {
                    let _ = write!(out, $form, self.to_bits());
                }
            }
        }
        impl Decode for $t {
            fn decode(reader: &mut Reader) -> Self {
                match reader.word() {
                    "nan" => <$t>::NAN,
                    word => <$t>::from_bits(<$bits>::from_str_radix(word, 16).expect("bits")),
                }
            }
        }
    };
}
float!(f32, u32, "{:08x}");
float!(f64, u64, "{:016x}");

macro_rules! tuples {
    ($(($($name:ident)*))*) => {$(
        impl<$($name: Canon),*> Canon for ($($name,)*) {
            #[allow(non_snake_case)]
            fn canon(&self, out: &mut String) {
                let ($($name,)*) = self;
                fields(out, &[$($name as &dyn Canon),*]);
            }
        }
        impl<$($name: Decode),*> Decode for ($($name,)*) {
            #[allow(non_snake_case)]
            fn decode(reader: &mut Reader) -> Self {
                reader.skip('(');
                $(let $name = reader.next();)*
                reader.skip(')');
                ($($name,)*)
            }
        }
    )*};
}
tuples!(() (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H));

impl<T: Canon> Canon for [T] {
    fn canon(&self, out: &mut String) {
        let parts: Vec<&dyn Canon> = self.iter().map(|part| part as &dyn Canon).collect();
        list(out, "", &parts, '[', ']');
    }
}

impl<T: Canon, const N: usize> Canon for [T; N] {
    fn canon(&self, out: &mut String) {
        self.as_slice().canon(out);
    }
}

impl<T: Decode, const N: usize> Decode for [T; N] {
    fn decode(reader: &mut Reader) -> Self {
        reader.skip('[');
        let array = std::array::from_fn(|_| reader.next());
        reader.skip(']');
        array
    }
}

impl<T: Canon + ?Sized> Canon for &T {
    fn canon(&self, out: &mut String) {
        (**self).canon(out);
    }
}

macro_rules! enums {
    ($($t:ty, ($($g:ident)*), { $($index:literal $pattern:pat => [$($part:ident)*]),* })*) => {$(
        impl<$($g: Canon),*> Canon for $t {
            fn canon(&self, out: &mut String) {
                match self {
                    $($pattern => variant(out, $index, &[$($part as &dyn Canon),*]),)*
                }
            }
        }
    )*};
}
enums! {
    Option<T>, (T), { "0" None => [], "1" Some(a) => [a] }
    Result<T, E>, (T E), { "0" Ok(a) => [a], "1" Err(a) => [a] }
    ControlFlow<B, C>, (B C), { "0" ControlFlow::Continue(a) => [a], "1" ControlFlow::Break(a) => [a] }
    Bound<T>, (T), { "0" Bound::Included(a) => [a], "1" Bound::Excluded(a) => [a], "2" Bound::Unbounded => [] }
    Ordering, (), { "0" Ordering::Less => [], "1" Ordering::Equal => [], "2" Ordering::Greater => [] }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(reader: &mut Reader) -> Self {
        let index = reader.word().to_string();
        reader.skip('(');
        let value = if index == "0" { None } else { Some(reader.next()) };
        reader.skip(')');
        value
    }
}

impl<T: Decode, E: Decode> Decode for Result<T, E> {
    fn decode(reader: &mut Reader) -> Self {
        let index = reader.word().to_string();
        reader.skip('(');
        let value = if index == "0" { Ok(reader.next()) } else { Err(reader.next()) };
        reader.skip(')');
        value
    }
}

impl Decode for Ordering {
    fn decode(reader: &mut Reader) -> Self {
        let value = match reader.word() {
            "0" => Ordering::Less,
            "1" => Ordering::Equal,
            _ => Ordering::Greater,
        };
        reader.skip('(');
        reader.skip(')');
        value
    }
}

macro_rules! structs {
    ($($t:ty, ($($g:ident)*), $value:ident => [$($part:expr),*])*) => {$(
        impl<$($g: Canon),*> Canon for $t {
            fn canon(&self, out: &mut String) {
                let $value = self;
                fields(out, &[$(&$part as &dyn Canon),*]);
            }
        }
    )*};
}
structs! {
    Wrapping<T>, (T), v => [v.0]
    std::num::Saturating<T>, (T), v => [v.0]
    Reverse<T>, (T), v => [v.0]
    Range<T>, (T), v => [v.start, v.end]
    RangeFrom<T>, (T), v => [v.start]
    RangeTo<T>, (T), v => [v.end]
    RangeInclusive<T>, (T), v => [v.start(), v.end()]
    RangeToInclusive<T>, (T), v => [v.end]
    Duration, (), v => [v.as_secs(), v.subsec_nanos()]
}

impl<T: Canon + Copy> Canon for Cell<T> {
    fn canon(&self, out: &mut String) {
        fields(out, &[&self.get()]);
    }
}

macro_rules! nonzero {
    ($($t:ident)*) => {$(
        impl Canon for std::num::$t {
            fn canon(&self, out: &mut String) { fields(out, &[&self.get()]); }
        }
    )*};
}
nonzero!(NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU128 NonZeroUsize
         NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroI128 NonZeroIsize);

/// One entry: decodes its arguments, calls it, writes its result.
pub type Entry = fn(&mut Reader, &mut String);

/// The outcome that the panic hook recorded, behind a cell of the one thread.
struct Record(UnsafeCell<String>);
// Only the main thread runs cases, and the hook runs on the thread that panics.
unsafe impl Sync for Record {}
static PANIC: Record = Record(UnsafeCell::new(String::new()));

fn record(info: &PanicHookInfo<'_>) {
    let message = info
        .payload()
        .downcast_ref::<&str>()
        .map(|text| text.to_string())
        .or_else(|| info.payload().downcast_ref::<String>().cloned())
        .unwrap_or_default();
    let place = match info.location() {
        Some(at) if at.file().ends_with("batch.rs") => format!("{}:{}", at.line(), at.column()),
        _ => "library".to_string(),
    };
    unsafe { *PANIC.0.get() = format!("panic {place} {}", message.replace('\n', " ")) };
}

/// Runs every request of standard input, one line each: the index of an
/// entry, a space, its arguments. Prints `value TEXT` or `panic PLACE MESSAGE`.
pub fn serve(entries: &[Entry]) {
    std::panic::set_hook(Box::new(record));
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("input is text");
        let (index, arguments) = line.split_once(' ').expect("index and arguments");
        let entry = entries[index.parse::<usize>().expect("an index")];
        let outcome = run(entry, arguments);
        writeln!(output, "{outcome}").expect("output is open");
    }
}

fn run(entry: Entry, arguments: &str) -> String {
    let mut out = String::from("value ");
    let result = catch_unwind(AssertUnwindSafe(|| entry(&mut Reader(arguments), &mut out)));
    match result {
        Ok(()) => out,
        Err(_) => unsafe { (*PANIC.0.get()).clone() },
    }
}
