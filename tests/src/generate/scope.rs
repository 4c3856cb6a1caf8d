//! The variables a generated expression may use.

use super::types::{Body, Definition, Ty};

/// A place of known type: a local, or something reached through one.
#[derive(Clone, Debug)]
pub struct Var {
    /// The expression that names it, such as `x3` or `(*r1)`.
    pub text: String,
    pub ty: Ty,
    pub mutable: bool,
    /// The local that a borrow of this place would lock.
    pub root: String,
}

/// The visible places and the loops around.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub vars: Vec<Var>,
    /// Labels of enclosing loops that a `break` or `continue` may name.
    pub labels: Vec<String>,
    /// The type that `return` takes here, if it may be used.
    pub result: Option<Ty>,
}

impl Scope {
    pub fn add(&mut self, name: &str, ty: &Ty, mutable: bool) {
        self.vars.retain(|var| var.root != name);
        let (text, root) = (name.to_string(), name.to_string());
        self.vars.push(Var {
            text,
            ty: ty.clone(),
            mutable,
            root,
        });
    }

    /// Adds the target of a reference held in the local `name`.
    pub fn add_target(&mut self, name: &str, ty: &Ty, mutable: bool) {
        self.vars.retain(|var| var.root != name);
        let (text, root) = (format!("(*{name})"), name.to_string());
        self.vars.push(Var {
            text,
            ty: ty.clone(),
            mutable,
            root,
        });
    }

    /// This scope while `root` is mutably borrowed.
    pub fn without(&self, root: &str) -> Scope {
        let mut scope = self.clone();
        scope.vars.retain(|var| var.root != root);
        scope
    }

    /// This scope while `root` is borrowed.
    pub fn reading(&self, root: &str) -> Scope {
        let mut scope = self.clone();
        scope
            .vars
            .iter_mut()
            .filter(|var| var.root == root)
            .for_each(|var| var.mutable = false);
        scope
    }

    /// This scope while the value of `expression` lives: what it names may be
    /// borrowed by it, so it is only read.
    pub fn while_borrowed_by(&self, expression: &str) -> Scope {
        let words: Vec<&str> = expression
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .collect();
        let mut scope = self.clone();
        for var in &mut scope.vars {
            var.mutable &= !words.contains(&var.root.as_str());
        }
        scope
    }

    /// This scope inside a closure that only reads.
    pub fn frozen(&self) -> Scope {
        let mut scope = self.inner_function();
        scope.vars.iter_mut().for_each(|var| var.mutable = false);
        scope
    }

    /// This scope inside a closure: `return` and `break` mean something else.
    pub fn inner_function(&self) -> Scope {
        Scope {
            vars: self.vars.clone(),
            labels: Vec::new(),
            result: None,
        }
    }

    /// The places of the scope and the fields in them, two steps deep.
    pub fn places(&self, definitions: &[Definition]) -> Vec<Var> {
        let mut found = self.vars.clone();
        let mut level = self.vars.clone();
        for _ in 0..2 {
            level = level
                .iter()
                .flat_map(|var| parts(var, definitions))
                .collect();
            found.extend(level.iter().cloned());
        }
        found
    }

    pub fn of_type(&self, ty: &Ty, definitions: &[Definition]) -> Vec<Var> {
        let mut places = self.places(definitions);
        places.retain(|var| var.ty == *ty);
        places
    }

    pub fn mutable(&self, definitions: &[Definition], keep: impl Fn(&Ty) -> bool) -> Vec<Var> {
        let mut places = self.places(definitions);
        places.retain(|var| var.mutable && keep(&var.ty));
        places
    }
}

fn parts(var: &Var, definitions: &[Definition]) -> Vec<Var> {
    let part = |suffix: String, ty: Ty| Var {
        text: format!("{}{suffix}", var.text),
        ty,
        ..var.clone()
    };
    match &var.ty {
        Ty::Tuple(list) => list
            .iter()
            .enumerate()
            .map(|(i, ty)| part(format!(".{i}"), ty.clone()))
            .collect(),
        Ty::Array(element, length) => {
            let last = length - 1;
            vec![part(format!("[{last}]"), (**element).clone())]
        }
        Ty::Named(index, arguments) => match &definitions[*index].body {
            Body::Struct(fields) => fields
                .of(arguments)
                .into_iter()
                .map(|(name, ty)| part(format!(".{name}"), ty))
                .collect(),
            Body::Enum(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}
