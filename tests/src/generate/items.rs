//! Type definitions, their methods, and constants.

use super::scope::{Scope, Var};
use super::types::{Body, Definition, Fields, Ty};
use super::{Callable, Generator, Hole, Mutator};

impl Generator {
    /// A struct or an enum.
    pub(super) fn definition(&mut self) {
        let parameters = if self.random.chance(15) {
            self.random.between(1, 2)
        } else {
            0
        };
        match self.random.below(9) {
            0..=3 => self.struct_definition(parameters),
            4..=7 => self.enum_definition(parameters),
            _ => self.fieldless_enum(),
        }
    }

    fn field_type(&mut self, parameters: usize) -> Ty {
        if parameters > 0 && self.random.chance(50) {
            return Ty::Param(self.random.below(parameters));
        }
        match self.random.below(8) {
            0 => Ty::array(
                Ty::Int(Ty::common_int(&mut self.random)),
                self.random.between(1, 4),
            ),
            1 => Ty::option(Ty::scalar(&mut self.random)),
            2 => Ty::Tuple(vec![
                Ty::scalar(&mut self.random),
                Ty::scalar(&mut self.random),
            ]),
            3 => self.plain_definition().unwrap_or(Ty::Bool),
            4 | 5 => Ty::Int(Ty::common_int(&mut self.random)),
            _ => Ty::scalar(&mut self.random),
        }
    }

    fn fields(&mut self, parameters: usize, least: usize) -> Fields {
        let named = self.random.chance(60);
        let count = self.random.between(least, 3);
        let mut list = Vec::new();
        for position in 0..count {
            let name = if named {
                ["a", "b", "c"][position].to_string()
            } else {
                position.to_string()
            };
            list.push((name, self.field_type(parameters)));
        }
        Fields { named, list }
    }

    /// Fields that name every parameter, as Rust demands.
    fn with_all_parameters(mut fields: Fields, parameters: usize) -> Fields {
        for index in 0..parameters {
            let name = if fields.named {
                format!("t{index}")
            } else {
                fields.list.len().to_string()
            };
            fields.list.push((name, Ty::Param(index)));
        }
        fields
    }

    fn struct_definition(&mut self, parameters: usize) {
        let name = self.fresh("S");
        let fields = Self::with_all_parameters(self.fields(parameters, 1), parameters);
        let default = fields
            .list
            .iter()
            .all(|(_, ty)| ty.has_default(&self.definitions));
        let body = match fields.named {
            true => format!(" {{ {} }}", self.field_list(&fields)),
            false => format!("({});", self.field_list(&fields)),
        };
        let derives = self.derives(default, fields.list.iter().all(|(_, ty)| ty.has_order()));
        self.item(&format!(
            "{derives}\npub struct {name}{}{body}",
            generics(parameters)
        ));
        self.definitions.push(Definition {
            name,
            parameters,
            body: Body::Struct(fields),
            default,
        });
    }

    fn field_list(&self, fields: &Fields) -> String {
        let list = fields.list.iter().map(|(name, ty)| match fields.named {
            true => format!("{name}: {}", self.type_text(ty)),
            false => self.type_text(ty),
        });
        list.collect::<Vec<_>>().join(", ")
    }

    fn derives(&mut self, default: bool, ordered: bool) -> String {
        let default = if default { ", Default" } else { "" };
        let order = if ordered && self.random.chance(50) {
            ", Eq, Ord"
        } else {
            ""
        };
        format!("#[derive(Clone, Copy, Debug, PartialEq, PartialOrd{default}{order})]")
    }

    fn enum_definition(&mut self, parameters: usize) {
        let name = self.fresh("E");
        let count = self.random.between(2, 4);
        let mut variants = Vec::new();
        for position in 0..count {
            let mut fields = self.fields(parameters, 0);
            if position == count - 1 {
                fields = Self::with_all_parameters(fields, parameters);
            }
            variants.push((["A", "B", "C", "D"][position].to_string(), fields));
        }
        let default = parameters == 0 && variants[0].1.list.is_empty();
        let mut list = String::new();
        for (position, (variant, fields)) in variants.iter().enumerate() {
            let mark = if default && position == 0 {
                "#[default] "
            } else {
                ""
            };
            let fields_text = match (fields.list.is_empty(), fields.named) {
                (true, _) => String::new(),
                (false, true) => format!(" {{ {} }}", self.field_list(fields)),
                (false, false) => format!("({})", self.field_list(fields)),
            };
            list.push_str(&format!("{mark}{variant}{fields_text}, "));
        }
        let derives = self.derives(default, false);
        self.item(&format!(
            "{derives}\npub enum {name}{} {{ {list}}}",
            generics(parameters)
        ));
        self.definitions.push(Definition {
            name,
            parameters,
            body: Body::Enum(variants),
            default,
        });
    }

    /// An enum with discriminants, to be cast.
    fn fieldless_enum(&mut self) {
        let name = self.fresh("E");
        let count = self.random.between(2, 5);
        let mut list = String::new();
        let mut variants = Vec::new();
        let mut value = 0;
        for position in 0..count {
            let variant = ["A", "B", "C", "D", "F"][position].to_string();
            let mark = if position == 0 { "#[default] " } else { "" };
            if self.random.chance(40) {
                value += self.random.between(1, 20);
                list.push_str(&format!("{mark}{variant} = {value}, "));
            } else {
                list.push_str(&format!("{mark}{variant}, "));
            }
            value += 1;
            variants.push((
                variant,
                Fields {
                    named: false,
                    list: Vec::new(),
                },
            ));
        }
        let repr = *self.random.pick(&["", "#[repr(u8)]\n", "#[repr(i16)]\n"]);
        let derives = self.derives(true, true);
        self.item(&format!("{derives}\n{repr}pub enum {name} {{ {list}}}"));
        self.definitions.push(Definition {
            name,
            parameters: 0,
            body: Body::Enum(variants),
            default: true,
        });
    }

