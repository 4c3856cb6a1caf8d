//! In which ways a case is asked.

use std::path::PathBuf;

use super::case::{Case, Group};
use super::peer::Peer;

/// A way to ask.
#[derive(Clone, Debug)]
pub enum Configuration {
    /// This tool with some flags.
    Own(&'static Own),
    /// Another tool on the exported system.
    Peer(&'static Peer, PathBuf),
}

/// This tool with some flags.
#[derive(Debug)]
pub struct Own {
    pub name: &'static str,
    pub flags: &'static [&'static str],
    /// Groups of cases that are asked in this way.
    groups: &'static [Group],
}

const ALL: &[Group] = &[
    Group::Family,
    Group::Program,
    Group::Repaired,
    Group::Scaling,
];
const VIOLATED: &[Group] = &[Group::Family, Group::Program, Group::Scaling];
const OF_THE_PAPER: &[Group] = &[Group::Family, Group::Program];

/// The first one is what a user gets without flags.
pub const OWN: &[Own] = &[
    Own {
        name: "default",
        flags: &[],
        groups: ALL,
    },
    Own {
        name: "bmc",
        flags: &["--engine", "bmc"],
        groups: VIOLATED,
    },
    Own {
        name: "pdr",
        flags: &["--engine", "pdr"],
        groups: &[Group::Scaling],
    },
    Own {
        name: "cegar",
        flags: &["--engine", "cegar"],
        groups: OF_THE_PAPER,
    },
    Own {
        name: "cegar without summaries",
        flags: &["--engine", "cegar", "--ablate", "summaries"],
        groups: OF_THE_PAPER,
    },
    Own {
        name: "cegar without paths",
        flags: &["--engine", "cegar", "--ablate", "paths"],
        groups: OF_THE_PAPER,
    },
    Own {
        name: "cegar without coverage",
        flags: &["--engine", "cegar", "--ablate", "coverage"],
        groups: OF_THE_PAPER,
    },
    Own {
        name: "cegar without exactness",
        flags: &["--engine", "cegar", "--ablate", "exactness"],
        groups: OF_THE_PAPER,
    },
];

impl Configuration {
    pub fn name(&self) -> &'static str {
        match self {
            Configuration::Own(own) => own.name,
            Configuration::Peer(peer, _) => peer.name,
        }
    }

    /// Peers answer what is violated; the time that they would spend on the repaired crates says nothing in addition.
    pub fn asks(&self, case: &Case) -> bool {
        match self {
            Configuration::Own(own) => own.groups.contains(&case.group),
            Configuration::Peer(..) => VIOLATED.contains(&case.group),
        }
    }
}
