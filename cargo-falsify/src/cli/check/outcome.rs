//! What came of each loop, what it means for the exit code, and the words at the end.

use std::time::Duration;

use serde_json::{json, Value as Json};

use super::plan::Plan;
use super::progress::{groups, seconds};
use super::Asked;
use crate::cli::baseline::Baseline;
use crate::cli::{Exit, Terminal};
use crate::evidence::{Decision, Property, StopReason, Verdict};
use crate::project::{Level, Require};
use crate::report::difference::Run;
use crate::report::paint::Paint;
use crate::report::results::Scope;
use crate::report::shard::Shard;
use crate::report::verdict::{name, VerdictReport};

/// A loop and what is known about it.
pub struct Outcome<'a> {
    pub report: VerdictReport<'a>,
    pub plan: Plan,
    pub decisions: Vec<Decision>,
    /// Properties that the settings leave out.
    pub allowed: Vec<Property>,
}

/// The verdicts in the order of reports.
const VERDICTS: [&str; 5] = ["falsified", "proved", "holds", "vacuous", "unknown"];

impl Plan {
    /// What the verdict on a property of some level makes of the exit code.
    pub fn exit(&self, verdict: &Verdict, level: Level) -> Exit {
        match verdict {
            // That the tool is wrong is no matter of the user's settings.
            Verdict::Unknown(StopReason::NotReproduced(_) | StopReason::Bug(_)) => Exit::Bug,
            _ if level < Level::Deny => Exit::Done,
            Verdict::Falsified(_) => Exit::Violated,
            verdict if self.is_enough(verdict) => Exit::Done,
            _ => Exit::Short,
        }
    }

    fn is_enough(&self, verdict: &Verdict) -> bool {
        match (verdict, self.require) {
            (Verdict::Proved(_), _) => true,
            (Verdict::HoldsTo(ticks), Require::Bounded) => *ticks >= self.settings.bound,
            _ => false,
        }
    }
}

impl Outcome<'_> {
    pub fn exit(&self) -> Exit {
        let exits = self.decisions.iter().map(|it| self.exit_of(it));
        exits.fold(Exit::Done, Exit::worse)
    }

    fn exit_of(&self, decision: &Decision) -> Exit {
        self.plan.exit(&decision.verdict, self.level(decision))
    }

    /// A line for each monitor and check; panic sites that fared alike on one.
    pub fn table(&self, paint: Paint) -> String {
        let rows: Vec<Row> = self.rows();
        let width =
            |cell: fn(&Row) -> &String| rows.iter().map(|it| cell(it).chars().count()).max();
        let names = width(|row| &row.name).unwrap_or(0).min(40);
        let findings = width(|row| &row.finding).unwrap_or(0).min(40);
        let mut text = paint.bold(&self.report.loop_name()) + "\n";
        for row in rows {
            let finding = format!("{:<findings$}", row.finding);
            let finding = match row.mark {
                "✓" => paint.good(&finding),
                "✗" => paint.bad(&finding),
                _ => finding,
            };
            let line = format!(
                "  {} {:<names$}  {finding}  {}",
                row.mark, row.name, row.engine
            );
            text += line.trim_end();
            text += "\n";
        }
        if !self.allowed.is_empty() {
            let sorts = sorts(&self.allowed);
            text += &format!("    {sorts} not asked about: allowed\n");
        }
        text
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for group in groups(&self.decisions, self.report) {
            let is_panics = matches!(group.first.property, Property::Panic { .. });
            let names = match is_panics {
                true => vec![group.whose(self.report)],
                false => {
                    let members = group.members.iter();
                    members.map(|it| self.report.label(it.property)).collect()
                }
            };
            let worst = group.members.iter().max_by_key(|it| self.level(it));
            let worst = worst.copied().unwrap_or(group.first);
            rows.extend(names.into_iter().map(|name| self.row(name, worst)));
        }
        rows
    }

    fn level(&self, decision: &Decision) -> Level {
        self.plan.level(decision.property, self.report)
    }

    fn row(&self, name: String, decision: &Decision) -> Row {
        let mark = match self.exit_of(decision) {
            _ if matches!(decision.verdict, Verdict::Falsified(_)) => "✗",
            Exit::Done if !matches!(decision.verdict, Verdict::Unknown(_)) => "✓",
            _ => "?",
        };
        let finding = self.report.finding(&decision.verdict);
        let is_enough = self.plan.is_enough(&decision.verdict);
        Row {
            mark,
            name,
            finding: match self.level(decision) {
                Level::Warn if !is_enough => format!("{finding} (only reported)"),
                _ => finding,
            },
            engine: decision.engine.to_owned(),
        }
    }

    /// What would have to be better.
    pub fn shortfall(&self) -> Option<String> {
        let short = self
            .decisions
            .iter()
            .filter(|it| self.exit_of(it) == Exit::Short);
        let count = short.count();
        let wanted = match self.plan.require {
            Require::Proved => "to be proved".to_owned(),
            Require::Bounded => format!("to hold for {} ticks", self.plan.settings.bound),
        };
        (count > 0).then(|| {
            let require = self.plan.require.name();
            format!(
                "{}: {} not shown {wanted} (require = \"{require}\")",
                self.report.loop_name(),
                are(count, "property", "properties")
            )
        })
    }
}

