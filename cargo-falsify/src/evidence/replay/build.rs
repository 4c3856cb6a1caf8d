//! Has the crate compiled with what is added to it, and links the program that runs scripts.

use std::collections::hash_map::DefaultHasher;
use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::sleep;
use std::time::Duration;
use std::{env, fs, io, iter};

use super::added::{self, Added};
use super::mirror::{put, Mirror};
use super::wrapper::{Plan, Record, Swap, VARIABLE};
use super::{ReplayError, Subject};
use crate::ir::blueprint::Obstacle;
use crate::project::process::{self, interrupted};
use crate::project::{HostBuild, Overflow, UnitKind};
use crate::source::{FileId, Span};

/// Gives critical sections a meaning where nothing else in the program does: no handler runs meanwhile.
const CRITICAL_SECTION: &str = "
#[unsafe(no_mangle)] fn _critical_section_1_0_acquire() -> u64 { falsify::replay::mask(); 0 }
#[unsafe(no_mangle)] fn _critical_section_1_0_release(_: u64) { falsify::replay::unmask() }
";

/// Takes what `defmt` has to say and drops it.
const LOGGER: &str = "
#[unsafe(no_mangle)] fn _defmt_acquire() {}
#[unsafe(no_mangle)] fn _defmt_release() {}
#[unsafe(no_mangle)] fn _defmt_flush() {}
#[unsafe(no_mangle)] fn _defmt_write(_: &[u8]) {}
#[unsafe(no_mangle)] fn _defmt_timestamp(_: usize) {}
#[unsafe(no_mangle)] fn _defmt_panic() -> ! { panic!() }
";

/// What the names of programs begin with.
const PROGRAM: &str = "replay-";

/// Programs of one process that are there at the same time have names of their own.
static PROGRAMS: AtomicU64 = AtomicU64::new(0);

/// What a process that was killed has left is removed after this time.
const FORGOTTEN: Duration = Duration::from_secs(24 * 60 * 60);

/// How often it is looked at whether another process is done.
const PULSE: Duration = Duration::from_millis(20);

/// Where everything of one crate's replay lies.
pub(super) struct Workshop {
    pub directory: PathBuf,
    /// Of this process alone: another one may build at any time.
    pub program: PathBuf,
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // It may never have been linked.
        let _ = fs::remove_file(&self.program);
    }
}

impl Workshop {
    fn of(subject: &Subject<'_>) -> Workshop {
        let unit = subject.unit;
        let kind = match unit.kind {
            UnitKind::Library => "lib",
            UnitKind::Binary => "bin",
        };
        let name = format!("{}-{kind}-{}", subject.package.name, unit.name);
        let directory = subject.project.artifacts.join("replay").join(name);
        let number = PROGRAMS.fetch_add(1, Ordering::Relaxed);
        let (process, suffix) = (std::process::id(), env::consts::EXE_SUFFIX);
        Workshop {
            program: directory.join(format!("{PROGRAM}{process}-{number}{suffix}")),
            directory,
        }
    }

