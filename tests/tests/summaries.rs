//! Summaries of functions: what stands for them, in what range it is, and whether it is exact.

use std::collections::BTreeSet;
use std::time::Duration;

use cargo_falsify::effects::EffectsOf;
use cargo_falsify::ir::interp::{InputRequest, Machine, NoInputs, World};
use cargo_falsify::ir::verify::verify;
use cargo_falsify::ir::{FuncId, Statement, Value};
use cargo_falsify::lower::{analyse_source, Analysis};
use cargo_falsify::solver::{Budget, SolverKind};
use cargo_falsify::summary::example::Observation;
use cargo_falsify::summary::{
    any_result, classify, compare, ranges, refine, replaced, select, summarize, Body, Cache, Calls,
    Class, Comparison, Guarded, Range, Reason, Replacement, Settings, Signature, Summary, Task,
};
use cargo_falsify::synth::{Op, Sort, Term};
use falsify_tests::random::Random;

fn read(text: &str) -> Analysis {
    let analysis = analyse_source(text);
    assert!(
        analysis.diagnostics.is_empty(),
        "{:?}",
        analysis.diagnostics
    );
    analysis
}

fn function(analysis: &Analysis, name: &str) -> FuncId {
    analysis.function(name).and_then(|it| it.func).expect(name)
}

fn signature(analysis: &Analysis, name: &str) -> Result<Signature, Reason> {
    let effects = EffectsOf::new(&analysis.program);
    Signature::of(&analysis.program, &effects, function(analysis, name))
}

fn settings() -> Settings {
    Settings {
        examples: 2_000,
        ..Settings::default()
    }
}

fn with_task<T>(
    analysis: &Analysis,
    name: &str,
    settings: &Settings,
    cache: Option<&Cache>,
    of: impl Fn(&Task) -> T,
) -> T {
    let effects = EffectsOf::new(&analysis.program);
    of(&Task {
        program: &analysis.program,
        effects: &effects,
        function: function(analysis, name),
        recorded: &[],
        settings,
        cache,
        budget: &Budget::lasting(Duration::from_secs(60)),
    })
}

fn summary(analysis: &Analysis, name: &str) -> Result<Summary, Reason> {
    with_task(analysis, name, &settings(), None, summarize)
}

const CRUISE: &str = "
    pub fn classify(raw: i32) -> i32 { if raw < 30 { 0 } else if raw < 50 { 1 } else { 2 } }
    pub fn engaged(speed: i32, demand: i32) -> i32 {
        let mut a = if speed < 0 { -speed } else { speed };
        let mut b = if demand < 0 { -demand } else { demand };
        while b != 0 { let rest = a % b; a = b; b = rest; }
        a
    }";

#[test]
fn a_function_of_thresholds_has_an_exact_summary() {
    let analysis = read(CRUISE);
    let found = summary(&analysis, "classify").expect("a summary");
    assert_eq!(found.similarity.accuracy(), 1.0);
    assert_eq!(found.comparison, Comparison::Same);
    assert!(found.replacement.exact);
    assert_eq!((found.complexity, found.function_complexity), (2, 2));
    assert_eq!(found.ranges(), [Range::between(32, 0, 2)]);
}

#[test]
fn a_greatest_common_divisor_is_summarised_and_not_exact() {
    let analysis = read(CRUISE);
    let found = summary(&analysis, "engaged").expect("a summary");
    assert!(found.complexity <= found.function_complexity);
    assert!(!found.replacement.exact, "{found:?}");
}

