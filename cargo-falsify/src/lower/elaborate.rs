//! Drop elaboration: the drops of a finished body become calls of drop glue, where the value is still there.
//!
//! For each local with drop glue, and each part of it that is moved on its own, a forward analysis finds out at each drop
//! whether the value is certainly there, certainly gone, or depends on the path; only the last case costs a flag.

use std::collections::{HashMap, HashSet};

use super::blocks::successors;
use super::body::{copy, whole, Building, FuncBuilder, Step, Tracked};
use super::Res;
use crate::ir::{self, BlockId, LocalId, Operand, Projection, Root, Rvalue, Statement, Value};
use crate::source::Span;
use crate::typeck::ty::{Ty, TyKind};

/// A tracked local or a part of one that is initialised or moved on its own.
struct Node {
    local: LocalId,
    path: Vec<(Projection, Ty)>,
    ty: Ty,
    children: Vec<usize>,
}

#[derive(Default)]
struct Nodes {
    all: Vec<Node>,
    roots: HashMap<LocalId, usize>,
}

/// What is known of each node at a point: it may hold a value, it may hold none.
#[derive(Clone, PartialEq, Default)]
struct Known {
    there: Vec<bool>,
    gone: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    There,
    Gone,
    Depends,
}

impl Nodes {
    fn root(&mut self, tracked: &Tracked) -> usize {
        if let Some(&root) = self.roots.get(&tracked.local) {
            return root;
        }
        let root = self.add(tracked.local, Vec::new(), tracked.ty);
        self.roots.insert(tracked.local, root);
        root
    }

    fn add(&mut self, local: LocalId, path: Vec<(Projection, Ty)>, ty: Ty) -> usize {
        self.all.push(Node {
            local,
            path,
            ty,
            children: Vec::new(),
        });
        self.all.len() - 1
    }

    fn child(&self, node: usize, projection: Projection) -> Option<usize> {
        let depth = self.all[node].path.len();
        let leads = |&&child: &&usize| self.all[child].path[depth].0 == projection;
        self.all[node].children.iter().find(leads).copied()
    }

    /// Makes the nodes from the local down to a place.
    fn insert(&mut self, tracked: &Tracked) {
        let mut node = self.root(tracked);
        for (index, &(projection, ty)) in tracked.path.iter().enumerate() {
            node = match self.child(node, projection) {
                Some(child) => child,
                None => {
                    let child = self.add(tracked.local, tracked.path[..=index].to_vec(), ty);
                    self.all[node].children.push(child);
                    child
                }
            };
        }
    }

    /// The node nearest to a place, and whether it is the place itself.
    fn nearest(&self, tracked: &Tracked) -> Option<(usize, bool)> {
        let mut node = *self.roots.get(&tracked.local)?;
        for &(projection, _) in &tracked.path {
            match self.child(node, projection) {
                Some(child) => node = child,
                None => return Some((node, false)),
            }
        }
        Some((node, true))
    }

    fn subtree(&self, node: usize) -> Vec<usize> {
        let mut all = vec![node];
        let mut at = 0;
        while at < all.len() {
            all.extend(&self.all[all[at]].children);
            at += 1;
        }
        all
    }
}

impl Known {
    fn set(&mut self, nodes: &Nodes, node: usize, there: bool) {
        for part in nodes.subtree(node) {
            self.there[part] = there;
            self.gone[part] = !there;
        }
    }

    fn presence(&self, node: usize) -> Presence {
        match (self.there[node], self.gone[node]) {
            (true, true) => Presence::Depends,
            (true, false) => Presence::There,
            (false, _) => Presence::Gone,
        }
    }

    /// Presence of a node with all its parts, if they agree.
    fn whole(&self, nodes: &Nodes, node: usize) -> Option<Presence> {
        let own = self.presence(node);
        nodes
            .subtree(node)
            .into_iter()
            .all(|part| self.presence(part) == own)
            .then_some(own)
    }

