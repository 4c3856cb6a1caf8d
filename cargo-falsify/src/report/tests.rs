//! Listing and run of loops written in the IR's text form.

use std::path::Path;

use super::list::ListReport;
use super::run::RunReport;
use crate::diagnostic::render::Renderer;
use crate::effects::EffectsOf;
use crate::ir::Program;
use crate::list;
use crate::simulate::{simulate, Script, Source};
use crate::source::SourceMap;

/// A loop in step form with an event, a handler, a memory and a static.
const STEP: &str = r#"program 32
struct "demo::State" { speed: i32, beeps: u32 }
static mut s0 "demo::BEEPS": u32 = 0u32
fn init() -> v0: "demo::State" {
b0:
  v0 = const "demo::State" {0i32, 0u32}
  return
}
fn tick(v0 s: &"demo::State", v1 raw: i32) -> v2: i32 @0:0-4 {
  let v3: bool
b0:
  v3 = add_overflows v0.*.0, v1
  check v3 == false else overflow @0:0-4
  v0.*.0 = add v0.*.0, v1
  v0.*.1 = s0
  output led(v0.*.0)
  v2 = v1
  return
}
fn beep() -> v0: () @0:5-9 {
b0:
  s0 = add s0, 1u32
  return
}
fn zero() -> v0: u8 {
b0:
  v0 = 0u8
  return
}
fn slow(v0 s: &"demo::State", v1 raw: i32, v2 memory: &u8) -> v3: bool @0:5-9 {
b0:
  v3 = lt v0.*.0, 10i32
  return
}
harness tick demo @0:0-4 {
  step tick(state, input raw: i32 in -5i32..=5i32) init init
  monitor slow slow(state, input raw, memory zero) "It stays slow." @0:5-9
  handler beep beep 2 @0:5-9
}
"#;

fn sources() -> SourceMap {
    let mut sources = SourceMap::default();
    sources.add("/ws/src/lib.rs", "tick beep".into());
    sources
}

fn program() -> Program {
    crate::ir::parse::parse(STEP).unwrap_or_else(|e| panic!("{e}"))
}

fn renderer(sources: &SourceMap) -> Renderer<'_> {
    Renderer {
        sources,
        root: Path::new("/ws"),
        colour: false,
        width: 100,
    }
}

#[test]
fn a_listing_reads_well() {
    let (program, sources) = (program(), sources());
    let effects = EffectsOf::new(&program);
    let listing = list::build(&program, &effects, &[], &list::Spellings::default());
    let report = ListReport {
        package: &("demo".into(), "1.2.3".into()),
        listing: &listing,
        program: &program,
        effects: &effects,
        calls: &[],
        renderer: &renderer(&sources),
        is_own: &|_| true,
    };
    let expected = "\
demo v1.2.3 usize is 32 bits

  loop tick  step  src/lib.rs:1:1
    state        s: State
                   speed: i32
                   beeps: u32
                 static BEEPS: u32 = 0
    inputs       raw: i32 in -5..=5
    outputs      returns i32
                 led(i32)
    handlers     beep at most 2 times between ticks  src/lib.rs:1:6
    panic sites  1: 1 overflow
    monitor      slow  src/lib.rs:1:6
                 It stays slow.
                 s       the state, State
                 raw     this tick's input `raw`, i32
                 memory  its own memory, u8
";
    assert_eq!(report.human(), expected);
}

#[test]
fn a_run_is_a_table() {
    let (program, sources) = (program(), sources());
    let effects = EffectsOf::new(&program);
    let listing = list::build(&program, &effects, &[], &list::Spellings::default());
    let (harness, found) = (&program.harnesses[0], &listing.loops[0]);
    let report = RunReport {
        program: &program,
        harness,
        found,
        renderer: &renderer(&sources),
    };
    let script = r#"[{"inputs": {"raw": 5}}, {"inputs": {"raw": -3}, "handlers": ["beep", "beep"]}, {"inputs": {"raw": 5}},
                     {"inputs": {"raw": 5}}]"#;
    let script = Script::parse(script, &program, harness, found).unwrap_or_else(|e| panic!("{e}"));
    let mut table = report.table();
    let mut text = String::new();
    let stop = simulate(
        &program,
        harness,
        found,
        Source::Script(script),
        4,
        &mut |tick| {
            text += &table.tick(tick);
        },
    );
    text += &table.flush();
    assert_eq!(stop, None);
    let expected = "
   tick │  handlers  raw │ speed  beeps  BEEPS │ returned   events │ slow
  start │                │     0      0      0 │                   │
      1 │              5 │     5      0      0 │        5   led(5) │    ✓
      2 │ beep beep   -3 │     2      2      2 │       -3   led(2) │    ✓
      3 │              5 │     7      2      2 │        5   led(7) │    ✓
      4 │              5 │    12      2      2 │        5  led(12) │    ✗
";
    assert_eq!(text, expected[1..]);
}
