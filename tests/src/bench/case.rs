//! What is asked: one property of one loop of one crate.

use std::path::PathBuf;

use crate::depth;
use crate::user::repository;

/// What a case is a case of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The families under `benches/`.
    Family,
    /// The three embedded programs under `examples/`.
    Program,
    /// The crates of both with all faults taken out.
    Repaired,
    /// Crates made from a template, with a violation at a depth behind a controller of a width.
    Scaling,
}

/// What must come out, if anything does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    Violated,
    Holds,
}

/// Where the crate comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A folder of the repository.
    Folder(&'static str),
    /// A template at a depth and a width.
    Template {
        name: &'static str,
        depth: u32,
        width: u32,
    },
}

/// What the paper reports of the property that this one stands for: measured there, on other hardware, with another program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    pub name: &'static str,
    /// Where the violation lies, where the paper says so.
    pub k: Option<u32>,
    pub seconds: &'static str,
}

#[derive(Clone, Debug)]
pub struct Case {
    pub group: Group,
    pub origin: Origin,
    pub r#loop: Option<&'static str>,
    pub property: String,
    pub bound: u32,
    pub expected: Expected,
    /// Ticks wait inside, so a step of the exported system is less than a tick.
    pub waits: bool,
    pub paper: Option<Paper>,
}

impl Case {
    /// `elevator`, `mail (repaired)`, `bank 4 wide, 100 deep`.
    pub fn program(&self) -> String {
        match self.origin {
            Origin::Folder(path) => {
                let name = path.rsplit('/').next().unwrap_or(path);
                match self.is_repaired() {
                    true => format!("{name} (repaired)"),
                    false => name.to_owned(),
                }
            }
            Origin::Template { name, depth, width } => {
                format!("{name} {width} wide, {depth} deep")
            }
        }
    }

    /// What `--only` chooses by: `elevator/door_closes`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.program(), self.property)
    }

    pub fn is_repaired(&self) -> bool {
        self.group == Group::Repaired
    }

    /// Where the crate lies, unless it has yet to be made.
    pub fn manifest(&self) -> Option<PathBuf> {
        match self.origin {
            Origin::Folder(path) => Some(repository().join(path).join("Cargo.toml")),
            Origin::Template { .. } => None,
        }
    }
}

/// A crate with its loops, and the properties of each.
struct Crate {
    group: Group,
    path: &'static str,
    bound: u32,
    waits: bool,
    /// Loop, property, whether it is violated as the crate stands, what it stands for in the paper.
    properties: &'static [(&'static str, &'static str, Expected, Option<Paper>)],
}

const fn paper(name: &'static str, k: u32, seconds: &'static str) -> Option<Paper> {
    Some(Paper {
        name,
        k: Some(k),
        seconds,
    })
}

/// Of its Table 2, which says nothing of depths.
const fn flat(name: &'static str, seconds: &'static str) -> Option<Paper> {
    Some(Paper {
        name,
        k: None,
        seconds,
    })
}

use Expected::{Holds, Violated};

