//! The parts of one check put together. Whatever is not exactly one check in all its parts is an error: a part that is
//! missing must not look like one that is fine.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::ledger::Verdict;
use super::results::Results;
use super::shard::Shard;
use crate::diagnostic::{results as codes, Diagnostic};

/// All parts as the run that they stand for; `parts` are in any order.
pub fn merge(mut parts: Vec<Results>) -> Result<Results, Diagnostic> {
    parts.sort_by_key(|it| it.shard().index);
    let Some(first) = parts.first() else {
        let message = "there are no results to merge".to_owned();
        return Err(Diagnostic::global(codes::PARTIAL, message));
    };
    for other in &parts[1..] {
        is_of_one_check(first, other)?;
    }
    all_are_there(&parts)?;
    for part in &parts {
        is_where_it_belongs(part)?;
    }
    let merged = united(&parts);
    merged.is_complete()?;
    Ok(merged)
}

fn is_of_one_check(first: &Results, other: &Results) -> Result<(), Diagnostic> {
    let (own, others) = (first.scope()?, other.scope()?);
    let difference = own
        .difference(others)
        .or_else(|| differing_settings(first, other))
        .or_else(|| {
            let (own, others) = (first.shard().of, other.shard().of);
            (own != others).then(|| format!("they are parts of {own} and of {others}"))
        });
    match difference {
        None => Ok(()),
        Some(what) => Err(Diagnostic::global(
            codes::DIFFERENT,
            format!(
                "{} and {} are not of the same check: {what}",
                first.name, other.name
            ),
        )),
    }
}

/// How many threads there are is a matter of the machine.
const OF_THE_MACHINE: &str = "jobs";

fn differing_settings(first: &Results, other: &Results) -> Option<String> {
    let settings = |of: &Results| {
        let mut settings = of.summary.settings.clone();
        let objects = settings.iter_mut().filter_map(Json::as_object_mut);
        objects.for_each(|it| drop(it.remove(OF_THE_MACHINE)));
        settings
    };
    let (own, others) = (settings(first), settings(other));
    (own != others).then(|| {
        format!(
            "the settings are {} and {}",
            Json::from(own),
            Json::from(others)
        )
    })
}

fn all_are_there(parts: &[Results]) -> Result<(), Diagnostic> {
    for pair in parts.windows(2) {
        if pair[0].shard().index == pair[1].shard().index {
            let (shard, one, two) = (pair[0].shard(), &pair[0].name, &pair[1].name);
            let message = format!("{one} and {two} are both shard {shard}");
            return Err(Diagnostic::global(codes::OVERLAP, message));
        }
    }
    let of = parts[0].shard().of;
    let there: BTreeSet<u32> = parts.iter().map(|it| it.shard().index).collect();
    let missing = (1..=of).filter(|index| !there.contains(index));
    let missing: Vec<String> = missing
        .map(|index| Shard { index, of }.to_string())
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(Diagnostic::global(
            codes::PARTIAL,
            format!("results are missing: shard {}", missing.join(", ")),
        )),
    }
}

fn is_where_it_belongs(part: &Results) -> Result<(), Diagnostic> {
    let shard = part.shard();
    let stranger = part.verdicts.iter().find(|it| {
        let name = it.full_name();
        !shard.holds([&name[0], &name[1], &name[2]])
    });
    match stranger {
        None => Ok(()),
        Some(verdict) => Err(Diagnostic::global(
            codes::OVERLAP,
            format!(
                "{} has a verdict that is not of shard {shard}: {}",
                part.name, verdict.property
            ),
        )),
    }
}

