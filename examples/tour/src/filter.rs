//! Filters for noisy readings.

/// Something that makes one value out of the last samples.
pub trait Filter {
    /// What is filtered.
    type Sample: Copy;

    /// Takes a sample.
    fn push(&mut self, sample: Self::Sample);

    /// The value so far, if there were samples enough.
    fn value(&self) -> Option<Self::Sample>;

    /// Takes a sample and gives the value, or the sample itself as long as there is none.
    fn update(&mut self, sample: Self::Sample) -> Self::Sample {
        self.push(sample);
        self.value().unwrap_or(sample)
    }
}

/// The mean of the last `N` samples, of fewer at the beginning.
#[derive(Clone, Copy, Debug)]
pub struct Mean<const N: usize> {
    samples: [i16; N],
    next: usize,
    filled: usize,
}

impl<const N: usize> Mean<N> {
    /// A mean of nothing yet.
    pub const fn new() -> Self {
        Self {
            samples: [0; N],
            next: 0,
            filled: 0,
        }
    }
}

impl<const N: usize> Default for Mean<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> Filter for Mean<N> {
    type Sample = i16;

    fn push(&mut self, sample: i16) {
        self.samples[self.next] = sample;
        self.next = (self.next + 1) % N;
        self.filled = N.min(self.filled + 1);
    }

    fn value(&self) -> Option<i16> {
        let samples = &self.samples[..self.filled];
        let count = i32::try_from(samples.len()).ok()?;
        let sum: i32 = samples.iter().copied().map(i32::from).sum();
        i16::try_from(sum.checked_div(count)?).ok()
    }
}

/// The middle one of the last three samples: a single outlier does not show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Median<T> {
    last: Option<(T, T)>,
    middle: Option<T>,
}

impl<T: Copy + Ord> Filter for Median<T> {
    type Sample = T;

    fn push(&mut self, c: T) {
        let (a, b) = self.last.unwrap_or((c, c));
        self.middle = Some(a.max(b).min(a.min(b).max(c)));
        self.last = Some((b, c));
    }

    fn value(&self) -> Option<T> {
        self.middle
    }
}

/// One filter after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chain<A, B> {
    first: A,
    second: B,
}

impl<A, B> Filter for Chain<A, B>
where
    A: Filter,
    B: Filter<Sample = A::Sample>,
{
    type Sample = A::Sample;

    fn push(&mut self, sample: Self::Sample) {
        self.first.push(sample);
        if let Some(filtered) = self.first.value() {
            self.second.push(filtered);
        }
    }

    fn value(&self) -> Option<Self::Sample> {
        self.second.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_of_the_last_samples() {
        let mut mean = Mean::<2>::new();
        assert_eq!(mean.value(), None);
        assert_eq!([10, 20, 30].map(|x| mean.update(x)), [10, 15, 25]);
        assert_eq!(
            [i16::MAX, i16::MAX].map(|x| mean.update(x)),
            [16398, i16::MAX]
        );
    }

    #[test]
    fn the_median_drops_an_outlier() {
        let mut median = Median::default();
        assert_eq!([5, 5, 99, 6, 7].map(|x| median.update(x)), [5, 5, 5, 6, 7]);
    }

    #[test]
    fn a_chain_is_one_filter() {
        let mut chain: Chain<Median<i16>, Mean<2>> = Chain::default();
        assert_eq!([4, 4, 900, 6].map(|x| chain.update(x)), [4, 4, 4, 5]);
    }
}
