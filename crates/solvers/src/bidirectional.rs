//! Bidirectional best-first search: the parts that its algorithms share.
//!
//! **What it does.** Two searches run towards each other: forward from the start, backward from the goal. Each has its own
//! node store and open list and a heuristic of the distance to the root of the other. A state that has nodes in both directions joins
//! two paths to a solution; the cheapest one so far is the incumbent. An algorithm decides in which direction and in which
//! order nodes are expanded, and when no solution can be cheaper than the incumbent.
//!
//! **Guarantees.** Operators must be reversible at equal cost, which every [`Domain`](tilebench_core::Domain) promises. If a
//! heuristic is inconsistent, closed nodes are reopened; an algorithm whose bounds need consistency refuses such heuristics.
//!
//! **Counting.** As everywhere. Counters are sums of both directions, and those of the direction backward are reported apart. The
//! goal is the root of the direction backward, and counts as generated there unless it is the start.
//!
//! **Order.** By default nodes are kept in the packed store, and up to 16 of equal order are expanded together, as in
//! [best-first search](crate::best_first). With `tie = "published"` one node is expanded at a time; of equal order, the
//! state comes first that precedes in reading order, of GBFHS the one that follows.
//!
//! **Memory.** 8 bytes per node (16 if a state has more than 64 bits) in a table that is between 3/8 and 3/4 full, and 4 per entry
//! of an open list.

mod baestar;
mod bsstar;
mod counts;
mod dvcbs;
mod frontier;
mod gbfhs;
mod mm;
mod nbs;
mod options;
mod run;
mod search;
mod uniform_cost;

pub use self::baestar::BaeStar;
pub use self::bsstar::BsStar;
pub use self::dvcbs::Dvcbs;
pub use self::gbfhs::Gbfhs;
pub use self::mm::Mm;
pub use self::nbs::Nbs;
pub use self::uniform_cost::BidirectionalBreadthFirst;
