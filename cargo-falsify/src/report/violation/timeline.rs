//! A run as a table: only ticks where something changed, only columns that say something.

use crate::report::paint::Paint;
use crate::report::rerun::{Rerun, Subject};
use crate::report::signals::{signals, Detail, Group, Signal};

/// Characters of a cell; the VCD file has all of them.
const WIDEST: usize = 20;

/// Rows at the beginning and at the end of a long run.
const FIRST: usize = 6;
const LAST: usize = 10;

/// What stands in front of every line.
const MARGIN: usize = 2;

/// A table of a run, ready to be drawn.
pub struct Timeline {
    columns: Vec<Column>,
    rows: Vec<Row>,
    /// Columns that found no room.
    left_out: usize,
}

struct Column {
    head: String,
    group: Option<Group>,
    /// Whether a change of it alone is worth a row.
    telling: bool,
    /// By frame, from the start on.
    cells: Vec<String>,
    /// More room than it needs, for the name of its group.
    extra: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Row {
    Frame(usize),
    /// Ticks that go on as the last ones.
    Likewise,
}

/// How a cell follows from the one before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    None,
    By(i128),
    Other,
}

impl Timeline {
    /// `about` is the text of what is violated: what it names is shown first. `monitor` is the one that is violated.
    pub fn new(
        subject: Subject<'_>,
        rerun: &Rerun,
        about: &str,
        monitor: Option<usize>,
        width: usize,
    ) -> Timeline {
        let shown = |signal: &Signal| match (signal.group, monitor) {
            (Group::Monitors, Some(monitor)) => signal.is_of_monitor(monitor),
            (Group::Monitors, None) => false,
            _ => true,
        };
        let all = signals(subject, &rerun.frames, Detail::Fields);
        let candidates: Vec<(u8, Column)> = all
            .iter()
            .filter(|signal| shown(signal) && !signal.is_answer())
            .map(|signal| Column::of(signal, subject, rerun))
            .filter_map(|column| Some((column.priority(about)?, column)))
            .collect();
        let (mut columns, left_out) = fitting(telling(candidates), tick_column(rerun), width);
        make_room_for_captions(&mut columns);
        let rows = rows(&columns, rerun.frames.len());
        Timeline {
            columns,
            rows,
            left_out,
        }
    }

    pub fn draw(&self, paint: Paint) -> String {
        let heads: Vec<&str> = self.columns.iter().map(|c| c.head.as_str()).collect();
        let mut text = self.captions(paint) + &self.line(&heads, &|_, cell| paint.dim(&cell));
        let mut before = None;
        for row in &self.rows {
            text += &match row {
                Row::Frame(frame) => self.row(*frame, before, paint),
                Row::Likewise => self.line(&["⋮"], &|_, cell| paint.dim(&cell)),
            };
            if let Row::Frame(frame) = row {
                before = Some(*frame);
            }
        }
        text + &self.legend(paint)
    }

    /// The names of the groups, each at the start of its first column.
    fn captions(&self, paint: Paint) -> String {
        let mut line = " ".repeat(MARGIN + self.columns[0].width());
        for group in groups(&self.columns) {
            let width = group_width(&self.columns, group);
            line += &format!(" │ {:<width$}", caption(group));
        }
        paint.dim(line.trim_end()) + "\n"
    }

    fn row(&self, frame: usize, before: Option<usize>, paint: Paint) -> String {
        let unchanged = |column: &Column| {
            let same = before.is_some_and(|before| column.cells[before] == column.cells[frame]);
            same && column.group.is_some() && !column.cells[frame].is_empty()
        };
        let cells = self.columns.iter().map(|column| match unchanged(column) {
            true => "·",
            false => column.cells[frame].as_str(),
        });
        let cells: Vec<&str> = cells.collect();
        self.line(&cells, &|at, cell| match unchanged(&self.columns[at]) {
            true => paint.dim(&cell),
            false => cell,
        })
    }

    fn line(&self, cells: &[&str], dress: &dyn Fn(usize, String) -> String) -> String {
        let mut line = " ".repeat(MARGIN);
        let mut group = None;
        for (at, cell) in cells.iter().enumerate() {
            let column = &self.columns[at];
            if at > 0 {
                line += if column.group == group { "  " } else { " │ " };
            }
            group = column.group;
            let padding = column.width().saturating_sub(cell.chars().count());
            line += &dress(at, format!("{}{cell}", " ".repeat(padding)));
        }
        line.trim_end().to_owned() + "\n"
    }

