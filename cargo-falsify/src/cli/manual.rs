//! `cargo falsify completions` and `cargo falsify man`: what a shell and `man` know about the command line, made from its definition.

use std::io;

use clap::CommandFactory;

use super::args::{Arguments, Completions, Man};
use super::{Exit, Terminal};

/// What is found on the path.
const BINARY: &str = "cargo-falsify";

pub fn completions(arguments: &Completions, terminal: &Terminal) -> Exit {
    let mut script = Vec::new();
    let mut command = Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, BINARY, &mut script);
    terminal.write(String::from_utf8_lossy(&script));
    Exit::Done
}

pub fn man(arguments: &Man, terminal: &Terminal) -> Exit {
    match pages(arguments, terminal) {
        Ok(()) => Exit::Done,
        Err(why) => {
            terminal.error(format_args!("the pages cannot be written: {why}"));
            Exit::Usage
        }
    }
}

fn pages(arguments: &Man, terminal: &Terminal) -> io::Result<()> {
    let command = Arguments::command().bin_name(BINARY);
    if let Some(directory) = &arguments.out {
        std::fs::create_dir_all(directory)?;
        clap_mangen::generate_to(command, directory)?;
        terminal.status("Wrote", directory.display());
        return Ok(());
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    terminal.write(String::from_utf8_lossy(&page));
    Ok(())
}
