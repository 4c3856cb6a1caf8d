//! Which properties are asked for. A pattern that matches nothing is never passed over: a renamed monitor must not make a
//! check silently empty.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use glob::Pattern;

use crate::evidence::Property;
use crate::notation::short_name;
use crate::project::nearest;
use crate::report::verdict::VerdictReport;

pub struct Filter {
    patterns: Vec<(Pattern, Cell<bool>)>,
    /// Names of what was there to be asked for.
    seen: RefCell<BTreeSet<String>>,
}

impl Filter {
    pub fn new(patterns: &[String]) -> Result<Filter, String> {
        let parse = |text: &String| {
            let pattern = Pattern::new(text);
            let pattern = pattern.map_err(|why| format!("`--monitor {text}`: {why}"))?;
            Ok((pattern, Cell::new(false)))
        };
        let patterns: Result<_, String> = patterns.iter().map(parse).collect();
        Ok(Filter {
            patterns: patterns?,
            seen: RefCell::default(),
        })
    }

    /// Those of a loop's properties that some pattern matches; all if there is none.
    pub fn select(&self, properties: &[Property], report: VerdictReport<'_>) -> Vec<Property> {
        let wanted = properties.iter().copied();
        wanted
            .filter(|property| self.patterns.is_empty() || self.matches(*property, report))
            .collect()
    }

    fn matches(&self, property: Property, report: VerdictReport<'_>) -> bool {
        let names = names(property, report);
        self.seen.borrow_mut().extend(names.iter().cloned());
        let mut any = false;
        for (pattern, used) in &self.patterns {
            let matches = names.iter().any(|name| pattern.matches(name));
            used.set(used.get() || matches);
            any |= matches;
        }
        any
    }

    /// A complaint about each pattern that matched nothing in any loop so far.
    pub fn unused(&self) -> Vec<String> {
        let unused = self.patterns.iter().filter(|(_, used)| !used.get());
        let unused = unused.map(|(pattern, _)| pattern.as_str());
        let seen = self.seen.borrow();
        unused
            .map(|it| {
                let meant = did_you_mean(it, seen.iter().map(String::as_str));
                format!("nothing that is checked is called `{it}`{meant}")
            })
            .collect()
    }
}

/// `; did you mean …?`, if there is something like it.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let meant = nearest(word, known);
    meant.map_or_else(String::new, |it| format!("; did you mean `{it}`?"))
}

/// What a property is called by, from its own names to those that it shares.
pub fn names(property: Property, report: VerdictReport<'_>) -> Vec<String> {
    let full = report.property(property);
    match property {
        Property::Panic { kind, .. } => vec![full, kind.name().into(), "panic".into()],
        Property::Monitor(_) => vec![short_name(&full), full],
        Property::Check { .. } => vec![full],
    }
}
