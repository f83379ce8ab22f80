//! The brute-force tree far below its root: its branching factor, and the share of nodes with the blank in each cell.

use tilebench_puzzle::{Direction, Size};

use crate::prediction::{LevelByMove, first_level, next_level};

/// The number of steps of the power iteration. On 2x12, the slowest size, a tenth of them determines all 16 digits.
const STEPS: usize = 20_000;

/// The weight of the states with the blank in each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlankWeighting {
    /// All states have the same weight.
    Uniform,
    /// The share of the nodes of the brute-force tree, far below its root, that have the blank in the cell.
    Tree,
    /// The number of moves of the blank from the cell.
    Degree,
}

impl BlankWeighting {
    /// All weightings.
    pub const ALL: [Self; 3] = [Self::Uniform, Self::Tree, Self::Degree];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Tree => "tree",
            Self::Degree => "degree",
        }
    }

    /// The weights by cell, with a mean of 1.
    #[must_use]
    pub fn weights(self, size: Size) -> Vec<f64> {
        let weights: Vec<f64> = match self {
            Self::Uniform => vec![1.0; size.cells()],
            Self::Tree => equilibrium(size).1,
            Self::Degree => {
                let is_move = |cell| move |to: &Direction| to.step_from(cell, size.rows(), size.cols()).is_some();
                (0..size.cells()).map(|cell| Direction::ALL.into_iter().filter(is_move(cell)).count() as f64).collect()
            }
        };
        let mean = weights.iter().sum::<f64>() / size.cells() as f64;
        weights.into_iter().map(|weight| weight / mean).collect()
    }
}

/// The asymptotic branching factor b of the brute-force tree without inverse moves: the limit of the ratio of the numbers of
/// nodes at two successive depths, or of its geometric mean if the ratio alternates.
#[must_use]
pub fn branching_factor(size: Size) -> f64 {
    equilibrium(size).0
}

/// The branching factor, and the shares of nodes by the blank's cell (Edelkamp and Korf 1998).
///
/// The blank changes its colour on a chessboard with every move, so the levels alternate between two classes. Adding each level
/// to the next one removes this period and increases the ratio of successive sums by 1.
fn equilibrium(size: Size) -> (f64, Vec<f64>) {
    let total = |level: &LevelByMove| level.iter().flatten().sum::<f64>();
    let mut level = first_level(size, 0);
    let mut growth = 1.0;
    for _ in 0..STEPS {
        let before = total(&level);
        let mut next = next_level(size, &level);
        for (next, &now) in next.iter_mut().flatten().zip(level.iter().flatten()) {
            *next = (*next + now) / before;
        }
        growth = total(&next);
        level = next;
    }
    (growth - 1.0, level.iter().map(|by_move| by_move.iter().sum()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_factors_are_the_published_ones() {
        let of = |rows, cols| branching_factor(Size::new(rows, cols).unwrap());
        // Edelkamp and Korf 1998: the root of 3 and 2.1304; Clausecker 2020: the root of 2 + the root of 13.
        for (found, published) in [
            (of(2, 2), 1.0),
            (of(3, 3), 3f64.sqrt()),
            (of(4, 4), 2.130_395_434_767),
            (of(5, 5), (2.0 + 13f64.sqrt()).sqrt()),
        ] {
            assert!((found - published).abs() < 1e-12, "{found} for {published}");
        }
    }

    #[test]
    fn weights_have_a_mean_of_one_and_are_symmetric() {
        for (rows, cols) in [(2, 2), (2, 12), (3, 3), (3, 4), (5, 5)] {
            let size = Size::new(rows, cols).unwrap();
            for weighting in BlankWeighting::ALL {
                let weights = weighting.weights(size);
                let sum: f64 = weights.iter().sum();
                assert!((sum - size.cells() as f64).abs() < 1e-12);
                for (one, other) in weights.iter().zip(weights.iter().rev()) {
                    assert!((one - other).abs() < 1e-12, "{size} {weighting:?}: {weights:?}");
                }
            }
        }
        let tree = BlankWeighting::Tree.weights(Size::new(5, 5).unwrap());
        assert!((tree[0] - 0.624_881_270_5).abs() < 1e-9 && (tree[12] - 1.472_713_412_3).abs() < 1e-9, "{tree:?}");
    }
}
