//! Codes of `lower`: what has no meaning in the IR.

use super::Entry;

pub(super) const CODES: &[Entry] = &[];
