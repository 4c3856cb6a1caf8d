//! SARIF 2.1.0: a result with a place for every property, proved and unknown ones too.
//!
//! `fail` is what is violated, `pass` what is proved or holds as far as required, `open` what is not known, `review` what says
//! nothing. Findings about the code are results as well if they have a place; all other errors are notifications.

use std::collections::BTreeMap;

use serde_json::{json, Value as Json};

use super::ledger::{meaning, Finding, Ledger, Verdict, Weight};
use crate::diagnostic;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
const HOME: &str = "https://crates.io/crates/cargo-falsify";

/// The whole document.
pub fn document(ledger: &Ledger, exit_code: u8) -> String {
    let rules = rules(ledger);
    let positions: BTreeMap<&str, usize> = rules.keys().map(String::as_str).zip(0..).collect();
    let verdicts = ledger.verdicts.iter().map(|it| property(ledger, it));
    let findings = ledger.findings.iter().filter_map(|it| finding(ledger, it));
    let results = verdicts.chain(findings).map(|mut result| {
        let rule = result["ruleId"].as_str().unwrap_or_default();
        result["ruleIndex"] = json!(positions.get(rule));
        result
    });
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "cargo-falsify",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": HOME,
                "rules": rules.values().collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [invocation(ledger, exit_code)],
            "results": results.collect::<Vec<_>>(),
        }],
    });
    format!("{log:#}")
}

/// What the results speak of, by their names.
fn rules(ledger: &Ledger) -> BTreeMap<String, Json> {
    let verdicts = ledger.verdicts.iter().map(|it| (rule(it), about(it)));
    let findings = ledger.findings.iter().map(|it| {
        let text = diagnostic::explain(&it.code).map_or("", |(_, text)| text);
        let title = text.lines().next().unwrap_or_default().to_owned();
        (it.code.clone(), (title, text.to_owned()))
    });
    let described = verdicts.chain(findings).map(|(id, (title, text))| {
        let rule = json!({
            "id": id,
            "shortDescription": {"text": title},
            "fullDescription": {"text": text},
        });
        (id, rule)
    });
    described.collect()
}

/// A monitor and a check have a rule of their own, panics one for each kind.
fn rule(verdict: &Verdict) -> String {
    match &verdict.panic {
        Some(kind) => format!("panic/{kind}"),
        None => format!("{}/{}", verdict.kind, verdict.property),
    }
}

fn about(verdict: &Verdict) -> (String, String) {
    let title = match &verdict.panic {
        Some(kind) => format!("The loop never panics: {kind}"),
        None => format!("{} {}", verdict.kind, verdict.property),
    };
    let text = verdict.requirement.clone();
    let text = text.filter(|text| !text.trim().is_empty());
    (title.clone(), text.unwrap_or(title))
}

fn property(ledger: &Ledger, verdict: &Verdict) -> Json {
    let (kind, level) = match (verdict.verdict.as_str(), verdict.weight()) {
        ("falsified", Weight::Warned) => ("fail", "warning"),
        ("falsified", _) => ("fail", "error"),
        ("proved" | "holds", Weight::Fine) => ("pass", "none"),
        ("vacuous", _) => ("review", "none"),
        _ => ("open", "none"),
    };
    let place = Place {
        file: &verdict.file,
        line: verdict.line,
        column: verdict.column,
    };
    let mut result = json!({
        "ruleId": rule(verdict),
        "kind": kind,
        "level": level,
        "message": {"text": verdict.sentence()},
        "locations": [place.json(ledger, Some(verdict))],
        "properties": {
            "verdict": verdict.verdict,
            "tick": verdict.tick,
            "bound": verdict.bound,
            "engine": verdict.engine,
            "trace": verdict.trace,
            "why": verdict.why,
            "exitCode": verdict.exit_code,
        },
    });
    // Places of panics move with every edit, names do not.
    if verdict.panic.is_none() {
        let name = format!("{}/{}", verdict.loop_name(), verdict.property);
        result["partialFingerprints"] = json!({"falsifyProperty/v1": name});
    }
    result
}

fn finding(ledger: &Ledger, finding: &Finding) -> Option<Json> {
    let label = finding.labels.first()?;
    let place = Place {
        file: &label.file,
        line: label.line,
        column: label.column,
    };
    Some(json!({
        "ruleId": finding.code,
        "kind": "fail",
        "level": if finding.is_error() { "error" } else { "warning" },
        "message": {"text": finding.sentence()},
        "locations": [place.json(ledger, None)],
    }))
}

fn invocation(ledger: &Ledger, exit_code: u8) -> Json {
    let placeless = ledger.findings.iter().filter(|it| it.labels.is_empty());
    let placeless = placeless.map(|it| {
        let level = if it.is_error() { "error" } else { "warning" };
        json!({"level": level, "message": {"text": format!("{}: {}", it.code, it.sentence())}})
    });
    let failures = ledger.failures.iter();
    let failures = failures.map(|it| json!({"level": "error", "message": {"text": it}}));
    json!({
        // Violated or not known is an answer; these are not.
        "executionSuccessful": matches!(exit_code, 0 | 1 | 3),
        "exitCode": exit_code,
        "exitCodeDescription": meaning(exit_code),
        "toolExecutionNotifications": placeless.chain(failures).collect::<Vec<_>>(),
    })
}

struct Place<'a> {
    file: &'a str,
    line: u64,
    column: u64,
}

impl Place<'_> {
    fn json(&self, ledger: &Ledger, verdict: Option<&Verdict>) -> Json {
        let path = ledger.path(self.file);
        let artifact = match path.starts_with('/') {
            true => json!({"uri": format!("file://{}", escaped(&path))}),
            false => json!({"uri": escaped(&path), "uriBaseId": "%SRCROOT%"}),
        };
        let mut location = json!({"physicalLocation": {
            "artifactLocation": artifact,
            "region": {"startLine": self.line.max(1), "startColumn": self.column.max(1)},
        }});
        if let Some(verdict) = verdict {
            let name = format!("{}::{}", verdict.package, verdict.property);
            location["logicalLocations"] = json!([
                {"fullyQualifiedName": verdict.loop_name(), "kind": "function"},
                {"fullyQualifiedName": name, "kind": verdict.kind},
            ]);
        }
        location
    }
}

/// A path in a URI.
fn escaped(path: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let letters = path.bytes().map(|byte| match keep(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    letters.collect()
}
