//! A set of indices found by what they stand for: the hash-consing table of terms and of gates.
//!
//! The items themselves live with the owner; the table stores four bytes a slot, which is what lets millions of
//! gates fit in memory.

const EMPTY: u32 = u32::MAX;

/// Open addressing with linear probing; the owner passes hashes and the comparison.
#[derive(Clone, Default)]
pub struct Cons {
    slots: Vec<u32>,
    used: usize,
}

impl Cons {
    /// The index of an equal item.
    pub fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let mut at = self.start(hash)?;
        while self.slots[at] != EMPTY {
            if is_it(self.slots[at]) {
                return Some(self.slots[at]);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        None
    }

    /// Adds an item that [`Cons::find`] did not find; `hash_of` gives the hash of any item already there.
    pub fn insert(&mut self, hash: u64, index: u32, hash_of: impl Fn(u32) -> u64) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            self.grow(hash_of);
        }
        self.put(hash, index);
        self.used += 1;
    }

    fn grow(&mut self, hash_of: impl Fn(u32) -> u64) {
        let size = (self.slots.len() * 2).max(64);
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for index in old.into_iter().filter(|&index| index != EMPTY) {
            self.put(hash_of(index), index);
        }
    }

    fn put(&mut self, hash: u64, index: u32) {
        let Some(mut at) = self.start(hash) else {
            return;
        };
        while self.slots[at] != EMPTY {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = index;
    }

    /// The first slot to look at: the high bits of the product are the well-mixed ones.
    fn start(&self, hash: u64) -> Option<usize> {
        let bits = self.slots.len().checked_ilog2()?;
        Some((hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as usize)
    }
}
