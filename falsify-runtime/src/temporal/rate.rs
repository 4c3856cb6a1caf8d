//! How often an event may come.
use super::cover;

/// Two events are at least `N` ticks apart: events at ticks s and s + `N` are fine.
///
/// The answer is false at each event that comes too soon after the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Separated<const N: u32> {
    /// For how many ticks from the next one on an event would be too soon.
    blocked: u32,
}

impl<const N: u32> Separated<N> {
    /// No event has come yet.
    pub const fn new() -> Self {
        Self { blocked: 0 }
    }

    /// Takes this tick's event; false if it comes too soon.
    pub fn check(&mut self, event: bool) -> bool {
        cover(event);
        let far_enough = !event || self.blocked == 0;
        if event {
            self.blocked = N.saturating_sub(1);
        } else {
            self.blocked = self.blocked.saturating_sub(1);
        }
        far_enough
    }
}

/// The words of memory of an [`AtMost`].
const WORDS: usize = 32;

/// At most `K` events come within any `W` consecutive ticks.
///
/// The answer is false at each tick at which the last `W` ticks, this one included, hold more than `K` events.
///
/// The memory is 32 words, of which only as many are used as the requirement needs: the window as one bit a tick, or how
/// long each of the last `K + 1` events still counts, whichever is less. A requirement that fits in neither way (`W` above
/// 1024 with `K` above 31, unless `K` is at least `W`) does not compile:
///
/// ```compile_fail
/// let hopeless = falsify::temporal::AtMost::<1000, 100_000>::new();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtMost<const K: u32, const W: u32> {
    /// Either the window, latest tick first from the lowest bit of the first word on; or for each of the last events,
    /// latest first, the number of ticks for which it is still in the window.
    memory: [u32; WORDS],
}

impl<const K: u32, const W: u32> AtMost<K, W> {
    /// The words that one bit for each tick of the window takes.
    const WINDOW_WORDS: u32 = W.div_ceil(u32::BITS);

    /// Whether the window's bits take no more words than the last `K + 1` events would.
    const AS_WINDOW: bool = Self::WINDOW_WORDS <= K.saturating_add(1);

    /// A memory without events, for requirements that fit.
    const EMPTY: [u32; WORDS] = {
        let fits = K >= W || Self::WINDOW_WORDS <= WORDS as u32 || K < WORDS as u32;
        assert!(
            fits,
            "AtMost<K, W> remembers a window of up to 1024 ticks or up to 31 events"
        );
        [0; WORDS]
    };

    /// No event has come yet.
    pub const fn new() -> Self {
        Self {
            memory: Self::EMPTY,
        }
    }

    /// Takes this tick's event; false if the last `W` ticks hold more than `K`.
    pub fn check(&mut self, event: bool) -> bool {
        cover(event);
        if K >= W {
            return true;
        }
        if Self::AS_WINDOW {
            self.shift_window(event);
            return self.events_in_window() <= K;
        }
        self.age_events();
        if event {
            self.remember_event();
        }
        self.memory[K as usize] == 0
    }

    /// Moves the window on by one tick; what leaves it at the far end is forgotten.
    fn shift_window(&mut self, event: bool) {
        let words = Self::WINDOW_WORDS as usize;
        let mut carry = u32::from(event);
        let mut i = 0;
        while i < words {
            let leaves = self.memory[i] >> (u32::BITS - 1);
            self.memory[i] = (self.memory[i] << 1) | carry;
            carry = leaves;
            i += 1;
        }
        let unused = Self::WINDOW_WORDS * u32::BITS - W;
        self.memory[words - 1] &= u32::MAX >> unused;
    }

    fn events_in_window(&self) -> u32 {
        let mut events = 0;
        let mut i = 0;
        while i < Self::WINDOW_WORDS as usize {
            events += self.memory[i].count_ones();
            i += 1;
        }
        events
    }

    fn age_events(&mut self) {
        let mut i = 0;
        while i <= K as usize {
            self.memory[i] = self.memory[i].saturating_sub(1);
            i += 1;
        }
    }

