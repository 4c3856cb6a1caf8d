//! What no loop reaches may be any Rust.
#![no_std]
use falsify::control_loop;

pub unsafe fn poke(register: *mut u32, value: u32) {
    register.write_volatile(value)
}

pub async fn slow() {}

pub union Word {
    pub whole: u32,
    pub bytes: [u8; 4],
}

pub trait Node {
    fn next(&self) -> Option<u8>;
}

impl Node for Word {
    fn next(&self) -> Option<u8> {
        None
    }
}

impl Word {
    pub fn len(&self) -> usize {
        4
    }
}

pub struct Wrapped<T>(pub T);

impl From<core::alloc::Layout> for Wrapped<usize> {
    fn from(layout: core::alloc::Layout) -> Self {
        Wrapped(layout.size())
    }
}

impl AsRef<core::ffi::CStr> for Wrapped<&core::ffi::CStr> {
    fn as_ref(&self) -> &core::ffi::CStr {
        self.0
    }
}

#[control_loop]
pub fn tick(state: &mut i32, input: u8) {
    let steps = [input; 3];
    *state = i32::from(input) + steps.len() as i32;
    *state += steps.iter().next().map_or(0, |&step| i32::from(step)) + Wrapped(*state).0;
}
