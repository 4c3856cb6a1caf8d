//! How good a summary is, and which summaries of a program are worth using.
//!
//! *Accuracy* is the share of examples that a summary answers rightly, *output coverage* the share of distinct outputs that it
//! gives rightly somewhere, *complexity* the number of branches. A choice of summaries is scored over the program unrolled
//! `k` times, each summary weighted by how often it is called.

use std::collections::HashSet;

/// A summary against the examples of its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Similarity {
    /// Examples answered rightly.
    pub right: usize,
    pub examples: usize,
    /// Distinct outputs given rightly for some example.
    pub covered: usize,
    /// Distinct outputs of all examples.
    pub outputs: usize,
}

impl Similarity {
    /// From the wanted output of each example and what the summary gives.
    pub fn of(answers: impl IntoIterator<Item = (u128, u128)>) -> Similarity {
        let (mut right, mut examples) = (0, 0);
        let (mut covered, mut outputs) = (HashSet::new(), HashSet::new());
        for (wanted, given) in answers {
            examples += 1;
            outputs.insert(wanted);
            if wanted == given {
                right += 1;
                covered.insert(wanted);
            }
        }
        Similarity {
            right,
            examples,
            covered: covered.len(),
            outputs: outputs.len(),
        }
    }

    pub fn accuracy(&self) -> f64 {
        ratio(self.right, self.examples)
    }

    pub fn coverage(&self) -> f64 {
        ratio(self.covered, self.outputs)
    }

    /// Coverage counts first, then accuracy. Both are of the same examples.
    pub fn is_better_than(&self, other: &Similarity) -> bool {
        (self.covered, self.right) > (other.covered, other.right)
    }
}

/// Nothing asked is nothing wrong.
fn ratio(part: usize, all: usize) -> f64 {
    match all {
        0 => 1.0,
        _ => part as f64 / all as f64,
    }
}

/// Whether a new summary takes the place of the best so far: it is no more complex than the function, and more similar.
pub fn replaces(
    new: &Similarity,
    complexity: usize,
    function: usize,
    best: Option<&Similarity>,
) -> bool {
    complexity <= function && best.is_none_or(|best| new.is_better_than(best))
}

/// What the next synthesis should be given, as positions in the examples.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// Every example is answered rightly.
    Nothing,
    /// One of these is added: their outputs are not covered.
    Add(Vec<usize>),
    /// All outputs are covered: one of these takes the place of a constraint.
    Replace(Vec<usize>),
}

/// The choice of the next constraint, from the wanted and given output of each example.
pub fn next(answers: &[(u128, u128)]) -> Next {
    let covered: HashSet<u128> = answers
        .iter()
        .filter(|(wanted, given)| wanted == given)
        .map(|(wanted, _)| *wanted)
        .collect();
    let wrong = || {
        answers
            .iter()
            .enumerate()
            .filter(|(_, (wanted, given))| wanted != given)
    };
    let uncovered: Vec<usize> = wrong()
        .filter(|(_, (wanted, _))| !covered.contains(wanted))
        .map(|(at, _)| at)
        .collect();
    if !uncovered.is_empty() {
        return Next::Add(uncovered);
    }
    match wrong().map(|(at, _)| at).collect::<Vec<_>>() {
        wrong if wrong.is_empty() => Next::Nothing,
        wrong => Next::Replace(wrong),
    }
}

/// A function as far as complexity goes.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Its own branches.
    pub branches: u64,
    /// The functions that it calls, each as often as there are calls.
    pub calls: Vec<usize>,
}

/// Own branches and those of the calls inside. A call back into a function that is being counted adds nothing.
pub fn complexity(functions: &[Shape], of: usize) -> u64 {
    fn count(functions: &[Shape], of: usize, open: &mut Vec<usize>) -> u64 {
        if open.contains(&of) {
            return 0;
        }
        open.push(of);
        let calls = functions[of].calls.iter();
        let inner = calls.fold(0u64, |sum, call| {
            sum.saturating_add(count(functions, *call, open))
        });
        open.pop();
        functions[of].branches.saturating_add(inner)
    }
    count(functions, of, &mut Vec::new())
}

