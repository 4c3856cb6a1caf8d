//! The library behind `cargo falsify`.
