//! BTOR2: word-level model checking.

use std::collections::HashMap;
use std::fmt::Write;

use super::Machine;
use crate::term::{cone, Node, Term};

/// The machine, with a `bad` for each property.
pub fn btor2(machine: &Machine) -> String {
    let mut writer = Writer {
        machine,
        text: String::new(),
        lines: 0,
        sorts: HashMap::new(),
        numbers: HashMap::new(),
    };
    writer.head();
    for input in &machine.inputs {
        writer.variable("input", input.var, &input.name);
    }
    for register in &machine.registers {
        writer.variable("state", register.var, &register.name);
    }
    for register in &machine.registers {
        writer.start(register.var, register.init);
    }
    let roots = machine.roots();
    for term in cone(&machine.pool, &roots) {
        if !machine.pool.is_var(term) {
            writer.term(term);
        }
    }
    for register in &machine.registers {
        let sort = writer.sort(machine.pool.width(register.var));
        let (var, next) = (
            writer.numbers[&register.var],
            writer.numbers[&register.next],
        );
        writer.line(format_args!("next {sort} {var} {next}"));
    }
    for bad in &machine.bad {
        let when = writer.numbers[&bad.when];
        writer.line(format_args!("bad {when} {}", symbol(&bad.name)));
    }
    writer.text
}

struct Writer<'a> {
    machine: &'a Machine,
    text: String,
    lines: u64,
    /// By the width.
    sorts: HashMap<u32, u64>,
    numbers: HashMap<Term, u64>,
}

impl Writer<'_> {
    fn head(&mut self) {
        let machine = self.machine;
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "; {}", machine.name);
        if machine.lead > 0 {
            let _ = writeln!(self.text, "; The first step is the initialisation.");
        }
    }

    /// A line with the next number, which it gives.
    fn line(&mut self, line: std::fmt::Arguments) -> u64 {
        self.lines += 1;
        let _ = writeln!(self.text, "{} {line}", self.lines);
        self.lines
    }

    fn sort(&mut self, width: u32) -> u64 {
        if let Some(sort) = self.sorts.get(&width) {
            return *sort;
        }
        let sort = self.line(format_args!("sort bitvec {width}"));
        self.sorts.insert(width, sort);
        sort
    }

    fn variable(&mut self, kind: &str, var: Term, name: &str) {
        let sort = self.sort(self.machine.pool.width(var));
        let number = self.line(format_args!("{kind} {sort} {}", symbol(name)));
        self.numbers.insert(var, number);
    }

    fn start(&mut self, var: Term, init: u128) {
        let sort = self.sort(self.machine.pool.width(var));
        let init = self.line(format_args!("constd {sort} {init}"));
        let var = self.numbers[&var];
        self.line(format_args!("init {sort} {var} {init}"));
    }

    fn term(&mut self, term: Term) {
        use Node::*;
        let pool = &self.machine.pool;
        let width = pool.width(term);
        let sort = self.sort(width);
        let of = |it: Term| self.numbers[&it];
        let words = match *pool.node(term) {
            Const(_) | Var(_) => format!("constd {sort} {}", pool.as_const(term).unwrap_or(0)),
            Not(a) => format!("not {sort} {}", of(a)),
            Neg(a) => format!("neg {sort} {}", of(a)),
            And(a, b) => format!("and {sort} {} {}", of(a), of(b)),
            Xor(a, b) => format!("xor {sort} {} {}", of(a), of(b)),
            Add(a, b) => format!("add {sort} {} {}", of(a), of(b)),
            Mul(a, b) => format!("mul {sort} {} {}", of(a), of(b)),
            Udiv(a, b) => format!("udiv {sort} {} {}", of(a), of(b)),
            Urem(a, b) => format!("urem {sort} {} {}", of(a), of(b)),
            Shl(a, b) => format!("sll {sort} {} {}", of(a), of(b)),
            Lshr(a, b) => format!("srl {sort} {} {}", of(a), of(b)),
            Ashr(a, b) => format!("sra {sort} {} {}", of(a), of(b)),
            Eq(a, b) => format!("eq {sort} {} {}", of(a), of(b)),
            Ult(a, b) => format!("ult {sort} {} {}", of(a), of(b)),
            Slt(a, b) => format!("slt {sort} {} {}", of(a), of(b)),
            UmulOverflows(a, b) => format!("umulo {sort} {} {}", of(a), of(b)),
            SmulOverflows(a, b) => format!("smulo {sort} {} {}", of(a), of(b)),
            Ite(c, a, b) => format!("ite {sort} {} {} {}", of(c), of(a), of(b)),
            Extract(a, low) => format!("slice {sort} {} {} {low}", of(a), low + width - 1),
            Concat(a, b) => format!("concat {sort} {} {}", of(a), of(b)),
            Sext(a) => format!("sext {sort} {} {}", of(a), width - pool.width(a)),
        };
        let number = self.line(format_args!("{words}"));
        self.numbers.insert(term, number);
    }
}

/// Names end at a space.
fn symbol(name: &str) -> String {
    name.replace(char::is_whitespace, "_").replace(';', ",")
}
