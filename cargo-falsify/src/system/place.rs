//! Places: what an expression may mean, reading and writing there.

use super::exec::{Done, Executor};
use super::state::State;
use super::value::{self, Cell, Move, Spot, Sym};
use super::Halt;
use crate::ir::{FuncId, LocalId, Place, Projection, Root, Type, TypeId};
use crate::term::Term;

impl Executor<'_> {
    /// The places that an expression may mean, with their conditions.
    pub fn spots(&mut self, state: &mut State, place: &Place) -> Done<Vec<(Term, Spot)>> {
        let frame = state.top();
        let (id, func) = (frame.id, frame.func);
        let cell = match place.root {
            Root::Local(local) => Cell::Local(id, local),
            Root::Static(id) => Cell::Static(id),
        };
        let mut ty = self.root_type(func, place.root)?;
        let path = Vec::new();
        let mut spots = vec![(self.pool.bool(true), Spot { cell, path })];
        let program = self.program;
        let function = &program.funcs[func.0 as usize];
        for step in &place.path {
            spots = self.project(state, spots, ty, *step)?;
            ty = program
                .projected_type(function, ty, *step)
                .map_err(Halt::Bug)?;
        }
        Ok(spots)
    }

    fn root_type(&self, func: FuncId, root: Root) -> Done<TypeId> {
        match root {
            Root::Local(local) => self.program.funcs[func.0 as usize].local_type(local),
            Root::Static(id) => self.program.static_of(id).map(|item| item.ty),
        }
        .map_err(Halt::Bug)
    }

    pub fn place_type(&self, state: &mut State, place: &Place) -> Done<TypeId> {
        let func = &self.program.funcs[state.top().func.0 as usize];
        self.program.place_type(func, place).map_err(Halt::Bug)
    }

    fn project(
        &mut self,
        state: &mut State,
        spots: Vec<(Term, Spot)>,
        ty: TypeId,
        step: Projection,
    ) -> Done<Vec<(Term, Spot)>> {
        let width = u32::from(self.program.pointer_width);
        let in_slice = matches!(self.program.ty(ty), Ok(Type::Slice(_) | Type::Str));
        let next = match step {
            Projection::Deref => return self.follow(state, &spots),
            Projection::Field(field) => Move::Field(field),
            Projection::VariantField(variant, field) => Move::Payload(variant, field),
            Projection::Index(local) => Move::Element(self.local(state, local, width)?),
            Projection::ConstIndex(at) => Move::Element(self.pool.constant(width, at.into())),
            Projection::ConstIndexFromEnd(back) if in_slice => {
                return self.element(state, &spots, None, back);
            }
            Projection::ConstIndexFromEnd(back) => {
                let Ok(Type::Array(_, len)) = self.program.ty(ty) else {
                    return Err(Halt::Bug("an index from the end of no array".into()));
                };
                let at = len.saturating_sub(back);
                Move::Element(self.pool.constant(width, at.into()))
            }
        };
        if let (true, Move::Element(index)) = (in_slice, next) {
            return self.element(state, &spots, Some(index), 0);
        }
        let pool = &mut self.pool;
        let extend = |(guard, mut spot): (Term, Spot)| {
            let window = spot.path.pop_if(|last| matches!(last, Move::Window(..)));
            spot.path.push(match (window, next) {
                (Some(Move::Window(start, _)), Move::Element(at)) => {
                    Move::Element(pool.add(start, at))
                }
                _ => next,
            });
            (guard, spot)
        };
        Ok(spots.into_iter().map(extend).collect())
    }

    fn local(&mut self, state: &mut State, local: LocalId, width: u32) -> Done<Term> {
        let id = state.top().id;
        let value = state.cell(Cell::Local(id, local));
        self.scalar(&value, width)
    }

    /// The places that references at some places denote.
    fn follow(&mut self, state: &State, spots: &[(Term, Spot)]) -> Done<Vec<(Term, Spot)>> {
        let mut found = Vec::new();
        for (guard, spot) in spots {
            if let Sym::Refs(targets) = self.load(state, spot)? {
                for (inner, target) in targets.iter() {
                    let guard = self.pool.and(*guard, *inner);
                    found.push((guard, target.clone()));
                }
            }
        }
        self.possible_ones(&mut found);
        Ok(found)
    }

    fn possible_ones(&mut self, found: &mut Vec<(Term, Spot)>) {
        found.retain(|(guard, _)| self.pool.as_const(*guard) != Some(0));
    }

    /// Elements of slices whose references are at some places: by index, or counted from the end.
    fn element(
        &mut self,
        state: &State,
        spots: &[(Term, Spot)],
        index: Option<Term>,
        back: u64,
    ) -> Done<Vec<(Term, Spot)>> {
        let width = u32::from(self.program.pointer_width);
        let mut found = Vec::new();
        for (guard, spot) in spots {
            let Sym::Slices(parts) = self.load(state, spot)? else {
                continue;
            };
            for (inner, part) in parts.iter() {
                let offset = match index {
                    Some(index) => index,
                    None => {
                        let back = self.pool.constant(width, back.into());
                        self.pool.sub(part.len, back)
                    }
                };
                let at = self.pool.add(part.start, offset);
                let mut spot = part.array.clone();
                spot.path.push(Move::Element(at));
                found.push((self.pool.and(*guard, *inner), spot));
            }
        }
        self.possible_ones(&mut found);
        Ok(found)
    }

    pub fn load(&mut self, state: &State, spot: &Spot) -> Done<Sym> {
        let value = state.cell(spot.cell);
        value::read(&mut self.pool, &value, &spot.path).map_err(Halt::Bug)
    }

    pub fn load_place(&mut self, state: &mut State, place: &Place) -> Done<Sym> {
        let spots = self.spots(state, place)?;
        let mut value = Sym::Undefined;
        // The conditions exclude each other, so the last one needs none.
        for (at, (guard, spot)) in spots.iter().enumerate() {
            let found = self.load(state, spot)?;
            value = match at {
                0 => found,
                _ => value::mux(&mut self.pool, *guard, &found, &value),
            };
        }
        Ok(value)
    }

    pub fn assign(&mut self, state: &mut State, place: &Place, value: &Sym) -> Done<()> {
        let spots = self.spots(state, place)?;
        for (guard, spot) in spots {
            self.store(state, &spot, value, guard)?;
        }
        Ok(())
    }

    pub fn store(&mut self, state: &mut State, spot: &Spot, new: &Sym, when: Term) -> Done<()> {
        let ty = self.cell_type(state, spot.cell)?;
        let old = state.cell(spot.cell);
        let value = value::write(
            &mut self.pool,
            self.program,
            &old,
            ty,
            &spot.path,
            new,
            when,
        );
        state.set_cell(spot.cell, value.map_err(Halt::Bug)?);
        Ok(())
    }

    fn cell_type(&self, state: &State, cell: Cell) -> Done<TypeId> {
        let ty =
            match cell {
                Cell::Static(id) => self.program.static_of(id).map(|item| item.ty).ok(),
                Cell::Local(id, local) => state
                    .frames
                    .iter()
                    .find(|frame| frame.id == id)
                    .and_then(|frame| {
                        self.program.funcs[frame.func.0 as usize]
                            .local_type(local)
                            .ok()
                    }),
                Cell::Kept(_) | Cell::Passing(_) => self.cell_types.get(&cell).copied(),
            };
        ty.ok_or_else(|| Halt::Bug(format!("{cell:?} has no type")))
    }
}
