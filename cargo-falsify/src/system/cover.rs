//! Where a monitor looks at something without which it says nothing, whether or not any path leads there.

use std::collections::HashMap;

use crate::ir::{FuncId, Program, Statement};
use crate::source::Span;

/// The places in a monitor's own body: covers in it, and calls that lead to covers.
pub(super) fn places(program: &Program, monitor: FuncId) -> Vec<Span> {
    let mut known = HashMap::new();
    let mut found = Vec::new();
    for (statement, span) in statements(program, monitor) {
        let is_one = match statement {
            Statement::Cover(_) => true,
            Statement::Call { func, .. } => leads_to_cover(program, *func, &mut known),
            _ => false,
        };
        if is_one && !found.contains(span) {
            found.push(*span);
        }
    }
    found
}

fn statements(program: &Program, func: FuncId) -> impl Iterator<Item = &(Statement, Span)> {
    let func = program.funcs.get(func.0 as usize);
    func.into_iter()
        .flat_map(|f| &f.blocks)
        .flat_map(|b| &b.statements)
}

fn leads_to_cover(program: &Program, func: FuncId, known: &mut HashMap<FuncId, bool>) -> bool {
    if let Some(known) = known.get(&func) {
        return *known;
    }
    // A function that is being looked at adds nothing by calling itself.
    known.insert(func, false);
    let leads = statements(program, func).any(|(statement, _)| match statement {
        Statement::Cover(_) => true,
        Statement::Call { func, .. } => leads_to_cover(program, *func, known),
        _ => false,
    });
    known.insert(func, leads);
    leads
}