    fn join(&mut self, other: &Known) -> bool {
        let before = self.clone();
        for node in 0..self.there.len() {
            self.there[node] |= other.there[node];
            self.gone[node] |= other.gone[node];
        }
        *self != before
    }

    fn after(&mut self, nodes: &Nodes, step: &Step) {
        match step {
            Step::Ir(_) => {}
            Step::Init(tracked) => self.set_exact(nodes, tracked, true),
            Step::Moved(tracked) | Step::Drop(tracked) => self.set_exact(nodes, tracked, false),
        }
    }

    /// A part without a node of its own shares the state of what it is a part of.
    fn set_exact(&mut self, nodes: &Nodes, tracked: &Tracked, there: bool) {
        if let Some((node, true)) = nodes.nearest(tracked) {
            self.set(nodes, node, there);
        }
    }
}

struct Elaboration {
    nodes: Nodes,
    flags: HashMap<usize, LocalId>,
}

/// Replaces the drops of a finished body by code.
pub(super) fn elaborate(builder: &mut FuncBuilder<'_, '_>) -> Res<()> {
    let nodes = collect_nodes(&builder.blocks);
    if nodes.all.is_empty() {
        return Ok(());
    }
    let entry = analyse(&builder.blocks, &nodes);
    let mut elaboration = Elaboration {
        nodes,
        flags: HashMap::new(),
    };
    elaboration.make_flags(builder, &entry);
    elaboration.rewrite(builder, &entry)
}

fn collect_nodes(blocks: &[Building]) -> Nodes {
    let mut nodes = Nodes::default();
    for (step, _) in blocks.iter().flat_map(|block| &block.steps) {
        match step {
            Step::Ir(_) => {}
            Step::Moved(tracked) => nodes.insert(tracked),
            Step::Init(tracked) | Step::Drop(tracked) => {
                nodes.root(tracked);
            }
        }
    }
    nodes
}

/// What is known at the start of each block that control can reach.
fn analyse(blocks: &[Building], nodes: &Nodes) -> Vec<Option<Known>> {
    let count = nodes.all.len();
    let mut entry: Vec<Option<Known>> = vec![None; blocks.len()];
    entry[0] = Some(Known {
        there: vec![false; count],
        gone: vec![true; count],
    });
    let mut worklist = vec![BlockId(0)];
    while let Some(id) = worklist.pop() {
        let block = &blocks[id.0 as usize];
        let Some(mut known) = entry[id.0 as usize].clone() else {
            continue;
        };
        block
            .steps
            .iter()
            .for_each(|(step, _)| known.after(nodes, step));
        for next in successors(block) {
            let changed = match &mut entry[next.0 as usize] {
                Some(old) => old.join(&known),
                empty => {
                    *empty = Some(known.clone());
                    true
                }
            };
            if changed {
                worklist.push(next);
            }
        }
    }
    entry
}

impl Elaboration {
    /// Finds the nodes whose presence depends on the path at some drop.
    fn make_flags(&mut self, builder: &mut FuncBuilder<'_, '_>, entry: &[Option<Known>]) {
        let mut needed = HashSet::new();
        for (block, known) in builder.blocks.iter().zip(entry) {
            let Some(mut known) = known.clone() else {
                continue;
            };
            for (step, _) in &block.steps {
                if let Step::Drop(tracked) = step {
                    self.flags_for(tracked, &known, &mut needed);
                }
                known.after(&self.nodes, step);
            }
        }
        let ty = builder.low.bool_type();
        let mut needed: Vec<usize> = needed.into_iter().collect();
        needed.sort_unstable();
        self.flags = needed
            .into_iter()
            .map(|node| (node, builder.ir_local(ty)))
            .collect();
    }

    fn flags_for(&self, tracked: &Tracked, known: &Known, needed: &mut HashSet<usize>) {
        let Some((node, exact)) = self.nodes.nearest(tracked) else {
            return;
        };
        let parts = if exact {
            self.nodes.subtree(node)
        } else {
            vec![node]
        };
        needed.extend(
            parts
                .into_iter()
                .filter(|&part| known.presence(part) == Presence::Depends),
        );
    }

