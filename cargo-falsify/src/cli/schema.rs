//! `cargo falsify schema`: what programs that write settings or read messages hold on to.

use serde_json::Value as Json;

use super::args::{Schema, SchemaOf};
use super::{Exit, Terminal};
use crate::project::settings_schema;
use crate::report::message;

pub fn run(arguments: &Schema, terminal: &Terminal) -> Exit {
    let schema = match arguments.of {
        SchemaOf::Settings => pretty(&settings_schema()),
        SchemaOf::Messages => message::SCHEMA.to_owned(),
    };
    terminal.result(schema.trim_end());
    Exit::Done
}

fn pretty(schema: &Json) -> String {
    format!("{schema:#}")
}
