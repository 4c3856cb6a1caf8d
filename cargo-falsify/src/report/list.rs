//! What was found in a crate, for a person and for a program.

use std::collections::BTreeMap;

use serde_json::{json, Value as Json};

use super::paint::Paint;
use crate::diagnostic::render::Renderer;
use crate::diagnostic::PREFIX;
use crate::effects::{EffectsOf, Witness};
use crate::ir::{Program, StaticId, TypeId, Value};
use crate::list::{
    Binding, Bound, Breach, Form, Handler, Helper, Input, InputKind, Listing, Loop, Monitor,
    Output, PanicSite, Plant, Rejected, StateKind, StateVariable, Typed,
};
use crate::notation::{short_name, show, tells_nothing, to_json, type_name};
use crate::source::{Span, Symbol};
use crate::summary::{Call, Class};

/// A listing with what is needed to show it.
pub struct ListReport<'a> {
    /// Name and version.
    pub package: &'a (String, String),
    pub listing: &'a Listing,
    pub program: &'a Program,
    pub effects: &'a EffectsOf,
    /// Calls of aux functions.
    pub calls: &'a [Call],
    pub renderer: &'a Renderer<'a>,
    /// Whether a span lies in the user's own files.
    pub is_own: &'a dyn Fn(Span) -> bool,
}

/// Where the values of a row begin.
const INDENT: usize = 16;