struct Row {
    mark: &'static str,
    name: String,
    finding: String,
    engine: String,
}

/// All loops together.
pub struct Tally {
    pub loops: usize,
    counts: [usize; VERDICTS.len()],
    /// What the verdicts make of the exit code.
    pub exit: Exit,
    allowed: usize,
    /// Settings of each package.
    settings: Vec<Json>,
    /// Which part of the check this is.
    shard: Option<Shard>,
    /// Everything the check is about, in all parts.
    names: Vec<[String; 3]>,
    /// None if it does not come to a check.
    scope: Option<Scope>,
    /// What the baseline says.
    baseline: Json,
}

impl Tally {
    pub fn new(shard: Option<Shard>) -> Tally {
        Tally {
            loops: 0,
            counts: Default::default(),
            exit: Exit::Done,
            allowed: 0,
            settings: Vec::new(),
            shard,
            names: Vec::new(),
            scope: None,
            baseline: Json::Null,
        }
    }

    /// What the verdicts make of the exit code, held against a baseline if there is one.
    pub fn compare(&mut self, baseline: Option<&Baseline>, terminal: &Terminal) -> Exit {
        let (Some(baseline), Some(scope)) = (baseline, &self.scope) else {
            return self.exit;
        };
        let verdicts = terminal.ledger().verdicts.clone();
        let run = Run {
            verdicts: &verdicts,
            scope,
            is_part: self.shard.is_some(),
            settings: &self.settings,
        };
        let compared = baseline.compare(&run, self.exit, terminal);
        self.baseline = compared.json;
        compared.exit
    }

    /// Takes note of a loop that the whole check asks about, whichever part does it.
    pub fn enlist(&mut self, asked: &Asked<'_>) {
        if asked.listed.is_empty() {
            return;
        }
        self.allowed += asked.allowed.len();
        let names = asked.listed.iter();
        self.names
            .extend(names.map(|it| asked.report.full_name(*it)));
        let package = asked.report.harness.package.as_str();
        let settings = asked.plan.json(package);
        if !self.settings.contains(&settings) {
            self.settings.push(settings);
        }
    }

    /// All loops are enlisted.
    pub fn set_scope(&mut self, mut scope: Scope) {
        scope.set_population(&self.names);
        self.scope = Some(scope);
    }

    pub fn add(&mut self, outcome: &Outcome<'_>) {
        self.loops += 1;
        self.exit = self.exit.worse(outcome.exit());
        for decision in &outcome.decisions {
            let verdict = VERDICTS
                .iter()
                .position(|it| *it == name(&decision.verdict));
            self.counts[verdict.unwrap_or(VERDICTS.len() - 1)] += 1;
        }
    }

    /// `1/3 has 4 of 13 properties`, if it is a part.
    pub fn others_line(&self) -> Option<String> {
        let own: usize = self.counts.iter().sum();
        let all = self.names.len();
        let shard = self.shard?;
        Some(format!("{shard} has {own} of {all} properties"))
    }

    /// `1 falsified, 6 proved · 0.9 s`
    pub fn line(&self, paint: Paint, time: Duration) -> String {
        let counts = VERDICTS
            .iter()
            .zip(self.counts)
            .filter(|(_, count)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(verdict, count)| {
                let text = format!("{count} {verdict}");
                match *verdict {
                    "falsified" => paint.bad(&text),
                    "proved" | "holds" => paint.good(&text),
                    _ => text,
                }
            })
            .collect();
        let counts = match counts.is_empty() {
            true => "nothing was checked".to_owned(),
            false => counts.join(", "),
        };
        format!("{counts} · {}", seconds(time))
    }

