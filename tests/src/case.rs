//! A case: one Rust module whose `pub fn`s are entries, that is, functions
//! that both the compiled program and the tool run on the same arguments.

use crate::value::Shape;
use quote::ToTokens;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use syn::{Fields, GenericArgument, Item, PathArguments, Type};

/// A module source with the entries found in it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What messages call it: a file name or a seed.
    pub name: String,
    pub source: String,
    /// All cases that are compiled together have the same.
    pub edition: &'static str,
    pub entries: Vec<Entry>,
    /// Implementations of the runtime's traits for the case's own types, on
    /// one line, so that they can close the module without moving a line.
    pub glue: String,
}

/// A function to run and what its parameters take.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    pub parameters: Vec<Shape>,
}

impl Case {
    /// Reads a module source. Every top-level `pub fn` is an entry; one whose
    /// parameters cannot be generated is an error, since it would not be tested.
    pub fn new(name: &str, source: &str) -> Result<Case, String> {
        let file = syn::parse_file(source).map_err(|error| {
            let at = error.span().start();
            format!("{name}:{}:{}: {error}", at.line, at.column + 1)
        })?;
        let types = Types(&file.items);
        let mut entries = Vec::new();
        let mut wanted = Wanted::default();
        for function in file.items.iter().filter_map(entry_function) {
            entries.push(
                types
                    .entry(function)
                    .map_err(|why| format!("{name}: {why}"))?,
            );
            types.note_signature(&function.sig, &mut wanted);
        }
        let glue = types.glue(&wanted);
        Ok(Case {
            name: name.to_string(),
            source: source.to_string(),
            edition: "2021",
            entries,
            glue,
        })
    }
}

fn entry_function(item: &Item) -> Option<&syn::ItemFn> {
    match item {
        Item::Fn(function) if matches!(function.vis, syn::Visibility::Public(_)) => Some(function),
        _ => None,
    }
}

/// The own types whose values cross the border, by direction.
#[derive(Default)]
struct Wanted {
    read: BTreeSet<String>,
    written: BTreeSet<String>,
}

/// The items of a module, searched for type definitions.
struct Types<'a>(&'a [Item]);

/// A definition as the glue needs it: per variant a path suffix and fields.
struct Definition<'a> {
    generics: &'a syn::Generics,
    is_enum: bool,
    variants: Vec<(String, &'a Fields)>,
}

