//! The changes of a heuristic along moves: how far it falls, and whether `step` equals recomputation.

use tilebench_core::Cost;
use tilebench_puzzle::{Board, Direction};

/// The counts over directed edges. Of several examples the first stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edges {
    /// The edges: one a state and move that it has, the one back counted with the other state.
    pub edges: u64,
    /// Edges along which the estimate falls by more than the one move that they cost.
    pub inconsistent: u64,
    /// An edge along which the estimate falls most; `None` if it never falls.
    pub greatest_fall: Option<Fall>,
    /// Edges along which the stepped value differs from the recomputed one, in the estimate or in
    /// the values carried along the path. Must be 0: a heuristic that has any is defective.
    pub defects: u64,
    /// The first of them.
    pub first_defect: Option<Defect>,
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
pub struct Fall {
    /// The move.
    pub edge: Edge,
    /// The estimate before.
    pub before: Cost,
    /// The estimate after.
    pub after: Cost,
}

impl Fall {
    /// By how much the estimate falls.
    #[must_use]
    pub fn by(&self) -> Cost {
        self.before - self.after
    }
}

/// A move after which the value carried along the path is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The move.
    pub edge: Edge,
    /// The estimate that was carried along.
    pub stepped: Cost,
    /// The estimate computed from nothing.
    pub recomputed: Cost,
}

impl Edges {
    /// The maximum fall of the estimate along an edge.
    #[must_use]
    pub fn most_fall(&self) -> Cost {
        self.greatest_fall.as_ref().map_or(0, Fall::by)
    }

    /// Counts an edge with the estimates at its ends; `edge` returns the edge if it is needed as an example.
    #[inline]
    pub(crate) fn add(&mut self, before: Cost, after: Cost, edge: impl FnOnce() -> Edge) {
        self.edges += 1;
        let fall = before.saturating_sub(after);
        self.inconsistent += u64::from(fall > 1);
        if fall > self.most_fall() {
            self.greatest_fall = Some(Fall { edge: edge(), before, after });
        }
    }

    /// Counts an edge whose stepped value is not the recomputed one.
    #[cold]
    pub(crate) fn add_defect(&mut self, defect: Defect) {
        self.defects += 1;
        self.first_defect.get_or_insert(defect);
    }

    /// Adds the counts over the edges that follow these.
    #[must_use]
    pub(crate) fn then(self, later: &Self) -> Self {
        let falls_further = later.most_fall() > self.most_fall();
        Self {
            edges: self.edges + later.edges,
            inconsistent: self.inconsistent + later.inconsistent,
            greatest_fall: if falls_further { later.greatest_fall.clone() } else { self.greatest_fall },
            defects: self.defects + later.defects,
            first_defect: self.first_defect.or_else(|| later.first_defect.clone()),
        }
    }
}
