//! Results held against those of an earlier run: what became worse, what became better, what is not asked about any more.
//!
//! Monitors and checks are the same if they have the same name. A panic has none: it is known by its kind, its file and its text, so that it
//! may move. What has no counterpart is new, and counts in full.

use std::collections::BTreeMap;

use serde_json::{json, Value as Json};

use super::ledger::Verdict;
use super::results::{Results, Scope};
use crate::diagnostic::{results as codes, Diagnostic};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    NewlyFalsified,
    ProofLost,
    BoundShrank,
    /// The property is not there any more.
    Removed,
    /// The property was not there before.
    Added,
    /// The text of the monitor or check is another one.
    Changed,
    NewlyProved,
    BoundGrew,
    NoLongerFalsified,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::NewlyFalsified => "newly falsified",
            Kind::ProofLost => "proof lost",
            Kind::BoundShrank => "bound shrank",
            Kind::Removed => "removed",
            Kind::Added => "added",
            Kind::Changed => "changed",
            Kind::NewlyProved => "newly proved",
            Kind::BoundGrew => "bound grew",
            Kind::NoLongerFalsified => "no longer falsified",
        }
    }

    /// From one verdict to another; none if nothing is to be said.
    fn of(before: &Verdict, now: &Verdict) -> Option<Kind> {
        let known = |it: &Verdict| match it.verdict.as_str() {
            "holds" => it.bound.unwrap_or(0),
            _ => 0,
        };
        match (before.verdict.as_str(), now.verdict.as_str()) {
            (same, other) if same == other && same != "holds" => None,
            (_, "falsified") => Some(Kind::NewlyFalsified),
            (_, "proved") => Some(Kind::NewlyProved),
            ("proved", _) => Some(Kind::ProofLost),
            ("falsified", _) => Some(Kind::NoLongerFalsified),
            _ if known(now) < known(before) => Some(Kind::BoundShrank),
            _ if known(now) > known(before) => Some(Kind::BoundGrew),
            _ => None,
        }
    }
}

/// Something to be said.
#[derive(Clone, Debug)]
pub struct Change {
    pub kind: Kind,
    pub before: Option<Verdict>,
    pub now: Option<Verdict>,
    /// What it makes of the exit code if only regressions count.
    pub exit_code: u8,
}

impl Change {
    /// The property, as it is now if it is there.
    pub fn about(&self) -> Option<&Verdict> {
        self.now.as_ref().or(self.before.as_ref())
    }

    /// `proved → falsified at tick 11`
    pub fn way(&self) -> String {
        let finding = |it: &Option<Verdict>| it.as_ref().map(Verdict::finding);
        match (finding(&self.before), finding(&self.now)) {
            (Some(before), Some(now)) if before == now => now,
            (Some(before), Some(now)) => format!("{before} → {now}"),
            (Some(before), None) => format!("was {before}"),
            (None, now) => now.unwrap_or_default(),
        }
    }

    /// The `change` object: the schema is in `docs/json.md`.
    pub fn json(&self) -> Json {
        let verdict = |it: &Option<Verdict>| it.as_ref().map(|it| it.verdict.clone());
        let about = self.about();
        json!({
            "reason": "change",
            "change": self.kind.name(),
            "package": about.map(|it| &it.package),
            "loop": about.map(|it| &it.r#loop),
            "property": about.map(|it| &it.property),
            "kind": about.map(|it| &it.kind),
            "before": verdict(&self.before),
            "now": verdict(&self.now),
            "way": self.way(),
            "exit_code": self.exit_code,
        })
    }
}

/// All that is to be said.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// The worst first.
    pub changes: Vec<Change>,
    /// Properties of the baseline that this run was not asked about.
    pub not_compared: usize,
}

/// The run that is compared.
pub struct Run<'a> {
    pub verdicts: &'a [Verdict],
    pub scope: &'a Scope,
    /// Whether it is one of several parts.
    pub is_part: bool,
    /// Of each package, as in a `summary`.
    pub settings: &'a [Json],
}

