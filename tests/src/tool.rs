//! The tool's side of a comparison: its front end and IR interpreter.

use crate::batch::Layout;
use crate::case::Case;
use crate::outcome::Outcome;
use crate::value::Value;

/// Something that runs entries of cases.
pub trait Executor {
    /// Takes in the cases of a batch, laid out as the compiled program is.
    fn load(&mut self, cases: &[Case], layout: &Layout);

    /// Runs an entry of a case, with places relative to the case; `None` if
    /// this executor has nothing to say about it.
    fn run(&mut self, case: usize, entry: &str, arguments: &[Value]) -> Option<Outcome>;
}

/// The executor that tests compare with.
pub fn executor() -> Box<dyn Executor> {
    Box::new(Silent)
}

/// Has nothing to say: a comparison with it only checks that the cases compile.
pub struct Silent;

impl Executor for Silent {
    fn load(&mut self, _cases: &[Case], _layout: &Layout) {}

    fn run(&mut self, _case: usize, _entry: &str, _arguments: &[Value]) -> Option<Outcome> {
        None
    }
}
