//! The book and the README: every page is in the table of contents, every link leads somewhere, every block of code is what it
//! claims to be, and what is shown is what the tool prints.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use falsify_tests::book::{pages, Block, Page};
use falsify_tests::user::{repository, Answer, Desk};

#[test]
fn the_table_of_contents_has_every_page() {
    let summary = fs::read_to_string(repository().join("docs/SUMMARY.md")).expect("SUMMARY.md");
    for page in pages() {
        let Ok(name) = page.path.strip_prefix("docs") else {
            continue;
        };
        let link = format!("({})", name.display());
        assert!(
            name == Path::new("SUMMARY.md") || summary.contains(&link),
            "{name:?} is missing"
        );
    }
}

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    let mut broken = Vec::new();
    for page in &pages {
        for link in page.links() {
            let (file, place) = link.split_once('#').unwrap_or((&link, ""));
            let directory = page.path.parent().unwrap_or(Path::new(""));
            let target = match file {
                "" => page.path.clone(),
                file => normal(&directory.join(file)),
            };
            let known = pages.iter().find(|it| it.path == target);
            let has_place =
                |it: &&Page| place.is_empty() || it.anchors().contains(&place.to_owned());
            let is_there = repository().join(&target).exists();
            if !is_there || !place.is_empty() && known.filter(has_place).is_none() {
                broken.push(format!("{}: {link}", page.path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// Without `..`.
fn normal(path: &Path) -> PathBuf {
    path.iter().fold(PathBuf::new(), |mut whole, part| {
        if part == ".." {
            whole.pop();
        } else {
            whole.push(part);
        }
        whole
    })
}

/// `docs/errors.md`, from the table that `cargo falsify explain` reads.
fn error_index() -> String {
    let mut text = String::from(
        "# Error codes\n\n\
         What `cargo falsify explain CODE` prints, for all codes. This page is made from the same table:\n\
         `FALSIFY_BLESS=1 cargo test -p falsify-tests --test book`.\n",
    );
    let mut family = "";
    for (code, explanation) in cargo_falsify::diagnostic::all_codes() {
        let own = code.split("::").next().unwrap_or_default();
        if own != family {
            text += &format!("\n## {own}\n");
            family = own;
        }
        let (title, rest) = explanation.split_once('\n').unwrap_or((explanation, ""));
        text += &format!("\n### falsify::{code}\n\n**{title}**\n\n{}\n", rest.trim());
    }
    text
}

#[test]
fn the_index_of_error_codes_is_that_of_the_tool() {
    let path = repository().join("docs/errors.md");
    if std::env::var_os("FALSIFY_BLESS").is_some() {
        fs::write(&path, error_index()).expect("the page");
    }
    let page = fs::read_to_string(&path).expect("the page");
    assert!(
        page == error_index(),
        "docs/errors.md is out of step, see its head"
    );
}

#[test]
fn every_block_says_what_it_is() {
    let known = ["rust", "toml", "sh", "console", "json", "text"];
    // A drawing of how stages follow each other.
    let drawings = ["docs/architecture.md"];
    for block in pages().iter().flat_map(Page::blocks) {
        let is_drawing = drawings.iter().any(|it| block.place.starts_with(it));
        let is_known = known.contains(&block.language.as_str());
        assert!(
            is_known || is_drawing,
            "{}: `{}`",
            block.place,
            block.language
        );
        for note in ["not run", "varies"] {
            assert!(
                block.note(note) != Some(""),
                "{}: {note} without a reason",
                block.place
            );
        }
    }
}

/// Blocks of Rust are crates of their own, settings stand in manifests of their own; the tool has cargo compile all of them and
/// reads them, in one workspace.
#[test]
fn rust_compiles_and_is_understood_and_so_are_settings() {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    let mut members = Vec::new();
    for block in pages().iter().flat_map(Page::blocks) {
        let name = block.place.replace(['/', '.', ':'], "-").to_lowercase();
        let name = format!("book-{name}");
        match block.language.as_str() {
            "rust" => {
                desk.package(&name, &name, &whole_crate(&block));
            }
            "toml" if block.text.contains("metadata.falsify") => {
                desk.package(&name, &name, "#![no_std]\n");
                let path = format!("{name}/Cargo.toml");
                let manifest = fs::read_to_string(desk.path().join(&path)).expect("a manifest");
                let settings = block
                    .text
                    .replace("[workspace.metadata", "[package.metadata");
                desk.file(&path, &format!("{manifest}\n{settings}"));
            }
            _ => continue,
        }
        members.push(name);
    }
    assert!(members.len() > 15, "{members:?}");
    let manifest = format!("[workspace]\nresolver = \"2\"\nmembers = {members:?}\n");
    desk.file("Cargo.toml", &manifest);
    let answer = desk.falsify(&["list", "--workspace"]);
    answer.expect(0, &[]);
    assert!(!answer.stderr.contains("error"), "{}", answer.stderr);
}

/// What a reader would put around it.
fn whole_crate(block: &Block) -> String {
    let before = block.note("before").unwrap_or_default();
    let text = block.text.replace("#![no_std]\n", "");
    format!("#![no_std]\n#![allow(dead_code)]\n{before}{text}")
}

/// The arguments of `cargo falsify` in a line, however it is called.
fn arguments(line: &str) -> Option<Vec<String>> {
    let (_, call) = line
        .split_once("falsify ")
        .filter(|(before, _)| before.ends_with("cargo ") || before.ends_with("-- "))?;
    let words = call.split(['>', '#', '|']).next()?.split_whitespace();
    Some(words.map(str::to_owned).collect())
}

#[test]
fn flags_in_commands_exist() {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    let mut commands = 0;
    for block in pages().iter().flat_map(Page::blocks) {
        if !["sh", "console"].contains(&block.language.as_str()) {
            continue;
        }
        for words in block.text.lines().filter_map(arguments) {
            let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
            words.push("--help");
            let answer = desk.falsify(&words);
            assert_eq!(
                answer.code,
                Some(0),
                "{}: {words:?}\n{}",
                block.place,
                answer.stderr
            );
            commands += 1;
        }
    }
    assert!(commands > 10, "only {commands} commands were found");
}

/// A reader who does what a page says.
struct Reader {
    desk: Desk,
    package: Option<String>,
    code: Option<i32>,
}

impl Reader {
    fn new() -> Reader {
        Reader {
            desk: Desk::new(env!("CARGO_BIN_EXE_falsify-under-test")),
            package: None,
            code: None,
        }
    }

    /// Writes the source of the crate that the page is about.
    fn write(&mut self, name: &str, file: &str, text: &str) {
        assert_eq!(file, "src/lib.rs");
        self.desk.package(name, name, text);
        let lock = repository().join("Cargo.lock");
        let own = self.desk.path().join(name).join("Cargo.lock");
        fs::copy(lock, own).expect("the lockfile");
        self.package = Some(name.to_owned());
    }

    /// What a command prints, in all its channels.
    fn run(&mut self, command: &str) -> String {
        if command == "echo $?" {
            return format!("{}\n", self.code.unwrap_or(-1));
        }
        let words = match command {
            "cargo falsify" => Vec::new(),
            other => arguments(other).unwrap_or_else(|| panic!("not a command of ours: {other}")),
        };
        let artifacts = repository()
            .join("target/user/falsify")
            .display()
            .to_string();
        let words: Vec<String> = words
            .iter()
            .map(|it| it.replace("target/falsify", &artifacts))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut tool = self.desk.command(&words);
        match &self.package {
            Some(package) => tool.current_dir(self.desk.path().join(package)),
            None => tool.current_dir(repository()),
        };
        let answer = Answer::of(tool.output().expect("it runs"));
        self.code = answer.code;
        format!("{}{}", answer.stdout, answer.stderr)
    }
}

/// What differs from run to run, from machine to machine: times, who was first, where files are.
fn steady(line: &str) -> String {
    let engines = ["bmc", "kinduction", "pdr", "simulate", "guided", "ranges"];
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let bare = word.trim_matches(['(', ')', ',']);
        let is_time = bare.contains('.') && bare.parse::<f64>().is_ok();
        words.push(match word.rsplit_once("falsify/") {
            _ if is_time => "TIME".into(),
            _ if engines.contains(&bare) => "ENGINE".into(),
            Some((_, rest)) if word.contains("target/") => format!("target/falsify/{rest}"),
            _ => word.to_owned(),
        });
    }
    words.join(" ")
}

/// The commands of a block, each with the lines that are shown below it.
fn session(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, shown))) => shown.push(line),
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    commands
}

#[test]
fn what_is_shown_is_what_is_printed() {
    let mut shown_blocks = 0;
    for page in pages() {
        let mut reader = Reader::new();
        for block in page.blocks() {
            if let Some(file) = block.note("file") {
                reader.write("bed", file, &block.text);
            }
            if block.language != "console" || block.note("not run").is_some() {
                continue;
            }
            shown_blocks += 1;
            for (command, mut shown) in session(&block.text) {
                let printed = reader.run(command);
                let lines: BTreeSet<String> = printed.lines().map(steady).collect();
                if block.note("varies").is_some() {
                    shown = shown.pop().into_iter().collect();
                }
                for line in shown {
                    assert!(
                        lines.contains(&steady(line)),
                        "{}: `{line}` is not in\n{printed}",
                        block.place
                    );
                }
            }
        }
    }
    assert!(shown_blocks >= 4, "only {shown_blocks} blocks were run");
}
