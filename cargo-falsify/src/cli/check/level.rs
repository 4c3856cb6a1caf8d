//! Which of the names that have a level are names of something: a level for what is not there says nothing, and that must be seen.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::filter::names;
use crate::diagnostic::{project as codes, Diagnostic};
use crate::evidence::Property;
use crate::project::{LevelRule, Settings};
use crate::report::verdict::VerdictReport;

/// Patterns that were seen to match.
#[derive(Default)]
pub struct LevelsInUse(RefCell<BTreeSet<String>>);

impl LevelsInUse {
    /// Takes note of what is said about the properties of a loop.
    pub fn see<'a>(
        &self,
        properties: &[Property],
        rules: impl Iterator<Item = &'a LevelRule>,
        report: VerdictReport<'_>,
    ) {
        let names: Vec<String> = properties
            .iter()
            .flat_map(|it| names(*it, report))
            .collect();
        let used = rules.filter(|rule| names.iter().any(|it| rule.pattern.matches(it)));
        let used = used.map(|rule| rule.pattern.as_str().to_owned());
        self.0.borrow_mut().extend(used);
    }

    /// Names given by flags that match nothing.
    pub fn unused<'a>(&self, given: &'a Settings) -> Vec<&'a str> {
        let rules = given.levels.rules();
        // All panics together may be none.
        let unused = rules.filter(|rule| rule.pattern.as_str() != "panic" && !self.has(rule));
        unused.map(|rule| rule.pattern.as_str()).collect()
    }

    /// The same of a package's own settings, at their places.
    pub fn warnings(&self, settings: &Settings) -> Vec<Diagnostic> {
        let rules = settings.levels.rules();
        let unused = rules.filter(|rule| !self.has(rule));
        let warnings = unused.filter_map(|rule| {
            let message = format!("nothing is called `{}`", rule.pattern);
            let found = Diagnostic::new(codes::SETTING, rule.at?, message).warning();
            Some(found.help(
                "names of monitors, checks and kinds of panic have levels; `cargo falsify list` shows them",
            ))
        });
        warnings.collect()
    }

    fn has(&self, rule: &LevelRule) -> bool {
        self.0.borrow().contains(rule.pattern.as_str())
    }
}
