//! Which rows of `iterations.csv` and `incumbents.csv` belong to the row of their run that counts.
//!
//! They are written before the row of their run. So a program that died in between left some without a run, and a run
//! that was run again has them twice until the folder is mended. The rank of a run's rows never falls, so its last
//! rows begin at a fall of the rank. No more of them count than the run's last row states.

use std::collections::HashMap;

use crate::table::Row;
use crate::{Incumbent, Iteration, Recorded, Run};

/// A row that belongs to a run.
pub(crate) trait Owned: Row {
    /// The run.
    fn run_id(&self) -> &str;

    /// A number that never falls from row to row of a run; a fall means that the run was run again.
    fn rank(&self) -> u64;

    /// The number of rows that `run` has according to its own row, 0 if its row does not state it.
    fn expected(run: &Run) -> u64;

    /// The same of a run that was recorded.
    fn recorded(run: &Recorded) -> u64;
}

impl Owned for Iteration {
    fn run_id(&self) -> &str {
        &self.run_id
    }

    fn rank(&self) -> u64 {
        self.threshold.into()
    }

    fn expected(run: &Run) -> u64 {
        // Of a killed run it is not known how many there were.
        run.iterations.unwrap_or(0)
    }

    fn recorded(run: &Recorded) -> u64 {
        run.iterations
    }
}

impl Owned for Incumbent {
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

    fn recorded(run: &Recorded) -> u64 {
        run.incumbents.into()
    }
}

/// The rows of a file, counted by run.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    runs: HashMap<String, Rows>,
}

/// Counts of the rows of a run.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    /// The index of the run, in the order of their first rows.
    place: usize,
    all: u64,
    since_fall: u64,
    rank: u64,
}

impl Tally {
    /// Counts a row; rows are shown in file order.
    pub(crate) fn add(&mut self, row: &impl Owned) {
        let place = self.runs.len();
        let rows = match self.runs.get_mut(row.run_id()) {
            Some(rows) => rows,
            None => self.runs.entry(row.run_id().to_owned()).or_insert(Rows { place, ..Rows::default() }),
        };
        // Thresholds that are rounded down, as those of a weighted search are, may be equal.
        let falls = row.rank() < rows.rank;
        *rows = Rows {
            place: rows.place,
            all: rows.all + 1,
            since_fall: if falls { 1 } else { rows.since_fall + 1 },
            rank: row.rank(),
        };
    }

    /// The number of rows that count of a run that has `expected` according to its own row, 0 if its row does not
    /// state it.
    pub(crate) fn of(&self, run_id: &str, expected: u64) -> u64 {
        let there = self.runs.get(run_id).map_or(0, |rows| rows.since_fall);
        if expected == 0 { there } else { there.min(expected) }
    }

    /// The rows that count; `expected` returns the number of a run's rows according to its own row, `None` if it has
    /// no row.
    pub(crate) fn current(&self, expected: impl Fn(&str) -> Option<u64>) -> Current {
        self.keep(|id, _| expected(id).map_or(0, |expected| self.of(id, expected)))
    }

    /// All rows, except that a run for which `most` gives a number keeps only that many rows, the last ones.
    pub(crate) fn last(&self, most: impl Fn(&str) -> Option<u64>) -> Current {
        self.keep(|id, all| most(id).map_or(all, |most| all.min(most)))
    }

    /// Keeps of each run the number of rows that `kept` returns for its id and its number of rows.
    fn keep(&self, kept: impl Fn(&str, u64) -> u64) -> Current {
        let mut stale = 0;
        let left = |(id, rows): (&String, &Rows)| {
            let take = kept(id, rows.all);
            stale += rows.all - take;
            (id.clone(), Left { place: rows.place, skip: rows.all - take, take })
        };
        let runs = self.runs.iter().map(left).collect();
        Current { runs, stale }
    }
}

/// The rows that count, found in a second pass over the file.
#[derive(Debug)]
pub(crate) struct Current {
    runs: HashMap<String, Left>,
    stale: u64,
}

/// The remaining rows of a run: those that do not count come first.
#[derive(Debug)]
struct Left {
    place: usize,
    skip: u64,
    take: u64,
}

impl Current {
    /// The number of rows that do not count.
    pub(crate) fn stale(&self) -> u64 {
        self.stale
    }

    /// Takes the next row of the file, which is of this run. If it counts, which run this is, in the order of their first
    /// rows. One that was added since the first pass does not count.
    pub(crate) fn take(&mut self, run_id: &str) -> Option<usize> {
        let left = self.runs.get_mut(run_id)?;
        if left.skip > 0 {
            left.skip -= 1;
            return None;
        }
        left.take = left.take.checked_sub(1)?;
        Some(left.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows, all of run `a` and one per threshold, that count if the run has `expected` iterations.
    fn counted(thresholds: &[u32], expected: Option<u64>) -> Vec<u32> {
        let row = |&threshold| Iteration { run_id: "a".to_owned(), threshold, ..Iteration::default() };
        let mut tally = Tally::default();
        for threshold in thresholds {
            tally.add(&row(threshold));
        }
        let mut current = tally.current(|_| expected);
        let counted: Vec<u32> = thresholds.iter().copied().filter(|_| current.take("a").is_some()).collect();
        assert_eq!(current.stale(), (thresholds.len() - counted.len()) as u64);
        counted
    }

    #[test]
    fn the_last_iterations_of_a_run_count_and_none_of_a_run_without_a_row() {
        assert_eq!(counted(&[28, 30, 32, 28, 30], Some(2)), [28, 30]);
        assert_eq!(counted(&[28, 30, 32, 28, 30], Some(0)), [28, 30]);
        assert_eq!(counted(&[28, 28, 28, 29], Some(3)), [28, 28, 29]);
        assert_eq!(counted(&[28, 30], Some(3)), [28, 30]);
        assert_eq!(counted(&[28, 30], None), [0; 0]);
    }

    #[test]
    fn the_last_incumbents_of_a_run_begin_where_the_cost_grows() {
        let mut tally = Tally::default();
        for cost in [60, 52, 60, 52, 50, 50] {
            tally.add(&Incumbent { run_id: "a".to_owned(), cost, ..Incumbent::default() });
        }
        assert_eq!([0, 4, 1, 9].map(|expected| tally.of("a", expected)), [4, 4, 1, 4]);
    }
}
