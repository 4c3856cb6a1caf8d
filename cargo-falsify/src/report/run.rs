//! A run of a loop: a table of its ticks for a person, an object a tick for a program.

use serde_json::{json, Map, Value as Json};

use super::paint::Paint;
use crate::diagnostic::render::Renderer;
use crate::ir::interp::{Event, Phase, Stop};
use crate::ir::{Harness, LoopForm, Program, TickParam, Type, TypeId, Value};
use crate::list::{Input, InputKind, Loop, Typed};
use crate::notation::{held, is_value_of, short_name, show, tells_nothing, to_json};
use crate::simulate::Snapshot;
use crate::source::Symbol;

/// Ticks after which the widths of the columns are fixed.
const MEASURED: usize = 64;

/// Characters of a cell; JSON has all of them.
const WIDEST: usize = 40;

/// Shows the ticks of one loop.
pub struct RunReport<'a> {
    pub program: &'a Program,
    pub harness: &'a Harness,
    pub found: &'a Loop,
    pub renderer: &'a Renderer<'a>,
}

/// One column of the table: its group, its head.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Column {
    group: Group,
    head: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Tick,
    Inputs,
    State,
    Outputs,
    Monitors,
}

/// Rows that wait until the widths are known.
pub struct Table<'a> {
    report: &'a RunReport<'a>,
    columns: Vec<Column>,
    widths: Vec<usize>,
    waiting: Vec<Vec<String>>,
    measured: bool,
    before: Vec<String>,
}

impl<'a> RunReport<'a> {
    pub fn table(&'a self) -> Table<'a> {
        let columns = self.columns();
        Table {
            report: self,
            widths: columns.iter().map(|c| c.head.chars().count()).collect(),
            before: vec![String::new(); columns.len()],
            columns,
            waiting: Vec::new(),
            measured: false,
        }
    }

    fn columns(&self) -> Vec<Column> {
        let column = |group, head: &str| Column {
            group,
            head: short_name(head),
        };
        let mut columns = vec![column(Group::Tick, "tick")];
        if !self.harness.handlers.is_empty() {
            columns.push(column(Group::Inputs, "handlers"));
        }
        columns.extend(
            self.found
                .inputs
                .iter()
                .map(|i| column(Group::Inputs, i.name.as_str())),
        );
        columns.dedup();
        for state in &self.found.state {
            columns.extend(
                self.state_heads(state.name, state.ty.id)
                    .iter()
                    .map(|h| column(Group::State, h)),
            );
        }
        if self.returns().is_some() {
            columns.push(column(Group::Outputs, "returned"));
        }
        if self.has_events() {
            columns.push(column(Group::Outputs, "events"));
        }
        if !self.found.properties.is_empty() {
            columns.push(column(Group::Monitors, "checks"));
        }
        let monitors = self.harness.monitors.iter();
        columns.extend(monitors.map(|m| column(Group::Monitors, m.name.as_str())));
        columns
    }

    fn has_events(&self) -> bool {
        self.found
            .outputs
            .iter()
            .any(|o| matches!(o, crate::list::Output::Event { .. }))
    }

    fn returns(&self) -> Option<TypeId> {
        self.found.outputs.iter().find_map(|o| match o {
            crate::list::Output::Returned(ty) => Some(ty.id),
            crate::list::Output::Event { .. } => None,
        })
    }

    /// A struct of the user's has a column for each field.
    fn fields(&self, ty: TypeId) -> Option<&'a [(Symbol, TypeId)]> {
        match &self.program.types[ty.0 as usize] {
            Type::Struct { fields, name }
                if held(*name, fields).is_none() && !fields.is_empty() =>
            {
                Some(fields)
            }
            _ => None,
        }
    }

    fn tells(&self, ty: TypeId) -> bool {
        !tells_nothing(self.program, ty)
    }

    fn state_heads(&self, name: Symbol, ty: TypeId) -> Vec<String> {
        match self.fields(ty) {
            Some(fields) => {
                let telling = fields.iter().filter(|(_, ty)| self.tells(*ty));
                telling.map(|(field, _)| field.to_string()).collect()
            }
            None => vec![name.to_string()],
        }
    }

