//! The user's compiled crate as the last judge of a trace. It is compiled when the first trace is there to be judged.

use std::sync::OnceLock;

use crate::evidence::replay::{self, ReplayError, Replayer, Subject};
use crate::evidence::Trace;
use crate::strategy::{Judge, Judgement};

pub struct CompiledCrate<'a> {
    pub subject: Subject<'a>,
    replayer: OnceLock<Result<Replayer, String>>,
}

impl<'a> CompiledCrate<'a> {
    pub fn new(subject: Subject<'a>) -> CompiledCrate<'a> {
        CompiledCrate {
            subject,
            replayer: OnceLock::new(),
        }
    }

    fn replayer(&self) -> &Result<Replayer, String> {
        self.replayer.get_or_init(|| {
            let tool = std::env::current_exe().map_err(ReplayError::Io);
            let built = tool.and_then(|tool| Replayer::build(&self.subject, &tool));
            built.map_err(|error| error.to_string())
        })
    }
}

/// One loop of the crate.
pub struct OfLoop<'a> {
    pub compiled: &'a CompiledCrate<'a>,
    /// By its index in the program.
    pub harness: usize,
}

impl Judge for OfLoop<'_> {
    fn judge(&self, trace: &Trace) -> Judgement {
        let replayer = match self.compiled.replayer() {
            Ok(replayer) => replayer,
            Err(why) => return Judgement::NotReplayable(why.clone()),
        };
        match replayer.judge(self.harness, trace) {
            Ok(replay::Judgement::Confirmed) => Judgement::Confirmed(None),
            Ok(replay::Judgement::NotReproduced { instead }) => match replayer.width_remark() {
                // What depends on the width of `usize` cannot be judged on a machine of another width.
                Some(remark) => Judgement::NotReplayable(format!("{instead}; {remark}")),
                None => Judgement::NotReproduced(instead),
            },
            Err(error) => Judgement::NotReplayable(error.to_string()),
        }
    }
}
