//! The check as one HTML file that needs nothing else: the verdicts, and for each violation its requirement, the source with what
//! was executed, the waveforms and the test. It loads nothing, and says by its content security policy that it may not.

mod waves;

use serde_json::Value as Json;

use super::ledger::{meaning, Finding, Ledger, Verdict, Weight};
use super::rerun::{Rerun, Subject};
use super::violation::listing::{Line, Listing};
use super::violation::Account;
use crate::evidence::{Property, Trace};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A violation as the page shows it.
#[derive(Debug)]
pub struct Violation {
    account: Account,
    waves: Json,
    /// The Rust test that fails as long as the violation is possible.
    pub test: String,
    /// Files about it: what they are, and their paths.
    pub files: Vec<(&'static str, String)>,
    /// What stood for functions in the search that found it: their names, and the summaries as Rust.
    pub summaries: Vec<(String, String)>,
}

impl Violation {
    pub fn new(account: Account, subject: Subject<'_>, trace: &Trace, rerun: &Rerun) -> Violation {
        let monitor = match trace.violation.property {
            Property::Monitor(index) => Some(index),
            Property::Check { .. } | Property::Panic { .. } => None,
        };
        Violation {
            account,
            waves: waves::json(subject, rerun, trace.violation.tick, monitor),
            test: String::new(),
            files: Vec::new(),
            summaries: Vec::new(),
        }
    }
}

/// The whole page; `violations` are those of the falsified verdicts, in the same order.
pub fn document(ledger: &Ledger, exit_code: u8, violations: &[Violation]) -> String {
    let title = format!("cargo falsify: {}", ledger.counts());
    let sections = violations.iter().zip(1..);
    let sections: String = sections.map(|(it, number)| it.section(number)).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         {}<main>\n{}{}{sections}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escaped(&title),
        head(ledger, exit_code),
        troubles(ledger),
        verdicts(ledger),
    )
}

fn head(ledger: &Ledger, exit_code: u8) -> String {
    let good = if exit_code == 0 { "good" } else { "bad" };
    format!(
        "<header>\n<h1>cargo falsify</h1>\n<p class=\"sum {good}\">{}</p>\n\
         <p>Exit code {exit_code}: {}.</p>\n</header>\n",
        escaped(&ledger.counts()),
        meaning(exit_code)
    )
}

/// What kept the check from being done, if anything did.
fn troubles(ledger: &Ledger) -> String {
    let findings = ledger.findings.iter().map(trouble);
    let failures = ledger.failures.iter();
    let failures =
        failures.map(|it| format!("<li class=\"error\"><pre>{}</pre></li>\n", escaped(it)));
    let items: String = findings.chain(failures).collect();
    match items.is_empty() {
        true => String::new(),
        false => format!(
            "<section aria-labelledby=\"troubles\">\n<h2 id=\"troubles\">Errors and warnings</h2>\n<ul class=\"troubles\">\n{items}</ul>\n</section>\n"
        ),
    }
}

fn trouble(finding: &Finding) -> String {
    let place = finding.labels.first();
    let place = place.map(|it| {
        format!(
            " at <code>{}:{}:{}</code>",
            escaped(&it.file),
            it.line,
            it.column
        )
    });
    format!(
        "<li class=\"{}\"><strong>{}</strong> <code>{}</code>{}<br>{}</li>\n",
        escaped(&finding.level),
        escaped(&finding.level),
        escaped(&finding.code),
        place.unwrap_or_default(),
        escaped(&finding.sentence())
    )
}

/// A table for each loop.
fn verdicts(ledger: &Ledger) -> String {
    let mut number = 0;
    let mut text =
        "<section aria-labelledby=\"verdicts\">\n<h2 id=\"verdicts\">Verdicts</h2>\n".to_owned();
    for (name, own) in ledger.by_loop() {
        text += &format!(
            "<div class=\"scroll\"><table class=\"verdicts\">\n<caption><code>{}</code></caption>\n\
             <thead><tr><th scope=\"col\">Verdict</th><th scope=\"col\">Property</th><th scope=\"col\">Requirement</th>\
             <th scope=\"col\">Engine</th><th scope=\"col\">Place</th></tr></thead>\n<tbody>\n",
            escaped(&name)
        );
        for verdict in own {
            number += usize::from(is_falsified(verdict));
            text += &row(verdict, number);
        }
        text += "</tbody>\n</table></div>\n";
    }
    if ledger.verdicts.is_empty() {
        text += "<p>Nothing was checked.</p>\n";
    }
    text + "</section>\n"
}

