//! What a replay found, read from the report of the runtime's `replay`.

use std::path::PathBuf;

use crate::ir::interp::Phase;

/// A place as the compiled program names it, mapped back to the original text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: PathBuf,
    /// From 1.
    pub line: u32,
    /// From 1, counting characters.
    pub column: u32,
}

/// A run of the compiled crate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Replay {
    /// The initialisation, then each tick that was begun.
    pub ticks: Vec<ReplayedTick>,
    /// Why it ended before the trace did.
    pub stop: Option<(Phase, End)>,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct ReplayedTick {
    /// Names of the outputs that were called, in order.
    pub events: Vec<String>,
    /// `check!`s that were passed, in order.
    pub checks: Vec<Checked>,
    /// What each monitor said, as far as they were asked.
    pub monitors: Vec<bool>,
}

/// A `check!` that was passed.
#[derive(Clone, PartialEq, Debug)]
pub struct Checked {
    pub name: String,
    pub place: Place,
    pub holds: bool,
}

/// Why a run ended.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Panicked {
        message: String,
        place: Place,
    },
    AssumeFailed(Place),
    /// The code asked for an input that the trace does not have there.
    MissingInput(String),
    /// The plant gave a value out of the input's range.
    InvalidInput(String),
}

/// Reads a report. `place` maps a file, a line and a column. `None`: its end is missing.
pub(super) fn parse(text: &str, place: &dyn Fn(&str, u32, u32) -> Place) -> Option<Replay> {
    let mut replay = Replay::default();
    for line in text.lines() {
        let mut fields = line.split('\t');
        match fields.next()? {
            "tick" => replay.ticks.push(ReplayedTick::default()),
            "event" => replay
                .ticks
                .last_mut()?
                .events
                .push(fields.next()?.to_owned()),
            "check" => {
                let holds = fields.next()? == "1";
                let place = read_place(&mut fields, place)?;
                let name = unescaped(fields.next()?);
                let checked = Checked { name, place, holds };
                replay.ticks.last_mut()?.checks.push(checked);
            }
            "monitor" => {
                let holds = fields.nth(1)? == "1";
                replay.ticks.last_mut()?.monitors.push(holds);
            }
            "stop" => {
                replay.stop = Some((phase(fields.next()?)?, end(&mut fields, place)?));
                return Some(replay);
            }
            "end" => return Some(replay),
            _ => return None,
        }
    }
    None
}

fn phase(text: &str) -> Option<Phase> {
    let (name, index) = text.split_once(' ').unwrap_or((text, "0"));
    let index = index.parse().ok()?;
    Some(match name {
        "start" => Phase::Start,
        "handler" => Phase::Handler(index),
        "plant" => Phase::Plant,
        "tick" => Phase::Tick,
        "monitor" => Phase::Monitor(index),
        _ => return None,
    })
}

fn end<'a>(
    fields: &mut impl Iterator<Item = &'a str>,
    place: &dyn Fn(&str, u32, u32) -> Place,
) -> Option<End> {
    Some(match fields.next()? {
        "panic" => End::Panicked {
            place: read_place(fields, place)?,
            message: unescaped(fields.next()?),
        },
        "assume" => End::AssumeFailed(read_place(fields, place)?),
        "missing" => End::MissingInput(fields.next()?.to_owned()),
        "invalid" => End::InvalidInput(fields.next()?.to_owned()),
        _ => return None,
    })
}

fn read_place<'a>(
    fields: &mut impl Iterator<Item = &'a str>,
    place: &dyn Fn(&str, u32, u32) -> Place,
) -> Option<Place> {
    let line = fields.next()?.parse().ok()?;
    let column = fields.next()?.parse().ok()?;
    Some(place(&unescaped(fields.next()?), line, column))
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.push(match chars.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                other => other.unwrap_or('\\'),
            }),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anywhere(file: &str, line: u32, column: u32) -> Place {
        Place {
            file: file.into(),
            line,
            column,
        }
    }

    #[test]
    fn facts_belong_to_their_ticks() {
        let text =
            "tick\t0\ntick\t1\nevent\tled\ncheck\t0\t3\t7\tsrc/lib.rs\ta\\tb\nmonitor\t0\t1\n\
                    monitor\t1\t0\ntick\t2\nstop\tmonitor 1\tpanic\t9\t2\tsrc/a.rs\tone\\ntwo\n";
        let replay = parse(text, &anywhere).expect("a report");
        assert_eq!(replay.ticks.len(), 3);
        assert_eq!(replay.ticks[1].monitors, [true, false]);
        assert_eq!(replay.ticks[1].events, ["led"]);
        assert_eq!(replay.ticks[1].checks[0].name, "a\tb");
        let end = End::Panicked {
            message: "one\ntwo".into(),
            place: anywhere("src/a.rs", 9, 2),
        };
        assert_eq!(replay.stop, Some((Phase::Monitor(1), end)));
    }

    #[test]
    fn a_report_without_an_end_is_none() {
        for text in [
            "",
            "tick\t0\n",
            "tick\t0\nmonitor\t0\t1\n",
            "nonsense\nend\n",
        ] {
            assert_eq!(parse(text, &anywhere), None, "{text:?}");
        }
        assert!(parse("tick\t0\nend\n", &anywhere).is_some());
    }
}
