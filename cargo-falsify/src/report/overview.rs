//! The verdict table of results that were read: a line for each monitor and check, panic sites that fared alike on one.

use super::ledger::{Ledger, Verdict, Weight};
use super::paint::Paint;

/// All loops.
pub fn tables(ledger: &Ledger, paint: Paint) -> String {
    let loops = ledger.by_loop().into_iter();
    loops
        .map(|(name, verdicts)| format!("\n{}\n{}", paint.bold(&name), table(&verdicts, paint)))
        .collect()
}

/// A line with what it is about and what was found.
struct Row<'a> {
    verdict: &'a Verdict,
    finding: String,
    count: usize,
}

impl Row<'_> {
    fn name(&self) -> String {
        match self.count {
            1 => self.verdict.property.clone(),
            count => format!("{count} panic sites"),
        }
    }

    fn mark(&self, paint: Paint) -> String {
        match (self.verdict.verdict.as_str(), self.verdict.weight()) {
            ("falsified", _) => paint.bad("✗"),
            (_, Weight::Fine) => paint.good("✓"),
            _ => "?".into(),
        }
    }
}

fn rows<'a>(verdicts: &[&'a Verdict]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = Vec::new();
    for verdict in verdicts {
        let finding = verdict.finding();
        let alike = |row: &&mut Row<'_>| {
            verdict.panic.is_some()
                && row.verdict.panic.is_some()
                && verdict.verdict != "falsified"
                && row.finding == finding
                && row.verdict.engine == verdict.engine
        };
        match rows.iter_mut().find(alike) {
            Some(row) => row.count += 1,
            None => rows.push(Row {
                verdict,
                finding,
                count: 1,
            }),
        }
    }
    rows
}

fn table(verdicts: &[&Verdict], paint: Paint) -> String {
    let rows = rows(verdicts);
    let longest = |cell: fn(&Row<'_>) -> usize| rows.iter().map(cell).max().unwrap_or(0).min(40);
    let names = longest(|row| row.name().chars().count());
    let findings = longest(|row| row.finding.chars().count());
    let lines = rows.iter().map(|row| {
        let (mark, name) = (row.mark(paint), row.name());
        let (finding, engine) = (&row.finding, &row.verdict.engine);
        let line = format!("  {mark} {name:<names$}  {finding:<findings$}  {engine}");
        format!("{}\n", line.trim_end())
    });
    lines.collect()
}
