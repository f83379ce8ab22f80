//! The table of heuristics.

use tilebench_core::Blind;
use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, IncrementalPdbs, InversionDistance,
    LinearConflict, ManhattanCornerTiles, ManhattanLastMoves, ManhattanLastMovesCornerTiles, PatternDatabases, PdbSpec,
    ReversedPairs, Sum, Tables, UnsupportedBoard, WalkingDistance, WalkingInversion, hamming, manhattan,
    manhattan_without,
};
use tilebench_kernels::{batched, grouped, plain};
use tilebench_puzzle::{Board, Puzzle};
use tilebench_solvers::{AnyHeuristic, TypedHeuristic};

use crate::heuristic_spec::SpecKind;
use crate::registry::{CatalogWord, HeuristicRow};
use crate::{CatalogError, HeuristicSpec};

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
    /// Declared: never decreases by more than 1 along a move.
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

/// The family of weakened Manhattan distances, whose names contain the number of tiles left out.
pub(crate) static MANHATTAN_WITHOUT: HeuristicInfo = HeuristicInfo {
    name: "manhattan-without",
    title: "Manhattan without tiles",
    summary: "Manhattan distance without the tiles from 1 to the number after the colon, or without all: weakened on purpose.",
    reference: "after GAP-k of Holte and others 2016",
    admissible: true,
    consistent: true,
};

/// The maximum number of patterns of incremental databases: 7-8, 5-5-5 and 6-6-6-6, also reflected. More slots would
/// enlarge the nodes of a search, and instances for other numbers of slots would enlarge the program.
const SLOTS: usize = 8;

/// A heuristic for the goal of a puzzle.
pub(crate) type BoxedHeuristic<W> = Box<dyn AnyHeuristic<Puzzle<W>>>;

/// Makes the heuristic of `spec` for `puzzle`.
pub(crate) fn make_heuristic<W: CatalogWord>(
    spec: &HeuristicSpec,
    puzzle: &Puzzle<W>,
    tables: &Tables,
) -> Result<BoxedHeuristic<W>, CatalogError> {
    match spec.kind() {
        SpecKind::Row(row) => W::constructor(row)(puzzle, tables).map_err(unsupported),
        SpecKind::ManhattanWithout(left_out) => {
            let weakened = manhattan_without(puzzle, *left_out).map_err(unsupported)?;
            Ok(Box::new(TypedHeuristic::new(weakened, plain)))
        }
        SpecKind::Patterns(patterns) => make_databases(patterns, puzzle, tables),
    }
}

/// Makes the heuristic of `spec`, which is meant for `goal`, for `puzzle`, which has another goal.
pub(crate) fn make_for_goal<W: CatalogWord>(
    spec: &HeuristicSpec,
    goal: &Board,
    puzzle: &Puzzle<W>,
    tables: &Tables,
) -> Result<BoxedHeuristic<W>, CatalogError> {
    match spec.pdb_spec() {
        None => make_heuristic(spec, puzzle, tables),
        Some(patterns) => {
            let patterns = patterns.for_goal(goal, puzzle.goal()).map_err(unsupported)?;
            make_databases(&patterns, puzzle, tables)
        }
    }
}

fn unsupported(UnsupportedBoard(reason): UnsupportedBoard) -> CatalogError {
    CatalogError::Unsupported(reason)
}

fn make_databases<W: CatalogWord>(
    patterns: &PdbSpec,
    puzzle: &Puzzle<W>,
    tables: &Tables,
) -> Result<BoxedHeuristic<W>, CatalogError> {
    // Planned first, so that no table is built if a later pattern is refused.
    PatternDatabases::new(puzzle, patterns, &Tables::planned()).map_err(unsupported)?;
    let databases = PatternDatabases::new(puzzle, patterns, tables).map_err(unsupported)?;
    Ok(match IncrementalPdbs::<SLOTS>::new(puzzle, databases) {
        Ok(tracked) => Box::new(TypedHeuristic::new(tracked, grouped)),
        Err(databases) => Box::new(TypedHeuristic::new(databases, plain)),
    })
}

/// One list of the descriptions of the heuristics and their constructors, with the engine of IDA* for each.
macro_rules! heuristics {
    ($($name:literal, $title:literal, $admissible:literal, $consistent:literal, $reference:literal, $summary:literal, $engine:ident => |$puzzle:pat_param, $tables:pat_param| $make:expr;)*) => {
        /// The built-in heuristics without parameters.
        pub(crate) static BUILTIN: &[HeuristicRow] = &[$(HeuristicRow {
            info: HeuristicInfo {
                name: $name,
                title: $title,
                summary: $summary,
                reference: $reference,
                admissible: $admissible,
                consistent: $consistent,
            },
            narrow: |$puzzle, $tables| Ok(Box::new(TypedHeuristic::new($make, $engine))),
            // Batches support boards of up to 16 cells.
            wide: |$puzzle, $tables| Ok(Box::new(TypedHeuristic::new($make, plain))),
        },)*];
    };
}

heuristics! {
    // name, title, admissible, consistent, reference, summary, engine of IDA* => constructor;
    "blind", "Blind", true, true, "none",
        "Zero for every state, as in uninformed search.", plain
        => |_, _| Blind;
    "hamming", "Misplaced tiles", true, true, "Pearl 1984",
        "The number of tiles that are not in their goal cell.", plain
        => |puzzle, _| hamming(puzzle);
    "manhattan", "Manhattan", true, true, "Korf 1985",
        "The row and column distances of the tiles from their goal cells, summed.", batched
        => |puzzle, _| manhattan(puzzle);
    "linear-conflict", "Linear conflict", true, true, "Hansson and others 1992",
        "Manhattan distance plus two moves for each tile that must leave its goal line, for the minimum number of tiles.", batched
        => |puzzle, _| LinearConflict::new(puzzle);
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
        => |puzzle, tables| WalkingDistance::new(puzzle, tables);
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
