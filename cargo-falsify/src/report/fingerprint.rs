//! Hashes that are the same on every machine and in every version of the tool: results of several runs are compared by them.
//! They guard against mistakes, not against forgery.

/// FNV-1a over texts, each with its end marked by a byte that UTF-8 does not have.
pub fn stable_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> u64 {
    let bytes = parts
        .into_iter()
        .flat_map(|part| part.bytes().chain([0xff]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Of texts whose order is of no matter.
pub fn of_all(mut texts: Vec<&str>) -> String {
    texts.sort_unstable();
    written(stable_hash(texts))
}

/// Of source text as it was meant: how it is laid out is of no matter.
pub fn of_source<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let words = texts.into_iter().flat_map(str::split_whitespace);
    let text: String = words.collect();
    written(stable_hash([text.as_str()]))
}

fn written(hash: u64) -> String {
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_stay_what_they_are() {
        // A shard of today must be one of tomorrow.
        assert_eq!(stable_hash([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(written(stable_hash(["a"])), "08983f07b55d4e58");
        assert_ne!(stable_hash(["ab", "c"]), stable_hash(["a", "bc"]));
    }

    #[test]
    fn layout_and_order_do_not_count() {
        assert_eq!(of_source(["fn f( ) {\n    1 }"]), of_source(["fn f() {1}"]));
        assert_ne!(of_source(["fn f() {1}"]), of_source(["fn f() {2}"]));
        assert_eq!(of_all(vec!["a", "b"]), of_all(vec!["b", "a"]));
        assert_ne!(of_all(vec!["a", "b"]), of_all(vec!["a", "b", "b"]));
    }
}
