extern crate std;

use crate::features::{Arrival, Encryption, Feature, Forwarding};
use crate::{full, private, Command, Full, Message, Owner, Private, Service};

fn ticks(service: &mut Service<Private>, count: u8) {
    (0..count).for_each(|_| private(service, Owner::Gate, None));
}

#[test]
fn who_knows_the_key_seals() {
    let mut service = Service::<Private>::default();
    let write = Some(Command::Write(Owner::Office));
    private(&mut service, Owner::Gate, write);
    let sealed = |service: &Service<Private>| service.line.and_then(|it| it.message.sealed_for);
    assert_eq!(sealed(&service), None);
    ticks(&mut service, 20);
    private(
        &mut service,
        Owner::Gate,
        Some(Command::LearnKey(Owner::Office)),
    );
    private(&mut service, Owner::Gate, write);
    assert_eq!(sealed(&service), Some(Owner::Office));
}

#[test]
fn messages_are_forwarded() {
    let mut service = Service::<Private>::default();
    let forward = Some(Command::Forward(Some(Owner::Workshop)));
    private(&mut service, Owner::Office, forward);
    private(
        &mut service,
        Owner::Gate,
        Some(Command::Write(Owner::Office)),
    );
    ticks(&mut service, 11);
    let message = service.line.map(|it| it.message);
    assert_eq!(message.map(|it| it.to), Some(Owner::Workshop));
    assert_eq!(message.map(|it| it.hops), Some(1));
}

#[test]
fn a_pair_asks_both() {
    let mut pair = <(Encryption, Forwarding)>::default();
    pair.command(Command::Forward(Some(Owner::Gate)));
    let arrival = pair.incoming(Owner::Office, Message::default());
    assert!(matches!(arrival, Arrival::GoesOn(_)));
}

#[cfg(feature = "repaired")]
#[test]
fn replies_to_replies_end() {
    let mut service = Service::<Full>::default();
    for owner in [Owner::Gate, Owner::Office] {
        full(&mut service, owner, Some(Command::Reply(true)));
    }
    full(
        &mut service,
        Owner::Gate,
        Some(Command::Write(Owner::Office)),
    );
    (0..80).for_each(|_| full(&mut service, Owner::Gate, None));
    assert_eq!(service.line, None);
}

#[cfg(not(feature = "repaired"))]
#[test]
fn replies_to_replies_do_not_end() {
    let mut service = Service::<Full>::default();
    for owner in [Owner::Gate, Owner::Office] {
        full(&mut service, owner, Some(Command::Reply(true)));
    }
    full(
        &mut service,
        Owner::Gate,
        Some(Command::Write(Owner::Office)),
    );
    (0..80).for_each(|_| full(&mut service, Owner::Gate, None));
    assert!(service.line.is_some_and(|it| it.message.hops > 4));
}
