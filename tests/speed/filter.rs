//! A sensor filter with a ring of samples: iterators, closures and arrays, as firmware has them.
#![no_std]

use falsify::temporal::{HeldFor, Within};
use falsify::{control_loop, monitor};

#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    #[default]
    Idle,
    Armed(u8),
    Alarm,
}

#[derive(Default)]
pub struct Filter {
    samples: [i16; 8],
    next: usize,
    mode: Mode,
    alarms: u16,
}

impl Filter {
    fn average(&self) -> i16 {
        let sum: i32 = self.samples.iter().map(|s| i32::from(*s)).sum();
        (sum / 8) as i16
    }

    fn spread(&self) -> i16 {
        let (mut low, mut high) = (i16::MAX, i16::MIN);
        for sample in self.samples {
            low = low.min(sample);
            high = high.max(sample);
        }
        high.saturating_sub(low)
    }
}

#[control_loop]
pub fn tick(filter: &mut Filter, #[input(-1000..=1000)] sample: i16) -> Option<i16> {
    filter.samples[filter.next] = sample;
    filter.next = (filter.next + 1) % filter.samples.len();
    let average = filter.average();
    filter.mode = match filter.mode {
        Mode::Idle if average > 200 => Mode::Armed(3),
        Mode::Armed(0) => Mode::Alarm,
        Mode::Armed(n) if average > 200 => Mode::Armed(n - 1),
        Mode::Armed(_) => Mode::Idle,
        Mode::Alarm if average < 0 => Mode::Idle,
        mode => mode,
    };
    if filter.mode == Mode::Alarm {
        filter.alarms = filter.alarms.wrapping_add(1);
    }
    (filter.spread() < 1500).then_some(average)
}

#[monitor]
fn alarms_end(filter: &Filter, deadline: &mut Within<200>) -> bool {
    deadline.check(filter.mode == Mode::Alarm, filter.mode == Mode::Idle)
}

#[monitor]
fn quiet_is_idle(filter: &Filter, out: Option<i16>, quiet: &mut HeldFor<4>) -> bool {
    let is_quiet = out.is_some_and(|average| average < 0);
    !quiet.check(is_quiet) || filter.mode == Mode::Idle
}
