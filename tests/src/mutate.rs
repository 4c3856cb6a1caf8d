//! Sources that are not quite Rust: mutations of good ones, and nesting far
//! beyond what people write. The front end must answer all of them.

use crate::random::Random;

/// A mutated copy of `source`; `others` lend tokens.
pub fn mutated(source: &str, others: &[String], random: &mut Random) -> String {
    let mut tokens = tokens(source);
    for _ in 0..random.between(1, 4) {
        if tokens.is_empty() {
            break;
        }
        mutate(&mut tokens, others, random);
    }
    let text = tokens.concat();
    match random.below(12) {
        0 => truncated(&text, random),
        1 => with_noise(&text, random),
        _ => text,
    }
}

fn mutate(tokens: &mut Vec<String>, others: &[String], random: &mut Random) {
    const WORDS: [&str; 48] = [
        "(", ")", "{", "}", "[", "]", "<", ">", ";", ",", "::", ":", "->", "=>", "=", "&", "&mut ",
        "*", "'a", "|", "||", "..", "..=", "?", "!", "#", "$", "self", "Self", "crate", "super",
        "fn ", "impl ", "where ", "for ", "match ", "move ", "dyn ", "async ", "unsafe ", "let ",
        "0", "1.5", "\"x\"", "'c'", "_", "return ", "-",
    ];
    let at = random.below(tokens.len());
    match random.below(9) {
        0 | 1 => drop(tokens.remove(at)),
        2 => tokens.insert(at, tokens[at].clone()),
        3 => {
            let other = random.below(tokens.len());
            tokens.swap(at, other);
        }
        4 | 5 => tokens[at] = random.pick(&WORDS).to_string(),
        6 => tokens.insert(at, random.pick(&WORDS).to_string()),
        7 => {
            // A stretch of tokens goes, as when a paste went wrong.
            let end = tokens.len().min(at + random.between(1, 30));
            tokens.drain(at..end);
        }
        _ => {
            let lender = self::tokens(random.pick(others).as_str());
            if !lender.is_empty() {
                tokens[at] = random.pick(&lender).clone();
            }
        }
    }
}

/// The text in pieces: words, runs of white space, single characters.
fn tokens(source: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for character in source.chars() {
        match tokens.last_mut() {
            Some(last) if continues(last, character) => last.push(character),
            _ => tokens.push(character.to_string()),
        }
    }
    tokens
}

fn continues(last: &str, next: char) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    last.ends_with(|c: char| word(c) && word(next) || c.is_whitespace() && next.is_whitespace())
}

fn truncated(text: &str, random: &mut Random) -> String {
    let kept = random.below(text.chars().count() + 1);
    text.chars().take(kept).collect()
}

/// Random characters in the middle, among them some that editors show badly.
fn with_noise(text: &str, random: &mut Random) -> String {
    const ODD: [char; 10] = [
        '\0', '\u{feff}', '\u{202e}', '\r', '\u{7f}', 'ß', '𝔸', '\u{a0}', '`', '\\',
    ];
    let at = random.below(text.chars().count() + 1);
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..random.between(1, 20) {
        let odd = if random.chance(50) {
            *random.pick(&ODD)
        } else {
            random.between(1, 126) as u8 as char
        };
        characters.insert(at, odd);
    }
    characters.into_iter().collect()
}

/// Sources that nest `depth` deep, each in another construct.
pub fn nested(depth: usize) -> Vec<(&'static str, String)> {
    let around = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
    };
    let body = |expression: String| format!("pub fn f(x: u8) -> u8 {{ {expression} }}\n");
    vec![
        ("parentheses", body(around("(", "x", ")"))),
        ("blocks", body(around("{ ", "x", " }"))),
        ("ifs", body(around("if x > 1 { ", "x", " } else { 0 }"))),
        (
            "matches",
            body(around("match x { 0 => 1, _ => ", "x", " }")),
        ),
        ("negations", body(format!("{}x", "!".repeat(depth)))),
        (
            "references",
            body(format!("let r = {}x; 0", "& ".repeat(depth))),
        ),
        ("sums", body(format!("x{}", " ^ x".repeat(depth)))),
        (
            "chains",
            body(format!("x{}", ".wrapping_add(1)".repeat(depth))),
        ),
        (
            "else if",
            body(format!(
                "if x == 0 {{ 0 }}{} else {{ 1 }}",
                " else if x == 1 { 1 }".repeat(depth)
            )),
        ),
        (
            "closures",
            body(format!(
                "{}x; 0",
                "let _ = || ".to_string() + &"|| ".repeat(depth)
            )),
        ),
        (
            "calls",
            body(around("g(", "x", ")")) + "fn g(x: u8) -> u8 { x }\n",
        ),
        (
            "arrays",
            body(format!("let _ = {}; 0", around("[", "x", "]"))),
        ),
        (
            "loops",
            body(format!("{} 0", around("loop { ", "break;", " break; }"))),
        ),
        (
            "types",
            format!(
                "type T = {};\npub fn f(x: u8) -> u8 {{ x }}\n",
                around("Option<", "u8", ">")
            ),
        ),
        (
            "tuples",
            format!("pub fn f(x: {}) -> u8 {{ 0 }}\n", around("(", "u8", ",)")),
        ),
        (
            "patterns",
            format!(
                "pub fn f(x: u8) -> u8 {{ let {} = x; 0 }}\n",
                around("(", "_", ")")
            ),
        ),
        ("modules", around("mod m { ", "pub fn f() {}", " }")),
        ("functions", around("fn f() { ", "", " }")),
        (
            "macros",
            format!(
                "macro_rules! m {{ ($e:expr) => {{ $e }} }}\n{}",
                body(around("m!(", "x", ")"))
            ),
        ),
        (
            "recursive macro",
            format!(
                "macro_rules! m {{ ($($t:tt)*) => {{ m!($($t)* x) }} }}\n{}",
                body("m!(x)".into())
            ),
        ),
        ("open parentheses", body("(".repeat(depth))),
        ("open braces", "fn f() ".to_string() + &"{".repeat(depth)),
        (
            "open generics",
            "type T = ".to_string() + &"Option<".repeat(depth),
        ),
        (
            "use groups",
            format!("use {}a{};\n", "a::{".repeat(depth), "}".repeat(depth)),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_the_whole() {
        let text = "fn f(x: u8) -> u8 {\n    x+1 // é\n}";
        assert_eq!(tokens(text).concat(), text);
    }

    #[test]
    fn mutations_differ_from_the_source() {
        let text = "fn f(x: u8) -> u8 { x + 1 }".to_string();
        let mut random = Random::new(3);
        let others = [text.clone()];
        let different = (0..20)
            .filter(|_| mutated(&text, &others, &mut random) != text)
            .count();
        assert!(different > 15);
    }
}
