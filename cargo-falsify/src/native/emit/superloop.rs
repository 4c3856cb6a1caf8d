//! The function of a superloop, which stops at the mark of its tick's end and goes on there in the next tick.
//!
//! Locals that live in registers wait in their slots of the frame: those that are read later, and all that have a name, so
//! that monitors and readers find them.

use std::collections::BTreeSet;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, Block, InstBuilder};
use cranelift_frontend::{Switch, Variable};

use super::place::{Address, Base, Spot};
use super::{internal, Emitter};
use crate::ir::{Func, Operand, Place, Projection, Root, Statement, Terminator};
use crate::native::convention::places;
use crate::native::reach::successors;
use crate::native::sites::Cause;
use crate::native::Unsupported;

/// What the function waits for: the first start, a start, an end.
const AT_THE_START: i64 = 0;
const WANTS_START: i64 = 1;
const WANTS_END: i64 = 2;

/// The marks of a superloop.
#[derive(Default)]
pub struct Marks {
    list: Vec<Mark>,
    /// What the function waits for.
    mode: Option<Variable>,
}

/// A statement that is a mark; it goes on at `after`.
#[derive(Clone)]
struct Mark {
    at: (usize, usize),
    after: Block,
    next_mode: i64,
    /// Locals that are saved here.
    saved: Vec<usize>,
}

impl Emitter<'_, '_> {
    /// At the entry: to where the function stopped.
    pub(super) fn dispatch_superloop(&mut self) -> Result<(), Unsupported> {
        let resume = self.builder.func.layout.entry_block();
        let params = resume.map(|entry| self.builder.block_params(entry).to_vec());
        let resume = params.and_then(|params| params.last().copied());
        let resume = resume.ok_or_else(|| internal("a superloop without a place to resume"))?;
        let mode = self.builder.declare_var(types::I8);
        self.marks.mode = Some(mode);
        self.marks.list = self.find_marks();
        let first = self.builder.create_block();
        let mut switch = Switch::new();
        let places: Vec<Block> = self
            .marks
            .list
            .iter()
            .map(|_| self.builder.create_block())
            .collect();
        for (number, place) in (1..).zip(&places) {
            switch.set_entry(number, *place);
        }
        switch.emit(&mut self.builder, resume, first);
        for (mark, place) in self.marks.list.clone().iter().zip(places) {
            self.builder.switch_to_block(place);
            self.restore(mark)?;
            self.set_mode(mark.next_mode);
            self.builder.ins().jump(mark.after, &[]);
        }
        self.builder.switch_to_block(first);
        self.set_mode(AT_THE_START);
        self.builder.ins().jump(self.blocks[0], &[]);
        Ok(())
    }

    fn find_marks(&mut self) -> Vec<Mark> {
        let live = Liveness::new(self.func);
        let watched = self.unit.plan.the_loop.as_ref().map(|l| l.watched.clone());
        let watched = watched.unwrap_or_default();
        let mut marks = Vec::new();
        for (block, content) in self.func.blocks.iter().enumerate() {
            for (index, (statement, _)) in content.statements.iter().enumerate() {
                let next_mode = match statement {
                    Statement::TickStart => WANTS_END,
                    Statement::TickEnd => WANTS_START,
                    _ => continue,
                };
                let mut saved = live.after(self.func, block, index);
                saved.extend(watched.iter().map(|local| local.0 as usize));
                let named = self.func.locals.iter().enumerate();
                saved.extend(
                    named
                        .filter(|(_, l)| l.name.is_some())
                        .map(|(index, _)| index),
                );
                saved.retain(|local| self.homes[*local].registers.is_some());
                marks.push(Mark {
                    at: (block, index),
                    after: self.builder.create_block(),
                    next_mode,
                    saved: saved.into_iter().collect(),
                });
            }
        }
        marks
    }

    fn waiting_spot(&self, local: usize) -> Result<Spot, Unsupported> {
        let offset = self.homes[local].slot;
        let offset = offset.ok_or_else(|| internal("a local has no place to wait"))?;
        let base = Base::Frame;
        Ok(Spot::Memory(Address { base, offset }))
    }

    fn save(&mut self, mark: &Mark) -> Result<(), Unsupported> {
        for local in &mark.saved {
            let ty = self.func.locals[*local].ty;
            let got = self.read(self.local_spot(*local), ty)?;
            self.store(self.waiting_spot(*local)?, ty, got)?;
        }
        Ok(())
    }

    fn restore(&mut self, mark: &Mark) -> Result<(), Unsupported> {
        for local in &mark.saved {
            let ty = self.func.locals[*local].ty;
            let got = self.read(self.waiting_spot(*local)?, ty)?;
            self.store(self.local_spot(*local), ty, got)?;
        }
        Ok(())
    }

    fn set_mode(&mut self, mode: i64) {
        if let Some(variable) = self.marks.mode {
            let mode = self.builder.ins().iconst(types::I8, mode);
            self.builder.def_var(variable, mode);
        }
    }

