//! A grammar made ready for the search: productions as straight-line programs over words, constants of a nonterminal that
//! has all of them as the values that the examples suggest, conditionals split into a condition and two branches.

use super::grammar::{Grammar, Head, Production, Syntax, MAX_HOLES};
use super::op::{apply, Lanes, Op, Sort};
use super::term::Term;
use super::word::Word;

/// How many terms are evaluated at once.
pub const BLOCK: usize = 256;

/// Where an operand comes from.
#[derive(Clone, Copy, Debug)]
enum Source<W> {
    Hole(usize),
    Input(usize),
    Constant(W),
    Step(usize),
}

#[derive(Clone, Debug)]
struct Step<W> {
    op: Op,
    widths: [u32; 2],
    operands: [Source<W>; 3],
}

/// A production's body: steps in order, then its result.
#[derive(Clone, Debug)]
pub struct Program<W> {
    steps: Vec<Step<W>>,
    result: Source<W>,
}

/// A production of a shelf.
#[derive(Clone, Debug)]
pub struct Rule<W> {
    pub head: Option<Head>,
    /// The shelf of its terms.
    pub shelf: usize,
    /// The shelves that fill its holes.
    pub holes: Vec<usize>,
    pub program: Program<W>,
    pub is_commutative: bool,
    /// The operator if the body is nothing but that, over holes and constants in order.
    pub simple: Option<Simple<W>>,
}

/// One operator over holes, or over a hole and a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simple<W> {
    Unary(Op),
    Binary(Op),
    WithConstant(Op, W),
}

/// A production of the start that chooses between two terms of the start.
#[derive(Clone, Debug)]
pub struct Conditional {
    pub head: Head,
    /// The shelf of its conditions.
    pub shelf: usize,
    /// Holes of the production that the condition fills: itself, or its parts if the shelf is made for it.
    pub holes: Vec<usize>,
    pub is_made: bool,
    pub then: usize,
    pub otherwise: usize,
}

pub struct Plan<W> {
    pub inputs: Vec<Sort>,
    /// Sorts of the shelves: one for each nonterminal, then those made for conditions.
    pub shelves: Vec<Sort>,
    pub rules: Vec<Rule<W>>,
    pub conditionals: Vec<Conditional>,
}

/// The widest value that occurs in a grammar.
pub fn widest(grammar: &Grammar) -> u32 {
    let productions = grammar.nonterminals.iter().flat_map(|it| &it.productions);
    let inner = productions.map(|it| widest_in(&it.body, &grammar.inputs, &grammar.hole_sorts(it)));
    let sorts = grammar
        .inputs
        .iter()
        .chain(grammar.nonterminals.iter().map(|it| &it.sort));
    inner.chain(sorts.map(|it| it.width())).max().unwrap_or(1)
}

fn widest_in(term: &Term, inputs: &[Sort], holes: &[Sort]) -> u32 {
    let own = term.sort(inputs, holes).map_or(1, Sort::width);
    match term {
        Term::Apply(_, operands) => {
            let inner = operands.iter().map(|it| widest_in(it, inputs, holes));
            inner.fold(own, u32::max)
        }
        _ => own,
    }
}

impl<W: Word> Program<W> {
    pub fn of(body: &Term, inputs: &[Sort], holes: &[Sort]) -> Program<W> {
        let mut steps = Vec::new();
        let result = compile(body, inputs, holes, &mut steps);
        Program { steps, result }
    }

    /// Evaluates into `to`, as many lanes as it has.
    pub fn run(
        &self,
        inputs: &[W],
        holes: &[Lanes<W>; MAX_HOLES],
        to: &mut [W],
        scratch: &mut Vec<W>,
    ) {
        let Some((last, before)) = self.steps.split_last() else {
            let value = self.lanes(self.result, inputs, holes, &[], to.len());
            return match value {
                Lanes::All(value) => to.fill(value),
                Lanes::Each(values) => to.copy_from_slice(values),
            };
        };
        let lanes = to.len();
        scratch.resize(before.len() * lanes, W::ZERO);
        for (index, step) in before.iter().enumerate() {
            let (done, rest) = scratch.split_at_mut(index * lanes);
            self.step(step, inputs, holes, done, &mut rest[..lanes]);
        }
        self.step(last, inputs, holes, scratch, to);
    }

