//! The model of the `critical-section` crate (1.x): an analysed program has one context at a time. That handlers which
//! preempt keep out of a section is added to `with`, `acquire` and `release` where there are such handlers.

use core::cell::{Ref, RefCell, RefMut};
use core::marker::PhantomData;

#[derive(Clone, Copy, Debug)]
pub struct CriticalSection<'cs> {
    _section: PhantomData<&'cs ()>,
}

impl<'cs> CriticalSection<'cs> {
    pub unsafe fn new() -> Self {
        CriticalSection { _section: PhantomData }
    }
}

/// What the interrupts were before the section.
pub type RawRestoreState = ();

#[derive(Clone, Copy, Debug)]
pub struct RestoreState(RawRestoreState);

impl RestoreState {
    pub const fn invalid() -> RestoreState {
        RestoreState(())
    }
}

pub unsafe fn acquire() -> RestoreState {
    RestoreState(())
}

pub unsafe fn release(_restore_state: RestoreState) {}

pub fn with<R>(f: impl FnOnce(CriticalSection<'_>) -> R) -> R {
    f(CriticalSection { _section: PhantomData })
}

/// A value that only a critical section can borrow.
#[derive(Debug)]
pub struct Mutex<T> {
    inner: T,
}

impl<T> Mutex<T> {
    pub const fn new(value: T) -> Self {
        Mutex { inner: value }
    }

    pub fn get_mut(&mut self) -> &mut T {
        &mut self.inner
    }

    pub fn into_inner(self) -> T {
        self.inner
    }

    pub fn borrow<'cs>(&'cs self, _cs: CriticalSection<'cs>) -> &'cs T {
        &self.inner
    }
}

impl<T> Mutex<RefCell<T>> {
    #[track_caller]
    pub fn replace<'cs>(&'cs self, cs: CriticalSection<'cs>, t: T) -> T {
        self.borrow(cs).replace(t)
    }

    #[track_caller]
    pub fn replace_with<'cs, F: FnOnce(&mut T) -> T>(&'cs self, cs: CriticalSection<'cs>, f: F) -> T {
        self.borrow(cs).replace_with(f)
    }

    #[track_caller]
    pub fn borrow_ref<'cs>(&'cs self, cs: CriticalSection<'cs>) -> Ref<'cs, T> {
        self.borrow(cs).borrow()
    }

    #[track_caller]
    pub fn borrow_ref_mut<'cs>(&'cs self, cs: CriticalSection<'cs>) -> RefMut<'cs, T> {
        self.borrow(cs).borrow_mut()
    }
}

impl<T: Default> Mutex<RefCell<T>> {
    #[track_caller]
    pub fn take<'cs>(&'cs self, cs: CriticalSection<'cs>) -> T {
        self.borrow(cs).take()
    }
}
