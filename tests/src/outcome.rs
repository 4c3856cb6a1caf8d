//! What a run of an entry ends with, and when two ends are the same.

use std::fmt;

/// The end of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned this value, in canonical text.
    Value(String),
    Panic(Panic),
    /// The tool rejected the function or could not finish the run.
    Failed(String),
}

/// A panic: its kind and where the source says it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    pub kind: Kind,
    /// Line and column, both from one; `None` inside the library, where the
    /// compiler's place is a line of `core` and has no counterpart.
    pub place: Option<(usize, usize)>,
    /// The whole message of the compiled program, for reports.
    pub message: String,
}

/// Kinds of panic that can be told apart by what a compiled program prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Overflow,
    DivisionByZero,
    DivisionOverflow,
    Shift,
    Bounds,
    Slice,
    Unwrap,
    Assert,
    Unreachable,
    Todo,
    Borrow,
    /// A message of the program's or the library's own: `panic!`, `expect`,
    /// an assertion with a text.
    Message,
}

/// The beginnings of panic messages of the installed compiler and library.
const MESSAGES: [(&str, Kind); 31] = [
    ("attempt to shift", Kind::Shift),
    ("attempt to divide by zero", Kind::DivisionByZero),
    (
        "attempt to calculate the remainder with a divisor of zero",
        Kind::DivisionByZero,
    ),
    ("attempt to divide with overflow", Kind::DivisionOverflow),
    (
        "attempt to calculate the remainder with overflow",
        Kind::DivisionOverflow,
    ),
    ("attempt to add with overflow", Kind::Overflow),
    ("attempt to subtract with overflow", Kind::Overflow),
    ("attempt to multiply with overflow", Kind::Overflow),
    ("attempt to negate with overflow", Kind::Overflow),
    ("attempt to ", Kind::Overflow),
    ("index out of bounds", Kind::Bounds),
    ("start byte index", Kind::Slice),
    ("end byte index", Kind::Slice),
    ("range start index", Kind::Slice),
    ("range end index", Kind::Slice),
    ("slice index starts at", Kind::Slice),
    ("mid > len", Kind::Slice),
    ("called `Option::unwrap", Kind::Unwrap),
    ("called `Result::unwrap", Kind::Unwrap),
    ("assertion failed", Kind::Assert),
    ("assertion `", Kind::Assert),
    (
        "internal error: entered unreachable code",
        Kind::Unreachable,
    ),
    ("not yet implemented", Kind::Todo),
    ("not implemented", Kind::Todo),
    ("already borrowed", Kind::Borrow),
    ("already mutably borrowed", Kind::Borrow),
    ("RefCell already", Kind::Borrow),
    ("chunk size must be non-zero", Kind::Message),
    ("window size must be non-zero", Kind::Message),
    ("attempt to compute", Kind::Overflow),
    ("overflow when", Kind::Message),
];

impl Kind {
    /// The kind that a compiled program's message shows.
    pub fn of_message(message: &str) -> Kind {
        let known = MESSAGES
            .iter()
            .find(|(start, _)| message.starts_with(start));
        known.map_or(Kind::Message, |(_, kind)| *kind)
    }
}

impl Outcome {
    /// Reads a line that the compiled program printed.
    pub fn of_line(line: &str) -> Outcome {
        if let Some(value) = line.strip_prefix("value ") {
            return Outcome::Value(value.to_string());
        }
        let Some(rest) = line.strip_prefix("panic ") else {
            return Outcome::Failed(format!("the compiled program printed `{line}`"));
        };
        let (place, message) = rest.split_once(' ').unwrap_or((rest, ""));
        let place = place
            .split_once(':')
            .and_then(|(line, column)| Some((line.parse().ok()?, column.parse().ok()?)));
        Outcome::Panic(Panic {
            kind: Kind::of_message(message),
            place,
            message: message.to_string(),
        })
    }

    /// Whether the tool's outcome is what the compiled program showed.
    pub fn agrees_with(&self, compiled: &Outcome) -> bool {
        match (self, compiled) {
            (Outcome::Value(mine), Outcome::Value(theirs)) => mine == theirs,
            (Outcome::Panic(mine), Outcome::Panic(theirs)) => {
                mine.kind_agrees(theirs) && (theirs.place.is_none() || mine.place == theirs.place)
            }
            _ => false,
        }
    }

    /// The same outcome with its place moved up by `lines`.
    pub fn moved_up(self, lines: usize) -> Outcome {
        self.placed(|line| line.saturating_sub(lines))
    }

    /// The same outcome with its place moved down by `lines`.
    pub fn moved_down(self, lines: usize) -> Outcome {
        self.placed(|line| line + lines)
    }

    fn placed(self, moved: impl Fn(usize) -> usize) -> Outcome {
        match self {
            Outcome::Panic(mut panic) => {
                panic.place = panic.place.map(|(line, column)| (moved(line), column));
                Outcome::Panic(panic)
            }
            other => other,
        }
    }
}

impl Panic {
    /// A message of the program's own hides its kind: `assert!(c, "text")`,
    /// `expect("text")` and `panic!("text")` print alike.
    fn kind_agrees(&self, compiled: &Panic) -> bool {
        let own_text = [Kind::Message, Kind::Assert, Kind::Unwrap];
        self.kind == compiled.kind
            || compiled.kind == Kind::Message && own_text.contains(&self.kind)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Value(value) => write!(f, "value {value}"),
            Outcome::Panic(panic) => match panic.place {
                Some((line, column)) => {
                    write!(
                        f,
                        "panic at {line}:{column} {:?} {}",
                        panic.kind, panic.message
                    )
                }
                None => write!(f, "panic in the library {:?} {}", panic.kind, panic.message),
            },
            Outcome::Failed(why) => write!(f, "failed: {why}"),
        }
    }
}
