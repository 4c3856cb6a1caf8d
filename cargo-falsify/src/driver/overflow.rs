//! `overflow = "wrap"`: arithmetic goes on where a build with overflow checks would panic.

use crate::ir::{PanicKind, Program, Statement};

/// Removes the checks; the operators behind them wrap anyway.
pub(super) fn wrap(program: &mut Program) {
    let blocks = program.funcs.iter_mut().flat_map(|func| &mut func.blocks);
    for block in blocks {
        block
            .statements
            .retain(|(statement, _)| !is_overflow_check(statement));
    }
}

/// What `overflow-checks = false` switches off; `MIN / -1` panics in every build.
fn is_overflow_check(statement: &Statement) -> bool {
    let Statement::Check { kind, .. } = statement else {
        return false;
    };
    matches!(kind, PanicKind::Overflow | PanicKind::Shift)
}