/// What is too long for enumeration is put together from what the function computes in one go, and from its tables.
#[test]
fn steps_of_a_calculation_and_tables_are_building_blocks() {
    let analysis = read(
        "
        pub fn from_gray(code: u8) -> u8 {
            let mut value = code;
            value ^= value >> 4;
            value ^= value >> 2;
            value ^= value >> 1;
            value
        }
        pub fn millivolts(raw: u16) -> u16 { (u32::from(raw & 0x0fff) * 3300 / 4095) as u16 }
        pub fn lookup(level: u8) -> u16 {
            const TABLE: [u16; 8] = [3, 5, 9, 17, 33, 65, 129, 257];
            TABLE[(level & 7) as usize]
        }
        pub fn ordered(a: u8, b: u8) -> (u8, u8) { if a < b { (a, b) } else { (b, a) } }",
    );
    for name in ["from_gray", "millivolts", "lookup", "ordered"] {
        let found = summary(&analysis, name).expect("a summary");
        assert_eq!(found.similarity.accuracy(), 1.0, "{name}");
        assert!(found.replacement.exact, "{name}");
        assert!(found.complexity <= found.function_complexity, "{name}");
    }
}

const SHAPES: &str = "
    #[derive(Clone, Copy, PartialEq, Eq)] pub enum Level { Low, Middle, High }
    #[derive(Clone, Copy)] pub struct Gains { p: i16, on: bool }
    pub fn of_words(a: u8, b: u8, c: i32, d: i32, e: bool) -> i32 {
        if e { c.wrapping_add(d) } else { i32::from(a ^ b) }
    }
    pub fn of_level(level: Level, gains: &Gains, letter: char, few: [u8; 2]) -> (Level, u16, bool, char) {
        (level, u16::from(few[0]) + u16::from(few[1]), gains.on && gains.p > 3, letter)
    }
    pub fn of_floats(x: f32) -> f32 { x }
    pub fn of_slices(x: &[u8]) -> u8 { x[0] }
    pub fn of_many(x: [u8; 100]) -> u8 { x[0] }
    pub fn of_option(x: Option<u8>) -> u8 { x.unwrap_or(0) }
    pub fn nothing(_x: u8) {}
    pub fn of_nothing() -> u8 { 3 }";

#[test]
fn arguments_and_results_are_taken_apart() {
    let analysis = read(SHAPES);
    let found = signature(&analysis, "of_level").expect("a signature");
    let names = |leaves: &[cargo_falsify::summary::Leaf]| -> Vec<String> {
        leaves.iter().map(|it| it.name.clone()).collect()
    };
    let inputs = ["level", "gains.p", "gains.on", "letter", "few[0]", "few[1]"];
    assert_eq!(names(&found.inputs), inputs);
    assert_eq!(
        names(&found.outputs),
        ["result.0", "result.1", "result.2", "result.3"]
    );
    let inputs = [2, 0xffff, 1, 97, 200, 100];
    let arguments = found.arguments(&analysis.program, &inputs).expect("values");
    let result = Machine::checked(&analysis.program)
        .call(function(&analysis, "of_level"), &arguments, &mut NoInputs)
        .expect("a result");
    let row = found
        .row(&Observation { arguments, result })
        .expect("a row");
    assert_eq!(
        (row.inputs.as_slice(), row.outputs.as_slice()),
        (&inputs[..], &[2, 300, 0, 97][..])
    );
}

#[test]
fn what_is_no_word_is_a_reason() {
    let analysis = read(SHAPES);
    let cases = [
        ("of_floats", "`x` is of type `f32`"),
        ("of_slices", "`x` is of type `&[u8]`"),
        ("of_many", "more than 64 scalars"),
        ("of_option", "`x` is of type `Option<u8>`"),
        ("nothing", "it has no result"),
        ("of_nothing", "it has no arguments"),
    ];
    for (name, wanted) in cases {
        let reason = signature(&analysis, name).expect_err(name).to_string();
        assert!(reason.contains(wanted), "{name}: {reason}");
    }
}

const BINARY: [Op; 23] = [
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Udiv,
    Op::Urem,
    Op::Sdiv,
    Op::Srem,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::Eq,
    Op::Ne,
    Op::Ult,
    Op::Ule,
    Op::Ugt,
    Op::Uge,
    Op::Slt,
    Op::Sle,
    Op::Sgt,
    Op::Sge,
];

