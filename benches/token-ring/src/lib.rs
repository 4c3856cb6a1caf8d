//! Stations in a ring that pass a token. The station that has it may hold it for some ticks to send. The token can be lost on its
//! way; when the first station has not seen it for too long, it makes a new one.
//!
//! The first station is impatient: it does not count with all the others holding the token. The feature `repaired` lets it wait.
#![no_std]
#![forbid(unsafe_code)]

use falsify::temporal::Within;
use falsify::{aux, control_loop, monitor};

/// So long a station may hold the token.
const HOLD: u8 = 9;

/// For each station on the way that the first one is patient.
const PATIENCE: u8 = if cfg!(feature = "repaired") {
    HOLD + 1
} else {
    HOLD - 1
};

/// What a station has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Station {
    /// No token.
    #[default]
    Waits,
    /// The token, for so many further ticks.
    Holds(u8),
}

/// The place behind another one in a ring.
#[aux]
fn behind(station: usize, stations: usize) -> usize {
    (station + 1) % stations
}

/// A ring of stations.
#[derive(Debug)]
pub struct Ring<const N: usize> {
    stations: [Station; N],
    missed: u8,
}

impl<const N: usize> Ring<N> {
    /// With the token at the first station.
    pub const fn new() -> Self {
        let mut stations = [Station::Waits; N];
        stations[0] = Station::Holds(0);
        Ring {
            stations,
            missed: 0,
        }
    }

    fn tick(&mut self, wants: [bool; N], is_lost: bool) {
        let mut next = [Station::Waits; N];
        for at in 0..N {
            match self.stations[at] {
                Station::Waits => {}
                Station::Holds(0) if is_lost => {}
                Station::Holds(0) => {
                    let to = behind(at, N);
                    next[to] = Station::Holds(if wants[to] { HOLD } else { 0 });
                }
                Station::Holds(left) => next[at] = Station::Holds(left - 1),
            }
        }
        self.stations = next;
        self.watch();
    }

    /// The first station replaces a token that stays away.
    fn watch(&mut self) {
        if self.stations[0] != Station::Waits {
            self.missed = 0;
        } else if self.missed < Self::PATIENCE {
            self.missed += 1;
        } else {
            self.missed = 0;
            self.stations[0] = Station::Holds(0);
        }
    }

    const PATIENCE: u8 = PATIENCE * (N as u8 - 1);

    fn tokens(&self) -> usize {
        let with_token = self.stations.iter().filter(|it| **it != Station::Waits);
        with_token.count()
    }
}

impl<const N: usize> Default for Ring<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// A ring of two stations.
#[control_loop]
pub fn two(ring: &mut Ring<2>, wants: [bool; 2], is_lost: bool) {
    ring.tick(wants, is_lost);
}

/// A ring of five stations.
#[control_loop]
pub fn five(ring: &mut Ring<5>, wants: [bool; 5], is_lost: bool) {
    ring.tick(wants, is_lost);
}

/// A ring of fourteen stations.
#[control_loop]
pub fn fourteen(ring: &mut Ring<14>, wants: [bool; 14], is_lost: bool) {
    ring.tick(wants, is_lost);
}

/// There are never two tokens.
#[monitor(of = two)]
fn one_token_of_two(ring: &Ring<2>) -> bool {
    ring.tokens() <= 1
}

/// There are never two tokens.
#[monitor(of = five)]
fn one_token_of_five(ring: &Ring<5>) -> bool {
    ring.tokens() <= 1
}

/// There are never two tokens.
#[monitor(of = fourteen)]
fn one_token_of_fourteen(ring: &Ring<14>) -> bool {
    ring.tokens() <= 1
}

/// A token that is lost is replaced within 50 ticks.
#[monitor(of = five)]
fn is_replaced(ring: &Ring<5>, deadline: &mut Within<50>) -> bool {
    deadline.check(ring.tokens() == 0, ring.tokens() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_goes_around() {
        let mut ring = Ring::<5>::new();
        for at in 1..=5 {
            five(&mut ring, [false; 5], false);
            assert_eq!(ring.stations[at % 5], Station::Holds(0));
        }
        five(&mut ring, [false, true, false, false, false], false);
        assert_eq!(ring.stations[1], Station::Holds(HOLD));
    }

    #[test]
    fn a_lost_token_comes_back() {
        let mut ring = Ring::<2>::new();
        two(&mut ring, [false; 2], true);
        assert_eq!(ring.tokens(), 0);
        (0..=PATIENCE).for_each(|_| two(&mut ring, [false; 2], false));
        assert_eq!(ring.tokens(), 1);
    }
}
