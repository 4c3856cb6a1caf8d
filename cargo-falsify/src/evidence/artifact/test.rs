//! A violation as a Rust test: it drives the real loop and the real monitor with the inputs of the trace, so it fails as
//! long as the violation is possible.
//!
//! An ordinary build has no values for `any` and runs the real bodies of inputs and outputs, so calling the loop works for
//! runs that meet none of them. For others the test has the tool replay the trace, which it carries, on the compiled crate.

use std::fmt::Write;

use super::super::{execute, Property, Reading, TickInputs, Trace};
use super::rust::Values;
use super::Of;
use crate::ir::blueprint::{Blueprint, DirectStart, DirectText};
use crate::ir::interp::TickRecord;
use crate::ir::{Harness, LoopForm, MonitorParam, TickParam, TypeId, Value};
use crate::notation::short_name;
use crate::source::Symbol;

/// The text of a test.
pub fn test(of: Of<'_>, blueprint: &Blueprint, trace: &Trace) -> String {
    let index = of
        .program
        .harnesses
        .iter()
        .position(|it| it.name == of.harness.name);
    let text = index.and_then(|index| blueprint.loops.get(index)?.as_ref().ok());
    let position = match trace.violation.property {
        Property::Monitor(index) => index + 1,
        Property::Check { .. } | Property::Panic { .. } => 0,
    };
    let direct = text.and_then(|text| text.direct.get(position)?.as_ref());
    let drafted = Draft::new(of, direct, trace).map(|draft| {
        let module = &blueprint.modules[draft.direct.module];
        let file = of.sources.path(module.end.file);
        let file = file.strip_prefix(of.root).unwrap_or(file);
        draft.write(&file.display().to_string())
    });
    drafted.unwrap_or_else(|why| replaying(of, trace, &why))
}

fn title(of: Of<'_>, trace: &Trace) -> String {
    let violation = trace.violation;
    let (what, text) = match violation.property {
        Property::Monitor(index) => {
            let monitor = &of.harness.monitors[index];
            (
                format!("`{}` is violated", monitor.name),
                monitor.text.clone(),
            )
        }
        Property::Check { name, .. } => (format!("the check `{name}` is violated"), String::new()),
        Property::Panic { span, .. } => {
            let (line, _) = of.sources.location(span);
            let path = of.sources.path(span.file);
            let path = path.strip_prefix(of.root).unwrap_or(path).display();
            (
                format!("`{}` panics at {path}:{line}", of.harness.name),
                String::new(),
            )
        }
    };
    let requirement = text.lines().map(|line| format!("// {line}\n"));
    let requirement: String = requirement.collect();
    format!(
        "{requirement}// Found by cargo falsify: {what} at tick {}.\n",
        violation.tick
    )
}

/// What the test is called: a name that Rust takes.
fn name(of: Of<'_>, trace: &Trace) -> String {
    let name = match trace.violation.property {
        Property::Monitor(index) => short_name(of.harness.monitors[index].name.as_str()),
        Property::Check { name, .. } => name.to_string(),
        Property::Panic { kind, span } => {
            let (line, _) = of.sources.location(span);
            let name = short_name(of.harness.name.as_str());
            format!("{name}_{}_in_line_{line}", kind.name())
        }
    };
    let allowed = |c: char| c.is_alphanumeric() || c == '_';
    let name = name
        .chars()
        .map(|c| if allowed(c) { c } else { '_' })
        .collect::<String>();
    match name.starts_with(|c: char| c.is_numeric()) || name.is_empty() || name == "_" {
        true => format!("check_{name}"),
        false => name,
    }
}

