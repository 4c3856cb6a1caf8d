//! The pages of the book and the README, taken apart: links, headings, blocks of code with what stands before them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::user::repository;

/// A page, by its path from the root of the repository.
pub struct Page {
    pub path: PathBuf,
    pub text: String,
}

/// A fenced block.
#[derive(Debug)]
pub struct Block {
    /// `docs/ci.md:24`
    pub place: String,
    /// What stands after the fence.
    pub language: String,
    pub text: String,
    /// Notes for the test that stand right before it: `<!-- file: src/lib.rs -->`.
    pub note: Option<(String, String)>,
}

/// The README and all pages below `docs`.
pub fn pages() -> Vec<Page> {
    let mut paths = vec![
        repository().join("README.md"),
        repository().join("CONTRIBUTING.md"),
    ];
    gather(&repository().join("docs"), &mut paths);
    paths.push(repository().join("cargo-falsify/README.md"));
    let page = |path: PathBuf| Page {
        text: fs::read_to_string(&path).expect("a page"),
        path: path.strip_prefix(repository()).expect("inside").to_owned(),
    };
    paths.into_iter().map(page).collect()
}

fn gather(directory: &Path, paths: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(directory)
        .expect("a directory")
        .map(|it| it.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            gather(&path, paths);
        } else if path.extension().is_some_and(|it| it == "md") {
            paths.push(path);
        }
    }
}

impl Page {
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut lines = self.text.lines().enumerate();
        let mut note = None;
        while let Some((number, line)) = lines.next() {
            if let Some(language) = line.strip_prefix("```") {
                let inside = lines.by_ref().map(|it| it.1);
                let inside: Vec<&str> = inside.take_while(|it| *it != "```").collect();
                blocks.push(Block {
                    place: format!("{}:{}", self.path.display(), number + 1),
                    language: language.to_owned(),
                    text: inside.join("\n") + "\n",
                    note: note.take(),
                });
            } else if let Some(start) = line.strip_prefix("<!-- ") {
                note = Some(match start.strip_suffix(" -->") {
                    Some(whole) => split(whole),
                    None => {
                        let rest = lines.by_ref().map(|it| it.1);
                        let rest: Vec<&str> = rest.take_while(|it| *it != "-->").collect();
                        (start.to_owned(), rest.join("\n") + "\n")
                    }
                });
            } else if !line.trim().is_empty() {
                note = None;
            }
        }
        blocks
    }

    /// Targets of links to other pages and places.
    pub fn links(&self) -> Vec<String> {
        let outside_code = self.text.split("```").step_by(2);
        let starts = outside_code.flat_map(|text| text.split("](").skip(1));
        let targets = starts.filter_map(|rest| rest.split(')').next());
        targets
            .filter(|it| !it.starts_with("http") && !it.starts_with("file"))
            .map(str::to_owned)
            .collect()
    }

    /// What its headings are linked by.
    pub fn anchors(&self) -> Vec<String> {
        let outside_code = self.text.split("```").step_by(2);
        let lines = outside_code.flat_map(str::lines);
        let headings = lines.filter(|it| it.starts_with('#'));
        headings
            .map(|it| anchor(it.trim_start_matches('#')))
            .collect()
    }
}

/// `not run: it installs`
fn split(note: &str) -> (String, String) {
    let (name, text) = note.split_once(": ").unwrap_or((note, ""));
    (name.to_owned(), text.to_owned())
}

/// As GitHub and mdBook make them.
fn anchor(heading: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let words = heading.trim().to_lowercase().replace(' ', "-");
    words.chars().filter(|c| kept(*c)).collect()
}

impl Block {
    /// The text of a note of this name.
    pub fn note(&self, name: &str) -> Option<&str> {
        let (known, text) = self.note.as_ref()?;
        (known == name).then_some(text.as_str())
    }
}
