//! How the world as a whole goes on for a while.
//!
//! Scalars that each go their own way hardly ever keep still together; but much happens only while nothing disturbs: a
//! cabin travels, a timer runs out. So there are times in which only a few of them move, and impulses: something happens
//! in one tick, then nothing for a while. After a blow, some have another value from then on.

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
    /// Some channels move for a tick, before all are still.
    Blow,
    /// Every channel stays as it is.
    Still,
}

/// One steady or quiet channel in so many moves nevertheless, in half of these times.
const DISTURBED: u64 = 12;

/// One channel in so many takes part in an impulse.
const STRUCK: u64 = 4;

/// The same in a race, as a power of two, at most: what is to happen there is often one thing alone.
const FEWEST: u64 = 4;

/// A mood with how often it is disturbed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    mood: Mood,
    disturbed: bool,
    /// One channel in so many moves in it, if not all do.
    struck: u64,
}

impl Turn {
    /// Nothing moves, and all is as simple as can be.
    pub const QUIET: Turn = Turn::undisturbed(Mood::Quiet, 1);

    /// Nothing moves.
    pub const STILL: Turn = Turn::undisturbed(Mood::Still, 1);

    const fn undisturbed(mood: Mood, struck: u64) -> Turn {
        Turn {
            mood,
            disturbed: false,
            struck,
        }
    }

    /// Some channels have a value of their own for good.
    pub const SETTLING: Turn = Turn::undisturbed(Mood::Steady, 1);

    /// Something happens, before nothing moves again.
    pub fn strike(random: &mut Random, lull: Turn) -> Turn {
        let struck = 1 << (1 + random.below(FEWEST));
        match lull.mood {
            Mood::Quiet => Turn::undisturbed(Mood::Impulse, struck),
            _ => Turn::undisturbed(Mood::Blow, struck),
        }
    }

    pub fn draw(random: &mut Random) -> Turn {
        let mood = match random.below(5) {
            0 | 1 => Mood::Lively,
            2 => Mood::Steady,
            3 => Mood::Quiet,
            _ => Mood::Impulse,
        };
        let disturbed = mood != Mood::Impulse && random.once_in(2);
        Turn {
            disturbed,
            ..Turn::undisturbed(mood, STRUCK)
        }
    }

    /// What follows after one tick, if that is settled.
    pub fn then(self) -> Option<Turn> {
        match self.mood {
            Mood::Impulse => Some(Turn::QUIET),
            Mood::Blow => Some(Turn::STILL),
            Mood::Lively | Mood::Steady | Mood::Quiet | Mood::Still => None,
        }
    }

    /// Tells a channel how to go on.
    pub fn affect(self, channel: &mut Channel, random: &mut Random) {
        let moves = self.disturbed && random.once_in(DISTURBED);
        match self.mood {
            _ if moves => channel.replan(),
            Mood::Lively => channel.replan(),
            Mood::Impulse | Mood::Blow if random.once_in(self.struck) => channel.replan(),
            Mood::Impulse => channel.rest(),
            Mood::Blow | Mood::Still => channel.stay(),
            Mood::Steady => channel.settle(random),
            Mood::Quiet => channel.rest(),
        }
    }
}
