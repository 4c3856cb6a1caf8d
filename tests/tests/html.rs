//! The HTML report: what it says, and that a browser draws it. Without Chromium the tests that need one say so and end.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use falsify_tests::user::{Answer, Desk};
use serde_json::Value as Json;

/// Words that would be markup, and a signal of every shape.
const FIRMWARE: &str = "#![no_std]
use falsify::{control_loop, monitor};
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Mode { #[default] Idle, Running }
#[derive(Default)]
pub struct Motor { mode: Mode, turns: u8, warm: f32, limit: u8 }
#[control_loop]
pub fn tick(motor: &mut Motor, start: bool, step: u8) {
    if start {
        motor.mode = Mode::Running;
    }
    if motor.mode == Mode::Running {
        motor.turns = motor.turns.saturating_add(step % 4);
        motor.warm += 0.5;
    }
}
/// </script> 100% of the turns, <small> & \"quoted\", are below 40.
#[monitor]
fn few(motor: &Motor, last: &mut u8) -> bool {
    *last = motor.turns;
    motor.turns < 40
}
";

fn motor() -> Desk {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    desk.package("", "firmware", FIRMWARE);
    desk
}

fn check(desk: &Desk, wish: &str, arguments: &[&str]) -> Answer {
    let mut command = desk.command(arguments);
    Answer::of(command.env("FALSIFY_FAKE", wish).output().expect("it runs"))
}

/// The page about a violation of the motor.
fn violated() -> String {
    let desk = motor();
    let arguments = ["--monitor", "few", "--report", "html=page.html", "-q"];
    check(&desk, "search", &arguments).expect(1, &[]);
    fs::read_to_string(desk.path().join("page.html")).expect("the page")
}

/// What the script of the page draws.
fn waves(page: &str) -> Json {
    let (_, rest) = page
        .split_once("<script type=\"application/json\">")
        .expect("data of the waves");
    let (data, _) = rest.split_once("</script>").expect("the end of the data");
    serde_json::from_str(data).expect("JSON")
}

#[test]
fn a_violation_is_told_whole() {
    let page = violated();
    let wanted = [
        "Exit code 1: something is falsified.",
        "<a href=\"#violation-1\"><code>few</code></a>",
        "&lt;/script&gt; 100% of the turns, &lt;small&gt; &amp; &quot;quoted&quot;, are below 40.",
        "<mark>motor.turns &lt; 40</mark>",
        "<tr class=\"ran\"><th scope=\"row\">13<span class=\"unseen\"> executed</span>",
        "cargo falsify replay ",
        "fn few() {",
    ];
    for words in wanted {
        assert!(page.contains(words), "nothing says `{words}` in\n{page}");
    }
    let waves = waves(&page);
    let signals = waves["signals"].as_array().expect("signals");
    let told = signals.iter().map(|it| {
        let word = |key: &str| it[key].as_str().unwrap_or("-").to_owned();
        format!("{} {} {}", word("group"), word("name"), word("shape"))
    });
    let wanted = [
        "Inputs start bit",
        "Inputs step number",
        "State mode text",
        "State turns number",
        "State warm number",
        "State limit number",
        "Monitors few.last number",
        "Monitors few.holds bit",
    ];
    assert_eq!(told.collect::<Vec<_>>(), wanted);
    let changes = signals[7]["changes"].as_array().expect("changes");
    let failing = &waves["failing"];
    assert_eq!(changes.last().expect("a change")[0], *failing);
    assert_eq!(changes.last().expect("a change")[1], "no");
}

#[test]
fn a_report_changes_no_exit_code_and_is_never_better_than_it() {
    // What the decider does, the exit code, and words of the page.
    let cases = [
        ("proved", 0, "✓</span> proved"),
        ("holds", 0, "✓</span> holds to tick"),
        ("short", 3, "?</span> holds to tick"),
        ("timeout", 3, "?</span> unknown: timeout"),
        ("vacuous", 3, "?</span> vacuous"),
        ("not-reproduced", 101, "a bug in the tool"),
    ];
    let desk = motor();
    for (wish, code, words) in cases {
        let arguments = ["--monitor", "few", "--report", "html=deep/page.html"];
        check(&desk, wish, &arguments).expect(code, &["deep/page.html"]);
        let page = fs::read_to_string(desk.path().join("deep/page.html")).expect("the page");
        assert!(page.contains(words), "{wish}: nothing says `{words}`");
        assert!(page.contains(&format!("Exit code {code}:")), "{wish}");
    }
    desk.file("src/lib.rs", "#![no_std]\nfn broken() -> u8 { true }\n");
    let arguments = [
        "--report",
        "html=deep/page.html",
        "--message-format",
        "json",
    ];
    check(&desk, "proved", &arguments).expect(2, &[]);
    let page = fs::read_to_string(desk.path().join("deep/page.html")).expect("the page");
    assert!(page.contains("Errors and warnings"), "{page}");
}

#[test]
fn a_report_that_cannot_be_written_is_a_warning() {
    let desk = motor();
    desk.file("taken", "");
    let arguments = ["--monitor", "few", "--report", "html=taken/page.html"];
    check(&desk, "proved", &arguments).expect(0, &["warning: cannot write taken/page.html"]);
    let refused = check(&desk, "proved", &["--report", "pdf"]);
    refused.expect(2, &["it is `html` or `html=FILE`"]);
}

/// Does what a person would do and notes down what is seen.
const PROBE: &str = r##"<script>
  const seen = [];
  const note = (what, value) => seen.push(`${what}: ${value}`);
  const plot = document.querySelector(".plot"), where = document.querySelector(".where");
  const ticks = Number(plot.getAttribute("aria-valuemax"));
  const box = plot.getBoundingClientRect();
  const at = (tick, y) => ({ clientX: box.left + (box.width * (tick + 0.5)) / (ticks + 1), clientY: box.top + y, bubbles: true });
  const button = (name) => [...document.querySelectorAll(".tools button")].find((it) => it.textContent === name).click();
  const key = (name) => plot.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
  const width = () => { const drawn = document.querySelector("rect.failing"); return Math.round(drawn.getAttribute("width")); };
  note("rows", document.querySelectorAll(".names output").length);
  note("waves", [...document.querySelectorAll("path.wave")].filter((it) => it.getAttribute("d")).length);
  note("failing", document.querySelectorAll("rect.failing").length);
  plot.dispatchEvent(new PointerEvent("pointermove", at(1, 26 + 26 + 34 + 10)));
  note("tip", document.querySelector(".tip").hidden ? "hidden" : document.querySelector(".tip").textContent);
  note("now", plot.getAttribute("aria-valuenow"));
  const whole = width();
  button("Zoom in");
  note("zoomed in", width() > whole);
  button("Whole run");
  note("back", width() === whole);
  plot.dispatchEvent(new WheelEvent("wheel", { ...at(1, 40), deltaY: -100, ctrlKey: true, cancelable: true }));
  note("wheel", width() > whole);
  key("0");
  note("key 0", width() === whole);
  plot.dispatchEvent(new PointerEvent("pointerdown", { ...at(0, 40), button: 0 }));
  plot.dispatchEvent(new PointerEvent("pointermove", at(3, 40)));
  plot.dispatchEvent(new PointerEvent("pointerup", at(3, 40)));
  note("dragged", where.textContent.split(" · ")[1]);
  key("End"); key("ArrowLeft");
  note("keys", plot.getAttribute("aria-valuenow"));
  document.querySelector(".tools input").click();
  note("all rows", document.querySelectorAll(".names output").length);
  plot.dispatchEvent(new PointerEvent("pointerleave", { bubbles: true }));
  note("tip after", document.querySelector(".tip").hidden);
  note("paper", getComputedStyle(document.body).backgroundColor);
  document.body.append(Object.assign(document.createElement("pre"), { id: "probe", textContent: seen.join("\n") }));
</script>"##;

/// The browser, if there is one.
fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut places = std::env::split_paths(&path).flat_map(|dir| names.map(|name| dir.join(name)));
    let found = places.find(|it| it.is_file());
    if found.is_none() {
        // Past the capture of the test harness: a test that is skipped must be seen.
        let _ = writeln!(
            io::stderr(),
            "SKIPPED: no Chromium on the path, the HTML report is not tried in a browser"
        );
    }
    found
}

