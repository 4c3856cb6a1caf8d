//! Cost against depth as a picture: both axes logarithmic, a line for each series of crates and each configuration.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::case::{Case, Origin};
use super::row::Row;
use super::table::rows_of;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 560.0;
const MARGIN: f64 = 60.0;
/// Room for the names of the lines.
const LEGEND: f64 = 230.0;
/// Powers of ten at the ends of the axes.
const DEPTHS: (f64, f64) = (0.9, 4.1);
const SECONDS: (f64, f64) = (-1.0, 3.0);

const COLOURS: &[&str] = &[
    "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f",
    "#bcbd22", "#e377c2",
];

/// A line: depths and seconds.
type Series = BTreeMap<String, Vec<(f64, f64)>>;

/// One picture, if there is anything to show.
pub fn svg(cases: &[Case], rows: &[Row]) -> Option<String> {
    let series = series(cases, rows);
    if series.is_empty() {
        return None;
    }
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    axes(&mut text);
    for (at, (name, points)) in series.iter().enumerate() {
        line(&mut text, at, name, points);
    }
    text += "</svg>\n";
    Some(text)
}

fn series(cases: &[Case], rows: &[Row]) -> Series {
    let mut series = Series::new();
    for case in cases {
        let Origin::Template { name, depth, width } = case.origin else {
            continue;
        };
        let found = rows_of(case, rows)
            .into_iter()
            .filter(|it| it.answer.is_violated());
        for row in found {
            let line = format!("{name}, {width} wide: {}", row.configuration);
            let points = series.entry(line).or_default();
            points.push((f64::from(depth), row.cpu));
        }
    }
    series
}

fn x(depth: f64) -> f64 {
    let share = (depth.log10() - DEPTHS.0) / (DEPTHS.1 - DEPTHS.0);
    MARGIN + share * (WIDTH - 2.0 * MARGIN - LEGEND)
}

fn y(seconds: f64) -> f64 {
    let share = (seconds.max(0.1).log10() - SECONDS.0) / (SECONDS.1 - SECONDS.0);
    HEIGHT - MARGIN - share * (HEIGHT - 2.0 * MARGIN)
}

fn axes(text: &mut String) {
    let (right, bottom) = (WIDTH - MARGIN - LEGEND, HEIGHT - MARGIN);
    for power in 1..=4 {
        let (depth, x) = (10_u32.pow(power), x(10_f64.powi(power as i32)));
        grid(text, [x, MARGIN, x, bottom]);
        label(text, x, bottom + 18.0, "middle", &depth.to_string());
    }
    for power in -1..=3 {
        let seconds = 10_f64.powi(power);
        let y = y(seconds);
        grid(text, [MARGIN, y, right, y]);
        label(text, MARGIN - 6.0, y + 4.0, "end", &seconds.to_string());
    }
    label(
        text,
        (MARGIN + right) / 2.0,
        bottom + 40.0,
        "middle",
        "ticks to the violation",
    );
    label(text, MARGIN, MARGIN - 16.0, "middle", "processor seconds");
}

fn grid(text: &mut String, [x1, y1, x2, y2]: [f64; 4]) {
    writeln!(
        text,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#ddd\"/>"
    )
    .expect("text");
}

fn label(text: &mut String, x: f64, y: f64, anchor: &str, words: &str) {
    writeln!(
        text,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>"
    )
    .expect("text");
}

fn line(text: &mut String, at: usize, name: &str, points: &[(f64, f64)]) {
    let colour = COLOURS[at % COLOURS.len()];
    let dashes = if at < COLOURS.len() { "none" } else { "6 4" };
    let places = points
        .iter()
        .map(|(depth, seconds)| format!("{:.1},{:.1}", x(*depth), y(*seconds)));
    let places: Vec<String> = places.collect();
    let stroke = format!(
        "fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\""
    );
    writeln!(text, "<polyline points=\"{}\" {stroke}/>", places.join(" ")).expect("text");
    for (depth, seconds) in points {
        let (x, y) = (x(*depth), y(*seconds));
        writeln!(
            text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
        )
        .expect("text");
    }
    let (left, top) = (WIDTH - MARGIN - LEGEND + 20.0, MARGIN + 16.0 * at as f64);
    writeln!(
        text,
        "<polyline points=\"{left},{top} {},{top}\" {stroke}/>",
        left + 22.0
    )
    .expect("text");
    label(text, left + 28.0, top + 4.0, "start", name);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::case::all;
    use crate::bench::row::{tests::row, Answer};

    #[test]
    fn what_was_found_is_on_the_line() {
        let cases = all();
        let at = |depth: u32, answer| Row {
            program: format!("bank 4 wide, {depth} deep"),
            property: "below_the_limit".into(),
            ..row("pdr", answer)
        };
        let found = |tick| Answer::Falsified {
            tick,
            earliest: false,
        };
        let rows = [
            at(10, found(15)),
            at(100, found(105)),
            at(1000, Answer::TimedOut),
        ];
        let text = svg(&cases, &rows).expect("a picture");
        assert_eq!(text.matches("<circle").count(), 2);
        assert!(text.contains("bank, 4 wide: pdr"), "{text}");
        assert_eq!(svg(&cases, &[]), None);
    }
}
