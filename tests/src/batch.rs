//! Compiles many cases as one program with the installed `rustc` and runs
//! them: what the language means is what this program does.
//!
//! The program is one file: a module `cN` per case, then a table of entries.
//! The tool gets the same text without the table, so that lines and columns
//! agree. Results are kept by content, so a corpus that did not change is not
//! compiled again.

use crate::case::Case;
use crate::outcome::Outcome;
use crate::random::fingerprint;
use crate::value::{joined, Value};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// One run to make: an entry of a case on some arguments.
#[derive(Clone, Debug)]
pub struct Request {
    pub case: usize,
    pub entry: usize,
    pub arguments: Vec<Value>,
}

/// What a batch gave.
#[derive(Debug)]
pub struct Answers {
    /// The cases that `rustc` refused, with its messages.
    pub refused: Vec<(usize, String)>,
    /// One outcome per request, places relative to the whole program; `None`
    /// for the requests of refused cases.
    pub outcomes: Vec<Option<Outcome>>,
}

/// The cases of a batch, laid out in one text.
pub struct Layout {
    pub text: String,
    /// The number of lines before the source of each case.
    pub offsets: Vec<usize>,
    pub edition: &'static str,
}

impl Layout {
    /// The text that the tool reads.
    pub fn for_tool(cases: &[Case]) -> Layout {
        Layout::new(cases, &[], |_| "")
    }

    fn for_compiler(cases: &[Case], refused: &[usize]) -> Layout {
        let mut layout = Layout::new(cases, refused, |case| &case.glue);
        layout.text.push_str(&table(cases, refused));
        layout
    }

    fn new(cases: &[Case], refused: &[usize], glue: impl Fn(&Case) -> &str) -> Layout {
        let mut text = String::new();
        let mut offsets = Vec::new();
        let mut lines = 0;
        for (index, case) in cases.iter().enumerate() {
            let _ = writeln!(text, "pub mod c{index} {{");
            offsets.push(lines + 1);
            let length = case.source.lines().count();
            if refused.contains(&index) {
                let _ = writeln!(text, "{}}}", "\n".repeat(length));
            } else {
                let _ = writeln!(
                    text,
                    "{}\n{}}}",
                    case.source.trim_end_matches('\n'),
                    glue(case)
                );
            }
            lines = text.matches('\n').count();
        }
        Layout {
            text,
            offsets,
            edition: cases.first().map_or("2021", |case| case.edition),
        }
    }

    /// The case that holds a line of the text.
    fn case_at(&self, line: usize) -> Option<usize> {
        self.offsets.iter().rposition(|offset| *offset <= line)
    }
}

/// The entry table and `main`.
fn table(cases: &[Case], refused: &[usize]) -> String {
    let mut text = String::from("static TABLE: &[::conformance_runtime::Entry] = &[\n");
    for (index, case) in cases.iter().enumerate() {
        for entry in &case.entries {
            let arguments = vec!["r.next()"; entry.parameters.len()].join(", ");
            if refused.contains(&index) {
                text.push_str("|_, _| {},\n");
            } else {
                let call = format!("c{index}::{}({arguments})", entry.name);
                let _ = writeln!(
                    text,
                    "|r, out| ::conformance_runtime::Canon::canon(&{call}, out),"
                );
            }
        }
    }
    text.push_str("];\nfn main() { ::conformance_runtime::serve(TABLE); }\n");
    text
}

/// Compiles `cases`, leaving out those that `rustc` refuses, and makes the
/// requested runs within `limit`.
pub fn run(cases: &[Case], requests: &[Request], limit: Duration) -> Answers {
    let mut refused: Vec<(usize, String)> = Vec::new();
    loop {
        let skipped: Vec<usize> = refused.iter().map(|(case, _)| *case).collect();
        let layout = Layout::for_compiler(cases, &skipped);
        match outputs(&layout, &request_lines(cases, requests, &skipped), limit) {
            Ok(lines) => return answers(refused, requests, &lines),
            Err(messages) => match blamed(&layout, &messages, &skipped) {
                faulty if faulty.is_empty() => return nothing(cases, requests, &messages),
                faulty => refused.extend(faulty),
            },
        }
    }
}

/// The answer when the compiler failed for no reason of a case's.
fn nothing(cases: &[Case], requests: &[Request], messages: &str) -> Answers {
    Answers {
        refused: (0..cases.len())
            .map(|case| (case, messages.to_string()))
            .collect(),
        outcomes: vec![None; requests.len()],
    }
}