/// What the probe saw, line by line, and what the console said.
fn probed(chromium: &Path, page: &str, settings: &[&str]) -> (Vec<String>, Vec<String>) {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("page.html");
    fs::write(&file, page.replace("</body>", &format!("{PROBE}</body>"))).expect("the page");
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args(["--enable-logging=stderr", "--window-size=1200,900"])
        .arg(format!(
            "--user-data-dir={}",
            dir.path().join("profile").display()
        ))
        .args(settings)
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser runs");
    let answer = Answer::of(output);
    let probe = answer.stdout.split("<pre id=\"probe\">").nth(1);
    let probe = probe.unwrap_or_else(|| panic!("the page did not get to its end: {answer:#?}"));
    let probe = probe.split("</pre>").next().unwrap_or_default();
    let console = answer.stderr.lines().filter(|it| it.contains("CONSOLE"));
    (
        probe.lines().map(str::to_owned).collect(),
        console.map(str::to_owned).collect(),
    )
}

#[test]
fn a_browser_draws_the_waves_and_they_can_be_explored() {
    let Some(chromium) = chromium() else {
        return;
    };
    let page = violated();
    let data = waves(&page);
    let ticks = data["ticks"].as_u64().expect("a number of ticks");
    assert!(ticks > 4, "too short to zoom into: {data}");
    let signals = data["signals"].as_array().expect("signals");
    let changing = signals
        .iter()
        .filter(|it| it["changes"].as_array().is_some_and(|it| it.len() > 1));
    let changing: Vec<&Json> = changing.collect();
    let second = changing[1];
    let mut changes = second["changes"].as_array().into_iter().flatten();
    let at_one = changes.rfind(|it| it[0].as_u64() <= Some(1));
    let at_one = at_one.and_then(|it| it[1].as_str()).expect("a value");
    let wanted = [
        format!("rows: {}", changing.len()),
        format!("waves: {}", changing.len()),
        "failing: 1".into(),
        format!(
            "tip: tick 1 · {} = {at_one}",
            second["name"].as_str().expect("a name")
        ),
        "now: 1".into(),
        "zoomed in: true".into(),
        "back: true".into(),
        "wheel: true".into(),
        "key 0: true".into(),
        "dragged: start to tick 3".into(),
        format!("keys: {}", ticks - 1),
        format!("all rows: {}", signals.len()),
        "tip after: true".into(),
    ];
    let (mut light, console) = probed(&chromium, &page, &[]);
    assert_eq!(console, [""; 0]);
    let paper = light.pop();
    assert_eq!(light, wanted);
    let (mut dark, console) = probed(
        &chromium,
        &page,
        &["--blink-settings=preferredColorScheme=0"],
    );
    assert_eq!(console, [""; 0]);
    assert_ne!(dark.pop(), paper);
    assert_eq!(dark, wanted);
}
