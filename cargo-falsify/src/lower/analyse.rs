//! One source text through the whole front end, in memory: what tests stand on.

use std::cell::OnceCell;
use std::path::PathBuf;

use super::{install_evaluator, warm, Key, Lowering};
use crate::diagnostic::Diagnostic;
use crate::ir::interp::{Machine, Stop, World};
use crate::ir::{FuncId, Program, Value};
use crate::source::{SourceMap, Span, Symbol};
use crate::syntax::ast::Edition;
use crate::syntax::{parse_crate, CfgSet, CrateSource, Disk, ExportedMacros, Loader, Memory};
use crate::typeck::ty::DefId;
use crate::typeck::{CrateInput, Options, Tcx};

/// Room for the recursion of parser, checker and lowering on deeply nested sources.
pub(super) const STACK: usize = 1 << 30;

/// Runs a part of the front end on a thread with a large stack. Types are interned per thread, so everything of
/// one analysis belongs in one such call.
pub fn with_big_stack<T: Send>(part: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let thread = builder
            .spawn_scoped(scope, part)
            .expect("a thread can be started");
        match thread.join() {
            Ok(made) => made,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// A crate after the front end.
pub struct Analysis {
    pub sources: SourceMap,
    pub program: Program,
    /// What is wrong with the crate as a whole and with its loops.
    pub diagnostics: Vec<Diagnostic>,
    pub functions: Vec<Function>,
}

/// A function of the crate that is not generic.
pub struct Function {
    /// Path inside the crate: `f`, `module::f`, `Type::method`.
    pub name: String,
    pub span: Span,
    /// Absent if it could not be lowered, or something that it calls.
    pub func: Option<FuncId>,
    pub problems: Vec<Diagnostic>,
}

/// Reads one source text of edition 2021 as a crate that depends on the library model and on `falsify`, for a device
/// with 64-bit pointers.
pub fn analyse_source(text: &str) -> Analysis {
    analyse_source_with(text, Edition::E2021, 64)
}

pub fn analyse_source_with(text: &str, edition: Edition, pointer_width: u32) -> Analysis {
    let text = text.to_owned();
    warm::run(move || Reader::warm().analyse(&text, edition, pointer_width))
}

impl Analysis {
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Calls a function by its path inside the crate.
    pub fn run(&self, name: &str, args: &[Value], world: &mut dyn World) -> Result<Value, Stop> {
        let func = self.function(name).and_then(|function| function.func);
        let func = func.ok_or_else(|| Stop::Bug(format!("`{name}` was not lowered")))?;
        Machine::checked(&self.program).call(func, args, world)
    }
}

/// Reads crates in the order of their dependencies.
#[derive(Clone, Default)]
struct Reader {
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
    crates: Vec<CrateInput>,
    macros: Vec<(String, ExportedMacros)>,
}

thread_local! {
    static LIBRARY: OnceCell<Reader> = const { OnceCell::new() };
}

impl Reader {
    /// A reader that has read the library model and `falsify`, once per thread.
    fn warm() -> Reader {
        LIBRARY.with(|library| library.get_or_init(Reader::library).clone())
    }

    fn library() -> Reader {
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let mut reader = Reader::default();
        for (name, root) in [
            ("core", "library/core/lib.rs"),
            ("critical_section", "library/critical_section/lib.rs"),
            ("falsify", "../falsify-runtime/src/lib.rs"),
        ] {
            reader.read(name, Edition::E2021, here.join(root), &Disk);
        }
        reader
    }

    fn analyse(mut self, text: &str, edition: Edition, pointer_width: u32) -> Analysis {
        let mut memory = Memory::default();
        memory.insert("src/lib.rs", text);
        self.read("source", edition, "src/lib.rs".into(), &memory);
        let krate = self.crates.len() - 1;
        let tcx = Tcx::new(self.crates, Options { pointer_width });
        install_evaluator(&tcx);
        self.diagnostics.extend(tcx.take_diagnostics());
        let mut lowering = Lowering::new(&tcx);
        lowering.roots(krate, Symbol::new("source"));
        self.diagnostics.extend(tcx.take_diagnostics());
        let functions = lowering.survey(krate);
        Analysis {
            sources: self.sources,
            program: lowering.program,
            diagnostics: self.diagnostics,
            functions,
        }
    }

    fn read(&mut self, name: &str, edition: Edition, root: PathBuf, loader: &dyn Loader) {
        let input = CrateSource {
            name: name.to_owned(),
            edition,
            root,
            loader,
            cfg: CfgSet::default().with("debug_assertions", None),
            dependencies: self.macros.clone(),
        };
        let parsed = parse_crate(&input, &mut self.sources, &mut self.diagnostics);
        let named = |(index, known): (usize, &CrateInput)| (known.ast.name, index);
        let deps = self.crates.iter().enumerate().map(named).collect();
        // The checker keeps references into the tree as long as the process lives.
        let ast = Box::leak(Box::new(parsed.ast));
        self.crates.push(CrateInput { ast, deps });
        self.macros.push((name.to_owned(), parsed.macros));
    }
}

impl Lowering<'_> {
    /// Lowers every function of a crate that is not generic, each with its own problems.
    pub fn survey(&mut self, krate: usize) -> Vec<Function> {
        let all = self.tcx.all_fns(krate);
        all.into_iter()
            .filter_map(|def| self.survey_function(def))
            .collect()
    }

    fn survey_function(&mut self, def: DefId) -> Option<Function> {
        let has_body = self
            .tcx
            .ast_fn(def)
            .is_some_and(|syntax| syntax.body.is_some());
        if !has_body || self.tcx.generics(def).count() > 0 {
            return None;
        }
        let func = self.func(Key::Item(def, &[]));
        let complete = self.close(func);
        Some(Function {
            name: self.local_path(def).to_string(),
            span: self.tcx.span(def),
            func: complete.then_some(func),
            problems: self.tcx.take_diagnostics(),
        })
    }
}
