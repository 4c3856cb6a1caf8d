//! `core::cell`.

use crate::cmp::Ordering;
use crate::fmt;
use crate::intrinsics;
use crate::mem;
use crate::ops::{Deref, DerefMut};

#[lang = "unsafe_cell"]
pub struct UnsafeCell<T: ?Sized> {
    value: T,
}

impl<T> UnsafeCell<T> {
    pub const fn new(value: T) -> UnsafeCell<T> {
        UnsafeCell { value }
    }

    pub const fn into_inner(self) -> T {
        self.value
    }
}

impl<T: ?Sized> UnsafeCell<T> {
    /// What core does through the raw pointer that `get` returns.
    pub(crate) const fn interior<'a>(&self) -> &'a mut T {
        intrinsics::interior_mut(&self.value)
    }

    pub const fn get(&self) -> *mut T {
        self.interior()
    }

    pub const fn raw_get(this: *const Self) -> *mut T {
        (&*this).interior()
    }

    pub const fn get_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: Default> Default for UnsafeCell<T> {
    fn default() -> UnsafeCell<T> {
        UnsafeCell::new(T::default())
    }
}

impl<T> From<T> for UnsafeCell<T> {
    fn from(t: T) -> UnsafeCell<T> {
        UnsafeCell::new(t)
    }
}

pub struct Cell<T: ?Sized> {
    value: UnsafeCell<T>,
}

impl<T> Cell<T> {
    pub const fn new(value: T) -> Cell<T> {
        Cell { value: UnsafeCell::new(value) }
    }

    pub fn set(&self, val: T) {
        self.replace(val);
    }

    pub fn swap(&self, other: &Cell<T>) {
        mem::swap(self.value.interior(), other.value.interior());
    }

    pub const fn replace(&self, val: T) -> T {
        mem::replace(self.value.interior(), val)
    }

    pub const fn into_inner(self) -> T {
        self.value.into_inner()
    }

    pub const fn get(&self) -> T
    where
        T: Copy,
    {
        *self.value.interior()
    }

    pub fn update(&self, f: impl FnOnce(T) -> T)
    where
        T: Copy,
    {
        self.set(f(self.get()));
    }

    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
}

impl<T: ?Sized> Cell<T> {
    pub const fn as_ptr(&self) -> *mut T {
        self.value.get()
    }

    pub const fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
}

impl<T: Copy> Clone for Cell<T> {
    fn clone(&self) -> Cell<T> {
        Cell::new(self.get())
    }
}

impl<T: Default> Default for Cell<T> {
    fn default() -> Cell<T> {
        Cell::new(T::default())
    }
}

impl<T: PartialEq + Copy> PartialEq for Cell<T> {
    fn eq(&self, other: &Cell<T>) -> bool {
        self.get() == other.get()
    }
}

impl<T: Eq + Copy> Eq for Cell<T> {}

impl<T: PartialOrd + Copy> PartialOrd for Cell<T> {
    fn partial_cmp(&self, other: &Cell<T>) -> Option<Ordering> {
        self.get().partial_cmp(&other.get())
    }
}

impl<T: Ord + Copy> Ord for Cell<T> {
    fn cmp(&self, other: &Cell<T>) -> Ordering {
        self.get().cmp(&other.get())
    }
}

impl<T> From<T> for Cell<T> {
    fn from(t: T) -> Cell<T> {
        Cell::new(t)
    }
}

/// Counts who borrows. What changes is no state of the program: the tool's analysis of effects leaves `set` out.
struct BorrowFlag {
    /// Positive: that many readers; negative: that many writers (several by `RefMut::map_split`).
    count: Cell<isize>,
}

impl BorrowFlag {
    const fn new() -> BorrowFlag {
        BorrowFlag { count: Cell::new(0) }
    }

    fn get(&self) -> isize {
        self.count.get()
    }

    fn set(&self, count: isize) {
        self.count.set(count)
    }
}

pub struct RefCell<T: ?Sized> {
    borrow: BorrowFlag,
    value: UnsafeCell<T>,
}

#[derive(Debug)]
pub struct BorrowError {
    _private: (),
}

impl fmt::Display for BorrowError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

#[derive(Debug)]
pub struct BorrowMutError {
    _private: (),
}

impl fmt::Display for BorrowMutError {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<T> RefCell<T> {
    pub const fn new(value: T) -> RefCell<T> {
        RefCell { borrow: BorrowFlag::new(), value: UnsafeCell::new(value) }
    }

    pub const fn into_inner(self) -> T {
        self.value.into_inner()
    }

    #[track_caller]
    pub fn replace(&self, t: T) -> T {
        mem::replace(&mut *self.borrow_mut(), t)
    }

    #[track_caller]
    pub fn replace_with<F: FnOnce(&mut T) -> T>(&self, f: F) -> T {
        let place = &mut *self.borrow_mut();
        let replacement = f(place);
        mem::replace(place, replacement)
    }