impl Run<'_> {
    /// Whether a property of the baseline would be among the verdicts if it were still there.
    fn would_ask(&self, property: &Verdict) -> bool {
        let is_filtered = !self.scope.monitor.is_empty() || !self.scope.r#loop.is_empty();
        !self.is_part && !is_filtered && self.scope.packages.contains(&property.package)
    }

    fn has_loop(&self, of: &Verdict) -> bool {
        let name = of.loop_name();
        self.verdicts.iter().any(|it| it.loop_name() == name)
    }

    /// Whether the settings say that it is only reported.
    fn is_warned(&self, verdict: &Verdict) -> bool {
        let mut settings = self.settings.iter();
        let own = settings.find(|it| it["package"] == verdict.package.as_str());
        match verdict.level.as_deref() {
            Some(level) => level == "warn",
            None => verdict.panic.is_some() && own.is_some_and(|it| it["panics"] == "warn"),
        }
    }

    /// Less known than required.
    fn short(&self, verdict: &Verdict) -> u8 {
        match self.is_warned(verdict) {
            true => 0,
            false => 3,
        }
    }
}

/// Fails unless an earlier run is fit to be compared with: whole, and about code that could be checked.
pub fn is_baseline(results: &Results) -> Result<(), Diagnostic> {
    let name = &results.name;
    results.scope()?;
    if let Some(shard) = results.summary.shard {
        let message = format!("{name} is shard {shard} alone");
        return Err(Diagnostic::global(codes::PARTIAL, message));
    }
    let code = results.summary.run_exit_code;
    if matches!(code, 2 | 101) {
        let message = format!("{name} is of a run that failed with exit code {code}");
        return Err(Diagnostic::global(codes::FAILED, message));
    }
    results.is_complete()
}

/// What a property is known by, and which one of several alike it is.
type Key = ([String; 5], usize);

fn by_key(verdicts: &[Verdict]) -> BTreeMap<Key, &Verdict> {
    let mut known: BTreeMap<Key, &Verdict> = BTreeMap::new();
    let mut alike: BTreeMap<[String; 5], usize> = BTreeMap::new();
    let mut in_order: Vec<&Verdict> = verdicts.iter().collect();
    in_order.sort_by(|a, b| a.reading_order().cmp(&b.reading_order()));
    for verdict in in_order {
        let identity = identity(verdict);
        let number = alike.entry(identity.clone()).or_default();
        known.insert((identity, *number), verdict);
        *number += 1;
    }
    known
}

