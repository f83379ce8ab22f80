//! The pairs of moves of the last moves and the corner tiles as a sum of terms, each of which is a bit of a table.
//!
//! A term is a forced step, or one or two tiles beside the corners of an edge; the bit says whether it adds a pair, or saves its line
//! one instead. This holds if no line of a required step is an edge with tiles beside corners, and if a tile that an ending forces has
//! no other beside a corner in its edge; on 4x4 boards, if the goal's blank is in a corner.

mod build;

use tilebench_core::narrow;

/// The pairs of moves that the last moves and the corner tiles add on a board of at most 16 cells.
#[derive(Clone, Debug)]
pub struct PairTerms {
    /// By cell and tile: the steps that are forced if the tile is in the cell, as bits; at most [`Self::MAX_STEPS`] bits.
    pub forced: Box<[[u16; 16]; 16]>,
    /// By step: the codes of its line for which it saves a pair; none if lines save none.
    pub steps: Vec<Option<CodeSet>>,
    /// The corners whose tile may be absent.
    pub corners: Vec<CornerCells>,
    /// The tiles beside corners, edge by edge.
    pub edges: Vec<EdgeTerm>,
    /// The endings, or one without steps if the last moves are not counted.
    pub endings: Vec<EndingTerms>,
    /// By cell of the blank: the board of four bits per cell at most one move from the goal, or 0. It adds no pair.
    pub near_goal: [u64; 16],
    /// The goal in four bits per cell.
    pub goal: u64,
}

/// A set of codes of a line.
#[derive(Clone, Copy, Debug)]
pub struct CodeSet {
    /// 0 for rows, 1 for columns.
    pub axis: usize,
    /// The bit of the codes of this axis at which the line begins.
    pub first: u32,
    /// One bit per code of ten bits.
    pub codes: [u64; 16],
}

/// A corner and its two neighbours.
#[derive(Clone, Copy, Debug)]
pub struct CornerCells {
    /// The first bit of the corner.
    pub corner: u32,
    /// The tile of the corner.
    pub tile: u64,
    /// The first bits of the neighbours.
    pub neighbours: [u32; 2],
    /// The neighbours' tiles as bits, or 0 if they are never counted.
    pub tiles: [u8; 2],
}

/// The tiles beside the corners of an edge.
#[derive(Clone, Debug)]
pub enum EdgeTerm {
    /// One tile.
    One {
        /// Its bit.
        tile: u8,
        /// The codes for which it saves a pair.
        saves: Option<CodeSet>,
    },
    /// Two tiles in a line that may save pairs.
    Two {
        /// Their bits.
        tiles: [u8; 2],
        /// The codes for which one of them saves a pair if only this one must move.
        saves: Box<[CodeSet; 2]>,
        /// The codes for which both together save at least one pair, and two.
        save_together: Box<[CodeSet; 2]>,
    },
}

/// The terms of an ending.
#[derive(Clone, Copy, Debug)]
pub struct EndingTerms {
    /// Its steps, as bits.
    pub steps: u16,
    /// The edge whose only tile it forces, which therefore is not counted.
    pub forced_edges: u16,
}

impl PairTerms {
    /// The maximum number of steps: the codes of rows are stored above one bit per step.
    pub const MAX_STEPS: usize = 14;

    /// The number of steps.
    #[must_use]
    pub fn step_bits(&self) -> u32 {
        narrow(self.steps.len(), "there are at most 14 steps")
    }

    /// Whether `board` adds at most `slack` pairs of moves. The blank is zero and in the cell `blank`; forced steps are the lowest bits
    /// of the codes of rows.
    #[inline]
    #[must_use]
    pub fn fits(&self, board: u64, blank: usize, codes: [u64; 2], slack: u32) -> bool {
        let steps = self.paid_steps(codes);
        let in_ending = |ending: &EndingTerms| (steps & ending.steps).count_ones();
        let least = self.endings.iter().map(in_ending).min().unwrap_or(0);
        // Tiles beside corners only add pairs, and most boards have none that must move.
        let fits = least <= slack && {
            let must_move = self.must_move(board);
            must_move == 0 || self.pairs(steps, must_move, codes) <= slack
        };
        fits || board == self.near_goal[blank & 15]
    }

    /// The forced steps that add a pair.
    #[inline]
    fn paid_steps(&self, codes: [u64; 2]) -> u16 {
        let mut steps = 0;
        for (saves, step) in self.steps.iter().zip(0..) {
            let is_saved = saves.as_ref().is_some_and(|set| set.contains(codes));
            steps |= u16::from(codes[0] >> step & 1 == 1 && !is_saved) << step;
        }
        steps
    }

    /// The pairs of moves that these steps and tiles beside corners add.
    fn pairs(&self, steps: u16, must_move: u8, codes: [u64; 2]) -> u32 {
        let saves = |set: &Option<CodeSet>| set.as_ref().is_some_and(|set| set.contains(codes));
        let mut edges = [0; 8];
        for (term, pairs) in self.edges.iter().zip(&mut edges) {
            *pairs = match term {
                EdgeTerm::One { tile, saves: set } => u32::from(must_move & tile != 0 && !saves(set)),
                EdgeTerm::Two { tiles, saves, save_together } => match tiles.map(|tile| must_move & tile != 0) {
                    [false, false] => 0,
                    [true, true] => 2 - save_together.iter().map(|set| u32::from(set.contains(codes))).sum::<u32>(),
                    [first, _] => u32::from(!saves[usize::from(!first)].contains(codes)),
                },
            };
        }
        let each = self.endings.iter().map(|ending| {
            let counted = edges.iter().zip(0..).filter(|(_, edge)| ending.forced_edges >> edge & 1 == 0);
            (steps & ending.steps).count_ones() + counted.map(|(pairs, _)| pairs).sum::<u32>()
        });
        each.min().unwrap_or(0)
    }

