//! What the attributes accept, and what the compiler says of those it does not: `ui/fail` has the messages beside
//! the sources. `TRYBUILD=overwrite` writes them anew.
#[test]
fn accepted_items_run_as_if_unmarked() {
    trybuild::TestCases::new().pass("ui/pass/*.rs");
}

#[test]
fn rejected_items_are_answered_at_their_place() {
    trybuild::TestCases::new().compile_fail("ui/fail/*.rs");
}

/// A crate with every attribute in every place tolerates no warning; that it was compiled is the test.
#[test]
fn a_strict_crate_compiles() {
    let mut cruise = annotated::step::Cruise::default();
    assert!(!cruise.step(0));
}