/// A summary that a program may use instead of a function.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// Calls before the loop and in each round of it.
    pub once: u64,
    pub each_round: u64,
    /// Complexity of the function and of its summary.
    pub function: u64,
    pub summary: u64,
    pub accuracy: f64,
    pub coverage: f64,
}

impl Use {
    fn calls(&self, rounds: u64) -> f64 {
        (self.once + self.each_round * rounds) as f64
    }
}

/// How much each part of the score counts.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub complexity: f64,
    pub accuracy: f64,
    pub coverage: f64,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            complexity: 2.0,
            accuracy: 1.0,
            coverage: 3.0,
        }
    }
}

/// A program: its branches without the functions that have summaries, and those.
#[derive(Clone, Debug)]
pub struct Program {
    pub once: u64,
    pub each_round: u64,
    pub uses: Vec<Use>,
}

/// The parts of a score before they are put on one scale.
#[derive(Clone, Copy, Debug)]
struct Measure {
    complexity: f64,
    accuracy: f64,
    coverage: f64,
}

impl Program {
    fn measure(&self, chosen: &[usize], rounds: u64) -> Measure {
        let own = (self.once + self.each_round * rounds) as f64;
        let branches = |(at, it): (usize, &Use)| {
            let each = if chosen.contains(&at) {
                it.summary
            } else {
                it.function
            };
            it.calls(rounds) * each as f64
        };
        let called: f64 = chosen.iter().map(|it| self.uses[*it].calls(rounds)).sum();
        let average = |of: fn(&Use) -> f64| match called > 0.0 {
            true => {
                chosen
                    .iter()
                    .map(|it| of(&self.uses[*it]) * self.uses[*it].calls(rounds))
                    .sum::<f64>()
                    / called
            }
            false => 1.0,
        };
        Measure {
            complexity: own + self.uses.iter().enumerate().map(branches).sum::<f64>(),
            accuracy: average(|it| it.accuracy),
            coverage: average(|it| it.coverage),
        }
    }

    /// Scores of several choices, which are compared with each other.
    pub fn scores(&self, choices: &[Vec<usize>], rounds: u64, weights: Weights) -> Vec<f64> {
        let measures: Vec<Measure> = choices.iter().map(|it| self.measure(it, rounds)).collect();
        let complexity = normed(measures.iter().map(|it| it.complexity));
        let accuracy = normed(measures.iter().map(|it| it.accuracy));
        let coverage = normed(measures.iter().map(|it| it.coverage));
        let parts = complexity.into_iter().zip(accuracy).zip(coverage);
        parts
            .map(|((complexity, accuracy), coverage)| {
                weights.complexity * (1.0 - complexity)
                    + weights.accuracy * accuracy
                    + weights.coverage * coverage
            })
            .collect()
    }

    /// Choices of at least one summary, best first; those that are equal in the order of their summaries.
    fn ranked(&self, rounds: u64, weights: Weights) -> Vec<Vec<usize>> {
        let mut choices = match self.uses.len() <= ALL_SUBSETS {
            true => subsets(self.uses.len()),
            false => self.beam(rounds, weights),
        };
        let scores = self.scores(&choices, rounds, weights);
        let mut order: Vec<usize> = (0..choices.len()).collect();
        order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
        order
            .into_iter()
            .map(|it| std::mem::take(&mut choices[it]))
            .collect()
    }

    /// Grows choices by one summary a time and keeps the best of each size.
    fn beam(&self, rounds: u64, weights: Weights) -> Vec<Vec<usize>> {
        let mut ring: Vec<Vec<usize>> = (0..self.uses.len()).map(|it| vec![it]).collect();
        let mut all = ring.clone();
        for _ in 1..self.uses.len() {
            let mut grown: Vec<Vec<usize>> = ring.iter().flat_map(|it| self.grown(it)).collect();
            grown.sort();
            grown.dedup();
            let scores = self.scores(&grown, rounds, weights);
            let mut order: Vec<usize> = (0..grown.len()).collect();
            order.sort_by(|a, b| scores[*b].total_cmp(&scores[*a]).then(a.cmp(b)));
            ring = order
                .into_iter()
                .take(BEAM)
                .map(|it| grown[it].clone())
                .collect();
            all.extend(ring.iter().cloned());
        }
        all
    }

