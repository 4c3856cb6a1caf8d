//! The command line with real crates on disk: exit codes, messages, both formats.

use falsify_tests::large;
use falsify_tests::user::{repository, Answer, Desk};
use serde_json::Value as Json;
use std::fs;

fn desk() -> Desk {
    Desk::new(env!("CARGO_BIN_EXE_falsify-under-test"))
}

/// A crate of one file, and what `list` says about it.
fn list(lib: &str) -> Answer {
    let desk = desk();
    desk.package("", "firmware", lib);
    desk.falsify(&["list"])
}

const COUNTER: &str = "
#![no_std]
use falsify::{control_loop, monitor};

#[derive(Default)]
pub struct Counter { count: u8 }

#[control_loop]
pub fn tick(counter: &mut Counter, #[input(0..=3)] step: u8) -> u8 {
    counter.count += step;
    counter.count
}

/// The count stays under ten.
#[monitor]
fn small(counter: &Counter, step: u8, out: u8) -> bool {
    counter.count < 10 && step <= out
}
";

#[test]
fn a_loop_is_listed() {
    list(COUNTER).expect(
        0,
        &[
            "tick",
            "Counter",
            "count: u8",
            "step: u8 in 0..=3",
            "returns u8",
            "small",
            "The count stays under ten.",
            "1 overflow",
        ],
    );
}

#[test]
fn pointer_sized_integers_are_listed_as_written() {
    let lib = "
#![no_std]
use falsify::{aux, control_loop, input, monitor, output};
pub struct Ring { at: usize, ends: [isize; 2], count: u32 }
static mut TURNS: (usize, u8) = (0, 1);
#[input] fn offset() -> isize { 0 }
#[output] fn moved(_to: &mut usize, _by: u32) {}
#[aux] fn wrapped(at: usize, size: u32) -> Option<usize> { if at < size as usize { Some(at) } else { None } }
#[control_loop(init = Ring { at: 0, ends: [0; 2], count: 0 })]
pub fn tick(ring: &mut Ring, step: usize, few: u32) -> [usize; 2] {
    ring.at = wrapped(step, few).unwrap_or(0);
    ring.ends[1] = offset();
    moved(&mut ring.at, ring.count);
    unsafe { TURNS.0 = TURNS.0.wrapping_add(1) };
    [ring.at, step]
}
#[monitor] fn near(ring: &Ring, step: usize, last: &mut Option<usize>) -> bool { *last = Some(step); ring.at <= step }
";
    list(lib).expect(
        0,
        &[
            "at: usize\n",
            "ends: [isize; 2]\n",
            "count: u32\n",
            "TURNS: (usize, u8) = (0, 1)\n",
            "step: usize\n",
            "few: u32\n",
            "offset(): isize\n",
            "returns [usize; 2]\n",
            "moved(&mut usize, u32)\n",
            "this tick's input `step`, usize\n",
            "wrapped(usize, u32) -> Option<usize>",
        ],
    );
}

#[test]
fn preemption_that_is_not_looked_at_is_said_and_no_error() {
    let lib = COUNTER.replace("use falsify::{", "use falsify::{isr, ");
    let lib = format!("{lib}#[isr(max = 17, preempt)] fn on_edge() {{}}\n");
    let desk = desk();
    desk.package("", "firmware", &lib);
    for command in [&["list"][..], &["run", "--ticks", "3"]] {
        let answer = desk.falsify(command);
        assert!(
            answer.stderr.contains("falsify::roots::preempt"),
            "{answer:#?}"
        );
        assert_ne!(answer.code, Some(2), "{answer:#?}");
    }
    let json = desk.falsify(&["list", "--message-format", "json"]).json();
    let warning = json.iter().find(|o| o["reason"] == "diagnostic");
    assert_eq!(warning.expect("the warning")["level"], "warning");
}

