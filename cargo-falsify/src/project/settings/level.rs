//! How a property counts for the gate: by its name, or by the kind of panic that it is.

use glob::Pattern;

use crate::source::Span;

/// How much a property matters, from the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It is not asked about.
    Allow,
    /// It is only reported.
    Warn,
    /// It fails the check.
    Deny,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Deny, Level::Warn, Level::Allow];

    pub fn of(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|it| it.name() == name)
    }

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }
}

/// `"slow*" = "warn"`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelRule {
    pub pattern: Pattern,
    pub level: Level,
    /// Where a package says so; what it names should be there.
    pub at: Option<Span>,
}

impl LevelRule {
    /// How closely it speaks of a property with these names, the closest first; the least is the closest.
    fn closeness(&self, names: &[String]) -> Option<(bool, usize)> {
        let place = names.iter().position(|it| self.pattern.matches(it))?;
        let is_literal = Pattern::escape(self.pattern.as_str()) == self.pattern.as_str();
        Some((!is_literal, place))
    }
}

/// Rules in layers, the strongest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    layers: Vec<Vec<LevelRule>>,
}

/// All panics together, as `--monitor` calls them.
const PANIC: &str = "panic";

impl Levels {
    /// One layer.
    pub fn layer(rules: Vec<LevelRule>) -> Levels {
        match rules.is_empty() {
            true => Levels::default(),
            false => Levels {
                layers: vec![rules],
            },
        }
    }

    /// Lays these layers over weaker ones.
    pub fn over(mut self, weaker: &Levels) -> Levels {
        self.layers.extend(weaker.layers.iter().cloned());
        self
    }

    /// Says something about all panics in the strongest layer, unless it does so already.
    pub fn of_panics(&mut self, level: Level) {
        let Ok(pattern) = Pattern::new(PANIC) else {
            return;
        };
        if self.layers.is_empty() {
            self.layers.push(Vec::new());
        }
        let said = self.layers[0].iter().any(|it| it.pattern == pattern);
        if !said {
            let at = None;
            self.layers[0].push(LevelRule { pattern, level, at });
        }
    }

    /// Adds to the strongest layer.
    pub fn add(&mut self, rules: Vec<LevelRule>) {
        match self.layers.first_mut() {
            Some(layer) => layer.extend(rules),
            None => *self = Levels::layer(rules),
        }
    }

    /// What is said about a property with these names, its own before those of its kind. A stronger layer decides before a weaker
    /// one, in it a plain name before a pattern and a closer name before a wider one; what is left is taken strictly.
    pub fn level(&self, names: &[String]) -> Option<Level> {
        self.layers.iter().find_map(|layer| {
            let said = layer.iter();
            let said = said.filter_map(|it| Some((it.closeness(names)?, it.level)));
            let closest = said.min_by_key(|(close, level)| (*close, std::cmp::Reverse(*level)));
            closest.map(|(_, level)| level)
        })
    }

    pub fn rules(&self) -> impl Iterator<Item = &LevelRule> {
        self.layers.iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(rules: &[(&str, Level)]) -> Levels {
        let rule = |(pattern, level): &(&str, Level)| LevelRule {
            pattern: Pattern::new(pattern).expect("a pattern"),
            level: *level,
            at: None,
        };
        Levels::layer(rules.iter().map(rule).collect())
    }

    #[test]
    fn the_closest_name_of_the_strongest_layer_decides() {
        use Level::{Allow, Deny, Warn};
        let overflow = ["overflow at src/lib.rs:1:2", "overflow", "panic"].map(str::to_owned);
        let monitor = ["slow".to_owned()];
        // Stronger layer, weaker layer, and what they say about a panic and about a monitor.
        let cases: [(&[_], &[_], _, _); 7] = [
            (&[], &[], None, None),
            (&[("panic", Warn)], &[("overflow", Deny)], Some(Warn), None),
            (
                &[("slow", Warn)],
                &[("panic", Allow)],
                Some(Allow),
                Some(Warn),
            ),
            (
                &[("panic", Allow), ("overflow", Deny)],
                &[],
                Some(Deny),
                None,
            ),
            (
                &[("overflow", Allow), ("over*", Deny)],
                &[],
                Some(Allow),
                None,
            ),
            (
                &[("s*", Allow), ("?low", Warn)],
                &[("slow", Deny)],
                None,
                Some(Warn),
            ),
            (&[("*", Warn)], &[("slow", Deny)], Some(Warn), Some(Warn)),
        ];
        for (strong, weak, of_panic, of_monitor) in cases {
            let levels = layer(strong).over(&layer(weak));
            assert_eq!(levels.level(&overflow), of_panic, "{strong:?} {weak:?}");
            assert_eq!(levels.level(&monitor), of_monitor, "{strong:?} {weak:?}");
        }
    }
}
