//! Which rows of `iterations.csv` and `incumbents.csv` belong to the row of their run that counts.
//!
//! They are written before the row of their run. So a program that died in between left some without a run, and a run
//! that was run again has them twice until the folder is repaired. If the number of rows is the one that the run's last row
//! states, all of them count. Otherwise the last rows begin at a fall of the rank, and no more of them count than the row states.

use std::collections::HashMap;

use crate::csv_row::CsvRow;
use crate::{Incumbent, Iteration, RecordedRun, Run};

/// A row that belongs to a run.
pub(crate) trait OwnedRow: CsvRow {
    /// The run.
    fn run_id(&self) -> &str;

    /// A number that falls from row to row only if the run was run again. Only the limits of BTS also fall within a run.
    fn rank(&self) -> u64;

    /// The number of rows that `run` has according to its own row, 0 if its row does not state it.
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
        // The number is unknown if the run was killed.
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

/// Counts of the rows of a run.
#[derive(Clone, Copy, Debug, Default)]
struct RunRows {
    /// The index of the run, in the order of their first rows.
    index: usize,
    all: u64,
    since_fall: u64,
    rank: u64,
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
        let falls = row.rank() < rows.rank;
        *rows = RunRows {
            index: rows.index,
            all: rows.all + 1,
            since_fall: if falls { 1 } else { rows.since_fall + 1 },
            rank: row.rank(),
        };
    }

    /// The number of rows that count of a run that has `expected` according to its own row, 0 if its row does not
    /// state it.
    pub(crate) fn current_count(&self, run_id: &str, expected: u64) -> u64 {
        match self.runs.get(run_id) {
            None => 0,
            Some(rows) if expected == 0 => rows.since_fall,
            Some(rows) if rows.all == expected => expected,
            Some(rows) => rows.since_fall.min(expected),
        }
    }

    /// The rows that count; `expected` returns the number of a run's rows according to its own row, `None` if it has
    /// no row.
    pub(crate) fn current(&self, expected: impl Fn(&str) -> Option<u64>) -> CurrentRows {
        self.keep(|id, _| expected(id).map_or(0, |expected| self.current_count(id, expected)))
    }

    /// All rows, except that a run for which `max` gives a number keeps only that many rows, the last ones.
    pub(crate) fn last_rows(&self, max: impl Fn(&str) -> Option<u64>) -> CurrentRows {
        self.keep(|id, all| max(id).map_or(all, |max| all.min(max)))
    }

    /// Keeps of each run the number of rows that `kept` returns for its id and its number of rows.
    fn keep(&self, kept: impl Fn(&str, u64) -> u64) -> CurrentRows {
        let mut stale = 0;
        let left = |(id, rows): (&String, &RunRows)| {
            let take = kept(id, rows.all);
            stale += rows.all - take;
            (id.clone(), RemainingRows { index: rows.index, skip: rows.all - take, take })
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

/// The remaining rows of a run: those that do not count come first.
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
        assert_eq!(counted(&[28, 30, 32, 28, 30], Some(0)), [28, 30]);
        assert_eq!(counted(&[28, 28, 28, 29], Some(3)), [28, 28, 29]);
        assert_eq!(counted(&[28, 30], Some(3)), [28, 30]);
        assert_eq!(counted(&[28, 30], None), [0; 0]);
        // Of BTS, whose limits fall within a run.
        assert_eq!(counted(&[8, 12, 15, 14, 15], Some(5)), [8, 12, 15, 14, 15]);
    }

    #[test]
    fn the_last_incumbents_of_a_run_begin_at_a_rise_of_the_cost() {
        let mut tally = RowTally::default();
        for cost in [60, 52, 60, 52, 50, 50] {
            tally.add(&Incumbent { run_id: "a".to_owned(), cost, ..Incumbent::default() });
        }
        assert_eq!([0, 4, 1, 9].map(|expected| tally.current_count("a", expected)), [4, 4, 1, 4]);
    }
}
