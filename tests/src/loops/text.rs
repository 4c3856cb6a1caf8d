//! Random loops: a few bytes of state, a few bits of input, monitors with and without memory.

use std::fmt::Write as _;

use crate::random::Random;

/// A loop in a module of its own.
pub struct Loop {
    pub name: String,
    pub text: String,
    /// Monitors with whether they remember something.
    pub monitors: Vec<bool>,
}

/// A module with one loop.
pub fn module(seed: u64) -> Loop {
    let mut writer = Writer {
        random: Random::named(seed, "loops"),
        text: String::new(),
        indent: 1,
        locals: 0,
        checks: 0,
        in_aux: false,
    };
    let name = format!("l{seed}");
    writer.line(&format!("pub mod {name} {{"));
    let monitors = writer.items();
    writer.line("}");
    Loop {
        name,
        text: writer.text,
        monitors,
    }
}

struct Writer {
    random: Random,
    text: String,
    indent: usize,
    /// Numbers that are bound where a statement stands.
    locals: usize,
    checks: usize,
    /// Whether the function is one that only knows its arguments.
    in_aux: bool,
}

const TYPES: &str = "\
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode { Idle, Busy(u8), Done }
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State { pub a: u8, pub b: u8, pub f: bool, pub m: Mode, pub r: [u8; 2] }
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Memory { pub n: u8 }
impl Default for State {
    fn default() -> State { State { a: 0, b: 1, f: false, m: Mode::Idle, r: [0, 3] } }
}
";

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.indent - 1));
    }

    fn items(&mut self) -> Vec<bool> {
        self.text
            .push_str("use falsify::{aux, control_loop, monitor};\n");
        self.text.push_str(TYPES);
        self.aux();
        self.text.push_str("#[control_loop]\n");
        self.text
            .push_str("pub fn tick(s: &mut State, #[input(0..4)] x: u8, y: bool) {\n");
        self.indent = 2;
        self.statements(3, 2);
        self.text.push_str("}\n");
        let count = self.random.between(1, 3);
        (0..count).map(|at| self.monitor(at)).collect()
    }

    /// A function that statements may call; it may panic.
    fn aux(&mut self) {
        self.in_aux = true;
        let value = self.number(3);
        self.in_aux = false;
        let _ = writeln!(
            self.text,
            "#[aux]\npub fn g(p: u8, q: u8) -> u8 {{\n    {value}\n}}"
        );
    }

    fn monitor(&mut self, at: usize) -> bool {
        self.locals = 0;
        let remembers = self.random.chance(40);
        let memory = if remembers { ", k: &mut Memory" } else { "" };
        self.text.push_str("#[monitor(of = tick)]\n");
        let _ = writeln!(
            self.text,
            "pub fn p{at}(s: &State, x: u8, y: bool{memory}) -> bool {{"
        );
        if remembers {
            let condition = self.truth(1);
            let _ = writeln!(
                self.text,
                "    k.n = if {condition} {{ k.n.saturating_add(1) }} else {{ 0 }};"
            );
            let most = self.random.between(2, 12);
            let _ = writeln!(self.text, "    k.n < {most}");
        } else {
            let condition = self.requirement();
            let _ = writeln!(self.text, "    {condition}");
        }
        self.text.push_str("}\n");
        remembers
    }

    /// Something that is true most of the time.
    fn requirement(&mut self) -> String {
        let field = *self.random.pick(&["s.a", "s.b", "s.r[0]", "s.r[1]"]);
        let value = self.constant();
        match self.random.below(4) {
            0 => format!("{field} != {value}"),
            1 => format!("{field} <= {value}"),
            2 => format!("!s.f || {field} != {value}"),
            _ => format!("s.m != Mode::Done || {field} < {value}"),
        }
    }

    fn statements(&mut self, most: usize, depth: usize) {
        let bound = self.locals;
        for _ in 0..self.random.between(1, most) {
            self.statement(depth);
        }
        self.locals = bound;
    }

    fn block(&mut self, head: &str, depth: usize) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
        self.statements(2, depth);
        self.indent -= 1;
        self.line("}");
    }

    fn statement(&mut self, depth: usize) {
        let simple = depth == 0;
        match self.random.below(if simple { 7 } else { 11 }) {
            0 | 1 => self.assignment(),
            2 => {
                let (value, truth) = (self.number(2), self.truth(1));
                let mode = match self.random.below(3) {
                    0 => "Mode::Idle".to_owned(),
                    1 => format!("Mode::Busy({value} % 5)"),
                    _ => format!("if {truth} {{ Mode::Done }} else {{ s.m }}"),
                };
                self.line(&format!("s.m = {mode};"));
            }
            3 => {
                let truth = self.truth(2);
                self.line(&format!("s.f = {truth};"));
            }
            4 => {
                let value = self.number(2);
                self.line(&format!("let v{} = {value};", self.locals));
                self.locals += 1;
            }
            5 if self.random.chance(40) => {
                let truth = self.truth(1);
                self.line(&format!("falsify::check!(\"c{}\", {truth});", self.checks));
                self.checks += 1;
            }
            6 if self.random.chance(20) => {
                let truth = self.truth(1);
                self.line(&format!("falsify::assume({truth});"));
            }
            5 | 6 => self.assignment(),
            7 => {
                let count = self.random.between(1, 3);
                let name = format!("v{}", self.locals);
                self.locals += 1;
                self.block(&format!("for {name} in 0..{count}u8"), depth - 1);
                self.locals -= 1;
            }
            8 => {
                self.line("match s.m {");
                self.indent += 1;
                self.block("Mode::Idle =>", depth - 1);
                let name = format!("v{}", self.locals);
                self.locals += 1;
                self.block(&format!("Mode::Busy({name}) =>"), depth - 1);
                self.locals -= 1;
                self.block("Mode::Done =>", depth - 1);
                self.indent -= 1;
                self.line("}");
            }
            _ => {
                let condition = self.truth(2);
                self.block(&format!("if {condition}"), depth - 1);
                if self.random.chance(50) {
                    self.text.truncate(self.text.trim_end().len());
                    self.text.push(' ');
                    let indent = std::mem::replace(&mut self.indent, 1);
                    self.line("else {");
                    self.indent = indent + 1;
                    self.statements(2, depth - 1);
                    self.indent = indent;
                    self.line("}");
                }
            }
        }
    }

    fn assignment(&mut self) {
        let place = match self.random.below(6) {
            0 | 1 => "s.a".to_owned(),
            2 | 3 => "s.b".to_owned(),
            4 => "s.r[0]".to_owned(),
            _ => {
                let index = self.number(1);
                match self.random.chance(70) {
                    true => format!("s.r[({index} % 2) as usize]"),
                    false => format!("s.r[({index} & 3) as usize]"),
                }
            }
        };
        let value = self.number(2);
        let operator = match self.random.below(8) {
            0 => "+=",
            1 => "^=",
            _ => "=",
        };
        self.line(&format!("{place} {operator} {value};"));
    }

    fn constant(&mut self) -> usize {
        match self.random.below(3) {
            0 => self.random.below(256),
            _ => self.random.below(12),
        }
    }

    fn variable(&mut self) -> String {
        if self.in_aux {
            return self.random.pick(&["p", "q"]).to_string();
        }
        match self.random.below(6 + self.locals) {
            0 | 1 => "s.a".to_owned(),
            2 => "s.b".to_owned(),
            3 => format!("s.r[{}]", self.random.below(2)),
            4 | 5 => "x".to_owned(),
            local => format!("v{}", local - 6),
        }
    }

    /// An expression of type `u8` that binds as tightly as a name does.
    fn number(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.chance(20) {
            return match self.random.chance(35) {
                true => format!("{}u8", self.constant()),
                false => self.variable(),
            };
        }
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        let small = self.random.between(1, 9);
        let kinds = if self.in_aux { 14 } else { 15 };
        match self.random.below(kinds) {
            14 => format!("g({a}, {b})"),
            0 => format!("({a} + {b})"),
            1 => format!("({a} - {b})"),
            2 => format!("{a}.wrapping_add({b})"),
            3 => format!("{a}.saturating_sub({b})"),
            4 => format!("{a}.saturating_add({small})"),
            5 => format!("({a} & {b})"),
            6 => format!("({a} ^ {b})"),
            7 => format!("({a} % {small})"),
            8 => format!("({a} >> {})", small % 4),
            9 => format!("{a}.wrapping_mul({b})"),
            10 => format!("({a} / {small})"),
            11 => format!("{a}.min({b})"),
            12 => format!("u8::from({})", self.truth(depth - 1)),
            _ => {
                let condition = self.truth(depth - 1);
                format!("(if {condition} {{ {a} }} else {{ {b} }})")
            }
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        if depth == 0 {
            let known = match self.in_aux {
                true => ["p < q", "p == q", "q > 3"],
                false => ["y", "s.f", "s.m == Mode::Done"],
            };
            return self.random.pick(&known).to_string();
        }
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        let deeper = self.truth(depth - 1);
        match self.random.below(7) {
            0 => format!("{a} < {b}"),
            1 => format!("{a} == {b}"),
            2 => format!("{a} != {}", self.constant()),
            3 => format!("({deeper}) && {a} <= {b}"),
            4 => format!("({deeper}) || {a} == {}", self.constant()),
            5 => format!("!({deeper})"),
            _ => deeper,
        }
    }
}
