//! Hardware handles: traits whose methods are inputs and outputs, declared, with a default body, and implemented.
use falsify::{input, output};

const FULL_SCALE: u16 = 4095;
const LIMITS: core::ops::Range<i8> = -40..125;

/// The width of the converter.
type Counts = u16;

/// What a board can do.
pub trait Board {
    /// Why a read can fail.
    type Error;

    /// The most a pedal gives.
    const PEDAL_MAX: u8;

    /// A reading within constants that nothing else mentions.
    #[input(0..=FULL_SCALE)]
    fn adc(&mut self) -> Counts;

    /// A reading within a constant range.
    #[input(LIMITS)]
    fn temperature(&self) -> i8;

    /// Readings within a constant, as the converter writes them.
    #[input(..=FULL_SCALE)]
    fn samples(&mut self, into: &mut [Counts; 4]);

    /// A reading within literals.
    #[input(0..=9)]
    fn gear(&self) -> u8;

    /// A reading within a constant of the trait.
    #[input(..=Self::PEDAL_MAX)]
    fn pedal(&self) -> u8;

    /// A reading that can fail.
    ///
    /// # Errors
    /// If the pin cannot be read.
    #[input]
    fn pin(&mut self) -> Result<bool, Self::Error>;

    /// Has a body that is not analysed.
    #[input(..=Self::PEDAL_MAX)]
    fn clutch(&self) -> u8 {
        Self::PEDAL_MAX
    }

    /// An event.
    #[output]
    fn led(&mut self, on: bool);

    /// An event with a result.
    #[output]
    fn send(&mut self, byte: u8) -> usize {
        usize::from(byte)
    }
}

/// A board for the host.
#[derive(Debug, Default)]
pub struct Host {
    on: bool,
}

impl Board for Host {
    type Error = core::convert::Infallible;

    const PEDAL_MAX: u8 = 90;

    #[input(0..=FULL_SCALE)]
    fn adc(&mut self) -> u16 {
        1
    }

    fn temperature(&self) -> i8 {
        20
    }

    fn samples(&mut self, into: &mut [Counts; 4]) {
        into.fill(FULL_SCALE);
    }

    fn gear(&self) -> u8 {
        3
    }

    fn pedal(&self) -> u8 {
        0
    }

    fn pin(&mut self) -> Result<bool, Self::Error> {
        Ok(self.on)
    }

    #[output]
    fn led(&mut self, on: bool) {
        self.on = on;
    }
}

/// What nothing but attributes mentions, in a trait that nothing outside can see.
trait Private<const TOP: u16> {
    const LOWEST: i8;
    const FEWEST: Self::Count;

    type Count;

    #[input(Self::LOWEST..)]
    fn offset(&self) -> i8;

    #[input(..TOP)]
    fn scaled(&self) -> u16;

    #[input(Self::FEWEST..=100)]
    fn count(&self) -> Self::Count;
}

impl Private<9> for Host {
    const LOWEST: i8 = -3;
    const FEWEST: u8 = 2;

    type Count = u8;

    fn offset(&self) -> i8 {
        -1
    }

    fn scaled(&self) -> u16 {
        u16::from(self.on)
    }

    fn count(&self) -> u8 {
        4
    }
}

#[falsify::control_loop]
fn read_all(host: &mut Host) -> (i8, u16, u8) {
    (host.offset(), host.scaled(), host.count())
}

/// Hidden functions beside declarations leave a trait usable as an object.
pub trait Sensor {
    /// A reading.
    #[input(0..=FULL_SCALE)]
    fn read(&self) -> u16;
}

/// Reads a sensor of any kind.
pub fn read(sensor: &dyn Sensor) -> u16 {
    sensor.read()
}
