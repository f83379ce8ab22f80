//! Hybrids: A* until its share of memory is full, then a search in little memory from its frontier.
//!
//! **Method.** [A*](crate::best_first) over the packed store runs until its lists reach `memory-mib` or it has generated
//! `astar-nodes` nodes. Its open nodes, and the up to 16 nodes that it was expanding, are the frontier. From then on iterations with a
//! growing threshold search below each node of the frontier whose f is within the threshold: depth first ([`AStarIdaStar`]) or
//! breadth first ([`AStarBfhs`]). An instance that A* solves in this memory is solved as by `astar`
//! with an open list of buckets, which under costs other than 1 may expand nodes of equal order in another order.
//!
//! **Guarantees.** Paths of least cost with an admissible heuristic: at any time a node of the frontier is on an optimal path at
//! its least g, and no threshold exceeds the least cost.
//!
//! **Memory.** The lists of A* stay in memory: the frontier is not copied, and the store has the path to each of its nodes.

mod astar_bfhs;
mod astar_idastar;

pub use self::astar_bfhs::AStarBfhs;
pub use self::astar_idastar::AStarIdaStar;

use tilebench_core::Limits;

use crate::Options;
use crate::options::{OptionSpec, ValueParser, parse_integer};

/// The memory of A*.
pub static MEMORY: OptionSpec<u64> = OptionSpec {
    name: "memory-mib",
    former: None,
    values: "an integer from 1 to 1048576",
    default: "1024",
    summary: "MiB that the lists of A* may hold before the search continues from its frontier.",
    parser: ValueParser::Function(|text| parse_integer("memory-mib", text, 1, 1 << 20)),
};

/// The nodes of A*.
pub static ASTAR_NODES: OptionSpec<u64> = OptionSpec {
    name: "astar-nodes",
    former: None,
    values: "an integer from 1 to 2^63 - 1, or unlimited",
    default: "unlimited",
    summary: "Nodes that A* may generate before the search continues from its frontier.",
    parser: ValueParser::Function(|text| match text {
        "unlimited" => Ok(u64::MAX),
        _ => parse_integer("astar-nodes", text, 1, u64::MAX >> 1),
    }),
};

/// The limits of A*, within those of the run.
fn astar_limits(options: &Options, limits: Limits) -> Limits {
    let generated = limits.generated.min(options.get(&ASTAR_NODES));
    Limits { bytes: limits.bytes.min(options.get(&MEMORY) << 20), generated, ..limits }
}