fn answers(refused: Vec<(usize, String)>, requests: &[Request], lines: &str) -> Answers {
    let mut lines = lines.lines();
    let outcomes = requests.iter().map(|request| {
        if refused.iter().any(|(case, _)| *case == request.case) {
            return None;
        }
        let stopped = || Outcome::Failed("the compiled program stopped or ran out of time".into());
        Some(lines.next().map_or_else(stopped, Outcome::of_line))
    });
    let outcomes = outcomes.collect();
    Answers { refused, outcomes }
}

fn request_lines(cases: &[Case], requests: &[Request], skipped: &[usize]) -> String {
    let mut first = Vec::new();
    let mut count = 0;
    for case in cases {
        first.push(count);
        count += case.entries.len();
    }
    let mut text = String::new();
    for request in requests
        .iter()
        .filter(|request| !skipped.contains(&request.case))
    {
        let index = first[request.case] + request.entry;
        let _ = writeln!(text, "{index} {}", joined(&request.arguments));
    }
    text
}

/// The cases that error messages of the short format point into.
fn blamed(layout: &Layout, messages: &str, skipped: &[usize]) -> Vec<(usize, String)> {
    let mut faulty: Vec<(usize, String)> = Vec::new();
    for message in messages.lines().filter(|line| line.contains(": error")) {
        let place = message
            .strip_prefix("batch.rs:")
            .and_then(|rest| rest.split(':').next());
        let Some(line) = place.and_then(|line| line.parse::<usize>().ok()) else {
            continue;
        };
        let Some(case) = layout.case_at(line).filter(|case| !skipped.contains(case)) else {
            continue;
        };
        let moved = message.replacen(
            &line.to_string(),
            &(line - layout.offsets[case]).to_string(),
            1,
        );
        match faulty.iter_mut().find(|(known, _)| *known == case) {
            Some((_, text)) => *text = format!("{text}\n{moved}"),
            None => faulty.push((case, moved)),
        }
    }
    faulty
}

/// Where compiled batches and their results live.
fn directory() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"));
    target.join("conformance")
}

/// What the program prints for the requests, from the cache if it is known.
fn outputs(program: &Layout, requests: &str, limit: Duration) -> Result<String, String> {
    let identity = format!("{}{}", toolchain().identity, program.edition);
    let key = fingerprint(format!("{identity}\0{}\0{requests}", program.text).as_bytes());
    let kept = directory().join("results").join(format!("{key:016x}"));
    if let Ok(text) = fs::read_to_string(&kept) {
        return match text.strip_prefix("refused\n") {
            Some(messages) => Err(messages.to_string()),
            None => Ok(text),
        };
    }
    let result = compile_and_run(program, requests, limit);
    let text = match &result {
        Ok((text, true)) => text.clone(),
        Err(messages) => format!("refused\n{messages}"),
        // A run that was cut short says nothing lasting.
        Ok((_, false)) => return result.map(|(text, _)| text),
    };
    write_whole(&kept, &text);
    result.map(|(text, _)| text)
}

/// Writes a file so that a concurrent reader sees all of it or none.
fn write_whole(path: &Path, text: &str) {
    let part = path.with_extension(format!("{}.part", std::process::id()));
    fs::create_dir_all(path.parent().expect("a file has a directory")).expect("target is writable");
    fs::write(&part, text).expect("target is writable");
    fs::rename(&part, path).expect("target is writable");
}

fn compile_and_run(
    program: &Layout,
    requests: &str,
    limit: Duration,
) -> Result<(String, bool), String> {
    let room = tempfile::tempdir().expect("a temporary directory");
    fs::write(room.path().join("batch.rs"), &program.text).expect("the directory is writable");
    compile(room.path(), program.edition)?;
    fs::write(room.path().join("requests"), requests).expect("the directory is writable");
    let output = room.path().join("answers");
    let child = Command::new(room.path().join("batch"))
        .stdin(File::open(room.path().join("requests")).expect("just written"))
        .stdout(File::create(&output).expect("the directory is writable"))
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("the compiled batch does not start: {error}"))?;
    let finished = finish(child, limit);
    let text = fs::read(&output).expect("just written");
    Ok((String::from_utf8_lossy(&text).into_owned(), finished))
}

fn compile(room: &Path, edition: &str) -> Result<(), String> {
    let output = Command::new(rustc())
        .current_dir(room)
        .args([
            "--edition",
            edition,
            "--cap-lints",
            "allow",
            "--error-format",
            "short",
        ])
        .args([
            "-C",
            "debug-assertions=on",
            "-C",
            "overflow-checks=on",
            "-C",
            "opt-level=0",
        ])
        .args(["-C", "panic=unwind", "-C", "debuginfo=0"])
        .arg("--extern")
        .arg(format!(
            "conformance_runtime={}",
            toolchain().runtime.display()
        ))
        .args(["batch.rs", "-o", "batch"])
        .output()
        .map_err(|error| format!("rustc does not start: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// Waits for the child; false if it had to be stopped or failed.
fn finish(mut child: Child, limit: Duration) -> bool {
    let end = Instant::now() + limit;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) if Instant::now() < end => std::thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
        }
    }
}

