//! The pancake puzzle as a domain of instances, with unit and with heavy costs.

use tilebench_core::Cost;
use tilebench_solvers::ida_star::recursive_engine;
use tilebench_solvers::{
    AlgorithmRow, DomainHeuristic, DomainInfo, HeuristicInfo, InstanceDomain, TypedHeuristic, algorithms,
};
use tilebench_verify::flip_cost;

use crate::pancakes::Flip;
use crate::{Gap, MAX_PANCAKES, MIN_PANCAKES, Pancakes, Stack};

const INFO: DomainInfo = DomainInfo {
    name: "pancake",
    title: "Pancake puzzle",
    summary: "A stack of pancakes of different sizes is sorted by flips of its upper part.",
    reference: "Gates and Papadimitriou 1979",
    state: "the sizes of the pancakes from the top",
    operator: "the number of flipped pancakes",
    size: "the number of pancakes",
};

const GAP: HeuristicInfo = HeuristicInfo {
    name: "gap",
    title: "GAP",
    summary: "The number of pairs of neighbours in the stack that are not neighbours in the goal, with the plate as the lowest pancake.",
    reference: "Helmert 2010",
    admissible: true,
    consistent: true,
};

const GAP_K: HeuristicInfo = HeuristicInfo {
    name: "gap-k",
    title: "GAP-k",
    summary: "GAP without the pairs that contain one of the k smallest pancakes: weakened on purpose.",
    reference: "Holte and others 2016",
    ..GAP
};

/// Not generic in the costs, so that the searches are compiled in this crate.
macro_rules! instance_domain {
    ($unit:literal, $cost_model:literal) => {
        impl InstanceDomain for Pancakes<$unit> {
            const INFO: DomainInfo = INFO;
            const COST_MODEL: &'static str = $cost_model;

            fn standard_goal(state: &str) -> Result<String, String> {
                let (_, count) = Stack::parse(state, None)?;
                Ok(Stack::sorted(count).text(count))
            }

            fn from_goal(goal: &str) -> Result<Self, String> {
                let (goal, count) = Stack::parse(goal, None)?;
                Ok(Self::new(goal, count))
            }

            fn state(&self, text: &str) -> Result<Stack, String> {
                Stack::parse(text, Some(self.count())).map(|(stack, _)| stack)
            }

            fn state_text(&self, stack: Stack) -> String {
                stack.text(self.count())
            }

            fn op_text(Flip(size): Flip) -> String {
                size.to_string()
            }

            fn random(size: &str, below: &mut dyn FnMut(usize) -> usize) -> Result<String, String> {
                let count = size.parse().ok().filter(|count| (MIN_PANCAKES..=MAX_PANCAKES).contains(count));
                let count = count.ok_or_else(|| {
                    format!("'{size}' is not a number of pancakes from {MIN_PANCAKES} to {MAX_PANCAKES}")
                })?;
                let mut stack = Stack::sorted(count);
                for last in (1..count).rev() {
                    stack.0.swap(last, below(last + 1));
                }
                Ok(stack.text(count))
            }

            /// Two flips bring any pancake to its place.
            fn max_cost(&self) -> u64 {
                let count = self.count() as u64;
                2 * count * if $unit { 1 } else { count }
            }

            #[inline(never)]
            fn heuristics() -> Vec<DomainHeuristic<Self>> {
                vec![
                    DomainHeuristic {
                        info: GAP,
                        make: |_, _| Ok(Box::new(TypedHeuristic::new(Gap::default(), recursive_engine))),
                    },
                    DomainHeuristic {
                        info: GAP_K,
                        make: |domain, left_out| {
                            let left_out = usize::try_from(left_out).expect("a usize has at least 32 bits");
                            if left_out > domain.count() {
                                let count = domain.count();
                                return Err(format!("gap-{left_out} leaves out more pancakes than {count}"));
                            }
                            Ok(Box::new(TypedHeuristic::new(Gap { left_out }, recursive_engine)))
                        },
                    },
                ]
            }

            #[inline(never)]
            fn algorithms() -> Vec<AlgorithmRow<Self>> {
                algorithms()
            }

            fn replay(start: &str, goal: &str, ops: &[&str]) -> Result<Cost, String> {
                flip_cost(start, goal, ops, !$unit)
            }
        }
    };
}

instance_domain!(true, "unit");
instance_domain!(false, "heavy");
