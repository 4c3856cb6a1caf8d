//! The text form of a program.
//!
//! ```text
//! program 32
//!
//! struct Cruise { speed: i32 }
//! enum Mode: u8 { Off = 0, On = 1 { 0: i32 } }
//!
//! static s0 LIMITS: [i32; 2] = {10i32, 20i32}
//! static mut s1 COUNT: u8 = 0u8
//!
//! fn tick(v0 c: &Cruise, v1 raw: i32) -> v2: () @0:12-90 {
//!   let v3: bool
//! b0:
//!   v3 = lt v1, 30i32
//!   switch v3 { 0 -> b1, else -> b2 }
//! …
//! }
//! ```
//!
//! Nominal types and functions are referred to by name (quoted where it is no plain path), other entities by number;
//! scalars carry their type as a suffix, and a number without one is bits. `@file:lo-hi` is a span; none is written
//! for an empty span at the start of file 0. Paths of places: `v0.1` field, `v0#1.0` field of a variant,
//! `v0[v3]`, `v0[2]`, `v0[-1]` elements, `v0.*` behind a reference.

use std::fmt::{self, Display, Formatter};

use super::{
    Environment, Func, Handler, Harness, LoopForm, Monitor, MonitorParam, Operand, PanicKind,
    Place, Program, Projection, Root, Rvalue, Statement, Static, Step, Terminator, TickParam, Type,
    TypeId, Value, Variant,
};
use crate::bv::Scalar;
use crate::source::{Span, Symbol};

/// Words of the text form that are no names unless quoted.
pub const RESERVED: &[&str] = &[
    "program",
    "struct",
    "enum",
    "static",
    "mut",
    "fn",
    "let",
    "harness",
    "bool",
    "char",
    "str",
    "usize",
    "isize",
    "true",
    "false",
    "const",
    "undef",
    "bits",
    "in",
    "else",
    "as",
    "track_caller",
];

impl PanicKind {
    pub const ALL: [PanicKind; 14] = [
        PanicKind::Overflow,
        PanicKind::Shift,
        PanicKind::DivZero,
        PanicKind::DivOverflow,
        PanicKind::Bounds,
        PanicKind::Slice,
        PanicKind::Unwrap,
        PanicKind::Expect,
        PanicKind::Assert,
        PanicKind::Panic,
        PanicKind::Unreachable,
        PanicKind::Todo,
        PanicKind::Borrow,
        PanicKind::Library,
    ];

    /// As reports and the text form say it.
    pub fn name(self) -> &'static str {
        match self {
            PanicKind::Overflow => "overflow",
            PanicKind::Shift => "shift",
            PanicKind::DivZero => "div_zero",
            PanicKind::DivOverflow => "div_overflow",
            PanicKind::Bounds => "bounds",
            PanicKind::Slice => "slice",
            PanicKind::Unwrap => "unwrap",
            PanicKind::Expect => "expect",
            PanicKind::Assert => "assert",
            PanicKind::Panic => "panic",
            PanicKind::Unreachable => "unreachable",
            PanicKind::Todo => "todo",
            PanicKind::Borrow => "borrow",
            PanicKind::Library => "library",
        }
    }
}

/// Writes by a closure: what a part of a program looks like in its program.
struct Show<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Show<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0(f)
    }
}

fn show<F: Fn(&mut Formatter<'_>) -> fmt::Result>(write: F) -> Show<F> {
    Show(write)
}

/// Items with a separator between them.
fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let shown: Vec<_> = items.into_iter().map(|item| item.to_string()).collect();
    shown.join(", ")
}

/// A name, quoted unless it is a plain path.
pub fn name(symbol: Symbol) -> impl Display {
    show(move |f| match symbol.as_str() {
        plain if is_plain(plain) => f.write_str(plain),
        other => write!(f, "{other:?}"),
    })
}

