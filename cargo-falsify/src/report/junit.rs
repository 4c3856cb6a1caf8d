//! JUnit: a suite for each loop, a case for each property. What falls short of what is required is a failure too, never a case
//! that was skipped: readers take those for passed.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::ledger::{Ledger, Verdict, Weight};

const NAME: &str = "cargo falsify";

/// The whole document.
pub fn document(ledger: &Ledger) -> Result<String, String> {
    let mut report = Report::new(NAME);
    for (name, verdicts) in ledger.by_loop() {
        let mut suite = TestSuite::new(name.clone());
        suite.add_test_cases(verdicts.into_iter().map(|it| case(ledger, &name, it)));
        report.add_test_suite(suite);
    }
    let errors: Vec<TestCase> = errors(ledger).collect();
    if !errors.is_empty() {
        let mut suite = TestSuite::new(NAME);
        suite.add_test_cases(errors);
        report.add_test_suite(suite);
    }
    report.to_string().map_err(|why| why.to_string())
}

fn case(ledger: &Ledger, suite: &str, verdict: &Verdict) -> TestCase {
    let status = match verdict.weight() {
        Weight::Fine | Weight::Warned => TestCaseStatus::success(),
        Weight::Fails => {
            let mut failed = TestCaseStatus::non_success(NonSuccessKind::Failure);
            failed.set_type(verdict.verdict.clone());
            failed.set_message(verdict.finding());
            failed.set_description(description(ledger, verdict));
            failed
        }
    };
    let mut case = TestCase::new(verdict.property.clone(), status);
    case.set_classname(suite)
        .set_system_out(description(ledger, verdict));
    let place = [
        ("file", ledger.path(&verdict.file)),
        ("line", verdict.line.to_string()),
    ];
    let place = place.map(|(key, value)| (key.into(), value.into()));
    case.extra.extend(place);
    case
}

fn description(ledger: &Ledger, verdict: &Verdict) -> String {
    let file = ledger.path(&verdict.file);
    let mut text = verdict.sentence();
    text += &format!("\nat {file}:{}:{}", verdict.line, verdict.column);
    if let Some(trace) = &verdict.trace {
        text += &format!("\ntrace: {trace}");
    }
    text
}

/// What stopped the check.
fn errors(ledger: &Ledger) -> impl Iterator<Item = TestCase> + '_ {
    let findings = ledger.findings.iter().filter(|it| it.is_error());
    let findings = findings.map(|it| {
        let place = it.labels.first().map(|label| {
            let file = ledger.path(&label.file);
            format!("{} at {file}:{}:{}", it.code, label.line, label.column)
        });
        let name = place.unwrap_or_else(|| it.code.clone());
        error(name, &it.code, &it.sentence())
    });
    let failures = ledger.failures.iter();
    findings.chain(failures.map(|it| error("the check itself".into(), "error", it)))
}

fn error(name: String, kind: &str, message: &str) -> TestCase {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type(kind);
    status.set_message(message.lines().next().unwrap_or_default());
    status.set_description(message);
    let mut case = TestCase::new(name, status);
    case.set_classname(NAME);
    case
}
