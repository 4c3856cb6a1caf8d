//! The order in which symbolic execution visits the blocks of a function.
//!
//! Blocks are ordered so that all of a loop's body comes before whatever follows the loop, and every block after its
//! predecessors but for the jumps back to loop heads. Taking pending states in this order means that all paths that
//! meet at a block have arrived before it is executed, so that they are executed once, merged.

use crate::ir::{BlockId, Func, Terminator};

/// Where a block stands in the order of its function.
#[derive(Clone, Debug, Default)]
pub struct Stand {
    pub order: u32,
    /// The heads of the loops around it, outermost first, by their order; a head is in its own loop.
    pub loops: Vec<u32>,
}

/// The order of a function's blocks.
#[derive(Debug)]
pub struct Flow {
    stands: Vec<Stand>,
    predecessors: Vec<u32>,
}

/// A loop that can be entered at two places; lowering never makes one.
#[derive(Debug)]
pub struct Irreducible;

impl Flow {
    pub fn new(func: &Func) -> Result<Flow, Irreducible> {
        let successors: Vec<Vec<usize>> =
            func.blocks.iter().map(|b| edges(&b.terminator)).collect();
        let mut predecessors = vec![0; successors.len()];
        // The call comes to the first block as well.
        predecessors.iter_mut().take(1).for_each(|n| *n += 1);
        for &to in successors.iter().flatten() {
            predecessors[to] += 1;
        }
        let mut flow = Flow {
            stands: vec![Stand::default(); successors.len()],
            predecessors,
        };
        let part = vec![true; successors.len()];
        let mut next = 0;
        flow.arrange(&successors, &part, &[0], &mut Vec::new(), &mut next)?;
        Ok(flow)
    }

    pub fn stand(&self, block: BlockId) -> &Stand {
        &self.stands[block.0 as usize]
    }

    /// The block of an order.
    pub fn at(&self, order: u32) -> BlockId {
        let found = self.stands.iter().position(|stand| stand.order == order);
        BlockId(found.unwrap_or(0) as u32)
    }

    /// Whether paths can meet at a block.
    pub fn is_join(&self, block: BlockId) -> bool {
        self.predecessors[block.0 as usize] > 1
    }

    pub fn is_head(&self, block: BlockId) -> bool {
        let stand = self.stand(block);
        stand.loops.last() == Some(&stand.order)
    }

    /// Gives the blocks of a part their order, given where control enters it.
    fn arrange(
        &mut self,
        successors: &[Vec<usize>],
        part: &[bool],
        entries: &[usize],
        loops: &mut Vec<u32>,
        next: &mut u32,
    ) -> Result<(), Irreducible> {
        for component in components(successors, part, entries) {
            let looping = component.len() > 1 || successors[component[0]].contains(&component[0]);
            if !looping {
                self.place(component[0], loops, next);
                continue;
            }
            let head = head_of(successors, part, entries, &component)?;
            loops.push(*next);
            self.place(head, loops, next);
            let mut body = vec![false; part.len()];
            component
                .iter()
                .for_each(|block| body[*block] = *block != head);
            self.arrange(successors, &body, &successors[head], loops, next)?;
            loops.pop();
        }
        Ok(())
    }

    fn place(&mut self, block: usize, loops: &[u32], next: &mut u32) {
        self.stands[block] = Stand {
            order: *next,
            loops: loops.to_vec(),
        };
        *next += 1;
    }
}

fn edges(terminator: &Option<Terminator>) -> Vec<usize> {
    let targets: Vec<BlockId> = match terminator {
        Some(Terminator::Goto(to)) => vec![*to],
        Some(Terminator::Switch {
            targets, otherwise, ..
        }) => targets.iter().map(|t| t.1).chain([*otherwise]).collect(),
        Some(Terminator::Return | Terminator::Panic(..) | Terminator::Unreachable) | None => {
            Vec::new()
        }
    };
    targets.iter().map(|block| block.0 as usize).collect()
}

/// The one block of a component that control enters from outside of it.
fn head_of(
    successors: &[Vec<usize>],
    part: &[bool],
    entries: &[usize],
    component: &[usize],
) -> Result<usize, Irreducible> {
    let outside = (0..part.len()).filter(|b| part[*b] && !component.contains(b));
    let entered = outside.flat_map(|block| &successors[block]).chain(entries);
    let mut heads = entered.filter(|block| component.contains(block));
    let head = *heads.next().ok_or(Irreducible)?;
    match heads.all(|other| *other == head) {
        true => Ok(head),
        false => Err(Irreducible),
    }
}

