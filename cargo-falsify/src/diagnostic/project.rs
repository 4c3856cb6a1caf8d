//! Codes of `project`: what cargo says about the crate, and its settings.

use super::Entry;

pub(super) const CODES: &[Entry] = &[];
