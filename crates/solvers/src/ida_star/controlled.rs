//! IDA* with controlled re-expansion (IDA*_CR).
//!
//! **What it does.** Iterations of IDA* whose thresholds are chosen so that each expands about `growth` times the nodes of the
//! last. An iteration counts the nodes that it prunes in a histogram of f. The next threshold is the least f up to which it
//! pruned `growth` - 1 times the nodes that it expanded, or else the greatest. Every pruned node within the next threshold is
//! expanded then, so growth is at least that if enough nodes were pruned. After a solution the iteration expands only nodes
//! that may lead to a cheaper one (branch and bound).
//!
//! **Guarantees.** Paths of least cost, if the heuristic is admissible: an iteration with a solution of cost c expands every node
//! of f < c. It ends at once if c is the least f that the last iteration pruned.
//!
//! **Counting.** As IDA*, but an iteration continues after the first solution. With growth 2 and few different values of f, as of the unit
//! cost, the thresholds are those of IDA*. A threshold far above the optimal cost may expand many more nodes: see `bts`.
//!
//! **Memory.** One path, and a histogram of 4 KiB that `peak_bytes` does not include. Excesses over the threshold below 32 have
//! a bucket each; larger ones are rounded up to 16 values per power of two, which raises a threshold by less than a sixteenth
//! of its excess.
//!
//! **References.** Sarkar and others 1991; Hatem and others 2013b.

use tilebench_core::{Cost, Observer, Outcome, SearchContext, Termination};

use super::cost_limited::{CostLimitedSearch, PrunedCosts};
use crate::options::{OptionSpec, ValueParser, parse_integer};
use crate::{Algorithm, ErasedHeuristic, Guarantee, Options, Problem, SearchAlgorithm, SearchDomain};

/// The algorithm.
#[derive(Debug)]
pub struct IdaStarCr;

impl SearchAlgorithm for IdaStarCr {
    const ALGORITHM: Algorithm = Algorithm {
        name: "idastar-cr",
        title: "IDA*_CR",
        summary: "IDA* with thresholds from a histogram of f, so that iterations grow by a factor; for costs of many values.",
        reference: "Sarkar and others 1991",
        guarantee: Guarantee::Optimal,
        informed: true,
        consistent: false,
        unit_cost: false,
        bound: None,
        options: &[&GROWTH],
    };

    fn run<D: SearchDomain>(
        problem: &Problem<'_, D>,
        options: &Options,
        context: &mut SearchContext<'_>,
    ) -> Outcome<D::Op> {
        let mut search = CostLimitedSearch::new(problem.side(), Histogram::new(), context.budget());
        let result = run_iterations(&mut search, options.get(&GROWTH), &mut *context.observer);
        search.outcome(result)
    }
}

/// The factor by which the expansions of iterations grow.
pub static GROWTH: OptionSpec<u64> = OptionSpec {
    name: "growth",
    former: None,
    values: "an integer from 2 to 1000",
    default: "2",
    summary: "Factor by which the expansions of an iteration exceed those of the last one, about.",
    parser: ValueParser::Function(|text| parse_integer("growth", text, 2, 1000)),
};

fn run_iterations<D: SearchDomain>(
    search: &mut CostLimitedSearch<'_, D, ErasedHeuristic<'_, D>, Histogram>,
    growth: u64,
    observer: &mut dyn Observer,
) -> Result<(), Termination> {
    let mut threshold = search.lower_bound;
    while !search.is_decided() {
        search.pruned.clear(threshold);
        search.query(threshold, u64::MAX, observer)?;
        if search.incumbent.is_some() {
            return Ok(());
        }
        search.lower_bound = search.pruned.least;
        threshold = search.pruned.limit_of((growth - 1) * search.expanded);
    }
    Ok(())
}

