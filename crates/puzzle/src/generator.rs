//! Random boards and the ends of random walks, the same on every machine.

use crate::{Board, Direction, SeededRng};

/// The maximum number of moves of a random walk.
pub const MAX_WALK: usize = 1_000_000;

/// A stream of boards from a seed.
///
/// [`SeededRng`] specifies every random number, so a seed gives the same boards on every machine and in every version.
#[derive(Clone, Debug)]
pub struct Generator {
    rng: SeededRng,
}

impl Generator {
    /// The stream of `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { rng: SeededRng::new(seed) }
    }

    /// A board drawn uniformly from those of `goal`'s size that can reach `goal`.
    pub fn board(&mut self, goal: &Board) -> Board {
        random_board(goal, &mut self.rng)
    }

    /// The board at the end of a random walk of `moves` moves from `goal` that never undoes its
    /// last move. The goal is at most `moves` moves away, and at a distance of the same parity.
    pub fn walk(&mut self, goal: &Board, moves: usize) -> Board {
        let (rows, cols) = (goal.size().rows(), goal.size().cols());
        let mut board = goal.clone();
        let mut blank = goal.blank();
        let mut last: Option<Direction> = None;
        for _ in 0..moves {
            let nexts: Vec<(Direction, usize)> = Direction::ALL
                .into_iter()
                .filter(|direction| last.is_none_or(|last| *direction != last.opposite()))
                .filter_map(|direction| direction.step_from(blank, rows, cols).map(|next| (direction, next)))
                .collect();
            let (direction, next) = nexts[self.rng.below(nexts.len())];
            board.swap(blank, next);
            blank = next;
            last = Some(direction);
        }
        board
    }
}

/// A board drawn uniformly from those of `goal`'s size that can reach `goal`.
pub fn random_board(goal: &Board, rng: &mut SeededRng) -> Board {
    let mut board = goal.clone();
    for last in (1..goal.size().cells()).rev() {
        board.swap(last, rng.below(last + 1));
    }
    if board.reaches(goal) {
        return board;
    }
    // Swapping two fixed tiles is a bijection between the two parity classes, so the distribution stays uniform.
    let cells = board.cells_of_tiles();
    board.swapped(usize::from(cells[1]), usize::from(cells[2]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Goal, Size};
    use std::collections::BTreeMap;

    fn goal(rows: usize, cols: usize) -> Board {
        Goal::BlankFirst.board(Size::new(rows, cols).unwrap()).unwrap()
    }

    #[test]
    fn a_seed_gives_the_pinned_boards() {
        let mut generator = Generator::new(1);
        let goal = goal(4, 4);
        let boards: Vec<String> = (0..3).map(|_| generator.board(&goal).to_string()).collect();
        assert_eq!(boards, PINNED);
    }

    /// Recorded once from the first run: published seeded sets depend on them.
    const PINNED: [&str; 3] = [
        "3 8 1 7 6 12 2 11 5 14 13 4 9 0 10 15",
        "5 15 10 0 14 4 8 6 9 1 2 11 3 13 12 7",
        "1 12 2 6 14 3 9 5 11 7 8 0 10 13 15 4",
    ];

    #[test]
    fn random_boards_are_solvable_on_every_size() {
        for size in Size::packable().chain([Size::new(20, 20).unwrap(), Size::new(32, 32).unwrap()]) {
            for named in [Goal::BlankFirst, Goal::BlankLast] {
                let goal = named.board(size).unwrap();
                let mut generator = Generator::new(7);
                for _ in 0..20 {
                    assert!(generator.board(&goal).reaches(&goal));
                    assert!(generator.walk(&goal, 30).reaches(&goal));
                }
            }
        }
    }

    #[test]
    fn random_boards_are_drawn_uniformly() {
        let goal = goal(2, 2);
        let mut generator = Generator::new(3);
        let mut counts = BTreeMap::<Board, u32>::new();
        for _ in 0..12_000 {
            *counts.entry(generator.board(&goal)).or_default() += 1;
        }
        assert_eq!(counts.len(), 12);
        // Chi-squared with 11 degrees of freedom exceeds 31.3 once in a thousand seeds.
        let chi: f64 = counts.values().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 31.3, "chi-squared is {chi}");
    }

    #[test]
    fn a_walk_of_no_moves_stays_and_one_of_two_moves_does_not_return() {
        let goal = goal(3, 3);
        let mut generator = Generator::new(9);
        assert_eq!(generator.walk(&goal, 0), goal);
        for _ in 0..20 {
            assert_ne!(generator.walk(&goal, 2), goal);
        }
    }
}
