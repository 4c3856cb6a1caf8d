//! Nodes of a network that elect the one with the greatest number: in each round every node tells its neighbours the greatest number
//! that it knows. A round takes some ticks. After the last round a node that knows of no greater number than its own leads.
//!
//! There is one round less than the longest way through the network. The feature `repaired` adds it.
#![no_std]
#![forbid(unsafe_code)]

use falsify::temporal::Within;
use falsify::{aux, control_loop, monitor};

/// How many ticks a round takes.
const ROUND_TICKS: u8 = 8;

/// Which node hears which.
pub type Links<const N: usize> = [[bool; N]; N];

/// What the installer enters: the numbers of the nodes and the lines between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan<const N: usize> {
    /// One number for each node.
    pub numbers: [u8; N],
    /// Lines, used in both directions.
    pub links: Links<N>,
}

impl<const N: usize> Plan<N> {
    fn is_fine(&self) -> bool {
        are_different(self.numbers) && is_connected(self.links)
    }
}

/// Whether no number occurs twice.
#[aux]
fn are_different<const N: usize>(numbers: [u8; N]) -> bool {
    (1..N).all(|at| !numbers[..at].contains(&numbers[at]))
}

/// Whether there is a way from the first node to every other one.
#[aux]
fn is_connected<const N: usize>(links: Links<N>) -> bool {
    let mut reached = [false; N];
    reached[0] = true;
    for _ in 1..N {
        let before = reached;
        for (at, is_reached) in reached.iter_mut().enumerate() {
            *is_reached |= (0..N).any(|other| before[other] && is_linked(&links, at, other));
        }
    }
    reached == [true; N]
}

fn is_linked<const N: usize>(links: &Links<N>, a: usize, b: usize) -> bool {
    links[a][b] || links[b][a]
}

/// Where the election stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    /// Nothing was entered yet.
    #[default]
    Planned,
    /// So many rounds are over, and so many ticks of the next one.
    Round(u8, u8),
    /// Every node has decided.
    Decided,
}

/// A network of nodes.
#[derive(Debug)]
pub struct Network<const N: usize> {
    phase: Phase,
    numbers: [u8; N],
    links: Links<N>,
    greatest: [u8; N],
}

impl<const N: usize> Network<N> {
    /// The longest way through a network of so many nodes has one line less.
    const ROUNDS: u8 = N as u8 - if cfg!(feature = "repaired") { 1 } else { 2 };

    /// Without a plan.
    pub const fn new() -> Self {
        Network {
            phase: Phase::Planned,
            numbers: [0; N],
            links: [[false; N]; N],
            greatest: [0; N],
        }
    }

    fn tick(&mut self, plan: Option<Plan<N>>) {
        match (self.phase, plan) {
            (Phase::Round(round, ticks), _) if ticks + 1 < ROUND_TICKS => {
                self.phase = Phase::Round(round, ticks + 1);
            }
            (Phase::Round(round, _), _) => {
                self.tell_neighbours();
                self.phase = if round + 1 >= Self::ROUNDS {
                    Phase::Decided
                } else {
                    Phase::Round(round + 1, 0)
                };
            }
            (_, Some(plan)) if plan.is_fine() => self.start(plan),
            _ => {}
        }
    }

    fn start(&mut self, plan: Plan<N>) {
        self.numbers = plan.numbers;
        self.greatest = plan.numbers;
        self.links = plan.links;
        self.phase = Phase::Round(0, 0);
    }

    fn tell_neighbours(&mut self) {
        let told = self.greatest;
        for at in 0..N {
            let heard = (0..N).filter(|other| is_linked(&self.links, at, *other));
            let heard = heard.map(|other| told[other]).max();
            self.greatest[at] = heard.unwrap_or(0).max(told[at]);
        }
    }

    fn leaders(&self) -> usize {
        let leads = |at: &usize| self.greatest[*at] == self.numbers[*at];
        match self.phase {
            Phase::Decided => (0..N).filter(leads).count(),
            _ => 0,
        }
    }
}

impl<const N: usize> Default for Network<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// Three nodes.
#[control_loop]
pub fn three(network: &mut Network<3>, plan: Option<Plan<3>>) {
    network.tick(plan);
}

/// Five nodes.
#[control_loop]
pub fn five(network: &mut Network<5>, plan: Option<Plan<5>>) {
    network.tick(plan);
}

/// Eight nodes.
#[control_loop]
pub fn eight(network: &mut Network<8>, plan: Option<Plan<8>>) {
    network.tick(plan);
}

/// At most one of three nodes leads.
#[monitor(of = three)]
fn one_of_three_leads(network: &Network<3>) -> bool {
    network.leaders() <= 1
}

/// At most one of five nodes leads.
#[monitor(of = five)]
fn one_of_five_leads(network: &Network<5>) -> bool {
    network.leaders() <= 1
}

/// At most one of eight nodes leads.
#[monitor(of = eight)]
fn one_of_eight_leads(network: &Network<8>) -> bool {
    network.leaders() <= 1
}

/// Once a plan is fine, a node leads within as many rounds as there are lines on the longest way.
#[monitor(of = three)]
fn somebody_leads(network: &Network<3>, deadline: &mut Within<16>) -> bool {
    deadline.check(network.phase != Phase::Planned, network.leaders() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<const N: usize>() -> Plan<N> {
        let mut plan = Plan {
            numbers: [0; N],
            links: [[false; N]; N],
        };
        for at in 0..N {
            plan.numbers[at] = at as u8;
            plan.links[at][(at + 1).min(N - 1)] = true;
        }
        plan
    }

    #[test]
    fn plans_are_looked_at() {
        let plan = line::<5>();
        assert!(plan.is_fine());
        let mut parted = plan;
        parted.links[2] = [false; 5];
        assert!(!parted.is_fine());
        let mut equal = plan;
        equal.numbers[4] = 1;
        assert!(!equal.is_fine());
    }

    #[test]
    fn a_full_network_elects_one() {
        let mut network = Network::<5>::new();
        let links = [[true; 5]; 5];
        five(&mut network, Some(Plan { links, ..line() }));
        (0..40).for_each(|_| five(&mut network, None));
        assert_eq!(network.leaders(), 1);
    }

    #[cfg(feature = "repaired")]
    #[test]
    fn a_line_elects_one() {
        let mut network = Network::<8>::new();
        eight(&mut network, Some(line()));
        (0..60).for_each(|_| eight(&mut network, None));
        assert_eq!(network.leaders(), 1);
    }
}
