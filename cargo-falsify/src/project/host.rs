//! Compiling a crate for this machine, through a wrapper of the tool's own around rustc.

use std::io;
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

/// The tests of a package, compiled in the same way.
pub struct HostTest<'a> {
    pub package: &'a Package,
    pub target_dir: &'a Path,
    /// As of [`HostBuild`].
    pub wrapper: &'a Path,
    /// Set for the wrapper and for the tests.
    pub environment: &'a [(&'a str, &'a Path)],
    /// Passed to `cargo test`.
    pub arguments: &'a [String],
    /// As of [`HostBuild`], the package itself included.
    pub changed: (&'a [&'a Path], u32),
}

impl Project {
    /// Has cargo compile tests for this machine; its words if it cannot.
    pub fn build_tests(&self, test: &HostTest<'_>) -> io::Result<Option<String>> {
        self.test(test, "--no-run")
    }

    /// Has cargo run tests on this machine; its words if some fail.
    pub fn run_tests(&self, test: &HostTest<'_>) -> io::Result<Option<String>> {
        self.test(test, "--no-fail-fast")
    }

    fn test(&self, test: &HostTest<'_>, how: &str) -> io::Result<Option<String>> {
        let mut command = Command::new(cargo());
        command.args(["test", how]);
        command.arg("--target-dir").arg(test.target_dir);
        command.args(["--package", &test.package.id.repr]);
        self.for_host(&mut command, test.wrapper, test.changed);
        command.envs(test.environment.iter().copied());
        command.args(test.arguments);
        let output = command.output()?;
        let words = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let failed = !output.status.success();
        Ok(failed.then(|| words(&output.stderr) + &words(&output.stdout)))
    }

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
        self.for_host(&mut command, build.wrapper, build.changed);
        command.arg("--").args(build.arguments);
        let (name, value) = build.environment;
        command.env(name, value);
        command
    }

    /// What every command gets that compiles for this machine.
    fn for_host(&self, command: &mut Command, wrapper: &Path, changed: (&[&Path], u32)) {
        self.add_selection(command);
        let directory = directory_of(&self.selection);
        // With a target, cargo keeps flags for it away from build scripts and procedural macros.
        if let Some(host) = host(&directory) {
            self.pass_on_cfgs(command, &host);
            command.args(["--target", &host]);
        }
        for package in self.with_root(changed.0) {
            // A setting that changes no meaning, but is part of what cargo knows an artifact by.
            let setting = format!(
                "profile.dev.package.\"{package}\".codegen-units={}",
                changed.1
            );
            command.args(["--config", &setting]);
        }
        command.current_dir(directory).stdin(Stdio::null());
        command.env("RUSTC_WRAPPER", wrapper);
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
