//! Pattern databases in the multi-tile metric: the maximum over patterns.
//!
//! Each pattern has a table of the slides that take its tiles and the blank to their goal cells while all other tiles are alike. A
//! slide can move tiles of several patterns at once, so the values of disjoint patterns do not add up: the heuristic is their maximum
//! over all patterns of all partitions.
//!
//! Admissible and consistent, because every value is an exact distance of an abstraction in which each slide is one move
//! (Culberson and Schaeffer 1998).
//!
//! **Memory.** One byte per placement of the tiles of a pattern and the blank. Patterns have at most seven tiles.

use core::fmt;
use std::sync::Arc;

use tilebench_core::{Cost, Heuristic, narrow};
use tilebench_puzzle::{Slide, SlidePuzzle, Word};

use super::pattern_distances::PatternDistances;
use crate::axis::to_byte;
use crate::pattern::placement_ranking::{MAX_PATTERN_TILES, PlacementRanking};
use crate::{LookupTable, PdbSpec, Tables, UnsupportedBoard};

/// The table of one pattern.
struct PatternLookup {
    table: Arc<LookupTable>,
    ranking: PlacementRanking,
    /// The blank and the tiles, in the order of the ranking.
    tiles: Vec<u8>,
}

/// The maximum over pattern databases in slides.
pub struct SlidePdbs {
    lookups: Vec<PatternLookup>,
}

impl fmt::Debug for SlidePdbs {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("SlidePdbs").field("patterns", &self.lookups.len()).finish_non_exhaustive()
    }
}

/// The values carried along a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlidePdbCache<W> {
    /// The cell of every tile and of the blank.
    cells: W,
    h: Cost,
}

impl SlidePdbs {
    /// The databases of `patterns`, for the goal of `puzzle`.
    ///
    /// # Errors
    ///
    /// If the databases do not support this board.
    pub fn new<W: Word>(
        puzzle: &SlidePuzzle<W>,
        patterns: &PdbSpec,
        tables: &Tables,
    ) -> Result<Self, UnsupportedBoard> {
        let goal = puzzle.puzzle().goal();
        let size = goal.size();
        let blank: u8 = narrow(goal.blank(), "boards with patterns have at most 25 cells");
        let mut lookups = Vec::new();
        for mut cells in patterns.slide_cells(goal)?.into_iter().flatten() {
            cells.sort_unstable();
            cells.insert(0, blank);
            let tile =
                |&cell: &u8| narrow(goal.tiles()[usize::from(cell)], "tiles of boards with patterns have 8 bits");
            let tiles: Vec<u8> = cells.iter().map(tile).collect();
            if tiles.len() > MAX_PATTERN_TILES {
                return Err(UnsupportedBoard(format!(
                    "a pattern of {} tiles is too large for metric multi, whose tables include the blank: use patterns of at most {} \
                     tiles",
                    tiles.len() - 1,
                    MAX_PATTERN_TILES - 1
                )));
            }
            let spec = PatternDistances { size, cells };
            let ranking = spec.ranking();
            if ranking.placements() > PatternDistances::MAX_PLACEMENTS {
                return Err(UnsupportedBoard(format!(
                    "a pattern of {} tiles on a {size} board has {} placements with the blank, more than the {} of the largest table: \
                     use smaller patterns",
                    tiles.len() - 1,
                    ranking.placements(),
                    PatternDistances::MAX_PLACEMENTS
                )));
            }
            lookups.push(PatternLookup { table: tables.get(&spec), ranking, tiles });
        }
        Ok(Self { lookups })
    }

    /// The maximum over the patterns, given the cell of every tile.
    #[inline]
    fn maximum<W: Word>(&self, cells: W) -> Cost {
        let values = self.lookups.iter().map(|lookup| {
            let rank = lookup.ranking.rank(|tile| to_byte(cells.tile(usize::from(lookup.tiles[tile]))));
            Cost::from(lookup.table[rank])
        });
        values.fold(0, Cost::max)
    }
}

impl<W: Word> Heuristic<SlidePuzzle<W>> for SlidePdbs {
    type Cache = SlidePdbCache<W>;

