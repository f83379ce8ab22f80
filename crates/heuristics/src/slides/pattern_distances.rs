//! The table of a pattern in the multi-tile metric: breadth-first search over the placements of its tiles and the blank.
//!
//! **Values.** For every placement of the pattern's tiles and of the blank, the minimum number of slides that take them to their goal
//! cells. All other tiles are alike, and a slide costs 1 whichever tiles it moves.
//!
//! **Memory.** One byte per placement; the search needs no other memory, and reads the whole table once per depth.

use tilebench_core::narrow;
use tilebench_puzzle::Size;

use crate::pattern::placement_ranking::{PlacementRanking, unrank_permutation};
use crate::{TableEvent, TableObserver, TableSpec};

/// The value of placements that are not reached.
const UNREACHED: u8 = u8::MAX;

/// A pattern: the blank and tiles.
#[derive(Clone, Debug)]
pub(super) struct PatternDistances {
    pub(super) size: Size,
    /// The goal cells of the blank and of the tiles.
    pub(super) cells: Vec<u8>,
}

impl PatternDistances {
    /// The maximum number of placements: those of seven tiles and the blank on 4x4 fit.
    pub(super) const MAX_PLACEMENTS: u64 = 1 << 29;

    pub(super) fn ranking(&self) -> PlacementRanking {
        PlacementRanking::new(self.size.cells(), self.cells.len())
    }

    fn joined(&self, separator: &str) -> String {
        self.cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
    }
}

impl TableSpec for PatternDistances {
    fn identity(&self) -> String {
        format!("slides {} blank-and-cells={} entries=distance-8-bit", self.size, self.joined(","))
    }

    fn name(&self) -> String {
        format!("slides-{}-{}", self.size, self.joined("-"))
    }

    fn bytes(&self) -> u64 {
        self.ranking().placements()
    }

    fn build(&self, observer: &dyn TableObserver) -> Vec<u8> {
        let ranking = self.ranking();
        let sets = ranking.all_cell_sets();
        let mut distances = vec![UNREACHED; narrow(ranking.placements(), "at most 2^29 placements")];
        let goal = ranking.rank(|object| self.cells[object]);
        distances[goal] = 0;
        let (mut done, mut left_at_depth) = (0, 1);
        let mut board = [0; 25];
        for depth in 0..UNREACHED {
            if left_at_depth == 0 {
                break;
            }
            done += left_at_depth;
            observer.event(&TableEvent::Progress { done, of: ranking.placements() });
            left_at_depth = 0;
            for rank in 0..distances.len() {
                if distances[rank] != depth {
                    continue;
                }
                let mut cells = placement(&ranking, &sets, rank);
                board.fill(0);
                for (object, &cell) in (1..).zip(&cells[..self.cells.len()]) {
                    board[usize::from(cell)] = object;
                }
                self.visit_slides(&mut cells, &board, |cells| {
                    let reached = &mut distances[ranking.rank(|object| cells[object])];
                    if *reached == UNREACHED {
                        *reached = depth + 1;
                        left_at_depth += 1;
                    }
                });
            }
        }
        distances
    }
}

impl PatternDistances {
    /// Calls `each` with the cells of the objects after every slide. `board` is the object of each cell from 1, 0 for a tile outside
    /// of the pattern; the blank is object 1.
    fn visit_slides(&self, cells: &mut [u8; 8], board: &[u8; 25], mut each: impl FnMut(&[u8; 8])) {
        let (cols, last) = (self.size.cols(), self.size.cells() - 1);
        let blank = usize::from(cells[0]);
        let col = blank % cols;
        for (step, towards_end, steps) in [
            (1, false, col),
            (1, true, cols - 1 - col),
            (cols, false, blank / cols),
            (cols, true, (last - blank) / cols),
        ] {
            let before = *cells;
            let mut cell = blank;
            for _ in 0..steps {
                let from = if towards_end { cell + step } else { cell - step };
                let object = usize::from(board[from]);
                if object > 0 {
                    cells[object - 1] = to_cell(cell);
                }
                cells[0] = to_cell(from);
                cell = from;
                each(cells);
            }
            *cells = before;
        }
    }
}

fn to_cell(cell: usize) -> u8 {
    narrow(cell, "boards with patterns have at most 25 cells")
}

/// The cells of the objects of the placement numbered `rank`.
fn placement(ranking: &PlacementRanking, sets: &[u32], rank: usize) -> [u8; 8] {
    let (set, permutation) = (rank / ranking.permutations(), rank % ranking.permutations());
    let slots = unrank_permutation(permutation, ranking.tiles());
    let mut occupied_cells = [0; 8];
    let mut set = sets[set];
    for cell in occupied_cells.iter_mut().take(ranking.tiles()) {
        *cell = narrow(set.trailing_zeros(), "cells are below 25");
        set &= set - 1;
    }
    slots.map(|slot| occupied_cells[usize::from(slot)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rank_is_that_of_its_placement() {
        for tiles in 2..=5 {
            let ranking = PlacementRanking::new(9, tiles);
            let sets = ranking.all_cell_sets();
            for rank in 0..usize::try_from(ranking.placements()).unwrap() {
                let cells = placement(&ranking, &sets, rank);
                assert_eq!(ranking.rank(|object| cells[object]), rank);
            }
        }
    }
}
