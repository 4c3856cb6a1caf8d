//! What a package is read and checked with. Each layer (flags, environment, package, workspace) gives [`Settings`] of its own,
//! and [`Settings::or`] lays a stronger one over a weaker one. [`key`] has the one table of the keys that there are.

mod environment;
mod key;
mod level;
mod manifest;
mod nearest;
mod schema;

use std::collections::BTreeMap;
use std::time::Duration;

pub use environment::Environment;
use key::Datum;
pub use key::{parse_duration, parse_size};
pub use level::{Level, LevelRule, Levels};
pub use manifest::{is_known, Manifest};
pub use nearest::nearest;
pub use schema::schema;

/// What the settings say; `None`: nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// In ticks.
    pub bound: Option<u64>,
    /// For each loop.
    pub timeout: Option<Duration>,
    pub engine: Option<String>,
    pub solver: Option<String>,
    pub jobs: Option<u32>,
    pub seed: Option<u64>,
    /// Bytes, for each loop.
    pub memory: Option<u64>,
    pub panics: Option<Level>,
    pub overflow: Option<Overflow>,
    /// 16, 32 or 64.
    pub pointer_width: Option<u32>,
    pub require: Option<Require>,
    /// Functions whose source is not analysed, by path.
    pub externs: BTreeMap<String, ExternKind>,
    pub levels: Levels,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    Panic,
    Wrap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Require {
    Proved,
    Bounded,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternKind {
    Input,
    Output,
}

impl Overflow {
    /// As it is written.
    pub fn of(name: &str) -> Option<Overflow> {
        match name {
            "panic" => Some(Overflow::Panic),
            "wrap" => Some(Overflow::Wrap),
            _ => None,
        }
    }
}

impl Require {
    pub fn of(name: &str) -> Option<Require> {
        match name {
            "proved" => Some(Require::Proved),
            "bounded" => Some(Require::Bounded),
            _ => None,
        }
    }

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Require::Proved => "proved",
            Require::Bounded => "bounded",
        }
    }
}

impl ExternKind {
    /// As it is written.
    pub fn of(name: &str) -> Option<ExternKind> {
        match name {
            "input" => Some(ExternKind::Input),
            "output" => Some(ExternKind::Output),
            _ => None,
        }
    }
}

impl Settings {
    /// These settings, and where they say nothing, the weaker ones.
    pub fn or(self, weaker: &Settings) -> Settings {
        let mut externs = weaker.externs.clone();
        externs.extend(self.externs);
        Settings {
            bound: self.bound.or(weaker.bound),
            timeout: self.timeout.or(weaker.timeout),
            engine: self.engine.or_else(|| weaker.engine.clone()),
            solver: self.solver.or_else(|| weaker.solver.clone()),
            jobs: self.jobs.or(weaker.jobs),
            seed: self.seed.or(weaker.seed),
            memory: self.memory.or(weaker.memory),
            panics: self.panics.or(weaker.panics),
            overflow: self.overflow.or(weaker.overflow),
            pointer_width: self.pointer_width.or(weaker.pointer_width),
            require: self.require.or(weaker.require),
            externs,
            levels: self.levels.over(&weaker.levels),
        }
    }

    /// Panics as a whole are something that has a level, in the layer that speaks of them.
    pub fn set_panics(&mut self, level: Level) {
        self.panics = Some(level);
        self.levels.of_panics(level);
    }

    /// Takes what a key of the table has read.
    fn set(&mut self, key: &str, datum: Datum) {
        match (key, datum) {
            ("bound", Datum::Number(ticks)) => self.bound = Some(ticks),
            ("timeout", Datum::Time(time)) => self.timeout = Some(time),
            ("engine", Datum::Text(name)) => self.engine = Some(name),
            ("solver", Datum::Text(name)) => self.solver = Some(name),
            ("jobs", Datum::Number(jobs)) => self.jobs = u32::try_from(jobs).ok(),
            ("seed", Datum::Number(seed)) => self.seed = Some(seed),
            ("memory", Datum::Number(bytes)) => self.memory = Some(bytes),
            ("pointer-width", Datum::Number(bits)) => self.pointer_width = u32::try_from(bits).ok(),
            ("overflow", Datum::Text(name)) => self.overflow = Overflow::of(&name),
            ("require", Datum::Text(name)) => self.require = Require::of(&name),
            ("panics", Datum::Text(name)) => {
                Level::of(&name)
                    .into_iter()
                    .for_each(|it| self.set_panics(it));
            }
            _ => {}
        }
    }
}
