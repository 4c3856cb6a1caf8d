//! Whoever gives inputs to native code: draws them, or plays what was recorded, and records everything.

use super::channel::{Channel, Domain};
use super::mood::Turn;
use super::random::Random;
use super::tape::{Cursor, Tape};
use crate::bv::Scalar;
use crate::ir::Handler;
use crate::native::{Code, Outside, Part};

/// A tick that waits for an input is given this many; then the run is not followed any further.
const INPUTS_PER_TICK: u32 = 10_000;

/// A piece of an input with what it does over time.
#[derive(Clone)]
enum Piece {
    Scalar {
        at: usize,
        size: usize,
        channel: Channel,
    },
    Variants {
        at: usize,
        size: usize,
        channel: Channel,
        variants: Vec<(u32, Vec<Piece>)>,
    },
}

/// Recorded ticks that are played again, in a new order.
#[derive(Clone, Default)]
pub struct Playback {
    pub tape: Tape,
    /// Of the tape; 0, the initialisation, comes first in any case. In place of one that the tape does not have, a new
    /// one is drawn.
    pub ticks: Vec<u32>,
}

/// The world of one run.
pub struct World {
    /// Of each input site; none if it has no value.
    sites: Vec<Option<Vec<Piece>>>,
    handlers: Vec<(u32, Channel)>,
    pub random: Random,
    /// Ways to go on last for up to two to the power of this.
    pub patience: u64,
    /// Ticks for which the mood lasts.
    mood: u32,
    /// What comes after the mood, if that is settled.
    then: Option<Turn>,
    /// What comes in place of moods that are drawn, if anything.
    lull: Option<Turn>,
    pub tape: Tape,
    /// Played before anything is drawn.
    pub playback: Option<Playback>,
    cursor: Option<Cursor>,
    left: u32,
    chosen: Vec<usize>,
    /// Sites of the properties that were false in this tick.
    pub broken: Vec<usize>,
}

impl World {
    pub fn new(code: &Code<'_>, handlers: &[Handler], seed: u64) -> World {
        let constants = code.constants();
        let site = |at| Some(pieces(&code.parts(at)?, &constants));
        let handler = |handler: &Handler| (handler.max, Channel::new(counts(handler.max)));
        World {
            sites: (0..code.inputs().len()).map(site).collect(),
            handlers: handlers.iter().map(handler).collect(),
            random: Random::new(seed),
            patience: 0,
            mood: 0,
            then: None,
            lull: None,
            tape: Tape::default(),
            playback: None,
            cursor: None,
            left: 0,
            chosen: Vec::new(),
            broken: Vec::new(),
        }
    }

    /// Whether there is nothing to choose.
    pub fn is_determined(&self) -> bool {
        self.sites.is_empty() && self.handlers.is_empty()
    }

    /// All channels go on in another way.
    pub fn replan(&mut self) {
        self.mood = 0;
        self.then = None;
    }

    /// From now on there are no moods of their own, or there are again.
    pub fn set_lull(&mut self, lull: Option<Turn>) {
        self.replan();
        self.lull = lull;
    }

    /// Something happens in the next tick.
    pub fn turn_to(&mut self, turn: Turn) {
        self.mood = 0;
        self.then = Some(turn);
    }

    fn take_turn(&mut self) {
        let turn = self.then.take().or(self.lull);
        let turn = turn.unwrap_or_else(|| Turn::draw(&mut self.random));
        self.then = turn.then();
        self.mood = match self.then {
            Some(_) => 1,
            None => self.random.length(self.patience),
        };
        let random = &mut self.random;
        for pieces in self.sites.iter_mut().flatten() {
            pieces
                .iter_mut()
                .for_each(|piece| affect(turn, piece, random));
        }
        for (_, channel) in &mut self.handlers {
            turn.affect(channel, random);
        }
    }

    /// The initialisation comes next. It may wait for inputs, so it is no good if they are at rest from an earlier run.
    pub fn begin_run(&mut self) {
        self.tape.clear();
        if self.mood == 0 {
            self.take_turn();
        }
        self.begin(self.playback.is_some().then_some(0));
    }

    fn begin(&mut self, played: Option<usize>) {
        self.left = INPUTS_PER_TICK;
        self.broken.clear();
        let playback = self.playback.as_ref();
        self.cursor = played.and_then(|tick| Some(playback?.tape.cursor(tick)));
    }

