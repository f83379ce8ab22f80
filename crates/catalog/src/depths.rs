//! Whole-space enumeration by name.

use tilebench_core::{Cost, SearchContext};
use tilebench_methods::enumerate::{Enumeration, Method, count};
use tilebench_puzzle::{Board, Order, Puzzle, Size, Word};

use crate::{CatalogError, packable};

/// How boards are counted by distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthsOptions {
    /// The representation of boards; if `None`, [`Method::Ranked`] if the whole space fits into the
    /// memory limit.
    pub method: Option<Method>,
    /// The threads that count.
    pub jobs: usize,
}

impl DepthsOptions {
    /// The method for boards of `size` within `bytes` of memory.
    #[must_use]
    pub fn method(&self, size: Size, bytes: u64) -> Method {
        self.method.unwrap_or_else(|| Method::fitting(size.rows(), size.cols(), self.jobs, bytes))
    }
}

/// Passes to `each` the number of boards at each distance from `goal`, nearest first, and returns
/// how the enumeration ended: [`tilebench_core::Termination::Exhausted`] if it is complete.
///
/// # Errors
///
/// If the goal's size is not supported.
pub fn depths(
    goal: &Board,
    options: &DepthsOptions,
    context: &SearchContext<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> Result<Enumeration, CatalogError> {
    packable(goal.size(), "counting boards by distance")?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        depths_in::<u64>(goal, options, context, each)
    } else {
        depths_in::<u128>(goal, options, context, each)
    }
}

fn depths_in<W: Word>(
    goal: &Board,
    options: &DepthsOptions,
    context: &SearchContext<'_>,
    each: &mut dyn FnMut(Cost, u64),
) -> Result<Enumeration, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &Order::default())?;
    let start = puzzle.state(goal)?;
    let method = options.method(goal.size(), context.limits.bytes);
    Ok(count(&puzzle, start, method, options.jobs, context, each))
}
