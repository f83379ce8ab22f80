//! The exact eta of Manhattan distance, and random boards in proportion to b^-(Manhattan distance).
//!
//! Manhattan distance is a sum over the tiles, so the sum of b^-(Manhattan distance) over all arrangements is the permanent of
//! the matrix with an entry b^-d for a tile and a cell at the distance d from its goal cell. The row of the blank contains the
//! weights of its cells. A solvable arrangement is one whose sign as a permutation equals (-1)^d for the blank, so the sum over
//! the solvable ones is half the sum of the permanent and of a determinant, whose row of the blank has these signs.
//!
//! The permanent is computed by dynamic programming over the sets of tiles in the first cells, in 8 bytes per set: at most 384 MiB on
//! 5x5. The partial sums also give the share of each choice of a tile for the last free cell, by which boards are drawn exactly.
//! All terms are positive, so the relative error is about 1e-14.
//!
//! *Reference*: the permanent is that of mspiegel/A087725.

use tilebench_puzzle::{Board, SeededRng};

use super::{BlankWeighting, branching_factor};
use crate::board_values::BoardDistribution;
use crate::{CatalogError, check_packable};

/// The sums of b^-(Manhattan distance) over partial boards of one goal.
#[derive(Debug)]
pub struct ManhattanSums {
    goal: Board,
    /// By cell and tile: b^-d. The entries of the blank are not used.
    factors: Vec<Vec<f64>>,
    /// By cell: the tiles, from the nearest goal cell to the farthest.
    nearest: Vec<Vec<usize>>,
    /// By set of tiles: the sum over the arrangements of these tiles in the first cells, without the blank.
    without_blank: Vec<f64>,
    /// By set of tiles: the sum over the arrangements of these tiles and the blank, of weight 1, in the first cells.
    with_blank: Vec<f64>,
}

impl ManhattanSums {
    /// The sums for `goal`.
    ///
    /// # Errors
    ///
    /// If the board has more than 25 cells.
    pub fn new(goal: &Board) -> Result<Self, CatalogError> {
        let size = goal.size();
        check_packable(size, "the exact eta of Manhattan distance")?;
        let goal_cells = goal.cells_of_tiles();
        let b = branching_factor(size);
        let mut powers = vec![1.0];
        for distance in 0..size.rows() + size.cols() {
            powers.push(powers[distance] / b);
        }
        let distance = |cell: usize, tile: usize| size.distance(cell, goal_cells[tile].into());
        let all = || 0..size.cells();
        let factors = all().map(|cell| all().map(|tile| powers[distance(cell, tile)]).collect()).collect();
        let nearest = all().map(|cell| {
            let mut tiles: Vec<usize> = (1..size.cells()).collect();
            tiles.sort_by_key(|&tile| distance(cell, tile));
            tiles
        });
        let nearest = nearest.collect();
        let mut sums = Self { goal: goal.clone(), factors, nearest, without_blank: Vec::new(), with_blank: Vec::new() };
        sums.without_blank = sums.add_up(&[]);
        sums.with_blank = sums.add_up(&BlankWeighting::Uniform.weights(size));
        Ok(sums)
    }

    /// The exact eta of Manhattan distance.
    #[must_use]
    pub fn eta(&self, weighting: BlankWeighting) -> f64 {
        let size = self.goal.size();
        let weights = weighting.weights(size);
        let permanent = match weighting {
            BlankWeighting::Uniform => last(&self.with_blank),
            _ => last(&self.add_up(&weights)),
        };
        // Cells are numbered by the tile that the goal has there, so that the goal is the identity.
        let blank_cell = self.goal.blank();
        let sign = |cell| if size.distance(cell, blank_cell).is_multiple_of(2) { 1.0 } else { -1.0 };
        let row = |&tile: &u16| -> Vec<f64> {
            match usize::from(tile) {
                0 => weights.iter().enumerate().map(|(cell, weight)| sign(cell) * weight).collect(),
                tile => self.factors.iter().map(|by_tile| by_tile[tile]).collect(),
            }
        };
        let determinant = determinant(self.goal.tiles().iter().map(row).collect());
        let arrangements: f64 = (1..=size.cells()).map(|factor| factor as f64).product();
        (permanent + determinant) / arrangements
    }