    fn state_cells(&self, ty: TypeId, value: &Value) -> Vec<String> {
        match (self.fields(ty), value) {
            (Some(fields), Value::Aggregate(parts)) => {
                let cells = fields.iter().zip(parts);
                cells
                    .filter(|((_, ty), _)| self.tells(*ty))
                    .map(|((_, ty), v)| show(self.program, *ty, v))
                    .collect()
            }
            (Some(fields), _) => {
                let telling = fields.iter().filter(|(_, ty)| self.tells(*ty));
                telling.map(|_| "_".into()).collect()
            }
            (None, _) => vec![show(self.program, ty, value)],
        }
    }

    /// The cells of a tick, in the order of the columns.
    fn row(&self, snapshot: &Snapshot) -> Vec<String> {
        let record = &snapshot.record;
        let mut row = vec![match record.tick {
            0 => "start".to_owned(),
            tick => tick.to_string(),
        }];
        if !self.harness.handlers.is_empty() {
            let names = record.handlers.iter().map(|&at| self.handler_name(at));
            let inside = record.interrupts();
            let inside = inside.map(|(name, at)| format!("{}@{at}", short_name(name)));
            row.push(names.chain(inside).collect::<Vec<_>>().join(" "));
        }
        row.extend(
            self.input_names()
                .into_iter()
                .map(|name| self.input_cell(snapshot, name)),
        );
        let state = snapshot.state.iter();
        row.extend(state.flat_map(|(_, ty, value)| self.state_cells(*ty, value)));
        if let Some(ty) = self.returns() {
            row.push(
                record
                    .out
                    .as_ref()
                    .map_or_else(String::new, |v| show(self.program, ty, v)),
            );
        }
        if self.has_events() {
            let events: Vec<String> = record.events.iter().map(|e| self.event(e)).collect();
            row.push(events.join(" "));
        }
        if !self.found.properties.is_empty() {
            let failed = record.properties.iter().filter(|p| !p.holds);
            row.push(
                failed
                    .map(|p| format!("✗ {}", p.name))
                    .collect::<Vec<_>>()
                    .join(" "),
            );
        }
        let asked = record
            .monitors
            .iter()
            .map(|&holds| if holds { "✓" } else { "✗" }.to_owned());
        let padding = self.harness.monitors.len() - record.monitors.len();
        row.extend(asked.chain(vec![String::new(); padding]));
        row
    }

    /// Names of inputs, each once, as the columns have them.
    fn input_names(&self) -> Vec<Symbol> {
        let mut names: Vec<Symbol> = self.found.inputs.iter().map(|i| i.name).collect();
        names.dedup_by_key(|name| short_name(name.as_str()));
        names
    }

    fn handler_name(&self, at: usize) -> String {
        self.harness
            .handlers
            .get(at)
            .map_or_else(String::new, |h| short_name(h.name.as_str()))
    }

    fn input_cell(&self, snapshot: &Snapshot, name: Symbol) -> String {
        let values = self.values_of(snapshot, name);
        let shown: Vec<String> = values
            .into_iter()
            .map(|(ty, v)| show(self.program, ty, v))
            .collect();
        shown.join(" ")
    }

