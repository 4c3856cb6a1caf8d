//! The keys of the settings: what each takes, wherever it is written.

use std::time::Duration;

/// A key.
pub struct Key {
    pub name: &'static str,
    pub takes: Takes,
    /// For the schema.
    pub about: &'static str,
}

/// What a key takes.
#[derive(Clone, Copy)]
pub enum Takes {
    Number {
        least: u64,
        most: u64,
    },
    /// A number of seconds, or one with a unit.
    Time,
    /// A number of bytes, or one with a unit.
    Size,
    /// A number out of few.
    Width(&'static [u64]),
    Name,
    Choice(&'static [&'static str]),
    /// A table from anything to one of these.
    Table(&'static [&'static str]),
    /// A table of tables with the same keys.
    Profiles,
}

/// What is written.
#[derive(Clone, Copy)]
pub enum Given<'a> {
    Number(u64),
    Text(&'a str),
    /// As in a variable of the environment, where numbers are text.
    Word(&'a str),
    Other,
}

/// What it means.
pub enum Datum {
    Number(u64),
    Time(Duration),
    Text(String),
}

const LEVELS: &[&str] = &["deny", "warn", "allow"];

pub const KEYS: &[Key] = &[
    Key {
        name: "bound",
        takes: Takes::Number {
            least: 1,
            most: u64::MAX >> 1,
        },
        about: "How many ticks to look at; 1000 if nothing is said",
    },
    Key {
        name: "engine",
        takes: Takes::Name,
        about: "The only engine to use; all that fit if nothing is said",
    },
    Key {
        name: "extern",
        takes: Takes::Table(&["input", "output"]),
        about: "Functions whose source is not analysed, by path",
    },
    Key {
        name: "jobs",
        takes: Takes::Number {
            least: 1,
            most: 1024,
        },
        about: "Threads; as many as there are cores if nothing is said",
    },
    Key {
        name: "levels",
        takes: Takes::Table(LEVELS),
        about: "How properties count, by the name of a monitor or check, a kind of panic, `panic`, or a pattern of these",
    },
    Key {
        name: "memory",
        takes: Takes::Size,
        about: "Memory for each loop; \"4G\" if nothing is said",
    },
    Key {
        name: "overflow",
        takes: Takes::Choice(&["panic", "wrap"]),
        about: "What an arithmetic overflow does; it panics if nothing is said",
    },
    Key {
        name: "panics",
        takes: Takes::Choice(LEVELS),
        about: "How panics count; they are denied if nothing is said",
    },
    Key {
        name: "pointer-width",
        takes: Takes::Width(&[16, 32, 64]),
        about: "Bits of `usize`; those of the configured target, else 32, if nothing is said",
    },
    Key {
        name: "profile",
        takes: Takes::Profiles,
        about: "Settings that are stronger than the others here if `--profile` names them",
    },
    Key {
        name: "require",
        takes: Takes::Choice(&["proved", "bounded"]),
        about: "What must be known about every property; that it holds for `bound` ticks if nothing is said",
    },
    Key {
        name: "seed",
        takes: Takes::Number {
            least: 0,
            most: i64::MAX as u64,
        },
        about: "Start of everything random; 0 if nothing is said",
    },
    Key {
        name: "solver",
        takes: Takes::Name,
        about: "The solver that engines use",
    },
    Key {
        name: "timeout",
        takes: Takes::Time,
        about: "Time for each loop; 120 seconds if nothing is said",
    },
];

pub fn by_name(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.name == name)
}

impl Takes {
    /// Whether one value says it all, so that a variable of the environment can.
    pub fn is_scalar(self) -> bool {
        !matches!(self, Takes::Table(_) | Takes::Profiles)
    }

    /// What a value means; otherwise what is expected.
    pub fn read(self, given: Given<'_>) -> Result<Datum, String> {
        let datum = match self {
            Takes::Number { least, most } => {
                let number = given.number().filter(|it| (least..=most).contains(it));
                number.map(Datum::Number)
            }
            Takes::Width(widths) => {
                let number = given.number().filter(|it| widths.contains(it));
                number.map(Datum::Number)
            }
            Takes::Time => {
                let seconds = given.number().map(Duration::from_secs);
                let time = seconds.or_else(|| given.text().and_then(parse_duration));
                time.filter(|it| !it.is_zero()).map(Datum::Time)
            }
            Takes::Size => {
                let size = given.number().or_else(|| given.text().and_then(parse_size));
                size.filter(|it| *it > 0).map(Datum::Number)
            }
            Takes::Name => given.text().map(|it| Datum::Text(it.to_owned())),
            Takes::Choice(names) => {
                let name = given.text().filter(|it| names.contains(it));
                name.map(|it| Datum::Text(it.to_owned()))
            }
            Takes::Table(_) | Takes::Profiles => None,
        };
        datum.ok_or_else(|| self.expected())
    }

    /// What is expected, in words.
    pub fn expected(self) -> String {
        match self {
            Takes::Number { least, most: 1024 } => format!("a number from {least} to 1024"),
            Takes::Number { least, .. } => format!("a number of at least {least}"),
            Takes::Time => "a time in seconds, such as 120 or \"120s\"".into(),
            Takes::Size => "a number of bytes, such as \"512M\" or \"4G\"".into(),
            Takes::Width(widths) => {
                let widths: Vec<String> = widths.iter().map(u64::to_string).collect();
                listed(&widths)
            }
            Takes::Name => "a string".into(),
            Takes::Choice(names) => quoted(names),
            Takes::Table(names) => format!("a table of names with {}", quoted(names)),
            Takes::Profiles => "a table of profiles".into(),
        }
    }
}

/// `16, 32 or 64`
fn listed(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        words => words.join(""),
    }
}

pub fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|it| format!("\"{it}\"")).collect();
    names.join(" or ")
}

impl<'a> Given<'a> {
    fn number(self) -> Option<u64> {
        match self {
            Given::Number(number) => Some(number),
            Given::Word(word) => word.parse().ok(),
            Given::Text(_) | Given::Other => None,
        }
    }

    fn text(self) -> Option<&'a str> {
        match self {
            Given::Text(text) | Given::Word(text) => Some(text),
            Given::Number(_) | Given::Other => None,
        }
    }
}

/// A time of whole seconds: `120`, `90s`, `5min`, `1h`.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let (number, unit) = number_and_unit(text)?;
    let seconds = match unit {
        "" | "s" => 1,
        "m" | "min" => 60,
        "h" => 3600,
        _ => return None,
    };
    number.checked_mul(seconds).map(Duration::from_secs)
}

/// Bytes: `1000`, `512M`, `4GiB`.
pub fn parse_size(text: &str) -> Option<u64> {
    let (number, unit) = number_and_unit(text)?;
    let unit = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        _ => return None,
    };
    number.checked_mul(unit)
}

fn number_and_unit(text: &str) -> Option<(u64, &str)> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number = digits.trim().parse().ok()?;
    Some((number, text[digits.len()..].trim()))
}