/// A term of a sort over the inputs.
fn term(random: &mut Random, inputs: &[Sort], sort: Sort, depth: u32) -> Term {
    let leaves: Vec<usize> = (0..inputs.len()).filter(|at| inputs[*at] == sort).collect();
    if depth == 0 || random.below(6) == 0 {
        if !leaves.is_empty() && random.below(4) > 0 {
            return Term::Input(leaves[random.below(leaves.len())]);
        }
        let mask = u128::MAX >> (128 - sort.width());
        return Term::Constant(sort, random.wide() & mask);
    }
    let part = |random: &mut Random, sort| term(random, inputs, sort, depth - 1);
    match (random.below(8), sort) {
        (0, _) => {
            let parts = [Sort::Bool, sort, sort].map(|it| part(random, it));
            Term::Apply(Op::Ite, parts.to_vec())
        }
        (1, _) => Term::Apply(Op::Not, vec![part(random, sort)]),
        (2, Sort::Bits(32)) => Term::Apply(Op::ZeroExtend(24), vec![part(random, Sort::Bits(8))]),
        (3, Sort::Bits(32)) => Term::Apply(Op::SignExtend(24), vec![part(random, Sort::Bits(8))]),
        (2, Sort::Bits(8)) => {
            let (high, low) = (12, 5);
            Term::Apply(
                Op::Extract { high, low },
                vec![part(random, Sort::Bits(32))],
            )
        }
        (3, Sort::Bits(_)) => Term::Apply(Op::Neg, vec![part(random, sort)]),
        _ => loop {
            let op = BINARY[random.below(BINARY.len())];
            let of = [Sort::Bool, Sort::Bits(8), Sort::Bits(32)][random.below(3)];
            if op.result(&[of, of]) == Some(sort) {
                let parts = vec![part(random, of), part(random, of)];
                return Term::Apply(op, parts);
            }
        },
    }
}

#[test]
fn code_for_a_term_computes_the_term() {
    let analysis = read(SHAPES);
    let of_words = function(&analysis, "of_words");
    let signature = signature(&analysis, "of_words").expect("a signature");
    let sorts = signature.input_sorts();
    let mut random = Random::named(7, "terms");
    for _ in 0..150 {
        let term = term(&mut random, &sorts, Sort::Bits(32), 4);
        let replacement = Replacement {
            function: of_words,
            calls: Calls::All,
            body: Body::Terms(vec![Guarded {
                term: term.clone(),
                range: Range::any(32, true),
            }]),
            exact: false,
        };
        let program = replaced(&analysis.program, &[replacement]).expect("a program");
        assert_eq!(verify(&program), Vec::<String>::new(), "{term:?}");
        let mut machine = Machine::checked(&program);
        for _ in 0..20 {
            let near = |random: &mut Random, sort: &Sort| {
                let mask = u128::MAX >> (128 - sort.width());
                [random.wide(), random.below(40) as u128, mask][random.below(3)] & mask
            };
            let inputs: Vec<u128> = sorts.iter().map(|it| near(&mut random, it)).collect();
            let arguments: Vec<Value> = inputs.iter().map(|it| Value::Scalar(*it)).collect();
            let found = machine.call(of_words, &arguments, &mut NoInputs);
            let wanted = term.evaluate(&sorts, &inputs).map(Value::Scalar);
            assert_eq!(found.ok(), wanted, "{term:?} for {inputs:?}");
        }
    }
}

