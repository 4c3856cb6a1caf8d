//! Which file a `mod name;` means.

use std::path::{Path, PathBuf};

use super::loader::Loader;

/// Where the files of a module's children are looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    path: PathBuf,
    /// A module in `name.rs`, rather than `name/mod.rs`, keeps its children in `name/`; `#[path]` does not count that.
    relative: Option<String>,
}

/// A module's file and where its own children are.
#[derive(Debug, PartialEq, Eq)]
pub struct ModuleFile {
    pub file: PathBuf,
    pub children: Directory,
}

/// Why no file was found: the paths at which one could have been, or both of them exist.
#[derive(Debug, PartialEq, Eq)]
pub enum NoModule {
    Missing(Vec<PathBuf>),
    Ambiguous([PathBuf; 2]),
}

impl Directory {
    /// The children of a crate root, `mod.rs` or a file named by `#[path]`.
    pub fn beside(file: &Path) -> Directory {
        Directory {
            path: parent(file),
            relative: None,
        }
    }

    /// The children of an inline module.
    pub fn inline(&self, name: &str, path_attribute: Option<&str>) -> Directory {
        let mut path = self.path.clone();
        match (path_attribute, &self.relative) {
            (Some(written), _) => path.push(written),
            (None, Some(relative)) => path.extend([relative.as_str(), name]),
            (None, None) => path.push(name),
        }
        Directory {
            path,
            relative: None,
        }
    }

    /// The file of `mod name;`.
    pub fn file(
        &self,
        name: &str,
        path_attribute: Option<&str>,
        loader: &dyn Loader,
    ) -> Result<ModuleFile, NoModule> {
        match path_attribute {
            Some(written) => self.written(written, loader),
            None => self.default(name, loader),
        }
    }

    fn written(&self, written: &str, loader: &dyn Loader) -> Result<ModuleFile, NoModule> {
        let file = normalised(&self.path.join(written));
        if !loader.exists(&file) {
            return Err(NoModule::Missing(vec![file]));
        }
        let children = Directory::beside(&file);
        Ok(ModuleFile { file, children })
    }

    fn default(&self, name: &str, loader: &dyn Loader) -> Result<ModuleFile, NoModule> {
        let directory = match &self.relative {
            Some(relative) => self.path.join(relative),
            None => self.path.clone(),
        };
        let flat = directory.join(format!("{name}.rs"));
        let nested = directory.join(name).join("mod.rs");
        match (loader.exists(&flat), loader.exists(&nested)) {
            (true, true) => Err(NoModule::Ambiguous([flat, nested])),
            (false, false) => Err(NoModule::Missing(vec![flat, nested])),
            (true, false) => Ok(ModuleFile {
                children: Directory {
                    path: parent(&flat),
                    relative: Some(name.to_string()),
                },
                file: flat,
            }),
            (false, true) => Ok(ModuleFile {
                children: Directory::beside(&nested),
                file: nested,
            }),
        }
    }
}

fn parent(file: &Path) -> PathBuf {
    file.parent().map(Path::to_path_buf).unwrap_or_default()
}

/// The path without `.` and, as far as names show it, without `..`: so that one file has one path.
fn normalised(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(out.components().next_back(), Some(Component::Normal(_))) =>
            {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Memory;

    fn files(paths: &[&str]) -> Memory {
        paths.iter().map(|path| (*path, "")).collect()
    }

    #[test]
    fn files_are_where_rustc_looks() {
        let disk = files(&[
            "src/a.rs",
            "src/a/b.rs",
            "src/c/mod.rs",
            "src/c/d.rs",
            "src/inner/e.rs",
            "src/a/inner/f.rs",
            "src/other.rs",
        ]);
        let root = Directory::beside(Path::new("src/lib.rs"));
        let a = root.file("a", None, &disk).expect("a");
        let c = root.file("c", None, &disk).expect("c");
        let found = |directory: &Directory, name: &str, path: Option<&str>| {
            directory.file(name, path, &disk).expect(name).file
        };
        assert_eq!(a.file, Path::new("src/a.rs"));
        assert_eq!(found(&a.children, "b", None), Path::new("src/a/b.rs"));
        assert_eq!(c.file, Path::new("src/c/mod.rs"));
        assert_eq!(found(&c.children, "d", None), Path::new("src/c/d.rs"));
        let inner = root.inline("inner", None);
        assert_eq!(found(&inner, "e", None), Path::new("src/inner/e.rs"));
        let inner = a.children.inline("inner", None);
        assert_eq!(found(&inner, "f", None), Path::new("src/a/inner/f.rs"));
        // `#[path]` in `a.rs` is relative to the directory of `a.rs`.
        let moved = found(&a.children, "x", Some("other.rs"));
        assert_eq!(moved, Path::new("src/other.rs"));
        let up = found(&inner, "x", Some("../../other.rs"));
        assert_eq!(up, Path::new("src/other.rs"));
    }

    #[test]
    fn a_missing_or_doubled_file_names_its_candidates() {
        let disk = files(&["src/a.rs", "src/a/mod.rs"]);
        let root = Directory::beside(Path::new("src/lib.rs"));
        let both = [PathBuf::from("src/a.rs"), PathBuf::from("src/a/mod.rs")];
        assert_eq!(root.file("a", None, &disk), Err(NoModule::Ambiguous(both)));
        let none = vec![PathBuf::from("src/b.rs"), PathBuf::from("src/b/mod.rs")];
        assert_eq!(root.file("b", None, &disk), Err(NoModule::Missing(none)));
    }
}
