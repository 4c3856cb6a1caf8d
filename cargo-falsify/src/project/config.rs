//! The parts of cargo's own configuration that decide what is compiled.

use std::path::{Path, PathBuf};

use super::Selection;

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
    let text = std::fs::read_to_string(file).ok()?;
    let table: toml::Table = text.parse().ok()?;
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
