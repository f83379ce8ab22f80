//! The weighted distance that determines the end of a jump.

use tilebench_core::{Cost, narrow};
use tilebench_puzzle::Grid;

/// The factor of each goal cell, for a goal whose blank is in the last cell.
const FACTORS: [[Cost; 4]; 4] = [[26, 8, 4, 6], [8, 8, 4, 4], [4, 4, 1, 1], [3, 2, 1, 0]];

/// The sum over the tiles of the squared row distance plus the squared column distance from the goal cell, multiplied by
/// the factor of the goal cell; plus the blank's row, counted from 0 in the row furthest from its goal. The goal has the value 3, which
/// other states may have too.
#[derive(Clone, Debug)]
pub(super) struct WeightedDistance {
    /// By tile and cell.
    parts: [[Cost; 16]; 16],
}

impl WeightedDistance {
    /// The distance on `domain`, with the factors mirrored to the corner of its goal's blank.
    ///
    /// # Errors
    ///
    /// If the domain is not 4x4, or its goal's blank is not in a corner.
    pub(super) fn new<D: Grid>(domain: &D) -> Result<Self, String> {
        let (row, col) = (domain.goal_cell(0) / domain.cols(), domain.goal_cell(0) % domain.cols());
        if (domain.rows(), domain.cols()) != (4, 4) || !matches!(row, 0 | 3) || !matches!(col, 0 | 3) {
            return Err(
                "jumps weigh the cells of 4x4 boards whose goal has the blank in a corner: use staged or strategy"
                    .to_owned(),
            );
        }
        let mirrored = |cell: usize| {
            let (at_row, at_col) = (cell / 4, cell % 4);
            (if row == 0 { 3 - at_row } else { at_row }, if col == 0 { 3 - at_col } else { at_col })
        };
        let mut parts = [[0; 16]; 16];
        for (tile, parts) in parts.iter_mut().enumerate() {
            let (goal_row, goal_col) = mirrored(domain.goal_cell(tile));
            for (cell, part) in parts.iter_mut().enumerate() {
                let (row, col) = mirrored(cell);
                let squares = row.abs_diff(goal_row).pow(2) + col.abs_diff(goal_col).pow(2);
                let value = if tile == 0 { row } else { squares };
                let factor = if tile == 0 { 1 } else { FACTORS[goal_row][goal_col] };
                *part = factor * narrow::<Cost, _>(value, "rows and columns are below 4");
            }
        }
        Ok(Self { parts })
    }

    /// The distance of `state`.
    pub(super) fn value<D: Grid>(&self, domain: &D, state: D::State) -> Cost {
        (0..16).map(|cell| self.parts[domain.tile_at(state, cell) & 15][cell]).sum()
    }

    /// The distance of the successor of `state` by `op`; `value` is the distance of `state`.
    #[inline]
    pub(super) fn step<D: Grid>(&self, domain: &D, value: Cost, state: D::State, op: D::Op) -> Cost {
        let (from, to) = (domain.destination(domain.inverse(op)) & 15, domain.destination(op) & 15);
        let (tile, blank) = (&self.parts[domain.tile_at(state, to) & 15], &self.parts[0]);
        value + tile[from] + blank[to] - tile[to] - blank[from]
    }
}
