//! Requirements with a deadline: a response that must come, a condition that must last until it comes.
use super::cover;

/// Every trigger is answered at its own tick or at one of the `N` ticks after it.
///
/// One response answers all triggers so far. The oldest unanswered trigger decides: the answer is false at each tick
/// from `N` ticks after it on, until a response comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Within<const N: u32> {
    /// Ticks since the oldest unanswered trigger, its own counted, up to `N` (to 1 if `N` is 0); 0 if there is none.
    waited: u32,
}

impl<const N: u32> Within<N> {
    /// Nothing is waiting yet.
    pub const fn new() -> Self {
        Self { waited: 0 }
    }

    /// Takes this tick's trigger and response; false while a response is overdue.
    pub fn check(&mut self, trigger: bool, response: bool) -> bool {
        cover(trigger);
        if response {
            self.waited = 0;
            return true;
        }
        let idle = self.waited == 0;
        if idle && !trigger {
            return true;
        }
        let in_time = self.waited < N;
        if in_time || idle {
            self.waited += 1;
        }
        in_time
    }
}

/// From a start on, `hold` is true at every tick until a release, which comes at one of the `N` ticks after the start or
/// at its own.
///
/// At the tick of the release `hold` does not matter. A start while one is running is ignored, also at the tick that
/// ends it. The answer is false only at the tick that breaks the requirement, which ends it too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UntilWithin<const N: u32> {
    /// Ticks since the start that is running, its own counted, up to `N`; 0 if none is running.
    held: u32,
}

impl<const N: u32> UntilWithin<N> {
    /// Nothing is running yet.
    pub const fn new() -> Self {
        Self { held: 0 }
    }

    /// Takes this tick's values; false if they break the requirement that is running.
    pub fn check(&mut self, start: bool, hold: bool, release: bool) -> bool {
        cover(start);
        let running = self.held > 0 || start;
        if !running || release {
            self.held = 0;
            return true;
        }
        if hold && self.held < N {
            self.held += 1;
            return true;
        }
        self.held = 0;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::{UntilWithin, Within};

    const IDLE: (bool, bool) = (false, false);
    const TRIGGER: (bool, bool) = (true, false);
    const RESPONSE: (bool, bool) = (false, true);
    const BOTH: (bool, bool) = (true, true);

    fn within<const N: u32, const T: usize>(ticks: [(bool, bool); T]) -> [bool; T] {
        let mut deadline = Within::<N>::new();
        ticks.map(|(trigger, response)| deadline.check(trigger, response))
    }

    #[test]
    fn a_response_may_come_up_to_n_ticks_later() {
        assert_eq!(within::<2, 3>([TRIGGER, IDLE, RESPONSE]), [true; 3]);
        assert_eq!(
            within::<2, 4>([TRIGGER, IDLE, IDLE, RESPONSE]),
            [true, true, false, true]
        );
    }

    #[test]
    fn an_overdue_response_stays_overdue_until_it_comes() {
        let answers = within::<1, 6>([TRIGGER, IDLE, IDLE, IDLE, RESPONSE, IDLE]);
        assert_eq!(answers, [true, false, false, false, true, true]);
    }

    #[test]
    fn the_oldest_trigger_decides() {
        assert_eq!(
            within::<2, 4>([TRIGGER, IDLE, TRIGGER, RESPONSE]),
            [true, true, false, true]
        );
    }

    #[test]
    fn a_trigger_after_a_response_has_its_own_deadline() {
        let answers = within::<2, 5>([TRIGGER, BOTH, TRIGGER, IDLE, IDLE]);
        assert_eq!(answers, [true, true, true, true, false]);
    }

    #[test]
    fn without_any_slack_the_trigger_must_be_answered_at_once() {
        let answers = within::<0, 6>([IDLE, BOTH, TRIGGER, IDLE, RESPONSE, IDLE]);
        assert_eq!(answers, [true, true, false, false, true, true]);
    }

    #[test]
    fn a_response_alone_answers_nothing_later() {
        assert_eq!(
            within::<1, 3>([RESPONSE, TRIGGER, IDLE]),
            [true, true, false]
        );
    }

    #[test]
    fn the_longest_deadline_expires_without_overflow() {
        let mut deadline = Within::<{ u32::MAX }> {
            waited: u32::MAX - 1,
        };
        assert!(deadline.check(true, false));
        assert!(!deadline.check(false, false));
        assert!(!deadline.check(true, false));
        assert!(deadline.check(false, true));
    }

    const START: (bool, bool, bool) = (true, true, false);
    const HOLD: (bool, bool, bool) = (false, true, false);
    const RELEASE: (bool, bool, bool) = (false, false, true);
    const NOTHING: (bool, bool, bool) = (false, false, false);

    fn until_within<const N: u32, const T: usize>(ticks: [(bool, bool, bool); T]) -> [bool; T] {
        let mut phase = UntilWithin::<N>::new();
        ticks.map(|(start, hold, release)| phase.check(start, hold, release))
    }

    #[test]
    fn a_release_may_come_up_to_n_ticks_later() {
        assert_eq!(until_within::<2, 3>([START, HOLD, RELEASE]), [true; 3]);
        assert_eq!(
            until_within::<2, 4>([START, HOLD, HOLD, HOLD]),
            [true, true, false, true]
        );
    }

    #[test]
    fn hold_must_last_from_the_start_on() {
        assert_eq!(
            until_within::<5, 3>([START, NOTHING, NOTHING]),
            [true, false, true]
        );
        assert_eq!(
            until_within::<5, 2>([(true, false, false), NOTHING]),
            [false, true]
        );
    }

    #[test]
    fn a_start_while_one_is_running_is_ignored() {
        assert_eq!(
            until_within::<1, 4>([START, START, HOLD, NOTHING]),
            [true, false, true, true]
        );
        let released_and_started = (true, false, true);
        assert_eq!(
            until_within::<3, 3>([START, released_and_started, NOTHING]),
            [true; 3]
        );
    }

    #[test]
    fn the_tick_after_a_break_may_start_anew() {
        assert_eq!(
            until_within::<1, 4>([START, NOTHING, START, HOLD]),
            [true, false, true, false]
        );
    }

    #[test]
    fn without_any_slack_the_start_must_be_its_own_release() {
        assert_eq!(
            until_within::<0, 3>([(true, false, true), START, HOLD]),
            [true, false, true]
        );
    }

    #[test]
    fn the_longest_phase_expires_without_overflow() {
        let mut phase = UntilWithin::<{ u32::MAX }> { held: u32::MAX - 1 };
        assert!(phase.check(false, true, false));
        assert!(!phase.check(false, true, false));
        assert!(phase.check(false, true, false));
    }
}
