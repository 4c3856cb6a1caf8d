//! What a package is checked with: what the settings say, else the default.

use std::thread::available_parallelism;
use std::time::Duration;

use serde_json::{json, Value as Json};

use super::filter::names;
use crate::cli::args::Ablation;
use crate::engine::{self, cegar::Variant};
use crate::evidence::Property;
use crate::project::{self, Level, LevelRule, Levels, Require};
use crate::report::verdict::VerdictReport;
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
    pub panics: Level,
    levels: Levels,
}

impl Plan {
    /// `said` is what flags, environment and manifests say together.
    pub fn new(said: &project::Settings, without: &[Ablation]) -> Result<Plan, String> {
        let engine = known_engine(said.engine.as_deref().unwrap_or(AUTO))?;
        let solver = said.solver.as_deref();
        let solver = solver.map_or(Ok(SolverKind::ALL[0]), known_solver)?;
        let require = said.require.unwrap_or(Require::Bounded);
        Ok(Plan {
            settings: strategy::Settings {
                bound: said.bound.unwrap_or(BOUND),
                timeout: said.timeout.unwrap_or(TIMEOUT),
                engine,
                solver,
                jobs: said.jobs.map_or_else(cores, |jobs| jobs as usize),
                seed: said.seed.unwrap_or(0),
                proofs: require == Require::Proved,
                memory: said.memory.unwrap_or(MEMORY),
                variant: variant(without),
            },
            require,
            panics: said.panics.unwrap_or(Level::Deny),
            levels: said.levels.clone(),
        })
    }

    /// How a property counts.
    pub fn level(&self, property: Property, report: VerdictReport<'_>) -> Level {
        let names = names(property, report);
        self.levels.level(&names).unwrap_or(Level::Deny)
    }

    pub fn level_rules(&self) -> impl Iterator<Item = &LevelRule> {
        self.levels.rules()
    }

    /// The entry of a package in the `summary` object.
    pub fn json(&self, package: &str) -> Json {
        let settings = &self.settings;
        let levels = self.levels.rules();
        let levels = levels.map(|it| json!([it.pattern.as_str(), it.level.name()]));
        json!({
            "package": package,
            "bound": settings.bound,
            "timeout": settings.timeout.as_secs(),
            "engine": settings.engine,
            "solver": settings.solver.name(),
            "jobs": settings.jobs,
            "seed": settings.seed,
            "memory": settings.memory,
            "require": self.require.name(),
            "panics": self.panics.name(),
            "levels": levels.collect::<Vec<Json>>(),
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

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_has_a_default_and_is_taken() {
        let none = Plan::new(&project::Settings::default(), &[]).expect("known names");
        assert_eq!(none.settings.timeout, TIMEOUT);
        assert_eq!(none.settings.engine, "auto");
        assert_eq!(none.settings.jobs, cores());
        assert_eq!((none.settings.bound, none.settings.seed), (BOUND, 0));
        assert_eq!((none.require, none.panics), (Require::Bounded, Level::Deny));
        let said = project::Settings {
            bound: Some(3),
            timeout: Some(Duration::from_secs(7)),
            engine: Some("bmc".into()),
            solver: Some("z3".into()),
            jobs: Some(5),
            seed: Some(6),
            memory: Some(8),
            panics: Some(Level::Warn),
            require: Some(Require::Proved),
            ..Default::default()
        };
        let told = Plan::new(&said, &[]).expect("known names").json("p");
        let keys = [
            "bound", "timeout", "engine", "solver", "jobs", "seed", "memory", "panics", "require",
        ];
        let told = keys.map(|key| told[key].to_string()).join(" ");
        assert_eq!(told, r#"3 7 "bmc" "z3" 5 6 8 "warn" "proved""#);
    }

    #[test]
    fn unknown_engines_and_solvers_are_refused() {
        let engine = project::Settings {
            engine: Some("warp".into()),
            ..Default::default()
        };
        let solver = project::Settings {
            solver: Some("oracle".into()),
            ..Default::default()
        };
        for said in [engine, solver] {
            assert!(Plan::new(&said, &[]).is_err_and(|why| why.starts_with("there is no ")));
        }
    }
}
