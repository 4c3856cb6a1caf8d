//! Random well-typed programs over the supported language.
//!
//! A program is one module: types, then callables (functions, methods,
//! traits, macros, each from a family), then entries that use them all. The
//! generator is directed by types and knows just enough about borrows to
//! write programs that compile; loops and recursion are bounded by
//! construction; operations that may panic are rationed, so that most runs
//! get past the first lines.

// `from_x` here is a way to make a value out of an x, by a generator that has state.
#![allow(clippy::wrong_self_convention)]

mod aggregate;
mod callables;
mod cells;
mod closures;
mod combinators;
mod drops;
mod expr;
mod int;
mod items;
mod iterators;
mod library;
mod loops;
mod macros;
mod modules;
mod patterns;
mod references;
mod scalar;
mod scope;
mod statements;
mod statics;
mod traits;
mod types;

use crate::case::Case;
use crate::random::Random;
use scope::Scope;
use types::{Definition, Ty};

/// Entries in one generated module.
pub const ENTRIES: usize = 3;

/// The program that a seed stands for, in one of the editions by turns.
pub fn program_of_any_edition(seed: u64, turn: usize) -> Case {
    let edition = ["2021", "2018", "2024"][turn % 3];
    Case {
        edition,
        ..program(seed)
    }
}

/// The program that a seed stands for.
pub fn program(seed: u64) -> Case {
    let mut generator = Generator::new(seed);
    let source = generator.module();
    Case::new(&format!("seed {seed}"), &source)
        .unwrap_or_else(|why| panic!("the generator wrote a malformed module: {why}\n{source}"))
}

/// Something that an expression may call: a template with holes `{0}`, `{1}`.
#[derive(Clone, Debug)]
struct Callable {
    template: String,
    holes: Vec<Hole>,
    result: Ty,
    /// An estimate of how many steps a call takes.
    weight: usize,
}

/// An argument position of a template.
#[derive(Clone, Debug)]
struct Hole {
    ty: Ty,
    /// Whether the template fixes the type, so that `5` may stand for `5u8`.
    known: bool,
    /// Whether the argument is written inside a closure, where it may not
    /// change a variable.
    frozen: bool,
}

impl Hole {
    fn known(ty: &Ty) -> Hole {
        Hole {
            ty: ty.clone(),
            known: true,
            frozen: false,
        }
    }

    fn receiver(ty: &Ty) -> Hole {
        Hole {
            ty: ty.clone(),
            known: false,
            frozen: false,
        }
    }

    fn captured(ty: &Ty) -> Hole {
        Hole {
            ty: ty.clone(),
            known: true,
            frozen: true,
        }
    }
}

/// Something that a statement may call on a place it changes: `{p}` is the place.
#[derive(Clone, Debug)]
struct Mutator {
    template: String,
    place: Ty,
    holes: Vec<Hole>,
    /// Whether the arguments may read the place: a two-phase borrow.
    two_phase: bool,
    result: Option<Ty>,
    weight: usize,
}

/// The state of writing one module.
struct Generator {
    random: Random,
    definitions: Vec<Definition>,
    callables: Vec<Callable>,
    mutators: Vec<Mutator>,
    constants: Vec<(String, Ty)>,
    /// Items written so far.
    text: String,
    names: usize,
    /// Fields that the pattern being written binds under their names.
    field_names: Vec<String>,
    /// Expression nodes left for the current function.
    fuel: isize,
    /// Operations that may panic left for the current function.
    risk: usize,
    /// How often the code being written runs at most, per call.
    multiplier: usize,
    /// What the function being written costs so far.
    weight: usize,
}

impl Generator {
    fn new(seed: u64) -> Generator {
        Generator {
            random: Random::named(seed, "program"),
            definitions: Vec::new(),
            callables: Vec::new(),
            mutators: Vec::new(),
            constants: Vec::new(),
            text: String::new(),
            names: 0,
            field_names: Vec::new(),
            fuel: 0,
            risk: 0,
            multiplier: 1,
            weight: 0,
        }
    }

    /// A name that nothing else has.
    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn type_text(&self, ty: &Ty) -> String {
        ty.text(&self.definitions)
    }

    fn item(&mut self, text: &str) {
        self.text.push_str(text.trim_end());
        self.text.push('\n');
    }

    /// Whether to use an operation that may panic here.
    fn risky(&mut self) -> bool {
        let take = self.risk > 0 && self.random.chance(45);
        self.risk -= usize::from(take);
        take
    }

    fn module(&mut self) -> String {
        for _ in 0..self.random.between(2, 4) {
            self.definition();
        }
        for _ in 0..self.random.between(0, 2) {
            self.constant();
        }
        for _ in 0..self.random.between(3, 7) {
            self.family();
        }
        for index in 0..ENTRIES {
            self.entry(index);
        }
        std::mem::take(&mut self.text)
    }

