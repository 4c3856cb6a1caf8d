//! The commands of a file, one by one, to a [`Problem`].

use std::collections::HashMap;

use super::super::grammar::{Grammar, Nonterminal, Production, Syntax, MAX_HOLES, NAMES};
use super::super::op::{Op, Sort, MAX_WIDTH};
use super::super::term::Term;
use super::super::Example;
use super::sexpr::{self, Sexpr};
use super::{Fault, Problem};

/// A defined function: parameters, and the body with holes for them.
#[derive(Clone, Debug)]
struct Definition {
    parameters: Vec<Sort>,
    result: Sort,
    body: Term,
}

#[derive(Clone, Debug, Default)]
pub struct Definitions {
    functions: HashMap<String, Definition>,
    sorts: HashMap<String, Sort>,
}

type Typed = (Term, Sort);

/// What words mean in a term.
struct Scope<'a> {
    definitions: &'a Definitions,
    words: HashMap<String, Typed>,
    /// Nonterminals, by name, and the holes made for them so far.
    nonterminals: &'a [(String, Sort)],
    holes: Vec<usize>,
}

pub fn read(text: &str) -> Result<Problem, Fault> {
    let commands = sexpr::read(text)?;
    let mut file = File::default();
    for command in &commands {
        file.command(command)?;
    }
    let end = Fault {
        place: sexpr::Place {
            line: text.lines().count().max(1),
            column: 1,
        },
        message: "no `synth-fun` in the file".into(),
    };
    let mut problem = file.problem.ok_or(end)?;
    problem.definitions = file.definitions;
    Ok(problem)
}

#[derive(Default)]
struct File {
    definitions: Definitions,
    problem: Option<Problem>,
}

impl File {
    fn command(&mut self, command: &Sexpr) -> Result<(), Fault> {
        let items = command
            .list()
            .ok_or_else(|| command.fault("a command in parentheses is expected"))?;
        let Some((name, rest)) = items
            .split_first()
            .and_then(|(it, rest)| Some((it.word()?, rest)))
        else {
            return Err(command.fault("a command begins with its name"));
        };
        match name {
            "set-logic" => self.logic(command, rest),
            "set-option" | "set-options" | "set-info" | "set-feature" | "check-synth"
            | "declare-var" => Ok(()),
            "define-sort" => self.define_sort(command, rest),
            "define-fun" => self.define_function(command, rest),
            "synth-fun" => self.synthesize(command, rest),
            "constraint" => self.constraint(command, rest),
            _ => Err(items[0].fault(format!("the command `{name}` is not supported"))),
        }
    }

    fn logic(&self, command: &Sexpr, rest: &[Sexpr]) -> Result<(), Fault> {
        match rest.first().and_then(Sexpr::word) {
            Some("BV" | "PBE_BV" | "QF_BV" | "ALL") => Ok(()),
            Some(logic) => Err(rest[0].fault(format!(
                "the logic `{logic}` is not supported, only `BV` is"
            ))),
            None => Err(command.fault("`set-logic` has the name of a logic")),
        }
    }

    fn define_sort(&mut self, command: &Sexpr, rest: &[Sexpr]) -> Result<(), Fault> {
        let (name, sort) = match rest {
            [name, sort] => (name, sort),
            [name, parameters, sort] if parameters.list().is_some_and(<[_]>::is_empty) => {
                (name, sort)
            }
            _ => return Err(command.fault("it is `(define-sort name sort)`")),
        };
        let sort = self.definitions.sort(sort)?;
        self.definitions.sorts.insert(word_of(name)?, sort);
        Ok(())
    }

