//! Packages, their targets and what they depend on.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use cargo_metadata::{DependencyKind, Node, PackageId, Target, TargetKind};

use super::check::Built;
use super::settings::{is_known, Environment, Manifest, Settings};
use super::Project;
use crate::diagnostic::{project as codes, Diagnostic};
use crate::source::SourceMap;
use crate::syntax::ast::Edition;
use crate::syntax::CfgSet;

/// The package whose operators and attributes firmware uses.
pub(super) const RUNTIME: &str = "falsify-runtime";

/// Packages whose meaning the tool carries with it.
const MODELLED: [&str; 1] = ["critical-section"];

/// Packages with the `cfg` that has them prefer assembly to Rust for the very same results.
const PORTABLE: [(&str, &str); 1] = [("libm", "arch_enabled")];

/// A selected package.
#[derive(Clone)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub manifest: PathBuf,
    pub settings: Settings,
    /// Its library and binaries.
    pub units: Vec<Unit>,
    /// Whether it depends on falsify-runtime, without which there is nothing to analyse.
    pub is_firmware: bool,
    pub(super) id: PackageId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    Library,
    Binary,
}

/// One crate of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub kind: UnitKind,
    /// The name of the target.
    pub name: String,
    pub edition: Edition,
    pub root: PathBuf,
}

/// What is needed to read one crate.
#[derive(Clone, Debug)]
pub struct CrateFiles {
    /// The name by which paths call it, `-` replaced by `_`.
    pub name: String,
    /// The package it belongs to.
    pub package: String,
    pub edition: Edition,
    pub root: PathBuf,
    pub cfg: CfgSet,
    /// The name by which this crate calls each dependency, and its index in the list.
    pub dependencies: Vec<(String, usize)>,
}

fn environment(diagnostics: &mut Vec<Diagnostic>) -> Environment {
    let text = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
    let variables = std::env::vars_os();
    Environment::read(
        variables.map(|(name, value)| (text(name), text(value))),
        diagnostics,
    )
}

