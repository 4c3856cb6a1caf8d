//! The stages in order: files of a crate and of what it depends on become a program, what was found in it, and findings.

mod contracts;
mod library;
mod overflow;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::effects::EffectsOf;
use crate::ir::Program;
use crate::list::{self, Listing};
use crate::lower::{install_evaluator, Extern, Lowering};
use crate::project::{Built, CrateFiles, ExternKind, Overflow, Package, Project, Unit};
use crate::source::{FileId, SourceMap, Span, Symbol};
use crate::syntax::ast::Edition;
use crate::syntax::{parse_crate, CfgSet, CrateSource, Disk, Loader, Memory, ParsedCrate};
use crate::typeck::{CrateInput, Options, Tcx};

/// A crate to read.
#[derive(Clone, Debug)]
pub struct CrateSpec {
    /// The name by which paths call it.
    pub name: String,
    pub edition: Edition,
    /// The file of the crate root.
    pub root: PathBuf,
    pub origin: Origin,
    pub cfg: CfgSet,
    /// The name by which this crate calls each dependency, and its index among the crates of the request.
    pub dependencies: Vec<(String, usize)>,
}

/// Where files come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Disk,
    /// The model that the tool carries.
    Library,
    /// The text of a request.
    Text,
}

/// One crate with everything it depends on.
#[derive(Clone, Debug)]
pub struct Request {
    /// The package's name and version.
    pub package: (String, String),
    /// Dependencies before dependents; the last one is the crate to analyse.
    pub crates: Vec<CrateSpec>,
    pub pointer_width: u32,
    pub overflow: Overflow,
    /// Functions that the settings declare to be inputs or outputs, by path.
    pub externs: HashMap<String, Extern>,
    /// Files that are not on disk.
    pub texts: Memory,
}

/// What became of a crate.
pub struct Analysis {
    pub package: (String, String),
    pub program: Program,
    pub effects: EffectsOf,
    pub listing: Listing,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
    own_files: BTreeSet<FileId>,
}

impl Analysis {
    /// Whether a span lies in the crate itself, not in a dependency or the library.
    pub fn is_own(&self, span: Span) -> bool {
        self.own_files.contains(&span.file)
    }
}

/// Runs all stages. Must be on a thread with a large stack: source nests as deep as it likes.
pub fn analyse(request: &Request, sources: &mut SourceMap) -> Analysis {
    let mut diagnostics = Vec::new();
    let (crates, own_files) = read(request, sources, &mut diagnostics);
    let main = crates.len() - 1;
    let options = Options {
        pointer_width: request.pointer_width,
    };
    let tcx = Tcx::new(crates, options);
    install_evaluator(&tcx);
    let mut lowering = Lowering::new(&tcx);
    lowering.externs = request.externs.clone();
    lowering.roots(main, Symbol::new(&request.package.0));
    lowering.aux_functions(main);
    diagnostics.extend(tcx.take_diagnostics());
    let functions = lowering.inspect(main, &diagnostics);
    let mut program = std::mem::replace(&mut lowering.program, Program::new(0));
    if request.overflow == Overflow::Wrap {
        overflow::wrap(&mut program);
    }
    let effects = EffectsOf::new(&program);
    let listing = list::build(&program, &effects, &functions);
    let mut analysis = Analysis {
        package: request.package.clone(),
        program,
        effects,
        listing,
        diagnostics,
        own_files,
    };
    let breaches = contracts::breaches(&analysis);
    analysis.diagnostics.extend(breaches);
    analysis
}

