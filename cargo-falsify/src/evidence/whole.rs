//! Files that are there as a whole or not at all, whoever else writes at the same time and whenever this process is killed.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Replaces a file; makes its directory where there is none.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let directory = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut builder = tempfile::Builder::new();
    readable_by_others(&mut builder);
    let mut file = builder.prefix(".falsify-").tempfile_in(directory)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|failed| failed.error)?;
    Ok(())
}

/// Reviewers and CI collect artifacts; temporary files are private otherwise.
#[cfg(unix)]
fn readable_by_others(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn readable_by_others(_builder: &mut tempfile::Builder<'_, '_>) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_appears_whole() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("a/b.vcd");
        write_whole(&path, b"first").expect("it can be written");
        write_whole(&path, b"second").expect("it can be replaced");
        assert_eq!(fs::read(&path).expect("the file"), b"second");
        let left = fs::read_dir(directory.path().join("a")).expect("a directory");
        assert_eq!(left.count(), 1, "a temporary file is left over");
    }
}
