//! Findings as text: for a person with the source drawn, for a program as one JSON object a line.

use std::fmt;
use std::path::{Path, PathBuf};

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};
use serde_json::json;

use super::{Diagnostic, Severity, PREFIX};
use crate::source::{FileId, SourceMap, Span};

/// What stands around the text of a label: line numbers, half of what is marked, the arrow.
const MARGIN: usize = 22;

/// Stands for an equals sign that is not to be separated from its sides.
const GLUE: &str = "\u{a0}=\u{a0}";

/// Labels are not broken into narrower lines than this.
const NARROWEST: usize = 24;

/// What rendering needs to know besides the finding.
pub struct Renderer<'a> {
    pub sources: &'a SourceMap,
    /// Paths below it are shown relative to it.
    pub root: &'a Path,
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// Something to show in the source that is not about the code being wrong, such as a run that goes wrong.
#[derive(Clone, Debug)]
pub struct Picture {
    pub heading: String,
    pub message: String,
    /// The first one is where it is; those in other files become drawings of their own.
    pub labels: Vec<(Span, String)>,
}

impl Renderer<'_> {
    /// The drawing for a person.
    pub fn human(&self, diagnostic: &Diagnostic) -> String {
        self.draw(&self.drawing(diagnostic))
            // The drawing failed, the finding must not be lost.
            .unwrap_or_else(|| format!("{PREFIX}{}: {diagnostic}\n", diagnostic.code))
    }

    /// The drawing of a picture.
    pub fn picture(&self, picture: &Picture) -> String {
        let labels = picture.labels.iter();
        let labels: Vec<_> = labels
            .map(|(span, text)| (*span, self.wrapped(*span, text)))
            .collect();
        let drawing = Drawing {
            code: Some(picture.heading.clone()),
            message: picture.message.clone(),
            ..self.placed(&labels)
        };
        self.draw(&drawing)
            .unwrap_or_else(|| format!("{}: {}\n", picture.heading, picture.message))
    }

    /// Breaks a label that would run out of the terminal at the right.
    fn wrapped(&self, span: Span, label: &str) -> String {
        let (_, column) = self.sources.location(span);
        let room = self.width.saturating_sub(column as usize + MARGIN);
        let room = room.max(NARROWEST);
        let mut lines = vec![String::new()];
        // An equation stays on one line.
        for word in label.replace(" = ", GLUE).split(' ') {
            let line = lines.last_mut().expect("there is a first line");
            match line.chars().count() + 1 + word.chars().count() > room && !line.is_empty() {
                true => lines.push(word.to_owned()),
                false if line.is_empty() => line.push_str(word),
                false => *line += &format!(" {word}"),
            }
        }
        lines.join("\n").replace(GLUE, " = ")
    }

    fn draw(&self, drawing: &Drawing) -> Option<String> {
        let theme = match self.colour {
            true => GraphicalTheme::unicode(),
            false => GraphicalTheme::unicode_nocolor(),
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_links(false)
            .with_width(self.width);
        let mut text = String::new();
        let drawn = handler.render_report(&mut text, drawing);
        drawn.ok().map(|()| text)
    }

    /// The `diagnostic` object: the schema is in `docs/json.md`.
    pub fn json(&self, diagnostic: &Diagnostic) -> serde_json::Value {
        let labels = diagnostic.labels.iter();
        json!({
            "reason": "diagnostic",
            "level": diagnostic.severity.name(),
            "code": format!("{PREFIX}{}", diagnostic.code),
            "message": diagnostic.message,
            "help": help(diagnostic),
            "labels": labels.map(|(span, text)| self.label(*span, text)).collect::<Vec<_>>(),
        })
    }

    fn label(&self, span: Span, text: &str) -> serde_json::Value {
        let mut place = self.place(span);
        place["text"] = json!((!text.is_empty()).then_some(text));
        place
    }

    /// A span for programs: file relative to the workspace, line and column from 1, bytes.
    pub fn place(&self, span: Span) -> serde_json::Value {
        let (line, column) = self.sources.location(span);
        json!({
            "file": self.shown_path(span.file).display().to_string(),
            "line": line,
            "column": column,
            "start": span.lo,
            "end": span.hi,
        })
    }

    /// A span for people: `src/lib.rs:24:20`.
    pub fn location(&self, span: Span) -> String {
        let (line, column) = self.sources.location(span);
        format!("{}:{line}:{column}", self.shown_path(span.file).display())
    }

    fn shown_path(&self, file: FileId) -> PathBuf {
        let path = self.sources.path(file);
        path.strip_prefix(self.root).unwrap_or(path).to_owned()
    }

    fn drawing(&self, diagnostic: &Diagnostic) -> Drawing {
        Drawing {
            severity: match diagnostic.severity {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
            },
            code: Some(format!("{PREFIX}{}", diagnostic.code)),
            message: diagnostic.message.clone(),
            help: help(diagnostic),
            ..self.placed(&diagnostic.labels)
        }
    }

    /// Labels in the file of the first one; those in other files become further drawings.
    fn placed(&self, labels: &[(Span, String)]) -> Drawing {
        let home = labels.first().map(|(span, _)| span.file);
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            labels.iter().partition(|(span, _)| Some(span.file) == home);
        Drawing {
            severity: miette::Severity::Error,
            code: None,
            message: String::new(),
            help: None,
            source: home.map(|file| self.named_source(file)),
            labels: here.into_iter().map(|(s, t)| self.marked(*s, t)).collect(),
            related: elsewhere
                .into_iter()
                .map(|(s, t)| self.aside(*s, t))
                .collect(),
        }
    }

    fn aside(&self, span: Span, text: &str) -> Drawing {
        Drawing {
            // What stands beside a finding is not another one.
            severity: miette::Severity::Advice,
            code: None,
            message: text.to_owned(),
            help: None,
            source: Some(self.named_source(span.file)),
            labels: vec![self.marked(span, "")],
            related: Vec::new(),
        }
    }

    fn named_source(&self, file: FileId) -> NamedSource<String> {
        let name = self.shown_path(file).display().to_string();
        NamedSource::new(name, self.sources.file(file).text.clone())
    }

    /// Only the first line of a span is marked: a whole function underlined helps nobody.
    fn marked(&self, span: Span, text: &str) -> LabeledSpan {
        let size = self.sources.file(span.file).text.len();
        let start = (span.lo as usize).min(size);
        let first_line = self.sources.text(span).lines().next().unwrap_or("");
        let label = (!text.is_empty()).then(|| text.to_owned());
        LabeledSpan::new(label, start, first_line.trim_end().len())
    }
}