/// The strongly connected components of a part that the entries reach, each before those that it leads to.
fn components(successors: &[Vec<usize>], part: &[bool], entries: &[usize]) -> Vec<Vec<usize>> {
    let mut search = Search {
        successors,
        part,
        seen: vec![None; part.len()],
        low: vec![0; part.len()],
        open: Vec::new(),
        is_open: vec![false; part.len()],
        count: 0,
        found: Vec::new(),
    };
    for &entry in entries.iter().filter(|entry| part[**entry]) {
        search.from(entry);
    }
    search.found.reverse();
    search.found
}

/// Tarjan's algorithm, with a stack of its own: functions of generated code have many blocks in a row.
struct Search<'a> {
    successors: &'a [Vec<usize>],
    part: &'a [bool],
    seen: Vec<Option<u32>>,
    low: Vec<u32>,
    open: Vec<usize>,
    is_open: Vec<bool>,
    count: u32,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn from(&mut self, entry: usize) {
        if self.seen[entry].is_some() {
            return;
        }
        self.enter(entry);
        let mut path = vec![(entry, 0)];
        while let Some((block, edge)) = path.last_mut() {
            let block = *block;
            match self.successors[block].get(*edge) {
                Some(&to) => {
                    *edge += 1;
                    match self.seen[to] {
                        None if self.part[to] => {
                            self.enter(to);
                            path.push((to, 0));
                        }
                        Some(number) if self.is_open[to] => {
                            self.low[block] = self.low[block].min(number);
                        }
                        _ => {}
                    }
                }
                None => {
                    path.pop();
                    self.leave(block, path.last().map(|(parent, _)| *parent));
                }
            }
        }
    }

    fn enter(&mut self, block: usize) {
        self.seen[block] = Some(self.count);
        self.low[block] = self.count;
        self.count += 1;
        self.open.push(block);
        self.is_open[block] = true;
    }

    fn leave(&mut self, block: usize, parent: Option<usize>) {
        if let Some(parent) = parent {
            self.low[parent] = self.low[parent].min(self.low[block]);
        }
        if self.seen[block] != Some(self.low[block]) {
            return;
        }
        let start = self.open.iter().rposition(|b| *b == block).unwrap_or(0);
        let component = self.open.split_off(start);
        component.iter().for_each(|b| self.is_open[*b] = false);
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Block, Operand, Value};
    use crate::source::{FileId, Span, Symbol};

    /// A function whose blocks lead where the lists say.
    fn flow(edges: &[&[u32]]) -> Result<Flow, Irreducible> {
        let block = |to: &&[u32]| Block {
            statements: Vec::new(),
            terminator: Some(match to {
                [] => Terminator::Return,
                [to] => Terminator::Goto(BlockId(*to)),
                [first, rest @ ..] => Terminator::Switch {
                    on: Operand::Const(Value::Scalar(0), crate::ir::TypeId(0)),
                    targets: rest.iter().map(|b| (1, BlockId(*b))).collect(),
                    otherwise: BlockId(*first),
                },
            }),
        };
        Flow::new(&Func {
            name: Symbol::new("f"),
            locals: Vec::new(),
            params: 0,
            blocks: edges.iter().map(block).collect(),
            track_caller: false,
            span: Span::new(FileId(0), 0, 0),
        })
    }

    #[test]
    fn a_loop_comes_before_what_follows_it() {
        // 0 -> 1; 1 -> 4 (leave) or 2; 2 -> 3; 3 -> 1; 4 returns.
        let flow = flow(&[&[1], &[4, 2], &[3], &[1], &[]]).expect("one entry");
        let order = |b| flow.stand(BlockId(b)).order;
        assert_eq!([0, 1, 2, 3, 4].map(order), [0, 1, 2, 3, 4]);
        assert_eq!(flow.stand(BlockId(3)).loops, [1]);
        assert!(flow.stand(BlockId(4)).loops.is_empty());
        assert!(flow.is_head(BlockId(1)) && !flow.is_head(BlockId(2)));
    }

    #[test]
    fn loops_nest() {
        // 1 is the outer head, 2 the inner one; 3 leads back to 2, 4 back to 1, 5 is behind both.
        let flow = flow(&[&[1], &[5, 2], &[4, 3], &[2, 5], &[1], &[]]).expect("one entry");
        assert_eq!(flow.stand(BlockId(3)).loops, [1, 2]);
        assert_eq!(flow.stand(BlockId(4)).loops, [1]);
        assert!(flow.stand(BlockId(5)).loops.is_empty());
        assert_eq!(flow.stand(BlockId(5)).order, 5);
    }

    #[test]
    fn paths_meet_at_a_loop_that_begins_the_function() {
        let flow = flow(&[&[1, 0], &[]]).expect("one entry");
        assert!(flow.is_head(BlockId(0)) && flow.is_join(BlockId(0)));
    }

    #[test]
    fn a_loop_with_two_entries_is_refused() {
        assert!(flow(&[&[1, 2], &[2], &[1]]).is_err());
    }
}
