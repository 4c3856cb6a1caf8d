//! What a run was given: the bytes of every input and the handlers of every tick, in flat buffers that are used again.

use crate::evidence::{Reading, TickInputs, Trace, Violation};
use crate::native::{Code, InputSite};

/// An input that was asked for, and where its bytes end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Asked {
    site: u32,
    end: u32,
}

/// How much there is up to the end of a tick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Mark {
    asked: u32,
    handlers: u32,
}

/// The inputs of the initialisation and of some ticks after it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tape {
    bytes: Vec<u8>,
    asked: Vec<Asked>,
    handlers: Vec<u32>,
    /// After the initialisation, after each tick.
    ends: Vec<Mark>,
}

/// The inputs of one tick, read one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    next: u32,
    end: u32,
}

impl Tape {
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.asked.clear();
        self.handlers.clear();
        self.ends.clear();
    }

    /// Ticks that are complete, without the initialisation.
    #[inline]
    pub fn ticks(&self) -> usize {
        self.ends.len().saturating_sub(1)
    }

    #[inline]
    pub fn push(&mut self, site: usize, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.asked.push(Asked {
            site: site as u32,
            end: self.bytes.len() as u32,
        });
    }

    pub fn push_handler(&mut self, index: usize) {
        self.handlers.push(index as u32);
    }

    /// The initialisation, or a tick, is over.
    #[inline]
    pub fn end_tick(&mut self) {
        self.ends.push(self.mark());
    }

    fn mark(&self) -> Mark {
        Mark {
            asked: self.asked.len() as u32,
            handlers: self.handlers.len() as u32,
        }
    }

    /// Forgets all but the initialisation and the first ticks.
    pub fn truncate(&mut self, ticks: usize) {
        self.ends.truncate(ticks + 1);
        let end = self.ends.last().copied().unwrap_or_default();
        self.asked.truncate(end.asked as usize);
        self.handlers.truncate(end.handlers as usize);
        let bytes = self.asked.last().map_or(0, |asked| asked.end);
        self.bytes.truncate(bytes as usize);
    }

    fn marks(&self, tick: usize) -> (Mark, Mark) {
        let before = tick.checked_sub(1).and_then(|before| self.ends.get(before));
        let end = self.ends.get(tick).copied();
        let end = end.unwrap_or_else(|| self.mark());
        (before.copied().unwrap_or_default(), end)
    }

    /// Reads a tick from its beginning; 0 is the initialisation.
    pub fn cursor(&self, tick: usize) -> Cursor {
        let (from, to) = self.marks(tick);
        Cursor {
            next: from.asked,
            end: to.asked,
        }
    }

    /// The next input of a tick, if it is one of the site.
    pub fn play(&self, cursor: &mut Cursor, site: usize) -> Option<&[u8]> {
        let asked = self.asked[..cursor.end as usize].get(cursor.next as usize)?;
        cursor.next += 1;
        (asked.site == site as u32).then(|| self.bytes_of(cursor.next as usize - 1))
    }

    fn bytes_of(&self, asked: usize) -> &[u8] {
        let start = asked.checked_sub(1).map_or(0, |at| self.asked[at].end);
        &self.bytes[start as usize..self.asked[asked].end as usize]
    }

    pub fn handlers(&self, tick: usize) -> &[u32] {
        let (from, to) = self.marks(tick);
        &self.handlers[from.handlers as usize..to.handlers as usize]
    }

    /// What is recorded of a trace if the sites of its inputs can be told apart by what they ask for.
    pub fn of_trace(code: &Code<'_>, trace: &Trace) -> Option<Tape> {
        let mut tape = Tape::default();
        tape.push_readings(code, &trace.start)?;
        tape.end_tick();
        for TickInputs { handlers, readings } in &trace.ticks {
            handlers.iter().for_each(|index| tape.push_handler(*index));
            tape.push_readings(code, readings)?;
            tape.end_tick();
        }
        Some(tape)
    }

    fn push_readings(&mut self, code: &Code<'_>, readings: &[Reading]) -> Option<()> {
        for reading in readings {
            let mut sites = code.inputs().iter();
            let asks = |site: &InputSite| site.source == reading.source && site.ty == reading.ty;
            let site = sites.position(asks)?;
            self.push(site, &code.input_bytes(site, &reading.value)?);
        }
        Some(())
    }

    /// Goes on like another one after so many of its ticks.
    pub fn splice(&mut self, other: &Tape, from: usize) {
        for tick in from + 1..=other.ticks() {
            let (begin, end) = other.marks(tick);
            for at in begin.asked as usize..end.asked as usize {
                self.push(other.asked[at].site as usize, other.bytes_of(at));
            }
            let handlers = begin.handlers as usize..end.handlers as usize;
            self.handlers.extend(&other.handlers[handlers]);
            self.end_tick();
        }
    }

    /// As the interpreter and the compiled crate understand it.
    pub fn trace(&self, code: &Code<'_>, violation: Violation) -> Trace {
        let readings = |tick: usize| self.readings(code, tick);
        let inputs = |tick: u64| TickInputs {
            handlers: self
                .handlers(tick as usize)
                .iter()
                .map(|h| *h as usize)
                .collect(),
            readings: readings(tick as usize),
        };
        Trace {
            start: readings(0),
            ticks: (1..=violation.tick).map(inputs).collect(),
            violation,
        }
    }

    fn readings(&self, code: &Code<'_>, tick: usize) -> Vec<Reading> {
        let (from, to) = self.marks(tick);
        let reading = |at: usize| {
            let index = self.asked[at].site as usize;
            let site = &code.inputs()[index];
            Reading {
                source: site.source,
                ty: site.ty,
                value: code.input_value(index, self.bytes_of(at)),
            }
        };
        (from.asked as usize..to.asked as usize)
            .map(reading)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tape() -> Tape {
        let mut tape = Tape::default();
        tape.push(0, &[7]);
        tape.end_tick();
        tape.push(1, &[1, 2]);
        tape.push(0, &[3]);
        tape.push_handler(4);
        tape.end_tick();
        tape.push(0, &[9]);
        tape
    }

    #[test]
    fn a_tick_is_played_as_it_was_recorded() {
        let tape = tape();
        assert_eq!(tape.ticks(), 1);
        let mut cursor = tape.cursor(1);
        assert_eq!(tape.play(&mut cursor, 1), Some(&[1, 2][..]));
        assert_eq!(tape.play(&mut cursor, 0), Some(&[3][..]));
        assert_eq!(tape.play(&mut cursor, 0), None);
        assert_eq!(tape.handlers(1), [4]);
        assert!(tape.handlers(0).is_empty());
        let mut other = tape.cursor(1);
        assert_eq!(tape.play(&mut other, 0), None, "another site");
    }

    #[test]
    fn a_tape_goes_on_like_another() {
        let mut other = tape();
        other.end_tick();
        let mut spliced = tape();
        spliced.truncate(0);
        spliced.splice(&other, 1);
        assert_eq!(spliced.ticks(), 1);
        let mut cursor = spliced.cursor(1);
        assert_eq!(spliced.play(&mut cursor, 0), Some(&[9][..]));
        let mut whole = tape();
        whole.truncate(0);
        whole.splice(&other, 0);
        assert_eq!(whole, other);
    }

    #[test]
    fn what_is_cut_off_is_forgotten() {
        let mut tape = tape();
        tape.truncate(0);
        assert_eq!(
            (tape.ticks(), tape.bytes.len(), tape.handlers.len()),
            (0, 1, 0)
        );
        let mut cursor = tape.cursor(0);
        assert_eq!(tape.play(&mut cursor, 0), Some(&[7][..]));
    }
}
