//! The stages in order: files of a crate and of what it depends on become a program, what was found in it, and findings.

mod consequences;
mod contracts;
mod library;
mod overflow;
mod shortfalls;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use crate::effects::EffectsOf;
use crate::ir::blueprint::Blueprint;
use crate::ir::Program;
use crate::list::{self, Listing};
use crate::lower::{install_evaluator, Extern, Lowering, Moments};
use crate::preempt;
use crate::project::{Built, CrateFiles, ExternKind, Overflow, Package, Project, Unit};
use crate::source::{FileId, SourceMap, Span, Symbol};
use crate::summary::{classify, Call};
use crate::syntax::ast::{self, Edition};
use crate::syntax::candidates::{self, LoopCandidate};
use crate::syntax::outline::Outline;
use crate::syntax::{parse_crate, CfgSet, CrateSource, Disk, ExportedMacros, Loader, Memory};
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
    /// What stands behind it in the compiled crate.
    pub blueprint: Blueprint,
    /// What is added to the compiled crate when calls of its aux functions are recorded.
    pub recording: Blueprint,
    pub effects: EffectsOf,
    pub listing: Listing,
    /// What is wrong with it.
    pub diagnostics: Vec<Diagnostic>,
    /// What is not taken into account: whatever is said about the crate is said with this reservation.
    pub warnings: Vec<Diagnostic>,
    own_files: BTreeSet<FileId>,
    /// Of all crates that were read for it.
    trees: Vec<&'static ast::Crate>,
}

impl Analysis {
    /// The calls of aux functions that loops reach.
    pub fn calls(&self) -> Vec<Call> {
        let aux = self.listing.aux.iter().filter(|it| it.breaches.is_empty());
        let aux = aux.flat_map(|helper| helper.instances.iter().copied());
        classify(&self.program, &self.effects, &aux.collect())
    }

    /// Whether a span lies in the crate itself, not in a dependency or the library.
    pub fn is_own(&self, span: Span) -> bool {
        self.own_files.contains(&span.file)
    }

    /// Functions of the crate itself that look like a loop, whether or not they are marked.
    pub fn loop_candidates(&self) -> Vec<LoopCandidate> {
        let own = self.trees.last();
        own.map(|tree| candidates::loops(tree)).unwrap_or_default()
    }

    /// The function that has this span, as it is written.
    pub fn outline(&self, function: Span) -> Option<Outline> {
        // The user's own crate is the last one, and mostly asked for.
        let mut newest_first = self.trees.iter().rev();
        newest_first.find_map(|tree| Outline::find(tree, function))
    }
}

/// Reads crates and runs the stages; the library model is read once.
///
/// Lives on one thread with a large stack: source nests as deep as it likes, and types are interned per thread.
#[derive(Default)]
pub struct Frontend {
    pub sources: SourceMap,
    model: Vec<Known>,
}

/// A crate that was read.
#[derive(Clone)]
struct Known {
    input: CrateInput,
    macros: ExportedMacros,
}

impl Frontend {
    /// Runs all stages on a crate.
    pub fn analyse(&mut self, request: &Request) -> Analysis {
        let mut diagnostics = Vec::new();
        let (crates, own_files) = self.read_all(request, &mut diagnostics);
        let main = crates.len() - 1;
        let trees = crates.iter().map(|read| read.ast).collect();
        let tcx = Tcx::new(
            crates,
            Options {
                pointer_width: request.pointer_width,
            },
        );
        install_evaluator(&tcx);
        let mut lowering = Lowering::new(&tcx);
        lowering.externs = request.externs.clone();
        lowering.moments.are_wanted = true;
        lowering.roots(main, Symbol::new(&request.package.0));
        lowering.aux_functions(main);
        diagnostics.extend(tcx.take_diagnostics());
        let functions = lowering.inspect(main, &diagnostics);
        // What it cannot do is no finding about the crate: it is said when something is to be replayed.
        let blueprint = lowering.blueprint(main);
        let recording = lowering.recording(main);
        let mut program = std::mem::replace(&mut lowering.program, Program::new(0));
        if request.overflow == Overflow::Wrap {
            overflow::wrap(&mut program);
        }
        let moments = std::mem::take(&mut lowering.moments);
        let effects = EffectsOf::new(&program);
        let listing = list::build(&program, &effects, &functions, &lowering.spellings);
        let mut analysis = Analysis {
            package: request.package.clone(),
            blueprint,
            recording,
            effects,
            listing,
            diagnostics,
            warnings: Vec::new(),
            program,
            own_files,
            trees,
        };
        let breaches = contracts::breaches(&analysis);
        analysis.diagnostics.extend(breaches);
        consequences::remove(&mut analysis.diagnostics);
        self.let_handlers_preempt(&mut analysis, &moments);
        analysis
    }

