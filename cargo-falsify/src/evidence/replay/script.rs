//! A trace as the script that the runtime's `replay` reads: see `falsify-runtime/src/replay/script.rs` for the lines.

use std::fmt::Write;

use super::super::{Reading, Trace};
use super::added::{CallNumbers, LoopNumbers};
use crate::bv::Scalar;
use crate::ir::blueprint::{Interruptions, LoopText, Preempting, SuperloopText};
use crate::ir::{Harness, LoopForm, MonitorParam, Program, TickParam, Type, TypeId, Value};

/// What a loop is made of, with the numbers by which its functions are known.
pub(super) struct Scripted<'a> {
    pub program: &'a Program,
    pub harness: &'a Harness,
    pub text: &'a LoopText,
    pub numbers: &'a LoopNumbers,
    pub interruptions: &'a Interruptions,
    /// Those of the loop.
    pub preempting: &'a [Preempting],
}

impl Scripted<'_> {
    /// The whole script; an error if a value of the trace is not one of its type.
    pub fn write(&self, trace: &Trace) -> Result<String, String> {
        let mut lines = Lines::default();
        self.calls(&mut lines);
        lines.add(format_args!("start"));
        self.readings(&trace.start, &mut lines)?;
        for tick in &trace.ticks {
            let handlers: String = tick.handlers.iter().map(|it| format!(" {it}")).collect();
            lines.add(format_args!("tick{handlers}"));
            self.readings(&tick.readings, &mut lines)?;
        }
        Ok(lines.0)
    }

    /// What is kept is made in the order in which the interpreter makes it.
    fn calls(&self, lines: &mut Lines) {
        let mut kept = 0;
        let numbers = self.numbers;
        if let Some(start) = numbers.start {
            lines.add(format_args!("kept {start}"));
            kept += 1;
        }
        self.body(lines);
        if let (Some(plant), Some(of)) = (&numbers.plant, &self.harness.environment) {
            self.call("plant", plant, &of.params, &mut kept, lines);
        }
        for (monitor, of) in numbers.monitors.iter().zip(&self.harness.monitors) {
            self.call("monitor", monitor, &of.params, &mut kept, lines);
        }
        for handler in &numbers.handlers {
            lines.add(format_args!("handler {handler}"));
        }
        for Preempting { handler, name, max } in self.preempting {
            lines.add(format_args!("preempts {handler} {max} {name}"));
        }
    }

    fn body(&self, lines: &mut Lines) {
        let body = self.numbers.body;
        let LoopForm::Step { params, .. } = &self.harness.form else {
            return lines.add(format_args!("superloop {body}"));
        };
        let mut inputs = 0..;
        let mut arguments = String::new();
        for param in params {
            match param {
                TickParam::State => arguments.push_str(" k0"),
                TickParam::Handle(_) => {}
                TickParam::Input { name, ty, range } => {
                    let index = inputs.next().unwrap_or(0);
                    let _ = write!(arguments, " i{index}");
                    let reader = self.text.inputs.get(index).copied().unwrap_or(usize::MAX);
                    let range = self.range(*ty, range.as_ref());
                    lines.add(format_args!("input {name} {reader} {}{range}", ty.0));
                }
            }
        }
        lines.add(format_args!("step {body}{arguments}"));
    }

    fn range(&self, ty: TypeId, range: Option<&(Value, Value)>) -> String {
        let scalar = self.program.types[ty.0 as usize].scalar();
        let (Some(scalar), Some((Value::Scalar(low), Value::Scalar(high)))) = (scalar, range)
        else {
            return String::new();
        };
        let kind = match scalar {
            Scalar::Float { .. } => "f",
            _ if scalar.is_signed() => "s",
            _ => "u",
        };
        format!(" {kind} {} {}", word(scalar, *low), word(scalar, *high))
    }

    fn call(
        &self,
        verb: &str,
        numbers: &CallNumbers,
        params: &[MonitorParam],
        kept: &mut usize,
        lines: &mut Lines,
    ) {
        let mut arguments = String::new();
        for (param, memory) in params.iter().zip(&numbers.memories) {
            if let Some(memory) = memory {
                lines.add(format_args!("kept {memory}"));
                let _ = write!(arguments, " k{kept}");
                *kept += 1;
            } else {
                arguments.push(' ');
                arguments.push_str(&self.bound(param));
            }
        }
        lines.add(format_args!("{verb} {}{arguments}", numbers.function));
    }

    fn bound(&self, param: &MonitorParam) -> String {
        match param {
            MonitorParam::State | MonitorParam::Memory { .. } => "k0".into(),
            MonitorParam::Out => "o".into(),
            MonitorParam::Event(name) => format!("e:{name}"),
            MonitorParam::Input(name) => {
                let inputs = self.harness.form.inputs();
                let position = inputs.iter().position(|it| it == name);
                format!("i{}", position.unwrap_or(usize::MAX))
            }
            MonitorParam::Local { local, by_ref } => {
                let locals = self
                    .text
                    .superloop
                    .as_ref()
                    .map(|it: &SuperloopText| &it.locals);
                let mut locals = locals.into_iter().flatten();
                let position = locals.position(|it| it.local == *local);
                let kind = if *by_ref { 'r' } else { 'v' };
                format!("{kind}{}", position.unwrap_or(usize::MAX))
            }
        }
    }

    fn readings(&self, readings: &[Reading], lines: &mut Lines) -> Result<(), String> {
        for reading in readings {
            // The compiled crate has no such point, and nothing happens there.
            if self.interruptions.obstacle(reading.source).is_some() {
                continue;
            }
            let mut words = String::new();
            self.words(reading.ty, &reading.value, &mut words)
                .ok_or_else(|| {
                    format!("{:?} is no value for `{}`", reading.value, reading.source)
                })?;
            lines.add(format_args!(
                "read {} {}{words}",
                reading.source, reading.ty.0
            ));
        }
        Ok(())
    }

    /// The numbers of a value; none if it is not one of the type.
    fn words(&self, ty: TypeId, value: &Value, out: &mut String) -> Option<()> {
        let found = self.program.types.get(ty.0 as usize)?;
        match (found, value) {
            (_, Value::Scalar(bits)) => {
                let _ = write!(out, " {}", word(found.scalar()?, *bits));
                Some(())
            }
            (Type::Tuple(types), Value::Aggregate(parts)) => self.all(types.iter(), parts, out),
            (Type::Array(element, length), Value::Aggregate(parts)) => {
                self.all(vec![*element; *length as usize].iter(), parts, out)
            }
            (Type::Struct { fields, .. }, Value::Aggregate(parts)) => {
                self.all(fields.iter().map(|(_, ty)| ty), parts, out)
            }
            (Type::Enum { variants, .. }, Value::Variant(index, parts)) => {
                let _ = write!(out, " {index}");
                let fields = &variants.get(*index as usize)?.fields;
                self.all(fields.iter().map(|(_, ty)| ty), parts, out)
            }
            _ => None,
        }
    }

    fn all<'t>(
        &self,
        types: impl ExactSizeIterator<Item = &'t TypeId>,
        parts: &[Value],
        out: &mut String,
    ) -> Option<()> {
        if types.len() != parts.len() {
            return None;
        }
        let mut pairs = types.zip(parts);
        pairs.try_for_each(|(ty, part)| self.words(*ty, part, out))
    }
}

/// A scalar as a number of 128 bits, whatever width the machine that reads it has for the type.
fn word(scalar: Scalar, bits: u128) -> u128 {
    match scalar.is_signed() {
        true => scalar.sign_extend(bits) as u128,
        false => bits,
    }
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.0.write_fmt(line);
        self.0.push('\n');
    }
}
