//! A function asked with any arguments, as a loop of its own: what all of its results have in common, or where it differs from
//! what stands for it.

use super::replacement::{replaced, Calls, Replacement};
use super::signature::{Leaf, Signature};
use super::writer::{copy, whole, Writer, Written};
use crate::bv::BinOp;
use crate::effects::has_references;
use crate::evidence::Property;
use crate::ir::{
    Func, FuncId, Harness, LocalId, LoopForm, Operand, Place, Program, Root, Rvalue, Statement,
    Terminator, Type, TypeId,
};
use crate::solver::Budget;
use crate::source::Symbol;
use crate::system::{build_cutting, System};

/// The name of the property that is violated where two functions differ.
const SAME: &str = "same";

/// Rounds of a loop that are looked at in one step, if its condition is not constant. Each of them is a question to a solver.
const ROUNDS: u32 = 9;

/// A transition system whose ticks call a function with arguments of their own. It returns the scalars of the
/// arguments, then those of the result.
pub(super) struct Question {
    pub system: System,
    pub inputs: usize,
}

/// What a function does.
pub(super) fn of(
    program: &Program,
    signature: &Signature,
    function: FuncId,
) -> Result<Question, String> {
    ask(program.clone(), signature, &[function])
}

/// Where a function and what stands for it differ: there the only property is violated.
pub(super) fn difference(
    program: &Program,
    signature: &Signature,
    replacement: &Replacement,
) -> Result<Question, String> {
    let function = replacement.function;
    let mut program = program.clone();
    let copy = FuncId(program.funcs.len() as u32);
    let original = program.funcs[function.0 as usize].clone();
    program.funcs.push(Func {
        name: Symbol::new(&format!("{}#as-it-was", original.name)),
        ..original
    });
    let everywhere = Replacement {
        calls: Calls::All,
        ..replacement.clone()
    };
    let with = replaced(&program, &[everywhere])?;
    ask(with, signature, &[copy, function])
}

fn ask(
    mut program: Program,
    signature: &Signature,
    functions: &[FuncId],
) -> Result<Question, String> {
    // Nothing that is asked about writes a static.
    program.statics.iter_mut().for_each(|it| it.mutable = false);
    let span = program.funcs[functions[0].0 as usize].span;
    let tick = tick(&mut program, signature, functions)?;
    program.funcs.push(tick);
    let harness = Harness {
        name: Symbol::new("question"),
        package: Symbol::new("question"),
        span,
        form: LoopForm::Step {
            init: None,
            tick: FuncId(program.funcs.len() as u32 - 1),
            params: Vec::new(),
        },
        environment: None,
        monitors: Vec::new(),
        handlers: Vec::new(),
    };
    let name = Symbol::new(SAME);
    let same = Property::Check { name, span };
    let system = build_cutting(&program, &harness, &[same], ROUNDS, &Budget::unlimited())
        .map_err(|halt| format!("{halt:?}"))?;
    Ok(Question {
        system,
        inputs: signature.inputs.len(),
    })
}

/// Draws arguments, calls the functions with them, and compares.
fn tick(program: &mut Program, signature: &Signature, functions: &[FuncId]) -> Written<Func> {
    let like = program.funcs[functions[0].0 as usize].clone();
    let params: Vec<TypeId> = like.param_types().collect();
    let words = signature.inputs.iter().chain(&signature.outputs);
    let sorts: Vec<_> = words.map(|leaf| leaf.kind.sort()).collect();
    let mut writer = Writer::new(program, Symbol::new("question"), like.span, &sorts);
    let arguments: Vec<LocalId> = params.iter().map(|ty| writer.drawn_of(*ty)).collect();
    let mut words = writer.words(&signature.inputs, &arguments);
    let mut results = Vec::new();
    for function in functions {
        let dest = writer.local(like.locals[like.ret().0 as usize].ty);
        writer.statement(Statement::Call {
            dest: whole(dest),
            func: *function,
            args: arguments.iter().map(|it| copy(*it)).collect(),
        });
        results.push(writer.result_words(&signature.outputs, dest));
    }
    if let [one, other] = results.as_slice() {
        let cond = copy(writer.all_equal(one, other));
        let name = Symbol::new(SAME);
        writer.statement(Statement::Property { name, cond });
    }
    words.extend(results.swap_remove(0));
    writer.returning(&words)
}

impl Writer<'_> {
    /// Any value of a type, with places for what its references refer to.
    fn drawn_of(&mut self, ty: TypeId) -> LocalId {
        let shape = self.program().types[ty.0 as usize].clone();
        let parts: Vec<TypeId> = match shape {
            Type::Ref(inner) => {
                let behind = self.drawn_of(inner);
                return self.assign(ty, Rvalue::Ref(whole(behind)));
            }
            Type::Tuple(fields) if has_references(self.program(), ty) => fields,
            Type::Struct { fields, .. } if has_references(self.program(), ty) => {
                fields.iter().map(|it| it.1).collect()
            }
            _ => return self.input(ty, Symbol::new("argument"), None),
        };
        let parts = parts
            .into_iter()
            .map(|part| copy(self.drawn_of(part)))
            .collect();
        self.assign(ty, Rvalue::Aggregate(ty, parts))
    }

    /// The scalars of arguments that are in locals.
    fn words(&mut self, leaves: &[Leaf], arguments: &[LocalId]) -> Vec<LocalId> {
        let in_argument = |leaf: &Leaf| match leaf.place.root {
            Root::Local(param) => arguments[param.0 as usize],
            Root::Static(_) => arguments[0],
        };
        leaves
            .iter()
            .map(|leaf| self.moved(leaf, in_argument(leaf)))
            .collect()
    }

    fn result_words(&mut self, leaves: &[Leaf], result: LocalId) -> Vec<LocalId> {
        leaves.iter().map(|leaf| self.moved(leaf, result)).collect()
    }

    /// The scalar at the place of a leaf inside another local.
    fn moved(&mut self, leaf: &Leaf, local: LocalId) -> LocalId {
        let place = Place {
            root: Root::Local(local),
            path: leaf.place.path.clone(),
        };
        self.read(&Leaf {
            place,
            ..leaf.clone()
        })
    }

    fn all_equal(&mut self, one: &[LocalId], other: &[LocalId]) -> LocalId {
        let mut all = self.truth(true);
        for (a, b) in one.iter().zip(other) {
            let same = self.compared(BinOp::Eq, None, *a, *b);
            all = self.binary(BinOp::And, all, same);
        }
        all
    }

    /// Ends the function with a tuple of words as its result.
    fn returning(mut self, words: &[LocalId]) -> Written<Func> {
        let (ret, parts) = (self.ret(), words.iter().map(|it| copy(*it)));
        let parts: Vec<Operand> = parts.collect();
        let value = Rvalue::Aggregate(self.type_of_local(ret), parts);
        self.statement(Statement::Assign(whole(ret), value));
        self.end(Terminator::Return);
        Ok(self.done())
    }
}
