//! Conditional compilation: which `cfg` predicates hold, and what `cfg_attr` turns into.

use std::collections::BTreeSet;

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, LitStr, Meta, Token};

/// The names (`unix`) and pairs (`feature = "x"`) that hold for a crate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CfgSet {
    set: BTreeSet<(String, Option<String>)>,
}

impl CfgSet {
    pub fn insert(&mut self, name: impl Into<String>, value: Option<&str>) {
        self.set.insert((name.into(), value.map(str::to_string)));
    }

    /// Takes all values of a key out.
    pub fn remove_key(&mut self, name: &str) {
        self.set.retain(|(key, _)| key != name);
    }

    pub fn with(mut self, name: &str, value: Option<&str>) -> CfgSet {
        self.insert(name, value);
        self
    }

    pub fn holds(&self, name: &str, value: Option<&str>) -> bool {
        self.set.contains(&(name.into(), value.map(str::to_string)))
    }

    /// Whether a predicate such as `all(unix, not(feature = "x"))` holds; nothing if it is none.
    pub fn satisfies(&self, predicate: &str) -> Option<bool> {
        let predicate: Predicate = syn::parse_str(predicate).ok()?;
        Some(predicate.holds(self))
    }

    /// The values of a key: `target_pointer_width` has one, `feature` any number.
    pub fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.set
            .iter()
            .filter(move |(key, _)| key == name)
            .filter_map(|(_, value)| value.as_deref())
    }
}

/// A parsed `cfg` predicate.
#[derive(Debug)]
pub enum Predicate {
    All(Vec<Predicate>),
    Any(Vec<Predicate>),
    Not(Box<Predicate>),
    Literal(bool),
    Is(String, Option<String>),
}

impl Predicate {
    pub fn holds(&self, cfg: &CfgSet) -> bool {
        match self {
            Predicate::All(parts) => parts.iter().all(|part| part.holds(cfg)),
            Predicate::Any(parts) => parts.iter().any(|part| part.holds(cfg)),
            Predicate::Not(part) => !part.holds(cfg),
            Predicate::Literal(value) => *value,
            Predicate::Is(name, value) => cfg.holds(name, value.as_deref()),
        }
    }
}

impl Parse for Predicate {
    fn parse(input: ParseStream) -> syn::Result<Predicate> {
        if let Some(literal) = input.parse::<Option<syn::LitBool>>()? {
            return Ok(Predicate::Literal(literal.value));
        }
        let name = input.call(<Ident as syn::ext::IdentExt>::parse_any)?;
        if input.peek(syn::token::Paren) {
            return parse_combination(&name, input);
        }
        if input.parse::<Option<Token![=]>>()?.is_some() {
            let value = input.parse::<LitStr>()?.value();
            return Ok(Predicate::Is(name.to_string(), Some(value)));
        }
        Ok(Predicate::Is(name.to_string(), None))
    }
}

fn parse_combination(name: &Ident, input: ParseStream) -> syn::Result<Predicate> {
    let content;
    syn::parenthesized!(content in input);
    let parts = Punctuated::<Predicate, Token![,]>::parse_terminated(&content)?;
    let mut parts: Vec<Predicate> = parts.into_iter().collect();
    match (name.to_string().as_str(), parts.len()) {
        ("all", _) => Ok(Predicate::All(parts)),
        ("any", _) => Ok(Predicate::Any(parts)),
        ("not", 1) => Ok(Predicate::Not(Box::new(parts.remove(0)))),
        ("not", _) => Err(syn::Error::new(name.span(), "`not` takes one predicate")),
        _ => Err(syn::Error::new(
            name.span(),
            format!("unknown predicate `{name}`"),
        )),
    }
}

/// The argument of `cfg_attr`: a predicate and the attributes it switches on.
struct CfgAttr {
    predicate: Predicate,
    attributes: Vec<Meta>,
}

impl Parse for CfgAttr {
    fn parse(input: ParseStream) -> syn::Result<CfgAttr> {
        let predicate = input.parse()?;
        let mut attributes = Vec::new();
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            attributes.push(parse_meta(input)?);
        }
        Ok(CfgAttr {
            predicate,
            attributes,
        })
    }
}

/// An attribute's content, `unsafe(…)` looked through.
fn parse_meta(input: ParseStream) -> syn::Result<Meta> {
    if input.peek(Token![unsafe]) {
        input.parse::<Token![unsafe]>()?;
        let content;
        syn::parenthesized!(content in input);
        return content.parse();
    }
    input.parse()
}

/// Steps over one attribute's content.
pub fn skip_meta(input: ParseStream) -> syn::Result<()> {
    parse_meta(input).map(drop)
}

/// The attributes after `cfg_attr`, or `None` if a `cfg` among them does not hold.
pub fn resolve(attrs: &[Attribute], cfg: &CfgSet) -> syn::Result<Option<Vec<Attribute>>> {
    let mut kept = Vec::new();
    for attr in attrs {
        if !resolve_one(attr, cfg, &mut kept)? {
            return Ok(None);
        }
    }
    Ok(Some(kept))
}

fn resolve_one(attr: &Attribute, cfg: &CfgSet, kept: &mut Vec<Attribute>) -> syn::Result<bool> {
    if attr.path().is_ident("cfg") {
        return Ok(attr.parse_args::<Predicate>()?.holds(cfg));
    }
    if !attr.path().is_ident("cfg_attr") {
        kept.push(attr.clone());
        return Ok(true);
    }
    let conditional = attr.parse_args::<CfgAttr>()?;
    if !conditional.predicate.holds(cfg) {
        return Ok(true);
    }
    for meta in conditional.attributes {
        let switched_on = Attribute {
            meta,
            ..attr.clone()
        };
        if !resolve_one(&switched_on, cfg, kept)? {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn device() -> CfgSet {
        CfgSet::default()
            .with("debug_assertions", None)
            .with("feature", Some("log"))
            .with("target_arch", Some("arm"))
    }

    #[test]
    fn predicates_hold_as_cargo_says() {
        for (text, expected) in [
            ("debug_assertions", true),
            ("test", false),
            ("feature = \"log\"", true),
            ("feature = \"other\"", false),
            ("not(test)", true),
            ("all(debug_assertions, target_arch = \"arm\")", true),
            ("all(debug_assertions, test)", false),
            ("any(test, target_arch = \"arm\",)", true),
            ("any()", false),
            ("all()", true),
            ("true", true),
            ("not(false)", true),
        ] {
            let predicate: Predicate = syn::parse_str(text).expect(text);
            assert_eq!(predicate.holds(&device()), expected, "{text}");
        }
    }

    #[test]
    fn malformed_predicates_are_refused() {
        for text in ["not()", "not(a, b)", "some(a)", "feature = 1", "", "a b"] {
            assert!(syn::parse_str::<Predicate>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn cfg_attr_may_switch_on_another_cfg() {
        let kept = |text: &str| {
            let item: syn::ItemStruct = syn::parse_str(text).expect(text);
            resolve(&item.attrs, &device())
                .expect(text)
                .map(|attrs| attrs.len())
        };
        assert_eq!(kept("#[cfg_attr(all(), a, b)] struct S;"), Some(2));
        assert_eq!(kept("#[cfg_attr(test, a)] #[b] struct S;"), Some(1));
        assert_eq!(kept("#[cfg_attr(all(), cfg(test))] struct S;"), None);
        assert_eq!(kept("#[cfg(feature = \"log\")] struct S;"), Some(0));
    }
}
