//! Exported systems, read back and executed, and given to programs that know nothing of the tool.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use cargo_falsify::engine::{bmc::Bmc, Engine, Finding, Task};
use cargo_falsify::export::{aiger as as_aiger, btor2, c as as_c, smtlib, Machine};
use cargo_falsify::solver::{Budget, SolverKind};
use cargo_falsify::system::System;
use falsify_tests::exported::{aiger, btor, machine, of_machine, operators, Run, Violations};
use falsify_tests::random::Random;
use falsify_tests::systems::random::system;
use falsify_tests::user::Desk;
use z3::SatResult;

const STEPS: usize = 8;

/// Random systems and all operators at widths around those of machine words, each with random runs.
fn cases(count: u64, runs: usize, visit: &mut dyn FnMut(&System, &Run, &str)) {
    for case in 0..count {
        let mut random = Random::named(case, "export");
        let system = system(&mut random);
        for _ in 0..runs {
            let run = Run::random(&system, STEPS, &mut random);
            visit(&system, &run, &format!("system {case}"));
        }
    }
    for width in [1, 2, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128] {
        let mut random = Random::named(u64::from(width), "export");
        let system = operators(width);
        for _ in 0..runs {
            let run = Run::random(&system, STEPS, &mut random);
            visit(&system, &run, &format!("width {width}"));
        }
    }
}

fn machine_with(system: &System, run: &Run) -> (Machine, Violations) {
    let machine = machine(system).with_run(system, &run.start, &run.steps);
    let wanted = run.of_system(system, machine.lead);
    (machine, wanted)
}

#[test]
fn machines_do_what_their_systems_do() {
    let (mut some, mut lead) = (0, 0);
    cases(300, 10, &mut |system, run, name| {
        let (machine, wanted) = machine_with(system, run);
        some += wanted.concat().iter().filter(|bad| **bad).count();
        lead += machine.lead;
        assert_eq!(of_machine(&machine), wanted, "{name}");
    });
    assert!(
        some > 1000 && lead > 100,
        "{some} violations, {lead} with an initialisation"
    );
}

#[test]
fn btor2_reads_back() {
    cases(150, 3, &mut |system, run, name| {
        let (machine, wanted) = machine_with(system, run);
        assert_eq!(
            btor::execute(&btor2(&machine), &machine.run),
            wanted,
            "{name}"
        );
    });
}

#[test]
fn aiger_reads_back() {
    cases(150, 3, &mut |system, run, name| {
        let (machine, wanted) = machine_with(system, run);
        let widths = machine
            .inputs
            .iter()
            .map(|input| machine.pool.width(input.var));
        let widths: Vec<u32> = widths.collect();
        let file = as_aiger(&machine);
        assert_eq!(
            aiger::execute(&file, &widths, &machine.run),
            wanted,
            "{name}"
        );
    });
}

/// What the compiled program prints.
fn compiled(source: &str, folder: &Path) -> (String, bool) {
    let (file, program) = (folder.join("machine.c"), folder.join("machine"));
    fs::write(&file, source).expect("a file");
    let flags = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-o"];
    let built = Command::new("cc")
        .args(flags)
        .args([&program, &file])
        .output();
    let built = built.expect("a C compiler");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let ran = Command::new(program)
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    (
        String::from_utf8(ran.stdout).expect("text"),
        ran.status.success(),
    )
}

#[test]
fn compiled_c_does_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    cases(12, 1, &mut |system, run, name| {
        let (machine, wanted) = machine_with(system, run);
        let mut lines = String::new();
        for (at, bad) in wanted.iter().enumerate() {
            for (property, _) in bad.iter().enumerate().filter(|(_, bad)| **bad) {
                let step = at as i64 + 1 - machine.lead as i64;
                lines += &format!("step {step}: property {property}\n");
            }
        }
        let (printed, is_fine) = compiled(&as_c(&machine, 4), folder.path());
        assert_eq!(printed, lines, "{name}");
        assert_eq!(is_fine, lines.is_empty(), "{name}");
    });
}

/// The first step in which some run violates something, if there is one within the bound.
fn earliest(system: &System, bound: u64) -> Option<u64> {
    let wanted: Vec<usize> = (0..system.properties.len()).collect();
    let mut first: Option<u64> = None;
    let engine = Bmc::new(SolverKind::Cadical);
    let task = Task::new(system, &wanted, bound);
    engine.check(&task, &Budget::unlimited(), &mut |finding| {
        if let Finding::Violated { inputs, .. } = finding {
            let step = inputs.steps.len() as u64;
            first = Some(first.map_or(step, |first| first.min(step)));
        }
    });
    first
}

