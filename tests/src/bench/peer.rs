//! Other tools, asked about the exported transition system of a case. Those that are not installed are left out.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use super::process::Ended;
use super::row::Answer;

/// A tool that reads what `cargo falsify export` writes.
#[derive(Debug)]
pub struct Peer {
    pub name: &'static str,
    programs: &'static [&'static str],
    pub format: Format,
    /// Its arguments: the file, the bound in steps, the time that it has.
    arguments: fn(&Path, u32, Duration) -> Vec<String>,
    /// What its output says about so many steps.
    answer: fn(&Ended, u32) -> Option<Answer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Smt2,
    Btor2,
    Aiger,
    C,
}

impl Format {
    /// As `--format` takes it.
    pub fn flag(self) -> &'static str {
        match self {
            Format::Smt2 => "smt2",
            Format::Btor2 => "btor2",
            Format::Aiger => "aiger",
            Format::C => "c",
        }
    }

    /// What readers expect a file to be called.
    pub fn suffix(self) -> &'static str {
        match self {
            Format::Smt2 => "smt2",
            Format::Btor2 => "btor2",
            Format::Aiger => "aig",
            Format::C => "c",
        }
    }
}

pub const PEERS: &[Peer] = &[
    Peer {
        name: "CBMC",
        programs: &["cbmc"],
        format: Format::C,
        arguments: |file, bound, _| words(file, &["--unwind", &(bound + 1).to_string()]),
        answer: verification,
    },
    Peer {
        name: "CBMC, refining",
        programs: &["cbmc"],
        format: Format::C,
        arguments: |file, bound, _| {
            let unwind = (bound + 1).to_string();
            words(file, &["--unwind", &unwind, "--refine"])
        },
        answer: verification,
    },
    Peer {
        name: "ESBMC",
        programs: &["esbmc"],
        format: Format::C,
        arguments: |file, bound, _| {
            let unwind = (bound + 1).to_string();
            words(file, &["--unwind", &unwind, "--no-unwinding-assertions"])
        },
        answer: verification,
    },
    Peer {
        name: "ABC",
        programs: &["berkeley-abc", "yosys-abc", "abc"],
        format: Format::Aiger,
        arguments: |file, bound, time| {
            let seconds = time.as_secs();
            let script = format!(
                "read_aiger {}; bmc3 -F {bound} -T {seconds}",
                file.display()
            );
            vec!["-c".into(), script]
        },
        answer: abc,
    },
    Peer {
        name: "BtorMC",
        programs: &["btormc"],
        format: Format::Btor2,
        arguments: |file, bound, _| words(file, &["-kmax", &bound.to_string()]),
        answer: |ended, bound| match ended.stdout.lines().any(|line| line == "sat") {
            true => Some(Answer::Violated { within: bound }),
            false => ended
                .stdout
                .trim()
                .is_empty()
                .then_some(Answer::Holds { to: bound }),
        },
    },
    Peer {
        name: "z3",
        programs: &["z3"],
        format: Format::Smt2,
        arguments: |file, _, _| words(file, &[]),
        answer: satisfiable,
    },
    Peer {
        name: "cvc5",
        programs: &["cvc5"],
        format: Format::Smt2,
        arguments: |file, _, _| words(file, &[]),
        answer: satisfiable,
    },
    Peer {
        name: "Bitwuzla",
        programs: &["bitwuzla"],
        format: Format::Smt2,
        arguments: |file, _, _| words(file, &[]),
        answer: satisfiable,
    },
];

impl Peer {
    /// Where it is installed, if it is.
    pub fn found(&self) -> Option<PathBuf> {
        let folders = env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
        let candidates = self.programs.iter();
        let mut candidates =
            candidates.flat_map(|name| folders.iter().map(move |it| it.join(name)));
        candidates.find(|it| it.is_file())
    }

    pub fn command(&self, program: &Path, file: &Path, bound: u32, time: Duration) -> Command {
        let mut command = Command::new(program);
        command.args((self.arguments)(file, bound, time));
        command
    }

    pub fn answer(&self, ended: &Ended, bound: u32) -> Option<Answer> {
        (self.answer)(ended, bound)
    }
}

fn words(file: &Path, flags: &[&str]) -> Vec<String> {
    let flags = flags.iter().map(|it| (*it).to_owned());
    [file.display().to_string()]
        .into_iter()
        .chain(flags)
        .collect()
}

fn satisfiable(ended: &Ended, bound: u32) -> Option<Answer> {
    match ended.stdout.trim() {
        "sat" => Some(Answer::Violated { within: bound }),
        "unsat" => Some(Answer::Holds { to: bound }),
        _ => None,
    }
}

fn verification(ended: &Ended, bound: u32) -> Option<Answer> {
    let all = || ended.stdout.lines().chain(ended.stderr.lines());
    let said = |words: &str| all().any(|line| line.trim() == words);
    if said("VERIFICATION FAILED") {
        Some(Answer::Violated { within: bound })
    } else if said("VERIFICATION SUCCESSFUL") {
        Some(Answer::Holds { to: bound })
    } else {
        None
    }
}

/// Its frames count from 0.
fn abc(ended: &Ended, bound: u32) -> Option<Answer> {
    if let Some((_, rest)) = ended.stdout.split_once("asserted in frame ") {
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let frame: u32 = digits.parse().ok()?;
        return Some(Answer::ViolatedAt { step: frame + 1 });
    }
    let clean = format!("No output asserted in {bound} frames");
    ended
        .stdout
        .contains(&clean)
        .then_some(Answer::Holds { to: bound })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(stdout: &str) -> Ended {
        Ended {
            status: None,
            time: Duration::ZERO,
            cpu: Duration::ZERO,
            peak: 0,
            stdout: stdout.into(),
            stderr: String::new(),
        }
    }

    #[test]
    fn only_what_is_said_counts() {
        let violated = Some(Answer::Violated { within: 9 });
        let holds = Some(Answer::Holds { to: 9 });
        assert_eq!(satisfiable(&said("sat\n"), 9), violated);
        assert_eq!(satisfiable(&said("unsat\n"), 9), holds);
        assert_eq!(satisfiable(&said("unknown\n"), 9), None);
        assert_eq!(satisfiable(&said("(error \"sat\")\n"), 9), None);
        assert_eq!(verification(&said("x\nVERIFICATION FAILED\n"), 9), violated);
        assert_eq!(verification(&said("VERIFICATION SUCCESSFUL"), 9), holds);
        assert_eq!(verification(&said("PARSING ERROR"), 9), None);
    }

    #[test]
    fn frames_are_steps() {
        let text = "Output 0 of miter \"x\" was asserted in frame 10.  Time = 0.01 sec";
        assert_eq!(abc(&said(text), 20), Some(Answer::ViolatedAt { step: 11 }));
        let text = "No output asserted in 20 frames.  Resource limit reached (20 frames).";
        assert_eq!(abc(&said(text), 20), Some(Answer::Holds { to: 20 }));
        assert_eq!(abc(&said("Reached timeout (5 seconds)."), 20), None);
    }
}
