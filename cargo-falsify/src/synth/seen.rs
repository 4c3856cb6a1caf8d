//! Hashes of value vectors, and the set of those that were seen.

const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// One more value of a vector. The shift brings differences in high bits down, which a product alone would not.
#[inline(always)]
pub fn absorb(hash: u64, value: u64) -> u64 {
    let product = (hash ^ value).wrapping_mul(FACTOR);
    product ^ (product >> 29)
}

/// Open addressing; 0 marks a free slot.
pub struct Seen {
    slots: Vec<u64>,
    count: usize,
}

impl Seen {
    pub fn new() -> Seen {
        Seen {
            slots: vec![0; 1 << 10],
            count: 0,
        }
    }

    #[inline(always)]
    fn start(&self, hash: u64) -> usize {
        (hash.wrapping_mul(FACTOR) >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    #[inline(always)]
    pub fn contains(&self, hash: u64) -> bool {
        let hash = hash.max(1);
        let mut at = self.start(hash);
        loop {
            match self.slots[at] {
                0 => return false,
                it if it == hash => return true,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// Whether it is new.
    pub fn insert(&mut self, hash: u64) -> bool {
        if self.count * 2 >= self.slots.len() {
            self.double();
        }
        let hash = hash.max(1);
        let mut at = self.start(hash);
        loop {
            match self.slots[at] {
                0 => break,
                it if it == hash => return false,
                _ => at = (at + 1) & (self.slots.len() - 1),
            }
        }
        self.slots[at] = hash;
        self.count += 1;
        true
    }

    fn double(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 2];
        for hash in old.into_iter().filter(|it| *it != 0) {
            let mut at = self.start(hash);
            while self.slots[at] != 0 {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = hash;
        }
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * 8
    }
}
