//! Searches of instances of any domain.

use tilebench_core::SearchContext;
use tilebench_puzzle::format_moves;

use crate::{CatalogError, InstanceState, PreparedSearch, SearchResult};

/// A prepared search of instances. It may run on several instances at once.
pub trait InstanceSearch: Send + Sync {
    /// As [`PreparedSearch::prepare_start`].
    fn prepare_start(&self, start: &InstanceState) -> bool {
        let _ = start;
        false
    }

    /// Searches for a path from `start` to the goal it was prepared for. Its moves are in the form of records.
    ///
    /// # Errors
    ///
    /// If the start is not one of the goal's domain and size, or cannot reach it.
    fn run(&self, start: &InstanceState, context: &mut SearchContext<'_>)
    -> Result<SearchResult<String>, CatalogError>;
}

impl InstanceSearch for Box<dyn PreparedSearch> {
    fn prepare_start(&self, start: &InstanceState) -> bool {
        start.board().is_some_and(|board| (**self).prepare_start(board))
    }

    fn run(
        &self,
        start: &InstanceState,
        context: &mut SearchContext<'_>,
    ) -> Result<SearchResult<String>, CatalogError> {
        let board = start.board().expect("a search for a goal of tiles gets boards");
        let SearchResult { end, moves, cost, h0, bound, counters } = (**self).run(board, context)?;
        Ok(SearchResult { end, moves: format_moves(moves), cost, h0, bound, counters })
    }
}
