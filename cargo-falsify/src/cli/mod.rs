//! Arguments, exit codes, and the frame in which a command runs: a thread with a deep stack, and a bug of
//! the tool that is never silent.

mod args;
mod exit;
mod explain;
mod list;
mod run;
mod session;
mod terminal;

use std::ffi::OsString;
use std::thread;

use clap::{CommandFactory, Parser};

use crate::evidence::replay::as_rustc;
pub use args::{Arguments, Colour, Command, MessageFormat, Selection};
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
    let arguments = match Arguments::try_parse_from(without_subcommand_name(argv)) {
        Ok(arguments) => arguments,
        Err(refusal) => return show_refusal(&refusal),
    };
    install_panic_message();
    let worker = thread::Builder::new()
        .name("falsify".into())
        .stack_size(STACK_BYTES)
        .spawn(move || dispatch(&arguments));
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The hook has said what happened.
        Ok(Err(_panic)) => Exit::Bug,
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

fn dispatch(arguments: &Arguments) -> Exit {
    let terminal = Terminal::new(arguments);
    match &arguments.command {
        None => nothing_to_decide(&terminal),
        Some(Command::List(list)) => list::run(list, &terminal),
        Some(Command::Run(run)) => run::run(run, &terminal),
        Some(Command::Explain(code)) => explain::run(code, &terminal),
    }
}

/// Deciding is not built: a gate that runs this must fail, not pass.
fn nothing_to_decide(terminal: &Terminal) -> Exit {
    terminal.error("deciding monitors is not built yet in this version: nothing was checked");
    terminal.say(Arguments::command().render_help());
    Exit::Usage
}
