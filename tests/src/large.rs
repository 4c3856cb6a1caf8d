//! A firmware crate of any size, for measurements: many small controllers, each with the constructs that real ones
//! use, all reached by one loop.

use std::fmt::Write;

/// Lines of one controller.
const CONTROLLER_LINES: usize = 52;

/// The text of a crate root with at least that many lines.
pub fn firmware(lines: usize) -> String {
    let count = lines.div_ceil(CONTROLLER_LINES).max(1);
    let mut text = head(count);
    (0..count).for_each(|index| text += &controller(index));
    text
}

fn head(count: usize) -> String {
    let mut fields = String::new();
    let mut steps = String::new();
    for index in 0..count {
        let _ = writeln!(fields, "    pub c{index}: c{index}::Controller,");
        let _ = writeln!(
            steps,
            "    total = total.wrapping_add(plant.c{index}.step(raw, trim));"
        );
    }
    format!(
        "//! Generated.
#![no_std]
use falsify::{{control_loop, monitor}};

#[derive(Default)]
pub struct Plant {{
{fields}}}

#[control_loop]
pub fn tick(plant: &mut Plant, #[input(0..=4095)] raw: u16, trim: i8) -> u32 {{
    let mut total = 0u32;
{steps}    total
}}

/// The first controller stays within its range.
#[monitor]
fn in_range(plant: &Plant) -> bool {{
    plant.c0.level() <= 1_000
}}
"
    )
}

fn controller(index: usize) -> String {
    let gain = index % 7 + 1;
    format!(
        "
pub mod c{index} {{
    #[derive(Clone, Copy, PartialEq, Eq, Default)]
    pub enum Mode {{
        #[default]
        Idle,
        Ramp {{ to: u16 }},
        Hold(u16),
    }}

    #[derive(Default)]
    pub struct Controller {{
        mode: Mode,
        level: u16,
        history: [u16; 4],
        at: usize,
    }}

    impl Controller {{
        pub fn level(&self) -> u16 {{
            self.level
        }}

        pub fn step(&mut self, raw: u16, trim: i8) -> u32 {{
            self.history[self.at] = raw;
            self.at = (self.at + 1) % self.history.len();
            let mean = average(&self.history);
            self.mode = match (self.mode, mean) {{
                (Mode::Idle, 0..=99) => Mode::Idle,
                (Mode::Idle, to) => Mode::Ramp {{ to: to.min(1_000) }},
                (Mode::Ramp {{ to }}, _) if self.level >= to => Mode::Hold(to),
                (Mode::Hold(_), m) if m < 50 => Mode::Idle,
                (other, _) => other,
            }};
            self.level = match self.mode {{
                Mode::Idle => self.level.saturating_sub({gain}),
                Mode::Ramp {{ to }} => (self.level + {gain}).min(to),
                Mode::Hold(at) => corrected(at, trim).unwrap_or(at),
            }};
            u32::from(self.level) * {gain}
        }}
    }}

    fn average(values: &[u16]) -> u16 {{
        let sum: u32 = values.iter().map(|&v| u32::from(v)).sum();
        (sum / values.len() as u32) as u16
    }}

    fn corrected(at: u16, trim: i8) -> Option<u16> {{
        at.checked_add_signed(i16::from(trim))
    }}
}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_the_lines_that_were_asked_for() {
        for lines in [1, 5_000, 10_000] {
            let text = firmware(lines);
            assert!(text.lines().count() >= lines);
        }
        assert_eq!(controller(0).lines().count(), CONTROLLER_LINES);
    }
}