    /// Draws an arrangement, which may be unsolvable.
    fn arrangement(&self, rng: &mut SeededRng) -> Board {
        let cells = self.goal.size().cells();
        let mut tiles = vec![0; cells];
        let (mut left, mut is_blank_left) = (self.without_blank.len() - 1, true);
        for cell in (0..cells).rev() {
            let sums = if is_blank_left { &self.with_blank } else { &self.without_blank };
            let mut rest = rng.unit() * sums[left];
            // If rounding leaves a rest after the last possibility, it is chosen.
            let mut chosen = 0;
            for &tile in self.nearest[cell].iter().filter(|&&tile| left & bit(tile) != 0) {
                chosen = tile;
                rest -= self.factors[cell][tile] * sums[left ^ bit(tile)];
                if rest < 0.0 {
                    break;
                }
            }
            if rest >= 0.0 && is_blank_left {
                is_blank_left = false;
            } else {
                left ^= bit(chosen);
                tiles[cell] = u16::try_from(chosen).expect("boards of words have at most 25 tiles");
            }
        }
        Board::new(self.goal.size(), &tiles).expect("each tile was drawn once")
    }

    /// By set of tiles, the sum over their arrangements in the first cells: without the blank if `blank` is empty, else with the
    /// blank, which has a weight per cell.
    fn add_up(&self, blank: &[f64]) -> Vec<f64> {
        let sets = 1usize << (self.goal.size().cells() - 1);
        let mut sums = vec![0.0; sets];
        for set in 0..sets {
            let tiles = set.count_ones() as usize;
            let (last_cell, mut sum) = match blank.get(tiles) {
                Some(weight) => (tiles, weight * self.without_blank[set]),
                None if tiles == 0 => (0, 1.0),
                None => (tiles - 1, 0.0),
            };
            let factors = &self.factors[last_cell][1..];
            let mut left = set;
            while left != 0 {
                sum += factors[left.trailing_zeros() as usize] * sums[set & !(left & left.wrapping_neg())];
                left &= left - 1;
            }
            sums[set] = sum;
        }
        sums
    }
}

/// The solvable boards, each with a probability in proportion to b^-(Manhattan distance).
///
/// Tiles are drawn from the last cell to the first, and unsolvable boards are rejected.
impl BoardDistribution for ManhattanSums {
    fn draw(&self, rng: &mut SeededRng) -> Board {
        loop {
            let board = self.arrangement(rng);
            if board.reaches(&self.goal) {
                return board;
            }
        }
    }
}

/// The bit of a tile in a set.
fn bit(tile: usize) -> usize {
    1 << (tile - 1)
}

/// The sum over the arrangements of all tiles.
fn last(sums: &[f64]) -> f64 {
    sums.last().copied().unwrap_or_default()
}

/// The determinant, by Gaussian elimination with partial pivoting.
fn determinant(mut rows: Vec<Vec<f64>>) -> f64 {
    let mut product = 1.0;
    for column in 0..rows.len() {
        let size = |row: &usize| rows[*row][column].abs();
        let pivot = (column..rows.len()).max_by(|one, other| size(one).total_cmp(&size(other))).unwrap_or(column);
        if pivot != column {
            rows.swap(pivot, column);
            product = -product;
        }
        let (upper, lower) = rows.split_at_mut(column + 1);
        let pivot = &upper[column];
        product *= pivot[column];
        if pivot[column] == 0.0 {
            return 0.0;
        }
        for row in lower {
            let ratio = row[column] / pivot[column];
            row[column..].iter_mut().zip(&pivot[column..]).for_each(|(entry, above)| *entry -= ratio * above);
        }
    }
    product
}
