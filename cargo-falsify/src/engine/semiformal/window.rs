//! What windows have shown to be clean.

use std::collections::HashMap;

use crate::system::Route;

/// States with how many steps from them are without a violation.
#[derive(Default)]
pub struct Covered {
    clean: HashMap<Vec<u128>, u64>,
}

impl Covered {
    pub fn note(&mut self, state: &[u128], steps: u64) {
        let known = self.clean.entry(state.to_vec()).or_default();
        *known = steps.max(*known);
    }

    /// Whether half of a window after the last state of a run has been looked at, from there or from an earlier state.
    pub fn has(&self, route: &Route, steps: u64) -> bool {
        let back = route.states.iter().rev().zip(0..);
        let mut clean = back.filter_map(|(state, ago)| self.clean.get(state)?.checked_sub(ago));
        clean.any(|left| left >= (steps / 2).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::InputValues;

    fn route(states: &[u128]) -> Route {
        Route {
            inputs: InputValues::default(),
            states: states.iter().map(|&value| vec![value]).collect(),
        }
    }

    #[test]
    fn what_lies_in_a_window_is_covered_as_far_as_the_window_goes() {
        let mut covered = Covered::default();
        covered.note(&[7], 10);
        covered.note(&[7], 4);
        assert!(covered.has(&route(&[1, 7]), 20));
        assert!(!covered.has(&route(&[1, 7]), 22), "a wider window");
        assert!(covered.has(&route(&[7, 8, 9]), 16));
        assert!(!covered.has(&route(&[7, 8, 9]), 18), "two steps are gone");
        assert!(!covered.has(&route(&[9, 8]), 2), "another state");
    }
}
