//! Loops, all bounded by what they count.

use super::scope::Scope;
use super::types::{Ty, U8, USIZE};
use super::Generator;

impl Generator {
    pub(super) fn loop_statement(&mut self, scope: &Scope, depth: usize) -> String {
        if self.multiplier > 30 {
            return self.short_statement(&mut scope.clone(), depth);
        }
        match self.random.below(9) {
            0 | 1 => self.range_loop(scope, depth),
            2 | 3 => self.array_loop(scope, depth),
            4 => self.counted_while(scope, depth),
            5 => self.counted_loop(scope, depth),
            6 => self.while_let(scope, depth),
            7 => self.iterator_loop(scope, depth),
            _ => self.slice_loop(scope, depth),
        }
    }

    /// A label for a loop, or none; and the scope of its body.
    fn labelled(&mut self, scope: &Scope) -> (String, Scope) {
        let mut inner = scope.clone();
        // An unlabelled jump would mean this loop: `break` with no label.
        inner.labels.retain(|label| !label.is_empty());
        if self.random.chance(35) {
            let label = self.fresh("'l");
            inner.labels.push(label.clone());
            return (format!("{label}: "), inner);
        }
        inner.labels.push(String::new());
        (String::new(), inner)
    }

    fn range_loop(&mut self, scope: &Scope, depth: usize) -> String {
        let (label, mut inner) = self.labelled(scope);
        let int = Ty::common_int(&mut self.random);
        let name = self.fresh("i");
        inner.add(&name, &Ty::Int(int), false);
        let bound = self.expr(scope, &Ty::Int(int), depth, false);
        let ty = int.name;
        let range = match self.random.below(7) {
            0 => format!("0..{}{ty}", self.random.below(6)),
            1 => format!("1{ty}..={}", self.random.below(6)),
            2 => format!("0..{bound} % 6"),
            3 => format!("(0..{bound} % 6).rev()"),
            4 => format!("(0..{bound} % 6).step_by({})", self.random.between(1, 3)),
            5 => format!("(2..=({bound} & 3)).rev()"),
            _ => format!("(({bound} & 7).min(3)..6).skip(1)"),
        };
        let body = self.multiplied(6, |g| g.block(&inner, depth));
        format!("{label}for {name} in {range} {body}")
    }

    /// Over an array: by value, by reference, by mutable reference.
    fn array_loop(&mut self, scope: &Scope, depth: usize) -> String {
        let (label, inner) = self.labelled(scope);
        let mutable = scope.mutable(&self.definitions, |ty| matches!(ty, Ty::Array(..)));
        let name = self.fresh("e");
        if let (true, Some(place)) = (self.random.chance(50), mutable.first().cloned()) {
            let Ty::Array(element, length) = &place.ty else {
                unreachable!("filtered above")
            };
            let mut inner = inner.without(&place.root);
            inner.add_target(&name, element, true);
            let form = match self.random.below(3) {
                0 => format!("for {name} in &mut {}", place.text),
                1 => format!("for {name} in {}.iter_mut()", place.text),
                _ => {
                    let index = self.fresh("i");
                    inner.add(&index, &Ty::Int(USIZE), false);
                    format!(
                        "for ({index}, {name}) in {}.iter_mut().enumerate()",
                        place.text
                    )
                }
            };
            let body = self.multiplied(*length, |g| g.block(&inner, depth));
            return format!("{label}{form} {body}");
        }
        let (element, length) = (self.value_type(1), self.random.between(1, 4));
        let array = self.expr(
            &scope.frozen(),
            &Ty::array(element.clone(), length),
            depth,
            false,
        );
        self.array_value_loop(
            &label,
            inner.while_borrowed_by(&array),
            &element,
            length,
            &array,
            depth,
        )
    }

    fn array_value_loop(
        &mut self,
        label: &str,
        mut inner: Scope,
        element: &Ty,
        length: usize,
        array: &str,
        depth: usize,
    ) -> String {
        let name = self.fresh("e");
        let form = match self.random.below(6) {
            0 => {
                inner.add(&name, element, false);
                format!("for {name} in {array}")
            }
            1 => {
                inner.add_target(&name, element, false);
                format!("for {name} in &{array}")
            }
            2 => {
                inner.add(&name, element, false);
                format!("for &{name} in {array}.iter()")
            }
            3 => {
                let index = self.fresh("i");
                inner.add(&index, &Ty::Int(USIZE), false);
                inner.add_target(&name, element, false);
                format!("for ({index}, {name}) in {array}.iter().enumerate()")
            }
            4 => {
                inner.add(&name, element, true);
                format!("for mut {name} in {array}.into_iter().rev()")
            }
            _ => {
                inner.add_target(&name, element, false);
                format!("for {name} in {array}.iter().rev()")
            }
        };
        let body = self.multiplied(length, |g| g.block(&inner, depth));
        format!("{label}{form} {body}")
    }

