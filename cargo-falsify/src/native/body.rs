//! A function as it is emitted: its own statements and those of callees that were put in place of their calls.

use std::collections::BTreeMap;

use super::convention::places;
use super::reach::Reach;
use super::sites::Origin;
use super::Unsupported;
use crate::ir::interp::CallSite;
use crate::ir::{
    Block, BlockId, Func, FuncId, Local, LocalId, Operand, Place, Program, Projection, Root,
    Rvalue, Statement, Terminator,
};

/// A callee of at most this many statements and blocks is put in place of its call.
const SMALL: usize = 60;

/// One that is called at a single place may be larger.
const MEDIUM: usize = 400;

/// A body does not grow beyond this.
const LARGE: usize = 3_000;

/// A function with callees put in place.
#[derive(Clone, Debug)]
pub struct Body {
    pub func: Func,
    /// Of each statement of each block: where it comes from, as a position in `table`.
    pub origins: Vec<Vec<u32>>,
    /// Of each terminator.
    pub ends: Vec<u32>,
    pub table: Vec<Origin>,
    /// The block of the IR that each block comes from.
    pub sources: Vec<(FuncId, u32)>,
}

impl Body {
    pub fn new(program: &Program, id: FuncId) -> Result<Body, Unsupported> {
        let mut func = program.func(id).map_err(Unsupported)?.clone();
        for block in &mut func.blocks {
            // They change nothing, and what only they read need not be computed.
            let is_cover = |s: &Statement| matches!(s, Statement::Cover(_));
            block
                .statements
                .retain(|(statement, _)| !is_cover(statement));
        }
        if !has_marks(&func) {
            func.locals.iter_mut().for_each(|local| local.name = None);
        }
        let blocks = func.blocks.iter();
        Ok(Body {
            origins: blocks
                .map(|block| vec![0; block.statements.len()])
                .collect(),
            ends: vec![0; func.blocks.len()],
            table: vec![Origin::of(id)],
            sources: (0..func.blocks.len() as u32)
                .map(|block| (id, block))
                .collect(),
            func,
        })
    }

    pub fn size(&self) -> usize {
        let statements = self
            .func
            .blocks
            .iter()
            .map(|block| block.statements.len() + 1);
        statements.sum()
    }

