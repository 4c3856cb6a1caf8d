//! Each temporal operator against its definition: the reference keeps the whole history and recomputes the sentence of
//! the operator's documentation at every tick.
use falsify::temporal::{
    AtMost, Changed, Fell, HeldFor, Historically, Once, Precedes, Prev, Rose, Separated, Since,
    UntilWithin, Within,
};
use proptest::prelude::*;

/// Histories long enough for every bound below to expire several times, with rare and with frequent events.
fn history<T: std::fmt::Debug>(tick: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(tick, 1..150)
}

/// A signal that is true once in `period` ticks on average.
fn signal(period: u32) -> impl Strategy<Value = bool> {
    prop::bool::weighted(1.0 / f64::from(period))
}

fn bools() -> impl Strategy<Value = Vec<bool>> {
    prop_oneof![
        history(signal(2)),
        history(signal(8)),
        history(signal(40)),
        history(signal(8).prop_map(|rare| !rare)),
    ]
}

fn pairs() -> impl Strategy<Value = Vec<(bool, bool)>> {
    prop_oneof![
        history((signal(2), signal(2))),
        history((signal(6), signal(9))),
        history((signal(9).prop_map(|rare| !rare), signal(9))),
        history((signal(20), signal(50))),
    ]
}

fn triples() -> impl Strategy<Value = Vec<(bool, bool, bool)>> {
    prop_oneof![
        history((signal(2), signal(2), signal(2))),
        history((signal(5), signal(12).prop_map(|rare| !rare), signal(9))),
        history((signal(9), Just(true), signal(30))),
    ]
}

/// Runs an operator over a history and compares it with a definition that sees the history up to each tick.
fn agrees<I: Copy + std::fmt::Debug, O: PartialEq + std::fmt::Debug>(
    history: &[I],
    mut operator: impl FnMut(I) -> O,
    definition: impl Fn(&[I]) -> O,
) -> Result<(), TestCaseError> {
    for tick in 0..history.len() {
        let past = &history[..=tick];
        prop_assert_eq!(
            operator(history[tick]),
            definition(past),
            "tick {} of {:?}",
            tick + 1,
            history
        );
    }
    Ok(())
}

/// False if some trigger at a tick s with s + N ≤ t has had no response at any of s … t.
fn within(past: &[(bool, bool)], n: usize) -> bool {
    let now = past.len() - 1;
    let overdue = |s: usize| past[s].0 && s + n <= now && !past[s..].iter().any(|tick| tick.1);
    !(0..=now).any(overdue)
}

/// Walks from each start to the tick that releases or breaks it; starts before that tick's end are not looked at.
fn until_within(past: &[(bool, bool, bool)], n: usize) -> bool {
    let mut s = 0;
    while s < past.len() {
        if !past[s].0 {
            s += 1;
            continue;
        }
        let ends = |t: &usize| past[*t].2 || !past[*t].1 || *t == s + n;
        let Some(end) = (s..past.len()).find(ends) else {
            return true;
        };
        if end == past.len() - 1 {
            return past[end].2;
        }
        s = end + 1;
    }
    true
}

/// The last `n` ticks, fewer at the beginning.
fn last<T>(past: &[T], n: usize) -> &[T] {
    &past[past.len().saturating_sub(n)..]
}

fn held_for(past: &[bool], n: usize) -> bool {
    past.len() >= n && last(past, n).iter().all(|&p| p)
}

fn since(past: &[(bool, bool)]) -> bool {
    (0..past.len()).any(|s| past[s].1 && past[s + 1..].iter().all(|tick| tick.0))
}

fn separated(past: &[bool], n: usize) -> bool {
    let now = past.len() - 1;
    !(past[now] && (0..now).any(|s| past[s] && now - s < n))
}

fn at_most(past: &[bool], k: usize, w: usize) -> bool {
    last(past, w).iter().filter(|&&event| event).count() <= k
}

fn precedes(past: &[(bool, bool)]) -> bool {
    !past[past.len() - 1].1 || past.iter().any(|tick| tick.0)
}

/// This tick's value and the last one's, from the second tick on.
fn step<T: Copy>(past: &[T]) -> Option<(T, T)> {
    (past.len() >= 2).then(|| (past[past.len() - 2], past[past.len() - 1]))
}

/// The operator with each of the given bounds agrees with the definition at that bound.
macro_rules! for_bounds {
    ($operator:ident, [$($n:literal),*], $history:expr, $check:expr, $definition:ident) => {
        $({
            let check: fn(&mut $operator<$n>, _) -> bool = $check;
            let mut operator = $operator::default();
            agrees($history, |tick| check(&mut operator, tick), |past| $definition(past, $n))?;
        })*
    };
}

