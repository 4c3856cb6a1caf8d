//! C: the machine as a program. Compiled, it runs what it is given; for CBMC and ESBMC, it asserts the properties in all runs.

use std::collections::HashMap;
use std::fmt::Write;

use super::Machine;
use crate::term::{cone, Node, Term};

/// A translation unit that needs nothing but a C11 compiler with 128-bit integers.
pub fn c(machine: &Machine, bound: u64) -> String {
    let writer = Writer::new(machine);
    [
        writer.head(bound),
        include_str!("prelude.c").into(),
        writer.types(bound),
        writer.step(),
        writer.interface(),
        writer.run(),
        include_str!("main.c").into(),
    ]
    .concat()
}

struct Writer<'a> {
    machine: &'a Machine,
    /// What variables are called.
    names: HashMap<Term, String>,
}

impl<'a> Writer<'a> {
    fn new(machine: &'a Machine) -> Writer<'a> {
        let inputs = machine.inputs.iter().enumerate();
        let inputs = inputs.map(|(at, it)| (it.var, format!("inputs->in{at}")));
        let registers = machine.registers.iter().enumerate();
        let registers = registers.map(|(at, it)| (it.var, format!("state->r{at}")));
        Writer {
            machine,
            names: inputs.chain(registers).collect(),
        }
    }

    fn head(&self, bound: u64) -> String {
        let lead = match self.machine.lead {
            0 => "",
            _ => " Step 0 is the initialisation.",
        };
        format!(
            "/* {}: a step of its control loop.{lead}\n   \
               Compiled, it runs inputs from the standard input and says what they violate; CBMC and ESBMC look at all runs of\n   \
               {bound} steps: they need their option for unwinding set to one more. */\n",
            comment(&self.machine.name)
        )
    }

    fn types(&self, bound: u64) -> String {
        let machine = self.machine;
        let mut text = format!(
            "\nenum {{ PROPERTIES = {}, INPUTS = {}, LEAD = {}, RUN = {} }};\n#define BOUND {}ul\n",
            machine.bad.len(),
            machine.inputs.len(),
            machine.lead,
            machine.run.len(),
            bound + machine.lead
        );
        let names: Vec<String> = machine.bad.iter().map(|it| quoted(&it.name)).collect();
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "\nstatic const char *const names[PROPERTIES] = {{{}}};",
            names.join(", ")
        );
        text.push_str("\nstruct state {\n");
        for (at, register) in machine.registers.iter().enumerate() {
            let width = machine.pool.width(register.var);
            let _ = writeln!(
                text,
                "    {} r{at}; /* {}, {width} bits */",
                word(width),
                comment(&register.name)
            );
        }
        text.push_str("    char none;\n};\n\nstruct inputs {\n");
        for (at, input) in machine.inputs.iter().enumerate() {
            let width = machine.pool.width(input.var);
            let _ = writeln!(
                text,
                "    {} in{at}; /* {}, {width} bits */",
                word(width),
                comment(&input.name)
            );
        }
        text.push_str("    char none;\n};\n\nstatic const struct state start = {");
        for register in &machine.registers {
            let _ = write!(text, "{}, ", number(register.init));
        }
        text + "0};\n"
    }

    fn step(&self) -> String {
        let mut text = String::from(
            "\nstatic void step(struct state *state, const struct inputs *inputs, _Bool bad[PROPERTIES]) {\n    \
             (void)inputs;\n",
        );
        let (pool, roots) = (&self.machine.pool, self.machine.roots());
        for term in cone(pool, &roots)
            .into_iter()
            .filter(|it| !pool.is_var(*it))
        {
            let (kind, value) = (word(pool.width(term)), self.expression(term));
            let _ = writeln!(text, "    const {kind} {term} = ({kind})({value});");
        }
        for (at, bad) in self.machine.bad.iter().enumerate() {
            let _ = writeln!(text, "    bad[{at}] = {} != 0;", self.name(bad.when));
        }
        // A register may go on with the old value of another.
        let registers = || self.machine.registers.iter().enumerate();
        for (at, register) in registers() {
            let kind = word(pool.width(register.var));
            let _ = writeln!(
                text,
                "    const {kind} n{at} = {};",
                self.name(register.next)
            );
        }
        for (at, _) in registers() {
            let _ = writeln!(text, "    state->r{at} = n{at};");
        }
        text + "}\n"
    }

