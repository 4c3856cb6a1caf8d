//! One scalar that the world chooses again and again: anything, values where programs go wrong, held, or in a pattern.

use super::random::Random;
use crate::bv::Scalar;

/// What a scalar may be.
#[derive(Clone, Debug)]
pub struct Domain {
    pub ty: Scalar,
    /// Inclusive, counting from the lower one.
    pub low: u128,
    pub high: u128,
    /// Values of the domain that are likely to matter.
    special: Vec<u128>,
}

/// Of more constants than this, only some are used.
const MOST_CONSTANTS: usize = 256;

impl Domain {
    /// `constants` are those that the program names.
    pub fn new(ty: Scalar, low: u128, high: u128, constants: &[(Scalar, u128)]) -> Domain {
        let mut domain = Domain {
            ty,
            low,
            high,
            special: Vec::new(),
        };
        domain.add(low);
        domain.add(high);
        match ty {
            Scalar::Float { bits } => domain.add_floats(bits, constants),
            Scalar::Bool | Scalar::Char | Scalar::Int { .. } => domain.add_integers(constants),
        }
        domain
    }

    fn add_integers(&mut self, constants: &[(Scalar, u128)]) {
        let ty = self.ty;
        for near in [0, 1, u128::MAX] {
            self.add(ty.wrap(near));
            self.add(ty.wrap(self.low.wrapping_add(near)));
            self.add(ty.wrap(self.high.wrapping_add(near)));
        }
        let integers = constants.iter().filter(|(of, _)| !of.is_float());
        let every = constants.len().div_ceil(MOST_CONSTANTS).max(1);
        for (of, bits) in integers.step_by(every) {
            let number = match of.is_signed() {
                true => of.sign_extend(*bits) as u128,
                false => *bits,
            };
            for near in [0, 1, u128::MAX] {
                let value = number.wrapping_add(near);
                // What does not fit the type is no value of it.
                if self.number(ty.wrap(value)) == value {
                    self.add(ty.wrap(value));
                }
            }
        }
    }

    fn number(&self, bits: u128) -> u128 {
        match self.ty.is_signed() {
            true => self.ty.sign_extend(bits) as u128,
            false => bits,
        }
    }

    fn add_floats(&mut self, width: u16, constants: &[(Scalar, u128)]) {
        let common = [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY];
        let common = common.into_iter().chain([f64::NAN, f64::MIN_POSITIVE]);
        for number in common {
            self.add(match width {
                32 => u128::from((number as f32).to_bits()),
                _ => u128::from(number.to_bits()),
            });
        }
        for (of, bits) in constants {
            if *of == self.ty {
                for near in [0, 1, u128::MAX] {
                    self.add(self.ty.wrap(bits.wrapping_add(near)));
                }
            }
        }
    }

    fn add(&mut self, value: u128) {
        if self.contains(value) && !self.special.contains(&value) {
            self.special.push(value);
        }
    }

    pub fn contains(&self, value: u128) -> bool {
        if self.is_bounded_float() {
            let within = |a, b| self.ty.order(a, b).is_some_and(|order| order.is_le());
            return within(self.low, value) && within(value, self.high);
        }
        self.ty.contains(value) && self.ty.wrap(value.wrapping_sub(self.low)) <= self.span()
    }

    fn is_bounded_float(&self) -> bool {
        self.ty.is_float() && self.span() != self.ty.mask()
    }

    fn span(&self) -> u128 {
        self.ty.wrap(self.high.wrapping_sub(self.low))
    }

    /// Any value, each as likely as another.
    #[inline]
    pub fn any(&self, random: &mut Random) -> u128 {
        let span = self.span();
        if self.is_bounded_float() {
            return self.float_between(random);
        }
        let offset = match u64::try_from(span) {
            Ok(u64::MAX) => u128::from(random.bits()),
            Ok(span) => u128::from(random.below(span + 1)),
            Err(_) => match span.checked_add(1) {
                Some(count) => random.wide() % count,
                None => random.wide(),
            },
        };
        self.fitted(self.low.wrapping_add(offset))
    }

    fn float_between(&self, random: &mut Random) -> u128 {
        let part = (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
        let mix = |low: f64, high: f64| low * (1.0 - part) + high * part;
        match self.ty {
            Scalar::Float { bits: 32 } => {
                let (low, high) = (self.low as u32, self.high as u32);
                let (low, high) = (f32::from_bits(low), f32::from_bits(high));
                let drawn = mix(low.into(), high.into()) as f32;
                drawn.max(low).min(high).to_bits().into()
            }
            _ => {
                let (low, high) = (self.low as u64, self.high as u64);
                let (low, high) = (f64::from_bits(low), f64::from_bits(high));
                mix(low, high).max(low).min(high).to_bits().into()
            }
        }
    }

    /// A value of the type; the gap of the surrogates is never hit.
    fn fitted(&self, value: u128) -> u128 {
        let value = self.ty.wrap(value);
        match self.ty.contains(value) {
            true => value,
            false => self.low,
        }
    }

    pub fn special(&self, random: &mut Random) -> u128 {
        match self.special.len() {
            0 => self.any(random),
            count => self.special[random.below(count as u64) as usize],
        }
    }

    /// The value some steps further, from the other end on if it would leave the domain.
    pub fn moved(&self, value: u128, by: u128) -> u128 {
        if self.ty.is_float() {
            return value;
        }
        let offset = self.ty.wrap(value.wrapping_sub(self.low)).wrapping_add(by);
        let offset = match self.span().checked_add(1) {
            Some(count) => offset % count,
            None => offset,
        };
        self.fitted(self.low.wrapping_add(offset))
    }
}

/// How a channel goes on for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Each value anew.
    Any,
    /// Values that are likely to matter, each anew.
    Special,
    Held,
    /// So much further each time.
    Ramp(u128),
    /// Between two values, each for so many times.
    Toggle {
        other: u128,
        period: u32,
        left: u32,
    },
}

