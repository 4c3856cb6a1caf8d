//! The superloop form, with a generic handle and with a type parameter.
use crate::handles::Board;
use falsify::{control_loop, monitor};

/// Runs for ever.
#[control_loop]
pub fn run(board: &mut impl Board) -> ! {
    let mut total = 0_u32;
    loop {
        total = total.wrapping_add(u32::from(board.adc()));
        let hot = board.temperature() > 100;
        board.led(hot);
    }
}

/// Runs for ever on a board of a named type.
#[control_loop]
pub fn run_owned<B: Board>(mut board: B) -> ! {
    loop {
        board.led(false);
    }
}

#[monitor(of = run)]
fn led_follows(led: Option<bool>, hot: bool, total: u32) -> bool {
    led == Some(hot) || total == 0
}
