//! How an enum with payloads lies in memory is the compiler's own business.
#![no_std]
use falsify::control_loop;

enum Message {
    Stop,
    Drive(u16),
}

#[control_loop]
pub fn tick(state: &mut usize, input: u16) {
    let message = if input == 0 { Message::Stop } else { Message::Drive(input) };
    let Message::Drive(speed) = message else { return };
    *state = usize::from(speed) + core::mem::size_of::<Message>(); //~ ERROR lower::unsupported
}
