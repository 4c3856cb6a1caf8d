//! The invariant of a proof as a certificate.

use super::cube::Cube;
use super::frame::Frames;
use crate::engine::netlist::{Bit, Netlist};
use crate::evidence::{Argument, Certificate};
use crate::system::System;
use crate::term::Term;

/// That no cube of the invariant is reached and that constant bits keep their value.
pub fn certificate(system: &System, netlist: &Netlist, frames: &Frames) -> Certificate {
    let argument = Argument::Induction {
        k: 0,
        distinct: false,
    };
    let mut certificate = Certificate::new(system, argument);
    for &(bit, value) in &netlist.constants {
        let claim = truth(&mut certificate, bit, value);
        certificate.claims.push(claim);
    }
    for cube in frames.invariant() {
        let claim = outside(&mut certificate, netlist, cube);
        certificate.claims.push(claim);
    }
    certificate
}

/// That a bit of the state has a value.
fn truth(certificate: &mut Certificate, bit: Bit, value: bool) -> Term {
    let var = certificate.state[bit.variable];
    let pool = &mut certificate.pool;
    let truth = pool.extract(var, bit.bit, bit.bit);
    if value {
        truth
    } else {
        pool.not(truth)
    }
}

fn outside(certificate: &mut Certificate, netlist: &Netlist, cube: &Cube) -> Term {
    let lits = cube.lits().iter();
    let literals: Vec<Term> = lits
        .map(|l| truth(certificate, netlist.latches[l.latch()].bit, !l.value()))
        .collect();
    certificate.pool.any(&literals)
}
