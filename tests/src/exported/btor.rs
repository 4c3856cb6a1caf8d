//! A reader of BTOR2 that executes what it reads, after the description of the format.

use std::collections::HashMap;

use super::Violations;

/// A node: its width, the operator and the arguments as they stand in the line.
struct Node<'a> {
    width: u32,
    operator: &'a str,
    arguments: Vec<u64>,
}

/// Executes the text on inputs in the order of their lines.
pub fn execute(text: &str, run: &[Vec<u128>]) -> Violations {
    let model = Model::read(text);
    let mut state = model.start();
    let mut violations = Vec::new();
    for words in run {
        let inputs = model.inputs.iter().copied().zip(words.iter().copied());
        let mut values: HashMap<u64, u128> = state.clone().into_iter().chain(inputs).collect();
        for number in &model.order {
            if !values.contains_key(number) {
                values.insert(*number, model.value(*number, &values));
            }
        }
        violations.push(model.bad.iter().map(|bad| values[bad] == 1).collect());
        state = model
            .next
            .iter()
            .map(|(var, next)| (*var, values[next]))
            .collect();
    }
    violations
}

struct Model<'a> {
    nodes: HashMap<u64, Node<'a>>,
    order: Vec<u64>,
    inputs: Vec<u64>,
    init: Vec<(u64, u64)>,
    next: Vec<(u64, u64)>,
    bad: Vec<u64>,
}

fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

impl<'a> Model<'a> {
    fn read(text: &'a str) -> Model<'a> {
        let mut model = Model {
            nodes: HashMap::new(),
            order: Vec::new(),
            inputs: Vec::new(),
            init: Vec::new(),
            next: Vec::new(),
            bad: Vec::new(),
        };
        let mut widths: HashMap<u64, u32> = HashMap::new();
        for line in text.lines().filter(|line| !line.starts_with(';')) {
            let words: Vec<&str> = line.split(' ').collect();
            let number = |at: usize| {
                words[at]
                    .parse::<u64>()
                    .unwrap_or_else(|_| panic!("{line}"))
            };
            let own = number(0);
            match words[1] {
                "sort" => drop(widths.insert(own, number(3) as u32)),
                "init" => model.init.push((number(3), number(4))),
                "next" => model.next.push((number(3), number(4))),
                "bad" => model.bad.push(number(2)),
                operator => {
                    let symbolic = matches!(operator, "input" | "state" | "constd");
                    let last = if symbolic { 3 } else { words.len() };
                    let node = Node {
                        width: widths[&number(2)],
                        operator,
                        arguments: (3..last).map(number).collect(),
                    };
                    if operator == "input" {
                        model.inputs.push(own);
                    }
                    model.order.push(own);
                    model.nodes.insert(own, node);
                    if operator == "constd" {
                        let value: u128 = words[3].parse().expect("a number");
                        let halves = vec![(value >> 64) as u64, value as u64];
                        model.nodes.get_mut(&own).expect("just made").arguments = halves;
                    }
                }
            }
        }
        model
    }

    fn start(&self) -> HashMap<u64, u128> {
        let nothing = HashMap::new();
        let start = self
            .init
            .iter()
            .map(|(var, init)| (*var, self.value(*init, &nothing)));
        start.collect()
    }

    fn value(&self, number: u64, values: &HashMap<u64, u128>) -> u128 {
        let node = &self.nodes[&number];
        let all = mask(node.width);
        let arguments = &node.arguments;
        if node.operator == "constd" {
            return u128::from(arguments[0]) << 64 | u128::from(arguments[1]);
        }
        let of = |at: usize| values[&arguments[at]];
        let width_of = |at: usize| self.nodes[&arguments[at]].width;
        let signed = |at: usize| (of(at) << (128 - width_of(at))) as i128 >> (128 - width_of(at));
        let amount = |at: usize| u32::try_from(of(at)).unwrap_or(u32::MAX);
        let result = match node.operator {
            "not" => !of(0),
            "neg" => of(0).wrapping_neg(),
            "and" => of(0) & of(1),
            "xor" => of(0) ^ of(1),
            "add" => of(0).wrapping_add(of(1)),
            "mul" => of(0).wrapping_mul(of(1)),
            "udiv" => of(0).checked_div(of(1)).unwrap_or(u128::MAX),
            "urem" => of(0).checked_rem(of(1)).unwrap_or(of(0)),
            "sll" if amount(1) >= node.width => 0,
            "sll" => of(0) << amount(1),
            "srl" if amount(1) >= node.width => 0,
            "srl" => of(0) >> amount(1),
            "sra" => (signed(0) >> amount(1).min(127)) as u128,
            "eq" => u128::from(of(0) == of(1)),
            "ult" => u128::from(of(0) < of(1)),
            "slt" => u128::from(signed(0) < signed(1)),
            "umulo" => {
                let product = of(0).checked_mul(of(1));
                u128::from(product.is_none_or(|it| it > mask(width_of(0))))
            }
            "smulo" => {
                let product = signed(0).checked_mul(signed(1));
                let free = 128 - width_of(0);
                u128::from(product.is_none_or(|it| it << free >> free != it))
            }
            "ite" if of(0) == 1 => of(1),
            "ite" => of(2),
            "slice" => of(0) >> arguments[2] as u32,
            "concat" => of(0) << width_of(1) | of(1),
            "sext" => signed(0) as u128,
            other => panic!("unknown operator {other}"),
        };
        result & all
    }
}
