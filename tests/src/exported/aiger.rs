//! A reader of binary AIGER that executes what it reads, after the description of the format.

use super::Violations;

/// The file: gates in the order of their numbers.
struct Circuit {
    inputs: usize,
    /// The next value and the first one.
    latches: Vec<(u32, bool)>,
    bad: Vec<u32>,
    gates: Vec<(u32, u32)>,
}

/// Executes the file on words that are as wide as told, lowest bit first.
pub fn execute(file: &[u8], widths: &[u32], run: &[Vec<u128>]) -> Violations {
    let circuit = Circuit::read(file);
    let mut latches: Vec<bool> = circuit.latches.iter().map(|(_, first)| *first).collect();
    let mut violations = Vec::new();
    for words in run {
        let bits = words.iter().zip(widths);
        let bits = bits.flat_map(|(word, width)| (0..*width).map(move |bit| word >> bit & 1 == 1));
        let mut values = vec![false];
        values.extend(bits);
        assert_eq!(values.len(), circuit.inputs + 1);
        values.extend(&latches);
        let of = |values: &[bool], lit: u32| values[lit as usize >> 1] != (lit & 1 == 1);
        for &(a, b) in &circuit.gates {
            values.push(of(&values, a) && of(&values, b));
        }
        violations.push(circuit.bad.iter().map(|bad| of(&values, *bad)).collect());
        latches = circuit
            .latches
            .iter()
            .map(|(next, _)| of(&values, *next))
            .collect();
    }
    violations
}

impl Circuit {
    fn read(file: &[u8]) -> Circuit {
        let mut rest = file;
        let mut line = || {
            let end = rest.iter().position(|byte| *byte == b'\n').expect("a line");
            let (line, more) = rest.split_at(end);
            rest = &more[1..];
            String::from_utf8(line.to_vec()).expect("text")
        };
        let header = line();
        let words: Vec<&str> = header.split(' ').collect();
        assert_eq!(words[0], "aig");
        let counts: Vec<usize> = words[1..]
            .iter()
            .map(|it| it.parse().expect("a count"))
            .collect();
        let [all, inputs, latches, 0, gates, bad] = counts[..] else {
            panic!("{header}");
        };
        assert_eq!(all, inputs + latches + gates);
        let latch = |text: String| {
            let (next, first) = text.split_once(' ').expect("a latch");
            (next.parse().expect("a number"), first == "1")
        };
        let latches = (0..latches).map(|_| latch(line())).collect::<Vec<_>>();
        let bad = (0..bad)
            .map(|_| line().parse().expect("a number"))
            .collect();
        let mut number = || {
            let (mut number, mut shift) = (0u32, 0);
            loop {
                let byte = rest[0];
                rest = &rest[1..];
                number |= u32::from(byte & 0x7f) << shift;
                shift += 7;
                if byte & 0x80 == 0 {
                    return number;
                }
            }
        };
        let first = (inputs + latches.len() + 1) as u32;
        let gates = (0..gates as u32).map(|at| {
            let greater = 2 * (first + at) - number();
            (greater, greater - number())
        });
        Circuit {
            inputs,
            gates: gates.collect(),
            latches,
            bad,
        }
    }
}