    #[inline]
    fn step(
        &self,
        step: &Step<W>,
        inputs: &[W],
        holes: &[Lanes<W>; MAX_HOLES],
        done: &[W],
        to: &mut [W],
    ) {
        let lanes = to.len();
        let operands = step
            .operands
            .map(|it| self.lanes(it, inputs, holes, done, lanes));
        apply(step.op, step.widths, to, operands);
    }

    #[inline]
    fn lanes<'a>(
        &self,
        source: Source<W>,
        inputs: &[W],
        holes: &[Lanes<'a, W>; MAX_HOLES],
        done: &'a [W],
        lanes: usize,
    ) -> Lanes<'a, W> {
        match source {
            Source::Hole(index) => holes[index],
            Source::Input(index) => Lanes::All(inputs[index]),
            Source::Constant(value) => Lanes::All(value),
            Source::Step(index) => Lanes::Each(&done[index * lanes..(index + 1) * lanes]),
        }
    }

    /// The value for one filling of the holes.
    pub fn value(&self, inputs: &[W], holes: [W; MAX_HOLES]) -> W {
        let mut to = [W::ZERO];
        self.run(inputs, &holes.map(Lanes::All), &mut to, &mut Vec::new());
        to[0]
    }
}

fn compile<W: Word>(
    body: &Term,
    inputs: &[Sort],
    holes: &[Sort],
    steps: &mut Vec<Step<W>>,
) -> Source<W> {
    match body {
        Term::Hole(index) => Source::Hole(*index),
        Term::Input(index) => Source::Input(*index),
        Term::Constant(_, bits) => Source::Constant(W::of(*bits)),
        Term::Apply(op, terms) => {
            let mut operands = [Source::Constant(W::ZERO); 3];
            let mut widths = [1; 2];
            for (index, term) in terms.iter().enumerate().take(3) {
                operands[index] = compile(term, inputs, holes, steps);
                if index < 2 {
                    widths[index] = term.sort(inputs, holes).map_or(1, Sort::width);
                }
            }
            steps.push(Step {
                op: *op,
                widths,
                operands,
            });
            Source::Step(steps.len() - 1)
        }
    }
}

/// The operator if the body is nothing but that.
fn simple<W: Word>(body: &Term) -> Option<Simple<W>> {
    let Term::Apply(op, operands) = body else {
        return None;
    };
    match operands.as_slice() {
        [Term::Hole(0)] => Some(Simple::Unary(*op)),
        [Term::Hole(0), Term::Hole(1)] => Some(Simple::Binary(*op)),
        [Term::Hole(0), Term::Constant(_, bits)] => Some(Simple::WithConstant(*op, W::of(*bits))),
        _ => None,
    }
}

impl<W: Word> Plan<W> {
    /// `suggested` are constants worth trying for nonterminals that have all.
    pub fn new(grammar: &Grammar, suggested: &[(Sort, u128)]) -> Plan<W> {
        let mut plan = Plan {
            inputs: grammar.inputs.clone(),
            shelves: grammar.nonterminals.iter().map(|it| it.sort).collect(),
            rules: Vec::new(),
            conditionals: Vec::new(),
        };
        for (shelf, nonterminal) in grammar.nonterminals.iter().enumerate() {
            let (included, productions) = derived(grammar, shelf);
            if included
                .iter()
                .any(|it| grammar.nonterminals[*it].any_constant)
            {
                let own = suggested
                    .iter()
                    .filter(|(sort, _)| *sort == nonterminal.sort);
                own.for_each(|(sort, bits)| plan.add_constant(shelf, *sort, *bits));
            }
            for index in productions {
                plan.add(grammar, shelf, index);
            }
        }
        plan
    }

    fn add_constant(&mut self, shelf: usize, sort: Sort, bits: u128) {
        self.rules.push(Rule {
            head: Some(Head::Constant(sort, bits)),
            shelf,
            holes: Vec::new(),
            program: Program::of(&Term::Constant(sort, bits), &[], &[]),
            is_commutative: false,
            simple: None,
        });
    }

