//! Examples of what functions answer: made ones.

use std::collections::HashSet;

use cargo_falsify::ir::{FuncId, Program, Value};
use cargo_falsify::lower::{analyse_source, Analysis};
use cargo_falsify::notation::{is_value_of, show};
use cargo_falsify::solver::Budget;
use cargo_falsify::summary::example::{observe, End, Observation, Observations};

/// A crate with a function `f`, and that function.
fn read(text: &str) -> (Analysis, FuncId) {
    let text = format!("use falsify::aux; {text}");
    let analysis = analyse_source(&text);
    let found = &analysis.diagnostics;
    assert!(found.is_empty(), "{text}: {found:?}");
    let f = analysis.function("f").and_then(|it| it.func).expect("f");
    (analysis, f)
}

fn observed(program: &Program, f: FuncId, wanted: usize, seed: u64) -> Observations {
    observe(program, f, &[], wanted, seed, &Budget::unlimited())
}

fn shown(program: &Program, f: FuncId, observation: &Observation) -> String {
    let func = &program.funcs[f.0 as usize];
    let arguments = func.param_types().zip(&observation.arguments);
    let arguments = arguments.map(|(ty, value)| show(program, ty, value));
    let arguments: Vec<String> = arguments.collect();
    let result = func.locals[func.ret().0 as usize].ty;
    let result = show(program, result, &observation.result);
    format!("{} = {result}", arguments.join(", "))
}

fn all_shown(text: &str, wanted: usize) -> Vec<String> {
    let (analysis, f) = read(text);
    let found = observed(&analysis.program, f, wanted, 0);
    let all = found.all.iter();
    all.map(|it| shown(&analysis.program, f, it)).collect()
}

#[test]
fn few_arguments_are_all_tried() {
    let text = "#[derive(Clone, Copy)] pub enum Mode { Off, On(bool) }
         #[aux] fn f(m: Mode, k: bool) -> u8 { match m { Mode::Off => 7, Mode::On(b) => (b & k) as u8 } }";
    let (analysis, f) = read(text);
    let found = observed(&analysis.program, f, 10, 0);
    assert_eq!((found.all.len(), found.end), (6, End::Complete));
    let mut all = all_shown(text, 10);
    all.sort();
    let wanted = [
        "Off, false = 7",
        "Off, true = 7",
        "On(false), false = 0",
        "On(false), true = 0",
        "On(true), false = 0",
        "On(true), true = 1",
    ];
    assert_eq!(all, wanted);
}

