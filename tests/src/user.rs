//! A user with crates on disk and a terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::TempDir;

/// Counts desks: cargo tells packages in a shared target directory apart by name, not by place.
static DESKS: AtomicUsize = AtomicUsize::new(0);

/// A directory with crates in it.
pub struct Desk {
    number: usize,
    dir: TempDir,
    binary: PathBuf,
}

/// What the tool answered.
#[derive(Debug)]
pub struct Answer {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Desk {
    /// An empty one; `binary` is the tool.
    pub fn new(binary: impl Into<PathBuf>) -> Desk {
        let dir = tempfile::tempdir().expect("a temporary directory");
        Desk {
            number: DESKS.fetch_add(1, Ordering::Relaxed),
            dir,
            binary: binary.into(),
        }
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn file(&self, path: &str, text: &str) -> &Desk {
        let path = self.path().join(path);
        let parent = path.parent().expect("a file has a directory");
        fs::create_dir_all(parent).expect("a directory");
        fs::write(path, text).expect("a file");
        self
    }

    /// A package in a directory of its own (`""` is the desk itself) that depends on the runtime.
    pub fn package(&self, at: &str, name: &str, lib: &str) -> &Desk {
        let prefix = if at.is_empty() {
            String::new()
        } else {
            format!("{at}/")
        };
        let name = match at {
            "" => format!("{name}-{}", self.number),
            _ => name.to_owned(),
        };
        self.file(&format!("{prefix}Cargo.toml"), &manifest(&name));
        self.file(&format!("{prefix}src/lib.rs"), lib);
        // The versions that the workspace is tested with: nothing is looked up.
        let lock = repository().join("Cargo.lock");
        fs::copy(lock, self.path().join("Cargo.lock")).expect("the lockfile");
        self
    }

    /// Runs the tool here.
    pub fn falsify(&self, arguments: &[&str]) -> Answer {
        let output = self.command(arguments).output().expect("the tool runs");
        Answer::of(output)
    }

    /// The tool with arguments, to be run here.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .arg("falsify")
            .args(arguments)
            .current_dir(self.path())
            // One place for what the dependencies compile to.
            .env("CARGO_TARGET_DIR", repository().join("target/user"))
            .env("NO_COLOR", "1")
            .env_remove("COLUMNS")
            .env_remove("RUST_BACKTRACE");
        command
    }

    /// Where the files about violations of a package on the desk itself go.
    pub fn artifacts(&self, name: &str) -> PathBuf {
        let artifacts = repository().join("target/user/falsify");
        artifacts.join(format!("{name}-{}", self.number))
    }
}

impl Answer {
    pub fn of(output: Output) -> Answer {
        Answer {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Fails unless the exit code is this one and everything else was said.
    #[track_caller]
    pub fn expect(&self, code: i32, said: &[&str]) -> &Answer {
        assert_eq!(self.code, Some(code), "{self:#?}");
        let all = format!("{}\n{}", self.stdout, self.stderr);
        for words in said {
            assert!(all.contains(words), "nothing says `{words}` in\n{all}");
        }
        self
    }

    /// The lines of JSON on stdout.
    #[track_caller]
    pub fn json(&self) -> Vec<serde_json::Value> {
        let parse =
            |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.stdout.lines().map(parse).collect()
    }
}

fn manifest(name: &str) -> String {
    let runtime = repository().join("falsify-runtime");
    format!(
        "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n\
         [dependencies]\nfalsify-runtime = {{ path = {:?} }}\n",
        runtime.display().to_string()
    )
}

/// The root of this repository.
pub fn repository() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().expect("the tests have a parent").to_owned()
}
