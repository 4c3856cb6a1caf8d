//! `cargo falsify explain`: the text behind an error code.

use serde_json::json;

use super::args::Explain;
use super::{Exit, Terminal};
use crate::diagnostic::{self, Entry, PREFIX};
use crate::project::nearest;

pub fn run(arguments: &Explain, terminal: &Terminal) -> Exit {
    let Some(code) = &arguments.code else {
        diagnostic::all_codes().for_each(|entry| terminal.result(index_line(entry, terminal)));
        return Exit::Done;
    };
    match diagnostic::explain(code) {
        Some(entry) => {
            terminal.result(page(entry, terminal));
            Exit::Done
        }
        None => {
            terminal.error(format_args!("there is no error code `{code}`"));
            terminal.say(way_on(code));
            Exit::Usage
        }
    }
}

/// What to do instead of asking for what is no code.
fn way_on(word: &str) -> String {
    if word.ends_with(".json") {
        return format!("`cargo falsify replay {word}` shows what a trace does");
    }
    let known = diagnostic::all_codes().map(|(code, _)| code);
    match nearest(word.strip_prefix(PREFIX).unwrap_or(word), known) {
        Some(meant) => format!("did you mean `{PREFIX}{meant}`?"),
        None => "`cargo falsify explain` lists all of them".to_owned(),
    }
}

fn index_line(entry: Entry, terminal: &Terminal) -> String {
    match terminal.is_for_people() {
        true => format!("{PREFIX}{:<34} {}", entry.0, title(entry)),
        false => as_json(entry),
    }
}

fn page(entry: Entry, terminal: &Terminal) -> String {
    match terminal.is_for_people() {
        true => format!("{PREFIX}{}: {}", entry.0, entry.1.trim_end()),
        false => as_json(entry),
    }
}

fn title((_, text): Entry) -> &'static str {
    text.lines().next().unwrap_or("")
}

fn as_json(entry: Entry) -> String {
    json!({
        "reason": "explanation",
        "code": format!("{PREFIX}{}", entry.0),
        "title": title(entry),
        "text": entry.1,
    })
    .to_string()
}