fn is_satisfiable(script: &str) -> bool {
    let solver = z3::Solver::new();
    solver.from_string(script.replace("(check-sat)", ""));
    assert!(!solver.get_assertions().is_empty(), "not read: {script}");
    solver.check() == SatResult::Sat
}

#[test]
fn smtlib_is_satisfiable_from_the_first_violation_on() {
    let (mut violated, mut fine) = (0, 0);
    for case in 0..60 {
        let system = system(&mut Random::named(case, "export"));
        let machine = machine(&system);
        match earliest(&system, 5) {
            Some(step) => {
                violated += 1;
                assert!(
                    is_satisfiable(&smtlib(&machine, step.max(1))),
                    "system {case}"
                );
                if step > 1 {
                    assert!(
                        !is_satisfiable(&smtlib(&machine, step - 1)),
                        "system {case}"
                    );
                }
            }
            None => {
                fine += 1;
                assert!(!is_satisfiable(&smtlib(&machine, 5)), "system {case}");
            }
        }
    }
    assert!(
        violated > 10 && fine > 5,
        "{violated} violated, {fine} fine"
    );
}

/// The cruise control on a desk.
fn cruise() -> Desk {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-under-test"));
    let source = include_str!("../../examples/cruise/src/lib.rs");
    desk.package("", "cruise", source);
    desk
}

fn exported(desk: &Desk, arguments: &[&str]) -> Vec<u8> {
    let fixed = ["export", "--monitor", "slows_down", "-o", "exported"];
    desk.falsify(&[&fixed, arguments].concat())
        .expect(0, &["1 properties"]);
    fs::read(desk.path().join("exported")).expect("an exported file")
}

#[test]
fn the_cruise_control_is_exported_in_every_form() {
    let desk = cruise();
    let text = |arguments: &[&str]| {
        let bytes = exported(&desk, arguments);
        String::from_utf8(bytes).expect("text")
    };
    assert!(!is_satisfiable(&text(&[
        "--format", "smt2", "--bound", "10"
    ])));
    assert!(is_satisfiable(&text(&[
        "--format", "smt2", "--bound", "11"
    ])));
    assert!(text(&["--format", "btor2"]).contains(" bad "));
    assert!(exported(&desk, &["--format", "aiger"]).starts_with(b"aig "));

    let check = [
        "check",
        "--monitor",
        "slows_down",
        "--engine",
        "bmc",
        "--bound",
        "12",
    ];
    desk.falsify(&check).expect(1, &[]);
    let trace = desk.artifacts("cruise").join("tick/slows_down.json");
    let trace = trace.to_str().expect("a name");
    let program = text(&["--format", "c", "--trace", trace]);
    let (printed, is_fine) = compiled(&program, desk.path());
    assert_eq!(
        (printed.as_str(), is_fine),
        ("step 11: slows_down\n", false)
    );
}

/// ABC, where it is installed, finds the violation in the same tick and no earlier one.
#[test]
fn abc_agrees_about_the_cruise_control() {
    let names = ["berkeley-abc", "abc"];
    let is_there = |name: &&&str| {
        let asked = Command::new(name).args(["-c", "version"]).output();
        asked.is_ok()
    };
    let Some(abc) = names.iter().find(is_there) else {
        eprintln!("ABC is not installed: not compared");
        return;
    };
    let desk = cruise();
    exported(&desk, &["--format", "aiger"]);
    let file = desk.path().join("exported.aig");
    fs::rename(desk.path().join("exported"), &file).expect("the file");
    let script = format!("read_aiger {}; bmc3 -F 20", file.display());
    let answer = Command::new(abc)
        .args(["-c", &script])
        .output()
        .expect("ABC runs");
    let said = String::from_utf8_lossy(&answer.stdout);
    // Its frames count from 0.
    assert!(said.contains("asserted in frame 10"), "{said}");
}

#[test]
fn what_cannot_be_exported_is_said() {
    let desk = cruise();
    let cases: [(&[&str], i32, &str); 4] = [
        (
            &["--format", "smt2", "--monitor", "nothing"],
            4,
            "nothing that is checked is called `nothing`",
        ),
        (
            &["--format", "smt2", "--loop", "nothing"],
            2,
            "there is no loop `nothing`",
        ),
        (
            &["--format", "smt2", "--trace", "x.json"],
            2,
            "needs --format c",
        ),
        (
            &["--format", "c", "--trace", "missing.json"],
            2,
            "missing.json",
        ),
    ];
    for (arguments, code, message) in cases {
        desk.falsify(&[&["export"], arguments].concat())
            .expect(code, &[message]);
    }
}