fn is_plain(text: &str) -> bool {
    let is_part = |part: &str| {
        let starts = part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        starts && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    text.split("::").all(is_part) && !RESERVED.contains(&text) && !is_entity_or_number_type(text)
}

/// `v3`, `b0`, `s1`, `i32`, `f64`, …
fn is_entity_or_number_type(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = chars.next().is_some_and(|c| "vbsuif".contains(c));
    let rest = chars.as_str();
    starts && !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
}

/// A field's name: also a number.
fn field_name(symbol: Symbol) -> impl Display {
    show(move |f| {
        let text = symbol.as_str();
        if !text.is_empty() && text.len() < 9 && text.bytes().all(|b| b.is_ascii_digit()) {
            return f.write_str(text);
        }
        write!(f, "{}", name(symbol))
    })
}

/// Nothing for the empty span at the start of file 0.
fn span(span: Span) -> impl Display {
    show(move |f| match (span.file.0, span.lo, span.hi) {
        (0, 0, 0) => Ok(()),
        (file, lo, hi) => write!(f, " @{file}:{lo}-{hi}"),
    })
}

/// A scalar with its type.
pub fn scalar(ty: Scalar, bits: u128) -> impl Display {
    show(move |f| match ty {
        _ if !ty.contains(bits) => write!(f, "bits {bits}"),
        Scalar::Bool => write!(f, "{}", bits == 1),
        Scalar::Char => match char::from_u32(bits as u32) {
            Some(c) => write!(f, "{c:?}"),
            None => write!(f, "bits {bits}"),
        },
        Scalar::Int { signed: true, .. } => write!(f, "{}{ty}", ty.sign_extend(bits)),
        Scalar::Int { .. } => write!(f, "{bits}{ty}"),
        Scalar::Float { bits: 32 } => match f32::from_bits(bits as u32) {
            x if x.is_finite() => write!(f, "{x:?}f32"),
            _ => write!(f, "0x{bits:x}_f32"),
        },
        Scalar::Float { .. } => match f64::from_bits(bits as u64) {
            x if x.is_finite() => write!(f, "{x:?}f64"),
            _ => write!(f, "0x{bits:x}_f64"),
        },
    })
}

/// A type by its id.
pub fn ty(program: &Program, id: TypeId) -> impl Display + '_ {
    show(move |f| match program.types.get(id.0 as usize) {
        Some(found) => write!(f, "{}", shape(program, found)),
        None => write!(f, "{id}"),
    })
}

/// A type.
pub fn shape<'a>(program: &'a Program, of: &'a Type) -> impl Display + 'a {
    show(move |f| {
        let types = |ids: &[TypeId]| list(ids.iter().map(|id| text(program, *id)));
        match of {
            Type::Bool | Type::Char | Type::Int { .. } | Type::Float { .. } => {
                of.scalar().map_or(Ok(()), |scalar| write!(f, "{scalar}"))
            }
            Type::Tuple(fields) if fields.len() == 1 => write!(f, "({},)", types(fields)),
            Type::Tuple(fields) => write!(f, "({})", types(fields)),
            Type::Array(element, len) => write!(f, "[{}; {len}]", text(program, *element)),
            Type::Struct { name: n, .. } | Type::Enum { name: n, .. } => write!(f, "{}", name(*n)),
            Type::Ref(target) => write!(f, "&{}", text(program, *target)),
            Type::Slice(element) => write!(f, "&[{}]", text(program, *element)),
            Type::Str => f.write_str("&str"),
            Type::FnPtr { params, ret } => {
                write!(f, "fn({}) -> {}", types(params), text(program, *ret))
            }
            Type::Never => f.write_str("!"),
        }
    })
}

/// The text of a type, where a type of its own would contain itself.
fn text(program: &Program, id: TypeId) -> String {
    ty(program, id).to_string()
}

