//! True distances to a goal, by breadth-first or uniform-cost search over boards.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

use tilebench_puzzle::{Board, Direction, Metric};

/// The distance to the goal of every board that can reach it: in moves, or the least cost of a path.
///
/// It uses only [`Board`], so it shares nothing with packed states, operators or solvers. It is meant for up to
/// 9 cells: 181,440 boards.
#[derive(Clone, Debug)]
pub struct Oracle {
    goal: Board,
    /// In order of distance.
    boards: Vec<(Board, u32)>,
    distances: HashMap<Board, u32>,
}

/// The boards that one move of the blank in `direction` reaches.
fn neighbours(board: &Board, direction: Direction, metric: Metric) -> impl Iterator<Item = Board> {
    let slid = std::iter::successors(board.moved(direction), move |board| board.moved(direction));
    slid.take(if metric == Metric::Single { 1 } else { usize::MAX })
}

/// The tile of `board` that was moved to reach `next`.
pub(crate) fn moved_tile(board: &Board, next: &Board) -> usize {
    usize::from(board.tiles()[next.blank()])
}

impl Oracle {
    /// The distances to `goal` in moves of single tiles.
    #[must_use]
    pub fn new(goal: &Board) -> Self {
        Self::in_metric(goal, Metric::Single)
    }

    /// The distances to `goal` in a metric.
    #[must_use]
    pub fn in_metric(goal: &Board, metric: Metric) -> Self {
        let mut boards = vec![(goal.clone(), 0)];
        let mut distances = HashMap::from([(goal.clone(), 0)]);
        let mut next = 0;
        while let Some((board, distance)) = boards.get(next).cloned() {
            for reached in Direction::ALL.into_iter().flat_map(|direction| neighbours(&board, direction, metric)) {
                if let Entry::Vacant(entry) = distances.entry(reached) {
                    boards.push((entry.key().clone(), distance + 1));
                    entry.insert(distance + 1);
                }
            }
            next += 1;
        }
        Self { goal: goal.clone(), boards, distances }
    }

    /// The least costs of paths to `goal` if a move of a tile costs `costs[tile]`.
    #[must_use]
    pub fn under_costs(goal: &Board, costs: &[u32]) -> Self {
        let (mut boards, mut distances) = (Vec::new(), HashMap::new());
        let mut open = BTreeMap::from([(0, vec![goal.clone()])]);
        while let Some((cost, reached)) = open.pop_first() {
            for board in reached {
                let Entry::Vacant(entry) = distances.entry(board.clone()) else { continue };
                entry.insert(cost);
                for next in Direction::ALL.into_iter().filter_map(|direction| board.moved(direction)) {
                    open.entry(cost + costs[moved_tile(&board, &next)]).or_default().push(next);
                }
                boards.push((board, cost));
            }
        }
        Self { goal: goal.clone(), boards, distances }
    }

    /// The goal.
    #[must_use]
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    /// Every board with its distance, nearest first.
    #[must_use]
    pub fn boards(&self) -> &[(Board, u32)] {
        &self.boards
    }

    /// The distance of `board`, or `None` if the goal is unreachable.
    #[must_use]
    pub fn distance(&self, board: &Board) -> Option<u32> {
        self.distances.get(board).copied()
    }

    /// The number of boards at each distance.
    #[must_use]
    pub fn layer_sizes(&self) -> Vec<u64> {
        let mut sizes = Vec::new();
        for (_, distance) in &self.boards {
            let distance = *distance as usize;
            if sizes.len() == distance {
                sizes.push(0);
            }
            sizes[distance] += 1;
        }
        sizes
    }
}