    fn define_function(&mut self, command: &Sexpr, rest: &[Sexpr]) -> Result<(), Fault> {
        let [name, parameters, result, body] = rest else {
            return Err(command.fault("it is `(define-fun name ((parameter sort) …) sort body)`"));
        };
        let parameters = self.definitions.parameters(parameters)?;
        let result = self.definitions.sort(result)?;
        let named = parameters.iter().enumerate();
        let words = named.map(|(at, (name, sort))| (name.clone(), (Term::Hole(at), *sort)));
        let mut scope = Scope {
            definitions: &self.definitions,
            words: words.collect(),
            nonterminals: &[],
            holes: Vec::new(),
        };
        let (term, sort) = scope.term(body)?;
        expect(body, sort, result)?;
        let parameters = parameters.into_iter().map(|(_, sort)| sort).collect();
        let definition = Definition {
            parameters,
            result,
            body: term,
        };
        self.definitions
            .functions
            .insert(word_of(name)?, definition);
        Ok(())
    }

    fn synthesize(&mut self, command: &Sexpr, rest: &[Sexpr]) -> Result<(), Fault> {
        if self.problem.is_some() {
            return Err(command.fault("only one function can be synthesized"));
        }
        let [name, parameters, output, grammar @ ..] = rest else {
            return Err(command.fault("it is `(synth-fun name ((parameter sort) …) sort grammar)`"));
        };
        let signature = format!("{parameters} {output}");
        let parameters = self.definitions.parameters(parameters)?;
        let sort = self.definitions.sort(output)?;
        let rules = match grammar {
            [] => default_grammar(&parameters, sort),
            [rules] => self.grammar(rules, None, &parameters)?,
            [names, rules] => self.grammar(rules, Some(names), &parameters)?,
            [_, _, more, ..] => return Err(more.fault("a grammar has at most two parts")),
        };
        if rules.nonterminals.first().map(|it| it.sort) != Some(sort) {
            return Err(command.fault("the first nonterminal is not of the function's sort"));
        }
        self.problem = Some(Problem {
            name: word_of(name)?,
            signature,
            parameters,
            output: sort,
            grammar: rules,
            examples: Vec::new(),
            definitions: Definitions::default(),
        });
        Ok(())
    }

    fn grammar(
        &self,
        rules: &Sexpr,
        names: Option<&Sexpr>,
        parameters: &[(String, Sort)],
    ) -> Result<Grammar, Fault> {
        let groups = rules
            .list()
            .ok_or_else(|| rules.fault("the rules of a grammar are expected"))?;
        let mut headers = Vec::new();
        let mut bodies = Vec::new();
        for group in groups {
            let Some([name, sort, productions]) = group.list() else {
                return Err(group.fault("a rule is `(Nonterminal sort (production …))`"));
            };
            headers.push((word_of(name)?, self.definitions.sort(sort)?));
            bodies.push(productions);
        }
        if let Some(names) = names {
            self.check_declared(names, &headers)?;
        }
        let words = named_inputs(parameters);
        let mut nonterminals = Vec::new();
        for ((name, sort), productions) in headers.iter().zip(bodies) {
            let mut own = Nonterminal {
                name: name.clone(),
                sort: *sort,
                productions: Vec::new(),
                any_constant: false,
            };
            let items = productions
                .list()
                .ok_or_else(|| productions.fault("productions in parentheses are expected"))?;
            for item in items {
                self.production(item, &headers, &words, parameters, &mut own)?;
            }
            nonterminals.push(own);
        }
        let inputs = parameters.iter().map(|(_, sort)| *sort).collect();
        Ok(Grammar {
            inputs,
            nonterminals,
        })
    }

    /// The nonterminals that format 2 names before the rules are those of the rules.
    fn check_declared(&self, names: &Sexpr, headers: &[(String, Sort)]) -> Result<(), Fault> {
        let declared = self.definitions.parameters(names)?;
        match declared == headers {
            true => Ok(()),
            false => Err(names
                .fault("the nonterminals named here are not those of the rules, in their order")),
        }
    }

