//! The blocks of a finished body: detours are taken out, what control cannot reach is left out.

use super::body::{Building, Step};
use crate::ir::{self, BlockId, Statement, Terminator};
use crate::source::Span;

/// Straightens the control flow and numbers the blocks in the order of their reach.
pub(super) fn tidy(mut blocks: Vec<Building>) -> Vec<ir::Block> {
    skip_empty(&mut blocks);
    join_chains(&mut blocks);
    number(blocks)
}

/// Jumps to a block that only jumps go where that one goes.
fn skip_empty(blocks: &mut [Building]) {
    let ends: Vec<BlockId> = (0..blocks.len() as u32)
        .map(|id| end_of_detour(blocks, BlockId(id)))
        .collect();
    for block in blocks.iter_mut() {
        let end = block.end.take();
        block.end = end.map(|end| retarget(end, &|id| ends[id.0 as usize]));
    }
}

/// Where control ends up that comes to a block, as long as nothing happens on the way.
fn end_of_detour(blocks: &[Building], start: BlockId) -> BlockId {
    let mut at = start;
    for _ in 0..blocks.len() {
        match &blocks[at.0 as usize] {
            Building {
                steps,
                end: Some(Terminator::Goto(next)),
            } if steps.is_empty() && *next != at => at = *next,
            _ => break,
        }
    }
    at
}

/// A block that is reached from one jump only becomes part of the block that jumps.
fn join_chains(blocks: &mut [Building]) {
    let mut entries = vec![0u32; blocks.len()];
    entries[0] = 1;
    for id in reachable(blocks) {
        for next in successors(&blocks[id.0 as usize]) {
            entries[next.0 as usize] += 1;
        }
    }
    for at in reachable(blocks) {
        while let Some(Terminator::Goto(next)) = blocks[at.0 as usize].end {
            if entries[next.0 as usize] != 1 || next == at {
                break;
            }
            let tail = std::mem::take(&mut blocks[next.0 as usize]);
            let block = &mut blocks[at.0 as usize];
            block.steps.extend(tail.steps);
            block.end = tail.end;
        }
    }
}

/// The blocks that control can reach, each before the ones it leads to where that is possible.
fn reachable(blocks: &[Building]) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut seen = vec![false; blocks.len()];
    let mut stack = vec![BlockId(0)];
    while let Some(id) = stack.pop() {
        if std::mem::replace(&mut seen[id.0 as usize], true) {
            continue;
        }
        order.push(id);
        stack.extend(successors(&blocks[id.0 as usize]).into_iter().rev());
    }
    order
}

fn number(mut blocks: Vec<Building>) -> Vec<ir::Block> {
    let order = reachable(&blocks);
    let mut numbers = vec![BlockId(0); blocks.len()];
    for (number, id) in order.iter().enumerate() {
        numbers[id.0 as usize] = BlockId(number as u32);
    }
    let finish = |id: BlockId| {
        let block = std::mem::take(&mut blocks[id.0 as usize]);
        let end = block.end.unwrap_or(Terminator::Unreachable);
        ir::Block {
            statements: block.steps.into_iter().filter_map(statement).collect(),
            terminator: Some(retarget(end, &|id| numbers[id.0 as usize])),
        }
    };
    order.into_iter().map(finish).collect()
}

fn statement((step, span): (Step, Span)) -> Option<(Statement, Span)> {
    match step {
        Step::Ir(statement) => Some((statement, span)),
        Step::Init(_) | Step::Moved(_) | Step::Drop(_) => None,
    }
}

pub(super) fn successors(block: &Building) -> Vec<BlockId> {
    match &block.end {
        Some(Terminator::Goto(target)) => vec![*target],
        Some(Terminator::Switch {
            targets, otherwise, ..
        }) => targets
            .iter()
            .map(|&(_, target)| target)
            .chain([*otherwise])
            .collect(),
        Some(Terminator::Return | Terminator::Panic(..) | Terminator::Unreachable) | None => {
            Vec::new()
        }
    }
}

fn retarget(terminator: Terminator, rename: &dyn Fn(BlockId) -> BlockId) -> Terminator {
    match terminator {
        Terminator::Goto(target) => Terminator::Goto(rename(target)),
        Terminator::Switch {
            on,
            targets,
            otherwise,
        } => Terminator::Switch {
            on,
            targets: targets
                .into_iter()
                .map(|(bits, target)| (bits, rename(target)))
                .collect(),
            otherwise: rename(otherwise),
        },
        other => other,
    }
}
