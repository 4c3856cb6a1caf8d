//! Effects of small hand-made functions.

use super::*;
use crate::ir::{Block, Func, Local, Place, Projection, Root, Static, Terminator, Type, TypeId};
use crate::source::FileId;

const INT: TypeId = TypeId(0);
const REF: TypeId = TypeId(1);
const SLICE: TypeId = TypeId(2);
/// `{ &[i32], i32 }`
const ITER: TypeId = TypeId(3);
const REF_ITER: TypeId = TypeId(4);

fn span(at: u32) -> Span {
    Span::new(FileId(0), at, at + 1)
}

fn place(local: u32, path: &[Projection]) -> Place {
    Place {
        root: Root::Local(LocalId(local)),
        path: path.to_vec(),
    }
}

fn static_place() -> Place {
    Place {
        root: Root::Static(StaticId(0)),
        path: Vec::new(),
    }
}

fn one() -> Rvalue {
    Rvalue::Use(Operand::Const(Value::Scalar(1), INT))
}

fn copy(local: u32) -> Operand {
    Operand::Copy(place(local, &[]))
}

/// A function of the given parameters and further locals (the first of which is `ret`); statement `i` has span `i`.
fn func(name: &str, params: &[TypeId], locals: &[TypeId], statements: Vec<Statement>) -> Func {
    let local = |&ty: &TypeId| Local { name: None, ty };
    Func {
        name: Symbol::new(name),
        locals: params.iter().chain(locals).map(local).collect(),
        params: params.len() as u32,
        blocks: vec![Block {
            statements: statements
                .into_iter()
                .enumerate()
                .map(|(i, s)| (s, span(i as u32)))
                .collect(),
            terminator: Some(Terminator::Return),
        }],
        track_caller: false,
        span: span(0),
    }
}

fn program(funcs: Vec<Func>) -> Program {
    let mut program = Program::new(32);
    let index = Symbol::new("index");
    program.types = vec![
        Type::Int {
            signed: true,
            bits: 32,
        },
        Type::Ref(INT),
        Type::Slice(INT),
        Type::Struct {
            name: Symbol::new("Iter"),
            fields: vec![(Symbol::new("slice"), SLICE), (index, INT)],
        },
        Type::Ref(ITER),
    ];
    program.statics = vec![Static {
        name: Symbol::new("COUNT"),
        ty: INT,
        init: Value::Scalar(0),
        mutable: true,
        span: span(0),
    }];
    program.funcs = funcs;
    program
}

fn acts(program: &Program, func: u32) -> Vec<Act> {
    let effects = EffectsOf::new(program);
    let acts = effects.acts(FuncId(func)).map(|(act, _)| act).collect();
    acts
}

fn call(callee: u32, dest: u32, args: Vec<Operand>) -> Statement {
    Statement::Call {
        dest: place(dest, &[]),
        func: FuncId(callee),
        args,
    }
}

/// `*p = 1`
fn set() -> Func {
    func(
        "set",
        &[REF],
        &[INT],
        vec![Statement::Assign(place(0, &[Projection::Deref]), one())],
    )
}

#[test]
fn a_write_through_a_parameter_is_seen() {
    assert_eq!(acts(&program(vec![set()]), 0), [Act::WriteParam(0, 1)]);
}

#[test]
fn a_callee_that_writes_a_local_of_the_caller_is_no_act() {
    // v1: i32; v2 = &v1; set(v2)
    let caller = func(
        "caller",
        &[],
        &[INT, INT, REF],
        vec![
            Statement::Assign(place(2, &[]), Rvalue::Ref(place(1, &[]))),
            call(0, 0, vec![copy(2)]),
        ],
    );
    assert_eq!(acts(&program(vec![set(), caller]), 1), []);
}