    /// What an input was in a tick, each read of it.
    fn values_of<'s>(&self, snapshot: &'s Snapshot, name: Symbol) -> Vec<(TypeId, &'s Value)> {
        let record = &snapshot.record;
        let of = |all: &'s [(Symbol, Value)], kind: InputKind| {
            let values = all.iter().filter(move |(known, _)| *known == name);
            let typed = values.filter_map(move |(_, v)| Some((self.type_of(name, kind, v)?, v)));
            typed.collect::<Vec<_>>()
        };
        let mut values = of(&record.inputs, InputKind::Parameter);
        values.extend(of(&record.reads, InputKind::Call));
        values
    }

    /// The type of a value from a source, which may give values of several types.
    fn type_of(&self, name: Symbol, kind: InputKind, value: &Value) -> Option<TypeId> {
        let inputs = self.found.inputs.iter();
        let mut types = inputs
            .filter(|i: &&Input| i.name == name && i.kind == kind)
            .map(|i| i.ty.id);
        types.find(|ty| is_value_of(self.program, *ty, value))
    }

    fn event(&self, event: &Event) -> String {
        let types = self.event_types(event.name);
        let args = types
            .iter()
            .zip(&event.args)
            .map(|(ty, v)| show(self.program, ty.id, v));
        format!(
            "{}({})",
            short_name(event.name.as_str()),
            args.collect::<Vec<_>>().join(", ")
        )
    }

    fn event_types(&self, event: Symbol) -> &[Typed] {
        let mut known = self.found.outputs.iter().filter_map(|o| match o {
            crate::list::Output::Event { name, args } if *name == event => Some(args.as_slice()),
            _ => None,
        });
        known.next().unwrap_or(&[])
    }

    /// A tick as an object: the schema is in `docs/json.md`.
    pub fn json(&self, snapshot: &Snapshot) -> String {
        let record = &snapshot.record;
        let mut reads: Map<String, Json> = Map::new();
        for (name, value) in &record.reads {
            let ty = self.type_of(*name, InputKind::Call, value);
            let list = reads.entry(name.to_string()).or_insert_with(|| json!([]));
            if let (Some(ty), Some(list)) = (ty, list.as_array_mut()) {
                list.push(to_json(self.program, ty, value));
            }
        }
        let state = snapshot
            .state
            .iter()
            .map(|(name, ty, v)| (name.to_string(), to_json(self.program, *ty, v)));
        let events = record.events.iter().map(|e| json!({
            "name": e.name.as_str(),
            "args": self.event_types(e.name).iter().zip(&e.args).map(|(ty, v)| to_json(self.program, ty.id, v)).collect::<Json>(),
        }));
        let monitors = self.harness.monitors.iter().zip(&record.monitors);
        json!({
            "reason": "tick",
            "package": self.harness.package.as_str(),
            "loop": self.harness.name.as_str(),
            "tick": record.tick,
            "handlers": record.handlers.iter().map(|&at| self.harness.handlers[at].name.as_str()).collect::<Vec<_>>(),
            "inputs": self.parameters(snapshot),
            "reads": reads,
            "state": state.collect::<Map<_, _>>(),
            "returned": self.returns().zip(record.out.as_ref()).map(|(ty, v)| to_json(self.program, ty, v)),
            "events": events.collect::<Json>(),
            "checks": record.properties.iter().map(|p| json!({"name": p.name.as_str(), "holds": p.holds})).collect::<Json>(),
            "monitors": monitors.map(|(m, &holds)| (m.name.to_string(), json!(holds))).collect::<Map<_, _>>(),
            "stop": record.stop.as_ref().map(|(phase, stop)| self.stop_object(*phase, stop)),
        })
        .to_string()
    }

    fn parameters(&self, snapshot: &Snapshot) -> Map<String, Json> {
        let LoopForm::Step { params, .. } = &self.harness.form else {
            return Map::new();
        };
        let ty = |wanted: Symbol| {
            params.iter().find_map(|p| match p {
                TickParam::Input { name, ty, .. } if *name == wanted => Some(*ty),
                _ => None,
            })
        };
        let inputs = snapshot.record.inputs.iter();
        inputs
            .filter_map(|(name, v)| Some((name.to_string(), to_json(self.program, ty(*name)?, v))))
            .collect()
    }

    fn stop_object(&self, phase: Phase, stop: &Stop) -> Json {
        let (kind, span) = match stop {
            Stop::Panicked(panic) => ("panic", Some(panic.span)),
            Stop::AssumeFailed(span) => ("assume", Some(*span)),
            Stop::MissingInput(_) => ("missing-input", None),
            Stop::InvalidInput(..) => ("invalid-input", None),
            Stop::OutOfFuel => ("steps", None),
            Stop::StackOverflow => ("stack", None),
            Stop::Bug(_) => ("bug", None),
        };
        json!({
            "kind": kind,
            "during": self.phase(phase),
            "message": self.stop(stop),
            "span": span.map(|s| self.renderer.place(s)),
        })
    }

    fn phase(&self, phase: Phase) -> String {
        match phase {
            Phase::Start => "start".into(),
            Phase::Handler(at) => self.handler_name(at),
            Phase::Plant => "environment".into(),
            Phase::Tick => "tick".into(),
            Phase::Monitor(at) => self
                .harness
                .monitors
                .get(at)
                .map_or_else(String::new, |m| short_name(m.name.as_str())),
        }
    }

    /// Why a run ended early, in words.
    pub fn stop(&self, stop: &Stop) -> String {
        match stop {
            Stop::Panicked(panic) => {
                let place = self.renderer.location(panic.span);
                let text = self.renderer.sources.text(panic.span);
                let line = text.lines().next().unwrap_or("").trim();
                format!("panic ({}) at {place}: {line}", panic.kind.name())
            }
            Stop::AssumeFailed(span) => format!(
                "the assumption at {} is false",
                self.renderer.location(*span)
            ),
            Stop::MissingInput(name) => format!(
                "there is no value for the input `{}`",
                short_name(name.as_str())
            ),
            Stop::InvalidInput(name, why) => format!(
                "the input `{}` cannot have this value: {why}",
                short_name(name.as_str())
            ),
            Stop::OutOfFuel => "a tick takes too many steps: it may not end".into(),
            Stop::StackOverflow => "calls nest too deeply or need too much memory".into(),
            Stop::Bug(what) => format!("the program is malformed: {what}"),
        }
    }
}

