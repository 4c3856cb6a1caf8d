//! How the world as a whole goes on for a while.
//!
//! Scalars that each go their own way hardly ever keep still together; but much happens only while nothing disturbs: a
//! cabin travels, a timer runs out. So there are times in which only a few of them move.

use super::channel::Channel;
use super::random::Random;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mood {
    /// Every channel goes its own way.
    Lively,
    /// Every channel keeps one value.
    Steady,
    /// Every channel has its simplest value.
    Quiet,
}

/// One steady or quiet channel in so many moves nevertheless, in half of these times.
const DISTURBED: u64 = 12;

/// A mood with how often it is disturbed.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    mood: Mood,
    disturbed: bool,
}

impl Turn {
    pub fn draw(random: &mut Random) -> Turn {
        let mood = match random.below(4) {
            0 | 1 => Mood::Lively,
            2 => Mood::Steady,
            _ => Mood::Quiet,
        };
        let disturbed = random.once_in(2);
        Turn { mood, disturbed }
    }

    /// Tells a channel how to go on.
    pub fn affect(self, channel: &mut Channel, random: &mut Random) {
        let moves = self.disturbed && random.once_in(DISTURBED);
        match self.mood {
            _ if moves => channel.replan(),
            Mood::Lively => channel.replan(),
            Mood::Steady => channel.settle(random),
            Mood::Quiet => channel.rest(),
        }
    }
}