    /// Puts callees in place of calls where `choose` gives their body.
    pub fn inline<'b>(&mut self, choose: impl Fn(FuncId, usize) -> Option<&'b Body>) {
        let mut block = 0;
        // Bodies that were put in place have been looked at already: only what stood here before is.
        let mut open: Vec<usize> = (0..self.func.blocks.len()).collect();
        while block < open.len() {
            let at = open[block];
            if let Some((index, callee)) = self.next_call(at, &choose) {
                open.push(self.splice(at, index, callee));
            }
            block += 1;
        }
    }

    fn next_call<'b>(
        &self,
        block: usize,
        choose: &impl Fn(FuncId, usize) -> Option<&'b Body>,
    ) -> Option<(usize, &'b Body)> {
        let size = self.size();
        let mut statements = self.func.blocks[block].statements.iter().enumerate();
        statements.find_map(|(index, (statement, _))| match statement {
            Statement::Call { func, .. } => choose(*func, size).map(|body| (index, body)),
            _ => None,
        })
    }

    /// Puts a callee in place of a call; gives the block that goes on after it.
    fn splice(&mut self, block: usize, index: usize, callee: &Body) -> usize {
        let (locals, first) = (self.func.locals.len() as u32, self.func.blocks.len() as u32);
        let after = first + callee.func.blocks.len() as u32;
        let here = &mut self.func.blocks[block];
        let mut rest = here.statements.split_off(index);
        let (call, span) = rest.remove(0);
        let entry = Terminator::Goto(BlockId(first));
        let terminator = here.terminator.replace(entry);
        let mut rest_origins = self.origins[block].split_off(index);
        let origin = rest_origins.remove(0);
        let Statement::Call { dest, args, .. } = call else {
            return block; // Only calls are chosen.
        };
        for (param, arg) in (locals..).zip(args) {
            let to = whole(LocalId(param));
            here.statements
                .push((Statement::Assign(to, Rvalue::Use(arg)), span));
            self.origins[block].push(origin);
        }
        let end = std::mem::replace(&mut self.ends[block], origin);
        self.func
            .locals
            .extend(callee.func.locals.iter().map(unnamed));
        let table = self.extend_table(callee, origin, span);
        let shift = Shift {
            locals,
            blocks: first,
            after,
        };
        for (index, inner) in callee.func.blocks.iter().enumerate() {
            self.func.blocks.push(shift.block(inner));
            let moved = callee.origins[index].iter().map(|origin| origin + table);
            self.origins.push(moved.collect());
            self.ends.push(callee.ends[index] + table);
            self.sources.push(callee.sources[index]);
        }
        let result = whole(LocalId(locals + callee.func.params));
        let take = Statement::Assign(dest, Rvalue::Use(Operand::Copy(result)));
        rest.insert(0, (take, span));
        rest_origins.insert(0, origin);
        self.func.blocks.push(Block {
            statements: rest,
            terminator,
        });
        self.origins.push(rest_origins);
        self.ends.push(end);
        self.sources.push(self.sources[block]);
        after as usize
    }

    /// Adds the callee's origins, each seen through the call; gives the position of the first.
    fn extend_table(&mut self, callee: &Body, call: u32, span: crate::source::Span) -> u32 {
        let first = self.table.len() as u32;
        let call = self.table[call as usize].clone();
        self.table.extend(callee.table.iter().map(|inner| {
            let mut inlined = inner.inlined.clone();
            let caller = call.func;
            inlined.push(CallSite { caller, span });
            inlined.extend(&call.inlined);
            Origin {
                func: inner.func,
                inlined,
            }
        }));
        first
    }

    /// Functions that are still called.
    pub fn callees(&self, program: &Program, reach: &Reach) -> Vec<FuncId> {
        let mut found = Vec::new();
        for block in &self.func.blocks {
            for (statement, _) in &block.statements {
                match statement {
                    Statement::Call { func, .. } => found.push(*func),
                    Statement::CallIndirect { func, .. } => {
                        let ty = program.operand_type(&self.func, func);
                        found.extend(ty.into_iter().flat_map(|ty| reach.targets(program, ty)));
                    }
                    _ => {}
                }
            }
        }
        found
    }
}

fn whole(local: LocalId) -> Place {
    Place {
        root: Root::Local(local),
        path: Vec::new(),
    }
}

/// Names belong to the function itself.
fn unnamed(local: &Local) -> Local {
    Local {
        name: None,
        ty: local.ty,
    }
}

/// How the numbers of a callee change.
struct Shift {
    locals: u32,
    blocks: u32,
    /// Where it returns to.
    after: u32,
}

impl Shift {
    fn block(&self, block: &Block) -> Block {
        let mut statements = block.statements.clone();
        for (statement, _) in &mut statements {
            places_mut(statement, &mut |place| self.place(place));
        }
        let to = |block: BlockId| BlockId(block.0 + self.blocks);
        let terminator = block.terminator.clone().map(|terminator| match terminator {
            Terminator::Goto(block) => Terminator::Goto(to(block)),
            Terminator::Return => Terminator::Goto(BlockId(self.after)),
            Terminator::Switch {
                mut on,
                targets,
                otherwise,
            } => {
                if let Operand::Copy(place) = &mut on {
                    self.place(place);
                }
                let targets = targets.into_iter().map(|(value, block)| (value, to(block)));
                let (targets, otherwise) = (targets.collect(), to(otherwise));
                Terminator::Switch {
                    on,
                    targets,
                    otherwise,
                }
            }
            other => other,
        });
        Block {
            statements,
            terminator,
        }
    }

    fn place(&self, place: &mut Place) {
        if let Root::Local(local) = &mut place.root {
            local.0 += self.locals;
        }
        for step in &mut place.path {
            if let Projection::Index(local) = step {
                local.0 += self.locals;
            }
        }
    }
}