const CRATES: &[Crate] = &[
    Crate {
        group: Group::Family,
        path: "benches/gcd-newton",
        bound: 80,
        waits: false,
        properties: &[
            (
                "coarse",
                "bandwidth_is_near",
                Violated,
                flat("gcd_1+newton_1_6", "79.0"),
            ),
            ("coarse", "dividers_are_never_both_even", Holds, None),
            (
                "fine",
                "bandwidth_is_exact",
                Violated,
                flat("gcd_3+newton_3_7", "126.6"),
            ),
        ],
    },
    Crate {
        group: Group::Family,
        path: "benches/mail",
        bound: 100,
        waits: false,
        properties: &[
            (
                "private",
                "stays_sealed",
                Violated,
                flat("email_spec4", "3.9"),
            ),
            (
                "signed",
                "author_has_signed",
                Violated,
                flat("email_spec7", "5.2"),
            ),
            (
                "full",
                "comes_to_rest",
                Violated,
                flat("email_spec27", "61.7"),
            ),
        ],
    },
    Crate {
        group: Group::Family,
        path: "benches/fibonacci",
        bound: 700,
        waits: false,
        properties: &[
            (
                "modem",
                "modem_keeps_trying",
                Violated,
                flat("Fibonacci04", "0.1"),
            ),
            (
                "beacon",
                "beacon_keeps_trying",
                Violated,
                flat("Fibonacci05", "4.2"),
            ),
        ],
    },
    Crate {
        group: Group::Family,
        path: "benches/floppy",
        bound: 300,
        waits: false,
        properties: &[
            (
                "fixed",
                "motor_runs",
                Violated,
                flat("floppy_simpl3", "0.2"),
            ),
            ("fixed", "is_answered", Holds, None),
            (
                "removable",
                "is_answered_once",
                Violated,
                flat("floppy_simpl4", "0.8"),
            ),
            ("removable", "finds_its_head", Violated, None),
        ],
    },
    Crate {
        group: Group::Family,
        path: "benches/flood-max",
        bound: 100,
        waits: false,
        properties: &[
            (
                "three",
                "one_of_three_leads",
                Violated,
                flat("pals_floodmax.5.1", "3.0"),
            ),
            ("three", "somebody_leads", Holds, None),
            (
                "five",
                "one_of_five_leads",
                Violated,
                flat("pals_floodmax.5.4", "8.2"),
            ),
            (
                "eight",
                "one_of_eight_leads",
                Violated,
                flat("pals_floodmax.5.4-10", "> 110.8, not found"),
            ),
        ],
    },
    Crate {
        group: Group::Family,
        path: "benches/token-ring",
        bound: 300,
        waits: false,
        properties: &[
            (
                "two",
                "one_token_of_two",
                Violated,
                flat("token_ring.01", "2.1"),
            ),
            (
                "five",
                "one_token_of_five",
                Violated,
                flat("token_ring.05", "7.2"),
            ),
            ("five", "is_replaced", Holds, None),
            (
                "fourteen",
                "one_token_of_fourteen",
                Violated,
                flat("token_ring.14", "32.9"),
            ),
        ],
    },
    Crate {
        group: Group::Program,
        path: "examples/object-follower",
        bound: 130,
        waits: false,
        properties: &[
            (
                "step",
                "wheels_are_in_range",
                Violated,
                paper("ψ11", 60, "2,198"),
            ),
            (
                "step",
                "searches_a_lost_object",
                Violated,
                paper("ψ12", 110, "33,915"),
            ),
            (
                "step",
                "keeps_its_distance",
                Violated,
                paper("ψ13", 60, "2,674"),
            ),
            (
                "step",
                "size_is_a_root",
                Violated,
                paper("ψ14", 50, "1,605"),
            ),
            (
                "step",
                "display_is_up_to_date",
                Violated,
                paper("ψ15", 70, "3,859"),
            ),
            (
                "step",
                "searches_where_it_was",
                Violated,
                paper("ψ16", 120, "47,591"),
            ),
            (
                "step",
                "follows_what_it_sees",
                Violated,
                paper("ψ17", 50, "648"),
            ),
            (
                "step",
                "blind_robot_stands_still",
                Violated,
                paper("ψ18", 60, "2,273"),
            ),
            (
                "step",
                "display_forgets",
                Violated,
                paper("ψ19", 110, "50,982"),
            ),
        ],
    },
    Crate {
        group: Group::Program,
        path: "examples/elevator",
        bound: 700,
        waits: false,
        properties: &[
            ("tick", "door_closes", Violated, paper("ψ21", 310, "1,533")),
            (
                "tick",
                "serves_after_emergency",
                Violated,
                paper("ψ22", 610, "39,091"),
            ),
            (
                "tick",
                "up_call_is_not_passed_over",
                Violated,
                paper("ψ23", 610, "40,881"),
            ),
            (
                "tick",
                "served_again",
                Violated,
                paper("ψ24", 610, "> 3 days, not found"),
            ),
        ],
    },
    Crate {
        group: Group::Program,
        path: "examples/collector-robot",
        bound: 40,
        waits: true,
        properties: &[
            (
                "run",
                "signals_three_times",
                Violated,
                paper("ψ31", 20, "151"),
            ),
            ("run", "gives_up", Violated, paper("ψ32", 30, "751")),
        ],
    },
];

