//! The table of heuristics.

use tilebench_core::Blind;
use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, CostedLinearConflict, InversionDistance,
    LinearConflict, ManhattanCornerTiles, ManhattanLastMoves, ManhattanLastMovesCornerTiles, ReversedPairs, Scaled,
    SlideManhattan, Sum, WalkingDistance, WalkingInversion, costed_hamming, costed_manhattan, hamming, manhattan,
};
use tilebench_kernels::{batched, plain};

use crate::registry::HeuristicRow;

/// The description of a heuristic, or of a family of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeuristicInfo {
    /// The name in experiment files, on the command line and in records.
    pub name: &'static str,
    /// The name in reports.
    pub title: &'static str,
    /// The quantity that it counts, in one sentence.
    pub summary: &'static str,
    /// The publication or author that described it.
    pub reference: &'static str,
    /// Declared: never above the true distance.
    pub admissible: bool,
    /// Declared: never decreases by more than the cost of a move.
    pub consistent: bool,
}

/// The family of pattern databases, whose names contain the patterns.
pub(crate) static PATTERN_DATABASES: HeuristicInfo = HeuristicInfo {
    name: "pdb",
    title: "Pattern databases",
    summary: "The cost of the tiles of each pattern of a partition, summed over the patterns; Manhattan distance for all other tiles.",
    reference: "Korf and Felner 2002",
    admissible: true,
    consistent: false,
};

/// The family of zero-aware pattern databases.
pub(crate) static ZERO_AWARE_DATABASES: HeuristicInfo = HeuristicInfo {
    name: "pdb",
    title: "Zero-aware pattern databases",
    summary: "The cost of the tiles of each pattern of a partition from the region of the blank, summed over the patterns; Manhattan distance for all other tiles.",
    reference: "Clausecker and Reinefeld 2019",
    admissible: true,
    consistent: true,
};

/// The family of weakened Manhattan distances, whose names contain the number of tiles left out.
pub(crate) static MANHATTAN_WITHOUT: HeuristicInfo = HeuristicInfo {
    name: "manhattan-without",
    title: "Manhattan without tiles",
    summary: "Manhattan distance without the tiles from 1 to the number after the colon, or without all: weakened on purpose.",
    reference: "after GAP-k of Holte and others 2016",
    admissible: true,
    consistent: true,
};

/// One list of the descriptions of the heuristics and their constructors, with the engine of IDA* for each.
macro_rules! heuristics {
    ($($name:literal, $title:literal, $admissible:literal, $consistent:literal, $reference:literal, $summary:literal, $engine:ident
        => |$puzzle:pat_param, $tables:pat_param| $make:expr
        $(, costed => |$costed_puzzle:pat_param, $costed_tables:pat_param| $make_costed:expr)?
        $(, slides => |$slide_puzzle:pat_param, $slide_tables:pat_param| $make_slides:expr)?;)*) => {
        /// The built-in heuristics without parameters.
        pub(crate) static BUILTIN: &[HeuristicRow] = &[$($crate::heuristic_row! {
            HeuristicInfo {
                name: $name,
                title: $title,
                summary: $summary,
                reference: $reference,
                admissible: $admissible,
                consistent: $consistent,
            },
            $engine => |$puzzle, $tables| $make
            $(, costed => |$costed_puzzle, $costed_tables| $make_costed)?
            $(, slides => |$slide_puzzle, $slide_tables| $make_slides)?
        },)*];
    };
}

