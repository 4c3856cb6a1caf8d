//! What runs in place of rustc while cargo compiles a crate for a replay or a recording.
//!
//! It passes everything on, with these changes: the crates of the plan are read from their copies, the runtime and its
//! macros get the cfg of the plan, everything for the target unwinds and has the checks that the analysis assumes, and
//! the crate of a replay becomes an rlib. How that was compiled is written down for the link that follows.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use serde::{Deserialize, Serialize};

use crate::evidence::write_whole;

/// Names the file of the plan.
pub(in crate::evidence) const VARIABLE: &str = "CARGO_FALSIFY_REPLAY";

/// What the wrapper has to know.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(in crate::evidence) struct Plan {
    pub crates: Vec<Swap>,
    /// What the runtime and its macros are compiled for: `falsify_replay` or `falsify_record`.
    pub cfg: String,
    /// An argument that only a crate gets that is to become an rlib.
    pub marker: Option<String>,
    pub overflow_checks: bool,
    /// Where to write how the crate was compiled.
    pub record: PathBuf,
}

/// A crate that is read from elsewhere.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub(in crate::evidence) struct Swap {
    pub root: PathBuf,
    pub copy: PathBuf,
    /// Directories: names of files in the second are shown as in the first.
    pub shown: (PathBuf, PathBuf),
}

/// How the crate was compiled.
#[derive(Serialize, Deserialize, Debug)]
pub(super) struct Record {
    pub rustc: PathBuf,
    pub directory: PathBuf,
    pub rlib: PathBuf,
    /// The runtime as the crate was given it.
    pub runtime: Option<PathBuf>,
    /// Arguments that matter for linking as well.
    pub arguments: Vec<String>,
}

/// Compiles in place of rustc if this process was started for that: the exit code, or nothing if it was not.
pub fn as_rustc(argv: &[OsString]) -> Option<u8> {
    let plan = env::var_os(VARIABLE)?;
    let (rustc, arguments) = argv.get(1..)?.split_first()?;
    let code = read_plan(&plan).and_then(|plan| run(rustc, arguments, &plan));
    Some(code.unwrap_or_else(|error| {
        eprintln!("error: the wrapper of cargo falsify around rustc failed: {error}");
        101
    }))
}

fn read_plan(path: &OsStr) -> io::Result<Plan> {
    let text = fs::read_to_string(path)?;
    serde_json::from_str(&text).map_err(io::Error::other)
}

fn run(rustc: &OsStr, arguments: &[OsString], plan: &Plan) -> io::Result<u8> {
    let mut call = Call {
        arguments: arguments.to_vec(),
        is_program: false,
    };
    let is_main = call.edit(plan);
    let status = Command::new(rustc).args(&call.arguments).status()?;
    if status.success() && is_main {
        call.finish(rustc, plan)?;
    }
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.unwrap_or(101))
}

/// One call of rustc.
struct Call {
    arguments: Vec<OsString>,
    /// Whether cargo asked for a program, not a library.
    is_program: bool,
}

impl Call {
    /// Changes the arguments; answers whether this compiles the crate itself.
    fn edit(&mut self, plan: &Plan) -> bool {
        let name = self.value("--crate-name").unwrap_or_default();
        // Cargo's questions to rustc compile nothing.
        if name.is_empty() || name == "___" {
            return false;
        }
        if name == "falsify" || name == "falsify_macros" {
            self.add(["--cfg", &plan.cfg]);
        }
        let marker = plan.marker.as_ref();
        let is_main = marker.is_some_and(|marker| self.arguments.iter().any(|it| **it == **marker));
        if self.value("--target").is_some() {
            self.match_the_analysis(plan);
            plan.crates.iter().for_each(|swap| self.swap(swap));
            self.name_the_runtime();
        }
        if is_main {
            self.as_rlib();
        }
        is_main
    }

    fn add<const N: usize>(&mut self, arguments: [&str; N]) {
        self.arguments.extend(arguments.map(OsString::from));
    }

    /// The value of an option, written with a space or with `=`.
    fn value(&self, option: &str) -> Option<String> {
        let mut arguments = self.arguments.iter();
        while let Some(argument) = arguments.next() {
            let argument = argument.to_string_lossy();
            if argument == option {
                return arguments.next().map(|it| it.to_string_lossy().into_owned());
            }
            if let Some(value) = argument
                .strip_prefix(option)
                .and_then(|it| it.strip_prefix('='))
            {
                return Some(value.to_owned());
            }
        }
        None
    }

    fn codegen(&self, option: &str) -> Option<String> {
        let pairs = self.arguments.windows(2).filter(|pair| pair[0] == "-C");
        let mut values = pairs.map(|pair| pair[1].to_string_lossy().into_owned());
        values.find_map(|value| {
            let value = value.strip_prefix(option)?.strip_prefix('=')?;
            Some(value.to_owned())
        })
    }

