//! What a terminal can do, in parts that are put together as pairs.
use crate::{Command, Message, Owner, TERMINALS};

const REPAIRED: bool = cfg!(feature = "repaired");

/// A message goes on no more often than this, where the features know of each other.
pub(crate) const MOST_HOPS: u8 = 3;

/// What becomes of a message that arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is for the owner.
    Stays(Message),
    /// It is sent to somebody else.
    GoesOn(Message),
}

/// A part of a terminal.
pub trait Feature: Default {
    /// What the owner wants.
    fn command(&mut self, _command: Command) {}

    /// A message that is sent, as it leaves; `None` if it must not.
    fn outgoing(&self, _owner: Owner, message: Message) -> Option<Message> {
        Some(message)
    }

    /// What becomes of a message that has arrived.
    fn incoming(&self, _owner: Owner, message: Message) -> Arrival {
        Arrival::Stays(message)
    }
}

/// Both, the first one nearer to the line.
impl<A: Feature, B: Feature> Feature for (A, B) {
    fn command(&mut self, command: Command) {
        self.0.command(command);
        self.1.command(command);
    }

    fn outgoing(&self, owner: Owner, message: Message) -> Option<Message> {
        let message = self.1.outgoing(owner, message)?;
        self.0.outgoing(owner, message)
    }

    fn incoming(&self, owner: Owner, message: Message) -> Arrival {
        match self.0.incoming(owner, message) {
            Arrival::Stays(message) => self.1.incoming(owner, message),
            on => on,
        }
    }
}

/// Seals messages for receivers whose key is known, and opens those that arrive.
#[derive(Debug, Default)]
pub struct Encryption {
    keys: [bool; TERMINALS],
}

impl Feature for Encryption {
    fn command(&mut self, command: Command) {
        if let Command::LearnKey(of) = command {
            self.keys[of as usize] = true;
        }
    }

    /// A message that was sealed once is not sent open; the terminal does not know that if the seal is lost.
    fn outgoing(&self, _owner: Owner, message: Message) -> Option<Message> {
        let to = message.to;
        if self.keys[to as usize] {
            let sealed_for = Some(to);
            Some(Message {
                sealed_for,
                ..message
            })
        } else if REPAIRED && message.sealed_for.is_some() {
            None
        } else {
            Some(Message {
                sealed_for: None,
                ..message
            })
        }
    }
}

/// Signs what is sent.
#[derive(Debug, Default)]
pub struct Signatures;

impl Feature for Signatures {
    /// In the repaired service, only what the owner wrote.
    fn outgoing(&self, owner: Owner, message: Message) -> Option<Message> {
        let signs = !REPAIRED || message.author == owner;
        let signed_by = if signs {
            Some(owner)
        } else {
            message.signed_by
        };
        Some(Message {
            signed_by,
            ..message
        })
    }
}

/// Sends what arrives to somebody else.
#[derive(Debug, Default)]
pub struct Forwarding {
    to: Option<Owner>,
}

impl Feature for Forwarding {
    fn command(&mut self, command: Command) {
        if let Command::Forward(to) = command {
            self.to = to;
        }
    }

    fn incoming(&self, _owner: Owner, message: Message) -> Arrival {
        match self.to {
            Some(to) if may_go_on(&message) => Arrival::GoesOn(Message { to, ..message }),
            _ => Arrival::Stays(message),
        }
    }
}

/// Replies to the author.
#[derive(Debug, Default)]
pub struct AutoReply {
    on: bool,
}

impl Feature for AutoReply {
    fn command(&mut self, command: Command) {
        if let Command::Reply(on) = command {
            self.on = on;
        }
    }

    fn incoming(&self, owner: Owner, message: Message) -> Arrival {
        if self.on && may_go_on(&message) {
            let (author, to) = (owner, message.author);
            Arrival::GoesOn(Message {
                author,
                to,
                ..message
            })
        } else {
            Arrival::Stays(message)
        }
    }
}

fn may_go_on(message: &Message) -> bool {
    !REPAIRED || message.hops < MOST_HOPS
}
