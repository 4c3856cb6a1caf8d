//! The primitives that the front end implements; their bodies here are never read.
//!
//! Integers: wrapping_add wrapping_sub wrapping_mul · overflowing_add overflowing_sub overflowing_mul ·
//! saturating_add saturating_sub · unchecked_div unchecked_rem unchecked_shl unchecked_shr · ctpop ctlz cttz ·
//! bswap bitreverse · rotate_left rotate_right
//!
//! Floats: sqrt floor ceil trunc round round_ties_even abs copysign · float_to_bits32 float_to_bits64
//! float_from_bits32 float_from_bits64
//!
//! Memory: read write uninit forget needs_drop size_of align_of discriminant interior_mut
//!
//! Slices and strings: slice_len slice_at slice_at_mut slice_part slice_part_mut slice_as_array slice_as_array_mut
//! str_bytes str_from_bytes char_from_u32
//!
//! Failures: fail_unwrap fail_expect fail_bounds fail_slice fail_borrow fail_overflow
//! fail_shift fail_assert fail_library. Each panics with the kind it names, at the caller of the outermost
//! `#[track_caller]` function.
//!
//! Where a doc says "the caller has checked", a violation is a bug of the model. Lifetimes of results are free where
//! an iterator hands out parts of what it borrows.

/// The sum modulo 2^BITS.
#[intrinsic]
pub const fn wrapping_add<T: Copy>(a: T, b: T) -> T {
    loop {}
}

/// The difference modulo 2^BITS.
#[intrinsic]
pub const fn wrapping_sub<T: Copy>(a: T, b: T) -> T {
    loop {}
}

/// The product modulo 2^BITS.
#[intrinsic]
pub const fn wrapping_mul<T: Copy>(a: T, b: T) -> T {
    loop {}
}

/// The sum modulo 2^BITS, and whether it differs from the true sum.
#[intrinsic]
pub const fn overflowing_add<T: Copy>(a: T, b: T) -> (T, bool) {
    loop {}
}

/// The difference modulo 2^BITS, and whether it differs from the true difference.
#[intrinsic]
pub const fn overflowing_sub<T: Copy>(a: T, b: T) -> (T, bool) {
    loop {}
}

/// The product modulo 2^BITS, and whether it differs from the true product.
#[intrinsic]
pub const fn overflowing_mul<T: Copy>(a: T, b: T) -> (T, bool) {
    loop {}
}

/// The value of the type nearest to the true sum.
#[intrinsic]
pub const fn saturating_add<T: Copy>(a: T, b: T) -> T {
    loop {}
}

/// The value of the type nearest to the true difference.
#[intrinsic]
pub const fn saturating_sub<T: Copy>(a: T, b: T) -> T {
    loop {}
}

/// The quotient rounded towards zero; the caller has checked for a zero divisor and for `MIN / -1`.
#[intrinsic]
pub const fn unchecked_div<T: Copy>(a: T, b: T) -> T {
    loop {}
}

/// The remainder of `unchecked_div`, under the same condition.
#[intrinsic]
pub const fn unchecked_rem<T: Copy>(a: T, b: T) -> T {
    loop {}
}

/// Shift to the left; the caller has checked that `amount` is below the width.
#[intrinsic]
pub const fn unchecked_shl<T: Copy>(value: T, amount: u32) -> T {
    loop {}
}

/// Shift to the right, arithmetic for signed types; the caller has checked that `amount` is below the width.
#[intrinsic]
pub const fn unchecked_shr<T: Copy>(value: T, amount: u32) -> T {
    loop {}
}

/// The number of one bits.
#[intrinsic]
pub const fn ctpop<T: Copy>(value: T) -> u32 {
    loop {}
}

/// The number of leading zero bits; the width for zero.
#[intrinsic]
pub const fn ctlz<T: Copy>(value: T) -> u32 {
    loop {}
}

/// The number of trailing zero bits; the width for zero.
#[intrinsic]
pub const fn cttz<T: Copy>(value: T) -> u32 {
    loop {}
}

/// The bytes in reverse order.
#[intrinsic]
pub const fn bswap<T: Copy>(value: T) -> T {
    loop {}
}

/// The bits in reverse order.
#[intrinsic]
pub const fn bitreverse<T: Copy>(value: T) -> T {
    loop {}
}

/// Rotation to the left by `amount` modulo the width.
#[intrinsic]
pub const fn rotate_left<T: Copy>(value: T, amount: u32) -> T {
    loop {}
}

/// Rotation to the right by `amount` modulo the width.
#[intrinsic]
pub const fn rotate_right<T: Copy>(value: T, amount: u32) -> T {
    loop {}
}

/// The square root, correctly rounded.
#[intrinsic]
pub fn sqrt<T: Copy>(value: T) -> T {
    loop {}
}

/// The nearest integral value towards negative infinity.
#[intrinsic]
pub const fn floor<T: Copy>(value: T) -> T {
    loop {}
}

/// The nearest integral value towards positive infinity.
#[intrinsic]
pub const fn ceil<T: Copy>(value: T) -> T {
    loop {}
}

/// The nearest integral value towards zero.
#[intrinsic]
pub const fn trunc<T: Copy>(value: T) -> T {
    loop {}
}

/// The nearest integral value, ties away from zero.
#[intrinsic]
pub const fn round<T: Copy>(value: T) -> T {
    loop {}
}

/// The nearest integral value, ties to even.
#[intrinsic]
pub const fn round_ties_even<T: Copy>(value: T) -> T {
    loop {}
}

