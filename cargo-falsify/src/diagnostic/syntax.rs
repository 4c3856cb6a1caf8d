//! Codes of `syntax`: reading and converting Rust.

use super::Entry;

pub(super) const CODES: &[Entry] = &[];
