//! The laws of domains reject domains that violate them. Each fault is planted in an otherwise correct domain.

use std::panic::catch_unwind;

use tilebench_catalog::check_domain_laws;
use tilebench_core::{Bidirectional, BitPacked, Cost, Domain, StateKey};
use tilebench_solvers::{AlgorithmRow, DomainHeuristic, DomainInfo, InstanceDomain};

/// The faults, each a value of the parameter of [`Wheel`].
const NO_FAULT: u8 = 0;
const PACKED_AS_VACANT: u8 = 1;
const FEW_CODE_BITS: u8 = 2;
const FEW_OPERATOR_BITS: u8 = 3;
const RANK_WITHOUT_INVERSE: u8 = 4;
const LARGE_DIVISOR: u8 = 5;
const SMALL_MAXIMUM: u8 = 6;
const NOT_UNDONE: u8 = 7;
const OTHER_TEXT: u8 = 8;
const ANY_SIZE: u8 = 9;
const NOT_UNIFORM: u8 = 10;
const RANDOM_IN_OTHER_FORM: u8 = 11;

/// A wheel with an even number of positions is turned to position 0.
struct Wheel<const FAULT: u8> {
    positions: u8,
    goal: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    Start,
    Left,
    Right,
}

impl<const FAULT: u8> Domain for Wheel<FAULT> {
    type State = u8;
    type Key = u64;
    type Op = Turn;

    const MAX_BRANCHING: u64 = 2;

    fn cost_gcd(&self) -> Cost {
        if FAULT == LARGE_DIVISOR { 4 } else { 2 }
    }

    fn root_op(&self, _: u8) -> Turn {
        Turn::Start
    }

    fn ops(&self, _: u8, parent_op: Turn) -> &[Turn] {
        match parent_op {
            Turn::Start => &[Turn::Left, Turn::Right],
            Turn::Left => &[Turn::Left],
            Turn::Right => &[Turn::Right],
        }
    }

    fn apply(&self, position: u8, turn: Turn) -> u8 {
        match turn {
            Turn::Start => position,
            Turn::Left if FAULT == NOT_UNDONE && position == 1 => self.positions - 1,
            Turn::Left => (position + self.positions - 1) % self.positions,
            Turn::Right => (position + 1) % self.positions,
        }
    }

    fn inverse(&self, turn: Turn) -> Turn {
        match turn {
            Turn::Start => Turn::Start,
            Turn::Left => Turn::Right,
            Turn::Right => Turn::Left,
        }
    }

    fn is_goal(&self, position: u8) -> bool {
        position == self.goal
    }

    fn pack(&self, position: u8) -> u64 {
        if FAULT == PACKED_AS_VACANT && position == 3 { u64::VACANT } else { position.into() }
    }

    fn unpack(&self, key: u64) -> u8 {
        u8::try_from(key).unwrap_or(3)
    }
}

impl<const FAULT: u8> Bidirectional for Wheel<FAULT> {
    fn goal(&self) -> u8 {
        self.goal
    }

    fn with_goal(&self, goal: u8) -> Self {
        Self { goal, ..*self }
    }
}

impl<const FAULT: u8> BitPacked for Wheel<FAULT> {
    type Code = u64;

    const OP_BITS: u32 = if FAULT == FEW_OPERATOR_BITS { 1 } else { 2 };

    fn code_bits(&self) -> u32 {
        if FAULT == FEW_CODE_BITS { 2 } else { 3 }
    }

    fn encode(&self, position: u8) -> u64 {
        position.into()
    }

    fn decode(&self, code: u64) -> u8 {
        u8::try_from(code).unwrap_or(u8::MAX)
    }

    fn rank(&self, code: u64) -> u64 {
        if FAULT == RANK_WITHOUT_INVERSE { (code + 1) % 8 } else { 7 - code }
    }

    fn op_number(turn: Turn) -> u32 {
        turn as u32
    }

    fn incoming_op(&self, _: u8, number: u32) -> Turn {
        [Turn::Start, Turn::Left, Turn::Right][number as usize]
    }
}

