//! The table of heuristics: a row makes a heuristic known everywhere.

use tilebench_core::{Blind, Heuristic};
use tilebench_heuristics::{
    ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, InversionDistance, LinearConflict,
    ManhattanCornerTiles, ManhattanLastMoves, ManhattanLastMovesCornerTiles, PatternDatabases, Plus, ReversedPairs,
    Tables, TrackedPatterns, Unsuited, WalkingDistance, WalkingInversion, hamming, manhattan,
};
use tilebench_puzzle::{Puzzle, Word};

use crate::{CatalogError, HeuristicChoice};

/// What is known of a heuristic, or of a family of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeuristicInfo {
    /// The name in experiment files, on the command line and in records.
    pub name: &'static str,
    /// The name in reports.
    pub title: &'static str,
    /// What it counts, in one sentence.
    pub summary: &'static str,
    /// Who described it, where and when.
    pub reference: &'static str,
    /// Declared: never above the true distance.
    pub admissible: bool,
    /// Declared: never falls by more than a move along a move.
    pub consistent: bool,
}

/// The heuristics that need no more than their name.
pub(crate) fn rows() -> &'static [HeuristicInfo] {
    ROWS
}

/// The family of pattern databases, whose names say what the patterns are.
pub(crate) const PATTERN_DATABASES: HeuristicInfo = HeuristicInfo {
    name: "pdb",
    title: "Pattern databases",
    summary: "What the tiles of each pattern of a partition cost, counted alone and summed; Manhattan distance for the rest.",
    reference: "Korf and Felner 2002",
    admissible: true,
    consistent: false,
};

/// Pattern databases of at most so many patterns are followed along paths: 7-8, 5-5-5 and 6-6-6-6, reflected too. More of them
/// would make what a search carries larger, and further numbers of slots the program.
const SLOTS: usize = 8;

/// What is done with a heuristic once its type is known.
pub(crate) trait Visit<W: Word> {
    /// The result.
    type Out;

    /// Does it.
    fn visit<H: Heuristic<Puzzle<W>> + Send + 'static>(self, heuristic: H) -> Result<Self::Out, CatalogError>;
}

/// Makes the heuristic of `choice` for `puzzle` and hands it to `visitor`.
pub(crate) fn visit<W: Word, V: Visit<W>>(
    choice: &HeuristicChoice,
    puzzle: &Puzzle<W>,
    tables: &Tables,
    visitor: V,
) -> Result<V::Out, CatalogError> {
    let unsupported = |Unsuited(reason): Unsuited| CatalogError::Unsupported(reason);
    match choice.patterns() {
        // Planned first, so that nothing is built for patterns of which a later one is refused.
        Some(patterns) => {
            PatternDatabases::new(puzzle, patterns, &Tables::planned()).map_err(unsupported)?;
            let databases = PatternDatabases::new(puzzle, patterns, tables).map_err(unsupported)?;
            match TrackedPatterns::<SLOTS>::new(puzzle, databases) {
                Ok(tracked) => visitor.visit(tracked),
                Err(databases) => visitor.visit(databases),
            }
        }
        None => visit_row(choice.info().name, puzzle, tables, visitor),
    }
}

/// One list gives both what is known of the heuristics and how they are made.
macro_rules! heuristics {
    ($($name:literal, $title:literal, $admissible:literal, $consistent:literal, $reference:literal, $summary:literal => $make:expr;)*) => {
        const ROWS: &[HeuristicInfo] = &[$(HeuristicInfo {
            name: $name,
            title: $title,
            summary: $summary,
            reference: $reference,
            admissible: $admissible,
            consistent: $consistent,
        },)*];

        fn visit_row<W: Word, V: Visit<W>>(
            name: &str,
            puzzle: &Puzzle<W>,
            tables: &Tables,
            visitor: V,
        ) -> Result<V::Out, CatalogError> {
            let unsupported = |Unsuited(reason): Unsuited| CatalogError::Unsupported(reason);
            match name {
                $($name => visitor.visit($make(puzzle, tables).map_err(unsupported)?),)*
                _ => Err(CatalogError::Unsupported(format!("heuristic '{name}' has no row"))),
            }
        }
    };
}

