//! `core::any`: only the name of a type, which is text and thus erased.

pub const fn type_name<T: ?Sized>() -> &'static str {
    ""
}
