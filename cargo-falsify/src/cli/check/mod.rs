//! `cargo falsify check`, the default command: asks about every property of every loop, shows what is found, and says in the
//! exit code whether that is enough.
//!
//! Of several loops the worst code wins. Nothing to check is a failure (4) whenever something that was asked for is
//! empty: no loop anywhere, a loop without a property, a package given with `-p` that has no loop, a `--loop` or
//! `--monitor` that matches nothing. A package without a loop that only a workspace brings along is none.

mod artifacts;
pub(super) mod filter;
mod interrupt;
mod level;
mod outcome;
mod plan;
mod progress;
mod story;
mod summary;

use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::args::{Check, Emit};
use super::baseline::Baseline;
use super::judge::{CompiledCrate, OfLoop};
use super::session::{self, Session, NO_LOOP};
use super::terminal::shown;
use super::{is_called, Exit, Terminal, STACK_BYTES};
use crate::diagnostic::render::Renderer;
use crate::driver::Analysis;
use crate::evidence::{Decision, Falsified, Property, StopReason, Verdict};
use crate::ir::Harness;
use crate::list::Loop;
use crate::notation::short_name;
use crate::project::{Level, Selection};
use crate::report::paint::Paint;
use crate::report::rerun::{Rerun, Subject};
use crate::report::results::Scope;
use crate::report::shard::Shard;
use crate::report::verdict::VerdictReport;
use crate::report::violation::ViolationReport;
use crate::source::Span;
use crate::strategy::{Event, Job, Judge};
use crate::summary::Call;
use crate::syntax::outline::Outline;
use artifacts::{Artifacts, Certificate, Found, Written};
use filter::{did_you_mean, Filter};
use level::LevelsInUse;
use outcome::{counted, sorts, Outcome, Tally};
use plan::Plan;
use progress::{Progress, BEAT};
use story::Summaries;
use summary::Summary;

/// What decides the properties of a loop: [`crate::strategy::decide`], or something of its signature.
pub type Decider = fn(&Job<'_>, &dyn Judge, &mut dyn FnMut(Event)) -> Vec<Decision>;

pub fn run(arguments: &Check, terminal: &Terminal, decide: Decider) -> Exit {
    let course = Course {
        arguments,
        terminal,
        decide,
        interrupt: interrupt::flag(),
        started: Instant::now(),
        summary: Summary::new(arguments.report.as_ref()),
        levels_in_use: LevelsInUse::default(),
    };
    let mut tally = Tally::new(arguments.shard);
    let (run, exit) = match Baseline::open(&arguments.against) {
        Ok(baseline) => {
            let run = course.run(&mut tally);
            let verdicts = tally.compare(baseline.as_ref(), terminal);
            (run, run.worse(verdicts))
        }
        Err(finding) => {
            terminal.finding(&finding);
            (Exit::Usage, Exit::Usage)
        }
    };
    course.summary.write(terminal, exit);
    terminal.message(&tally.json(run, exit));
    terminal.close(exit)
}

/// One run of the command.
struct Course<'a> {
    arguments: &'a Check,
    terminal: &'a Terminal,
    decide: Decider,
    interrupt: Arc<AtomicBool>,
    started: Instant,
    summary: Summary,
    levels_in_use: LevelsInUse,
}

/// A loop that is asked about.
struct Asked<'a> {
    analysis: &'a Analysis,
    subject: Subject<'a>,
    report: VerdictReport<'a>,
    plan: Plan,
    /// Of aux functions in the crate.
    calls: Rc<[Call]>,
    /// All that the whole check asks about.
    listed: Vec<Property>,
    /// Those in this part of it.
    properties: Vec<Property>,
    /// Those that the settings leave out.
    allowed: Vec<Property>,
}

impl<'a> Asked<'a> {
    /// What a decision alone makes of the exit code.
    fn exit(&self, decision: &Decision) -> Exit {
        let level = self.plan.level(decision.property, self.report);
        self.plan.exit(&decision.verdict, level)
    }

    fn violation_report<'r>(
        &'r self,
        outline: &'r dyn Fn(Span) -> Option<Outline>,
    ) -> ViolationReport<'r>
    where
        'a: 'r,
    {
        ViolationReport {
            subject: self.subject,
            renderer: self.report.renderer,
            outline,
        }
    }
}

