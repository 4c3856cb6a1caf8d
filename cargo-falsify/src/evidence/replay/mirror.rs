//! A copy of a crate's directory in which some files have more text. What is not changed is linked to the original, so
//! that modules and included files are found by the same relative paths.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::evidence::write_whole;

/// Where a copy lies, and what it is a copy of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::evidence) struct Mirror {
    pub original: PathBuf,
    pub copy: PathBuf,
}

impl Mirror {
    /// Where a file of the original is in the copy.
    pub fn of(&self, file: &Path) -> Option<PathBuf> {
        let inside = file.strip_prefix(&self.original).ok()?;
        Some(self.copy.join(inside))
    }

    /// Brings the copy up to date: `changed` are its files with text of their own. Files that are as they should be are
    /// not written, so that cargo sees no change.
    pub fn write(&self, changed: &BTreeMap<PathBuf, String>) -> io::Result<()> {
        let mut directories = BTreeSet::from([self.original.clone()]);
        for file in changed.keys() {
            let above = file.ancestors().skip(1);
            let inside = above.take_while(|it| it.starts_with(&self.original));
            directories.extend(inside.map(Path::to_path_buf));
        }
        for directory in &directories {
            self.directory(directory, &directories, changed)?;
        }
        Ok(())
    }

    fn directory(
        &self,
        original: &Path,
        directories: &BTreeSet<PathBuf>,
        changed: &BTreeMap<PathBuf, String>,
    ) -> io::Result<()> {
        let Some(copy) = self.of(original) else {
            return Ok(());
        };
        if !is_real(&copy, |kind| kind.is_dir()) {
            remove(&copy)?;
            fs::create_dir_all(&copy)?;
        }
        let mut expected = BTreeSet::new();
        for entry in fs::read_dir(original)? {
            let entry = entry?;
            let (from, to) = (entry.path(), copy.join(entry.file_name()));
            if self.copy.starts_with(&from) && from != self.original {
                // The build directory, where this copy lies.
                continue;
            }
            expected.insert(entry.file_name());
            if directories.contains(&from) {
                continue;
            }
            match changed.get(&from) {
                Some(text) => put(&to, text)?,
                None => link(&from, &to)?,
            }
        }
        for entry in fs::read_dir(&copy)? {
            let entry = entry?;
            if !expected.contains(&entry.file_name()) {
                remove(&entry.path())?;
            }
        }
        Ok(())
    }
}

fn is_real(path: &Path, is_kind: impl Fn(&fs::FileType) -> bool) -> bool {
    let found = fs::symlink_metadata(path);
    found.is_ok_and(|found| is_kind(&found.file_type()))
}

/// Removes whatever is there; a link, not what it leads to.
fn remove(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Writes a file unless it says this already.
pub(in crate::evidence) fn put(path: &Path, text: &str) -> io::Result<()> {
    // Through a link, the original would be written.
    if is_real(path, fs::FileType::is_file) {
        if fs::read_to_string(path).is_ok_and(|found| found == text) {
            return Ok(());
        }
    } else {
        remove(path)?;
    }
    write_whole(path, text.as_bytes())
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> io::Result<()> {
    if fs::read_link(to).is_ok_and(|found| found == from) {
        return Ok(());
    }
    remove(to)?;
    std::os::unix::fs::symlink(from, to)
}

/// Links need rights that not everybody has there.
#[cfg(not(unix))]
fn link(from: &Path, to: &Path) -> io::Result<()> {
    if from.is_dir() {
        remove(to)?;
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            link(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    let same = fs::read(to).ok() == fs::read(from).ok();
    if same {
        return Ok(());
    }
    remove(to)?;
    fs::copy(from, to).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk() -> (tempfile::TempDir, Mirror) {
        let dir = tempfile::tempdir().expect("a directory");
        let original = dir.path().join("crate");
        for (path, text) in [
            ("src/lib.rs", "mod a;"),
            ("src/a.rs", "fn a() {}"),
            ("src/deep/b.rs", "fn b() {}"),
            ("data/x.txt", "x"),
            ("target/falsify/y", "y"),
        ] {
            let path = original.join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            fs::write(path, text).expect("a file");
        }
        let copy = original.join("target/falsify/mirror");
        (dir, Mirror { original, copy })
    }

    fn changed(mirror: &Mirror, files: &[(&str, &str)]) -> BTreeMap<PathBuf, String> {
        let absolute = |(path, text): &(&str, &str)| (mirror.original.join(path), text.to_string());
        files.iter().map(absolute).collect()
    }

    fn read(path: PathBuf) -> String {
        fs::read_to_string(path).expect("a file")
    }

    #[test]
    fn changed_files_are_copies_and_the_rest_is_linked() {
        let (_dir, mirror) = desk();
        mirror
            .write(&changed(&mirror, &[("src/lib.rs", "new")]))
            .expect("written");
        assert_eq!(read(mirror.copy.join("src/lib.rs")), "new");
        assert_eq!(read(mirror.copy.join("src/a.rs")), "fn a() {}");
        assert_eq!(read(mirror.copy.join("src/deep/b.rs")), "fn b() {}");
        assert_eq!(read(mirror.copy.join("data/x.txt")), "x");
        assert!(!mirror.copy.join("target").exists());
        assert_eq!(read(mirror.original.join("src/lib.rs")), "mod a;");
    }

    #[test]
    fn another_choice_of_files_leaves_the_original_alone() {
        let (_dir, mirror) = desk();
        mirror
            .write(&changed(&mirror, &[("src/lib.rs", "new")]))
            .expect("written");
        let other = [("src/a.rs", "newer"), ("src/deep/b.rs", "newest")];
        mirror.write(&changed(&mirror, &other)).expect("written");
        fs::remove_file(mirror.original.join("data/x.txt")).expect("removed");
        mirror.write(&changed(&mirror, &other)).expect("written");
        assert_eq!(read(mirror.copy.join("src/lib.rs")), "mod a;");
        assert_eq!(read(mirror.copy.join("src/a.rs")), "newer");
        assert_eq!(read(mirror.copy.join("src/deep/b.rs")), "newest");
        assert_eq!(read(mirror.original.join("src/a.rs")), "fn a() {}");
        assert_eq!(read(mirror.original.join("src/deep/b.rs")), "fn b() {}");
    }
}