impl<'a> Types<'a> {
    fn definition(&self, name: &str) -> Option<Definition<'a>> {
        self.0.iter().find_map(|item| match item {
            Item::Struct(def) if def.ident == name => Some(Definition {
                generics: &def.generics,
                is_enum: false,
                variants: vec![(String::new(), &def.fields)],
            }),
            Item::Enum(def) if def.ident == name => Some(Definition {
                generics: &def.generics,
                is_enum: true,
                variants: def
                    .variants
                    .iter()
                    .map(|variant| (format!("::{}", variant.ident), &variant.fields))
                    .collect(),
            }),
            _ => None,
        })
    }

    fn entry(&self, function: &syn::ItemFn) -> Result<Entry, String> {
        let name = function.sig.ident.to_string();
        if !function.sig.generics.params.is_empty() {
            return Err(format!("entry `{name}` must not be generic"));
        }
        let parameters = function.sig.inputs.iter().map(|input| match input {
            syn::FnArg::Typed(input) => self.shape(&input.ty),
            syn::FnArg::Receiver(_) => None,
        });
        let parameters = parameters.collect::<Option<Vec<Shape>>>().ok_or_else(|| {
            format!("entry `{name}`: parameters must be scalars or tuples, arrays, Options, structs and enums of them")
        })?;
        Ok(Entry { name, parameters })
    }

    /// The shape of a parameter type, if inputs can be generated for it.
    fn shape(&self, ty: &Type) -> Option<Shape> {
        match ty {
            Type::Paren(inner) => self.shape(&inner.elem),
            Type::Tuple(tuple) => tuple
                .elems
                .iter()
                .map(|ty| self.shape(ty))
                .collect::<Option<_>>()
                .map(Shape::Tuple),
            Type::Array(array) => {
                let length = array.len.to_token_stream().to_string().parse().ok()?;
                Some(Shape::Array(Box::new(self.shape(&array.elem)?), length))
            }
            Type::Path(path) => self.path_shape(path.path.segments.last()?),
            _ => None,
        }
    }

    fn path_shape(&self, segment: &syn::PathSegment) -> Option<Shape> {
        let name = segment.ident.to_string();
        let arguments = type_arguments(segment)
            .into_iter()
            .map(|ty| self.shape(ty))
            .collect::<Option<Vec<Shape>>>()?;
        match (name.as_str(), arguments.as_slice()) {
            ("Option", [some]) => Some(Shape::Enum(vec![vec![], vec![some.clone()]])),
            ("Result", [ok, err]) => Some(Shape::Enum(vec![vec![ok.clone()], vec![err.clone()]])),
            ("Ordering", []) => Some(Shape::Enum(vec![vec![]; 3])),
            (name, []) => Shape::primitive(name).or_else(|| self.defined_shape(name)),
            _ => None,
        }
    }

    fn defined_shape(&self, name: &str) -> Option<Shape> {
        let definition = self.definition(name)?;
        if !definition.generics.params.is_empty() {
            return None;
        }
        let mut variants = Vec::new();
        for (_, fields) in &definition.variants {
            let shapes = fields.iter().map(|field| self.shape(&field.ty));
            variants.push(shapes.collect::<Option<Vec<Shape>>>()?);
        }
        if definition.is_enum {
            Some(Shape::Enum(variants))
        } else {
            variants.pop().map(Shape::Tuple)
        }
    }

    fn note_signature(&self, signature: &syn::Signature, wanted: &mut Wanted) {
        for input in &signature.inputs {
            if let syn::FnArg::Typed(input) = input {
                self.note(&input.ty, &mut wanted.read);
            }
        }
        if let syn::ReturnType::Type(_, ty) = &signature.output {
            self.note(ty, &mut wanted.written);
        }
    }

    /// Adds the own types that values of `ty` contain.
    fn note(&self, ty: &Type, into: &mut BTreeSet<String>) {
        match ty {
            Type::Paren(inner) => self.note(&inner.elem, into),
            Type::Reference(inner) => self.note(&inner.elem, into),
            Type::Slice(inner) => self.note(&inner.elem, into),
            Type::Array(inner) => self.note(&inner.elem, into),
            Type::Tuple(tuple) => tuple.elems.iter().for_each(|ty| self.note(ty, into)),
            Type::Path(path) => {
                for segment in &path.path.segments {
                    type_arguments(segment)
                        .into_iter()
                        .for_each(|ty| self.note(ty, into));
                    self.note_named(&segment.ident.to_string(), into);
                }
            }
            _ => {}
        }
    }

    fn note_named(&self, name: &str, into: &mut BTreeSet<String>) {
        let alias = self.0.iter().find_map(|item| match item {
            Item::Type(alias) if alias.ident == name => Some(alias),
            _ => None,
        });
        if let Some(alias) = alias {
            self.note(&alias.ty, into);
        }
        let Some(definition) = self.definition(name) else {
            return;
        };
        if into.insert(name.to_string()) {
            for (_, fields) in &definition.variants {
                fields.iter().for_each(|field| self.note(&field.ty, into));
            }
        }
    }

    fn glue(&self, wanted: &Wanted) -> String {
        let mut text = String::new();
        for name in &wanted.written {
            if let Some(definition) = self.definition(name) {
                text.push_str(&definition.writer(name));
            }
        }
        for name in &wanted.read {
            if let Some(definition) = self.definition(name) {
                text.push_str(&definition.reader(name));
            }
        }
        text
    }
}

fn type_arguments(segment: &syn::PathSegment) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