    fn rewrite(&self, builder: &mut FuncBuilder<'_, '_>, entry: &[Option<Known>]) -> Res<()> {
        for (index, known) in entry.iter().enumerate() {
            let Some(mut known) = known.clone() else {
                continue;
            };
            let block = std::mem::take(&mut builder.blocks[index]);
            builder.current = BlockId(index as u32);
            if index == 0 {
                self.clear_flags(builder);
            }
            for (step, span) in block.steps {
                let after = |known: &mut Known| known.after(&self.nodes, &step);
                match &step {
                    Step::Ir(statement) => builder.push(statement.clone(), span),
                    Step::Init(tracked) => self.set_flags(builder, tracked, true, span),
                    Step::Moved(tracked) => self.set_flags(builder, tracked, false, span),
                    Step::Drop(tracked) => {
                        self.drop(builder, tracked, &known, span)?;
                        self.set_flags(builder, tracked, false, span);
                    }
                }
                after(&mut known);
            }
            let current = builder.current;
            builder.blocks[current.0 as usize].end = block.end;
        }
        Ok(())
    }

    fn clear_flags(&self, builder: &mut FuncBuilder<'_, '_>) {
        let mut flags: Vec<LocalId> = self.flags.values().copied().collect();
        flags.sort_unstable();
        for flag in flags {
            write_flag(builder, flag, false, builder.low.at);
        }
    }

    fn set_flags(
        &self,
        builder: &mut FuncBuilder<'_, '_>,
        tracked: &Tracked,
        there: bool,
        span: Span,
    ) {
        if let Some((node, true)) = self.nodes.nearest(tracked) {
            for part in self.nodes.subtree(node) {
                if let Some(&flag) = self.flags.get(&part) {
                    write_flag(builder, flag, there, span);
                }
            }
        }
    }

    fn drop(
        &self,
        builder: &mut FuncBuilder<'_, '_>,
        tracked: &Tracked,
        known: &Known,
        span: Span,
    ) -> Res<()> {
        match self.nodes.nearest(tracked) {
            None => Ok(()),
            Some((node, true)) => self.drop_node(builder, node, known, span),
            Some((node, false)) => {
                let ty = tracked.path.last().map_or(tracked.ty, |&(_, ty)| ty);
                let place = place(tracked.local, &tracked.path);
                self.drop_if_there(builder, node, known, place, ty, span)
            }
        }
    }

    /// Drops a node: as a whole if its parts agree, else part by part.
    fn drop_node(
        &self,
        builder: &mut FuncBuilder<'_, '_>,
        node: usize,
        known: &Known,
        span: Span,
    ) -> Res<()> {
        let Node {
            local,
            path,
            ty,
            children,
        } = &self.nodes.all[node];
        let here = place(*local, path);
        match known.whole(&self.nodes, node) {
            Some(Presence::Gone) => return Ok(()),
            Some(Presence::There) => return builder.drop_place(here, *ty, span),
            Some(Presence::Depends) | None => {}
        }
        if children.is_empty() {
            return self.drop_if_there(builder, node, known, here, *ty, span);
        }
        match *ty.kind() {
            TyKind::Adt(def, _) if builder.low.tcx.adt(def).is_enum => self.drop_variants(
                builder,
                node,
                known,
                builder.low.tcx.adt(def).variants.len() as u32,
                span,
            ),
            TyKind::Array(element, len) => {
                let len = builder.low.array_len(len)? as u64;
                let parts = self.array_parts(node, element, len);
                self.drop_parts(builder, node, known, parts, span)
            }
            _ => {
                let types = builder.low.field_types(*ty, 0)?;
                let parts = types
                    .into_iter()
                    .enumerate()
                    .map(|(index, ty)| (Projection::Field(index as u32), ty));
                self.drop_parts(builder, node, known, parts.collect(), span)
            }
        }
    }

