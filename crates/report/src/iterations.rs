//! The iterations of iterative deepening: their growth, and the predictions of their size.
//!
//! `iterations.csv` is read row by row and gathered by configuration and threshold, so that a million runs take no more
//! memory than their names. A few hundred single runs are kept for the chart.
//!
//! An iteration is *full* unless it is its run's last: the last one ends somewhere at the goal or at a limit, and its size
//! does not show how many nodes its threshold allows. Repeats and seeds count as in every other figure: the run that
//! represents its instance. Of a run with several rows, the last iterations count.

mod growth_ratios;
pub(crate) mod read;

use std::collections::BTreeMap;

pub(crate) use growth_ratios::{GrowthRatios, LogSum};

/// The iterations of one configuration on one instance set.
#[derive(Debug, Default)]
pub(crate) struct ConfigurationIterations {
    /// The configuration's place in the whole experiment.
    pub(crate) index: usize,
    /// The runs with an iteration.
    pub(crate) runs: u64,
    /// Their iterations, the last of each included.
    pub(crate) count: u64,
    /// How full iterations grow from one to the next.
    pub(crate) growth: GrowthRatios,
    /// The nodes of the last iteration over those of all, summed over the solved runs, and how many these are.
    pub(crate) last_share: (f64, u64),
    /// By threshold: the full iterations.
    pub(crate) levels: BTreeMap<u32, ThresholdIterations>,
    /// Some runs: threshold and nodes expanded of each full iteration.
    pub(crate) lines: Vec<Vec<(u32, u64)>>,
    /// The full iterations compared with their predictions.
    pub(crate) predicted: PredictionRatios,
}

/// The full iterations with one threshold.
#[derive(Debug, Default)]
pub(crate) struct ThresholdIterations {
    /// How many there are.
    pub(crate) n: u64,
    /// The nodes they expanded.
    pub(crate) expanded: u64,
    /// How many were predicted.
    pub(crate) predicted_n: u64,
    /// The nodes that these were predicted to expand.
    pub(crate) predicted: f64,
}

/// Measured over predicted, over the full iterations of a configuration.
#[derive(Debug, Default)]
pub(crate) struct PredictionRatios {
    /// The ratios.
    pub(crate) ratios: LogSum,
    /// The least and the greatest of them.
    pub(crate) range: Option<(f64, f64)>,
    /// The nodes expanded by the iterations compared.
    pub(crate) measured: f64,
    /// The number of nodes that they were predicted to expand.
    pub(crate) expected: f64,
    /// The full iterations that were predicted to expand nothing: the sample has no board with so low a value.
    pub(crate) nothing: u64,
    /// The runs whose blank is not known, for their board is not recorded.
    pub(crate) without_board: u64,
}

impl PredictionRatios {
    /// Adds an iteration that expanded `measured` nodes, with the number that was `predicted`.
    pub(crate) fn add(&mut self, measured: u64, predicted: f64) {
        let measured = measured as f64;
        if predicted <= 0.0 || measured <= 0.0 {
            self.nothing += 1;
            return;
        }
        let ratio = measured / predicted;
        self.ratios.add(ratio);
        self.measured += measured;
        self.expected += predicted;
        self.range = Some(self.range.map_or((ratio, ratio), |(low, high)| (ratio.min(low), ratio.max(high))));
    }
}

#[cfg(test)]
mod tests;