    fn production(
        &self,
        item: &Sexpr,
        headers: &[(String, Sort)],
        words: &HashMap<String, Typed>,
        parameters: &[(String, Sort)],
        to: &mut Nonterminal,
    ) -> Result<(), Fault> {
        if let Some(rest) = item.after("Constant") {
            expect(item, self.one_sort(item, rest)?, to.sort)?;
            to.any_constant = true;
            return Ok(());
        }
        let variable = ["Variable", "InputVariable", "LocalVariable"]
            .iter()
            .find_map(|it| item.after(it));
        if let Some(rest) = variable {
            let sort = self.one_sort(item, rest)?;
            expect(item, sort, to.sort)?;
            let fitting = parameters.iter().enumerate().filter(|(_, it)| it.1 == sort);
            to.productions
                .extend(fitting.map(|(at, (name, _))| Production::input(at, name)));
            return Ok(());
        }
        let mut scope = Scope {
            definitions: &self.definitions,
            words: words.clone(),
            nonterminals: headers,
            holes: Vec::new(),
        };
        let (body, sort) = scope.term(item)?;
        expect(item, sort, to.sort)?;
        if scope.holes.len() > MAX_HOLES {
            return Err(item.fault(format!(
                "a production with more than {MAX_HOLES} nonterminals is not supported"
            )));
        }
        let mut next = 0;
        let syntax = syntax_of(item, headers, &mut next);
        to.productions.push(Production {
            body,
            holes: scope.holes,
            syntax,
        });
        Ok(())
    }

    fn one_sort(&self, item: &Sexpr, rest: &[Sexpr]) -> Result<Sort, Fault> {
        match rest {
            [sort] => self.definitions.sort(sort),
            _ => Err(item.fault("one sort is expected")),
        }
    }

    fn constraint(&mut self, command: &Sexpr, rest: &[Sexpr]) -> Result<(), Fault> {
        let [condition] = rest else {
            return Err(command.fault("a constraint is one condition"));
        };
        let Some(problem) = &self.problem else {
            return Err(command.fault("a constraint before its `synth-fun`"));
        };
        let mut examples = Vec::new();
        self.examples(problem, condition, &mut examples)?;
        if let Some(problem) = &mut self.problem {
            problem.examples.extend(examples);
        }
        Ok(())
    }

    fn examples(
        &self,
        problem: &Problem,
        condition: &Sexpr,
        to: &mut Vec<Example>,
    ) -> Result<(), Fault> {
        if let Some(parts) = condition.after("and") {
            return parts
                .iter()
                .try_for_each(|it| self.examples(problem, it, to));
        }
        let not_an_example = || {
            condition.fault(format!(
                "not an example: only `(= ({} constants) constant)` is supported",
                problem.name
            ))
        };
        let (call, output) = match (condition.after("="), condition.after("not")) {
            (Some([a, b]), _) if a.after(&problem.name).is_some() => {
                (a, self.constant(b, problem.output)?)
            }
            (Some([b, a]), _) if a.after(&problem.name).is_some() => {
                (a, self.constant(b, problem.output)?)
            }
            (_, Some([a])) if problem.output == Sort::Bool => (a, 0),
            _ if problem.output == Sort::Bool => (condition, 1),
            _ => return Err(not_an_example()),
        };
        let arguments = call.after(&problem.name).ok_or_else(not_an_example)?;
        if arguments.len() != problem.parameters.len() {
            return Err(call.fault(format!(
                "`{}` has {} parameters",
                problem.name,
                problem.parameters.len()
            )));
        }
        let sorts = problem.parameters.iter().map(|(_, sort)| *sort);
        let inputs: Result<Vec<u128>, Fault> = arguments
            .iter()
            .zip(sorts)
            .map(|(it, sort)| self.constant(it, sort))
            .collect();
        to.push(Example {
            inputs: inputs?,
            output,
        });
        Ok(())
    }

    /// The value of a term without variables.
    fn constant(&self, text: &Sexpr, sort: Sort) -> Result<u128, Fault> {
        let (term, own) = closed_term(text, &[], &self.definitions)?;
        expect(text, own, sort)?;
        term.evaluate(&[], &[])
            .ok_or_else(|| text.fault("a constant is expected"))
    }
}

/// A term over parameters.
pub fn closed_term(
    text: &Sexpr,
    parameters: &[(String, Sort)],
    definitions: &Definitions,
) -> Result<Typed, Fault> {
    let mut scope = Scope {
        definitions,
        words: named_inputs(parameters),
        nonterminals: &[],
        holes: Vec::new(),
    };
    scope.term(text)
}

