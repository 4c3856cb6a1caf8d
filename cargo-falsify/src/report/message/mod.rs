//! The schema of everything that `--message-format json` prints: one object a line, told apart by its `reason`.

/// As `cargo falsify schema messages` prints it; `docs/json.md` says the same in words.
pub const SCHEMA: &str = include_str!("schema.json");
