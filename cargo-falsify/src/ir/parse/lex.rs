//! Tokens of the text form.

use crate::bv::Scalar;

#[derive(Clone, PartialEq, Debug)]
pub enum Token {
    /// A word or path.
    Word(String),
    /// A string.
    Quoted(String),
    Char(char),
    Number(Number),
    Punct(&'static str),
}

/// Digits with the type after them.
#[derive(Clone, PartialEq, Debug)]
pub struct Number {
    /// Without sign and suffix.
    pub text: String,
    pub suffix: Option<String>,
}

impl Number {
    /// The number as an integer, if it is one.
    pub fn integer(&self) -> Option<u128> {
        match self.text.strip_prefix("0x") {
            Some(hex) => u128::from_str_radix(hex, 16).ok(),
            None => self.text.parse().ok(),
        }
    }

    /// Bits of the number, or of its negative, in a type.
    pub fn bits(&self, negative: bool, ty: Scalar) -> Option<u128> {
        let sign = if negative { "-" } else { "" };
        let signed_text = || format!("{sign}{}", self.text);
        match ty {
            Scalar::Float { .. } if self.text.starts_with("0x") => self.integer(),
            Scalar::Float { bits: 32 } => {
                let value: f32 = signed_text().parse().ok()?;
                Some(value.to_bits().into())
            }
            Scalar::Float { .. } => {
                let value: f64 = signed_text().parse().ok()?;
                Some(value.to_bits().into())
            }
            Scalar::Int { .. } | Scalar::Bool | Scalar::Char => {
                let magnitude = self.integer()?;
                let bits = if negative {
                    magnitude.wrapping_neg()
                } else {
                    magnitude
                };
                fits(ty, magnitude, negative).then(|| ty.wrap(bits))
            }
        }
    }
}

fn fits(ty: Scalar, magnitude: u128, negative: bool) -> bool {
    match negative {
        true => ty.is_signed() && magnitude <= ty.min(),
        false => magnitude <= ty.max(),
    }
}

const PUNCTUATION: &[&str] = &[
    "..=", "->", "==", "(", ")", "[", "]", "{", "}", ",", ":", ";", "=", "&", "!", "#", ".", "*",
    "@", "-",
];

/// All tokens with their lines.
pub fn tokens(text: &str) -> Result<Vec<(Token, u32)>, String> {
    let mut lexer = Lexer {
        rest: text,
        line: 1,
        found: Vec::new(),
    };
    while lexer.skip_blank() {
        let line = lexer.line;
        let token = lexer.token().map_err(|e| format!("line {line}: {e}"))?;
        lexer.found.push((token, line));
    }
    Ok(lexer.found)
}

struct Lexer<'a> {
    rest: &'a str,
    line: u32,
    found: Vec<(Token, u32)>,
}

impl<'a> Lexer<'a> {
    /// Skips space and comments; false at the end.
    fn skip_blank(&mut self) -> bool {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.advance(blank);
            if !self.rest.starts_with("//") {
                return !self.rest.is_empty();
            }
            self.advance(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count() as u32;
        self.rest = rest;
        taken
    }

    /// Takes what fits at the front.
    fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        self.advance(end)
    }

    fn token(&mut self) -> Result<Token, String> {
        match self.rest.chars().next() {
            Some('"') => Ok(Token::Quoted(self.quoted('"')?)),
            Some('\'') => {
                let text = self.quoted('\'')?;
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (Some(c), None) => Ok(Token::Char(c)),
                    _ => Err("a char is not one character".into()),
                }
            }
            Some(c) if c.is_ascii_digit() => Ok(Token::Number(self.number())),
            Some(c) if c.is_ascii_alphabetic() || c == '_' => Ok(Token::Word(self.word())),
            _ => self.punctuation(),
        }
    }

    fn punctuation(&mut self) -> Result<Token, String> {
        let found = PUNCTUATION.iter().find(|p| self.rest.starts_with(**p));
        let found = found.ok_or_else(|| {
            let start: String = self.rest.chars().take(10).collect();
            format!("what is `{start}`?")
        })?;
        self.advance(found.len());
        Ok(Token::Punct(found))
    }

    fn word(&mut self) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut word = self.take_while(is_part).to_owned();
        while self.rest.starts_with("::") {
            word.push_str(self.advance(2));
            word.push_str(self.take_while(is_part));
        }
        word
    }

    fn number(&mut self) -> Number {
        let mut text = String::new();
        if self.rest.starts_with("0x") {
            text.push_str(self.advance(2));
            text.push_str(self.take_while(|c| c.is_ascii_hexdigit()));
            if self.rest.starts_with('_') {
                self.advance(1);
            }
        } else {
            text.push_str(self.take_while(|c| c.is_ascii_digit()));
            text.push_str(self.fraction());
            text.push_str(self.exponent());
        }
        let suffix = self.take_while(|c| c.is_ascii_alphanumeric());
        Number {
            text,
            suffix: (!suffix.is_empty()).then(|| suffix.to_owned()),
        }
    }

    /// `.5`, unless the number is a step of a path.
    fn fraction(&mut self) -> &'a str {
        let previous = self.found.last().map(|(token, _)| token);
        let in_path = matches!(previous, Some(Token::Punct("." | "#")));
        let digits = self.rest.strip_prefix('.').map_or(0, count_digits);
        match digits {
            0 => "",
            _ if in_path => "",
            digits => self.advance(1 + digits),
        }
    }

    /// `e-45`
    fn exponent(&mut self) -> &'a str {
        let Some(rest) = self.rest.strip_prefix('e') else {
            return "";
        };
        let sign = usize::from(rest.starts_with('-'));
        match count_digits(&rest[sign..]) {
            0 => "",
            digits => self.advance(1 + sign + digits),
        }
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        self.advance(1);
        let mut text = String::new();
        loop {
            let c = self.rest.chars().next().ok_or("a string does not end")?;
            self.advance(c.len_utf8());
            match c {
                _ if c == quote => return Ok(text),
                '\\' => text.push(self.escape()?),
                _ => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let c = self.rest.chars().next().ok_or("a string does not end")?;
        self.advance(c.len_utf8());
        match c {
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            '0' => Ok('\0'),
            '\\' | '"' | '\'' => Ok(c),
            'u' => {
                let code = self.take_while(|c| c != '}').trim_start_matches('{');
                let code = u32::from_str_radix(code, 16).ok();
                self.advance(usize::from(self.rest.starts_with('}')));
                code.and_then(char::from_u32)
                    .ok_or_else(|| "what character is this?".into())
            }
            other => Err(format!("what is `\\{other}`?")),
        }
    }
}

fn count_digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}
