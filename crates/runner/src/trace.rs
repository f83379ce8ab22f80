//! Recording the iterations of a search.

use std::time::Instant;

use tilebench_catalog::{Cost, Counters, Observer};
use tilebench_record::Iteration;

/// Turns the running sums that a search reports into a row an iteration.
#[derive(Debug)]
pub(crate) struct Iterations {
    run_id: String,
    began: Instant,
    sums: (u64, u64),
    rows: Vec<Iteration>,
}

impl Iterations {
    /// No iterations yet of a search that begins now.
    pub(crate) fn new(run_id: &str) -> Self {
        Self { run_id: run_id.to_owned(), began: Instant::now(), sums: (0, 0), rows: Vec::new() }
    }

    /// The rows.
    pub(crate) fn into_rows(self) -> Vec<Iteration> {
        self.rows
    }
}

impl Observer for Iterations {
    fn iteration(&mut self, threshold: Cost, counters: &Counters) {
        let now = Instant::now();
        self.rows.push(Iteration {
            run_id: self.run_id.clone(),
            threshold,
            generated: counters.generated - self.sums.0,
            expanded: counters.expanded - self.sums.1,
            wall_s: (now - self.began).as_secs_f64(),
        });
        self.began = now;
        self.sums = (counters.generated, counters.expanded);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_sums_become_the_counts_of_each_iteration() {
        let mut iterations = Iterations::new("x");
        for (threshold, generated, expanded) in [(10, 5, 2), (12, 25, 11), (14, 125, 60)] {
            iterations.iteration(threshold, &Counters { generated, expanded, ..Counters::default() });
        }
        let rows = iterations.into_rows();
        let counts: Vec<_> = rows.iter().map(|row| (row.threshold, row.generated, row.expanded)).collect();
        assert_eq!(counts, [(10, 5, 2), (12, 20, 9), (14, 100, 49)]);
    }
}
