//! The operators of `falsify::temporal` in reports: which ticks made one say no.

use crate::ir::interp::Observation;
use crate::ir::{TypeId, Value};

/// An operator as its method is called in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operator {
    /// The name of its type.
    pub name: String,
    /// Its constants: `N`, or `K` and `W`.
    pub numbers: Vec<u64>,
}

impl Operator {
    /// From the name of a function such as `falsify::temporal::deadline::Within::check::<10>`.
    pub fn of(function: &str) -> Option<Operator> {
        let path = function.strip_prefix("falsify::temporal::")?;
        let (path, arguments) = path.split_once("::<").unwrap_or((path, ""));
        let (of, _method) = path.rsplit_once("::")?;
        let name = of.rsplit("::").next()?.to_owned();
        let arguments = arguments.trim_end_matches('>').split(',');
        let numbers = arguments.filter_map(|it| it.trim().parse().ok()).collect();
        Some(Operator { name, numbers })
    }
}

/// What an operator was given at each tick, the first tick first; none where it was not asked or nothing is known.
pub struct History {
    given: Vec<Option<Vec<Option<bool>>>>,
}

/// What to say about an argument of an operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    pub argument: usize,
    pub text: String,
    /// The tick whose values explain it.
    pub tick: u64,
}

impl History {
    /// From the calls of a method, by tick: the receiver is left out. Only arguments whose type is a truth are known.
    pub fn new<'a>(
        calls: impl IntoIterator<Item = Option<&'a Observation>>,
        is_truth: impl Fn(TypeId) -> bool,
    ) -> History {
        let truth =
            |(ty, value): &(TypeId, Value)| is_truth(*ty).then(|| *value != Value::Scalar(0));
        let truths = |call: &Observation| call.operands.iter().skip(1).map(truth).collect();
        let given = calls.into_iter().map(|call| call.map(truths));
        History {
            given: given.collect(),
        }
    }

    fn now(&self) -> u64 {
        self.given.len() as u64
    }

    fn at(&self, argument: usize, tick: u64) -> Option<bool> {
        let given = self.given.get(tick as usize - 1)?.as_ref()?;
        *given.get(argument)?
    }

    /// Ticks at which an argument was true.
    fn true_at(&self, argument: usize) -> impl DoubleEndedIterator<Item = u64> + '_ {
        (1..=self.now()).filter(move |&tick| self.at(argument, tick) == Some(true))
    }

    fn false_at(&self, argument: usize) -> impl DoubleEndedIterator<Item = u64> + '_ {
        (1..=self.now()).filter(move |&tick| self.at(argument, tick) == Some(false))
    }

    /// Since when an argument has been what it is now.
    fn since(&self, argument: usize) -> Option<(u64, bool)> {
        let value = self.at(argument, self.now())?;
        let same = |&tick: &u64| self.at(argument, tick) == Some(value);
        let since = (1..=self.now()).rev().take_while(same).last()?;
        Some((since, value))
    }

    /// Why an operator says no at the last tick.
    pub fn explain(&self, operator: &Operator) -> Vec<Remark> {
        let special = match operator.name.as_str() {
            "Within" => self.within(),
            "UntilWithin" => self.until_within(),
            "HeldFor" => self.held_for(operator),
            "Historically" => self.historically(),
            "Since" => self.since_operator(),
            "Separated" => self.separated(operator),
            "AtMost" => self.at_most(operator),
            "Precedes" => self.precedes(),
            _ => None,
        };
        special.unwrap_or_else(|| self.plainly())
    }

    /// What each argument is, and since when.
    pub fn plainly(&self) -> Vec<Remark> {
        let count = self.given.last().and_then(Option::as_ref);
        let arguments = 0..count.map_or(0, Vec::len);
        let remark = |argument| {
            let (since, value) = self.since(argument)?;
            let before = since - 1;
            let was = (since == self.now() && before > 0).then(|| self.at(argument, before));
            let was = was
                .flatten()
                .map_or_else(String::new, |was| format!(", {was} at tick {before}"));
            Some(self.remark(argument, format!("{value} at {}{was}", self.span(since))))
        };
        arguments.filter_map(remark).collect()
    }

    fn remark(&self, argument: usize, text: String) -> Remark {
        Remark {
            argument,
            text,
            tick: self.now(),
        }
    }

    /// The ticks from one to the last.
    fn span(&self, from: u64) -> String {
        match self.now() {
            now if now == from => format!("tick {now}"),
            now => format!("ticks {from} … {now}"),
        }
    }

    /// `within(trigger, response)`: the oldest trigger without a response.
    fn within(&self) -> Option<Vec<Remark>> {
        let answered = self.true_at(1).next_back().unwrap_or(0);
        let armed = self.true_at(0).find(|&tick| tick > answered)?;
        let trigger = Remark {
            argument: 0,
            text: format!("armed at tick {armed}"),
            tick: armed,
        };
        let missing = self.remark(1, format!("false at {}", self.span(armed)));
        Some(vec![trigger, missing])
    }

    /// `until_within(start, hold, release)`
    fn until_within(&self) -> Option<Vec<Remark>> {
        let mut started = None;
        for tick in 1..self.now() {
            if started.is_none() && self.at(0, tick) == Some(true) {
                started = Some(tick);
            }
            let holds = self.at(1, tick) != Some(false);
            if self.at(2, tick) == Some(true) || !holds {
                started = None;
            }
        }
        let started = started.unwrap_or(self.now());
        let start = Remark {
            argument: 0,
            text: format!("started at tick {started}"),
            tick: started,
        };
        let missing = self.remark(2, format!("false at {}", self.span(started)));
        let broken = (self.at(1, self.now()) == Some(false))
            .then(|| self.remark(1, format!("false at tick {}", self.now())));
        Some([start].into_iter().chain(broken).chain([missing]).collect())
    }

    fn held_for(&self, operator: &Operator) -> Option<Vec<Remark>> {
        let wanted = *operator.numbers.first()?;
        Some(vec![match self.false_at(0).next_back() {
            Some(tick) => self.false_then(0, tick),
            None => self.remark(0, format!("true for {} of {wanted} ticks", self.now())),
        }])
    }

    fn historically(&self) -> Option<Vec<Remark>> {
        let tick = self.false_at(0).next()?;
        Some(vec![self.false_then(0, tick)])
    }

    fn false_then(&self, argument: usize, tick: u64) -> Remark {
        Remark {
            argument,
            text: format!("false at tick {tick}"),
            tick,
        }
    }

    /// `since(p, q)`
    fn since_operator(&self) -> Option<Vec<Remark>> {
        let Some(begun) = self.true_at(1).next_back() else {
            return Some(vec![self.remark(1, "never true so far".into())]);
        };
        let broken = self.false_at(0).find(|&tick| tick > begun)?;
        let last = Remark {
            argument: 1,
            text: format!("last true at tick {begun}"),
            tick: begun,
        };
        Some(vec![self.false_then(0, broken), last])
    }

    fn separated(&self, operator: &Operator) -> Option<Vec<Remark>> {
        let wanted = operator.numbers.first()?;
        let mut newest_first = self.true_at(0).rev();
        let (second, first) = (newest_first.next()?, newest_first.next()?);
        let apart = second - first;
        let text = format!("true at ticks {first} and {second}: {apart} apart, not {wanted}");
        Some(vec![self.remark(0, text)])
    }

    fn at_most(&self, operator: &Operator) -> Option<Vec<Remark>> {
        let (most, window) = (operator.numbers.first()?, *operator.numbers.get(1)?);
        let recent = |&tick: &u64| tick + window > self.now();
        let ticks: Vec<String> = self
            .true_at(0)
            .filter(recent)
            .map(|it| it.to_string())
            .collect();
        let text = format!(
            "true at ticks {}: more than {most} within {window}",
            ticks.join(", ")
        );
        Some(vec![self.remark(0, text)])
    }

    /// `precedes(first, then)`
    fn precedes(&self) -> Option<Vec<Remark>> {
        let then = self.remark(1, format!("true at tick {}", self.now()));
        Some(vec![self.remark(0, "never true so far".into()), then])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments by tick, one letter each: `t` or `f`; `-` where it was not asked.
    fn history(ticks: &[&str]) -> History {
        let truths = |given: &&str| match *given {
            "-" => None,
            given => Some(given.chars().map(|c| Some(c == 't')).collect()),
        };
        History {
            given: ticks.iter().map(truths).collect(),
        }
    }

    fn explained(function: &str, ticks: &[&str]) -> Vec<(usize, String, u64)> {
        let operator = Operator::of(function).expect("an operator");
        let remarks = history(ticks).explain(&operator).into_iter();
        remarks.map(|it| (it.argument, it.text, it.tick)).collect()
    }

    #[test]
    fn operators_are_known_by_their_functions() {
        let of = |name: &str| Operator::of(name).map(|it| (it.name, it.numbers));
        let found = |name: &str, numbers: &[u64]| Some((name.to_owned(), numbers.to_vec()));
        let cases = [
            (
                "falsify::temporal::deadline::Within::check::<10>",
                found("Within", &[10]),
            ),
            (
                "falsify::temporal::rate::AtMost::check::<2, 5>",
                found("AtMost", &[2, 5]),
            ),
            ("falsify::temporal::change::Rose::check", found("Rose", &[])),
            ("firmware::Within::check::<10>", None),
        ];
        for (function, wanted) in cases {
            assert_eq!(of(function), wanted, "{function}");
        }
    }

    /// Function, what it was given, and what is said about which argument with the values of which tick.
    type Case<'a> = (&'a str, &'a [&'a str], &'a [(usize, &'a str, u64)]);

    #[test]
    fn each_operator_names_the_ticks_that_matter() {
        let cases: &[Case<'_>] = &[
            (
                "deadline::Within::check::<2>",
                &["tf", "ft", "tf", "tf", "ff"],
                &[(0, "armed at tick 3", 3), (1, "false at ticks 3 … 5", 5)],
            ),
            (
                "deadline::Within::check::<0>",
                &["ff", "tf"],
                &[(0, "armed at tick 2", 2), (1, "false at tick 2", 2)],
            ),
            (
                "deadline::UntilWithin::check::<5>",
                &["ttf", "ttt", "ttf", "fff"],
                &[
                    (0, "started at tick 3", 3),
                    (1, "false at tick 4", 4),
                    (2, "false at ticks 3 … 4", 4),
                ],
            ),
            (
                "past::HeldFor::check::<3>",
                &["t", "f", "t", "t"],
                &[(0, "false at tick 2", 2)],
            ),
            (
                "past::HeldFor::check::<3>",
                &["t", "t"],
                &[(0, "true for 2 of 3 ticks", 2)],
            ),
            (
                "past::Historically::check",
                &["t", "f", "t"],
                &[(0, "false at tick 2", 2)],
            ),
            (
                "past::Once::check",
                &["f", "f"],
                &[(0, "false at ticks 1 … 2", 2)],
            ),
            (
                "past::Since::check",
                &["tt", "tf", "ff"],
                &[(0, "false at tick 3", 3), (1, "last true at tick 1", 1)],
            ),
            (
                "past::Since::check",
                &["tf"],
                &[(1, "never true so far", 1)],
            ),
            (
                "rate::Separated::check::<3>",
                &["t", "f", "t"],
                &[(0, "true at ticks 1 and 3: 2 apart, not 3", 3)],
            ),
            (
                "rate::AtMost::check::<1, 3>",
                &["t", "f", "t", "f", "t"],
                &[(0, "true at ticks 3, 5: more than 1 within 3", 5)],
            ),
            (
                "order::Precedes::check",
                &["ff", "ft"],
                &[(0, "never true so far", 2), (1, "true at tick 2", 2)],
            ),
            (
                "change::Rose::check",
                &["t", "-", "t"],
                &[(0, "true at tick 3", 3)],
            ),
            (
                "change::Rose::check",
                &["t", "f"],
                &[(0, "false at tick 2, true at tick 1", 2)],
            ),
        ];
        for (function, ticks, wanted) in cases {
            let function = format!("falsify::temporal::{function}");
            let wanted = wanted
                .iter()
                .map(|&(at, text, tick)| (at, text.to_owned(), tick));
            assert_eq!(
                explained(&function, ticks),
                wanted.collect::<Vec<_>>(),
                "{function} {ticks:?}"
            );
        }
    }
}
