//! Commands of the operator, as they come over the line.
use crate::units::{Celsius, OutOfRange, Percent};
use core::time::Duration;

/// What the operator asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Keep the air at this temperature.
    Target(Celsius),
    /// Open the vent by hand.
    Vent(Percent),
    /// Do nothing for a while.
    Pause(Duration),
    /// Back to automatic.
    Resume,
}

/// Why bytes are no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// There are none, or too few.
    Truncated,
    /// No command begins with this byte.
    Unknown(u8),
    /// The number behind the command is not in its range.
    Value(u8),
}

impl From<OutOfRange> for CommandError {
    fn from(OutOfRange(number): OutOfRange) -> Self {
        CommandError::Value(number)
    }
}

/// Reads a command from the beginning of `bytes`; what follows it does not matter.
pub fn parse(bytes: &[u8]) -> Result<Command, CommandError> {
    let Some((&name, arguments)) = bytes.split_first() else {
        return Err(CommandError::Truncated);
    };
    match (name, arguments) {
        (b'T', &[high, low, ..]) => {
            let sixteenths = i16::from_be_bytes([high, low]);
            Ok(Command::Target(Celsius::from_sixteenths(sixteenths)))
        }
        (b'V', [percent, ..]) => Ok(Command::Vent(Percent::try_from(*percent)?)),
        (b'P', [seconds @ 1..=60, ..]) => {
            Ok(Command::Pause(Duration::from_secs(u64::from(*seconds))))
        }
        (b'P', &[seconds, ..]) => Err(CommandError::Value(seconds)),
        (b'R', _) => Ok(Command::Resume),
        (b'T' | b'V' | b'P', _) => Err(CommandError::Truncated),
        (other, _) => Err(CommandError::Unknown(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_their_arguments() {
        let cases: [(&[u8], _); 4] = [
            (&[b'T', 1, 0x40], Command::Target(Celsius::from(20))),
            (b"V\x64", Command::Vent(Percent::FULL)),
            (&[b'P', 60, 9], Command::Pause(Duration::from_secs(60))),
            (b"R", Command::Resume),
        ];
        for (bytes, command) in cases {
            assert_eq!(parse(bytes), Ok(command));
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let cases: [(&[u8], _); 6] = [
            (b"", CommandError::Truncated),
            (&[b'T', 1], CommandError::Truncated),
            (b"V", CommandError::Truncated),
            (&[b'V', 101], CommandError::Value(101)),
            (&[b'P', 0], CommandError::Value(0)),
            (b"X", CommandError::Unknown(b'X')),
        ];
        for (bytes, error) in cases {
            assert_eq!(parse(bytes), Err(error));
        }
    }
}