heuristics! {
    // name, title, admissible, consistent, reference, summary => constructor;
    "blind", "Blind", true, true, "none",
        "Zero everywhere: what a search does without a heuristic."
        => |_: &Puzzle<W>, _| Ok(Blind);
    "hamming", "Misplaced tiles", true, true, "Pearl 1984",
        "The tiles that are not in their goal cell."
        => |puzzle, _| Ok(hamming(puzzle));
    "manhattan", "Manhattan", true, true, "Korf 1985",
        "The rows and columns that each tile is away from its goal cell, summed."
        => |puzzle, _| Ok(manhattan(puzzle));
    "linear-conflict", "Linear conflict", true, true, "Hansson, Mayer and Yung 1992",
        "Manhattan distance plus two moves for each tile that must leave its goal line, the fewest that suffice."
        => |puzzle, _| Ok(LinearConflict::new(puzzle));
    "manhattan+corner-tiles", "Manhattan and corner tiles", true, true, "Korf and Taylor 1996",
        "Manhattan distance plus two moves for each tile in place that must step aside to let a corner be filled."
        => |puzzle, _| Ok(ManhattanCornerTiles::new(puzzle));
    "manhattan+last-moves", "Manhattan and last moves", true, true, "Korf and Taylor 1996",
        "Manhattan distance plus the detours by which some tiles must pass the blank's goal cell in the last two moves."
        => |puzzle, _| Ok(ManhattanLastMoves::new(puzzle));
    "manhattan+last-moves+corner-tiles", "Manhattan, last moves and corner tiles", true, true, "Korf and Taylor 1996",
        "Manhattan distance plus last moves plus corner tiles, no tile's detour counted twice."
        => |puzzle, _| Ok(ManhattanLastMovesCornerTiles::new(puzzle));
    "linear-conflict+corner-tiles", "Linear conflict and corner tiles", true, true, "Korf and Taylor 1996",
        "Linear conflict plus corner tiles, no tile's detour counted twice."
        => |puzzle, _| Ok(ConflictCornerTiles::new(puzzle));
    "linear-conflict+last-moves", "Linear conflict and last moves", true, true, "Korf and Taylor 1996",
        "Linear conflict plus last moves, no tile's detour counted twice."
        => |puzzle, _| Ok(ConflictLastMoves::new(puzzle));
    "korf-taylor", "Korf and Taylor", true, true, "Korf and Taylor 1996",
        "Linear conflict plus last moves plus corner tiles, no tile's detour counted twice."
        => |puzzle, _| Ok(ConflictLastMovesCornerTiles::new(puzzle));
    "inversion-distance", "Inversion distance", true, true, "Takahashi, about 2001",
        "The moves up and down that the inversions in reading order need, and those across that they need read by columns."
        => |puzzle, _| Ok(InversionDistance::new(puzzle));
    "walking-distance", "Walking distance", true, true, "Takahashi, about 2001",
        "The moves up and down if only the row of each tile's goal is told apart, and those across if only its column; lines merged on long boards."
        => |puzzle, tables| Ok(WalkingDistance::new(puzzle, tables));
    "walking-inversion", "Walking and inversion distance", true, true, "Takahashi, about 2001",
        "The larger of walking and inversion distance up and down, plus the larger of both across."
        => |puzzle, tables| Ok(WalkingInversion::new(puzzle, tables));
    "manhattan+pairs", "Manhattan and reversed pairs", false, false, "copied widely",
        "Manhattan distance plus two for every reversed pair of tiles in their goal line: overestimates where three are reversed."
        => |puzzle, _| Ok(Plus(manhattan(puzzle), ReversedPairs::new(puzzle)));
    "walking-distance+pairs", "Walking distance and reversed pairs", false, false, "a code-golf answer of 2012",
        "Walking distance plus two for every reversed pair of tiles in their goal line: counts moves twice, and overestimates."
        => |puzzle, tables| Ok(Plus(WalkingDistance::new(puzzle, tables), ReversedPairs::new(puzzle)));
}
