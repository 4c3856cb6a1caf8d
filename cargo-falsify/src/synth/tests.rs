//! The search against brute force and against the operators of `bv`.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use super::bank::Bank;
use super::budget::Meter;
use super::op::{apply, Lanes, BINARY};
use super::plan::Plan;
use super::word::Word;
use super::*;

const BYTE: Sort = Sort::Bits(8);
const LONG: Sort = Sort::Bits(64);

fn budget() -> Budget {
    Budget {
        time: Duration::from_secs(60),
        memory: 512 << 20,
        ..Budget::default()
    }
}

/// Values where operators change their behaviour, and some between.
fn telling(width: u32) -> Vec<u128> {
    let all = <u128 as Word>::mask(width);
    let half = 1 << (width - 1);
    let mut values = vec![
        0,
        1,
        2,
        3,
        5,
        half,
        half - 1,
        half + 1,
        all,
        all - 1,
        all / 3,
        u128::from(width),
    ];
    values.extend(
        (0..12u32).map(|at| 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128.rotate_left(at * 11)),
    );
    values.iter_mut().for_each(|it| *it &= all);
    values.sort_unstable();
    values.dedup();
    values
}

fn check_on_words<W: Word>(op: Op, sorts: &[Sort], values: [u128; 3]) {
    let operands: Vec<Term> = sorts
        .iter()
        .zip(values)
        .map(|(sort, it)| Term::Constant(*sort, it))
        .collect();
    let wanted = Term::Apply(op, operands)
        .evaluate(&[], &[])
        .expect("a closed term");
    let widths = [sorts[0].width(), sorts.get(1).map_or(1, |it| it.width())];
    let words = values.map(W::of);
    for shapes in 0..8 {
        let each = words.map(|it| [it; 2]);
        let lanes = std::array::from_fn(|at| match shapes >> at & 1 {
            0 => Lanes::All(words[at]),
            _ => Lanes::Each(&each[at]),
        });
        let mut to = [W::ZERO; 2];
        apply(op, widths, &mut to, lanes);
        assert_eq!(to.map(W::bits), [wanted; 2], "{op:?} {sorts:?} {values:x?}");
    }
}

fn check_operator(op: Op, sorts: &[Sort], values: [u128; 3]) {
    let Some(result) = op.result(sorts) else {
        return;
    };
    if sorts.iter().all(|it| it.width() <= 64) && result.width() <= 64 {
        check_on_words::<u64>(op, sorts, values);
    }
    check_on_words::<u128>(op, sorts, values);
}

#[test]
fn operators_mean_what_the_table_says() {
    for width in [1, 2, 3, 7, 8, 16, 31, 33, 63, 64, 65, 127, 128] {
        let sort = Sort::Bits(width);
        let values = telling(width.into());
        for (a, b) in values
            .iter()
            .flat_map(|a| values.iter().map(move |b| (*a, *b)))
        {
            BINARY
                .iter()
                .for_each(|op| check_operator(*op, &[sort, sort], [a, b, 0]));
            check_operator(Op::Concat, &[sort, Sort::Bits(3)], [a, b & 7, 0]);
            check_operator(Op::Ite, &[Sort::Bool, sort, sort], [a & 1, a, b]);
        }
        for a in values {
            let unary = [
                Op::Not,
                Op::Neg,
                Op::ZeroExtend(5),
                Op::SignExtend(5),
                Op::SignExtend(0),
            ];
            unary
                .iter()
                .for_each(|op| check_operator(*op, &[sort], [a, 0, 0]));
            let cuts = [
                (width - 1, 0),
                (width - 1, width / 2),
                (width / 2, width / 2),
            ];
            cuts.iter().for_each(|(high, low)| {
                check_operator(
                    Op::Extract {
                        high: *high,
                        low: *low,
                    },
                    &[sort],
                    [a, 0, 0],
                )
            });
        }
    }
    for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let operators = [Op::And, Op::Or, Op::Xor, Op::Eq, Op::Ne, Op::Implies];
        operators
            .iter()
            .for_each(|op| check_operator(*op, &[Sort::Bool, Sort::Bool], [a, b, 0]));
    }
}

#[test]
fn division_by_zero_is_that_of_the_theory() {
    let value = |op, a, b| {
        let [a, b] = [a, b].map(|it| Term::Constant(BYTE, it));
        Term::Apply(op, vec![a, b]).evaluate(&[], &[])
    };
    assert_eq!(value(Op::Udiv, 7, 0), Some(0xff));
    assert_eq!(value(Op::Sdiv, 0xf9, 0), Some(1));
    assert_eq!(value(Op::Srem, 0xf9, 0), Some(0xf9));
    assert_eq!(value(Op::Smod, 0xf9, 3), Some(2));
    assert_eq!(value(Op::Shl, 1, 8), Some(0));
    assert_eq!(value(Op::Ashr, 0x80, 200), Some(0xff));
}