#[test]
fn json_has_one_object_a_line_with_a_reason() {
    let desk = desk();
    desk.package("", "firmware", COUNTER);
    let answer = desk.falsify(&["list", "--message-format", "json"]);
    let objects = answer.expect(0, &[]).json();
    let of = |reason: &str| {
        objects
            .iter()
            .find(|o| o["reason"] == reason)
            .unwrap_or_else(|| panic!("no {reason}"))
            .clone()
    };
    assert_eq!(of("package")["loops"], 1);
    assert_eq!(of("loop")["inputs"][0]["range"], serde_json::json!([0, 3]));
    assert_eq!(of("loop")["state"][0]["fields"][0]["name"], "count");
    let bound: Vec<Json> = of("monitor")["params"]
        .as_array()
        .expect("params")
        .iter()
        .map(|p| p["bound_to"].clone())
        .collect();
    assert_eq!(bound, ["state", "input", "out"]);
    assert_eq!(of("monitor")["requirement"], "The count stays under ten.");
}

#[test]
fn malformed_rust_is_placed() {
    list("#![no_std]\npub fn broken( {\n").expect(2, &["falsify::syntax::parse", "src/lib.rs:"]);
}

#[test]
fn a_missing_module_file_is_placed() {
    list("#![no_std]\nmod gone;\n").expect(2, &["falsify::syntax::module-file", "src/lib.rs:2:"]);
}

#[test]
fn cyclic_modules_end() {
    let desk = desk();
    desk.package("", "firmware", "#![no_std]\nmod a;\n");
    desk.file("src/a.rs", "#[path = \"a.rs\"]\nmod a;\n");
    desk.falsify(&["list"])
        .expect(2, &["falsify::syntax::module-cycle"]);
}

#[test]
fn a_crate_that_does_not_compile_gets_rustcs_own_words() {
    let lib = COUNTER.replace("counter.count\n}", "\"text\"\n}");
    list(&lib).expect(2, &["E0308", "mismatched types"]);
}

#[test]
fn an_unknown_attribute_argument_is_refused() {
    let lib = COUNTER.replace("#[control_loop]", "#[control_loop(initial = 1)]");
    list(&lib).expect(2, &["falsify::syntax::attribute", "src/lib.rs:8:"]);
}

#[test]
fn a_large_file_is_read() {
    list(&large::firmware(10_000)).expect(0, &["loop tick", "in_range"]);
}

#[test]
fn deep_nesting_is_an_error_and_no_crash() {
    let deep = format!("{}1{}", "(".repeat(20_000), ")".repeat(20_000));
    let lib = format!("#![no_std]\npub fn deep() -> u8 {{\n    {deep}\n}}\n");
    list(&lib).expect(2, &[]);
}

#[test]
fn a_crate_without_a_loop_is_nothing_to_list() {
    list("#![no_std]\npub fn plain() {}\n").expect(4, &["no control loop"]);
}

#[test]
fn a_directory_without_a_manifest_is_wrong_use() {
    desk().falsify(&["list"]).expect(2, &["Cargo.toml"]);
}

#[test]
fn an_unknown_package_is_wrong_use() {
    let desk = desk();
    desk.package("", "firmware", COUNTER);
    desk.falsify(&["list", "-p", "software"])
        .expect(2, &["software"]);
}

#[test]
fn wrong_flags_are_wrong_use() {
    desk()
        .falsify(&["list", "--no-such-flag"])
        .expect(2, &["--no-such-flag"]);
    desk().falsify(&["frobnicate"]).expect(2, &["frobnicate"]);
}

#[test]
fn without_a_command_the_crate_is_checked() {
    let desk = desk();
    desk.package("", "firmware", "#![no_std]\npub fn plain() {}\n");
    desk.falsify(&[]).expect(4, &["no control loop"]);
    desk.falsify(&["check"]).expect(4, &["no control loop"]);
}

#[test]
fn codes_are_explained() {
    desk()
        .falsify(&["explain", "falsify::typeck::method"])
        .expect(0, &["What to do"]);
    desk()
        .falsify(&["explain", "typeck::method"])
        .expect(0, &["What to do"]);
    desk()
        .falsify(&["explain", "no::such"])
        .expect(2, &["no::such"]);
    desk()
        .falsify(&["explain", "small.json"])
        .expect(2, &["cargo falsify replay small.json"]);
    desk()
        .falsify(&["explain"])
        .expect(0, &["falsify::typeck::method"]);
}

