//! Heuristics for sliding-tile puzzles, one file or folder per heuristic.
//!
//! A heuristic is evaluated incrementally along a path. The catalog declares for each heuristic whether it is
//! admissible and consistent, and tests check this against breadth-first search.
//!
//! # Example
//!
//! ```
//! use tilebench_core::HeuristicExt;
//! use tilebench_heuristics::{LinearConflict, manhattan};
//! use tilebench_puzzle::{Board, Goal, OperatorOrder, Puzzle};
//!
//! // The first instance of Korf 1985.
//! let board = Board::parse("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", None)?;
//! let puzzle = Puzzle::<u64>::new(&Goal::BlankFirst.board(board.size())?, &OperatorOrder::default())?;
//! let start = puzzle.state(&board)?;
//! assert_eq!(manhattan(&puzzle).estimate(&puzzle, start), 41);
//! assert_eq!(LinearConflict::new(&puzzle).estimate(&puzzle, start), 43);
//! # Ok::<(), tilebench_puzzle::PuzzleError>(())
//! ```

mod axis;
mod costed;
mod duplicates;
mod hamming;
mod inversion_distance;
mod korf_taylor;
mod line_codes;
mod linear_conflict;
mod manhattan;
mod manhattan_without;
mod pattern;
mod reversed_pairs;
mod slides;
mod sum;
pub mod tables;
mod tile_sum;
mod unsupported_board;
mod walking;
mod walking_distance;
mod walking_inversion;

pub use axis::Axis;
pub use costed::{
    CostedLinearConflict, CostedPdbs, CostedTileSum, Scaled, costed_hamming, costed_manhattan, costed_manhattan_without,
};
pub use duplicates::{
    BATCH_BYTES, BATCH_ORDER, CUT, MoveString, PruningTable, StringAutomaton, duplicate_strings_in_batches,
};
pub use hamming::hamming;
pub use inversion_distance::{InversionDistance, InversionMove};
pub use korf_taylor::{
    CodeSet, ConflictCornerTiles, ConflictLastMoves, ConflictLastMovesCornerTiles, CornerCells, EdgeTerm, EndingTerms,
    KorfTaylor, KorfTaylorCache, ManhattanCornerTiles, ManhattanLastMoves, ManhattanLastMovesCornerTiles, PairTerms,
};
pub use line_codes::LineCodes;
pub use linear_conflict::{ConflictCache, LinearConflict};
pub use manhattan::manhattan;
pub use manhattan_without::{TilesLeftOut, manhattan_without};
pub use pattern::{
    IncrementalPdbCache, IncrementalPdbPending, IncrementalPdbs, MultiplePdbCache, MultiplePdbPending, MultiplePdbs,
    Partition, PatternCache, PatternDatabases, PdbSpec, PdbTable, binomial, factorial, named_partitions,
};
pub use reversed_pairs::ReversedPairs;
pub use slides::{SlideManhattan, SlidePdbs};
pub use sum::Sum;
pub use tables::{LookupTable, NoTableObserver, TableEvent, TableObserver, TableSpec, Tables};
pub use tile_sum::TileSum;
pub use unsupported_board::UnsupportedBoard;
pub use walking::WalkingMoves;
pub use walking_distance::WalkingDistance;
pub use walking_inversion::WalkingInversion;
