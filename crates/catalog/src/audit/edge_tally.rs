//! The changes of a heuristic along moves: how far it falls, and whether `step` equals recomputation.

use tilebench_core::Cost;
use tilebench_puzzle::{Board, Direction};

/// The counts over directed edges. Of several examples the first stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeTally {
    /// The edges: one a state and move that it has, the one back counted with the other state.
    pub edges: u64,
    /// Edges along which the estimate falls by more than the one move that they cost.
    pub inconsistent: u64,
    /// An edge along which the estimate falls most; `None` if it never falls.
    pub largest_decrease: Option<EstimateDecrease>,
    /// Edges along which the stepped value differs from the recomputed one, in the estimate or in
    /// the values carried along the path. Must be 0: a heuristic that has any is defective.
    pub defects: u64,
    /// The first of them.
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
    /// The move of the blank; `None` if the boards are not one move apart.
    #[must_use]
    pub fn direction(&self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| self.board.moved(*direction).as_ref() == Some(&self.next))
    }
}

/// A move along which the estimate falls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstimateDecrease {
    /// The move.
    pub edge: Edge,
    /// The estimate before.
    pub before: Cost,
    /// The estimate after.
    pub after: Cost,
}

impl EstimateDecrease {
    /// By how much the estimate falls.
    #[must_use]
    pub fn size(&self) -> Cost {
        self.before - self.after
    }
}

/// A move after which the value carried along the path is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepDefect {
    /// The move.
    pub edge: Edge,
    /// The estimate that was carried along.
    pub stepped: Cost,
    /// The estimate computed from nothing.
    pub recomputed: Cost,
}

impl EdgeTally {
    /// The maximum fall of the estimate along an edge.
    #[must_use]
    pub fn max_decrease(&self) -> Cost {
        self.largest_decrease.as_ref().map_or(0, EstimateDecrease::size)
    }

    /// Counts an edge with the estimates at its ends; `edge` returns the edge if it is needed as an example.
    #[inline]
    pub(crate) fn add(&mut self, before: Cost, after: Cost, edge: impl FnOnce() -> Edge) {
        self.edges += 1;
        let fall = before.saturating_sub(after);
        self.inconsistent += u64::from(fall > 1);
        if fall > self.max_decrease() {
            self.largest_decrease = Some(EstimateDecrease { edge: edge(), before, after });
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
        let falls_further = later.max_decrease() > self.max_decrease();
        Self {
            edges: self.edges + later.edges,
            inconsistent: self.inconsistent + later.inconsistent,
            largest_decrease: if falls_further { later.largest_decrease.clone() } else { self.largest_decrease },
            defects: self.defects + later.defects,
            first_defect: self.first_defect.or_else(|| later.first_defect.clone()),
        }
    }
}
