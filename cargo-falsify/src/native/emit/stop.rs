//! How a run ends before its time: checks, fuel, and the way out.

use std::mem::offset_of;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{types, AliasRegion, InstBuilder, Value};

use super::{defined_by, flags, Emitter};
use crate::native::host::Header;
use crate::native::memory::HEADER;
use crate::native::sites::{Cause, LeftCall, StopSite, OUT_OF_FUEL, STACK_OVERFLOW};

/// Offsets of the header's fields.
pub const STATUS: usize = offset_of!(Header, status);
pub const OBSERVING: usize = offset_of!(Header, observing);
pub const SCRATCH: usize = offset_of!(Header, scratch);
pub const INPUT: usize = offset_of!(Header, input);
pub const OUTPUT: usize = offset_of!(Header, output);
pub const PROPERTY: usize = offset_of!(Header, property);
const FUEL: usize = offset_of!(Header, fuel);
const HOST_LIMIT: usize = offset_of!(Header, host_limit);

impl Emitter<'_, '_> {
    pub(super) fn load_header(&mut self, field: usize, register: types::Type) -> Value {
        let at = field as i32 - HEADER as i32;
        self.builder
            .ins()
            .load(register, flags(AliasRegion::Vmctx), self.base, at)
    }

    pub(super) fn store_header(&mut self, field: usize, word: Value) {
        let at = field as i32 - HEADER as i32;
        self.builder
            .ins()
            .store(flags(AliasRegion::Vmctx), word, self.base, at);
    }

    /// Goes on only if a condition is as expected.
    pub(super) fn stop_unless(&mut self, cond: Value, expected: bool, cause: Cause) {
        let site = self.stop_site(cause);
        self.go_on_if(cond, expected, site);
    }

    fn go_on_if(&mut self, cond: Value, expected: bool, site: usize) {
        let (cold, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(cold);
        match expected {
            true => self.builder.ins().brif(cond, next, &[], cold, &[]),
            false => self.builder.ins().brif(cond, cold, &[], next, &[]),
        };
        self.builder.switch_to_block(cold);
        self.stop_at(site);
        self.builder.switch_to_block(next);
    }

    /// Ends the run here.
    pub(super) fn stop(&mut self, cause: Cause) {
        let site = self.stop_site(cause);
        self.stop_at(site);
    }

    fn stop_at(&mut self, site: usize) {
        let status = self.builder.ins().iconst(types::I32, site as i64 + 1);
        self.builder.ins().jump(self.fail, &[status.into()]);
    }

    fn stop_site(&mut self, cause: Cause) -> usize {
        let (span, at) = (self.span, self.origin());
        let stops = &mut self.output.sites.stops;
        stops.push(StopSite { cause, span, at });
        stops.len() - 1
    }

    /// After a call that may have ended the run.
    pub(super) fn leave_if_stopped(&mut self) {
        let status = self.load_header(STATUS, types::I32);
        let (cold, next) = (self.builder.create_block(), self.builder.create_block());
        self.builder.set_cold_block(cold);
        self.builder.ins().brif(status, cold, &[], next, &[]);
        self.builder.switch_to_block(cold);
        let (span, at) = (self.span, self.origin());
        let calls = &mut self.output.sites.calls;
        calls.push(LeftCall { span, at });
        let call = self.output.sites.calls.len() as i64 - 1;
        let call = self.builder.ins().iconst(types::I32, call);
        let helper = self.imported(self.output.helpers.unwound);
        self.builder.ins().call(helper, &[self.base, call]);
        self.builder.ins().jump(self.leave, &[]);
        self.builder.switch_to_block(next);
    }

    /// The two blocks at the end.
    pub(super) fn emit_stops(&mut self) {
        self.builder.switch_to_block(self.fail);
        let status = self.builder.block_params(self.fail)[0];
        self.store_header(STATUS, status);
        self.builder.ins().jump(self.leave, &[]);
        self.builder.switch_to_block(self.leave);
        let returns = self.builder.func.signature.returns.clone();
        let zeros: Vec<_> = returns
            .iter()
            .map(|r| self.constant(r.value_type, 0))
            .collect();
        self.builder.ins().return_(&zeros);
    }

    /// One round of a loop or one recursive call less.
    pub(super) fn burn_fuel(&mut self) {
        let fuel = self.load_header(FUEL, types::I64);
        let left = self.builder.ins().iadd_imm(fuel, -1);
        self.store_header(FUEL, left);
        let empty = self.builder.ins().icmp_imm(IntCC::SignedLessThan, left, 0);
        self.go_on_if(empty, false, OUT_OF_FUEL);
    }

    /// At the entry of a function that may be entered again: neither stack may overflow.
    pub(super) fn guard_recursion(&mut self) {
        if !self.unit.reach.recursive.contains(&self.id) {
            return;
        }
        self.burn_fuel();
        let last = self.builder.ins().iconst(types::I64, 0);
        self.stack_check = defined_by(&self.builder, last).ok();
        let beyond = self
            .builder
            .ins()
            .icmp(IntCC::UnsignedGreaterThan, self.sp, last);
        self.go_on_if(beyond, false, STACK_OVERFLOW);
        let here = self.builder.ins().get_stack_pointer(types::I64);
        let limit = self.load_header(HOST_LIMIT, types::I64);
        let below = self
            .builder
            .ins()
            .icmp(IntCC::UnsignedLessThan, here, limit);
        self.go_on_if(below, false, STACK_OVERFLOW);
    }
}
