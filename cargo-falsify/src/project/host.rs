//! Compiling a crate for this machine, through a wrapper of the tool's own around rustc.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use cargo_metadata::Message;

use super::target::host;
use super::{cargo, directory_of, process, CheckFailed, Package, Project, Unit, UnitKind};

/// What to compile and how.
pub struct HostBuild<'a> {
    pub package: &'a Package,
    pub unit: &'a Unit,
    /// Where cargo puts what it makes.
    pub target_dir: &'a Path,
    /// Runs in place of rustc, with rustc's path as its first argument.
    pub wrapper: &'a Path,
    /// Set for the wrapper.
    pub environment: (&'a str, &'a Path),
    /// Passed to rustc for the crate itself only; other arguments make cargo compile it again.
    pub arguments: &'a [String],
    /// Roots of dependencies that the wrapper compiles differently, and a number that tells in which way: for cargo they
    /// are other artifacts than those of other numbers.
    pub changed: (&'a [&'a Path], u32),
    /// Set by someone else to give it up.
    pub stop: &'a AtomicBool,
}

impl Project {
    /// Has cargo compile one crate and what it depends on for this machine.
    pub fn build_for_host(&self, build: &HostBuild<'_>) -> Result<(), CheckFailed> {
        let output = process::output(&mut self.host_command(build), build.stop);
        let output = output.map_err(|error| CheckFailed {
            messages: format!("cannot run cargo: {error}"),
        })?;
        if output.status.success() {
            return Ok(());
        }
        let spoken = String::from_utf8_lossy(&output.stderr);
        Err(CheckFailed {
            messages: errors(&output.stdout) + &spoken,
        })
    }

    fn host_command(&self, build: &HostBuild<'_>) -> Command {
        let mut command = Command::new(cargo());
        command.args(["rustc", "--quiet", "--message-format", "json"]);
        command.arg("--target-dir").arg(build.target_dir);
        command.args(["--package", &build.package.id.repr]);
        match build.unit.kind {
            UnitKind::Library => command.arg("--lib"),
            UnitKind::Binary => command.args(["--bin", &build.unit.name]),
        };
        self.add_selection(&mut command);
        let directory = directory_of(&self.selection);
        // With a target, cargo keeps flags for it away from build scripts and procedural macros.
        if let Some(host) = host(&directory) {
            self.pass_on_cfgs(&mut command, &host);
            command.args(["--target", &host]);
        }
        for package in self.with_root(build.changed.0) {
            // A setting that changes no meaning, but is part of what cargo knows an artifact by.
            let setting = format!(
                "profile.dev.package.\"{package}\".codegen-units={}",
                build.changed.1
            );
            command.args(["--config", &setting]);
        }
        command.arg("--").args(build.arguments);
        command.current_dir(directory).stdin(Stdio::null());
        command.env("RUSTC_WRAPPER", build.wrapper);
        let (name, value) = build.environment;
        command.env(name, value);
        command
    }

    /// The packages that have a target with one of these roots.
    fn with_root(&self, roots: &[&Path]) -> Vec<String> {
        let packages = self.metadata.packages.iter().filter(|package| {
            let mut targets = package.targets.iter();
            targets.any(|target| roots.contains(&target.src_path.as_std_path()))
        });
        packages
            .map(|package| format!("{}@{}", package.name, package.version))
            .collect()
    }

    /// Where a path is that the compiler has written down.
    pub fn absolute(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }
}

/// The errors among cargo's messages, as rustc would print them.
fn errors(stdout: &[u8]) -> String {
    let messages = Message::parse_stream(stdout).map_while(Result::ok);
    let rendered = messages.filter_map(|message| match message {
        Message::CompilerMessage(message) => message.message.rendered,
        _ => None,
    });
    rendered.collect()
}