/// A scalar over time.
#[derive(Clone, Debug)]
pub struct Channel {
    domain: Domain,
    mode: Mode,
    value: u128,
    /// How often the mode is still used.
    left: u32,
}

impl Channel {
    pub fn new(domain: Domain) -> Channel {
        Channel {
            mode: Mode::Any,
            value: domain.low,
            left: 0,
            domain,
        }
    }

    /// Goes on in another way the next time.
    pub fn replan(&mut self) {
        self.left = 0;
    }

    /// From now on its simplest value.
    pub fn rest(&mut self) {
        self.hold(match self.domain.contains(0) {
            true => 0,
            false => self.domain.low,
        });
    }

    /// From now on the value that it has.
    pub fn stay(&mut self) {
        self.hold(self.value);
    }

    /// From now on one value: as it is, or a new one.
    pub fn settle(&mut self, random: &mut Random) {
        self.hold(self.start(random));
    }

    fn hold(&mut self, value: u128) {
        self.value = value;
        self.mode = Mode::Held;
        self.left = u32::MAX;
    }

    fn start(&self, random: &mut Random) -> u128 {
        match random.below(4) {
            0 => self.value,
            1 => self.domain.any(random),
            _ => self.domain.special(random),
        }
    }

    /// The next value; a way to go on lasts for up to `2^patience` values.
    #[inline]
    pub fn next(&mut self, random: &mut Random, patience: u64) -> u128 {
        if self.left == 0 {
            self.plan(random, patience);
        }
        self.left -= 1;
        match &mut self.mode {
            Mode::Held => {}
            Mode::Any => self.value = self.domain.any(random),
            Mode::Special => self.value = self.domain.special(random),
            Mode::Ramp(step) => self.value = self.domain.moved(self.value, *step),
            Mode::Toggle {
                other,
                period,
                left,
            } => {
                if *left == 0 {
                    std::mem::swap(other, &mut self.value);
                    *left = *period;
                }
                *left -= 1;
            }
        }
        self.value
    }

    fn plan(&mut self, random: &mut Random, patience: u64) {
        self.left = random.length(patience);
        let start = self.start(random);
        self.mode = match random.below(8) {
            0 | 1 => Mode::Any,
            2 => Mode::Special,
            3 => self.ramp(random),
            4 => Mode::Toggle {
                other: self.domain.special(random),
                period: random.length(patience),
                left: 0,
            },
            _ => Mode::Held,
        };
        self.value = start;
    }

    fn ramp(&self, random: &mut Random) -> Mode {
        let step = u128::from(random.length(6));
        match random.once_in(2) {
            true => Mode::Ramp(step),
            // As far back, around the whole domain.
            false => match self.domain.span().checked_add(1) {
                Some(count) => Mode::Ramp(count - step % count),
                None => Mode::Ramp(step.wrapping_neg()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(domain: Domain, count: usize) -> Vec<u128> {
        let mut random = Random::new(7);
        let mut channel = Channel::new(domain);
        let draw = |_| channel.next(&mut random, 4);
        (0..count).map(draw).collect()
    }

    #[test]
    fn values_stay_in_their_range_and_all_are_met() {
        let ty = Scalar::signed(16);
        let domain = Domain::new(ty, 0xfffe, 2, &[(Scalar::signed(32), 1), (ty, 900)]);
        let seen: std::collections::BTreeSet<i128> = drawn(domain, 2_000)
            .into_iter()
            .map(|bits| ty.sign_extend(bits))
            .collect();
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [-2, -1, 0, 1, 2]);
    }

    #[test]
    fn constants_of_the_program_are_met_with_their_neighbours() {
        let minus_five = Scalar::signed(8).wrap(u128::MAX - 4);
        let constants = [
            (Scalar::unsigned(16), 31_234),
            (Scalar::signed(8), minus_five),
        ];
        let ty = Scalar::signed(32);
        let seen = drawn(Domain::new(ty, ty.min(), ty.max(), &constants), 20_000);
        let seen: Vec<i128> = seen.into_iter().map(|bits| ty.sign_extend(bits)).collect();
        for wanted in [
            31_233,
            31_234,
            31_235,
            -4,
            -5,
            -6,
            0,
            1,
            -1,
            i128::from(i32::MIN),
        ] {
            assert!(seen.contains(&wanted), "{wanted}");
        }
    }

    #[test]
    fn what_is_held_is_held_for_long() {
        let ty = Scalar::unsigned(64);
        let mut random = Random::new(7);
        let mut channel = Channel::new(Domain::new(ty, 0, ty.max(), &[]));
        let (mut last, mut run, mut longest) = (0, 0, 0);
        for _ in 0..100_000 {
            let value = channel.next(&mut random, 10);
            run = if value == last { run + 1 } else { 0 };
            longest = longest.max(run);
            last = value;
        }
        assert!(longest >= 500, "{longest}");
    }

    #[test]
    fn bounded_floats_and_characters_are_valid() {
        let float = Scalar::Float { bits: 32 };
        let bits = |f: f32| u128::from(f.to_bits());
        for value in drawn(Domain::new(float, bits(-0.5), bits(1.5), &[]), 2_000) {
            assert!((-0.5..=1.5).contains(&f32::from_bits(value as u32)));
        }
        for value in drawn(Domain::new(Scalar::Char, 0xd000, 0xe010, &[]), 2_000) {
            assert!(Scalar::Char.contains(value), "{value:x}");
        }
    }
}
