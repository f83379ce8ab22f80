//! The rows of Manhattan distance with detours of tiles (Korf and Taylor 1996), compiled for every domain.

use tilebench_heuristics::{ManhattanCornerTiles, ManhattanLastMoves, ManhattanLastMovesCornerTiles};
use tilebench_kernels::{HeuristicInfo, HeuristicRow, batched, heuristic_row};

/// The rows, in the order in which they are listed.
pub static ROWS: &[HeuristicRow] = &[
    heuristic_row! {
        HeuristicInfo {
            name: "manhattan+corner-tiles",
            title: "Manhattan and corner tiles",
            summary: "Manhattan distance plus two moves for each tile in place that must step aside to let a corner be filled.",
            reference: "Korf and Taylor 1996",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, _| ManhattanCornerTiles::new(puzzle)
    },
    heuristic_row! {
        HeuristicInfo {
            name: "manhattan+last-moves",
            title: "Manhattan and last moves",
            summary: "Manhattan distance plus the detours of tiles that must pass the blank's goal cell in the last two moves.",
            reference: "Korf and Taylor 1996",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, _| ManhattanLastMoves::new(puzzle)
    },
    heuristic_row! {
        HeuristicInfo {
            name: "manhattan+last-moves+corner-tiles",
            title: "Manhattan, last moves and corner tiles",
            summary: "Manhattan distance plus last moves plus corner tiles; no detour of a tile is counted twice.",
            reference: "Korf and Taylor 1996",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, _| ManhattanLastMovesCornerTiles::new(puzzle)
    },
];