fn identity(verdict: &Verdict) -> [String; 5] {
    let name = match (&verdict.panic, &verdict.digest) {
        (Some(panic), Some(digest)) => [panic.clone(), verdict.file.clone(), digest.clone()],
        _ => [
            verdict.kind.clone(),
            verdict.property.clone(),
            String::new(),
        ],
    };
    let [first, second, third] = name;
    let (package, of) = (verdict.package.clone(), verdict.r#loop.clone());
    [package, of, first, second, third]
}

/// What has changed since the baseline.
pub fn difference(baseline: &[Verdict], run: &Run<'_>) -> Difference {
    let (before, now) = (by_key(baseline), by_key(run.verdicts));
    let mut found = Difference::default();
    for (key, verdict) in &now {
        match before.get(key) {
            Some(earlier) => found.changes.extend(changes(earlier, verdict, run)),
            None => found.changes.push(added(verdict)),
        }
    }
    for (_, verdict) in before.iter().filter(|(key, _)| !now.contains_key(*key)) {
        match run.would_ask(verdict) {
            true => found.changes.extend(removed(verdict, run)),
            false => found.not_compared += 1,
        }
    }
    found.changes.sort_by_key(|it| it.kind);
    found
}

fn changes(before: &Verdict, now: &Verdict, run: &Run<'_>) -> Vec<Change> {
    let change = |kind, exit_code| Change {
        kind,
        before: Some(before.clone()),
        now: Some(now.clone()),
        exit_code,
    };
    let verdict = Kind::of(before, now).map(|kind| {
        let exit_code = match kind {
            Kind::NewlyFalsified => now.exit_code,
            Kind::ProofLost | Kind::BoundShrank => run.short(now),
            _ => 0,
        };
        change(kind, exit_code)
    });
    let is_other_text = before.digest.is_some() && before.digest != now.digest;
    let text = is_other_text.then(|| change(Kind::Changed, 0));
    verdict.into_iter().chain(text).collect()
}

fn added(now: &Verdict) -> Change {
    Change {
        kind: Kind::Added,
        before: None,
        now: Some(now.clone()),
        exit_code: now.exit_code,
    }
}

/// A place that can no longer panic is none that is lost, unless nothing of its loop is asked about any more.
fn removed(before: &Verdict, run: &Run<'_>) -> Option<Change> {
    let is_lost = before.panic.is_none() || !run.has_loop(before);
    is_lost.then(|| Change {
        kind: Kind::Removed,
        before: Some(before.clone()),
        now: None,
        exit_code: run.short(before),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Kind::*;

    /// `kind property verdict bound code text`, of a panic its line as the property.
    fn verdict(row: &str) -> Verdict {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [kind, property, verdict, bound, exit_code, text] = words[..] else {
            panic!("{row}")
        };
        let is_panic = kind == "panic";
        let line = property.parse().unwrap_or(1);
        let property = match is_panic {
            true => format!("overflow at src/lib.rs:{line}:1"),
            false => property.to_owned(),
        };
        let told = json!({
            "package": "p", "loop": "tick", "property": property, "kind": kind, "panic": is_panic.then_some("overflow"),
            "requirement": null, "verdict": verdict, "tick": 4, "earliest": null, "bound": bound.parse::<u64>().ok(),
            "engine": "pdr", "file": "src/lib.rs", "line": line, "column": 1, "trace": null, "why": null,
            "exit_code": exit_code.parse::<u8>().expect("a code"), "digest": text,
        });
        serde_json::from_value(told).expect("a verdict")
    }

    fn scope() -> Scope {
        Scope {
            packages: vec!["p".into()],
            ..Scope::default()
        }
    }

    fn compared(before: &[&str], now: &[&str], run: impl Fn(&mut Run<'_>)) -> Difference {
        let read = |rows: &[&str]| rows.iter().map(|it| verdict(it)).collect::<Vec<_>>();
        let (before, now, scope) = (read(before), read(now), scope());
        let mut compared = Run {
            verdicts: &now,
            scope: &scope,
            is_part: false,
            settings: &[],
        };
        run(&mut compared);
        difference(&before, &compared)
    }

    /// What has changed, and what it makes of the exit code.
    type Told = (Kind, u8);

    fn told(found: &Difference) -> Vec<Told> {
        let changes = found.changes.iter();
        changes.map(|it| (it.kind, it.exit_code)).collect()
    }

    #[test]
    fn every_pair_of_verdicts_has_its_change() {
        // Before, now with its own exit code, and what is said.
        let cases: &[(&str, &str, Option<Told>)] = &[
            ("falsified - 1", "falsified - 1", None),
            ("proved - 0", "proved - 0", None),
            ("holds 9 0", "holds 9 0", None),
            ("unknown - 3", "unknown - 3", None),
            ("unknown - 3", "vacuous - 3", None),
            ("proved - 0", "falsified - 1", Some((NewlyFalsified, 1))),
            ("holds 9 0", "falsified - 1", Some((NewlyFalsified, 1))),
            ("unknown - 3", "falsified - 1", Some((NewlyFalsified, 1))),
            ("unknown - 3", "falsified - 0", Some((NewlyFalsified, 0))),
            ("proved - 0", "holds 9 0", Some((ProofLost, 3))),
            ("proved - 0", "unknown - 3", Some((ProofLost, 3))),
            ("proved - 0", "vacuous 9 3", Some((ProofLost, 3))),
            ("holds 9 0", "holds 8 0", Some((BoundShrank, 3))),
            ("holds 9 0", "unknown - 3", Some((BoundShrank, 3))),
            ("holds 9 0", "vacuous 9 3", Some((BoundShrank, 3))),
            ("holds 8 0", "holds 9 0", Some((BoundGrew, 0))),
            ("unknown - 3", "holds 9 0", Some((BoundGrew, 0))),
            ("unknown - 3", "proved - 0", Some((NewlyProved, 0))),
            ("falsified - 1", "proved - 0", Some((NewlyProved, 0))),
            ("falsified - 1", "holds 9 0", Some((NoLongerFalsified, 0))),
            ("falsified - 1", "unknown - 3", Some((NoLongerFalsified, 0))),
        ];
        for (before, now, wanted) in cases {
            let row = |it: &str| format!("monitor safe {it} text");
            let found = compared(&[&row(before)], &[&row(now)], |_| {});
            let wanted: Vec<(Kind, u8)> = wanted.iter().copied().collect();
            assert_eq!(told(&found), wanted, "{before} → {now}");
        }
    }

    #[test]
    fn what_is_only_warned_about_never_gates() {
        let settings: &'static [Json] = vec![json!({"package": "p", "panics": "warn"})].leak();
        let found = compared(
            &["panic 3 proved - 0 a", "monitor safe proved - 0 b"],
            &["panic 3 holds 9 0 a", "monitor safe holds 9 0 b"],
            |run| run.settings = settings,
        );
        let mut codes = told(&found);
        codes.sort();
        assert_eq!(codes, [(ProofLost, 0), (ProofLost, 3)]);
    }

    #[test]
    fn properties_come_go_and_change() {
        let safe = "monitor safe proved - 0 a";
        let cases: &[(&[&str], &[&str], &[Told])] = &[
            (&[safe], &[], &[(Removed, 3)]),
            (&[], &[safe], &[(Added, 0)]),
            (&[], &["monitor new unknown - 3 a"], &[(Added, 3)]),
            (&[], &["monitor new falsified - 1 a"], &[(Added, 1)]),
            (&[safe], &["monitor safe proved - 0 b"], &[(Changed, 0)]),
            (
                &[safe],
                &["monitor safe unknown - 3 b"],
                &[(ProofLost, 3), (Changed, 0)],
            ),
            (
                &[safe],
                &["check safe proved - 0 a"],
                &[(Removed, 3), (Added, 0)],
            ),
            // A panic may move, as long as its text stays.
            (&["panic 3 proved - 0 a"], &["panic 9 proved - 0 a"], &[]),
            (
                &["panic 3 proved - 0 a"],
                &["panic 9 falsified - 1 a"],
                &[(NewlyFalsified, 1)],
            ),
            (
                &["panic 3 falsified - 1 a"],
                &["panic 3 falsified - 1 b"],
                &[(Added, 1)],
            ),
            (&["panic 3 proved - 0 a", safe], &[safe], &[]),
            (&["panic 3 proved - 0 a"], &[], &[(Removed, 3)]),
            // One more of the same text that is violated is one more.
            (
                &["panic 3 falsified - 1 a"],
                &["panic 3 falsified - 1 a", "panic 4 falsified - 1 a"],
                &[(Added, 1)],
            ),
        ];
        for (before, now, wanted) in cases {
            let found = compared(before, now, |_| {});
            assert_eq!(told(&found), *wanted, "{before:?} → {now:?}");
        }
    }

    #[test]
    fn what_a_part_does_not_ask_about_is_not_removed() {
        let before = ["monitor safe proved - 0 a"];
        let filtered = Scope {
            monitor: vec!["other".into()],
            ..scope()
        };
        let elsewhere = Scope::default();
        let runs: [&dyn Fn(&mut Run<'_>); 2] = [&|run| run.is_part = true, &|_| {}];
        assert_eq!(compared(&before, &[], runs[0]).not_compared, 1);
        assert_eq!(compared(&before, &[], runs[1]).not_compared, 0);
        for scope in [&filtered, &elsewhere] {
            let now = Run {
                verdicts: &[],
                scope,
                is_part: false,
                settings: &[],
            };
            let found = difference(&[verdict(before[0])], &now);
            assert_eq!((found.not_compared, found.changes.len()), (1, 0));
        }
    }
}
