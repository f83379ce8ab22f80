//! The human strategy: place tile by tile, and never move a placed tile again.
//!
//! **What it does.** Fills rows from the side away from the blank's goal, then columns of the two
//! rows left, then rotates the last 2x2. A tile travels sideways first and then along its column;
//! the last two tiles of a line are parked, the first in the corner and the second behind it, and
//! dragged in together; if the second is trapped beside the parked first, it is led out of the way
//! before the first is parked again. The way of the blank to the front of the tile is an option,
//! [`Hole`]; the order of the places and the ways of the tiles are the same.
//!
//! **Guarantees.** A path on every solvable board of every size. For comparison, Parberry 1995 proves at most 5 n^3 +
//! O(n^2) moves on n by n boards for a procedure of this kind, and Parberry 2015 proves 8/3 n^3 expected moves for
//! another. Neither is proved of this one, which has stayed below the first in all tests, by every way of the blank.
//!
//! **Counting.** No states are searched: every state generated lies on the path, so `generated` is
//! the moves plus 1 and `expanded` the moves. The blank's way to the next place is found among the
//! board's cells.
//!
//! **Memory.** The board, marks of its cells, and the moves. The whole way is found before limits are
//! looked at, which then end the walk along it: the largest boards take a fraction of a second.

mod canvas;
mod hole;
mod place;

use tilebench_core::{Counters, Outcome, SearchContext, Termination};
use tilebench_puzzle::Grid;

use crate::Layout;
use canvas::Canvas;
use tilebench_solvers::LimitChecker;
use tilebench_solvers::options::{OptionSpec, ValueParser};

/// The way of the blank.
pub static HOLE: OptionSpec<Hole> = OptionSpec {
    name: "hole",
    values: "shortest, around or fixed",
    default: "shortest",
    summary: "Route of the blank to a tile: a shortest one, around the tile by the shorter side, or always clockwise.",
    parser: ValueParser::OneOf(Hole::ALL),
};
pub use hole::Hole;

/// Solves `start` by the human strategy.
pub fn solve<D: Grid>(domain: &D, start: D::State, hole: Hole, context: &SearchContext<'_>) -> Outcome<D::Op> {
    let layout = Layout::of(domain, start);
    let Outcome { end, path, h0, counters } = solve_layout(&layout, hole, context);
    let mut blank = layout.blank();
    let steps = path.into_iter().filter_map(|cell| {
        let op = domain.ops_at(blank).iter().copied().find(|&op| domain.destination(op) == cell);
        blank = cell;
        op
    });
    Outcome { end, path: steps.collect(), h0, counters }
}

/// Solves a board of any size; the path is the cells that the blank enters.
#[must_use]
pub fn solve_layout(layout: &Layout, hole: Hole, context: &SearchContext<'_>) -> Outcome<usize> {
    let mut meter = LimitChecker::new(context.budget());
    let cells = layout.goals.len();
    let path = moves(layout, hole);
    let end = path.iter().try_for_each(|_| step(cells, &mut meter)).err().unwrap_or(Termination::Solved);
    let counters = Counters {
        generated: meter.generated,
        expanded: meter.expanded,
        peak_bytes: held(cells, &meter).min(meter.max_bytes()),
        ..Counters::default()
    };
    Outcome { end, path: if end == Termination::Solved { path } else { Vec::new() }, h0: None, counters }
}

/// Counts a move of the blank.
fn step(cells: usize, meter: &mut LimitChecker<'_>) -> Result<(), Termination> {
    if meter.expanded == u64::from(meter.max_depth()) {
        return Err(Termination::DepthLimit);
    }
    meter.expand(1)?;
    if held(cells, meter) > meter.max_bytes() {
        return Err(Termination::MemoryLimit);
    }
    meter.generated += 1;
    Ok(())
}

/// The bytes of the board as cells and as marks, of the way among its cells, and of the path so far.
fn held(cells: usize, meter: &LimitChecker<'_>) -> u64 {
    (3 * cells as u64 + meter.expanded) * size_of::<usize>() as u64
}

/// The cells that the blank enters, in order, to bring every tile to its goal.
fn moves(layout: &Layout, hole: Hole) -> Vec<usize> {
    if layout.goals.iter().enumerate().all(|(cell, &goal)| cell == goal) {
        return Vec::new();
    }
    let mut canvas = Canvas::new(layout, hole);
    place::solve(&mut canvas);
    canvas.into_moves()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board reached from the goal by a long, aimless but repeatable walk of the blank.
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
            let way = moves(&Layout { rows, cols, goals: goals.clone(), blank_goal }, Hole::Shortest);
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
