//! Ends of blocks.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, Block, InstBuilder, Value};
use cranelift_frontend::Switch;

use super::place::{Address, Base, Spot};
use super::{Emitter, Pass};
use crate::bv::Scalar;
use crate::ir::{BlockId, Operand, Terminator};
use crate::native::sites::Cause;
use crate::native::Unsupported;

/// More cases than this are found by a table or a search.
const MAX_CHAIN: usize = 4;

impl Emitter<'_, '_> {
    pub(super) fn terminator(&mut self, terminator: &Terminator) -> Result<(), Unsupported> {
        match terminator {
            Terminator::Goto(to) => {
                self.builder.ins().jump(self.blocks[to.0 as usize], &[]);
            }
            Terminator::Switch {
                on,
                targets,
                otherwise,
            } => {
                let targets: Vec<_> = targets
                    .iter()
                    .map(|(value, to)| (*value, self.blocks[to.0 as usize]))
                    .collect();
                let otherwise = self.possible(*otherwise, targets.is_empty());
                self.switch(on, &targets, otherwise)?;
            }
            Terminator::Return => self.return_result()?,
            Terminator::Panic(kind, span) => {
                self.span = *span;
                self.stop(Cause::Panic(*kind));
            }
            Terminator::Unreachable => {
                self.stop(Cause::Bug("control came to an unreachable point"));
            }
        }
        Ok(())
    }

    fn switch(
        &mut self,
        on: &Operand,
        targets: &[(u128, Block)],
        otherwise: Option<Block>,
    ) -> Result<(), Unsupported> {
        let (on, scalar) = self.scalar(on)?;
        match (targets, otherwise) {
            ([(value, to)], Some(otherwise)) if scalar == Scalar::Bool => {
                let (yes, no) = if *value == 0 {
                    (otherwise, *to)
                } else {
                    (*to, otherwise)
                };
                self.builder.ins().brif(on, yes, &[], no, &[]);
            }
            _ if targets.len() <= MAX_CHAIN || self.register_of(on) == types::I128 => {
                self.chain(on, targets, otherwise);
            }
            _ => self.table(on, targets, otherwise),
        }
        Ok(())
    }

    /// Compares with one value after the other; the last one needs no comparison if it must be that.
    fn chain(&mut self, on: Value, targets: &[(u128, Block)], otherwise: Option<Block>) {
        let compared = targets.len() - usize::from(otherwise.is_none());
        let register = self.register_of(on);
        for (value, to) in &targets[..compared] {
            let value = self.constant(register, *value);
            let is_it = self.compare(IntCC::Equal, on, value);
            let next = self.builder.create_block();
            self.builder.ins().brif(is_it, *to, &[], next, &[]);
            self.builder.switch_to_block(next);
        }
        let last = otherwise.unwrap_or_else(|| targets[compared].1);
        self.builder.ins().jump(last, &[]);
    }

    fn table(&mut self, on: Value, targets: &[(u128, Block)], otherwise: Option<Block>) {
        let mut switch = Switch::new();
        let mask = u128::MAX >> (128 - self.register_of(on).bits());
        for (value, to) in targets.iter().filter(|(value, _)| *value <= mask) {
            // The first of equal cases wins.
            if !switch.entries().contains_key(value) {
                switch.set_entry(*value, *to);
            }
        }
        let last = otherwise.or(targets.last().map(|target| target.1));
        switch.emit(&mut self.builder, on, last.unwrap_or(self.leave));
    }

    /// The block of the other cases, unless nothing comes there: that must then be one of the cases.
    fn possible(&self, otherwise: BlockId, is_only: bool) -> Option<Block> {
        let block = &self.func.blocks[otherwise.0 as usize];
        let never =
            block.statements.is_empty() && block.terminator == Some(Terminator::Unreachable);
        (is_only || !never).then(|| self.blocks[otherwise.0 as usize])
    }

    fn return_result(&mut self) -> Result<(), Unsupported> {
        if self.unit.superloop() == Some(self.id) {
            self.stop(Cause::Bug("the marks of a superloop are out of order"));
            return Ok(());
        }
        let (ty, pass) = self.unit.convention(self.id)?.ret;
        let spot = self.local_spot(self.func.params as usize);
        match pass {
            Pass::Registers => {
                let leaves = self.load_leaves(spot, ty)?;
                self.builder.ins().return_(&leaves);
            }
            Pass::Frame(at) => {
                let to = Address {
                    base: Base::Frame,
                    offset: at,
                };
                let got = self.read(spot, ty)?;
                self.store(Spot::Memory(to), ty, got)?;
                self.builder.ins().return_(&[]);
            }
        }
        Ok(())
    }
}
