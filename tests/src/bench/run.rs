//! One case in one configuration: the program is run, and what it says becomes a row.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value as Json;

use super::case::{Case, Origin};
use super::configuration::{Configuration, Own};
use super::peer::Peer;
use super::process::{self, Ended, Limits};
use super::row::{Answer, Row};
use crate::depth;
use crate::user::{repository, Desk};

/// Runs cases with one program under one limit.
pub struct Bench {
    pub tool: PathBuf,
    pub limits: Limits,
    /// A digest of the program.
    digest: String,
    folder: PathBuf,
    /// Crates that were made from templates, by the names of their cases.
    desks: HashMap<String, Desk>,
    /// How many functions of a crate may be summarized, by program.
    aux: HashMap<String, u32>,
}

/// What a run may take beyond its limit, to come to its end by itself: it is told of the limit.
const GRACE: Duration = Duration::from_secs(30);
/// For what is not measured.
const PATIENCE: Duration = Duration::from_secs(600);

impl Bench {
    pub fn new(tool: PathBuf, limits: Limits) -> io::Result<Bench> {
        let folder = repository().join("target/bench");
        fs::create_dir_all(&folder)?;
        Ok(Bench {
            digest: digest(&fs::read(&tool)?),
            tool,
            limits,
            folder,
            desks: HashMap::new(),
            aux: HashMap::new(),
        })
    }

    /// A row without an answer, by which it is known whether the run has been made.
    pub fn planned(&self, case: &Case, configuration: &Configuration) -> Row {
        Row {
            program: case.program(),
            property: case.property.clone(),
            configuration: configuration.name().into(),
            aux: 0,
            summaries: None,
            refinements: None,
            seconds: 0.0,
            cpu: 0.0,
            megabytes: 0.0,
            answer: Answer::Unknown("not run".into()),
            engine: String::new(),
            limit: (self.limits.time.as_secs(), self.limits.memory >> 20),
            tool: self.digest.clone(),
        }
    }

    pub fn run(&mut self, case: &Case, configuration: &Configuration) -> io::Result<Row> {
        let aux = self.aux(case)?;
        let mut row = Row {
            aux,
            ..self.planned(case, configuration)
        };
        match configuration {
            Configuration::Own(own) => self.run_own(case, own, &mut row)?,
            Configuration::Peer(peer, program) => self.run_peer(case, peer, program, &mut row)?,
        }
        Ok(row)
    }

    /// Also builds the crate, so that no run pays for what all of them need.
    fn aux(&mut self, case: &Case) -> io::Result<u32> {
        let program = case.program();
        if let Some(known) = self.aux.get(&program) {
            return Ok(*known);
        }
        let ended = self.tool(case, "list", &[], PATIENCE)?;
        let lines = json(&ended.stdout);
        if !lines.iter().any(|it| it["reason"] == "loop") {
            return Err(io::Error::other(format!(
                "{program}: {}",
                ended.last_words()
            )));
        }
        // Instances of a generic function stand at the same place.
        let aux = lines.iter().filter(|it| it["reason"] == "aux");
        let places: HashSet<String> = aux.map(|it| it["span"].to_string()).collect();
        let count = places.len() as u32;
        self.aux.insert(program, count);
        Ok(count)
    }

    fn run_own(&mut self, case: &Case, own: &Own, row: &mut Row) -> io::Result<()> {
        let mut arguments = property(case);
        let limits = [
            ("--bound", case.bound.to_string()),
            ("--timeout", self.limits.time.as_secs().to_string()),
            ("--memory", self.limits.memory.to_string()),
        ];
        arguments.extend(
            limits
                .into_iter()
                .flat_map(|(flag, value)| [flag.into(), value]),
        );
        arguments.extend(own.flags.iter().map(|it| (*it).to_owned()));
        let ended = self.tool(case, "check", &arguments, self.limits.time + GRACE)?;
        take(row, &ended);
        match ended.status {
            None => row.answer = Answer::TimedOut,
            Some(_) => verdict(&ended, row),
        }
        let told =
            |words: &str| ended.stderr.lines().filter(|it| it.contains(words)).count() as u32;
        row.summaries = Some(told(": candidate, its summary") + told(": independent, any value"));
        row.refinements = Some(told("refined summary of "));
        Ok(())
    }