    /// The elements of an array in the order in which rustc drops one that may have been moved in part: runs of
    /// elements that are never moved on their own, and single ones, from the last to the first.
    fn array_parts(&self, node: usize, element: Ty, len: u64) -> Vec<(Projection, Ty)> {
        let mut runs: Vec<Vec<u64>> = Vec::new();
        let mut after_single = true;
        for index in 0..len {
            let single = self
                .nodes
                .child(node, Projection::ConstIndex(index))
                .is_some();
            match runs.last_mut() {
                Some(run) if !single && !after_single => run.push(index),
                _ => runs.push(vec![index]),
            }
            after_single = single;
        }
        let part = |index| (Projection::ConstIndex(index), element);
        runs.into_iter().rev().flatten().map(part).collect()
    }

    fn drop_parts(
        &self,
        builder: &mut FuncBuilder<'_, '_>,
        node: usize,
        known: &Known,
        parts: Vec<(Projection, Ty)>,
        span: Span,
    ) -> Res<()> {
        for (projection, ty) in parts {
            if let Some(child) = self.nodes.child(node, projection) {
                self.drop_node(builder, child, known, span)?;
                continue;
            }
            let Node { local, path, .. } = &self.nodes.all[node];
            let mut here = place(*local, path);
            here.path.push(projection);
            self.drop_if_there(builder, node, known, here, ty, span)?;
        }
        Ok(())
    }

    /// The parts of the variant that the place holds.
    fn drop_variants(
        &self,
        builder: &mut FuncBuilder<'_, '_>,
        node: usize,
        known: &Known,
        count: u32,
        span: Span,
    ) -> Res<()> {
        let Node {
            local, path, ty, ..
        } = &self.nodes.all[node];
        let end = builder.new_block();
        match known.presence(node) {
            Presence::Gone => return Ok(()),
            Presence::There => {}
            Presence::Depends => self.require_flag(builder, node, end),
        }
        let u32_type = builder.low.u32_type();
        let found = builder.compute(u32_type, Rvalue::VariantOf(place(*local, path)), span);
        for variant in 0..count {
            let next = builder.new_block();
            builder.require_bits(copy(found), variant.into(), next);
            let types = builder.low.field_types(*ty, variant)?;
            let field = |(index, ty)| (Projection::VariantField(variant, index as u32), ty);
            let parts = types.into_iter().enumerate().map(field).collect();
            self.drop_parts(builder, node, known, parts, span)?;
            builder.goto(end);
            builder.current = next;
        }
        builder.diverge();
        builder.current = end;
        Ok(())
    }

    /// Drops a place that is there exactly if the node's own value is.
    fn drop_if_there(
        &self,
        builder: &mut FuncBuilder<'_, '_>,
        node: usize,
        known: &Known,
        place: ir::Place,
        ty: Ty,
        span: Span,
    ) -> Res<()> {
        if known.presence(node) == Presence::Gone || !builder.low.needs_drop(ty)? {
            return Ok(());
        }
        if known.presence(node) == Presence::There {
            return builder.drop_place(place, ty, span);
        }
        let end = builder.new_block();
        self.require_flag(builder, node, end);
        builder.drop_place(place, ty, span)?;
        builder.goto(end);
        builder.current = end;
        Ok(())
    }

    fn require_flag(&self, builder: &mut FuncBuilder<'_, '_>, node: usize, otherwise: BlockId) {
        if let Some(&flag) = self.flags.get(&node) {
            builder.require(copy(flag), otherwise);
        }
    }
}

fn write_flag(builder: &mut FuncBuilder<'_, '_>, flag: LocalId, value: bool, span: Span) {
    let ty = builder.low.bool_type();
    let constant = Operand::Const(Value::Scalar(value.into()), ty);
    builder.push(Statement::Assign(whole(flag), Rvalue::Use(constant)), span);
}

fn place(local: LocalId, path: &[(Projection, Ty)]) -> ir::Place {
    ir::Place {
        root: Root::Local(local),
        path: path.iter().map(|&(projection, _)| projection).collect(),
    }
}
