//! The types that generated programs use.

use crate::random::Random;

/// A primitive integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    pub name: &'static str,
    pub bits: u32,
    pub signed: bool,
}

const fn int(name: &'static str, bits: u32, signed: bool) -> Int {
    Int { name, bits, signed }
}

/// All integer types, with `usize` as wide as on the host.
pub const INTS: [Int; 12] = [
    int("u8", 8, false),
    int("u16", 16, false),
    int("u32", 32, false),
    int("u64", 64, false),
    int("u128", 128, false),
    int("usize", 64, false),
    int("i8", 8, true),
    int("i16", 16, true),
    int("i32", 32, true),
    int("i64", 64, true),
    int("i128", 128, true),
    int("isize", 64, true),
];

pub const USIZE: Int = INTS[5];
pub const U8: Int = INTS[0];
pub const U32: Int = INTS[2];
pub const I32: Int = INTS[8];

/// A type of a generated program. All of them are `Copy`, `PartialEq`,
/// `PartialOrd` and `Debug`; what is not has generators of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Int(Int),
    Bool,
    Char,
    F32,
    F64,
    Tuple(Vec<Ty>),
    Array(Box<Ty>, usize),
    Option(Box<Ty>),
    Result(Box<Ty>, Box<Ty>),
    /// A struct or enum of the program, with its type arguments.
    Named(usize, Vec<Ty>),
    /// A type parameter of the definition it stands in.
    Param(usize),
}

/// A struct or enum of the program.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    pub parameters: usize,
    pub body: Body,
    /// Whether it derives `Default`.
    pub default: bool,
}

#[derive(Clone, Debug)]
pub enum Body {
    Struct(Fields),
    Enum(Vec<(String, Fields)>),
}

/// Fields with their names; a tuple struct's are `0`, `1`, ….
#[derive(Clone, Debug)]
pub struct Fields {
    pub named: bool,
    pub list: Vec<(String, Ty)>,
}

impl Ty {
    pub fn option(inner: Ty) -> Ty {
        Ty::Option(Box::new(inner))
    }

    pub fn array(element: Ty, length: usize) -> Ty {
        Ty::Array(Box::new(element), length)
    }

    pub fn scalar(random: &mut Random) -> Ty {
        match random.below(16) {
            0..=9 => Ty::Int(*random.pick(&INTS)),
            10 | 11 => Ty::Bool,
            12 => Ty::Char,
            13 | 14 => Ty::F32,
            _ => Ty::F64,
        }
    }

    /// A common integer type, so that types meet more often.
    pub fn common_int(random: &mut Random) -> Int {
        *random.pick(&[U8, INTS[1], U32, I32, INTS[6], INTS[9], USIZE])
    }

    /// The type with its parameters replaced.
    pub fn with(&self, arguments: &[Ty]) -> Ty {
        let all = |list: &[Ty]| list.iter().map(|ty| ty.with(arguments)).collect();
        match self {
            Ty::Param(index) => arguments[*index].clone(),
            Ty::Tuple(parts) => Ty::Tuple(all(parts)),
            Ty::Array(element, length) => Ty::array(element.with(arguments), *length),
            Ty::Option(inner) => Ty::option(inner.with(arguments)),
            Ty::Result(ok, err) => {
                Ty::Result(Box::new(ok.with(arguments)), Box::new(err.with(arguments)))
            }
            Ty::Named(index, list) => Ty::Named(*index, all(list)),
            other => other.clone(),
        }
    }

    /// Whether `Default` is implemented, given which definitions derive it.
    pub fn has_default(&self, definitions: &[Definition]) -> bool {
        match self {
            Ty::Int(_) | Ty::Bool | Ty::Char | Ty::F32 | Ty::F64 | Ty::Option(_) => true,
            Ty::Tuple(parts) => parts.iter().all(|part| part.has_default(definitions)),
            Ty::Array(element, _) => element.has_default(definitions),
            Ty::Result(..) => false,
            Ty::Named(index, list) => {
                definitions[*index].default && list.iter().all(|ty| ty.has_default(definitions))
            }
            Ty::Param(_) => true,
        }
    }

    /// Whether `==` is an equivalence, so that `Eq` and `Ord` can be derived.
    pub fn has_order(&self) -> bool {
        match self {
            Ty::F32 | Ty::F64 => false,
            Ty::Int(_) | Ty::Bool | Ty::Char => true,
            Ty::Tuple(parts) => parts.iter().all(|part| part.has_order()),
            Ty::Array(element, _) | Ty::Option(element) => element.has_order(),
            Ty::Result(ok, err) => ok.has_order() && err.has_order(),
            Ty::Named(..) | Ty::Param(_) => false,
        }
    }

    /// The type as source text.
    pub fn text(&self, definitions: &[Definition]) -> String {
        let list = |parts: &[Ty]| {
            parts
                .iter()
                .map(|part| part.text(definitions))
                .collect::<Vec<_>>()
                .join(", ")
        };
        match self {
            Ty::Int(int) => int.name.to_string(),
            Ty::Bool => "bool".into(),
            Ty::Char => "char".into(),
            Ty::F32 => "f32".into(),
            Ty::F64 => "f64".into(),
            Ty::Tuple(parts) if parts.len() == 1 => format!("({},)", list(parts)),
            Ty::Tuple(parts) => format!("({})", list(parts)),
            Ty::Array(element, length) => format!("[{}; {length}]", element.text(definitions)),
            Ty::Option(inner) => format!("Option<{}>", inner.text(definitions)),
            Ty::Result(ok, err) => {
                format!(
                    "Result<{}, {}>",
                    ok.text(definitions),
                    err.text(definitions)
                )
            }
            Ty::Named(index, arguments) if arguments.is_empty() => definitions[*index].name.clone(),
            Ty::Named(index, arguments) => {
                format!("{}<{}>", definitions[*index].name, list(arguments))
            }
            Ty::Param(index) => ["T", "U"][*index].to_string(),
        }
    }
}

impl Fields {
    /// The fields of a value whose type has the given arguments.
    pub fn of(&self, arguments: &[Ty]) -> Vec<(String, Ty)> {
        self.list
            .iter()
            .map(|(name, ty)| (name.clone(), ty.with(arguments)))
            .collect()
    }

    /// A pattern or literal after the constructor's path.
    pub fn around(&self, parts: &[String]) -> String {
        if self.list.is_empty() {
            return String::new();
        }
        if !self.named {
            return format!("({})", parts.join(", "));
        }
        let pairs = self
            .list
            .iter()
            .zip(parts)
            .map(|((name, _), part)| match name == part {
                true => name.clone(),
                false => format!("{name}: {part}"),
            });
        format!(" {{ {} }}", pairs.collect::<Vec<_>>().join(", "))
    }
}
