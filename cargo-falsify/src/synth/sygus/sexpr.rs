//! Parenthesised text with the place of every part.

use super::Fault;

/// Line and column, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

#[derive(Clone, Debug)]
pub struct Sexpr {
    pub place: Place,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Word(String),
    List(Vec<Sexpr>),
}

impl Sexpr {
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            Kind::List(_) => None,
        }
    }

    pub fn list(&self) -> Option<&[Sexpr]> {
        match &self.kind {
            Kind::Word(_) => None,
            Kind::List(items) => Some(items),
        }
    }

    /// The items after a first word, if it is this one.
    pub fn after(&self, word: &str) -> Option<&[Sexpr]> {
        let (first, rest) = self.list()?.split_first()?;
        (first.word() == Some(word)).then_some(rest)
    }

    pub fn fault(&self, message: impl Into<String>) -> Fault {
        Fault {
            place: self.place,
            message: message.into(),
        }
    }
}

impl std::fmt::Display for Sexpr {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            Kind::Word(word) => f.write_str(word),
            Kind::List(items) => {
                f.write_str("(")?;
                for (index, item) in items.iter().enumerate() {
                    let space = if index > 0 { " " } else { "" };
                    write!(f, "{space}{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Text deeper than this is not read.
const DEPTH: usize = 100_000;

struct Reader<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    place: Place,
}

/// All expressions of a text.
pub fn read(text: &str) -> Result<Vec<Sexpr>, Fault> {
    let mut reader = Reader {
        rest: text.chars().peekable(),
        place: Place { line: 1, column: 1 },
    };
    // Lists that are open, with the place of their parenthesis.
    let mut open: Vec<(Place, Vec<Sexpr>)> = Vec::new();
    let mut top = Vec::new();
    while let Some((place, token)) = reader.token()? {
        let done = match token.as_str() {
            "(" if open.len() == DEPTH => {
                let message = "more nested parentheses than are read".into();
                return Err(Fault { place, message });
            }
            "(" => {
                open.push((place, Vec::new()));
                continue;
            }
            ")" => {
                let message = "a closing parenthesis without its opening one".into();
                let (place, items) = open.pop().ok_or(Fault { place, message })?;
                Sexpr {
                    place,
                    kind: Kind::List(items),
                }
            }
            _ => Sexpr {
                place,
                kind: Kind::Word(token),
            },
        };
        open.last_mut()
            .map_or(&mut top, |(_, items)| items)
            .push(done);
    }
    match open.pop() {
        Some((place, _)) => Err(Fault {
            place,
            message: "this parenthesis is never closed".into(),
        }),
        None => Ok(top),
    }
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        match c {
            '\n' => {
                self.place = Place {
                    line: self.place.line + 1,
                    column: 1,
                }
            }
            _ => self.place.column += 1,
        }
        Some(c)
    }

    fn token(&mut self) -> Result<Option<(Place, String)>, Fault> {
        self.skip_blanks();
        let place = self.place;
        let Some(first) = self.next() else {
            return Ok(None);
        };
        match first {
            '(' | ')' => Ok(Some((place, first.to_string()))),
            '|' | '"' => self.quoted(place, first).map(Some),
            _ => Ok(Some((place, self.bare(first)))),
        }
    }

    fn skip_blanks(&mut self) {
        while let Some(c) = self.rest.peek().copied() {
            match c {
                ';' => while self.next().is_some_and(|c| c != '\n') {},
                c if c.is_whitespace() => drop(self.next()),
                _ => break,
            }
        }
    }

    fn bare(&mut self, first: char) -> String {
        let mut word = String::from(first);
        let ends = |c: &char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '|' | '"');
        while let Some(c) = self.rest.peek().copied().filter(|c| !ends(c)) {
            word.push(c);
            self.next();
        }
        word
    }

    fn quoted(&mut self, place: Place, mark: char) -> Result<(Place, String), Fault> {
        let mut word = String::from(mark);
        while let Some(c) = self.next() {
            word.push(c);
            if c == mark {
                return Ok((place, word));
            }
        }
        Err(Fault {
            place,
            message: format!("this {mark} is never closed"),
        })
    }
}
