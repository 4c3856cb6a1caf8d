//! Where source text comes from: the disk, or texts that the tool carries with it.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Reads files by path.
pub trait Loader {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    fn exists(&self, path: &Path) -> bool;
}

/// The file system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Loader for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn exists(&self, path: &Path) -> bool {
        path.is_file()
    }
}

/// Texts held in memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Memory {
    pub fn insert(&mut self, path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), text.into());
    }
}

impl<P: Into<PathBuf>, T: Into<Vec<u8>>> FromIterator<(P, T)> for Memory {
    fn from_iter<I: IntoIterator<Item = (P, T)>>(files: I) -> Memory {
        let mut memory = Memory::default();
        for (path, text) in files {
            memory.insert(path, text);
        }
        memory
    }
}

impl Loader for Memory {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = self.files.get(path).cloned();
        found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn exists(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }
}
