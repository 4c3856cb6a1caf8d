//! A fan that follows a temperature sensor on an I2C bus, its speed set by a converter on an SPI bus.
//!
//! What a bus transfer brings is an input, byte by byte, and it may fail; what it carries away is an output. A sensor that
//! cannot be read for three ticks counts as hot.
#![no_std]
#![forbid(unsafe_code)]

use embedded_hal::i2c::I2c;
use embedded_hal::spi::SpiDevice;
use falsify::{control_loop, monitor};

/// A sensor with twelve bits of sixteenths of a degree, left-aligned in two bytes.
pub struct Thermometer<B> {
    bus: B,
    address: u8,
}

/// Sixteenths of a degree Celsius.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sixteenths(pub i16);

/// The fan starts here.
pub const WARM: Sixteenths = Sixteenths(30 * 16);
/// At this temperature it is at full speed.
pub const HOT: Sixteenths = Sixteenths(60 * 16);
/// Failed readings in a row that count as hot.
pub const PATIENCE: u8 = 3;
/// The register of the measured temperature.
const TEMPERATURE: u8 = 0;

impl<B: I2c> Thermometer<B> {
    pub fn new(bus: B, address: u8) -> Self {
        Thermometer { bus, address }
    }

    pub fn read(&mut self) -> Result<Sixteenths, B::Error> {
        let mut raw = [0; 2];
        self.bus
            .write_read(self.address, &[TEMPERATURE], &mut raw)?;
        Ok(Sixteenths(i16::from_be_bytes(raw) >> 4))
    }
}

/// The speed for a temperature: from 0 at `WARM` to 255 at `HOT`.
pub fn speed(at: Sixteenths) -> u8 {
    let span = i32::from(HOT.0) - i32::from(WARM.0);
    let above = i32::from(at.0) - i32::from(WARM.0);
    (above * 255 / span).clamp(0, 255) as u8
}

/// Cools for ever.
#[control_loop]
pub fn run(bus: &mut impl I2c, converter: &mut impl SpiDevice) -> ! {
    let mut sensor = Thermometer::new(bus, 0x48);
    let mut failed: u8 = 0;
    let mut drive: u8 = 0;
    loop {
        let reading = sensor.read();
        match &reading {
            Ok(at) => {
                failed = 0;
                drive = speed(*at);
            }
            Err(_) => failed = failed.saturating_add(1),
        }
        let hot = failed >= PATIENCE || matches!(reading, Ok(at) if at >= HOT);
        if hot {
            drive = u8::MAX;
        }
        // A word that did not get through is sent again in the next tick.
        let _ = converter.write(&[0x30, drive]);
    }
}

/// At sixty degrees the fan is at full speed at once.
#[monitor]
fn hot_is_full_speed(hot: bool, drive: u8) -> bool {
    !hot || drive == u8::MAX
}

/// From the third failed reading in a row on, the fan is at full speed.
#[monitor]
fn silence_is_hot(failed: u8, drive: u8) -> bool {
    failed < PATIENCE || drive == u8::MAX
}

#[cfg(test)]
mod tests {
    use super::*;
    use embedded_hal::i2c::{ErrorKind, ErrorType, Operation};

    /// A sensor that always measures the same, or never answers.
    struct Fixed(Option<[u8; 2]>);

    impl ErrorType for Fixed {
        type Error = ErrorKind;
    }

    impl I2c for Fixed {
        fn transaction(
            &mut self,
            address: u8,
            operations: &mut [Operation<'_>],
        ) -> Result<(), ErrorKind> {
            assert_eq!(address, 0x48);
            let bytes = self.0.ok_or(ErrorKind::Other)?;
            for operation in operations {
                match operation {
                    Operation::Read(into) => into.copy_from_slice(&bytes),
                    Operation::Write(from) => assert_eq!(*from, [TEMPERATURE]),
                }
            }
            Ok(())
        }
    }

    fn measured(bytes: [u8; 2]) -> Sixteenths {
        let sensor = Thermometer::new(Fixed(Some(bytes)), 0x48).read();
        sensor.expect("the sensor answers")
    }

    #[test]
    fn bytes_are_left_aligned_sixteenths() {
        assert_eq!(measured([0x19, 0x00]), Sixteenths(25 * 16));
        assert_eq!(measured([0xFF, 0xF0]), Sixteenths(-1));
        let silent = Thermometer::new(Fixed(None), 0x48).read();
        assert_eq!(silent, Err(ErrorKind::Other));
    }

    #[test]
    fn the_speed_rises_between_warm_and_hot() {
        assert_eq!(speed(Sixteenths(0)), 0);
        assert_eq!(speed(WARM), 0);
        assert_eq!(speed(Sixteenths(45 * 16)), 127);
        assert_eq!(speed(HOT), 255);
        assert_eq!(speed(Sixteenths(i16::MAX)), 255);
    }
}
