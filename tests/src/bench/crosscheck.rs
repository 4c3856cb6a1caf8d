//! Verdicts that contradict each other, or what is known of a case. One is the worst that a run can show.

use super::case::{Case, Expected};
use super::row::{Answer, Row};

/// What is wrong among all answers to one case, in words.
pub fn contradictions(case: &Case, rows: &[&Row]) -> Vec<String> {
    let answered = rows.iter().filter(|it| it.answer.is_one());
    let answered: Vec<&Row> = answered.copied().collect();
    let mut found = Vec::new();
    for (at, a) in answered.iter().enumerate() {
        let others = answered[at + 1..].iter();
        let contrary = others.filter(|b| {
            contradict(&a.answer, &b.answer, case.waits)
                || contradict(&b.answer, &a.answer, case.waits)
        });
        found.extend(contrary.map(|b| told(case, &[a, b])));
    }
    let unexpected = answered.iter().filter(|it| !is_possible(case, &it.answer));
    found.extend(unexpected.map(|it| format!("{}, but it {}", told(case, &[it]), known(case))));
    found
}

fn told(case: &Case, rows: &[&Row]) -> String {
    let said = rows
        .iter()
        .map(|it| format!("{} says: {}", it.configuration, it.answer));
    let said: Vec<String> = said.collect();
    format!("{}: {}", case.name(), said.join("; "))
}

fn known(case: &Case) -> &'static str {
    match case.expected {
        Expected::Violated => "can be violated",
        Expected::Holds => "holds",
    }
}

/// Whether what is known of a case leaves room for an answer. Where it can be violated, no proof does.
fn is_possible(case: &Case, answer: &Answer) -> bool {
    match case.expected {
        Expected::Violated => !matches!(answer, Answer::Proved | Answer::Vacuous),
        Expected::Holds => !answer.is_violated(),
    }
}

/// Whether the second cannot be if the first is. Where ticks wait inside, steps of peers are not compared with ticks.
fn contradict(a: &Answer, b: &Answer, waits: bool) -> bool {
    match (a, b) {
        (Answer::Proved | Answer::Vacuous, b) => b.is_violated(),
        (Answer::Falsified { tick, .. }, Answer::Holds { to }) => !waits && to >= tick,
        (Answer::Violated { within }, Answer::Holds { to }) => to >= within,
        (Answer::ViolatedAt { step }, Answer::Holds { to }) => !waits && to >= step,
        (
            Answer::Falsified {
                tick: first,
                earliest: true,
            },
            Answer::Falsified { tick, .. },
        ) => tick < first,
        (
            Answer::Falsified {
                tick: first,
                earliest: true,
            },
            Answer::Violated { within },
        ) => !waits && within < first,
        // A peer that counts names the first step.
        (Answer::ViolatedAt { step }, Answer::Falsified { tick, .. }) => !waits && tick < step,
        (
            Answer::Falsified {
                tick: first,
                earliest: true,
            },
            Answer::ViolatedAt { step },
        ) => !waits && step < first,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::case::all;
    use crate::bench::row::tests::row;

    fn case(expected: Expected) -> Case {
        let mut case = all().into_iter().next().expect("a case");
        (case.expected, case.waits) = (expected, false);
        case
    }

    fn count(expected: Expected, answers: &[Answer]) -> usize {
        let rows = answers.iter().map(|it| row("x", it.clone()));
        let rows: Vec<Row> = rows.collect();
        contradictions(&case(expected), &rows.iter().collect::<Vec<_>>()).len()
    }

    #[test]
    fn answers_that_exclude_each_other_are_found() {
        let at = |tick, earliest| Answer::Falsified { tick, earliest };
        let holds = |to| Answer::Holds { to };
        let cases: &[(&[Answer], usize)] = &[
            (&[at(7, false), at(9, false), holds(6)], 0),
            (&[at(7, false), holds(7)], 1),
            (&[holds(8), at(7, true)], 1),
            (&[at(7, true), at(6, false)], 1),
            (&[at(7, true), Answer::ViolatedAt { step: 7 }], 0),
            (&[at(7, true), Answer::ViolatedAt { step: 8 }], 1),
            (&[at(7, true), Answer::ViolatedAt { step: 6 }], 1),
            (&[Answer::Violated { within: 7 }, holds(7)], 1),
            (&[Answer::Violated { within: 6 }, at(7, true)], 1),
            (&[Answer::Violated { within: 7 }, Answer::TimedOut], 0),
        ];
        for (answers, wanted) in cases {
            assert_eq!(count(Expected::Violated, answers), *wanted, "{answers:?}");
            let mut turned = answers.to_vec();
            turned.reverse();
            assert_eq!(count(Expected::Violated, &turned), *wanted, "{answers:?}");
        }
    }

    #[test]
    fn answers_that_cannot_be_are_found() {
        let violated = Answer::Falsified {
            tick: 7,
            earliest: false,
        };
        assert_eq!(count(Expected::Holds, std::slice::from_ref(&violated)), 1);
        assert_eq!(count(Expected::Holds, &[Answer::Proved]), 0);
        assert_eq!(count(Expected::Violated, &[Answer::Proved]), 1);
        // Both with each other and with what is known.
        assert_eq!(count(Expected::Violated, &[Answer::Proved, violated]), 2);
        assert_eq!(count(Expected::Violated, &[Answer::Unknown("x".into())]), 0);
    }
}
