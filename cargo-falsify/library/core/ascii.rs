//! `core::ascii`: nothing is modelled here; the ASCII methods are inherent ones of `u8`, `char`, `[u8]` and `str`.