/// The float with its sign bit cleared.
#[intrinsic]
pub const fn abs<T: Copy>(value: T) -> T {
    loop {}
}

/// The float with the sign bit of the other.
#[intrinsic]
pub const fn copysign<T: Copy>(value: T, sign: T) -> T {
    loop {}
}

/// The bits of an f32.
#[intrinsic]
pub const fn float_to_bits32(value: f32) -> u32 {
    loop {}
}

/// The bits of an f64.
#[intrinsic]
pub const fn float_to_bits64(value: f64) -> u64 {
    loop {}
}

/// The f32 with these bits.
#[intrinsic]
pub const fn float_from_bits32(bits: u32) -> f32 {
    loop {}
}

/// The f64 with these bits.
#[intrinsic]
pub const fn float_from_bits64(bits: u64) -> f64 {
    loop {}
}

/// The char with this code; the caller has checked that it is one.
#[intrinsic]
pub const fn char_from_u32(code: u32) -> char {
    loop {}
}

/// A second copy of the value, whether or not its type is `Copy`; the caller sees to it that only one is dropped.
#[intrinsic]
pub const fn read<T>(place: &T) -> T {
    loop {}
}

/// Put a value in the place without dropping what was there.
#[intrinsic]
pub const fn write<T>(place: &mut T, value: T) {
    loop {}
}

/// Some value that is never looked at before it is overwritten.
#[intrinsic]
pub const fn uninit<T>() -> T {
    loop {}
}

/// End the value's life without dropping it.
#[intrinsic]
pub const fn forget<T>(value: T) {
    loop {}
}

/// Whether dropping a value of the type does anything.
#[intrinsic]
pub const fn needs_drop<T: ?Sized>() -> bool {
    loop {}
}

/// The size that the type has on the configured target, in bytes.
#[intrinsic]
pub const fn size_of<T>() -> usize {
    loop {}
}

/// The alignment that the type has on the configured target, in bytes.
#[intrinsic]
pub const fn align_of<T>() -> usize {
    loop {}
}

/// The discriminant of an enum's variant, as written or counted.
#[intrinsic]
pub const fn discriminant<T>(value: &T) -> i128 {
    loop {}
}

/// Write access through a shared reference: what `Cell`, `RefCell` and the atomics rest on.
#[intrinsic]
pub const fn interior_mut<'a, T: ?Sized>(value: &T) -> &'a mut T {
    loop {}
}

/// The number of elements.
#[intrinsic]
pub const fn slice_len<T>(slice: &[T]) -> usize {
    loop {}
}

/// One element; the caller has checked the index.
#[intrinsic]
pub const fn slice_at<'a, T>(slice: &[T], index: usize) -> &'a T {
    loop {}
}

/// One element; the caller has checked the index.
#[intrinsic]
pub const fn slice_at_mut<'a, T>(slice: &mut [T], index: usize) -> &'a mut T {
    loop {}
}

/// The `len` elements from `start` on; the caller has checked both.
#[intrinsic]
pub const fn slice_part<'a, T>(slice: &[T], start: usize, len: usize) -> &'a [T] {
    loop {}
}

/// The `len` elements from `start` on; the caller has checked both.
#[intrinsic]
pub const fn slice_part_mut<'a, T>(slice: &mut [T], start: usize, len: usize) -> &'a mut [T] {
    loop {}
}

/// The slice as an array; the caller has checked the length.
#[intrinsic]
pub const fn slice_as_array<'a, T, const N: usize>(slice: &[T]) -> &'a [T; N] {
    loop {}
}

/// The slice as an array; the caller has checked the length.
#[intrinsic]
pub const fn slice_as_array_mut<'a, T, const N: usize>(slice: &mut [T]) -> &'a mut [T; N] {
    loop {}
}

/// The UTF-8 bytes of a string.
#[intrinsic]
pub const fn str_bytes(text: &str) -> &[u8] {
    loop {}
}

/// The string of these bytes; the caller has checked that they are UTF-8.
#[intrinsic]
pub const fn str_from_bytes(bytes: &[u8]) -> &str {
    loop {}
}

/// `unwrap` and its kin on the wrong variant.
#[intrinsic]
#[track_caller]
pub const fn fail_unwrap() -> ! {
    loop {}
}

/// `expect` and its kin on the wrong variant.
#[intrinsic]
#[track_caller]
pub const fn fail_expect() -> ! {
    loop {}
}

/// An index outside of its slice.
#[intrinsic]
#[track_caller]
pub const fn fail_bounds() -> ! {
    loop {}
}

/// A range outside of its slice, or with its ends exchanged.
#[intrinsic]
#[track_caller]
pub const fn fail_slice() -> ! {
    loop {}
}

/// A `RefCell` that is already borrowed.
#[intrinsic]
#[track_caller]
pub const fn fail_borrow() -> ! {
    loop {}
}

/// Arithmetic overflow.
#[intrinsic]
#[track_caller]
pub const fn fail_overflow() -> ! {
    loop {}
}

/// A shift by at least the width.
#[intrinsic]
#[track_caller]
pub const fn fail_shift() -> ! {
    loop {}
}

/// A failed assertion.
#[intrinsic]
#[track_caller]
pub const fn fail_assert() -> ! {
    loop {}
}

/// Any other misuse of a library function that it answers with a panic.
#[intrinsic]
#[track_caller]
pub const fn fail_library() -> ! {
    loop {}
}
