//! Full iterations against what they were predicted to expand.

use super::growth::Logarithms;

/// Measured over predicted, over the full iterations of a configuration.
#[derive(Debug, Default)]
pub(crate) struct Predicted {
    /// The ratios.
    pub(crate) ratios: Logarithms,
    /// The least and the greatest of them.
    pub(crate) range: Option<(f64, f64)>,
    /// The nodes expanded by the iterations compared.
    pub(crate) measured: f64,
    /// What they were predicted to expand.
    pub(crate) expected: f64,
    /// The full iterations that were predicted to expand nothing: the sample has no board with so low a value.
    pub(crate) nothing: u64,
    /// The runs whose blank is not known, for their board is not recorded.
    pub(crate) without_board: u64,
}

impl Predicted {
    /// Holds an iteration that expanded `measured` nodes against what was `predicted`.
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
