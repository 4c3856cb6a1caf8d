//! The scalars of a function's arguments and of its result, as words.

use std::fmt;

use super::example::Observation;
use super::guard::Range;
use crate::effects::{Act, EffectsOf};
use crate::ir::restricted::restriction;
use crate::ir::{FuncId, LocalId, Place, Program, Projection, Root, Type, TypeId, Value};
use crate::notation::type_name;
use crate::synth::Sort;

/// More scalars than this has no function that is summarised.
const MAX_LEAVES: usize = 64;

/// What a function takes and gives, scalar by scalar.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    pub inputs: Vec<Leaf>,
    pub outputs: Vec<Leaf>,
    params: Vec<TypeId>,
    result: TypeId,
}

/// A scalar somewhere in an argument or in the result.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf {
    /// As Rust would write it: `speed`, `gains.p`, `*history[3]`.
    pub name: String,
    pub place: Place,
    pub kind: Kind,
    /// The values of its type.
    pub possible: Range,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Bool,
    Char,
    Int {
        signed: bool,
        bits: u16,
    },
    /// The position of a variant without fields.
    Enum(TypeId),
}

/// The scalars of one call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    pub inputs: Vec<u128>,
    pub outputs: Vec<u128>,
}

/// Why a function has no summary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A part, by its name and type, is no word.
    NoWord {
        part: String,
        ty: String,
    },
    TooManyScalars,
    NoInput,
    NoOutput,
    /// It reads a static that changes.
    ReadsStatic(String),
    /// It does more than compute a result.
    HasEffects,
    /// Every call that was tried panicked or had no end.
    NoExamples,
    /// No term that is no more complex than the function.
    NothingFound,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoWord { part, ty } => write!(f, "`{part}` is of type `{ty}`"),
            Reason::TooManyScalars => {
                write!(
                    f,
                    "it has more than {MAX_LEAVES} scalars in its arguments or its result"
                )
            }
            Reason::NoInput => f.write_str("it has no arguments"),
            Reason::NoOutput => f.write_str("it has no result"),
            Reason::ReadsStatic(name) => write!(f, "it reads the static `{name}`, which changes"),
            Reason::NoExamples => f.write_str("no call that was tried gave a result"),
            Reason::NothingFound => {
                f.write_str("nothing was found that is no more complex than the function")
            }
            Reason::HasEffects => f.write_str("it does more than compute a result"),
        }
    }
}

impl Kind {
    pub fn sort(self) -> Sort {
        match self {
            Kind::Bool => Sort::Bool,
            Kind::Char | Kind::Enum(_) => Sort::Bits(32),
            Kind::Int { bits, .. } => Sort::Bits(bits),
        }
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Kind::Int { signed: true, .. })
    }
}

impl Signature {
    pub fn of(
        program: &Program,
        effects: &EffectsOf,
        function: FuncId,
    ) -> Result<Signature, Reason> {
        for (act, _) in effects.acts(function) {
            match act {
                Act::ReadStatic(id) => {
                    let name = program.statics[id.0 as usize].name.to_string();
                    return Err(Reason::ReadsStatic(name));
                }
                // A reference that is not written is told from one that is by the caller of this.
                Act::WriteParam(..) => {}
                Act::WriteStatic(_) | Act::Draw(_) | Act::Emit(_) => {
                    return Err(Reason::HasEffects)
                }
            }
        }
        Signature::of_types(program, function)
    }

    /// By the types alone.
    pub fn of_types(program: &Program, function: FuncId) -> Result<Signature, Reason> {
        let func = &program.funcs[function.0 as usize];
        let mut inputs = Flat::new(program, true);
        for (at, local) in func.locals[..func.params as usize].iter().enumerate() {
            let name = local
                .name
                .map_or(format!("argument {at}"), |it| it.to_string());
            inputs.add(local.ty, name, place(LocalId(at as u32)))?;
        }
        let result = func.locals[func.ret().0 as usize].ty;
        let mut outputs = Flat::new(program, false);
        outputs.add(result, "result".into(), place(func.ret()))?;
        match (inputs.leaves.is_empty(), outputs.leaves.is_empty()) {
            (true, _) => Err(Reason::NoInput),
            (_, true) => Err(Reason::NoOutput),
            _ => Ok(Signature {
                inputs: inputs.leaves,
                outputs: outputs.leaves,
                params: func.param_types().collect(),
                result,
            }),
        }
    }

