//! Programs in the text form of the IR, with what they do in comments.
//!
//! `//# call f(values) = value`, or `panics kind @file:lo-hi`, or another way to stop; `//# run loop` starts a
//! loop, `//# tick values => record` executes a tick with these inputs (after `handlers: i, …;` if some run before).
//! `//# rejects text` says that the program does not verify, with an error that contains the text.

use std::fs;
use std::path::Path;

use cargo_falsify::ir::interp::{
    InputRequest, Limits, Machine, Panic, Phase, Run, Stop, TickRecord, World,
};
use cargo_falsify::ir::parse::{parse, parse_values};
use cargo_falsify::ir::verify::verify;
use cargo_falsify::ir::{
    print, BlockId, FuncId, Handler, LocalId, Operand, Place, Program, Root, Rvalue, Statement,
    Terminator, Type, TypeId, Value,
};
use cargo_falsify::source::Span;

struct Case {
    name: String,
    text: String,
    program: Program,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("ir");
    let entries = fs::read_dir(folder).expect("the folder of programs");
    let mut cases: Vec<_> = entries
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ir"))
        .map(|path| read_case(&path))
        .collect();
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(cases.len() >= 10, "programs are missing");
    cases
}

fn read_case(path: &Path) -> Case {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).expect("a readable program");
    let program = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    Case {
        name,
        text,
        program,
    }
}

fn expectations(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter_map(|line| line.trim().strip_prefix("//#"))
        .map(str::trim)
}