    /// Inputs from words, and what is to be claimed about a step.
    fn interface(&self) -> String {
        let mut text = String::from(
            "\nstatic void take(struct inputs *inputs, const u128 *words) {\n    (void)words;\n    inputs->none = 0;\n",
        );
        for (at, input) in self.machine.inputs.iter().enumerate() {
            let width = self.machine.pool.width(input.var);
            let kind = word(width);
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "    inputs->in{at} = ({kind})(words[{at}] & MASK({width}));"
            );
        }
        text.push_str("}\n\n#define CLAIMS(CLAIM)");
        for (at, bad) in self.machine.bad.iter().enumerate() {
            let _ = write!(text, " \\\n    CLAIM({at}, {})", quoted(&bad.name));
        }
        text + "\n"
    }

    /// The run that is built in.
    fn run(&self) -> String {
        let mut text = String::from("\nstatic const u128 run[RUN + 1][INPUTS + 1] = {\n");
        for step in &self.machine.run {
            let words: Vec<String> = step.iter().map(|word| number(*word)).collect();
            let _ = writeln!(
                text,
                "    {{{}}},",
                [words, vec!["0".into()]].concat().join(", ")
            );
        }
        text + "    {0}};\n"
    }

    fn name(&self, term: Term) -> String {
        let name = self.names.get(&term).cloned();
        name.unwrap_or_else(|| term.to_string())
    }

    fn expression(&self, term: Term) -> String {
        use Node::*;
        let pool = &self.machine.pool;
        let width = pool.width(term);
        let kind = word(width);
        let of = |it: Term| self.name(it);
        // Unsigned arithmetic at the width of the type, then cut to the width of the word.
        let cut = |text: String| match width {
            32 | 64 | 128 => text,
            _ => format!("({text}) & ({kind})MASK({width})"),
        };
        match *pool.node(term) {
            Const(_) | Var(_) => number(pool.as_const(term).unwrap_or(0)),
            Not(a) => cut(format!("~{}", of(a))),
            Neg(a) => cut(format!("({kind})0 - {}", of(a))),
            And(a, b) => format!("{} & {}", of(a), of(b)),
            Xor(a, b) => format!("{} ^ {}", of(a), of(b)),
            Add(a, b) => cut(format!("{} + {}", of(a), of(b))),
            Mul(a, b) => cut(format!("{} * {}", of(a), of(b))),
            Udiv(a, b) => format!("quotient({}, {}, {width})", of(a), of(b)),
            Urem(a, b) => format!("rest({}, {})", of(a), of(b)),
            Shl(a, b) => format!("shift_left({}, {}, {width})", of(a), of(b)),
            Lshr(a, b) => format!("shift_right({}, {}, {width})", of(a), of(b)),
            Ashr(a, b) => format!("shift_signed({}, {}, {width})", of(a), of(b)),
            Eq(a, b) => format!("{} == {}", of(a), of(b)),
            Ult(a, b) => format!("{} < {}", of(a), of(b)),
            Slt(a, b) => format!("less_signed({}, {}, {})", of(a), of(b), pool.width(a)),
            UmulOverflows(a, b) => {
                format!("product_overflows({}, {}, {})", of(a), of(b), pool.width(a))
            }
            SmulOverflows(a, b) => {
                let width = pool.width(a);
                format!("signed_product_overflows({}, {}, {width})", of(a), of(b))
            }
            Ite(c, a, b) => format!("{} ? {} : {}", of(c), of(a), of(b)),
            Extract(a, low) => format!("((u128){} >> {low}) & MASK({width})", of(a)),
            Concat(high, low) => {
                let below = pool.width(low);
                format!("(u128){} << {below} | {}", of(high), of(low))
            }
            Sext(a) => format!("extend_signed({}, {}, {width})", of(a), pool.width(a)),
        }
    }
}

/// The type of the words of a width. None is narrower than `int`, to which C would extend it with a sign.
fn word(width: u32) -> &'static str {
    match width {
        0..=32 => "uint32_t",
        33..=64 => "uint64_t",
        _ => "u128",
    }
}

fn number(bits: u128) -> String {
    match u64::try_from(bits) {
        Ok(bits) => format!("{bits}u"),
        Err(_) => format!("WORD({:#x}u, {:#x}u)", (bits >> 64) as u64, bits as u64),
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

fn comment(name: &str) -> String {
    name.replace("*/", "* /").replace("/*", "/ *")
}