#[test]
fn quiet_changes_no_exit_code() {
    let desk = desk();
    desk.package("", "firmware", "#![no_std]\nmod gone;\n");
    desk.falsify(&["list", "-q"])
        .expect(2, &["falsify::syntax::module-file"]);
}

fn workspace() -> Desk {
    let desk = desk();
    desk.package("pump", "pump", COUNTER);
    desk.package("fan", "fan", &COUNTER.replace("tick", "turn"));
    desk.package("shared", "shared", "#![no_std]\npub fn helper() {}\n");
    desk.file(
        "Cargo.toml",
        "[workspace]\nresolver = \"2\"\nmembers = [\"pump\", \"fan\", \"shared\"]\n",
    );
    desk
}

#[test]
fn a_workspace_has_several_firmware_crates() {
    let desk = workspace();
    let all = desk.falsify(&["list", "--workspace"]);
    all.expect(0, &["pump v0.1.0", "fan v0.1.0", "loop tick", "loop turn"]);
    let one = desk.falsify(&["list", "-p", "fan"]);
    one.expect(0, &["loop turn"]);
    assert!(!one.stdout.contains("pump"), "{one:#?}");
    let rest = desk.falsify(&["list", "--workspace", "--exclude", "pump"]);
    rest.expect(0, &["loop turn"]);
    assert!(!rest.stdout.contains("pump"), "{rest:#?}");
}

#[test]
fn two_loops_in_one_crate() {
    let lib = "
#![no_std]
use falsify::{control_loop, monitor};
#[control_loop]
pub fn fast(state: &mut u8, x: u8) { *state = x; }
#[control_loop]
pub fn slow(state: &mut u16, y: u16) { *state = y; }
/// Fast is small.
#[monitor(of = fast)]
fn small(state: &u8) -> bool { *state < 200 }
/// Slow is small.
#[monitor(of = slow)]
fn tiny(state: &u16) -> bool { *state < 20 }
";
    list(lib).expect(
        0,
        &["loop fast", "loop slow", "Fast is small.", "Slow is small."],
    );
    let desk = desk();
    desk.package("", "firmware", lib);
    desk.falsify(&["run"])
        .expect(2, &["--loop", "fast", "slow"]);
    desk.falsify(&["run", "--loop", "fast", "--ticks", "1", "--seed", "3"])
        .expect(0, &["tick"]);
}

#[test]
fn features_are_as_cargo_resolves_them() {
    let lib = "
#![no_std]
use falsify::control_loop;
#[cfg(feature = \"wide\")]
type Level = u32;
#[cfg(not(feature = \"wide\"))]
type Level = u8;
#[control_loop]
pub fn tick(state: &mut Level, level: Level) { *state = level; }
";
    let desk = desk();
    desk.package("", "firmware", lib);
    let manifest = fs::read_to_string(desk.path().join("Cargo.toml")).expect("the manifest");
    desk.file(
        "Cargo.toml",
        &format!("{manifest}\n[features]\nwide = []\n"),
    );
    desk.falsify(&["list"]).expect(0, &["level: u8"]);
    desk.falsify(&["list", "--features", "wide"])
        .expect(0, &["level: u32"]);
    desk.falsify(&["list", "--all-features"])
        .expect(0, &["level: u32"]);
}

#[test]
fn scripted_inputs_run_the_loop() {
    let desk = desk();
    desk.package("", "firmware", COUNTER);
    desk.file(
        "three.json",
        "[{\"inputs\": {\"step\": 3}}, {\"inputs\": {\"step\": 3}}, {\"inputs\": {\"step\": 1}}]",
    );
    let answer = desk.falsify(&["run", "--inputs", "three.json", "--message-format", "json"]);
    let ticks = answer.expect(0, &[]).json();
    let counts: Vec<Json> = ticks
        .iter()
        .map(|t| t["state"]["counter"]["count"].clone())
        .collect();
    assert_eq!(counts, [0, 3, 6, 7]);
    assert_eq!(ticks[3]["returned"], 7);
    assert_eq!(ticks[3]["monitors"]["small"], true);
}

