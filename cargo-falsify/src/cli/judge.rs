//! The user's compiled crate as the last judge of a trace. It is compiled when the first trace is there to be judged.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use crate::driver::{self, Frontend};
use crate::evidence::artifact::{self, Misfit};
use crate::evidence::replay::{self, Replay, ReplayError, Replayer, Subject};
use crate::evidence::{execute, Trace};
use crate::project::Built;
use crate::source::FileId;
use crate::strategy::{Judge, Judgement};

pub struct CompiledCrate<'a> {
    pub subject: Subject<'a>,
    built: &'a Built,
    /// Set by a signal.
    interrupt: Arc<AtomicBool>,
    replayer: OnceLock<Result<Replayer, String>>,
}

impl<'a> CompiledCrate<'a> {
    pub fn new(
        (subject, built): (Subject<'a>, &'a Built),
        interrupt: Arc<AtomicBool>,
    ) -> CompiledCrate<'a> {
        CompiledCrate {
            subject,
            built,
            interrupt,
            replayer: OnceLock::new(),
        }
    }

    fn replayer(&self) -> Result<&Replayer, String> {
        let replayer = self.replayer.get_or_init(|| {
            let tool = std::env::current_exe().map_err(ReplayError::Io);
            let built =
                tool.and_then(|tool| Replayer::build(&self.subject, &tool, self.interrupt.clone()));
            built.map_err(|error| error.to_string())
        });
        replayer.as_ref().map_err(Clone::clone)
    }

    /// A file that says something else by now: then what was compiled is not what was analysed.
    fn changed_file(&self) -> Option<&Path> {
        let sources = self.subject.sources;
        let mut files = (0..sources.len()).map(|index| sources.file(FileId(index)));
        let changed =
            files.find(|file| fs::read(&file.path).is_ok_and(|now| now != file.text.as_bytes()));
        changed.map(|file| file.path.as_path())
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
        match (self.judge_as_it_is(trace), self.compiled.changed_file()) {
            (Judgement::Confirmed(remark), _) => Judgement::Confirmed(remark),
            (_, Some(file)) => Judgement::NotReplayable(format!(
                "{} has changed since this check began",
                file.display()
            )),
            (other, None) => other,
        }
    }
}

impl OfLoop<'_> {
    fn judge_as_it_is(&self, trace: &Trace) -> Judgement {
        let replayer = match self.compiled.replayer() {
            Ok(replayer) => replayer,
            Err(why) => return Judgement::NotReplayable(why),
        };
        match replayer.judge(self.harness, trace) {
            Ok(replay::Judgement::Confirmed) => Judgement::Confirmed(None),
            Ok(replay::Judgement::NotReproduced { instead }) => match replayer.width_remark() {
                Some(remark) => self.judge_here(trace, instead, remark),
                None => Judgement::NotReproduced(instead),
            },
            Err(error) => Judgement::NotReplayable(error.to_string()),
        }
    }

    /// What a run of the compiled crate does with a trace.
    pub fn run(&self, trace: &Trace) -> Result<Replay, String> {
        let replayer = self.compiled.replayer()?;
        let run = replayer.run(self.harness, trace);
        run.map_err(|error| error.to_string())
    }

    /// What depends on the width of `usize` cannot be judged on a machine of another width; whether it does, the
    /// interpreter tells with the crate as the compiler here reads it.
    fn judge_here(&self, trace: &Trace, instead: String, remark: String) -> Judgement {
        match self.shows_here(trace) {
            Ok(true) => Judgement::NotReproduced(instead),
            Ok(false) => Judgement::NotReplayable(format!("{instead}; {remark}")),
            Err(why) => Judgement::NotReplayable(format!("{instead}; {remark}; {why}")),
        }
    }

    fn shows_here(&self, trace: &Trace) -> Result<bool, String> {
        let Subject {
            project,
            package,
            unit,
            program,
            sources,
            ..
        } = self.compiled.subject;
        let mut package = package.clone();
        package.settings.pointer_width = Some(usize::BITS);
        let request = driver::of_unit(project, &package, unit, self.compiled.built);
        let mut frontend = Frontend::default();
        let here = frontend.analyse(&request);
        let of = artifact::Of {
            program,
            harness: &program.harnesses[self.harness],
            sources,
            root: &project.root,
        };
        let json = artifact::json(of, trace);
        let read = artifact::read(&json, &here.program, &frontend.sources, &project.root);
        let (index, trace) = read.map_err(|misfit| match misfit {
            Misfit::Malformed(why) | Misfit::Gone(why) => why,
        })?;
        let harness = &here.program.harnesses[index];
        let run = execute(&here.program, harness, &trace, &mut |_| {});
        Ok(run.shows(&trace.violation))
    }
}
