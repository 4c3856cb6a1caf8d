//! Ways to decide a property: one file or folder each.
