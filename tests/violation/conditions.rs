//! inputs: 7 1  7 1
//! Conjuncts, alternatives, negations, variables, branches: the part that is to blame is marked, with what it read.
#![no_std]
use falsify::{control_loop, monitor};

const LIMIT: u8 = 6;

#[derive(Default, Clone, Copy, PartialEq)]
pub enum Mode {
    #[default]
    Idle,
    Run(u8),
}

#[derive(Default)]
pub struct Pump {
    level: u8,
    open: bool,
    mode: Mode,
    steps: [u8; 3],
}

#[control_loop]
pub fn tick(p: &mut Pump, #[input(0..=9)] flow: u8, open: bool) {
    p.level = flow;
    p.open = open;
    p.steps[1] = flow;
    p.mode = if open { Mode::Run(flow) } else { Mode::Idle };
}

/// The second conjunct fails.
#[monitor]
fn conjunct(p: &Pump, flow: u8) -> bool {
    p.level == flow && p.level <= LIMIT && p.open
}

/// All alternatives fail.
#[monitor]
fn alternatives(p: &Pump) -> bool {
    !p.open || p.level < 3 || p.steps[1] + 1 == 4
}

/// What a variable was computed from is marked too.
#[monitor]
fn variable(p: &Pump) -> bool {
    let low = p.level.saturating_sub(1) < 3;
    low
}

/// The branch that was taken.
#[monitor]
fn branch(p: &Pump) -> bool {
    if p.open && p.level > 2 {
        p.mode == Mode::Idle
    } else {
        true
    }
}

/// A return before the end.
#[monitor]
fn early(p: &Pump) -> bool {
    if p.level > LIMIT {
        return false;
    }
    true
}

/// A pattern.
#[monitor]
fn pattern(p: &Pump) -> bool {
    matches!(p.mode, Mode::Idle | Mode::Run(0..=3))
}

/// A match.
#[monitor]
fn arms(p: &Pump) -> bool {
    match p.mode {
        Mode::Idle => true,
        Mode::Run(n) => n < 3,
    }
}

/// A helper's answer.
#[monitor]
fn helper(p: &Pump) -> bool {
    !is_high(p.level, 2 * 3)
}

fn is_high(level: u8, limit: u8) -> bool {
    level > limit
}

#[monitor]
fn without_a_text(p: &Pump) -> bool {
    !p.open
}
