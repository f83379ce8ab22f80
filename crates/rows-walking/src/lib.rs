//! The rows of walking distance and inversion distance, compiled for every domain.

use tilebench_heuristics::{InversionDistance, Scaled, WalkingDistance, WalkingInversion};
use tilebench_kernels::{HeuristicInfo, HeuristicRow, batched, heuristic_row};

/// The rows, in the order in which they are listed.
pub static ROWS: &[HeuristicRow] = &[
    heuristic_row! {
        HeuristicInfo {
            name: "inversion-distance",
            title: "Inversion distance",
            summary: "The vertical moves that the inversions in reading order require, plus the horizontal moves that the inversions by columns require.",
            reference: "Takahashi, about 2001",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, _| InversionDistance::new(puzzle)
    },
    heuristic_row! {
        HeuristicInfo {
            name: "walking-distance",
            title: "Walking distance",
            summary: "The vertical moves if tiles are distinguished only by their goal row, plus the horizontal moves if only by their goal column; lines are merged on long boards.",
            reference: "Takahashi, about 2001",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, tables| WalkingDistance::new(puzzle, tables),
        costed => |puzzle, tables| Scaled::new(puzzle, WalkingDistance::new(puzzle.puzzle(), tables))
    },
    heuristic_row! {
        HeuristicInfo {
            name: "walking-inversion",
            title: "Walking and inversion distance",
            summary: "The maximum of the vertical parts of walking and inversion distance, plus the maximum of their horizontal parts.",
            reference: "Takahashi, about 2001",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, tables| WalkingInversion::new(puzzle, tables)
    },
];