/// A value of a type.
pub fn value<'a>(program: &'a Program, id: TypeId, of: &'a Value) -> impl Display + 'a {
    show(move |f| match of {
        Value::Scalar(bits) => {
            let found = program.types.get(id.0 as usize).and_then(Type::scalar);
            match found {
                Some(ty) => write!(f, "{}", scalar(ty, *bits)),
                None => write!(f, "bits {bits}"),
            }
        }
        Value::Aggregate(values) => write!(f, "{{{}}}", values_of(program, id, None, values)),
        Value::Variant(variant, values) => {
            let fields = values_of(program, id, Some(*variant), values);
            write!(f, "#{variant}{{{fields}}}")
        }
        Value::Ref(id, path) => write!(f, "&{id}{}", steps(path)),
        Value::Slice(id, path, start, len) => write!(f, "&{id}{}[{start}; {len}]", steps(path)),
        Value::Func(id) => write!(f, "fn {}", func_name(program, *id)),
        Value::Pointee(pointee) => {
            let behind = match program.types.get(id.0 as usize) {
                Some(Type::Ref(target)) => *target,
                _ => id,
            };
            write!(f, "&({})", value(program, behind, pointee))
        }
        Value::Undefined => f.write_str("undef"),
    })
}

fn values_of(program: &Program, id: TypeId, variant: Option<u32>, values: &[Value]) -> String {
    let part_type = |index: usize| match program.types.get(id.0 as usize) {
        Some(Type::Array(element, _) | Type::Slice(element)) => *element,
        _ => {
            let field = program.field_type(id, variant, index as u32);
            field.unwrap_or(TypeId(u32::MAX))
        }
    };
    let parts = values.iter().enumerate();
    list(parts.map(|(index, part)| value(program, part_type(index), part).to_string()))
}

fn steps(path: &[Step]) -> impl Display + '_ {
    show(move |f| {
        for step in path {
            match step {
                Step::Field(field) => write!(f, ".{field}")?,
                Step::VariantField(variant, field) => write!(f, "#{variant}.{field}")?,
                Step::Element(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    })
}

fn func_name(program: &Program, id: super::FuncId) -> impl Display + '_ {
    show(move |f| match program.funcs.get(id.0 as usize) {
        Some(func) => write!(f, "{}", name(func.name)),
        None => write!(f, "\"no function {id}\""),
    })
}

fn place(of: &Place) -> impl Display + '_ {
    show(move |f| {
        match of.root {
            Root::Local(id) => write!(f, "{id}")?,
            Root::Static(id) => write!(f, "{id}")?,
        }
        for step in &of.path {
            match step {
                Projection::Field(field) => write!(f, ".{field}")?,
                Projection::VariantField(variant, field) => write!(f, "#{variant}.{field}")?,
                Projection::Index(local) => write!(f, "[{local}]")?,
                Projection::ConstIndex(index) => write!(f, "[{index}]")?,
                Projection::ConstIndexFromEnd(index) => write!(f, "[-{index}]")?,
                Projection::Deref => f.write_str(".*")?,
            }
        }
        Ok(())
    })
}

fn operand<'a>(program: &'a Program, of: &'a Operand) -> impl Display + 'a {
    show(move |f| match of {
        Operand::Copy(from) => write!(f, "{}", place(from)),
        Operand::Const(v @ Value::Scalar(_), id)
            if program
                .types
                .get(id.0 as usize)
                .is_some_and(|t| t.scalar().is_some()) =>
        {
            let shown = value(program, *id, v).to_string();
            match shown.strip_prefix("bits") {
                Some(bits) => write!(f, "const {} bits{bits}", ty(program, *id)),
                None => f.write_str(&shown),
            }
        }
        Operand::Const(v, id) => {
            write!(f, "const {} {}", ty(program, *id), value(program, *id, v))
        }
    })
}

fn operands(program: &Program, of: &[Operand]) -> String {
    list(of.iter().map(|o| operand(program, o)))
}

