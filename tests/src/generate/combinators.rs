//! Option and Result through their methods, and `?` inside closures.

use super::scope::Scope;
use super::types::{Ty, U8};
use super::Generator;

impl Generator {
    /// An Option by way of a method that no other generator uses.
    pub(super) fn combined_option(&mut self, scope: &Scope, inner: &Ty, depth: usize) -> String {
        let ty = Ty::option(inner.clone());
        let frozen = scope.frozen();
        let value = self.expr(&frozen, &ty, depth, false);
        let other = self.expr(&frozen, &ty, depth, false);
        let flag = self.expr(&frozen, &Ty::Bool, depth, true);
        let text = self.type_text(&ty);
        match self.random.below(12) {
            0 => format!("{value}.zip({other}).map(|(l, r)| if {flag} {{ l }} else {{ r }})"),
            1 => format!("Some({value}).flatten()"),
            2 => format!("{value}.and({other})"),
            3 => format!("{value}.as_ref().or({other}.as_ref()).copied()"),
            4 => format!("({{ let mut slot_ = {value}; if let Some(v_) = slot_.as_mut() {{ if let Some(w_) = {other} {{ *v_ = w_; }} }} slot_ }})"),
            5 => format!("(|| -> {text} {{ let v_ = {value}?; if {flag} {{ return Some(v_); }} let w_ = {other}?; Some(w_) }})()"),
            6 => format!("{value}.is_some_and(|_| {flag}).then_some({other}).flatten()"),
            7 => format!("{value}.ok_or(false).or_else(|e| if e {{ Err(1u8) }} else {{ {other}.ok_or(2u8) }}).ok()"),
            8 => format!("{value}.map_or_else(|| {other}, Some)"),
            9 => format!("{value}.iter().chain({other}.iter()).copied().last()"),
            10 => format!("({{ let mut slot_ = {value}; let old_ = core::mem::take(&mut slot_); slot_.or(old_).xor({other}) }})"),
            _ => format!("(match ({value}, {other}) {{ (Some(v_), None) | (None, Some(v_)) => Some(v_), (Some(v_), Some(_)) if {flag} => Some(v_), _ => None }})"),
        }
    }

    /// A Result by way of its methods.
    pub(super) fn combined_result(
        &mut self,
        scope: &Scope,
        ok: &Ty,
        err: &Ty,
        depth: usize,
    ) -> String {
        let ty = Ty::Result(Box::new(ok.clone()), Box::new(err.clone()));
        let frozen = scope.frozen();
        let value = self.expr(&frozen, &ty, depth, false);
        let other = self.expr(&frozen, &ty, depth, false);
        let flag = self.expr(&frozen, &Ty::Bool, depth, true);
        let text = self.type_text(&ty);
        match self.random.below(8) {
            0 => format!("{value}.and({other})"),
            1 => format!("{value}.or({other})"),
            2 => format!("{value}.and_then(|v_| if {flag} {{ Ok(v_) }} else {{ {other} }})"),
            3 => format!("{value}.or_else(|e_| if {flag} {{ Err(e_) }} else {{ {other} }})"),
            4 => format!("(|| -> {text} {{ let v_ = {value}?; if {flag} {{ {other}?; }} Ok(v_) }})()"),
            5 => format!("Some({value}).transpose().and_then(|v_| v_.map_or({other}, Ok))"),
            6 => format!("({{ let mut slot_ = {value}; if let Ok(v_) = &mut slot_ {{ if let Ok(w_) = {other} {{ *v_ = w_; }} }} slot_ }})"),
            _ => format!("{value}.as_ref().map(|v_| *v_).map_err(|e_| *e_)"),
        }
    }

    /// A function over `&mut [T]`, used on parts of arrays.
    pub(super) fn slice_changer(&mut self) {
        let element = Ty::scalar(&mut self.random);
        let text = self.type_text(&element);
        let name = self.fresh("change");
        self.begin(30, 1);
        let mut scope = Scope::default();
        scope.add_target("slot", &element, true);
        scope.add("value", &element, false);
        scope.add("at", &Ty::Int(super::types::USIZE), false);
        let statement = self.short_statement(&mut scope, 2);
        let weight = 4 * self.weight + 6;
        self.item(&format!(
            "fn {name}(list: &mut [{text}], value: {text}) -> usize {{\n    let mut count = 0;\n    for (at, slot) in list.iter_mut().enumerate() {{\n        \
             if at % 2 == 1 {{ continue; }}\n        {statement}\n        count += 1;\n    }}\n    if let [first, .., last] = list {{ core::mem::swap(first, last); }}\n    count\n}}"
        ));
        let length = self.random.between(2, 4);
        let usize = Ty::Int(super::types::USIZE);
        for template in [
            format!("{name}(&mut {{p}}, {{0}})"),
            format!("{name}(&mut {{p}}[{{1}} % {length}..], {{0}})"),
            format!("{name}(&mut {{p}}[..{{1}} % {length}], {{0}})"),
            format!("{{ let (l_, r_) = {{p}}.split_at_mut({{1}} % {length}); {name}(l_, {{0}}) * 10 + {name}(r_, {{0}}) }}"),
        ] {
            self.mutators.push(super::Mutator {
                template,
                place: Ty::array(element.clone(), length),
                holes: vec![super::Hole::receiver(&element), super::Hole::known(&usize)],
                two_phase: false,
                result: Some(usize.clone()),
                weight,
            });
        }
    }

    /// A unary function of the byte kind, for paths used as values.
    pub(super) fn path_as_value(&mut self) {
        let name = self.fresh("table");
        let byte = Ty::Int(U8);
        self.item(&format!(
            "fn {name}_a(n: u8) -> u8 {{ n.rotate_left(1) }}\nfn {name}_b(n: u8) -> u8 {{ n ^ 0x5a }}\n\
             fn {name}(n: u8, which: bool) -> u8 {{ let f: fn(u8) -> u8 = if which {{ {name}_a }} else {{ {name}_b }}; let table = [f, {name}_b, |k| k.wrapping_add(3)]; table.iter().fold(n, |k, g| g(k)) }}"
        ));
        for (template, result) in [
            (format!("{name}({{0}}, {{1}})"), byte.clone()),
            (
                format!("Some({{0}}).filter(|_| {{1}}).map({name}_a)"),
                Ty::option(byte.clone()),
            ),
            (
                format!("[{{0}}, {{1}} as u8].map({name}_b)"),
                Ty::array(byte.clone(), 2),
            ),
        ] {
            let holes = vec![
                super::Hole::receiver(&byte),
                super::Hole {
                    frozen: true,
                    ..super::Hole::known(&Ty::Bool)
                },
            ];
            self.callables.push(super::Callable {
                template,
                holes,
                result,
                weight: 8,
            });
        }
    }
}
