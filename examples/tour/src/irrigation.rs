//! The irrigation loop: opens one valve at a time, for the driest bed, and measures what it gets.
use core::num::{NonZeroU8, Wrapping};
use core::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use core::time::Duration;
use falsify::temporal::{AtMost, UntilWithin};
use falsify::{control_loop, environment, isr, monitor};

/// The beds of the greenhouse.
pub const BEDS: usize = 3;

/// A bed that is drier than this is watered.
const DRY: u8 = 40;
/// A valve is open for at most this long.
const LONGEST: Duration = Duration::from_secs(10);
/// How long one tick takes.
const TICK: Duration = Duration::from_secs(1);
/// Pulses of the flow meter for one litre.
const PULSES_PER_LITRE: NonZeroU8 = NonZeroU8::new(5).unwrap();
/// More pulses than this cannot come in one tick.
const MOST_PULSES: u32 = 3;

/// Pulses since the loop looked last.
static PULSES: AtomicU16 = AtomicU16::new(0);
/// Whether the float switch of the tank is down.
static TANK_EMPTY: AtomicBool = AtomicBool::new(false);

/// What the probes say, from 0 (dust) to 100 (mud).
#[cfg(feature = "probe-per-bed")]
pub type Moisture = [u8; BEDS];
/// What the probe says, from 0 (dust) to 100 (mud).
#[cfg(not(feature = "probe-per-bed"))]
pub type Moisture = u8;

#[cfg(feature = "probe-per-bed")]
fn per_bed(moisture: Moisture) -> [u8; BEDS] {
    moisture
}

#[cfg(not(feature = "probe-per-bed"))]
fn per_bed(moisture: Moisture) -> [u8; BEDS] {
    [moisture; BEDS]
}

/// A bed with its valve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bed {
    /// For how long the valve has been open, `None` if it is closed.
    open: Option<Duration>,
    /// Ticks since it was watered, modulo 256.
    waiting: Wrapping<u8>,
}

impl Bed {
    fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Lets a tick pass.
    fn wait(&mut self) {
        self.open = self.open.map(|time| time + TICK);
        self.waiting += 1;
    }

    fn close(&mut self) {
        if self.open.take().is_some() {
            self.waiting = Wrapping(0);
        }
    }
}

/// The loop's memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Garden {
    beds: [Bed; BEDS],
    pulses: u16,
}

impl Garden {
    /// How many litres have flowed, full ones only.
    pub fn litres(&self) -> u16 {
        self.pulses / u16::from(PULSES_PER_LITRE.get())
    }

    /// The bed that is being watered.
    pub fn watered(&self) -> Option<usize> {
        self.beds.iter().position(Bed::is_open)
    }

    fn close_all(&mut self) {
        self.beds.iter_mut().for_each(Bed::close);
    }
}

/// One pass of the loop: takes the moisture of the beds.
#[control_loop]
pub fn water(garden: &mut Garden, moisture: Moisture) {
    let moisture = per_bed(moisture);
    let flowed = PULSES.swap(0, Ordering::AcqRel);
    garden.pulses = garden.pulses.saturating_add(flowed);
    for bed in &mut garden.beds {
        bed.wait();
    }
    if TANK_EMPTY.load(Ordering::Acquire) {
        garden.close_all();
        return;
    }
    for (bed, wet) in garden.beds.iter_mut().zip(moisture) {
        let done = bed.open.is_some_and(|time| time >= LONGEST);
        if done || wet >= DRY {
            bed.close();
        }
    }
    if garden.watered().is_none() {
        open_driest(&mut garden.beds, &moisture);
    }
}

/// Opens the valve of the driest dry bed; among equals the one that has waited longest, then the first.
fn open_driest(beds: &mut [Bed], moisture: &[u8]) {
    let rank = |&(bed, wet): &(usize, u8)| (wet, u8::MAX - beds[bed].waiting.0);
    let candidates = moisture.iter().copied().enumerate();
    let driest = candidates.filter(|(_, wet)| *wet < DRY).min_by_key(rank);
    if let Some((bed, _)) = driest {
        beds[bed].open = Some(Duration::ZERO);
    }
}

/// A pulse of the flow meter.
#[isr(max = MOST_PULSES, of = water)]
fn on_pulse() {
    PULSES.fetch_add(1, Ordering::AcqRel);
}

/// The float switch has changed.
#[isr(of = water)]
fn on_float() {
    TANK_EMPTY.fetch_xor(true, Ordering::AcqRel);
}

/// The soil: dries slowly, and an open valve wets it.
#[derive(Debug, Default)]
struct Soil {
    wet: u8,
}

impl Soil {
    fn next(&mut self, watered: bool) -> u8 {
        let change = falsify::any_in(0..=4);
        self.wet = if watered {
            self.wet.saturating_add(change).min(100)
        } else {
            self.wet.saturating_sub(change)
        };
        self.wet
    }
}

