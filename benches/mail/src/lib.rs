//! A message service between three terminals. What a terminal can do is put together from features: encryption, signatures,
//! forwarding, automatic replies. Each is fine by itself; together they break what each of them promises.
//!
//! The feature `repaired` lets them know of each other.
#![no_std]
#![forbid(unsafe_code)]

pub mod features;
mod specification;

use core::fmt::Debug;

use falsify::{aux, control_loop};
use features::{Arrival, AutoReply, Encryption, Feature, Forwarding, Signatures};

/// How many terminals there are.
pub const TERMINALS: usize = 3;

/// How many ticks a message is on its way from terminal to terminal.
const DELIVERY_TICKS: u8 = 10;

/// Who owns a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// The gate.
    #[default]
    Gate,
    /// The office.
    Office,
    /// The workshop.
    Workshop,
}

/// A message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Who wrote it.
    pub author: Owner,
    /// To whom it goes next.
    pub to: Owner,
    /// Who can read it, if not everybody.
    pub sealed_for: Option<Owner>,
    /// Who signed it.
    pub signed_by: Option<Owner>,
    /// How often it was sent before.
    pub hops: u8,
}

/// Whether somebody can read a message.
#[aux]
fn is_readable(sealed_for: Option<Owner>, by: Owner) -> bool {
    sealed_for.is_none() || sealed_for == Some(by)
}

/// The ticks that a message is on its way: longer if it is sealed or signed.
#[aux]
fn delivery_ticks(is_sealed: bool, is_signed: bool) -> u8 {
    DELIVERY_TICKS + 2 * u8::from(is_sealed) + u8::from(is_signed)
}

/// What the owner of a terminal does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Writes to somebody.
    Write(Owner),
    /// Gets somebody's key.
    LearnKey(Owner),
    /// Lets messages go on to somebody, or not.
    Forward(Option<Owner>),
    /// Lets messages be replied to, or not.
    Reply(bool),
}

/// A message on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Posted {
    message: Message,
    left: u8,
}

/// Terminals with features `F`, and the line between them, which has one message at a time.
#[derive(Debug, Default)]
pub struct Service<F> {
    terminals: [F; TERMINALS],
    line: Option<Posted>,
}

impl<F: Feature> Service<F> {
    fn tick(&mut self, by: Owner, command: Option<Command>) {
        match self.line {
            Some(Posted { message, left: 0 }) => {
                self.line = None;
                self.arrive(message);
            }
            Some(Posted { message, left }) => {
                let left = left - 1;
                self.line = Some(Posted { message, left });
            }
            None => {}
        }
        match command {
            Some(Command::Write(to)) => self.write(by, to),
            Some(command) => self.terminals[by as usize].command(command),
            None => {}
        }
    }

    fn write(&mut self, author: Owner, to: Owner) {
        if self.line.is_none() {
            let message = Message {
                author,
                to,
                ..Message::default()
            };
            self.send(author, message);
        }
    }

    fn send(&mut self, by: Owner, message: Message) {
        if let Some(message) = self.terminals[by as usize].outgoing(by, message) {
            let left = delivery_ticks(message.sealed_for.is_some(), message.signed_by.is_some());
            self.line = Some(Posted { message, left });
        }
    }

    fn arrive(&mut self, message: Message) {
        let at = message.to;
        if !is_readable(message.sealed_for, at) {
            return;
        }
        if let Arrival::GoesOn(message) = self.terminals[at as usize].incoming(at, message) {
            let hops = message.hops.saturating_add(1);
            self.send(at, Message { hops, ..message });
        }
    }
}

/// Terminals that keep messages secret.
pub type Private = (Encryption, Forwarding);
/// Terminals that tell who wrote what.
pub type Signed = (Signatures, Forwarding);
/// Terminals with everything.
pub type Full = (Encryption, (Signatures, (Forwarding, AutoReply)));

/// A service with encryption and forwarding.
#[control_loop]
pub fn private(service: &mut Service<Private>, by: Owner, command: Option<Command>) {
    service.tick(by, command);
}

/// A service with signatures and forwarding.
#[control_loop]
pub fn signed(service: &mut Service<Signed>, by: Owner, command: Option<Command>) {
    service.tick(by, command);
}

/// A service with all features.
#[control_loop]
pub fn full(service: &mut Service<Full>, by: Owner, command: Option<Command>) {
    service.tick(by, command);
}

#[cfg(test)]
mod tests;