impl Table<'_> {
    fn paint(&self) -> Paint {
        Paint(self.report.renderer.colour)
    }

    /// Takes a tick and gives the text that can be printed by now.
    pub fn tick(&mut self, snapshot: &Snapshot) -> String {
        let row = self.report.row(snapshot).into_iter();
        let row: Vec<String> = row.map(shortened).collect();
        for (width, cell) in self.widths.iter_mut().zip(&row) {
            *width = (*width).max(cell.chars().count());
        }
        self.waiting.push(row);
        match self.waiting.len() >= MEASURED || self.measured {
            true => self.flush(),
            false => String::new(),
        }
    }

    /// The text that is still waiting.
    pub fn flush(&mut self) -> String {
        let rows = std::mem::take(&mut self.waiting);
        let mut text = String::new();
        if !std::mem::replace(&mut self.measured, true) {
            let heads: Vec<String> = self.columns.iter().map(|c| c.head.clone()).collect();
            text += &self.line(&heads, &|_, cell| self.paint().dim(&cell));
        }
        for row in rows {
            let changed: Vec<bool> = row
                .iter()
                .zip(&self.before)
                .map(|(now, then)| now != then)
                .collect();
            text += &self.line(&row, &|at, cell| self.dress(at, cell, changed[at]));
            self.before = row;
        }
        text
    }

    /// What stays as it was in the state is dim, what is violated red.
    fn dress(&self, at: usize, cell: String, changed: bool) -> String {
        match self.columns[at].group {
            Group::Monitors if cell.contains('✗') => self.paint().bad(&cell),
            Group::Monitors => self.paint().good(&cell),
            Group::State if !changed => self.paint().dim(&cell),
            Group::Tick | Group::Inputs | Group::State | Group::Outputs => cell,
        }
    }

    fn line(&self, cells: &[String], dress: &dyn Fn(usize, String) -> String) -> String {
        let mut line = String::new();
        let mut group = Group::Tick;
        for (at, cell) in cells.iter().enumerate() {
            line += match self.columns[at].group {
                next if next == group => "  ",
                _ => " │ ",
            };
            group = self.columns[at].group;
            let padding = " ".repeat(self.widths[at].saturating_sub(cell.chars().count()));
            line += &dress(at, format!("{padding}{cell}"));
        }
        line.trim_end().to_owned() + "\n"
    }
}

fn shortened(cell: String) -> String {
    match cell.char_indices().nth(WIDEST) {
        Some(_) => cell.chars().take(WIDEST - 1).chain(['…']).collect(),
        None => cell,
    }
}