fn named_inputs(parameters: &[(String, Sort)]) -> HashMap<String, Typed> {
    let inputs = parameters.iter().enumerate();
    inputs
        .map(|(at, (name, sort))| (name.clone(), (Term::Input(at), *sort)))
        .collect()
}

fn word_of(text: &Sexpr) -> Result<String, Fault> {
    text.word()
        .map(str::to_owned)
        .ok_or_else(|| text.fault("a name is expected"))
}

fn show(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

fn expect(at: &Sexpr, found: Sort, wanted: Sort) -> Result<(), Fault> {
    match found == wanted {
        true => Ok(()),
        false => Err(at.fault(format!(
            "this is of sort {}, {} is expected",
            show(found),
            show(wanted)
        ))),
    }
}

/// The text of a production, nonterminals as holes in the order in which they occur.
fn syntax_of(text: &Sexpr, headers: &[(String, Sort)], next: &mut usize) -> Syntax {
    match text.list() {
        Some(items) => Syntax::List(
            items
                .iter()
                .map(|it| syntax_of(it, headers, next))
                .collect(),
        ),
        None => {
            let word = text.word().unwrap_or_default();
            if headers.iter().any(|(name, _)| name == word) {
                *next += 1;
                return Syntax::Hole(*next - 1);
            }
            Syntax::word(word)
        }
    }
}

/// Every operator over the sorts of the signature, and every constant.
fn default_grammar(parameters: &[(String, Sort)], output: Sort) -> Grammar {
    let inputs: Vec<Sort> = parameters.iter().map(|(_, sort)| *sort).collect();
    let operators: Vec<Op> = NAMES
        .iter()
        .map(|(_, op)| *op)
        .filter(|op| *op != Op::Concat)
        .collect();
    let mut grammar = Grammar::of_operators(&inputs, output, &operators, &[]);
    for nonterminal in &mut grammar.nonterminals {
        nonterminal.any_constant = true;
        for production in &mut nonterminal.productions {
            if let Term::Input(at) = production.body {
                production.syntax = Syntax::word(&parameters[at].0);
            }
        }
    }
    grammar
}

/// A literal.
pub fn constant(text: &Sexpr) -> Option<Literal> {
    if let Some([value, width]) = text.after("_") {
        let bits = value.word()?.strip_prefix("bv")?.parse().ok()?;
        return sized(bits, width.word()?.parse().ok()?);
    }
    let word = text.word()?;
    match word {
        "true" => return Some((Sort::Bool, 1)),
        "false" => return Some((Sort::Bool, 0)),
        _ => {}
    }
    let (digits, radix, each) = match (word.strip_prefix("#x"), word.strip_prefix("#b")) {
        (Some(digits), _) => (digits, 16, 4),
        (_, Some(digits)) => (digits, 2, 1),
        _ => return None,
    };
    let is_plain = digits.chars().all(|it| it.is_digit(radix));
    let bits = u128::from_str_radix(digits, radix)
        .ok()
        .filter(|_| is_plain)?;
    sized(bits, digits.len() as u32 * each)
}

type Literal = (Sort, u128);

fn sized(bits: u128, width: u32) -> Option<Literal> {
    let fits = (1..=MAX_WIDTH).contains(&width) && bits <= u128::MAX >> (128 - width);
    fits.then_some((Sort::Bits(width as u16), bits))
}

impl Definitions {
    fn sort(&self, text: &Sexpr) -> Result<Sort, Fault> {
        if let Some(word) = text.word() {
            let known = match word {
                "Bool" => Some(Sort::Bool),
                _ => self.sorts.get(word).copied(),
            };
            return known.ok_or_else(|| text.fault(format!("the sort `{word}` is not supported")));
        }
        let width = match (text.after("BitVec"), text.after("_")) {
            (Some([width]), _) => width,
            (_, Some([name, width])) if name.word() == Some("BitVec") => width,
            _ => return Err(text.fault("a sort is `Bool` or `(_ BitVec n)`")),
        };
        let number = width.word().and_then(|it| it.parse::<u16>().ok());
        let number = number.filter(|it| (1..=MAX_WIDTH).contains(&u32::from(*it)));
        number
            .map(Sort::Bits)
            .ok_or_else(|| width.fault(format!("a width is a number from 1 to {MAX_WIDTH}")))
    }

    fn parameters(&self, text: &Sexpr) -> Result<Vec<(String, Sort)>, Fault> {
        let items = text
            .list()
            .ok_or_else(|| text.fault("a list of names with their sorts is expected"))?;
        let parameter = |it: &Sexpr| match it.list() {
            Some([name, sort]) => Ok((word_of(name)?, self.sort(sort)?)),
            _ => Err(it.fault("a name with its sort is expected")),
        };
        items.iter().map(parameter).collect()
    }
}

impl Scope<'_> {
    fn term(&mut self, text: &Sexpr) -> Result<Typed, Fault> {
        if let Some((sort, bits)) = constant(text) {
            return Ok((Term::Constant(sort, bits), sort));
        }
        match text.list() {
            None => self.word(text),
            Some([head, arguments @ ..]) if !arguments.is_empty() => match head.word() {
                Some("let") => self.bind(text, arguments),
                _ => self.application(text, head, arguments),
            },
            Some(_) => Err(text.fault("a term is expected")),
        }
    }

    fn word(&mut self, text: &Sexpr) -> Result<Typed, Fault> {
        let word = text.word().unwrap_or_default();
        if let Some(at) = self.nonterminals.iter().position(|(name, _)| name == word) {
            self.holes.push(at);
            return Ok((Term::Hole(self.holes.len() - 1), self.nonterminals[at].1));
        }
        if let Some(known) = self.words.get(word) {
            return Ok(known.clone());
        }
        match self.definitions.functions.get(word) {
            Some(it) if it.parameters.is_empty() => Ok((it.body.clone(), it.result)),
            _ => Err(text.fault(format!("`{word}` is not known here"))),
        }
    }

    fn bind(&mut self, text: &Sexpr, arguments: &[Sexpr]) -> Result<Typed, Fault> {
        let [bindings, body] = arguments else {
            return Err(text.fault("it is `(let ((name term) …) body)`"));
        };
        let mut bound = Vec::new();
        for binding in bindings.list().unwrap_or_default() {
            let (name, value) = match binding.list() {
                Some([name, value]) | Some([name, _, value]) => (name, value),
                _ => return Err(binding.fault("a name with its term is expected")),
            };
            bound.push((word_of(name)?, self.term(value)?));
        }
        let outer = self.words.clone();
        self.words.extend(bound);
        let value = self.term(body);
        self.words = outer;
        value
    }

    fn application(
        &mut self,
        text: &Sexpr,
        head: &Sexpr,
        arguments: &[Sexpr],
    ) -> Result<Typed, Fault> {
        let operands: Result<Vec<Typed>, Fault> =
            arguments.iter().map(|it| self.term(it)).collect();
        let operands = operands?;
        if let Some(name) = head.word() {
            if let Some(definition) = self.definitions.functions.get(name) {
                return called(text, name, definition, operands);
            }
        }
        let sorts: Vec<Sort> = operands.iter().map(|(_, sort)| *sort).collect();
        let terms: Vec<Term> = operands.into_iter().map(|(term, _)| term).collect();
        let shown = || {
            sorts
                .iter()
                .map(|it| show(*it))
                .collect::<Vec<_>>()
                .join(", ")
        };
        if operator(head, sorts.first().copied()).is_none()
            && derived(head, &terms, &sorts).is_none()
        {
            return Err(head.fault(format!(
                "the operator `{head}` is not supported over {}",
                shown()
            )));
        }
        derived(head, &terms, &sorts)
            .or_else(|| folded(operator(head, sorts.first().copied())?, &terms, &sorts))
            .ok_or_else(|| {
                text.fault(format!(
                    "`{head}` does not take operands of sorts {}",
                    shown()
                ))
            })
    }
}

