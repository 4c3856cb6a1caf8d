//! `core::sync`.

pub mod atomic;