const DEPTHS: &[u32] = &[10, 30, 100, 300, 1000, 3000, 10_000];
const WIDTHS: &[u32] = &[1, 4, 16];

/// All cases, in the order of the tables.
pub fn all() -> Vec<Case> {
    let stand = CRATES.iter().flat_map(|it| of_crate(it, false));
    let repaired = CRATES.iter().flat_map(|it| of_crate(it, true));
    stand.chain(repaired).chain(scaling()).collect()
}

fn of_crate(of: &'static Crate, repaired: bool) -> impl Iterator<Item = Case> {
    let properties = of.properties.iter();
    properties.map(move |(r#loop, property, expected, paper)| Case {
        group: if repaired { Group::Repaired } else { of.group },
        origin: Origin::Folder(of.path),
        r#loop: Some(r#loop),
        property: (*property).to_owned(),
        bound: of.bound,
        expected: if repaired { Holds } else { *expected },
        waits: of.waits,
        paper: if repaired { None } else { *paper },
    })
}

fn scaling() -> impl Iterator<Item = Case> {
    let series = WIDTHS.iter().map(|width| ("bank", *width));
    let series = series.chain([("watchdog", 1), ("deadline", 1)]);
    series.flat_map(|(name, width)| {
        let at = move |depth: &u32| at_depth(name, width, *depth);
        DEPTHS.iter().map(at)
    })
}

fn at_depth(name: &'static str, width: u32, depth: u32) -> Case {
    Case {
        group: Group::Scaling,
        origin: Origin::Template { name, depth, width },
        r#loop: None,
        property: depth::monitor(name),
        bound: depth::bound(depth),
        expected: Violated,
        waits: false,
        paper: None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_programs_have_the_fifteen_properties_and_repaired_twins() {
        let all = all();
        let violated = |group| {
            let of = all.iter().filter(move |it| it.group == group);
            of.filter(|it| it.expected == Violated).count()
        };
        assert_eq!(violated(Group::Program), 15);
        assert_eq!(violated(Group::Repaired), 0);
        let names: HashSet<String> = all.iter().map(Case::name).collect();
        assert_eq!(names.len(), all.len(), "names are keys");
        let twins = |it: &&Case| matches!(it.group, Group::Family | Group::Program);
        let twins = all.iter().filter(twins).count();
        let repaired = all.iter().filter(|it| it.is_repaired()).count();
        assert_eq!(twins, repaired);
    }

    #[test]
    fn every_monitor_of_the_crates_is_a_case() {
        for of in CRATES {
            let source = repository().join(of.path).join("src");
            let files = std::fs::read_dir(source).expect("sources");
            let texts = files.map(|it| std::fs::read_to_string(it.expect("a file").path()));
            let texts: Vec<String> = texts.map(|it| it.expect("text")).collect();
            let monitors = texts.iter().flat_map(|it| it.split("#[monitor").skip(1));
            assert_eq!(monitors.count(), of.properties.len(), "{}", of.path);
            for (r#loop, property, ..) in of.properties {
                let is_there = |name: &str| texts.iter().any(|it| it.contains(name));
                assert!(is_there(&format!("fn {property}(")), "{property}");
                assert!(is_there(&format!("pub fn {}(", r#loop)), "{loop}");
            }
        }
    }
}
