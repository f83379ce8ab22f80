//! tilebench with the TopSpin puzzle.

use std::process::ExitCode;

use tilebench::Registry;
use tilebench::core::{Bidirectional, BitPacked, Cost, Domain, Heuristic};
use tilebench::solvers::ida_star::recursive_engine;
use tilebench::solvers::{
    AlgorithmRow, DomainHeuristic, DomainInfo, HeuristicInfo, InstanceDomain, TypedHeuristic, algorithms,
};

/// The number of tokens that a twist reverses.
const TURNSTILE: usize = 4;
/// With one token less, only 10 of the 60 even permutations are reached.
const MIN_TOKENS: usize = 6;

/// The maximum number of tokens.
const MAX_TOKENS: usize = 16;

/// Tokens by their place on the ring, from 0; places beyond the ring are 0.
type Ring = [u8; MAX_TOKENS];

/// A twist of the turnstile at a place; at the place after the last one it is the pseudo-operator of a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Twist(u8);

/// TopSpin: tokens on a ring are sorted by twists, each of which reverses four neighbours. The ring is not turned.
struct TopSpin {
    tokens: usize,
    goal: Ring,
    /// By the last twist: all others.
    twists: Vec<Vec<Twist>>,
}

impl TopSpin {
    fn new(goal: Ring, tokens: usize) -> Self {
        let places = 0..=u8::try_from(tokens).expect("at most 16 tokens");
        let others = |last| places.clone().take(tokens).filter(|&place| place != last).map(Twist).collect();
        Self { tokens, goal, twists: places.clone().map(others).collect() }
    }
}

/// The ring of a text, and its number of tokens.
fn parse(text: &str) -> Result<(Ring, usize), String> {
    let tokens = text.split_whitespace().count();
    if !(MIN_TOKENS..=MAX_TOKENS).contains(&tokens) {
        return Err(format!("a ring has from {MIN_TOKENS} to {MAX_TOKENS} tokens, not {tokens}"));
    }
    let mut ring = [0; MAX_TOKENS];
    for (place, word) in ring.iter_mut().zip(text.split_whitespace()) {
        let token = word.parse::<u8>().ok().filter(|&token| (1..=tokens).contains(&token.into()));
        *place = token.ok_or_else(|| format!("'{word}' is not one of {tokens} tokens"))? - 1;
    }
    let mut sorted = ring[..tokens].to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() < tokens { Err("a token is on the ring twice".to_owned()) } else { Ok((ring, tokens)) }
}

fn text(ring: &[u8]) -> String {
    ring.iter().map(|token| (token + 1).to_string()).collect::<Vec<_>>().join(" ")
}

/// Whether an odd number of swaps sorts the tokens. A twist swaps two pairs, so it does not change this.
fn is_odd(ring: &[u8]) -> bool {
    let inversions = (0..ring.len()).map(|at| ring[at..].iter().filter(|&&later| later < ring[at]).count());
    inversions.sum::<usize>() % 2 == 1
}

impl Domain for TopSpin {
    type State = Ring;
    type Key = u64;
    type Op = Twist;

    const MAX_BRANCHING: u64 = MAX_TOKENS as u64;

    fn root_op(&self, _: Ring) -> Twist {
        Twist(u8::try_from(self.tokens).expect("at most 16 tokens"))
    }

    fn ops(&self, _: Ring, Twist(last): Twist) -> &[Twist] {
        &self.twists[usize::from(last)]
    }

    fn apply(&self, mut ring: Ring, Twist(place): Twist) -> Ring {
        let at = |offset| (usize::from(place) + offset) % self.tokens;
        ring.swap(at(0), at(3));
        ring.swap(at(1), at(2));
        ring
    }

    fn inverse(&self, twist: Twist) -> Twist {
        twist
    }

    fn is_goal(&self, ring: Ring) -> bool {
        ring == self.goal
    }

    fn pack(&self, ring: Ring) -> u64 {
        ring.iter().rev().fold(0, |key, &token| key << 4 | u64::from(token))
    }

    fn unpack(&self, key: u64) -> Ring {
        std::array::from_fn(|place| (key >> (4 * place) & 15) as u8)
    }
}

impl Bidirectional for TopSpin {
    fn goal(&self) -> Ring {
        self.goal
    }

    fn with_goal(&self, goal: Ring) -> Self {
        Self::new(goal, self.tokens)
    }
}

/// The number of a ring is its key, in a word with space for a node.
impl BitPacked for TopSpin {
    type Code = u128;

    const OP_BITS: u32 = 5;

    fn code_bits(&self) -> u32 {
        64
    }

    fn encode(&self, ring: Ring) -> u128 {
        self.pack(ring).into()
    }

    fn decode(&self, code: u128) -> Ring {
        self.unpack(code as u64)
    }

    fn op_number(Twist(place): Twist) -> u32 {
        place.into()
    }

    fn incoming_op(&self, _: Ring, number: u32) -> Twist {
        Twist(number as u8)
    }
}