/// Reads all crates; the files of the last one are the user's own.
fn read(
    request: &Request,
    sources: &mut SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<CrateInput>, BTreeSet<FileId>) {
    let library = library::files();
    let model = library::crates();
    let offset = model.len();
    let mut parsed: Vec<ParsedCrate> = Vec::new();
    let mut inputs = Vec::new();
    let mut own_files = BTreeSet::new();
    for (index, spec) in model.iter().chain(&request.crates).enumerate() {
        let shift = if index < offset { 0 } else { offset };
        let dependencies = spec
            .dependencies
            .iter()
            .map(|(name, at)| (name.clone(), at + shift));
        let dependencies: Vec<(String, usize)> = implied(&model)
            .chain(dependencies)
            .filter(|(_, at)| *at < index)
            .collect();
        let loader: &dyn Loader = match spec.origin {
            Origin::Disk => &Disk,
            Origin::Library => &library,
            Origin::Text => &request.texts,
        };
        let first = sources.len();
        let source = CrateSource {
            name: spec.name.clone(),
            edition: spec.edition,
            root: spec.root.clone(),
            loader,
            cfg: spec.cfg.clone(),
            dependencies: dependencies
                .iter()
                .map(|(name, at)| (name.clone(), parsed[*at].macros.clone()))
                .collect(),
        };
        let mut found = Vec::new();
        let read = parse_crate(&source, sources, &mut found);
        // What a dependency cannot be read for is an error where the user's code reaches it, not before.
        let is_dependency = index + 1 < offset + request.crates.len();
        if spec.origin != Origin::Disk || !is_dependency {
            diagnostics.extend(found);
        }
        own_files = (first..sources.len()).map(FileId).collect();
        parsed.push(read);
        inputs.push(dependencies);
    }
    let with_dependencies = parsed.into_iter().zip(inputs);
    let crates = with_dependencies.map(|(parsed, dependencies)| CrateInput {
        // Types and names refer to the trees for as long as the process lives.
        ast: Box::leak(Box::new(parsed.ast)),
        deps: dependencies
            .iter()
            .map(|(name, at)| (Symbol::new(name), *at))
            .collect(),
    });
    (crates.collect(), own_files)
}

/// The crates of the model that every crate may name.
fn implied(model: &[CrateSpec]) -> impl Iterator<Item = (String, usize)> + '_ {
    model
        .iter()
        .enumerate()
        .map(|(at, spec)| (spec.name.clone(), at))
}

/// The request for one crate of a package.
pub fn of_unit(project: &Project, package: &Package, unit: &Unit, built: &Built) -> Request {
    let crates = project.crates(package, unit, built).into_iter();
    let settings = &package.settings;
    Request {
        package: (package.name.clone(), package.version.clone()),
        crates: crates.map(on_disk).collect(),
        pointer_width: project.pointer_width(package),
        overflow: settings.overflow.unwrap_or(Overflow::Panic),
        externs: settings
            .externs
            .iter()
            .map(|(path, kind)| (path.clone(), declared(*kind)))
            .collect(),
        texts: Memory::default(),
    }
}

fn on_disk(files: CrateFiles) -> CrateSpec {
    CrateSpec {
        name: files.name,
        edition: files.edition,
        root: files.root,
        origin: Origin::Disk,
        cfg: files.cfg,
        dependencies: files.dependencies,
    }
}

fn declared(kind: ExternKind) -> Extern {
    match kind {
        ExternKind::Input => Extern::Input,
        ExternKind::Output => Extern::Output,
    }
}

/// The request for a single text that may use the runtime, whose sources are at a path.
pub fn single_text(text: &str, runtime: Option<&Path>) -> Request {
    let file = PathBuf::from("src/lib.rs");
    let runtime = runtime.map(|root| CrateSpec {
        name: "falsify".into(),
        edition: Edition::E2021,
        root: root.join("src/lib.rs"),
        origin: Origin::Disk,
        cfg: CfgSet::default(),
        dependencies: Vec::new(),
    });
    let dependencies = runtime.iter().map(|spec| (spec.name.clone(), 0)).collect();
    let main = CrateSpec {
        name: "text".into(),
        edition: Edition::E2021,
        root: file.clone(),
        origin: Origin::Text,
        cfg: CfgSet::default(),
        dependencies,
    };
    Request {
        package: ("text".into(), "0.0.0".into()),
        crates: runtime.into_iter().chain([main]).collect(),
        pointer_width: 32,
        overflow: Overflow::Panic,
        externs: HashMap::new(),
        texts: [(file, text)].into_iter().collect(),
    }
}
