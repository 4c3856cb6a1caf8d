//! Iterator adaptor chains with closures, and iterators of the program's own.

use super::scope::Scope;
use super::types::{Int, Ty, USIZE};
use super::{Callable, Generator, Hole};

/// A chain under construction.
struct Chain {
    text: String,
    item: Ty,
    /// Whether it can run backwards (and knows its length).
    exact: bool,
}

impl Generator {
    /// A chain whose items are values, and their type.
    pub(super) fn iterator_of_values(&mut self, scope: &Scope, depth: usize) -> (String, Ty) {
        let item = Ty::scalar(&mut self.random);
        let chain = self.chain(scope, &item, depth);
        (chain.text, chain.item)
    }

    /// A chain whose items have the given type.
    fn chain(&mut self, scope: &Scope, item: &Ty, depth: usize) -> Chain {
        let before = self.multiplier;
        self.multiplier *= 6;
        let steps = self.random.below(3);
        let mut chain = self.source(scope, item, depth, steps > 0);
        for _ in 0..steps {
            chain = self.adapted(scope, chain, depth);
        }
        if chain.item != *item {
            chain = self.mapped(scope, chain, item, depth);
        }
        self.multiplier = before;
        chain
    }

    fn source(&mut self, scope: &Scope, item: &Ty, depth: usize, free: bool) -> Chain {
        let item = if free && self.random.chance(50) {
            Ty::scalar(&mut self.random)
        } else {
            item.clone()
        };
        if let Ty::Int(int) = item {
            if self.random.chance(30) {
                return self.range_source(scope, int, depth);
            }
        }
        let length = self.random.between(1, 5);
        let array = self.expr(scope, &Ty::array(item.clone(), length), depth, false);
        let text = match self.random.below(6) {
            0 => format!("{array}.into_iter()"),
            1 => format!("{array}.iter().copied()"),
            2 => format!("{array}.iter().cloned()"),
            3 => format!("{array}.iter().map(|v| *v)"),
            4 => format!("{array}.iter().map(|&v| v)"),
            _ => format!("{array}[{}..].iter().copied()", self.random.below(length)),
        };
        Chain {
            text,
            item,
            exact: true,
        }
    }

    fn range_source(&mut self, scope: &Scope, int: Int, depth: usize) -> Chain {
        let bound = self.expr(scope, &Ty::Int(int), depth, false);
        let text = match self.random.below(3) {
            0 => format!("(0..{bound} % 6)"),
            1 => format!("(1..={bound} % 6)"),
            _ => format!("(0{}..5)", int.name),
        };
        // Ranges over wide integers have no exact length, but run backwards.
        Chain {
            text,
            item: Ty::Int(int),
            exact: false,
        }
    }

    fn adapted(&mut self, scope: &Scope, chain: Chain, depth: usize) -> Chain {
        let Chain { text, item, exact } = chain;
        let name = self.fresh("v");
        let count = self.random.below(4);
        let mut target = scope.frozen();
        target.add_target(&name, &item, false);
        let keep = |text: String, exact: bool| Chain {
            text,
            item: item.clone(),
            exact,
        };
        match self.random.below(14) {
            0 => {
                let test = self.expr(&target, &Ty::Bool, depth, true);
                keep(format!("{text}.filter(|{name}| {test})"), false)
            }
            1 => {
                let test = self.expr(&target, &Ty::Bool, depth, true);
                keep(format!("{text}.take_while(|{name}| {test})"), false)
            }
            2 => {
                let test = self.expr(&target, &Ty::Bool, depth, true);
                keep(format!("{text}.skip_while(|{name}| {test})"), false)
            }
            3 => keep(format!("{text}.take({count})"), exact),
            4 => keep(format!("{text}.skip({count})"), exact),
            5 if exact => keep(format!("{text}.rev()"), true),
            6 => keep(format!("{text}.step_by({})", count + 1), false),
            7 => {
                let other = self.expr(scope, &Ty::array(item.clone(), 2), depth, false);
                keep(format!("{text}.chain({other})"), false)
            }
            8 => {
                let item = Ty::Tuple(vec![Ty::Int(USIZE), item]);
                Chain {
                    text: format!("{text}.enumerate()"),
                    item,
                    exact,
                }
            }
            9 => {
                let other = Ty::scalar(&mut self.random);
                let array = self.expr(scope, &Ty::array(other.clone(), 3), depth, false);
                let item = Ty::Tuple(vec![item, other]);
                Chain {
                    text: format!("{text}.zip({array})"),
                    item,
                    exact: false,
                }
            }
            10 => {
                let to = Ty::scalar(&mut self.random);
                self.mapped(scope, Chain { text, item, exact }, &to, depth)
            }
            11 => self.filter_mapped(scope, text, &item, depth),
            12 => self.scanned(scope, text, &item, depth),
            _ => self.flat_mapped(scope, text, &item, depth),
        }
    }