#[test]
fn values_outside_of_the_range_are_moved_into_it() {
    let analysis = read(SHAPES);
    let of_words = function(&analysis, "of_words");
    let signed = |value: i32| u128::from(value as u32);
    let range = Range {
        step: 4,
        ..Range::between(32, signed(-6), signed(10))
    };
    let program = replaced(
        &analysis.program,
        &[Replacement {
            function: of_words,
            calls: Calls::All,
            body: Body::Terms(vec![Guarded {
                term: Term::Input(2),
                range,
            }]),
            exact: false,
        }],
    )
    .expect("a program");
    let mut machine = Machine::checked(&program);
    let cases = [
        (-100, -6),
        (-6, -6),
        (-3, -6),
        (0, -2),
        (9, 6),
        (10, 10),
        (77, 10),
    ];
    for (given, wanted) in cases {
        let arguments = [0, 0, signed(given), 0, 0].map(Value::Scalar);
        let found = machine.call(of_words, &arguments, &mut NoInputs);
        assert_eq!(found, Ok(Value::Scalar(signed(wanted))), "{given}");
        assert!(range.contains(signed(wanted)));
    }
}

#[test]
fn results_have_ranges_with_steps() {
    let text = "
        pub fn third(x: u8) -> u8 { (x % 4) * 3 }
        pub fn below(x: i32) -> i32 { if x < -5 { -5 } else if x > 7 { 7 } else { x } }
        pub fn count(x: u8) -> u8 { let mut n = 0; let mut x = x; while x != 0 { x &= x - 1; n += 1; } n }
        pub fn any(x: u8) -> u8 { x }";
    let analysis = read(text);
    let found = |name: &str| {
        let signature = signature(&analysis, name).expect("a signature");
        let budget = Budget::lasting(Duration::from_secs(30));
        ranges(
            &analysis.program,
            &signature,
            function(&analysis, name),
            &budget,
        )[0]
    };
    assert_eq!(
        found("third"),
        Range {
            step: 3,
            ..Range::between(8, 0, 9)
        }
    );
    let signed = |value: i32| u128::from(value as u32);
    assert_eq!(found("below"), Range::between(32, signed(-5), 7));
    assert_eq!(found("any"), Range::any(8, false));
    // Every result lies in the range, however coarse it is.
    let mut machine = Machine::checked(&analysis.program);
    for name in ["third", "count"] {
        let range = found(name);
        for x in 0..256u128 {
            let result = machine.call(
                function(&analysis, name),
                &[Value::Scalar(x)],
                &mut NoInputs,
            );
            assert!(
                matches!(result, Ok(Value::Scalar(it)) if range.contains(it)),
                "{name} {x}"
            );
        }
    }
}

fn compared(analysis: &Analysis, name: &str, term: Term) -> Comparison {
    let signature = signature(analysis, name).expect("a signature");
    let leaf = &signature.outputs[0];
    let replacement = Replacement {
        function: function(analysis, name),
        // Which calls it is for does not matter.
        calls: Calls::At(Vec::new()),
        body: Body::Terms(vec![Guarded {
            term,
            range: leaf.possible,
        }]),
        exact: false,
    };
    let budget = Budget::lasting(Duration::from_secs(30));
    compare(
        &analysis.program,
        &signature,
        &replacement,
        SolverKind::Cadical,
        &budget,
    )
}

#[test]
fn a_difference_is_found_and_calls_that_panic_are_none() {
    let text = "
        pub fn sum(a: u8, b: u8) -> u8 { a + b }
        pub fn low(a: u8) -> bool { a < 30 }";
    let analysis = read(text);
    let word = Sort::Bits(8);
    let sum = Term::Apply(Op::Add, vec![Term::Input(0), Term::Input(1)]);
    assert_eq!(compared(&analysis, "sum", sum), Comparison::Same);
    let below = |limit| Term::Apply(Op::Ult, vec![Term::Input(0), Term::Constant(word, limit)]);
    assert_eq!(compared(&analysis, "low", below(30)), Comparison::Same);
    assert_eq!(
        compared(&analysis, "low", below(31)),
        Comparison::Differs(vec![30])
    );
}