/// The installed compiler and the runtime built with it.
struct Toolchain {
    identity: String,
    runtime: PathBuf,
}

fn rustc() -> PathBuf {
    std::env::var_os("RUSTC").map_or_else(|| "rustc".into(), PathBuf::from)
}

fn toolchain() -> &'static Toolchain {
    static TOOLCHAIN: OnceLock<Toolchain> = OnceLock::new();
    TOOLCHAIN.get_or_init(|| {
        let version = Command::new(rustc())
            .arg("-vV")
            .output()
            .expect("rustc runs")
            .stdout;
        let source = include_str!("../conformance_runtime/lib.rs");
        let identity = format!("{}{source}", String::from_utf8_lossy(&version));
        let runtime = build_runtime(source, fingerprint(identity.as_bytes()));
        Toolchain { identity, runtime }
    })
}

/// Compiles the runtime unless this compiler has compiled it before.
fn build_runtime(source: &str, key: u64) -> PathBuf {
    let home = directory().join(format!("runtime-{key:016x}"));
    let library = home.join("libconformance_runtime.rlib");
    if library.exists() {
        return library;
    }
    fs::create_dir_all(&home).expect("target is writable");
    let room = tempfile::tempdir_in(&home).expect("target is writable");
    fs::write(room.path().join("lib.rs"), source).expect("target is writable");
    let status = Command::new(rustc())
        .current_dir(room.path())
        .args([
            "--edition",
            "2021",
            "--crate-type",
            "rlib",
            "--crate-name",
            "conformance_runtime",
        ])
        .args([
            "-O",
            "--cap-lints",
            "allow",
            "lib.rs",
            "-o",
            "libconformance_runtime.rlib",
        ])
        .status()
        .expect("rustc runs");
    assert!(
        status.success(),
        "the runtime of the conformance tests does not compile"
    );
    fs::rename(room.path().join("libconformance_runtime.rlib"), &library)
        .expect("target is writable");
    library
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Shape;

    fn byte(pattern: u128) -> Vec<Value> {
        vec![Value::Int {
            bits: 8,
            signed: false,
            pattern,
        }]
    }

    fn request(case: usize, argument: u128) -> Request {
        Request {
            case,
            entry: 0,
            arguments: byte(argument),
        }
    }

    #[test]
    fn values_panics_and_refusals_come_back_in_order() {
        let cases = [
            Case::new("good", "pub fn f(x: u8) -> Option<u8> {\n    Some(x + 1)\n}").unwrap(),
            Case::new("bad", "pub fn f(x: u8) -> bool {\n    x\n}").unwrap(),
            Case::new("own", "pub struct P { a: u8, b: [i8; 2] }\npub fn f(x: u8) -> P { P { a: x, b: [-1; 2] } }").unwrap(),
        ];
        let requests = [request(0, 7), request(1, 1), request(0, 255), request(2, 3)];
        let answers = run(&cases, &requests, Duration::from_secs(60));
        assert_eq!(answers.refused.len(), 1);
        assert!(
            answers.refused[0].1.contains(":2:5: error[E0308]"),
            "{}",
            answers.refused[0].1
        );
        let texts: Vec<String> = answers.outcomes.iter().map(|o| format!("{o:?}")).collect();
        assert!(texts[0].contains("1(8)"), "{}", texts[0]);
        assert_eq!(texts[1], "None");
        assert!(
            texts[2].contains("Overflow") && texts[2].contains("(3, 10)"),
            "{}",
            texts[2]
        );
        assert!(texts[3].contains("(3,[-1,-1])"), "{}", texts[3]);
    }

    #[test]
    fn the_tool_sees_the_lines_the_compiler_sees() {
        let case = |text: &str| Case::new("x", text).unwrap();
        let cases = [
            case("struct S;\n"),
            case("pub enum E { A }\npub fn f(x: u8) -> E { E::A }"),
        ];
        let tool = Layout::for_tool(&cases);
        let compiler = Layout::for_compiler(&cases, &[0]);
        assert_eq!(tool.offsets, compiler.offsets);
        assert_eq!(tool.text.lines().nth(4), compiler.text.lines().nth(4));
        assert_eq!(
            cases[1].entries[0].parameters,
            [Shape::Int {
                bits: 8,
                signed: false
            }]
        );
    }
}