fn called(
    text: &Sexpr,
    name: &str,
    definition: &Definition,
    operands: Vec<Typed>,
) -> Result<Typed, Fault> {
    let sorts: Vec<Sort> = operands.iter().map(|(_, sort)| *sort).collect();
    if sorts != definition.parameters {
        return Err(text.fault(format!(
            "`{name}` is called with other sorts than it is defined for"
        )));
    }
    let terms: Vec<Term> = operands.into_iter().map(|(term, _)| term).collect();
    Ok((definition.body.filled(&terms), definition.result))
}

/// An operator of the theory by its name, given the sort of the first operand.
fn operator(head: &Sexpr, first: Option<Sort>) -> Option<Op> {
    if let Some([name, indices @ ..]) = head.after("_") {
        let indices: Option<Vec<u16>> = indices.iter().map(|it| it.word()?.parse().ok()).collect();
        return match (name.word()?, indices?.as_slice()) {
            ("extract", &[high, low]) => Some(Op::Extract { high, low }),
            ("zero_extend", &[by]) => Some(Op::ZeroExtend(by)),
            ("sign_extend", &[by]) => Some(Op::SignExtend(by)),
            _ => None,
        };
    }
    let name = head.word()?;
    match (name, first) {
        ("not", Some(Sort::Bool)) => Some(Op::Not),
        ("and", Some(Sort::Bool)) => Some(Op::And),
        ("or", Some(Sort::Bool)) => Some(Op::Or),
        ("xor", Some(Sort::Bool)) => Some(Op::Xor),
        (_, Some(Sort::Bool)) if name.starts_with("bv") => None,
        _ => NAMES.iter().find(|(it, _)| *it == name).map(|(_, op)| *op),
    }
}

