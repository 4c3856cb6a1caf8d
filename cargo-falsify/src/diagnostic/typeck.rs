//! Codes of `typeck`: names, types, traits.

use super::Entry;

pub(super) const CODES: &[Entry] = &[];
