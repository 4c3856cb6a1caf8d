//! Verdicts in words and as JSON.

use std::path::Path;

use serde_json::{json, Value as Json};

use super::fingerprint;
use crate::diagnostic::render::Renderer;
use crate::evidence::{Decision, Property, StopReason, Vacuity, Verdict};
use crate::ir::Harness;
use crate::notation::short_name;
use crate::source::{Span, Symbol};

/// Speaks about the properties of one loop.
#[derive(Clone, Copy)]
pub struct VerdictReport<'a> {
    pub harness: &'a Harness,
    pub renderer: &'a Renderer<'a>,
}

/// What sort of property it is, in every report.
pub fn kind(property: Property) -> &'static str {
    match property {
        Property::Monitor(_) => "monitor",
        Property::Check { .. } => "check",
        Property::Panic { .. } => "panic",
    }
}

/// The verdict's name in every report.
pub fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Falsified(_) => "falsified",
        Verdict::Proved(_) => "proved",
        Verdict::HoldsTo(_) => "holds",
        Verdict::Vacuous(_) => "vacuous",
        Verdict::Unknown(_) => "unknown",
    }
}

impl VerdictReport<'_> {
    /// Package and path of the loop.
    pub fn loop_name(&self) -> String {
        format!("{}::{}", self.harness.package, self.harness.name)
    }

    /// The name of a monitor or check; of a panic its kind and place.
    pub fn property(&self, property: Property) -> String {
        match property {
            Property::Monitor(index) => self.harness.monitors[index].name.to_string(),
            Property::Check { name, .. } => name.to_string(),
            Property::Panic { kind, span } => {
                format!("{} at {}", kind.name(), self.renderer.location(span))
            }
        }
    }

    /// Package, loop and property: what identifies it in results.
    pub fn full_name(&self, property: Property) -> [String; 3] {
        let (package, name) = (&self.harness.package, &self.harness.name);
        [
            package.to_string(),
            name.to_string(),
            self.property(property),
        ]
    }

    /// The same without modules, for people.
    pub fn label(&self, property: Property) -> String {
        match property {
            Property::Monitor(index) => short_name(self.harness.monitors[index].name.as_str()),
            other => self.property(other),
        }
    }

    /// What the user wrote about it.
    fn requirement(&self, property: Property) -> Option<&str> {
        match property {
            Property::Monitor(index) => Some(self.harness.monitors[index].text.trim()),
            Property::Check { .. } | Property::Panic { .. } => None,
        }
        .filter(|text| !text.is_empty())
    }

    /// Of the text of the monitor, the check or the operation that can panic, however it is laid out.
    fn digest(&self, property: Property) -> String {
        fingerprint::of_source([self.renderer.sources.text(self.place(property))])
    }

    pub fn place(&self, property: Property) -> Span {
        match property {
            Property::Monitor(index) => self.harness.monitors[index].span,
            Property::Check { span, .. } | Property::Panic { span, .. } => span,
        }
    }

    /// What was found, in a few words: `falsified at tick 11`.
    pub fn finding(&self, verdict: &Verdict) -> String {
        match verdict {
            Verdict::Falsified(found) => {
                let earliest = if found.earliest { ", the earliest" } else { "" };
                format!(
                    "falsified at {}{earliest}",
                    moment(found.trace.violation.tick)
                )
            }
            Verdict::Proved(proof) if proof.through.is_empty() => "proved".into(),
            Verdict::Proved(proof) => {
                let names = names(&proof.through);
                format!("proved with exact summaries of {names}")
            }
            Verdict::HoldsTo(ticks) => format!("holds to tick {ticks}"),
            Verdict::Vacuous(why) => format!("vacuous: {}", self.vacuity(why)),
            Verdict::Unknown(why) => format!("unknown: {}", self.stop(why)),
        }
    }

    fn vacuity(&self, why: &Vacuity) -> String {
        match why {
            Vacuity::NoTrigger(span, ticks) => format!(
                "the trigger at {} is never true within {ticks} ticks",
                self.renderer.location(*span)
            ),
            Vacuity::NoTick => {
                "no run completes a tick: the assumptions contradict each other, or every run panics before".into()
            }
            Vacuity::Unreached(ticks) => format!("its place is not reached within {ticks} ticks"),
        }
    }

    /// The named reason first, then what is known about it.
    pub fn stop(&self, why: &StopReason) -> String {
        let at = |span: &Span| self.renderer.location(*span);
        match why {
            StopReason::Timeout => "timeout".into(),
            StopReason::Memory => "memory".into(),
            StopReason::Interrupted => "interrupted".into(),
            StopReason::LoopBound(span) => {
                format!(
                    "loop bound: nothing bounds the loop or recursion at {}",
                    at(span)
                )
            }
            StopReason::Unsupported(what, span) => format!("unsupported: {what} at {}", at(span)),
            StopReason::Bug(what) => format!("bug: {what}"),
            StopReason::NotReproduced(what) => format!("not reproduced: {what}"),
            StopReason::NotReplayable(what) => format!("not replayable: {what}"),
            StopReason::NotFound(ticks) => {
                format!("not found: no violation in {ticks} ticks that were executed, which shows nothing")
            }
            StopReason::Abstraction => {
                "abstraction: only runs with summaries in place of functions were searched, which shows nothing".into()
            }
            StopReason::NoEngine => "no engine: none of those that were asked for can say".into(),
        }
    }

    /// Why the verdict is what it is, where there is something to say.
    fn why(&self, verdict: &Verdict) -> Option<String> {
        match verdict {
            Verdict::Falsified(found) => found.remark.clone(),
            Verdict::Proved(proof) => {
                let through = (!proof.through.is_empty()).then(|| {
                    let names = names(&proof.through);
                    format!(
                        "two solvers say that the summaries of {names} answer as the functions do"
                    )
                });
                let argument: Vec<String> = proof.argument.iter().cloned().chain(through).collect();
                (!argument.is_empty()).then(|| argument.join("; "))
            }
            Verdict::HoldsTo(_) => None,
            Verdict::Vacuous(why) => Some(self.vacuity(why)),
            Verdict::Unknown(why) => Some(self.stop(why)),
        }
    }

    /// The `verdict` object: the schema is in `docs/json.md`.
    pub fn json(
        &self,
        decision: &Decision,
        trace: Option<&Path>,
        level: &str,
        exit_code: u8,
    ) -> Json {
        let verdict = &decision.verdict;
        let (tick, earliest) = match verdict {
            Verdict::Falsified(it) => (Some(it.trace.violation.tick), Some(it.earliest)),
            _ => (None, None),
        };
        let bound = match verdict {
            Verdict::HoldsTo(ticks)
            | Verdict::Vacuous(Vacuity::NoTrigger(_, ticks) | Vacuity::Unreached(ticks)) => {
                Some(*ticks)
            }
            _ => None,
        };
        let panic = match decision.property {
            Property::Panic { kind, .. } => Some(kind.name()),
            _ => None,
        };
        let place = self.renderer.place(self.place(decision.property));
        json!({
            "reason": "verdict",
            "package": self.harness.package.as_str(),
            "loop": self.harness.name.as_str(),
            "property": self.property(decision.property),
            "kind": kind(decision.property),
            "panic": panic,
            "requirement": self.requirement(decision.property),
            "verdict": name(verdict),
            "tick": tick,
            "earliest": earliest,
            "bound": bound,
            "engine": decision.engine,
            "ended": ended(decision),
            "file": place["file"],
            "line": place["line"],
            "column": place["column"],
            "trace": trace.map(|path| path.display().to_string()),
            "why": self.why(verdict),
            "level": level,
            "exit_code": exit_code,
            "digest": self.digest(decision.property),
        })
    }
}

/// Why engines came to their end, one after the other.
fn ended(decision: &Decision) -> Vec<Json> {
    let ended = decision.ended.iter();
    let ended = ended.map(|it| json!({ "engine": it.engine, "why": it.why }));
    ended.collect()
}

/// The same for people: `bmc: its time was over; guided: 100 ticks were executed`.
pub fn endings(decision: &Decision) -> Option<String> {
    let ended = decision.ended.iter();
    let ended = ended.map(|it| format!("{}: {}", it.engine, it.why));
    let ended: Vec<String> = ended.collect();
    (!ended.is_empty()).then(|| ended.join("; "))
}

/// When something happened.
pub fn moment(tick: u64) -> String {
    match tick {
        0 => "the start".into(),
        tick => format!("tick {tick}"),
    }
}

/// Names of functions in a row.
fn names(functions: &[Symbol]) -> String {
    let names = functions.iter().map(|it| short_name(it.as_str()));
    names.collect::<Vec<String>>().join(", ")
}