    /// One process at a time builds here; the lock ends with the value.
    fn lock(&self, stop: &AtomicBool) -> io::Result<File> {
        fs::create_dir_all(&self.directory)?;
        let lock = File::create(self.directory.join("lock"))?;
        loop {
            match lock.try_lock() {
                Err(TryLockError::WouldBlock) if stop.load(Ordering::Relaxed) => {
                    return Err(interrupted())
                }
                Err(TryLockError::WouldBlock) => sleep(PULSE),
                Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                    return Err(error)
                }
                _ => return Ok(lock),
            }
        }
    }

    /// Others remove their own at the same time, so that a file which is gone is fine.
    fn remove_forgotten(&self) {
        let entries = fs::read_dir(&self.directory).into_iter().flatten();
        for entry in entries.flatten() {
            let is_program = entry.file_name().to_string_lossy().starts_with(PROGRAM);
            let modified = entry.metadata().and_then(|it| it.modified());
            let age = modified.ok().and_then(|it| it.elapsed().ok());
            if is_program && age.is_some_and(|age| age > FORGOTTEN) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Compiles; answers with the program that runs scripts, and with what was added to the crate.
pub(super) fn build(
    subject: &Subject<'_>,
    tool: &Path,
    stop: &AtomicBool,
) -> Result<(Workshop, Added), ReplayError> {
    let workshop = Workshop::of(subject);
    let _lock = workshop.lock(stop)?;
    workshop.remove_forgotten();
    let added = added::write(
        subject.blueprint,
        &subject.program.harnesses,
        subject.sources,
    );
    let (swaps, texts) = copy(subject, &workshop, &added)?;
    let identity = identity(subject, texts);
    let plan = Plan {
        crates: swaps,
        cfg: "falsify_replay".into(),
        marker: Some(format!("falsify_replay=\"{identity:016x}\"")),
        overflow_checks: subject.package.settings.overflow != Some(Overflow::Wrap),
        record: workshop.directory.join(format!("{identity:016x}.json")),
    };
    compile(subject, &workshop, tool, &plan, texts, stop)?;
    let record = match recorded(&plan) {
        Some(record) => record,
        None => {
            // Cargo has compiled this before, but what was written down about it is gone or damaged.
            let marker = format!("falsify_replay=\"{identity:016x} {}\"", std::process::id());
            let plan = Plan {
                marker: Some(marker),
                ..plan
            };
            compile(subject, &workshop, tool, &plan, texts, stop)?;
            let lost = || io::Error::other("how the crate was compiled was not written down");
            recorded(&plan).ok_or_else(lost)?
        }
    };
    link(&record, &workshop, &added.symbols, stop)?;
    Ok((workshop, added))
}

/// How the crate was compiled, if that is known and what came of it is still there.
fn recorded(plan: &Plan) -> Option<Record> {
    let text = fs::read_to_string(&plan.record).ok()?;
    let record: Record = serde_json::from_str(&text).ok()?;
    let mut files = iter::once(&record.rlib).chain(&record.runtime);
    files.all(|it| it.is_file()).then_some(record)
}

/// Stands for all that is compiled, also where a copy has no text of its own: a dependency that was exchanged, and exchanged
/// again, makes what was written down in between about another crate.
fn identity(subject: &Subject<'_>, texts: u64) -> u64 {
    let mut hash = DefaultHasher::new();
    texts.hash(&mut hash);
    let sources = (0..subject.sources.len()).map(|it| subject.sources.file(FileId(it)));
    sources.for_each(|it| it.text.hash(&mut hash));
    ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"]
        .map(env::var_os)
        .hash(&mut hash);
    hash.finish()
}

fn compile(
    subject: &Subject<'_>,
    workshop: &Workshop,
    tool: &Path,
    plan: &Plan,
    texts: u64,
    stop: &AtomicBool,
) -> Result<(), ReplayError> {
    let plan_file = workshop.directory.join("plan.json");
    let text = serde_json::to_string(plan).map_err(io::Error::other)?;
    put(&plan_file, &text)?;
    let changed: Vec<&Path> = plan.crates.iter().skip(1).map(|it| &*it.root).collect();
    let build = HostBuild {
        package: subject.package,
        unit: subject.unit,
        target_dir: &subject.project.artifacts.join("replay").join("build"),
        wrapper: tool,
        environment: (VARIABLE, &plan_file),
        arguments: &["--cfg".into(), plan.marker.clone().unwrap_or_default()],
        // Cargo takes any number that has 32 bits and is not zero.
        changed: (&changed, texts as u32 | 1),
        stop,
    };
    let built = subject.project.build_for_host(&build);
    built.map_err(|refused| ReplayError::NotBuilt(refused.messages))
}

/// Copies the crates that get text. The number stands for that text and for how it is compiled.
fn copy(
    subject: &Subject<'_>,
    workshop: &Workshop,
    added: &Added,
) -> Result<(Vec<Swap>, u64), ReplayError> {
    let mut hash = DefaultHasher::new();
    let mut swaps = Vec::new();
    for (position, krate) in subject.blueprint.crates.iter().enumerate() {
        let root = subject.sources.path(krate.root).to_path_buf();
        let mirror = Mirror {
            original: base(&root, &subject.project.root),
            copy: workshop.directory.join("mirror").join(position.to_string()),
        };
        let changed = changed(subject, added, position, &mirror)?;
        changed.hash(&mut hash);
        mirror.write(&changed)?;
        let copy = mirror.of(&root).ok_or_else(|| outside(krate.root))?;
        swaps.push(Swap {
            root,
            copy,
            shown: (mirror.original, mirror.copy),
        });
    }
    for (position, (original, changed)) in foreign_handlers(subject).into_iter().enumerate() {
        changed.hash(&mut hash);
        let name = format!("handler-{position}");
        let copy = workshop.directory.join("mirror").join(name);
        let mirror = Mirror { original, copy };
        mirror.write(&changed)?;
        swaps.push(Swap {
            root: mirror.original.join("src/lib.rs"),
            copy: mirror.copy.join("src/lib.rs"),
            shown: (mirror.original, mirror.copy),
        });
    }
    let selection = &subject.project.selection;
    let flags = (selection.all_features, selection.no_default_features);
    (
        &selection.features,
        flags,
        &subject
            .package
            .settings
            .overflow
            .map(|it| it == Overflow::Wrap),
    )
        .hash(&mut hash);
    (added.symbols.join(" "), env!("CARGO_PKG_VERSION")).hash(&mut hash);
    Ok((swaps, hash.finish()))
}

/// The new texts of the files of one crate.
fn changed(
    subject: &Subject<'_>,
    added: &Added,
    krate: usize,
    mirror: &Mirror,
) -> Result<BTreeMap<PathBuf, String>, ReplayError> {
    let modules = subject.blueprint.modules.iter();
    let modules = modules.filter(|it| it.krate == krate).map(|it| it.end.file);
    let borders = subject
        .blueprint
        .borders
        .iter()
        .filter(|it| it.krate == krate);
    let borders = borders.filter_map(|it| it.body.as_ref().ok().map(|body| body.file));
    let points = subject.blueprint.interruptions.points.iter();
    // Nothing is added to other crates there.
    let points = points.filter(|it| it.moment.is_ok() && krate == 0);
    let points = points.map(|it| it.span.file);
    let of_crate: Vec<FileId> = modules.chain(borders).chain(points).collect();
    let mut changed = BTreeMap::new();
    for file in added.edits.files().filter(|it| of_crate.contains(it)) {
        let path = subject.sources.path(file).to_path_buf();
        mirror.of(&path).ok_or_else(|| outside(file))?;
        let text = added.edits.apply(file, subject.sources);
        changed.insert(path, without_handler(&text).unwrap_or(text));
    }
    let home = subject.sources.path(subject.blueprint.crates[krate].root);
    let home = home.parent().unwrap_or(home);
    for (path, text) in with_handlers(subject).filter(|(path, _)| path.starts_with(home)) {
        changed.entry(path.to_path_buf()).or_insert(text);
    }
    Ok(changed)
}

/// The files with a handler of panics, without it.
fn with_handlers<'a>(subject: &'a Subject<'_>) -> impl Iterator<Item = (&'a Path, String)> + 'a {
    let files = (0..subject.sources.len()).map(FileId);
    files.filter_map(|file| {
        let text = without_handler(&subject.sources.file(file).text)?;
        Some((subject.sources.path(file), text))
    })
}

