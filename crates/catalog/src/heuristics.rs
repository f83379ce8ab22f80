//! The table of heuristics: the rows of each group, which are compiled in a crate of their own.
//!
//! A changed heuristic compiles the searches of its group again, and of no other, if the build is incremental.

use tilebench_kernels::HeuristicRow;
pub(crate) use tilebench_rows_databases::{PATTERN_DATABASES, ZERO_AWARE_DATABASES};
pub(crate) use tilebench_rows_elementary::MANHATTAN_WITHOUT;

/// The built-in heuristics without parameters, in the order in which they are listed.
pub(crate) fn builtin() -> impl Iterator<Item = &'static HeuristicRow> {
    let groups = [
        tilebench_rows_elementary::ROWS,
        tilebench_rows_detours::ROWS,
        tilebench_rows_conflicts::ROWS,
        tilebench_rows_walking::ROWS,
        tilebench_rows_pairs::ROWS,
    ];
    groups.into_iter().flatten()
}