/// A test of the tests directory that replays the trace.
fn replaying(of: Of<'_>, trace: &Trace, why: &str) -> String {
    let name = name(of, trace);
    let title = title(of, trace);
    let function = Symbol::new(&name).written();
    let carried = super::text(of, trace);
    let fence = "#".repeat(longest_run(&carried, '#') + 1);
    format!(
        "{title}// It is replayed by `cargo falsify`, which must be installed: {why}.
// Put this into tests/falsify_{name}.rs of the package `{package}`.
use std::process::Command;

const TRACE: &str = r{fence}\"{carried}\"{fence};

#[test]
fn {function}() {{
    let file = format!(\"falsify-{name}-{{}}.json\", std::process::id());
    let file = std::env::temp_dir().join(file);
    std::fs::write(&file, TRACE).expect(\"a temporary file\");
    let cargo = std::env::var_os(\"CARGO\").unwrap_or_else(|| \"cargo\".into());
    let manifest = concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/Cargo.toml\");
    let replay = Command::new(cargo)
        .args([\"falsify\", \"replay\", \"--manifest-path\", manifest])
        .arg(&file)
        .output();
    let _ = std::fs::remove_file(&file);
    let replay = replay.expect(\"cargo\");
    let said = [replay.stdout, replay.stderr].concat();
    assert!(replay.status.success(), \"{{}}\", String::from_utf8_lossy(&said));
}}
",
        package = of.harness.package,
    )
}

/// How often a character stands beside itself at most.
fn longest_run(text: &str, wanted: char) -> usize {
    let runs = text.split(|c| c != wanted).map(str::len);
    runs.max().unwrap_or(0)
}

/// A run without hooks: what a test can do.
struct Draft<'a> {
    of: Of<'a>,
    direct: &'a DirectText,
    trace: &'a Trace,
    /// Of each tick, its handlers and its inputs.
    ticks: Vec<(Vec<usize>, Vec<String>)>,
}

impl<'a> Draft<'a> {
    fn new(
        of: Of<'a>,
        direct: Option<&'a DirectText>,
        trace: &'a Trace,
    ) -> Result<Draft<'a>, String> {
        if matches!(trace.violation.property, Property::Check { .. }) {
            return Err("an ordinary build does not evaluate `check!`".into());
        }
        if matches!(of.harness.form, LoopForm::Superloop { .. }) {
            return Err("the loop never returns, and its ticks are inside".into());
        }
        let direct =
            direct.ok_or("no module has safe ways to the loop, the monitor and all inputs")?;
        let records = without_hooks(of, trace)?;
        let values = Values {
            program: of.program,
            types: &direct.types,
        };
        let mut ticks = Vec::new();
        for (record, tick) in records.iter().skip(1).zip(&trace.ticks) {
            let inputs = record.inputs.iter().zip(input_types(of.harness));
            let inputs = inputs.map(|((_, value), ty)| values.expression(ty, value));
            let inputs: Option<Vec<String>> = inputs.collect();
            let inputs = inputs.ok_or("an input cannot be written as an expression")?;
            ticks.push((tick.handlers.clone(), inputs));
        }
        Ok(Draft {
            of,
            direct,
            trace,
            ticks,
        })
    }

    fn write(&self, file: &str) -> String {
        let name = name(self.of, self.trace);
        let mut text = title(self.of, self.trace);
        let _ = writeln!(
            text,
            "// Put this at the end of the module of the loop, in {file}."
        );
        if self.direct.start.is_none() {
            text += "// The loop's state is in statics: run this test alone.\n";
        }
        let _ = writeln!(
            text,
            "#[cfg(test)]\nmod falsify_{name} {{\n    #[allow(unused)]\n    use super::*;\n"
        );
        let function = Symbol::new(&name).written();
        let _ = writeln!(text, "    #[test]\n    fn {function}() {{");
        self.start(&mut text);
        self.ticks(&mut text);
        text += "    }\n}\n";
        text
    }

    fn start(&self, text: &mut String) {
        let state = self.direct.start.as_ref().map(|start| match start {
            DirectStart::Call(call) => call.clone(),
            DirectStart::Default => "Default::default()".into(),
            DirectStart::Written(span, of) => with_self(self.of.sources.text(*span), of.as_deref()),
        });
        if let Some(state) = state {
            let _ = writeln!(text, "        let mut state = {state};");
        }
        for (position, param) in self.params().iter().enumerate() {
            if matches!(param, MonitorParam::Memory { .. }) {
                let _ = writeln!(
                    text,
                    "        let mut memory_{position} = Default::default();"
                );
            }
        }
    }

    fn params(&self) -> &[MonitorParam] {
        match self.trace.violation.property {
            Property::Monitor(index) => &self.of.harness.monitors[index].params,
            _ => &[],
        }
    }

    /// Values that cannot be used twice are made twice.
    fn ticks(&self, text: &mut String) {
        let inputs = self.of.harness.form.inputs();
        let pattern: Vec<String> = inputs.iter().map(|it| format!("input_{it}")).collect();
        let pattern = tuple(&pattern);
        let made_again = !self.direct.inputs_are_copied;
        let has_handlers = self.ticks.iter().any(|(handlers, _)| !handlers.is_empty());
        let entry = |(handlers, inputs): &(Vec<usize>, Vec<String>)| {
            let inputs = match made_again {
                true => format!("(|| {}) as fn() -> _", tuple(inputs)),
                false => tuple(inputs),
            };
            let handlers = handlers
                .iter()
                .filter_map(|it| self.direct.handlers.get(*it));
            let handlers: Vec<String> = handlers.map(|it| format!("(|| {it}()) as fn()")).collect();
            match has_handlers {
                true => format!("(&[{}] as &[fn()], {inputs})", handlers.join(", ")),
                false => inputs,
            }
        };
        let entries: Vec<String> = self.ticks.iter().map(entry).collect();
        let entry = if made_again {
            "inputs".into()
        } else {
            pattern.clone()
        };
        let item = if has_handlers {
            format!("(handlers, {entry})")
        } else {
            entry
        };
        let _ = writeln!(text, "        let ticks = [");
        entries.iter().for_each(|it| {
            let _ = writeln!(text, "            {it},");
        });
        let _ = writeln!(
            text,
            "        ];\n        for (tick, {item}) in (1..).zip(ticks) {{"
        );
        if has_handlers {
            text.push_str("            handlers.iter().for_each(|handler| handler());\n");
        }
        let again = format!("            let {pattern} = inputs();\n");
        text.push_str(if made_again { &again } else { "" });
        let _ = writeln!(text, "            let out = {};", self.call());
        text.push_str(if made_again { &again } else { "" });
        let _ = writeln!(text, "            {}\n        }}", self.verdict());
    }

    fn call(&self) -> String {
        let LoopForm::Step { params, .. } = &self.of.harness.form else {
            return String::new();
        };
        let arguments = params.iter().filter_map(|param| match param {
            TickParam::State => Some("&mut state".to_owned()),
            TickParam::Input { name, .. } => Some(format!("input_{name}")),
            TickParam::Handle(_) => None,
        });
        format!(
            "{}({})",
            self.direct.body,
            arguments.collect::<Vec<_>>().join(", ")
        )
    }

    fn verdict(&self) -> String {
        let Some(monitor) = &self.direct.monitor else {
            return "let _ = (tick, out);".into();
        };
        let arguments = self
            .params()
            .iter()
            .enumerate()
            .map(|(position, param)| match param {
                MonitorParam::State => "&state".into(),
                MonitorParam::Input(name) => format!("input_{name}"),
                MonitorParam::Memory { .. } => format!("&mut memory_{position}"),
                MonitorParam::Out | MonitorParam::Event(_) | MonitorParam::Local { .. } => {
                    "out".into()
                }
            });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let takes_out = self
            .params()
            .iter()
            .any(|it| matches!(it, MonitorParam::Out));
        let unused = if takes_out {
            ""
        } else {
            "let _ = out;\n            "
        };
        format!("{unused}assert!({monitor}({arguments}), \"violated at tick {{}}\", tick);")
    }
}

/// One value by itself, several in parentheses.
fn tuple(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        _ => format!("({})", parts.join(", ")),
    }
}

fn input_types(harness: &Harness) -> Vec<TypeId> {
    let params = match &harness.form {
        LoopForm::Step { params, .. } => params.as_slice(),
        LoopForm::Superloop { .. } => &[],
    };
    let types = params.iter().filter_map(|param| match param {
        TickParam::Input { ty, .. } => Some(*ty),
        TickParam::State | TickParam::Handle(_) => None,
    });
    types.collect()
}

/// The ticks of the run with its inputs as constants; an error if it meets anything that an ordinary build does not do.
fn without_hooks(of: Of<'_>, trace: &Trace) -> Result<Vec<TickRecord>, String> {
    // With constants in its place, a repaired loop would still meet what the plant did to the broken one.
    if of.harness.environment.is_some() {
        return Err("its inputs come from the plant, which answers to what the loop does".into());
    }
    let first = execute(of.program, of.harness, trace, &mut |_| {});
    let constant = |record: &TickRecord, tick: &TickInputs| TickInputs {
        handlers: tick.handlers.clone(),
        readings: readings(&record.inputs, of.harness),
    };
    let records = first.records.iter().skip(1).zip(&trace.ticks);
    let open = Trace {
        start: Vec::new(),
        ticks: records
            .map(|(record, tick)| constant(record, tick))
            .collect(),
        violation: trace.violation,
    };
    let run = execute(of.program, of.harness, &open, &mut |_| {});
    if let Some((source, _)) = run.records.iter().flat_map(|it| &it.reads).next() {
        return Err(format!(
            "the run reads `{source}`, which has no value there"
        ));
    }
    if let Some(event) = run.records.iter().flat_map(|it| &it.events).next() {
        let event = event.name;
        return Err(format!(
            "the run calls the output `{event}`, whose body would run"
        ));
    }
    match run.shows(&trace.violation) {
        true => Ok(run.records),
        false => Err("the run depends on values that only the tool can choose".into()),
    }
}

fn readings(inputs: &[(Symbol, Value)], harness: &Harness) -> Vec<Reading> {
    let pairs = inputs.iter().zip(input_types(harness));
    let readings = pairs.map(|((source, value), ty)| Reading {
        source: *source,
        ty,
        value: value.clone(),
    });
    readings.collect()
}

/// The text with `Self` written out.
fn with_self(text: &str, of: Option<&str>) -> String {
    let Some(of) = of else {
        return text.to_owned();
    };
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || c == '_' {
            word.push(c);
            continue;
        }
        match word.as_str() {
            // Before `::` a type is in brackets, before a constructor's arguments it is not.
            "Self" if c == ':' => {
                let _ = write!(out, "<{of}>");
            }
            "Self" => out.push_str(of),
            other => out.push_str(other),
        }
        word.clear();
        out.push(c);
    }
    out.trim_end().to_owned()
}