impl<const FAULT: u8> InstanceDomain for Wheel<FAULT> {
    const INFO: DomainInfo = DomainInfo {
        name: "wheel",
        title: "Wheel",
        summary: "A wheel is turned to its first position.",
        reference: "none",
        state: "the number of positions and the position",
        operator: "the direction",
        size: "the number of positions",
    };

    fn standard_goal(state: &str) -> Result<String, String> {
        let wheel = Self::from_goal(state)?;
        Ok(format!("{} 0", wheel.positions))
    }

    fn from_goal(goal: &str) -> Result<Self, String> {
        let numbers: Vec<u8> = goal.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [positions @ (4 | 6 | 8), goal] if goal < positions => Ok(Self { positions, goal }),
            _ => Err(format!("'{goal}' is not a wheel and its position")),
        }
    }

    fn state(&self, text: &str) -> Result<u8, String> {
        let wheel = Self::from_goal(text)?;
        if wheel.positions == self.positions { Ok(wheel.goal) } else { Err("another wheel".to_owned()) }
    }

    fn state_text(&self, position: u8) -> String {
        let position = if FAULT == OTHER_TEXT && position == 2 { 1 } else { position };
        format!("{} {position}", self.positions)
    }

    fn op_text(turn: Turn) -> String {
        format!("{turn:?}")
    }

    fn random(size: &str, below: &mut dyn FnMut(usize) -> usize) -> Result<String, String> {
        let positions: usize = match size.parse() {
            Ok(positions @ (4 | 6 | 8)) => positions,
            _ if FAULT == ANY_SIZE => 4,
            _ => return Err(format!("'{size}' is not 4, 6 or 8")),
        };
        let position = if FAULT == NOT_UNIFORM { below(positions) & below(positions) } else { below(positions) };
        let zero = if FAULT == RANDOM_IN_OTHER_FORM { "0" } else { "" };
        Ok(format!("{positions} {zero}{position}"))
    }

    fn max_cost(&self) -> u64 {
        u64::from(self.positions) / 2 - u64::from(FAULT == SMALL_MAXIMUM)
    }

    fn heuristics() -> Vec<DomainHeuristic<Self>> {
        Vec::new()
    }

    /// The laws of a domain itself are checked without a search.
    fn algorithms() -> Vec<AlgorithmRow<Self>> {
        Vec::new()
    }

    fn replay(_: &str, _: &str, _: &[&str]) -> Result<Cost, String> {
        unreachable!("there is no algorithm")
    }
}

/// The message of the law that a wheel with the fault violates.
fn violation<const FAULT: u8>() -> String {
    let violated = catch_unwind(|| check_domain_laws::<Wheel<FAULT>>("6 0")).expect_err("a law is violated");
    let text = violated.downcast_ref::<String>().cloned();
    text.or_else(|| violated.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

#[test]
fn a_correct_domain_keeps_the_laws() {
    check_domain_laws::<Wheel<NO_FAULT>>("6 0");
    check_domain_laws::<Wheel<NO_FAULT>>("8 3");
}

#[test]
fn every_planted_fault_violates_its_law() {
    let violations = [
        (violation::<PACKED_AS_VACANT>(), "6 3: packed as an unused slot"),
        (violation::<FEW_CODE_BITS>(), "6 0: the number 7 has more than 2 bits"),
        (violation::<FEW_OPERATOR_BITS>(), "6 0: the number of Right has more than 1 bits"),
        (violation::<RANK_WITHOUT_INVERSE>(), "6 0: the rank of the rank is another number"),
        (violation::<LARGE_DIVISOR>(), "6 1: two paths by Left cost [2, 0], not equal modulo 4"),
        (violation::<SMALL_MAXIMUM>(), "6 3: the cost of a path is 3, above the maximum of 2"),
        (violation::<NOT_UNDONE>(), "6 0: Right is not undone by Left"),
        (violation::<OTHER_TEXT>(), "6 1: not read as it was written"),
        (violation::<ANY_SIZE>(), "a text that is not a size is accepted"),
        (violation::<NOT_UNIFORM>(), "random states of size 4 are not uniform"),
        (violation::<RANDOM_IN_OTHER_FORM>(), "a random state of size 4 has another text"),
    ];
    for (found, expected) in violations {
        assert!(found.contains(expected), "'{found}' does not contain '{expected}'");
    }
}
