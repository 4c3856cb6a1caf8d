//! What is going on while a loop is decided: a line for each running engine on a terminal, verdicts as they come.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::story::{words, Summaries};
use crate::cli::terminal::Tone;
use crate::cli::Terminal;
use crate::evidence::{Decision, Property, Verdict};
use crate::report::verdict::{endings, moment, name, VerdictReport};
use crate::strategy::Event;

/// How often the lines of engines are drawn anew.
pub const BEAT: Duration = Duration::from_millis(100);

pub struct Progress<'a> {
    terminal: &'a Terminal,
    report: VerdictReport<'a>,
    engines: Vec<Engine>,
    /// Violations for which an earlier one may still be found, each with its tick.
    found: Vec<(Property, u64)>,
    /// Lines that are on the screen for as long as engines run.
    drawn: usize,
    last_drawn: Instant,
    started: Instant,
    /// What stands for functions in the search by abstraction.
    pub summaries: Summaries,
}

struct Engine {
    name: &'static str,
    tick: Option<u64>,
    open: usize,
}

impl<'a> Progress<'a> {
    pub fn new(terminal: &'a Terminal, report: VerdictReport<'a>) -> Progress<'a> {
        Progress {
            terminal,
            report,
            engines: Vec::new(),
            found: Vec::new(),
            drawn: 0,
            last_drawn: Instant::now(),
            started: Instant::now(),
            summaries: Summaries::default(),
        }
    }

    pub fn on(&mut self, event: Event) {
        match event {
            Event::Started { engine } => {
                self.say_detail(format_args!("{engine} begins"));
                self.engine(engine);
            }
            Event::Reached { engine, tick, open } => {
                let running = self.engine(engine);
                (running.tick, running.open) = (Some(tick), open);
            }
            Event::Ended { engine, why } => {
                self.engines.retain(|running| running.name != engine);
                self.say_detail(format_args!("{engine} ends: {why}"));
            }
            Event::Told { engine, chapter } => {
                self.summaries.take_down(engine, &chapter);
                let words = words(self.report, &chapter);
                self.say_detail(format_args!("{engine}: {words}"));
            }
            Event::Found {
                property,
                engine,
                tick,
            } => self.found(property, engine, tick),
            Event::Decided(decision) => self.decided(&decision),
        }
        if self.last_drawn.elapsed() >= BEAT {
            self.draw();
        }
    }

    fn engine(&mut self, name: &'static str) -> &mut Engine {
        let known = self.engines.iter().position(|it| it.name == name);
        let at = known.unwrap_or_else(|| {
            self.engines.push(Engine {
                name,
                tick: None,
                open: 0,
            });
            self.engines.len() - 1
        });
        &mut self.engines[at]
    }

    fn say_detail(&mut self, text: std::fmt::Arguments<'_>) {
        if self.terminal.verbose {
            self.erase();
            self.terminal.detail(text);
        }
    }

    fn found(&mut self, property: Property, engine: &'static str, tick: u64) {
        let (label, at) = (self.report.label(property), moment(tick));
        self.say_detail(format_args!("{engine}: {label} is violated at {at}"));
        self.found.retain(|(known, _)| *known != property);
        self.found.push((property, tick));
    }

    /// A violation is said at once; the others are said together, when the loop is done.
    fn decided(&mut self, decision: &Decision) {
        self.found.retain(|(known, _)| *known != decision.property);
        let Verdict::Falsified(found) = &decision.verdict else {
            return;
        };
        self.erase();
        let text = format!(
            "{} at {} ({}, {}, replayed)",
            self.report.label(decision.property),
            moment(found.trace.violation.tick),
            decision.engine,
            seconds(decision.time)
        );
        self.terminal.status_in(Tone::Bad, "Falsified", text);
    }

    /// Draws the engines if somebody looks.
    pub fn draw(&mut self) {
        self.last_drawn = Instant::now();
        if !self.terminal.is_live() {
            return;
        }
        self.erase();
        let time = seconds(self.started.elapsed());
        let width = self.terminal.width();
        for (property, tick) in &self.found {
            let (label, at) = (self.report.label(*property), moment(*tick));
            let line = format!("{label} is violated at {at}, perhaps earlier");
            let line: String = line.chars().take(width.saturating_sub(14)).collect();
            self.terminal.status_in(Tone::Bad, "Found", line);
        }
        for engine in &self.engines {
            let at = engine.tick.map_or_else(
                || "begins".to_owned(),
                |tick| format!("at tick {tick}, {} open", engine.open),
            );
            let line = format!("{} {at}, {time}", engine.name);
            let line: String = line.chars().take(width.saturating_sub(14)).collect();
            self.terminal.status_in(Tone::Running, "Running", line);
        }
        self.drawn = self.found.len() + self.engines.len();
    }

    /// Takes the lines of engines away, so that something else can be said.
    pub fn erase(&mut self) {
        if self.drawn > 0 {
            let _ = write!(io::stderr().lock(), "\x1b[{}A\x1b[J", self.drawn);
            self.drawn = 0;
        }
    }

    /// What was decided besides violations: alike ones on one line.
    pub fn conclude(&mut self, decisions: &[Decision]) {
        self.erase();
        for group in groups(decisions, self.report) {
            let engine = group.first.engine;
            let whose = group.whose(self.report);
            let (tone, verb, text) = match &group.first.verdict {
                Verdict::Falsified(_) => continue,
                Verdict::Proved(_) => {
                    let how = self.report.finding(&group.first.verdict);
                    let through = how.strip_prefix("proved").unwrap_or_default();
                    (Tone::Good, "Proved", format!("{whose} ({engine}{through})"))
                }
                Verdict::HoldsTo(ticks) => {
                    let text = format!("{whose} to tick {ticks} ({engine})");
                    (Tone::Good, "Holds", text)
                }
                Verdict::Vacuous(_) => (Tone::Doubt, "Vacuous", whose),
                Verdict::Unknown(_) => (Tone::Doubt, "Unknown", whose),
            };
            self.terminal.status_in(tone, verb, text);
            if let Some(why) = endings(group.first) {
                self.terminal.status_in(Tone::Doubt, "Ended", why);
            }
        }
    }
}

/// Decisions that are said in one line.
pub struct Group<'a> {
    pub first: &'a Decision,
    pub members: Vec<&'a Decision>,
}

impl Group<'_> {
    fn is_panics(&self) -> bool {
        matches!(self.first.property, Property::Panic { .. })
    }

    /// Names, or a number of panic sites.
    pub fn whose(&self, report: VerdictReport<'_>) -> String {
        match (self.is_panics(), self.members.len()) {
            (true, 1) | (false, _) => {
                let names = self.members.iter().map(|it| report.label(it.property));
                names.collect::<Vec<_>>().join(", ")
            }
            (true, count) => format!("{count} panic sites"),
        }
    }
}

/// Monitors and checks with the same words about them, and panic sites with the same words; violations stand alone.
pub fn groups<'a>(decisions: &'a [Decision], report: VerdictReport<'_>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for decision in decisions {
        let alike = |group: &&mut Group<'_>| {
            let is_panic = matches!(decision.property, Property::Panic { .. });
            let same_words =
                report.finding(&group.first.verdict) == report.finding(&decision.verdict);
            name(&decision.verdict) != "falsified"
                && group.is_panics() == is_panic
                && group.first.engine == decision.engine
                && same_words
        };
        match groups.iter_mut().find(alike) {
            Some(group) => group.members.push(decision),
            None => groups.push(Group {
                first: decision,
                members: vec![decision],
            }),
        }
    }
    groups
}

/// `0.2 s`
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
