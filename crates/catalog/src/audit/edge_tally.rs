//! The changes of a heuristic along moves: its maximum decrease, and whether `step` equals recomputation.

use tilebench_core::Cost;
use tilebench_puzzle::{Board, Direction};

/// The counts over directed edges. Of several examples the first is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeTally {
    /// The number of edges: one per state and move. The inverse edge is counted with the other state.
    pub edges: u64,
    /// The number of edges along which the estimate decreases by more than the cost of the move.
    pub inconsistent: u64,
    /// Of the edges along which the estimate decreases, the first with the maximum of decrease minus cost.
    pub largest_decrease: Option<EstimateDecrease>,
    /// The number of edges along which the stepped value differs from the recomputed one, in the estimate or in
    /// the cache. Must be 0, since such a heuristic is defective.
    pub defects: u64,
    /// The first such edge.
    pub first_defect: Option<StepDefect>,
}

/// A move from one state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The state before.
    pub board: Board,
    /// The state after.
    pub next: Board,
}

impl Edge {
    /// The direction in which the blank moves, by one or more cells; `None` if neither a move nor a slide leads from one board to
    /// the other.
    #[must_use]
    pub fn direction(&self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| {
            let mut boards = std::iter::successors(self.board.moved(direction), |board| board.moved(direction));
            boards.any(|board| board == self.next)
        })
    }
}

/// A move along which the estimate decreases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstimateDecrease {
    /// The move.
    pub edge: Edge,
    /// The cost of the move.
    pub cost: Cost,
    /// The estimate before.
    pub before: Cost,
    /// The estimate after.
    pub after: Cost,
}

impl EstimateDecrease {
    /// The decrease of the estimate.
    #[must_use]
    pub fn size(&self) -> Cost {
        self.before - self.after
    }

    /// The decrease minus the cost of the move: positive if the heuristic is inconsistent.
    #[must_use]
    pub fn excess(&self) -> i64 {
        i64::from(self.size()) - i64::from(self.cost)
    }
}

/// A move after which the stepped value is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepDefect {
    /// The move.
    pub edge: Edge,
    /// The estimate by `step`.
    pub stepped: Cost,
    /// The estimate by recomputation.
    pub recomputed: Cost,
}

impl EdgeTally {
    /// The maximum decrease of the estimate along an edge if every move costs 1; otherwise the decrease of
    /// [`Self::largest_decrease`].
    #[must_use]
    pub fn max_decrease(&self) -> Cost {
        self.largest_decrease.as_ref().map_or(0, EstimateDecrease::size)
    }

    /// The maximum of decrease minus cost; the least number if no estimate decreases.
    fn max_excess(&self) -> i64 {
        self.largest_decrease.as_ref().map_or(i64::MIN, EstimateDecrease::excess)
    }

    /// Counts an edge with its cost and the estimates at its ends; `edge` returns the edge if it is needed as an example.
    #[inline]
    pub(crate) fn add(&mut self, cost: Cost, before: Cost, after: Cost, edge: impl FnOnce() -> Edge) {
        self.edges += 1;
        let decrease = before.saturating_sub(after);
        self.inconsistent += u64::from(decrease > cost);
        if decrease > 0 && i64::from(decrease) - i64::from(cost) > self.max_excess() {
            self.largest_decrease = Some(EstimateDecrease { edge: edge(), cost, before, after });
        }
    }

    /// Counts an edge whose stepped value is not the recomputed one.
    #[cold]
    pub(crate) fn add_defect(&mut self, defect: StepDefect) {
        self.defects += 1;
        self.first_defect.get_or_insert(defect);
    }

    /// Adds the counts over the edges that follow these.
    #[must_use]
    pub(crate) fn then(self, later: &Self) -> Self {
        let decreases_more = later.max_excess() > self.max_excess();
        Self {
            edges: self.edges + later.edges,
            inconsistent: self.inconsistent + later.inconsistent,
            largest_decrease: if decreases_more { later.largest_decrease.clone() } else { self.largest_decrease },
            defects: self.defects + later.defects,
            first_defect: self.first_defect.or_else(|| later.first_defect.clone()),
        }
    }
}
