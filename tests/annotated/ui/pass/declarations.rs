//! Declarations in traits and extern blocks, with ranges over constants and types that are written elsewhere.
use falsify::{control_loop, input, output};

const TOP: u16 = 4095;
type Counts = u16;

trait Board {
    type Error;

    #[input(0..=TOP)]
    fn adc(&mut self) -> Counts;

    #[input]
    fn pin(&mut self) -> Result<bool, Self::Error>;

    #[output]
    fn led(&mut self, on: bool);
}

struct Host(bool);

impl Board for Host {
    type Error = ();

    fn adc(&mut self) -> Counts {
        TOP
    }

    fn pin(&mut self) -> Result<bool, ()> {
        Err(())
    }

    fn led(&mut self, on: bool) {
        self.0 = on;
    }
}

unsafe extern "C" {
    #[input(0..=TOP)]
    #[allow(dead_code)]
    fn read_adc() -> u16;

    #[output]
    #[allow(dead_code)]
    safe fn reset();
}

#[control_loop]
fn tick(board: &mut impl Board) {
    let high = board.adc() > 4000;
    let failed = board.pin().is_err();
    board.led(high && failed);
}

fn main() {
    let mut host = Host(false);
    tick(&mut host);
    assert!(host.0);
}
