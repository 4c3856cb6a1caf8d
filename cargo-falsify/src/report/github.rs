//! Annotations of GitHub's workflows: an error for what fails the check, a warning for what is only reported, and one notice
//! that says how it went.

use super::ledger::{meaning, Ledger, Verdict, Weight};

/// The whole output.
pub fn document(ledger: &Ledger, exit_code: u8) -> String {
    let verdicts = ledger.verdicts.iter().filter_map(|it| property(ledger, it));
    let findings = ledger.findings.iter().map(|it| {
        let place = it.labels.first();
        Annotation {
            level: if it.is_error() { "error" } else { "warning" },
            place: place.map(|at| (ledger.path(&at.file), at.line, at.column)),
            title: &it.code,
            message: &it.sentence(),
        }
        .line()
    });
    let failures = ledger.failures.iter().map(|it| {
        Annotation {
            level: "error",
            place: None,
            title: "cargo falsify",
            message: it,
        }
        .line()
    });
    let end = Annotation {
        level: "notice",
        place: None,
        title: "cargo falsify",
        message: &format!("{}: {}", ledger.counts(), meaning(exit_code)),
    };
    let lines = verdicts.chain(findings).chain(failures);
    lines.chain([end.line()]).collect()
}

fn property(ledger: &Ledger, verdict: &Verdict) -> Option<String> {
    let level = match verdict.weight() {
        Weight::Fine => return None,
        Weight::Warned => "warning",
        Weight::Fails => "error",
    };
    let file = ledger.path(&verdict.file);
    let annotation = Annotation {
        level,
        place: Some((file, verdict.line, verdict.column)),
        title: &format!("{}: {}", verdict.property, verdict.verdict),
        message: &verdict.sentence(),
    };
    Some(annotation.line())
}

struct Annotation<'a> {
    level: &'a str,
    place: Option<(String, u64, u64)>,
    title: &'a str,
    message: &'a str,
}

impl Annotation<'_> {
    fn line(&self) -> String {
        let place = self.place.as_ref().map(|(file, line, column)| {
            format!("file={},line={line},col={column},", in_property(file))
        });
        format!(
            "::{} {}title={}::{}\n",
            self.level,
            place.unwrap_or_default(),
            in_property(self.title),
            in_message(self.message.trim_end())
        )
    }
}

/// What would end the command.
fn in_message(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn in_property(text: &str) -> String {
    in_message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_early() {
        let line = Annotation {
            level: "error",
            place: Some(("a,b:c.rs".into(), 3, 4)),
            title: "x::y",
            message: "50%\nnext ::error::",
        }
        .line();
        let wanted =
            "::error file=a%2Cb%3Ac.rs,line=3,col=4,title=x%3A%3Ay::50%25%0Anext ::error::\n";
        assert_eq!(line, wanted);
    }
}
