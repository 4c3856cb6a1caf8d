//! `core::hash`.

use crate::fmt;
use crate::marker::PhantomData;

#[lang = "hash"]
pub trait Hash {
    fn hash<H: Hasher>(&self, state: &mut H);

    fn hash_slice<H: Hasher>(data: &[Self], state: &mut H)
    where
        Self: Sized,
    {
        for piece in data {
            piece.hash(state);
        }
    }
}

pub trait Hasher {
    fn finish(&self) -> u64;
    fn write(&mut self, bytes: &[u8]);

    fn write_u8(&mut self, i: u8) {
        self.write(&[i]);
    }

    fn write_u16(&mut self, i: u16) {
        self.write(&i.to_ne_bytes());
    }

    fn write_u32(&mut self, i: u32) {
        self.write(&i.to_ne_bytes());
    }

    fn write_u64(&mut self, i: u64) {
        self.write(&i.to_ne_bytes());
    }

    fn write_u128(&mut self, i: u128) {
        self.write(&i.to_ne_bytes());
    }

    fn write_usize(&mut self, i: usize) {
        self.write(&i.to_ne_bytes());
    }

    fn write_i8(&mut self, i: i8) {
        self.write_u8(i as u8);
    }

    fn write_i16(&mut self, i: i16) {
        self.write_u16(i as u16);
    }

    fn write_i32(&mut self, i: i32) {
        self.write_u32(i as u32);
    }

    fn write_i64(&mut self, i: i64) {
        self.write_u64(i as u64);
    }

    fn write_i128(&mut self, i: i128) {
        self.write_u128(i as u128);
    }

    fn write_isize(&mut self, i: isize) {
        self.write_usize(i as usize);
    }
}

impl<H: ?Sized + Hasher> Hasher for &mut H {
    fn finish(&self) -> u64 {
        (**self).finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        (**self).write(bytes)
    }
}

macro_rules! hash {
    ($($t:ty, $write:ident;)*) => { $(
        impl Hash for $t {
            fn hash<H: Hasher>(&self, state: &mut H) {
                state.$write(*self);
            }
        }
    )* };
}
hash! {
    u8, write_u8;
    u16, write_u16;
    u32, write_u32;
    u64, write_u64;
    u128, write_u128;
    usize, write_usize;
    i8, write_i8;
    i16, write_i16;
    i32, write_i32;
    i64, write_i64;
    i128, write_i128;
    isize, write_isize;
}

impl Hash for bool {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(*self as u8);
    }
}

impl Hash for char {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(*self as u32);
    }
}

impl Hash for str {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(self.as_bytes());
        state.write_u8(0xff);
    }
}

impl Hash for ! {
    fn hash<H: Hasher>(&self, _state: &mut H) {
        *self
    }
}

impl<T: Hash> Hash for [T] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        Hash::hash_slice(self, state);
    }
}

impl<T: Hash, const N: usize> Hash for [T; N] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(&self[..], state);
    }
}

pub trait BuildHasher {
    type Hasher: Hasher;

    fn build_hasher(&self) -> Self::Hasher;

    fn hash_one<T: Hash>(&self, x: T) -> u64
    where
        Self: Sized,
    {
        let mut hasher = self.build_hasher();
        x.hash(&mut hasher);
        hasher.finish()
    }
}

pub struct BuildHasherDefault<H> {
    hasher: PhantomData<H>,
}

impl<H> BuildHasherDefault<H> {
    pub const fn new() -> Self {
        BuildHasherDefault { hasher: PhantomData }
    }
}

impl<H: Default + Hasher> BuildHasher for BuildHasherDefault<H> {
    type Hasher = H;

    fn build_hasher(&self) -> H {
        H::default()
    }
}

impl<H> Clone for BuildHasherDefault<H> {
    fn clone(&self) -> Self {
        BuildHasherDefault::new()
    }
}

impl<H> Default for BuildHasherDefault<H> {
    fn default() -> Self {
        BuildHasherDefault::new()
    }
}

impl<H> fmt::Debug for BuildHasherDefault<H> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}