    fn grown(&self, choice: &[usize]) -> Vec<Vec<usize>> {
        let others = (0..self.uses.len()).filter(|it| !choice.contains(it));
        let with = |it: usize| {
            let mut grown = choice.to_vec();
            grown.push(it);
            grown.sort_unstable();
            grown
        };
        others.map(with).collect()
    }

    /// The best choice of summaries: the loop is unrolled twice as far until the first ranks stay.
    pub fn select(&self, weights: Weights) -> Vec<usize> {
        let mut rounds = 1;
        let mut ranks = self.ranked(rounds, weights);
        while rounds < MANY_ROUNDS {
            rounds *= 2;
            let next = self.ranked(rounds, weights);
            let is_stable = next.iter().take(RANKS).eq(ranks.iter().take(RANKS));
            ranks = next;
            if is_stable {
                break;
            }
        }
        ranks.into_iter().next().unwrap_or_default()
    }
}

/// Up to so many summaries every choice is scored.
const ALL_SUBSETS: usize = 10;
const BEAM: usize = 32;
const RANKS: usize = 5;
const MANY_ROUNDS: u64 = 1 << 20;

fn subsets(of: usize) -> Vec<Vec<usize>> {
    let members = |set: usize| (0..of).filter(move |it| set >> it & 1 == 1).collect();
    (1..1usize << of).map(members).collect()
}

