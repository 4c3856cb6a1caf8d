//! `cargo falsify synth` on problems of `tests/synth`, and on what is no problem.

use std::fs;
use std::path::PathBuf;

use cargo_falsify::synth::sygus;
use falsify_tests::user::{repository, Answer, Desk};
use serde_json::Value as Json;

fn desk() -> Desk {
    Desk::new(env!("CARGO_BIN_EXE_falsify-under-test"))
}

fn problem(name: &str) -> PathBuf {
    repository().join("tests/synth").join(format!("{name}.sl"))
}

fn synth(name: &str, flags: &[&str]) -> Answer {
    let file = problem(name).to_string_lossy().into_owned();
    let arguments: Vec<&str> = ["synth", &file].iter().chain(flags).copied().collect();
    desk().falsify(&arguments)
}

/// The body of a printed definition.
fn body(definition: &str, signature: &str) -> String {
    let rest = definition.trim().strip_prefix(signature);
    let rest = rest.unwrap_or_else(|| panic!("{definition} does not begin with {signature}"));
    rest.trim()
        .strip_suffix(')')
        .expect("a closed definition")
        .to_owned()
}

#[test]
fn problems_have_the_answers_that_are_written_down() {
    let solved = [
        (
            "puzzle",
            "(define-fun f ((x (BitVec 64))) (BitVec 64) (if1 (bvand #x0000000000000001 x) (bvadd (sixteenth x) x) (bvnot (twice x))))",
        ),
        (
            "levels",
            "(define-fun level ((x (_ BitVec 32))) (_ BitVec 32) (ite (bvslt x #x0000001e) #x00000000 (ite (bvslt x #x00000032) #x00000001 #x00000002)))",
        ),
        (
            "bytes",
            "(define-fun sum ((x (_ BitVec 16))) (_ BitVec 9) (bvadd ((_ zero_extend 1) ((_ extract 15 8) x)) ((_ zero_extend 1) ((_ extract 7 0) x))))",
        ),
        (
            "constants",
            "(define-fun f ((x (_ BitVec 16)) (y (_ BitVec 16))) (_ BitVec 16) (bvadd #x0001 (bvmul x y)))",
        ),
    ];
    for (name, wanted) in solved {
        let answer = synth(name, &[]);
        assert_eq!(answer.code, Some(0), "{name}: {answer:?}");
        assert_eq!(answer.stdout.trim(), wanted);
    }
}

#[test]
fn answers_are_those_of_any_number_of_threads() {
    for name in ["puzzle", "levels"] {
        let answers = ["1", "2", "5"].map(|jobs| synth(name, &["--jobs", jobs]).stdout);
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
    }
}

#[test]
fn what_is_printed_is_accepted_and_something_else_is_not() {
    let text = fs::read_to_string(problem("puzzle")).expect("the problem");
    let problem = sygus::read(&text).expect("a good problem");
    let printed = body(
        &synth("puzzle", &[]).stdout,
        "(define-fun f ((x (BitVec 64))) (BitVec 64)",
    );
    assert_eq!(problem.accepts_text(&printed), Ok(()));
    let cases = [
        ("x", "wrong for"),
        ("(bvsub x x)", "not in the grammar"),
        ("(bvadd x #x0000000000000002)", "not in the grammar"),
        ("#b1", "another sort"),
        ("(bvadd x y)", "not known"),
        ("x x", "one term"),
    ];
    for (body, wanted) in cases {
        let refusal = problem.accepts_text(body).expect_err(body);
        assert!(refusal.contains(wanted), "{body}: {refusal}");
    }
}

#[test]
fn failures_have_a_code_and_a_reason() {
    let contradicted = synth("contradiction", &[]);
    assert_eq!(
        (contradicted.code, contradicted.stdout.trim()),
        (Some(1), "infeasible")
    );
    assert!(
        contradicted
            .stderr
            .contains("same inputs and different outputs"),
        "{}",
        contradicted.stderr
    );
    let exhausted = synth("exhausted", &[]);
    assert_eq!((exhausted.code, exhausted.stdout.trim()), (Some(3), "fail"));
    assert!(
        exhausted.stderr.contains("1 of 2 examples"),
        "{}",
        exhausted.stderr
    );
    assert!(
        exhausted.stderr.contains("the grammar has no other terms"),
        "{}",
        exhausted.stderr
    );
}

#[test]
fn json_says_the_same() {
    let line = synth("levels", &["--message-format", "json"]).stdout;
    let answer: Json = serde_json::from_str(&line).expect("one object");
    assert_eq!(answer["reason"], "synthesis");
    assert_eq!(
        (&answer["right"], &answer["examples"]),
        (&8.into(), &8.into())
    );
    assert_eq!(
        (&answer["branches"], &answer["memorised"]),
        (&2.into(), &0.into())
    );
    let line = synth("exhausted", &["--message-format", "json"]).stdout;
    let answer: Json = serde_json::from_str(&line).expect("one object");
    assert!(answer["definition"].is_null());
}

