//! Arguments, exit codes, and the frame in which a command runs: a thread with a deep stack, and a bug of
//! the tool that is never silent.

mod args;
mod baseline;
mod check;
mod chosen;
mod clean;
mod exit;
mod explain;
mod export;
mod init;
mod judge;
mod list;
mod manual;
mod merge;
mod record;
mod replay;
mod run;
mod session;
mod summaries;
mod synth;
mod terminal;

use std::ffi::OsString;
use std::sync::Arc;
use std::thread;

use clap::Parser;

use crate::ir::Harness;
use crate::notation::short_name;
use crate::strategy;

use crate::evidence::replay::as_rustc;
pub use args::{Arguments, Colour, Command, MessageFormat, Selection};
pub use check::Decider;
pub use exit::Exit;
pub use terminal::Terminal;

/// Deeply nested source is read recursively.
const STACK_BYTES: usize = 1 << 30;

/// Runs the command line: `cargo falsify …` arrives as `cargo-falsify falsify …`.
pub fn main(argv: impl IntoIterator<Item = OsString>) -> Exit {
    let argv: Vec<OsString> = argv.into_iter().collect();
    if let Some(code) = as_rustc(&argv) {
        return Exit::Rustc(code);
    }
    main_with(argv, strategy::decide)
}

/// The same with another way to decide properties, so that what is made of verdicts can be tested with any of them.
pub fn main_with(argv: impl IntoIterator<Item = OsString>, decide: Decider) -> Exit {
    let argv = with_default_command(without_subcommand_name(argv));
    let arguments = match Arguments::try_parse_from(argv) {
        Ok(arguments) => Arc::new(arguments),
        Err(refusal) => return show_refusal(&refusal),
    };
    install_panic_message();
    let given = arguments.clone();
    let worker = thread::Builder::new()
        .name("falsify".into())
        .stack_size(STACK_BYTES)
        .spawn(move || dispatch(&given, decide));
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The hook has said what happened; the reader of a document must see it too.
        Ok(Err(_panic)) => Terminal::new(&arguments).close(Exit::Bug),
        Err(refused) => {
            eprintln!("error: the system gives no thread with a stack of 1 GiB: {refused}");
            Exit::Usage
        }
    }
}

fn without_subcommand_name(argv: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut argv: Vec<OsString> = argv.into_iter().collect();
    if argv.get(1).is_some_and(|name| name == "falsify") {
        argv.remove(1);
    }
    argv
}

/// Flags of every command that stand before its name and have a value.
const VALUED: [&str; 2] = ["--color", "--message-format"];

/// `check` is what is done if no command is named, its flags given or not.
fn with_default_command(mut argv: Vec<OsString>) -> Vec<OsString> {
    let mut rest = argv.iter().skip(1);
    let mut is_named = false;
    while let Some(word) = rest.next() {
        match word.to_string_lossy().as_ref() {
            valued if VALUED.contains(&valued) => drop(rest.next()),
            "-q" | "--quiet" | "-v" | "--verbose" => {}
            global
                if VALUED
                    .iter()
                    .any(|it| global.starts_with(&format!("{it}="))) => {}
            "-h" | "--help" | "-V" | "--version" => is_named = true,
            word => {
                is_named |= !word.starts_with('-');
                break;
            }
        }
    }
    if !is_named {
        argv.insert(argv.len().min(1), "check".into());
    }
    argv
}

/// Help and version are answers; anything else that the parser refuses is wrong use.
fn show_refusal(refusal: &clap::Error) -> Exit {
    // A closed pipe is the reader's choice.
    let _ = refusal.print();
    match refusal.use_stderr() {
        true => Exit::Usage,
        false => Exit::Done,
    }
}

fn install_panic_message() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        default(info);
        eprintln!(
            "\nThis is a bug in cargo-falsify {}, not in your code. No verdict was given.\n\
             Please report it with the message above and the source that was read.",
            env!("CARGO_PKG_VERSION")
        );
    }));
}

fn dispatch(arguments: &Arguments, decide: Decider) -> Exit {
    let terminal = Terminal::new(arguments);
    let is_check = matches!(arguments.command, Command::Check(_) | Command::Merge(_));
    if terminal.format.is_document() && !is_check {
        terminal.error("this message format is one of `check` and `merge`: take human or json");
        return Exit::Usage;
    }
    match &arguments.command {
        Command::Check(check) => check::run(check, &terminal, decide),
        Command::List(list) => list::run(list, &terminal),
        Command::Summaries(summaries) => summaries::run(summaries, &terminal),
        Command::Run(run) => run::run(run, &terminal),
        Command::Record(record) => record::run(record, &terminal),
        Command::Replay(replay) => replay::run(replay, &terminal),
        Command::Synth(synth) => synth::run(synth, &terminal),
        Command::Export(it) => export::run(it, &terminal),
        Command::Merge(merge) => merge::run(merge, &terminal),
        Command::Init(init) => init::run(init, &terminal),
        Command::Clean(clean) => clean::run(clean, &terminal),
        Command::Completions(shell) => manual::completions(shell, &terminal),
        Command::Man(man) => manual::man(man, &terminal),
        Command::Explain(code) => explain::run(code, &terminal),
    }
}

/// Whether a loop goes by a name: its path, with or without the package and the modules.
fn is_called(harness: &Harness, name: &str) -> bool {
    let full = format!("{}::{}", harness.package, harness.name);
    harness.name.as_str() == name || full == name || short_name(harness.name.as_str()) == name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_is_the_default_command() {
        let cases = [
            ("", "check"),
            ("-q", "check -q"),
            ("--bound 3", "check --bound 3"),
            ("-p list", "check -p list"),
            ("--color always", "check --color always"),
            ("--color=always --seed 1", "check --color=always --seed 1"),
            ("list", "list"),
            ("-q list", "-q list"),
            ("--message-format json run", "--message-format json run"),
            ("check -q", "check -q"),
            ("frobnicate", "frobnicate"),
            ("--help", "--help"),
            ("--version", "--version"),
            ("help check", "help check"),
        ];
        for (given, wanted) in cases {
            let words = |text: &str| -> Vec<OsString> {
                let words = text.split_whitespace().map(OsString::from);
                [OsString::from("cargo-falsify")]
                    .into_iter()
                    .chain(words)
                    .collect()
            };
            assert_eq!(with_default_command(words(given)), words(wanted), "{given}");
        }
    }
}
