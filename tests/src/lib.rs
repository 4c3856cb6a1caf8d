//! Tests that span the crates of the workspace.