    /// One family of items that later code can use.
    fn family(&mut self) {
        match self.random.below(36) {
            0..=4 => self.function(),
            5..=7 => self.methods(),
            8 => self.enum_methods(),
            9 => self.recursive_function(),
            10 | 11 => self.closure_functions(),
            12 => self.closure_factory(),
            13..=15 => self.simple_trait(),
            16 => self.generic_trait(),
            17 => self.operators(),
            18 => self.conversions(),
            19 => self.const_generic(),
            20 => self.generic_struct(),
            21 => self.reference_functions(),
            22 => self.holder_of_reference(),
            23 => self.own_iterator(),
            24 => self.drop_log(),
            25 => self.drop_scopes(),
            26 => self.cells(),
            27 => self.macro_rules(),
            28 => self.const_functions(),
            29 => self.module_family(),
            30 | 31 => self.slice_changer(),
            32 => self.path_as_value(),
            33 | 34 => self.statics(),
            _ => self.slice_functions(),
        }
    }

    /// Starts a function body: sets its allowances.
    fn begin(&mut self, fuel: isize, risk: usize) {
        (self.fuel, self.risk, self.multiplier, self.weight) = (fuel, risk, 1, 1);
    }

    /// Writes one entry.
    fn entry(&mut self, index: usize) {
        let count = self.random.between(1, 4);
        let mut scope = Scope::default();
        let mut parameters = Vec::new();
        for position in 0..count {
            let ty = self.parameter_type();
            let mutable = self.random.chance(40);
            let name = format!("p{position}");
            let prefix = if mutable { "mut " } else { "" };
            parameters.push(format!("{prefix}{name}: {}", self.type_text(&ty)));
            scope.add(&name, &ty, mutable);
        }
        let result = self.value_type(2);
        scope.result = Some(result.clone());
        self.begin(120, 4);
        let body = self.body(&scope, &result, 8);
        let header = format!("pub fn entry{index}({})", parameters.join(", "));
        let result = self.type_text(&result);
        self.item(&format!("{header} -> {result} {{\n{body}\n}}"));
    }

    /// A type whose values the comparison can produce.
    fn parameter_type(&mut self) -> Ty {
        match self.random.below(12) {
            0 => Ty::Tuple(vec![
                Ty::scalar(&mut self.random),
                Ty::scalar(&mut self.random),
            ]),
            1 => Ty::array(Ty::Int(Ty::common_int(&mut self.random)), 3),
            2 => Ty::option(Ty::scalar(&mut self.random)),
            3 | 4 => self.plain_definition().unwrap_or(Ty::Bool),
            5..=8 => Ty::Int(Ty::common_int(&mut self.random)),
            _ => Ty::scalar(&mut self.random),
        }
    }

    /// A defined type without parameters.
    fn plain_definition(&mut self) -> Option<Ty> {
        let plain: Vec<usize> = (0..self.definitions.len())
            .filter(|i| self.definitions[*i].parameters == 0)
            .collect();
        (!plain.is_empty()).then(|| Ty::Named(*self.random.pick(&plain), Vec::new()))
    }

    /// Any type of values, nested at most `depth` deep.
    fn value_type(&mut self, depth: usize) -> Ty {
        if depth == 0 {
            return Ty::scalar(&mut self.random);
        }
        match self.random.below(16) {
            0 | 1 => {
                let count = self.random.between(1, 3);
                Ty::Tuple((0..count).map(|_| self.value_type(depth - 1)).collect())
            }
            2 | 3 => {
                let length = self.random.between(1, 5);
                Ty::array(self.value_type(depth - 1), length)
            }
            4 => Ty::option(self.value_type(depth - 1)),
            5 => {
                let err = Ty::scalar(&mut self.random);
                Ty::Result(Box::new(self.value_type(depth - 1)), Box::new(err))
            }
            6..=8 => self.defined_type(),
            9..=11 => Ty::Int(Ty::common_int(&mut self.random)),
            _ => Ty::scalar(&mut self.random),
        }
    }

    /// A defined type with scalar arguments.
    fn defined_type(&mut self) -> Ty {
        if self.definitions.is_empty() {
            return Ty::Bool;
        }
        let index = self.random.below(self.definitions.len());
        let count = self.definitions[index].parameters;
        let arguments = (0..count)
            .map(|_| Ty::Int(Ty::common_int(&mut self.random)))
            .collect();
        Ty::Named(index, arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_program() {
        assert_eq!(program(7).source, program(7).source);
        assert_ne!(program(7).source, program(8).source);
    }
}
