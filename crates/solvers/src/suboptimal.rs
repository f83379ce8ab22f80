//! Bounded-suboptimal search: solutions that cost at most w times the least.
//!
//! **What it does.** All algorithms here are one loop (`search`) with a rule that chooses the node to expand. Open nodes are in
//! groups of equal h or equal d ([`GroupedBuckets`](crate::GroupedBuckets)). Of a group, the node of least f comes first, and of
//! equals the last one in. A rule compares the groups by exact integers. Its order may change with the least f of open (A*-epsilon,
//! DPS), with learned errors (EES) or with the incumbent (optimistic search), and nothing is sorted again.
//!
//! **Guarantees.** A node whose path became cheaper is reopened, so an admissible heuristic suffices, unless an algorithm states
//! otherwise. Under a limit of depth, a path within it is found if there is one, except by `speedy`.
//!
//! **Counting.** As everywhere. Nodes are expanded one at a time. The goal that ends a search is not expanded.
//!
//! **Memory.** A node is a word of the [packed store](crate::store::packed), and its entry in open takes 4 bytes; see there for the
//! bytes per pair of f and h. The time per expansion grows with the number of groups: some 50 for d, and for h of unit cost;
//! if costs are large numbers, there may be thousands of values of h.

mod astar_epsilon;
mod dps;
mod ees;
mod ios;
mod least_key;
mod optimistic;
mod phi;
mod search;
mod speedy;
mod weighted;
mod xdp;
mod xup;

pub use self::astar_epsilon::AStarEpsilon;
pub use self::dps::Dps;
pub use self::ees::Ees;
pub use self::ios::ImprovedOptimistic;
pub use self::optimistic::Optimistic;
pub use self::speedy::Speedy;
pub(crate) use self::weighted::OptimisticWeight;
pub use self::xdp::Xdp;
pub use self::xup::Xup;