heuristics! {
    // name, title, admissible, consistent, reference, summary, engine of IDA* => constructor,
    // costed => the same with costs, slides => the same for slides of several tiles;
    "blind", "Blind", true, true, "none",
        "Zero for every state, as in uninformed search.", plain
        => |_, _| Blind,
        costed => |_, _| Blind,
        slides => |_, _| Blind;
    "hamming", "Misplaced tiles", true, true, "Pearl 1984",
        "The number of tiles that are not in their goal cell.", plain
        => |puzzle, _| hamming(puzzle),
        costed => |puzzle, _| costed_hamming(puzzle);
    "manhattan", "Manhattan", true, true, "Korf 1985",
        "The row and column distances of the tiles from their goal cells, summed.", batched
        => |puzzle, _| manhattan(puzzle),
        costed => |puzzle, _| costed_manhattan(puzzle),
        slides => |puzzle, _| SlideManhattan::new(puzzle);
    "linear-conflict", "Linear conflict", true, true, "Hansson and others 1992",
        "Manhattan distance plus two moves for each tile that must leave its goal line, for the minimum number of tiles.", batched
        => |puzzle, _| LinearConflict::new(puzzle),
        costed => |puzzle, _| CostedLinearConflict::new(puzzle);
    "manhattan+corner-tiles", "Manhattan and corner tiles", true, true, "Korf and Taylor 1996",
        "Manhattan distance plus two moves for each tile in place that must step aside to let a corner be filled.", plain
        => |puzzle, _| ManhattanCornerTiles::new(puzzle);
    "manhattan+last-moves", "Manhattan and last moves", true, true, "Korf and Taylor 1996",
        "Manhattan distance plus the detours of tiles that must pass the blank's goal cell in the last two moves.", plain
        => |puzzle, _| ManhattanLastMoves::new(puzzle);
    "manhattan+last-moves+corner-tiles", "Manhattan, last moves and corner tiles", true, true, "Korf and Taylor 1996",
        "Manhattan distance plus last moves plus corner tiles; no detour of a tile is counted twice.", plain
        => |puzzle, _| ManhattanLastMovesCornerTiles::new(puzzle);
    "linear-conflict+corner-tiles", "Linear conflict and corner tiles", true, true, "Korf and Taylor 1996",
        "Linear conflict plus corner tiles; no detour of a tile is counted twice.", plain
        => |puzzle, _| ConflictCornerTiles::new(puzzle);
    "linear-conflict+last-moves", "Linear conflict and last moves", true, true, "Korf and Taylor 1996",
        "Linear conflict plus last moves; no detour of a tile is counted twice.", plain
        => |puzzle, _| ConflictLastMoves::new(puzzle);
    "korf-taylor", "Korf and Taylor", true, true, "Korf and Taylor 1996",
        "Linear conflict plus last moves plus corner tiles; no detour of a tile is counted twice.", plain
        => |puzzle, _| ConflictLastMovesCornerTiles::new(puzzle);
    "inversion-distance", "Inversion distance", true, true, "Takahashi, about 2001",
        "The vertical moves that the inversions in reading order require, plus the horizontal moves that the inversions by columns require.", plain
        => |puzzle, _| InversionDistance::new(puzzle);
    "walking-distance", "Walking distance", true, true, "Takahashi, about 2001",
        "The vertical moves if tiles are distinguished only by their goal row, plus the horizontal moves if only by their goal column; lines are merged on long boards.", plain
        => |puzzle, tables| WalkingDistance::new(puzzle, tables),
        costed => |puzzle, tables| Scaled::new(puzzle, WalkingDistance::new(puzzle.puzzle(), tables));
    "walking-inversion", "Walking and inversion distance", true, true, "Takahashi, about 2001",
        "The maximum of the vertical parts of walking and inversion distance, plus the maximum of their horizontal parts.", plain
        => |puzzle, tables| WalkingInversion::new(puzzle, tables);
    "manhattan+pairs", "Manhattan and reversed pairs", false, false, "copied widely",
        "Manhattan distance plus two for every reversed pair of tiles in their goal line; overestimates if three tiles are reversed.", plain
        => |puzzle, _| Sum(manhattan(puzzle), ReversedPairs::new(puzzle));
    "walking-distance+pairs", "Walking distance and reversed pairs", false, false, "a code-golf answer of 2012",
        "Walking distance plus two for every reversed pair of tiles in their goal line; counts moves twice and overestimates.", plain
        => |puzzle, tables| Sum(WalkingDistance::new(puzzle, tables), ReversedPairs::new(puzzle));
}
