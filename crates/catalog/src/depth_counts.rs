//! Counts of boards by distance from a goal.

use tilebench_core::{Cost, SearchContext};
use tilebench_methods::enumerate::{EnumerationMethod, EnumerationOutcome, count_states};
use tilebench_puzzle::{Board, Metric, OperatorOrder, Puzzle, Size, Word};

use crate::{CatalogError, check_packable};

/// The options of counting boards by distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthCountOptions {
    /// The representation of boards; if `None`, [`EnumerationMethod::Ranked`] if the whole space fits into the
    /// memory limit.
    pub method: Option<EnumerationMethod>,
    /// The unit of distances.
    pub metric: Metric,
    /// The number of threads.
    pub jobs: usize,
}

impl DepthCountOptions {
    /// The method for boards of `size` within `bytes` of memory.
    #[must_use]
    pub fn method(&self, size: Size, bytes: u64) -> EnumerationMethod {
        self.method
            .unwrap_or_else(|| EnumerationMethod::for_memory(size.rows(), size.cols(), self.metric, self.jobs, bytes))
    }
}

/// Passes to `visit` the number of boards at each distance from `goal`, nearest first, and returns
/// the end of the enumeration: [`tilebench_core::Termination::Exhausted`] if it is complete.
///
/// # Errors
///
/// If the goal's size is not supported.
pub fn count_by_depth(
    goal: &Board,
    options: &DepthCountOptions,
    context: &SearchContext<'_>,
    visit: &mut dyn FnMut(Cost, u64),
) -> Result<EnumerationOutcome, CatalogError> {
    check_packable(goal.size(), "counting boards by distance")?;
    if goal.size().cells() <= <u64 as Word>::CELLS {
        count_by_depth_in::<u64>(goal, options, context, visit)
    } else {
        count_by_depth_in::<u128>(goal, options, context, visit)
    }
}

fn count_by_depth_in<W: Word>(
    goal: &Board,
    options: &DepthCountOptions,
    context: &SearchContext<'_>,
    visit: &mut dyn FnMut(Cost, u64),
) -> Result<EnumerationOutcome, CatalogError> {
    let puzzle = Puzzle::<W>::new(goal, &OperatorOrder::default())?;
    let start = puzzle.state(goal)?;
    let method = options.method(goal.size(), context.limits.bytes);
    Ok(count_states(&puzzle, start, method, options.metric, options.jobs, context, visit))
}