macro_rules! for_rates {
    ($history:expr, [$($k:literal in $w:literal),*]) => {
        $({
            let mut rate = AtMost::<$k, $w>::default();
            agrees($history, |event| rate.check(event), |past| at_most(past, $k, $w))?;
        })*
    };
}

proptest! {
    #[test]
    fn within_agrees(history in pairs()) {
        for_bounds!(Within, [0, 1, 2, 3, 10, 149, 4294967295], &history, |op, (t, r)| op.check(t, r), within);
    }

    #[test]
    fn until_within_agrees(history in triples()) {
        for_bounds!(UntilWithin, [0, 1, 2, 5, 20, 4294967295], &history, |op, (s, h, r)| op.check(s, h, r), until_within);
    }

    #[test]
    fn held_for_agrees(history in bools()) {
        for_bounds!(HeldFor, [0, 1, 2, 3, 8, 4294967295], &history, |op, p| op.check(p), held_for);
    }

    #[test]
    fn separated_agrees(history in bools()) {
        for_bounds!(Separated, [0, 1, 2, 3, 10, 40, 4294967295], &history, |op, event| op.check(event), separated);
    }

    /// Both representations: a window in one word, in several, with a full last word, and ages of events.
    #[test]
    fn at_most_agrees(history in bools()) {
        for_rates!(&history, [0 in 0, 0 in 1, 0 in 2, 0 in 31, 0 in 32, 0 in 33, 0 in 4294967295]);
        for_rates!(&history, [1 in 1, 1 in 2, 1 in 10, 1 in 64, 1 in 65, 1 in 100, 1 in 4294967295]);
        for_rates!(&history, [2 in 3, 3 in 33, 3 in 63, 3 in 64, 3 in 128, 3 in 129, 5 in 100]);
        for_rates!(&history, [31 in 140, 31 in 4294967295, 40 in 96, 60 in 1024, 7 in 3]);
        for_rates!(&history, [4294967295 in 10, 4294967294 in 4294967294]);
    }

    #[test]
    fn once_agrees(history in bools()) {
        let mut once = Once::default();
        agrees(&history, |p| once.check(p), |past| past.contains(&true))?;
    }

    #[test]
    fn historically_agrees(history in bools()) {
        let mut always = Historically::default();
        agrees(&history, |p| always.check(p), |past| !past.contains(&false))?;
    }

    #[test]
    fn since_agrees(history in pairs()) {
        let mut operator = Since::default();
        agrees(&history, |(p, q)| operator.check(p, q), since)?;
    }

    #[test]
    fn precedes_agrees(history in pairs()) {
        let mut operator = Precedes::default();
        agrees(&history, |(first, then)| operator.check(first, then), precedes)?;
    }

    #[test]
    fn prev_agrees(history in history(any::<u8>())) {
        let mut prev = Prev::default();
        agrees(&history, |x| prev.step(x), |past| step(past).map(|(before, _)| before))?;
    }

    #[test]
    fn rose_and_fell_agree(history in bools()) {
        let mut rose = Rose::default();
        agrees(&history, |x| rose.check(x), |past| step(past) == Some((false, true)))?;
        let mut fell = Fell::default();
        agrees(&history, |x| fell.check(x), |past| step(past) == Some((true, false)))?;
    }

    #[test]
    fn changed_agrees(history in history(0..3_u8)) {
        let mut changed = Changed::default();
        agrees(&history, |x| changed.check(x), |past| step(past).is_some_and(|(a, b)| a != b))?;
    }
}

/// What every operator offers beside its method.
#[test]
fn operators_are_copy_debug_default_and_const() {
    fn offers<T: Copy + std::fmt::Debug + Default + PartialEq>(new: T) {
        assert_eq!(new, T::default());
    }
    const WITHIN: Within<3> = Within::new();
    const UNTIL_WITHIN: UntilWithin<3> = UntilWithin::new();
    const HELD_FOR: HeldFor<3> = HeldFor::new();
    const SEPARATED: Separated<3> = Separated::new();
    const AT_MOST: AtMost<3, 9> = AtMost::new();
    const PREV: Prev<u8> = Prev::new();
    const CHANGED: Changed<u8> = Changed::new();
    const REST: (Once, Historically, Since, Precedes, Rose, Fell) = (
        Once::new(),
        Historically::new(),
        Since::new(),
        Precedes::new(),
        Rose::new(),
        Fell::new(),
    );
    offers(WITHIN);
    offers(UNTIL_WITHIN);
    offers(HELD_FOR);
    offers(SEPARATED);
    offers(AT_MOST);
    offers(PREV);
    offers(CHANGED);
    offers(REST);
}
