//! What a run of the check has said, read from its JSON messages: the one source of every format that is a whole document.
//!
//! A document must not look better than the exit code: [`Ledger::close`] sees to it that a run that fails shows a failure.

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The `verdict` object of `docs/json.md`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    pub package: String,
    pub r#loop: String,
    pub property: String,
    pub kind: String,
    pub panic: Option<String>,
    pub requirement: Option<String>,
    pub verdict: String,
    pub tick: Option<u64>,
    pub earliest: Option<bool>,
    pub bound: Option<u64>,
    pub engine: String,
    /// Early versions have none.
    #[serde(default)]
    pub ended: Vec<Ended>,
    pub file: String,
    pub line: u64,
    pub column: u64,
    pub trace: Option<String>,
    pub why: Option<String>,
    /// What it alone makes of the exit code.
    pub exit_code: u8,
    /// Of the text that it is about; early versions have none.
    #[serde(default)]
    pub digest: Option<String>,
}

/// Why an engine came to its end without a verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    pub engine: String,
    pub why: String,
}

/// The `diagnostic` object.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Finding {
    pub level: String,
    pub code: String,
    pub message: String,
    pub help: Option<String>,
    pub labels: Vec<Label>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Label {
    pub file: String,
    pub line: u64,
    pub column: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Ledger {
    pub verdicts: Vec<Verdict>,
    pub findings: Vec<Finding>,
    /// Errors that are about no line of the source.
    pub failures: Vec<String>,
    /// The way from the root of the repository to the workspace, to which files are relative: `firmware/` or nothing.
    pub prefix: String,
}

/// How a verdict counts for the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// It is what was required.
    Fine,
    /// It is not, and the settings say that it is only reported.
    Warned,
    /// It fails the check.
    Fails,
}

impl Verdict {
    pub fn weight(&self) -> Weight {
        let good = matches!(self.verdict.as_str(), "proved" | "holds");
        match (self.exit_code, good) {
            (0, true) => Weight::Fine,
            (0, false) => Weight::Warned,
            _ => Weight::Fails,
        }
    }

    /// Package, loop and property.
    pub fn full_name(&self) -> [String; 3] {
        [&self.package, &self.r#loop, &self.property].map(Clone::clone)
    }

    /// By package and loop; monitors, checks and panics of a loop from top to bottom.
    pub fn reading_order(&self) -> impl Ord + '_ {
        let kinds = ["monitor", "check", "panic"];
        let kind = kinds.iter().position(|it| *it == self.kind);
        let place = (&self.file, self.line, self.column);
        (&self.package, &self.r#loop, kind, place, &self.property)
    }

    /// `cruise::tick`
    pub fn loop_name(&self) -> String {
        format!("{}::{}", self.package, self.r#loop)
    }

    /// `falsified at tick 11`
    pub fn finding(&self) -> String {
        let ticks = |ticks: Option<u64>| ticks.unwrap_or(0);
        match (self.verdict.as_str(), &self.why) {
            ("falsified", _) if self.tick == Some(0) => "falsified at the start".into(),
            ("falsified", _) => format!("falsified at tick {}", ticks(self.tick)),
            ("holds", _) => format!("holds to tick {}", ticks(self.bound)),
            ("proved", _) | (_, None) => self.verdict.clone(),
            (verdict, Some(why)) => format!("{verdict}: {why}"),
        }
    }

    /// The finding with what is required.
    pub fn sentence(&self) -> String {
        let required = self.requirement.as_deref().map(str::trim);
        match required.filter(|text| !text.is_empty()) {
            Some(text) => format!("{} is {}. Required: {text}", self.property, self.finding()),
            None => format!("{} is {}.", self.property, self.finding()),
        }
        .replace(" is holds", " holds")
    }
}

impl Finding {
    pub fn is_error(&self) -> bool {
        self.level == "error"
    }

    /// The message with the help.
    pub fn sentence(&self) -> String {
        match &self.help {
            Some(help) => format!("{}. {help}", self.message),
            None => self.message.clone(),
        }
    }
}

impl Ledger {
    /// Takes note of a message; those that are about neither verdicts nor errors are passed over.
    pub fn take(&mut self, message: &Json) {
        let known = match message["reason"].as_str() {
            Some("verdict") => Verdict::deserialize(message).map(|it| self.verdicts.push(it)),
            Some("diagnostic") => Finding::deserialize(message).map(|it| self.findings.push(it)),
            Some("not-compiled") => {
                let words = message["message"].as_str().unwrap_or_default();
                self.failures
                    .push(format!("the crate does not compile:\n{}", words.trim_end()));
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(why) = known {
            self.failures
                .push(format!("a message is not understood: {why}: {message}"));
        }
    }

    /// A run that fails shows why, whatever was said before.
    pub fn close(&mut self, exit_code: u8) {
        let fails = |it: &Verdict| it.weight() == Weight::Fails;
        let says_so = self.verdicts.iter().any(fails)
            || self.findings.iter().any(Finding::is_error)
            || !self.failures.is_empty();
        if exit_code != 0 && !says_so {
            let means = meaning(exit_code);
            self.failures.push(format!(
                "the check ended with exit code {exit_code}: {means}"
            ));
        }
    }

    /// The loops in the order of their first verdict, each with its verdicts.
    pub fn by_loop(&self) -> Vec<(String, Vec<&Verdict>)> {
        let mut loops: Vec<(String, Vec<&Verdict>)> = Vec::new();
        for verdict in &self.verdicts {
            let name = verdict.loop_name();
            match loops.iter_mut().find(|(known, _)| *known == name) {
                Some((_, own)) => own.push(verdict),
                None => loops.push((name, vec![verdict])),
            }
        }
        loops
    }

    /// `1 falsified, 6 proved`
    pub fn counts(&self) -> String {
        let verdicts = ["falsified", "proved", "holds", "vacuous", "unknown"];
        let count = |verdict: &str| {
            let alike = self.verdicts.iter().filter(|it| it.verdict == verdict);
            alike.count()
        };
        let counts = verdicts.iter().map(|verdict| (count(verdict), verdict));
        let counts = counts.filter(|(count, _)| *count > 0);
        let words: Vec<String> = counts.map(|(count, it)| format!("{count} {it}")).collect();
        match words.is_empty() {
            true => "nothing was checked".into(),
            false => words.join(", "),
        }
    }

    /// A file as it is called from the root of the repository; one outside of the workspace is named in full.
    pub fn path(&self, file: &str) -> String {
        let file = file.replace('\\', "/");
        match std::path::Path::new(&file).is_absolute() {
            true => file,
            false => format!("{}{file}", self.prefix),
        }
    }
}

/// What an exit code says.
pub fn meaning(exit_code: u8) -> &'static str {
    match exit_code {
        0 => "every required verdict is reached",
        1 => "something is falsified",
        2 => "wrong use, unsupported code or a crate that does not build",
        3 => "less is known than required",
        4 => "there is nothing to check",
        _ => "a bug in the tool",
    }
}