/// What to do about it, from its explanation if nothing better is known.
fn help(diagnostic: &Diagnostic) -> Option<String> {
    let general = || super::advice(diagnostic.code);
    diagnostic.help.clone().or_else(general)
}

/// A finding in the terms of the drawing library.
#[derive(Debug)]
struct Drawing {
    severity: miette::Severity,
    code: Option<String>,
    message: String,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
    related: Vec<Drawing>,
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Drawing {}

impl miette::Diagnostic for Drawing {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|code| Box::new(code) as _)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(self.related.iter().map(|aside| aside as _)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources() -> SourceMap {
        let mut sources = SourceMap::default();
        sources.add("/ws/src/lib.rs", "fn ä() {\n    frob(1)\n}\n".into());
        sources.add("/ws/src/other.rs", "struct S;\n".into());
        sources
    }

    fn renderer(sources: &SourceMap) -> Renderer<'_> {
        Renderer {
            sources,
            root: Path::new("/ws"),
            colour: false,
            width: 80,
        }
    }

    fn finding() -> Diagnostic {
        Diagnostic::new("x::y", Span::new(FileId(0), 14, 18), "no `frob`")
            .label(Span::new(FileId(1), 0, 9), "declared here")
            .help("Write `frob`.")
    }

    #[test]
    fn the_drawing_shows_every_place() {
        let sources = sources();
        let text = renderer(&sources).human(&finding());
        for part in [
            "falsify::x::y",
            "no `frob`",
            "[src/lib.rs:2:5]",
            "frob(1)",
            "declared here",
            "[src/other.rs:1:1]",
            "Write `frob`.",
        ] {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
        assert!(!text.contains('\x1b'), "colours without a terminal");
    }

    #[test]
    fn a_long_span_is_marked_on_its_first_line() {
        let sources = sources();
        let whole = Diagnostic::new("x::y", Span::new(FileId(0), 0, 26), "too long");
        let text = renderer(&sources).human(&whole);
        assert!(!text.contains("frob(1)\n ·"), "{text}");
        assert!(text.contains("[src/lib.rs:1:1]"), "{text}");
    }

    #[test]
    fn a_span_outside_its_file_loses_nothing() {
        let sources = sources();
        let odd = Diagnostic::new("x::y", Span::new(FileId(1), 400, 500), "beyond");
        assert!(renderer(&sources).human(&odd).contains("beyond"));
    }

    #[test]
    fn a_warning_looks_and_reads_different() {
        let sources = sources();
        let (error, warning) = (finding(), finding().warning());
        let renderer = renderer(&sources);
        assert_ne!(renderer.human(&error), renderer.human(&warning));
        let value = renderer.json(&warning);
        assert_eq!(value["level"], "warning");
    }

    #[test]
    fn json_has_places() {
        let sources = sources();
        let value = renderer(&sources).json(&finding());
        assert_eq!(value["code"], "falsify::x::y");
        assert_eq!(value["labels"][0]["line"], 2);
        assert_eq!(value["labels"][0]["column"], 5);
        assert_eq!(value["labels"][1]["file"], "src/other.rs");
    }
}
