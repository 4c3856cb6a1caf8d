//! Tables in Markdown, in the form of the paper's.

use std::fmt::Write as _;

use super::case::{Case, Group};
use super::row::{Answer, Row};

/// One table.
struct Table {
    title: &'static str,
    says: &'static str,
    groups: &'static [Group],
    /// Configurations of this tool that it compares.
    configurations: &'static [&'static str],
    /// Whether what other tools say stands beside.
    peers: bool,
}

const TABLES: &[Table] = &[
    Table {
        title: "Table 2: families of programs",
        says: "As in the paper's Table 2. Its numbers are of the C programs that these families stand for.",
        groups: &[Group::Family],
        configurations: &["default", "bmc", "cegar"],
        peers: true,
    },
    Table {
        title: "Table 3: three embedded programs",
        says: "As in the paper's Table 3. Its numbers are of other programs of the same kind.",
        groups: &[Group::Program],
        configurations: &["default", "bmc", "cegar"],
        peers: true,
    },
    Table {
        title: "Table 4: how alarms are filtered",
        says: "With path programs, and with each alarm standing for its own inputs only.",
        groups: &[Group::Family, Group::Program],
        configurations: &["cegar", "cegar without paths"],
        peers: false,
    },
    Table {
        title: "Table 5: what summaries are made by",
        says: "With and without output coverage; with and without the question whether a summary is exact; without summaries.",
        groups: &[Group::Family, Group::Program],
        configurations: &[
            "cegar",
            "cegar without coverage",
            "cegar without exactness",
            "cegar without summaries",
        ],
        peers: false,
    },
    Table {
        title: "Repaired programs",
        says: "The same requirements without the faults.",
        groups: &[Group::Repaired],
        configurations: &["default"],
        peers: false,
    },
    Table {
        title: "Cost against depth",
        says: "A violation as deep as one likes, behind a controller of some width.",
        groups: &[Group::Scaling],
        configurations: &["default", "bmc", "pdr"],
        peers: true,
    },
];

/// All tables of which there is a row. Configurations stand in the order of `names`.
pub fn markdown(cases: &[Case], names: &[&str], rows: &[Row]) -> String {
    let tables = TABLES.iter().map(|it| it.text(cases, names, rows));
    let tables: Vec<String> = tables.filter(|it| !it.is_empty()).collect();
    tables.join("\n")
}

impl Table {
    fn has(&self, configuration: &str, own: bool) -> bool {
        match own {
            true => self.configurations.contains(&configuration),
            false => self.peers,
        }
    }

    fn text(&self, cases: &[Case], names: &[&str], rows: &[Row]) -> String {
        let is_own = |name: &str| super::configuration::OWN.iter().any(|it| it.name == name);
        let cases = cases.iter().filter(|it| self.groups.contains(&it.group));
        let mut lines = String::new();
        for case in cases {
            let own = rows_of(case, rows);
            let order = names.iter().filter(|name| self.has(name, is_own(name)));
            let found = order.filter_map(|name| own.iter().find(|it| it.configuration == *name));
            for row in found {
                writeln!(lines, "{}", line(case, row)).expect("text");
            }
        }
        match lines.is_empty() {
            true => lines,
            false => format!("## {}\n\n{}\n\n{HEAD}{lines}", self.title, self.says),
        }
    }
}

/// What is known of a case.
pub fn rows_of<'a>(case: &Case, rows: &'a [Row]) -> Vec<&'a Row> {
    let (program, property) = (case.program(), &case.property);
    let own = rows.iter().filter(|it| it.program == program);
    own.filter(|it| it.property == *property).collect()
}

const HEAD: &str = "\
| program | property | in the paper | configuration | k | aux | summaries | refinements | time | processor | memory | verdict |
| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |
";

fn line(case: &Case, row: &Row) -> String {
    let count = |it: Option<u32>| it.map_or("–".to_owned(), |it| it.to_string());
    // Of a run that was ended only a lower bound is known.
    let at_least = if row.answer == Answer::TimedOut {
        "> "
    } else {
        ""
    };
    format!(
        "| {} | `{}` | {} | {} | {} | {} | {} | {} | {at_least}{:.1} s | {:.1} s | {:.0} MB | {} |",
        row.program,
        row.property,
        paper(case, row),
        row.configuration,
        depth(case, &row.answer),
        row.aux,
        count(row.summaries),
        count(row.refinements),
        row.seconds,
        row.cpu,
        row.megabytes,
        verdict(row),
    )
}

/// Beside what a user gets only.
fn paper(case: &Case, row: &Row) -> String {
    match case.paper {
        Some(paper) if row.configuration == super::configuration::OWN[0].name => {
            let k = paper.k.map(|k| format!(" k = {k},")).unwrap_or_default();
            format!("{}:{k} {} s", paper.name, paper.seconds)
        }
        _ => String::new(),
    }
}

/// How deep the violation lies, or the look went.
fn depth(case: &Case, answer: &Answer) -> u32 {
    match *answer {
        Answer::Falsified { tick, .. } => tick,
        Answer::ViolatedAt { step } => step,
        Answer::Holds { to } => to,
        _ => case.bound,
    }
}

fn verdict(row: &Row) -> String {
    match (&row.answer, row.engine.as_str()) {
        (answer, "" | "none") => answer.to_string(),
        (Answer::Unknown(why), _) => why.clone(),
        (answer, engine) => format!("{answer} ({engine})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::case::all;
    use crate::bench::row::tests::row;

    #[test]
    fn a_run_without_an_end_is_a_lower_bound() {
        let cases = all();
        let case = cases.iter().find(|it| it.paper.is_some()).expect("a case");
        let named = |configuration: &str, answer| Row {
            program: case.program(),
            property: case.property.clone(),
            ..row(configuration, answer)
        };
        let rows = [
            named(
                "default",
                Answer::Falsified {
                    tick: 30,
                    earliest: true,
                },
            ),
            named("z3", Answer::TimedOut),
            named("cegar without paths", Answer::TimedOut),
        ];
        let text = markdown(&cases, &["default", "cegar without paths", "z3"], &rows);
        assert!(
            text.contains(
                "| default | 30 | 1 | – | 3 | 1.2 s | 1.5 s | 17 MB | falsified first at 30 (bmc) |"
            ),
            "{text}"
        );
        assert!(text.contains("| z3 | 80 | 1 | – | 3 | > 1.2 s |"), "{text}");
        assert!(text.contains("gcd_1+newton_1_6: 79.0 s"), "{text}");
        assert_eq!(text.matches("## Table").count(), 2, "no empty ones: {text}");
    }
}
