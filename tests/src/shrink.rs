//! Reduces a program on which the tool differs from the compiler.
//!
//! Works on any Rust text: candidates are made by cutting items, statements,
//! arms and whole expressions out of the source, at the spans of its syntax
//! tree. Both sides judge them: a candidate counts if `rustc` accepts it and
//! the outcomes still differ in the same manner.

use crate::batch::{self, Layout, Request};
use crate::case::Case;
use crate::compare::Mismatch;
use crate::outcome::Outcome;
use crate::tool::Executor;
use std::ops::Range;
use std::time::{Duration, Instant};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Candidates compiled together.
const WIDTH: usize = 48;
/// A candidate may loop forever; the batch is cut off then.
const LIMIT: Duration = Duration::from_secs(10);

/// One way to make a text smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edit {
    cut: Range<usize>,
    put: String,
}

impl Edit {
    fn gain(&self) -> usize {
        self.cut.len().saturating_sub(self.put.len())
    }
}

/// A smaller program with the same fault, found within `time`.
pub fn shrink(mismatch: &Mismatch, tool: &dyn Executor, time: Duration) -> Mismatch {
    let end = Instant::now() + time;
    let mut best = mismatch.clone();
    let mut from = 0;
    while Instant::now() < end {
        let edits = edits(&best.case.source, &best.entry);
        if from >= edits.len() {
            break;
        }
        let window = &edits[from..edits.len().min(from + WIDTH)];
        match improve(&best, window, tool) {
            // Later edits of the old text are often still good: start over
            // only when the list is through.
            Some(better) => {
                let shorter = better.case.source.len() < best.case.source.len();
                best = better;
                from = if shorter {
                    from.saturating_sub(WIDTH / 2)
                } else {
                    from + WIDTH
                };
            }
            None => from += WIDTH,
        }
    }
    best
}

/// The best result of trying `edits`: all good ones together, or the largest.
fn improve(best: &Mismatch, edits: &[Edit], tool: &dyn Executor) -> Option<Mismatch> {
    let single: Vec<String> = edits
        .iter()
        .map(|edit| applied(&best.case.source, &[edit]))
        .collect();
    let judged = judge(best, &single, tool);
    let good: Vec<&Edit> = edits
        .iter()
        .zip(&judged)
        .filter(|(_, result)| result.is_some())
        .map(|(edit, _)| edit)
        .collect();
    let first = judged.into_iter().flatten().next()?;
    let together = applied(&best.case.source, &disjoint(&good));
    let all = judge(best, &[together], tool).into_iter().next().flatten();
    Some(all.unwrap_or(first))
}

/// Which of the texts show the fault of `best`.
fn judge(best: &Mismatch, texts: &[String], tool: &dyn Executor) -> Vec<Option<Mismatch>> {
    let parsed: Vec<Option<Case>> = texts
        .iter()
        .map(|text| {
            let edition = best.case.edition;
            let case = Case::new(&best.case.name, text).ok()?;
            Some(Case { edition, ..case })
        })
        .collect();
    let cases: Vec<Case> = parsed.iter().flatten().cloned().collect();
    let requests: Vec<Request> = (0..cases.len())
        .filter_map(|case| request(&cases, case, best))
        .collect();
    let answers = batch::run(&cases, &requests, LIMIT);
    let layout = Layout::for_tool(&cases);
    let mine = tool.run(&cases, &layout, &requests);
    let mut verdicts: Vec<Option<Mismatch>> = vec![None; cases.len()];
    for ((request, compiled), mine) in requests.iter().zip(answers.outcomes).zip(mine) {
        let (Some(compiled), Some(mine)) = (compiled, mine) else {
            continue;
        };
        let offset = layout.offsets[request.case];
        let (compiled, mine) = (compiled.moved_up(offset), mine.moved_up(offset));
        if !mine.agrees_with(&compiled)
            && same_manner(&compiled, &best.compiled)
            && same_manner(&mine, &best.tool)
        {
            let case = cases[request.case].clone();
            verdicts[request.case] = Some(Mismatch {
                case,
                compiled,
                tool: mine,
                count: 1,
                ..best.clone()
            });
        }
    }
    let mut verdicts = verdicts.into_iter();
    parsed
        .iter()
        .map(|case| case.as_ref().and_then(|_| verdicts.next().flatten()))
        .collect()
}

fn request(cases: &[Case], case: usize, best: &Mismatch) -> Option<Request> {
    let entry = cases[case]
        .entries
        .iter()
        .position(|entry| entry.name == best.entry)?;
    let same = cases[case].entries[entry].parameters.len() == best.arguments.len();
    same.then(|| Request {
        case,
        entry,
        arguments: best.arguments.clone(),
    })
}

/// Whether two outcomes are of one kind, so that a wrong value does not turn
/// into an unrelated refusal on the way.
fn same_manner(new: &Outcome, old: &Outcome) -> bool {
    match (new, old) {
        (Outcome::Value(_), Outcome::Value(_)) => true,
        (Outcome::Panic(new), Outcome::Panic(old)) => new.kind == old.kind,
        (Outcome::Failed(new), Outcome::Failed(old)) => gist(new) == gist(old),
        _ => false,
    }
}