    pub fn input_sorts(&self) -> Vec<Sort> {
        self.inputs.iter().map(|it| it.kind.sort()).collect()
    }

    /// The scalars of what was observed; none if it is not of this function.
    pub fn row(&self, observation: &Observation) -> Option<Row> {
        let inputs = self.inputs.iter().map(|leaf| {
            let Root::Local(local) = leaf.place.root else {
                return None;
            };
            leaf.bits(observation.arguments.get(local.0 as usize)?)
        });
        let outputs = self
            .outputs
            .iter()
            .map(|leaf| leaf.bits(&observation.result));
        Some(Row {
            inputs: inputs.collect::<Option<_>>()?,
            outputs: outputs.collect::<Option<_>>()?,
        })
    }

    /// The arguments with these scalars; none if one is no value of its type.
    pub fn arguments(&self, program: &Program, inputs: &[u128]) -> Option<Vec<Value>> {
        let fits = |(leaf, bits): (&Leaf, &u128)| leaf.accepts(*bits);
        if inputs.len() != self.inputs.len() || !self.inputs.iter().zip(inputs).all(fits) {
            return None;
        }
        let mut bits = inputs.iter().copied();
        let values = self
            .params
            .iter()
            .map(|ty| rebuilt(program, *ty, &mut bits));
        values.collect()
    }

    /// The result with these scalars.
    pub fn result(&self, program: &Program, outputs: &[u128]) -> Option<Value> {
        rebuilt(program, self.result, &mut outputs.iter().copied())
    }
}

impl Leaf {
    /// Whether it is a value of the type.
    pub fn accepts(&self, bits: u128) -> bool {
        let is_gap = self.kind == Kind::Char && (0xd800..=0xdfff).contains(&bits);
        self.possible.contains(bits) && !is_gap
    }

    /// What the leaf is in the argument or result that it is part of.
    fn bits(&self, whole: &Value) -> Option<u128> {
        let mut at = whole;
        for step in &self.place.path {
            at = match (at, step) {
                (Value::Aggregate(parts), Projection::Field(index)) => {
                    parts.get(*index as usize)?
                }
                (Value::Aggregate(parts), Projection::ConstIndex(index)) => {
                    parts.get(*index as usize)?
                }
                (Value::Pointee(inner), Projection::Deref) => inner,
                _ => return None,
            };
        }
        let bits = match (at, self.kind) {
            (Value::Variant(index, fields), Kind::Enum(_)) if fields.is_empty() => (*index).into(),
            (Value::Scalar(bits), Kind::Bool | Kind::Char | Kind::Int { .. }) => *bits,
            _ => return None,
        };
        self.accepts(bits).then_some(bits)
    }
}

fn place(local: LocalId) -> Place {
    Place {
        root: Root::Local(local),
        path: Vec::new(),
    }
}

/// Takes types apart.
struct Flat<'p> {
    program: &'p Program,
    leaves: Vec<Leaf>,
    /// Whether references are looked through.
    through_references: bool,
}