#[test]
fn a_static_written_by_a_callee_is_placed_at_the_write() {
    let caller = func(
        "caller",
        &[],
        &[INT, REF],
        vec![
            Statement::Assign(place(1, &[]), Rvalue::Ref(static_place())),
            call(0, 0, vec![copy(1)]),
        ],
    );
    let program = program(vec![set(), caller]);
    let effects = EffectsOf::new(&program);
    let (act, witness) = effects.acts(FuncId(1)).next().expect("an act");
    assert_eq!(act, Act::WriteStatic(StaticId(0)));
    assert_eq!(witness.span, span(1), "the call");
    assert_eq!(
        effects.place_of(witness, |_| true),
        span(0),
        "the write in `set`"
    );
    assert_eq!(
        effects.place_of(witness, |s| s != span(0)),
        span(1),
        "a callee that is not shown"
    );
}

#[test]
fn reads_of_statics_are_told_from_writes() {
    let read = Statement::Assign(place(0, &[]), Rvalue::Use(Operand::Copy(static_place())));
    let reader = func("reader", &[], &[INT], vec![read]);
    assert_eq!(
        acts(&program(vec![reader]), 0),
        [Act::ReadStatic(StaticId(0))]
    );
}

#[test]
fn advancing_an_iterator_does_not_write_what_it_borrows() {
    // next(it: &mut Iter) { (*it).1 = 1 }
    let next = func(
        "next",
        &[REF_ITER],
        &[INT],
        vec![Statement::Assign(
            place(0, &[Projection::Deref, Projection::Field(1)]),
            one(),
        )],
    );
    // sum(xs: &[i32]) { v2 = Iter { xs, 0 }; v3 = &v2; next(v3) }
    let sum = func(
        "sum",
        &[SLICE],
        &[INT, ITER, REF_ITER],
        vec![
            Statement::Assign(
                place(2, &[]),
                Rvalue::Aggregate(ITER, vec![copy(0), Operand::Const(Value::Scalar(0), INT)]),
            ),
            Statement::Assign(place(3, &[]), Rvalue::Ref(place(2, &[]))),
            call(0, 1, vec![copy(3)]),
        ],
    );
    assert_eq!(acts(&program(vec![next, sum]), 1), []);
}

#[test]
fn an_element_written_through_an_iterator_is_a_write_of_the_slice() {
    // first(it: &mut Iter) { (*it).0[0] = 1 }
    let path = [
        Projection::Deref,
        Projection::Field(0),
        Projection::ConstIndex(0),
    ];
    let first = func(
        "first",
        &[REF_ITER],
        &[INT],
        vec![Statement::Assign(place(0, &path), one())],
    );
    let user = func(
        "user",
        &[SLICE],
        &[INT, ITER, REF_ITER],
        vec![
            Statement::Assign(
                place(2, &[]),
                Rvalue::Aggregate(ITER, vec![copy(0), Operand::Const(Value::Scalar(0), INT)]),
            ),
            Statement::Assign(place(3, &[]), Rvalue::Ref(place(2, &[]))),
            call(0, 1, vec![copy(3)]),
        ],
    );
    let program = program(vec![first, user]);
    assert_eq!(acts(&program, 0), [Act::WriteParam(0, 2)]);
    assert_eq!(acts(&program, 1), [Act::WriteParam(0, 1)]);
}

#[test]
fn recursion_ends() {
    let looping = func(
        "looping",
        &[REF],
        &[INT],
        vec![call(0, 1, vec![copy(0)]), {
            Statement::Assign(static_place(), one())
        }],
    );
    assert_eq!(
        acts(&program(vec![looping]), 0),
        [Act::WriteStatic(StaticId(0))]
    );
}

#[test]
fn a_returned_reference_keeps_its_origin() {
    // same(p) -> p; user(p) { *same(p) = 1 }
    let same = func(
        "same",
        &[REF],
        &[REF],
        vec![Statement::Assign(place(1, &[]), Rvalue::Use(copy(0)))],
    );
    let user = func(
        "user",
        &[REF],
        &[INT, REF],
        vec![
            call(0, 2, vec![copy(0)]),
            Statement::Assign(place(2, &[Projection::Deref]), one()),
        ],
    );
    assert_eq!(acts(&program(vec![same, user]), 1), [Act::WriteParam(0, 1)]);
}
