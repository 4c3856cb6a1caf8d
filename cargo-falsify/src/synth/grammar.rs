//! What terms are allowed: typed nonterminals, each with its productions, as data.

use super::op::{Op, Sort};
use super::term::Term;

/// The first nonterminal is the start.
#[derive(Clone, Debug)]
pub struct Grammar {
    /// Sorts of the function's parameters.
    pub inputs: Vec<Sort>,
    pub nonterminals: Vec<Nonterminal>,
}

#[derive(Clone, Debug)]
pub struct Nonterminal {
    pub name: String,
    pub sort: Sort,
    pub productions: Vec<Production>,
    /// Whether every constant of the sort is a production.
    pub any_constant: bool,
}

#[derive(Clone, Debug)]
pub struct Production {
    /// What it means: a term whose holes are filled by the nonterminals `holes`.
    pub body: Term,
    pub holes: Vec<usize>,
    /// How it is written, which differs from the body where a defined function is called.
    pub syntax: Syntax,
}

/// Text with places for other text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Syntax {
    Word(String),
    Hole(usize),
    List(Vec<Syntax>),
}

/// What is wrong with a grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// A production with more holes than the search handles.
    Arity {
        nonterminal: String,
        production: usize,
    },
    /// A production whose body is not of the nonterminal's sort.
    Sort {
        nonterminal: String,
        production: usize,
    },
    /// No term can be derived from the start.
    Empty,
}

/// More places than this has no production.
pub const MAX_HOLES: usize = 3;

impl Syntax {
    pub fn word(text: impl Into<String>) -> Syntax {
        Syntax::Word(text.into())
    }

    pub fn write(&self, filling: &[String], to: &mut String) {
        match self {
            Syntax::Word(word) => to.push_str(word),
            Syntax::Hole(index) => to.push_str(&filling[*index]),
            Syntax::List(items) => {
                to.push('(');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        to.push(' ');
                    }
                    item.write(filling, to);
                }
                to.push(')');
            }
        }
    }
}

/// A constant as SyGuS writes it.
pub fn literal(sort: Sort, bits: u128) -> String {
    match sort {
        Sort::Bool => (bits == 1).to_string(),
        Sort::Bits(width) if width % 4 == 0 => {
            format!("#x{bits:0digits$x}", digits = usize::from(width / 4))
        }
        Sort::Bits(width) => format!("#b{bits:0digits$b}", digits = usize::from(width)),
    }
}

impl Production {
    pub fn input(index: usize, name: &str) -> Production {
        Production {
            body: Term::Input(index),
            holes: Vec::new(),
            syntax: Syntax::word(name),
        }
    }

    pub fn constant(sort: Sort, bits: u128) -> Production {
        Production {
            body: Term::Constant(sort, bits),
            holes: Vec::new(),
            syntax: Syntax::word(literal(sort, bits)),
        }
    }

    /// An operator over nonterminals.
    pub fn apply(op: Op, operands: &[Sort], holes: Vec<usize>) -> Production {
        let places = (0..holes.len()).map(Term::Hole).collect();
        let mut words = vec![operator(op, operands)];
        words.extend((0..holes.len()).map(Syntax::Hole));
        Production {
            body: Term::Apply(op, places),
            holes,
            syntax: Syntax::List(words),
        }
    }
}

/// The name of an operator over operands of these sorts.
pub fn operator(op: Op, operands: &[Sort]) -> Syntax {
    let of_bools = operands.first() == Some(&Sort::Bool);
    let indexed = |name: &str, indices: &[u16]| {
        let mut words = vec![Syntax::word("_"), Syntax::word(name)];
        words.extend(indices.iter().map(|it| Syntax::word(it.to_string())));
        Syntax::List(words)
    };
    match op {
        Op::Extract { high, low } => indexed("extract", &[high, low]),
        Op::ZeroExtend(by) => indexed("zero_extend", &[by]),
        Op::SignExtend(by) => indexed("sign_extend", &[by]),
        _ => Syntax::word(name(op, of_bools)),
    }
}

fn name(op: Op, of_bools: bool) -> &'static str {
    match (op, of_bools) {
        (Op::Not, true) => "not",
        (Op::And, true) => "and",
        (Op::Or, true) => "or",
        (Op::Xor, true) => "xor",
        _ => NAMES
            .iter()
            .find(|(_, it)| *it == op)
            .map_or("", |(name, _)| name),
    }
}

/// Operators without indices by their names over bit-vectors.
pub const NAMES: [(&str, Op); 29] = [
    ("bvnot", Op::Not),
    ("bvneg", Op::Neg),
    ("bvand", Op::And),
    ("bvor", Op::Or),
    ("bvxor", Op::Xor),
    ("bvadd", Op::Add),
    ("bvsub", Op::Sub),
    ("bvmul", Op::Mul),
    ("bvudiv", Op::Udiv),
    ("bvurem", Op::Urem),
    ("bvsdiv", Op::Sdiv),
    ("bvsrem", Op::Srem),
    ("bvsmod", Op::Smod),
    ("bvshl", Op::Shl),
    ("bvlshr", Op::Lshr),
    ("bvashr", Op::Ashr),
    ("=", Op::Eq),
    ("distinct", Op::Ne),
    ("bvult", Op::Ult),
    ("bvule", Op::Ule),
    ("bvugt", Op::Ugt),
    ("bvuge", Op::Uge),
    ("bvslt", Op::Slt),
    ("bvsle", Op::Sle),
    ("bvsgt", Op::Sgt),
    ("bvsge", Op::Sge),
    ("=>", Op::Implies),
    ("ite", Op::Ite),
    ("concat", Op::Concat),
];

