//! The native back end against the interpreter: the same functions on the same inputs.

use crate::batch::{Layout, Request};
use crate::case::Case;
use crate::compare::requests;
use crate::outcome::Outcome;
use crate::tool::{entry_name, executor, one, run_with, Executor, Machinery};
use cargo_falsify::ir::interp::{NoInputs, Stop};
use cargo_falsify::ir::{self, FuncId};
use cargo_falsify::lower::Analysis;
use cargo_falsify::native::{Code, Functions, Options};

/// The front end and the native code of the IR.
pub struct Native;

impl Executor for Native {
    fn run(&self, cases: &[Case], layout: &Layout, requests: &[Request]) -> Vec<Option<Outcome>> {
        let on = |analysis: &Analysis| compiled(analysis, cases, requests);
        run_with(self, &on, (cases, layout, requests))
    }
}

fn compiled(analysis: &Analysis, cases: &[Case], requests: &[Request]) -> Vec<Option<Outcome>> {
    let called = requests.iter().filter_map(|request| {
        let function = analysis.function(&entry_name(cases, request))?;
        function.func
    });
    let mut called: Vec<FuncId> = called.collect();
    called.sort();
    called.dedup();
    match Code::of_functions(&analysis.program, &called, Options::default()) {
        Ok(code) => {
            let mut functions = Compiled(Functions::new(&code), &code);
            let outcome = |request| Some(one(analysis, &mut functions, cases, request));
            requests.iter().map(outcome).collect()
        }
        Err(why) => vec![Some(Outcome::Failed(format!("not compiled: {why}"))); requests.len()],
    }
}

struct Compiled<'c>(Functions<'c>, &'c Code<'c>);

impl Machinery for Compiled<'_> {
    fn call(&mut self, func: FuncId, arguments: &[ir::Value]) -> Result<ir::Value, Stop> {
        self.0.call(func, arguments, &mut NoInputs)
    }

    fn renew(&mut self) {
        self.0 = Functions::new(self.1);
    }
}

/// What comparing the two showed.
#[derive(Debug, Default)]
pub struct Agreement {
    pub runs: usize,
    /// Runs that one of the two could not finish: too long, too deep, not lowered.
    pub undecided: usize,
    pub differences: Vec<String>,
}

impl Agreement {
    pub fn absorb(&mut self, other: Agreement) {
        self.runs += other.runs;
        self.undecided += other.undecided;
        self.differences.extend(other.differences);
    }

    /// Fails the test unless almost all runs were decided and none differed.
    pub fn assert(&self) {
        assert!(
            self.differences.is_empty(),
            "{}",
            self.differences.join("\n")
        );
        assert!(
            self.runs > 0 && self.undecided * 100 <= self.runs,
            "{self:?}"
        );
    }
}

/// Runs every entry of the cases on both sides.
pub fn agreement(cases: &[Case], count: usize, seed: u64) -> Agreement {
    let requests = requests(cases, count, seed);
    let layout = Layout::for_tool(cases);
    let reference = executor().run(cases, &layout, &requests);
    let native = Native.run(cases, &layout, &requests);
    let mut agreement = Agreement::default();
    for ((request, wanted), found) in requests.iter().zip(reference).zip(native) {
        agreement.runs += 1;
        match (&wanted, &found) {
            (Some(Outcome::Failed(_)), _) if !is_refusal(&found) => agreement.undecided += 1,
            _ if wanted == found => {}
            _ => {
                let name = entry_name(cases, request);
                let case = &cases[request.case].name;
                let arguments = &request.arguments;
                agreement.differences.push(format!(
                    "{case} {name}({arguments:?}): interpreter {wanted:?}, native {found:?}"
                ));
            }
        }
    }
    agreement
}

/// Whether native code was not even made: never an agreement.
fn is_refusal(outcome: &Option<Outcome>) -> bool {
    matches!(outcome, Some(Outcome::Failed(why)) if why.starts_with("not compiled"))
}
