//! Certificates as SMT-LIB: for anyone who wants to judge with a solver of their own.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::check::relevant;
use super::{Argument, Certificate};
use crate::system::System;
use crate::term::smtlib::{expression, truth};
use crate::term::{cone, Pool, Term};

/// A script of questions, each on its own, that are all answered with `unsat` if the certificate proves the properties.
pub fn script(system: &System, properties: &[usize], certificate: &Certificate) -> String {
    let writer = Writer {
        system,
        properties,
        certificate,
    };
    let mut parts = vec![writer.base()];
    match certificate.argument {
        Argument::Induction { k, distinct } => parts.extend([
            writer.initiation(),
            writer.consecution(),
            writer.safety(k, distinct),
        ]),
        Argument::RunsEnd { steps } => parts.push(writer.end(steps)),
    }
    parts.join("(reset)\n")
}

struct Writer<'a> {
    system: &'a System,
    properties: &'a [usize],
    certificate: &'a Certificate,
}

impl<'a> Writer<'a> {
    fn text(&self, question: &str) -> Text<'a> {
        Text {
            system: self.system,
            properties: self.properties,
            script: format!("; {question}\n(set-logic QF_BV)\n"),
            state: Vec::new(),
            moments: 0,
        }
    }

    fn base(&self) -> String {
        let mut text =
            self.text("No property is violated in the initialisation or in the first steps.");
        let mut moment = text.start();
        let mut violated = vec![moment.bad];
        let mut alive = Vec::new();
        for _ in 0..self.certificate.argument.first_steps() {
            alive.push(moment.valid);
            moment = text.step();
            let so_far = alive.join(" ");
            violated.push(format!("(and {so_far} {})", moment.bad));
        }
        text.assert(&format!("(or false {})", violated.join(" ")));
        text.ask()
    }

    fn initiation(&self) -> String {
        let mut text = self.text("The claims hold where runs start.");
        let start = text.start();
        text.assert(&start.valid);
        let claims = text.claims(self.certificate);
        text.assert(&format!("(not {claims})"));
        text.ask()
    }

    fn consecution(&self) -> String {
        let mut text = self.text("Steps preserve the claims.");
        text.start_anywhere();
        let before = text.claims(self.certificate);
        text.assert(&before);
        let step = text.step();
        text.assert(&step.valid);
        let after = text.claims(self.certificate);
        text.assert(&format!("(not {after})"));
        text.ask()
    }

    fn safety(&self, k: u64, distinct: bool) -> String {
        let mut text = self.text("Where the claims hold, no property is violated.");
        text.start_anywhere();
        let relevant = relevant(self.system, self.properties);
        let mut states: Vec<Vec<String>> = Vec::new();
        for at in 0..=k {
            let claims = text.claims(self.certificate);
            text.assert(&claims);
            let state: Vec<String> = relevant.iter().map(|&v| text.state[v].clone()).collect();
            for earlier in states.iter().filter(|_| distinct) {
                text.assert_distinct(earlier, &state);
            }
            states.push(state);
            let step = text.step();
            if at == k {
                text.assert(&step.bad);
            } else {
                text.assert(&format!("(not {})", step.bad));
                text.assert(&step.valid);
            }
        }
        text.ask()
    }

    fn end(&self, steps: u64) -> String {
        let mut text = self.text("No run goes on.");
        let mut moment = text.start();
        for _ in 0..steps {
            text.assert(&moment.valid);
            moment = text.step();
        }
        text.assert(&moment.valid);
        text.ask()
    }
}

/// A question being written.
struct Text<'a> {
    system: &'a System,
    properties: &'a [usize],
    script: String,
    /// What the variables of the state are called before the next step.
    state: Vec<String>,
    moments: usize,
}

struct Moment {
    valid: String,
    bad: String,
}

