//! Attributes on functions that a macro writes, with pieces that it was given.
use falsify::{control_loop, monitor};

const TOP: u8 = 9;

macro_rules! channel {
    ($tick:ident, $fine:ident, $input:ty, $range:expr, $verdict:ty, $body:block) => {
        #[control_loop(init = 0)]
        fn $tick(sum: &mut $input, #[input($range)] raw: $input) {
            *sum = sum.wrapping_add(raw);
        }

        #[monitor(of = $tick)]
        fn $fine() -> $verdict $body
    };
}

channel!(first, first_fine, u8, 0..=TOP, bool, { true });
channel!(second, second_fine, i64, -5..5, bool, { false });

fn main() {
    let mut sum = 250;
    first(&mut sum, 10);
    assert_eq!(sum, 4);
    let mut sum = 1;
    second(&mut sum, -3);
    assert_eq!(sum, -2);
    assert!(first_fine() && !second_fine());
}
