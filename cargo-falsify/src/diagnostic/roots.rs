//! Codes of `roots`: loops, monitors, environments, handlers, aux functions.

use super::Entry;

pub(super) const CODES: &[Entry] = &[];
