//! What `check`, `list`, `run` and others have in common: compile the packages with cargo, read them, show the findings.

use std::path::{absolute, Path, PathBuf};

use serde_json::json;

use super::args;
use super::{Exit, Terminal};
use crate::diagnostic::render::Renderer;
use crate::diagnostic::{self, Diagnostic, Severity};
use crate::driver::{self, Analysis, Frontend};
use crate::evidence::replay::Subject;
use crate::project::{Built, Package, Project, Selection, Settings};
use crate::report::fingerprint;
use crate::source::{FileId, SourceMap};
use crate::syntax::candidates::LoopCandidate;

/// Everything that was read in one run.
pub struct Session {
    frontend: Frontend,
    pub root: PathBuf,
    /// None if cargo does not accept it.
    pub project: Option<Project>,
    /// Of crates with something to show.
    pub analyses: Vec<Analysis>,
    /// Functions that look like a loop, of all crates.
    pub unmarked_loops: Vec<LoopCandidate>,
    /// Where each of them comes from: the package and the unit, by their indices.
    origins: Vec<(usize, usize)>,
    /// What cargo said about the packages.
    built: Built,
    /// Whether anything is wrong with the user's code.
    pub failed: bool,
    /// Whether something is wrong that is not about one crate's code: a setting, or a crate that does not compile.
    pub unusable: bool,
}

/// Reads the selected packages; `Err` if there is nothing to go on with.
pub fn read(selection: &args::Selection, terminal: &Terminal) -> Result<Session, Exit> {
    let mut session = Session {
        frontend: Frontend::default(),
        root: PathBuf::new(),
        project: None,
        analyses: Vec::new(),
        unmarked_loops: Vec::new(),
        origins: Vec::new(),
        built: Built::default(),
        failed: false,
        unusable: false,
    };
    let mut findings = Vec::new();
    let project = Project::open(
        &selected(selection),
        &mut session.frontend.sources,
        &mut findings,
    );
    let Some(project) = project else {
        session.show(findings, terminal);
        return Err(Exit::Usage);
    };
    session.root = project.root.clone();
    terminal.set_prefix(repository_prefix(&session.root));
    session.unusable = !findings.is_empty();
    let firmware: Vec<&Package> = project.packages.iter().filter(|p| p.is_firmware).collect();
    if !firmware.is_empty() {
        let built = session.compile(&project, &firmware, terminal);
        findings.extend(match built {
            Some(built) => {
                session.built = built;
                session.analyse(&project, &firmware, terminal)
            }
            None => session.read_texts(&project, &firmware),
        });
    }
    session.show(findings, terminal);
    session.project = Some(project);
    Ok(session)
}

/// The way from the root of the repository to the workspace: services that show a document know the repository only.
fn repository_prefix(root: &Path) -> String {
    let repository = root.ancestors().find(|it| it.join(".git").exists());
    let inside = repository.and_then(|it| root.strip_prefix(it).ok());
    let parts = inside.into_iter().flat_map(Path::iter);
    parts
        .map(|part| format!("{}/", part.to_string_lossy()))
        .collect()
}

pub fn selected(selection: &args::Selection) -> Selection {
    let features = selection
        .features
        .iter()
        .flat_map(|list| list.split([',', ' ']));
    Selection {
        manifest_path: selection.manifest_path.clone(),
        packages: selection.package.clone(),
        workspace: selection.workspace,
        exclude: selection.exclude.clone(),
        features: features
            .filter(|f| !f.is_empty())
            .map(str::to_owned)
            .collect(),
        all_features: selection.all_features,
        no_default_features: selection.no_default_features,
        locked: selection.locked,
        offline: selection.offline,
        target: None,
        // Cargo and rustc are started in directories of their own.
        target_dir: selection
            .target_dir
            .as_ref()
            .map(|it| absolute(it).unwrap_or_else(|_| it.clone())),
    }
}

impl Session {
    /// A crate that does not compile gets rustc's own words.
    fn compile(
        &mut self,
        project: &Project,
        packages: &[&Package],
        terminal: &Terminal,
    ) -> Option<Built> {
        for package in packages {
            terminal.status(
                "Compiling",
                format_args!("{} v{}", package.name, package.version),
            );
        }
        match project.check(packages, terminal.stderr_colour()) {
            Ok(built) => {
                terminal.detail(built.warnings.trim_end());
                Some(built)
            }
            Err(refused) => {
                (self.failed, self.unusable) = (true, true);
                terminal.say(refused.messages.trim_end());
                let line = json!({"reason": "not-compiled", "message": refused.messages});
                terminal.message(&line);
                None
            }
        }
    }