fn is_falsified(verdict: &Verdict) -> bool {
    verdict.verdict == "falsified"
}

/// `number` is that of the violation, if it is one.
fn row(verdict: &Verdict, number: usize) -> String {
    let (class, sign) = match (verdict.weight(), is_falsified(verdict)) {
        (Weight::Fine, _) => ("good", "✓"),
        (Weight::Fails, true) => ("bad", "✗"),
        (Weight::Warned, true) => ("doubt", "✗"),
        (Weight::Warned | Weight::Fails, false) => ("doubt", "?"),
    };
    let property = escaped(&verdict.property);
    let property = match is_falsified(verdict) {
        true => format!("<a href=\"#violation-{number}\"><code>{property}</code></a>"),
        false => format!("<code>{property}</code>"),
    };
    format!(
        "<tr><td class=\"{class}\"><span aria-hidden=\"true\">{sign}</span> {}</td><td>{property}</td><td>{}</td><td>{}</td>\
         <td><code>{}:{}</code></td></tr>\n",
        escaped(&verdict.finding()),
        escaped(verdict.requirement.as_deref().unwrap_or("")),
        escaped(&verdict.engine),
        escaped(&verdict.file),
        verdict.line
    )
}

impl Violation {
    fn section(&self, number: usize) -> String {
        let account = &self.account;
        let notes = account.notes.iter();
        let notes: String = notes
            .map(|it| format!("<p>{}</p>\n", escaped(it)))
            .collect();
        let listings = account.listings.iter();
        let listings: String = listings.map(listing).collect();
        format!(
            "<section class=\"violation\" id=\"violation-{number}\" aria-labelledby=\"heading-{number}\">\n\
             <h2 id=\"heading-{number}\">{}</h2>\n<p class=\"requirement\">{}</p>\n{notes}\
             <h3>Source</h3>\n<p class=\"legend\">Lines with a bar were executed in the failing tick, with the values that they saw or \
             set last; pale ones were not.</p>\n{listings}\
             <h3 id=\"waves-{number}\">Waveforms</h3>\n{}\
             <details><summary>The run in short</summary>\n<pre tabindex=\"0\">{}</pre></details>\n{}{}</section>\n",
            escaped(&account.heading),
            escaped(account.message.trim()),
            self.waveforms(number),
            escaped(&account.timeline),
            self.summaries(),
            self.again(),
        )
    }

    /// Where the script draws, and what.
    fn waveforms(&self, number: usize) -> String {
        // Nothing in a script element may look like its end.
        let data = self.waves.to_string().replace('<', "\\u003c");
        format!(
            "<div class=\"waves\" role=\"group\" aria-labelledby=\"waves-{number}\">\
             <noscript><p>Drawing the waveforms needs JavaScript; the run in short does not.</p></noscript>\
             <script type=\"application/json\">{data}</script></div>\n"
        )
    }

    /// Nothing unless it was found with summaries.
    fn summaries(&self) -> String {
        let texts = self.summaries.iter().map(|(name, text)| {
            format!(
                "<h4><code>{}</code></h4>\n<pre tabindex=\"0\">{}</pre>\n",
                escaped(name),
                escaped(text)
            )
        });
        let texts: String = texts.collect();
        match texts.is_empty() {
            true => texts,
            false => format!(
                "<details><summary>Summaries it was found with; the run above is one of the functions themselves</summary>\n\
                 {texts}</details>\n"
            ),
        }
    }