/// This machine has a handler of its own; nothing moves.
fn without_handler(text: &str) -> Option<String> {
    let handler = "#[panic_handler]";
    text.contains(handler)
        .then(|| text.replace(handler, "#[cfg(any())]   "))
}

/// Dependencies whose handler of panics is for the device: their directories, and the files without it.
fn foreign_handlers(subject: &Subject<'_>) -> BTreeMap<PathBuf, BTreeMap<PathBuf, String>> {
    let crates = subject.blueprint.crates.iter();
    let homes: Vec<&Path> = crates
        .filter_map(|krate| subject.sources.path(krate.root).parent())
        .collect();
    let mut found: BTreeMap<PathBuf, BTreeMap<PathBuf, String>> = BTreeMap::new();
    for (path, text) in with_handlers(subject) {
        let mut above = path.ancestors().skip(1);
        let package = above.find(|it| it.join("Cargo.toml").is_file());
        let is_known = homes.iter().any(|home| path.starts_with(home));
        if let (Some(package), false) = (package, is_known) {
            let files = found.entry(package.to_path_buf()).or_default();
            files.insert(path.to_path_buf(), text);
        }
    }
    found
}

fn outside(file: FileId) -> ReplayError {
    ReplayError::Unreachable(Obstacle {
        what: "this file lies outside the directory of its crate".into(),
        span: Span::new(file, 0, 0),
    })
}