    /// What can be said about a crate that does not compile: types would be guesses, text and attributes are not.
    fn read_texts(&mut self, project: &Project, packages: &[&Package]) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        for package in packages {
            for unit in &package.units {
                let request = driver::of_unit(project, package, unit, &Built::default());
                findings.extend(self.frontend.read_text(&request));
            }
        }
        findings
    }

    fn analyse(
        &mut self,
        project: &Project,
        packages: &[&Package],
        terminal: &Terminal,
    ) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        for package in packages {
            let position = project
                .packages
                .iter()
                .position(|it| std::ptr::eq(it, *package));
            for (number, unit) in package.units.iter().enumerate() {
                terminal.detail(format_args!("reading {}", unit.root.display()));
                let request = driver::of_unit(project, package, unit, &self.built);
                let analysis = self.frontend.analyse(&request);
                findings.extend(analysis.diagnostics.iter().cloned());
                findings.extend(analysis.warnings.iter().cloned());
                self.unmarked_loops.extend(analysis.loop_candidates());
                let is_library = unit.kind == crate::project::UnitKind::Library;
                if is_library || !analysis.program.harnesses.is_empty() {
                    self.analyses.push(analysis);
                    self.origins.push((position.unwrap_or(0), number));
                }
            }
        }
        findings
    }

    fn show(&mut self, mut findings: Vec<Diagnostic>, terminal: &Terminal) {
        self.failed |= findings.iter().any(|f| f.severity == Severity::Error);
        diagnostic::sort(&mut findings, &self.frontend.sources);
        let renderer = self.renderer(terminal.stderr_colour(), terminal);
        for finding in &findings {
            if terminal.is_for_people() {
                terminal.say(renderer.human(finding));
            }
            terminal.message(&renderer.json(finding));
        }
    }

    pub fn renderer(&self, colour: bool, terminal: &Terminal) -> Renderer<'_> {
        Renderer {
            sources: &self.frontend.sources,
            root: &self.root,
            colour,
            width: terminal.width(),
        }
    }

    /// All that was read.
    pub fn sources(&self) -> &SourceMap {
        &self.frontend.sources
    }

    /// What is needed to replay traces of a crate, by its index among the analyses.
    pub fn compiled(&self, index: usize) -> Option<(Subject<'_>, &Built)> {
        let (package, unit) = *self.origins.get(index)?;
        let project = self.project.as_ref()?;
        let package = project.packages.get(package)?;
        let analysis = self.analyses.get(index)?;
        let subject = Subject {
            project,
            package,
            unit: package.units.get(unit)?,
            program: &analysis.program,
            blueprint: &analysis.blueprint,
            sources: &self.frontend.sources,
        };
        Some((subject, &self.built))
    }

    /// The settings of the package that a crate belongs to.
    pub fn settings(&self, analysis: &Analysis) -> Settings {
        let packages = self.project.iter().flat_map(|project| &project.packages);
        let own = packages
            .into_iter()
            .find(|it| it.name == analysis.package.0);
        own.map(|it| it.settings.clone()).unwrap_or_default()
    }

    /// The packages that were read.
    pub fn packages(&self) -> Vec<String> {
        let packages = self.project.iter().flat_map(|project| &project.packages);
        packages.map(|it| it.name.clone()).collect()
    }

    /// A digest of all that was read.
    pub fn sources_digest(&self) -> String {
        let sources = &self.frontend.sources;
        let files = (0..sources.len()).map(|index| sources.file(FileId(index)));
        fingerprint::of_all(files.map(|it| it.text.as_str()).collect())
    }

    /// How a command ends that did nothing but read.
    pub fn exit(&self, terminal: &Terminal) -> Exit {
        let loops: usize = self
            .analyses
            .iter()
            .map(|a| a.program.harnesses.len())
            .sum();
        match (self.failed, loops) {
            (true, _) => Exit::Usage,
            (false, 0) => {
                terminal.error("no control loop was found: nothing is marked `#[control_loop]`");
                Exit::Nothing
            }
            (false, _) => Exit::Done,
        }
    }
}