    fn add(&mut self, grammar: &Grammar, shelf: usize, at: (usize, usize)) {
        let production = &grammar.nonterminals[at.0].productions[at.1];
        let head = Head::Production {
            nonterminal: at.0,
            production: at.1,
        };
        if shelf == 0 && self.add_conditional(grammar, production, head) {
            return;
        }
        let sorts = grammar.hole_sorts(production);
        self.add_rule(
            Some(head),
            shelf,
            &production.holes,
            &production.body,
            &sorts,
        );
    }

    fn add_rule(
        &mut self,
        head: Option<Head>,
        shelf: usize,
        holes: &[usize],
        body: &Term,
        sorts: &[Sort],
    ) {
        let simple = simple(body);
        let commutes = |it: &Simple<W>| matches!(it, Simple::Binary(op) if op.is_commutative());
        self.rules.push(Rule {
            head,
            shelf,
            holes: holes.to_vec(),
            program: Program::of(body, &self.inputs, sorts),
            is_commutative: simple.as_ref().is_some_and(commutes) && holes[0] == holes[1],
            simple,
        });
    }

    /// A choice between two terms of the start is left to the tree learner, which needs only its conditions.
    fn add_conditional(&mut self, grammar: &Grammar, production: &Production, head: Head) -> bool {
        let Some((condition, then, otherwise)) = choice(production) else {
            return false;
        };
        let holes: Vec<usize> = (0..production.holes.len())
            .filter(|it| *it != then && *it != otherwise)
            .collect();
        let is_made = *condition != Term::Hole(holes[0]);
        let shelf = match is_made {
            false => production.holes[holes[0]],
            true => self.add_condition(grammar, production, condition, &holes),
        };
        self.conditionals.push(Conditional {
            head,
            shelf,
            holes,
            is_made,
            then,
            otherwise,
        });
        true
    }

    fn add_condition(
        &mut self,
        grammar: &Grammar,
        production: &Production,
        condition: &Term,
        holes: &[usize],
    ) -> usize {
        let renumbered: Vec<Term> = (0..production.holes.len())
            .map(|it| Term::Hole(holes.iter().position(|hole| *hole == it).unwrap_or(0)))
            .collect();
        let shelf = self.shelves.len();
        self.shelves.push(Sort::Bool);
        let filling: Vec<usize> = holes.iter().map(|it| production.holes[*it]).collect();
        let sorts: Vec<Sort> = filling
            .iter()
            .map(|it| grammar.nonterminals[*it].sort)
            .collect();
        self.add_rule(
            None,
            shelf,
            &filling,
            &condition.filled(&renumbered),
            &sorts,
        );
        shelf
    }
}

/// The nonterminals that one may just be, itself first, and the productions of all of them.
fn derived(grammar: &Grammar, nonterminal: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
    let mut seen = vec![nonterminal];
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(from) = seen.get(next).copied() {
        next += 1;
        for (index, production) in grammar.nonterminals[from].productions.iter().enumerate() {
            match production.syntax {
                Syntax::Hole(0) if !seen.contains(&production.holes[0]) => {
                    seen.push(production.holes[0]);
                }
                Syntax::Hole(_) => {}
                _ => found.push((from, index)),
            }
        }
    }
    (seen, found)
}

/// Condition and branches of a production of the start that chooses between two terms of the start.
fn choice(production: &Production) -> Option<(&Term, usize, usize)> {
    let Term::Apply(Op::Ite, operands) = &production.body else {
        return None;
    };
    let [condition, Term::Hole(then), Term::Hole(otherwise)] = operands.as_slice() else {
        return None;
    };
    let of_start = production.holes[*then] == 0 && production.holes[*otherwise] == 0;
    let apart =
        then != otherwise && !mentions(condition, *then) && !mentions(condition, *otherwise);
    let is_open = production.holes.len() > 2;
    (of_start && apart && is_open).then_some((condition, *then, *otherwise))
}

fn mentions(term: &Term, hole: usize) -> bool {
    match term {
        Term::Hole(index) => *index == hole,
        Term::Apply(_, operands) => operands.iter().any(|it| mentions(it, hole)),
        _ => false,
    }
}
