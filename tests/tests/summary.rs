//! Which calls of aux functions may be abstracted, and what summaries are made of.

use std::collections::BTreeSet;

use cargo_falsify::effects::EffectsOf;
use cargo_falsify::lower::{analyse_source, Analysis};
use cargo_falsify::summary::{classify, Class};

fn read(text: &str) -> Analysis {
    let analysis = analyse_source(text);
    assert!(
        analysis.diagnostics.is_empty(),
        "{:?}",
        analysis.diagnostics
    );
    analysis
}

/// The class of the first call of `f` in a tick with this body.
fn class_in(body: &str) -> String {
    let text = format!(
        "use falsify::{{aux, control_loop}};
         #[derive(Default)] pub struct S {{ a: i32, b: i32 }}
         #[aux] fn f(x: i32) -> i32 {{ if x < 3 {{ 0 }} else {{ x }} }}
         fn level(x: i32) -> i32 {{ if x < 7 {{ 1 }} else {{ 2 }} }}
         fn set(place: &mut i32) {{ *place = 1; }}
         struct Shared(core::cell::Cell<i32>);
         unsafe impl Sync for Shared {{}}
         impl Shared {{ fn get(&self) -> i32 {{ self.0.get() }} }}
         static MARK: Shared = Shared(core::cell::Cell::new(0));
         fn mark() {{ MARK.0.set(1); }}
         #[control_loop] pub fn tick(s: &mut S, raw: i32, other: i32) {{ {body} }}"
    );
    let analysis = read(&text);
    let f = analysis.function("f").and_then(|it| it.func).expect("f");
    let effects = EffectsOf::new(&analysis.program);
    let calls = classify(&analysis.program, &effects, &BTreeSet::from([f]));
    let first = calls.first().expect("a call");
    match first.class {
        Class::Deterministic => "deterministic".into(),
        Class::Independent { input } => format!("independent {input}"),
        Class::Candidate { variable, .. } => {
            format!("candidate {}", variable.map_or("?", |it| it.as_str()))
        }
    }
}

#[test]
fn calls_are_classified_by_what_their_arguments_are_made_of() {
    let cases = [
        ("s.a = f(5);", "deterministic"),
        ("let k = 2 * 3; s.a = f(k);", "deterministic"),
        ("s.a = f(raw);", "independent raw"),
        ("let _ = other; s.a = f(raw); s.b = s.a;", "independent raw"),
        ("s.a = f(raw); s.b = raw;", "candidate raw"),
        ("s.a = f(raw); if raw > 3 { s.b = 1; }", "candidate raw"),
        // The result does not count, the state is there in the next tick.
        ("s.a = f(s.a);", "deterministic"),
        ("s.a = f(level(raw));", "candidate"),
        // A write that does not happen matters, wherever it stands.
        ("if raw > 3 { s.a = 1; } s.b = f(s.a);", "candidate"),
        ("if raw > 3 { set(&mut s.a); } s.b = f(s.a);", "candidate"),
        ("if raw > 3 { mark(); } s.b = f(MARK.get());", "candidate"),
        // What happens in the function is no other use, although its result is in the context.
        ("s.a = f(raw ^ s.a);", "independent raw"),
        ("s.a = f(raw); let _k = f(other);", "independent raw"),
        ("s.a = f(raw); let _k = f(raw);", "candidate raw"),
        // Statics that a call reads are used by it.
        ("MARK.0.set(raw); s.a = f(MARK.get());", "independent raw"),
        (
            "MARK.0.set(raw); s.a = f(MARK.get()); s.b = MARK.get();",
            "candidate",
        ),
        // Which constant it is depends on the input.
        (
            "let d = if raw < 3 { 0 } else { 1 }; s.a = f(d);",
            "candidate",
        ),
    ];
    for (body, wanted) in cases {
        let class = class_in(body);
        assert!(class.starts_with(wanted), "{body}: {class}");
    }
}

#[test]
fn a_static_that_an_aux_function_reads_is_its_input() {
    let text = "use falsify::{aux, control_loop};
         use core::sync::atomic::{AtomicI32, Ordering};
         static LEVEL: AtomicI32 = AtomicI32::new(0);
         #[derive(Default)] pub struct S { a: i32 }
         #[aux] fn f(x: i32) -> i32 { x.min(LEVEL.load(Ordering::Relaxed)) }
         #[control_loop] pub fn tick(s: &mut S, raw: i32) { LEVEL.store(raw, Ordering::Relaxed); s.a = f(5); }";
    let analysis = read(text);
    let f = analysis.function("f").and_then(|it| it.func).expect("f");
    let effects = EffectsOf::new(&analysis.program);
    let calls = classify(&analysis.program, &effects, &BTreeSet::from([f]));
    assert!(calls[0].class != Class::Deterministic, "{calls:?}");
}

#[test]
fn what_a_monitor_sees_is_used() {
    let text = "use falsify::{aux, control_loop, monitor};
         #[derive(Default)] pub struct S { a: i32 }
         #[aux] fn f(x: i32) -> i32 { if x < 3 { 0 } else { x } }
         #[control_loop] pub fn tick(s: &mut S, raw: i32) { s.a = f(raw); }
         #[monitor] fn small(s: &S, raw: i32) -> bool { s.a < 9 || raw > 2 }";
    let analysis = read(text);
    let f = analysis.function("f").and_then(|it| it.func).expect("f");
    let effects = EffectsOf::new(&analysis.program);
    let calls = classify(&analysis.program, &effects, &BTreeSet::from([f]));
    assert!(
        matches!(calls[0].class, Class::Candidate { .. }),
        "{calls:?}"
    );
}