    #[track_caller]
    pub fn swap(&self, other: &RefCell<T>) {
        mem::swap(&mut *self.borrow_mut(), &mut *other.borrow_mut())
    }

    pub fn take(&self) -> T
    where
        T: Default,
    {
        self.replace(T::default())
    }
}

impl<T: ?Sized> RefCell<T> {
    #[track_caller]
    pub fn borrow(&self) -> Ref<'_, T> {
        match self.try_borrow() {
            Ok(guard) => guard,
            Err(_) => intrinsics::fail_borrow(),
        }
    }

    pub fn try_borrow(&self) -> Result<Ref<'_, T>, BorrowError> {
        let readers = self.borrow.get();
        if readers < 0 || readers == isize::MAX {
            return Err(BorrowError { _private: () });
        }
        self.borrow.set(readers + 1);
        Ok(Ref { value: self.value.interior(), guard: ReadGuard { flag: &self.borrow } })
    }

    #[track_caller]
    pub fn borrow_mut(&self) -> RefMut<'_, T> {
        match self.try_borrow_mut() {
            Ok(guard) => guard,
            Err(_) => intrinsics::fail_borrow(),
        }
    }

    pub fn try_borrow_mut(&self) -> Result<RefMut<'_, T>, BorrowMutError> {
        if self.borrow.get() != 0 {
            return Err(BorrowMutError { _private: () });
        }
        self.borrow.set(-1);
        Ok(RefMut { value: self.value.interior(), guard: WriteGuard { flag: &self.borrow } })
    }

    pub const fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
}

impl<T: Clone> Clone for RefCell<T> {
    #[track_caller]
    fn clone(&self) -> RefCell<T> {
        RefCell::new(self.borrow().clone())
    }
}

impl<T: Default> Default for RefCell<T> {
    fn default() -> RefCell<T> {
        RefCell::new(T::default())
    }
}

impl<T: ?Sized + PartialEq> PartialEq for RefCell<T> {
    fn eq(&self, other: &RefCell<T>) -> bool {
        *self.borrow() == *other.borrow()
    }
}

impl<T: ?Sized + Eq> Eq for RefCell<T> {}

impl<T: ?Sized + PartialOrd> PartialOrd for RefCell<T> {
    fn partial_cmp(&self, other: &RefCell<T>) -> Option<Ordering> {
        self.borrow().partial_cmp(&*other.borrow())
    }
}

impl<T: ?Sized + Ord> Ord for RefCell<T> {
    fn cmp(&self, other: &RefCell<T>) -> Ordering {
        self.borrow().cmp(&*other.borrow())
    }
}

impl<T> From<T> for RefCell<T> {
    fn from(t: T) -> RefCell<T> {
        RefCell::new(t)
    }
}

/// One reader of a `RefCell`.
struct ReadGuard<'b> {
    flag: &'b BorrowFlag,
}

impl<'b> Drop for ReadGuard<'b> {
    fn drop(&mut self) {
        self.flag.set(self.flag.get() - 1);
    }
}

impl<'b> Clone for ReadGuard<'b> {
    fn clone(&self) -> ReadGuard<'b> {
        let readers = self.flag.get();
        if readers == isize::MAX {
            intrinsics::fail_library()
        }
        self.flag.set(readers + 1);
        ReadGuard { flag: self.flag }
    }
}

/// One writer of a `RefCell`.
struct WriteGuard<'b> {
    flag: &'b BorrowFlag,
}

impl<'b> WriteGuard<'b> {
    /// A guard for a second part of what this one guards.
    fn split(&self) -> WriteGuard<'b> {
        let writers = self.flag.get();
        if writers == isize::MIN {
            intrinsics::fail_library()
        }
        self.flag.set(writers - 1);
        WriteGuard { flag: self.flag }
    }
}

impl<'b> Drop for WriteGuard<'b> {
    fn drop(&mut self) {
        self.flag.set(self.flag.get() + 1);
    }
}

pub struct Ref<'b, T: ?Sized> {
    value: &'b T,
    guard: ReadGuard<'b>,
}

impl<'b, T: ?Sized> Ref<'b, T> {
    pub fn clone(orig: &Ref<'b, T>) -> Ref<'b, T> {
        Ref { value: orig.value, guard: orig.guard.clone() }
    }

    pub fn map<U: ?Sized, F: FnOnce(&T) -> &U>(orig: Ref<'b, T>, f: F) -> Ref<'b, U> {
        Ref { value: f(orig.value), guard: orig.guard }
    }

    pub fn filter_map<U: ?Sized, F: FnOnce(&T) -> Option<&U>>(orig: Ref<'b, T>, f: F) -> Result<Ref<'b, U>, Self> {
        match f(orig.value) {
            Some(value) => Ok(Ref { value, guard: orig.guard }),
            None => Err(orig),
        }
    }

    pub fn map_split<U: ?Sized, V: ?Sized, F: FnOnce(&T) -> (&U, &V)>(orig: Ref<'b, T>, f: F) -> (Ref<'b, U>, Ref<'b, V>) {
        let (a, b) = f(orig.value);
        let guard = orig.guard.clone();
        (Ref { value: a, guard }, Ref { value: b, guard: orig.guard })
    }
}

impl<'b, T: ?Sized> Deref for Ref<'b, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
    }
}

impl<'b, T: ?Sized + fmt::Debug> fmt::Debug for Ref<'b, T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<'b, T: ?Sized + fmt::Display> fmt::Display for Ref<'b, T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

pub struct RefMut<'b, T: ?Sized> {
    value: &'b mut T,
    guard: WriteGuard<'b>,
}