#[test]
fn programs_do_what_their_comments_say() {
    let mut wrong = Vec::new();
    for case in cases() {
        for (checked, mode) in [(true, "checked"), (false, "unchecked")] {
            let mut follow = Follow::new(&case.program, checked);
            for line in expectations(&case.text) {
                if let Err(found) = follow.line(line) {
                    wrong.push(format!("{} ({mode}): {line}\n  {found}", case.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Executes the comments of a program one by one.
struct Follow<'p> {
    program: &'p Program,
    checked: bool,
    run: Option<Run<'p>>,
}

impl<'p> Follow<'p> {
    fn new(program: &'p Program, checked: bool) -> Follow<'p> {
        Follow {
            program,
            checked,
            run: None,
        }
    }

    fn machine(&self) -> Machine<'p> {
        let limits = Limits {
            steps: 1_000_000,
            frames: 500,
            ..Limits::default()
        };
        Machine::with(self.program, limits, self.checked)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "call" => self.call(rest),
            "checked" if self.checked => self.line(rest),
            "checked" => Ok(()),
            "run" => self.start(rest),
            "tick" => self.tick(rest),
            "rejects" => self.rejects(rest),
            _ => Err(format!("what is `{word}`?")),
        }
    }

    /// `f(values) = value` or `f(values) stop`
    fn call(&self, rest: &str) -> Result<(), String> {
        let (name, rest) = rest.split_once('(').ok_or("no parameters")?;
        let close = matching(rest).ok_or("no closing parenthesis")?;
        let (args, wanted) = (&rest[..close], rest[close + 1..].trim());
        let func = function(self.program, name)?;
        let args = parse_values(self.program, args)?;
        let result = self.machine().call(func, &args, &mut Script::default());
        let callee = &self.program.funcs[func.0 as usize];
        let ret = callee.locals[callee.params as usize].ty;
        let found = match result {
            Ok(value) => format!("= {}", print::value(self.program, ret, &value)),
            Err(stop) => stopped(&stop),
        };
        same(&found, wanted)
    }

    fn start(&mut self, rest: &str) -> Result<(), String> {
        let (name, inputs) = rest.split_once(' ').unwrap_or((rest, ""));
        let harness = self.program.harnesses.iter();
        let harness = harness.into_iter().find(|h| h.name.as_str() == name);
        let harness = harness.ok_or("no such loop")?;
        let mut script = Script::new(self.program, inputs)?;
        let run = Run::with(self.machine(), harness, &mut script);
        self.run = Some(run.map_err(|stop| stopped(&stop))?);
        Ok(())
    }

    fn tick(&mut self, rest: &str) -> Result<(), String> {
        let (inputs, wanted) = rest.split_once("=>").ok_or("no record")?;
        let mut script = Script::new(self.program, inputs)?;
        let run = self.run.as_mut().ok_or("no loop runs")?;
        let record = run.tick(&mut script).clone();
        same(&shown(run, &record), wanted.trim())
    }

    fn rejects(&self, wanted: &str) -> Result<(), String> {
        let found = verify(self.program);
        match found.iter().any(|error| error.contains(wanted)) {
            true => Ok(()),
            false => Err(found.join("\n")),
        }
    }
}

/// Where the parenthesis closes that is open at the start.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

fn function(program: &Program, name: &str) -> Result<FuncId, String> {
    let index = program.funcs.iter().position(|f| f.name.as_str() == name);
    let index = index.ok_or_else(|| format!("no function {name}"))?;
    Ok(FuncId(index as u32))
}

fn same(found: &str, wanted: &str) -> Result<(), String> {
    match found == wanted {
        true => Ok(()),
        false => Err(found.to_owned()),
    }
}

fn at(span: Span) -> String {
    format!("@{}:{}-{}", span.file.0, span.lo, span.hi)
}

fn stopped(stop: &Stop) -> String {
    match stop {
        Stop::Panicked(Panic {
            kind, span, calls, ..
        }) => {
            let calls: String = calls
                .iter()
                .map(|c| format!(" from {}", at(c.span)))
                .collect();
            format!("panics {} {}{calls}", kind.name(), at(*span))
        }
        Stop::AssumeFailed(span) => format!("assumption {}", at(*span)),
        Stop::MissingInput(source) => format!("missing {source}"),
        Stop::InvalidInput(source, _) => format!("invalid {source}"),
        Stop::OutOfFuel => "out of fuel".into(),
        Stop::StackOverflow => "stack overflow".into(),
        Stop::Bug(message) => format!("bug {}", message.rsplit(": ").next().unwrap_or("")),
    }
}

/// The parts of a record that are not empty.
fn shown(run: &Run<'_>, record: &TickRecord) -> String {
    let mut parts = Vec::new();
    if let Some(state) = run.state() {
        parts.push(format!("state {}", raw(&state)));
    }
    if let Some(out) = &record.out {
        parts.push(format!("out {}", raw(out)));
    }
    for event in &record.events {
        let args: Vec<_> = event.args.iter().map(raw).collect();
        parts.push(format!("{}({})", event.name, args.join(", ")));
    }
    for property in &record.properties {
        parts.push(format!("{} {}", property.name, property.holds));
    }
    monitors_and_stop(parts, record)
}

fn monitors_and_stop(mut parts: Vec<String>, record: &TickRecord) -> String {
    let monitors: Vec<_> = record.monitors.iter().map(ToString::to_string).collect();
    if !monitors.is_empty() {
        parts.push(format!("monitors {}", monitors.join(" ")));
    }
    if let Some((phase, stop)) = &record.stop {
        let phase = match phase {
            Phase::Start => "start".to_owned(),
            Phase::Handler(index) => format!("handler {index}"),
            Phase::Plant => "plant".to_owned(),
            Phase::Tick => "tick".to_owned(),
            Phase::Monitor(index) => format!("monitor {index}"),
        };
        parts.push(format!("{phase} {}", stopped(stop)));
    }
    parts.join("; ")
}

/// A value without its type.
fn raw(value: &Value) -> String {
    let all = |values: &[Value]| values.iter().map(raw).collect::<Vec<_>>().join(", ");
    match value {
        Value::Scalar(bits) => bits.to_string(),
        Value::Aggregate(values) => format!("{{{}}}", all(values)),
        Value::Variant(index, values) => format!("#{index}{{{}}}", all(values)),
        Value::Pointee(value) => format!("&({})", raw(value)),
        other => format!("{other:?}"),
    }
}

/// Inputs in the order in which they are asked for.
#[derive(Default)]
struct Script {
    values: std::collections::VecDeque<Value>,
    handlers: Vec<usize>,
}

impl Script {
    fn new(program: &Program, text: &str) -> Result<Script, String> {
        let (handlers, inputs) = match text.trim().strip_prefix("handlers:") {
            Some(rest) => rest.split_once(';').unwrap_or((rest, "")),
            None => ("", text),
        };
        let handlers = handlers.split(',').filter(|h| !h.trim().is_empty());
        let handlers: Result<_, _> = handlers.map(|h| h.trim().parse()).collect();
        Ok(Script {
            values: parse_values(program, inputs)?.into(),
            handlers: handlers.map_err(|_| "a handler is no number")?,
        })
    }
}

impl World for Script {
    fn input(&mut self, _request: &InputRequest<'_>) -> Option<Value> {
        self.values.pop_front()
    }

    fn handlers(&mut self, _tick: u64, _handlers: &[Handler]) -> Vec<usize> {
        std::mem::take(&mut self.handlers)
    }
}

fn is_rejected(case: &Case) -> bool {
    expectations(&case.text).any(|line| line.starts_with("rejects"))
}

#[test]
fn programs_verify() {
    for case in cases().iter().filter(|case| !is_rejected(case)) {
        let errors = verify(&case.program);
        assert!(errors.is_empty(), "{}: {errors:#?}", case.name);
    }
}

#[test]
fn text_round_trips() {
    for case in cases() {
        let printed = case.program.to_string();
        let again = parse(&printed).unwrap_or_else(|e| panic!("{}: {e}\n{printed}", case.name));
        assert_eq!(printed, again.to_string(), "{}", case.name);
        assert_eq!(case.program.funcs.len(), again.funcs.len());
    }
}

#[test]
fn cut_text_is_an_error_and_never_a_panic() {
    for case in cases() {
        let printed = case.program.to_string();
        for at in (0..printed.len()).step_by(7) {
            if let Some(start) = printed.get(..at) {
                let _ = parse(start);
            }
        }
    }
}

/// Changes one place of a program so that it is wrong.
type Mutation = fn(&mut Program, usize) -> bool;

/// All statements of a program by number.
fn statement(program: &mut Program, number: usize) -> Option<&mut Statement> {
    let blocks = program.funcs.iter_mut().flat_map(|f| &mut f.blocks);
    blocks
        .flat_map(|b| &mut b.statements)
        .map(|(statement, _)| statement)
        .nth(number)
}

fn terminator(program: &mut Program, number: usize) -> Option<&mut Option<Terminator>> {
    let blocks = program.funcs.iter_mut().flat_map(|f| &mut f.blocks);
    blocks.map(|block| &mut block.terminator).nth(number)
}

fn dest_of(statement: &mut Statement) -> Option<&mut Place> {
    match statement {
        Statement::Assign(dest, _)
        | Statement::Call { dest, .. }
        | Statement::CallIndirect { dest, .. }
        | Statement::Input { dest, .. } => Some(dest),
        _ => None,
    }
}

const NO_LOCAL: Place = Place {
    root: Root::Local(LocalId(9999)),
    path: Vec::new(),
};

const MUTATIONS: &[(&str, Mutation)] = &[
    ("no terminator", |p, n| {
        terminator(p, n).is_some_and(|t| t.take().is_some())
    }),
    ("dangling block", |p, n| match terminator(p, n) {
        Some(Some(Terminator::Goto(to) | Terminator::Switch { otherwise: to, .. })) => {
            *to = BlockId(9999);
            true
        }
        _ => false,
    }),
    ("dangling local", |p, n| {
        let dest = statement(p, n).and_then(dest_of);
        dest.map(|dest| *dest = NO_LOCAL).is_some()
    }),
    ("dangling operand", |p, n| match statement(p, n) {
        Some(Statement::Assign(
            _,
            Rvalue::Use(a) | Rvalue::Unary(_, a) | Rvalue::Binary(_, a, _),
        )) => {
            *a = Operand::Copy(NO_LOCAL);
            true
        }
        _ => false,
    }),
    ("operand of another type", |p, n| {
        let tuple = TypeId(p.types.len() as u32);
        p.types.push(Type::Tuple(vec![tuple; 0]));
        match statement(p, n) {
            Some(Statement::Assign(_, Rvalue::Unary(_, a) | Rvalue::Binary(_, _, a))) => {
                *a = Operand::Const(Value::Aggregate(Vec::new()), tuple);
                true
            }
            _ => false,
        }
    }),
    ("condition that is no bool", |p, n| {
        let byte = TypeId(p.types.len() as u32);
        p.types.push(Type::Int {
            signed: false,
            bits: 7,
        });
        match statement(p, n) {
            Some(Statement::Check { cond, .. } | Statement::Assume(cond)) => {
                *cond = Operand::Const(Value::Scalar(1), byte);
                true
            }
            _ => false,
        }
    }),
    ("argument missing", |p, n| match statement(p, n) {
        Some(Statement::Call { args, .. }) => args.pop().is_some(),
        _ => false,
    }),
    ("argument too many", |p, n| match statement(p, n) {
        Some(Statement::Call { args, .. }) => {
            args.push(Operand::Const(Value::Scalar(0), TypeId(0)));
            true
        }
        _ => false,
    }),
    ("dangling function", |p, n| match statement(p, n) {
        Some(Statement::Call { func, .. }) => {
            *func = FuncId(9999);
            true
        }
        _ => false,
    }),
    ("dangling variant", |p, n| match statement(p, n) {
        Some(Statement::Assign(_, Rvalue::Variant(_, variant, _))) => {
            *variant = 99;
            true
        }
        _ => false,
    }),
    ("field missing", |p, n| match statement(p, n) {
        Some(Statement::Assign(_, Rvalue::Aggregate(_, f) | Rvalue::Variant(_, _, f))) => {
            f.pop().is_some()
        }
        _ => false,
    }),
    ("dangling type", |p, n| {
        let local = p.funcs.iter_mut().flat_map(|f| &mut f.locals).nth(n);
        local.map(|local| local.ty = TypeId(9999)).is_some()
    }),
];

fn statements(program: &Program) -> usize {
    let blocks = program.funcs.iter().flat_map(|f| &f.blocks);
    blocks.map(|block| block.statements.len()).sum()
}

/// The mutated programs of a case, each with what was done.
fn mutants(case: &Case, mut each: impl FnMut(&str, Program)) {
    for (what, mutate) in MUTATIONS {
        for number in 0..statements(&case.program) {
            let mut program = case.program.clone();
            if mutate(&mut program, number) {
                each(what, program);
            }
        }
    }
}

#[test]
fn the_verifier_rejects_every_mutant() {
    let mut seen = std::collections::HashSet::new();
    for case in cases().iter().filter(|case| !is_rejected(case)) {
        mutants(case, |what, program| {
            seen.insert(what.to_owned());
            assert!(
                !verify(&program).is_empty(),
                "{}: {what}\n{program}",
                case.name
            );
        });
    }
    assert_eq!(seen.len(), MUTATIONS.len(), "a mutation was never possible");
}

#[test]
fn malformed_programs_never_make_the_interpreter_panic() {
    let limits = Limits {
        steps: 10_000,
        frames: 100,
        words: 1 << 16,
    };
    for case in cases() {
        mutants(&case, |_, program| {
            for func in 0..program.funcs.len() {
                let mut machine = Machine::with(&program, limits, false);
                let params = program.funcs[func].params as usize;
                let args = vec![Value::Undefined; params];
                let _ = machine.call(FuncId(func as u32), &args, &mut Script::default());
            }
            for harness in &program.harnesses {
                if let Ok(mut run) = Run::new(&program, harness, &mut Script::default()) {
                    run.tick(&mut Script::default());
                }
            }
        });
    }
}

/// A value of a type: zeros, first variants, empty slices. None if there is none to be had.
fn zero(program: &Program, ty: TypeId) -> Option<Value> {
    let all = |types: &mut dyn Iterator<Item = TypeId>| {
        let values: Option<Vec<_>> = types.map(|ty| zero(program, ty)).collect();
        values
    };
    match program.types.get(ty.0 as usize)? {
        Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => Some(Value::Scalar(0)),
        Type::Tuple(fields) => all(&mut fields.iter().copied()).map(Value::Aggregate),
        Type::Struct { fields, .. } => all(&mut fields.iter().map(|f| f.1)).map(Value::Aggregate),
        Type::Array(element, len) => {
            let elements = std::iter::repeat_n(*element, *len as usize);
            all(&mut elements.into_iter()).map(Value::Aggregate)
        }
        Type::Enum { variants, .. } => {
            let fields = variants.first()?.fields.iter().map(|f| f.1);
            Some(Value::Variant(0, all(&mut fields.into_iter())?))
        }
        Type::Ref(target) => Some(Value::Pointee(Box::new(zero(program, *target)?))),
        Type::Slice(_) | Type::Str => Some(Value::Pointee(Box::new(Value::Aggregate(Vec::new())))),
        Type::FnPtr { .. } | Type::Never => None,
    }
}

/// Calls every function; gives errors that are not of the run but of the program.
fn malformed(program: &Program) -> Vec<String> {
    let limits = Limits {
        steps: 10_000,
        frames: 100,
        words: 1 << 16,
    };
    let mut found = Vec::new();
    for (index, func) in (0..).zip(&program.funcs) {
        let args: Option<Vec<_>> = func.param_types().map(|ty| zero(program, ty)).collect();
        let mut machine = Machine::with(program, limits, true);
        let result = args.map(|args| machine.call(FuncId(index), &args, &mut Script::default()));
        match result {
            // Errors of a run say where they happened.
            Some(Err(Stop::Bug(message))) if !message.contains(" @") => found.push(message),
            _ => {}
        }
    }
    found
}

/// Texts with some words replaced by others of the same text: most are wrong, some are other programs.
fn scrambled(text: &str, seed: u64) -> String {
    let mut state = seed;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut words: Vec<_> = text.split_inclusive([' ', '\n']).collect();
    for _ in 0..1 + random(3) {
        let (from, to) = (random(words.len()), random(words.len()));
        words[to] = words[from];
    }
    words.concat()
}

#[test]
fn what_verifies_is_not_malformed_to_the_interpreter() {
    let mut verified = 0;
    for case in cases().iter().filter(|case| !is_rejected(case)) {
        let text = case.program.to_string();
        for seed in 0..400 {
            let Ok(program) = parse(&scrambled(&text, seed)) else {
                continue;
            };
            if verify(&program).is_empty() {
                verified += 1;
                let found = malformed(&program);
                assert!(found.is_empty(), "{found:#?}\n{program}");
            }
        }
    }
    assert!(verified > 100, "only {verified} programs verified");
}

/// Sources of other tests, as IR: rich in references, payloads, captures and generic instances.
const LOWERED: &[&str] = &[
    "lower/order.rs",
    "conformance/references.rs",
    "conformance/patterns.rs",
    "conformance/closures.rs",
];

#[test]
fn lowered_programs_verify_and_round_trip() {
    for file in LOWERED {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = fs::read_to_string(path).expect("a readable source");
        let program = cargo_falsify::lower::analyse_source(&text).program;
        let count = program.funcs.len();
        assert!(count >= 10, "{file}: only {count} functions");
        assert_eq!(verify(&program), Vec::<String>::new(), "{file}");
        let printed = program.to_string();
        let again = parse(&printed).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(again.to_string() == printed, "{file}: the text changes");
    }
}
