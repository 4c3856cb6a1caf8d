//! Values as JSON, in the notation of the tool.

use core::cell::Cell;
use core::cmp::Ordering;
use core::fmt::Write;
use core::num::{NonZero, Saturating, Wrapping};

/// What has been written.
#[derive(Default)]
pub struct Text {
    pub(super) json: String,
    /// A type whose values cannot be written.
    pub(super) unwritable: Option<&'static str>,
}

impl Text {
    /// Adds JSON as it is.
    pub fn push(&mut self, json: &str) {
        self.json.push_str(json);
    }

    /// Between two elements.
    pub(super) fn separate(&mut self) {
        if !self.json.is_empty() {
            self.json.push(',');
        }
    }

    fn list(&mut self, mut parts: impl Iterator<Item = impl Record>) {
        self.push("[");
        if let Some(first) = parts.next() {
            first.record(self);
        }
        for part in parts {
            self.push(",");
            part.record(self);
        }
        self.push("]");
    }

    fn variant(&mut self, name: &str, of: &impl Record) {
        self.push(&format!("{{\"{name}\":["));
        of.record(self);
        self.push("]}");
    }
}

/// A string of JSON.
pub(super) fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        // Writing to a string does not fail.
        let _ = match c {
            '"' | '\\' => write!(json, "\\{c}"),
            c if c < ' ' => write!(json, "\\u{:04x}", u32::from(c)),
            c => write!(json, "{c}"),
        };
    }
    json + "\""
}

/// Something whose values can be written.
pub trait Record {
    /// Writes the value.
    fn record(&self, text: &mut Text);
}

/// A value of which it is to be found out whether it can be written: `(&Probe(&value)).tell(text)` calls [`Known::tell`] if its
/// type has [`Record`], since that takes one reference less, and else [`Unknown::tell`].
pub struct Probe<'a, T: ?Sized>(pub &'a T);

/// Of types that have [`Record`].
pub trait Known {
    /// Writes the value.
    fn tell(&self, text: &mut Text);
}

impl<T: Record + ?Sized> Known for Probe<'_, T> {
    fn tell(&self, text: &mut Text) {
        self.0.record(text);
    }
}

/// Of all other types.
pub trait Unknown {
    /// Notes that the type lacks [`Record`].
    fn tell(&self, text: &mut Text);
}

impl<T: ?Sized> Unknown for &Probe<'_, T> {
    fn tell(&self, text: &mut Text) {
        text.unwritable = text.unwritable.or(Some(core::any::type_name::<T>()));
        text.push("null");
    }
}

impl<T: Record + ?Sized> Record for &T {
    fn record(&self, text: &mut Text) {
        (**self).record(text);
    }
}

macro_rules! shown {
    ($($ty:ty)*) => {$(
        impl Record for $ty {
            fn record(&self, text: &mut Text) {
                text.push(&self.to_string());
            }
        }
    )*};
}
shown!(bool u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl Record for u128 {
    fn record(&self, text: &mut Text) {
        match u64::try_from(*self) {
            Ok(number) => number.record(text),
            Err(_) => text.push(&quoted(&self.to_string())),
        }
    }
}

impl Record for i128 {
    fn record(&self, text: &mut Text) {
        match i64::try_from(*self) {
            Ok(number) => number.record(text),
            Err(_) => text.push(&quoted(&self.to_string())),
        }
    }
}

impl Record for f64 {
    fn record(&self, text: &mut Text) {
        match self.is_finite() {
            true => text.push(&format!("{self:?}")),
            false => text.push(&quoted(&self.to_string())),
        }
    }
}

impl Record for f32 {
    fn record(&self, text: &mut Text) {
        f64::from(*self).record(text);
    }
}

impl Record for char {
    fn record(&self, text: &mut Text) {
        text.push(&quoted(&self.to_string()));
    }
}

impl<T: Record, const N: usize> Record for [T; N] {
    fn record(&self, text: &mut Text) {
        text.list(self.iter());
    }
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: Record),*> Record for ($($name,)*) {
            #[allow(non_snake_case, unused_mut, unused_variables, unused_assignments)]
            fn record(&self, text: &mut Text) {
                let ($($name,)*) = self;
                let mut before = "[";
                $(text.push(before); $name.record(text); before = ",";)*
                text.push(if before == "[" { "[]" } else { "]" });
            }
        }
    )*};
}
tuples! {
    ;
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}

impl<T: Record> Record for Option<T> {
    fn record(&self, text: &mut Text) {
        match self {
            Some(value) => text.variant("Some", value),
            None => text.push("\"None\""),
        }
    }
}

impl<T: Record, E: Record> Record for Result<T, E> {
    fn record(&self, text: &mut Text) {
        match self {
            Ok(value) => text.variant("Ok", value),
            Err(error) => text.variant("Err", error),
        }
    }
}

impl Record for Ordering {
    fn record(&self, text: &mut Text) {
        text.push(&format!("\"{self:?}\""));
    }
}

impl Record for core::convert::Infallible {
    fn record(&self, _: &mut Text) {
        match *self {}
    }
}

impl<T: Record + Copy> Record for Cell<T> {
    fn record(&self, text: &mut Text) {
        self.get().record(text);
    }
}

impl<T: Record> Record for Wrapping<T> {
    fn record(&self, text: &mut Text) {
        self.0.record(text);
    }
}

impl<T: Record> Record for Saturating<T> {
    fn record(&self, text: &mut Text) {
        self.0.record(text);
    }
}

macro_rules! not_zero {
    ($($ty:ty)*) => {$(
        impl Record for NonZero<$ty> {
            fn record(&self, text: &mut Text) {
                self.get().record(text);
            }
        }
    )*};
}
not_zero!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
