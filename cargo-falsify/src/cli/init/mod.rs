//! `cargo falsify init`: the dependency, a gate for CI, and proposals of what to mark. The source is left as it is, and no file
//! is overwritten.

mod files;

use serde_json::json;

use super::args::{Ci, Init};
use super::session::{self, Session};
use super::terminal::shown;
use super::{Exit, Terminal};
use crate::project::{Package, Project};
use crate::source::SourceMap;
use crate::syntax::candidates::Shape;
use files::{write_new, Files};

pub fn run(arguments: &Init, terminal: &Terminal) -> Exit {
    match prepare(arguments, terminal) {
        Ok(()) => propose(arguments, terminal),
        Err(message) => {
            terminal.error(message);
            Exit::Usage
        }
    }
}

/// Writes what is to be written.
fn prepare(arguments: &Init, terminal: &Terminal) -> Result<(), String> {
    let selection = session::selected(&arguments.selection);
    let mut findings = Vec::new();
    let project = Project::open(&selection, &mut SourceMap::default(), &mut findings);
    let words: Vec<String> = findings.iter().map(ToString::to_string).collect();
    let project = project.ok_or_else(|| words.join("\n"))?;
    let package = one(&project.packages)?;
    depend(&project, package, arguments, terminal)?;
    let files = Files::new(&project);
    let wanted = match arguments.ci.as_slice() {
        [] => &[Ci::Github, Ci::Script][..],
        chosen => chosen,
    };
    for kind in wanted {
        let (path, text) = match kind {
            Ci::Github => files.workflow(),
            Ci::Script => files.script(),
            Ci::None => continue,
        };
        let is_new = write_new(&path, &text).map_err(|why| format!("{}: {why}", path.display()))?;
        let verb = if is_new { "Wrote" } else { "Kept" };
        terminal.status(verb, shown(&path));
        terminal.message(
            &json!({"reason": "file", "file": path.display().to_string(), "written": is_new}),
        );
    }
    Ok(())
}

fn one(packages: &[Package]) -> Result<&Package, String> {
    match packages {
        [package] => Ok(package),
        _ => {
            let names: Vec<&str> = packages.iter().map(|it| it.name.as_str()).collect();
            Err(format!(
                "choose one package with `--package`: {}",
                names.join(", ")
            ))
        }
    }
}

fn depend(
    project: &Project,
    package: &Package,
    arguments: &Init,
    terminal: &Terminal,
) -> Result<(), String> {
    let name = &package.name;
    if package.is_firmware {
        terminal.status("Kept", format_args!("falsify-runtime in {name}"));
        return Ok(());
    }
    let added = project.add_runtime(package, arguments.runtime.as_deref());
    let way_on = match arguments.runtime {
        Some(_) => "",
        None => "\n`--runtime PATH` takes it from a directory, such as `falsify-runtime` of a checkout of cargo-falsify",
    };
    added.map_err(|why| format!("cargo does not add falsify-runtime to {name}: {why}{way_on}"))?;
    terminal.status("Added", format_args!("falsify-runtime to {name}"));
    let manifest = package.manifest.display().to_string();
    terminal.message(&json!({"reason": "dependency", "package": name, "manifest": manifest}));
    Ok(())
}

/// Reads the crate and says what could be marked.
fn propose(arguments: &Init, terminal: &Terminal) -> Exit {
    let session = match session::read(&session::selected(&arguments.selection), terminal) {
        Ok(session) if !session.unusable => session,
        _ => {
            terminal.warning("the crate cannot be read as it is: no loop is proposed; see above");
            return Exit::Done;
        }
    };
    let mut analyses = session.analyses.iter();
    let has_loop = analyses.any(|it| !it.program.harnesses.is_empty());
    if has_loop {
        terminal.status(
            "Kept",
            "the loops that are marked; `cargo falsify` checks them",
        );
    } else {
        propose_loops(&session, terminal);
    }
    propose_aux(&session, terminal);
    if !has_loop {
        terminal.status(
            "Next",
            "mark the loop, write a function beside it that is `#[falsify::monitor]` and returns false when something is \
             wrong, and run `cargo falsify`",
        );
    }
    Exit::Done
}

fn propose_loops(session: &Session, terminal: &Terminal) {
    let renderer = session.renderer(false, terminal);
    if session.unmarked_loops.is_empty() && terminal.is_for_people() {
        terminal.result(
            "No function looks like a control loop. Mark the one that is called once a tick, or that loops for ever, \
             with `#[falsify::control_loop]`.",
        );
    }
    for candidate in &session.unmarked_loops {
        let place = renderer.location(candidate.span);
        let (form, why) = match candidate.shape {
            Shape::Step => (
                "step",
                "is called once a tick and changes its first parameter",
            ),
            Shape::Superloop => ("superloop", "loops for ever"),
        };
        terminal.message(&json!({
            "reason": "proposal", "role": "control_loop", "form": form, "name": candidate.path,
            "span": renderer.place(candidate.span),
        }));
        if terminal.is_for_people() {
            let path = &candidate.path;
            terminal.result(format_args!(
                "{place}: `{path}` looks like a loop, it {why}:\n    #[falsify::control_loop]"
            ));
        }
    }
}

fn propose_aux(session: &Session, terminal: &Terminal) {
    let renderer = session.renderer(false, terminal);
    let listings = session.analyses.iter().map(|it| &it.listing);
    for helper in listings.flat_map(|it| &it.candidates) {
        let place = renderer.location(helper.span);
        terminal.message(&json!({
            "reason": "proposal", "role": "aux", "form": null, "name": helper.path,
            "span": renderer.place(helper.span),
        }));
        if terminal.is_for_people() {
            let path = &helper.path;
            terminal.result(format_args!(
                "{place}: `{path}` computes a value from its parameters and does nothing else:\n    #[falsify::aux]"
            ));
        }
    }
}