/// Half of the pairs of neighbours that are not neighbours in the goal, rounded up: a twist separates two pairs.
struct BrokenPairs {
    /// By token: its place in the goal.
    goal_places: Ring,
}

impl BrokenPairs {
    fn new(domain: &TopSpin) -> Self {
        let mut goal_places = [0; MAX_TOKENS];
        for (place, &token) in (0..).zip(&domain.goal[..domain.tokens]) {
            goal_places[usize::from(token)] = place;
        }
        Self { goal_places }
    }
}

impl Heuristic<TopSpin> for BrokenPairs {
    type Cache = Cost;

    fn initial(&self, domain: &TopSpin, ring: Ring) -> Cost {
        let tokens = domain.tokens;
        let place = |at: usize| self.goal_places[usize::from(ring[at % tokens])];
        let is_broken = |&at: &usize| !matches!(usize::from(place(at).abs_diff(place(at + 1))), apart if apart == 1 || apart == tokens - 1);
        (0..tokens).filter(is_broken).count().div_ceil(2) as Cost
    }

    fn step(&self, domain: &TopSpin, _: Cost, parent: Ring, twist: Twist) -> Cost {
        self.initial(domain, domain.apply(parent, twist))
    }

    fn h(&self, half_pairs: Cost) -> Cost {
        half_pairs
    }
}

impl InstanceDomain for TopSpin {
    const INFO: DomainInfo = DomainInfo {
        name: "topspin",
        title: "TopSpin",
        summary: "Tokens on a ring are sorted by twists, each of which reverses four neighbours.",
        reference: "Chen and Skiena 1996",
        state: "the tokens in the order of the ring",
        operator: "the place of the first of the four tokens, from 0",
        size: "the number of tokens",
    };

    fn standard_goal(state: &str) -> Result<String, String> {
        let (mut ring, tokens) = parse(state)?;
        ring[..tokens].sort_unstable();
        Ok(text(&ring[..tokens]))
    }

    fn from_goal(goal: &str) -> Result<Self, String> {
        let (goal, tokens) = parse(goal)?;
        Ok(Self::new(goal, tokens))
    }

    fn state(&self, text: &str) -> Result<Ring, String> {
        let (ring, tokens) = parse(text)?;
        if tokens != self.tokens {
            return Err(format!("the ring has {tokens} tokens, and the goal has {}", self.tokens));
        }
        if is_odd(&ring[..tokens]) != is_odd(&self.goal[..tokens]) {
            return Err(format!("the parity of {text} is wrong: no twists reach the goal"));
        }
        Ok(ring)
    }

    fn state_text(&self, ring: Ring) -> String {
        text(&ring[..self.tokens])
    }

    fn op_text(Twist(place): Twist) -> String {
        place.to_string()
    }

    fn random(size: &str, below: &mut dyn FnMut(usize) -> usize) -> Result<String, String> {
        let tokens = size.parse().ok().filter(|tokens| (MIN_TOKENS..=MAX_TOKENS).contains(tokens));
        let tokens =
            tokens.ok_or_else(|| format!("'{size}' is not a number of tokens from {MIN_TOKENS} to {MAX_TOKENS}"))?;
        let mut ring: Vec<u8> = (0..).take(tokens).collect();
        (1..tokens).rev().for_each(|last| ring.swap(last, below(last + 1)));
        if is_odd(&ring) {
            ring.swap(0, 1);
        }
        Ok(text(&ring))
    }

    /// A generous bound: a token reaches its place by fewer twists than there are places.
    fn max_cost(&self) -> u64 {
        (self.tokens * self.tokens) as u64
    }

    fn heuristics() -> Vec<DomainHeuristic<Self>> {
        let info = HeuristicInfo {
            name: "broken-pairs",
            title: "Broken pairs",
            summary: "Half of the pairs of neighbours that are not neighbours in the goal, rounded up.",
            reference: "after GAP of Helmert 2010",
            admissible: true,
            consistent: true,
        };
        vec![DomainHeuristic {
            info,
            make: |domain, _| Ok(Box::new(TypedHeuristic::new(BrokenPairs::new(domain), recursive_engine))),
        }]
    }

    fn algorithms() -> Vec<AlgorithmRow<Self>> {
        algorithms()
    }

    fn replay(start: &str, goal: &str, ops: &[&str]) -> Result<Cost, String> {
        let mut ring: Vec<&str> = start.split_whitespace().collect();
        for op in ops {
            let place = op.parse::<usize>().ok().filter(|place| *place < ring.len());
            let place = place.ok_or_else(|| format!("'{op}' is not a place of the ring"))?;
            ring.rotate_left(place);
            ring[..TURNSTILE].reverse();
            ring.rotate_right(place);
        }
        let end = ring.join(" ");
        if end == goal { Ok(ops.len() as Cost) } else { Err(format!("the twists end at {end}, not at {goal}")) }
    }
}

tilebench::domain_laws!(TopSpin: "1 2 3 4 5 6 7");

fn main() -> ExitCode {
    let mut registry = Registry::builtin();
    registry.domain::<TopSpin>();
    tilebench::main(registry)
}