fn united(parts: &[Results]) -> Results {
    let mut verdicts: Vec<Verdict> = parts
        .iter()
        .flat_map(|it| it.verdicts.iter().cloned())
        .collect();
    verdicts.sort_by(|a, b| a.reading_order().cmp(&b.reading_order()));
    let mut others: Vec<Json> = Vec::new();
    for message in parts.iter().flat_map(|it| &it.others) {
        // What is wrong with the code is seen by all of them; what has changed is seen by the whole.
        if !others.contains(message) && message["reason"] != "change" {
            others.push(message.clone());
        }
    }
    let mut summary = parts[0].summary.clone();
    summary.shard = None;
    summary.properties = verdicts.len();
    Results {
        name: match parts {
            [only] => only.name.clone(),
            _ => "what they make together".into(),
        },
        verdicts,
        others,
        summary,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::report::results::Scope;

    fn verdict(property: &str) -> Json {
        json!({
            "reason": "verdict", "package": "p", "loop": "tick", "property": property, "kind": "monitor", "panic": null,
            "requirement": null, "verdict": "proved", "tick": null, "earliest": null, "bound": null, "engine": "pdr",
            "file": "src/lib.rs", "line": 1, "column": 1, "trace": null, "why": null, "exit_code": 0,
        })
    }

    /// What a run of one part prints, about the properties of `names` that it holds.
    fn part(names: &[&str], index: u32, of: u32) -> Vec<Json> {
        let mut scope = Scope::default();
        let full = |name: &&str| ["p", "tick", name].map(str::to_owned);
        scope.set_population(&names.iter().map(full).collect::<Vec<_>>());
        let shard = Shard { index, of };
        let own = names.iter().filter(|it| shard.holds(["p", "tick", it]));
        let mut lines: Vec<Json> = own.map(|it| verdict(it)).collect();
        lines.push(json!({
            "reason": "summary", "properties": lines.len(), "allowed": 0, "exit_code": 0, "run_exit_code": 0,
            "settings": [{"package": "p", "bound": 5, "jobs": index}],
            "shard": {"index": index, "of": of}, "scope": scope,
        }));
        lines
    }

    fn merged(parts: &[Vec<Json>]) -> Result<Results, &'static str> {
        let read = parts.iter().map(|lines| {
            let lines: Vec<String> = lines.iter().map(Json::to_string).collect();
            Results::read("results.json", &lines.join("\n"))
        });
        let read: Result<Vec<Results>, Diagnostic> = read.collect();
        read.and_then(merge).map_err(|it| it.code)
    }

    const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

    #[test]
    fn the_parts_are_the_whole_in_any_order() {
        for of in 1..5 {
            let mut parts: Vec<_> = (1..=of).map(|it| part(&NAMES, it, of)).collect();
            for _ in 0..of {
                parts.rotate_left(1);
                let all = merged(&parts).expect("all parts are there");
                assert_eq!(all.verdicts.len(), NAMES.len());
                assert_eq!(all.summary.shard, None);
            }
        }
    }

    #[test]
    fn what_is_not_exactly_one_check_is_refused() {
        let whole = || vec![part(&NAMES, 1, 2), part(&NAMES, 2, 2)];
        let spoilt = |spoil: &dyn Fn(&mut Vec<Vec<Json>>)| {
            let mut parts = whole();
            spoil(&mut parts);
            merged(&parts).err()
        };
        let summary = |parts: &mut Vec<Vec<Json>>, key: &str, value: Json| {
            let last = parts[1].last_mut().expect("a summary");
            last[key] = value;
        };
        assert_eq!(spoilt(&|_| {}), None);
        assert_eq!(spoilt(&|it| drop(it.pop())), Some(codes::PARTIAL));
        assert_eq!(spoilt(&|it| drop(it.remove(0))), Some(codes::PARTIAL));
        assert_eq!(spoilt(&|it| it.clear()), Some(codes::PARTIAL));
        assert_eq!(spoilt(&|it| it[1] = it[0].clone()), Some(codes::OVERLAP));
        assert_eq!(
            spoilt(&|it| it.push(part(&NAMES, 2, 2))),
            Some(codes::OVERLAP)
        );
        assert_eq!(
            spoilt(&|it| it[1] = part(&NAMES, 2, 3)),
            Some(codes::DIFFERENT)
        );
        assert_eq!(
            spoilt(&|it| it[1] = part(&NAMES[1..], 2, 2)),
            Some(codes::DIFFERENT)
        );
        let other_settings = json!([{"package": "p", "bound": 6, "jobs": 1}]);
        assert_eq!(
            spoilt(&|it| summary(it, "settings", other_settings.clone())),
            Some(codes::DIFFERENT)
        );
        assert_eq!(
            spoilt(&|it| summary(it, "scope", Json::Null)),
            Some(codes::FAILED)
        );
        assert_eq!(
            spoilt(&|it| summary(it, "properties", json!(77))),
            Some(codes::INCOMPLETE)
        );
        assert_eq!(spoilt(&|it| drop(it[1].pop())), Some(codes::INCOMPLETE));
        assert_eq!(spoilt(&|it| drop(it[1].remove(0))), Some(codes::INCOMPLETE));
        // A verdict is gone, and the summary says nothing about it.
        let lost = |it: &mut Vec<Vec<Json>>| {
            it[1].remove(0);
            let left = it[1].len() - 1;
            summary(it, "properties", json!(left));
        };
        assert_eq!(spoilt(&lost), Some(codes::INCOMPLETE));
        let moved = |it: &mut Vec<Vec<Json>>| {
            let verdict = it[0].remove(0);
            it[1].insert(0, verdict);
            for part in it {
                let left = part.len() - 1;
                part[left]["properties"] = json!(left);
            }
        };
        assert_eq!(spoilt(&moved), Some(codes::OVERLAP));
        let twice = |it: &mut Vec<Vec<Json>>| {
            let all = it[0].clone();
            it[0].extend(all);
        };
        assert_eq!(spoilt(&twice), Some(codes::UNREADABLE));
        assert_eq!(
            spoilt(&|it| it[0][0]["kind"] = json!(1)),
            Some(codes::UNREADABLE)
        );
    }
}