/// The numbers of pruned nodes by f.
struct Histogram {
    /// By bucket of the excess of f over the threshold.
    counts: Vec<u64>,
    threshold: Cost,
    /// The least and the greatest f; [`Cost::MAX`] and 0 if nothing was pruned.
    least: Cost,
    greatest: Cost,
}

impl Histogram {
    /// The base-two logarithm of the buckets per power of two.
    const LOG_BUCKETS: u32 = 4;
    /// Excesses below this have a bucket each.
    const MAX_EXACT: Cost = 2 << Self::LOG_BUCKETS;
    /// The number of buckets of all excesses.
    const BUCKETS: usize = ((Cost::BITS - Self::LOG_BUCKETS + 1) << Self::LOG_BUCKETS) as usize;

    fn new() -> Self {
        Self { counts: vec![0; Self::BUCKETS], threshold: 0, least: Cost::MAX, greatest: 0 }
    }

    /// Forgets all nodes, before an iteration up to `threshold`.
    fn clear(&mut self, threshold: Cost) {
        self.counts.fill(0);
        (self.threshold, self.least, self.greatest) = (threshold, Cost::MAX, 0);
    }

    /// The least limit on f within which at least `nodes` nodes were pruned, or else the greatest f. Rounded up to a bucket's end.
    fn limit_of(&self, nodes: u64) -> Cost {
        let mut sum = 0;
        let bucket = self.counts.iter().position(|count| {
            sum += count;
            sum >= nodes.max(1)
        });
        let excess = bucket.map_or(Cost::MAX, Self::last_excess);
        self.threshold.saturating_add(excess).min(self.greatest).max(self.least)
    }

    /// The bucket of an excess.
    #[inline]
    fn bucket(excess: Cost) -> usize {
        let shift = (excess | (Self::MAX_EXACT / 2)).ilog2() - Self::LOG_BUCKETS;
        ((shift << Self::LOG_BUCKETS) + (excess >> shift)) as usize
    }

    /// The greatest excess in a bucket.
    fn last_excess(bucket: usize) -> Cost {
        let bucket = Cost::try_from(bucket).unwrap_or(Cost::MAX);
        if bucket < Self::MAX_EXACT {
            return bucket;
        }
        let shift = (bucket >> Self::LOG_BUCKETS) - 1;
        let first = (bucket - (shift << Self::LOG_BUCKETS)) << shift;
        first + ((1 << shift) - 1)
    }
}

impl PrunedCosts for Histogram {
    #[inline]
    fn record(&mut self, f: Cost) {
        // Behind a solution of the iteration, nodes below its threshold are pruned; the histogram is not needed any more.
        self.counts[Self::bucket(f.saturating_sub(self.threshold))] += 1;
        self.least = self.least.min(f);
        self.greatest = self.greatest.max(f);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_excess_is_at_most_a_sixteenth_below_the_end_of_its_bucket() {
        for excess in (0..100_000).chain([1 << 20, (1 << 31) - 1, 1 << 31, Cost::MAX]) {
            let bucket = Histogram::bucket(excess);
            let last = Histogram::last_excess(bucket);
            assert!(bucket < Histogram::BUCKETS && excess <= last && last - excess <= excess / 16, "{excess}: {last}");
            assert!(excess == 0 || Histogram::bucket(excess - 1) <= bucket, "{excess}");
            assert!(last >= Histogram::MAX_EXACT || last == excess, "{excess}");
        }
    }

    #[test]
    fn the_limit_is_the_least_that_admits_the_nodes_or_the_greatest_f() {
        let mut histogram = Histogram::new();
        histogram.clear(100);
        for f in [103, 105, 105, 131, 1_100] {
            histogram.record(f);
        }
        let limits = [0, 1, 2, 3, 4, 5, 9].map(|nodes| histogram.limit_of(nodes));
        assert_eq!(limits, [103, 103, 105, 105, 131, 1_100, 1_100]);
        histogram.clear(50);
        assert_eq!((histogram.least, histogram.greatest), (Cost::MAX, 0));
    }
}