    /// The program with handlers in the middle of ticks; what they are must have been found out before.
    fn let_handlers_preempt(&self, analysis: &mut Analysis, moments: &Moments) {
        if moments.mark.is_none() {
            return;
        }
        let own = &analysis.own_files;
        let source = preempt::Source {
            mark: moments.mark,
            moments: &moments.all,
            masking: &moments.masking,
            is_own: &|span| own.contains(&span.file),
            sources: &self.sources,
        };
        let woven = preempt::weave(&mut analysis.program, &source);
        analysis.warnings = shortfalls::warnings(&analysis.program, woven.torn);
        analysis.effects = EffectsOf::new(&analysis.program);
        list::note_preemption(&mut analysis.listing, &woven);
        analysis.blueprint.interruptions = woven.interruptions;
    }

    /// Reads a crate without analysing it; the findings of its own files.
    pub fn read_text(&mut self, request: &Request) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        let (_, own_files) = self.read_all(request, &mut diagnostics);
        diagnostics.retain(|d| d.span().is_none_or(|span| own_files.contains(&span.file)));
        diagnostics
    }

    /// Reads all crates; the files of the last one are the user's own.
    fn read_all(
        &mut self,
        request: &Request,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Vec<CrateInput>, BTreeSet<FileId>) {
        if self.model.is_empty() {
            self.read_model(diagnostics);
        }
        let mut known = self.model.clone();
        let mut own_files = BTreeSet::new();
        for (index, spec) in request.crates.iter().enumerate() {
            let loader: &dyn Loader = match spec.origin {
                Origin::Disk => &Disk,
                Origin::Text => &request.texts,
            };
            let first = self.sources.len();
            let mut found = Vec::new();
            let read = self.read(spec, loader, &known, &mut found);
            // What a dependency cannot be read for is an error where the user's code reaches it, not before.
            if index + 1 == request.crates.len() {
                diagnostics.extend(found);
            }
            own_files = (first..self.sources.len()).map(FileId).collect();
            known.push(read);
        }
        (known.into_iter().map(|k| k.input).collect(), own_files)
    }

    fn read_model(&mut self, diagnostics: &mut Vec<Diagnostic>) {
        let files = library::files();
        for spec in library::crates() {
            let read = self.read(&spec, &files, &self.model.clone(), diagnostics);
            self.model.push(read);
        }
    }

    fn read(
        &mut self,
        spec: &CrateSpec,
        loader: &dyn Loader,
        known: &[Known],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Known {
        // The crates of the model are before those of the request.
        let model = self.model.iter().enumerate();
        let model = model.map(|(at, known)| (known.input.ast.name.to_string(), at));
        let own = spec.dependencies.iter();
        let own = own.map(|(name, at)| (name.clone(), at + self.model.len()));
        let dependencies: Vec<(String, usize)> = model.chain(own).collect();
        let source = CrateSource {
            name: spec.name.clone(),
            edition: spec.edition,
            root: spec.root.clone(),
            loader,
            cfg: spec.cfg.clone(),
            dependencies: dependencies
                .iter()
                .map(|(name, at)| (name.clone(), known[*at].macros.clone()))
                .collect(),
        };
        let read = parse_crate(&source, &mut self.sources, diagnostics);
        let deps = dependencies
            .iter()
            .map(|(name, at)| (Symbol::new(name), *at));
        Known {
            input: CrateInput {
                // Types and names refer to the tree for as long as the process lives.
                ast: Box::leak(Box::new(read.ast)),
                deps: deps.collect(),
            },
            macros: read.macros,
        }
    }
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
        cfg: library::cfg(),
        dependencies: Vec::new(),
    });
    let dependencies = runtime.iter().map(|spec| (spec.name.clone(), 0)).collect();
    let main = CrateSpec {
        name: "text".into(),
        edition: Edition::E2021,
        root: file.clone(),
        origin: Origin::Text,
        cfg: library::cfg(),
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
