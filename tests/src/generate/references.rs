//! References to places: borrowed fields and elements, reborrows, references
//! returned from functions and held in structs, slices.

use super::scope::Scope;
use super::types::{Ty, USIZE};
use super::{Callable, Generator, Hole, Mutator};

impl Generator {
    /// `*&value`, `*r` of a block-local reference, `mem::replace`.
    pub(super) fn through_reference(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> String {
        let value = self.expr(scope, ty, depth, false);
        let name = self.fresh("r");
        match self.random.below(4) {
            0 => format!("(*&{value})"),
            1 => format!("({{ let {name} = &{{ {value} }}; *{name} }})"),
            2 => format!("(&{value}).clone()"),
            _ => format!("({{ let {name} = &&{{ {value} }}; **{name} }})"),
        }
    }

    /// `mem::replace(&mut place, …)`.
    pub(super) fn replaced(&mut self, scope: &Scope, ty: &Ty, depth: usize) -> Option<String> {
        let places = scope.mutable(&self.definitions, |place| place == ty);
        if places.is_empty() {
            return None;
        }
        let place = self.random.pick(&places).clone();
        let value = self.expr(&scope.without(&place.root).frozen(), ty, depth, true);
        Some(format!("core::mem::replace(&mut {}, {value})", place.text))
    }

    /// A block in which a place is changed through a reference.
    pub(super) fn borrow_block(&mut self, scope: &mut Scope, depth: usize) -> String {
        let places = scope.mutable(&self.definitions, |_| true);
        if places.is_empty() {
            return self.short_statement(scope, depth);
        }
        let place = self.random.pick(&places).clone();
        let (name, again) = (self.fresh("r"), self.fresh("r"));
        let mut inner = scope.without(&place.root);
        let head = match (&place.ty, self.random.below(4)) {
            (Ty::Array(element, length), 0 | 1) => {
                let index = self.index(&scope.frozen(), *length, depth);
                inner.add_target(&name, element, true);
                format!("let {name} = &mut {}[{index}];", place.text)
            }
            (ty, 2) => {
                inner.add_target(&again, ty, true);
                format!(
                    "let {name} = &mut {}; let {again} = &mut *{name};",
                    place.text
                )
            }
            (ty, 3) => {
                let other = self.expr(&scope.without(&place.root).frozen(), ty, depth, true);
                let choice = self.expr(&scope.frozen(), &Ty::Bool, depth, true);
                inner.add_target(&name, ty, true);
                let text = self.type_text(ty);
                format!(
                    "let mut {again}: {text} = {other}; let {name} = if {choice} {{ &mut {} }} else {{ &mut {again} }};",
                    place.text
                )
            }
            (ty, _) => {
                inner.add_target(&name, ty, true);
                format!("let {name} = &mut {};", place.text)
            }
        };
        format!("{{ {head} {} }}", self.block(&inner, depth))
    }

    /// Functions that take and return references.
    pub(super) fn reference_functions(&mut self) {
        let ty = self.value_type(1);
        let text = self.type_text(&ty);
        let name = self.fresh("choose");
        self.begin(20, 1);
        let mut scope = Scope::default();
        scope.add_target("a", &ty, false);
        scope.add_target("b", &ty, false);
        scope.add("c", &Ty::Bool, false);
        let condition = self.expr(&scope, &Ty::Bool, 2, true);
        let weight = self.weight;
        self.item(&format!(
            "fn {name}<'a>(a: &'a mut {text}, b: &'a mut {text}, c: bool) -> &'a mut {text} {{ if {condition} {{ a }} else {{ b }} }}"
        ));
        self.mutators.push(Mutator {
            template: format!("{{ let mut other_ = {{0}}; *{name}(&mut {{p}}, &mut other_, {{1}}) = {{2}}; other_ }}"),
            place: ty.clone(),
            holes: vec![Hole::receiver(&ty), Hole::known(&Ty::Bool), Hole::known(&ty)],
            two_phase: false,
            result: Some(ty.clone()),
            weight,
        });
        self.element_function(&ty);
    }

    /// `fn element(list: &mut [T; 3], at: usize) -> &mut T` and its shared twin.
    fn element_function(&mut self, ty: &Ty) {
        let text = self.type_text(ty);
        let name = self.fresh("element");
        self.item(&format!(
            "fn {name}(list: &mut [{text}; 3], at: usize) -> &mut {text} {{ &mut list[at % 3] }}"
        ));
        self.item(&format!(
            "fn {name}_of(list: &[{text}], at: usize) -> Option<&{text}> {{ list.get(at) }}"
        ));
        let array = Ty::array(ty.clone(), 3);
        self.mutators.push(Mutator {
            template: format!("*{name}(&mut {{p}}, {{0}}) = {{1}}"),
            place: array.clone(),
            holes: vec![Hole::known(&Ty::Int(USIZE)), Hole::known(ty)],
            two_phase: false,
            result: None,
            weight: 2,
        });
        self.callables.push(Callable {
            template: format!("{name}_of(&{{0}}, {{1}}).copied()"),
            holes: vec![Hole::receiver(&array), Hole::known(&Ty::Int(USIZE))],
            result: Ty::option(ty.clone()),
            weight: 2,
        });
    }

    /// A struct that holds a mutable reference and works through it.
    pub(super) fn holder_of_reference(&mut self) {
        let ty = self.value_type(1);
        let text = self.type_text(&ty);
        let name = self.fresh("Holder");
        self.begin(20, 1);
        let mut scope = Scope::default();
        scope.add("value", &ty, false);
        let mut through = scope.clone();
        through.vars.push(super::scope::Var {
            text: "(*self.target)".into(),
            ty: ty.clone(),
            mutable: true,
            root: "self".into(),
        });
        through.add("bump", &Ty::Bool, false);
        let statement = self.short_statement(&mut through, 2);
        let weight = self.weight + 2;
        self.item(&format!(
            "struct {name}<'a> {{ target: &'a mut {text}, count: u32 }}\n\
             impl<'a> {name}<'a> {{\n    \
                 fn new(target: &'a mut {text}) -> Self {{ {name} {{ target, count: 0 }} }}\n    \
                 fn put(&mut self, value: {text}, bump: bool) -> &mut Self {{ {statement} if bump {{ self.count += 1; *self.target = value; }} self }}\n    \
                 fn get(&self) -> &{text} {{ self.target }}\n    \
                 fn finish(self) -> u32 {{ self.count }}\n}}"
        ));
        self.mutators.push(Mutator {
            template: format!("{{ let mut h_ = {name}::new(&mut {{p}}); h_.put({{0}}, {{1}}).put({{2}}, true); let last_ = *h_.get(); (h_.finish(), last_) }}"),
            place: ty.clone(),
            holes: vec![Hole::known(&ty), Hole::known(&Ty::Bool), Hole::known(&ty)],
            two_phase: false,
            result: Some(Ty::Tuple(vec![Ty::Int(super::types::U32), ty])),
            weight,
        });
    }

    /// Functions over slices, with slice patterns and sub-slices.
    pub(super) fn slice_functions(&mut self) {
        let element = Ty::scalar(&mut self.random);
        let text = self.type_text(&element);
        let name = self.fresh("over");
        self.begin(30, 1);
        let mut one = Scope::default();
        one.add_target("only", &element, false);
        let single = self.expr(&one, &element, 2, true);
        let mut two = Scope::default();
        two.add_target("first", &element, false);
        two.add_target("last", &element, false);
        two.add("size", &Ty::Int(USIZE), false);
        let several = self.expr(&two, &element, 2, true);
        let empty = self.literal(&element, true);
        let weight = self.weight + 8;
        self.item(&format!(
            "fn {name}(list: &[{text}]) -> {text} {{\n    match list {{\n        [] => {empty},\n        [only] => {single},\n        \
             [first, middle @ .., last] => {{ let size = middle.len(); if size > 1 {{ {name}(middle) }} else {{ {several} }} }}\n    }}\n}}"
        ));
        let length = self.random.between(2, 5);
        let array = Ty::array(element.clone(), length);
        let usize = Hole::known(&Ty::Int(USIZE));
        for template in [
            format!("{name}(&{{0}})"),
            format!("{name}(&{{0}}[..{{1}} % {length}])"),
            format!("{name}(&{{0}}[{{1}}..])"),
        ] {
            let holes = if template.contains("{1}") {
                vec![Hole::receiver(&array), usize.clone()]
            } else {
                vec![Hole::receiver(&array)]
            };
            self.callables.push(Callable {
                template,
                holes,
                result: element.clone(),
                weight,
            });
        }
    }

    /// A change through a sub-slice.
    pub(super) fn slice_statement(&mut self, scope: &mut Scope, depth: usize) -> String {
        let places = scope.mutable(&self.definitions, |ty| matches!(ty, Ty::Array(..)));
        let Some(place) = places.last().cloned() else {
            return self.short_statement(scope, depth);
        };
        let Ty::Array(element, length) = &place.ty else {
            unreachable!("filtered above")
        };
        let around = scope.without(&place.root).frozen();
        let value = self.expr(&around, element, depth, true);
        let middle = self.index(&around, *length, depth);
        let name = self.fresh("s");
        let text = &place.text;
        match self.random.below(8) {
            0 => format!("{text}[{middle}..].fill({value});"),
            1 => format!("{text}[..{middle}].reverse();"),
            2 => format!("{{ let {name} = &mut {text}[..]; {name}[{middle}] = {value}; }}"),
            3 => format!("if let Some({name}) = {text}.get_mut({middle}) {{ *{name} = {value}; }}"),
            4 => format!("if let Some({name}) = {text}.last_mut() {{ *{name} = {value}; }}"),
            5 => format!("{text}.swap({middle}, {});", self.random.below(*length)),
            6 => format!("if let [{name}, ..] = &mut {text}[..] {{ *{name} = {value}; }}"),
            _ => format!("{text}.rotate_left({middle});"),
        }
    }
}
