//! What is known about each property while engines work, and what is released in the end.
//!
//! A violation is released when the interpreter and the compiled crate have shown it, a proof when a solver of the other
//! kind has checked it. Among several violations of a property the one at the earliest tick counts, so that the outcome
//! does not depend on which engine was faster.

use std::cell::OnceCell;
use std::sync::atomic::Ordering;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::through::Through;
use super::{sabotage, Event, Job, Judge, Judgement};
use crate::engine::{Board, Finding, Stop};
use crate::evidence::certificate::{check, words, Refusal};
use crate::evidence::{
    execute, minimise, Argument, Certificate, Certified, Decision, Ended, Falsified, Proof,
    Property, StopReason, Trace, Vacuity, Verdict,
};
use crate::solver::{Budget, SolverKind};
use crate::source::Span;
use crate::summary::Replacement;
use crate::system::{self, Halt, System};

/// Nothing can be decided.
pub(super) fn all_unknown(job: &Job, why: StopReason, on: &mut dyn FnMut(Event)) -> Vec<Decision> {
    let unknown = |property: &Property| Decision {
        property: *property,
        verdict: Verdict::Unknown(why.clone()),
        engine: "none",
        time: Duration::ZERO,
        ended: Vec::new(),
    };
    let decisions: Vec<Decision> = job.properties.iter().map(unknown).collect();
    for decision in &decisions {
        on(Event::Decided(decision.clone()));
    }
    decisions
}

/// Properties and covers that are impossible whatever the state and the inputs are.
fn trivial(system: &System) -> Vec<usize> {
    let never = |term| system.pool.as_const(term) == Some(0);
    let checked = system.properties.iter().enumerate();
    let checked = checked.filter(|(_, it)| never(it.bad) && never(it.start_bad));
    checked.map(|(at, _)| at).collect()
}

/// What holds to the bound may still be proved for as long again as it took to know that, at least for this long.
const PROOFS: Duration = Duration::from_secs(2);

/// The same beside a violation: whoever reads it has that to mend first.
const PROOFS_BESIDE_VIOLATION: Duration = Duration::from_millis(500);

/// The same for a violation that an earlier one may replace.
const EARLIER: Duration = Duration::from_secs(3);

/// For how long an earlier violation is looked for at least while other properties are worked on.
const EARLIER_BESIDE_WORK: Duration = Duration::from_secs(10);

/// What is found at the last moment may still be checked, or simplified, for this long: all of it together.
const SECOND_LOOK: Duration = Duration::from_secs(3);

/// For people: what kind of argument a proof is.
fn argument(certificate: &Certificate, system: &System) -> Vec<String> {
    let kind = match certificate.argument {
        Argument::Induction { k: 0 | 1, .. } if certificate.claims.is_empty() => {
            "no state at all allows a violation".to_owned()
        }
        Argument::Induction { k: 0, .. } => {
            format!(
                "an inductive invariant of {} clauses",
                certificate.claims.len()
            )
        }
        Argument::Induction { k, .. } => format!("induction over {k} steps"),
        Argument::RunsEnd { steps } => format!("no run makes more than {steps} steps"),
    };
    let names: Vec<String> = system.state.iter().map(|v| v.name.clone()).collect();
    [kind]
        .into_iter()
        .chain(words(certificate, &names))
        .collect()
}

