//! Has cargo write the dependency on the runtime into a manifest.

use std::path::Path;
use std::process::Command;

use super::graph::RUNTIME;
use super::{cargo, Package, Project};

impl Project {
    /// From the registry, in the version of this tool, or from a directory. What cargo says if it refuses.
    pub fn add_runtime(&self, package: &Package, runtime: Option<&Path>) -> Result<(), String> {
        let mut command = Command::new(cargo());
        command.arg("add").arg("--quiet").arg("--manifest-path");
        command.arg(&package.manifest);
        match runtime {
            Some(path) => command.arg(RUNTIME).arg("--path").arg(path),
            None => command.arg(format!("{RUNTIME}@{}", env!("CARGO_PKG_VERSION"))),
        };
        if self.selection.offline {
            command.arg("--offline");
        }
        let output = command.output().map_err(|why| why.to_string())?;
        match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        }
    }
}
