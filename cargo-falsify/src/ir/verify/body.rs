//! Statements and terminators of a function.

use super::{check_value, definition, is_byte, repeated, Errors};
use crate::bv::{self, Scalar};
use crate::ir::print;
use crate::ir::{
    interp::layout::{fields_of, Layouts},
    BlockId, Func, FuncId, Operand, Place, Program, Root, Rvalue, Statement, Terminator, Type,
    TypeId, Value,
};

type Checked = Result<(), String>;

pub fn check(program: &Program, layouts: &Layouts, func: &Func, errors: &mut Errors) {
    let name = format!("fn {}", func.name);
    for (index, local) in func.locals.iter().enumerate() {
        errors.note(&format!("{name} v{index}"), program.ty(local.ty));
    }
    if func.locals.len() <= func.params as usize {
        return errors.push(&name, "there is no local for the result");
    }
    if func.blocks.is_empty() {
        return errors.push(&name, "there is no block");
    }
    let before = errors.found.len();
    let body = Body { program, func };
    for (index, block) in func.blocks.iter().enumerate() {
        for (at, (statement, _)) in block.statements.iter().enumerate() {
            let position = format!("{name} b{index}[{at}]");
            errors.note(&position, body.statement(statement));
        }
        let position = format!("{name} b{index}");
        match &block.terminator {
            Some(terminator) => errors.note(&position, body.terminator(terminator)),
            None => errors.note(&position, Err("the block has no terminator".into())),
        };
    }
    if errors.found.len() == before {
        definition::check(layouts, func, &name, errors);
    }
}

struct Body<'a> {
    program: &'a Program,
    func: &'a Func,
}

fn require(holds: bool, message: impl FnOnce() -> String) -> Checked {
    match holds {
        true => Ok(()),
        false => Err(message()),
    }
}

