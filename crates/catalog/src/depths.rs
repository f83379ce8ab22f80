//! Whole-space enumeration by name.

use tilebench_core::{Control, Cost, Domain, End};
use tilebench_puzzle::{Board, Order, Puzzle, Word};
use tilebench_solvers::depths::count;

use crate::{CatalogError, packable};

/// Tells `each` the number of boards at each distance from `goal`, nearest first, and how the
/// enumeration ended: [`End::Exhausted`] where it is complete.
///
/// # Errors
///
/// Where the goal's size is not supported.
pub fn depths(goal: &Board, control: &Control<'_>, each: &mut dyn FnMut(Cost, u64)) -> Result<End, CatalogError> {
    packable(goal.size(), "counting boards by distance")?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        depths_in::<u64>(goal, control, each)
    } else {
        depths_in::<u128>(goal, control, each)
    }
}

fn depths_in<W: Word>(
    goal: &Board,
    control: &Control<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> Result<End, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &Order::default())?;
    let start = puzzle.state(goal)?;
    debug_assert!(puzzle.is_goal(start), "distances are counted from the goal");
    Ok(count(&puzzle, start, control, each).err().unwrap_or(End::Exhausted))
}