const RUNTIME: &str = "::conformance_runtime";

impl Definition<'_> {
    /// `impl<…> TRAIT for NAME<…>` with the trait as a bound on each parameter.
    fn header(&self, interface: &str, name: &str) -> String {
        let mut generics = self.generics.clone();
        for parameter in generics.type_params_mut() {
            parameter
                .bounds
                .push(syn::parse_quote!(::conformance_runtime::Canon));
        }
        let (parameters, arguments, clause) = generics.split_for_impl();
        format!(
            "impl {} {RUNTIME}::{interface} for {name} {} {}",
            parameters.to_token_stream(),
            arguments.to_token_stream(),
            clause.to_token_stream(),
        )
    }

    fn writer(&self, name: &str) -> String {
        let mut arms = String::new();
        for (index, (variant, fields)) in self.variants.iter().enumerate() {
            let bindings: Vec<String> = (0..fields.len()).map(|i| format!("f{i}")).collect();
            let parts: Vec<String> = bindings
                .iter()
                .map(|b| format!("{b} as &dyn {RUNTIME}::Canon"))
                .collect();
            let call = if self.is_enum {
                format!(
                    "{RUNTIME}::variant(out, \"{index}\", &[{}])",
                    parts.join(", ")
                )
            } else {
                format!("{RUNTIME}::fields(out, &[{}])", parts.join(", "))
            };
            let _ = write!(
                arms,
                "{name}{variant} {} => {call}, ",
                members(fields, &bindings)
            );
        }
        let header = self.header("Canon", name);
        format!("{header} {{ fn canon(&self, out: &mut ::std::string::String) {{ match self {{ {arms} }} }} }} ")
    }

    fn reader(&self, name: &str) -> String {
        let mut arms = String::new();
        for (index, (variant, fields)) in self.variants.iter().enumerate() {
            let reads = vec!["reader.next()".to_string(); fields.len()];
            let _ = write!(
                arms,
                "\"{index}\" => {name}{variant} {}, ",
                members(fields, &reads)
            );
        }
        let header = self.header("Decode", name);
        let head = if self.is_enum {
            "reader.word().to_string()"
        } else {
            "\"0\".to_string()"
        };
        format!(
            "{header} {{ fn decode(reader: &mut {RUNTIME}::Reader) -> Self {{ let head = {head}; \
             reader.skip('('); let value = match head.as_str() {{ {arms} _ => panic!(\"variant\") }}; \
             reader.skip(')'); value }} }} "
        )
    }
}

/// A struct pattern or literal over `fields` with the given member texts.
fn members(fields: &Fields, texts: &[String]) -> String {
    match fields {
        Fields::Unit => String::new(),
        Fields::Unnamed(_) => format!("({})", texts.join(", ")),
        Fields::Named(named) => {
            let pairs = named.named.iter().zip(texts);
            let pairs =
                pairs.map(|(field, text)| format!("{}: {text}", field.ident.to_token_stream()));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_have_the_shapes_of_their_parameters() {
        let source =
            "enum E { A, B(u8) } pub fn f(e: E, p: (bool, [i16; 2])) -> u8 { 0 } fn g(x: &u8) {}";
        let case = Case::new("test", source).unwrap();
        let byte = Shape::Int {
            bits: 8,
            signed: false,
        };
        let short = Shape::Int {
            bits: 16,
            signed: true,
        };
        assert_eq!(case.entries.len(), 1);
        assert_eq!(
            case.entries[0].parameters,
            [
                Shape::Enum(vec![vec![], vec![byte]]),
                Shape::Tuple(vec![Shape::Bool, Shape::Array(Box::new(short), 2)]),
            ]
        );
    }

    #[test]
    fn an_entry_that_cannot_be_called_is_an_error() {
        let error = Case::new("test", "pub fn f(x: &u8) {}").unwrap_err();
        assert!(error.contains("entry `f`"), "{error}");
    }
}
