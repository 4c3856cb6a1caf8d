//! A UART frame parser with its state in statics: the receive interrupt puts bytes into a mailbox, the loop takes them
//! out and assembles frames.
//!
//! A frame is `0x7E`, the length of the payload (1 to 8), the payload, and the sum of length and payload modulo 256.
#![no_std]
#![forbid(unsafe_code)]

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicU16, Ordering};
use critical_section::Mutex;
use falsify::{control_loop, input, isr, monitor};

/// The byte that starts a frame.
pub const START: u8 = 0x7E;
/// The longest payload.
pub const CAPACITY: usize = 8;

/// The byte that came last, until the loop takes it.
static MAILBOX: Mutex<Cell<Option<u8>>> = Mutex::new(Cell::new(None));
static PARSER: Mutex<RefCell<Parser>> = Mutex::new(RefCell::new(Parser::new()));
/// Bytes that came before the one before them was taken.
static OVERRUNS: AtomicU16 = AtomicU16::new(0);
/// Frames that were given up; stops at the largest number.
static REJECTED: AtomicU16 = AtomicU16::new(0);

/// A payload that arrived whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl Frame {
    /// The bytes between length and checksum.
    pub fn payload(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// Why a frame was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    Length,
    Checksum,
}

/// How far the current frame has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Length,
    Payload { length: usize, received: usize },
    Checksum { length: usize },
}

#[derive(Debug)]
struct Parser {
    state: State,
    bytes: [u8; CAPACITY],
    sum: u8,
}

impl Parser {
    const fn new() -> Self {
        Self {
            state: State::Idle,
            bytes: [0; CAPACITY],
            sum: 0,
        }
    }

    /// Takes the next byte; gives a frame if the byte completes one.
    fn accept(&mut self, byte: u8) -> Result<Option<Frame>, Fault> {
        match self.state {
            State::Idle if byte == START => self.state = State::Length,
            State::Idle => {}
            State::Length => self.begin(byte)?,
            State::Payload { length, received } => self.store(byte, length, received),
            State::Checksum { length } => return self.finish(byte, length).map(Some),
        }
        Ok(None)
    }

    fn begin(&mut self, length: u8) -> Result<(), Fault> {
        self.sum = length;
        let length = usize::from(length);
        if !(1..=CAPACITY).contains(&length) {
            self.state = State::Idle;
            return Err(Fault::Length);
        }
        self.state = State::Payload {
            length,
            received: 0,
        };
        Ok(())
    }

    fn store(&mut self, byte: u8, length: usize, received: usize) {
        self.bytes[received] = byte;
        self.sum = self.sum.wrapping_add(byte);
        let received = received + 1;
        self.state = if received == length {
            State::Checksum { length }
        } else {
            State::Payload { length, received }
        };
    }

    fn finish(&mut self, checksum: u8, length: usize) -> Result<Frame, Fault> {
        self.state = State::Idle;
        if checksum != self.sum {
            return Err(Fault::Checksum);
        }
        Ok(Frame {
            bytes: self.bytes,
            length,
        })
    }
}

/// The receiver's data register. There is none on the host.
#[input]
fn data_register() -> u8 {
    0
}

/// A byte has come in: puts it into the mailbox, over one that was not taken.
#[isr]
fn on_receive() {
    receive(data_register());
}

fn receive(byte: u8) {
    let missed = critical_section::with(|cs| MAILBOX.borrow(cs).replace(Some(byte)));
    if missed.is_some() {
        count(&OVERRUNS);
    }
}

/// One pass of the control loop: takes a byte if there is one, and returns the frame that it completes.
#[control_loop]
pub fn poll() -> Option<Frame> {
    critical_section::with(|cs| {
        let byte = MAILBOX.borrow(cs).take()?;
        let mut parser = PARSER.borrow(cs).borrow_mut();
        parser.accept(byte).unwrap_or_else(|_| {
            count(&REJECTED);
            None
        })
    })
}

/// Adds one, up to the largest number. Only the loop or only the interrupt counts on one counter.
fn count(counter: &AtomicU16) {
    let events = counter.load(Ordering::Relaxed);
    counter.store(events.saturating_add(1), Ordering::Relaxed);
}

/// How many frames were given up.
pub fn rejected() -> u16 {
    REJECTED.load(Ordering::Relaxed)
}

/// How many bytes were lost.
pub fn overruns() -> u16 {
    OVERRUNS.load(Ordering::Relaxed)
}

/// The parser never writes past its buffer.
#[monitor]
fn stays_in_the_buffer() -> bool {
    let state = critical_section::with(|cs| PARSER.borrow_ref(cs).state);
    match state {
        State::Payload { length, received } => received < length && length <= CAPACITY,
        State::Checksum { length } => length <= CAPACITY,
        State::Idle | State::Length => true,
    }
}

/// A frame has a payload.
#[monitor]
fn frames_are_not_empty(out: Option<Frame>) -> bool {
    out.is_none_or(|frame| !frame.payload().is_empty())
}

/// A frame leaves the parser idle.
#[monitor]
fn a_frame_ends_the_parsing(out: Option<Frame>) -> bool {
    let state = critical_section::with(|cs| PARSER.borrow_ref(cs).state);
    out.is_none() || state == State::Idle
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::vec::Vec;

    /// Feeds a parser of its own; what each byte led to, without the bytes that led to nothing.
    fn parse(bytes: &[u8]) -> Vec<Result<Frame, Fault>> {
        let mut parser = Parser::new();
        let outcomes = bytes.iter().map(|&byte| parser.accept(byte).transpose());
        outcomes.flatten().collect()
    }

    #[test]
    fn a_frame_is_found_in_noise() {
        let frames = parse(&[0x00, 0xFF, START, 2, 10, 20, 32, 0x55]);
        assert_eq!(frames.len(), 1);
        assert_eq!(frames[0].unwrap().payload(), [10, 20]);
    }

    #[test]
    fn the_longest_frame_fits() {
        let frames = parse(&[START, 8, 1, 2, 3, 4, 5, 6, 7, 8, 44]);
        assert_eq!(frames[0].unwrap().payload(), [1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn the_checksum_wraps() {
        assert!(parse(&[START, 1, 255, 0])[0].is_ok());
    }

    #[test]
    fn bad_frames_are_given_up_and_the_next_is_found() {
        let good = [START, 1, 5, 6];
        for (bad, fault) in [
            ([START, 0].as_slice(), Fault::Length),
            (&[START, 9], Fault::Length),
            (&[START, 1, 5, 7], Fault::Checksum),
        ] {
            let outcomes = parse(&[bad, good.as_slice()].concat());
            assert_eq!(outcomes[0], Err(fault));
            assert_eq!(outcomes[1].unwrap().payload(), [5]);
        }
    }

    /// The statics are shared by all tests of this crate, so one test drives them.
    #[test]
    fn bytes_travel_from_the_interrupt_to_the_loop() {
        let frames = [START, 1, 42, 43].map(|byte| {
            receive(byte);
            let out = poll();
            assert!(stays_in_the_buffer() && frames_are_not_empty(out));
            assert!(a_frame_ends_the_parsing(out));
            out
        });
        assert_eq!(frames[..3], [None; 3]);
        assert_eq!(frames[3].unwrap().payload(), [42]);
        assert_eq!(poll(), None);

        on_receive();
        receive(START);
        assert_eq!(overruns(), 1);
        assert_eq!(poll(), None);
        receive(200);
        assert_eq!((poll(), rejected()), (None, 1));
    }
}