    /// How to see it happen once more.
    fn again(&self) -> String {
        let traces = self.files.iter().filter(|(what, _)| *what == "trace");
        let replay = traces.map(|(_, path)| {
            let command = format!("cargo falsify replay {path}");
            format!(
                "<p>Run it once more on the compiled crate:</p>\n<pre tabindex=\"0\">{}</pre>\n",
                escaped(&command)
            )
        });
        let files = self.files.iter();
        let files: String = files
            .map(|(what, path)| format!("<li>{what}: <code>{}</code></li>\n", escaped(path)))
            .collect();
        let files = match files.is_empty() {
            true => String::new(),
            false => format!("<ul>\n{files}</ul>\n"),
        };
        format!(
            "<h3>Replay</h3>\n{}{files}<details><summary>A test that fails as long as this can happen</summary>\n\
             <pre class=\"test\" tabindex=\"0\">{}</pre></details>\n",
            replay.collect::<String>(),
            escaped(&self.test)
        )
    }
}

/// A function; one that the loop only calls is folded.
fn listing(listing: &Listing) -> String {
    let is_open = listing.is_marked() || listing.is_loop;
    let open = if is_open { " open" } else { "" };
    let rows: String = listing.lines.iter().map(source_line).collect();
    format!(
        "<details class=\"listing\"{open}><summary><code>{}</code> <span class=\"place\">{}</span></summary>\n\
         <div class=\"scroll\" tabindex=\"0\"><table class=\"source\">\n<thead class=\"unseen\"><tr><th scope=\"col\">Line</th>\
         <th scope=\"col\">Source</th><th scope=\"col\">Values</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div></details>\n",
        escaped(&listing.name),
        escaped(&listing.place)
    )
}

fn source_line(line: &Line) -> String {
    let (class, said) = match line.ran {
        Some(true) => ("ran", "executed"),
        Some(false) => ("idle", "not executed"),
        None => ("plain", ""),
    };
    let pieces = line.pieces.iter().map(|(text, marked)| match marked {
        true => format!("<mark>{}</mark>", escaped(text)),
        false => escaped(text),
    });
    let notes = line.notes.iter();
    let notes: String = notes
        .map(|it| format!("<div class=\"note\">{}</div>", escaped(it)))
        .collect();
    format!(
        "<tr class=\"{class}\"><th scope=\"row\">{}<span class=\"unseen\"> {said}</span></th><td><code>{}</code>{notes}</td>\
         <td class=\"values\">{}</td></tr>\n",
        line.number,
        pieces.collect::<String>(),
        escaped(&line.values.join(", "))
    )
}

/// Text that is nothing but text, also between quotes.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        let hostile = "<script>alert('&\"')</script>";
        let safe = "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;";
        assert_eq!(escaped(hostile), safe);
        let mut ledger = Ledger::default();
        ledger.failures.push(hostile.into());
        let page = document(&ledger, 2, &[]);
        assert!(page.contains(safe), "{page}");
        assert!(!page.contains(hostile), "{page}");
    }

    #[test]
    fn summaries_are_shown_where_there_are_some() {
        let mut violation = Violation {
            account: Account {
                heading: String::new(),
                message: String::new(),
                notes: Vec::new(),
                listings: Vec::new(),
                timeline: String::new(),
            },
            waves: Json::Null,
            test: String::new(),
            files: Vec::new(),
            summaries: Vec::new(),
        };
        assert!(!violation.section(1).contains("Summaries"));
        let text = "fn scaled(x: u8) -> bool { x < 3 }";
        violation.summaries.push(("scaled".into(), text.into()));
        let section = violation.section(1);
        assert!(section.contains("Summaries it was found with"), "{section}");
        assert!(section.contains("{ x &lt; 3 }"), "{section}");
    }

    #[test]
    fn nothing_is_loaded() {
        let page = document(&Ledger::default(), 4, &[]);
        for word in [
            "src=", "http:", "https:", "@import", "url(", "fetch(", "<link",
        ] {
            // The one address is a name: that of SVG elements.
            let page = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!page.contains(word), "`{word}`");
        }
        assert!(page.contains("default-src 'none'"));
    }
}