    /// The `summary` object: the schema is in `docs/json.md`. `run` is the exit code apart from the verdicts.
    pub fn json(&self, run: Exit, exit: Exit) -> Json {
        let mut object = json!({
            "reason": "summary",
            "loops": self.loops,
            "properties": self.counts.iter().sum::<usize>(),
            "allowed": self.allowed,
            "exit_code": exit.code(),
            "run_exit_code": run.code(),
            "settings": self.settings,
            "shard": self.shard,
            "scope": self.scope,
            "baseline": self.baseline,
        });
        for (verdict, count) in VERDICTS.iter().zip(self.counts) {
            object[*verdict] = json!(count);
        }
        object
    }
}

/// `1 monitor, 7 panic sites`
pub fn sorts(properties: &[Property]) -> String {
    let count = |wanted: fn(&Property) -> bool| properties.iter().filter(|it| wanted(it)).count();
    let parts = [
        (count(|it| matches!(it, Property::Monitor(_))), "monitor"),
        (count(|it| matches!(it, Property::Check { .. })), "check"),
        (
            count(|it| matches!(it, Property::Panic { .. })),
            "panic site",
        ),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, noun)| counted(*count, noun)).collect();
    parts.join(", ")
}

/// `1 loop`, `2 loops`
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

fn are(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one} is"),
        _ => format!("{count} {many} are"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::{Proof, Vacuity};
    use crate::project::Settings;

    fn plan(require: Require) -> Plan {
        let said = Settings {
            bound: Some(10),
            require: Some(require),
            ..Settings::default()
        };
        Plan::new(&said, &[]).expect("known names")
    }

    fn falsified() -> Verdict {
        use crate::evidence::{Execution, Falsified, Trace, Violation};
        let violation = Violation {
            property: Property::Monitor(0),
            tick: 1,
        };
        Verdict::Falsified(Box::new(Falsified {
            trace: Trace {
                start: Vec::new(),
                ticks: Vec::new(),
                violation,
            },
            execution: Execution::default(),
            earliest: true,
            remark: None,
        }))
    }

    #[test]
    fn each_verdict_has_its_exit_code() {
        let proved = Verdict::Proved(Proof {
            through: Vec::new(),
            argument: Vec::new(),
            certificate: None,
        });
        let not_reproduced = StopReason::NotReproduced("another tick".into());
        // Verdict, code if `bounded`, code if `proved`.
        let cases = [
            (falsified(), 1, 1),
            (proved, 0, 0),
            (Verdict::HoldsTo(11), 0, 3),
            (Verdict::HoldsTo(10), 0, 3),
            (Verdict::HoldsTo(9), 3, 3),
            (Verdict::HoldsTo(0), 3, 3),
            (Verdict::Vacuous(Vacuity::NoTick), 3, 3),
            (Verdict::Vacuous(Vacuity::Unreached(10)), 3, 3),
            (Verdict::Unknown(StopReason::Timeout), 3, 3),
            (Verdict::Unknown(StopReason::Interrupted), 3, 3),
            (Verdict::Unknown(StopReason::NoEngine), 3, 3),
            (Verdict::Unknown(not_reproduced), 101, 101),
        ];
        for (verdict, bounded, proved) in cases {
            let code = |require, level| plan(require).exit(&verdict, level).code();
            assert_eq!(code(Require::Bounded, Level::Deny), bounded, "{verdict:?}");
            assert_eq!(code(Require::Proved, Level::Deny), proved, "{verdict:?}");
            let warn = code(Require::Bounded, Level::Warn);
            let only_bugs = if bounded == 101 { 101 } else { 0 };
            assert_eq!(warn, only_bugs, "{verdict:?}");
        }
    }

    #[test]
    fn the_worst_code_wins() {
        let worst_first = [
            Exit::Bug,
            Exit::Usage,
            Exit::Violated,
            Exit::Short,
            Exit::Nothing,
            Exit::Done,
        ];
        for (rank, worse) in worst_first.into_iter().enumerate() {
            for better in &worst_first[rank..] {
                assert_eq!(worse.worse(*better), worse);
                assert_eq!(better.worse(worse), worse);
            }
        }
    }
}
