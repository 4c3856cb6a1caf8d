//! The crate refuses to be compiled.
#![no_std]

#[cfg(not(feature = "board"))]
compile_error!("choose a board"); //~ ERROR syntax::compile-error
