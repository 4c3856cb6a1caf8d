//! Waveforms, read back by a reader of the format: they show what the trace says and what the interpreter shows.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use falsify_tests::user::{Answer, Desk};
use serde_json::{json, Value as Json};
use vcd::{Command as Vcd, Parser, ScopeItem, Value as Bit};

const LIB: &str = "#![no_std]
use falsify::{control_loop, monitor, output};
use falsify::temporal::Within;
#[derive(Clone, Copy, PartialEq, Default)]
pub enum Gear { #[default] Park, Drive, Reverse }
#[derive(Default)]
pub struct Car { gear: Gear, speed: i16, turns: [u8; 2], pace: f32, last: Option<u8> }
#[output] fn beep(_volume: u8) {}
#[control_loop]
pub fn tick(car: &mut Car, gear: Gear, #[input(-3..=3)] push: i16, brake: bool) -> bool {
    car.gear = gear;
    car.speed = if brake { 0 } else { (car.speed + push).clamp(-50, 50) };
    car.turns[(push & 1) as usize] = car.turns[(push & 1) as usize].wrapping_add(1);
    car.pace += 0.5;
    car.last = if brake { None } else { Some(push as u8) };
    if gear == Gear::Reverse { beep(3); }
    car.speed > 0
}
/// A car in reverse stands still soon.
#[monitor]
fn stands(car: &Car, deadline: &mut Within<3>) -> bool {
    deadline.check(car.gear == Gear::Reverse, car.speed == 0)
}
";

/// The values of each signal by its path, one for each tick, the start included.
fn read(file: &Path) -> BTreeMap<String, Vec<String>> {
    let bytes = fs::read(file).expect("waveforms");
    let mut parser = Parser::new(bytes.as_slice());
    let header = parser.parse_header().expect("a header");
    let mut names = BTreeMap::new();
    gather(&header.items, "", &mut names);
    let mut now: BTreeMap<String, String> = BTreeMap::new();
    let mut ticks: Vec<BTreeMap<String, String>> = Vec::new();
    for command in parser {
        let (id, value) = match command.expect("a command") {
            Vcd::Timestamp(0) => continue,
            Vcd::Timestamp(_) => {
                ticks.push(now.clone());
                continue;
            }
            Vcd::ChangeScalar(id, bit) => (id, bit.to_string()),
            Vcd::ChangeVector(id, bits) => (id, number(bits.iter())),
            Vcd::ChangeReal(id, real) => (id, real.to_string()),
            Vcd::ChangeString(id, text) => (id, text),
            _ => continue,
        };
        now.insert(names[&id].clone(), value);
    }
    let column = |name: &String| {
        let values = ticks.iter().map(|tick| tick[name].clone());
        (name.clone(), values.collect())
    };
    names.values().map(column).collect()
}

fn gather(items: &[ScopeItem], prefix: &str, names: &mut BTreeMap<vcd::IdCode, String>) {
    for item in items {
        match item {
            ScopeItem::Var(var) => {
                names.insert(var.code, format!("{prefix}{}", var.reference));
            }
            ScopeItem::Scope(scope) => {
                let inner = format!("{prefix}{}.", scope.identifier);
                gather(&scope.items, &inner, names);
            }
            _ => {}
        }
    }
}

/// As two's complement.
fn number(bits: impl Iterator<Item = Bit>) -> String {
    let digits: Vec<Bit> = bits.collect();
    if digits.contains(&Bit::X) {
        return "x".into();
    }
    let start = i128::from(digits.first() == Some(&Bit::V1));
    let value = digits[1..]
        .iter()
        .fold(-start, |sum, bit| 2 * sum + i128::from(*bit == Bit::V1));
    value.to_string()
}

/// What the interpreter shows of the same inputs, the start first.
fn run(desk: &Desk, trace: &Path) -> Vec<Json> {
    let trace: Json =
        serde_json::from_str(&fs::read_to_string(trace).expect("a trace")).expect("JSON");
    let ticks = trace["ticks"].as_array().into_iter().flatten();
    let inputs = ticks.map(|tick| {
        let reads = tick["reads"].as_array().into_iter().flatten();
        let inputs = reads.map(|it| {
            (
                it["source"].as_str().unwrap_or_default().to_owned(),
                it["value"].clone(),
            )
        });
        json!({"inputs": inputs.collect::<serde_json::Map<String, Json>>()})
    });
    desk.file("inputs.json", &Json::from_iter(inputs).to_string());
    let answer = desk.falsify(&["run", "--inputs", "inputs.json", "--message-format", "json"]);
    answer.json()
}

#[test]
fn waves_have_named_scopes_and_the_values_that_the_interpreter_shows() {
    let desk = Desk::new(env!("CARGO_BIN_EXE_falsify-with-fakes"));
    desk.package("", "car", LIB);
    let mut check = desk.command(&["--monitor", "stands", "--bound", "300"]);
    Answer::of(
        check
            .env("FALSIFY_FAKE", "search")
            .output()
            .expect("it runs"),
    )
    .expect(1, &[]);
    let artifacts = desk.artifacts("car").join("tick");
    let waves = read(&artifacts.join("stands.vcd"));
    let ticks = run(&desk, &artifacts.join("stands.json"));
    let wanted = |name: &str, value: fn(&Json) -> String| {
        let told: Vec<String> = ticks.iter().map(value).collect();
        assert_eq!(waves[name], told, "{name}");
    };
    assert!(ticks.len() > 4, "{ticks:#?}");
    let plain = |it: &Json| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
    let input = |it: &Json, name: &str, none: &str| match it["tick"].as_u64() {
        Some(0) => none.to_owned(),
        _ => plain(&it["inputs"][name]),
    };
    let told: Vec<String> = ticks.iter().map(|it| input(it, "gear", "-")).collect();
    assert_eq!(waves["tick.inputs.gear"], told);
    let told: Vec<String> = ticks.iter().map(|it| input(it, "push", "x")).collect();
    assert_eq!(waves["tick.inputs.push"], told);
    wanted("tick.state.gear", |it| {
        it["state"]["car"]["gear"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    });
    wanted("tick.state.speed", |it| {
        it["state"]["car"]["speed"].to_string()
    });
    wanted("tick.state.turns.1", |it| {
        it["state"]["car"]["turns"][1].to_string()
    });
    wanted("tick.state.pace", |it| {
        it["state"]["car"]["pace"]
            .as_f64()
            .unwrap_or_default()
            .to_string()
    });
    let held = waves["tick.state.last"]
        .iter()
        .filter(|it| it.starts_with("Some("));
    assert!(held.count() > 0, "{:?}", waves["tick.state.last"]);
    let holds = &waves["tick.monitors.stands.holds"];
    assert_eq!(holds.last().map(String::as_str), Some("0"), "{holds:?}");
    assert_eq!(holds.iter().filter(|it| *it == "0").count(), 1, "{holds:?}");
    assert!(
        waves.keys().any(|it| it.starts_with("tick.outputs.beep")),
        "{:?}",
        waves.keys()
    );
}
