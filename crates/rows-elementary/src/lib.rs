//! The rows of heuristics that consider each tile alone, compiled for every domain.

use tilebench_core::Blind;
use tilebench_heuristics::{
    SlideManhattan, TilesLeftOut, costed_hamming, costed_manhattan, costed_manhattan_without, hamming, manhattan,
    manhattan_without,
};
use tilebench_kernels::{
    CostedConstructors, HeuristicInfo, HeuristicRow, TypedHeuristic, batched, heuristic_row, plain, recursive_engine,
};

/// The rows, in the order in which they are listed.
pub static ROWS: &[HeuristicRow] = &[
    heuristic_row! {
        HeuristicInfo {
            name: "blind",
            title: "Blind",
            summary: "Zero for every state, as in uninformed search.",
            reference: "none",
            admissible: true,
            consistent: true,
        },
        plain => |_, _| Blind,
        costed => |_, _| Blind,
        slides => |_, _| Blind
    },
    heuristic_row! {
        HeuristicInfo {
            name: "hamming",
            title: "Misplaced tiles",
            summary: "The number of tiles that are not in their goal cell.",
            reference: "Pearl 1984",
            admissible: true,
            consistent: true,
        },
        plain => |puzzle, _| hamming(puzzle),
        costed => |puzzle, _| costed_hamming(puzzle)
    },
    heuristic_row! {
        HeuristicInfo {
            name: "manhattan",
            title: "Manhattan",
            summary: "The row and column distances of the tiles from their goal cells, summed.",
            reference: "Korf 1985",
            admissible: true,
            consistent: true,
        },
        batched => |puzzle, _| manhattan(puzzle),
        costed => |puzzle, _| costed_manhattan(puzzle),
        slides => |puzzle, _| SlideManhattan::new(puzzle)
    },
];

/// The family of weakened Manhattan distances, whose names contain the number of tiles left out.
pub static MANHATTAN_WITHOUT: HeuristicRow<TilesLeftOut> = HeuristicRow {
    info: HeuristicInfo {
        name: "manhattan-without",
        title: "Manhattan without tiles",
        summary: "Manhattan distance without the tiles from 1 to the number after the colon, or without all: weakened on purpose.",
        reference: "after GAP-k of Holte and others 2016",
        admissible: true,
        consistent: true,
    },
    narrow: |puzzle, left_out, _| Ok(Box::new(TypedHeuristic::new(manhattan_without(puzzle, *left_out)?, plain))),
    wide: |puzzle, left_out, _| Ok(Box::new(TypedHeuristic::new(manhattan_without(puzzle, *left_out)?, plain))),
    costed: Some(CostedConstructors {
        narrow: |puzzle, left_out, _| {
            Ok(Box::new(TypedHeuristic::new(costed_manhattan_without(puzzle, *left_out)?, recursive_engine)))
        },
        wide: |puzzle, left_out, _| {
            Ok(Box::new(TypedHeuristic::new(costed_manhattan_without(puzzle, *left_out)?, recursive_engine)))
        },
    }),
    slides: None,
};