impl Text<'_> {
    fn line(&mut self, line: std::fmt::Arguments) {
        // Writing to a string does not fail.
        let _ = writeln!(self.script, "{line}");
    }

    fn assert(&mut self, truth: &str) {
        self.line(format_args!("(assert {truth})"));
    }

    fn ask(mut self) -> String {
        self.line(format_args!("(check-sat)"));
        self.script
    }

    fn declare(&mut self, name: &str, width: u32) {
        self.line(format_args!("(declare-const {name} (_ BitVec {width}))"));
    }

    /// Declares variables under the names of a kind.
    fn fresh(&mut self, kind: &str, vars: &[Term]) -> BTreeMap<Term, String> {
        let mut names = BTreeMap::new();
        for (at, &var) in vars.iter().enumerate() {
            let name = format!("{kind}{at}.{}", self.moments);
            self.declare(&name, self.system.pool.width(var));
            names.insert(var, name);
        }
        names
    }

    fn start_anywhere(&mut self) {
        let vars: Vec<Term> = self.system.state.iter().map(|v| v.var).collect();
        let names = self.fresh("state", &vars);
        self.state = vars.iter().map(|t| names[t].clone()).collect();
        self.moments += 1;
    }

    fn start(&mut self) -> Moment {
        let system = self.system;
        let names = self.fresh("start", &system.start_inputs);
        let bads = self
            .properties
            .iter()
            .map(|&p| system.properties[p].start_bad);
        let inits = system.state.iter().map(|v| v.init);
        let roots = [system.start_valid].into_iter().chain(bads).chain(inits);
        self.moment(roots.collect(), &names)
    }

    fn step(&mut self) -> Moment {
        let system = self.system;
        let mut names = self.fresh("input", &system.inputs);
        let vars = system.state.iter().map(|v| v.var);
        names.extend(vars.zip(self.state.iter().cloned()));
        let bads = self.properties.iter().map(|&p| system.properties[p].bad);
        let nexts = system.state.iter().map(|v| v.next);
        let roots = [system.valid].into_iter().chain(bads).chain(nexts);
        self.moment(roots.collect(), &names)
    }

    fn moment(&mut self, roots: Vec<Term>, names: &BTreeMap<Term, String>) -> Moment {
        let prefix = format!("m{}", self.moments);
        self.moments += 1;
        let words = self.define(&self.system.pool, &prefix, &roots, names);
        let (bads, state) = words[1..].split_at(self.properties.len());
        self.state = state.to_vec();
        let bads: Vec<String> = bads.iter().map(|w| truth(w)).collect();
        Moment {
            valid: truth(&words[0]),
            bad: format!("(or false {})", bads.join(" ")),
        }
    }

    /// Defines every term below the roots; gives the names of the roots.
    fn define(
        &mut self,
        pool: &Pool,
        prefix: &str,
        roots: &[Term],
        names: &BTreeMap<Term, String>,
    ) -> Vec<String> {
        let name = |t: Term| match names.get(&t) {
            Some(name) => name.clone(),
            None => format!("{prefix}.{t}"),
        };
        for t in cone(pool, roots).into_iter().filter(|t| !pool.is_var(*t)) {
            let width = pool.width(t);
            let value = expression(pool, t, &name);
            self.line(format_args!(
                "(define-fun {} () (_ BitVec {width}) {value})",
                name(t)
            ));
        }
        roots.iter().map(|&t| name(t)).collect()
    }

    /// That all claims hold in the state before the next step.
    fn claims(&mut self, certificate: &Certificate) -> String {
        let prefix = format!("c{}", self.moments);
        let vars = certificate.state.iter().copied();
        let names: BTreeMap<Term, String> = vars.zip(self.state.iter().cloned()).collect();
        let words = self.define(&certificate.pool, &prefix, &certificate.claims, &names);
        let words: Vec<String> = words.iter().map(|w| truth(w)).collect();
        format!("(and true {})", words.join(" "))
    }

    fn assert_distinct(&mut self, a: &[String], b: &[String]) {
        let pairs = a.iter().zip(b);
        let same: Vec<String> = pairs.map(|(a, b)| format!("(= {a} {b})")).collect();
        let same = same.join(" ");
        self.line(format_args!("(assert (not (and true {same})))"));
    }
}