#[test]
fn malformed_text_is_refused_at_its_place() {
    let head = "(synth-fun f ((x (_ BitVec 8))) (_ BitVec 8) ((S (_ BitVec 8))) ((S (_ BitVec 8) (x (bvnot S)))))\n";
    let cases = [
        ("(set-logic BV", "1:1: this parenthesis is never closed"),
        (
            "(set-logic BV))",
            "1:15: a closing parenthesis without its opening one",
        ),
        ("(set-logic LIA)", "1:12: the logic `LIA` is not supported"),
        (
            "\n  (frobnicate)",
            "2:4: the command `frobnicate` is not supported",
        ),
        ("(check-synth)", "no `synth-fun` in the file"),
        (
            "(synth-fun f ((x (_ BitVec 129))) Bool)",
            "1:28: a width is a number from 1 to 128",
        ),
        (
            "(synth-fun f ((x Int)) Bool)",
            "1:18: the sort `Int` is not supported",
        ),
        (
            "(synth-fun f ((x Bool)) Bool ((S Bool (y))))",
            "1:40: `y` is not known here",
        ),
        (
            "(synth-fun f ((x Bool)) Bool ((S Bool (x (bvadd S S)))))",
            "1:43: the operator `bvadd` is not supported over Bool, Bool",
        ),
        (
            "(synth-fun f ((x Bool)) Bool ((S Bool ((xor S S S S)))))",
            "1:40: a production with more than 3 nonterminals",
        ),
        (
            "(synth-fun f ((x Bool)) Bool ((S Bool ((not S)))))",
            "no term can be derived",
        ),
        (
            "(synth-fun f ((x Bool)) (_ BitVec 3) ((S Bool (x))))",
            "1:1: the first nonterminal is not of the function's sort",
        ),
        (
            "(define-fun g ((a Bool)) Bool (ite a a))",
            "1:31: `ite` does not take operands of sorts Bool, Bool",
        ),
        (
            "(constraint true)",
            "1:1: a constraint before its `synth-fun`",
        ),
    ];
    let after = [
        (
            "(constraint (= (f #x01) #x1))",
            "2:25: this is of sort (_ BitVec 4), (_ BitVec 8) is expected",
        ),
        (
            "(constraint (= (f #x01 #x02) #x01))",
            "2:16: `f` has 1 parameters",
        ),
        ("(constraint (bvult (f #x01) #x10))", "2:13: not an example"),
        (
            "(declare-var y (_ BitVec 8))\n(constraint (= (f y) #x10))",
            "3:19: `y` is not known here",
        ),
        (
            "(synth-fun g () Bool)",
            "2:1: only one function can be synthesized",
        ),
        (
            "(constraint (= (f #xzz) #x10))",
            "2:19: `#xzz` is not known here",
        ),
    ];
    let after = after.map(|(text, wanted)| (format!("{head}{text}"), wanted));
    let cases = cases.map(|(text, wanted)| (text.to_owned(), wanted));
    for (text, wanted) in cases.into_iter().chain(after) {
        let desk = desk();
        desk.file("problem.sl", &text);
        let answer = desk.falsify(&["synth", "problem.sl"]);
        assert_eq!(answer.code, Some(2), "{text}: {answer:?}");
        assert!(answer.stderr.contains(wanted), "{text}: {}", answer.stderr);
    }
    let absent = desk().falsify(&["synth", "absent.sl"]);
    assert_eq!(absent.code, Some(2));
    assert!(
        absent.stderr.contains("absent.sl cannot be read"),
        "{}",
        absent.stderr
    );
}

#[test]
fn time_is_kept_and_what_is_left_memorised_or_not() {
    // A product, which the grammar of the puzzle has no small term for.
    let text = fs::read_to_string(problem("puzzle")).expect("the problem");
    let head = text.split("; Odd").next().expect("the head");
    let hard = |x: u64| x.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(23);
    let inputs = (1..9u64).map(|at| at.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let constraints: String = inputs
        .map(|x| format!("(constraint (= (f #x{x:016x}) #x{:016x}))\n", hard(x)))
        .collect();
    let desk = desk();
    desk.file("hard.sl", &format!("{head}{constraints}(check-synth)"));
    let strict = desk.falsify(&["synth", "hard.sl", "--timeout", "2s", "--no-memorise"]);
    assert_eq!((strict.code, strict.stdout.trim()), (Some(3), "fail"));
    assert!(
        strict.stderr.contains("the time is over"),
        "{}",
        strict.stderr
    );
    let loose = desk.falsify(&["synth", "hard.sl", "--timeout", "2s"]);
    assert_eq!(loose.code, Some(0), "{}", loose.stderr);
    assert!(
        loose.stderr.contains("made for single examples"),
        "{}",
        loose.stderr
    );
}
