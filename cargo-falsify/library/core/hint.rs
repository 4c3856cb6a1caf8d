//! `core::hint`.

use crate::intrinsics;

pub fn black_box<T>(dummy: T) -> T {
    dummy
}

pub fn spin_loop() {}

/// Undefined in Rust when reached; a panic here, so that reaching it is found.
#[track_caller]
pub const unsafe fn unreachable_unchecked() -> ! {
    intrinsics::fail_assert()
}

/// Undefined in Rust when false; a panic here, so that it is found.
#[track_caller]
pub const unsafe fn assert_unchecked(cond: bool) {
    if !cond {
        intrinsics::fail_assert()
    }
}
