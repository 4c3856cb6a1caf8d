//! The runtime for crates that cannot name it.

unsafe extern "Rust" {
    fn __falsify_input(source: &str, ty: &str, size: usize, place: *mut ());
    fn __falsify_output(event: &str, arguments: *const (), size: usize, align: usize);
    fn __falsify_keep(place: *const u8, size: usize, align: usize) -> *mut u8;
}

pub fn input<T>(source: &str) -> T {
    let mut value = core::mem::MaybeUninit::<T>::uninit();
    let (ty, size) = (core::any::type_name::<T>(), core::mem::size_of::<T>());
    unsafe {
        __falsify_input(source, ty, size, value.as_mut_ptr() as *mut ());
        value.assume_init()
    }
}

pub fn fill<T>(source: &str, buffer: &mut [T]) {
    for element in buffer {
        *element = input(source);
    }
}

pub fn output<T>(event: &str, arguments: T) {
    let (size, align) = (core::mem::size_of::<T>(), core::mem::align_of::<T>());
    let place = &raw const arguments as *const ();
    unsafe { __falsify_output(event, place, size, align) }
    core::mem::forget(arguments);
}

pub fn keep_behind<T: ?core::marker::Sized>(reference: &T) -> &T {
    let (size, align) = (core::mem::size_of_val(reference), core::mem::align_of_val(reference));
    let mut kept: *const T = reference;
    unsafe {
        let place = __falsify_keep(kept as *const u8, size, align);
        *(&raw mut kept as *mut *mut u8) = place;
        &*kept
    }
}