/// All value vectors of terms up to a size, without any pruning.
fn brute(grammar: &Grammar, inputs: &[Vec<u128>], size: usize) -> Vec<HashSet<Vec<u128>>> {
    let mut exact: Vec<Vec<HashSet<Term>>> = vec![vec![HashSet::new()]; grammar.nonterminals.len()];
    for size in 1..=size {
        let new: Vec<HashSet<Term>> = (0..grammar.nonterminals.len())
            .map(|at| brute_size(grammar, &exact, at, size))
            .collect();
        exact
            .iter_mut()
            .zip(new)
            .for_each(|(all, new)| all.push(new));
    }
    let vector = |term: &Term| {
        inputs
            .iter()
            .map(|it| term.evaluate(&grammar.inputs, it).expect("closed"))
            .collect()
    };
    exact
        .iter()
        .map(|sizes| sizes.iter().flatten().map(vector).collect())
        .collect()
}

fn brute_size(
    grammar: &Grammar,
    exact: &[Vec<HashSet<Term>>],
    at: usize,
    size: usize,
) -> HashSet<Term> {
    let mut found = HashSet::new();
    for production in &grammar.nonterminals[at].productions {
        let mut fillings: Vec<(usize, Vec<Term>)> = vec![(1, Vec::new())];
        for hole in &production.holes {
            let mut longer = Vec::new();
            for (used, terms) in &fillings {
                for part in 1..size.saturating_sub(*used) + 1 {
                    for term in exact[*hole].get(part).into_iter().flatten() {
                        let all = terms.iter().cloned().chain([term.clone()]).collect();
                        longer.push((used + part, all));
                    }
                }
            }
            fillings = longer;
        }
        let fitting = fillings.into_iter().filter(|(used, _)| *used == size);
        found.extend(fitting.map(|(_, terms)| production.body.filled(&terms)));
    }
    found
}

/// Two nonterminals, operators with and without order, a conditional below the start.
fn small_grammar() -> Grammar {
    let operators = [Op::Sub, Op::And, Op::Not, Op::Ult, Op::Eq, Op::Ite];
    let mut grammar = Grammar::of_operators(&[BYTE, BYTE], Sort::Bool, &operators, &[(BYTE, 1)]);
    // Shifts by a constant, and an input within a production.
    let shift = Term::Apply(Op::Lshr, vec![Term::Hole(0), Term::Constant(BYTE, 3)]);
    let mixed = Term::Apply(
        Op::Xor,
        vec![
            Term::Input(1),
            Term::Apply(Op::Add, vec![Term::Hole(0), Term::Hole(0)]),
        ],
    );
    for body in [shift, mixed] {
        let syntax = Syntax::List(vec![Syntax::word("p"), Syntax::Hole(0)]);
        grammar.nonterminals[1].productions.push(Production {
            body,
            holes: vec![1],
            syntax,
        });
    }
    grammar
}

#[test]
fn the_bank_has_every_value_that_some_term_has() {
    let grammar = small_grammar();
    let inputs: Vec<Vec<u128>> = [(0, 1), (7, 200), (255, 3), (128, 128), (60, 61)]
        .map(|(a, b)| vec![a, b])
        .to_vec();
    const SIZE: usize = 5;
    let wanted = brute(&grammar, &inputs, SIZE);
    let columns: Vec<Vec<u64>> = inputs
        .iter()
        .map(|it| it.iter().map(|it| *it as u64).collect())
        .collect();
    let mut bank = Bank::new(Plan::new(&grammar, &[]), &columns);
    let meter = Meter::new(&budget());
    (0..SIZE).for_each(|_| bank.grow(&meter).expect("within the budget"));
    for (shelf, wanted) in wanted.iter().enumerate() {
        let terms = 0..bank.shelves[shelf].len();
        let vector = |term| {
            bank.columns
                .iter()
                .map(|it| u128::from(it.values[shelf][term]))
                .collect::<Vec<_>>()
        };
        let found: Vec<Vec<u128>> = terms.map(vector).collect();
        let distinct: HashSet<Vec<u128>> = found.iter().cloned().collect();
        assert_eq!(distinct.len(), found.len(), "no vector twice");
        assert_eq!(&distinct, wanted);
    }
}