/// The directory that is copied: the workspace, or else the package, so that paths to other files in it lead there.
pub(in crate::evidence) fn base(root: &Path, workspace: &Path) -> PathBuf {
    if root.starts_with(workspace) {
        return workspace.to_path_buf();
    }
    let mut above = root.ancestors().skip(1);
    let package = above.find(|it| it.join("Cargo.toml").is_file());
    package.unwrap_or(root).to_path_buf()
}

/// Links the program.
fn link(
    record: &Record,
    workshop: &Workshop,
    symbols: &[String],
    stop: &AtomicBool,
) -> Result<(), ReplayError> {
    let Some(runtime) = &record.runtime else {
        let message = "the crate does not depend on falsify-runtime";
        return Err(ReplayError::NotBuilt(message.into()));
    };
    let main = workshop.directory.join("main.rs");
    let mut needs = Needs::default();
    loop {
        put(&main, &main_text(symbols, &needs))?;
        let mut command = Command::new(&record.rustc);
        command.current_dir(&record.directory);
        command.args(["--crate-name", "falsify_replay", "--edition", "2021"]);
        command.args(["--cap-lints", "allow"]);
        command.arg(&main).arg("-o").arg(&workshop.program);
        command.args(&record.arguments);
        for (name, file) in [("falsify", runtime), ("subject", &record.rlib)] {
            let file = file.display();
            command.arg("--extern").arg(format!("{name}={file}"));
        }
        if needs.first_main {
            command.args(["-C", "link-arg=-Wl,--allow-multiple-definition"]);
        }
        let output = process::output(&mut command, stop)?;
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        match output.status.success() {
            true => return Ok(()),
            false if needs.learn(&words) => {}
            false => return Err(ReplayError::NotBuilt(words)),
        }
    }
}

/// What a device has and this program needs.
#[derive(Default)]
struct Needs {
    critical_section: bool,
    logger: bool,
    /// The crate has a `main` of its own that the device's start-up code calls.
    first_main: bool,
}

impl Needs {
    /// What the linker misses; whether that is something new.
    fn learn(&mut self, words: &str) -> bool {
        let lacks = words.contains("_critical_section_1_0_") && !self.critical_section;
        let mute = words.contains("_defmt_") && !self.logger;
        let doubled = ["multiple definition of `main'", "duplicate symbol: main"];
        let doubled = doubled.iter().any(|it| words.contains(it)) && !self.first_main;
        self.critical_section |= lacks;
        self.logger |= mute;
        self.first_main |= doubled;
        lacks || mute || doubled
    }
}

fn main_text(symbols: &[String], needs: &Needs) -> String {
    let declared: String = symbols
        .iter()
        .map(|symbol| format!("    fn {symbol}(r: &mut falsify::replay::Registry);\n"))
        .collect();
    let critical_section = match needs.critical_section {
        true => CRITICAL_SECTION,
        false => "",
    };
    let logger = match needs.logger {
        true => LOGGER,
        false => "",
    };
    format!(
        "extern crate subject as _;\nunsafe extern \"Rust\" {{\n{declared}}}\n\
         fn main() {{\n    falsify::replay::main(&[{}]);\n}}\n{critical_section}{logger}",
        symbols.join(", ")
    )
}
