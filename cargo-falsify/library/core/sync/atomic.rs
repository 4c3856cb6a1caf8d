//! `core::sync::atomic`: plain state, since an analysed program has one context at a time; a handler that preempts comes
//! in between two of these functions, not inside of one. The orderings that core
//! rejects are rejected; the weak exchange never fails spuriously.

use crate::cell::UnsafeCell;
use crate::fmt;
use crate::intrinsics;
use crate::mem;

#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Ordering {
    Relaxed,
    Release,
    Acquire,
    AcqRel,
    SeqCst,
}

#[track_caller]
fn check_load(order: Ordering) {
    match order {
        Ordering::Relaxed | Ordering::Acquire | Ordering::SeqCst => {}
        Ordering::Release | Ordering::AcqRel => intrinsics::fail_library(),
    }
}

#[track_caller]
fn check_store(order: Ordering) {
    match order {
        Ordering::Relaxed | Ordering::Release | Ordering::SeqCst => {}
        Ordering::Acquire | Ordering::AcqRel => intrinsics::fail_library(),
    }
}

#[track_caller]
pub fn compiler_fence(order: Ordering) {
    fence(order)
}

#[track_caller]
pub fn fence(order: Ordering) {
    match order {
        Ordering::Acquire | Ordering::Release | Ordering::AcqRel | Ordering::SeqCst => {}
        Ordering::Relaxed => intrinsics::fail_library(),
    }
}

#[track_caller]
pub fn compiler_fence(order: Ordering) {
    fence(order)
}

macro_rules! atomic {
    ($($Atomic:ident $t:ident;)*) => { $(
        pub struct $Atomic {
            v: UnsafeCell<$t>,
        }

        impl $Atomic {
            pub const fn new(v: $t) -> $Atomic {
                $Atomic { v: UnsafeCell::new(v) }
            }

            pub const fn get_mut(&mut self) -> &mut $t {
                self.v.get_mut()
            }

            pub const fn into_inner(self) -> $t {
                self.v.into_inner()
            }

            #[track_caller]
            pub fn load(&self, order: Ordering) -> $t {
                check_load(order);
                *self.v.interior()
            }

            #[track_caller]
            pub fn store(&self, val: $t, order: Ordering) {
                check_store(order);
                *self.v.interior() = val;
            }

            #[track_caller]
            pub fn swap(&self, val: $t, _order: Ordering) -> $t {
                mem::replace(self.v.interior(), val)
            }

            #[track_caller]
            pub fn compare_exchange(
                &self,
                current: $t,
                new: $t,
                _success: Ordering,
                failure: Ordering,
            ) -> Result<$t, $t> {
                check_load(failure);
                let old = *self.v.interior();
                if old == current {
                    *self.v.interior() = new;
                    Ok(old)
                } else {
                    Err(old)
                }
            }

            #[track_caller]
            pub fn compare_exchange_weak(
                &self,
                current: $t,
                new: $t,
                success: Ordering,
                failure: Ordering,
            ) -> Result<$t, $t> {
                self.compare_exchange(current, new, success, failure)
            }

            #[track_caller]
            pub fn compare_and_swap(&self, current: $t, new: $t, _order: Ordering) -> $t {
                let old = *self.v.interior();
                if old == current {
                    *self.v.interior() = new;
                }
                old
            }

            pub fn fetch_update<F: FnMut($t) -> Option<$t>>(
                &self,
                set_order: Ordering,
                fetch_order: Ordering,
                f: F,
            ) -> Result<$t, $t> {
                let mut f = f;
                let mut old = self.load(fetch_order);
                while let Some(new) = f(old) {
                    match self.compare_exchange_weak(old, new, set_order, fetch_order) {
                        Ok(found) => return Ok(found),
                        Err(found) => old = found,
                    }
                }
                Err(old)
            }

            #[track_caller]
            pub fn fetch_and(&self, val: $t, _order: Ordering) -> $t {
                let old = *self.v.interior();
                mem::replace(self.v.interior(), old & val)
            }

            #[track_caller]
            pub fn fetch_nand(&self, val: $t, _order: Ordering) -> $t {
                let old = *self.v.interior();
                mem::replace(self.v.interior(), !(old & val))
            }

            #[track_caller]
            pub fn fetch_or(&self, val: $t, _order: Ordering) -> $t {
                let old = *self.v.interior();
                mem::replace(self.v.interior(), old | val)
            }

            #[track_caller]
            pub fn fetch_xor(&self, val: $t, _order: Ordering) -> $t {
                let old = *self.v.interior();
                mem::replace(self.v.interior(), old ^ val)
            }
        }

        impl Default for $Atomic {
            fn default() -> Self {
                Self::new(<$t>::default())
            }
        }

        impl From<$t> for $Atomic {
            fn from(v: $t) -> Self {
                Self::new(v)
            }
        }

        impl fmt::Debug for $Atomic {
            fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Ok(())
            }
        }
    )* };
}
atomic! {
    AtomicBool bool;
    AtomicU8 u8;
    AtomicU16 u16;
    AtomicU32 u32;
    AtomicU64 u64;
    AtomicUsize usize;
    AtomicI8 i8;
    AtomicI16 i16;
    AtomicI32 i32;
    AtomicI64 i64;
    AtomicIsize isize;
}

macro_rules! atomic_integer {
    ($($Atomic:ident $t:ident;)*) => { $(
        impl $Atomic {
            #[track_caller]
            pub fn fetch_add(&self, val: $t, _order: Ordering) -> $t {
                let old = *self.v.interior();
                mem::replace(self.v.interior(), old.wrapping_add(val))
            }

            #[track_caller]
            pub fn fetch_sub(&self, val: $t, _order: Ordering) -> $t {
                let old = *self.v.interior();
                mem::replace(self.v.interior(), old.wrapping_sub(val))
            }

            #[track_caller]
            pub fn fetch_max(&self, val: $t, _order: Ordering) -> $t {
                let old = *self.v.interior();
                mem::replace(self.v.interior(), old.max(val))
            }

            #[track_caller]
            pub fn fetch_min(&self, val: $t, _order: Ordering) -> $t {
                let old = *self.v.interior();
                mem::replace(self.v.interior(), old.min(val))
            }
        }
    )* };
}
atomic_integer! {
    AtomicU8 u8;
    AtomicU16 u16;
    AtomicU32 u32;
    AtomicU64 u64;
    AtomicUsize usize;
    AtomicI8 i8;
    AtomicI16 i16;
    AtomicI32 i32;
    AtomicI64 i64;
    AtomicIsize isize;
}

impl AtomicBool {
    #[track_caller]
    pub fn fetch_not(&self, _order: Ordering) -> bool {
        let old = *self.v.interior();
        mem::replace(self.v.interior(), !old)
    }
}
