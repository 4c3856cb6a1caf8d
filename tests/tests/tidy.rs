//! Habits of the project that a machine can check: the module table of `docs/architecture.md`, the registry of
//! error codes, heads of files, left-overs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Sources that are data of tests and may break the habits.
const DATA: &[&str] = &[
    "tests/annotated",
    "tests/conformance",
    "tests/conformance_runtime",
    "tests/ir",
    "tests/library",
    "tests/lower",
    "tests/replay",
    "tests/roots",
    "tests/ui",
    "tests/ui-macros",
    "tests/violation",
];

fn rust_files(under: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(under).unwrap_or_else(|e| panic!("{}: {e}", under.display()));
    for entry in entries.map(|e| e.expect("a readable directory").path()) {
        let name = entry
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if entry.is_dir() && !is_data(&entry) && name != "target" {
            found.extend(rust_files(&entry));
        } else if name.ends_with(".rs") {
            found.push(entry);
        }
    }
    found.sort();
    found
}

fn is_data(path: &Path) -> bool {
    DATA.iter().any(|data| path.ends_with(data))
}

fn sources_of_the_project() -> Vec<PathBuf> {
    [
        "cargo-falsify",
        "falsify-macros",
        "falsify-runtime",
        "tests",
    ]
    .iter()
    .flat_map(|member| rust_files(&root().join(member)))
    .collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The text without its comments (whole-line ones, which is where paths and words stand in prose).
fn without_comments(text: &str) -> String {
    let code = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// Rows of the module table: name and what it may use.
fn module_table() -> BTreeMap<String, BTreeSet<String>> {
    let page = read(&root().join("docs/architecture.md"));
    let section = page
        .split("## Modules of cargo-falsify")
        .nth(1)
        .expect("the section of modules");
    let rows = section
        .lines()
        .skip_while(|l| !l.starts_with("| `"))
        .take_while(|l| l.starts_with("| `"));
    rows.map(module_row).collect()
}

fn module_row(line: &str) -> (String, BTreeSet<String>) {
    let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
    let [name, _, uses] = cells[..] else {
        panic!("not three cells: {line}")
    };
    let uses = uses
        .trim_end_matches('|')
        .split(',')
        .map(|m| m.trim().to_owned());
    (name.trim_matches('`').to_owned(), uses.collect())
}

/// `crate::name` paths, and the names of `use crate::{…}` groups.
fn used_modules(code: &str) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for (at, _) in code.match_indices("crate::") {
        if code[..at].ends_with('$') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => used.extend(group_heads(group)),
            None => used.extend(leading_ident(rest)),
        }
    }
    used
}

fn group_heads(group: &str) -> Vec<String> {
    let (mut depth, mut item, mut heads) = (0, String::new(), Vec::new());
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.extend(leading_ident(std::mem::take(&mut item).trim())),
            _ if depth == 0 => item.push(c),
            _ => {}
        }
    }
    heads.extend(leading_ident(item.trim()));
    heads
}

fn leading_ident(text: &str) -> Option<String> {
    let ident: String = text
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    (!ident.is_empty()).then_some(ident)
}

/// The module that a file of `cargo-falsify/src` belongs to.
fn module_of(file: &Path) -> Option<String> {
    let inside = file.strip_prefix(root().join("cargo-falsify/src")).ok()?;
    let first = inside.iter().next()?.to_string_lossy().into_owned();
    let name = first.strip_suffix(".rs").unwrap_or(&first).to_owned();
    (name != "lib" && name != "main").then_some(name)
}

