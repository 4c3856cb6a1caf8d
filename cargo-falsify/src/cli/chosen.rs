//! One loop of those that were read, for commands that are about a single one.

use super::is_called;
use super::session::Session;
use crate::driver::Analysis;
use crate::ir::Harness;
use crate::list::Loop;

pub struct Chosen<'a> {
    /// Of the crate, among those of the session.
    pub index: usize,
    pub analysis: &'a Analysis,
    pub harness: &'a Harness,
    pub found: &'a Loop,
}

impl Chosen<'_> {
    pub fn full_name(&self) -> String {
        format!("{}::{}", self.harness.package, self.harness.name)
    }
}

/// The loop of a name, or the only one.
pub fn choose<'a>(session: &'a Session, name: Option<&str>) -> Result<Chosen<'a>, String> {
    let all = session.analyses.iter().enumerate();
    let all = all.flat_map(|(index, analysis)| {
        let loops = analysis.program.harnesses.iter();
        let loops = loops.zip(&analysis.listing.loops);
        loops.map(move |(harness, found)| Chosen {
            index,
            analysis,
            harness,
            found,
        })
    });
    let wanted = |c: &Chosen| name.is_none_or(|name| is_called(c.harness, name));
    let mut fitting: Vec<Chosen> = all.filter(wanted).collect();
    match (fitting.len(), name) {
        (1, _) => Ok(fitting.remove(0)),
        (0, Some(name)) => Err(format!("there is no loop `{name}`")),
        _ => {
            let names: Vec<String> = fitting.iter().map(|c| c.full_name()).collect();
            Err(format!("choose one with --loop: {}", names.join(", ")))
        }
    }
}
