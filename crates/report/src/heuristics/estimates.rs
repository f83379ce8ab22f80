//! The values of one heuristic, one per instance.

/// The values of one heuristic for the start states of one instance set.
#[derive(Debug)]
pub(crate) struct HeuristicEstimates {
    /// The index of the heuristic in the experiment, which determines its style in every chart of heuristics.
    pub(crate) index: usize,
    /// Its name.
    pub(crate) name: String,
    /// The start states.
    pub(crate) boards: Vec<StartEstimate>,
    /// The number of start states for which runs recorded different values; then the first run counts.
    pub(crate) disputed: u64,
}

/// A start state with its heuristic value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StartEstimate {
    /// The heuristic value.
    pub(super) h0: f64,
    /// The optimal length, if known.
    pub(super) optimal: Option<f64>,
}

impl HeuristicEstimates {
    /// The heuristic values.
    pub(crate) fn values(&self) -> Vec<f64> {
        self.boards.iter().map(|board| board.h0).collect()
    }

    /// The heuristic values and optimal lengths of the start states whose optimal length is known.
    pub(crate) fn pairs(&self) -> Vec<(f64, f64)> {
        self.boards.iter().filter_map(|board| Some((board.h0, board.optimal?))).collect()
    }
}
