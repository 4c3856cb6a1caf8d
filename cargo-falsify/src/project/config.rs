//! The parts of cargo's own configuration that decide what is compiled.

use std::path::{Path, PathBuf};

use super::Selection;
use crate::syntax::CfgSet;

/// The target to build for: the selection, the environment, `.cargo/config.toml` of this directory and those above.
pub fn target(selection: &Selection, directory: &Path) -> Option<String> {
    let environment = || std::env::var("CARGO_BUILD_TARGET").ok();
    let environment = || environment().filter(|target| !target.is_empty());
    let written = || {
        let mut files = config_files(directory).into_iter();
        files.find_map(|file| configured_target(&file))
    };
    selection
        .target
        .clone()
        .or_else(environment)
        .or_else(written)
}

/// What cargo passes to rustc for a target.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flags {
    pub all: Vec<String>,
    /// Whether they are for this target only.
    pub of_target: bool,
}

impl Flags {
    /// Options that decide which `cfg`s hold, joined with their values.
    pub fn deciding_cfg(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut flags = self.all.iter();
        while let Some(flag) = flags.next() {
            match flag.as_str() {
                "--cfg" | "-C" | "--codegen" => {
                    let value = flags.next().map(|value| [flag.clone(), value.clone()]);
                    found.extend(value.into_iter().flatten());
                }
                _ if ["--cfg=", "-C", "--codegen="]
                    .iter()
                    .any(|it| flag.starts_with(it)) =>
                {
                    found.push(flag.clone());
                }
                _ => {}
            }
        }
        found
    }

    /// `--cfg=…`, each one argument.
    pub fn cfgs(&self) -> Vec<String> {
        let deciding = self.deciding_cfg();
        let pairs = deciding.windows(2).filter(|pair| pair[0] == "--cfg");
        let pairs = pairs.map(|pair| format!("--cfg={}", pair[1]));
        let joined = deciding.iter().filter(|it| it.starts_with("--cfg="));
        pairs.chain(joined.cloned()).collect()
    }
}

/// The flags that cargo takes for a target: the first of the environment, the target's own and the general ones.
pub fn rustflags(directory: &Path, triple: &str, cfg: &CfgSet) -> Flags {
    let variable = |name: &str| std::env::var(name).ok().filter(|it| !it.is_empty());
    if let Some(encoded) = variable("CARGO_ENCODED_RUSTFLAGS") {
        let all = encoded.split('\u{1f}').map(str::to_string).collect();
        return Flags {
            all,
            of_target: false,
        };
    }
    if let Some(written) = variable("RUSTFLAGS") {
        return Flags {
            all: words(&written),
            of_target: false,
        };
    }
    // What is nearer comes later.
    let files: Vec<toml::Table> = config_files(directory)
        .iter()
        .rev()
        .filter_map(table)
        .collect();
    let upper = triple.to_uppercase().replace(['-', '.'], "_");
    let mut own: Vec<String> = files
        .iter()
        .flat_map(|it| of_target(it, triple, cfg))
        .collect();
    own.extend(
        variable(&format!("CARGO_TARGET_{upper}_RUSTFLAGS"))
            .iter()
            .flat_map(|it| words(it)),
    );
    if !own.is_empty() {
        return Flags {
            all: own,
            of_target: true,
        };
    }
    let build = files
        .iter()
        .filter_map(|it| it.get("build")?.get("rustflags"));
    let mut all: Vec<String> = build.flat_map(flag_list).collect();
    all.extend(
        variable("CARGO_BUILD_RUSTFLAGS")
            .iter()
            .flat_map(|it| words(it)),
    );
    Flags {
        all,
        of_target: false,
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

/// `target.TRIPLE.rustflags` and those of the predicates that hold.
fn of_target(table: &toml::Table, triple: &str, cfg: &CfgSet) -> Vec<String> {
    let targets = table.get("target").and_then(|it| it.as_table());
    let applies = |name: &str| {
        let predicate = name
            .strip_prefix("cfg(")
            .and_then(|it| it.strip_suffix(')'));
        name == triple || predicate.is_some_and(|it| cfg.satisfies(it) == Some(true))
    };
    let targets = targets
        .into_iter()
        .flatten()
        .filter(|(name, _)| applies(name));
    let flags = targets.filter_map(|(_, settings)| settings.get("rustflags"));
    flags.flat_map(flag_list).collect()
}

/// A list, or words in one text.
fn flag_list(value: &toml::Value) -> Vec<String> {
    match value {
        toml::Value::String(text) => words(text),
        toml::Value::Array(list) => {
            let list = list.iter().filter_map(toml::Value::as_str);
            list.map(str::to_string).collect()
        }
        _ => Vec::new(),
    }
}

fn table(file: &PathBuf) -> Option<toml::Table> {
    std::fs::read_to_string(file).ok()?.parse().ok()
}

/// Nearest first, the home directory's last.
fn config_files(directory: &Path) -> Vec<PathBuf> {
    let mut directories: Vec<PathBuf> = directory.ancestors().map(|it| it.join(".cargo")).collect();
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    directories.extend(home);
    let files = directories
        .iter()
        .flat_map(|it| [it.join("config.toml"), it.join("config")]);
    files.filter(|file| file.is_file()).collect()
}

/// `build.target`: a name, a path to a specification relative to the configuration, or a list, whose first counts.
fn configured_target(file: &Path) -> Option<String> {
    let table = table(&file.to_path_buf())?;
    let value = table.get("build")?.get("target")?;
    let name = match value {
        toml::Value::String(name) => name.clone(),
        toml::Value::Array(names) => names.first()?.as_str()?.to_string(),
        _ => return None,
    };
    if name.ends_with(".json") {
        let base = file.parent().and_then(Path::parent)?;
        return Some(base.join(name).display().to_string());
    }
    Some(name)
}