/// Between 0 for the least and 1 for the greatest; 0 if all are equal.
fn normed(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let span = values.iter().copied().fold(f64::NEG_INFINITY, f64::max) - least;
    let scaled = |it: &f64| if span > 0.0 { (it - least) / span } else { 0.0 };
    values.iter().map(scaled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::{Op, Sort, Term};

    const INT: Sort = Sort::Bits(32);

    /// The functions of the controller that the definitions are explained with.
    fn process(x: i32) -> i32 {
        if x < 30 {
            0
        } else if x < 50 {
            1
        } else {
            2
        }
    }

    fn check(a: i32, b: i32) -> i32 {
        let (mut a, mut b) = (a.wrapping_abs(), b.wrapping_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    }

    fn bits(value: i32) -> u128 {
        u128::from(value as u32)
    }

    fn apply(op: Op, operands: Vec<Term>) -> Term {
        Term::Apply(op, operands)
    }

    /// `if b < 0 { -b } else { a - b }`
    fn refined_check() -> Term {
        let [a, b] = [Term::Input(0), Term::Input(1)];
        let negative = apply(Op::Slt, vec![b.clone(), Term::Constant(INT, 0)]);
        let negated = apply(Op::Neg, vec![b.clone()]);
        apply(Op::Ite, vec![negative, negated, apply(Op::Sub, vec![a, b])])
    }

    #[test]
    fn ninety_nine_zeros_are_accurate_and_cover_half() {
        let answers = (0..100).map(|at| (u128::from(at == 0), 0));
        let similarity = Similarity::of(answers);
        assert_eq!((similarity.accuracy(), similarity.coverage()), (0.99, 0.5));
    }

    #[test]
    fn a_summary_of_one_example_is_perfect_on_it() {
        // `fs_process(x) = x` with the only example 0 ↦ 0.
        let similarity = Similarity::of([(bits(process(0)), 0)]);
        assert_eq!((similarity.accuracy(), similarity.coverage()), (1.0, 1.0));
        let more = Similarity::of([0, 10, 35, 60].map(|x| (bits(process(x)), bits(x))));
        assert_eq!((more.right, more.covered, more.outputs), (1, 1, 3));
    }

    #[test]
    fn the_refined_summary_is_right_where_it_was_wrong_and_still_wrong_elsewhere() {
        let value = |a, b| refined_check().evaluate(&[INT, INT], &[bits(a), bits(b)]);
        assert_eq!(value(50, 0), Some(bits(check(50, 0))));
        assert_eq!(value(50, 1), Some(49));
        assert_eq!(check(50, 1), 1);
        assert_eq!(refined_check().branches(), 1);
    }

    #[test]
    fn complexity_counts_calls() {
        // main: 0, process: 1, check: 2, update: 3. The loop and two conditions of main, twice `check`.
        let shape = |branches, calls: &[usize]| Shape {
            branches,
            calls: calls.to_vec(),
        };
        let functions = [
            shape(3, &[2, 1, 2, 3]),
            shape(2, &[]),
            shape(3, &[]),
            shape(2, &[]),
        ];
        assert_eq!(complexity(&functions, 2), 3);
        assert_eq!(complexity(&functions, 0), 3 + 3 + 2 + 3 + 2);
        let circle = [shape(1, &[1]), shape(2, &[0])];
        assert_eq!(complexity(&circle, 0), 3);
    }

    #[test]
    fn coverage_counts_before_accuracy_and_complexity_limits() {
        let covers_more = Similarity {
            right: 10,
            examples: 100,
            covered: 3,
            outputs: 3,
        };
        let more_accurate = Similarity {
            right: 90,
            examples: 100,
            covered: 2,
            outputs: 3,
        };
        assert!(replaces(&covers_more, 3, 3, Some(&more_accurate)));
        assert!(!replaces(&more_accurate, 1, 3, Some(&covers_more)));
        assert!(
            !replaces(&covers_more, 4, 3, None),
            "more complex than the function"
        );
        assert!(!replaces(&covers_more, 1, 3, Some(&covers_more)));
        let as_covering = Similarity {
            right: 11,
            ..covers_more
        };
        assert!(replaces(&as_covering, 0, 3, Some(&covers_more)));
    }

    #[test]
    fn uncovered_outputs_are_added_and_then_constraints_replaced() {
        let uncovered = [(0, 0), (1, 0), (2, 0), (0, 1)];
        assert_eq!(next(&uncovered), Next::Add(vec![1, 2]));
        let covered = [(0, 0), (1, 1), (1, 0)];
        assert_eq!(next(&covered), Next::Replace(vec![2]));
        assert_eq!(next(&[(0, 0), (1, 1)]), Next::Nothing);
    }

    fn used(each_round: u64, function: u64, summary: u64, accuracy: f64, coverage: f64) -> Use {
        Use {
            once: 0,
            each_round,
            function,
            summary,
            accuracy,
            coverage,
        }
    }

    #[test]
    fn frequent_calls_make_a_small_gain_large() {
        // f gains 1 branch a call and is called ten times a round, g gains 5 and is called once.
        let uses = vec![used(10, 3, 2, 1.0, 1.0), used(1, 8, 3, 1.0, 1.0)];
        let program = Program {
            once: 0,
            each_round: 1,
            uses,
        };
        let scores = program.scores(&[vec![0], vec![1]], 1, Weights::default());
        assert!(scores[0] > scores[1], "{scores:?}");
        assert_eq!(program.select(Weights::default()), [0, 1]);
    }

    #[test]
    fn scores_are_weighted_and_normed() {
        let uses = vec![used(1, 10, 0, 0.5, 1.0), used(1, 10, 5, 1.0, 0.5)];
        let program = Program {
            once: 0,
            each_round: 0,
            uses,
        };
        // Complexity 10 against 15, accuracy 0.5 against 1, coverage 1 against 0.5.
        let scores = program.scores(&[vec![0], vec![1]], 1, Weights::default());
        assert_eq!(scores, [2.0 + 0.0 + 3.0, 0.0 + 1.0 + 0.0]);
    }

    #[test]
    fn a_summary_that_answers_little_is_left_out() {
        let uses = vec![used(1, 10, 1, 1.0, 1.0), used(1, 2, 1, 0.1, 0.1)];
        let program = Program {
            once: 0,
            each_round: 0,
            uses,
        };
        assert_eq!(program.select(Weights::default()), [0]);
    }

    #[test]
    fn forty_functions_are_chosen_from() {
        let good = |at: u64| used(1, 10, 1, 1.0, if at.is_multiple_of(2) { 1.0 } else { 0.0 });
        let program = Program {
            once: 0,
            each_round: 1,
            uses: (0..40).map(good).collect(),
        };
        let chosen = program.select(Weights::default());
        assert!(
            chosen.iter().filter(|it| it.is_multiple_of(2)).count() == 20,
            "{chosen:?}"
        );
    }
}
