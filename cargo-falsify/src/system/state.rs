//! A state of symbolic execution: where control is, under which condition, and what every variable holds.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::value::{self, Cell, Sym};
use crate::ir::{BlockId, FuncId};
use crate::source::Span;
use crate::term::{Node, Pool, Term};

/// The branches taken on the way here, as a list that paths share up to where they part.
///
/// The list, not only its conjunction, is kept: two paths that meet again forget the branch at which they parted,
/// and the values they bring are told apart by that branch alone.
#[derive(Clone)]
pub struct Path(Option<Rc<Branch>>);

struct Branch {
    before: Path,
    taken: Term,
    /// All conditions so far.
    all: Term,
    /// What the branch says, each part of a conjunction on its own.
    facts: Vec<Term>,
    depth: u32,
}

/// How far back a path is searched for a fact; what was decided long ago is rarely asked again.
const MEMORY: usize = 100;
/// How deep alternatives inside of alternatives are looked at; they may share parts, so this is not to be deep.
const PRUNED: u32 = 5;

impl Path {
    pub fn start() -> Path {
        Path(None)
    }

    pub fn condition(&self, pool: &mut Pool) -> Term {
        match &self.0 {
            Some(branch) => branch.all,
            None => pool.bool(true),
        }
    }

    #[must_use]
    pub fn take(&self, pool: &mut Pool, taken: Term) -> Path {
        if pool.as_const(taken) == Some(1) {
            return self.clone();
        }
        let before = self.condition(pool);
        Path(Some(Rc::new(Branch {
            before: self.clone(),
            taken,
            all: pool.and(before, taken),
            facts: conjuncts(pool, taken),
            depth: self.depth() + 1,
        })))
    }

    /// Whether a condition is true or false for all who come this way, as far as a branch has said so.
    pub fn knows(&self, pool: &mut Pool, condition: Term) -> Option<bool> {
        let not = pool.not(condition);
        let mut path = self;
        for _ in 0..MEMORY {
            let branch = path.0.as_ref()?;
            if branch.facts.contains(&condition) {
                return Some(true);
            }
            if branch.facts.contains(&not) {
                return Some(false);
            }
            path = &branch.before;
        }
        None
    }

    /// A term without the alternatives that the branches have ruled out.
    pub fn prune(&self, pool: &mut Pool, term: Term) -> Term {
        self.prune_to(pool, term, PRUNED)
    }

    fn prune_to(&self, pool: &mut Pool, term: Term, depth: u32) -> Term {
        let Node::Ite(condition, a, b) = *pool.node(term) else {
            return term;
        };
        match self.knows(pool, condition) {
            Some(true) => self.prune_to(pool, a, depth),
            Some(false) => self.prune_to(pool, b, depth),
            None if depth == 0 => term,
            None => {
                let left = self.prune_to(pool, a, depth - 1);
                let right = self.prune_to(pool, b, depth - 1);
                match (left, right) == (a, b) {
                    true => term,
                    false => pool.ite(condition, left, right),
                }
            }
        }
    }

    fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |branch| branch.depth)
    }

    pub fn is(&self, other: &Path) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Takes the last branch off into a list.
    fn step_back(&mut self, taken: &mut Vec<Term>) {
        if let Some(branch) = self.0.clone() {
            taken.push(branch.taken);
            *self = branch.before.clone();
        }
    }

    /// The path of those who come by either, and a condition that is true on the first and false on the second.
    pub fn meet(pool: &mut Pool, a: &Path, b: &Path) -> (Path, Term) {
        let (mut left, mut right) = (a.clone(), b.clone());
        let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
        while !left.is(&right) {
            match left.depth() >= right.depth() {
                true => left.step_back(&mut of_a),
                false => right.step_back(&mut of_b),
            }
        }
        // The branches were collected from the last to the first.
        of_a.reverse();
        of_b.reverse();
        let all_a = pool.all(&of_a);
        let all_b = pool.all(&of_b);
        let either = pool.or(all_a, all_b);
        let parted = match (of_a.first(), of_b.first()) {
            (Some(a), Some(b)) if pool.not(*a) == *b => *a,
            _ => all_a,
        };
        (left.take(pool, either), parted)
    }
}

fn conjuncts(pool: &Pool, term: Term) -> Vec<Term> {
    let mut found = vec![term];
    let mut at = 0;
    while let Some(part) = found.get(at) {
        if let Node::And(a, b) = *pool.node(*part) {
            found.extend([a, b]);
        }
        at += 1;
    }
    found
}

