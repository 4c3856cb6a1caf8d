//! What was found about the initialisation and a step, as a system.

use std::collections::BTreeMap;

use super::build::{Builder, Ended};
use super::input::InputRecord;
use super::model::{Checked, Reads, System, Template, Variable};
use super::shape::{leaves_of, Shape};
use super::state::Position;
use super::value::{mux, Cell, Sym};
use crate::evidence::Property;
use crate::term::Term;

impl Builder<'_> {
    pub fn finish(mut self, start: Ended, step: Ended, wanted: &[Property]) -> System {
        let state = self.variables(&start, &step);
        let returned = template(&self.returned(&step));
        let starting = self.starting();
        let pool = &mut self.exec.pool;
        let start_valid = any_live(pool, &start, |_| true);
        let valid = any_live(pool, &step, |_| true);
        let tick_done = any_live(pool, &step, |done| done);
        let steps_are_ticks = step.states.iter().all(|(_, _, done)| *done);
        let never = pool.bool(false);
        let find = |ended: &Ended, property: &Property| {
            let found = ended.bad.iter().find(|(p, _, _)| p == property);
            found.map_or((never, never), |(_, bad, reached)| (*bad, *reached))
        };
        let checked = wanted.iter().map(|property| Checked {
            property: *property,
            cover: None,
            start_bad: find(&start, property).0,
            bad: find(&step, property).0,
        });
        let mut properties: Vec<Checked> = checked.collect();
        // What a property needs in order to say anything stands behind all properties.
        for property in wanted {
            let needed = |span, bad| Checked {
                property: *property,
                cover: Some(span),
                start_bad: never,
                bad,
            };
            match property {
                Property::Monitor(index) => {
                    let monitor = &self.harness.monitors[*index];
                    for place in super::cover::places(self.program, monitor.func) {
                        let mut covers = step.covers.iter();
                        let met = covers.find(|(m, s, _)| (*m, *s) == (*index, place));
                        properties.push(needed(place, met.map_or(never, |met| met.2)));
                    }
                }
                Property::Check { span, .. } => {
                    let mut passed = needed(*span, find(&step, property).1);
                    passed.start_bad = find(&start, property).1;
                    properties.push(passed);
                }
                Property::Panic { .. } => {}
            }
        }
        // Where no run completes a tick, no property says anything: the last one stands for all.
        if let Some(first) = wanted.first() {
            properties.push(Checked {
                property: *first,
                cover: Some(self.harness.span),
                start_bad: never,
                bad: tick_done,
            });
        }
        let met = start.bad.iter().chain(&step.bad);
        let unasked = met.filter(|(property, bad, _)| !wanted.contains(property) && *bad != never);
        let unasked = unasked.map(|(property, _, _)| *property).collect();
        let (start_inputs, start_readings) = readings(pool, start.inputs);
        let (inputs, readings) = readings(pool, step.inputs);
        System {
            state,
            start_inputs,
            inputs,
            start_valid,
            valid,
            tick_done,
            steps_are_ticks,
            properties,
            unasked,
            returned,
            starting,
            start_readings,
            readings,
            pool: self.exec.pool,
        }
    }

    /// What the tick returned, in the states that complete one.
    fn returned(&mut self, step: &Ended) -> Sym {
        let pool = &mut self.exec.pool;
        let mut value = Sym::Undefined;
        for (_, state, _) in step.states.iter().filter(|(_, _, done)| *done) {
            let path = state.path.condition(pool);
            value = mux(pool, path, &state.cell(self.binding.out), &value);
        }
        value
    }

    /// Whether a step goes on with the initialisation.
    fn starting(&mut self) -> Term {
        let mut starting = Vec::new();
        for number in 0..self.order.len() {
            if self.locations[&self.order[number]].phase >= self.opening {
                starting.push(self.is_here(number));
            }
        }
        self.exec.pool.any(&starting)
    }

    fn variables(&mut self, start: &Ended, step: &Ended) -> Vec<Variable> {
        let mut variables = Vec::new();
        if let Some(var) = self.counter {
            variables.push(Variable {
                name: "(program counter)".to_owned(),
                var,
                init: self.location_after(start, var),
                next: self.location_after(step, var),
            });
        }
        let shapes = std::mem::take(&mut self.shapes);
        for (cell, shape) in &shapes {
            self.cell_variables(*cell, shape, start, step, &mut variables);
        }
        variables
    }

    /// The number of the location that an execution ends at.
    fn location_after(&mut self, ended: &Ended, counter: Term) -> Term {
        let pool = &mut self.exec.pool;
        let width = pool.width(counter);
        let mut after = pool.constant(width, 0);
        for (position, state, _) in &ended.states {
            let number = self.order.iter().position(|known| known == position);
            let number = pool.constant(width, number.unwrap_or(0) as u128);
            let path = state.path.condition(pool);
            after = pool.ite(path, number, after);
        }
        after
    }

    fn cell_variables(
        &mut self,
        cell: Cell,
        shape: &Shape,
        start: &Ended,
        step: &Ended,
        variables: &mut Vec<Variable>,
    ) {
        let pointer = self.pointer();
        let undefined = leaves_of(&mut self.exec.pool, pointer, shape, &Sym::Undefined);
        let init = self.leaves_after(start, cell, shape);
        let init = init.unwrap_or_else(|| undefined.iter().map(|leaf| leaf.1).collect());
        let next = self.leaves_after(step, cell, shape);
        let next = next.unwrap_or_else(|| init.clone());
        for ((path, _), (init, next)) in undefined.iter().zip(init.into_iter().zip(next)) {
            let Some(var) = self.leaves.var(cell, path) else {
                continue;
            };
            variables.push(Variable {
                name: self.leaf_name(cell, path),
                var,
                init,
                next,
            });
        }
    }

    /// The leaves of a cell at the end of an execution, if any state has something there.
    fn leaves_after(&mut self, ended: &Ended, cell: Cell, shape: &Shape) -> Option<Vec<Term>> {
        let pointer = self.pointer();
        let pool = &mut self.exec.pool;
        let mut all: Option<Vec<Term>> = None;
        for (_, state, _) in &ended.states {
            let value = state.cell(cell);
            if matches!(value, Sym::Undefined) {
                continue;
            }
            let leaves = leaves_of(pool, pointer, shape, &value).into_iter();
            let leaves = leaves.map(|(_, term)| term);
            let path = state.path.condition(pool);
            all = Some(match all {
                None => leaves.collect(),
                Some(others) => leaves
                    .zip(others)
                    .map(|(leaf, other)| pool.ite(path, leaf, other))
                    .collect(),
            });
        }
        all
    }

    fn leaf_name(&self, cell: Cell, path: &[u32]) -> String {
        let (base, ty) = match cell {
            Cell::Static(id) => {
                let item = &self.program.statics[id.0 as usize];
                (item.name.to_string(), Some(item.ty))
            }
            Cell::Local(id, local) => {
                let frames = self
                    .locations
                    .values()
                    .flat_map(|location| &location.frames);
                let frame = frames.into_iter().find(|frame| frame.id == id);
                let local =
                    frame.map(|f| &self.program.funcs[f.func.0 as usize].locals[local.0 as usize]);
                let name = local.and_then(|local| local.name);
                let name = name.map_or_else(|| "(temporary)".to_owned(), |name| name.to_string());
                (name, local.map(|local| local.ty))
            }
            Cell::Kept(_) | Cell::Passing(_) => {
                let name = self.binding.names.get(&cell).cloned();
                let name = name.unwrap_or_else(|| "(tick)".to_owned());
                (name, self.binding.types.get(&cell).copied())
            }
        };
        match ty {
            Some(ty) => super::name::leaf(self.program, base, ty, path),
            None => base,
        }
    }
}

