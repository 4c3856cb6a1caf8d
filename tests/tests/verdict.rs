//! Verdicts, by every engine and every solver. Each file of `tests/verdict` is a list of crates, separated by lines
//! `//// name`. A line `//= property verdict` says what must come out: `falsified 11` (at its first tick), `holds` (an
//! engine that proves must prove it, unless `bounded` follows) or `vacuous`; `waits` at its end says that runs may wait
//! inside of a tick for so long that an engine that counts steps does not get to the bound. The property is a monitor, a check, or a kind of
//! panic with its line (`overflow:12`). Panics that no line names must not be falsified.
//!
//! Every violation is shown again by the interpreter before it counts; that the compiled crates agree is tested with
//! `replay`. Engines that only search must find nothing else than what is there, and most of that.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Duration;

use cargo_falsify::driver::{Analysis, Frontend};
use cargo_falsify::engine::cegar::Variant;
use cargo_falsify::engine::{Entry, TABLE};
use cargo_falsify::evidence::{Decision, Property, StopReason, Trace, Verdict};
use cargo_falsify::ir::Harness;
use cargo_falsify::list::Loop;
use cargo_falsify::notation::short_name;
use cargo_falsify::solver::SolverKind;
use cargo_falsify::strategy::{decide, Job, Judge, Judgement, Settings};
use cargo_falsify::summary::{classify, Call};
use cargo_falsify::system::build;
use falsify_tests::frontend::{analyse, drawn, on_a_thread};

const BOUND: u64 = 60;

struct Case {
    name: String,
    text: String,
}