impl Project {
    /// The packages that are asked for, with their settings.
    pub(super) fn select(
        &self,
        sources: &mut SourceMap,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<Package> {
        let mut chosen = self.chosen(diagnostics);
        chosen.sort_by(|a, b| a.name.cmp(&b.name).then(a.id.cmp(&b.id)));
        chosen.dedup_by(|a, b| a.id == b.id);
        let environment = environment(diagnostics);
        let workspace = Manifest::of_workspace(&self.root, sources, diagnostics);
        let mut manifests = Vec::new();
        for package in &chosen {
            let manifest = package.manifest_path.as_std_path();
            manifests.push(Manifest::of_package(manifest, sources, diagnostics));
        }
        let profile = self
            .selection
            .profile
            .as_ref()
            .or(environment.profile.as_ref());
        if let Some(profile) = profile {
            let all: Vec<&Manifest> = manifests.iter().chain([&workspace]).collect();
            diagnostics.extend(is_known(profile, &all).err().map(|it| *it));
        }
        let profile = profile.map(String::as_str);
        let settings = |own: &Manifest| {
            let flags = self.selection.settings.clone();
            let said = flags.or(&environment.settings).or(&own.under(profile));
            said.or(&workspace.under(profile))
        };
        let packages = chosen.into_iter().zip(&manifests);
        let packages = packages.map(|(package, own)| Package {
            name: package.name.to_string(),
            version: package.version.to_string(),
            manifest: package.manifest_path.clone().into_std_path_buf(),
            settings: settings(own),
            units: units(package),
            is_firmware: self.depends_on_runtime(package),
            id: package.id.clone(),
        });
        packages.collect()
    }

    fn chosen(&self, diagnostics: &mut Vec<Diagnostic>) -> Vec<&cargo_metadata::Package> {
        let members = self.metadata.workspace_packages();
        if !self.selection.packages.is_empty() {
            let specs = self.selection.packages.iter();
            let found = specs.flat_map(|spec| self.by_spec(spec, &members, diagnostics));
            return found.collect();
        }
        if self.selection.workspace {
            let excluded: Vec<&PackageId> = self
                .selection
                .exclude
                .iter()
                .flat_map(|spec| self.by_spec(spec, &members, diagnostics))
                .map(|package| &package.id)
                .collect();
            let kept = members.into_iter().filter(|it| !excluded.contains(&&it.id));
            return kept.collect();
        }
        self.default_packages()
    }

    /// As cargo does: the package whose directory we are in, else the workspace's default members.
    fn default_packages(&self) -> Vec<&cargo_metadata::Package> {
        match self.metadata.root_package() {
            Some(package)
                if package.manifest_path.parent() != Some(&*self.metadata.workspace_root) =>
            {
                vec![package]
            }
            _ => self.metadata.workspace_default_packages(),
        }
    }

    fn by_spec<'a>(
        &self,
        spec: &str,
        members: &[&'a cargo_metadata::Package],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Vec<&'a cargo_metadata::Package> {
        let matching: Vec<_> = members
            .iter()
            .filter(|package| matches_spec(package, spec))
            .copied()
            .collect();
        if matching.is_empty() {
            let message = format!("no package of the workspace is called `{spec}`");
            let names: Vec<String> = members.iter().map(|it| it.name.to_string()).collect();
            let help = format!("there is {}", names.join(", "));
            diagnostics.push(Diagnostic::global(codes::PACKAGE, message).help(help));
        }
        matching
    }

    fn depends_on_runtime(&self, package: &cargo_metadata::Package) -> bool {
        let normal = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind == DependencyKind::Normal);
        package.name.as_str() == RUNTIME || normal.into_iter().any(|it| it.name == RUNTIME)
    }

    /// The crates to read for one crate of a package: dependencies before dependents, itself last. Left out are
    /// procedural macros, what only build scripts and tests need, what no source mentions, and crates of which the tool
    /// carries a model.
    pub fn crates(&self, package: &Package, unit: &Unit, built: &Built) -> Vec<CrateFiles> {
        let nodes = self.metadata.resolve.iter().flat_map(|it| &it.nodes);
        let mut collector = Collector {
            project: self,
            built,
            nodes: nodes.map(|node| (&node.id, node)).collect(),
            packages: self
                .metadata
                .packages
                .iter()
                .map(|it| (&it.id, it))
                .collect(),
            pointer_width: self.pointer_width(package),
            indices: HashMap::new(),
            crates: Vec::new(),
        };
        collector.unit(package, unit);
        collector.crates
    }
}

fn matches_spec(package: &cargo_metadata::Package, spec: &str) -> bool {
    let (name, version) = spec.split_once('@').unwrap_or((spec, ""));
    let version_matches = version.is_empty() || package.version.to_string() == version;
    package.id.repr == spec || (package.name.as_str() == name && version_matches)
}

fn units(package: &cargo_metadata::Package) -> Vec<Unit> {
    let mut units: Vec<Unit> = package.targets.iter().filter_map(unit).collect();
    units.sort_by_key(|unit| (unit.kind == UnitKind::Binary, unit.name.clone()));
    units
}

fn unit(target: &Target) -> Option<Unit> {
    let kind = if is_library(target) {
        UnitKind::Library
    } else if target.is_kind(TargetKind::Bin) {
        UnitKind::Binary
    } else {
        return None;
    };
    Some(Unit {
        kind,
        name: target.name.clone(),
        edition: edition(target),
        root: target.src_path.clone().into_std_path_buf(),
    })
}

/// Every kind of library that has Rust sources; procedural macros run in the compiler only.
fn is_library(target: &Target) -> bool {
    let kinds = [
        TargetKind::Lib,
        TargetKind::RLib,
        TargetKind::DyLib,
        TargetKind::CDyLib,
        TargetKind::StaticLib,
    ];
    kinds.into_iter().any(|kind| target.is_kind(kind))
}

/// What cargo knows to be newer than this tool is read as the newest edition.
fn edition(target: &Target) -> Edition {
    target.edition.as_str().parse().unwrap_or(Edition::E2024)
}

/// Every word of the Rust files in a directory and below: a crate that is not among them is not used there.
fn mentioned_names(directory: Option<&Path>) -> HashSet<String> {
    let mut names = HashSet::new();
    let mut open: Vec<PathBuf> = directory.map(Path::to_path_buf).into_iter().collect();
    while let Some(directory) = open.pop() {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read(path).unwrap_or_default();
                let text = String::from_utf8_lossy(&text);
                let words = text.split(|c: char| c != '_' && !c.is_alphanumeric());
                names.extend(words.filter(|word| !word.is_empty()).map(str::to_string));
            }
        }
    }
    names
}

