//! Files that are lists of small crates, separated by lines `//// name`.

use std::fs;
use std::path::Path;

pub struct Crate {
    pub name: String,
    pub text: String,
}

/// The crates of all files of a folder of the tests, in order.
pub fn crates_of(folder: &str) -> Vec<Crate> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let read = |path| split(&fs::read_to_string(path).expect("readable"));
    files.iter().flat_map(read).collect()
}

fn split(text: &str) -> Vec<Crate> {
    let parts = text.split("//// ").skip(1);
    let one = |part: &str| {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        Crate {
            name: name.trim().to_owned(),
            text: text.to_owned(),
        }
    };
    parts.map(one).collect()
}
