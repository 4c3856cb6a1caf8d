//! Which `cfg`s hold for a target.

use std::path::Path;
use std::process::Command;

use super::config::{rustflags, Flags};
use crate::diagnostic::{project as codes, Diagnostic};
use crate::syntax::CfgSet;

/// The `cfg`s of a target, or of this machine, with those that cargo passes to rustc, and what it passes; a target that
/// rustc does not know is a problem, and this machine stands in for it.
pub fn cfg(target: Option<&str>, directory: &Path) -> (CfgSet, Flags, Option<Diagnostic>) {
    let (plain, problem) = plain_cfg(target, directory);
    let triple = target.map(str::to_string).or_else(|| host(directory));
    let flags = rustflags(directory, &triple.unwrap_or_default(), &plain);
    let deciding = flags.deciding_cfg();
    if deciding.is_empty() || problem.is_some() {
        return (plain, flags, problem);
    }
    match printed(target, &deciding, directory) {
        Ok(cfg) => (cfg, flags, None),
        Err(message) => {
            let message = format!("rustc does not accept the flags that are set: {message}");
            (
                plain,
                flags,
                Some(Diagnostic::global(codes::TARGET, message)),
            )
        }
    }
}

/// Those of the target alone.
fn plain_cfg(target: Option<&str>, directory: &Path) -> (CfgSet, Option<Diagnostic>) {
    let here = || printed(None, &[], directory).unwrap_or_else(|_| fallback());
    let Some(target) = target else {
        return (here(), None);
    };
    match printed(Some(target), &[], directory) {
        Ok(cfg) => (cfg, None),
        Err(message) => {
            let cfg = here();
            let message = format!("rustc does not know the target `{target}`: {message}");
            (cfg, Some(Diagnostic::global(codes::TARGET, message)))
        }
    }
}

/// Without any rustc: what every debug build has.
fn fallback() -> CfgSet {
    CfgSet::default()
        .with("debug_assertions", None)
        .with("panic", Some("unwind"))
}

fn printed(target: Option<&str>, flags: &[String], directory: &Path) -> Result<CfgSet, String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.args(["--print", "cfg"]).args(flags);
    command.current_dir(directory);
    if let Some(target) = target {
        command.args(["--target", target]);
    }
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        let first = text.lines().next().unwrap_or_default();
        return Err(first.trim_start_matches("error: ").to_string());
    }
    let mut cfg = CfgSet::default();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let (name, value) = parse_cfg(line);
        cfg.insert(name, value.as_deref());
    }
    Ok(cfg)
}

/// One line of `--print cfg` or one argument of `--cfg`: `name` or `name="value"`.
pub fn parse_cfg(text: &str) -> (String, Option<String>) {
    match text.split_once('=') {
        Some((name, value)) => {
            let value = value.trim().trim_matches('"').to_string();
            (name.trim().to_string(), Some(value))
        }
        None => (text.trim().to_string(), None),
    }
}

/// Whether the standard library for a target is installed, so that cargo can compile for it.
pub fn is_installed(target: &str, directory: &Path) -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.args(["--print", "target-libdir", "--target", target]);
    let output = command.current_dir(directory).output();
    output.is_ok_and(|output| {
        let path = String::from_utf8_lossy(&output.stdout).trim().to_string();
        output.status.success() && Path::new(&path).is_dir()
    })
}

/// The name of this machine's target.
pub fn host(directory: &Path) -> Option<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    let output = command.arg("-vV").current_dir(directory).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string)
}