impl ListReport<'_> {
    pub fn human(&self) -> String {
        let paint = self.paint();
        let mut text = format!(
            "{} v{} {}\n",
            paint.bold(&self.package.0),
            self.package.1,
            paint.dim(&format!("usize is {} bits", self.program.pointer_width)),
        );
        self.listing
            .loops
            .iter()
            .for_each(|l| text += &self.loop_section(l));
        text += &self.helpers("aux", &self.listing.aux);
        text += &self.helpers("could be aux", &self.listing.candidates);
        text += &self.rejected();
        text
    }

    fn paint(&self) -> Paint {
        Paint(self.renderer.colour)
    }

    fn place(&self, span: Span) -> String {
        self.paint().dim(&self.renderer.location(span))
    }

    fn ty(&self, ty: Typed) -> String {
        match ty.written {
            Some(written) => short_name(written.as_str()),
            None => type_name(self.program, ty.id),
        }
    }

    /// `  head   text`, further lines under the first.
    fn row(&self, head: &str, lines: &[String]) -> String {
        let width = INDENT - 4;
        let mut text = String::new();
        for (number, line) in lines.iter().enumerate() {
            let head = if number == 0 { head } else { "" };
            text += &format!(
                "    {} {line}\n",
                self.paint().dim(&format!("{head:<width$}"))
            );
        }
        text
    }

    fn loop_section(&self, found: &Loop) -> String {
        let form = match found.form {
            Form::Step => "step",
            Form::Superloop => "superloop",
        };
        let mut text = format!(
            "\n  loop {}  {form}  {}\n",
            self.paint().name(&short_name(found.name.as_str())),
            self.place(found.span)
        );
        text += &self.row(
            "state",
            &or_none(
                found
                    .state
                    .iter()
                    .flat_map(|s| self.state_lines(s))
                    .collect(),
            ),
        );
        text += &self.row(
            "inputs",
            &or_none(found.inputs.iter().map(|i| self.input_line(i)).collect()),
        );
        text += &self.row(
            "outputs",
            &or_none(found.outputs.iter().map(|o| self.output_line(o)).collect()),
        );
        text += &self.row(
            "environment",
            &self.environment_lines(found.environment.as_ref()),
        );
        text += &self.row(
            "handlers",
            &found
                .handlers
                .iter()
                .flat_map(|h| self.handler_lines(h))
                .collect::<Vec<_>>(),
        );
        text += &self.row("checks", &self.property_lines(found));
        text += &self.row("panic sites", &[panic_summary(&found.panic_sites)]);
        if found.monitors.is_empty() {
            text += &self.row("monitors", &["none".to_owned()]);
        }
        found
            .monitors
            .iter()
            .for_each(|m| text += &self.monitor_section(m));
        text
    }

    fn state_lines(&self, state: &StateVariable) -> Vec<String> {
        let kind = match state.kind {
            StateKind::Parameter => "",
            StateKind::Local => "local ",
            StateKind::Static(_) => "static ",
        };
        let initial = match &state.initial {
            Some(value) => format!(" = {}", show(self.program, state.ty.id, value)),
            None => String::new(),
        };
        let name = short_name(state.name.as_str());
        let head = format!("{kind}{name}: {}{initial}", self.ty(state.ty));
        let fields = match state.kind {
            StateKind::Static(_) => Vec::new(),
            StateKind::Parameter | StateKind::Local => self.field_lines(state),
        };
        std::iter::once(head).chain(fields).collect()
    }

    fn field_lines(&self, state: &StateVariable) -> Vec<String> {
        let line = |(name, ty): &(Symbol, Typed)| format!("  {name}: {}", self.ty(*ty));
        let telling = state.fields.iter();
        let telling = telling.filter(|(_, ty)| !tells_nothing(self.program, ty.id));
        telling.map(line).collect()
    }

    fn input_line(&self, input: &Input) -> String {
        let call = match input.kind {
            InputKind::Parameter => "",
            InputKind::Call => "()",
        };
        let range = match &input.range {
            Some(range) => format!(" in {}", self.range(input.ty.id, range)),
            None => String::new(),
        };
        format!(
            "{}{call}: {}{range}",
            short_name(input.name.as_str()),
            self.ty(input.ty)
        )
    }

    fn range(&self, ty: TypeId, (low, high): &(Value, Value)) -> String {
        format!(
            "{}..={}",
            show(self.program, ty, low),
            show(self.program, ty, high)
        )
    }

    fn output_line(&self, output: &Output) -> String {
        match output {
            Output::Returned(ty) => format!("returns {}", self.ty(*ty)),
            Output::Event { name, args } => {
                let args: Vec<String> = args.iter().map(|ty| self.ty(*ty)).collect();
                format!("{}({})", short_name(name.as_str()), args.join(", "))
            }
        }
    }

    fn environment_lines(&self, plant: Option<&Plant>) -> Vec<String> {
        let line = |plant: &Plant| {
            let memory = match plant.memory {
                Some(ty) => format!(" with memory {}", self.ty(ty)),
                None => String::new(),
            };
            let name = self.paint().bold(&short_name(plant.name.as_str()));
            format!("{name}{memory}  {}", self.place(plant.span))
        };
        plant.map(line).into_iter().collect()
    }

    fn handler_line(&self, handler: &Handler) -> String {
        let preempt = match (handler.preempt, handler.points.is_empty()) {
            (true, false) => " and in the middle of them",
            (true, true) => ", marked `preempt`",
            (false, _) => "",
        };
        format!(
            "{} at most {} between ticks{preempt}  {}",
            self.paint().bold(&short_name(handler.name.as_str())),
            match handler.max {
                1 => "once".to_owned(),
                n => format!("{n} times"),
            },
            self.place(handler.span)
        )
    }

    fn handler_lines(&self, handler: &Handler) -> Vec<String> {
        let shared = handler.shared.iter().map(|s| self.static_name(*s));
        let shared = shared.collect::<Vec<_>>().join(", ");
        let shared = (!shared.is_empty()).then(|| format!("  shares {shared} with the tick"));
        let points = handler.points.iter();
        let points = points.map(|span| format!("  may preempt  {}", self.place(*span)));
        let head = std::iter::once(self.handler_line(handler));
        head.chain(shared).chain(points).collect()
    }

    fn property_lines(&self, found: &Loop) -> Vec<String> {
        let line = |(name, span): &(Symbol, Span)| format!("{name}  {}", self.place(*span));
        found.properties.iter().map(line).collect()
    }

    fn monitor_section(&self, monitor: &Monitor) -> String {
        let name = self.paint().name(&short_name(monitor.name.as_str()));
        let mut lines = vec![format!("{name}  {}", self.place(monitor.span))];
        lines.extend(
            monitor
                .requirement
                .lines()
                .map(|line| self.paint().bold(line.trim())),
        );
        let names: Vec<String> = monitor.params.iter().map(bound_name).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0);
        let params = names.iter().zip(&monitor.params);
        lines
            .extend(params.map(|(name, bound)| format!("{name:<width$}  {}", self.binding(bound))));
        self.row("monitor", &lines)
    }

    fn binding(&self, bound: &Bound) -> String {
        let ty = self.ty(bound.ty);
        match bound.to {
            Binding::State => format!("the state, {ty}"),
            Binding::Input(name) => format!("this tick's input `{name}`, {ty}"),
            Binding::Out => format!("what the tick returned, {ty}"),
            Binding::Local(name) => format!("the local `{name}` at the end of the iteration, {ty}"),
            Binding::Event(name) => {
                format!(
                    "the last `{}` of this tick, {ty}",
                    short_name(name.as_str())
                )
            }
            Binding::Memory => format!("its own memory, {ty}"),
        }
    }

    fn helpers(&self, title: &str, helpers: &[Helper]) -> String {
        if helpers.is_empty() {
            return String::new();
        }
        let lines: Vec<String> = helpers.iter().flat_map(|h| self.helper_lines(h)).collect();
        format!("\n{}", self.row(title, &lines))
    }

    fn helper_lines(&self, helper: &Helper) -> Vec<String> {
        let params: Vec<String> = helper.params.iter().map(|(_, ty)| self.ty(*ty)).collect();
        let head = format!(
            "{}({}) -> {}  {}",
            self.paint().bold(&helper.path),
            params.join(", "),
            self.ty(helper.output),
            self.place(helper.span)
        );
        let reads = helper
            .reads
            .iter()
            .map(|s| format!("  also reads {}", self.static_name(*s)));
        let breaches = helper
            .breaches
            .iter()
            .map(|b| format!("  {}", self.paint().bad(&self.breach(helper, b))));
        let calls = self.calls_of(helper).map(|call| self.call_line(call));
        let lines = std::iter::once(head).chain(reads).chain(breaches);
        lines.chain(calls).collect()
    }

    fn calls_of<'h>(&'h self, helper: &'h Helper) -> impl Iterator<Item = &'h Call> {
        let calls = self.calls.iter();
        calls.filter(|call| helper.instances.contains(&call.callee))
    }

    fn call_line(&self, call: &Call) -> String {
        let place = self.renderer.location(call.span);
        format!(
            "  {} at {}: {}",
            class_name(call.class),
            self.paint().dim(&place),
            self.reason(call.class)
        )
    }

    /// Why a call is of its class.
    fn reason(&self, class: Class) -> String {
        match class {
            Class::Deterministic => "no input reaches its arguments".into(),
            Class::Independent { input } => {
                let input = short_name(input.as_str());
                format!("nothing else uses what its arguments are made of, such as `{input}`")
            }
            Class::Candidate { variable, used } => {
                let what = variable.map_or_else(
                    || "what its arguments are made of".to_owned(),
                    |variable| format!("`{}`", short_name(variable.as_str())),
                );
                format!("{what} is also used at {}", self.renderer.location(used))
            }
        }
    }

    fn static_name(&self, id: StaticId) -> String {
        short_name(self.program.statics[id.0 as usize].name.as_str())
    }

    fn witness(&self, witness: Witness) -> String {
        self.renderer
            .location(self.effects.place_of(witness, self.is_own))
    }

    fn breach(&self, helper: &Helper, breach: &Breach) -> String {
        match breach {
            Breach::NoInput => "has no input".into(),
            Breach::NoOutput => "has no output".into(),
            Breach::WritesStatic(s, at) => {
                format!("writes {} at {}", self.static_name(*s), self.witness(*at))
            }
            Breach::WritesParameter(p, at) => {
                format!(
                    "writes through `{}` at {}",
                    parameter_name(helper, *p),
                    self.witness(*at)
                )
            }
            Breach::DrawsInput(source, at) => {
                format!(
                    "reads the input {} at {}",
                    short_name(source.as_str()),
                    self.witness(*at)
                )
            }
            Breach::EmitsEvent(event, at) => {
                format!(
                    "emits {} at {}",
                    short_name(event.as_str()),
                    self.witness(*at)
                )
            }
        }
    }

    fn rejected(&self) -> String {
        if self.listing.not_analysable.is_empty() {
            return String::new();
        }
        let mut text = "\n  not analysable\n".to_owned();
        for rejected in &self.listing.not_analysable {
            text += &format!(
                "    {}  {}\n",
                self.paint().bold(&rejected.path),
                self.place(rejected.span)
            );
            for problem in &rejected.problems {
                let place = problem.span().map(|s| self.place(s)).unwrap_or_default();
                text += &format!("      {problem}  {}{}  {place}\n", PREFIX, problem.code);
            }
        }
        text
    }

    /// The lines of JSON: the schema is in `docs/json.md`.
    pub fn json(&self) -> Vec<String> {
        let listing = self.listing;
        let mut objects = vec![self.package_object()];
        objects.extend(listing.loops.iter().flat_map(|l| self.loop_objects(l)));
        objects.extend(listing.aux.iter().map(|h| self.helper_object("aux", h)));
        objects.extend(
            listing
                .candidates
                .iter()
                .map(|h| self.helper_object("candidate", h)),
        );
        objects.extend(
            listing
                .not_analysable
                .iter()
                .map(|r| self.rejected_object(r)),
        );
        objects
            .into_iter()
            .map(|object| object.to_string())
            .collect()
    }

    /// The object with the package that it belongs to.
    fn object(&self, reason: &str, mut rest: Json) -> Json {
        rest["reason"] = json!(reason);
        rest["package"] = json!(self.package.0);
        rest
    }

    fn package_object(&self) -> Json {
        let counted = json!({
            "version": self.package.1,
            "pointer_width": self.program.pointer_width,
            "loops": self.listing.loops.len(),
            "monitors": self.listing.loops.iter().map(|l| l.monitors.len()).sum::<usize>(),
        });
        self.object("package", counted)
    }

    fn loop_objects(&self, found: &Loop) -> Vec<Json> {
        let name = found.name.as_str();
        let body = json!({
            "name": name,
            "form": match found.form { Form::Step => "step", Form::Superloop => "superloop" },
            "span": self.renderer.place(found.span),
            "state": found.state.iter().map(|s| self.state_object(s)).collect::<Json>(),
            "inputs": found.inputs.iter().map(|i| self.input_object(i)).collect::<Json>(),
            "outputs": found.outputs.iter().map(|o| self.output_object(o)).collect::<Json>(),
            "environment": found.environment.as_ref().map(|p| json!({
                "name": p.name.as_str(),
                "span": self.renderer.place(p.span),
                "memory": p.memory.map(|ty| self.ty(ty)),
            })),
            "handlers": found.handlers.iter().map(|h| json!({
                "name": h.name.as_str(),
                "span": self.renderer.place(h.span),
                "max": h.max,
                "preempt": h.preempt,
                "points": h.points.iter().map(|span| self.renderer.place(*span)).collect::<Json>(),
                "shared": h.shared.iter().map(|s| self.program.statics[s.0 as usize].name.as_str()).collect::<Json>(),
            })).collect::<Json>(),
            "checks": found.properties.iter().map(|(name, span)| json!({
                "name": name.as_str(),
                "span": self.renderer.place(*span),
            })).collect::<Json>(),
            "panic_sites": found.panic_sites.iter().map(|s| json!({
                "kind": s.kind.name(),
                "span": self.renderer.place(s.span),
            })).collect::<Json>(),
        });
        let monitors = found.monitors.iter().map(|m| self.monitor_object(name, m));
        std::iter::once(self.object("loop", body))
            .chain(monitors)
            .collect()
    }

    fn state_object(&self, state: &StateVariable) -> Json {
        let kind = match state.kind {
            StateKind::Parameter => "parameter",
            StateKind::Local => "local",
            StateKind::Static(_) => "static",
        };
        let field =
            |(name, ty): &(Symbol, Typed)| json!({"name": name.as_str(), "type": self.ty(*ty)});
        let fields: Json = state.fields.iter().map(field).collect();
        json!({
            "name": state.name.as_str(),
            "kind": kind,
            "type": self.ty(state.ty),
            "fields": fields,
            "initial": state.initial.as_ref().map(|v| to_json(self.program, state.ty.id, v)),
        })
    }

    fn input_object(&self, input: &Input) -> Json {
        let bound = |value: &Value| to_json(self.program, input.ty.id, value);
        json!({
            "name": input.name.as_str(),
            "kind": match input.kind { InputKind::Parameter => "parameter", InputKind::Call => "call" },
            "type": self.ty(input.ty),
            "range": input.range.as_ref().map(|(low, high)| json!([bound(low), bound(high)])),
        })
    }

    fn output_object(&self, output: &Output) -> Json {
        match output {
            Output::Returned(ty) => {
                json!({"kind": "returned", "name": null, "types": [self.ty(*ty)]})
            }
            Output::Event { name, args } => json!({
                "kind": "event",
                "name": name.as_str(),
                "types": args.iter().map(|ty| self.ty(*ty)).collect::<Vec<_>>(),
            }),
        }
    }

    fn monitor_object(&self, of: &str, monitor: &Monitor) -> Json {
        let body = json!({
            "name": monitor.name.as_str(),
            "loop": of,
            "span": self.renderer.place(monitor.span),
            "requirement": monitor.requirement,
            "params": monitor.params.iter().map(|b| self.bound_object(b)).collect::<Json>(),
        });
        self.object("monitor", body)
    }

    fn bound_object(&self, bound: &Bound) -> Json {
        let (to, name) = match bound.to {
            Binding::State => ("state", None),
            Binding::Input(name) => ("input", Some(name)),
            Binding::Out => ("out", None),
            Binding::Local(name) => ("local", Some(name)),
            Binding::Event(name) => ("event", Some(name)),
            Binding::Memory => ("memory", None),
        };
        json!({
            "name": bound.name.map(|n| n.as_str()),
            "type": self.ty(bound.ty),
            "bound_to": to,
            "of": name.map(|n| n.as_str()),
        })
    }

    fn helper_object(&self, reason: &str, helper: &Helper) -> Json {
        let body = json!({
            "name": helper.path,
            "span": self.renderer.place(helper.span),
            "params": helper.params.iter().map(|(name, ty)| json!({
                "name": name.map(|n| n.as_str()),
                "type": self.ty(*ty),
            })).collect::<Json>(),
            "output": self.ty(helper.output),
            "reads": helper.reads.iter().map(|s| json!(self.program.statics[s.0 as usize].name.as_str())).collect::<Json>(),
            "breaches": helper.breaches.iter().map(|b| json!(self.breach(helper, b))).collect::<Json>(),
            "calls": self.calls_of(helper).map(|call| json!({
                "span": self.renderer.place(call.span),
                "class": class_name(call.class),
                "why": self.reason(call.class),
            })).collect::<Json>(),
        });
        self.object(reason, body)
    }

    fn rejected_object(&self, rejected: &Rejected) -> Json {
        let problem = |d: &crate::diagnostic::Diagnostic| {
            json!({
                "code": format!("{PREFIX}{}", d.code),
                "message": d.message,
                "span": d.span().map(|s| self.renderer.place(s)),
            })
        };
        let body = json!({
            "name": rejected.path,
            "span": self.renderer.place(rejected.span),
            "problems": rejected.problems.iter().map(problem).collect::<Json>(),
        });
        self.object("not-analysable", body)
    }
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Deterministic => "deterministic",
        Class::Independent { .. } => "independent",
        Class::Candidate { .. } => "candidate",
    }
}

fn or_none(lines: Vec<String>) -> Vec<String> {
    match lines.is_empty() {
        true => vec!["none".into()],
        false => lines,
    }
}

fn bound_name(bound: &Bound) -> String {
    bound
        .name
        .map_or_else(|| "_".to_owned(), |name| name.to_string())
}

fn parameter_name(helper: &Helper, position: u32) -> String {
    let name = helper
        .params
        .get(position as usize)
        .and_then(|(name, _)| *name);
    name.map_or_else(
        || format!("parameter {}", position + 1),
        |name| name.to_string(),
    )
}

/// `7: 4 overflow, 3 bounds`
fn panic_summary(sites: &[PanicSite]) -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for site in sites {
        *kinds.entry(site.kind.name()).or_default() += 1;
    }
    let kinds: Vec<String> = kinds
        .iter()
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    match sites.len() {
        0 => "none".into(),
        total => format!("{total}: {}", kinds.join(", ")),
    }
}
