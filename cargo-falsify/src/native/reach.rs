//! Which functions the roots reach, which of them call themselves, and which may end the run.

use std::collections::{BTreeMap, BTreeSet};

use super::Unsupported;
use crate::ir::{
    Block, BlockId, Func, FuncId, Operand, Program, Rvalue, Statement, Terminator, Type, TypeId,
    Value,
};

/// The call graph below some roots.
pub struct Reach {
    /// Callees of each function that is reached; the targets of indirect calls are among them.
    pub callees: BTreeMap<FuncId, BTreeSet<FuncId>>,
    /// Functions whose address is taken.
    pointed: BTreeSet<FuncId>,
    /// Functions that may be entered again before they return.
    pub recursive: BTreeSet<FuncId>,
    /// Functions that may end the run, by themselves or by what they call.
    pub stopping: BTreeSet<FuncId>,
}

impl Reach {
    /// Pointers to `handed` may come from outside.
    pub fn new(
        program: &Program,
        roots: &[FuncId],
        handed: &[FuncId],
    ) -> Result<Reach, Unsupported> {
        let mut pointed = pointed_by_statics(program);
        pointed.extend(handed);
        let mut reach = Reach {
            callees: BTreeMap::new(),
            pointed,
            recursive: BTreeSet::new(),
            stopping: BTreeSet::new(),
        };
        // A function whose address is taken makes more targets of indirect calls: until there are no more.
        loop {
            let before = (reach.callees.len(), reach.pointed.len());
            reach.callees.clear();
            reach.walk(program, roots)?;
            if before == (reach.callees.len(), reach.pointed.len()) {
                break;
            }
        }
        reach.recursive = reach.find_recursive();
        reach.stopping = reach.find_stopping(program)?;
        Ok(reach)
    }

    fn walk(&mut self, program: &Program, roots: &[FuncId]) -> Result<(), Unsupported> {
        let mut stack = roots.to_vec();
        while let Some(id) = stack.pop() {
            if self.callees.contains_key(&id) {
                continue;
            }
            let func = program.func(id).map_err(Unsupported)?;
            let mut called = BTreeSet::new();
            for statement in statements(func) {
                constants(statement, &mut |value| {
                    functions_in(value, &mut self.pointed)
                });
                match statement {
                    Statement::Call { func, .. } => {
                        called.insert(*func);
                    }
                    Statement::CallIndirect { func: callee, .. } => {
                        let ty = program.operand_type(func, callee).map_err(Unsupported)?;
                        called.extend(self.targets(program, ty));
                    }
                    _ => {}
                }
            }
            stack.extend(&called);
            self.callees.insert(id, called);
        }
        Ok(())
    }

    /// The functions that a pointer of the type may denote.
    pub fn targets(&self, program: &Program, pointer: TypeId) -> Vec<FuncId> {
        let Ok(Type::FnPtr { params, ret }) = program.ty(pointer) else {
            return Vec::new();
        };
        let fits = |id: &&FuncId| {
            program.func(**id).is_ok_and(|func| {
                func.param_types().eq(params.iter().copied())
                    && func.local_type(func.ret()) == Ok(*ret)
            })
        };
        self.pointed.iter().filter(fits).copied().collect()
    }

    /// Functions in order, callees before callers where there is no recursion.
    pub fn bottom_up(&self) -> Vec<FuncId> {
        let mut done = BTreeSet::new();
        let mut order = Vec::new();
        for root in self.callees.keys() {
            let mut stack = vec![(*root, false)];
            while let Some((id, left)) = stack.pop() {
                if left {
                    order.push(id);
                } else if done.insert(id) {
                    stack.push((id, true));
                    stack.extend(self.callees[&id].iter().map(|callee| (*callee, false)));
                }
            }
        }
        order
    }

    fn find_recursive(&self) -> BTreeSet<FuncId> {
        let all = self.callees.keys().copied();
        all.filter(|id| self.reaches(*id, *id)).collect()
    }

    /// Whether a call of one may lead to a call of the other.
    fn reaches(&self, from: FuncId, to: FuncId) -> bool {
        let mut seen = BTreeSet::new();
        let mut stack = vec![from];
        while let Some(id) = stack.pop() {
            for callee in &self.callees[&id] {
                if *callee == to {
                    return true;
                }
                if seen.insert(*callee) {
                    stack.push(*callee);
                }
            }
        }
        false
    }

    fn find_stopping(&self, program: &Program) -> Result<BTreeSet<FuncId>, Unsupported> {
        let mut stopping = self.recursive.clone();
        for id in self.callees.keys() {
            if may_stop_itself(program.func(*id).map_err(Unsupported)?) {
                stopping.insert(*id);
            }
        }
        for id in self.bottom_up() {
            if self.callees[&id]
                .iter()
                .any(|callee| stopping.contains(callee))
            {
                stopping.insert(id);
            }
        }
        Ok(stopping)
    }
}