impl Course<'_> {
    /// Gives the exit code apart from the verdicts.
    fn run(&self, tally: &mut Tally) -> Exit {
        let filter = match Filter::new(&self.arguments.monitor) {
            Ok(filter) => filter,
            Err(message) => return self.refuse(message),
        };
        let selection = Selection {
            settings: self.arguments.settings(),
            ..session::selected(&self.arguments.selection)
        };
        let session = session::read(&selection, self.terminal);
        // A signal reaches cargo too, which then fails: that says nothing about the crate.
        if self.is_interrupted() {
            self.terminal
                .error("interrupted before anything was checked");
            return Exit::Short;
        }
        if let Ok(project) = session.as_ref().map(|it| it.project.as_ref()) {
            self.summary.below(project.map(|it| it.artifacts.as_path()));
        }
        match session {
            Ok(session) if !session.unusable => self.check(&session, &filter, tally),
            Ok(_) => Exit::Usage,
            Err(exit) => exit,
        }
    }

    fn refuse(&self, message: String) -> Exit {
        self.terminal.error(message);
        Exit::Usage
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::SeqCst)
    }

    fn check(&self, session: &Session, filter: &Filter, tally: &mut Tally) -> Exit {
        let renderer = session.renderer(self.terminal.stdout_colour(), self.terminal);
        let mut exit = match session.failed {
            true => Exit::Usage,
            false => Exit::Done,
        };
        let mut outcomes = Vec::new();
        for (index, analysis) in session.analyses.iter().enumerate() {
            let plan = match Plan::new(&session.settings(analysis), &self.arguments.ablate) {
                Ok(plan) => plan,
                Err(message) => return self.refuse(message),
            };
            let loops = self.loops(&plan, analysis, &renderer, filter);
            loops.iter().for_each(|asked| tally.enlist(asked));
            let loops = of_this_part(loops);
            self.announce(analysis, &loops);
            let compiled = session.compiled(index);
            let compiled = compiled.map(|it| CompiledCrate::new(it, self.interrupt.clone()));
            for asked in loops {
                let (outcome, own) = self.one(session, asked, compiled.as_ref());
                exit = exit.worse(own);
                outcomes.extend(outcome);
            }
        }
        exit = exit.worse(self.missing(session, filter));
        tally.set_scope(self.scope(session));
        outcomes.iter().for_each(|outcome| tally.add(outcome));
        if self.terminal.is_for_people() {
            self.conclude(&outcomes, tally);
        }
        exit
    }

    /// The loops of a crate that are asked for, with what is asked about each.
    fn loops<'s>(
        &self,
        plan: &Plan,
        analysis: &'s Analysis,
        renderer: &'s Renderer<'s>,
        filter: &Filter,
    ) -> Vec<Asked<'s>> {
        let calls: Rc<[Call]> = analysis.calls().into();
        let loops = analysis.program.harnesses.iter();
        let loops = loops.zip(&analysis.listing.loops);
        let wanted = loops.filter(|(harness, _)| self.is_wanted(harness));
        let asked = wanted.map(|(harness, found)| {
            let report = VerdictReport { harness, renderer };
            let all = properties(found);
            self.levels_in_use.see(&all, plan.level_rules(), report);
            let is_asked = |it: &Property| plan.level(*it, report) != Level::Allow;
            let properties: Vec<Property> = all.iter().copied().filter(is_asked).collect();
            let allowed = all.iter().copied().filter(|it| !is_asked(it)).collect();
            let listed = filter.select(&properties, report);
            Asked {
                analysis,
                subject: Subject {
                    program: &analysis.program,
                    harness,
                    found,
                },
                report,
                plan: plan.clone(),
                calls: calls.clone(),
                properties: self.part(&listed, report),
                listed,
                allowed,
            }
        });
        // A loop of which a filter leaves nothing is not asked about; one that has nothing is.
        let filtered = !self.arguments.monitor.is_empty();
        asked
            .filter(|it| !filtered || !it.listed.is_empty())
            .collect()
    }

    /// The properties that are in this part of the check.
    fn part(&self, listed: &[Property], report: VerdictReport<'_>) -> Vec<Property> {
        let shard = self.arguments.shard.unwrap_or(Shard::WHOLE);
        let own = listed.iter().copied().filter(|property| {
            let name = report.full_name(*property);
            shard.holds([&name[0], &name[1], &name[2]])
        });
        own.collect()
    }

    fn scope(&self, session: &Session) -> Scope {
        Scope {
            tool: env!("CARGO_PKG_VERSION").into(),
            packages: session.packages(),
            monitor: self.arguments.monitor.clone(),
            r#loop: self.arguments.r#loop.clone(),
            sources: session.sources_digest(),
            prefix: self.terminal.ledger().prefix.clone(),
            ..Scope::default()
        }
    }

    fn is_wanted(&self, harness: &Harness) -> bool {
        let names = &self.arguments.r#loop;
        names.is_empty() || names.iter().any(|name| is_called(harness, name))
    }

    /// `Checking cruise v0.1.0: 1 loop, 1 monitor, 7 panic sites`
    fn announce(&self, analysis: &Analysis, loops: &[Asked<'_>]) {
        if loops.is_empty() {
            return;
        }
        let all = loops
            .iter()
            .flat_map(|asked| asked.properties.iter().copied());
        let all: Vec<Property> = all.collect();
        let loops = counted(loops.len(), "loop");
        let separator = if all.is_empty() { "" } else { ", " };
        let (name, version) = &analysis.package;
        let text = format_args!("{name} v{version}: {loops}{separator}{}", sorts(&all));
        self.terminal.status("Checking", text);
    }

    /// Decides one loop and shows what is found.
    fn one<'s>(
        &self,
        session: &Session,
        asked: Asked<'s>,
        compiled: Option<&CompiledCrate<'_>>,
    ) -> (Option<Outcome<'s>>, Exit) {
        if asked.properties.is_empty() {
            self.terminal.error(nothing_to_check(&asked));
            return (None, Exit::Nothing);
        }
        let (decisions, summaries, mut exit) = self.decisions(&asked, compiled);
        let artifacts = self.artifacts(session, &asked);
        artifacts.remove_stale(&decisions, asked.report);
        for decision in &decisions {
            exit = exit.worse(self.show(decision, &summaries, &asked, &artifacts));
        }
        for certificate in artifacts.certify(&decisions, asked.report, asked.subject) {
            self.show_certificate(&certificate, &asked);
        }
        let outcome = Outcome {
            report: asked.report,
            plan: asked.plan,
            decisions,
            allowed: asked.allowed,
        };
        (Some(outcome), exit)
    }

    fn artifacts(&self, session: &Session, asked: &Asked<'_>) -> Artifacts {
        let root = session.project.as_ref().map(|it| it.artifacts.as_path());
        Artifacts::new(
            root.unwrap_or(&session.root),
            &self.arguments.emit,
            asked.report,
            &asked.listed,
        )
    }

    /// A decision for each property, in their order, and the summaries with which a search by abstraction has ended.
    fn decisions(
        &self,
        asked: &Asked<'_>,
        compiled: Option<&CompiledCrate<'_>>,
    ) -> (Vec<Decision>, Summaries, Exit) {
        let nothing = |why, exit| (all_unknown(asked, why), Summaries::default(), exit);
        if !asked.analysis.diagnostics.is_empty() {
            let name = asked.report.loop_name();
            self.terminal.error(format_args!(
                "{name} is not checked: its crate has errors, see above"
            ));
            let span = asked.subject.harness.span;
            let why = StopReason::Unsupported("the crate has errors".into(), span);
            return nothing(why, Exit::Usage);
        }
        if self.is_interrupted() {
            return nothing(StopReason::Interrupted, Exit::Done);
        }
        let mut progress = Progress::new(self.terminal, asked.report);
        let answer = self.decide(asked, compiled, &mut progress);
        progress.erase();
        let Some(answer) = answer else {
            // The message of the panic is on the screen.
            let why = bug(asked, "an engine panicked");
            return nothing(why, Exit::Bug);
        };
        let (decisions, exit) = self.answers(asked, answer);
        progress.conclude(&decisions);
        (decisions, progress.summaries, exit)
    }

    /// Runs the engines on a thread of their own; none if they panic.
    fn decide(
        &self,
        asked: &Asked<'_>,
        compiled: Option<&CompiledCrate<'_>>,
        progress: &mut Progress<'_>,
    ) -> Option<Vec<Decision>> {
        let job = Job {
            program: asked.subject.program,
            harness: asked.subject.harness,
            properties: &asked.properties,
            calls: &asked.calls,
            settings: asked.plan.settings.clone(),
            interrupt: self.interrupt.clone(),
        };
        let (send, events) = mpsc::channel();
        let decide = self.decide;
        let harnesses = &asked.subject.program.harnesses;
        let harness = harnesses
            .iter()
            .position(|it| std::ptr::eq(it, asked.subject.harness))?;
        let judge = OfLoop {
            compiled: compiled?,
            harness,
        };
        let work = || {
            // Nobody listens once the command has ended.
            let mut on = move |event| drop(send.send(event));
            decide(&job, &judge, &mut on)
        };
        thread::scope(|scope| {
            let worker = thread::Builder::new()
                .name("decide".into())
                .stack_size(STACK_BYTES);
            let worker = worker.spawn_scoped(scope, work).ok()?;
            loop {
                match events.recv_timeout(BEAT) {
                    Ok(event) => progress.on(event),
                    Err(RecvTimeoutError::Timeout) => progress.draw(),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            worker.join().ok()
        })
    }

    /// Every property must have been answered once: one that is lost would look like one that is fine.
    fn answers(&self, asked: &Asked<'_>, answer: Vec<Decision>) -> (Vec<Decision>, Exit) {
        let mut exit = Exit::Done;
        let mut decisions = Vec::new();
        for property in &asked.properties {
            let mut own = answer.iter().filter(|it| it.property == *property);
            let (first, second) = (own.next(), own.next());
            if first.is_none() || second.is_some() {
                let name = asked.report.property(*property);
                self.terminal.error(format_args!(
                    "{name} was not answered exactly once: a bug in this tool"
                ));
                exit = Exit::Bug;
            }
            let lost = || unknown(property, bug(asked, "there is no answer"));
            decisions.push(first.cloned().unwrap_or_else(lost));
        }
        (decisions, exit)
    }

    fn show(
        &self,
        decision: &Decision,
        summaries: &Summaries,
        asked: &Asked<'_>,
        artifacts: &Artifacts,
    ) -> Exit {
        let (mut exit, mut written) = (Exit::Done, Written::default());
        if let Verdict::Falsified(found) = &decision.verdict {
            let rerun = Rerun::of(asked.subject, &found.trace);
            let violation = found.trace.violation;
            let is_own = violation.property == decision.property;
            if !is_own || !rerun.execution.shows(&violation) {
                let name = asked.report.property(decision.property);
                self.terminal.error(format_args!(
                    "the trace of {name} does not violate it: a bug in this tool"
                ));
                exit = Exit::Bug;
            }
            let evidence = Found {
                subject: asked.subject,
                blueprint: &asked.analysis.blueprint,
                trace: &found.trace,
                rerun: &rerun,
            };
            written = artifacts.write(decision.property, asked.report, &evidence);
            if self.terminal.is_for_people() {
                self.picture(found, &rerun, asked, &written);
            }
            let used = summaries.of(decision.engine);
            self.summary.add(found, &evidence, &written, used, asked);
            if let Some(why) = &written.failed {
                self.fails_to_write(why);
            }
        }
        if let Verdict::Unknown(StopReason::NotReproduced(what) | StopReason::Bug(what)) =
            &decision.verdict
        {
            let name = asked.report.property(decision.property);
            self.terminal.error(format_args!(
                "{name}: {what}\n\
                 This is a bug in cargo-falsify, please report it."
            ));
        }
        let trace = written.path(Emit::Json);
        let exit_code = asked.exit(decision).worse(exit).code();
        let level = asked.plan.level(decision.property, asked.report);
        let message = asked.report.json(decision, trace, level.name(), exit_code);
        self.terminal.message(&message);
        exit
    }

    fn show_certificate(&self, certificate: &Certificate, asked: &Asked<'_>) {
        if let Some(why) = &certificate.failed {
            return self.fails_to_write(why);
        }
        self.terminal.message(&certificate.json(asked.report));
        if self.terminal.is_for_people() {
            let count = match certificate.properties.len() {
                1 => "1 property".to_owned(),
                count => format!("{count} properties"),
            };
            let path = shown(&certificate.path);
            self.terminal
                .result(format_args!("  proof  {path} ({count})"));
        }
    }

    fn fails_to_write(&self, why: &str) {
        self.terminal
            .warning(format_args!("{why}; the verdict does not depend on it"));
    }

    fn picture(&self, found: &Falsified, rerun: &Rerun, asked: &Asked<'_>, written: &Written) {
        let outline = |span| asked.analysis.outline(span);
        let report = asked.violation_report(&outline);
        self.terminal
            .write(format_args!("\n{}", report.human(found, rerun)));
        for (kind, path) in &written.files {
            let what = kind.called();
            self.terminal
                .result(format_args!("  {what:<6} {}", shown(path)));
        }
    }

    /// What was asked for and is not there.
    fn missing(&self, session: &Session, filter: &Filter) -> Exit {
        let mut missing = Vec::new();
        let all = || session.analyses.iter();
        let harnesses: Vec<&Harness> = all().flat_map(|it| &it.program.harnesses).collect();
        if harnesses.is_empty() && !session.failed {
            missing.push(NO_LOOP.to_owned());
        } else {
            missing.extend(self.empty_packages(session));
            let names = self.arguments.r#loop.iter();
            let unknown = names.filter(|name| !harnesses.iter().any(|it| is_called(it, name)));
            let called: Vec<String> = harnesses
                .iter()
                .map(|it| short_name(it.name.as_str()))
                .collect();
            missing.extend(unknown.map(|name| {
                let meant = did_you_mean(name, called.iter().map(String::as_str));
                format!("there is no loop `{name}`{meant}")
            }));
            missing.extend(filter.unused());
            missing.extend(self.missing_levels(session));
        }
        missing.iter().for_each(|text| self.terminal.error(text));
        match missing.is_empty() {
            true => Exit::Done,
            false => Exit::Nothing,
        }
    }

    /// Names that have a level and are of nothing. Where only some loops are looked at, a manifest may well speak of others.
    fn missing_levels(&self, session: &Session) -> Vec<String> {
        if self.arguments.r#loop.is_empty() && !session.failed {
            let all = session.analyses.iter();
            let settings = all.map(|it| session.settings(it));
            let warnings = settings.flat_map(|it| self.levels_in_use.warnings(&it));
            session.show(warnings.collect(), self.terminal);
        }
        let given = self.arguments.settings();
        let unused = self.levels_in_use.unused(&given).into_iter();
        let texts = unused.map(|it| format!("nothing has the level that is given to `{it}`"));
        texts.collect()
    }

    /// Packages that were named and have no loop.
    fn empty_packages(&self, session: &Session) -> Vec<String> {
        let named = !self.arguments.selection.package.is_empty();
        let packages = session.project.iter().flat_map(|it| &it.packages);
        let has_loop = |name: &str| {
            let mut own = session.analyses.iter().filter(|it| it.package.0 == name);
            own.any(|it| !it.program.harnesses.is_empty())
        };
        packages
            .filter(|it| named && !session.failed && !has_loop(&it.name))
            .map(|it| format!("no control loop was found in package `{}`", it.name))
            .collect()
    }

    fn conclude(&self, outcomes: &[Outcome<'_>], tally: &Tally) {
        let paint = Paint(self.terminal.stdout_colour());
        for outcome in outcomes {
            self.terminal
                .write(format_args!("\n{}", outcome.table(paint)));
        }
        if let Some(line) = tally.others_line() {
            self.terminal.status("Shard", line);
        }
        if !outcomes.is_empty() {
            let line = tally.line(paint, self.elapsed());
            self.terminal.write(format_args!("\n{line}\n"));
        }
        for short in outcomes.iter().filter_map(Outcome::shortfall) {
            self.terminal.complain(short);
        }
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// A loop of which everything is in other parts is theirs; one that has nothing is everybody's.
fn of_this_part(loops: Vec<Asked<'_>>) -> Vec<Asked<'_>> {
    let is_own = |it: &Asked<'_>| it.listed.is_empty() || !it.properties.is_empty();
    loops.into_iter().filter(is_own).collect()
}

/// A monitor with errors is none, but that is not for want of one.
fn nothing_to_check(asked: &Asked<'_>) -> String {
    let name = asked.report.loop_name();
    let why = match (
        asked.analysis.diagnostics.is_empty(),
        asked.allowed.is_empty(),
    ) {
        (false, _) => return format!("{name} is not checked: its crate has errors, see above"),
        (true, true) => "no monitor, no check, no place that can panic".to_owned(),
        (true, false) => format!("only {}, allowed by its level", sorts(&asked.allowed)),
    };
    format!("{name} has nothing to check: {why}")
}

/// What can be asked about a loop.
pub(super) fn properties(found: &Loop) -> Vec<Property> {
    let monitors = (0..found.monitors.len()).map(Property::Monitor);
    let checks = found.properties.iter();
    let checks = checks.map(|&(name, span)| Property::Check { name, span });
    let panics = found.panic_sites.iter().map(|site| Property::Panic {
        kind: site.kind,
        span: site.span,
    });
    monitors.chain(checks).chain(panics).collect()
}

fn all_unknown(asked: &Asked<'_>, why: StopReason) -> Vec<Decision> {
    let properties = asked.properties.iter();
    properties.map(|it| unknown(it, why.clone())).collect()
}

fn unknown(property: &Property, why: StopReason) -> Decision {
    Decision {
        property: *property,
        verdict: Verdict::Unknown(why),
        engine: "none",
        time: Duration::ZERO,
        ended: Vec::new(),
    }
}

/// Why nothing is known after a failure of the tool itself; the exit code says the same.
fn bug(asked: &Asked<'_>, what: &str) -> StopReason {
    let what = format!("{what}, a bug in this tool,");
    StopReason::Unsupported(what, asked.subject.harness.span)
}
