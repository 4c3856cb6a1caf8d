//! Systems built by hand.

use cargo_falsify::evidence::Property;
use cargo_falsify::system::{Checked, System, Variable};
use cargo_falsify::term::{Pool, Term};

/// Builds a system step by step.
pub struct Builder {
    pub system: System,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder {
            system: System::empty(Pool::new()),
        }
    }
}

impl Builder {
    pub fn pool(&mut self) -> &mut Pool {
        &mut self.system.pool
    }

    /// A variable that starts at a constant and keeps its value until [`Builder::next`] says otherwise.
    pub fn state(&mut self, name: &str, width: u32, init: u128) -> Term {
        let init = self.pool().constant(width, init);
        self.state_from(name, init)
    }

    /// A variable that starts at a term over the inputs of the start.
    pub fn state_from(&mut self, name: &str, init: Term) -> Term {
        let width = self.pool().width(init);
        let var = self.pool().var(width);
        self.system.state.push(Variable {
            name: name.to_owned(),
            var,
            init,
            next: var,
        });
        var
    }

    pub fn next(&mut self, var: Term, next: Term) {
        let mut state = self.system.state.iter_mut();
        let variable = state.find(|v| v.var == var);
        variable.expect("a variable of the state").next = next;
    }

    pub fn input(&mut self, width: u32) -> Term {
        let var = self.pool().var(width);
        self.system.inputs.push(var);
        var
    }

    pub fn start_input(&mut self, width: u32) -> Term {
        let var = self.pool().var(width);
        self.system.start_inputs.push(var);
        var
    }

    /// A property that is violated in a step if the term is true.
    pub fn never(&mut self, bad: Term) {
        let never = self.pool().falsity();
        self.never_from_start(never, bad);
    }

    pub fn never_from_start(&mut self, start_bad: Term, bad: Term) {
        let property = Property::Monitor(self.system.properties.len());
        self.system.properties.push(Checked {
            property,
            start_bad,
            bad,
            cover: None,
        });
    }
}

/// The words in which loops are written.
impl Builder {
    pub fn number(&mut self, like: Term, value: u128) -> Term {
        let width = self.pool().width(like);
        self.pool().constant(width, value)
    }

    pub fn plus(&mut self, a: Term, by: u128) -> Term {
        let by = self.number(a, by);
        self.pool().add(a, by)
    }

    pub fn minus(&mut self, a: Term, by: u128) -> Term {
        let by = self.number(a, by);
        self.pool().sub(a, by)
    }

    pub fn is(&mut self, a: Term, value: u128) -> Term {
        let value = self.number(a, value);
        self.pool().eq(a, value)
    }

    pub fn at_least(&mut self, a: Term, value: u128) -> Term {
        let value = self.number(a, value);
        self.pool().ule(value, a)
    }

    /// The first value whose condition holds, else the last one.
    pub fn choose(&mut self, cases: &[(Term, Term)], otherwise: Term) -> Term {
        let cases = cases.iter().rev();
        cases.fold(otherwise, |rest, &(condition, value)| {
            self.pool().ite(condition, value, rest)
        })
    }

    pub fn both(&mut self, a: Term, b: Term) -> Term {
        self.pool().and(a, b)
    }

    pub fn either(&mut self, a: Term, b: Term) -> Term {
        self.pool().or(a, b)
    }

    pub fn no(&mut self, a: Term) -> Term {
        self.pool().not(a)
    }

    pub fn below(&mut self, a: Term, value: u128) -> Term {
        let at_least = self.at_least(a, value);
        self.no(at_least)
    }

    pub fn above(&mut self, a: Term, value: u128) -> Term {
        self.at_least(a, value + 1)
    }
}
