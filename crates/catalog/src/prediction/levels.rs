//! The levels of the brute-force tree, by the cell of the blank.

use tilebench_puzzle::{Direction, Size};

/// The number of nodes by depth and cell of the blank, from a start with the blank in one cell, without inverse moves.
///
/// Exact up to 2^53 nodes, then rounded to 16 digits. The moves of the blank depend only on its cell and its last
/// move, so nodes are counted by these two.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeLevels {
    /// By depth and cell: the number of nodes.
    nodes: Vec<Vec<f64>>,
}

impl TreeLevels {
    /// The levels down to `depth` of the tree from a board of `size` with the blank in the cell `blank`.
    ///
    /// # Panics
    ///
    /// If the board has no such cell.
    #[must_use]
    pub fn new(size: Size, blank: usize, depth: u32) -> Self {
        let cells = size.cells();
        let mut root = vec![0.0; cells];
        root[blank] = 1.0;
        let mut level = first_level(size, blank);
        let mut nodes = vec![root];
        for _ in 0..depth {
            nodes.push(level.iter().map(|by_move| by_move.iter().sum()).collect());
            level = next_level(size, &level);
        }
        Self { nodes }
    }

    /// The number of nodes of `depth` by the cell of their blank; empty below the maximum depth.
    #[must_use]
    pub fn at(&self, depth: u32) -> &[f64] {
        self.nodes.get(depth as usize).map_or(&[], Vec::as_slice)
    }
}

/// The number of nodes of a level by the blank's cell, then by the direction of the last move.
pub(crate) type LevelByMove = Vec<[f64; Direction::ALL.len()]>;

/// Level 1 of the tree from a start with the blank in the cell `blank`. The start has no last move.
pub(crate) fn first_level(size: Size, blank: usize) -> LevelByMove {
    let mut level = vec![[0.0; Direction::ALL.len()]; size.cells()];
    for (index, direction) in Direction::ALL.into_iter().enumerate() {
        if let Some(to) = direction.step_from(blank, size.rows(), size.cols()) {
            level[to][index] += 1.0;
        }
    }
    level
}

/// The level after `level`.
pub(crate) fn next_level(size: Size, level: &LevelByMove) -> LevelByMove {
    let mut next = vec![[0.0; Direction::ALL.len()]; level.len()];
    for (cell, by_move) in level.iter().enumerate() {
        let all: f64 = by_move.iter().sum();
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            let undone = Direction::ALL.iter().position(|other| *other == direction.opposite());
            if let Some(to) = direction.step_from(cell, size.rows(), size.cols()) {
                next[to][index] += all - undone.map_or(0.0, |undone| by_move[undone]);
            }
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the nodes of the tree one by one.
    fn enumerate(size: Size, cell: usize, last: Option<Direction>, depth: usize, nodes: &mut [Vec<u64>]) {
        nodes[depth][cell] += 1;
        if depth + 1 == nodes.len() {
            return;
        }
        for direction in Direction::ALL {
            if last.is_none_or(|last| direction != last.opposite())
                && let Some(to) = direction.step_from(cell, size.rows(), size.cols())
            {
                enumerate(size, to, Some(direction), depth + 1, nodes);
            }
        }
    }

    #[test]
    fn levels_equal_those_of_an_enumerated_tree() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 3), (4, 3), (4, 4)] {
            let size = Size::new(rows, cols).unwrap();
            for blank in 0..size.cells() {
                let mut nodes = vec![vec![0; size.cells()]; 12];
                enumerate(size, blank, None, 0, &mut nodes);
                let levels = TreeLevels::new(size, blank, 11);
                for (depth, expected) in (0..).zip(&nodes) {
                    let found: Vec<String> = levels.at(depth).iter().map(f64::to_string).collect();
                    let expected: Vec<String> = expected.iter().map(u64::to_string).collect();
                    assert_eq!(found, expected, "{size}, blank in {blank}, depth {depth}");
                }
            }
        }
    }

    #[test]
    fn the_branching_factor_of_the_fifteen_puzzle_is_the_published_one() {
        // Edelkamp and Korf 1998: 2.13040 asymptotically, the same at even and odd depths.
        let levels = TreeLevels::new(Size::new(4, 4).unwrap(), 0, 201);
        let [before, after] = [199, 200].map(|depth| levels.at(depth).iter().sum::<f64>());
        assert!((after / before - 2.130_40).abs() < 5e-5, "{}", after / before);
    }
}
