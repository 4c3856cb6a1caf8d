//! Format strings: which names they capture.

/// The names that `{name}`, `{:name$}` and `{:.name$}` mention in a format string, in order, each once.
pub fn captures(format: &str) -> Vec<String> {
    let mut names = Vec::new();
    for placeholder in placeholders(format) {
        let (argument, spec) = placeholder.split_once(':').unwrap_or((placeholder, ""));
        let counts = spec.split('$').rev().skip(1).map(trailing_name);
        let mentioned = std::iter::once(argument.trim()).chain(counts);
        for name in mentioned.filter(|name| is_name(name)) {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_string());
            }
        }
    }
    names
}

/// What stands between single braces.
fn placeholders(format: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = format;
    while let Some(open) = rest.find('{') {
        rest = &rest[open + 1..];
        if let Some(escaped) = rest.strip_prefix('{') {
            rest = escaped;
            continue;
        }
        let Some(close) = rest.find('}') else {
            break;
        };
        out.push(&rest[..close]);
        rest = &rest[close + 1..];
    }
    out
}

/// The name at the end of a piece of a format spec, as in `>+#0width`.
fn trailing_name(piece: &str) -> &str {
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    let start = piece
        .char_indices()
        .rev()
        .take_while(|&(_, c)| is_part(c))
        .last();
    let name = start.map_or("", |(index, _)| &piece[index..]);
    // The `0` flag may stand right before the name.
    name.trim_start_matches('0')
}

fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    let starts = chars.next().is_some_and(|c| c == '_' || c.is_alphabetic());
    starts && chars.all(|c| c == '_' || c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::captures;

    #[test]
    fn captured_names_are_found() {
        for (format, expected) in [
            ("plain", &[][..]),
            ("{} {:?} {0} {1:x}", &[]),
            ("{x} {y:?} {x:#x}", &["x", "y"]),
            ("{{x}} {y}", &["y"]),
            ("{:width$} {:>w$.p$}", &["width", "p", "w"]),
            ("{v:08.prec$}", &["v", "prec"]),
            ("{=u8} {=[u8]:x}", &[]),
            ("{:1$} {:.*}", &[]),
            ("{:0width$}", &["width"]),
            ("{unclosed", &[]),
        ] {
            assert_eq!(captures(format), expected, "{format}");
        }
    }
}
