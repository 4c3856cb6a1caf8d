//! How much memory the process uses.

/// In bytes; 0 where the system does not tell.
pub fn used() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/statm") else {
        return 0;
    };
    let pages = text.split(' ').nth(1).and_then(|field| field.parse().ok());
    pages.unwrap_or(0u64) * PAGE
}

/// Of the systems that have such a file.
const PAGE: u64 = 4096;
