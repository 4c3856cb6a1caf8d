//! Proof obligations: cubes that lead to a violation, and at which level each has to be shown unreachable.

use std::collections::BTreeSet;

use super::cube::Cube;

/// Index of an obligation.
pub type Id = u32;

/// A cube all states of which lead, with the inputs, to the violation.
pub struct Obligation {
    pub cube: Cube,
    /// Values of the input bits for the step from here.
    pub inputs: Vec<bool>,
    /// Where that step leads; none if the violation is in it.
    pub successor: Option<Id>,
    /// Steps from here to the one with the violation.
    pub depth: u32,
}

/// What is left to be shown for one property.
#[derive(Default)]
pub struct Obligations {
    all: Vec<Obligation>,
    /// The lowest level first, as nothing above it can be decided before; on one level the cube that is nearest to the
    /// start.
    queue: BTreeSet<(usize, std::cmp::Reverse<u32>, Id)>,
}

impl Obligations {
    pub fn get(&self, id: Id) -> &Obligation {
        &self.all[id as usize]
    }

    pub fn add(&mut self, level: usize, obligation: Obligation) -> Id {
        let id = self.all.len() as Id;
        self.all.push(obligation);
        self.enqueue(level, id);
        id
    }

    fn enqueue(&mut self, level: usize, id: Id) {
        let depth = self.get(id).depth;
        self.queue.insert((level, std::cmp::Reverse(depth), id));
    }

    /// The next one of a level that is not above the given one; it stays where it is.
    pub fn next(&self, top: usize) -> Option<(usize, Id)> {
        let &(level, _, id) = self.queue.first()?;
        (level <= top).then_some((level, id))
    }

    /// It has been shown for its level, and is now to be shown for a higher one: a cube that leads to a violation will be
    /// in the way again, and to block it there at once finds runs longer than there are frames.
    pub fn raise(&mut self, id: Id, from: usize, to: usize) {
        let depth = std::cmp::Reverse(self.get(id).depth);
        self.queue.remove(&(from, depth, id));
        self.enqueue(to, id);
    }

    /// Inputs of the steps from a cube to the violation.
    pub fn inputs_from(&self, id: Id) -> Vec<Vec<bool>> {
        let mut inputs = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let obligation = self.get(id);
            inputs.push(obligation.inputs.clone());
            at = obligation.successor;
        }
        inputs
    }
}
