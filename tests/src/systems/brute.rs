//! Certificates judged state by state.

use cargo_falsify::evidence::{Argument, Certificate};
use cargo_falsify::system::System;
use cargo_falsify::term::{eval, Term};

use super::reachable::valuations;
use super::Executor;

/// Whether the claims of a certificate are inductive and exclude a violation of the properties; none if its argument is
/// another one.
pub fn proves(system: &System, properties: &[usize], certificate: &Certificate) -> Option<bool> {
    let Argument::Induction { k: 0, .. } = certificate.argument else {
        return None;
    };
    Some(starts(system, properties, certificate) && lasts(system, properties, certificate))
}

fn claimed(certificate: &Certificate, state: &[u128]) -> bool {
    let value = |t: Term| {
        let at = certificate.state.iter().position(|&v| v == t);
        at.map_or(0, |at| state[at])
    };
    let values = eval(&certificate.pool, &certificate.claims, &value);
    values.iter().all(|&v| v == 1)
}

fn starts(system: &System, properties: &[usize], certificate: &Certificate) -> bool {
    let mut executor = Executor::new(system);
    valuations(system, &system.start_inputs)
        .iter()
        .all(|inputs| {
            let happened = executor.start(inputs);
            let fine = !properties.iter().any(|&p| happened.bad[p]);
            fine && (!happened.valid || claimed(certificate, &executor.state))
        })
}

fn lasts(system: &System, properties: &[usize], certificate: &Certificate) -> bool {
    let vars: Vec<Term> = system.state.iter().map(|v| v.var).collect();
    let inputs = valuations(system, &system.inputs);
    let mut executor = Executor::new(system);
    let mut preserved = |state: &Vec<u128>, inputs: &Vec<u128>| {
        executor.state.clone_from(state);
        let happened = executor.step(inputs);
        let fine = !properties.iter().any(|&p| happened.bad[p]);
        fine && (!happened.valid || claimed(certificate, &executor.state))
    };
    let states = valuations(system, &vars);
    let mut states = states.iter().filter(|state| claimed(certificate, state));
    states.all(|state| inputs.iter().all(|inputs| preserved(state, inputs)))
}
