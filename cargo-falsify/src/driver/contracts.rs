//! What functions with a role must not do, whatever they are made of: aux functions and monitors do not write.

use std::collections::BTreeSet;

use super::Analysis;
use crate::diagnostic::Diagnostic;
use crate::effects::{Act, Witness};
use crate::ir::{Monitor, MonitorParam, Type, TypeId};
use crate::list::{Breach, Helper};
use crate::notation::short_name;
use crate::source::Span;

/// All breaches of a crate.
pub fn breaches(analysis: &Analysis) -> Vec<Diagnostic> {
    let aux = analysis.listing.aux.iter();
    let aux = aux.flat_map(|helper| {
        helper
            .breaches
            .iter()
            .filter_map(|b| analysis.aux_breach(helper, b))
    });
    let harnesses = analysis.program.harnesses.iter();
    let monitors = harnesses
        .flat_map(|h| &h.monitors)
        .flat_map(|m| analysis.monitor_breaches(m));
    aux.chain(monitors).collect()
}

impl Analysis {
    /// Drawing inputs and emitting events is no breach by itself: such a function is only never replaced.
    fn aux_breach(&self, helper: &Helper, breach: &Breach) -> Option<Diagnostic> {
        let name = &helper.path;
        let (span, message) = match breach {
            Breach::NoInput => (
                helper.span,
                format!("the aux function `{name}` has no input"),
            ),
            Breach::NoOutput => (
                helper.span,
                format!("the aux function `{name}` has no output"),
            ),
            Breach::WritesStatic(s, witness) => {
                let what = short_name(self.program.statics[s.0 as usize].name.as_str());
                (
                    self.place(*witness),
                    format!("the aux function `{name}` writes the static `{what}`"),
                )
            }
            Breach::WritesParameter(position, witness) => {
                let param = helper
                    .params
                    .get(*position as usize)
                    .and_then(|(name, _)| *name);
                let what = param.map_or_else(|| "a parameter".to_owned(), |p| format!("`{p}`"));
                (
                    self.place(*witness),
                    format!("the aux function `{name}` writes through {what}"),
                )
            }
            Breach::DrawsInput(..) | Breach::EmitsEvent(..) => return None,
        };
        Some(self.breach("roots::aux", span, message, helper.span))
    }

    fn monitor_breaches(&self, monitor: &Monitor) -> Vec<Diagnostic> {
        let acts = self.effects.acts(monitor.func);
        let breach = |(act, witness): (Act, Witness)| {
            let what = self.written_by_monitor(monitor, act)?;
            let message = format!("the monitor `{}` {what}", monitor.name);
            Some(self.breach(
                "roots::monitor-writes",
                self.place(witness),
                message,
                monitor.span,
            ))
        };
        acts.filter_map(breach).collect()
    }

    fn written_by_monitor(&self, monitor: &Monitor, act: Act) -> Option<String> {
        match act {
            Act::WriteStatic(s) => {
                let name = short_name(self.program.statics[s.0 as usize].name.as_str());
                Some(format!("writes the static `{name}`"))
            }
            Act::WriteParam(position, _) => match monitor.params.get(position as usize) {
                Some(MonitorParam::Memory { .. }) => None,
                // What is watched comes as `&S`: only a cell inside can be written.
                _ if !self.has_cells(self.parameter_type(monitor, position)?) => None,
                _ => Some("writes into what it watches".to_owned()),
            },
            Act::Emit(event) => Some(format!("calls the output `{}`", short_name(event.as_str()))),
            Act::ReadStatic(_) | Act::Draw(_) => None,
        }
    }

    fn parameter_type(&self, monitor: &Monitor, position: u32) -> Option<TypeId> {
        let func = &self.program.funcs[monitor.func.0 as usize];
        func.locals.get(position as usize).map(|local| local.ty)
    }

    /// Whether something inside can be changed through a shared reference.
    fn has_cells(&self, ty: TypeId) -> bool {
        let mut seen = BTreeSet::new();
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if !seen.insert(ty) {
                continue;
            }
            let found = &self.program.types[ty.0 as usize];
            if is_cell(found) {
                return true;
            }
            stack.extend(parts(found));
        }
        false
    }

    fn place(&self, witness: Witness) -> Span {
        self.effects.place_of(witness, |span| self.is_own(span))
    }

    /// The write, and, where it is elsewhere, the function that must not do it.
    fn breach(&self, code: &'static str, span: Span, message: String, of: Span) -> Diagnostic {
        let found = Diagnostic::new(code, span, message);
        match span.file == of.file && of.lo <= span.lo && span.hi <= of.hi {
            true => found,
            false => found.label(of, "reached from here"),
        }
    }
}

fn is_cell(ty: &Type) -> bool {
    let Type::Struct { name, .. } = ty else {
        return false;
    };
    short_name(name.as_str()).starts_with("UnsafeCell<")
}

/// The types that a type is made of, references included.
fn parts(ty: &Type) -> Vec<TypeId> {
    match ty {
        Type::Struct { fields, .. } => fields.iter().map(|(_, field)| *field).collect(),
        Type::Enum { variants, .. } => {
            let fields = variants.iter().flat_map(|variant| &variant.fields);
            fields.map(|(_, field)| *field).collect()
        }
        Type::Tuple(parts) => parts.clone(),
        Type::Array(inner, _) | Type::Slice(inner) | Type::Ref(inner) => vec![*inner],
        Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => Vec::new(),
        Type::Str | Type::FnPtr { .. } | Type::Never => Vec::new(),
    }
}
