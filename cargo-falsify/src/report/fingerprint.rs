//! Hashes that are the same on every machine and in every version of the tool: results of several runs are compared by them.
//! They guard against mistakes, not against forgery.

/// FNV-1a over texts, each with its end marked by a byte that UTF-8 does not have, and then mixed: names that differ in their
/// last letter only must not come out alike.
pub fn stable_hash<'a>(parts: impl IntoIterator<Item = &'a str>) -> u64 {
    let bytes = parts
        .into_iter()
        .flat_map(|part| part.bytes().chain([0xff]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    mixed(hash)
}

/// The last step of MurmurHash3: every bit depends on every other one.
fn mixed(mut hash: u64) -> u64 {
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
        hash = (hash ^ (hash >> 33)).wrapping_mul(factor);
    }
    hash ^ (hash >> 33)
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
        assert_eq!(written(stable_hash([])), "efd01f60ba992926");
        assert_eq!(written(stable_hash(["a"])), "3aec69d286fbd39b");
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
