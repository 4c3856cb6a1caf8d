//! `cargo falsify clean`: takes away what the tool has written below the target directory, and nothing of cargo's.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::args::{Clean, Selection};
use super::{session, Exit, Terminal};
use crate::project::Project;
use crate::source::SourceMap;

pub fn run(arguments: &Clean, terminal: &Terminal) -> Exit {
    match clean(arguments, terminal) {
        Ok(()) => Exit::Done,
        Err(message) => {
            terminal.error(message);
            Exit::Usage
        }
    }
}

fn clean(arguments: &Clean, terminal: &Terminal) -> Result<(), String> {
    let selection = session::selected(&Selection {
        manifest_path: arguments.manifest_path.clone(),
        target_dir: arguments.target_dir.clone(),
        ..Selection::default()
    });
    let mut findings = Vec::new();
    let project = Project::open(&selection, &mut SourceMap::default(), &mut findings);
    let words: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let project = project.ok_or_else(|| words.join("\n"))?;
    let path = project.artifacts.as_path();
    is_ours(path)?;
    match fs::remove_dir_all(path) {
        Ok(()) => terminal.status("Removed", path.display()),
        Err(why) if why.kind() == ErrorKind::NotFound => terminal.status("Clean", path.display()),
        Err(why) => return Err(format!("{}: {why}", path.display())),
    }
    Ok(())
}

/// A target directory that is no such thing may have somebody's sources in it.
fn is_ours(path: &Path) -> Result<(), String> {
    let foreign = [".git", "Cargo.toml"].map(|it| path.join(it));
    match foreign.iter().find(|it| it.exists()) {
        None => Ok(()),
        Some(found) => Err(format!(
            "{} is there: {} is not what this tool has written, and stays",
            found.display(),
            path.display()
        )),
    }
}