/// A call that has not returned.
#[derive(Clone)]
pub struct Frame {
    /// Names the call, the same in every state that is inside of it.
    pub id: u32,
    pub func: FuncId,
    pub locals: Rc<Vec<Sym>>,
    pub block: BlockId,
    pub statement: u32,
    /// How often the heads of the loops around the block were come back to, outermost first.
    pub rounds: Vec<u32>,
    /// Where a panic inside is said to be, if the function leaves that to its callers.
    pub blamed: Option<Span>,
    /// Whether control may take any path here although it is bound to a course.
    pub free: bool,
}

/// Where control is, comparable: what is to be executed first is smaller.
pub type Position = Vec<u32>;

#[derive(Clone)]
pub struct State {
    /// Which part of the tick runs.
    pub phase: u32,
    pub path: Path,
    /// The run has not ended on this path: no panic, no false assumption.
    pub alive: Term,
    pub cells: Rc<BTreeMap<Cell, Sym>>,
    pub frames: Vec<Frame>,
}

impl State {
    pub fn top(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("only states inside of a function are executed")
    }

    pub fn cell(&self, cell: Cell) -> Sym {
        match cell {
            Cell::Local(id, local) => {
                let frame = self.frames.iter().rev().find(|frame| frame.id == id);
                let value = frame.and_then(|frame| frame.locals.get(local.0 as usize));
                value.cloned().unwrap_or(Sym::Undefined)
            }
            _ => self.cells.get(&cell).cloned().unwrap_or(Sym::Undefined),
        }
    }

    pub fn set_cell(&mut self, cell: Cell, value: Sym) {
        match cell {
            Cell::Local(id, local) => {
                let frame = self.frames.iter_mut().rev().find(|frame| frame.id == id);
                if let Some(frame) = frame {
                    Rc::make_mut(&mut frame.locals)[local.0 as usize] = value;
                }
            }
            _ => {
                Rc::make_mut(&mut self.cells).insert(cell, value);
            }
        }
    }

    /// The condition under which this state is reached and the run goes on.
    pub fn live(&self, pool: &mut Pool) -> Term {
        let path = self.path.condition(pool);
        pool.and(path, self.alive)
    }

    /// Whether all variables are known to hold the same, and the run has not ended on more paths.
    pub fn same(&self, other: &State) -> bool {
        let mut cells = self.cells.iter().zip(other.cells.iter());
        let cells = self.cells.len() == other.cells.len()
            && cells.all(|(a, b)| a.0 == b.0 && a.1.same(b.1));
        let frames = self.frames.iter().zip(&other.frames);
        let mut locals = frames.map(|(a, b)| (&a.locals, &b.locals));
        self.alive == other.alive
            && cells
            && locals
                .all(|(a, b)| Rc::ptr_eq(a, b) || a.iter().zip(b.iter()).all(|(a, b)| a.same(b)))
    }

    /// One state for two at the same position.
    pub fn merge(pool: &mut Pool, a: State, b: State) -> State {
        let (path, cond) = Path::meet(pool, &a.path, &b.path);
        let mut frames = Vec::with_capacity(a.frames.len());
        for (a, b) in a.frames.into_iter().zip(b.frames) {
            frames.push(merge_frames(pool, cond, a, b));
        }
        State {
            phase: a.phase,
            path,
            alive: pool.ite(cond, a.alive, b.alive),
            cells: merge_cells(pool, cond, a.cells, &b.cells),
            frames,
        }
    }
}

fn merge_frames(pool: &mut Pool, cond: Term, mut a: Frame, b: Frame) -> Frame {
    if !Rc::ptr_eq(&a.locals, &b.locals) {
        let locals = Rc::make_mut(&mut a.locals);
        for (local, other) in locals.iter_mut().zip(b.locals.iter()) {
            if !local.same(other) {
                *local = value::mux(pool, cond, local, other);
            }
        }
    }
    a
}

fn merge_cells(
    pool: &mut Pool,
    cond: Term,
    mut a: Rc<BTreeMap<Cell, Sym>>,
    b: &Rc<BTreeMap<Cell, Sym>>,
) -> Rc<BTreeMap<Cell, Sym>> {
    if Rc::ptr_eq(&a, b) {
        return a;
    }
    let cells = Rc::make_mut(&mut a);
    for (cell, other) in b.iter() {
        let value = cells.entry(*cell).or_insert(Sym::Undefined);
        if !value.same(other) {
            *value = value::mux(pool, cond, value, other);
        }
    }
    a
}