#[test]
fn modules_use_what_the_table_allows() {
    let table = module_table();
    let mut breaches = Vec::new();
    for file in rust_files(&root().join("cargo-falsify/src")) {
        let Some(module) = module_of(&file) else {
            continue;
        };
        let Some(allowed) = table.get(&module) else {
            breaches.push(format!("`{module}` has no row in docs/architecture.md"));
            continue;
        };
        for used in used_modules(&without_comments(&read(&file))) {
            let fine = used == module || allowed.contains(&used) || allowed.contains("all");
            if !fine && table.contains_key(&used) {
                breaches.push(format!("{} uses `{used}`", file.display()));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}

#[test]
fn the_table_names_modules_that_exist() {
    let src = root().join("cargo-falsify/src");
    for module in module_table().keys() {
        let there = src.join(module).is_dir() || src.join(format!("{module}.rs")).is_file();
        assert!(
            there,
            "docs/architecture.md has a row for `{module}`, which does not exist"
        );
    }
}

#[test]
fn every_file_says_what_it_holds() {
    let bare: Vec<_> = sources_of_the_project()
        .into_iter()
        .filter(|file| {
            !read(file)
                .lines()
                .take(3)
                .any(|line| line.starts_with("//!"))
        })
        .collect();
    assert!(bare.is_empty(), "no `//!` head: {bare:#?}");
}

#[test]
fn nothing_is_left_over() {
    // Split, so that this file does not find itself.
    let words = [
        concat!("to", "do!("),
        concat!("db", "g!("),
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
    ];
    let mut found = Vec::new();
    // Unit tests of the front end carry Rust as text.
    let is_test = |file: &PathBuf| file.iter().filter(|part| *part == "tests").count() > 1;
    for file in sources_of_the_project().into_iter().filter(|f| !is_test(f)) {
        for (number, line) in read(&file).lines().enumerate() {
            if words.iter().any(|word| line.contains(word)) && !is_quoted(line, &words) {
                found.push(format!("{}:{}: {line}", file.display(), number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Whether the word stands in a string or as code in prose: talking about it is not leaving it.
fn is_quoted(line: &str, words: &[&str]) -> bool {
    words.iter().filter_map(|word| line.find(word)).all(|at| {
        let before = &line[..at];
        before.matches('"').count() % 2 == 1 || before.matches('`').count() % 2 == 1
    })
}

/// Reported, not limited: a flat match may be long.
#[test]
fn the_longest_functions_are_known() {
    let mut lengths: Vec<(usize, String)> = sources_of_the_project()
        .iter()
        .flat_map(|file| function_lengths(file))
        .collect();
    lengths.sort_by(|a, b| b.cmp(a));
    assert!(!lengths.is_empty(), "no function was found");
    let median = lengths[lengths.len() / 2].0;
    println!(
        "{} functions, median {median} lines; the longest:",
        lengths.len()
    );
    lengths
        .iter()
        .take(10)
        .for_each(|(lines, name)| println!("{lines:>5}  {name}"));
}

/// In rustfmt's layout a function ends at the brace with its own indentation.
fn function_lengths(file: &Path) -> Vec<(usize, String)> {
    let text = read(file);
    let lines: Vec<&str> = text.lines().collect();
    let starts = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| is_fn_header(line));
    starts
        .filter_map(|(at, line)| {
            let indent = &line[..line.len() - line.trim_start().len()];
            let end = format!("{indent}}}");
            let length = lines[at..].iter().position(|l| **l == end)? + 1;
            Some((
                length,
                format!("{}:{} {}", file.display(), at + 1, line.trim()),
            ))
        })
        .collect()
}

fn is_fn_header(line: &str) -> bool {
    let words = line.trim_start();
    let visible = words
        .strip_prefix("pub(super) ")
        .or(words.strip_prefix("pub(crate) "));
    let rest = visible.or(words.strip_prefix("pub ")).unwrap_or(words);
    rest.strip_prefix("const ")
        .unwrap_or(rest)
        .starts_with("fn ")
}

/// Error codes that the sources give, outside their unit tests: `family::name` literals, or the constants that the
/// registry has for them.
fn codes_in_use(families: &BTreeSet<&str>) -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    let registry = root().join("cargo-falsify/src/diagnostic");
    let named = named_codes(&registry);
    for file in rust_files(&root().join("cargo-falsify/src")) {
        if file.starts_with(&registry) {
            continue;
        }
        let text = read(&file);
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        codes.extend(
            literals(code)
                .filter(|l| is_code(l, families))
                .map(str::to_owned),
        );
        codes.extend(given_codes(code));
        let words: BTreeSet<&str> = code
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        let given = named
            .iter()
            .filter(|(name, _)| words.contains(name.as_str()));
        codes.extend(given.map(|(_, code)| code.clone()));
    }
    codes
}

/// `pub const NAME: &str = "family::name";` of the registry.
fn named_codes(registry: &Path) -> BTreeMap<String, String> {
    let texts: Vec<String> = rust_files(registry).iter().map(|file| read(file)).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    let constant = |line: &str| {
        let (name, code) = line.strip_prefix("pub const ")?.split_once(": &str = \"")?;
        Some((name.to_owned(), code.trim_end_matches("\";").to_owned()))
    };
    let codes = lines.filter_map(constant);
    codes.filter(|(_, code)| !code.ends_with("::")).collect()
}

fn literals(code: &str) -> impl Iterator<Item = &str> {
    code.lines()
        .flat_map(|line| line.split('"').skip(1).step_by(2))
}

fn is_code(literal: &str, families: &BTreeSet<&str>) -> bool {
    let Some((family, name)) = literal.split_once("::") else {
        return false;
    };
    let named = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    families.contains(family) && named
}

/// First arguments of `Diagnostic::new("…")`, whatever their family.
fn given_codes(code: &str) -> Vec<String> {
    let calls = ["Diagnostic::new(", "Diagnostic::global("];
    let rests = calls.iter().flat_map(|call| code.split(call).skip(1));
    rests
        .filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn codes_are_registered_and_used() {
    let registered: BTreeSet<String> = cargo_falsify::diagnostic::all_codes()
        .map(|(code, _)| code.to_owned())
        .collect();
    let families = registered
        .iter()
        .filter_map(|code| code.split("::").next())
        .collect();
    let used = codes_in_use(&families);
    let unexplained: Vec<_> = used.difference(&registered).collect();
    let unused: Vec<_> = registered.difference(&used).collect();
    assert!(
        unexplained.is_empty(),
        "codes without an explanation: {unexplained:#?}"
    );
    assert!(unused.is_empty(), "codes that nothing gives: {unused:#?}");
}
