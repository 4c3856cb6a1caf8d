//! `core::panic`: a panic ends the run, so these exist for signatures only.

use crate::marker::PhantomData;

pub auto trait UnwindSafe {}
pub auto trait RefUnwindSafe {}

#[lang = "panic_info"]
pub struct PanicInfo<'a> {
    message: PhantomData<&'a ()>,
}

pub struct Location<'a> {
    file: PhantomData<&'a str>,
}