/// Operators of more than two operands are applied from the left where they associate.
fn folded(op: Op, terms: &[Term], sorts: &[Sort]) -> Option<Typed> {
    let associates = matches!(
        op,
        Op::And | Op::Or | Op::Xor | Op::Add | Op::Mul | Op::Concat
    );
    if terms.len() <= 2 || !associates {
        return Some((Term::Apply(op, terms.to_vec()), op.result(sorts)?));
    }
    let mut all = (terms[0].clone(), sorts[0]);
    for (term, sort) in terms.iter().zip(sorts).skip(1) {
        let result = op.result(&[all.1, *sort])?;
        all = (Term::Apply(op, vec![all.0, term.clone()]), result);
    }
    Some(all)
}

/// Operators that are short for others.
fn derived(head: &Sexpr, terms: &[Term], sorts: &[Sort]) -> Option<Typed> {
    if let Some([name, by]) = head.after("_") {
        return rotated(name.word()?, by.word()?.parse().ok()?, terms, sorts);
    }
    let not = |inner: Op| {
        let (term, sort) = folded(inner, terms, sorts)?;
        Some((Term::Apply(Op::Not, vec![term]), sort))
    };
    match head.word()? {
        "bvnand" => not(Op::And),
        "bvnor" => not(Op::Or),
        "bvxnor" => not(Op::Xor),
        "bvcomp" => {
            let (equal, _) = folded(Op::Eq, terms, sorts)?;
            let bit = |it| Term::Constant(Sort::Bits(1), it);
            Some((
                Term::Apply(Op::Ite, vec![equal, bit(1), bit(0)]),
                Sort::Bits(1),
            ))
        }
        _ => None,
    }
}

fn rotated(name: &str, by: u16, terms: &[Term], sorts: &[Sort]) -> Option<Typed> {
    let ([term], &[Sort::Bits(width)]) = (terms, sorts) else {
        return None;
    };
    let right = match name {
        "rotate_right" => by % width,
        "rotate_left" => (width - by % width) % width,
        _ => return None,
    };
    if right == 0 {
        return Some((term.clone(), Sort::Bits(width)));
    }
    let part = |high, low| Term::Apply(Op::Extract { high, low }, vec![term.clone()]);
    let parts = vec![part(right - 1, 0), part(width - 1, right)];
    Some((Term::Apply(Op::Concat, parts), Sort::Bits(width)))
}