impl Case {
    /// The lines that say what must come out.
    fn expected(&self) -> Vec<Vec<&str>> {
        let lines = self.text.lines();
        let lines = lines.filter_map(|line| line.trim().strip_prefix("//= "));
        lines
            .map(|line| line.split_whitespace().collect())
            .collect()
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("verdict");
    let entries = fs::read_dir(folder).expect("the cases exist").flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.sort();
    let only = std::env::var("FALSIFY_CASE").ok();
    let cases = files.iter().flat_map(|path| {
        let text = fs::read_to_string(path).expect("readable");
        split(&text)
    });
    cases
        .filter(|case| only.as_ref().is_none_or(|only| case.name == *only))
        .collect()
}

fn split(text: &str) -> Vec<Case> {
    let parts = text.split("//// ").skip(1);
    let case = |part: &str| {
        let (name, text) = part.split_once('\n').unwrap_or((part, ""));
        Case {
            name: name.trim().to_owned(),
            text: text.to_owned(),
        }
    };
    parts.map(case).collect()
}

/// The interpreter has judged already.
struct Agreeing;

impl Judge for Agreeing {
    fn judge(&self, _: &Trace) -> Judgement {
        Judgement::Confirmed(None)
    }
}

fn properties(harness: &Harness, found: &Loop) -> Vec<Property> {
    let monitors = (0..harness.monitors.len()).map(Property::Monitor);
    let checks = found.properties.iter();
    let checks = checks.map(|&(name, span)| Property::Check { name, span });
    let panics = found.panic_sites.iter();
    let panics = panics.map(|site| Property::Panic {
        kind: site.kind,
        span: site.span,
    });
    monitors.chain(checks).chain(panics).collect()
}

/// As the lines of a case call it.
fn called(frontend: &Frontend, harness: &Harness, property: &Property) -> String {
    match property {
        Property::Monitor(index) => short_name(harness.monitors[*index].name.as_str()),
        Property::Check { name, .. } => name.to_string(),
        Property::Panic { kind, span } => {
            let (line, _) = frontend.sources.location(*span);
            format!("{}:{line}", kind.name())
        }
    }
}

/// Of all functions that could be called aux.
fn calls(analysis: &Analysis) -> Vec<Call> {
    let helpers = analysis
        .listing
        .aux
        .iter()
        .chain(&analysis.listing.candidates);
    let helpers = helpers.filter(|helper| helper.breaches.is_empty());
    let functions = helpers.flat_map(|helper| helper.instances.iter().copied());
    classify(&analysis.program, &analysis.effects, &functions.collect())
}

fn settings(engine: &str, solver: SolverKind, waits: bool) -> Settings {
    Settings {
        bound: if waits { BOUND / 3 } else { BOUND },
        timeout: Duration::from_secs(60),
        engine: engine.to_owned(),
        solver,
        jobs: 1,
        seed: 1,
        memory: 4 << 30,
        proofs: true,
        variant: Variant::default(),
    }
}

/// What is wrong with the verdicts of one engine.
fn wrong(
    frontend: &Frontend,
    analysis: &Analysis,
    case: &Case,
    engine: &str,
    solver: SolverKind,
    proves: bool,
) -> Vec<String> {
    let decided = decided(frontend, analysis, case, engine, solver, Variant::default());
    let expected = case.expected();
    let mut wrong = Vec::new();
    for line in &expected {
        let found = decided.iter().find(|(name, _)| name == line[0]);
        let Some((_, decision)) = found else {
            let names: Vec<&String> = decided.iter().map(|(name, _)| name).collect();
            wrong.push(format!("there is no {}, only {names:?}", line[0]));
            continue;
        };
        if let Some(why) = differs(&line[1..], &decision.verdict, proves) {
            wrong.push(format!("{}: {why}", line[0]));
        }
    }
    let unnamed = decided
        .iter()
        .filter(|(name, _)| !expected.iter().any(|line| line[0] == name));
    for (name, decision) in unnamed {
        if let Some(why) = differs(&["holds", "bounded"], &decision.verdict, proves) {
            wrong.push(format!("{name}: {why}"));
        }
    }
    let place = |why| format!("{} ({engine}, {solver}): {why}", case.name);
    wrong.into_iter().map(place).collect()
}

/// What an engine says about all properties of a case, by their names.
fn decided(
    frontend: &Frontend,
    analysis: &Analysis,
    case: &Case,
    engine: &str,
    solver: SolverKind,
    variant: Variant,
) -> Vec<(String, Decision)> {
    let loops = analysis
        .program
        .harnesses
        .iter()
        .zip(&analysis.listing.loops);
    let expected = case.expected();
    let calls = calls(analysis);
    let waits = expected.iter().any(|line| line.last() == Some(&"waits"));
    let mut decided: Vec<(String, Decision)> = Vec::new();
    for (harness, found) in loops {
        let properties = properties(harness, found);
        if let Ok(system) = build(&analysis.program, harness, &properties) {
            assert!(
                system.unasked.is_empty(),
                "{}: {:?}",
                case.name,
                system.unasked
            );
        }
        let job = Job {
            program: &analysis.program,
            harness,
            properties: &properties,
            calls: &calls,
            settings: Settings {
                variant,
                ..settings(engine, solver, waits)
            },
            interrupt: Arc::new(AtomicBool::new(false)),
        };
        let decisions = decide(&job, &Agreeing, &mut |_| {});
        let named = |d: Decision| (called(frontend, harness, &d.property), d);
        decided.extend(decisions.into_iter().map(named));
    }
    decided
}

fn differs(expected: &[&str], verdict: &Verdict, proves: bool) -> Option<String> {
    let fits = match (expected, verdict) {
        ([.., "waits"], Verdict::Unknown(StopReason::LoopBound(_))) => !proves,
        ([expected @ .., "waits"], _) => return differs(expected, verdict, proves),
        (["falsified", tick], Verdict::Falsified(found)) => {
            let tick: u64 = tick.parse().expect("a tick");
            let at = found.trace.violation.tick;
            match found.earliest {
                true => at == tick,
                // Found by an engine that does not look at all earlier ticks.
                false => at >= tick,
            }
        }
        // Beyond what an engine that counts looks at.
        (["falsified", tick, ..], Verdict::HoldsTo(_)) => {
            !proves && tick.parse::<u64>().expect("a tick") > BOUND
        }
        (["holds"], Verdict::Proved(_)) => true,
        (["holds"], Verdict::HoldsTo(_)) => !proves,
        (["holds", "bounded"], Verdict::Proved(_) | Verdict::HoldsTo(_) | Verdict::Vacuous(_)) => {
            true
        }
        (["unknown"], Verdict::Unknown(_)) => true,
        (["vacuous"], Verdict::Vacuous(_)) => true,
        _ => false,
    };
    (!fits).then(|| format!("expected {expected:?}, found {}", short(verdict)))
}

fn short(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Falsified(found) => {
            format!(
                "falsified at {} (earliest: {})",
                found.trace.violation.tick, found.earliest
            )
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn every_engine_and_solver_says_the_same() {
    let wrong = on_a_thread(|| {
        let mut frontend = Frontend::default();
        let mut all = Vec::new();
        for case in cases() {
            let analysis = analyse(&mut frontend, &case.text);
            if !analysis.diagnostics.is_empty() {
                all.push(format!("{}: {}", case.name, drawn(&frontend, &analysis)));
                continue;
            }
            let all_claims = |entry: &&Entry| entry.claims.bounds && entry.claims.violations;
            for entry in TABLE.iter().filter(all_claims) {
                for solver in SolverKind::ALL {
                    // Unrolling proves only what ends; induction needs help that it does not always get.
                    let proves = entry.name == "pdr";
                    all.extend(wrong(
                        &frontend, &analysis, &case, entry.name, *solver, proves,
                    ));
                }
            }
        }
        all
    });
    let wrong = wrong.expect("no panic");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The trigger is reached at tick 5, and `ranges` knows of the first four only.
#[test]
fn what_has_not_happened_so_far_is_not_vacuous() {
    let text = "use falsify::{control_loop, monitor};
        #[control_loop(init = 0u8)] fn tick(s: &mut u8) { if *s != 5 { *s += 1; } }
        #[monitor] fn late(s: &u8) -> bool { !(*s == 5) || *s == 6 }";
    let verdict = on_a_thread(|| {
        let mut frontend = Frontend::default();
        let analysis = analyse(&mut frontend, text);
        let case = Case {
            name: "late".into(),
            text: text.into(),
        };
        let (kind, variant) = (SolverKind::Cadical, Variant::default());
        let decided = decided(&frontend, &analysis, &case, "ranges", kind, variant);
        let late = decided.into_iter().find(|(name, _)| name == "late");
        late.map(|(_, decision)| decision.verdict)
    });
    let verdict = verdict.expect("no panic").expect("a verdict");
    assert!(
        matches!(verdict, Verdict::HoldsTo(4)),
        "{}",
        short(&verdict)
    );
}

/// What a search by execution came to, over all cases.
#[derive(Default)]
struct Searched {
    found: usize,
    not_found: Vec<String>,
    wrong: Vec<String>,
}

impl Searched {
    fn note(&mut self, place: String, expected: Option<u64>, verdict: &Verdict) {
        match (expected, verdict) {
            (Some(first), Verdict::Falsified(found)) if found.trace.violation.tick >= first => {
                self.found += 1
            }
            (Some(_), Verdict::Unknown(StopReason::NotFound(_))) => self.not_found.push(place),
            // Symbolic execution says that no path leads there.
            (None, Verdict::Unknown(_) | Verdict::Proved(_) | Verdict::Vacuous(_)) => {}
            (_, verdict) => self.wrong.push(format!("{place}: {}", short(verdict))),
        }
    }
}

#[test]
fn searches_by_execution_find_what_is_there_and_nothing_else() {
    let searched = on_a_thread(|| {
        let mut frontend = Frontend::default();
        let mut searched = Searched::default();
        for case in cases() {
            let analysis = analyse(&mut frontend, &case.text);
            // Abstraction has a test of its own; what solves as well as it executes would take all of its time for what holds, and is
            // tried on random loops.
            let others = ["cegar", "semiformal"];
            let searches = |entry: &&Entry| !entry.claims.bounds && !others.contains(&entry.name);
            for entry in TABLE.iter().filter(searches) {
                let kind = SolverKind::Cadical;
                let expected = case.expected();
                let variant = Variant::default();
                let all = decided(&frontend, &analysis, &case, entry.name, kind, variant);
                for (name, decision) in all {
                    let line = expected.iter().find(|line| line[0] == name);
                    let tick = line.filter(|line| line[1] == "falsified");
                    let tick = tick.map(|line| line[2].parse().expect("a tick"));
                    let place = format!("{} ({}): {name}", case.name, entry.name);
                    searched.note(place, tick, &decision.verdict);
                }
            }
        }
        searched
    });
    let searched = searched.expect("no panic");
    println!("{} found; not found:", searched.found);
    println!("{}", searched.not_found.join("\n"));
    assert!(searched.wrong.is_empty(), "{}", searched.wrong.join("\n"));
    assert!(searched.found > 10 * searched.not_found.len());
}

/// Engines that only exclude: what is violated is never excluded at its tick, and much of what holds is excluded to the
/// bound.
#[test]
fn what_is_excluded_does_not_happen() {
    let outcome = on_a_thread(|| {
        let mut frontend = Frontend::default();
        let (mut excluded, mut wrong) = (0, Vec::new());
        for case in cases() {
            let analysis = analyse(&mut frontend, &case.text);
            let expected = case.expected();
            let (solver, variant) = (SolverKind::Cadical, Variant::default());
            for (name, decision) in decided(&frontend, &analysis, &case, "ranges", solver, variant)
            {
                let line = expected.iter().find(|line| line[0] == name);
                let first = line.filter(|line| line[1] == "falsified");
                let first = first.map(|line| line[2].parse::<u64>().expect("a tick"));
                match (&decision.verdict, first) {
                    (Verdict::HoldsTo(ticks), Some(first)) if *ticks < first => {}
                    (Verdict::HoldsTo(_), None) => excluded += 1,
                    (Verdict::Unknown(_), _) => {}
                    (Verdict::Proved(_) | Verdict::Vacuous(_), None) => {}
                    (verdict, _) => wrong.push(format!("{} {name}: {}", case.name, short(verdict))),
                }
            }
        }
        (excluded, wrong)
    });
    let (excluded, wrong) = outcome.expect("no panic");
    println!("{excluded} properties excluded");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(excluded > 30, "{excluded}");
}

/// A search by abstraction finds some of what is there and nothing else, however wrong the summaries are.
#[test]
fn summaries_do_not_mislead() {
    let default = Variant::default();
    let variants = [
        default,
        Variant {
            concrete: true,
            ..default
        },
        Variant {
            wrong: true,
            ..default
        },
        Variant {
            claimed: true,
            ..default
        },
    ];
    let outcome = on_a_thread(move || {
        let mut frontend = Frontend::default();
        let (mut found, mut wrong) = ([0; 4], Vec::new());
        let (mut proved, mut refused) = (0, 0);
        for case in cases() {
            let analysis = analyse(&mut frontend, &case.text);
            let expected = case.expected();
            let marks = case.text.contains("#[aux]");
            let tried = variants.into_iter().enumerate();
            for (at, variant) in tried.filter(|it| marks || !it.1.claimed) {
                let solver = SolverKind::Cadical;
                let all = decided(&frontend, &analysis, &case, "cegar", solver, variant);
                for (name, decision) in all {
                    let line = expected.iter().find(|line| line[0] == name);
                    let first = line.filter(|line| line[1] == "falsified");
                    let first = first.map(|line| line[2].parse::<u64>().expect("a tick"));
                    match (&decision.verdict, first) {
                        (Verdict::Falsified(it), Some(first))
                            if it.trace.violation.tick >= first =>
                        {
                            found[at] += 1
                        }
                        (Verdict::Unknown(StopReason::NotReproduced(why)), _)
                            if variant.claimed && why.ends_with("a summary is not exact") =>
                        {
                            refused += 1
                        }
                        (Verdict::Proved(proof), None) if !proof.through.is_empty() => {
                            assert!(!variant.wrong && !variant.claimed, "{} {name}", case.name);
                            proved += 1
                        }
                        (Verdict::Unknown(StopReason::NotReproduced(_)), _) => {
                            wrong.push(format!("{} {name}: not reproduced", case.name))
                        }
                        (Verdict::Unknown(_), _) => {}
                        // Symbolic execution says that no path leads there.
                        (Verdict::Proved(_) | Verdict::Vacuous(_), None) => {}
                        (verdict, _) => {
                            wrong.push(format!("{} {name}: {}", case.name, short(verdict)))
                        }
                    }
                }
            }
        }
        (found, proved, refused, wrong)
    });
    let (found, proved, refused, wrong) = outcome.expect("no panic");
    println!("{found:?} violations found, {proved} proofs, {refused} refused");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proved > 0 && refused > 0, "{proved} {refused}");
    // The others may give all functions back.
    assert!(found[0] > 0, "{found:?}");
}