/// Whether something other than a call may end the run here. A loop may: it uses up fuel.
fn may_stop_itself(func: &Func) -> bool {
    let stops = |statement: &Statement| {
        matches!(
            statement,
            Statement::CallIndirect { .. }
                | Statement::Check { .. }
                | Statement::Assume(_)
                | Statement::Input { .. }
                | Statement::TickStart
                | Statement::TickEnd
        )
    };
    let ends = |block: &Block| {
        matches!(
            block.terminator,
            Some(Terminator::Panic(..) | Terminator::Unreachable)
        )
    };
    statements(func).any(stops) || func.blocks.iter().any(ends) || loop_heads(func).contains(&true)
}

fn statements(func: &Func) -> impl Iterator<Item = &Statement> {
    let blocks = func.blocks.iter();
    blocks.flat_map(|block| block.statements.iter().map(|(statement, _)| statement))
}

/// Where a terminator may lead to.
pub fn successors(terminator: &Terminator) -> Vec<BlockId> {
    match terminator {
        Terminator::Goto(to) => vec![*to],
        Terminator::Switch {
            targets, otherwise, ..
        } => {
            let cases = targets.iter().map(|(_, to)| *to);
            cases.chain([*otherwise]).collect()
        }
        Terminator::Return | Terminator::Panic(..) | Terminator::Unreachable => Vec::new(),
    }
}

/// For each block, whether an edge leads back to it: at least one on every circle.
pub fn loop_heads(func: &Func) -> Vec<bool> {
    const NEW: u8 = 0;
    const OPEN: u8 = 1;
    const DONE: u8 = 2;
    let mut heads = vec![false; func.blocks.len()];
    let mut state = vec![NEW; func.blocks.len()];
    let mut stack = vec![(0usize, false)];
    while let Some((at, left)) = stack.pop() {
        if left {
            state[at] = DONE;
            continue;
        }
        match state.get(at) {
            Some(&NEW) => {}
            Some(&OPEN) => {
                heads[at] = true;
                continue;
            }
            _ => continue,
        }
        state[at] = OPEN;
        stack.push((at, true));
        let terminator = func.blocks[at].terminator.as_ref();
        let next = terminator.map(successors).unwrap_or_default();
        stack.extend(next.into_iter().map(|to| (to.0 as usize, false)));
    }
    heads
}

fn pointed_by_statics(program: &Program) -> BTreeSet<FuncId> {
    let mut pointed = BTreeSet::new();
    for item in &program.statics {
        functions_in(&item.init, &mut pointed);
    }
    pointed
}

fn functions_in(value: &Value, found: &mut BTreeSet<FuncId>) {
    match value {
        Value::Func(id) => {
            found.insert(*id);
        }
        Value::Aggregate(parts) | Value::Variant(_, parts) => {
            parts.iter().for_each(|part| functions_in(part, found));
        }
        _ => {}
    }
}

/// Shows the constants of a statement.
fn constants(statement: &Statement, see: &mut dyn FnMut(&Value)) {
    operands(statement, &mut |operand| {
        if let Operand::Const(value, _) = operand {
            see(value);
        }
    });
}

/// Shows the operands of a statement.
pub fn operands(statement: &Statement, see: &mut dyn FnMut(&Operand)) {
    match statement {
        Statement::Assign(_, value) => rvalue_operands(value, see),
        Statement::Call { args, .. } | Statement::Output { args, .. } => args.iter().for_each(see),
        Statement::CallIndirect { func, args, .. } => {
            see(func);
            args.iter().for_each(see);
        }
        Statement::Check { cond, .. }
        | Statement::Property { cond, .. }
        | Statement::Assume(cond)
        | Statement::Cover(cond) => see(cond),
        Statement::Input { .. } | Statement::TickStart | Statement::TickEnd => {}
    }
}

fn rvalue_operands(value: &Rvalue, see: &mut dyn FnMut(&Operand)) {
    match value {
        Rvalue::Use(a)
        | Rvalue::Unary(_, a)
        | Rvalue::Cast(a, _)
        | Rvalue::Transmute(a, _)
        | Rvalue::Repeat(a, _)
        | Rvalue::ArrayToSlice(a)
        | Rvalue::Len(a)
        | Rvalue::SliceToArray(a, _)
        | Rvalue::StrAsBytes(a)
        | Rvalue::BytesAsStr(a) => see(a),
        Rvalue::Binary(_, a, b) => {
            see(a);
            see(b);
        }
        Rvalue::SlicePart(a, b, c) => {
            see(a);
            see(b);
            see(c);
        }
        Rvalue::Aggregate(_, parts) | Rvalue::Variant(_, _, parts) => parts.iter().for_each(see),
        Rvalue::Ref(_) | Rvalue::VariantOf(_) | Rvalue::Discriminant(_) => {}
    }
}
