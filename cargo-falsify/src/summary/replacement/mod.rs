//! Bodies that stand for those of functions, and the program that has them.

mod result;
mod terms;

use crate::ir::{Func, FuncId, Program, Site, Statement};
use crate::source::Symbol;
use crate::synth::{Op, Term};

use super::guard::Range;
use super::signature::Signature;
use super::writer::Writer;

/// A body that stands for that of a function.
#[derive(Clone, Debug)]
pub struct Replacement {
    pub function: FuncId,
    pub calls: Calls,
    pub body: Body,
    /// Whether the body gives, for any arguments, every result that the function gives for them: then what holds with it
    /// holds without it, but for what is checked inside of the function.
    pub exact: bool,
}

/// Which calls of a function are replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Calls {
    All,
    At(Vec<Site>),
}

/// What stands for a body. Nothing of it ever panics.
#[derive(Clone, Debug)]
pub enum Body {
    /// A term for each scalar of the result, forced into what the function can give.
    Terms(Vec<Guarded>),
    /// Any result of which each scalar is among these.
    Any(Vec<Range>),
    /// Code with the same parameters and result.
    Given(Func),
}

/// A term whose value is moved to the nearest one that is in the range, if it is not.
#[derive(Clone, PartialEq, Debug)]
pub struct Guarded {
    pub term: Term,
    pub range: Range,
}

impl Replacement {
    /// Fault: terms that answer the opposite, bit by bit, and are said to be exact.
    pub fn claimed(self) -> Replacement {
        let opposite = |it: Guarded| Guarded {
            term: Term::Apply(Op::Not, vec![it.term]),
            ..it
        };
        let body = match self.body {
            Body::Terms(terms) => Body::Terms(terms.into_iter().map(opposite).collect()),
            other => other,
        };
        Replacement {
            body,
            exact: true,
            ..self
        }
    }
}

impl Body {
    /// Code for a function of the program, which gets the types that it needs.
    pub fn code(&self, program: &mut Program, function: FuncId) -> Result<Func, String> {
        let signature = || {
            Signature::of_types(program, function).map_err(|reason| {
                let name = program.funcs[function.0 as usize].name;
                format!("{name} has no summary: {reason}")
            })
        };
        match self {
            Body::Given(func) => Ok(func.clone()),
            Body::Terms(terms) => {
                let signature = signature()?;
                Writer::like(program, function).terms(&signature, terms)
            }
            Body::Any(ranges) => {
                let signature = signature()?;
                Writer::like(program, function).any(&signature, ranges)
            }
        }
    }
}

/// The program in which these functions have those bodies. Functions and types keep their numbers, new ones come behind.
pub fn replaced(program: &Program, replacements: &[Replacement]) -> Result<Program, String> {
    let mut new = program.clone();
    for replacement in replacements {
        let function = replacement.function;
        let mut body = replacement.body.code(&mut new, function)?;
        match &replacement.calls {
            Calls::All => new.funcs[function.0 as usize] = body,
            Calls::At(sites) => {
                body.name = unused_name(&new, body.name);
                let id = FuncId(new.funcs.len() as u32);
                new.funcs.push(body);
                sites
                    .iter()
                    .try_for_each(|site| redirect(&mut new, *site, function, id))?;
            }
        }
    }
    Ok(new)
}

fn unused_name(program: &Program, of: Symbol) -> Symbol {
    let is_used = |name: &Symbol| program.funcs.iter().any(|func| func.name == *name);
    let mut names = (1..).map(|at| Symbol::new(&format!("{of}#{at}")));
    names.find(|name| !is_used(name)).unwrap_or(of)
}

/// Makes a call of one function a call of another.
fn redirect(program: &mut Program, site: Site, from: FuncId, to: FuncId) -> Result<(), String> {
    let func = program.funcs.get_mut(site.func.0 as usize);
    let block = func.and_then(|it| it.blocks.get_mut(site.block.0 as usize));
    let statement = block.and_then(|it| it.statements.get_mut(site.statement as usize));
    match statement {
        Some((Statement::Call { func, .. }, _)) if *func == from => {
            *func = to;
            Ok(())
        }
        _ => Err(format!("{site:?} is no call of {from}")),
    }
}