#[test]
fn a_column_that_is_added_is_as_if_it_had_been_there() {
    let grammar = small_grammar();
    let meter = Meter::new(&budget());
    let mut bank: Bank<u64> = Bank::new(Plan::new(&grammar, &[]), &[vec![1, 2], vec![77, 200]]);
    (0..4).for_each(|_| bank.grow(&meter).expect("within the budget"));
    bank.add_column(&[13, 255]);
    for shelf in 0..bank.shelves.len() {
        for term in 0..bank.shelves[shelf].len() {
            assert_eq!(
                bank.columns[2].values[shelf][term],
                bank.value(shelf, term, &[13, 255])
            );
        }
    }
}

/// The operators of the puzzles over one word of 64 bits.
fn puzzle_grammar() -> Grammar {
    let operators = [Op::Not, Op::And, Op::Or, Op::Xor, Op::Add];
    let mut grammar = Grammar::of_operators(&[LONG], LONG, &operators, &[(LONG, 0), (LONG, 1)]);
    grammar.nonterminals.truncate(1);
    for (op, by) in [(Op::Shl, 1), (Op::Lshr, 1), (Op::Lshr, 4), (Op::Lshr, 16)] {
        let body = Term::Apply(op, vec![Term::Hole(0), Term::Constant(LONG, by)]);
        let syntax = Syntax::List(vec![Syntax::word(format!("{op:?}{by}")), Syntax::Hole(0)]);
        grammar.nonterminals[0].productions.push(Production {
            body,
            holes: vec![0],
            syntax,
        });
    }
    let is_one = Term::Apply(Op::Eq, vec![Term::Hole(0), Term::Constant(LONG, 1)]);
    let body = Term::Apply(Op::Ite, vec![is_one, Term::Hole(1), Term::Hole(2)]);
    let words = [
        Syntax::word("if1"),
        Syntax::Hole(0),
        Syntax::Hole(1),
        Syntax::Hole(2),
    ];
    let holes = vec![0, 0, 0];
    grammar.nonterminals[0].productions.push(Production {
        body,
        holes,
        syntax: Syntax::List(words.to_vec()),
    });
    grammar
}

fn examples(count: u64, f: impl Fn(u64) -> u64) -> Vec<Example> {
    let inputs = (1..=count).map(|at| {
        at.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(at as u32)
    });
    inputs
        .map(|x| Example {
            inputs: vec![x.into()],
            output: f(x).into(),
        })
        .collect()
}

/// Branches on a bit, each a term that is too large for the small bank.
fn branching(x: u64) -> u64 {
    match x >> 5 & 1 {
        1 => (x >> 1 ^ !(x.wrapping_add(x >> 4))).wrapping_add(x >> 16 | 1),
        _ => x.wrapping_add(x << 1) & !(x >> 4),
    }
}

#[test]
fn large_terms_are_found_backwards() {
    let grammar = puzzle_grammar();
    // In the bank are terms of up to six productions; the answer has a branch of more than ten.
    let small = Budget {
        size: 6,
        ..budget()
    };
    let found = synthesize(&grammar, &examples(20, branching), &small).expect("a good grammar");
    assert!(found.is_solution(), "{found:?}");
    assert!(found.size > 11);
    for unseen in examples(300, branching).iter().skip(20) {
        let value = found.term.evaluate(&grammar.inputs, &unseen.inputs);
        assert_eq!(value, Some(unseen.output), "{}", found.text);
    }
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let grammar = puzzle_grammar();
    let odd = |x: u64| {
        if x % 8 == 5 {
            x >> 7
        } else {
            branching(x) ^ x << 3
        }
    };
    for examples in [examples(12, odd), examples(90, odd)] {
        let found = [1, 2, 3].map(|jobs| {
            let budget = Budget {
                jobs,
                size: 6,
                ..budget()
            };
            let found = synthesize(&grammar, &examples, &budget).expect("a good grammar");
            (found.text, found.right)
        });
        assert_eq!(found[0], found[1]);
        assert_eq!(found[0], found[2]);
    }
}

/// `x < 30 => 0, x < 50 => 1, else 2` over signed words, with the constants of that function.
fn levels() -> (Grammar, Vec<Example>) {
    let int = Sort::Bits(32);
    let constants = [0, 1, 2, 30, 50].map(|it| (int, it));
    let grammar = Grammar::of_operators(&[int], int, &[Op::Slt, Op::Ite], &constants);
    let level = |x: i32| {
        if x < 30 {
            0
        } else if x < 50 {
            1
        } else {
            2
        }
    };
    let inputs = [-7, 0, 29, 30, 31, 49, 50, 51, 1000, i32::MIN, i32::MAX];
    let example = |x: i32| Example {
        inputs: vec![u128::from(x as u32)],
        output: level(x),
    };
    (grammar, inputs.map(example).to_vec())
}