impl<'p> Flat<'p> {
    fn new(program: &'p Program, through_references: bool) -> Flat<'p> {
        Flat {
            program,
            leaves: Vec::new(),
            through_references,
        }
    }

    fn add(&mut self, ty: TypeId, name: String, place: Place) -> Result<(), Reason> {
        let program = self.program;
        match &program.types[ty.0 as usize] {
            Type::Bool => self.leaf(name, place, Kind::Bool, Range::any(1, false)),
            Type::Char => {
                let codes = Range::between(32, 0, char::MAX.into());
                self.leaf(name, place, Kind::Char, codes)
            }
            Type::Int { signed, bits } => {
                let kind = Kind::Int {
                    signed: *signed,
                    bits: *bits,
                };
                self.leaf(name, place, kind, Range::any((*bits).into(), *signed))
            }
            Type::Enum { variants, .. }
                if !variants.is_empty() && variants.iter().all(|it| it.fields.is_empty()) =>
            {
                let positions = Range::between(32, 0, variants.len() as u128 - 1);
                self.leaf(name, place, Kind::Enum(ty), positions)
            }
            Type::Tuple(fields) => {
                let fields = fields.iter().enumerate();
                self.fields(fields.map(|(at, ty)| (at.to_string(), *ty)), &name, &place)
            }
            Type::Struct { name: of, fields } => {
                let before = self.leaves.len();
                let named = fields.iter().map(|(name, ty)| (name.to_string(), *ty));
                self.fields(named, &name, &place)?;
                if let Some(found) = restriction(of.as_str()) {
                    self.restrict(before, &place, found);
                }
                Ok(())
            }
            Type::Array(element, len) => self.elements(*element, *len, &name, &place),
            Type::Ref(inner) if self.through_references => {
                self.add(*inner, name, step(&place, Projection::Deref))
            }
            _ => Err(Reason::NoWord {
                part: name,
                ty: type_name(program, ty),
            }),
        }
    }

    fn leaf(
        &mut self,
        name: String,
        place: Place,
        kind: Kind,
        possible: Range,
    ) -> Result<(), Reason> {
        if self.leaves.len() == MAX_LEAVES {
            return Err(Reason::TooManyScalars);
        }
        self.leaves.push(Leaf {
            name,
            place,
            kind,
            possible,
        });
        Ok(())
    }

    fn fields(
        &mut self,
        mut fields: impl Iterator<Item = (String, TypeId)>,
        name: &str,
        place: &Place,
    ) -> Result<(), Reason> {
        let mut at = 0;
        fields.try_for_each(|(field, ty)| {
            at += 1;
            let part = step(place, Projection::Field(at - 1));
            self.add(ty, format!("{name}.{field}"), part)
        })
    }

    fn elements(
        &mut self,
        element: TypeId,
        len: u64,
        name: &str,
        place: &Place,
    ) -> Result<(), Reason> {
        if len > MAX_LEAVES as u64 {
            return Err(Reason::TooManyScalars);
        }
        (0..len).try_for_each(|at| {
            let part = step(place, Projection::ConstIndex(at));
            self.add(element, format!("{name}[{at}]"), part)
        })
    }

    /// A library type that has fewer values than its field.
    fn restrict(&mut self, from: usize, place: &Place, to: crate::ir::restricted::Restriction) {
        let field = step(place, Projection::Field(to.field as u32));
        let inside = |leaf: &&mut Leaf| leaf.place == field;
        if let Some(leaf) = self.leaves[from..].iter_mut().find(inside) {
            let width = leaf.possible.width;
            let last = to.last.min(crate::term::mask(width));
            leaf.possible = Range::between(width, to.first, last);
        }
    }
}

fn step(place: &Place, projection: Projection) -> Place {
    let mut path = place.path.clone();
    path.push(projection);
    Place {
        root: place.root,
        path,
    }
}

/// A value of a type from its scalars in order.
fn rebuilt(program: &Program, ty: TypeId, bits: &mut impl Iterator<Item = u128>) -> Option<Value> {
    let mut all = |types: &mut dyn Iterator<Item = TypeId>| {
        let parts = types.map(|ty| rebuilt(program, ty, &mut *bits));
        parts.collect::<Option<Vec<_>>>().map(Value::Aggregate)
    };
    match &program.types[ty.0 as usize] {
        Type::Tuple(fields) => all(&mut fields.iter().copied()),
        Type::Struct { fields, .. } => all(&mut fields.iter().map(|it| it.1)),
        Type::Array(element, len) => all(&mut (0..*len).map(|_| *element)),
        Type::Ref(inner) => rebuilt(program, *inner, bits).map(|it| Value::Pointee(Box::new(it))),
        Type::Enum { .. } => Some(Value::Variant(bits.next()? as u32, Vec::new())),
        _ => bits.next().map(Value::Scalar),
    }
}
