//! The rows of heuristics that overestimate, compiled for every domain.

use tilebench_heuristics::{ReversedPairs, Sum, WalkingDistance, manhattan};
use tilebench_kernels::{HeuristicInfo, HeuristicRow, heuristic_row, plain};

/// The rows, in the order in which they are listed.
pub static ROWS: &[HeuristicRow] = &[
    heuristic_row! {
        HeuristicInfo {
            name: "manhattan+pairs",
            title: "Manhattan and reversed pairs",
            summary: "Manhattan distance plus two for every reversed pair of tiles in their goal line; may overestimate if three tiles of a line are reversed.",
            reference: "copied widely",
            admissible: false,
            consistent: false,
        },
        plain => |puzzle, _| Sum(manhattan(puzzle), ReversedPairs::new(puzzle))
    },
    heuristic_row! {
        HeuristicInfo {
            name: "walking-distance+pairs",
            title: "Walking distance and reversed pairs",
            summary: "Walking distance plus two for every reversed pair of tiles in their goal line; counts moves twice and overestimates.",
            reference: "a code-golf answer of 2012",
            admissible: false,
            consistent: false,
        },
        plain => |puzzle, tables| Sum(WalkingDistance::new(puzzle, tables), ReversedPairs::new(puzzle))
    },
];
