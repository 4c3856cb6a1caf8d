//! What may be done with each call of an aux function (Definitions 4 and 5 of the PBEAR paper).

use std::collections::{BTreeMap, BTreeSet};

use super::dependence::{Act, Dependence, Variable};
use crate::effects::EffectsOf;
use crate::ir::{FuncId, Harness, Program, Site};
use crate::source::{Span, Symbol};

/// A call of an aux function in code that a loop reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    pub callee: FuncId,
    pub site: Site,
    pub span: Span,
    pub class: Class,
}

/// What the *context* of a call, all that its arguments are computed from, says about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Nothing in the context comes from outside: the function itself is called.
    Deterministic,
    /// Nothing but the call uses what is in the context, which has this input: any value of the function may come out.
    Independent { input: Symbol },
    /// Something else uses a variable of the context: the result is bound to what happens elsewhere, so a summary is needed.
    Candidate {
        variable: Option<Symbol>,
        used: Span,
    },
}

impl Class {
    fn strictness(self) -> u8 {
        match self {
            Class::Independent { .. } => 0,
            Class::Deterministic => 1,
            Class::Candidate { .. } => 2,
        }
    }
}

/// All calls of these functions that loops reach, in the order of the program. A call that several loops reach has the class that
/// allows the least.
pub fn classify(program: &Program, effects: &EffectsOf, aux: &BTreeSet<FuncId>) -> Vec<Call> {
    // A handler that interrupts a function may make it answer anything.
    let draws = |func: &FuncId| {
        let mut acts = effects.acts(*func);
        acts.any(|(act, _)| matches!(act, crate::effects::Act::Draw(_)))
    };
    let aux = &aux.iter().copied().filter(|it| !draws(it)).collect();
    let mut calls: BTreeMap<Place, Call> = BTreeMap::new();
    for harness in &program.harnesses {
        for (place, call) in calls_of(program, effects, aux, harness) {
            let known = calls.entry(place).or_insert(call);
            if call.class.strictness() > known.class.strictness() {
                *known = call;
            }
        }
    }
    calls.into_values().collect()
}

/// A call, and which of the functions that it may call.
type Place = (Site, FuncId);

/// The calls that one loop reaches. What other loops do is no use: no two of them run in one system.
fn calls_of(
    program: &Program,
    effects: &EffectsOf,
    aux: &BTreeSet<FuncId>,
    harness: &Harness,
) -> Vec<(Place, Call)> {
    let reached = effects.reached(harness.roots());
    let dependence = Dependence::new(program, effects, &reached, harness);
    let mut calls = Vec::new();
    for (at, act) in dependence.acts.iter().enumerate() {
        let Some(site) = act.site else { continue };
        for &callee in act.calls.iter().filter(|callee| aux.contains(callee)) {
            let class = class(program, effects, &dependence, at, callee);
            let span = act.span;
            let call = Call {
                callee,
                site,
                span,
                class,
            };
            calls.push(((site, callee), call));
        }
    }
    calls
}

fn class(
    program: &Program,
    effects: &EffectsOf,
    dependence: &Dependence,
    call: usize,
    callee: FuncId,
) -> Class {
    let context = Context::of(dependence, call, callee);
    let Some(input) = context.input else {
        return Class::Deterministic;
    };
    let inside = effects.reached([callee]);
    match context.other_use(program, dependence, call, &inside) {
        None => Class::Independent { input },
        Some((act, variable)) => Class::Candidate {
            variable: name(program, variable),
            used: act.span,
        },
    }
}

fn is_of_library(program: &Program, act: &Act) -> bool {
    let name = |func: FuncId| program.funcs[func.0 as usize].name;
    act.within
        .is_some_and(|func| name(func).as_str().starts_with("core::"))
}

fn name(program: &Program, variable: Variable) -> Option<Symbol> {
    match variable {
        Variable::Local(func, local) => {
            program.funcs[func.0 as usize].locals[local.0 as usize].name
        }
        Variable::Static(id) => Some(program.statics[id.0 as usize].name),
    }
}

/// The least set of variables that the inputs of a call depend on.
struct Context {
    variables: BTreeSet<Variable>,
    input: Option<Symbol>,
}

impl Context {
    fn of(dependence: &Dependence, call: usize, callee: FuncId) -> Context {
        let act = &dependence.acts[call];
        // The result of the function is no input of it.
        let is_input = |it: &&Variable| !matches!(it, Variable::Local(f, _) if *f == callee);
        let inputs = act.reads.iter().filter(is_input);
        let mut context = Context {
            variables: inputs.map(|it| dependence.find(*it)).collect(),
            input: None,
        };
        while context.grow(dependence) {}
        context
    }

    fn defines(&self, dependence: &Dependence, act: &Act) -> bool {
        let mut writes = act.writes.iter();
        writes.any(|it| self.variables.contains(&dependence.find(*it)))
    }

    fn grow(&mut self, dependence: &Dependence) -> bool {
        let before = self.variables.len();
        for act in &dependence.acts {
            if self.defines(dependence, act) {
                self.input = self.input.or(act.draws);
                let reads = act.reads.iter().chain(&act.decided_by);
                let reads = reads.map(|it| dependence.find(*it));
                self.variables.extend(reads);
            }
        }
        self.variables.len() > before
    }

    /// Something outside of the call and its context that uses a variable of the context, one with a name in
    /// the user's own code if there is one.
    ///
    /// What the called functions do is no other use. Another call of them is one, unless its result is in the context: it reads
    /// its arguments and all statics that they read, wherever it stands, and their parameters are no variables of the caller.
    fn other_use<'d>(
        &self,
        program: &Program,
        dependence: &'d Dependence,
        call: usize,
        inside: &BTreeSet<FuncId>,
    ) -> Option<(&'d Act, Variable)> {
        let is_inside = |it: &Variable| matches!(it, Variable::Local(f, _) if inside.contains(f));
        let is_outside = |act: &Act| act.within.is_none_or(|f| !inside.contains(&f));
        let defines = |act: &Act| {
            let mut writes = act.writes.iter().filter(|it| !is_inside(it));
            writes.any(|it| self.variables.contains(&dependence.find(*it)))
        };
        let acts = dependence.acts.iter().enumerate();
        let others = acts.filter(|(at, act)| *at != call && is_outside(act) && !defines(act));
        let uses = others.flat_map(|(_, act)| act.reads.iter().map(move |it| (act, *it)));
        let mut uses = uses.filter(|(_, it)| self.variables.contains(&dependence.find(*it)));
        let first = uses.next()?;
        let named = |(act, it): &(&Act, Variable)| {
            name(program, *it).is_some() && !is_of_library(program, act)
        };
        Some(match named(&first) {
            true => first,
            false => uses.find(named).unwrap_or(first),
        })
    }
}