    fn legend(&self, paint: Paint) -> String {
        let mut words = Vec::new();
        let likewise = self.rows.contains(&Row::Likewise);
        words.extend((self.rows.len() > 1).then(|| "· as before".to_owned()));
        words.extend(likewise.then(|| "⋮ and so on".to_owned()));
        words.extend(
            (self.left_out > 0).then(|| format!("{} more columns in the waves", self.left_out)),
        );
        match words.is_empty() {
            true => String::new(),
            false => format!("{}{}\n", " ".repeat(MARGIN), paint.dim(&words.join("   "))),
        }
    }
}

impl Column {
    fn of(signal: &Signal, subject: Subject<'_>, rerun: &Rerun) -> Column {
        let frames = rerun.frames.iter();
        // The name of the only monitor that is shown would be in front of each of its columns.
        let own = usize::from(signal.group == Group::Monitors);
        Column {
            head: shortened(&signal.path[own..].join(".")),
            group: Some(signal.group),
            telling: true,
            cells: frames
                .map(|frame| shortened(&signal.text(frame, subject)))
                .collect(),
            extra: 0,
        }
    }

    /// 0 is shown first; none if there is nothing to see.
    fn priority(&self, about: &str) -> Option<u8> {
        let name = self.head.rsplit('.').next().unwrap_or("");
        let named = words(about).any(|word| word == name);
        // An input has no value at the start.
        let set = self.cells.iter().filter(|cell| !cell.is_empty());
        let mut distinct: Vec<&String> = set.collect();
        distinct.dedup();
        match (distinct.len(), self.group) {
            (0, _) => None,
            _ if named => Some(0),
            (_, Some(Group::Inputs)) => Some(1),
            (1, _) => None,
            (_, Some(Group::Monitors)) => Some(1),
            _ => Some(2),
        }
    }

    fn width(&self) -> usize {
        let cells = self.cells.iter().map(|cell| cell.chars().count());
        cells.chain([self.head.chars().count()]).max().unwrap_or(0) + self.extra
    }