    /// A tick comes next, after the handlers that are handed out here; they are to be given back.
    #[inline]
    pub fn begin_tick(&mut self) -> Vec<usize> {
        let played = self.played();
        self.begin(played);
        if self.mood == 0 {
            self.take_turn();
        }
        self.mood -= 1;
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.clear();
        match (played, &self.playback) {
            (Some(tick), Some(playback)) => {
                chosen.extend(playback.tape.handlers(tick).iter().map(|h| *h as usize))
            }
            _ => self.choose_handlers(&mut chosen),
        }
        for handler in &chosen {
            self.tape.push_handler(*handler);
        }
        chosen
    }

    fn played(&self) -> Option<usize> {
        let ticks = &self.playback.as_ref()?.ticks;
        let tick = *ticks.get(self.tape.ticks())? as usize;
        (tick <= self.playback.as_ref()?.tape.ticks()).then_some(tick)
    }

    /// The tick is over.
    #[inline]
    pub fn end_tick(&mut self, chosen: Vec<usize>) {
        self.tape.end_tick();
        self.chosen = chosen;
    }

    fn choose_handlers(&mut self, chosen: &mut Vec<usize>) {
        for (index, (max, channel)) in self.handlers.iter_mut().enumerate() {
            let times = channel.next(&mut self.random, self.patience) as u32;
            chosen.extend((0..times.min(*max)).map(|_| index));
        }
        for at in (1..chosen.len()).rev() {
            let other = self.random.below(at as u64 + 1) as usize;
            chosen.swap(at, other);
        }
    }

    fn recorded(&mut self, site: usize, into: &mut [u8]) -> bool {
        let (Some(playback), Some(cursor)) = (&self.playback, &mut self.cursor) else {
            return false;
        };
        match playback.tape.play(cursor, site) {
            Some(bytes) if bytes.len() == into.len() => into.copy_from_slice(bytes),
            _ => {
                // From here on the tick goes another way.
                self.cursor = None;
                return false;
            }
        }
        true
    }
}

impl Outside for World {
    fn input(&mut self, site: usize, into: &mut [u8]) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if self.cursor.is_none() || !self.recorded(site, into) {
            let Some(pieces) = &mut self.sites[site] else {
                return false;
            };
            draw_all(pieces, &mut self.random, self.patience, into);
        }
        self.tape.push(site, into);
        true
    }

    fn property(&mut self, site: usize, holds: bool) {
        if !holds {
            self.broken.push(site);
        }
    }
}

#[inline]
fn draw_all(pieces: &mut [Piece], random: &mut Random, patience: u64, into: &mut [u8]) {
    for piece in pieces {
        match piece {
            Piece::Scalar { at, size, channel } => {
                let value = channel.next(random, patience);
                write(into, *at, *size, value);
            }
            Piece::Variants {
                at,
                size,
                channel,
                variants,
            } => {
                let index = channel.next(random, patience) as usize;
                let (tag, pieces) = &mut variants[index];
                write(into, *at, *size, u128::from(*tag));
                draw_all(pieces, random, patience, into);
            }
        }
    }
}

#[inline]
fn write(into: &mut [u8], at: usize, size: usize, value: u128) {
    let bytes = value.to_ne_bytes();
    let bytes = match cfg!(target_endian = "big") {
        true => &bytes[16 - size..],
        false => &bytes[..size],
    };
    into[at..at + size].copy_from_slice(bytes);
}

fn pieces(parts: &[Part], constants: &[(Scalar, u128)]) -> Vec<Piece> {
    let piece = |part: &Part| match part {
        Part::Scalar {
            at,
            size,
            ty,
            low,
            high,
        } => Piece::Scalar {
            at: *at,
            size: *size,
            channel: Channel::new(Domain::new(*ty, *low, *high, constants)),
        },
        Part::Variants { at, size, variants } => Piece::Variants {
            at: *at,
            size: *size,
            channel: Channel::new(counts(variants.len() as u32 - 1)),
            variants: variants
                .iter()
                .map(|(index, parts)| (*index, pieces(parts, constants)))
                .collect(),
        },
    };
    parts.iter().map(piece).collect()
}

/// From 0 to a number.
fn counts(most: u32) -> Domain {
    Domain::new(Scalar::unsigned(32), 0, u128::from(most), &[])
}

fn affect(turn: Turn, piece: &mut Piece, random: &mut Random) {
    match piece {
        Piece::Scalar { channel, .. } => turn.affect(channel, random),
        Piece::Variants {
            channel, variants, ..
        } => {
            turn.affect(channel, random);
            let pieces = variants.iter_mut().flat_map(|(_, pieces)| pieces);
            pieces.for_each(|piece| affect(turn, piece, random));
        }
    }
}
