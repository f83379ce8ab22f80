//! Look-ups of a partition: regular, or in the dual state.
//!
//! **Regular.** The cells of a pattern's tiles, and the cost of moving them to their goals.
//!
//! **Reflected.** The same partition mirrored in the main diagonal: another partition, whose
//! patterns have the same shapes and so the same tables.
//!
//! **Dual** (Felner and others 2005). A shortest path read backwards takes the tiles that stand in a pattern's cells from
//! their goal cells to those cells, and ends with the blank in its present cell. So the tiles in the
//! pattern's cells, whichever they are, have the cost that the table gives for their goal cells. If
//! the blank stands in one of the cells, the pattern is one tile smaller and has a table of its own:
//! a dual look-up of a pattern of k tiles needs k more tables of k - 1 tiles. The tile in the blank's
//! goal cell counts by its Manhattan distance, like single tiles.

use tilebench_puzzle::{Board, Grid, Op, Puzzle, Word};

use super::pattern_lookup::{PatternLookup, TableSources};
use super::pattern_shape::{PatternShape, Symmetry};
use crate::UnsupportedBoard;
use crate::axis::to_byte;

/// The pattern of a tile or cell that is in no pattern.
const NO_PATTERN: u8 = u8::MAX;

/// The look-up of a partition.
#[derive(Clone, Debug)]
pub(crate) enum PartitionLookup {
    Regular {
        /// By tile: its pattern.
        pattern: [u8; 32],
        lookups: Vec<PatternLookup>,
    },
    Dual {
        /// By cell: its pattern.
        pattern: [u8; 32],
        /// By pattern, then by the cell of the blank.
        lookups: Vec<Vec<PatternLookup>>,
    },
}

/// The excesses over Manhattan distance of the patterns of one look-up, halved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HalfExcesses {
    /// Half of each pattern's excess, four bits each.
    halves: u64,
    /// Half of their sum.
    pub(crate) sum: u32,
}

impl HalfExcesses {
    #[inline]
    fn set(&mut self, pattern: usize, half: u64) {
        let shift = 4 * (pattern & 15);
        let known = self.halves >> shift & 15;
        self.halves ^= (known ^ half) << shift;
        #[expect(clippy::cast_possible_truncation, reason = "halves are below 16")]
        let (known, half) = (known as u32, half as u32);
        self.sum = self.sum - known + half;
    }
}

impl PartitionLookup {
    /// The regular look-ups of the patterns with these goal cells.
    pub(crate) fn regular(
        goal: &Board,
        groups: &[Vec<u8>],
        sources: &mut TableSources<'_>,
    ) -> Result<Self, UnsupportedBoard> {
        let listed = identity();
        let mut pattern = [NO_PATTERN; 32];
        let lookups = groups.iter().enumerate().map(|(number, cells)| {
            let tile = |cell: u8| to_byte(usize::from(goal.tiles()[usize::from(cell)]));
            for &cell in cells {
                pattern[usize::from(tile(cell))] = to_byte(number);
            }
            let (shape, symmetry) = PatternShape::new(goal.size(), cells, to_byte(goal.blank()));
            PatternLookup::new(&shape, &symmetry, cells, tile, &listed, sources)
        });
        let lookups = lookups.collect::<Result<_, _>>()?;
        Ok(Self::Regular { pattern, lookups })
    }

    /// The dual look-ups of the patterns with these goal cells.
    pub(crate) fn dual(
        goal: &Board,
        groups: &[Vec<u8>],
        sources: &mut TableSources<'_>,
    ) -> Result<Self, UnsupportedBoard> {
        let listed = goal_cells(goal);
        let mut pattern = [NO_PATTERN; 32];
        let lookups = groups.iter().enumerate().map(|(number, cells)| {
            for &cell in cells {
                pattern[usize::from(cell)] = to_byte(number);
            }
            let of_blank = (0..goal.size().cells()).map(|blank| {
                let blank = to_byte(blank);
                let tiles: Vec<u8> = cells.iter().copied().filter(|cell| *cell != blank).collect();
                let (shape, symmetry) = PatternShape::new(goal.size(), &tiles, blank);
                PatternLookup::new(&shape, &symmetry, &tiles, |cell| cell, &listed, sources)
            });
            of_blank.collect::<Result<Vec<_>, _>>()
        });
        let lookups = lookups.collect::<Result<_, _>>()?;
        Ok(Self::Dual { pattern, lookups })
    }

    /// The excesses for a state and its inverse.
    pub(crate) fn initial<W: Word>(&self, state: W, inverse: W) -> HalfExcesses {
        let mut excess = HalfExcesses::default();
        match self {
            Self::Regular { lookups, .. } => {
                for (pattern, lookup) in lookups.iter().enumerate() {
                    excess.set(pattern, lookup.half_excess(inverse, state.blank()));
                }
            }
            Self::Dual { lookups, .. } => {
                let blank = state.blank();
                for (pattern, lookups) in lookups.iter().enumerate() {
                    excess.set(pattern, lookups[blank].half_excess(state, blank));
                }
            }
        }
        excess
    }

    /// The excesses for the state after `op` moved `tile`: only the patterns that the move changed are
    /// looked up again.
    #[inline]
    pub(crate) fn step<W: Word>(
        &self,
        mut excess: HalfExcesses,
        state: W,
        inverse: W,
        op: Op,
        tile: usize,
    ) -> HalfExcesses {
        match self {
            Self::Regular { pattern, lookups } => {
                let pattern = usize::from(pattern[tile & 31]);
                if let Some(lookup) = lookups.get(pattern) {
                    excess.set(pattern, lookup.half_excess(inverse, op.to()));
                }
            }
            Self::Dual { pattern, lookups } => {
                let (left, entered) = (usize::from(pattern[op.from()]), usize::from(pattern[op.to()]));
                if let Some(lookups) = lookups.get(left) {
                    excess.set(left, lookups[op.to()].half_excess(state, op.to()));
                }
                if left != entered
                    && let Some(lookups) = lookups.get(entered)
                {
                    excess.set(entered, lookups[op.to()].half_excess(state, op.to()));
                }
            }
        }
        excess
    }
}

/// The inverse of the state: the cell of each tile. The blank is left out.
pub(crate) fn inverse<W: Word>(puzzle: &Puzzle<W>, state: W) -> W {
    let tiles = (0..puzzle.cells()).map(|cell| (cell, state.tile(cell)));
    tiles.filter(|(_, tile)| *tile > 0).fold(W::zero(), |word, (cell, tile)| word.with(tile, cell))
}

fn identity() -> Symmetry {
    let mut map = [0; 32];
    for (cell, to) in (0..).zip(&mut map) {
        *to = cell;
    }
    map
}

fn goal_cells(goal: &Board) -> Symmetry {
    let mut map = [0; 32];
    for (entry, &cell) in map.iter_mut().zip(goal.cells_of_tiles().iter()) {
        *entry = to_byte(usize::from(cell));
    }
    map
}
