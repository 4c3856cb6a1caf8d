//! Functions of the kind that firmware has beside its control logic: what summaries are measured on.

pub fn gcd(mut a: u16, mut b: u16) -> u16 {
    while b != 0 {
        let rest = a % b;
        a = b;
        b = rest;
    }
    a
}

pub fn integer_square_root(value: u16) -> u16 {
    let mut root = 0u16;
    let mut bit = 1u16 << 14;
    let mut rest = value;
    while bit != 0 {
        if rest >= root + bit {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
        bit >>= 2;
    }
    root
}

pub fn crc8(crc: u8, byte: u8) -> u8 {
    let mut crc = crc ^ byte;
    let mut count = 0;
    while count < 8 {
        crc = if crc & 0x80 != 0 { (crc << 1) ^ 0x07 } else { crc << 1 };
        count += 1;
    }
    crc
}

pub fn median_of_3(a: i16, b: i16, c: i16) -> i16 {
    if a < b {
        if b < c { b } else if a < c { c } else { a }
    } else if a < c {
        a
    } else if b < c {
        c
    } else {
        b
    }
}

pub fn median_of_15(values: [u8; 15]) -> u8 {
    let mut sorted = values;
    let mut end = 15;
    while end > 1 {
        let mut at = 1;
        while at < end {
            if sorted[at - 1] > sorted[at] {
                let larger = sorted[at - 1];
                sorted[at - 1] = sorted[at];
                sorted[at] = larger;
            }
            at += 1;
        }
        end -= 1;
    }
    sorted[7]
}

pub fn saturating_pid(error: i16, sum: i16, last: i16) -> i16 {
    let p = error.saturating_mul(3);
    let d = error.saturating_sub(last);
    p.saturating_add(sum).saturating_add(d)
}

pub fn saturating_pi(error: i16, sum: i16) -> i16 {
    error.saturating_add(sum)
}

pub fn interpolate(raw: u8) -> u16 {
    const TABLE: [u16; 5] = [0, 40, 120, 300, 700];
    let at = (raw >> 6) as usize;
    let (low, high) = (TABLE[at], TABLE[at + 1]);
    low + (high - low) * u16::from(raw & 63) / 64
}

pub fn lookup(level: u8) -> u16 {
    const TABLE: [u16; 8] = [3, 5, 9, 17, 33, 65, 129, 257];
    TABLE[(level & 7) as usize]
}

pub fn to_gray(value: u8) -> u8 {
    value ^ (value >> 1)
}

pub fn from_gray(code: u8) -> u8 {
    let mut value = code;
    value ^= value >> 4;
    value ^= value >> 2;
    value ^= value >> 1;
    value
}

pub fn reverse_bits(value: u8) -> u8 {
    let value = (value & 0xf0) >> 4 | (value & 0x0f) << 4;
    let value = (value & 0xcc) >> 2 | (value & 0x33) << 2;
    (value & 0xaa) >> 1 | (value & 0x55) << 1
}

pub fn to_bcd(value: u8) -> u8 {
    let value = value % 100;
    (value / 10) << 4 | value % 10
}

pub fn from_bcd(code: u8) -> u8 {
    (code >> 4) * 10 + (code & 15)
}

pub fn day_of_year(month: u8, day: u8, leap: bool) -> u16 {
    const BEFORE: [u16; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
    let month = if month < 1 { 1 } else if month > 12 { 12 } else { month };
    let extra = if leap && month > 2 { 1 } else { 0 };
    BEFORE[(month - 1) as usize] + u16::from(day) + extra
}

pub fn days_in_month(month: u8, leap: bool) -> u8 {
    match month {
        2 => if leap { 29 } else { 28 },
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

pub fn is_leap(year: u16) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub fn checksum(a: u8, b: u8, c: u8, d: u8) -> u8 {
    !(a.wrapping_add(b).wrapping_add(c).wrapping_add(d))
}

pub fn quantise(raw: u16) -> u16 {
    (raw / 16) * 16
}

pub fn quantise_to_level(raw: u16) -> u8 {
    if raw < 100 { 0 } else if raw < 250 { 1 } else if raw < 600 { 2 } else { 3 }
}

pub fn clamp(value: i16) -> i16 {
    if value < -500 { -500 } else if value > 500 { 500 } else { value }
}

pub fn clamp_and_scale(value: i16) -> i16 {
    let value = if value < -100 { -100 } else if value > 100 { 100 } else { value };
    value * 3
}

pub fn clamp_between(value: i16, low: i16, high: i16) -> i16 {
    if value < low { low } else if value > high { high } else { value }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State {
    Off,
    Cold,
    Warm,
    Hot,
    Fault,
}

pub fn classify(temperature: i16) -> State {
    if temperature == i16::MIN {
        State::Fault
    } else if temperature < 0 {
        State::Off
    } else if temperature < 200 {
        State::Cold
    } else if temperature < 600 {
        State::Warm
    } else {
        State::Hot
    }
}

pub fn next_state(state: State, is_on: bool, is_hot: bool) -> State {
    match state {
        State::Fault => State::Fault,
        _ if !is_on => State::Off,
        State::Off => State::Cold,
        State::Cold => State::Warm,
        State::Warm | State::Hot => if is_hot { State::Hot } else { State::Warm },
    }
}

pub fn severity(state: State) -> u8 {
    match state {
        State::Off => 0,
        State::Cold | State::Warm => 1,
        State::Hot => 5,
        State::Fault => 9,
    }
}

pub fn dead_band(value: i16) -> i16 {
    if value > 20 { value - 20 } else if value < -20 { value + 20 } else { 0 }
}

pub fn hysteresis(level: u8, was_on: bool) -> bool {
    if was_on { level > 40 } else { level > 60 }
}

pub fn absolute(value: i16) -> u16 {
    value.unsigned_abs()
}

pub fn sign(value: i16) -> i16 {
    if value < 0 { -1 } else if value > 0 { 1 } else { 0 }
}

pub fn smooth(old: u16, new: u16) -> u16 {
    ((u32::from(old) * 3 + u32::from(new)) / 4) as u16
}

pub fn celsius_to_fahrenheit(celsius: i16) -> i16 {
    (i32::from(celsius) * 9 / 5 + 32) as i16
}

pub fn millivolts(raw: u16) -> u16 {
    (u32::from(raw & 0x0fff) * 3300 / 4095) as u16
}

pub fn parity(byte: u8) -> bool {
    let folded = byte ^ (byte >> 4);
    let folded = folded ^ (folded >> 2);
    (folded ^ (folded >> 1)) & 1 == 1
}

pub fn count_ones(byte: u8) -> u8 {
    let mut left = byte;
    let mut count = 0;
    while left != 0 {
        left &= left - 1;
        count += 1;
    }
    count
}

pub fn wrap_angle(degrees: i16) -> i16 {
    let rest = degrees % 360;
    if rest < 0 { rest + 360 } else { rest }
}

pub fn ramp(current: i16, target: i16) -> i16 {
    let current = current / 2;
    let target = target / 2;
    if target > current + 10 { current + 10 } else if target < current - 10 { current - 10 } else { target }
}

pub fn majority(a: bool, b: bool, c: bool) -> bool {
    (a && b) || (a && c) || (b && c)
}

#[derive(Clone, Copy)]
pub struct Limits {
    low: i16,
    high: i16,
}

pub fn is_inside(limits: &Limits, value: i16) -> bool {
    limits.low <= value && value <= limits.high
}

pub fn ordered(a: u8, b: u8) -> (u8, u8) {
    if a < b { (a, b) } else { (b, a) }
}

pub fn pack(high: u8, low: u8) -> u16 {
    u16::from(high) << 8 | u16::from(low)
}