#[test]
fn a_function_of_a_few_branches_is_found_with_its_constants() {
    let (grammar, examples) = levels();
    let found = synthesize(&grammar, &examples, &budget()).expect("a good grammar");
    assert!(found.is_solution());
    assert_eq!(
        (found.term.branches(), found.size),
        (2, 11),
        "{}",
        found.text
    );
}

#[test]
fn an_example_may_be_added_later() {
    let (grammar, examples) = levels();
    let mut synthesizer = Synthesizer::new(grammar.clone()).expect("a good grammar");
    for (count, example) in examples.iter().enumerate() {
        synthesizer.add_example(example.clone());
        let found = synthesizer.solve(&budget());
        assert!(found.is_solution(), "after {count}: {found:?}");
        assert_eq!(found.examples, count + 1);
    }
    let at_once = synthesize(&grammar, &examples, &budget()).expect("a good grammar");
    assert_eq!(
        synthesizer.solve(&budget()).term.branches(),
        at_once.term.branches()
    );
}

#[test]
fn what_only_a_new_example_tells_apart_is_found_again() {
    let grammar = Grammar::of_operators(&[BYTE], BYTE, &[Op::Add, Op::Mul], &[]);
    let example = |x: u128, output: u128| Example {
        inputs: vec![x],
        output,
    };
    let mut synthesizer = Synthesizer::new(grammar).expect("a good grammar");
    // For 2 the sum and the product of x with itself are the same, and only one of them is kept.
    synthesizer.add_example(example(2, 4));
    assert!(synthesizer.solve(&budget()).is_solution());
    synthesizer.add_example(example(3, 9));
    assert!(synthesizer.solve(&budget()).is_solution());
    synthesizer.add_example(example(5, 25));
    assert!(synthesizer.solve(&budget()).is_solution());
}

#[test]
fn what_cannot_be_met_is_met_in_part_with_a_reason() {
    let (grammar, mut examples) = levels();
    // No term of the grammar gives 7 for anything.
    examples.push(Example {
        inputs: vec![77],
        output: 7,
    });
    let small = Budget {
        size: 4,
        ..budget()
    };
    let found = synthesize(&grammar, &examples, &small).expect("a good grammar");
    assert_eq!((found.right, found.examples), (11, 12));
    assert!((found.accuracy() - 11.0 / 12.0).abs() < 1e-9);
    assert!(
        matches!(found.stopped, Stop::Size | Stop::Exhausted),
        "{:?}",
        found.stopped
    );

    let (_, mut examples) = levels();
    examples.push(Example {
        output: 1,
        ..examples[0].clone()
    });
    let found = synthesize(&grammar, &examples, &budget()).expect("a good grammar");
    assert_eq!((found.right, found.stopped), (11, Stop::Contradiction));
}

#[test]
fn budgets_end_the_search() {
    let grammar = puzzle_grammar();
    let hash = |x: u64| x.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23);
    let stopped = |budget: Budget| {
        let found = synthesize(&grammar, &examples(30, hash), &budget).expect("a good grammar");
        assert!(!found.is_solution());
        found.stopped
    };
    let short = Duration::from_millis(200);
    assert_eq!(
        stopped(Budget {
            time: Duration::ZERO,
            ..budget()
        }),
        Stop::Time
    );
    assert_eq!(
        stopped(Budget {
            time: short,
            ..budget()
        }),
        Stop::Time
    );
    assert_eq!(
        stopped(Budget {
            size: 2,
            ..budget()
        }),
        Stop::Size
    );
    assert_eq!(
        stopped(Budget {
            memory: 1 << 20,
            time: 1000 * short,
            ..budget()
        }),
        Stop::Memory
    );
}

#[test]
fn examples_are_memorised_only_where_that_is_wanted() {
    let grammar = puzzle_grammar();
    let odd = |x: u64| {
        if x % 4 == 1 {
            0x1234_5678_9abc_def0 ^ x.rotate_left(29)
        } else {
            x >> 1
        }
    };
    let small = Budget {
        size: 7,
        ..budget()
    };
    let found = synthesize(&grammar, &examples(10, odd), &small).expect("a good grammar");
    assert!(!found.is_solution());
    let found = synthesize(
        &grammar,
        &examples(10, odd),
        &Budget {
            memorise: true,
            ..small
        },
    )
    .expect("a good grammar");
    assert!(found.is_solution());
    assert!(found.memorised > 0);
}

