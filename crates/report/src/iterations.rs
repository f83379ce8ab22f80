//! The iterations of iterative deepening: their growth and their predicted size.
//!
//! `iterations.csv` is read row by row and gathered by configuration and threshold, so that a million runs need no more
//! memory than their names. A few hundred runs are kept for the chart.
//!
//! An iteration is *full* unless it is the last of its run: the last one ends at the goal or at a limit, so its size is not
//! the number of nodes within its threshold. Repeats and seeds count as in every other statistic: one run represents its
//! instance. If a run has several rows, its last iterations count.

mod growth_ratios;
pub(crate) mod read;

use std::collections::BTreeMap;

pub(crate) use growth_ratios::{GrowthRatios, LogSum};

/// The iterations of one configuration on one instance set.
#[derive(Debug, Default)]
pub(crate) struct ConfigurationIterations {
    /// The index of the configuration in the experiment.
    pub(crate) index: usize,
    /// The runs with an iteration.
    pub(crate) runs: u64,
    /// Their iterations, including the last of each run.
    pub(crate) count: u64,
    /// The growth from one full iteration to the next.
    pub(crate) growth: GrowthRatios,
    /// The share of nodes in the last iteration, summed over the solved runs, and the number of these runs.
    pub(crate) last_share: (f64, u64),
    /// The full iterations by threshold.
    pub(crate) levels: BTreeMap<u32, ThresholdIterations>,
    /// A selection of runs: threshold and expanded nodes of each full iteration.
    pub(crate) lines: Vec<Vec<(u32, u64)>>,
    /// The full iterations compared with their predictions.
    pub(crate) predicted: PredictionRatios,
}

/// The full iterations with one threshold.
#[derive(Debug, Default)]
pub(crate) struct ThresholdIterations {
    /// The number of iterations.
    pub(crate) n: u64,
    /// The nodes they expanded.
    pub(crate) expanded: u64,
    /// The number of iterations with a prediction.
    pub(crate) predicted_n: u64,
    /// The predicted number of expanded nodes of these.
    pub(crate) predicted: f64,
}

/// The ratios of measured to predicted nodes in the full iterations of a configuration.
#[derive(Debug, Default)]
pub(crate) struct PredictionRatios {
    /// The ratios.
    pub(crate) ratios: LogSum,
    /// The minimum and the maximum ratio.
    pub(crate) range: Option<(f64, f64)>,
    /// The nodes expanded by the iterations compared.
    pub(crate) measured: f64,
    /// The predicted number of expanded nodes.
    pub(crate) expected: f64,
    /// The full iterations for which no expansion was predicted: no sampled state has such a low value.
    pub(crate) without_expansion: u64,
    /// The runs whose board is not recorded, so that the cell of the blank is not known.
    pub(crate) without_board: u64,
}

impl PredictionRatios {
    /// Adds an iteration that expanded `measured` nodes, with the number that was `predicted`.
    pub(crate) fn add(&mut self, measured: u64, predicted: f64) {
        let measured = measured as f64;
        if predicted <= 0.0 || measured <= 0.0 {
            self.without_expansion += 1;
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
