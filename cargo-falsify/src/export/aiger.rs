//! AIGER 1.9, binary: the machine as gates, with a bad state for each property.

use std::collections::HashMap;
use std::fmt::Write;

use super::Machine;
use crate::solver::aig::{Aig, Kind, Lit};
use crate::solver::bitblast::bitblast;
use crate::term::Term;

/// The machine bit by bit. Names of the bits are in the symbol table: `raw[0]` is the lowest bit of `raw`.
pub fn aiger(machine: &Machine) -> Vec<u8> {
    let mut aig = Aig::new();
    let mut bits: HashMap<Term, Vec<Lit>> = HashMap::new();
    let inputs = machine.inputs.iter().map(|input| input.var);
    let registers = machine.registers.iter().map(|register| register.var);
    for var in inputs.chain(registers) {
        let word = (0..machine.pool.width(var)).map(|_| aig.input());
        bits.insert(var, word.collect());
    }
    let words = bitblast(&mut aig, &machine.pool, &machine.roots(), &mut |_, var| {
        bits[&var].clone()
    });
    let (next, bad) = words.split_at(machine.registers.len());
    let numbering = Numbering::new(&aig, &next.concat(), &bad.concat());
    let mut text = numbering.header(machine, next, bad).into_bytes();
    text.extend(numbering.gates(&aig));
    text.extend(symbols(machine).into_bytes());
    text
}

/// AIGER's own numbers: inputs, then latches, then gates, each above its operands.
struct Numbering {
    numbers: HashMap<u32, u32>,
    gates: Vec<u32>,
}

impl Numbering {
    fn new(aig: &Aig, next: &[Lit], bad: &[Lit]) -> Numbering {
        // Inputs and latches were made first, in the order of the file.
        let mut numbers = HashMap::from([(0, 0)]);
        let variables = (1..aig.len() as u32).filter(|it| matches!(aig.kind(*it), Kind::Input(_)));
        for (at, node) in variables.enumerate() {
            numbers.insert(node, at as u32 + 1);
        }
        let mut gates = aig.cone(&[next, bad].concat());
        gates.retain(|node| matches!(aig.kind(*node), Kind::And(..)));
        let first = numbers.len() as u32;
        numbers.extend(gates.iter().copied().zip(first..));
        Numbering { numbers, gates }
    }

    fn of(&self, lit: Lit) -> u32 {
        self.numbers[&lit.node()] << 1 | u32::from(lit.is_negated())
    }

    fn header(&self, machine: &Machine, next: &[Vec<Lit>], bad: &[Vec<Lit>]) -> String {
        let inputs: u32 = machine
            .inputs
            .iter()
            .map(|it| machine.pool.width(it.var))
            .sum();
        let latches: usize = next.iter().map(Vec::len).sum();
        let mut text = format!(
            "aig {} {inputs} {latches} 0 {} {}\n",
            inputs as usize + latches + self.gates.len(),
            self.gates.len(),
            bad.len()
        );
        for (register, word) in machine.registers.iter().zip(next) {
            for (at, lit) in word.iter().enumerate() {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{} {}", self.of(*lit), register.init >> at & 1);
            }
        }
        for lit in bad.iter().flatten() {
            let _ = writeln!(text, "{}", self.of(*lit));
        }
        text
    }

    /// Differences of a gate's number to its greater operand, and of that to the smaller one.
    fn gates(&self, aig: &Aig) -> Vec<u8> {
        let mut bytes = Vec::new();
        for node in &self.gates {
            let Kind::And(a, b) = aig.kind(*node) else {
                continue;
            };
            let (a, b) = (self.of(a), self.of(b));
            let own = self.numbers[node] << 1;
            push(own - a.max(b), &mut bytes);
            push(a.max(b) - a.min(b), &mut bytes);
        }
        bytes
    }
}

/// Seven bits a byte, the lowest first; the highest bit says that more come.
fn push(mut number: u32, bytes: &mut Vec<u8>) {
    while number >= 0x80 {
        bytes.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn symbols(machine: &Machine) -> String {
    let mut text = String::new();
    let inputs = machine.inputs.iter().map(|it| (it.name.as_str(), it.var));
    let registers = machine.registers.iter();
    let registers = registers.map(|it| (it.name.as_str(), it.var));
    for (kind, variables) in [
        ('i', inputs.collect::<Vec<_>>()),
        ('l', registers.collect()),
    ] {
        let bits = variables.into_iter().flat_map(|(name, var)| {
            (0..machine.pool.width(var)).map(move |bit| format!("{name}[{bit}]"))
        });
        for (at, name) in bits.enumerate() {
            let _ = writeln!(text, "{kind}{at} {name}");
        }
    }
    for (at, bad) in machine.bad.iter().enumerate() {
        let _ = writeln!(text, "b{at} {}", bad.name);
    }
    let lead = ["", "; the first step is the initialisation"][usize::from(machine.lead > 0)];
    let _ = write!(text, "c\n{}{lead}\n", machine.name);
    text
}
