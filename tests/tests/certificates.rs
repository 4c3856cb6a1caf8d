//! Certificates as SMT-LIB, read by a solver that knows nothing of the tool.

use std::io::Write;
use std::process::{Command, Stdio};

use cargo_falsify::engine::{Finding, Task, TABLE};
use cargo_falsify::evidence::certificate::{script, Certificate};
use cargo_falsify::solver::{Budget, SolverKind};
use cargo_falsify::system::System;
use falsify_tests::random::Random;
use falsify_tests::systems::firmware::HOLDING;
use falsify_tests::systems::{brute, random};
use falsify_tests::user::repository;
use z3::SatResult;

/// Answers to the questions of a script.
fn answers(script: &str) -> Vec<SatResult> {
    let questions = script.split("(reset)");
    let question = |text: &str| {
        let solver = z3::Solver::new();
        assert!(text.contains("(check-sat)"), "{text}");
        solver.from_string(text.replace("(check-sat)", ""));
        assert!(!solver.get_assertions().is_empty(), "not read: {text}");
        solver.check()
    };
    questions.map(question).collect()
}

/// Answers of cvc5, if Python has it.
fn answers_of_cvc5(script: &str) -> Option<Vec<String>> {
    let python = std::env::var("FALSIFY_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut reader = Command::new(python)
        .arg(repository().join("tests/read_smtlib.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python runs");
    let mut stdin = reader.stdin.take().expect("a pipe");
    // Without cvc5 nothing is read.
    let _ = stdin.write_all(script.as_bytes());
    drop(stdin);
    let output = reader.wait_with_output().expect("it ends");
    assert!(output.status.success(), "not read: {script}");
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    (lines != ["SKIPPED"]).then_some(lines)
}

fn is_proof(system: &System, properties: &[usize], certificate: &Certificate) -> bool {
    let answers = answers(&script(system, properties, certificate));
    answers.iter().all(|&answer| answer == SatResult::Unsat)
}

/// What every engine proves of a system.
fn proofs(system: &System) -> Vec<(Vec<usize>, Certificate)> {
    let wanted: Vec<usize> = (0..system.properties.len()).collect();
    let task = Task::new(system, &wanted, 8);
    let mut proofs = Vec::new();
    for entry in TABLE {
        let engine = (entry.make)(SolverKind::Cadical);
        engine.check(&task, &Budget::unlimited(), &mut |finding| {
            if let Finding::Proved {
                properties,
                certificate,
            } = finding
            {
                proofs.push((properties, certificate));
            }
        });
    }
    proofs
}

#[test]
fn scripts_of_proofs_are_unsatisfiable() {
    let mut count = 0;
    for case in 0..60 {
        let system = random::system(&mut Random::named(case, "scripts"));
        for (properties, certificate) in proofs(&system) {
            assert!(
                is_proof(&system, &properties, &certificate),
                "system {case}"
            );
            count += 1;
        }
    }
    assert!(count > 20, "{count} proofs");
}

/// All scripts are one: it takes longer to begin than to answer.
#[test]
fn cvc5_agrees() {
    let mut scripts = Vec::new();
    for case in 0..60 {
        let mut random = Random::named(case, "scripts");
        let system = random::system(&mut random);
        for (properties, mut certificate) in proofs(&system) {
            let right = script(&system, &properties, &certificate);
            scripts.push((right, true));
            certificate
                .claims
                .truncate(random.below(certificate.claims.len() + 1));
            if let Some(expected) = brute::proves(&system, &properties, &certificate) {
                scripts.push((script(&system, &properties, &certificate), expected));
            }
        }
    }
    let texts: Vec<&str> = scripts.iter().map(|(text, _)| text.as_str()).collect();
    let Some(answers) = answers_of_cvc5(&texts.join("(reset)\n")) else {
        println!("SKIPPED: Python has no cvc5");
        return;
    };
    let mut answers = answers.iter();
    for (text, expected) in &scripts {
        let questions = text.matches("(check-sat)").count();
        let of_this: Vec<&String> = answers.by_ref().take(questions).collect();
        let found = of_this.len() == questions && of_this.iter().all(|it| *it == "unsat");
        assert_eq!(found, *expected, "{text}");
    }
    assert_eq!(answers.next(), None);
}

#[test]
fn scripts_of_wrong_claims_are_satisfiable() {
    let (mut wrong, mut right) = (0, 0);
    for case in 0..60 {
        let mut random = Random::named(case, "scripts");
        let system = random::system(&mut random);
        for (properties, mut certificate) in proofs(&system) {
            certificate
                .claims
                .truncate(random.below(certificate.claims.len() + 1));
            let Some(expected) = brute::proves(&system, &properties, &certificate) else {
                continue;
            };
            let found = is_proof(&system, &properties, &certificate);
            assert_eq!(found, expected, "system {case}");
            *if expected { &mut right } else { &mut wrong } += 1;
        }
    }
    assert!(wrong > 5 && right > 5, "{wrong} wrong, {right} right");
}

#[test]
fn a_script_shows_each_question() {
    let (_, system) = HOLDING[0];
    let system = system();
    let (properties, certificate) = proofs(&system).remove(0);
    let script = script(&system, &properties, &certificate);
    let questions: Vec<&str> = script.lines().filter(|l| l.starts_with(';')).collect();
    let expected = [
        "; No property is violated in the initialisation or in the first steps.",
        "; The claims hold where runs start.",
        "; Steps preserve the claims.",
        "; Where the claims hold, no property is violated.",
    ];
    assert_eq!(questions, expected);
}