    fn mapped(&mut self, scope: &Scope, chain: Chain, to: &Ty, depth: usize) -> Chain {
        let (mut inner, name) = self.closure_scope(scope, &chain.item);
        let pattern = self.closure_pattern(&mut inner, &name, &chain.item);
        let body = self.expr(&inner, to, depth, false);
        Chain {
            text: format!("{}.map(|{pattern}| {body})", chain.text),
            item: to.clone(),
            exact: chain.exact,
        }
    }

    fn closure_scope(&mut self, scope: &Scope, item: &Ty) -> (Scope, String) {
        let name = self.fresh("v");
        let mut inner = scope.frozen();
        inner.add(&name, item, false);
        (inner, name)
    }

    /// The parameter: a name, or a pattern that takes a pair apart.
    fn closure_pattern(&mut self, inner: &mut Scope, name: &str, item: &Ty) -> String {
        let Ty::Tuple(parts) = item else {
            return name.to_string();
        };
        if parts.len() != 2 || self.random.chance(40) {
            return name.to_string();
        }
        inner.vars.retain(|var| var.root != name);
        inner.add(&format!("{name}a"), &parts[0], false);
        inner.add(&format!("{name}b"), &parts[1], false);
        format!("({name}a, {name}b)")
    }

    fn filter_mapped(&mut self, scope: &Scope, text: String, item: &Ty, depth: usize) -> Chain {
        let to = Ty::scalar(&mut self.random);
        let (inner, name) = self.closure_scope(scope, item);
        let option = Ty::option(to.clone());
        let body = self.expr(&inner, &option, depth, true);
        let result = self.type_text(&option);
        Chain {
            text: format!("{text}.filter_map(|{name}| -> {result} {{ {body} }})"),
            item: to,
            exact: false,
        }
    }

    fn scanned(&mut self, scope: &Scope, text: String, item: &Ty, depth: usize) -> Chain {
        let (inner, name) = self.closure_scope(scope, item);
        let step = self.expr(&inner, &Ty::Int(super::types::U32), depth, true);
        let state = self.fresh("st");
        let text = format!("{text}.scan(1u32, |{state}, {name}| {{ *{state} = {state}.wrapping_add({step}); (*{state} < 4_000_000_000).then_some(*{state}) }})");
        Chain {
            text,
            item: Ty::Int(super::types::U32),
            exact: false,
        }
    }

    fn flat_mapped(&mut self, scope: &Scope, text: String, item: &Ty, depth: usize) -> Chain {
        let to = Ty::scalar(&mut self.random);
        let (inner, name) = self.closure_scope(scope, item);
        let body = self.expr(&inner, &Ty::array(to.clone(), 2), depth.min(1), false);
        Chain {
            text: format!("{text}.flat_map(|{name}| {body})"),
            item: to,
            exact: false,
        }
    }

    pub(super) fn sum_of_iterator(&mut self, scope: &Scope, int: Int, depth: usize) -> String {
        let ty = Ty::Int(int);
        let chain = self.chain(&scope.frozen(), &ty, depth).text;
        let name = int.name;
        if self.risky() {
            return format!(
                "{chain}.{}::<{name}>()",
                self.random.pick(&["sum", "sum", "product"])
            );
        }
        match self.random.below(4) {
            0 => format!("{chain}.map(|v| v & 7).sum::<{name}>()"),
            1 => format!("{chain}.fold(0{name}, |a, v| a.wrapping_mul(3) ^ v)"),
            2 if int.name == "usize" => format!("{chain}.count()"),
            2 => format!("({chain}.count() as {name})"),
            _ => {
                let total = self.fresh("t");
                format!("({{ let mut {total} = 0{name}; {chain}.for_each(|v| {total} = {total}.wrapping_add(v)); {total} }})")
            }
        }
    }