/// What is known about one property.
#[derive(Default)]
struct Entry {
    decision: Option<Decision>,
    /// Not released before it is known whether the property says anything.
    proved: Option<(Proof, &'static str)>,
    /// The violation at the earliest tick so far, not yet judged.
    violated: Option<Violated>,
    /// When the first violation was found.
    found: Option<Duration>,
    /// Ticks in which it holds in every run.
    clean_to: u64,
    clean_by: &'static str,
}

/// Something without which a property says nothing.
struct Cover {
    /// The property, by its index; all of them if none.
    of: Option<usize>,
    span: Span,
    happens: bool,
    never: bool,
    /// Ticks in which it does not happen.
    absent_to: u64,
}

impl Cover {
    fn concerns(&self, property: usize) -> bool {
        self.of.is_none_or(|of| of == property)
    }
}

struct Violated {
    trace: Trace,
    engine: &'static str,
    earliest: bool,
}

pub(super) struct Docket<'a> {
    job: &'a Job<'a>,
    system: &'a System,
    /// For the engines.
    pub board: Arc<Board>,
    /// Built anew to check proofs on: nothing that engines do can have touched it.
    anew: OnceCell<Result<System, Refusal>>,
    /// The same for the loop with exact summaries in place of functions.
    through: Option<Through>,
    judge: &'a dyn Judge,
    clock: Instant,
    entries: Vec<Entry>,
    /// By their indices in the system, which come after those of the properties.
    covers: Vec<Cover>,
    /// Why not all is decided, if nothing more specific is known.
    limit: Option<StopReason>,
    /// No run makes more than this many steps.
    runs_end: Option<u64>,
    /// Whether an engine was stopped by its budget.
    out_of_time: bool,
    /// Ticks that were executed in a search that came to its end.
    searched: u64,
    /// Whether an abstraction was searched to its end.
    abstracted: bool,
    /// Why an engine could not be used.
    refused: Option<String>,
    /// Engines that came to their end, and why.
    ended: Vec<Ended>,
}

