//! Puts the model of the standard library into the binary: every file under `library/`. Says what to do where the
//! library of z3 is missing, which would otherwise be an error of the linker.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=library");
    if env::var_os("CARGO_FEATURE_Z3").is_some() && !libz3_is_there() {
        println!(
            "cargo::error=libz3 was not found: install it (Debian: apt-get install libz3-dev) or build with \
             --no-default-features"
        );
    }
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("library");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let name = file
            .strip_prefix(&root)
            .unwrap_or(&file)
            .display()
            .to_string();
        let _ = writeln!(
            table,
            "({name:?}, include_str!({:?})),",
            file.display().to_string()
        );
    }
    table += "]\n";
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    fs::write(out.join("library.rs"), table)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false if path.extension().is_some_and(|e| e == "rs") => files.push(path),
            false => {}
        }
    }
    Ok(())
}

/// As `z3-sys` finds it: by pkg-config, in a directory that the user names, or where the linker looks. Where there is no
/// C compiler to ask, the linker has the last word.
fn libz3_is_there() -> bool {
    println!("cargo:rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let by_pkg_config = Command::new("pkg-config").args(["--exists", "z3"]).status();
    by_pkg_config.is_ok_and(|status| status.success())
        || library_directories()
            .iter()
            .any(|directory| holds_libz3(directory))
        || compiler_finds_libz3().unwrap_or(true)
}

/// What the user names, for `z3-sys` or for every crate.
fn library_directories() -> Vec<PathBuf> {
    let named = env::var("Z3_LIBRARY_PATH_OVERRIDE").unwrap_or_default();
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let flagged = flags.split('\u{1f}').map(|flag| {
        let path = flag.strip_prefix("-L").unwrap_or(flag).trim_start();
        path.strip_prefix("native=").unwrap_or(path).into()
    });
    flagged.chain([PathBuf::from(named)]).collect()
}

const NAMES: [&str; 4] = ["libz3.so", "libz3.dylib", "libz3.a", "libz3.lib"];

fn holds_libz3(directory: &Path) -> bool {
    NAMES.iter().any(|name| directory.join(name).is_file())
}

/// A compiler prints the path of a library that it finds, and the bare name of another.
fn compiler_finds_libz3() -> Option<bool> {
    let compiler = env::var("CC").unwrap_or("cc".into());
    let mut found = false;
    for name in NAMES {
        let asked = Command::new(&compiler)
            .arg(format!("-print-file-name={name}"))
            .output()
            .ok()?;
        found |= Path::new(String::from_utf8_lossy(&asked.stdout).trim()).is_absolute();
    }
    Some(found)
}