/// A package that also depends on embedded-hal.
fn hal_package(desk: &Desk, lib: &str) {
    desk.package("", "firmware", lib);
    let manifest = fs::read_to_string(desk.path().join("Cargo.toml")).expect("a manifest");
    desk.file(
        "Cargo.toml",
        &format!("{manifest}embedded-hal = \"1.0.0\"\n"),
    );
}

const BUSES: &str = "
#![no_std]
use embedded_hal::{i2c, i2c::I2c, spi, spi::{SpiBus, SpiDevice}};
use falsify::control_loop;

#[derive(Default)]
pub struct Seen { first: u8, second: [u8; 2], third: [u16; 2], fourth: u8, line: [u8; 3], failed: bool }

pub trait Line {
    /// Fills the buffer.
    #[falsify::input(1..=9)]
    fn receive(&mut self, into: &mut [u8; 3]);
}

#[control_loop]
pub fn tick(
    seen: &mut Seen, bus: &mut impl I2c, spi: &mut impl SpiBus<u16>, device: &mut impl SpiDevice, line: &mut impl Line,
    size: bool,
) {
    let mut one = [0];
    seen.failed = bus.read(1, &mut one).is_err();
    seen.first = one[0];
    let kept = if size { 2 } else { 1 };
    let _ = bus.write_read(2, &[7], &mut seen.second[..kept]);
    let _ = spi.transfer(&mut seen.third, &[1, 2]);
    let mut four = [5];
    let _ = device.transaction(&mut [spi::Operation::Write(&[3]), spi::Operation::TransferInPlace(&mut four)]);
    seen.fourth = four[0];
    line.receive(&mut seen.line);
    let _: Option<i2c::ErrorKind> = None;
}
";

#[test]
fn bus_reads_fill_the_buffer_and_may_fail() {
    let desk = desk();
    hal_package(&desk, BUSES);
    let ok = "\"Ok\": [[]]";
    let reads = format!(
        "{{\"inputs\": {{\"size\": true}}, \"reads\": {{\"I2c.read\": [{{\"Err\": [{{}}]}}], \"I2c.read.read\": [11],
          \"I2c.write_read.read\": [21, 22], \"I2c.write_read\": [{{{ok}}}], \"SpiBus.transfer.read\": [301, 302],
          \"SpiBus.transfer\": [{{{ok}}}], \"SpiDevice.transaction.operations\": [41],
          \"SpiDevice.transaction\": [{{{ok}}}], \"receive.into\": [1, 2, 9]}}}}"
    );
    desk.file("reads.json", &format!("[{reads}]").replace('\n', " "));
    let answer = desk.falsify(&["run", "--inputs", "reads.json", "--message-format", "json"]);
    let tick = answer.expect(0, &[]).json()[1].clone();
    let expected = serde_json::json!({
        "first": 11, "second": [21, 22], "third": [301, 302], "fourth": 41, "line": [1, 2, 9], "failed": true,
    });
    assert_eq!(tick["state"]["seen"], expected, "{tick}");
    let events: Vec<String> = tick["events"]
        .as_array()
        .expect("events")
        .iter()
        .map(|e| format!("{} {}", e["name"].as_str().expect("a name"), e["args"]))
        .collect();
    let transaction = "SpiDevice.transaction [[{\"Write\":[[3]]},{\"TransferInPlace\":[[5]]}]]";
    assert_eq!(
        events,
        [
            "I2c.write_read [2,[7]]",
            "SpiBus.transfer [[1,2]]",
            transaction
        ]
    );
}

#[test]
fn what_a_bus_brings_can_be_run_again() {
    let desk = desk();
    hal_package(&desk, BUSES);
    let json = ["--message-format", "json"];
    let random = desk.falsify(&[&["run", "--ticks", "9", "--seed", "4"][..], &json].concat());
    desk.file("again.json", &random.stdout);
    let again = desk.falsify(&[&["run", "--inputs", "again.json"][..], &json].concat());
    assert_eq!(random.stdout, again.stdout);
    assert_eq!(random.code, Some(0), "{random:#?}");
}