    fn initial(&self, puzzle: &SlidePuzzle<W>, state: W) -> SlidePdbCache<W> {
        let cells = (0..puzzle.puzzle().size().cells()).fold(W::zero(), |word, cell| word.with(state.tile(cell), cell));
        SlidePdbCache { cells, h: self.maximum(cells) }
    }

    #[inline]
    fn step(&self, _: &SlidePuzzle<W>, cache: SlidePdbCache<W>, parent: W, op: Slide) -> SlidePdbCache<W> {
        let mut cells = cache.cells.with_xor(0, op.from() ^ op.to());
        for (to, from) in op.steps() {
            cells = cells.with_xor(parent.tile(from), from ^ to);
        }
        SlidePdbCache { cells, h: self.maximum(cells) }
    }

    #[inline]
    fn h(&self, cache: SlidePdbCache<W>) -> Cost {
        cache.h
    }
}

#[cfg(test)]
mod tests {
    use tilebench_core::HeuristicExt;
    use tilebench_puzzle::{Board, Goal, Metric, OperatorOrder, Puzzle};
    use tilebench_testkit::{DeclaredProperties, Oracle, check_slide_laws};

    use super::*;

    fn check(goal: &Board, patterns: &str) {
        let oracle = Oracle::in_metric(goal, Metric::Multi);
        let declared = DeclaredProperties { admissible: true, consistent: true };
        let spec = PdbSpec::parse(patterns).unwrap();
        let make = |puzzle: &SlidePuzzle<u64>| SlidePdbs::new(puzzle, &spec, &Tables::in_memory()).unwrap();
        check_slide_laws(&oracle, make, declared);
    }

    #[test]
    fn maxima_over_patterns_obey_the_laws_on_every_edge() {
        for goal in [Goal::BlankFirst, Goal::BlankLast] {
            check(&goal.board("3x3".parse().unwrap()).unwrap(), "4-4");
            check(&goal.board("2x4".parse().unwrap()).unwrap(), "1,2,3/4,5,6,7");
        }
        check(&Board::parse("1 2 3 8 0 4 7 6 5", None).unwrap(), "1,2,3/4,5,6");
        check(&Goal::BlankFirst.board("3x3".parse().unwrap()).unwrap(), "4-4+reflected");
    }

    #[test]
    fn a_further_pattern_never_lowers_the_maximum_and_all_tiles_but_two_give_the_distance() {
        let goal = Goal::BlankFirst.board("2x3".parse().unwrap()).unwrap();
        let puzzle = SlidePuzzle::<u64>::new(Puzzle::new(&goal, &OperatorOrder::default()).unwrap());
        let make =
            |patterns: &str| SlidePdbs::new(&puzzle, &PdbSpec::parse(patterns).unwrap(), &Tables::in_memory()).unwrap();
        let (one, both) = (make("1,2"), make("1,2/4,5"));
        // The order of two remaining tiles follows from the parity.
        let exact = make("1,2,3");
        let mut above = 0;
        for (board, distance) in Oracle::in_metric(&goal, Metric::Multi).boards() {
            let state = puzzle.puzzle().state(board).unwrap();
            let [fewer, more, all] = [&one, &both, &exact].map(|heuristic| heuristic.estimate(&puzzle, state));
            assert!(fewer <= more && more <= all && all == *distance, "{board}: {fewer}, {more}, {all}");
            above += more - fewer;
        }
        assert!(above > 0);
    }

    #[test]
    fn patterns_of_more_than_seven_tiles_and_dual_look_ups_are_refused() {
        let refused = |size: &str, patterns: &str| {
            let goal = Goal::BlankFirst.board(size.parse().unwrap()).unwrap();
            let puzzle = SlidePuzzle::<u64>::new(Puzzle::new(&goal, &OperatorOrder::default()).unwrap());
            let spec = PdbSpec::parse(patterns).unwrap();
            SlidePdbs::new(&puzzle, &spec, &Tables::planned()).unwrap_err().to_string()
        };
        assert!(refused("4x4", "7-8").starts_with("a pattern of 8 tiles is too large for metric multi"));
        assert!(refused("3x3", "4-4+dual").contains("no form for metric multi"));
    }
}