impl<'b, T: ?Sized> RefMut<'b, T> {
    pub fn map<U: ?Sized, F: FnOnce(&mut T) -> &mut U>(orig: RefMut<'b, T>, f: F) -> RefMut<'b, U> {
        RefMut { value: f(orig.value), guard: orig.guard }
    }

    pub fn filter_map<U: ?Sized, F: FnOnce(&mut T) -> Option<&mut U>>(
        orig: RefMut<'b, T>,
        f: F,
    ) -> Result<RefMut<'b, U>, Self> {
        let whole = intrinsics::interior_mut(&*orig.value);
        match f(whole) {
            Some(value) => Ok(RefMut { value, guard: orig.guard }),
            None => Err(orig),
        }
    }

    pub fn map_split<U: ?Sized, V: ?Sized, F: FnOnce(&mut T) -> (&mut U, &mut V)>(
        orig: RefMut<'b, T>,
        f: F,
    ) -> (RefMut<'b, U>, RefMut<'b, V>) {
        let guard = orig.guard.split();
        let (a, b) = f(orig.value);
        (RefMut { value: a, guard }, RefMut { value: b, guard: orig.guard })
    }
}

impl<'b, T: ?Sized> Deref for RefMut<'b, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
    }
}

impl<'b, T: ?Sized> DerefMut for RefMut<'b, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value
    }
}

impl<'b, T: ?Sized + fmt::Debug> fmt::Debug for RefMut<'b, T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl<'b, T: ?Sized + fmt::Display> fmt::Display for RefMut<'b, T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

pub struct OnceCell<T> {
    inner: UnsafeCell<Option<T>>,
}

impl<T> OnceCell<T> {
    pub const fn new() -> OnceCell<T> {
        OnceCell { inner: UnsafeCell::new(None) }
    }

    pub fn get(&self) -> Option<&T> {
        match self.inner.interior() {
            Some(x) => Some(x),
            None => None,
        }
    }

    pub fn get_mut(&mut self) -> Option<&mut T> {
        self.inner.get_mut().as_mut()
    }

    pub fn set(&self, value: T) -> Result<(), T> {
        if self.get().is_some() {
            return Err(value);
        }
        *self.inner.interior() = Some(value);
        Ok(())
    }

    #[track_caller]
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T {
        if self.get().is_none() {
            let value = f();
            if self.set(value).is_err() {
                intrinsics::fail_library()
            }
        }
        match self.get() {
            Some(value) => value,
            None => intrinsics::fail_unwrap(),
        }
    }

    pub fn into_inner(self) -> Option<T> {
        self.inner.into_inner()
    }

    pub fn take(&mut self) -> Option<T> {
        self.inner.get_mut().take()
    }
}

impl<T> Default for OnceCell<T> {
    fn default() -> Self {
        OnceCell::new()
    }
}

impl<T: Clone> Clone for OnceCell<T> {
    fn clone(&self) -> OnceCell<T> {
        OnceCell { inner: UnsafeCell::new(self.get().cloned()) }
    }
}

impl<T: PartialEq> PartialEq for OnceCell<T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Eq> Eq for OnceCell<T> {}

impl<T> From<T> for OnceCell<T> {
    fn from(value: T) -> OnceCell<T> {
        OnceCell { inner: UnsafeCell::new(Some(value)) }
    }
}

impl<T: fmt::Debug> fmt::Debug for OnceCell<T> {
    fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// `Err` holds what computes the value until it is needed.
pub struct LazyCell<T, F = fn() -> T> {
    state: UnsafeCell<Result<T, Option<F>>>,
}

impl<T, F: FnOnce() -> T> LazyCell<T, F> {
    pub const fn new(f: F) -> LazyCell<T, F> {
        LazyCell { state: UnsafeCell::new(Err(Some(f))) }
    }

    pub fn force(this: &LazyCell<T, F>) -> &T {
        let state = this.state.interior();
        if let Err(make) = state {
            match make.take() {
                Some(make) => {
                    let value = make();
                    *this.state.interior() = Ok(value);
                }
                None => intrinsics::fail_library(),
            }
        }
        match this.state.interior() {
            Ok(value) => value,
            Err(_) => intrinsics::fail_library(),
        }
    }
}

impl<T, F: FnOnce() -> T> Deref for LazyCell<T, F> {
    type Target = T;

    fn deref(&self) -> &T {
        LazyCell::force(self)
    }
}
