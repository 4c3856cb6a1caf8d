//! `macro_rules`: expression, repetition, hygiene, items from a macro.

use super::types::{Ty, USIZE};
use super::{Callable, Generator, Hole};

impl Generator {
    pub(super) fn macro_rules(&mut self) {
        let name = self.fresh("mac");
        let ty = Ty::Int(Ty::common_int(&mut self.random));
        let text = self.type_text(&ty);
        let operator = *self.random.pick(&["^", "|", "&"]);
        let getter = self.fresh("made");
        self.item(&format!(
            "macro_rules! {name} {{\n    \
             (largest $first:expr $(, $rest:expr)*) => {{ {{ let mut x = $first; $( let y = $rest; if y > x {{ x = y; }} )* x }} }};\n    \
             (count) => {{ 0usize }};\n    \
             (count $head:tt $($tail:tt)*) => {{ 1usize + {name}!(count $($tail)*) }};\n    \
             (fun $f:ident : $t:ty = $e:expr) => {{ fn $f(x: $t) -> $t {{ let y = x; y {operator} $e }} }};\n    \
             (pick $($p:pat => $v:expr),+ ; $s:expr) => {{ match $s {{ $($p => $v,)+ _ => $s }} }};\n    \
             ($a:expr) => {{ {{ let x = $a; x.wrapping_add(1) }} }};\n    \
             ($a:expr, $b:expr) => {{ $a {operator} $b }};\n}}\n\
             {name}!(fun {getter}: {text} = 3);"
        ));
        let int = Hole::receiver(&ty);
        let known = Hole::known(&ty);
        let holes = vec![int, known];
        let low = self.random.below(9);
        for (template, result) in [
            (format!("{name}!({{0}})"), ty.clone()),
            (format!("{name}!({{0}}, {{1}})"), ty.clone()),
            (
                format!(
                    "({{ let x_ = {{0}}; let y_ = {name}!(x_); {name}!(largest x_, y_, {{1}}) }})"
                ),
                ty.clone(),
            ),
            (
                format!("{name}!(largest {{0}}, {{1}}, {low}, {name}!({{0}}))"),
                ty.clone(),
            ),
            (
                format!("{name}!(count a (b c) {{ d }} {low})"),
                Ty::Int(USIZE),
            ),
            (format!("{getter}({{1}})"), ty.clone()),
            (
                format!("{name}!(pick 0..={low} => {{1}}, 10 | 20 => 7; {{0}})"),
                ty,
            ),
        ] {
            // Only the second alternative mixes operands with operators.
            let template = if template.starts_with(&format!("{name}!({{0}}, ")) {
                format!("({template})")
            } else {
                template
            };
            let mut holes = holes.clone();
            holes[1].frozen = true;
            holes[0].frozen = true;
            self.callables.push(Callable {
                template,
                holes,
                result,
                weight: 4,
            });
        }
    }
}