    pub(super) fn bool_of_iterator(&mut self, scope: &Scope, depth: usize) -> String {
        let item = Ty::scalar(&mut self.random);
        let chain = self.chain(&scope.frozen(), &item, depth).text;
        let (inner, name) = self.closure_scope(scope, &item);
        let test = self.expr(&inner, &Ty::Bool, depth, true);
        match self.random.below(4) {
            0 => format!("{chain}.any(|{name}| {test})"),
            1 => format!("{chain}.all(|{name}| {test})"),
            2 => format!("{chain}.position(|{name}| {test}).is_some()"),
            _ => {
                let other = self.chain(&scope.frozen(), &item, depth).text;
                format!("{chain}.eq({other})")
            }
        }
    }

    pub(super) fn option_of_iterator(&mut self, scope: &Scope, item: &Ty, depth: usize) -> String {
        let chain = self.chain(&scope.frozen(), item, depth).text;
        let name = self.fresh("v");
        let mut inner = scope.frozen();
        inner.add_target(&name, item, false);
        let test = self.expr(&inner, &Ty::Bool, depth, true);
        match self.random.below(8) {
            0 if item.has_order() => format!("{chain}.max()"),
            1 if item.has_order() => format!("{chain}.min()"),
            2 => format!("{chain}.last()"),
            3 => format!("{chain}.nth({})", self.random.below(4)),
            4 => format!("{chain}.max_by_key(|{name}| {test})"),
            5 => format!("{chain}.min_by_key(|{name}| {test})"),
            6 => format!("{chain}.reduce(|{name}, w| if {test} {{ {name} }} else {{ w }})")
                .replace(&format!("(*{name})"), &name),
            _ => format!("{chain}.find(|{name}| {test})"),
        }
    }

    /// A value that an iterator ends with.
    pub(super) fn from_iterator(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> Option<String> {
        let item = Ty::scalar(&mut self.random);
        let chain = self.chain(&scope.frozen(), &item, depth).text;
        let start = self.expr(&scope.frozen(), ty, depth, false);
        let (mut inner, name) = self.closure_scope(scope, &item);
        let folded = self.fresh("acc");
        inner.add(&folded, ty, true);
        let before = self.multiplier;
        self.multiplier *= 6;
        let statement = self.short_statement(&mut inner, depth);
        self.multiplier = before;
        // Statements of the fold may declare what they do not use.
        Some(format!(
            "{chain}.fold({start}, |mut {folded}, {name}| {{ {statement} {folded} }})"
        ))
    }

    /// A struct that implements `Iterator`.
    pub(super) fn own_iterator(&mut self) {
        let item = Ty::scalar(&mut self.random);
        let text = self.type_text(&item);
        let name = self.fresh("Steps");
        self.begin(25, 1);
        let mut scope = Scope::default();
        scope.add("at", &Ty::Int(super::types::U8), false);
        scope.add("seed", &item, false);
        let value = self.expr(&scope, &item, 2, true);
        let weight = 6 * self.weight + 6;
        self.item(&format!(
            "#[derive(Clone)]\nstruct {name} {{ at: u8, end: u8, seed: {text} }}\n\
             impl Iterator for {name} {{\n    type Item = {text};\n    fn next(&mut self) -> Option<{text}> {{\n        \
             if self.at >= self.end {{ return None; }}\n        self.at += 1;\n        let (at, seed) = (self.at, self.seed);\n        Some({value})\n    }}\n}}"
        ));
        let make = format!("({name} {{ at: 0, end: {{0}} % 6, seed: {{1}} }})");
        let holes = vec![Hole::known(&Ty::Int(super::types::U8)), Hole::known(&item)];
        let option = Ty::option(item.clone());
        let default = self.literal(&item, false);
        let ends = [
            (".last()", option.clone()),
            (".nth(1)", option.clone()),
            (".skip(1).step_by(2).next()", option),
            (".count()", Ty::Int(USIZE)),
            (
                ".take(3).map(|v| (v, v)).fold(0usize, |n, (a, b)| n + (a == b) as usize)",
                Ty::Int(USIZE),
            ),
            (".peekable().peek().copied().is_some()", Ty::Bool),
        ];
        for (end, result) in ends {
            self.callables.push(Callable {
                template: format!("{make}{end}"),
                holes: holes.clone(),
                result,
                weight,
            });
        }
        self.callables.push(Callable {
            template: format!(
                "({{ let mut last_ = {default}; for v_ in {make} {{ last_ = v_; }} last_ }})"
            ),
            holes,
            result: item,
            weight,
        });
    }
}