#[test]
fn what_the_crate_does_behind_a_known_trait_is_analysed() {
    let desk = desk();
    let lib = "
#![no_std]
use core::convert::Infallible;
use embedded_hal::digital::{ErrorType, InputPin, OutputPin};
use falsify::control_loop;

/// A pin whose contact is wired the other way round.
pub struct Inverted<P>(P);
impl<P: ErrorType> ErrorType for Inverted<P> { type Error = P::Error; }
impl<P: InputPin> InputPin for Inverted<P> {
    fn is_high(&mut self) -> Result<bool, P::Error> { self.0.is_low() }
    fn is_low(&mut self) -> Result<bool, P::Error> { self.0.is_high() }
}

#[derive(Default)]
pub struct Counted { on: u8 }
impl ErrorType for Counted { type Error = Infallible; }
impl OutputPin for Counted {
    fn set_low(&mut self) -> Result<(), Infallible> { Ok(()) }
    fn set_high(&mut self) -> Result<(), Infallible> { self.on = self.on.wrapping_add(1); Ok(()) }
}

#[control_loop]
pub fn tick(lamp: &mut Counted, contact: &mut impl InputPin<Error = Infallible>) {
    let mut contact = Inverted(contact);
    let Ok(shut) = contact.is_high();
    let Ok(()) = lamp.set_state(shut.into());
}
";
    hal_package(&desk, lib);
    desk.falsify(&["list"]).expect(
        0,
        &[
            "on: u8",
            "is_low(): Result<bool, Infallible>",
            "outputs      none",
        ],
    );
    desk.file("low.json", "[{\"reads\": {\"is_low\": [{\"Ok\": [true]}]}}, {\"reads\": {\"is_low\": [{\"Ok\": [false]}]}}]");
    let answer = desk.falsify(&["run", "--inputs", "low.json", "--message-format", "json"]);
    let ticks = answer.expect(0, &[]).json();
    let counts: Vec<&Json> = ticks.iter().map(|t| &t["state"]["lamp"]["on"]).collect();
    assert_eq!(counts, [0, 1, 1]);
}

#[test]
fn what_run_prints_can_be_run_again() {
    let desk = desk();
    desk.package("", "firmware", COUNTER);
    let random = desk.falsify(&[
        "run",
        "--ticks",
        "5",
        "--seed",
        "9",
        "--message-format",
        "json",
    ]);
    desk.file("again.json", &random.stdout);
    let again = desk.falsify(&["run", "--inputs", "again.json", "--message-format", "json"]);
    assert_eq!(random.stdout, again.stdout);
    assert_eq!(random.code, again.code);
}

#[test]
fn a_violation_and_a_panic_are_shown() {
    let desk = desk();
    desk.package("", "firmware", COUNTER);
    let steps =
        |count: usize| format!("[{}]", vec!["{\"inputs\": {\"step\": 3}}"; count].join(","));
    desk.file("four.json", &steps(4));
    desk.falsify(&["run", "--inputs", "four.json"])
        .expect(1, &["small at tick 4", "✗"]);
    desk.file("many.json", &steps(90));
    desk.falsify(&["run", "--inputs", "many.json"])
        .expect(1, &["overflow", "src/lib.rs:10:5", "tick 86"]);
}

#[test]
fn a_script_that_does_not_fit_is_wrong_use() {
    let desk = desk();
    desk.package("", "firmware", COUNTER);
    let cases = [
        ("[{\"inputs\": {\"stride\": 1}}]", "stride"),
        ("[{\"inputs\": {\"step\": 300}}]", "300"),
        ("[{\"inputs\": {\"step\": 5}}]", "step"),
        ("[{}]", "step"),
        ("not json", "line 1"),
    ];
    for (script, said) in cases {
        desk.file("script.json", script);
        desk.falsify(&["run", "--inputs", "script.json"])
            .expect(2, &[said]);
    }
    desk.falsify(&["run", "--inputs", "gone.json"])
        .expect(2, &["gone.json"]);
}