#[test]
fn widths_from_one_bit_to_128_are_searched() {
    for width in [1, 5, 64, 65, 128] {
        let sort = Sort::Bits(width);
        let grammar = Grammar::of_operators(&[sort, sort], sort, &[Op::Add, Op::Not, Op::Mul], &[]);
        let values = telling(width.into());
        let sorts = [sort, sort];
        let [a, b] = [Term::Input(0), Term::Input(1)];
        let sum = Term::Apply(Op::Add, vec![a.clone(), Term::Apply(Op::Not, vec![b])]);
        let goal = Term::Apply(Op::Mul, vec![sum, a]);
        let inputs = values
            .iter()
            .zip(values.iter().rev())
            .map(|(a, b)| vec![*a, *b]);
        let examples: Vec<Example> = inputs
            .map(|inputs| Example {
                output: goal.evaluate(&sorts, &inputs).expect("closed"),
                inputs,
            })
            .collect();
        let found = synthesize(&grammar, &examples, &budget()).expect("a good grammar");
        assert!(found.is_solution(), "{width}: {found:?}");
    }
}

#[test]
fn flaws_of_grammars_are_named() {
    let mut grammar = Grammar::of_operators(&[], BYTE, &[Op::Not], &[]);
    assert_eq!(Synthesizer::new(grammar.clone()).err(), Some(Flaw::Empty));
    grammar.nonterminals[0]
        .productions
        .push(Production::constant(LONG, 1));
    assert!(matches!(
        Synthesizer::new(grammar).err(),
        Some(Flaw::Sort { production: 1, .. })
    ));
}

#[test]
fn derivations_are_written_as_the_grammar_says() {
    let grammar = puzzle_grammar();
    let leaf = |production| {
        Arc::new(Derivation {
            head: Head::Production {
                nonterminal: 0,
                production,
            },
            parts: Vec::new(),
        })
    };
    let last = grammar.nonterminals[0].productions.len() - 1;
    let choice = Derivation {
        head: Head::Production {
            nonterminal: 0,
            production: last,
        },
        parts: vec![leaf(0), leaf(1), leaf(2)],
    };
    assert_eq!(
        choice.text(&grammar),
        "(if1 x0 #x0000000000000000 #x0000000000000001)"
    );
    assert_eq!((choice.size(), choice.term(&grammar).branches()), (4, 1));
}

#[test]
fn examples_beyond_the_columns_may_be_added_later() {
    let grammar = puzzle_grammar();
    let all = examples(70, |x| if x & 1 == 1 { x >> 1 } else { branching(x) });
    let mut synthesizer = Synthesizer::new(grammar).expect("a good grammar");
    let small = Budget {
        size: 6,
        ..budget()
    };
    let (first, later) = all.split_at(64);
    first
        .iter()
        .for_each(|it| synthesizer.add_example(it.clone()));
    synthesizer.solve(&small);
    for example in later {
        synthesizer.add_example(example.clone());
        let found = synthesizer.solve(&small);
        assert!(found.is_solution(), "{} of {}", found.right, found.examples);
    }
}

#[test]
fn a_function_that_drops_an_operand_is_written_as_a_call() {
    let text = "(define-fun first ((a (_ BitVec 8)) (b (_ BitVec 8))) (_ BitVec 8) a)
        (synth-fun f ((x (_ BitVec 8))) (_ BitVec 8) ((S (_ BitVec 8)) (A (_ BitVec 8)))
            ((S (_ BitVec 8) ((first A A))) (A (_ BitVec 8) (x (bvnot A)))))
        (constraint (= (f #x01) #xfe))";
    let problem = sygus::read(text).expect("a good problem");
    let found = synthesize(&problem.grammar, &problem.examples, &budget()).expect("a good grammar");
    assert_eq!(found.text, "(first (bvnot x) x)");
    assert_eq!(problem.accepts(&found), Ok(()));
}

#[test]
fn constants_of_an_included_nonterminal_are_tried() {
    let text = "(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8) ((S (_ BitVec 8)) (C (_ BitVec 8)))
            ((S (_ BitVec 8) (C (bvadd S S))) (C (_ BitVec 8) (x (Constant (_ BitVec 8))))))
        (constraint (= (f #x01) #x2a)) (constraint (= (f #x02) #x2a))";
    let problem = sygus::read(text).expect("a good problem");
    let found = synthesize(&problem.grammar, &problem.examples, &budget()).expect("a good grammar");
    assert_eq!(found.text, "#x2a");
    assert_eq!(problem.accepts(&found), Ok(()));
}
