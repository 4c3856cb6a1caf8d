//! The library model against the real `core`: every function of the tables in `library/`, on generated inputs.

use falsify_tests::case::Case;
use falsify_tests::compare::{assert_clean, compare, compare_file_on};
use falsify_tests::tables::{instance, PAIRS};
use falsify_tests::tool;
use falsify_tests::value::Shape;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Enough to list all values of one byte.
const COUNT: usize = 256;

/// Compares the instances of a table in one batch.
fn check(cases: &[Case]) {
    assert_clean(compare(cases, COUNT, 0, tool::executor()));
}

#[test]
fn unsigned_types_have_the_common_methods() {
    check(
        &PAIRS.map(|(unsigned, _)| {
            instance("integer.rs", &[("Int", unsigned), ("Unsigned", unsigned)])
        }),
    );
}

#[test]
fn signed_types_have_the_common_methods() {
    check(&PAIRS.map(|(unsigned, signed)| {
        instance("integer.rs", &[("Int", signed), ("Unsigned", unsigned)])
    }));
}

#[test]
fn unsigned_types() {
    check(&PAIRS.map(|(unsigned, signed)| {
        instance("unsigned.rs", &[("Int", unsigned), ("Signed", signed)])
    }));
}

#[test]
fn signed_types() {
    check(&PAIRS.map(|(unsigned, signed)| {
        instance("signed.rs", &[("Int", signed), ("Unsigned", unsigned)])
    }));
}

/// All pairs of bytes, for the functions that take two.
fn check_all_pairs(mut cases: Vec<Case>) {
    let is_byte = |shape: &Shape| matches!(shape, Shape::Int { bits: 8, .. });
    for case in &mut cases {
        case.entries
            .retain(|entry| entry.parameters.len() == 2 && entry.parameters.iter().all(is_byte));
    }
    let report = compare(&cases, 1 << 16, 0, tool::executor());
    assert!(report.runs > 60 << 16, "{} runs", report.runs);
    assert_clean(report);
}

#[test]
fn all_pairs_of_unsigned_bytes() {
    let int = [("Int", "u8"), ("Unsigned", "u8"), ("Signed", "i8")];
    check_all_pairs(vec![
        instance("integer.rs", &int),
        instance("unsigned.rs", &int),
    ]);
}

#[test]
fn all_pairs_of_signed_bytes() {
    let int = [("Int", "i8"), ("Unsigned", "u8")];
    check_all_pairs(vec![
        instance("integer.rs", &int),
        instance("signed.rs", &int),
    ]);
}

#[test]
fn float_types() {
    let floats = [("f32", "u32"), ("f64", "u64")];
    check(&floats.map(|(float, bits)| instance("float.rs", &[("Float", float), ("Bits", bits)])));
}

macro_rules! tables {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            assert_clean(compare_file_on(concat!("library/", stringify!($name), ".rs"), COUNT));
        }
    )* };
}
tables! {
    option result comparison conversion boolean character slice array memory cell atomic time
    iterator adaptor lengths source range text hashing path pointer
}

/// The files under a directory, with their text.
fn sources(directory: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).expect("the directory is there") {
        let path = entry.expect("a readable directory").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else {
            let text = std::fs::read_to_string(&path).expect("the file is text");
            found.push((path, text));
        }
    }
    found
}

/// The functions that a file of the model offers: public ones, and what iterators have by their traits; not what it has
/// for itself alone.
fn offered(path: &Path, text: &str) -> Vec<String> {
    let of_a_trait = ["iterator.rs", "double_ended.rs"]
        .iter()
        .any(|name| path.ends_with(name));
    let declared = text.lines().filter_map(|line| {
        let (before, after) = line.split_once("fn ")?;
        let open = before.trim_start().starts_with("pub ") || of_a_trait && before == "    ";
        let name: String = after
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        (open && !name.is_empty() && !name.starts_with("__")).then_some(name)
    });
    declared.collect()
}

/// What is not compared with core: the primitives, which core has not, and formatting, which is erased.
const NOT_COMPARED: [&str; 2] = ["intrinsics.rs", "fmt.rs"];

#[test]
fn every_function_of_the_model_is_in_a_table() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tables: String = sources(&home.join("library"))
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    let named: BTreeSet<&str> = tables
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let model = sources(&home.join("../cargo-falsify/library/core"));
    let compared = model
        .iter()
        .filter(|(path, _)| !NOT_COMPARED.iter().any(|name| path.ends_with(name)));
    let missing: Vec<String> = compared
        .flat_map(|(path, text)| offered(path, text))
        .filter(|name| !named.contains(name.as_str()))
        .collect();
    assert!(missing.is_empty(), "no table calls {missing:?}");
}
