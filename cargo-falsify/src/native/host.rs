//! What native code asks of the host: values for inputs, and operators that no instruction computes.

use super::memory::HEADER;
use super::sites::NO_INPUT;
use crate::bv::{self, Scalar, BINARY, UNARY};

/// The part of the memory that the host and native code talk through. Native code knows the fields by their offsets.
#[repr(C)]
pub struct Header {
    /// Why the run stopped: a site plus one, 0 as long as it goes on.
    pub status: u32,
    /// Not 0 if a property was false in this tick.
    pub violated: u32,
    /// Not 0 if the host wants to see outputs, and properties that hold.
    pub observing: u32,
    /// Not 0 if a distance has become smaller.
    pub news: u32,
    /// Where distances are, if they are noted.
    pub distances: *mut u64,
    /// Rounds of loops and recursive calls that are left.
    pub fuel: i64,
    /// The host's stack must not grow below this address.
    pub host_limit: u64,
    /// Where operands of operators go and results come from.
    pub scratch: [u64; 4],
    /// Calls that a stop has left, innermost first.
    pub unwound: Vec<u32>,
    /// Bytes behind offset 0.
    pub bytes: usize,
    /// Whoever gives inputs, and how to ask it.
    pub outside: *mut (),
    pub input: unsafe extern "C" fn(*mut u8, u64, *mut u8) -> u32,
    pub output: unsafe extern "C" fn(*mut u8, u64, u64),
    pub property: unsafe extern "C" fn(*mut u8, u64, u32),
}

/// A stop of the innermost function that has left more calls than this is not followed further.
const MAX_UNWOUND: usize = 1 << 16;

impl Header {
    pub fn new(bytes: usize) -> Header {
        Header {
            status: 0,
            violated: 0,
            observing: 0,
            news: 0,
            distances: std::ptr::null_mut(),
            fuel: 0,
            host_limit: 0,
            scratch: [0; 4],
            unwound: Vec::new(),
            bytes,
            outside: std::ptr::null_mut(),
            input: no_input,
            output: no_output,
            property: no_property,
        }
    }
}

unsafe extern "C" fn no_input(_base: *mut u8, _site: u64, _into: *mut u8) -> u32 {
    0
}

unsafe extern "C" fn no_output(_base: *mut u8, _site: u64, _args: u64) {}

unsafe extern "C" fn no_property(_base: *mut u8, _site: u64, _holds: u32) {}

/// What lies outside of the program, as native code meets it.
pub trait Outside {
    /// Whether to be told of outputs, and of properties that hold.
    const OBSERVES: bool = false;

    /// Writes a value of an input site; not if there is none.
    fn input(&mut self, site: usize, into: &mut [u8]) -> bool;

    /// Arguments of an output site lie in the memory from an offset on.
    fn output(&mut self, _site: usize, _memory: &[u8], _at: usize) {}

    fn property(&mut self, _site: usize, _holds: bool) {}
}

/// An input site with its size, as one number.
pub fn encode_input(site: usize, size: usize) -> u64 {
    (size as u64) << 32 | site as u64
}

impl Header {
    /// Lets native code talk to someone, who must be borrowed until it returns.
    #[inline]
    pub fn listen<O: Outside>(&mut self, outside: &mut O) {
        self.observing = O::OBSERVES.into();
        self.outside = std::ptr::from_mut(outside).cast();
        self.input = input::<O>;
        self.output = output::<O>;
        self.property = property::<O>;
    }
}

unsafe extern "C" fn input<O: Outside>(base: *mut u8, site: u64, into: *mut u8) -> u32 {
    // SAFETY: whoever listens is borrowed until native code returns, and the site's size is that of the place.
    let (header, into) = unsafe {
        let size = (site >> 32) as usize;
        (header(base), std::slice::from_raw_parts_mut(into, size))
    };
    // SAFETY: as above.
    let outside = unsafe { &mut *header.outside.cast::<O>() };
    if outside.input((site & 0xffff_ffff) as usize, into) {
        return 0;
    }
    header.status = NO_INPUT as u32 + 1;
    1
}

unsafe extern "C" fn output<O: Outside>(base: *mut u8, site: u64, at: u64) {
    // SAFETY: as above; native code does not write while the host looks.
    let (outside, memory) = unsafe {
        let header = header(base);
        let memory = std::slice::from_raw_parts(base, header.bytes);
        (&mut *header.outside.cast::<O>(), memory)
    };
    outside.output(site as usize, memory, at as usize);
}

