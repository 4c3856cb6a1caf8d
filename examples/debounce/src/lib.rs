//! A debounced push button: the contact bounces for some milliseconds, so a level counts only after it was read a number
//! of times in a row.
#![no_std]
#![forbid(unsafe_code)]

use falsify::temporal::{Fell, HeldFor, Rose, Separated};
use falsify::{control_loop, monitor};

/// How many equal readings in a row make a level.
const READINGS: u8 = 5;

/// What happened to the button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It went down.
    Pressed,
    /// It came up.
    Released,
}

/// Filters a bouncing level: a change counts after `N` readings in a row.
#[derive(Debug, Default)]
pub struct Debouncer<const N: u8> {
    level: bool,
    /// Readings in a row that differ from the level.
    different: u8,
}

impl<const N: u8> Debouncer<N> {
    /// Takes a reading and returns the level, if this reading changed it.
    pub fn update(&mut self, reading: bool) -> Option<bool> {
        if reading == self.level {
            self.different = 0;
            return None;
        }
        self.different += 1;
        if self.different < N {
            return None;
        }
        self.different = 0;
        self.level = reading;
        Some(reading)
    }
}

/// The button and how often it was pressed.
#[derive(Debug, Default)]
pub struct Button {
    contact: Debouncer<READINGS>,
    presses: u16,
}

impl Button {
    /// Whether the button is down, bouncing aside.
    pub fn is_down(&self) -> bool {
        self.contact.level
    }

    /// How often the button was pressed; stops at the largest number.
    pub fn presses(&self) -> u16 {
        self.presses
    }
}

/// One pass of the control loop: takes the pin's level and returns what happened, if anything did.
#[control_loop]
pub fn tick(button: &mut Button, closed: bool) -> Option<Event> {
    let down = button.contact.update(closed)?;
    if !down {
        return Some(Event::Released);
    }
    button.presses = button.presses.saturating_add(1);
    Some(Event::Pressed)
}

/// A press is reported only after the contact was closed for five ticks.
#[monitor]
fn presses_are_steady(closed: bool, out: Option<Event>, steady: &mut HeldFor<5>) -> bool {
    let steady = steady.check(closed);
    out != Some(Event::Pressed) || steady
}

/// A contact that was closed for five ticks is a pressed button.
#[monitor]
fn a_steady_contact_counts(button: &Button, closed: bool, steady: &mut HeldFor<5>) -> bool {
    !steady.check(closed) || button.is_down()
}

/// Both directions of the level's change.
#[derive(Debug, Default)]
struct Edges {
    pressed: Rose,
    released: Fell,
}

/// The level changes exactly when an event says so. At the first tick it cannot change.
#[monitor]
fn events_are_the_edges(button: &Button, out: Option<Event>, edges: &mut Edges) -> bool {
    let pressed = edges.pressed.check(button.is_down());
    let released = edges.released.check(button.is_down());
    pressed == (out == Some(Event::Pressed)) && released == (out == Some(Event::Released))
}

/// Two events are at least five ticks apart.
#[monitor]
fn events_are_separated(out: Option<Event>, spacing: &mut Separated<5>) -> bool {
    spacing.check(out.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events of a contact given as a string of `_` (open) and `#` (closed), with their ticks.
    fn events(contact: &str) -> [Option<(usize, Event)>; 4] {
        let (mut button, mut found) = (Button::default(), [None; 4]);
        let (mut steady, mut counts) = (HeldFor::new(), HeldFor::new());
        let (mut edges, mut spacing) = (Edges::default(), Separated::new());
        let mut free = found.iter_mut();
        for (index, level) in contact.chars().enumerate() {
            let closed = level == '#';
            let out = tick(&mut button, closed);
            assert!(presses_are_steady(closed, out, &mut steady));
            assert!(a_steady_contact_counts(&button, closed, &mut counts));
            assert!(events_are_the_edges(&button, out, &mut edges));
            assert!(events_are_separated(out, &mut spacing));
            if let Some(event) = out {
                *free.next().expect("few events") = Some((index + 1, event));
            }
        }
        found
    }

    #[test]
    fn a_clean_press_and_release() {
        let expected = [
            Some((7, Event::Pressed)),
            Some((15, Event::Released)),
            None,
            None,
        ];
        assert_eq!(events("__########______"), expected);
    }

    #[test]
    fn bouncing_starts_the_count_anew() {
        let expected = [Some((13, Event::Pressed)), None, None, None];
        assert_eq!(
            events("#_##_###########"),
            [Some((10, Event::Pressed)), None, None, None]
        );
        assert_eq!(events("#_##_##_#####__#"), expected);
    }

    #[test]
    fn glitches_are_no_events() {
        assert_eq!(events("_####_#_###__##_####_"), [None; 4]);
    }

    #[test]
    fn presses_are_counted_up_to_the_largest_number() {
        let mut button = Button {
            presses: u16::MAX,
            ..Button::default()
        };
        for _ in 0..READINGS {
            tick(&mut button, true);
        }
        assert!(button.is_down());
        assert_eq!(button.presses(), u16::MAX);
    }
}