    /// `const NAME: T = …;`.
    pub(super) fn constant(&mut self) {
        let ty = if self.random.chance(60) {
            Ty::Int(Ty::common_int(&mut self.random))
        } else {
            self.value_type(1)
        };
        let name = self.fresh("LIMIT");
        let value = self.literal(&ty, true);
        let text = self.type_text(&ty);
        self.item(&format!("const {name}: {text} = {value};"));
        // A constant with a NaN in it is no pattern, but it is only used as one
        // when it is an integer.
        self.constants.push((name, ty));
    }

    /// An inherent impl with methods by `&self`, `&mut self` and `self`.
    pub(super) fn methods(&mut self) {
        let Some(ty) = self.plain_definition() else {
            return;
        };
        let Ty::Named(index, _) = &ty else { return };
        let owner = self.definitions[*index].name.clone();
        let mut text = format!("impl {owner} {{\n");
        let constant = self.fresh("K");
        let constant_type = Ty::Int(Ty::common_int(&mut self.random));
        let value = self.literal(&constant_type, true);
        text.push_str(&format!(
            "    const {constant}: {} = {value};\n",
            self.type_text(&constant_type)
        ));
        for _ in 0..self.random.between(1, 3) {
            let method = self.method(&ty, &constant, &constant_type);
            text.push_str(&method);
        }
        text.push('}');
        self.item(&text);
        self.constants
            .push((format!("{owner}::{constant}"), constant_type));
    }

    fn method(&mut self, owner: &Ty, constant: &str, constant_type: &Ty) -> String {
        let name = self.fresh("m");
        let result = self.value_type(1);
        let parameter = self.value_type(1);
        let receiver = self.random.below(3);
        let mut scope = Scope::default();
        let (text, mutable) = [("(*self)", false), ("(*self)", true), ("self", false)][receiver];
        scope.vars.push(Var {
            text: text.into(),
            ty: owner.clone(),
            mutable,
            root: "self".into(),
        });
        scope.add("arg", &parameter, false);
        scope.result = Some(result.clone());
        self.constants
            .push((format!("Self::{constant}"), constant_type.clone()));
        self.begin(40, 1);
        let body = self.body(&scope, &result, 3);
        let body = body.replace("(*self).", "self.");
        self.constants.pop();
        let (p, r) = (self.type_text(&parameter), self.type_text(&result));
        let weight = self.weight + 1;
        let holes = vec![Hole::known(&parameter)];
        if receiver == 1 {
            self.mutators.push(Mutator {
                template: format!("{{p}}.{name}({{0}})"),
                place: owner.clone(),
                holes,
                two_phase: true,
                result: Some(result),
                weight,
            });
        } else {
            self.callables.push(Callable {
                template: format!("{{0}}.{name}({{1}})"),
                holes: vec![
                    Hole::receiver(owner),
                    Hole {
                        frozen: true,
                        ..holes[0].clone()
                    },
                ],
                result,
                weight,
            });
        }
        let receiver = ["&self", "&mut self", "self"][receiver];
        format!("    fn {name}({receiver}, arg: {p}) -> {r} {{\n{body}\n    }}\n")
    }

    /// A state machine: an enum whose method replaces itself.
    pub(super) fn enum_methods(&mut self) {
        let enums: Vec<usize> = (0..self.definitions.len())
            .filter(|i| {
                self.definitions[*i].parameters == 0
                    && matches!(self.definitions[*i].body, Body::Enum(_))
            })
            .collect();
        if enums.is_empty() {
            return self.methods();
        }
        let index = *self.random.pick(&enums);
        let ty = Ty::Named(index, Vec::new());
        let owner = self.definitions[index].name.clone();
        let (name, input) = (self.fresh("step"), self.value_type(1));
        self.begin(50, 1);
        let mut arms = String::new();
        for (pattern, guarded) in self.arms(&ty, super::patterns::Binding::Value) {
            let mut scope = Scope::default();
            scope.add("input", &input, false);
            pattern.bind(&mut scope);
            let guard = if guarded {
                format!(" if {}", self.expr(&scope.frozen(), &Ty::Bool, 1, true))
            } else {
                String::new()
            };
            arms.push_str(&format!(
                "            {}{guard} => {},\n",
                pattern.text,
                self.expr(&scope, &ty, 2, true)
            ));
        }
        let weight = self.weight + 1;
        self.item(&format!(
            "impl {owner} {{\n    fn {name}(&mut self, input: {}) -> bool {{\n        let before = *self;\n        *self = match *self {{\n{arms}        }};\n        before != *self\n    }}\n}}",
            self.type_text(&input)
        ));
        self.mutators.push(Mutator {
            template: format!("{{p}}.{name}({{0}})"),
            place: ty,
            holes: vec![Hole::known(&input)],
            two_phase: true,
            result: Some(Ty::Bool),
            weight,
        });
    }
}

/// `<T, U>` for a number of parameters.
fn generics(parameters: usize) -> &'static str {
    ["", "<T>", "<T, U>"][parameters]
}
