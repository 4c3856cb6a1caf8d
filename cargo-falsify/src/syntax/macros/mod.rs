//! `macro_rules`: definitions, matching, transcription and textual scope.

mod definition;
mod matching;
mod scope;
mod tokens;
mod transcription;

pub use definition::{parse_definition, MacroDef};
pub use matching::match_rule;
pub use scope::Scopes;
pub use transcription::transcribe;

use std::collections::HashMap;

use proc_macro2::TokenTree;

/// What a metavariable stands for.
#[derive(Clone, Debug)]
pub enum Binding {
    Tokens(Vec<TokenTree>),
    Repeated(Vec<Binding>),
}

pub type Bindings = HashMap<String, Binding>;