/// Shows all places of a statement for changing them.
pub fn places_mut(statement: &mut Statement, change: &mut dyn FnMut(&mut Place)) {
    let on_operand = |operand: &mut Operand, change: &mut dyn FnMut(&mut Place)| {
        if let Operand::Copy(place) = operand {
            change(place);
        }
    };
    match statement {
        Statement::Assign(dest, value) => {
            change(dest);
            match value {
                Rvalue::Ref(place) | Rvalue::VariantOf(place) | Rvalue::Discriminant(place) => {
                    change(place);
                }
                value => operands_mut(value, &mut |operand| on_operand(operand, change)),
            }
        }
        Statement::Call { dest, args, .. } => {
            change(dest);
            args.iter_mut().for_each(|arg| on_operand(arg, change));
        }
        Statement::CallIndirect { dest, func, args } => {
            change(dest);
            on_operand(func, change);
            args.iter_mut().for_each(|arg| on_operand(arg, change));
        }
        Statement::Check { cond, .. }
        | Statement::Property { cond, .. }
        | Statement::Assume(cond)
        | Statement::Cover(cond) => on_operand(cond, change),
        Statement::Input { dest, .. } => change(dest),
        Statement::Output { args, .. } => {
            args.iter_mut().for_each(|arg| on_operand(arg, change));
        }
        Statement::TickStart | Statement::TickEnd => {}
    }
}

fn operands_mut(value: &mut Rvalue, change: &mut dyn FnMut(&mut Operand)) {
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
        | Rvalue::BytesAsStr(a) => change(a),
        Rvalue::Binary(_, a, b) => {
            change(a);
            change(b);
        }
        Rvalue::SlicePart(a, b, c) => {
            change(a);
            change(b);
            change(c);
        }
        Rvalue::Aggregate(_, parts) | Rvalue::Variant(_, _, parts) => {
            parts.iter_mut().for_each(change);
        }
        Rvalue::Ref(_) | Rvalue::VariantOf(_) | Rvalue::Discriminant(_) => {}
    }
}

/// Bodies of all functions, smaller callees put in place, what that made superfluous taken out.
pub fn bodies(
    program: &Program,
    reach: &Reach,
    tick: Option<FuncId>,
) -> Result<BTreeMap<FuncId, Body>, Unsupported> {
    let mut places_of = BTreeMap::new();
    for id in reach.callees.keys() {
        for callee in Body::new(program, *id)?.callees(program, reach) {
            *places_of.entry(callee).or_insert(0usize) += 1;
        }
    }
    let mut done = BTreeMap::new();
    for id in reach.bottom_up() {
        let mut body = Body::new(program, id)?;
        body.inline(|callee, size| {
            let found: &Body = done.get(&callee)?;
            let once = places_of.get(&callee) == Some(&1);
            let limit = if once || Some(id) == tick {
                MEDIUM
            } else {
                SMALL
            };
            let fits = found.size() <= limit && size + found.size() <= LARGE;
            let may = fits && !reach.recursive.contains(&callee) && !has_marks(&found.func);
            may.then_some(found)
        });
        super::forward::forward(program, &mut body);
        done.insert(id, body);
    }
    Ok(done)
}

/// Whether it is the function of a superloop, whose locals are looked at from outside.
fn has_marks(func: &Func) -> bool {
    let mut statements = func.blocks.iter().flat_map(|block| &block.statements);
    statements.any(|(s, _)| matches!(s, Statement::TickStart | Statement::TickEnd))
}

/// Shows all places of a body, and whether a reference to one is taken.
pub fn all_places(func: &Func, see: &mut dyn FnMut(&Place, bool)) {
    for block in &func.blocks {
        for (statement, _) in &block.statements {
            places(statement, see);
        }
        if let Some(Terminator::Switch {
            on: Operand::Copy(place),
            ..
        }) = &block.terminator
        {
            see(place, false);
        }
    }
}
