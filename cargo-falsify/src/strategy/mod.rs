//! Which engines, in what order, within which budget; what may be released as a verdict.
