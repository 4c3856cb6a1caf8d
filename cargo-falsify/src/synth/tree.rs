//! Unification: a decision tree whose leaves are terms that are right on their examples and whose inner nodes are
//! conditions, chosen by how much they tell about which term is right.

use super::bits::Bits;

/// What the learner may use; positions in these are the names in the tree. Both are in the order of preference.
pub struct Material<'a> {
    /// Examples on which each term is right.
    pub covers: &'a [Bits],
    /// Examples on which each condition holds.
    pub conditions: &'a [Bits],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    Leaf(usize),
    Branch {
        condition: usize,
        then: Box<Tree>,
        otherwise: Box<Tree>,
    },
}

impl Tree {
    pub fn leaves(&self) -> usize {
        match self {
            Tree::Leaf(_) => 1,
            Tree::Branch {
                then, otherwise, ..
            } => then.leaves() + otherwise.leaves(),
        }
    }
}

/// A tree and the examples on which it is wrong.
pub struct Learned {
    pub tree: Tree,
    pub wrong: Bits,
    /// Terms that would suffice if conditions were free.
    pub labels: usize,
}

struct Learner<'a> {
    material: &'a Material<'a>,
    /// `n log n` by `n`.
    entropy: Vec<f64>,
    wrong: Bits,
}

/// None if there is no term at all. Examples that no term covers are wrong and do not shape the tree.
pub fn learn(material: &Material, examples: usize) -> Option<Learned> {
    if material.covers.is_empty() {
        return None;
    }
    let mut covered = Bits::empty(examples);
    material.covers.iter().for_each(|it| covered.add_all(it));
    let log = |n: usize| n as f64 * (n.max(1) as f64).log2();
    let mut learner = Learner {
        material,
        entropy: (0..=examples).map(log).collect(),
        wrong: Bits::full(examples).without(&covered),
    };
    let labels = learner.labels(&covered).len();
    let tree = learner.node(covered);
    Some(Learned {
        tree,
        wrong: learner.wrong,
        labels,
    })
}

impl Learner<'_> {
    fn node(&mut self, examples: Bits) -> Tree {
        let covers = self.material.covers;
        if let Some(all) = covers.iter().position(|it| examples.is_subset(it)) {
            return Tree::Leaf(all);
        }
        let labels = self.labels(&examples);
        match self.best(&examples, &labels) {
            Some(condition) => {
                let holds = &self.material.conditions[condition];
                let (then, otherwise) = (examples.and(holds), examples.without(holds));
                match (self.node(then), self.node(otherwise)) {
                    (Tree::Leaf(then), Tree::Leaf(otherwise)) if then == otherwise => {
                        Tree::Leaf(then)
                    }
                    (then, otherwise) => Tree::Branch {
                        condition,
                        then: Box::new(then),
                        otherwise: Box::new(otherwise),
                    },
                }
            }
            None => self.give_up(&examples, &labels),
        }
    }

    /// No condition tells these examples apart: the term that is right most often.
    fn give_up(&mut self, examples: &Bits, labels: &[(usize, Bits)]) -> Tree {
        let (term, _) = labels[0];
        let wrong = examples.without(&self.material.covers[term]);
        self.wrong.add_all(&wrong);
        Tree::Leaf(term)
    }

    /// A greedy cover: terms with the examples that they are to answer, the largest first.
    fn labels(&self, examples: &Bits) -> Vec<(usize, Bits)> {
        let mut rest = examples.clone();
        let mut labels = Vec::new();
        while !rest.is_empty() {
            let counts = self.material.covers.iter().map(|it| it.common(&rest));
            let best = counts
                .enumerate()
                .max_by_key(|(at, count)| (*count, usize::MAX - at));
            let Some((term, 1..)) = best else { break };
            let own = rest.and(&self.material.covers[term]);
            rest = rest.without(&own);
            labels.push((term, own));
        }
        labels
    }

    /// The condition that leaves the least entropy of labels; none if no condition splits the examples.
    fn best(&self, examples: &Bits, labels: &[(usize, Bits)]) -> Option<usize> {
        let total = examples.count();
        let sizes: Vec<usize> = labels.iter().map(|(_, own)| own.count()).collect();
        let mut best: Option<(f64, usize)> = None;
        for (at, holds) in self.material.conditions.iter().enumerate() {
            let within = holds.common(examples);
            if within == 0 || within == total {
                continue;
            }
            let mut left = self.entropy[within] + self.entropy[total - within];
            for ((_, own), size) in labels.iter().zip(&sizes) {
                let count = own.common(holds);
                left -= self.entropy[count] + self.entropy[size - count];
            }
            if best.is_none_or(|(least, _)| left + 1e-9 < least) {
                best = Some((left, at));
            }
        }
        best.map(|(_, at)| at)
    }
}
