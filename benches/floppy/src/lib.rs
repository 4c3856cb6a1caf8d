//! The driver of a floppy drive. It works on one request at a time: starts the motor, finds the first cylinder if it does not know
//! where the head is, steps, lets the head settle, waits for the sector, and answers. Afterwards the motor runs on for a while.
//!
//! The driver has three faults, one for each requirement that fails. The feature `repaired` takes them out.
#![no_std]
#![forbid(unsafe_code)]

pub mod geometry;

use falsify::temporal::Within;
use falsify::{control_loop, monitor, output};
use geometry::{
    cylinder_of, head_of, is_on_medium, latency_ticks, one_step, place_of, precompensation,
    settling_ticks, CYLINDERS,
};

const REPAIRED: bool = cfg!(feature = "repaired");

/// How long the motor needs to come to its speed, and how long it runs on.
const SPIN_UP_TICKS: u8 = 25;
const RUN_ON_TICKS: u8 = 40;

/// What is to be done with a sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Read it.
    Read(u16),
    /// Write it.
    Write(u16),
}

impl Request {
    fn sector(self) -> u16 {
        match self {
            Request::Read(sector) | Request::Write(sector) => sector,
        }
    }
}

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is done.
    Done,
    /// There is no such sector.
    NoSuchSector,
    /// The medium was taken out.
    Changed,
    /// The head does not come to the first cylinder.
    NoFirstCylinder,
}

/// What the drive says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// The head is at the first cylinder.
    pub first_cylinder: bool,
    /// The medium was taken out.
    pub changed: bool,
}

/// What the driver is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Work {
    /// Waits for a request.
    #[default]
    None,
    /// Waits for the motor, so long.
    SpinUp(u8),
    /// Steps outwards, so many steps so far.
    Recalibrate(u8),
    /// Steps to the sector's cylinder, so many steps so far.
    Seek(u8),
    /// Lets the head come to rest.
    Settle(u8),
    /// Waits for the sector.
    Transfer(u8),
}

/// The driver.
#[derive(Debug, Default)]
pub struct Floppy {
    work: Work,
    request: Option<Request>,
    cylinder: Option<u8>,
    motor: bool,
    run_on: u8,
    late_bits: u8,
}

/// Tells that a request is worked on.
#[output]
fn take(_request: Request) {}

/// Tells how a request ended.
#[output]
fn answer(_answer: Answer) {}

impl Floppy {
    fn tick(&mut self, request: Option<Request>, signals: Signals) {
        self.run_down();
        if signals.changed && self.hears_changes() {
            self.lose_medium();
            return;
        }
        match self.work {
            Work::None => self.accept(request),
            Work::SpinUp(0) => self.find_head(),
            Work::SpinUp(left) => self.work = Work::SpinUp(left - 1),
            Work::Recalibrate(steps) => self.recalibrate(steps, signals.first_cylinder),
            Work::Seek(steps) => self.seek(steps),
            Work::Settle(0) => self.find_sector(),
            Work::Settle(left) => self.work = Work::Settle(left - 1),
            Work::Transfer(0) => self.finish(Answer::Done),
            Work::Transfer(left) => self.work = Work::Transfer(left - 1),
        }
    }

    /// The motor stops some time after the last request; in the faulty driver also below a request that came meanwhile.
    fn run_down(&mut self) {
        if self.run_on > 0 && (!REPAIRED || self.work == Work::None) {
            self.run_on -= 1;
            self.motor &= self.run_on > 0;
        }
    }

    fn accept(&mut self, request: Option<Request>) {
        let Some(request) = request else { return };
        take(request);
        self.request = Some(request);
        if !is_on_medium(request.sector()) {
            self.finish(Answer::NoSuchSector);
        } else if self.motor {
            self.find_head();
        } else {
            self.motor = true;
            self.work = Work::SpinUp(SPIN_UP_TICKS);
        }
    }

