//! A module whose file is not there.
#![no_std]

mod gone; //~ ERROR syntax::module-file