fn rvalue<'a>(program: &'a Program, of: &'a Rvalue) -> impl Display + 'a {
    show(move |f| {
        let o = |of: &Operand| operand(program, of).to_string();
        match of {
            Rvalue::Use(a) => write!(f, "{}", o(a)),
            Rvalue::Ref(of) => write!(f, "&{}", place(of)),
            Rvalue::Unary(op, a) => write!(f, "{} {}", op.name(), o(a)),
            Rvalue::Binary(op, a, b) => write!(f, "{} {}, {}", op.name(), o(a), o(b)),
            Rvalue::Cast(a, to) => write!(f, "cast {} as {}", o(a), ty(program, *to)),
            Rvalue::Transmute(a, to) => write!(f, "transmute {} as {}", o(a), ty(program, *to)),
            Rvalue::Aggregate(id, fields) => {
                let fields = operands(program, fields);
                write!(f, "aggregate {} {{{fields}}}", ty(program, *id))
            }
            Rvalue::Variant(id, variant, fields) => {
                let fields = operands(program, fields);
                write!(f, "variant {}#{variant} {{{fields}}}", ty(program, *id))
            }
            Rvalue::Repeat(a, count) => write!(f, "repeat {}; {count}", o(a)),
            Rvalue::VariantOf(of) => write!(f, "variant_of {}", place(of)),
            Rvalue::Discriminant(of) => write!(f, "discriminant {}", place(of)),
            Rvalue::ArrayToSlice(a) => write!(f, "array_to_slice {}", o(a)),
            Rvalue::Len(a) => write!(f, "len {}", o(a)),
            Rvalue::SlicePart(a, start, len) => {
                write!(f, "slice_part {}, {}, {}", o(a), o(start), o(len))
            }
            Rvalue::SliceToArray(a, to) => {
                write!(f, "slice_to_array {} as {}", o(a), ty(program, *to))
            }
            Rvalue::StrAsBytes(a) => write!(f, "str_as_bytes {}", o(a)),
            Rvalue::BytesAsStr(a) => write!(f, "bytes_as_str {}", o(a)),
        }
    })
}

fn range<'a>(
    program: &'a Program,
    id: TypeId,
    of: &'a Option<(Value, Value)>,
) -> impl Display + 'a {
    show(move |f| match of {
        None => Ok(()),
        Some((low, high)) => {
            let (low, high) = (value(program, id, low), value(program, id, high));
            write!(f, " in {low}..={high}")
        }
    })
}

/// A statement, without its span.
pub fn statement<'a>(program: &'a Program, func: &'a Func, of: &'a Statement) -> impl Display + 'a {
    show(move |f| match of {
        Statement::Assign(dest, v) => write!(f, "{} = {}", place(dest), rvalue(program, v)),
        Statement::Call {
            dest,
            func: callee,
            args,
        } => {
            let callee = func_name(program, *callee);
            let args = operands(program, args);
            write!(f, "{} = call {callee}({args})", place(dest))
        }
        Statement::CallIndirect {
            dest,
            func: callee,
            args,
        } => {
            let callee = operand(program, callee);
            let args = operands(program, args);
            write!(f, "{} = call_indirect {callee} ({args})", place(dest))
        }
        Statement::Check {
            cond,
            expected,
            kind,
        } => {
            let cond = operand(program, cond);
            write!(f, "check {cond} == {expected} else {}", kind.name())
        }
        Statement::Property { name: n, cond } => {
            write!(f, "property {} {}", name(*n), operand(program, cond))
        }
        Statement::Assume(cond) => write!(f, "assume {}", operand(program, cond)),
        Statement::Cover(cond) => write!(f, "cover {}", operand(program, cond)),
        Statement::Input {
            dest,
            source,
            range: within,
        } => {
            let id = program.place_type(func, dest).unwrap_or(TypeId(u32::MAX));
            let within = range(program, id, within);
            write!(f, "{} = input {}{within}", place(dest), name(*source))
        }
        Statement::Output { event, args } => {
            write!(f, "output {}({})", name(*event), operands(program, args))
        }
        Statement::TickStart => f.write_str("tick_start"),
        Statement::TickEnd => f.write_str("tick_end"),
    })
}