    fn find_head(&mut self) {
        self.work = match self.cylinder {
            Some(_) => Work::Seek(0),
            None => Work::Recalibrate(0),
        };
    }

    fn recalibrate(&mut self, steps: u8, first_cylinder: bool) {
        if first_cylinder {
            self.cylinder = Some(0);
            self.work = Work::Seek(0);
        } else if steps == CYLINDERS {
            self.finish(Answer::NoFirstCylinder);
        } else {
            self.work = Work::Recalibrate(steps + 1);
        }
    }

    fn seek(&mut self, steps: u8) {
        let (Some(request), Some(cylinder)) = (self.request, self.cylinder) else {
            return;
        };
        let wanted = cylinder_of(request.sector());
        if cylinder == wanted {
            self.late_bits = precompensation(cylinder);
            self.work = Work::Settle(settling_ticks(steps));
        } else {
            self.cylinder = Some(one_step(cylinder, wanted));
            self.work = Work::Seek(steps + 1);
        }
    }

    fn find_sector(&mut self) {
        if let Some(request) = self.request {
            let sector = request.sector();
            self.work = Work::Transfer(latency_ticks(place_of(sector), head_of(sector)));
        }
    }

    /// The line that tells of a change is valid at full speed only.
    fn hears_changes(&self) -> bool {
        self.motor && !matches!(self.work, Work::SpinUp(_))
    }

    /// Where the tracks of the next medium lie is not known, so the first cylinder has to be found again.
    #[cfg(feature = "repaired")]
    fn lose_medium(&mut self) {
        self.cylinder = None;
        if self.request.is_some() {
            self.finish(Answer::Changed);
        }
    }

    /// Answers, but goes on with the request, and with the cylinder of before.
    #[cfg(not(feature = "repaired"))]
    fn lose_medium(&mut self) {
        if self.request.is_some() {
            answer(Answer::Changed);
            self.find_head();
        }
    }

    fn finish(&mut self, how: Answer) {
        answer(how);
        self.request = None;
        self.rest();
    }

    fn rest(&mut self) {
        self.work = Work::None;
        self.run_on = if self.motor { RUN_ON_TICKS } else { 0 };
    }
}

/// A drive whose medium stays.
#[control_loop]
pub fn fixed(floppy: &mut Floppy, request: Option<Request>, first_cylinder: bool) {
    let signals = Signals {
        first_cylinder,
        changed: false,
    };
    floppy.tick(request, signals);
}

/// A drive whose medium may be taken out at any time.
#[control_loop]
pub fn removable(floppy: &mut Floppy, request: Option<Request>, signals: Signals) {
    floppy.tick(request, signals);
}

/// The motor runs as long as a sector is looked for.
#[monitor(of = fixed)]
fn motor_runs(floppy: &Floppy) -> bool {
    floppy.motor || !matches!(floppy.work, Work::Transfer(_) | Work::Settle(_))
}

/// Every request is answered within 220 ticks.
#[monitor(of = fixed)]
fn is_answered(take: Option<Request>, answer: Option<Answer>, deadline: &mut Within<220>) -> bool {
    deadline.check(take.is_some(), answer.is_some())
}

/// Every request is answered once.
#[monitor(of = removable)]
fn is_answered_once(take: Option<Request>, answer: Option<Answer>, open: &mut bool) -> bool {
    let is_open = *open || take.is_some();
    *open = is_open && answer.is_none();
    is_open || answer.is_none()
}

/// After a change of the medium nothing is read or written before the first cylinder was found.
#[monitor(of = removable)]
fn finds_its_head(
    floppy: &Floppy,
    signals: Signals,
    answer: Option<Answer>,
    lost: &mut bool,
) -> bool {
    *lost = answer == Some(Answer::Changed) || *lost && !signals.first_cylinder;
    !*lost || !matches!(floppy.work, Work::Transfer(_))
}

#[cfg(test)]
mod tests;
