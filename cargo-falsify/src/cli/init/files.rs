//! The files for CI: a workflow of GitHub Actions, and a script for everybody else.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::project::Project;

/// The version that CI installs.
const VERSION: &str = env!("CARGO_PKG_VERSION");

const WORKFLOW: &str = include_str!("workflow.yml");
const SCRIPT: &str = include_str!("script.sh");

pub struct Files {
    /// Of the git repository, or of the workspace where there is none.
    repository: PathBuf,
    workspace: PathBuf,
}

impl Files {
    pub fn new(project: &Project) -> Files {
        let workspace = project.root.clone();
        let repository = workspace.ancestors().find(|it| it.join(".git").exists());
        Files {
            repository: repository.unwrap_or(&workspace).to_owned(),
            workspace,
        }
    }

    pub fn workflow(&self) -> (PathBuf, String) {
        let path = self.repository.join(".github/workflows/falsify.yml");
        (path, self.filled(WORKFLOW))
    }

    pub fn script(&self) -> (PathBuf, String) {
        let path = self.workspace.join("scripts/falsify.sh");
        (path, self.filled(SCRIPT))
    }

    fn filled(&self, text: &str) -> String {
        let inside = self.workspace.strip_prefix(&self.repository);
        let parts = inside.into_iter().flat_map(Path::iter);
        let parts: Vec<String> = parts.map(|it| it.to_string_lossy().into_owned()).collect();
        let workspace = match parts.is_empty() {
            true => ".".to_owned(),
            false => parts.join("/"),
        };
        text.replace("@VERSION@", VERSION)
            .replace("@WORKSPACE@", &workspace)
    }
}

/// Whether it was written: what is there already stays.
pub fn write_new(path: &Path, text: &str) -> io::Result<bool> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file.write_all(text.as_bytes()).map(|()| true),
        Err(why) if why.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        Err(why) => Err(why),
    }
}