fn terminator<'a>(program: &'a Program, of: &'a Terminator) -> impl Display + 'a {
    show(move |f| match of {
        Terminator::Goto(block) => write!(f, "goto {block}"),
        Terminator::Switch {
            on,
            targets,
            otherwise,
        } => {
            write!(f, "switch {} {{ ", operand(program, on))?;
            for (bits, block) in targets {
                write!(f, "{bits} -> {block}, ")?;
            }
            write!(f, "else -> {otherwise} }}")
        }
        Terminator::Return => f.write_str("return"),
        Terminator::Panic(kind, at) => write!(f, "panic {}{}", kind.name(), span(*at)),
        Terminator::Unreachable => f.write_str("unreachable"),
    })
}

pub fn function<'a>(program: &'a Program, of: &'a Func) -> impl Display + 'a {
    show(move |f| write_func(f, program, of))
}

fn write_func(f: &mut Formatter<'_>, program: &Program, func: &Func) -> fmt::Result {
    let local = |index: usize| {
        show(move |f| {
            write!(f, "v{index}")?;
            if let Some(n) = func.locals[index].name {
                write!(f, " {}", name(n))?;
            }
            write!(f, ": {}", ty(program, func.locals[index].ty))
        })
    };
    let params = (func.params as usize).min(func.locals.len());
    write!(
        f,
        "fn {}({})",
        name(func.name),
        list((0..params).map(local))
    )?;
    if params < func.locals.len() {
        write!(f, " -> {}", local(params))?;
    }
    if func.track_caller {
        f.write_str(" track_caller")?;
    }
    writeln!(f, "{} {{", span(func.span))?;
    for index in params + 1..func.locals.len() {
        writeln!(f, "  let {}", local(index))?;
    }
    for (index, block) in func.blocks.iter().enumerate() {
        writeln!(f, "b{index}:")?;
        for (of, at) in &block.statements {
            writeln!(f, "  {}{}", statement(program, func, of), span(*at))?;
        }
        if let Some(of) = &block.terminator {
            writeln!(f, "  {}", terminator(program, of))?;
        }
    }
    writeln!(f, "}}")
}

fn fields<'a>(program: &'a Program, of: &'a [(Symbol, TypeId)]) -> impl Display + 'a {
    show(move |f| {
        if of.is_empty() {
            return Ok(());
        }
        let shown = of
            .iter()
            .map(|(n, id)| format!("{}: {}", field_name(*n), ty(program, *id)));
        write!(f, " {{ {} }}", list(shown))
    })
}

fn write_type(f: &mut Formatter<'_>, program: &Program, of: &Type) -> fmt::Result {
    match of {
        Type::Struct {
            name: n,
            fields: of,
        } => match of.is_empty() {
            true => writeln!(f, "struct {} {{}}", name(*n)),
            false => writeln!(f, "struct {}{}", name(*n), fields(program, of)),
        },
        Type::Enum {
            name: n,
            repr,
            variants,
        } => {
            let variant = |v: &Variant| {
                let payload = fields(program, &v.fields);
                format!("{} = {}{payload}", name(v.name), v.discriminant)
            };
            let variants = list(variants.iter().map(variant));
            writeln!(
                f,
                "enum {}: {} {{ {variants} }}",
                name(*n),
                ty(program, *repr)
            )
        }
        _ => Ok(()),
    }
}

fn write_static(
    f: &mut Formatter<'_>,
    program: &Program,
    index: usize,
    item: &Static,
) -> fmt::Result {
    let mutable = if item.mutable { "mut " } else { "" };
    let init = value(program, item.ty, &item.init);
    writeln!(
        f,
        "static {mutable}s{index} {}: {} = {init}{}",
        name(item.name),
        ty(program, item.ty),
        span(item.span)
    )
}

