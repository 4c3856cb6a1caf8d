//! What the added modules make known: functions and readers of inputs, without their types.

use core::any::{Any, TypeId};
use core::marker::PhantomData;
use core::mem::transmute;
use std::collections::BTreeMap;

/// Gives the next number of a value.
pub type Words<'a> = &'a mut dyn FnMut() -> u128;

/// A call in progress: what the function gets and what it gave.
pub struct Frame<'a> {
    arguments: &'a [Argument],
    pub(super) results: Vec<*mut ()>,
}

/// What one parameter gets.
#[derive(Clone, Copy)]
pub(super) enum Argument {
    /// The value at this address, copied bit by bit.
    Value(*const ()),
    /// The address itself, as a reference.
    Reference(*const ()),
    /// What an output was called with, if it was.
    Event(Option<*const ()>),
}

impl<'a> Frame<'a> {
    pub(super) fn new(arguments: &'a [Argument]) -> Frame<'a> {
        Frame {
            arguments,
            results: Vec::new(),
        }
    }

    /// The argument of a position, of the type that the called function takes there.
    pub fn arg<T>(&self, position: usize) -> T {
        let place = match &self.arguments[position] {
            Argument::Value(place) => place.cast::<T>(),
            // A reference is the address.
            Argument::Reference(address) => (&raw const *address).cast::<T>(),
            Argument::Event(_) => unreachable!("an output is asked for with `event`"),
        };
        // SAFETY: the added module passes it to the parameter for which the script has bound it, so the types agree.
        unsafe { place.read() }
    }

    /// The arguments of the last call of an output.
    pub fn event<T>(&self, position: usize) -> Option<T> {
        match self.arguments[position] {
            // SAFETY: as above; what is there was stored by the output of that name.
            Argument::Event(place) => place.map(|place| unsafe { place.cast::<T>().read() }),
            _ => None,
        }
    }

    /// Takes a result. It lives as long as the process.
    pub fn ret<T>(&mut self, value: T) {
        self.results.push(Box::into_raw(Box::new(value)).cast());
    }
}

/// Makes values of one type.
pub(super) struct Reader {
    pub ty: u32,
    pub rust: TypeId,
    pub name: &'static str,
    /// In bytes.
    pub size: usize,
    pub make: Box<dyn Fn(Words<'_>) -> *mut () + Send + Sync>,
}

/// Everything that can be called or read.
#[derive(Default)]
pub struct Registry {
    pub(super) functions: BTreeMap<u32, fn(&mut Frame<'_>)>,
    pub(super) readers: BTreeMap<u32, Reader>,
}

impl Registry {
    /// Makes a function known.
    pub fn function(&mut self, index: u32, call: fn(&mut Frame<'_>)) {
        self.functions.insert(index, call);
    }

    /// Makes known how a type of inputs is read; `ty` is what the tool calls it, which may stand for several.
    pub fn reads<T: 'static>(&mut self, index: u32, ty: u32, read: fn(Words<'_>) -> T) {
        let make = move |words: Words<'_>| Box::into_raw(Box::new(read(words))).cast();
        let reader = Reader {
            ty,
            rust: TypeId::of::<T>(),
            name: core::any::type_name::<T>(),
            size: size_of::<T>(),
            make: Box::new(make),
        };
        self.readers.insert(index, reader);
    }

    /// How values of a type are read that the tool calls `ty`.
    pub(super) fn reader<T>(&self, ty: u32) -> Option<&Reader> {
        let rust = type_id::<T>();
        let mut readers = self.readers.values();
        readers.find(|reader| reader.ty == ty && reader.rust == rust)
    }
}

/// The identity of a type that may have lifetimes: they are left out, as nothing that is read has references.
pub(super) fn type_id<T>() -> TypeId {
    trait Identified {
        fn id(&self) -> TypeId
        where
            Self: 'static;
    }
    impl<T> Identified for PhantomData<T> {
        fn id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<T>()
        }
    }
    let of = PhantomData::<T>;
    let erased: &dyn Identified = &of;
    // SAFETY: only the lifetimes in the name of the type change, and no value of it is touched.
    let erased = unsafe { transmute::<&dyn Identified, &(dyn Identified + 'static)>(erased) };
    erased.id()
}

/// Whether a type is `()`: nothing is read for it.
pub(super) fn is_unit<T>() -> bool {
    type_id::<T>() == ().type_id()
}