#[test]
fn a_refined_summary_meets_what_was_corrected() {
    let analysis = read(CRUISE);
    let settings = Settings {
        rounds: 3,
        exactness: false,
        ..settings()
    };
    let observation = |a: i32, b: i32, wanted: i32| Observation {
        arguments: [a, b]
            .map(|it| Value::Scalar(u128::from(it as u32)))
            .to_vec(),
        result: Value::Scalar(u128::from(wanted as u32)),
    };
    let corrected = [
        (50, 0, 50),
        (50, 1, 1),
        (21, 14, 7),
        (30, 45, 15),
        (13, 39, 13),
    ];
    let corrected = corrected.map(|(a, b, wanted)| observation(a, b, wanted));
    with_task(&analysis, "engaged", &settings, None, |task| {
        let old = summarize(task).expect("a summary");
        let new = refine(task, &old, &corrected).expect("a better one");
        assert_eq!(new.refinements, 1);
        let program =
            replaced(&analysis.program, std::slice::from_ref(&new.replacement)).expect("a program");
        let mut machine = Machine::checked(&program);
        for it in &corrected {
            let found = machine.call(task.function, &it.arguments, &mut NoInputs);
            assert_eq!(found.as_ref(), Ok(&it.result), "{it:?}");
        }
    });
}

#[test]
fn kept_summaries_are_used_and_not_believed() {
    let analysis = read(CRUISE);
    let directory = tempfile::tempdir().expect("a directory");
    let cache = Cache::new(directory.path());
    let learn = || {
        with_task(&analysis, "classify", &settings(), Some(&cache), summarize).expect("a summary")
    };
    let first = learn();
    assert!(first.rounds > 0 && first.replacement.exact);
    let again = learn();
    assert_eq!(again.rounds, 0, "nothing is synthesized a second time");
    assert!(again.replacement.exact);
    let entry = std::fs::read_dir(directory.path()).expect("entries").next();
    let path = entry.expect("an entry").expect("a file").path();
    let text = std::fs::read_to_string(&path).expect("text");
    // Another threshold, examples that never were, terms of another type, and rubbish.
    let poisoned = [
        text.replace("30", "31"),
        text.replace("\"0\"", "\"2\""),
        text.replace("32", "16"),
        text[..text.len() / 2].to_owned(),
        String::new(),
    ];
    for poison in poisoned {
        assert_ne!(poison, text);
        std::fs::write(&path, &poison).expect("written");
        let found = learn();
        assert_eq!(found.similarity.accuracy(), 1.0, "{poison}");
        assert_eq!(found.comparison, Comparison::Same, "{poison}");
    }
}

#[test]
fn several_may_keep_the_same_summary_at_once() {
    let analysis = read(CRUISE);
    let directory = tempfile::tempdir().expect("a directory");
    let cache = Cache::new(directory.path());
    let learn = || with_task(&analysis, "classify", &settings(), Some(&cache), summarize).is_ok();
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(learn)).collect();
        assert!(all.into_iter().all(|it| it.join().expect("no panic")));
    });
    assert_eq!(
        std::fs::read_dir(directory.path())
            .expect("entries")
            .count(),
        1
    );
}

#[test]
fn the_same_seed_gives_the_same_summary() {
    let analysis = read(CRUISE);
    let one = summary(&analysis, "classify").expect("a summary");
    let other = with_task(
        &analysis,
        "classify",
        &Settings {
            jobs: 2,
            ..settings()
        },
        None,
        summarize,
    );
    let other = other.expect("a summary");
    assert_eq!(one.terms(), other.terms());
    assert_eq!(one.constraints, other.constraints);
}

