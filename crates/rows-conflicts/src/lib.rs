//! The rows of linear conflict, alone and with detours of tiles (Korf and Taylor 1996), compiled for every domain.

use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, CostedLinearConflict, LinearConflict,
};
use tilebench_kernels::{HeuristicInfo, HeuristicRow, batched, heuristic_row};

/// The rows, in the order in which they are listed.
pub static ROWS: &[HeuristicRow] = &[
    heuristic_row! {
        HeuristicInfo {
            name: "linear-conflict",
            title: "Linear conflict",
            summary: "Manhattan distance plus two moves for each tile that must leave its goal line, for the minimum number of tiles.",
            reference: "Hansson and others 1992",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, _| LinearConflict::new(puzzle),
        costed => |puzzle, _| CostedLinearConflict::new(puzzle)
    },
    heuristic_row! {
        HeuristicInfo {
            name: "linear-conflict+corner-tiles",
            title: "Linear conflict and corner tiles",
            summary: "Linear conflict plus corner tiles; no detour of a tile is counted twice.",
            reference: "Korf and Taylor 1996",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, _| ConflictCornerTiles::new(puzzle)
    },
    heuristic_row! {
        HeuristicInfo {
            name: "linear-conflict+last-moves",
            title: "Linear conflict and last moves",
            summary: "Linear conflict plus last moves; no detour of a tile is counted twice.",
            reference: "Korf and Taylor 1996",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, _| ConflictLastMoves::new(puzzle)
    },
    heuristic_row! {
        HeuristicInfo {
            name: "korf-taylor",
            title: "Korf and Taylor",
            summary: "Linear conflict plus last moves plus corner tiles; no detour of a tile is counted twice.",
            reference: "Korf and Taylor 1996",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, _| ConflictLastMovesCornerTiles::new(puzzle)
    },
];