    /// The tiles beside corners that must move, as bits.
    #[inline]
    fn must_move(&self, board: u64) -> u8 {
        let cell = |word: u64, first: u32| word >> first & 15;
        let differing = board ^ self.goal;
        self.corners.iter().filter(|corner| cell(differing, corner.corner) != 0).fold(0, |all, corner| {
            let has_blank = cell(board, corner.corner) == 0;
            (0..2).fold(all, |all, side| {
                let [here, there] = [corner.neighbours[side], corner.neighbours[1 - side]];
                let must_move = cell(differing, here) == 0 && !(has_blank && cell(board, there) == corner.tile);
                all | if must_move { corner.tiles[side] } else { 0 }
            })
        })
    }
}

impl CodeSet {
    /// Whether the code of the line is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, codes: [u64; 2]) -> bool {
        let code = codes[self.axis & 1] >> self.first & 1023;
        self.codes[(code >> 6) as usize] >> (code & 63) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use tilebench_core::Heuristic;
    use tilebench_puzzle::{Board, Generator, Goal, Grid, OperatorOrder, Puzzle, Size, Word};

    use super::super::KorfTaylor;
    use super::super::base_heuristic::BaseHeuristic;
    use crate::{LinearConflict, TileSum};

    /// Compares the terms with the pairs of the heuristic, on boards near the goal and far from it; `codes` returns the codes of a
    /// state. Returns whether there are terms.
    fn check<B: BaseHeuristic<u64>, const LAST: bool, const CORNERS: bool>(
        goal: &Board,
        codes: impl Fn(&KorfTaylor<B, LAST, CORNERS>, &Puzzle<u64>, u64) -> [u64; 2],
    ) -> bool {
        let puzzle = Puzzle::<u64>::new(goal, &OperatorOrder::default()).unwrap();
        let heuristic = KorfTaylor::<B, LAST, CORNERS>::new(&puzzle);
        let Some(terms) = heuristic.pair_terms(&puzzle) else { return false };
        let (mut generator, mut all) = (Generator::new(7), 0);
        for number in 0..3_000 {
            let board = if number % 2 == 0 { generator.board(goal) } else { generator.walk(goal, number / 40) };
            let state = puzzle.state(&board).unwrap();
            let cache = heuristic.initial(&puzzle, state);
            let forced = (0..puzzle.cells()).fold(0, |all, cell| all | terms.forced[cell][state.tile(cell) & 15]);
            let [rows, columns] = codes(&heuristic, &puzzle, state);
            let codes = [rows << terms.step_bits() | u64::from(forced), columns];
            let pairs = (heuristic.h(cache) - heuristic.base.h(cache.base)) / 2;
            for slack in 0..12 {
                assert_eq!(terms.fits(state, state.blank(), codes, slack), pairs <= slack, "{board}");
            }
            all += pairs;
        }
        assert!(all > 10 || puzzle.cells() < 9, "{goal}: {all}");
        true
    }

    /// The codes of linear conflict.
    fn line_codes<const LAST: bool, const CORNERS: bool>(
        heuristic: &KorfTaylor<LinearConflict<u64>, LAST, CORNERS>,
        puzzle: &Puzzle<u64>,
        state: u64,
    ) -> [u64; 2] {
        (0..puzzle.cells()).filter(|&cell| state.tile(cell) > 0).fold([0; 2], |sums: [u64; 2], cell| {
            let [row, column] = heuristic.base.terms(puzzle, state.tile(cell), cell);
            [sums[0] + u64::try_from(row).unwrap(), sums[1] + u64::try_from(column).unwrap()]
        })
    }

    fn check_all(goal: &Board) -> [bool; 4] {
        [
            check::<TileSum, true, true>(goal, |_, _, _| [0; 2])
                & check::<TileSum, true, false>(goal, |_, _, _| [0; 2])
                & check::<TileSum, false, true>(goal, |_, _, _| [0; 2]),
            check::<LinearConflict<u64>, true, true>(goal, line_codes),
            check::<LinearConflict<u64>, true, false>(goal, line_codes),
            check::<LinearConflict<u64>, false, true>(goal, line_codes),
        ]
    }

    #[test]
    fn terms_equal_the_heuristic_on_boards_of_four_by_four_with_the_blank_of_the_goal_in_a_corner() {
        let size = Size::new(4, 4).unwrap();
        for goal in [Goal::BlankFirst, Goal::BlankLast] {
            assert_eq!(check_all(&goal.board(size).unwrap()), [true; 4]);
        }
        let goal = Board::parse("5 1 13 0 2 14 7 10 8 9 6 11 12 3 4 15", None).unwrap();
        assert_eq!(check_all(&goal), [true; 4]);
    }

    #[test]
    fn terms_without_lines_equal_the_heuristic_on_all_boards_and_those_of_lines_where_they_are_a_sum() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 3), (2, 8)] {
            let goal = Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap();
            for seed in 0..8 {
                let goal = Generator::new(seed).board(&goal);
                assert!(check_all(&goal)[0], "{goal}");
            }
        }
    }
}
