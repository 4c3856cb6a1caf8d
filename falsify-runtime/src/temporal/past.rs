//! What held so far: for the last ticks, at some tick, at every tick, since another, after another.
use super::cover;

/// `p` was true at each of the last `N` ticks, this one included.
///
/// False as long as there have been fewer than `N` ticks; `HeldFor<0>` is always true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldFor<const N: u32> {
    /// Ticks for which `p` has been true without a break, up to `N`.
    run: u32,
}

impl<const N: u32> HeldFor<N> {
    /// No tick has been seen yet.
    pub const fn new() -> Self {
        Self { run: 0 }
    }

    /// Takes this tick's `p`; true if it has held for `N` ticks.
    pub fn check(&mut self, p: bool) -> bool {
        if !p {
            self.run = 0;
        } else if self.run < N {
            self.run += 1;
        }
        self.run >= N
    }
}

/// `p` was true at some tick so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Once {
    seen: bool,
}

impl Once {
    /// `p` has not been true yet.
    pub const fn new() -> Self {
        Self { seen: false }
    }

    /// Takes this tick's `p`; true from the first true one on.
    pub fn check(&mut self, p: bool) -> bool {
        self.seen = self.seen || p;
        self.seen
    }
}

/// `p` was true at every tick so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Historically {
    broken: bool,
}

impl Historically {
    /// `p` has not been false yet.
    pub const fn new() -> Self {
        Self { broken: false }
    }

    /// Takes this tick's `p`; false from the first false one on.
    pub fn check(&mut self, p: bool) -> bool {
        self.broken = self.broken || !p;
        !self.broken
    }
}

/// `q` was true at some tick, and `p` at every tick after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Since {
    holds: bool,
}

impl Since {
    /// `q` has not been true yet.
    pub const fn new() -> Self {
        Self { holds: false }
    }

    /// Takes this tick's `p` and `q`; true at a tick of `q` and as long as `p` lasts after it.
    pub fn check(&mut self, p: bool, q: bool) -> bool {
        self.holds = q || (p && self.holds);
        self.holds
    }
}

/// `then` never comes before the first `first`; at the same tick is fine.
///
/// The answer is false at each tick where `then` comes too early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Precedes {
    seen: bool,
}

impl Precedes {
    /// `first` has not come yet.
    pub const fn new() -> Self {
        Self { seen: false }
    }

    /// Takes this tick's `first` and `then`; false if `then` came and `first` never has.
    pub fn check(&mut self, first: bool, then: bool) -> bool {
        cover(first);
        self.seen = self.seen || first;
        self.seen || !then
    }
}

#[cfg(test)]
mod tests {
    use super::{HeldFor, Historically, Once, Precedes, Since};

    fn held_for<const N: u32, const T: usize>(ticks: [bool; T]) -> [bool; T] {
        let mut held = HeldFor::<N>::new();
        ticks.map(|p| held.check(p))
    }

    #[test]
    fn held_from_the_nth_tick_on() {
        assert_eq!(held_for::<3, 4>([true; 4]), [false, false, true, true]);
        assert_eq!(
            held_for::<2, 4>([true, true, false, true]),
            [false, true, false, false]
        );
    }

    #[test]
    fn one_tick_is_this_tick_and_none_is_always() {
        assert_eq!(held_for::<1, 3>([true, false, true]), [true, false, true]);
        assert_eq!(held_for::<0, 2>([true, false]), [true, true]);
    }

    #[test]
    fn the_longest_hold_does_not_overflow() {
        let mut held = HeldFor::<{ u32::MAX }> { run: u32::MAX - 2 };
        assert_eq!(
            [true, true, true, false].map(|p| held.check(p)),
            [false, true, true, false]
        );
    }

    #[test]
    fn once_is_remembered() {
        let mut once = Once::new();
        assert_eq!(
            [false, true, false].map(|p| once.check(p)),
            [false, true, true]
        );
    }

    #[test]
    fn historically_never_recovers() {
        let mut always = Historically::new();
        assert_eq!(
            [true, false, true].map(|p| always.check(p)),
            [true, false, false]
        );
    }

    #[test]
    fn since_needs_no_p_at_the_tick_of_q() {
        let mut since = Since::new();
        let ticks = [
            (true, false),
            (false, true),
            (true, false),
            (false, false),
            (true, false),
            (true, true),
        ];
        let answers = ticks.map(|(p, q)| since.check(p, q));
        assert_eq!(answers, [false, true, true, false, false, true]);
    }

    #[test]
    fn first_may_come_at_the_same_tick() {
        let mut order = Precedes::new();
        let ticks = [
            (false, false),
            (false, true),
            (false, false),
            (true, true),
            (false, true),
        ];
        let answers = ticks.map(|(first, then)| order.check(first, then));
        assert_eq!(answers, [true, false, true, true, true]);
    }
}
