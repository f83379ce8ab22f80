//! Greedy search that explores: some nodes are drawn at random, so that a wrong heuristic does not mislead the search for long.
//!
//! **What it does.** Greedy search expands the node of least h, ties to the greater g. Here a share of the expansions goes to nodes
//! that are drawn at random from open: [`EpsilonGreedy`] draws from all of them, [`TypeGreedy`] by type. Otherwise both are
//! [greedy search](crate::best_first).
//!
//! **Guarantees.** None: a path reaches the goal. No node is reopened.
//!
//! **Randomness.** All draws follow from the seed of the run, so the same seed gives the same counts.
//!
//! **Counting.** As everywhere. An open node to which cheaper paths were found has an entry for each, and a chance to be drawn per
//! entry.
//!
//! **Memory.** That of greedy search, and a second entry of 4 bytes per generated node.

mod epsilon_greedy;
mod exploring_list;
mod random_buckets;
mod type_greedy;

pub use self::epsilon_greedy::EpsilonGreedy;
pub use self::type_greedy::TypeGreedy;
