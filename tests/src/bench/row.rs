//! One run as a line of comma-separated values.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Violated at a tick, shown by a run; whether no earlier violation is possible.
    Falsified {
        tick: u32,
        earliest: bool,
    },
    Proved,
    /// Not violated within so many ticks, or steps of a peer.
    Holds {
        to: u32,
    },
    /// What it asks for never happens.
    Vacuous,
    /// A peer: violated in some step up to the bound.
    Violated {
        within: u32,
    },
    /// A peer: violated in exactly this step, and in no earlier one.
    ViolatedAt {
        step: u32,
    },
    /// Nothing, for a reason.
    Unknown(String),
    /// The time was over.
    TimedOut,
}

impl Answer {
    /// Whether the question is answered by it.
    pub fn is_one(&self) -> bool {
        !matches!(self, Answer::Unknown(_) | Answer::TimedOut)
    }

    pub fn is_violated(&self) -> bool {
        matches!(
            self,
            Answer::Falsified { .. } | Answer::Violated { .. } | Answer::ViolatedAt { .. }
        )
    }

    fn parse(text: &str) -> Option<Answer> {
        let number = |prefix: &str| text.strip_prefix(prefix)?.parse::<u32>().ok();
        let falsified = |earliest| move |tick| Answer::Falsified { tick, earliest };
        match text {
            "proved" => return Some(Answer::Proved),
            "vacuous" => return Some(Answer::Vacuous),
            "time" => return Some(Answer::TimedOut),
            _ => {}
        }
        let unknown = || {
            text.strip_prefix("unknown: ")
                .map(|why| Answer::Unknown(why.into()))
        };
        number("falsified at ")
            .map(falsified(false))
            .or_else(|| number("falsified first at ").map(falsified(true)))
            .or_else(|| number("holds to ").map(|to| Answer::Holds { to }))
            .or_else(|| number("violated within ").map(|within| Answer::Violated { within }))
            .or_else(|| number("violated in step ").map(|step| Answer::ViolatedAt { step }))
            .or_else(unknown)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Falsified {
                tick,
                earliest: false,
            } => write!(f, "falsified at {tick}"),
            Answer::Falsified {
                tick,
                earliest: true,
            } => write!(f, "falsified first at {tick}"),
            Answer::Proved => f.write_str("proved"),
            Answer::Holds { to } => write!(f, "holds to {to}"),
            Answer::Vacuous => f.write_str("vacuous"),
            Answer::Violated { within } => write!(f, "violated within {within}"),
            Answer::ViolatedAt { step } => write!(f, "violated in step {step}"),
            Answer::Unknown(why) => write!(f, "unknown: {why}"),
            Answer::TimedOut => f.write_str("time"),
        }
    }
}

/// One run of a case in a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub program: String,
    pub property: String,
    pub configuration: String,
    /// Functions of the crate that may be summarized.
    pub aux: u32,
    /// Calls that were answered by a summary or by any value.
    pub summaries: Option<u32>,
    pub refinements: Option<u32>,
    /// Of the wall clock.
    pub seconds: f64,
    /// Of the processors: what else the machine does has little influence.
    pub cpu: f64,
    pub megabytes: f64,
    pub answer: Answer,
    /// Which engine decided.
    pub engine: String,
    /// The limits of the run, in seconds and megabytes.
    pub limit: (u64, u64),
    /// The program that ran.
    pub tool: String,
}

const HEAD: &str = "program,property,configuration,aux,summaries,refinements,seconds,processor seconds,megabytes,answer,engine,time limit,memory limit,tool";

impl Row {
    /// What a run has in common with the same run at another time.
    pub fn is_run_of(&self, other: &Row) -> bool {
        let key = |row: &Row| {
            let Row {
                program,
                property,
                configuration,
                tool,
                limit,
                ..
            } = row.clone();
            (program, property, configuration, tool, limit)
        };
        key(self) == key(other)
    }