#[test]
fn values_of_all_kinds_are_made() {
    let items = "#[derive(Clone, Copy)] pub struct P { x: i16, y: u8 }
         #[derive(Clone, Copy)] pub struct T(char, f32);
         #[derive(Clone, Copy)] pub enum E { A, B(i32), C { k: u8, l: bool } }
         impl P { #[aux] fn f(&self, by: i16) -> i16 { self.x.wrapping_mul(by) } }";
    let parameters = [
        "x: u8",
        "x: i128, y: u64",
        "x: bool, y: char",
        "x: f32, y: f64",
        "x: P, y: T",
        "x: E",
        "x: (u8, (i8, E))",
        "x: [i16; 4], y: usize",
        "x: &P, y: &&i32",
        "x: Option<E>",
        "x: Result<u8, core::convert::Infallible>",
        "x: core::num::NonZeroU8, y: core::time::Duration",
    ];
    for parameters in parameters {
        let text = format!("{items} #[aux] fn f({parameters}) -> i32 {{ let _ = x; 1 }}");
        let text = text.replacen("fn f(&self", "fn g(&self", 1);
        let (analysis, f) = read(&text);
        let program = &analysis.program;
        let found = observed(program, f, 300, 0);
        let is_all = found.end == End::Complete || found.all.len() == 300;
        assert!(is_all, "{parameters}: {:?}", found.end);
        let different: HashSet<&Vec<Value>> = found.all.iter().map(|it| &it.arguments).collect();
        assert_eq!(different.len(), found.all.len(), "{parameters}");
        let types: Vec<_> = program.funcs[f.0 as usize].param_types().collect();
        for observation in &found.all {
            let mut pairs = types.iter().zip(&observation.arguments);
            let fits = pairs.all(|(ty, value)| {
                is_value_of(program, *ty, value) && program.is_possible(*ty, value)
            });
            assert!(fits, "{parameters}: {}", shown(program, f, observation));
        }
    }
    let (analysis, _) = read(
        "pub struct P { x: i16 }
         impl P { #[aux] fn g(&self, by: i16) -> i16 { self.x.wrapping_mul(by) } }
         #[aux] fn f(x: u8) -> u8 { x }",
    );
    let g = analysis
        .program
        .funcs
        .iter()
        .position(|it| it.name.as_str().ends_with("g"));
    let g = FuncId(g.expect("g") as u32);
    assert_eq!(observed(&analysis.program, g, 300, 0).all.len(), 300);
}

#[test]
fn the_numbers_of_a_function_are_tried_with_their_neighbours() {
    let text = "#[aux] fn f(x: u32, y: i64) -> u8 {
             if x == 0x1234_5678 { 1 } else if y < -77_777_777_777 { 2 } else { match x { 900_001 => 3, _ => 4 } }
         }";
    let (analysis, f) = read(text);
    let found = observed(&analysis.program, f, 400, 0);
    let has = |x: Option<u32>, y: Option<i64>| {
        found.all.iter().any(|it| {
            let is = |at: usize, wanted: Option<u128>| {
                wanted.is_none_or(|wanted| it.arguments[at] == Value::Scalar(wanted))
            };
            is(0, x.map(u128::from)) && is(1, y.map(|y| u128::from(y as u64)))
        })
    };
    for x in [0x1234_5677, 0x1234_5678, 0x1234_5679, 900_001, 0, u32::MAX] {
        assert!(has(Some(x), None), "{x}");
    }
    for y in [-77_777_777_778, -77_777_777_777, i64::MIN, i64::MAX] {
        assert!(has(None, Some(y)), "{y}");
    }
}

#[test]
fn a_call_that_panics_is_no_example() {
    let (analysis, f) = read("#[aux] fn f(x: u8) -> u8 { 100 / (x / 128) + (x - 128) }");
    let found = observed(&analysis.program, f, 1_000, 0);
    assert_eq!((found.all.len(), found.panicked), (128, 128));
}

#[test]
fn a_call_that_never_answers_is_no_example() {
    let text =
        "#[aux] fn f(x: u8) -> u8 { let mut k = x; while k != 3 { k = k.wrapping_add(2); } k }";
    let (analysis, f) = read(text);
    let found = observed(&analysis.program, f, 8, 0);
    assert!(found.unanswered > 0, "{found:?}");
    assert!(found.all.iter().all(|it| it.result == Value::Scalar(3)));
}

#[test]
fn same_seed_same_examples() {
    let text = "#[aux] fn f(x: i32, y: i32) -> i32 { x ^ y }";
    let (analysis, f) = read(text);
    let of = |seed| observed(&analysis.program, f, 500, seed).all;
    assert_eq!(of(3), of(3));
    assert_ne!(of(3), of(4));
}

#[test]
fn recorded_examples_come_first_and_only_once() {
    let (analysis, f) = read("#[aux] fn f(x: u8) -> u8 { x / 2 }");
    let example = |x: u8| Observation {
        arguments: vec![Value::Scalar(x.into())],
        result: Value::Scalar((x / 2).into()),
    };
    let recorded = [example(200), example(31), example(200)];
    let budget = Budget::unlimited();
    let found = observe(&analysis.program, f, &recorded, 1_000, 0, &budget);
    assert_eq!((found.recorded, found.all.len()), (2, 256));
    assert_eq!(found.all[..2], [example(200), example(31)]);
}

#[test]
fn functions_that_answer_by_more_than_arguments_are_refused() {
    let cases = [
        (
            "#[aux] fn f(x: &[u8]) -> u8 { x.len() as u8 }",
            "`&[u8]` has no fixed length",
        ),
        (
            "#[aux] fn f(x: &'static str) -> u8 { x.len() as u8 }",
            "`&str` has no fixed length",
        ),
        (
            "#[aux] fn f(x: &u8) -> &u8 { x }",
            "`&u8` is a result that refers to something else",
        ),
        (
            "#[aux] fn f(x: fn(u8) -> u8) -> u8 { x(1) }",
            "is a pointer to a function",
        ),
        (
            "use core::sync::atomic::{AtomicU8, Ordering}; static K: AtomicU8 = AtomicU8::new(1);
             #[aux] fn f(x: u8) -> u8 { x.wrapping_add(K.load(Ordering::Relaxed)) }",
            "which is no argument and may change",
        ),
    ];
    for (text, wanted) in cases {
        let (analysis, f) = read(text);
        let found = observed(&analysis.program, f, 10, 0);
        let End::Refused(why) = found.end else {
            panic!("{text}: {:?}", found.end);
        };
        assert!(why.to_string().contains(wanted), "{text}: {why}");
    }
}

/// Functions in which nothing but a solver finds the way, and a result that each way has.
#[test]
fn every_way_through_a_function_has_an_example() {
    let cases: &[(&str, &[u128])] = &[
        // A number that the code does not mention.
        (
            "#[aux] fn f(x: u32, y: u32) -> u8 { if x.wrapping_mul(77_777) ^ 0x55 == 0x1357_9bdf { 1 } else if x ^ y == 0x8000_1234 { 2 } else { 0 } }",
            &[0, 1, 2],
        ),
        // One way behind another.
        (
            "#[aux] fn f(a: i32, b: i32) -> u8 {
                 if a > 1_000_000 && a - b == 12_345 { if a % 1_001 == 17 { if b & 0xff == 0x5a { return 3; } return 2; } return 1; } 0
             }",
            &[0, 1, 2, 3],
        ),
        // In a called function, behind a reference, in a payload.
        (
            "#[derive(Clone, Copy)] pub struct P { k: u64 }
             #[derive(Clone, Copy)] pub enum E { A, B(u32) }
             fn hit(k: u64) -> bool { k / 3 == 0x0123_4567_89ab }
             #[aux] fn f(p: &P, e: E) -> u8 { match e { E::A if hit(p.k) => 1, E::B(n) if n.rotate_left(7) == 0xdead_beef => 2, _ => 0 } }",
            &[0, 1, 2],
        ),
        // After some rounds of a loop.
        (
            "#[aux] fn f(x: u16) -> u8 {
                 let (mut k, mut n) = (x, 0u8);
                 while k % 3 == 2 && n < 5 { k = k / 3; n += 1; }
                 n
             }",
            &[0, 1, 2, 3, 4, 5],
        ),
        // Behind a constant loop.
        (
            "#[aux] fn f(d: [u8; 4]) -> u8 {
                 let mut c = 0u8;
                 let mut i = 0;
                 while i < 4 { c = c.rotate_left(3) ^ d[i]; i += 1; }
                 if c == 0x5b && d[0] == 0xc3 && d[1] == d[2] { 1 } else { 0 }
             }",
            &[0, 1],
        ),
    ];
    for (text, wanted) in cases {
        let (analysis, f) = read(text);
        let found = observed(&analysis.program, f, 1_000, 0);
        let results: HashSet<&Value> = found.all.iter().map(|it| &it.result).collect();
        for result in *wanted {
            assert!(
                results.contains(&Value::Scalar(*result)),
                "{text}: {result}"
            );
        }
    }
}

#[test]
fn a_loop_without_end_does_not_end_the_search() {
    let text = "#[aux] fn f(a: u32, b: u32) -> u32 {
             let (mut x, mut y) = (a, b);
             while y != 0 { let r = x % y; x = y; y = r; }
             if x == 1_234_567 { 0 } else { x }
         }";
    let (analysis, f) = read(text);
    let found = observed(&analysis.program, f, 500, 0);
    assert_eq!(found.all.len(), 500);
    assert!(found
        .all
        .iter()
        .any(|it| it.result == Value::Scalar(0) && it.arguments[0] != Value::Scalar(0)));
}
