//! The script of a run, one instruction a line:
//!
//! ```text
//! kept F                       a value that is made at the start and kept, by function F
//! step F ARG…                  the loop, one tick a call
//! superloop F                  the loop, called once
//! input NAME READER TYPE [u|s|f LOW HIGH]
//! plant F ARG…
//! monitor F ARG…
//! handler F
//! preempts HANDLER MAX NAME    that handler may run in the middle of a tick, so often since the last one ended
//! start                        what the initialisation reads follows
//! tick HANDLER…                what the next tick reads follows
//! read SOURCE TYPE WORD…
//! ```
//!
//! An argument is `k0` (a reference to the first kept value), `i0` (an input), `o` (what the tick returned), `e:NAME` (an
//! output), `v0` (a local of a superloop) or `r0` (a reference to one).

use std::collections::VecDeque;

/// What to call, with what, and what is read in each tick.
#[derive(Default)]
pub(super) struct Script {
    pub kept: Vec<u32>,
    pub body: Option<Body>,
    pub inputs: Vec<Input>,
    pub plant: Option<Call>,
    pub monitors: Vec<Call>,
    pub handlers: Vec<u32>,
    pub preempting: Vec<Preempting>,
    /// The initialisation, then the ticks.
    pub ticks: Vec<Tick>,
}

pub(super) enum Body {
    Step(Call),
    Superloop(u32),
}

pub(super) struct Call {
    pub function: u32,
    pub arguments: Vec<Bound>,
}

/// What a parameter is bound to.
pub(super) enum Bound {
    Kept(usize),
    Input(usize),
    Out,
    Event(String),
    Local(usize),
    LocalReference(usize),
}

/// A handler that may run in the middle of a tick.
pub(super) struct Preempting {
    /// By its position among the handlers.
    pub handler: usize,
    pub max: u32,
    pub name: String,
}

/// An input of a step.
pub(super) struct Input {
    pub name: String,
    pub reader: u32,
    pub ty: u32,
    pub range: Option<Range>,
}

/// Inclusive bounds of a scalar.
pub(super) struct Range {
    pub kind: Kind,
    pub low: u128,
    pub high: u128,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Unsigned,
    Signed,
    Float,
}

#[derive(Clone, Default)]
pub(super) struct Tick {
    /// By their positions among the handlers.
    pub handlers: Vec<usize>,
    pub readings: VecDeque<Reading>,
}

#[derive(Clone)]
pub(super) struct Reading {
    pub source: String,
    pub ty: u32,
    pub words: Vec<u128>,
}

impl Script {
    /// Reads a script; the error names the line that is wrong.
    pub fn parse(text: &str) -> Result<Script, String> {
        let mut script = Script::default();
        for line in text.lines() {
            let mut words = line.split(' ');
            let verb = words.next().unwrap_or("");
            let wrong = || format!("not a line of a script: {line}");
            script.line(verb, words).ok_or_else(wrong)?;
        }
        Ok(script)
    }

    fn line<'a>(&mut self, verb: &str, mut rest: impl Iterator<Item = &'a str>) -> Option<()> {
        match verb {
            "kept" => self.kept.push(number(rest.next()?)?),
            "step" => self.body = Some(Body::Step(call(rest)?)),
            "superloop" => self.body = Some(Body::Superloop(number(rest.next()?)?)),
            "input" => self.inputs.push(input(rest)?),
            "plant" => self.plant = Some(call(rest)?),
            "monitor" => self.monitors.push(call(rest)?),
            "handler" => self.handlers.push(number(rest.next()?)?),
            "preempts" => self.preempting.push(Preempting {
                handler: number(rest.next()?)?,
                max: number(rest.next()?)?,
                name: rest.next()?.to_owned(),
            }),
            "start" => self.ticks.push(Tick::default()),
            "tick" => self.ticks.push(Tick {
                handlers: rest.map(number).collect::<Option<_>>()?,
                readings: VecDeque::new(),
            }),
            "read" => self.ticks.last_mut()?.readings.push_back(reading(rest)?),
            _ => return None,
        }
        Some(())
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

fn call<'a>(mut rest: impl Iterator<Item = &'a str>) -> Option<Call> {
    Some(Call {
        function: number(rest.next()?)?,
        arguments: rest.map(bound).collect::<Option<_>>()?,
    })
}

fn bound(word: &str) -> Option<Bound> {
    let (kind, rest) = word.split_at_checked(1)?;
    Some(match kind {
        "k" => Bound::Kept(number(rest)?),
        "i" => Bound::Input(number(rest)?),
        "o" => Bound::Out,
        "e" => Bound::Event(rest.strip_prefix(':')?.to_owned()),
        "v" => Bound::Local(number(rest)?),
        "r" => Bound::LocalReference(number(rest)?),
        _ => return None,
    })
}

fn input<'a>(mut rest: impl Iterator<Item = &'a str>) -> Option<Input> {
    Some(Input {
        name: rest.next()?.to_owned(),
        reader: number(rest.next()?)?,
        ty: number(rest.next()?)?,
        range: match rest.next() {
            Some(kind) => Some(Range {
                kind: scalar_kind(kind)?,
                low: number(rest.next()?)?,
                high: number(rest.next()?)?,
            }),
            None => None,
        },
    })
}

fn scalar_kind(word: &str) -> Option<Kind> {
    match word {
        "u" => Some(Kind::Unsigned),
        "s" => Some(Kind::Signed),
        "f" => Some(Kind::Float),
        _ => None,
    }
}

fn reading<'a>(mut rest: impl Iterator<Item = &'a str>) -> Option<Reading> {
    Some(Reading {
        source: rest.next()?.to_owned(),
        ty: number(rest.next()?)?,
        words: rest.map(number).collect::<Option<_>>()?,
    })
}

impl Range {
    /// Whether a scalar of so many bytes lies between the bounds.
    pub fn contains(&self, bytes: &[u8]) -> bool {
        let mut wide = [0; 16];
        wide[..bytes.len()].copy_from_slice(bytes);
        let bits = u128::from_le_bytes(wide);
        let unused = 128 - 8 * bytes.len() as u32;
        let signed = |bits: u128| bits as i128;
        match self.kind {
            Kind::Unsigned => (self.low..=self.high).contains(&bits),
            Kind::Signed => {
                let value = signed(bits << unused) >> unused;
                (signed(self.low)..=signed(self.high)).contains(&value)
            }
            Kind::Float => {
                let float = |bits: u128| match bytes.len() {
                    4 => f64::from(f32::from_bits(bits as u32)),
                    _ => f64::from_bits(bits as u64),
                };
                (float(self.low)..=float(self.high)).contains(&float(bits))
            }
        }
    }
}