    /// Removes an option with its value.
    fn remove(&mut self, is_option: impl Fn(&str, &str) -> bool) {
        let mut kept = Vec::new();
        let mut arguments = std::mem::take(&mut self.arguments).into_iter().peekable();
        while let Some(argument) = arguments.next() {
            let next = arguments.peek().map(|it| it.to_string_lossy().into_owned());
            if is_option(&argument.to_string_lossy(), &next.unwrap_or_default()) {
                arguments.next();
            } else {
                kept.push(argument);
            }
        }
        self.arguments = kept;
    }

    fn match_the_analysis(&mut self, plan: &Plan) {
        self.remove(|option, value| option == "-C" && value.starts_with("panic="));
        let overflow = match plan.overflow_checks {
            true => "overflow-checks=on",
            false => "overflow-checks=off",
        };
        self.add(["-C", "debug-assertions=on", "-C", overflow]);
        self.add(["--cap-lints", "allow"]);
    }

    fn swap(&mut self, swap: &Swap) {
        let is_root = |argument: &OsString| {
            Path::new(argument).extension() == Some(OsStr::new("rs"))
                && fs::canonicalize(argument).ok() == fs::canonicalize(&swap.root).ok()
        };
        let Some(root) = self.arguments.iter_mut().find(|it| is_root(it)) else {
            return;
        };
        *root = swap.copy.clone().into();
        let mut shown = swap.shown.1.clone().into_os_string();
        shown.push("=");
        shown.push(&swap.shown.0);
        self.arguments.extend(["--remap-path-prefix".into(), shown]);
    }

    /// Added code calls the runtime by its own name, whatever the manifest calls it.
    fn name_the_runtime(&mut self) {
        if let Some(file) = self.runtime_as_passed() {
            let named = format!("falsify={}", file.display());
            if !self.arguments.iter().any(|it| *it == *named) {
                self.add(["--extern", &named]);
            }
        }
    }

    fn as_rlib(&mut self) {
        self.is_program = self.value("--crate-type").is_some_and(|it| it == "bin");
        self.remove(|option, _| option == "--crate-type");
        self.add(["--crate-type", "rlib"]);
    }

    fn out_file(&self, prefix: &str, suffix: &str) -> PathBuf {
        let name = self.value("--crate-name").unwrap_or_default();
        let hash = self.codegen("extra-filename").unwrap_or_default();
        let directory = self.value("--out-dir").unwrap_or_default();
        Path::new(&directory).join(format!("{prefix}{name}{hash}{suffix}"))
    }

    fn finish(&self, rustc: &OsStr, plan: &Plan) -> io::Result<()> {
        let record = Record {
            rustc: rustc.into(),
            directory: env::current_dir()?,
            rlib: self.out_file("lib", ".rlib"),
            runtime: self.runtime(),
            arguments: self.for_linking(),
        };
        let text = serde_json::to_string(&record).map_err(io::Error::other)?;
        write_whole(&plan.record, text.as_bytes())?;
        // Cargo looks for the program that it had asked for.
        let program = self.out_file("", "");
        match self.is_program {
            true => fs::write(program, ""),
            false => Ok(()),
        }
    }

    /// The runtime's rlib: cargo passes its metadata where that is enough.
    fn runtime(&self) -> Option<PathBuf> {
        let file = self.runtime_as_passed()?;
        Some(file.with_extension("rlib"))
    }

    fn runtime_as_passed(&self) -> Option<PathBuf> {
        let externs = self
            .arguments
            .windows(2)
            .filter(|pair| pair[0] == "--extern");
        let mut files = externs.filter_map(|pair| {
            let text = pair[1].to_str()?;
            Some(PathBuf::from(text.split_once('=')?.1))
        });
        files.find(|file| {
            let name = file.file_name().and_then(OsStr::to_str);
            name.is_some_and(|name| name.starts_with("libfalsify-"))
        })
    }

    fn for_linking(&self) -> Vec<String> {
        let mut kept = Vec::new();
        for pair in self.arguments.windows(2) {
            let (option, value) = (pair[0].to_string_lossy(), pair[1].to_string_lossy());
            let matters = match &*option {
                "-L" | "--target" | "--sysroot" => true,
                "-C" => ["linker", "link-", "target-"]
                    .iter()
                    .any(|prefix| value.starts_with(prefix)),
                _ => false,
            };
            if matters {
                kept.extend([option.into_owned(), value.into_owned()]);
            }
        }
        let joined = self.arguments.iter().map(|it| it.to_string_lossy());
        let joined = joined.filter(|it| it.starts_with("-L") && it.len() > 2);
        kept.extend(joined.map(|it| it.into_owned()));
        kept
    }
}
