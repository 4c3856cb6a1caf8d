//! Arguments of a function for each way that control can take in it: symbolic execution of the function alone, then a question
//! to the solver for each jump that it and what it calls can make.
//!
//! What is found is a help, not a claim: loops are followed for a few rounds, hard questions are given up.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::exec::{Done, Executor};
use super::state::{Path, State};
use super::value::{constant, Cell, Spot, Sym};
use super::Halt;
use crate::ir::{BlockId, FuncId, Program, StaticId, TypeId, Value};
use crate::solver::{solver, Answer, Budget, Solver, SolverKind, Word};
use crate::source::Symbol;
use crate::term::{support, Evaluator, Pool, Term};

/// Search for one answer.
const CONFLICTS: u64 = 5_000;

/// How often a search may end without an answer; after that none is begun.
const PATIENCE: u32 = 10;

/// A jump between two blocks of a function.
type Jump = (FuncId, BlockId, BlockId);

/// When each jump is made.
pub(super) type Jumps = BTreeMap<Jump, Term>;

/// Arguments that together make a function take every jump, as far as some are found within the budget.
pub fn explore(program: &Program, function: FuncId, budget: &Budget) -> Result<Vec<Value>, Halt> {
    let mut exec = Executor::new(program, budget.clone());
    exec.explored = Some(Jumps::new());
    let (arguments, cells) = execute(&mut exec, function)?;
    let jumps = exec.explored.take().unwrap_or_default();
    let mut search = Search::new(&exec.pool);
    let mut found = Vec::new();
    for condition in jumps.into_values() {
        if budget.exhausted() {
            break;
        }
        if let Some(model) = search.model(condition, budget) {
            let parts = arguments
                .iter()
                .map(|sym| search.value(sym, &cells, &model));
            found.push(Value::Aggregate(parts.collect()));
            search.models.push(model);
        }
    }
    Ok(found)
}

/// Arguments that references lead to.
type Cells = BTreeMap<Cell, Sym>;

/// Executes the function with any arguments. A loop or a recursion without end only ends the search for more.
fn execute(exec: &mut Executor<'_>, function: FuncId) -> Done<(Vec<Sym>, Cells)> {
    let program = exec.program;
    let mut state = State {
        phase: 0,
        path: Path::start(),
        alive: exec.pool.bool(true),
        cells: Rc::new(statics(exec)?),
        frames: Vec::new(),
    };
    let (mut arguments, mut behind) = (Vec::new(), Cells::new());
    for ty in program.funcs[function.0 as usize].param_types() {
        arguments.push(argument(exec, &mut state, ty, &mut behind)?);
    }
    for (cell, value) in &behind {
        state.set_cell(*cell, value.clone());
    }
    exec.push_call(&mut state, function, arguments.clone(), None)?;
    exec.wait(state)?;
    match exec.run(0) {
        Ok(_) => {}
        Err(Halt::LoopBound(_) | Halt::Unsupported(..) | Halt::Cut(..) | Halt::Stopped) => {}
        Err(bug @ Halt::Bug(_)) => return Err(bug),
    }
    Ok((arguments, behind))
}

fn statics(exec: &mut Executor<'_>) -> Done<BTreeMap<Cell, Sym>> {
    let mut cells = BTreeMap::new();
    for (index, item) in exec.program.statics.iter().enumerate() {
        let value = constant(&mut exec.pool, exec.program, &item.init, item.ty);
        let cell = Cell::Static(StaticId(index as u32));
        cells.insert(cell, value.map_err(Halt::Bug)?);
    }
    Ok(cells)
}

/// Any value of a type; what a reference leads to gets a cell.
fn argument(
    exec: &mut Executor<'_>,
    state: &mut State,
    ty: TypeId,
    behind: &mut Cells,
) -> Done<Sym> {
    if let Some(target) = exec.program.pointee(ty) {
        let value = argument(exec, state, target, behind)?;
        let cell = Cell::Kept(behind.len() as u32);
        exec.cell_types.insert(cell, target);
        behind.insert(cell, value);
        let path = Vec::new();
        return Ok(Sym::reference(&mut exec.pool, Spot { cell, path }));
    }
    let (value, valid) = exec.any(ty, Symbol::new("argument"))?;
    state.alive = exec.pool.and(state.alive, valid);
    Ok(value)
}

type Model = HashMap<Term, u128>;

/// Questions about the same variables, and the answers so far.
struct Search<'a> {
    pool: &'a Pool,
    solver: Box<dyn Solver>,
    variables: HashMap<Term, Word>,
    evaluator: Evaluator,
    models: Vec<Model>,
    patience: u32,
}

impl<'a> Search<'a> {
    fn new(pool: &'a Pool) -> Search<'a> {
        Search {
            pool,
            solver: solver(SolverKind::Cadical),
            variables: HashMap::new(),
            evaluator: Evaluator::new(),
            models: Vec::new(),
            patience: PATIENCE,
        }
    }

    /// Values that make a condition true, unless earlier ones do.
    fn model(&mut self, condition: Term, budget: &Budget) -> Option<Model> {
        if self.patience == 0 || self.is_shown(condition) {
            return None;
        }
        let Search {
            pool,
            solver,
            variables,
            ..
        } = self;
        for var in support(pool, &[condition]) {
            let word = || solver.fresh(pool.width(var));
            variables.entry(var).or_insert_with(word);
        }
        let words = solver.build(pool, &[condition], &mut |var| variables[&var]);
        let budget = budget.clone().with_conflicts(CONFLICTS);
        match solver.check(&words, &budget) {
            Answer::Sat => {}
            Answer::Unsat => return None,
            Answer::Stopped => {
                self.patience -= 1;
                return None;
            }
        }
        let values = variables.iter();
        let values = values.map(|(var, word)| (*var, solver.value(*word)));
        Some(values.collect())
    }

    fn is_shown(&mut self, condition: Term) -> bool {
        let Search {
            pool,
            evaluator,
            models,
            ..
        } = self;
        models.iter().any(|model| {
            let of = |var: Term| model.get(&var).copied().unwrap_or(0);
            evaluator.eval(pool, &[condition], &of)[0] == 1
        })
    }

    /// The argument that a model stands for.
    fn value(&mut self, sym: &Sym, cells: &Cells, model: &Model) -> Value {
        let mut of = |term: Term| {
            let of_var = |var: Term| model.get(&var).copied().unwrap_or(0);
            self.evaluator.eval(self.pool, &[term], &of_var)[0]
        };
        concrete(sym, cells, &mut of)
    }
}

fn concrete(sym: &Sym, cells: &Cells, of: &mut dyn FnMut(Term) -> u128) -> Value {
    let all = |parts: &[Sym], of: &mut dyn FnMut(Term) -> u128| {
        let parts = parts.iter().map(|part| concrete(part, cells, of));
        parts.collect::<Vec<Value>>()
    };
    match sym {
        Sym::Scalar(term) => Value::Scalar(of(*term)),
        Sym::Product(parts) => Value::Aggregate(all(parts, of)),
        Sym::Sum(tag, payloads) => {
            let index = of(*tag);
            let payload = payloads.get(index as usize).map_or(&[][..], Vec::as_slice);
            Value::Variant(index as u32, all(payload, of))
        }
        Sym::Refs(places) => {
            let behind = places.first().and_then(|(_, spot)| cells.get(&spot.cell));
            let behind = behind.map_or(Value::Undefined, |it| concrete(it, cells, of));
            Value::Pointee(Box::new(behind))
        }
        Sym::Undefined | Sym::Slices(_) | Sym::Funcs(_) => Value::Undefined,
    }
}
