//! The settings as a JSON Schema, for editors and for who writes them by program.

use serde_json::{json, Map, Value as Json};

use super::environment::variable;
use super::key::{Takes, KEYS};

/// Of `[package.metadata.falsify]` and `[workspace.metadata.falsify]`, which TOML writes.
pub fn schema() -> Json {
    let mut properties = scalars_and_tables();
    let profile = json!({
        "type": "object",
        "properties": properties.clone(),
        "additionalProperties": false,
    });
    for key in KEYS.iter().filter(|it| matches!(it.takes, Takes::Profiles)) {
        let table = json!({
            "description": key.about,
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/profile"},
        });
        properties.insert(key.name.to_owned(), table);
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of cargo falsify",
        "description": "[package.metadata.falsify] and [workspace.metadata.falsify]",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
        "$defs": {"profile": profile},
    })
}

fn scalars_and_tables() -> Map<String, Json> {
    let keys = KEYS.iter();
    let keys = keys.filter_map(|key| {
        let mut schema = shape(key.takes)?;
        let about = match variable(key) {
            Some(variable) => format!("{} (environment: {variable})", key.about),
            None => key.about.to_owned(),
        };
        schema["description"] = json!(about);
        Some((key.name.to_owned(), schema))
    });
    keys.collect()
}

/// None for what has no shape of its own.
fn shape(takes: Takes) -> Option<Json> {
    Some(match takes {
        Takes::Number { least, most } => {
            json!({"type": "integer", "minimum": least, "maximum": most})
        }
        Takes::Time => with_unit("^[0-9]+ *(s|m|min|h)?$"),
        Takes::Size => with_unit("^[0-9]+ *([bB]|[kKmMgG]([iI]?[bB])?)?$"),
        Takes::Width(widths) => json!({"enum": widths}),
        Takes::Name => json!({"type": "string"}),
        Takes::Choice(names) => json!({"enum": names}),
        Takes::Table(names) => {
            json!({"type": "object", "additionalProperties": {"enum": names}})
        }
        Takes::Profiles => return None,
    })
}

fn with_unit(pattern: &str) -> Json {
    let number = json!({"type": "integer", "minimum": 1});
    json!({"oneOf": [number, {"type": "string", "pattern": pattern}]})
}
