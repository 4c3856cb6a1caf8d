//! JSON Schemas, checked by an independent validator.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{json, Value as Json};

/// A schema that was read.
pub struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    #[track_caller]
    pub fn new(schema: Json) -> Schema {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let name = "memory:///schema.json";
        compiler.add_resource(name, schema).expect("a resource");
        let index = compiler.compile(name, &mut schemas);
        let index = index.unwrap_or_else(|why| panic!("no schema: {why:#}"));
        Schema { schemas, index }
    }

    /// Why a value does not have the form, if it has not.
    pub fn objection(&self, value: &Json) -> Option<String> {
        let valid = self.schemas.validate(value, self.index);
        valid.err().map(|why| format!("{why:#}"))
    }
}

/// The same schema without room for keys and reasons that it does not name: what the tool prints is described.
pub fn closed(mut schema: Json) -> Json {
    let known: Vec<Json> = schema["allOf"]
        .as_array()
        .into_iter()
        .flatten()
        .cloned()
        .collect();
    let known = known
        .iter()
        .map(|it| it["if"]["properties"]["reason"]["const"].clone());
    schema["properties"]["reason"] = json!({"enum": known.collect::<Vec<Json>>()});
    if let Some(definitions) = schema["$defs"].as_object_mut() {
        definitions.values_mut().for_each(close);
    }
    schema
}

fn close(schema: &mut Json) {
    match schema {
        Json::Object(entries) => {
            if entries.contains_key("properties") && !entries.contains_key("additionalProperties") {
                entries.insert("additionalProperties".into(), json!(false));
            }
            entries.values_mut().for_each(close);
        }
        Json::Array(entries) => entries.iter_mut().for_each(close),
        _ => {}
    }
}
