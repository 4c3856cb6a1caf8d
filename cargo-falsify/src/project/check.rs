//! Compiling with cargo: a crate that does not compile is not analysed, and one that does shows which features and
//! `cfg`s it was compiled with.

use std::collections::HashMap;
use std::process::{Command, Stdio};

use cargo_metadata::{Message, PackageId};

use super::target::{host, is_installed, parse_cfg};
use super::{cargo, directory_of, Package, Project};

/// What cargo said about the packages it compiled.
#[derive(Debug, Default)]
pub struct Built {
    features: HashMap<PackageId, Vec<String>>,
    cfgs: HashMap<PackageId, Vec<String>>,
    /// Warnings, as rustc prints them.
    pub warnings: String,
}

/// The packages do not compile.
#[derive(Debug)]
pub struct CheckFailed {
    /// What rustc and cargo print, for people.
    pub messages: String,
}

impl Built {
    /// The features of a package, if it was compiled in one way only.
    pub(super) fn features_of(&self, id: &PackageId) -> Option<Vec<String>> {
        self.features.get(id).cloned()
    }

    pub(super) fn cfgs_of(&self, id: &PackageId) -> Vec<(String, Option<String>)> {
        let cfgs = self.cfgs.get(id).into_iter().flatten();
        cfgs.map(|text| parse_cfg(text)).collect()
    }
}

impl Project {
    /// Runs `cargo check` on packages, with artifacts of its own. A configured target whose standard library is not
    /// installed is replaced by this machine's.
    pub fn check(&self, packages: &[&Package], colour: bool) -> Result<Built, CheckFailed> {
        let output = self.check_command(packages, colour).output();
        let output = output.map_err(|error| CheckFailed {
            messages: format!("cannot run cargo: {error}"),
        })?;
        let (built, rendered) = read_messages(&output.stdout);
        if output.status.success() {
            return Ok(Built {
                warnings: rendered,
                ..built
            });
        }
        let spoken = String::from_utf8_lossy(&output.stderr);
        Err(CheckFailed {
            messages: format!("{rendered}{spoken}"),
        })
    }

    fn check_command(&self, packages: &[&Package], colour: bool) -> Command {
        let selection = &self.selection;
        let mut command = Command::new(cargo());
        command.arg("check").arg("--quiet");
        command.args([
            "--message-format",
            match colour {
                true => "json-diagnostic-rendered-ansi",
                false => "json",
            },
        ]);
        command.arg("--target-dir").arg(&self.artifacts);
        for package in packages {
            command.args(["--package", &package.id.repr]);
        }
        self.add_selection(&mut command);
        if let Some(target) = self.check_target() {
            self.pass_on_cfgs(&mut command, &target);
            command.args(["--target", &target]);
        }
        // Feature flags mean the package of the directory, as they do for the user.
        command.current_dir(directory_of(selection));
        command.stdin(Stdio::null());
        command
    }

    /// The features and what cargo may look up, as the user has said.
    pub(super) fn add_selection(&self, command: &mut Command) {
        let selection = &self.selection;
        for feature in &selection.features {
            command.args(["--features", feature]);
        }
        let flags = [
            ("--all-features", selection.all_features),
            ("--no-default-features", selection.no_default_features),
            ("--locked", selection.locked),
            ("--offline", selection.offline),
        ];
        command.args(flags.iter().filter(|(_, on)| *on).map(|(flag, _)| flag));
    }

    /// A crate that is compiled for another target than its own gets the `cfg`s that are set for its own.
    pub(super) fn pass_on_cfgs(&self, command: &mut Command, target: &str) {
        let cfgs = self.flags.cfgs();
        if self.target.as_deref() == Some(target) || !self.flags.of_target || cfgs.is_empty() {
            return;
        }
        let name = target.to_uppercase().replace(['-', '.'], "_");
        command.env(format!("CARGO_TARGET_{name}_RUSTFLAGS"), cfgs.join(" "));
    }

    fn check_target(&self) -> Option<String> {
        let target = self.target.clone()?;
        let directory = directory_of(&self.selection);
        match is_installed(&target, &directory) {
            true => Some(target),
            false => host(&directory),
        }
    }
}

/// What the messages say about packages, and the diagnostics in them as rustc would print them.
fn read_messages(stdout: &[u8]) -> (Built, String) {
    let mut built = Built::default();
    let mut ambiguous = Vec::new();
    let mut rendered = String::new();
    for message in Message::parse_stream(stdout).map_while(Result::ok) {
        match message {
            Message::CompilerArtifact(artifact) => {
                let known = built.features.get(&artifact.package_id);
                if known.is_some_and(|known| *known != artifact.features) {
                    ambiguous.push(artifact.package_id.clone());
                }
                built
                    .features
                    .insert(artifact.package_id, artifact.features);
            }
            Message::BuildScriptExecuted(script) => {
                built.cfgs.insert(script.package_id, script.cfgs);
            }
            Message::CompilerMessage(message) => {
                rendered += &message.message.rendered.unwrap_or(message.message.message);
            }
            _ => {}
        }
    }
    // Compiled for the device and for the host with different features: cargo metadata's union is the better guess.
    for id in ambiguous {
        built.features.remove(&id);
    }
    (built, rendered)
}