#[cfg(not(feature = "probe-per-bed"))]
#[environment(of = water)]
fn soil(garden: &Garden, soil: &mut Soil) -> Moisture {
    soil.next(garden.watered().is_some())
}

#[cfg(feature = "probe-per-bed")]
#[environment(of = water)]
fn soil(garden: &Garden, soils: &mut [Soil; BEDS]) -> Moisture {
    let mut moisture = [0; BEDS];
    for (bed, soil) in soils.iter_mut().enumerate() {
        moisture[bed] = soil.next(garden.watered() == Some(bed));
    }
    moisture
}

/// At most one valve is open.
#[monitor(of = water)]
fn one_valve_at_a_time(garden: &Garden) -> bool {
    garden.beds.iter().filter(|bed| bed.is_open()).count() <= 1
}

/// All valves are closed while the tank is empty.
#[monitor(of = water)]
fn empty_tank_closes_all(garden: &Garden) -> bool {
    !TANK_EMPTY.load(Ordering::Acquire) || garden.beds.iter().all(|bed| !bed.is_open())
}

/// The first valve, once opened, is closed again within ten ticks.
#[monitor(of = water)]
fn first_valve_closes(garden: &Garden, phase: &mut UntilWithin<10>) -> bool {
    let open = garden.beds[0].is_open();
    phase.check(open, open, !open)
}

/// Wet soil is not watered.
#[monitor(of = water)]
fn waters_dry_soil(garden: &Garden, moisture: Moisture) -> bool {
    let moisture = per_bed(moisture);
    garden.watered().is_none_or(|bed| moisture[bed] < DRY)
}

/// How often each valve was opened of late.
#[derive(Debug, Default)]
struct Openings {
    beds: [AtMost<40, 80>; BEDS],
}

/// No valve is opened more often than every other tick.
#[monitor(of = water)]
fn valves_are_spared(garden: &Garden, openings: &mut Openings) -> bool {
    let beds = garden.beds.iter().zip(&mut openings.beds);
    beds.fold(true, |fine, (bed, openings)| {
        openings.check(bed.open == Some(Duration::ZERO)) && fine
    })
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// The statics are shared, so one test at a time has them, reset.
    fn alone() -> MutexGuard<'static, ()> {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        PULSES.store(0, Ordering::Relaxed);
        TANK_EMPTY.store(false, Ordering::Relaxed);
        turn
    }

    #[cfg(not(feature = "probe-per-bed"))]
    fn all_beds(moisture: u8) -> Moisture {
        moisture
    }

    #[cfg(feature = "probe-per-bed")]
    fn all_beds(moisture: u8) -> Moisture {
        [moisture; BEDS]
    }

    #[test]
    fn beds_are_watered_in_turn() {
        let _turn = alone();
        let mut garden = Garden::default();
        let (mut phase, mut openings) = (UntilWithin::default(), Openings::default());
        let mut watered = std::vec::Vec::new();
        for _ in 0..31 {
            water(&mut garden, all_beds(10));
            assert!(one_valve_at_a_time(&garden) && empty_tank_closes_all(&garden));
            assert!(first_valve_closes(&garden, &mut phase));
            assert!(valves_are_spared(&garden, &mut openings));
            assert!(waters_dry_soil(&garden, all_beds(10)));
            watered.push(garden.watered().expect("one valve is open"));
        }
        watered.dedup();
        assert_eq!(watered, [0, 1, 2, 0]);
    }

    #[test]
    fn wet_soil_and_an_empty_tank_close_the_valves() {
        let _turn = alone();
        let mut garden = Garden::default();
        water(&mut garden, all_beds(10));
        assert_eq!(garden.watered(), Some(0));
        water(&mut garden, all_beds(DRY));
        assert_eq!(garden.watered(), None);
        water(&mut garden, all_beds(DRY - 1));
        on_float();
        water(&mut garden, all_beds(DRY - 1));
        assert_eq!(garden.watered(), None);
        on_float();
        water(&mut garden, all_beds(DRY - 1));
        assert!(garden.watered().is_some());
    }

    #[test]
    fn pulses_become_litres() {
        let _turn = alone();
        let mut garden = Garden::default();
        for _ in 0..7 {
            (0..MOST_PULSES).for_each(|_| on_pulse());
            water(&mut garden, all_beds(50));
        }
        assert_eq!(garden.litres(), 4);
    }

    #[test]
    fn the_driest_bed_comes_first() {
        let mut beds = [Bed::default(); 3];
        open_driest(&mut beds, &[30, 20, 39]);
        assert_eq!(beds.map(|bed| bed.is_open()), [false, true, false]);
        let mut beds = [Bed::default(); 2];
        beds[1].waiting = Wrapping(3);
        open_driest(&mut beds, &[20, 20]);
        assert_eq!(beds.map(|bed| bed.is_open()), [false, true]);
    }
}
