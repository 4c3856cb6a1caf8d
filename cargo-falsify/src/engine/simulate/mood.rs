//! How the world as a whole goes on for a while.
//!
//! Scalars that each go their own way hardly ever keep still together; but much happens only while nothing disturbs: a
//! cabin travels, a timer runs out. So there are times in which only a few of them move, and impulses: something happens
//! in one tick, then nothing for a while.

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
    /// Some channels move for a tick, before all are quiet.
    Impulse,
}

/// One steady or quiet channel in so many moves nevertheless, in half of these times.
const DISTURBED: u64 = 12;

/// One channel in so many takes part in an impulse.
const STRUCK: u64 = 4;

/// A mood with how often it is disturbed.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    mood: Mood,
    disturbed: bool,
}

impl Turn {
    pub fn draw(random: &mut Random) -> Turn {
        let mood = match random.below(5) {
            0 | 1 => Mood::Lively,
            2 => Mood::Steady,
            3 => Mood::Quiet,
            _ => Mood::Impulse,
        };
        let disturbed = mood != Mood::Impulse && random.once_in(2);
        Turn { mood, disturbed }
    }

    /// What follows after one tick, if that is settled.
    pub fn then(self) -> Option<Turn> {
        (self.mood == Mood::Impulse).then_some(Turn {
            mood: Mood::Quiet,
            disturbed: false,
        })
    }

    /// Tells a channel how to go on.
    pub fn affect(self, channel: &mut Channel, random: &mut Random) {
        let moves = self.disturbed && random.once_in(DISTURBED);
        match self.mood {
            _ if moves => channel.replan(),
            Mood::Lively => channel.replan(),
            Mood::Impulse if random.once_in(STRUCK) => channel.replan(),
            Mood::Impulse => channel.rest(),
            Mood::Steady => channel.settle(random),
            Mood::Quiet => channel.rest(),
        }
    }
}