    /// Over an adaptor chain.
    fn iterator_loop(&mut self, scope: &Scope, depth: usize) -> String {
        let (label, inner) = self.labelled(scope);
        let (chain, item) = self.iterator_of_values(&scope.frozen(), depth);
        let mut inner = inner.while_borrowed_by(&chain);
        let name = self.fresh("e");
        inner.add(&name, &item, false);
        let body = self.multiplied(6, |g| g.block(&inner, depth));
        format!("{label}for {name} in {chain} {body}")
    }

    /// Over windows or chunks of a slice.
    fn slice_loop(&mut self, scope: &Scope, depth: usize) -> String {
        let (label, inner) = self.labelled(scope);
        let element = Ty::scalar(&mut self.random);
        let array = self.expr(
            &scope.frozen(),
            &Ty::array(element.clone(), 4),
            depth,
            false,
        );
        let mut inner = inner.while_borrowed_by(&array);
        let name = self.fresh("w");
        let value = self.fresh("v");
        inner.add(&value, &element, false);
        let size = self.random.between(1, 3);
        let method = self.random.pick(&["windows", "chunks", "chunks_exact"]);
        let body = self.multiplied(4, |g| g.block(&inner, depth));
        format!("{label}for {name} in {array}.{method}({size}) {{ let {value} = {name}[{name}.len() - 1]; {body} }}")
    }

    fn counted_while(&mut self, scope: &Scope, depth: usize) -> String {
        let (label, inner) = self.labelled(scope);
        let name = self.fresh("n");
        let condition = self.expr(scope, &Ty::Bool, depth, true);
        let mut inner = inner;
        inner.add(&name, &Ty::Int(U8), false);
        let body = self.multiplied(5, |g| g.block(&inner, depth));
        let bound = self.random.between(1, 5);
        format!("let mut {name} = 0u8;\n    {label}while {name} < {bound} && ({condition} || {name} < 2) {{ {name} += 1; {body} }}")
    }

    fn counted_loop(&mut self, scope: &Scope, depth: usize) -> String {
        let (label, inner) = self.labelled(scope);
        let name = self.fresh("n");
        let mut inner = inner;
        inner.add(&name, &Ty::Int(U8), false);
        let body = self.multiplied(4, |g| g.block(&inner, depth));
        let bound = self.random.between(1, 4);
        format!("let mut {name} = 0u8;\n    {label}loop {{ {name} += 1; if {name} > {bound} {{ break; }} {body} }}")
    }

    fn while_let(&mut self, scope: &Scope, depth: usize) -> String {
        let (label, inner) = self.labelled(scope);
        let (name, value) = (self.fresh("n"), self.fresh("v"));
        let mut inner = inner;
        inner.add(&value, &Ty::Int(U8), false);
        let start = self.expr(scope, &Ty::Int(U8), depth, false);
        let body = self.multiplied(4, |g| g.block(&inner, depth));
        match self.random.below(2) {
            0 => format!("let mut {name} = Some({start} % 4);\n    {label}while let Some({value}) = {name} {{ {name} = {value}.checked_sub(1); {body} }}"),
            _ => format!("let mut {name} = (0..{start} % 4).into_iter();\n    {label}while let Some({value}) = {name}.next() {body}"),
        }
    }

    /// `loop { …; break value; }` as a value.
    pub(super) fn loop_value(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> String {
        if self.multiplier > 30 {
            return self.leaf(scope, ty, true);
        }
        let name = self.fresh("n");
        let mut inner = scope.clone();
        inner.labels.clear();
        inner.result = None;
        inner.add(&name, &Ty::Int(U8), false);
        let label = self.fresh("'l");
        let (condition, first, last) = self.looped_parts(&inner, ty, depth);
        let bound = self.random.between(1, 4);
        match self.random.below(3) {
            0 => format!("({{ let mut {name} = 0u8; loop {{ {name} += 1; if {condition} {{ break {first}; }} if {name} > {bound} {{ break {last}; }} }} }})"),
            1 => format!("({{ let mut {name} = 0u8; {label}: loop {{ loop {{ {name} += 1; if {name} > {bound} {{ break {label} {last}; }} if {condition} {{ continue {label}; }} }} }} }})"),
            _ => format!("({label}: {{ let {name} = {bound}u8; if {condition} {{ break {label} {first}; }} {last} }})"),
        }
    }

    fn looped_parts(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> (String, String, String) {
        let before = self.multiplier;
        self.multiplier *= 4;
        let condition = self.expr(scope, &Ty::Bool, depth, true);
        let first = self.expr(scope, ty, depth, false);
        let last = self.expr(scope, ty, depth, false);
        self.multiplier = before;
        (condition, first, last)
    }
}