    fn run_peer(
        &mut self,
        case: &Case,
        peer: &Peer,
        program: &Path,
        row: &mut Row,
    ) -> io::Result<()> {
        let file = self
            .folder
            .join("exported")
            .with_extension(peer.format.suffix());
        let mut arguments = property(case);
        let written = [
            ("--format", peer.format.flag().to_owned()),
            ("--bound", case.bound.to_string()),
            ("-o", file.display().to_string()),
        ];
        arguments.extend(
            written
                .into_iter()
                .flat_map(|(flag, value)| [flag.into(), value]),
        );
        let exported = self.tool(case, "export", &arguments, PATIENCE)?;
        if !exported.status.is_some_and(|it| it.success()) {
            row.answer = Answer::Unknown(format!("not exported: {}", exported.last_words()));
            return Ok(());
        }
        let mut command = peer.command(program, &file, case.bound, self.limits.time);
        process::limit_memory(&mut command, self.limits.memory);
        let ended = process::run(&mut command, self.limits.time, &self.folder)?;
        take(row, &ended);
        row.answer = match peer.answer(&ended, case.bound) {
            _ if ended.status.is_none() => Answer::TimedOut,
            Some(answer) => answer,
            None => Answer::Unknown(ended.last_words().trim().to_owned()),
        };
        Ok(())
    }

    /// Runs the tool on the case's crate.
    fn tool(
        &mut self,
        case: &Case,
        command: &str,
        arguments: &[String],
        time: Duration,
    ) -> io::Result<Ended> {
        let mut command = self.command(case, command);
        if case.is_repaired() {
            command.args(["--features", "repaired"]);
        }
        command.args(arguments);
        process::run(&mut command, time, &self.folder)
    }

    fn command(&mut self, case: &Case, name: &str) -> Command {
        let words = [name, "--message-format", "json", "-v"];
        let Origin::Template {
            name: template,
            depth,
            width,
        } = case.origin
        else {
            let mut command = Command::new(&self.tool);
            let manifest = case.manifest().expect("it is a folder");
            command
                .arg("falsify")
                .args(words)
                .arg("--manifest-path")
                .arg(manifest)
                .env("CARGO_TARGET_DIR", &self.folder)
                .env("NO_COLOR", "1");
            return command;
        };
        let desk = self.desks.entry(case.program()).or_insert_with(|| {
            let desk = Desk::new(&self.tool);
            desk.package("", template, &depth::text(template, depth, width));
            desk
        });
        desk.command(&words)
    }
}

/// The flags that choose the property.
fn property(case: &Case) -> Vec<String> {
    let mut flags = vec!["--monitor".to_owned(), case.property.clone()];
    if let Some(r#loop) = case.r#loop {
        flags.extend(["--loop".to_owned(), r#loop.to_owned()]);
    }
    flags
}

fn take(row: &mut Row, ended: &Ended) {
    row.seconds = ended.time.as_secs_f64();
    row.cpu = ended.cpu.as_secs_f64();
    row.megabytes = ended.peak as f64 / f64::from(1 << 20);
}

fn json(text: &str) -> Vec<Json> {
    let lines = text.lines();
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// Reads the only verdict.
fn verdict(ended: &Ended, row: &mut Row) {
    let lines = json(&ended.stdout);
    let verdicts: Vec<&Json> = lines
        .iter()
        .filter(|it| it["reason"] == "verdict")
        .collect();
    let [verdict] = verdicts[..] else {
        row.answer = Answer::Unknown(format!("no verdict: {}", ended.last_words()));
        return;
    };
    row.engine = verdict["engine"].as_str().unwrap_or_default().to_owned();
    row.answer = answer(verdict);
}

fn answer(verdict: &Json) -> Answer {
    let number = |key: &str| verdict[key].as_u64().unwrap_or_default() as u32;
    let why = || verdict["why"].as_str().unwrap_or_default().to_owned();
    match verdict["verdict"].as_str() {
        Some("falsified") => Answer::Falsified {
            tick: number("tick"),
            earliest: verdict["earliest"] == true,
        },
        Some("proved") => Answer::Proved,
        Some("holds") => Answer::Holds {
            to: number("bound"),
        },
        Some("vacuous") => Answer::Vacuous,
        _ if why().starts_with("timeout") => Answer::TimedOut,
        _ => Answer::Unknown(why()),
    }
}

/// FNV-1a: tells builds apart.
fn digest(bytes: &[u8]) -> String {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}