/// What the tool says about an example; `FALSIFY_BLESS=1` writes it anew.
#[test]
fn examples_are_as_expected() {
    let examples = repository().join("examples");
    let mut names: Vec<String> = fs::read_dir(&examples)
        .expect("examples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("Cargo.toml").is_file())
        .map(|path| {
            path.file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert!(names.len() >= 5, "{names:?}");
    for name in names {
        let manifest = examples.join(&name).join("Cargo.toml");
        let manifest = manifest.to_str().expect("a path of text");
        let list = desk().falsify(&["list", "--manifest-path", manifest]);
        compare(&format!("{name}.list"), list.expect(0, &[]));
        let run = desk().falsify(&[
            "run",
            "--manifest-path",
            manifest,
            "--ticks",
            "8",
            "--seed",
            "1",
        ]);
        compare(&format!("{name}.run"), &run);
    }
}

/// The families of the evaluation are read without an error, and what is decided at once is decided rightly.
#[test]
fn families_are_as_expected() {
    let families = [
        "fibonacci",
        "flood-max",
        "floppy",
        "gcd-newton",
        "mail",
        "token-ring",
    ];
    let manifest = |family: &str| {
        let path = repository().join("benches").join(family).join("Cargo.toml");
        path.to_str().expect("a path of text").to_owned()
    };
    for features in ["", "repaired"] {
        for family in families {
            let list = [
                "list",
                "--manifest-path",
                &manifest(family),
                "--features",
                features,
            ];
            desk().falsify(&list).expect(0, &["monitor"]);
        }
    }
    let verdicts = [
        (
            "mail",
            "private",
            "",
            1,
            "stays_sealed  falsified at tick 15",
        ),
        ("mail", "private", "repaired", 0, "stays_sealed  proved"),
        (
            "token-ring",
            "two",
            "",
            1,
            "one_token_of_two  falsified at tick 9",
        ),
        (
            "token-ring",
            "two",
            "repaired",
            0,
            "one_token_of_two  proved",
        ),
    ];
    for (family, r#loop, features, code, said) in verdicts {
        let path = manifest(family);
        let crate_ = ["check", "--manifest-path", &path, "--features", features];
        let asked = ["--loop", r#loop, "--panics", "allow"];
        let answer = desk().falsify(&[&crate_[..], &asked].concat());
        answer.expect(code, &[said]);
    }
}

#[test]
fn summaries_of_an_example_are_as_expected() {
    let manifest = repository().join("examples/cruise/Cargo.toml");
    let manifest = manifest.to_str().expect("a path of text");
    let asked = [
        "summaries",
        "--no-cache",
        "--manifest-path",
        manifest,
        "--function",
    ];
    let classify = [&asked[..], &["classify", "--jobs", "1", "--timeout", "10m"]].concat();
    let classify = desk().falsify(&classify);
    compare("cruise.summaries", classify.expect(0, &[]));
    // How far the search for a divisor comes in its time is not the same everywhere.
    let engaged = [
        "engaged",
        "--examples",
        "300",
        "--timeout",
        "4",
        "--message-format",
        "json",
    ];
    let engaged = desk().falsify(&[&asked[..], &engaged].concat());
    let found: serde_json::Value =
        serde_json::from_str(&engaged.expect(0, &[]).stdout).expect("an object");
    assert_eq!(found["reason"], "aux-summary");
    assert_ne!(found["exact"], true, "{found}");
    let none = desk().falsify(&[&asked[..], &["gone"]].concat());
    none.expect(2, &["no aux function has such a name"]);
}

fn compare(file: &str, answer: &Answer) {
    let expected = repository().join("tests/expected");
    let path = expected.join(file);
    if std::env::var_os("FALSIFY_BLESS").is_some() {
        fs::create_dir_all(&expected).expect("a directory");
        fs::write(&path, &answer.stdout).expect("a file");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        answer.stdout, expected,
        "{file}: look at it, then FALSIFY_BLESS=1\n{}",
        answer.stderr
    );
}
