//! The estimates of one heuristic, a board once.

/// The estimates of one heuristic for the starts of one instance set.
#[derive(Debug)]
pub(crate) struct HeuristicEstimates {
    /// The heuristic's place in the whole experiment, by which it looks the same in every chart of
    /// heuristics.
    pub(crate) index: usize,
    /// Its name.
    pub(crate) name: String,
    /// The boards it was asked about.
    pub(crate) boards: Vec<StartEstimate>,
    /// On how many of them runs say different things; then the first run counts.
    pub(crate) disputed: u64,
}

/// A start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StartEstimate {
    /// Its estimate.
    pub(super) h0: f64,
    /// Its optimal length, if known.
    pub(super) optimal: Option<f64>,
}

impl HeuristicEstimates {
    /// The estimates.
    pub(crate) fn values(&self) -> Vec<f64> {
        self.boards.iter().map(|board| board.h0).collect()
    }

    /// The estimates of boards whose shortest length is known, with that length.
    pub(crate) fn pairs(&self) -> Vec<(f64, f64)> {
        self.boards.iter().filter_map(|board| Some((board.h0, board.optimal?))).collect()
    }
}
