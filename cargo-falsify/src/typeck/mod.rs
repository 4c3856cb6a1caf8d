//! Name resolution, inference, trait solving: an annotated tree becomes typed bodies on demand.
//!
//! [`Tcx`] is the one context; `lower` asks it for bodies and, once arguments are concrete, for the meaning of
//! generic things: [`Tcx::mono`] for types, [`Tcx::resolve`] for callees, [`Tcx::mono_const`] for constants.
//! Everything is computed lazily and remembered. Errors are pushed to the context's diagnostics and the query
//! returns [`Reported`].

pub mod tree;
pub mod ty;

/// An error that has already been pushed to the diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;
