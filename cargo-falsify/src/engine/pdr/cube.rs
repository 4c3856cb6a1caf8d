//! Sets of states: conjunctions of bits.

/// A latch, by its index in the netlist, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateLit(u32);

impl StateLit {
    /// True in states where the latch has the value.
    pub fn new(latch: usize, value: bool) -> StateLit {
        StateLit((latch as u32) << 1 | u32::from(!value))
    }

    pub fn latch(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn value(self) -> bool {
        self.0 & 1 == 0
    }
}

impl std::fmt::Debug for StateLit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.value() { "" } else { "!" };
        write!(f, "{sign}s{}", self.latch())
    }
}

/// States in which all the literals are true. The literals are sorted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cube {
    lits: Vec<StateLit>,
    /// A bit for each literal modulo 64: a cube that lacks a bit of another one does not contain it.
    signature: u64,
}

impl Cube {
    pub fn new(mut lits: Vec<StateLit>) -> Cube {
        lits.sort_unstable();
        let signature = lits.iter().fold(0, |s, l| s | 1 << (l.0 & 63));
        Cube { lits, signature }
    }

    pub fn lits(&self) -> &[StateLit] {
        &self.lits
    }

    pub fn len(&self) -> usize {
        self.lits.len()
    }

    pub fn contains(&self, lit: StateLit) -> bool {
        self.lits.binary_search(&lit).is_ok()
    }

    /// Without one of its literals.
    pub fn without(&self, lit: StateLit) -> Cube {
        Cube::new(self.lits.iter().copied().filter(|&l| l != lit).collect())
    }

    /// Whether every state of the other cube is one of this: its literals are among the other's.
    pub fn includes(&self, other: &Cube) -> bool {
        if self.signature & !other.signature != 0 || self.len() > other.len() {
            return false;
        }
        let mut rest = other.lits.iter();
        self.lits.iter().all(|l| rest.by_ref().any(|o| o == l))
    }
}
