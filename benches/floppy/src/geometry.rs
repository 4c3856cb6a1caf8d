//! Where things are on the medium, and how long the drive needs for what.
use falsify::aux;

/// Cylinders of the medium.
pub const CYLINDERS: u8 = 80;
const HEADS: u16 = 2;
const SECTORS_OF_TRACK: u16 = 18;
/// Sectors of the medium.
pub const SECTORS: u16 = CYLINDERS as u16 * HEADS * SECTORS_OF_TRACK;

/// Whether there is such a sector.
#[aux]
pub fn is_on_medium(sector: u16) -> bool {
    sector < SECTORS
}

/// The cylinder of a sector.
#[aux]
pub fn cylinder_of(sector: u16) -> u8 {
    (sector / (HEADS * SECTORS_OF_TRACK)) as u8
}

/// The head that reads a sector.
#[aux]
pub fn head_of(sector: u16) -> u8 {
    (sector / SECTORS_OF_TRACK % HEADS) as u8
}

/// The number of a sector in its track, from 1.
#[aux]
pub fn place_of(sector: u16) -> u8 {
    (sector % SECTORS_OF_TRACK) as u8 + 1
}

/// The cylinder after one step towards another.
#[aux]
pub fn one_step(from: u8, to: u8) -> u8 {
    if from < to {
        from + 1
    } else {
        from - 1
    }
}

/// How long the head swings after so many steps.
#[aux]
pub fn settling_ticks(steps: u8) -> u8 {
    match steps {
        0 => 0,
        1..=9 => 3,
        10..=39 => 4,
        _ => 6,
    }
}

/// How long the medium needs until a sector is below the head.
#[aux]
pub fn latency_ticks(place: u8, head: u8) -> u8 {
    1 + (place + 5 * head) % 9
}

/// How many bits late the current is switched where bits lie close together.
#[aux]
pub fn precompensation(cylinder: u8) -> u8 {
    if cylinder > 42 {
        2
    } else {
        1
    }
}
