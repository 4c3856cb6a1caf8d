//! Deliberate faults in what engines are given and give, so that tests see them caught before a verdict is released.

use crate::engine::cegar::Variant;
use crate::evidence::sabotage::is_wanted;
use crate::evidence::Certificate;
use crate::system::System;

/// The encoding that engines work on: with `alarm` every property is violated where it holds, with `blind` none ever is.
pub(super) fn encoding(system: &mut System, properties: usize) {
    let (alarm, blind) = (is_wanted("alarm"), is_wanted("blind"));
    for checked in system.properties.iter_mut().take(properties) {
        if alarm {
            checked.bad = system.pool.not(checked.bad);
        } else if blind {
            checked.bad = system.pool.bool(false);
            checked.start_bad = checked.bad;
        }
    }
}

/// With `invariant`, a proof rests on the opposite of its first claim.
pub(super) fn proof(certificate: &mut Certificate) {
    if !is_wanted("invariant") {
        return;
    }
    let first = match certificate.claims.first() {
        Some(&claim) => certificate.pool.not(claim),
        None => certificate.pool.bool(false),
    };
    certificate
        .claims
        .splice(..certificate.claims.len().min(1), [first]);
}

/// With `summaries`, all of them answer something else than their functions; with `exact`, they are said to be exact besides; with
/// `alarms`, what they lead to is handed out unseen.
pub(super) fn summaries(variant: Variant) -> Variant {
    let alarms = is_wanted("alarms");
    Variant {
        wrong: variant.wrong || alarms || is_wanted("summaries"),
        claimed: variant.claimed || is_wanted("exact"),
        unfiltered: variant.unfiltered || alarms,
        ..variant
    }
}