fn path_name(name: &str) -> String {
    name.replace('-', "_")
}

/// Walks the graph of dependencies.
struct Collector<'a> {
    project: &'a Project,
    built: &'a Built,
    nodes: HashMap<&'a PackageId, &'a Node>,
    packages: HashMap<&'a PackageId, &'a cargo_metadata::Package>,
    pointer_width: u32,
    /// The library of each package that is in the list already; `None`: it has none to read.
    indices: HashMap<&'a PackageId, Option<usize>>,
    crates: Vec<CrateFiles>,
}

impl<'a> Collector<'a> {
    fn unit(&mut self, package: &Package, unit: &Unit) {
        let Some((&id, _)) = self.packages.get_key_value(&package.id) else {
            return;
        };
        let mut dependencies = self.dependencies(id, None);
        if unit.kind == UnitKind::Binary {
            let library = self.library(id);
            let name = library.map(|index| self.crates[index].name.clone());
            dependencies.extend(name.zip(library));
        }
        self.push(id, unit, dependencies);
    }

    fn push(&mut self, id: &PackageId, unit: &Unit, dependencies: Vec<(String, usize)>) -> usize {
        let package = self.packages.get(id).map(|it| it.name.to_string());
        self.crates.push(CrateFiles {
            name: path_name(&unit.name),
            package: package.unwrap_or_default(),
            edition: unit.edition,
            root: unit.root.clone(),
            cfg: self.cfg(id),
            dependencies,
        });
        self.crates.len() - 1
    }

    /// Puts a package's library into the list, after what it depends on.
    fn library(&mut self, id: &'a PackageId) -> Option<usize> {
        if let Some(&known) = self.indices.get(id) {
            return known;
        }
        // Cargo allows cycles through dev-dependencies only, which are not followed; this ends any other.
        self.indices.insert(id, None);
        let package = *self.packages.get(id)?;
        if MODELLED.contains(&package.name.as_str()) {
            return None;
        }
        let library = package.targets.iter().find(|target| is_library(target));
        let index = library.and_then(unit).map(|unit| {
            let mentioned = mentioned_names(unit.root.parent());
            let dependencies = self.dependencies(id, Some(&mentioned));
            self.push(id, &unit, dependencies)
        });
        self.indices.insert(id, index);
        index
    }

    /// The libraries that a package depends on; only those `mentioned`, if that is known.
    fn dependencies(
        &mut self,
        id: &PackageId,
        mentioned: Option<&HashSet<String>>,
    ) -> Vec<(String, usize)> {
        let Some(&node) = self.nodes.get(id) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for dependency in &node.deps {
            let normal = dependency
                .dep_kinds
                .iter()
                .any(|info| info.kind == DependencyKind::Normal);
            if normal && mentioned.is_none_or(|names| names.contains(&dependency.name)) {
                let index = self.library(&dependency.pkg);
                out.extend(index.map(|index| (dependency.name.clone(), index)));
            }
        }
        out
    }

    /// The target's `cfg`s, the package's features and what its build script adds.
    fn cfg(&self, id: &PackageId) -> CfgSet {
        let mut cfg = self.project.target_cfg.clone();
        cfg.remove_key("target_pointer_width");
        let width = self.pointer_width.to_string();
        cfg.insert("target_pointer_width", Some(&width));
        let resolved = self.nodes.get(id).map(|node| &node.features);
        let resolved = resolved.into_iter().flatten().map(|it| it.to_string());
        let features = self.built.features_of(id);
        for feature in features.unwrap_or_else(|| resolved.collect()) {
            cfg.insert("feature", Some(&feature));
        }
        for (name, value) in self.built.cfgs_of(id) {
            cfg.insert(name, value.as_deref());
        }
        let name = self.packages.get(id).map(|package| package.name.as_str());
        for (_, assembly) in PORTABLE.iter().filter(|(it, _)| Some(*it) == name) {
            cfg.remove_key(assembly);
        }
        cfg
    }
}