impl Body<'_> {
    fn statement(&self, statement: &Statement) -> Checked {
        match statement {
            Statement::Assign(dest, value) => {
                self.writable(dest)?;
                let dest = self.place(dest)?;
                self.rvalue(dest, value)
            }
            Statement::Call { dest, func, args } => self.call(dest, *func, args),
            Statement::CallIndirect { dest, func, args } => {
                let found = self.operand(func)?;
                match self.ty(found)? {
                    Type::FnPtr { params, ret } => self.signature(dest, params, *ret, args),
                    other => Err(format!("call of {}", self.show(other))),
                }
            }
            Statement::Check { cond, .. } | Statement::Property { cond, .. } => {
                self.condition(cond)
            }
            Statement::Assume(cond) | Statement::Cover(cond) => self.condition(cond),
            Statement::Input { dest, range, .. } => {
                self.writable(dest)?;
                let ty = self.place(dest)?;
                check_range(self.program, ty, range.as_ref())
            }
            Statement::Output { args, .. } => args
                .iter()
                .try_for_each(|arg| self.operand(arg).map(|_| ())),
            Statement::TickStart | Statement::TickEnd => Ok(()),
        }
    }

    fn terminator(&self, terminator: &Terminator) -> Checked {
        match terminator {
            Terminator::Goto(block) => self.block(*block),
            Terminator::Switch {
                on,
                targets,
                otherwise,
            } => {
                let scalar = self.scalar(on)?;
                self.block(*otherwise)?;
                for (bits, block) in targets {
                    self.block(*block)?;
                    require(scalar.contains(*bits), || format!("{bits} is no {scalar}"))?;
                }
                let twice = repeated(targets.iter().map(|target| target.0));
                twice.map_or(Ok(()), |bits| Err(format!("{bits} has two targets")))
            }
            Terminator::Return | Terminator::Panic(..) | Terminator::Unreachable => Ok(()),
        }
    }

    fn block(&self, id: BlockId) -> Checked {
        let exists = (id.0 as usize) < self.func.blocks.len();
        require(exists, || format!("there is no block {id}"))
    }

    fn ty(&self, id: TypeId) -> Result<&Type, String> {
        self.program.ty(id)
    }

    fn show(&self, ty: &Type) -> String {
        print::shape(self.program, ty).to_string()
    }

    fn place(&self, place: &Place) -> Result<TypeId, String> {
        self.program.place_type(self.func, place)
    }

    /// Constants behind references are not written in place.
    fn writable(&self, place: &Place) -> Checked {
        match place.root {
            Root::Static(id) if !place.path.contains(&crate::ir::Projection::Deref) => {
                let mutable = self.program.static_of(id)?.mutable;
                require(mutable, || format!("{id} is not mutable"))
            }
            Root::Static(_) | Root::Local(_) => Ok(()),
        }
    }

    fn operand(&self, operand: &Operand) -> Result<TypeId, String> {
        if let Operand::Const(value, ty) = operand {
            check_value(self.program, value, *ty)?;
        }
        self.program.operand_type(self.func, operand)
    }

    fn scalar(&self, operand: &Operand) -> Result<Scalar, String> {
        let found = self.ty(self.operand(operand)?)?;
        let scalar = found.scalar();
        scalar.ok_or_else(|| format!("{} is not a scalar", self.show(found)))
    }

    fn condition(&self, operand: &Operand) -> Checked {
        let found = self.scalar(operand)?;
        require(found == Scalar::Bool, || {
            format!("a condition is of type {found}")
        })
    }

    fn usize(&self, operand: &Operand) -> Checked {
        let found = self.ty(self.operand(operand)?)?;
        require(*found == self.program.usize_type(), || {
            format!("{} where usize is expected", self.show(found))
        })
    }

    fn same(&self, found: TypeId, wanted: TypeId) -> Checked {
        require(found == wanted, || {
            let found = print::ty(self.program, found);
            format!(
                "{found} where {} is expected",
                print::ty(self.program, wanted)
            )
        })
    }

    /// Whether the destination is of a type that may be there under no id of its own.
    fn gives(&self, dest: TypeId, value: &Type) -> Checked {
        let found = self.ty(dest)?;
        require(found == value, || {
            format!("{} is assigned to {}", self.show(value), self.show(found))
        })
    }

    fn gives_scalar(&self, dest: TypeId, value: Option<Scalar>) -> Checked {
        let value = value.ok_or("the operator does not take these types")?;
        let found = self.ty(dest)?;
        require(found.scalar() == Some(value), || {
            format!("{value} is assigned to {}", self.show(found))
        })
    }

    fn rvalue(&self, dest: TypeId, value: &Rvalue) -> Checked {
        match value {
            Rvalue::Use(a) => self.same(self.operand(a)?, dest),
            Rvalue::Ref(place) => self.gives(dest, &Type::Ref(self.place(place)?)),
            Rvalue::Unary(op, a) => self.gives_scalar(dest, op.result(self.scalar(a)?)),
            Rvalue::Binary(op, a, b) => {
                let result = op.result(self.scalar(a)?, self.scalar(b)?);
                self.gives_scalar(dest, result)
            }
            Rvalue::Cast(a, to) => self.converted(dest, a, *to, bv::castable),
            Rvalue::Transmute(a, to) => self.converted(dest, a, *to, bv::transmutable),
            Rvalue::Aggregate(ty, fields) => {
                self.same(*ty, dest)?;
                self.aggregate(dest, fields)
            }
            Rvalue::Variant(ty, variant, fields) => {
                self.same(*ty, dest)?;
                self.fields(&fields_of(self.program, dest, Some(*variant))?, fields)
            }
            Rvalue::Repeat(a, count) => {
                let element = self.operand(a)?;
                self.gives(dest, &Type::Array(element, *count))
            }
            Rvalue::VariantOf(place) => {
                self.enum_repr(place)?;
                self.gives_scalar(dest, Some(Scalar::U32))
            }
            Rvalue::Discriminant(place) => self.same(self.enum_repr(place)?, dest),
            Rvalue::ArrayToSlice(a) => {
                let (element, _) = self.array_behind(self.operand(a)?)?;
                self.gives(dest, &Type::Slice(element))
            }
            Rvalue::Len(a) => {
                self.slice(a)?;
                self.gives(dest, &self.program.usize_type())
            }
            Rvalue::SlicePart(a, start, len) => {
                self.slice(a)?;
                self.usize(start)?;
                self.usize(len)?;
                self.same(self.operand(a)?, dest)
            }
            Rvalue::SliceToArray(a, array) => {
                self.gives(dest, &Type::Ref(*array))?;
                let (element, _) = self.array_behind(dest)?;
                let found = self.ty(self.operand(a)?)?;
                require(*found == Type::Slice(element), || {
                    let element = print::ty(self.program, element);
                    format!("array of {element} in {}", self.show(found))
                })
            }
            Rvalue::StrAsBytes(a) => {
                let found = self.ty(self.operand(a)?)?;
                require(*found == Type::Str, || {
                    format!("bytes of {}", self.show(found))
                })?;
                self.byte_slice(dest)
            }
            Rvalue::BytesAsStr(a) => {
                self.byte_slice(self.operand(a)?)?;
                self.gives(dest, &Type::Str)
            }
        }
    }

    fn converted(
        &self,
        dest: TypeId,
        a: &Operand,
        to: TypeId,
        allowed: fn(Scalar, Scalar) -> bool,
    ) -> Checked {
        self.same(to, dest)?;
        let from = self.scalar(a)?;
        let to = self.ty(to)?;
        let fits = to.scalar().is_some_and(|to| allowed(from, to));
        require(fits, || {
            format!("no conversion of {from} to {}", self.show(to))
        })
    }

    fn aggregate(&self, ty: TypeId, fields: &[Operand]) -> Checked {
        match self.ty(ty)? {
            Type::Array(element, len) => {
                require(*len == fields.len() as u64, || {
                    format!("{} elements for {len}", fields.len())
                })?;
                let mut elements = fields.iter();
                elements.try_for_each(|field| self.same(self.operand(field)?, *element))
            }
            _ => self.fields(&fields_of(self.program, ty, None)?, fields),
        }
    }

    fn fields(&self, types: &[TypeId], fields: &[Operand]) -> Checked {
        require(types.len() == fields.len(), || {
            format!("{} operands for {}", fields.len(), types.len())
        })?;
        let mut pairs = fields.iter().zip(types);
        pairs.try_for_each(|(field, ty)| self.same(self.operand(field)?, *ty))
    }

    fn enum_repr(&self, place: &Place) -> Result<TypeId, String> {
        match self.ty(self.place(place)?)? {
            Type::Enum { repr, .. } => Ok(*repr),
            other => Err(format!("variant of {}", self.show(other))),
        }
    }

    /// Element and length of the array that a reference type refers to.
    fn array_behind(&self, reference: TypeId) -> Result<(TypeId, u64), String> {
        match self.ty(reference)? {
            Type::Ref(target) => match self.ty(*target)? {
                Type::Array(element, len) => Ok((*element, *len)),
                other => Err(format!("{} is no array", self.show(other))),
            },
            other => Err(format!("{} is no reference to an array", self.show(other))),
        }
    }

    fn slice(&self, operand: &Operand) -> Checked {
        let found = self.ty(self.operand(operand)?)?;
        let is_slice = matches!(found, Type::Slice(_) | Type::Str);
        require(is_slice, || format!("{} is no slice", self.show(found)))
    }

    fn byte_slice(&self, ty: TypeId) -> Checked {
        let found = self.ty(ty)?;
        match found {
            Type::Slice(element) if is_byte(self.ty(*element)?) => Ok(()),
            _ => Err(format!("{} is no slice of bytes", self.show(found))),
        }
    }

    fn call(&self, dest: &Place, func: FuncId, args: &[Operand]) -> Checked {
        let callee = self.program.func(func)?;
        let params: Vec<_> = callee.param_types().collect();
        self.signature(dest, &params, callee.local_type(callee.ret())?, args)
    }

    fn signature(&self, dest: &Place, params: &[TypeId], ret: TypeId, args: &[Operand]) -> Checked {
        self.writable(dest)?;
        let dest = self.place(dest)?;
        self.fields(params, args)?;
        match self.ty(ret)? {
            Type::Never => Ok(()),
            _ => self.same(ret, dest),
        }
    }
}

/// Whether bounds are values of a scalar type, the lower one not above the upper.
pub fn check_range(
    program: &Program,
    ty: TypeId,
    range: Option<&(Value, Value)>,
) -> Result<(), String> {
    let found = program.ty(ty)?;
    match (range, found.scalar()) {
        (None, _) => Ok(()),
        (Some((low, high)), Some(scalar)) => {
            check_value(program, low, ty)?;
            check_value(program, high, ty)?;
            let (Value::Scalar(low), Value::Scalar(high)) = (low, high) else {
                return Err("a bound is undefined".into());
            };
            let ordered = scalar.order(*low, *high).is_some_and(|o| o.is_le());
            require(ordered, || "the range is empty".into())
        }
        (Some(_), None) => Err(format!("a range of {}", print::shape(program, found))),
    }
}