/// A message without its numbers and names, which change as a program shrinks.
fn gist(message: &str) -> String {
    let mut quoted = false;
    let kept = message.chars().filter(|c| {
        quoted ^= *c == '`';
        !quoted && !c.is_ascii_digit()
    });
    kept.take(60).collect()
}

fn applied(source: &str, edits: &[&Edit]) -> String {
    let mut ordered = edits.to_vec();
    ordered.sort_by_key(|edit| std::cmp::Reverse(edit.cut.start));
    let mut text = source.to_string();
    for edit in ordered {
        text.replace_range(edit.cut.clone(), &edit.put);
    }
    text
}

/// The edits that do not overlap an earlier one.
fn disjoint<'a>(edits: &[&'a Edit]) -> Vec<&'a Edit> {
    let mut kept: Vec<&Edit> = Vec::new();
    for edit in edits {
        let apart =
            |other: &&Edit| other.cut.end <= edit.cut.start || edit.cut.end <= other.cut.start;
        if kept.iter().all(apart) {
            kept.push(edit);
        }
    }
    kept
}

/// All edits of a text, the largest first.
fn edits(source: &str, entry: &str) -> Vec<Edit> {
    let Ok(file) = syn::parse_file(source) else {
        return Vec::new();
    };
    let mut cutter = Cutter {
        source,
        entry,
        edits: Vec::new(),
    };
    cutter.visit_file(&file);
    let mut edits = cutter.edits;
    edits.retain(|edit| edit.gain() > 0);
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.gain()));
    edits.dedup();
    edits
}

struct Cutter<'a> {
    source: &'a str,
    entry: &'a str,
    edits: Vec<Edit>,
}

impl Cutter<'_> {
    fn cut(&mut self, node: &impl Spanned) {
        self.put(node, String::new());
    }

    fn put(&mut self, node: &impl Spanned, text: String) {
        let cut = node.span().byte_range();
        self.edits.push(Edit { cut, put: text });
    }

    fn keep_only(&mut self, node: &impl Spanned, part: &impl Spanned) {
        let kept = self.source[part.span().byte_range()].to_string();
        self.put(node, kept);
    }
}

impl<'ast> Visit<'ast> for Cutter<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !matches!(item, syn::Item::Fn(function) if function.sig.ident == self.entry) {
            self.cut(item);
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        self.cut(item);
        visit::visit_impl_item(self, item);
    }

    fn visit_stmt(&mut self, statement: &'ast syn::Stmt) {
        if !matches!(statement, syn::Stmt::Expr(_, None)) {
            self.cut(statement);
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.cut(arm);
        if let Some((keyword, guard)) = &arm.guard {
            let cut = keyword.span().byte_range().start..guard.span().byte_range().end;
            self.edits.push(Edit {
                cut,
                put: String::new(),
            });
        }
        visit::visit_arm(self, arm);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        self.cut(attribute);
    }

    fn visit_expr(&mut self, expr: &'ast syn::Expr) {
        for simple in ["0", "true", "false", "1", "None", "Default::default()"] {
            self.put(expr, simple.to_string());
        }
        let mut parts = Parts {
            found: Vec::new(),
            root: true,
        };
        parts.visit_expr(expr);
        for part in parts.found {
            self.keep_only(expr, part);
        }
        visit::visit_expr(self, expr);
    }

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        if !matches!(pattern, syn::Pat::Ident(_)) {
            self.put(pattern, "_".to_string());
        }
        visit::visit_pat(self, pattern);
    }
}

/// The expressions directly below an expression.
struct Parts<'ast> {
    found: Vec<&'ast syn::Expr>,
    root: bool,
}

impl<'ast> Visit<'ast> for Parts<'ast> {
    fn visit_expr(&mut self, expr: &'ast syn::Expr) {
        if std::mem::take(&mut self.root) {
            visit::visit_expr(self, expr);
        } else {
            self.found.push(expr);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    /// Wrong about every program that contains a division, silent otherwise.
    struct Wrong;

    impl Executor for Wrong {
        fn run(
            &self,
            cases: &[Case],
            _layout: &Layout,
            requests: &[Request],
        ) -> Vec<Option<Outcome>> {
            let outcome = |request: &Request| {
                let wrong = cases[request.case].source.contains('/');
                wrong.then(|| Outcome::Value("0".into()))
            };
            requests.iter().map(outcome).collect()
        }
    }

    #[test]
    fn a_program_shrinks_to_what_matters() {
        let source = "struct Unused { a: u8 }\npub fn f(x: u8) -> u8 {\n    let y = x + 1;\n    \
                      if y > 2 {\n        return y - 1;\n    }\n    (y / 1) * 3\n}\n";
        let case = Case::new("test", source).unwrap();
        let mismatch = Mismatch {
            arguments: vec![Value::Int {
                bits: 8,
                signed: false,
                pattern: 2,
            }],
            entry: "f".into(),
            compiled: Outcome::Value("2".into()),
            tool: Outcome::Value("0".into()),
            count: 1,
            case,
        };
        let small = shrink(&mismatch, &Wrong, Duration::from_secs(30));
        assert!(
            !small.case.source.contains("Unused"),
            "{}",
            small.case.source
        );
        assert!(
            !small.case.source.contains("return"),
            "{}",
            small.case.source
        );
        assert!(small.case.source.contains('/'), "{}", small.case.source);
    }
}
