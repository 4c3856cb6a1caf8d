//! What a package is checked with: a flag, else the package's setting, else the workspace's, else the default.

use std::thread::available_parallelism;
use std::time::Duration;

use serde_json::{json, Value as Json};

use crate::cli::args::{Ablation, Check};
use crate::engine::{self, cegar::Variant};
use crate::project::{self, Panics, Require};
use crate::solver::SolverKind;
use crate::strategy;

/// Ticks.
const BOUND: u64 = 1_000;
const TIMEOUT: Duration = Duration::from_secs(120);
/// Bytes.
const MEMORY: u64 = 4 << 30;

#[derive(Clone, Debug)]
pub struct Plan {
    pub settings: strategy::Settings,
    pub require: Require,
    pub panics: Panics,
}

impl Plan {
    /// `configured` is what the manifests say, the package's before the workspace's.
    pub fn new(flags: &Check, configured: &project::Settings) -> Result<Plan, String> {
        let engine = flags.engine.as_deref().or(configured.engine.as_deref());
        let engine = known_engine(engine.unwrap_or(AUTO))?;
        let solver = flags.solver.as_deref().or(configured.solver.as_deref());
        let solver = solver.map_or(Ok(SolverKind::ALL[0]), known_solver)?;
        let jobs = flags.jobs.or(configured.jobs).map(|jobs| jobs as usize);
        let require = flags.require.or(configured.require);
        let require = require.unwrap_or(Require::Bounded);
        Ok(Plan {
            settings: strategy::Settings {
                bound: flags.bound.or(configured.bound).unwrap_or(BOUND),
                timeout: flags.timeout.or(configured.timeout).unwrap_or(TIMEOUT),
                engine,
                solver,
                jobs: jobs.unwrap_or_else(cores),
                seed: flags.seed,
                proofs: require == Require::Proved,
                memory: flags.memory.unwrap_or(MEMORY),
                variant: variant(&flags.ablate),
            },
            require,
            panics: flags.panics.or(configured.panics).unwrap_or(Panics::Deny),
        })
    }

    /// The entry of a package in the `summary` object.
    pub fn json(&self, package: &str) -> Json {
        let settings = &self.settings;
        json!({
            "package": package,
            "bound": settings.bound,
            "timeout": settings.timeout.as_secs(),
            "engine": settings.engine,
            "solver": settings.solver.name(),
            "jobs": settings.jobs,
            "seed": settings.seed,
            "memory": settings.memory,
            "require": require_name(self.require),
            "panics": match self.panics {
                Panics::Deny => "deny",
                Panics::Warn => "warn",
                Panics::Allow => "allow",
            },
        })
    }
}

/// All engines that fit.
const AUTO: &str = "auto";

fn known_engine(name: &str) -> Result<String, String> {
    if name == AUTO || engine::by_name(name).is_some() {
        return Ok(name.to_owned());
    }
    let names = engine::TABLE.iter().map(|entry| entry.name);
    let names: Vec<&str> = [AUTO].into_iter().chain(names).collect();
    Err(format!(
        "there is no engine `{name}`; there are {}",
        names.join(", ")
    ))
}

fn known_solver(name: &str) -> Result<SolverKind, String> {
    SolverKind::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = SolverKind::ALL.iter().map(|kind| kind.name()).collect();
        format!(
            "there is no solver `{name}`; there are {}",
            names.join(", ")
        )
    })
}

fn variant(without: &[Ablation]) -> Variant {
    let is_without = |what| without.contains(&what);
    Variant {
        plain: is_without(Ablation::Summaries),
        concrete: is_without(Ablation::Paths),
        without_coverage: is_without(Ablation::Coverage),
        without_exactness: is_without(Ablation::Exactness),
        ..Variant::default()
    }
}

pub fn require_name(require: Require) -> &'static str {
    match require {
        Require::Proved => "proved",
        Require::Bounded => "bounded",
    }
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_stronger_than_the_package_and_that_than_the_workspace() {
        let with = |bound| project::Settings {
            bound,
            ..Default::default()
        };
        // Flag, package, workspace, and which it is.
        let cases = [
            (None, None, None, BOUND),
            (None, None, Some(3), 3),
            (None, Some(2), Some(3), 2),
            (Some(1), Some(2), Some(3), 1),
            (Some(1), None, None, 1),
        ];
        for (bound, package, workspace, wanted) in cases {
            let flags = Check {
                bound,
                ..Check::default()
            };
            let configured = with(package).or(&with(workspace));
            let plan = Plan::new(&flags, &configured).expect("known names");
            assert_eq!(plan.settings.bound, wanted);
        }
    }

    #[test]
    fn every_setting_has_a_flag_and_a_default() {
        let plan = |flags: &Check, configured: &project::Settings| {
            Plan::new(flags, configured).expect("known names")
        };
        let none = plan(&Check::default(), &project::Settings::default());
        assert_eq!(none.settings.timeout, TIMEOUT);
        assert_eq!(none.settings.engine, "auto");
        assert_eq!(none.settings.jobs, cores());
        assert_eq!(
            (none.require, none.panics),
            (Require::Bounded, Panics::Deny)
        );
        let configured = project::Settings {
            timeout: Some(Duration::from_secs(7)),
            engine: Some("bmc".into()),
            solver: Some("z3".into()),
            jobs: Some(5),
            panics: Some(Panics::Warn),
            require: Some(Require::Proved),
            ..Default::default()
        };
        let from_manifest = plan(&Check::default(), &configured);
        let flags = Check {
            timeout: Some(Duration::from_secs(8)),
            engine: Some("pdr".into()),
            solver: Some("cadical".into()),
            jobs: Some(6),
            panics: Some(Panics::Allow),
            require: Some(Require::Bounded),
            ..Check::default()
        };
        let from_flags = plan(&flags, &configured);
        let told = |plan: &Plan| {
            let json = plan.json("p");
            let keys = ["timeout", "engine", "solver", "jobs", "panics", "require"];
            keys.map(|key| json[key].to_string()).join(" ")
        };
        assert_eq!(told(&from_manifest), r#"7 "bmc" "z3" 5 "warn" "proved""#);
        assert_eq!(
            told(&from_flags),
            r#"8 "pdr" "cadical" 6 "allow" "bounded""#
        );
    }
}
