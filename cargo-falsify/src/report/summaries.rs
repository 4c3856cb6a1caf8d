//! Summaries of aux functions beside the functions, for a person and for a program.

use serde_json::{json, Value as Json};

use super::paint::Paint;
use crate::diagnostic::render::Renderer;
use crate::ir::Program;
use crate::list::Helper;
use crate::notation::short_name;
use crate::summary::{text, Call, Class, Comparison, Leaf, Range, Reason, Summary};

/// A function with what was found for it.
pub struct SummaryReport<'a> {
    pub program: &'a Program,
    pub helper: &'a Helper,
    pub calls: &'a [Call],
    pub found: &'a Result<Summary, Reason>,
    pub chosen: Choices,
    pub renderer: &'a Renderer<'a>,
}

/// Loops that choose a summary, of those that have a call for it.
#[derive(Clone, Copy, Default)]
pub struct Choices {
    pub chosen: usize,
    pub loops: usize,
}

impl SummaryReport<'_> {
    pub fn human(&self) -> String {
        let paint = Paint(self.renderer.colour);
        let place = self.renderer.location(self.helper.span);
        let mut text = format!(
            "{}  {}\n",
            paint.name(&short_name(&self.helper.path)),
            paint.dim(&place)
        );
        let mut lines = match self.found {
            Ok(summary) => self.summary_lines(summary),
            Err(reason) => vec![("no summary", reason.to_string())],
        };
        for call in self.calls {
            let place = self.renderer.location(call.span);
            let line = format!("at {}: {}", paint.dim(&place), class_name(call.class));
            lines.push(("call", line));
        }
        for (head, line) in lines {
            let head = paint.dim(&format!("{head:<10}"));
            text += &format!("    {head}  {}\n", line.replace('\n', "\n                "));
        }
        text
    }

    fn summary_lines(&self, summary: &Summary) -> Vec<(&'static str, String)> {
        let similarity = &summary.similarity;
        let mut lines = vec![("summary", self.rust(summary))];
        let leaves = summary.signature.outputs.iter();
        for (leaf, range) in leaves.zip(summary.ranges()) {
            if range != leaf.possible {
                lines.push(("range", self.range(leaf, &range)));
            }
        }
        lines.push((
            "examples",
            format!(
                "made of {}, judged by {}",
                summary.constraints.len(),
                similarity.examples
            ),
        ));
        lines.push((
            "accuracy",
            format!(
                "{}; {} of {} outputs covered",
                percent(similarity.accuracy()),
                similarity.covered,
                similarity.outputs
            ),
        ));
        lines.push((
            "complexity",
            format!(
                "{}, of the function {}",
                summary.complexity, summary.function_complexity
            ),
        ));
        lines.push(("exact", self.exactness(summary)));
        lines.push(("refined", times(summary.refinements)));
        let Choices { chosen, loops } = self.chosen;
        if loops > 0 {
            lines.push(("chosen", format!("by {chosen} of {loops} loops")));
        }
        lines
    }

    fn exactness(&self, summary: &Summary) -> String {
        match &summary.comparison {
            Comparison::Same => "yes".into(),
            Comparison::Unknown => "not known".into(),
            Comparison::Differs(inputs) => {
                let leaves = summary.signature.inputs.iter().zip(inputs);
                let values = leaves
                    .map(|(leaf, bits)| format!("{} = {}", leaf.name, self.value(leaf, *bits)));
                let values: Vec<String> = values.collect();
                format!("no, such as for {}", values.join(", "))
            }
        }
    }

    fn rust(&self, summary: &Summary) -> String {
        text::function(self.program, summary.replacement.function, summary)
    }

    fn value(&self, leaf: &Leaf, bits: u128) -> String {
        text::value(self.program, leaf, bits)
    }

    fn range(&self, leaf: &Leaf, range: &Range) -> String {
        text::range(self.program, leaf, range)
    }

    pub fn json(&self) -> Json {
        let calls = self.calls.iter().map(|call| {
            json!({ "place": self.renderer.place(call.span), "class": class_name(call.class) })
        });
        let mut object = json!({
            "reason": "aux-summary",
            "function": self.helper.path,
            "place": self.renderer.place(self.helper.span),
            "calls": calls.collect::<Vec<_>>(),
        });
        let found = match self.found {
            Ok(summary) => self.summary_json(summary),
            Err(reason) => json!({ "without": reason.to_string() }),
        };
        if let (Json::Object(object), Json::Object(found)) = (&mut object, found) {
            object.extend(found);
        }
        object
    }

    fn summary_json(&self, summary: &Summary) -> Json {
        let similarity = &summary.similarity;
        let exact = match summary.comparison {
            Comparison::Same => json!(true),
            Comparison::Differs(_) => json!(false),
            Comparison::Unknown => Json::Null,
        };
        let leaves = summary.signature.outputs.iter().zip(summary.ranges());
        let ranges = leaves.map(|(leaf, range)| self.range(leaf, &range));
        json!({
            "rust": self.rust(summary),
            "ranges": ranges.collect::<Vec<_>>(),
            "made_of": summary.constraints.len(),
            "examples": similarity.examples,
            "accuracy": similarity.accuracy(),
            "outputs": similarity.outputs,
            "covered": similarity.covered,
            "complexity": summary.complexity,
            "function_complexity": summary.function_complexity,
            "exact": exact,
            "refinements": summary.refinements,
            "chosen": self.chosen.chosen,
            "loops": self.chosen.loops,
        })
    }
}

fn times(count: usize) -> String {
    match count {
        0 => "never".into(),
        1 => "once".into(),
        count => format!("{count} times"),
    }
}

/// A share that is not all is never shown as all, nor one that is not nothing as nothing.
fn percent(share: f64) -> String {
    match share {
        1.0 => "100 %".into(),
        share => format!("{:.1} %", (share * 1000.0).floor() / 10.0),
    }
}

fn class_name(class: Class) -> &'static str {
    match class {
        Class::Deterministic => "deterministic, the function itself is called",
        Class::Independent { .. } => "independent, any value in the range stands for it",
        Class::Candidate { .. } => "candidate, the summary stands for it",
    }
}