impl Grammar {
    /// One nonterminal for each sort that occurs, with every operator at all sorts that it takes and gives. So the
    /// grammar of a function comes from its parameters and the operators and constants in its body.
    pub fn of_operators(
        inputs: &[Sort],
        output: Sort,
        operators: &[Op],
        constants: &[(Sort, u128)],
    ) -> Grammar {
        let mut sorts = vec![output];
        let others = inputs.iter().chain(constants.iter().map(|(sort, _)| sort));
        for sort in others.chain([&Sort::Bool]) {
            if !sorts.contains(sort) {
                sorts.push(*sort);
            }
        }
        let nonterminals = sorts.iter().map(|sort| Nonterminal {
            name: format!("{sort:?}"),
            sort: *sort,
            productions: leaves(*sort, inputs, constants),
            any_constant: false,
        });
        let mut grammar = Grammar {
            inputs: inputs.to_vec(),
            nonterminals: nonterminals.collect(),
        };
        operators
            .iter()
            .for_each(|op| grammar.add_operator(*op, &sorts));
        grammar
    }

    fn add_operator(&mut self, op: Op, sorts: &[Sort]) {
        let some = 0..sorts.len();
        let arguments: Vec<Vec<usize>> = match op {
            Op::Not | Op::Neg | Op::Extract { .. } | Op::ZeroExtend(_) | Op::SignExtend(_) => {
                some.map(|a| vec![a]).collect()
            }
            Op::Ite => {
                let bools = sorts.iter().position(|it| *it == Sort::Bool);
                let branches = some.filter(|a| sorts[*a] != Sort::Bool);
                branches
                    .flat_map(|a| bools.map(|condition| vec![condition, a, a]))
                    .collect()
            }
            Op::Concat => some
                .clone()
                .flat_map(|a| some.clone().map(move |b| vec![a, b]))
                .collect(),
            _ => some.map(|a| vec![a, a]).collect(),
        };
        for holes in arguments {
            let operands: Vec<Sort> = holes.iter().map(|it| sorts[*it]).collect();
            let result = op.result(&operands);
            if let Some(at) = result.and_then(|result| sorts.iter().position(|it| *it == result)) {
                let production = Production::apply(op, &operands, holes);
                self.nonterminals[at].productions.push(production);
            }
        }
    }

    /// Sorts of the places of a production.
    pub fn hole_sorts(&self, production: &Production) -> Vec<Sort> {
        let holes = production.holes.iter();
        holes.map(|it| self.nonterminals[*it].sort).collect()
    }

    /// Well-formed for the search.
    pub fn check(&self) -> Result<(), Flaw> {
        for nonterminal in &self.nonterminals {
            for (index, production) in nonterminal.productions.iter().enumerate() {
                let sorts = self.hole_sorts(production);
                if production.body.sort(&self.inputs, &sorts) != Some(nonterminal.sort) {
                    let nonterminal = nonterminal.name.clone();
                    return Err(Flaw::Sort {
                        nonterminal,
                        production: index,
                    });
                }
                if production.holes.len() > MAX_HOLES {
                    let nonterminal = nonterminal.name.clone();
                    return Err(Flaw::Arity {
                        nonterminal,
                        production: index,
                    });
                }
            }
        }
        self.check_productive()
    }

    fn check_productive(&self) -> Result<(), Flaw> {
        let mut productive: Vec<bool> =
            self.nonterminals.iter().map(|it| it.any_constant).collect();
        loop {
            let is_productive = |it: &Nonterminal| {
                let derives =
                    |production: &Production| production.holes.iter().all(|at| productive[*at]);
                it.any_constant || it.productions.iter().any(derives)
            };
            let next: Vec<bool> = self.nonterminals.iter().map(is_productive).collect();
            if next == productive {
                break;
            }
            productive = next;
        }
        match productive.first() {
            Some(true) => Ok(()),
            _ => Err(Flaw::Empty),
        }
    }
}

fn leaves(sort: Sort, inputs: &[Sort], constants: &[(Sort, u128)]) -> Vec<Production> {
    let own_inputs = inputs.iter().enumerate().filter(|(_, it)| **it == sort);
    let own_constants = constants.iter().filter(|(it, _)| *it == sort);
    own_inputs
        .map(|(index, _)| Production::input(index, &format!("x{index}")))
        .chain(own_constants.map(|(sort, bits)| Production::constant(*sort, *bits)))
        .collect()
}

/// A derivation: a production and what fills its holes. Parts may be shared.
#[derive(Clone, Debug)]
pub struct Derivation {
    pub head: Head,
    pub parts: Vec<std::sync::Arc<Derivation>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    Production {
        nonterminal: usize,
        production: usize,
    },
    /// Of a nonterminal that has every constant.
    Constant(Sort, u128),
}

impl Derivation {
    pub fn term(&self, grammar: &Grammar) -> Term {
        match self.head {
            Head::Constant(sort, bits) => Term::Constant(sort, bits),
            Head::Production {
                nonterminal,
                production,
            } => {
                let parts: Vec<Term> = self.parts.iter().map(|it| it.term(grammar)).collect();
                grammar.nonterminals[nonterminal].productions[production]
                    .body
                    .filled(&parts)
            }
        }
    }

    pub fn text(&self, grammar: &Grammar) -> String {
        match self.head {
            Head::Constant(sort, bits) => literal(sort, bits),
            Head::Production {
                nonterminal,
                production,
            } => {
                let parts: Vec<String> = self.parts.iter().map(|it| it.text(grammar)).collect();
                let mut text = String::new();
                grammar.nonterminals[nonterminal].productions[production]
                    .syntax
                    .write(&parts, &mut text);
                text
            }
        }
    }

    /// Number of productions.
    pub fn size(&self) -> usize {
        1 + self.parts.iter().map(|it| it.size()).sum::<usize>()
    }
}