fn tick_param<'a>(program: &'a Program, of: &'a TickParam) -> impl Display + 'a {
    show(move |f| match of {
        TickParam::State => f.write_str("state"),
        TickParam::Handle(id) => write!(f, "handle {}", ty(program, *id)),
        TickParam::Input {
            name: n,
            ty: id,
            range: within,
        } => {
            let within = range(program, *id, within);
            write!(f, "input {}: {}{within}", name(*n), ty(program, *id))
        }
    })
}

fn monitor_param<'a>(program: &'a Program, of: &'a MonitorParam) -> impl Display + 'a {
    show(move |f| match of {
        MonitorParam::State => f.write_str("state"),
        MonitorParam::Input(n) => write!(f, "input {}", name(*n)),
        MonitorParam::Out => f.write_str("out"),
        MonitorParam::Local {
            local,
            by_ref: true,
        } => write!(f, "local &{local}"),
        MonitorParam::Local { local, .. } => write!(f, "local {local}"),
        MonitorParam::Event(n) => write!(f, "event {}", name(*n)),
        MonitorParam::Memory { init } => write!(f, "memory {}", func_name(program, *init)),
    })
}

fn write_form(f: &mut Formatter<'_>, program: &Program, form: &LoopForm) -> fmt::Result {
    match form {
        LoopForm::Step { init, tick, params } => {
            let params = list(params.iter().map(|p| tick_param(program, p)));
            write!(f, "  step {}({params})", func_name(program, *tick))?;
            if let Some(init) = init {
                write!(f, " init {}", func_name(program, *init))?;
            }
            writeln!(f)
        }
        LoopForm::Superloop { run } => writeln!(f, "  superloop {}", func_name(program, *run)),
    }
}

fn bound_call<'a>(
    program: &'a Program,
    func: super::FuncId,
    params: &'a [MonitorParam],
) -> impl Display + 'a {
    show(move |f| {
        let params = list(params.iter().map(|p| monitor_param(program, p)));
        write!(f, "{}({params})", func_name(program, func))
    })
}

fn write_harness(f: &mut Formatter<'_>, program: &Program, of: &Harness) -> fmt::Result {
    let (n, package) = (name(of.name), name(of.package));
    writeln!(f, "harness {n} {package}{} {{", span(of.span))?;
    write_form(f, program, &of.form)?;
    if let Some(Environment {
        name: n,
        plant,
        params,
        span: at,
    }) = &of.environment
    {
        let call = bound_call(program, *plant, params);
        writeln!(f, "  environment {} {call}{}", name(*n), span(*at))?;
    }
    for Monitor {
        name: n,
        func,
        params,
        text,
        span: at,
    } in &of.monitors
    {
        let call = bound_call(program, *func, params);
        writeln!(f, "  monitor {} {call} {text:?}{}", name(*n), span(*at))?;
    }
    for Handler {
        name: n,
        func,
        max,
        preempt,
        span: at,
    } in &of.handlers
    {
        let preempt = if *preempt { " preempt" } else { "" };
        let func = func_name(program, *func);
        writeln!(
            f,
            "  handler {} {func} {max}{preempt}{}",
            name(*n),
            span(*at)
        )?;
    }
    writeln!(f, "}}")
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "program {}", self.pointer_width)?;
        for of in &self.types {
            write_type(f, self, of)?;
        }
        for (index, item) in self.statics.iter().enumerate() {
            write_static(f, self, index, item)?;
        }
        for func in &self.funcs {
            writeln!(f)?;
            write_func(f, self, func)?;
        }
        for harness in &self.harnesses {
            writeln!(f)?;
            write_harness(f, self, harness)?;
        }
        Ok(())
    }
}
