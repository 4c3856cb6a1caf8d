//! Sets of examples.

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bits(Box<[u64]>);

impl Bits {
    pub fn empty(len: usize) -> Bits {
        Bits(vec![0; len.div_ceil(64)].into())
    }

    pub fn full(len: usize) -> Bits {
        let mut bits = Bits::empty(len);
        (0..len).for_each(|at| bits.insert(at));
        bits
    }

    /// From words, the first example in the lowest bit of the first.
    pub fn from_words(words: Vec<u64>) -> Bits {
        Bits(words.into())
    }

    pub fn insert(&mut self, at: usize) {
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub fn contains(&self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|it| it.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|it| *it == 0)
    }

    pub fn is_subset(&self, of: &Bits) -> bool {
        self.0.iter().zip(&of.0).all(|(a, b)| a & !b == 0)
    }

    #[inline]
    pub fn common(&self, with: &Bits) -> usize {
        let words = self.0.iter().zip(&with.0);
        words.map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    pub fn and(&self, with: &Bits) -> Bits {
        Bits(self.0.iter().zip(&with.0).map(|(a, b)| a & b).collect())
    }

    pub fn without(&self, other: &Bits) -> Bits {
        Bits(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    pub fn add_all(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len() * 64).filter(|at| self.contains(*at))
    }
}