    fn change(&self, frame: usize) -> Change {
        let (before, now) = (&self.cells[frame - 1], &self.cells[frame]);
        match (before.parse::<i128>(), now.parse::<i128>()) {
            _ if before == now => Change::None,
            (Ok(before), Ok(now)) => Change::By(now - before),
            _ => Change::Other,
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

fn tick_column(rerun: &Rerun) -> Column {
    let ticks = rerun.frames.iter().map(|frame| frame.snapshot.record.tick);
    Column {
        head: "tick".into(),
        group: None,
        telling: false,
        cells: ticks
            .map(|tick| match tick {
                0 => "start".to_owned(),
                tick => tick.to_string(),
            })
            .collect(),
        extra: 0,
    }
}

fn caption(group: Group) -> &'static str {
    match group {
        Group::Inputs => "in",
        Group::State => "state",
        Group::Outputs => "out",
        Group::Monitors => "memory",
    }
}

fn groups(columns: &[Column]) -> Vec<Group> {
    let mut groups: Vec<Group> = columns.iter().filter_map(|column| column.group).collect();
    groups.dedup();
    groups
}

fn group_width(columns: &[Column], group: Group) -> usize {
    let own = columns.iter().filter(|column| column.group == Some(group));
    let widths: Vec<usize> = own.map(Column::width).collect();
    widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
}

fn make_room_for_captions(columns: &mut [Column]) {
    for group in groups(columns) {
        let missing = caption(group)
            .len()
            .saturating_sub(group_width(columns, group));
        let first = columns
            .iter_mut()
            .find(|column| column.group == Some(group));
        if let Some(first) = first {
            first.extra = missing;
        }
    }
}

/// If the requirement names some of the state, changes of the rest need no row.
fn telling(mut candidates: Vec<(u8, Column)>) -> Vec<(u8, Column)> {
    let names_state =
        |(priority, column): &(u8, Column)| *priority == 0 && column.group == Some(Group::State);
    if candidates.iter().any(names_state) {
        for (priority, column) in &mut candidates {
            column.telling = *priority < 2;
        }
    }
    candidates
}

/// The most important columns that fit, in the order of a tick, and how many do not.
fn fitting(mut candidates: Vec<(u8, Column)>, ticks: Column, width: usize) -> (Vec<Column>, usize) {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|&at| candidates[at].0);
    let mut room = width.saturating_sub(MARGIN + ticks.width());
    let mut chosen = Vec::new();
    for at in order {
        let needed = candidates[at].1.width() + 3;
        if needed <= room {
            room -= needed;
            chosen.push(at);
        }
    }
    chosen.sort_unstable();
    let left_out = candidates.len() - chosen.len();
    let mut number = 0..;
    candidates.retain(|_| number.next().is_some_and(|at| chosen.contains(&at)));
    let kept = candidates.drain(..).map(|(_, column)| column);
    ([ticks].into_iter().chain(kept).collect(), left_out)
}

/// Frames where something changed, without those that only repeat what the one before and the one after do.
fn rows(columns: &[Column], frames: usize) -> Vec<Row> {
    let pattern = |frame: usize| -> Vec<Change> {
        let telling = columns.iter().filter(|column| column.telling);
        telling.map(|column| column.change(frame)).collect()
    };
    let patterns: Vec<Vec<Change>> = (1..frames).map(pattern).collect();
    let at = |frame: usize| &patterns[frame - 1];
    let steady = |frame: usize| {
        let regular = !at(frame).contains(&Change::Other);
        regular
            && frame > 1
            && frame + 1 < frames
            && at(frame) == at(frame - 1)
            && at(frame) == at(frame + 1)
    };
    let changed = |frame: usize| at(frame).iter().any(|it| *it != Change::None);
    let shown =
        |&frame: &usize| frame == 0 || frame + 1 == frames || changed(frame) && !steady(frame);
    let shown: Vec<usize> = (0..frames).filter(shown).collect();
    with_gaps(&abridged(&shown))
}

fn abridged(frames: &[usize]) -> Vec<usize> {
    match frames.len() > FIRST + LAST {
        true => [&frames[..FIRST], &frames[frames.len() - LAST..]].concat(),
        false => frames.to_vec(),
    }
}

fn with_gaps(frames: &[usize]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (index, &frame) in frames.iter().enumerate() {
        if index > 0 && frames[index - 1] + 1 < frame {
            rows.push(Row::Likewise);
        }
        rows.push(Row::Frame(frame));
    }
    rows
}

fn shortened(cell: &str) -> String {
    match cell.char_indices().nth(WIDEST) {
        Some(_) => cell.chars().take(WIDEST - 1).chain(['…']).collect(),
        None => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(head: &str, cells: &[&str]) -> Column {
        Column {
            head: head.into(),
            group: Some(Group::State),
            telling: true,
            cells: cells.iter().map(|it| it.to_string()).collect(),
            extra: 0,
        }
    }

    /// Frames that are shown, `None` for a gap.
    fn shown(cells: &[&str]) -> Vec<Option<usize>> {
        let columns = [column("tick", cells), column("x", cells)];
        let rows = rows(&columns, cells.len()).into_iter();
        rows.map(|row| match row {
            Row::Frame(frame) => Some(frame),
            Row::Likewise => None,
        })
        .collect()
    }

    #[test]
    fn only_ticks_that_tell_something_are_shown() {
        let cases: &[(&[&str], &[Option<usize>])] = &[
            (&["0"], &[Some(0)]),
            (&["0", "0", "0", "5"], &[Some(0), None, Some(3)]),
            (
                &["0", "1", "2", "3", "4", "5"],
                &[Some(0), Some(1), None, Some(5)],
            ),
            (&["a", "b", "a", "b"], &[Some(0), Some(1), Some(2), Some(3)]),
            (
                &["0", "0", "0", "7", "7"],
                &[Some(0), None, Some(3), Some(4)],
            ),
        ];
        for (cells, wanted) in cases {
            assert_eq!(shown(cells), *wanted, "{cells:?}");
        }
    }

    #[test]
    fn a_long_run_shows_its_beginning_and_its_end() {
        let cells: Vec<String> = (0..100).map(|n| format!("v{}", n % 3)).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let shown = shown(&cells);
        assert_eq!(shown.len(), FIRST + LAST + 1);
        assert_eq!(shown.first(), Some(&Some(0)));
        assert_eq!(shown.last(), Some(&Some(99)));
    }

    #[test]
    fn what_the_requirement_names_gets_room_first() {
        let wide = "x".repeat(18);
        let candidates = vec![
            (2, column("other", &[&wide])),
            (0, column("speed", &[&wide])),
            (1, column("raw", &["1"])),
        ];
        let ticks = column("tick", &["1"]);
        let (columns, left_out) = fitting(candidates, ticks, 40);
        let heads: Vec<&str> = columns.iter().map(|c| c.head.as_str()).collect();
        assert_eq!(heads, ["tick", "speed", "raw"]);
        assert_eq!(left_out, 1);
    }
}
