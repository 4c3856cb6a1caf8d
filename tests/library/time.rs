//! `core::time::Duration`.

use core::time::Duration;

fn small(a: u8, b: u32) -> Duration { Duration::new(a as u64, b) }

pub fn new(a: u64, b: u32) -> Duration { Duration::new(a, b) }
pub fn constants() -> (Duration, Duration) { (Duration::ZERO, Duration::MAX) }
pub fn from(a: u64) -> (Duration, Duration, Duration, Duration) {
    (Duration::from_secs(a), Duration::from_millis(a), Duration::from_micros(a), Duration::from_nanos(a))
}
pub fn from_mins(a: u64) -> Duration { Duration::from_mins(a) }
pub fn from_hours(a: u64) -> Duration { Duration::from_hours(a) }
pub fn parts(a: u8, b: u32) -> (u64, u32, u32, u32, bool) {
    let d = small(a, b);
    (d.as_secs(), d.subsec_millis(), d.subsec_micros(), d.subsec_nanos(), d.is_zero())
}
pub fn totals(a: u32, b: u32) -> (u128, u128, u128) {
    let d = Duration::new(a as u64, b);
    (d.as_millis(), d.as_micros(), d.as_nanos())
}
pub fn checked_add(a: u64, b: u64, n: u32) -> Option<Duration> { Duration::from_secs(a).checked_add(Duration::new(b / 2, n)) }
pub fn checked_sub(a: u64, b: u64, n: u32) -> Option<Duration> { Duration::from_secs(a).checked_sub(Duration::new(b / 2, n)) }
pub fn checked_mul(a: u64, n: u32, k: u32) -> Option<Duration> { Duration::new(a / 8, n).checked_mul(k) }
pub fn checked_div(a: u64, n: u32, k: u32) -> Option<Duration> { Duration::new(a / 8, n).checked_div(k) }
pub fn saturating(a: u64, b: u64) -> (Duration, Duration, Duration) {
    let (x, y) = (Duration::from_secs(a), Duration::from_secs(b));
    (x.saturating_add(y), x.saturating_sub(y), x.saturating_mul(b as u32))
}
pub fn abs_diff(a: u32, b: u32) -> Duration { Duration::from_nanos(a as u64).abs_diff(Duration::from_micros(b as u64)) }
pub fn add(a: u64, b: u64) -> Duration { Duration::from_secs(a) + Duration::from_secs(b) }
pub fn sub(a: u32, b: u32) -> Duration { Duration::from_millis(a as u64) - Duration::from_millis(b as u64) }
pub fn mul(a: u64, b: u32) -> Duration { Duration::from_secs(a) * b }
pub fn mul_reversed(a: u64, b: u32) -> Duration { b * Duration::from_secs(a) }
pub fn div(a: u64, b: u32) -> Duration { Duration::from_secs(a) / b }
pub fn assigns(a: u8, b: u32, k: u8) -> Duration {
    let mut d = small(a, b);
    d += small(1, 999_999_999);
    d *= k as u32 + 1;
    d /= 3;
    d -= small(0, 1);
    d
}
pub fn comparison(a: u8, b: u8, n: u8, m: u8) -> (bool, bool, core::cmp::Ordering) {
    let (x, y) = (small(a & 1, n as u32), small(b & 1, m as u32));
    (x == y, x < y, x.cmp(&y))
}
pub fn sum(a: [u8; 3]) -> Duration { a.iter().map(|x| Duration::from_millis(*x as u64 * 37)).sum() }
pub fn sum_of_references(a: u8) -> Duration { [small(a, 7), small(a, 8)].iter().sum() }
pub fn default() -> Duration { Duration::default() }
pub fn to_floats(a: u64, n: u32) -> (f64, f32) {
    let d = Duration::new(a / 8, n);
    (d.as_secs_f64(), d.as_secs_f32())
}
pub fn from_f64(a: f64) -> Duration { Duration::from_secs_f64(a) }
pub fn from_f32(a: f32) -> Duration { Duration::from_secs_f32(a) }
pub fn try_from_f64(a: f64) -> Option<Duration> { Duration::try_from_secs_f64(a).ok() }
pub fn try_from_f32(a: f32) -> Option<Duration> { Duration::try_from_secs_f32(a).ok() }
pub fn try_from_small(a: u32) -> (Option<Duration>, Option<Duration>) {
    (Duration::try_from_secs_f64(a as f64 / 4294967296.0).ok(), Duration::try_from_secs_f32(a as f32 / 4294967296.0).ok())
}
pub fn try_from_error(a: f64, b: f64) -> bool { Duration::try_from_secs_f64(a) == Duration::try_from_secs_f64(b) }
pub fn mul_f64(a: u32, b: i16) -> Duration { Duration::from_millis(a as u64).mul_f64(b as f64 / 16.0) }
pub fn mul_f32(a: u32, b: i16) -> Duration { Duration::from_millis(a as u64).mul_f32(b as f32 / 16.0) }
pub fn div_f64(a: u32, b: i16) -> Duration { Duration::from_millis(a as u64).div_f64(b as f64 / 16.0) }
pub fn div_f32(a: u32, b: i16) -> Duration { Duration::from_millis(a as u64).div_f32(b as f32 / 16.0) }
pub fn ratio(a: u32, b: u32) -> (f64, f32) {
    let (x, y) = (Duration::from_micros(a as u64), Duration::from_micros(b as u64));
    (x.div_duration_f64(y), x.div_duration_f32(y))
}