unsafe extern "C" fn property<O: Outside>(base: *mut u8, site: u64, holds: u32) {
    // SAFETY: as above.
    let header = unsafe { header(base) };
    header.violated |= u32::from(holds == 0);
    // SAFETY: as above.
    let outside = unsafe { &mut *header.outside.cast::<O>() };
    outside.property(site as usize, holds != 0);
}

/// # Safety
///
/// `base` is offset 0 of a memory that is not borrowed elsewhere.
pub unsafe fn header<'a>(base: *mut u8) -> &'a mut Header {
    // SAFETY: the header lies below offset 0.
    unsafe { &mut *base.sub(HEADER).cast::<Header>() }
}

/// Notes a call that a stop leaves.
pub unsafe extern "C" fn unwound(base: *mut u8, call: u32) {
    // SAFETY: native code hands on the base it was called with.
    let header = unsafe { header(base) };
    if header.unwound.len() < MAX_UNWOUND {
        header.unwound.push(call);
    }
}

/// Moves bytes within the memory.
pub unsafe extern "C" fn move_bytes(to: *mut u8, from: *const u8, size: u64) {
    // SAFETY: native code has computed both within the allocation.
    unsafe { std::ptr::copy(from, to, size as usize) };
}

/// Copies the first of some elements over the others.
pub unsafe extern "C" fn repeat_bytes(first: *mut u8, size: u64, count: u64) {
    for copy in 1..count as usize {
        // SAFETY: native code has room for all of them.
        unsafe {
            std::ptr::copy_nonoverlapping(first, first.add(copy * size as usize), size as usize)
        };
    }
}

/// An operator of the table, by its position and its types; operands and result are in the scratch words.
pub unsafe extern "C" fn evaluate(base: *mut u8, operator: u64) {
    // SAFETY: as above.
    let scratch = unsafe { &mut header(base).scratch };
    let word = |at: usize| u128::from(scratch[at]) | u128::from(scratch[at + 1]) << 64;
    let result = Operator::decode(operator).eval(word(0), word(2));
    scratch[0] = result as u64;
    scratch[1] = (result >> 64) as u64;
}

/// An operator with its types, as one number in native code.
#[derive(Clone, Copy)]
pub enum Operator {
    Unary(bv::UnOp, Scalar),
    Binary(bv::BinOp, Scalar, Scalar),
    Cast(Scalar, Scalar),
}

impl Operator {
    pub fn encode(self) -> u64 {
        let pack = |kind: u64, op: u64, a: Scalar, b: Scalar| {
            kind << 56 | op << 40 | pack_scalar(a) << 20 | pack_scalar(b)
        };
        match self {
            Operator::Unary(op, a) => pack(0, op as u64, a, a),
            Operator::Binary(op, a, b) => pack(1, op as u64, a, b),
            Operator::Cast(from, to) => pack(2, 0, from, to),
        }
    }

    fn decode(code: u64) -> Operator {
        let op = (code >> 40 & 0xffff) as usize;
        let (a, b) = (unpack_scalar(code >> 20), unpack_scalar(code));
        match code >> 56 {
            0 => Operator::Unary(UNARY[op].op, a),
            1 => Operator::Binary(BINARY[op].op, a, b),
            _ => Operator::Cast(a, b),
        }
    }

    fn eval(self, a: u128, b: u128) -> u128 {
        match self {
            Operator::Unary(op, ty) => op.eval(ty, a),
            Operator::Binary(op, left, right) => op.eval(left, a, right, b),
            Operator::Cast(from, to) => bv::cast(from, to, a),
        }
    }
}

fn pack_scalar(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Bool => 0,
        Scalar::Char => 1 << 16,
        Scalar::Int {
            signed: false,
            bits,
        } => 2 << 16 | u64::from(bits),
        Scalar::Int { signed: true, bits } => 3 << 16 | u64::from(bits),
        Scalar::Float { bits } => 4 << 16 | u64::from(bits),
    }
}

fn unpack_scalar(code: u64) -> Scalar {
    let bits = code as u16;
    match code >> 16 & 0xf {
        0 => Scalar::Bool,
        1 => Scalar::Char,
        2 => Scalar::unsigned(bits),
        3 => Scalar::signed(bits),
        _ => Scalar::Float { bits },
    }
}