impl<'a> Docket<'a> {
    pub fn new(
        job: &'a Job,
        system: &'a System,
        judge: &'a dyn Judge,
        clock: Instant,
    ) -> Docket<'a> {
        let entries = job.properties.iter().map(|_| Entry::default());
        let position = |property| job.properties.iter().position(|p| *p == property);
        let covers = system.properties[job.properties.len()..].iter();
        let covers = covers.map(|checked| Cover {
            of: position(checked.property),
            span: checked.cover.unwrap_or(job.harness.span),
            happens: false,
            never: false,
            absent_to: 0,
        });
        let mut covers: Vec<Cover> = covers.collect();
        // The last one is that a tick is completed at all.
        if let Some(last) = covers.last_mut() {
            last.of = None;
        }
        Docket {
            covers,
            job,
            system,
            board: Arc::new(Board::new(system.properties.len())),
            anew: OnceCell::new(),
            through: None,
            judge,
            clock,
            entries: entries.collect(),
            limit: None,
            runs_end: None,
            out_of_time: false,
            searched: 0,
            abstracted: false,
            refused: None,
            ended: Vec::new(),
        }
    }

    /// What is said about engines beside a verdict: nothing if it is all that was asked for.
    fn ended_on(&self, verdict: &Verdict) -> Vec<Ended> {
        let settings = &self.job.settings;
        match verdict {
            Verdict::HoldsTo(ticks) if *ticks >= settings.bound && !settings.proofs => Vec::new(),
            Verdict::HoldsTo(_) | Verdict::Unknown(_) => {
                let mut ended = self.ended.clone();
                ended.sort();
                ended.dedup();
                ended
            }
            Verdict::Falsified(_) | Verdict::Proved(_) | Verdict::Vacuous(_) => Vec::new(),
        }
    }

    /// What engines can still find out, by the indices of the system.
    pub fn open(&self) -> Vec<usize> {
        let properties = 0..self.entries.len();
        let properties =
            properties.filter(|at| self.is_open(*at) && self.entries[*at].proved.is_none());
        let covers = self.covers.iter().enumerate();
        let covers = covers.filter(|(_, cover)| !cover.happens && !cover.never);
        let covers = covers.map(|(at, _)| at + self.entries.len());
        properties.chain(covers).collect()
    }

    /// Whether nothing is left that an engine could add.
    pub fn is_settled(&self) -> bool {
        self.entries.iter().all(|entry| entry.decision.is_some())
    }

    /// For how long to look on, if what is known is enough: for proofs of what holds to the bound, and for violations
    /// earlier than those that were found.
    pub fn patience(&self) -> Option<Duration> {
        let (bound, proofs) = (self.job.settings.bound, self.job.settings.proofs);
        let holds = |clean_to: u64| !proofs && clean_to >= bound;
        let enough = |entry: &Entry| {
            let known = entry.decision.is_some() || entry.proved.is_some();
            known || entry.violated.is_some() || holds(entry.clean_to)
        };
        let known = |it: &Cover| it.happens || it.never || holds(it.absent_to);
        let waits = self.entries.iter().any(|entry| entry.violated.is_some());
        let enough = self.entries.iter().all(enough) && (waits || self.covers.iter().all(known));
        let is_violated = |entry: &Entry| {
            let decision = entry.decision.as_ref();
            decision.is_some_and(|it| matches!(it.verdict, Verdict::Falsified(_)))
        };
        enough.then_some(match self.entries.iter().any(is_violated) {
            _ if waits => EARLIER,
            true => PROOFS_BESIDE_VIOLATION,
            false => PROOFS,
        })
    }

    /// The system as it was before engines worked on it, if it can be built a second time.
    fn anew(&self) -> Result<&System, Refusal> {
        let (program, harness) = (self.job.program, self.job.harness);
        let build = || {
            // It was built once within the time, so it will be again.
            let budget = Budget::unlimited().with_stop(self.job.interrupt.clone());
            let built = system::build_within(program, harness, self.job.properties, &budget);
            built.map_err(|halt| match halt {
                Halt::Stopped => Refusal::Stopped,
                _ => Refusal::Foreign,
            })
        };
        self.anew.get_or_init(build).as_ref().map_err(|why| *why)
    }

    /// What is impossible without looking at any state or input: the terms say so.
    pub fn settle_trivial(&mut self, on: &mut dyn FnMut(Event)) {
        let trivial = trivial(self.system);
        if trivial.is_empty() {
            return;
        }
        let engine = "symbolic execution";
        let stands = match self.anew() {
            Ok(anew) => self::trivial(anew),
            Err(Refusal::Stopped) => return,
            Err(_) => Vec::new(),
        };
        let (proved, refused): (Vec<usize>, Vec<usize>) =
            trivial.into_iter().partition(|at| stands.contains(at));
        self.refuse(&refused, engine, Refusal::Foreign, on);
        let argument = Argument::Induction {
            k: 0,
            distinct: false,
        };
        let proof = Proof {
            argument: vec!["no path leads to it".to_owned()],
            through: Vec::new(),
            certificate: Some(Arc::new(Certified {
                certificate: Certificate::new(self.system, argument),
                properties: proved.clone(),
                program: None,
            })),
        };
        self.impossible(&proved, &proof, engine, on);
    }

    /// Properties that are never violated, and covers that never happen.
    fn impossible(
        &mut self,
        which: &[usize],
        proof: &Proof,
        engine: &'static str,
        on: &mut dyn FnMut(Event),
    ) {
        for &at in which {
            self.board.note_decided(at);
            match at.checked_sub(self.entries.len()) {
                Some(cover) => self.covers[cover].never = true,
                None => self.entries[at].proved = Some((proof.clone(), engine)),
            }
        }
        self.release(on);
    }

    /// Releases the proofs of properties of which it is known whether they say anything.
    fn release(&mut self, on: &mut dyn FnMut(Event)) {
        for at in 0..self.entries.len() {
            let mut covers = self.covers.iter().filter(|cover| cover.concerns(at));
            let known = covers.all(|cover| cover.happens || cover.never);
            if !self.is_open(at) || !known {
                continue;
            }
            if let Some((proof, engine)) = self.entries[at].proved.take() {
                let verdict = self.vacuous(at, 0).unwrap_or(Verdict::Proved(proof));
                self.decide(at, verdict, engine, on);
            }
        }
    }

    /// The verdict on a property that says nothing: something it needs never happens, or not in that many ticks.
    fn vacuous(&self, at: usize, ticks: u64) -> Option<Verdict> {
        let missing = |cover: &&Cover| {
            let absent = ticks > 0 && cover.absent_to >= ticks;
            cover.concerns(at) && !cover.happens && (cover.never || absent)
        };
        let cover = self.covers.iter().rev().find(missing)?;
        let bound = self.job.settings.bound;
        Some(Verdict::Vacuous(
            match (cover.of, self.job.properties[at]) {
                (None, _) => Vacuity::NoTick,
                (_, Property::Check { .. }) => Vacuity::Unreached(bound),
                _ => Vacuity::NoTrigger(cover.span, bound),
            },
        ))
    }

    fn decide(
        &mut self,
        at: usize,
        verdict: Verdict,
        engine: &'static str,
        on: &mut dyn FnMut(Event),
    ) {
        let decision = Decision {
            property: self.job.properties[at],
            ended: self.ended_on(&verdict),
            verdict,
            engine,
            time: self.clock.elapsed(),
        };
        self.board.note_decided(at);
        on(Event::Decided(decision.clone()));
        self.entries[at].decision = Some(decision);
    }

    pub fn hear(&mut self, engine: &'static str, finding: Finding, on: &mut dyn FnMut(Event)) {
        match finding {
            Finding::Violated {
                property,
                inputs,
                earliest,
            } => {
                if let Some(cover) = property.checked_sub(self.entries.len()) {
                    self.covers[cover].happens = true;
                    self.board.note_decided(property);
                    return self.release(on);
                }
                let trace = self.system.trace(property, &inputs);
                // An engine counts steps; the earliest step is the earliest tick only if they are the same.
                let earliest = earliest && self.system.steps_are_ticks;
                self.note_violation(property, trace, engine, earliest, on);
            }
            Finding::Executed { property, trace } => {
                self.note_violation(property, trace, engine, false, on)
            }
            Finding::Proved {
                properties,
                certificate,
            } => self.note_proof(&properties, certificate, engine, on),
            Finding::ProvedThrough {
                properties,
                certificate,
                through,
            } => self.note_proof_through(&properties, certificate, through, engine, on),
            Finding::HoldsTo { properties, steps } => {
                self.note_bound(&properties, steps, engine, on)
            }
            Finding::RunsEnd { steps } => self.runs_end = Some(steps),
            Finding::Told(chapter) => on(Event::Told { engine, chapter }),
        }
    }

    fn note_violation(
        &mut self,
        at: usize,
        trace: Trace,
        engine: &'static str,
        earliest: bool,
        on: &mut dyn FnMut(Event),
    ) {
        let entry = &mut self.entries[at];
        if entry.decision.is_some() {
            return;
        }
        let tick = trace.violation.tick;
        let better = match &entry.violated {
            Some(known) => tick < known.trace.violation.tick || earliest && !known.earliest,
            None => true,
        };
        // Nothing is known about the initialisation as long as nothing is known at all.
        let clean = entry.clean_to > 0 && entry.clean_to + 1 >= tick;
        let earliest = earliest || clean || tick == 0;
        if better {
            entry.found.get_or_insert(self.clock.elapsed());
            entry.violated = Some(Violated {
                trace,
                engine,
                earliest,
            });
            on(Event::Found {
                property: self.job.properties[at],
                engine,
                tick,
            });
        }
        if self.entries[at]
            .violated
            .as_ref()
            .is_some_and(|v| v.earliest)
        {
            self.judge(at, on);
        }
    }

    /// Releases the violations for which an earlier one was looked for long enough although other properties are still
    /// worked on: as long again as it took to find them. With one thread what is found does not depend on the time, so
    /// there they wait for the others.
    pub fn release_overdue(&mut self, on: &mut dyn FnMut(Event)) {
        let settings = &self.job.settings;
        if settings.jobs <= 1 || settings.engine != "auto" {
            return;
        }
        for at in 0..self.entries.len() {
            let entry = &self.entries[at];
            let waits = entry.found.filter(|_| entry.violated.is_some());
            let over = |found: Duration| found + found.max(EARLIER_BESIDE_WORK);
            if waits.is_some_and(|found| self.clock.elapsed() >= over(found)) {
                self.judge(at, on);
            }
        }
    }

    /// Runs a violation in the interpreter and in the compiled crate, and decides.
    fn judge(&mut self, at: usize, on: &mut dyn FnMut(Event)) {
        let Some(violated) = self.entries[at].violated.take() else {
            return;
        };
        let Violated {
            trace,
            engine,
            earliest,
        } = violated;
        let (program, harness) = (self.job.program, self.job.harness);
        let run = |trace: &Trace| execute(program, harness, trace, &mut |_| {});
        if !run(&trace).shows(&trace.violation) {
            let why = format!(
                "the reference interpreter does not show the violation that {engine} found"
            );
            let verdict = Verdict::Unknown(StopReason::NotReproduced(why));
            return self.decide(at, verdict, engine, on);
        }
        let trace = minimise(program, harness, trace, &self.last_budget());
        let verdict = match self.judge.judge(&trace) {
            Judgement::Confirmed(remark) => Verdict::Falsified(Box::new(Falsified {
                execution: run(&trace),
                trace,
                earliest,
                remark,
            })),
            // The signal may have reached cargo or the replay as well.
            _ if self.is_interrupted() => Verdict::Unknown(StopReason::Interrupted),
            Judgement::NotReproduced(why) => {
                let why = format!("the compiled crate does not show the violation: {why}");
                Verdict::Unknown(StopReason::NotReproduced(why))
            }
            Judgement::NotReplayable(why) => Verdict::Unknown(StopReason::NotReplayable(why)),
        };
        self.decide(at, verdict, engine, on);
    }

    fn note_proof(
        &mut self,
        properties: &[usize],
        mut certificate: Certificate,
        engine: &'static str,
        on: &mut dyn FnMut(Event),
    ) {
        let open = self.open();
        let proved = properties.iter().copied();
        let open: Vec<usize> = proved.filter(|at| open.contains(at)).collect();
        if open.is_empty() {
            return;
        }
        sabotage::proof(&mut certificate);
        let anew = self.anew();
        match anew.and_then(|anew| self.recheck(anew, &open, &certificate)) {
            Ok(()) => {
                let proof = Proof {
                    argument: argument(&certificate, self.system),
                    through: Vec::new(),
                    certificate: Some(Arc::new(Certified {
                        certificate,
                        properties: open.clone(),
                        program: None,
                    })),
                };
                self.impossible(&open, &proof, engine, on);
            }
            Err(Refusal::Stopped) => self.out_of_time = true,
            Err(why) => self.refuse(&open, engine, why, on),
        }
    }

    /// The same about the loop in which exact summaries answer; nothing of what the engine knows about them is believed.
    fn note_proof_through(
        &mut self,
        properties: &[usize],
        mut certificate: Certificate,
        replacements: Arc<[Replacement]>,
        engine: &'static str,
        on: &mut dyn FnMut(Event),
    ) {
        let open = self.open();
        let proved = properties.iter().copied();
        let own = proved.filter(|at| *at < self.entries.len());
        let open: Vec<usize> = own.filter(|at| open.contains(at)).collect();
        if open.is_empty() {
            return;
        }
        sabotage::proof(&mut certificate);
        match self.recheck_through(&open, &certificate, replacements) {
            Ok(through) => {
                let proof = Proof {
                    argument: argument(&certificate, &through.system),
                    through: through.functions(self.job),
                    certificate: Some(Arc::new(Certified {
                        certificate,
                        properties: open.clone(),
                        program: Some(through.program.clone()),
                    })),
                };
                self.through = Some(through);
                self.impossible(&open, &proof, engine, on);
            }
            Err(Refusal::Stopped) => self.out_of_time = true,
            Err(why) => self.refuse(&open, engine, why, on),
        }
    }

    fn recheck_through(
        &mut self,
        properties: &[usize],
        certificate: &Certificate,
        replacements: Arc<[Replacement]>,
    ) -> Result<Through, Refusal> {
        let known = self.through.take().filter(|it| it.is_of(&replacements));
        let through = match known {
            Some(known) => known,
            None => {
                let budget = Budget::lasting(self.left() / 3);
                let budget = budget.with_stop(self.job.interrupt.clone());
                Through::new(self.job, replacements, &budget)?
            }
        };
        let tells = |at: &usize| through.tells(self.job.properties[*at]);
        if !properties.iter().all(tells) {
            return Err(Refusal::Foreign);
        }
        self.recheck(&through.system, properties, certificate)?;
        Ok(through)
    }

    /// Proofs that do not stand are a bug; nothing else is said about these properties.
    fn refuse(
        &mut self,
        which: &[usize],
        engine: &'static str,
        why: Refusal,
        on: &mut dyn FnMut(Event),
    ) {
        let why = format!("the proof by {engine} does not stand: {why}");
        let count = self.entries.len();
        for at in which.iter().copied().filter(|at| *at < count) {
            let verdict = Verdict::Unknown(StopReason::NotReproduced(why.clone()));
            self.decide(at, verdict, engine, on);
        }
    }

    /// For what is done about a find: the time that is left, and a little more.
    fn last_budget(&self) -> Budget {
        Budget::lasting(self.left()).with_stop(self.job.interrupt.clone())
    }

    fn left(&self) -> Duration {
        let deadline = self.clock + self.job.settings.timeout + SECOND_LOOK;
        deadline.saturating_duration_since(Instant::now())
    }

    /// On a system built anew, by a solver of the other kind; if that one takes too long, by a fresh one of the same kind.
    fn recheck(
        &self,
        system: &System,
        properties: &[usize],
        certificate: &Certificate,
    ) -> Result<(), Refusal> {
        let left = self.left();
        let others = SolverKind::ALL.iter().copied();
        let mut others = others.filter(|kind| *kind != self.job.settings.solver);
        if let Some(kind) = others.next() {
            let budget = Budget::lasting(left / 3).with_stop(self.job.interrupt.clone());
            match check(system, properties, certificate, kind, &budget) {
                Err(Refusal::Stopped) => {}
                answer => return answer,
            }
        }
        let kind = self.job.settings.solver;
        check(system, properties, certificate, kind, &self.last_budget())
    }

    fn is_interrupted(&self) -> bool {
        self.job.interrupt.load(Ordering::Relaxed)
    }

    fn is_open(&self, at: usize) -> bool {
        self.entries[at].decision.is_none()
    }

    fn note_bound(
        &mut self,
        properties: &[usize],
        steps: u64,
        engine: &'static str,
        on: &mut dyn FnMut(Event),
    ) {
        if !self.system.steps_are_ticks {
            return;
        }
        for &at in properties {
            self.board.note_clean(at, steps);
            if let Some(cover) = at.checked_sub(self.entries.len()) {
                self.covers[cover].absent_to = self.covers[cover].absent_to.max(steps);
                continue;
            }
            let entry = &mut self.entries[at];
            if steps > entry.clean_to {
                // Who came to the bound first is named.
                if entry.clean_to < self.job.settings.bound {
                    entry.clean_by = engine;
                }
                entry.clean_to = steps;
            }
            let clean_to = entry.clean_to;
            if let Some(violated) = &mut entry.violated {
                violated.earliest |= clean_to + 1 >= violated.trace.violation.tick;
                if violated.earliest {
                    self.judge(at, on);
                }
            }
        }
        let open = self.open().len();
        on(Event::Reached {
            engine,
            tick: steps,
            open,
        });
    }

    pub fn note_end(&mut self, engine: &'static str, stop: Stop, on: &mut dyn FnMut(Event)) {
        self.out_of_time |= stop == Stop::Budget;
        let why = match stop {
            Stop::Decided => "everything is decided".to_owned(),
            Stop::Bound => "the bound is reached".to_owned(),
            Stop::Budget => self.why_stopped().to_owned(),
            Stop::Searched { ticks } => {
                self.searched += ticks;
                format!("{ticks} ticks were executed")
            }
            Stop::Abstraction => {
                self.abstracted = true;
                "no run of the abstraction is a violation".to_owned()
            }
            Stop::Refused(why) => {
                self.refused = Some(why.clone());
                format!("cannot be used: {why}")
            }
        };
        self.ended.push(Ended {
            engine,
            why: why.clone(),
        });
        on(Event::Ended { engine, why });
    }

    fn why_stopped(&self) -> &'static str {
        match self.limit {
            Some(StopReason::Interrupted) => "interrupted",
            Some(StopReason::Memory) => "no memory was left",
            _ => "its time was over",
        }
    }

    pub fn note_limits(&mut self, interrupted: bool, full: bool) {
        if interrupted {
            self.limit = Some(StopReason::Interrupted);
        } else if full && self.limit.is_none() {
            self.limit = Some(StopReason::Memory);
        }
    }

    pub fn note_memory(&mut self) {
        self.limit.get_or_insert(StopReason::Memory);
    }

    /// Decides what is left with what is known, and hands everything over.
    pub fn close(mut self, on: &mut dyn FnMut(Event)) -> Vec<Decision> {
        for at in 0..self.entries.len() {
            if self.is_open(at) && self.entries[at].violated.is_some() {
                self.judge(at, on);
            }
            if self.is_open(at) {
                let (verdict, engine) = match self.entries[at].proved.take() {
                    Some((proof, engine)) => {
                        let bound = self.job.settings.bound;
                        let verdict = self.vacuous(at, bound).unwrap_or(Verdict::Proved(proof));
                        (verdict, engine)
                    }
                    None => (self.undecided(at), self.entries[at].clean_by),
                };
                self.decide(
                    at,
                    verdict,
                    if engine.is_empty() { "none" } else { engine },
                    on,
                );
            }
        }
        let decisions = self.entries.into_iter().filter_map(|entry| entry.decision);
        decisions.collect()
    }

    fn undecided(&self, at: usize) -> Verdict {
        let clean_to = self.entries[at].clean_to;
        match self.runs_end {
            // No run comes to the end of its first step.
            Some(0 | 1) => return Verdict::Vacuous(Vacuity::NoTick),
            // All runs end before the bound, and none of them violates it.
            Some(steps) if clean_to >= steps => return Verdict::HoldsTo(self.job.settings.bound),
            _ => {}
        }
        if clean_to > 0 {
            let bound = self.job.settings.bound;
            // What has not happened so far may still happen before the bound.
            let vacuous = self.vacuous(at, bound);
            // How far beyond the bound an engine came depends on the time it had.
            return vacuous.unwrap_or(Verdict::HoldsTo(clean_to.min(bound)));
        }
        Verdict::Unknown(match (&self.limit, self.system.steps_are_ticks) {
            (Some(limit), _) => limit.clone(),
            (None, _) if self.out_of_time => StopReason::Timeout,
            (None, _) if self.searched > 0 => StopReason::NotFound(self.searched),
            (None, _) if self.abstracted => StopReason::Abstraction,
            (None, _) if self.refused.is_some() => {
                let why = self.refused.clone().unwrap_or_default();
                StopReason::Unsupported(why, self.job.harness.span)
            }
            (None, false) => StopReason::LoopBound(self.job.harness.span),
            (None, true) => StopReason::NoEngine,
        })
    }
}
