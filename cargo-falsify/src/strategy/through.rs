//! What is needed to judge a proof about the loop in which exact summaries answer: all of it is made and asked anew.

use std::sync::Arc;

use super::Job;
use crate::evidence::certificate::Refusal;
use crate::evidence::Property;
use crate::ir::Program;
use crate::solver::Budget;
use crate::source::Symbol;
use crate::summary::{recompare, replaced, Comparison, Outside, Replacement};
use crate::system::{self, Halt, System};

pub(super) struct Through {
    replacements: Arc<[Replacement]>,
    outside: Outside,
    pub program: Arc<Program>,
    pub system: System,
}

impl Through {
    /// The loop with these summaries, if two solvers say of each that it answers as its function does.
    pub fn new(
        job: &Job,
        replacements: Arc<[Replacement]>,
        budget: &Budget,
    ) -> Result<Through, Refusal> {
        for replacement in replacements.iter() {
            let kind = job.settings.solver;
            match recompare(job.program, replacement, kind, budget) {
                Comparison::Same => {}
                Comparison::Unknown => return Err(Refusal::Stopped),
                Comparison::Differs(_) => return Err(Refusal::Inexact),
            }
        }
        let program = replaced(job.program, &replacements).map_err(|_| Refusal::Inexact)?;
        let system = system::build_within(&program, job.harness, job.properties, budget);
        let system = system.map_err(|halt| match halt {
            Halt::Stopped => Refusal::Stopped,
            _ => Refusal::Foreign,
        })?;
        Ok(Through {
            outside: Outside::of(job.program, &replacements),
            replacements,
            program: Arc::new(program),
            system,
        })
    }

    pub fn is_of(&self, replacements: &Arc<[Replacement]>) -> bool {
        Arc::ptr_eq(&self.replacements, replacements)
    }

    /// Whether the property can be violated nowhere but outside of the functions that summaries stand for.
    pub fn tells(&self, property: Property) -> bool {
        self.outside.has(property)
    }

    pub fn functions(&self, job: &Job) -> Vec<Symbol> {
        let functions = self.replacements.iter();
        let functions = functions.map(|it| job.program.funcs[it.function.0 as usize].name);
        functions.collect()
    }
}