fn any_live(pool: &mut crate::term::Pool, ended: &Ended, wanted: impl Fn(bool) -> bool) -> Term {
    let states = ended.states.iter().filter(|(_, _, done)| wanted(*done));
    let live: Vec<Term> = states.map(|(_, state, _)| state.live(pool)).collect();
    pool.any(&live)
}

/// The variables behind inputs, and how to read values off them.
pub(super) fn readings(
    pool: &crate::term::Pool,
    inputs: BTreeMap<Position, InputRecord>,
) -> (Vec<Term>, Vec<Reads>) {
    let reads: Vec<Reads> = inputs
        .into_values()
        .map(|record| Reads {
            asked: record.asked,
            when: record.when,
            value: template(&record.value),
        })
        .collect();
    let mut terms = Vec::new();
    reads.iter().for_each(|read| read.value.terms(&mut terms));
    (crate::term::support(pool, &terms), reads)
}

fn template(value: &Sym) -> Template {
    match value {
        Sym::Scalar(term) => Template::Scalar(*term),
        Sym::Product(parts) => Template::Product(parts.iter().map(template).collect()),
        Sym::Sum(tag, payloads) => {
            let payloads = payloads.iter().map(|p| p.iter().map(template).collect());
            Template::Sum(*tag, payloads.collect())
        }
        Sym::Undefined | Sym::Refs(_) | Sym::Slices(_) | Sym::Funcs(_) => Template::Unknown,
    }
}