#[test]
fn what_gains_much_is_chosen_and_what_answers_little_is_not() {
    let text = "
        use falsify::{aux, control_loop};
        #[derive(Default)] pub struct S { a: u8, b: u8 }
        #[aux] fn level(x: u8) -> u8 { if x < 30 { 0 } else if x < 50 { 1 } else { 2 } }
        #[aux] fn mixed(x: u8) -> u8 { let mut c = x; let mut n = 0; while n < 8 {
            c = if c & 1 != 0 { (c >> 1) ^ 0x8c } else { c >> 1 }; n += 1; } c }
        #[control_loop] pub fn tick(s: &mut S, raw: u8) {
            if raw > s.a { s.a = level(raw); s.a = level(s.a ^ raw); } s.b = mixed(raw ^ s.b); }";
    let analysis = read(text);
    let settings = Settings {
        rounds: 8,
        exactness: false,
        ..settings()
    };
    let few = Settings {
        examples: 3,
        ..settings.clone()
    };
    let learn = |name: &str, settings: &Settings| {
        with_task(&analysis, name, settings, None, summarize).expect(name)
    };
    let (level, mut mixed) = (learn("level", &settings), learn("mixed", &few));
    assert_eq!(level.similarity.accuracy(), 1.0);
    // What the synthesis finds is not the matter here.
    mixed.similarity.right = mixed.similarity.examples / 100;
    mixed.similarity.covered = mixed.similarity.outputs / 100;
    mixed.complexity = mixed.function_complexity;
    let harness = &analysis.program.harnesses[0];
    assert_eq!(select(&analysis.program, harness, &[&level, &mixed]), [0]);
    assert_eq!(select(&analysis.program, harness, &[]), Vec::<usize>::new());
}

#[test]
fn single_calls_are_led_elsewhere() {
    let text = "
        use falsify::{aux, control_loop};
        #[derive(Default)] pub struct S { a: u8, b: u8 }
        #[aux] fn level(x: u8) -> u8 { if x < 30 { 3 } else if x < 50 { 5 } else { 7 } }
        #[control_loop] pub fn tick(s: &mut S, raw: u8) { s.a = level(raw); s.b = level(40); }";
    let analysis = read(text);
    let (level, effects) = (
        function(&analysis, "level"),
        EffectsOf::new(&analysis.program),
    );
    let calls = classify(&analysis.program, &effects, &BTreeSet::from([level]));
    let independent = calls
        .iter()
        .find(|it| matches!(it.class, Class::Independent { .. }));
    let site = independent.expect("an independent call").site;
    let budget = Budget::lasting(Duration::from_secs(30));
    let mut any = any_result(&analysis.program, &effects, level, &budget).expect("a range");
    any.calls = Calls::At(vec![site]);
    let program = replaced(&analysis.program, &[any]).expect("a program");
    assert_eq!(verify(&program), Vec::<String>::new());
    let tick = function(&analysis, "tick");
    let calls = program.funcs[tick.0 as usize]
        .blocks
        .iter()
        .flat_map(|it| &it.statements);
    let callees = calls.filter_map(|(it, _)| match it {
        Statement::Call { func, .. } => Some(*func == level),
        _ => None,
    });
    assert_eq!(callees.collect::<Vec<_>>(), [false, true]);
    // Any value of the range, and no other.
    let new = FuncId(program.funcs.len() as u32 - 1);
    let arguments = [Value::Scalar(1)];
    for (drawn, is_possible) in [(3, true), (5, true), (7, true), (2, false), (8, false)] {
        let found = Machine::checked(&program).call(new, &arguments, &mut Draws(drawn));
        assert_eq!(found.is_ok(), is_possible, "{drawn}: {found:?}");
    }
}

/// A world that gives one number.
struct Draws(u128);

impl World for Draws {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Value> {
        // A range with steps draws how many of them are made.
        let (Value::Scalar(first), Value::Scalar(last)) = request.range? else {
            return None;
        };
        Some(Value::Scalar(match (first, last) {
            (0, 2) if self.0 % 2 == 1 && self.0 >= 3 => (self.0 - 3) / 2,
            (0, 2) => 99,
            _ => self.0,
        }))
    }
}
