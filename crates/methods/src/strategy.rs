//! The human strategy: place tile by tile, and never move a placed tile again.
//!
//! **Algorithm.** Fills rows from the side away from the blank's goal, then columns of the last two
//! rows, then rotates the last 2x2. A tile moves horizontally first and then vertically. The last two tiles of a line are
//! parked, the first in the corner and the second behind it, and moved in together. If the second is trapped beside the
//! parked first, it is moved out of the way before the first is parked again. The path of the blank to the front of the tile
//! is an option, [`BlankRouting`]; the order of the cells and the paths of the tiles do not depend on it.
//!
//! **Guarantees.** A path on every solvable board of every size. For comparison, Parberry 1995 proves at most 5 n^3 +
//! O(n^2) moves on n by n boards for a procedure of this kind, and Parberry 2015 proves 8/3 n^3 expected moves for
//! another. Neither is proved for this strategy, which was below the first in all tests with every routing of the blank.
//!
//! **Counting.** No states are searched: every generated state is on the path, so `generated` is the number of moves plus 1
//! and `expanded` is the number of moves. Searches for a path of the blank among the cells of the board are not counted.
//!
//! **Memory.** Eight words per cell for the board, its inverse, neighbours and searches of the blank, and the moves. The whole path is computed before the limits are
//! checked along it: the largest boards take a fraction of a second.

mod blank_route;
mod blank_routing;
mod placement;
mod working_board;

use tilebench_core::{Counters, Outcome, SearchContext, Termination};
use tilebench_puzzle::Grid;

use crate::TileLayout;
use tilebench_solvers::LimitChecker;
use tilebench_solvers::options::{FormerOption, OptionSpec, ValueParser};
use working_board::WorkingBoard;

/// The routing of the blank.
pub static BLANK_ROUTING: OptionSpec<BlankRouting> = OptionSpec {
    name: "blank-routing",
    former: Some(FormerOption::new("hole")),
    values: "shortest, around or fixed",
    default: "shortest",
    summary: "Route of the blank to a tile: a shortest one, around the tile by the shorter side, or always clockwise.",
    parser: ValueParser::OneOf(BlankRouting::ALL),
};
pub use blank_routing::BlankRouting;

/// Solves `start` by the human strategy.
///
/// # Panics
///
/// If the path is impossible, which is a fault of this module.
pub fn solve<D: Grid>(
    domain: &D,
    start: D::State,
    routing: BlankRouting,
    context: &SearchContext<'_>,
) -> Outcome<D::Op> {
    let layout = TileLayout::from_state(domain, start);
    let Outcome { end, path, h0, bound, counters } = solve_layout(&layout, routing, context);
    let mut blank = layout.blank();
    let steps = path.into_iter().map(|cell| {
        let op = domain.ops_at(blank).iter().copied().find(|&op| domain.destination(op) == cell);
        blank = cell;
        op.expect("the blank enters a neighbouring cell")
    });
    Outcome { end, path: steps.collect(), h0, bound, counters }
}

/// Solves a board of any size; the path is the cells that the blank enters.
#[must_use]
pub fn solve_layout(layout: &TileLayout, routing: BlankRouting, context: &SearchContext<'_>) -> Outcome<usize> {
    let mut checker = LimitChecker::new(context.budget());
    let cells = layout.goals.len();
    let path = moves(layout, routing);
    let end = path.iter().try_for_each(|_| step(cells, &mut checker)).err().unwrap_or(Termination::Solved);
    let counters = Counters {
        generated: checker.generated,
        expanded: checker.expanded,
        peak_bytes: held(cells, &checker).min(checker.max_bytes()),
        ..Counters::default()
    };
    Outcome { end, path: if end == Termination::Solved { path } else { Vec::new() }, h0: None, bound: None, counters }
}

/// Counts a move of the blank.
fn step(cells: usize, checker: &mut LimitChecker<'_>) -> Result<(), Termination> {
    if checker.expanded == u64::from(checker.max_depth()) {
        return Err(Termination::DepthLimit);
    }
    checker.expand(1)?;
    if held(cells, checker) > checker.max_bytes() {
        return Err(Termination::MemoryLimit);
    }
    checker.generated += 1;
    Ok(())
}

/// The bytes of the board (goals and cells, a word each, and four of neighbours), of a search among its cells (two words), and of
/// the path so far.
fn held(cells: usize, checker: &LimitChecker<'_>) -> u64 {
    (8 * cells as u64 + checker.expanded) * size_of::<usize>() as u64
}

/// The cells that the blank enters, in order, to move every tile to its goal.
fn moves(layout: &TileLayout, routing: BlankRouting) -> Vec<usize> {
    if layout.goals.iter().enumerate().all(|(cell, &goal)| cell == goal) {
        return Vec::new();
    }
    let mut board = WorkingBoard::new(layout, routing);
    placement::solve(&mut board);
    board.into_moves()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board reached from the goal by a long pseudorandom walk of the blank.
    fn scrambled(rows: usize, cols: usize, blank_goal: usize) -> Vec<usize> {
        let mut goals: Vec<usize> = (0..rows * cols).collect();
        let (mut blank, mut draw) = (blank_goal, 12_345u64);
        for _ in 0..100 * rows * cols * (rows + cols) {
            draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (row, col) = (blank / cols, blank % cols);
            let to = match draw >> 62 {
                0 if row > 0 => blank - cols,
                1 if col > 0 => blank - 1,
                2 if col + 1 < cols => blank + 1,
                3 if row + 1 < rows => blank + cols,
                _ => continue,
            };
            goals.swap(blank, to);
            blank = to;
        }
        goals
    }

    #[test]
    fn boards_far_beyond_25_cells_are_solved_within_5_n_cubed_moves() {
        for (rows, cols, blank_goal) in [(6, 6, 0), (10, 10, 99), (20, 20, 0), (3, 30, 44), (30, 2, 59)] {
            let mut goals = scrambled(rows, cols, blank_goal);
            let mut blank = goals.iter().position(|&goal| goal == blank_goal).unwrap_or(0);
            let way = moves(&TileLayout { rows, cols, goals: goals.clone(), blank_goal }, BlankRouting::Shortest);
            for &to in &way {
                let apart = (blank / cols).abs_diff(to / cols) + (blank % cols).abs_diff(to % cols);
                assert_eq!(apart, 1, "{rows}x{cols}: the blank jumps from {blank} to {to}");
                goals.swap(blank, to);
                blank = to;
            }
            assert!(goals.iter().enumerate().all(|(cell, &goal)| cell == goal), "{rows}x{cols} is not solved");
            let side = rows.max(cols);
            assert!(way.len() <= 5 * side.pow(3), "{rows}x{cols}: {} moves", way.len());
        }
    }
}