    fn line(&self) -> String {
        let count = |it: Option<u32>| it.map(|it| it.to_string()).unwrap_or_default();
        let cells = [
            self.program.clone(),
            self.property.clone(),
            self.configuration.clone(),
            self.aux.to_string(),
            count(self.summaries),
            count(self.refinements),
            format!("{:.2}", self.seconds),
            format!("{:.2}", self.cpu),
            format!("{:.0}", self.megabytes),
            self.answer.to_string(),
            self.engine.clone(),
            self.limit.0.to_string(),
            self.limit.1.to_string(),
            self.tool.clone(),
        ];
        cells.map(|it| quoted(&it)).join(",")
    }

    fn parse(line: &str) -> Option<Row> {
        let cells = cells(line);
        let [program, property, configuration, aux, summaries, refinements, seconds, cpu, megabytes, answer, engine, time, memory, tool] =
            &cells[..]
        else {
            return None;
        };
        let count = |text: &str| match text {
            "" => Some(None),
            _ => text.parse().ok().map(Some),
        };
        Some(Row {
            program: program.clone(),
            property: property.clone(),
            configuration: configuration.clone(),
            aux: aux.parse().ok()?,
            summaries: count(summaries)?,
            refinements: count(refinements)?,
            seconds: seconds.parse().ok()?,
            cpu: cpu.parse().ok()?,
            megabytes: megabytes.parse().ok()?,
            answer: Answer::parse(answer)?,
            engine: engine.clone(),
            limit: (time.parse().ok()?, memory.parse().ok()?),
            tool: tool.clone(),
        })
    }
}

fn quoted(cell: &str) -> String {
    let cell = cell.replace(['\n', '\r'], " ");
    match cell.contains([',', '"']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}

fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut inside) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if inside && letters.peek() == Some(&'"') => cell.extend(letters.next()),
            '"' => inside = !inside,
            ',' if !inside => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(letter),
        }
    }
    cells.push(cell);
    cells
}

/// All rows of a file; none if it is not there.
pub fn read(path: &Path) -> io::Result<Vec<Row>> {
    let text = match fs::read_to_string(path) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text?,
    };
    // What was broken off in the middle of a line is run again.
    Ok(text.lines().skip(1).filter_map(Row::parse).collect())
}

/// Adds a row to a file, which is made if it is not there.
pub fn append(path: &Path, row: &Row) -> io::Result<()> {
    let is_new = !path.exists();
    let mut file: File = OpenOptions::new().create(true).append(true).open(path)?;
    if is_new {
        writeln!(file, "{HEAD}")?;
    }
    writeln!(file, "{}", row.line())
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn row(configuration: &str, answer: Answer) -> Row {
        Row {
            program: "bank 4 wide, 100 deep".into(),
            property: "below".into(),
            configuration: configuration.into(),
            aux: 1,
            summaries: None,
            refinements: Some(3),
            seconds: 1.25,
            cpu: 1.5,
            megabytes: 17.0,
            answer,
            engine: "bmc".into(),
            limit: (60, 4096),
            tool: "00ff".into(),
        }
    }

    #[test]
    fn rows_read_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        assert_eq!(read(&path).expect("no rows"), []);
        let answers = [
            Answer::Falsified {
                tick: 7,
                earliest: false,
            },
            Answer::Falsified {
                tick: 7,
                earliest: true,
            },
            Answer::Proved,
            Answer::Holds { to: 9 },
            Answer::Vacuous,
            Answer::Violated { within: 4 },
            Answer::ViolatedAt { step: 4 },
            Answer::Unknown("\"memory\", it says".into()),
            Answer::TimedOut,
        ];
        let rows = answers.map(|it| row("default", it));
        rows.iter()
            .for_each(|it| append(&path, it).expect("written"));
        assert_eq!(read(&path).expect("rows"), rows);
        let text = fs::read_to_string(&path).expect("text");
        fs::write(&path, &text[..text.len() - 20]).expect("broken off");
        assert_eq!(read(&path).expect("rows"), rows[..8]);
    }
}