    /// The number of the mark at a statement (from 1), and the mark.
    fn mark(&self, at: (usize, usize)) -> Result<(i64, Mark), Unsupported> {
        let found = (1..).zip(&self.marks.list).find(|(_, mark)| mark.at == at);
        let found = found.map(|(number, mark)| (number, mark.clone()));
        found.ok_or_else(|| Unsupported("a mark of a tick outside of a superloop".into()))
    }

    /// Goes on in another block if the function waits for this.
    fn branch_on_mode(&mut self, wanted: i64) -> Result<Block, Unsupported> {
        let mode = self
            .marks
            .mode
            .ok_or_else(|| internal("a mark without a mode"))?;
        let mode = self.builder.use_var(mode);
        let is_it = self.builder.ins().icmp_imm(IntCC::Equal, mode, wanted);
        let (here, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.ins().brif(is_it, here, &[], next, &[]);
        self.builder.switch_to_block(next);
        Ok(here)
    }

    pub(super) fn tick_start(&mut self, at: (usize, usize)) -> Result<(), Unsupported> {
        let (number, mark) = self.mark(at)?;
        let in_time = self.branch_on_mode(WANTS_START)?;
        let first = self.branch_on_mode(AT_THE_START)?;
        self.stop(Cause::Bug("the marks of a superloop are out of order"));
        self.builder.switch_to_block(in_time);
        self.set_mode(WANTS_END);
        self.builder.ins().jump(mark.after, &[]);
        self.builder.switch_to_block(first);
        self.suspend(number, &mark)
    }

    pub(super) fn tick_end(&mut self, at: (usize, usize)) -> Result<(), Unsupported> {
        let (number, mark) = self.mark(at)?;
        let in_time = self.branch_on_mode(WANTS_END)?;
        self.stop(Cause::Bug("the marks of a superloop are out of order"));
        self.builder.switch_to_block(in_time);
        self.suspend(number, &mark)
    }

    /// Stops at a mark; what follows is emitted where it goes on.
    fn suspend(&mut self, number: i64, mark: &Mark) -> Result<(), Unsupported> {
        self.save(mark)?;
        let resume = self.unit.plan.the_loop.as_ref().map(|l| l.resume);
        let offset = resume.ok_or_else(|| internal("a mark without a loop"))?;
        let number = self.builder.ins().iconst(types::I32, number);
        self.store_word(
            Address {
                base: Base::Memory,
                offset,
            },
            number,
        );
        self.builder.ins().jump(self.leave, &[]);
        self.builder.switch_to_block(mark.after);
        Ok(())
    }
}

/// Which locals are read before they are written whole, at the start of each block.
struct Liveness {
    at_start: Vec<BTreeSet<usize>>,
}

impl Liveness {
    fn new(func: &Func) -> Liveness {
        let mut live = Liveness {
            at_start: vec![BTreeSet::new(); func.blocks.len()],
        };
        loop {
            let mut changed = false;
            for block in (0..func.blocks.len()).rev() {
                let found = live.before(func, block, 0);
                changed |= found != live.at_start[block];
                live.at_start[block] = found;
            }
            if !changed {
                return live;
            }
        }
    }

    fn after(&self, func: &Func, block: usize, index: usize) -> BTreeSet<usize> {
        self.before(func, block, index + 1)
    }

    /// Before a statement of a block.
    fn before(&self, func: &Func, block: usize, index: usize) -> BTreeSet<usize> {
        let content = &func.blocks[block];
        let mut live = BTreeSet::new();
        if let Some(terminator) = &content.terminator {
            for next in successors(terminator) {
                live.extend(self.at_start.get(next.0 as usize).into_iter().flatten());
            }
            match terminator {
                Terminator::Switch {
                    on: Operand::Copy(place),
                    ..
                } => read(place, &mut live),
                Terminator::Return => {
                    live.insert(func.params as usize);
                }
                _ => {}
            }
        }
        for (statement, _) in content.statements[index..].iter().rev() {
            pass_back(statement, &mut live);
        }
        live
    }
}

fn pass_back(statement: &Statement, live: &mut BTreeSet<usize>) {
    let dest = match statement {
        Statement::Assign(dest, _)
        | Statement::Call { dest, .. }
        | Statement::CallIndirect { dest, .. }
        | Statement::Input { dest, .. } => Some(dest),
        _ => None,
    };
    if let Some(Place {
        root: Root::Local(local),
        path,
    }) = dest
    {
        if path.is_empty() {
            live.remove(&(local.0 as usize));
        }
    }
    places(statement, &mut |place, _| {
        // What is written whole is not read; a part that is written counts as read, which does no harm.
        let is_whole_dest =
            dest.is_some_and(|dest| std::ptr::eq(dest, place)) && place.path.is_empty();
        if !is_whole_dest {
            read(place, live);
        }
    });
}

fn read(place: &Place, live: &mut BTreeSet<usize>) {
    if let Root::Local(local) = place.root {
        live.insert(local.0 as usize);
    }
    for step in &place.path {
        if let Projection::Index(local) = step {
            live.insert(local.0 as usize);
        }
    }
}
