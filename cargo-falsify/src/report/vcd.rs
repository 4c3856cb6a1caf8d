//! A run as a waveform file: one unit of time a tick, one scope each for inputs, state, outputs and monitors.
//!
//! Integers are vectors, floats reals, truths single bits; enums and everything else that has no number are strings, an
//! extension that the usual viewers read.

use std::io;

use vcd::{IdCode, SimulationCommand, TimescaleUnit, Value as Bit, VarType, Writer};

use super::rerun::{Rerun, Subject};
use super::signals::{signals, Detail, Group, Level, Signal};
use crate::bv::Scalar;
use crate::ir::{Program, Value};
use crate::notation::show;

/// The file for the run of a trace.
pub fn file(subject: Subject<'_>, rerun: &Rerun) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut waves = Waves {
        writer: Writer::new(&mut bytes),
        program: subject.program,
        drawn: Vec::new(),
    };
    waves.header(subject, rerun)?;
    waves.body(rerun)?;
    Ok(bytes)
}

struct Waves<'a> {
    writer: Writer<&'a mut Vec<u8>>,
    program: &'a Program,
    drawn: Vec<Wave>,
}

struct Wave {
    signal: Signal,
    id: IdCode,
    shape: Shape,
    last: Option<Level>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Bits(u32),
    Real,
    Text,
}

impl Waves<'_> {
    fn header(&mut self, subject: Subject<'_>, rerun: &Rerun) -> io::Result<()> {
        self.writer.comment("one unit of time is one tick")?;
        self.writer.timescale(1, TimescaleUnit::S)?;
        self.writer
            .add_module(&identifier(subject.harness.name.as_str()))?;
        let mut all = signals(subject, &rerun.frames, Detail::Elements);
        all.sort_by_key(|signal| signal.group);
        for group in [Group::Inputs, Group::State, Group::Outputs, Group::Monitors] {
            let own: Vec<Signal> = all.iter().filter(|it| it.group == group).cloned().collect();
            self.writer.add_module(scope(group))?;
            self.declare(own)?;
            self.writer.upscope()?;
        }
        self.writer.upscope()?;
        self.writer.enddefinitions()
    }

    /// Opens and closes scopes so that each signal stands where its path says.
    fn declare(&mut self, signals: Vec<Signal>) -> io::Result<()> {
        let mut open: Vec<String> = Vec::new();
        for signal in signals {
            let names: Vec<String> = signal.path.iter().map(|it| identifier(it)).collect();
            let Some((name, scopes)) = names.split_last() else {
                continue;
            };
            let common = open.iter().zip(scopes).take_while(|(a, b)| a == b).count();
            for _ in common..open.len() {
                self.writer.upscope()?;
            }
            for scope in &scopes[common..] {
                self.writer.add_module(scope)?;
            }
            open = scopes.to_vec();
            self.variable(signal, name)?;
        }
        open.iter().try_for_each(|_| self.writer.upscope())
    }

    fn variable(&mut self, signal: Signal, name: &str) -> io::Result<()> {
        let shape = self.shape(&signal);
        let (kind, width) = match shape {
            Shape::Bits(width) => (VarType::Wire, width),
            Shape::Real => (VarType::Real, 64),
            Shape::Text => (VarType::String, 1),
        };
        let id = self.writer.add_var(kind, width, name, None)?;
        self.drawn.push(Wave {
            signal,
            id,
            shape,
            last: None,
        });
        Ok(())
    }

    fn shape(&self, signal: &Signal) -> Shape {
        let scalar = signal.ty.and_then(|ty| self.program.ty(ty).ok()?.scalar());
        match scalar {
            Some(Scalar::Bool) => Shape::Bits(1),
            Some(Scalar::Int { bits, .. }) => Shape::Bits(bits.into()),
            Some(Scalar::Float { .. }) => Shape::Real,
            None if signal.is_truth() => Shape::Bits(1),
            Some(Scalar::Char) | None => Shape::Text,
        }
    }

    fn body(&mut self, rerun: &Rerun) -> io::Result<()> {
        for (tick, frame) in rerun.frames.iter().enumerate() {
            self.writer.timestamp(tick as u64)?;
            if tick == 0 {
                self.writer.begin(SimulationCommand::Dumpvars)?;
            }
            for index in 0..self.drawn.len() {
                let level = self.drawn[index].signal.level(frame);
                self.change(index, level)?;
            }
            if tick == 0 {
                self.writer.end()?;
            }
        }
        // So that the last tick has a width.
        self.writer.timestamp(rerun.frames.len() as u64)
    }

    fn change(&mut self, index: usize, level: Level) -> io::Result<()> {
        let wave = &mut self.drawn[index];
        if wave.last.as_ref() == Some(&level) {
            return Ok(());
        }
        let (id, writer) = (wave.id, &mut self.writer);
        match (wave.shape, &level) {
            (Shape::Bits(1), Level::Truth(truth)) => writer.change_scalar(id, *truth)?,
            (Shape::Bits(1), Level::Value(Value::Scalar(bits))) => {
                writer.change_scalar(id, *bits != 0)?;
            }
            (Shape::Bits(width), Level::Value(Value::Scalar(bits))) => {
                let digits = (0..width).rev().map(|at| Bit::from(bits >> at & 1 != 0));
                writer.change_vector(id, digits)?;
            }
            (Shape::Bits(1), _) => writer.change_scalar(id, Bit::X)?,
            (Shape::Bits(width), _) => {
                writer.change_vector(id, (0..width).map(|_| Bit::X))?;
            }
            (Shape::Real, level) => {
                let number = real(self.program, &wave.signal, level);
                writer.change_real(id, number)?;
            }
            (Shape::Text, level) => {
                let text = text(self.program, &wave.signal, level);
                writer.change_string(id, &text)?;
            }
        }
        wave.last = Some(level);
        Ok(())
    }
}

fn scope(group: Group) -> &'static str {
    match group {
        Group::Inputs => "inputs",
        Group::State => "state",
        Group::Outputs => "outputs",
        Group::Monitors => "monitors",
    }
}

/// What has no value is not a number.
fn real(program: &Program, signal: &Signal, level: &Level) -> f64 {
    let scalar = signal.ty.and_then(|ty| program.ty(ty).ok()?.scalar());
    match (scalar, level) {
        (Some(Scalar::Float { bits: 32 }), Level::Value(Value::Scalar(bits))) => {
            f32::from_bits(*bits as u32).into()
        }
        (Some(Scalar::Float { .. }), Level::Value(Value::Scalar(bits))) => {
            f64::from_bits(*bits as u64)
        }
        _ => f64::NAN,
    }
}

/// Strings of the format end at a blank.
fn text(program: &Program, signal: &Signal, level: &Level) -> String {
    let text = match (level, signal.ty) {
        (Level::Value(value), Some(ty)) => show(program, ty, value),
        _ => String::new(),
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.is_empty() {
        true => "-".into(),
        false => words.join("_"),
    }
}

/// A name without what the format gives a meaning.
fn identifier(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let plain: String = name
        .replace("::", "_")
        .chars()
        .map(|c| if allowed(c) { c } else { '_' })
        .collect();
    match plain.is_empty() {
        true => "_".into(),
        false => plain,
    }
}
