//! SMT-LIB 2: whether a property is violated within so many steps, as one question over bit-vectors.

use std::collections::HashMap;
use std::fmt::Write;

use super::Machine;
use crate::term::smtlib::{constant, expression, truth};
use crate::term::{cone, Term};

/// A script that is answered with `sat` if some property is violated in one of the first steps, this many.
pub fn smtlib(machine: &Machine, bound: u64) -> String {
    let mut script = head(machine, bound);
    let registers = machine.registers.iter();
    let mut state: Vec<String> = registers
        .map(|register| constant(machine.pool.width(register.var), register.init))
        .collect();
    let mut violated = Vec::new();
    for step in 0..bound + machine.lead {
        let words = define(machine, step, &state, &mut script);
        let (next, bad) = words.split_at(machine.registers.len());
        violated.extend(bad.iter().map(|word| truth(word)));
        state = next.to_vec();
    }
    let _ = writeln!(script, "(assert (or false {}))", violated.join(" "));
    script.push_str("(check-sat)\n");
    script
}

fn head(machine: &Machine, bound: u64) -> String {
    let mut head = format!(
        "; {}: whether one of these is violated within {bound} steps (sat) or not (unsat):\n",
        machine.name
    );
    for bad in &machine.bad {
        // Writing to a string does not fail.
        let _ = writeln!(head, ";   {}", bad.name);
    }
    head.push_str("; `INPUT@K` is an input in step K, from 1.\n(set-logic QF_BV)\n");
    head
}

/// Declares the inputs of a step and defines all that it computes; gives the names of the roots.
fn define(machine: &Machine, step: u64, state: &[String], script: &mut String) -> Vec<String> {
    let moment = i128::from(step) + 1 - i128::from(machine.lead);
    let mut names: HashMap<Term, String> = HashMap::new();
    for input in &machine.inputs {
        let (name, width) = (
            format!("|{}@{moment}|", input.name),
            machine.pool.width(input.var),
        );
        let _ = writeln!(script, "(declare-const {name} (_ BitVec {width}))");
        names.insert(input.var, name);
    }
    let registers = machine.registers.iter().zip(state);
    names.extend(registers.map(|(register, name)| (register.var, name.clone())));
    let name = |term: Term| match names.get(&term) {
        Some(name) => name.clone(),
        None => format!("s{step}.{term}"),
    };
    let (pool, roots) = (&machine.pool, machine.roots());
    for term in cone(pool, &roots)
        .into_iter()
        .filter(|it| !pool.is_var(*it))
    {
        let (width, value) = (pool.width(term), expression(pool, term, &name));
        let _ = writeln!(
            script,
            "(define-fun {} () (_ BitVec {width}) {value})",
            name(term)
        );
    }
    roots.into_iter().map(name).collect()
}
