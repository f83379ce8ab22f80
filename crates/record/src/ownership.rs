//! Which rows of `iterations.csv` and `incumbents.csv` belong to the row of their run that counts.
//!
//! They are written before the row of their run. So a program that died in between left some without a run, and a run
//! that was run again has them twice until the folder is repaired. If the number of rows is the one that the run's last row
//! states, all of them count. Otherwise each fall of the rank begins the rows of another execution, and the last execution
//! with the stated number of rows counts. If there is none, the last rows count, up to that number.

use std::collections::HashMap;
use std::iter;
use std::ops::Range;

use crate::csv_row::CsvRow;
use crate::{Incumbent, Iteration, RecordedRun, Run};

/// A row that belongs to a run.
pub(crate) trait OwnedRow: CsvRow {
    /// The run.
    fn run_id(&self) -> &str;

    /// A number that falls from row to row only if the run was run again. Only the limits of BTS also fall within a run.
    fn rank(&self) -> u64;

    /// The number of rows that `run` has according to its own row. A row without a number is of a run without rows.
    fn expected(run: &Run) -> u64;

    /// The same of a run that was recorded.
    fn recorded(run: &RecordedRun) -> u64;
}

impl OwnedRow for Iteration {
    fn run_id(&self) -> &str {
        &self.run_id
    }

    fn rank(&self) -> u64 {
        self.threshold.into()
    }

    fn expected(run: &Run) -> u64 {
        // A run that was killed brings none.
        run.iterations.unwrap_or(0)
    }

    fn recorded(run: &RecordedRun) -> u64 {
        run.iterations
    }
}

impl OwnedRow for Incumbent {
    fn run_id(&self) -> &str {
        &self.run_id
    }

    /// The cost falls, so its difference to the maximum does not.
    fn rank(&self) -> u64 {
        u64::MAX - self.cost
    }

    fn expected(run: &Run) -> u64 {
        run.incumbents.unwrap_or(0)
    }

    fn recorded(run: &RecordedRun) -> u64 {
        run.incumbents.into()
    }
}

/// The rows of a file, counted by run.
#[derive(Debug, Default)]
pub(crate) struct RowTally {
    runs: HashMap<String, RunRows>,
}

/// The rows of a run.
#[derive(Debug, Default)]
struct RunRows {
    /// The index of the run, in the order of their first rows.
    index: usize,
    all: u64,
    /// The number of rows before each fall of the rank.
    falls: Vec<u64>,
    rank: u64,
}

impl RunRows {
    /// The rows that count of a run that has `expected` according to its own row.
    fn current(&self, expected: u64) -> Range<u64> {
        if self.all == expected {
            return 0..expected;
        }
        let starts = iter::once(0).chain(self.falls.iter().copied());
        let executions = starts.zip(self.falls.iter().copied().chain(iter::once(self.all))).map(|(from, to)| from..to);
        let last = self.falls.last().copied().unwrap_or(0);
        let rest = self.all - (self.all - last).min(expected)..self.all;
        executions.filter(|rows| rows.end - rows.start == expected).last().unwrap_or(rest)
    }
}

impl RowTally {
    /// Counts a row; rows are shown in file order.
    pub(crate) fn add(&mut self, row: &impl OwnedRow) {
        let index = self.runs.len();
        let rows = match self.runs.get_mut(row.run_id()) {
            Some(rows) => rows,
            None => self.runs.entry(row.run_id().to_owned()).or_insert(RunRows { index, ..RunRows::default() }),
        };
        // Thresholds that are rounded down, as those of a weighted search are, may be equal.
        if row.rank() < rows.rank {
            rows.falls.push(rows.all);
        }
        rows.all += 1;
        rows.rank = row.rank();
    }

    /// The number of rows that count of a run that has `expected` according to its own row.
    pub(crate) fn current_count(&self, run_id: &str, expected: u64) -> u64 {
        self.runs.get(run_id).map(|rows| rows.current(expected)).map_or(0, |rows| rows.end - rows.start)
    }

    /// The rows that count; `expected` returns the number of a run's rows according to its own row, `None` if it has
    /// no row.
    pub(crate) fn current(&self, expected: impl Fn(&str) -> Option<u64>) -> CurrentRows {
        self.keep(|id, rows| expected(id).map_or(0..0, |expected| rows.current(expected)))
    }

