//! Properties that share frames.

use super::block::{Frontier, Run, Search};
use super::proof::certificate;
use super::question::{Exhausted, MakeSat};
use super::Pdr;
use crate::engine::netlist::Netlist;
use crate::engine::slice::Slice;
use crate::engine::{Finding, Task};
use crate::solver::Budget;
use crate::system::System;
use crate::term::Term;

/// Properties that depend on much the same, in families: each is at least half of what the largest one of its family
/// depends on.
pub fn families(system: &System, wanted: &[usize]) -> Vec<Vec<usize>> {
    let slice = |&p: &usize| (Slice::new(system, &[p]).state, p);
    let mut slices: Vec<(Vec<usize>, usize)> = wanted.iter().map(slice).collect();
    slices.sort_by_key(|(state, _)| std::cmp::Reverse(state.len()));
    let mut families: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (state, property) in slices {
        let fits = |all: &[usize]| {
            let inside = state.iter().all(|v| all.binary_search(v).is_ok());
            inside && state.len() * 2 >= all.len()
        };
        match families.iter_mut().find(|(all, _)| fits(all)) {
            Some((_, members)) => members.push(property),
            None => families.push((state, vec![property])),
        }
    }
    families.into_iter().map(|(_, members)| members).collect()
}

/// A family at work.
pub struct Family<'a> {
    task: &'a Task<'a>,
    netlist: &'a Netlist,
    /// Inductive statements that were known before.
    lemmas: &'a [Term],
    members: Vec<usize>,
    pdr: Pdr<'a>,
    open: Vec<Search>,
}

impl<'a> Family<'a> {
    /// The netlist is that of the members, with the lemmas as its statements.
    pub fn new(
        task: &'a Task<'a>,
        members: Vec<usize>,
        netlist: &'a Netlist,
        lemmas: &'a [Term],
        make: MakeSat,
        budget: &'a Budget,
    ) -> Family<'a> {
        let known = (0..lemmas.len()).filter_map(|at| netlist.statement(at));
        Family {
            task,
            netlist,
            lemmas,
            pdr: Pdr::new(netlist, known.collect(), make, budget),
            open: (0..members.len()).map(Search::new).collect(),
            members,
        }
    }

    pub fn is_decided(&self) -> bool {
        self.open.is_empty()
    }

    /// Works on each open member for so many questions.
    pub fn round(&mut self, effort: u64, on: &mut dyn FnMut(Finding)) -> Result<(), Exhausted> {
        for search in std::mem::take(&mut self.open) {
            if self.task.is_decided(self.members[search.property]) {
                continue;
            }
            let until = self.pdr.steps.asked + effort;
            let open = self.work(search, until, on)?;
            self.open.extend(open);
        }
        Ok(())
    }

    /// Works on one property; gives it back if it is still open.
    fn work(
        &mut self,
        mut search: Search,
        until: u64,
        on: &mut dyn FnMut(Finding),
    ) -> Result<Option<Search>, Exhausted> {
        loop {
            // Only if all frames above are the same.
            if search.level > self.pdr.frames.top() {
                on(self.proved(&search));
                return Ok(None);
            }
            match self.pdr.clear(&mut search, until)? {
                Frontier::Open => return Ok(Some(search)),
                Frontier::Violated(run) => {
                    on(self.violated(&search, run));
                    return Ok(None);
                }
                Frontier::Clear => {
                    search.level += 1;
                    on(self.holds(&search));
                }
            }
            if search.level > self.pdr.frames.top() {
                self.pdr.extend()?;
            }
        }
    }

    fn holds(&self, search: &Search) -> Finding {
        Finding::HoldsTo {
            properties: vec![self.members[search.property]],
            steps: search.level as u64,
        }
    }

    fn violated(&self, search: &Search, run: Run) -> Finding {
        Finding::Violated {
            property: self.members[search.property],
            earliest: run.steps.len() <= search.level + 1,
            inputs: self
                .netlist
                .inputs(self.task.system, &run.start, &run.steps),
        }
    }

    fn proved(&self, search: &Search) -> Finding {
        let (system, frames) = (self.task.system, &self.pdr.frames);
        let mut certificate = certificate(system, self.netlist, frames);
        certificate.claim(system, self.lemmas);
        Finding::Proved {
            properties: vec![self.members[search.property]],
            certificate,
        }
    }
}
