//! Hashes that are the same on every machine and in every version of the tool: results of several runs are compared by them.
//! They guard against mistakes, not against forgery.

pub use crate::source::stable_hash;

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