    /// All rows, except that a run for which `max` gives a number keeps only that many rows, the last ones.
    pub(crate) fn last_rows(&self, max: impl Fn(&str) -> Option<u64>) -> CurrentRows {
        self.keep(|id, rows| rows.all - max(id).map_or(rows.all, |max| rows.all.min(max))..rows.all)
    }

    /// Keeps of each run the rows that `kept` returns for its id and its rows.
    fn keep(&self, kept: impl Fn(&str, &RunRows) -> Range<u64>) -> CurrentRows {
        let mut stale = 0;
        let left = |(id, rows): (&String, &RunRows)| {
            let Range { start, end } = kept(id, rows);
            stale += rows.all - (end - start);
            (id.clone(), RemainingRows { index: rows.index, skip: start, take: end - start })
        };
        let runs = self.runs.iter().map(left).collect();
        CurrentRows { runs, stale }
    }
}

/// The rows that count, found in a second pass over the file.
#[derive(Debug)]
pub(crate) struct CurrentRows {
    runs: HashMap<String, RemainingRows>,
    stale: u64,
}

/// The remaining rows of a run: `take` rows count, after `skip` that do not.
#[derive(Debug)]
struct RemainingRows {
    index: usize,
    skip: u64,
    take: u64,
}

impl CurrentRows {
    /// The number of rows that do not count.
    pub(crate) fn stale(&self) -> u64 {
        self.stale
    }

    /// Takes the next row of the file, which is of this run. If it counts, returns the index of the run, in the order of
    /// their first rows. A row that was added since the first pass does not count.
    pub(crate) fn take(&mut self, run_id: &str) -> Option<usize> {
        let left = self.runs.get_mut(run_id)?;
        if left.skip > 0 {
            left.skip -= 1;
            return None;
        }
        left.take = left.take.checked_sub(1)?;
        Some(left.index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows that count if run `a` has `expected` iterations; all rows are of this run, one per threshold.
    fn counted(thresholds: &[u32], expected: Option<u64>) -> Vec<u32> {
        let row = |&threshold| Iteration { run_id: "a".to_owned(), threshold, ..Iteration::default() };
        let mut tally = RowTally::default();
        for threshold in thresholds {
            tally.add(&row(threshold));
        }
        let mut current = tally.current(|_| expected);
        let counted: Vec<u32> = thresholds.iter().copied().filter(|_| current.take("a").is_some()).collect();
        assert_eq!(current.stale(), (thresholds.len() - counted.len()) as u64);
        counted
    }

    #[test]
    fn the_last_iterations_of_a_run_count_if_it_has_a_row() {
        assert_eq!(counted(&[28, 30, 32, 28, 30], Some(2)), [28, 30]);
        assert_eq!(counted(&[28, 30, 32, 28, 30], Some(0)), [0; 0]);
        assert_eq!(counted(&[28, 28, 28, 29], Some(3)), [28, 28, 29]);
        assert_eq!(counted(&[28, 30], Some(3)), [28, 30]);
        assert_eq!(counted(&[28, 30], None), [0; 0]);
        // The row of the second execution, or of the second and the third, was not written.
        assert_eq!(counted(&[28, 30, 28, 30, 32, 34], Some(2)), [28, 30]);
        assert_eq!(counted(&[28, 30, 32, 28, 30, 28, 30, 32, 34], Some(3)), [28, 30, 32]);
        assert_eq!(counted(&[28, 30, 32, 34, 28, 30], Some(3)), [28, 30]);
        // Of BTS, whose limits fall within a run.
        assert_eq!(counted(&[8, 12, 15, 14, 15], Some(5)), [8, 12, 15, 14, 15]);
    }

    #[test]
    fn the_last_incumbents_of_a_run_begin_at_a_rise_of_the_cost() {
        let mut tally = RowTally::default();
        for cost in [60, 52, 60, 52, 50, 50] {
            tally.add(&Incumbent { run_id: "a".to_owned(), cost, ..Incumbent::default() });
        }
        assert_eq!([0, 4, 1, 9].map(|expected| tally.current_count("a", expected)), [0, 4, 1, 4]);
    }
}
