//! What cargo knows: which packages are asked for, which files make their crates, how they are configured.
//!
//! Nothing is parsed here. [`Project::open`] asks `cargo metadata`; [`Project::check`] has cargo compile the packages
//! and so learns the features and `cfg`s that really apply; [`Project::crates`] lists the crates to read.

mod check;
mod config;
mod dependency;
mod graph;
mod host;
pub mod process;
mod settings;
mod target;

pub use check::{Built, CheckFailed};
pub use graph::{CrateFiles, Package, Unit, UnitKind};
pub use host::{HostBuild, HostTest};
pub use settings::{
    nearest, parse_duration, parse_size, schema as settings_schema, ExternKind, Level, LevelRule,
    Levels, Overflow, Require, Settings,
};

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use cargo_metadata::{CargoOpt, Metadata, MetadataCommand};

use crate::diagnostic::{project as codes, Diagnostic};
use crate::source::SourceMap;
use crate::syntax::CfgSet;

/// What the user selects, as for `cargo build`.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub manifest_path: Option<PathBuf>,
    pub packages: Vec<String>,
    pub workspace: bool,
    pub exclude: Vec<String>,
    pub features: Vec<String>,
    pub all_features: bool,
    pub no_default_features: bool,
    pub locked: bool,
    pub offline: bool,
    /// Overrides the configured target.
    pub target: Option<String>,
    /// Where cargo puts what it builds; `target` of the workspace by default.
    pub target_dir: Option<PathBuf>,
    /// What flags say, stronger than the environment and the manifests.
    pub settings: Settings,
    /// A name under `profile` in the settings of the manifests.
    pub profile: Option<String>,
}

/// A workspace and the packages of it that are asked for.
pub struct Project {
    pub selection: Selection,
    /// The directory of the workspace.
    pub root: PathBuf,
    /// Where the artifacts of this tool go.
    pub artifacts: PathBuf,
    /// The selected packages, by name.
    pub packages: Vec<Package>,
    /// The target that cargo is configured to build for, if any.
    pub target: Option<String>,
    /// What holds for that target, or for this machine.
    target_cfg: CfgSet,
    /// What cargo passes to rustc for that target.
    flags: config::Flags,
    metadata: Metadata,
}

impl Project {
    /// Asks cargo; `None` if there is nothing to go on with, which is then in `diagnostics`.
    pub fn open(
        selection: &Selection,
        sources: &mut SourceMap,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Project> {
        let metadata = match metadata(selection) {
            Ok(metadata) => metadata,
            Err(diagnostic) => {
                diagnostics.push(*diagnostic);
                return None;
            }
        };
        let root = metadata.workspace_root.clone().into_std_path_buf();
        let directory = directory_of(selection);
        let target = config::target(selection, &directory);
        let (target_cfg, flags, problem) = target::cfg(target.as_deref(), &directory);
        diagnostics.extend(problem);
        let mut project = Project {
            selection: selection.clone(),
            artifacts: artifacts(selection, &metadata),
            packages: Vec::new(),
            target,
            target_cfg,
            flags,
            root,
            metadata,
        };
        project.packages = project.select(sources, diagnostics);
        Some(project)
    }

    /// The width of `usize` for a package: its setting, else that of the configured target, else 32.
    pub fn pointer_width(&self, package: &Package) -> u32 {
        let configured = self.target.as_ref().and_then(|_| {
            let mut widths = self.target_cfg.values("target_pointer_width");
            widths.next().and_then(|width| width.parse().ok())
        });
        package.settings.pointer_width.or(configured).unwrap_or(32)
    }
}

/// Artifacts of this tool stand beside cargo's, so that neither invalidates the other's.
fn artifacts(selection: &Selection, metadata: &Metadata) -> PathBuf {
    let target = metadata.target_directory.clone().into_std_path_buf();
    let target = selection.target_dir.clone().unwrap_or(target);
    target.join("falsify")
}

/// The directory from which cargo would read its configuration.
fn directory_of(selection: &Selection) -> PathBuf {
    let manifest = selection.manifest_path.as_deref().and_then(Path::parent);
    let relative = manifest.map(Path::to_path_buf).unwrap_or_default();
    let current = std::env::current_dir().unwrap_or_default();
    current.join(relative)
}

/// The cargo that runs us, or the one on the path.
fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn metadata(selection: &Selection) -> Result<Metadata, Box<Diagnostic>> {
    let mut command = MetadataCommand::new();
    command.cargo_path(cargo());
    if let Some(path) = &selection.manifest_path {
        command.manifest_path(path);
    }
    if selection.all_features {
        command.features(CargoOpt::AllFeatures);
    }
    if selection.no_default_features {
        command.features(CargoOpt::NoDefaultFeatures);
    }
    if !selection.features.is_empty() {
        let features = selection.features.clone();
        command.features(CargoOpt::SomeFeatures(features));
    }
    let mut options = Vec::new();
    options.extend(selection.locked.then(|| "--locked".to_string()));
    options.extend(selection.offline.then(|| "--offline".to_string()));
    command.other_options(options);
    command.exec().map_err(|error| Box::new(refused(&error)))
}

fn refused(error: &cargo_metadata::Error) -> Diagnostic {
    let text = match error {
        cargo_metadata::Error::CargoMetadata { stderr } => stderr.trim().to_string(),
        other => other.to_string(),
    };
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    Diagnostic::global(
        codes::METADATA,
        format!("cargo does not accept the project: {text}"),
    )
}

#[cfg(test)]
mod tests;
