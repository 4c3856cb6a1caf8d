//! This tick against the last one. At the first tick there is no last one, and nothing has changed.

/// The value one tick ago.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prev<T> {
    last: Option<T>,
}

impl<T> Prev<T> {
    /// No tick has been seen yet.
    pub const fn new() -> Self {
        Self { last: None }
    }
}

impl<T: Copy> Prev<T> {
    /// Takes this tick's value and gives the last tick's, `None` at the first tick.
    pub fn step(&mut self, x: T) -> Option<T> {
        let last = self.last;
        self.last = Some(x);
        last
    }
}

/// Not derived: `T` need not have a default.
impl<T> Default for Prev<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// `x` went from false to true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rose {
    /// There was a last tick, and `x` was false at it.
    was_false: bool,
}

impl Rose {
    /// No tick has been seen yet.
    pub const fn new() -> Self {
        Self { was_false: false }
    }

    /// Takes this tick's `x`; true if it is true now and was false.
    pub fn check(&mut self, x: bool) -> bool {
        let rose = self.was_false && x;
        self.was_false = !x;
        rose
    }
}

/// `x` went from true to false.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fell {
    /// There was a last tick, and `x` was true at it.
    was_true: bool,
}

impl Fell {
    /// No tick has been seen yet.
    pub const fn new() -> Self {
        Self { was_true: false }
    }

    /// Takes this tick's `x`; true if it is false now and was true.
    pub fn check(&mut self, x: bool) -> bool {
        let fell = self.was_true && !x;
        self.was_true = x;
        fell
    }
}

/// `x` differs from the last tick's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changed<T> {
    last: Option<T>,
}

impl<T> Changed<T> {
    /// No tick has been seen yet.
    pub const fn new() -> Self {
        Self { last: None }
    }
}

impl<T: Copy + PartialEq> Changed<T> {
    /// Takes this tick's `x`; true if there was a last one and it is not equal to it.
    pub fn check(&mut self, x: T) -> bool {
        let changed = match self.last {
            Some(last) => last != x,
            None => false,
        };
        self.last = Some(x);
        changed
    }
}

/// Not derived: `T` need not have a default.
impl<T> Default for Changed<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Changed, Fell, Prev, Rose};

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Gear {
        Low,
        High,
    }

    #[test]
    fn prev_has_nothing_at_the_first_tick() {
        let mut prev = Prev::default();
        assert_eq!(
            [7, 8, 8].map(|x: u8| prev.step(x)),
            [None, Some(7), Some(8)]
        );
    }

    #[test]
    fn edges_need_a_tick_before() {
        let mut rose = Rose::new();
        assert_eq!(
            [true, false, true, true].map(|x| rose.check(x)),
            [false, false, true, false]
        );
        let mut fell = Fell::new();
        assert_eq!(
            [false, true, false, false].map(|x| fell.check(x)),
            [false, false, true, false]
        );
    }

    #[test]
    fn changed_compares_with_the_last_tick_only() {
        let mut changed = Changed::new();
        let ticks = [Gear::Low, Gear::Low, Gear::High, Gear::Low];
        assert_eq!(
            ticks.map(|gear| changed.check(gear)),
            [false, false, true, true]
        );
    }

    #[test]
    fn nan_differs_from_itself() {
        let mut changed = Changed::new();
        assert_eq!(
            [f32::NAN, f32::NAN].map(|x| changed.check(x)),
            [false, true]
        );
    }
}