    /// Makes this tick's event the latest; the oldest is forgotten.
    fn remember_event(&mut self) {
        let mut i = K as usize;
        while i > 0 {
            self.memory[i] = self.memory[i - 1];
            i -= 1;
        }
        self.memory[0] = W;
    }
}

/// Not derived: the check that the requirement fits sits in [`AtMost::new`].
impl<const K: u32, const W: u32> Default for AtMost<K, W> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{AtMost, Separated};

    fn separated<const N: u32, const T: usize>(ticks: [u8; T]) -> [bool; T] {
        let mut spacing = Separated::<N>::new();
        ticks.map(|event| spacing.check(event == 1))
    }

    #[test]
    fn events_n_ticks_apart_are_fine() {
        assert_eq!(separated::<3, 4>([1, 0, 0, 1]), [true; 4]);
        assert_eq!(separated::<3, 3>([1, 0, 1]), [true, true, false]);
    }

    #[test]
    fn an_event_that_came_too_soon_counts_for_the_next() {
        assert_eq!(
            separated::<3, 6>([1, 0, 1, 0, 1, 0]),
            [true, true, false, true, false, true]
        );
    }

    #[test]
    fn every_two_events_are_one_tick_apart() {
        assert_eq!(separated::<0, 3>([1, 1, 1]), [true; 3]);
        assert_eq!(separated::<1, 3>([1, 1, 1]), [true; 3]);
    }

    #[test]
    fn the_widest_separation_does_not_overflow() {
        assert_eq!(
            separated::<{ u32::MAX }, 4>([0, 1, 0, 1]),
            [true, true, true, false]
        );
        let mut spacing = Separated::<{ u32::MAX }> { blocked: 1 };
        assert!(spacing.check(false));
        assert!(spacing.check(true));
    }

    fn at_most<const K: u32, const W: u32, const T: usize>(ticks: [u8; T]) -> [bool; T] {
        let mut rate = AtMost::<K, W>::new();
        ticks.map(|event| rate.check(event == 1))
    }

    #[test]
    fn an_event_counts_for_w_ticks() {
        let answers = at_most::<1, 3, 7>([1, 0, 1, 0, 0, 1, 0]);
        assert_eq!(answers, [true, true, false, true, true, true, true]);
        assert_eq!(at_most::<1, 3, 4>([1, 0, 0, 1]), [true; 4]);
    }

    #[test]
    fn a_window_with_too_many_events_stays_too_full() {
        assert_eq!(at_most::<1, 3, 4>([1, 1, 0, 0]), [true, false, false, true]);
    }

    #[test]
    fn no_event_at_all() {
        assert_eq!(at_most::<0, 1, 3>([0, 1, 0]), [true, false, true]);
        assert_eq!(at_most::<0, 2, 4>([0, 1, 0, 0]), [true, false, false, true]);
    }

    #[test]
    fn a_window_cannot_hold_more_events_than_ticks() {
        assert_eq!(at_most::<0, 0, 2>([1, 1]), [true; 2]);
        assert_eq!(at_most::<3, 3, 5>([1; 5]), [true; 5]);
        assert_eq!(at_most::<{ u32::MAX }, { u32::MAX }, 2>([1, 1]), [true; 2]);
        assert_eq!(at_most::<2, 3, 4>([1; 4]), [true, true, false, false]);
    }

    #[test]
    fn a_window_of_several_words_forgets_what_leaves_it() {
        for distance in [31, 32, 33, 63, 64, 65, 66] {
            let mut rate = AtMost::<2, 65>::new();
            assert!(rate.check(true));
            assert!(rate.check(true));
            for _ in 2..distance {
                assert!(rate.check(false));
            }
            assert_eq!(rate.check(true), distance >= 65, "{distance}");
        }
    }

    #[test]
    fn the_widest_window_keeps_its_events() {
        let answers = at_most::<1, { u32::MAX }, 4>([1, 0, 1, 0]);
        assert_eq!(answers, [true, true, false, false]);
        let mut rate = AtMost::<0, { u32::MAX }>::new();
        assert!(!rate.check(true));
        rate.memory[0] = 2;
        assert!(!rate.check(false));
        assert!(rate.check(false));
    }
}
