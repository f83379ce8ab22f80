//! Comparison of two heuristics on the same states.

use core::fmt;

use tilebench_core::Cost;
use tilebench_puzzle::Board;

/// The counts over states that both heuristics estimate. Of several examples the first is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeuristicComparison {
    /// The number of states in which the value of the audited heuristic is above that of the other.
    pub above: u64,
    /// The number of states in which it is below.
    pub below: u64,
    /// The number of states in which both are equal.
    pub equal: u64,
    /// The first state in which it is above.
    pub first_above: Option<EstimateDifference>,
    /// The first state in which it is below.
    pub first_below: Option<EstimateDifference>,
}

/// A state that two heuristics estimate differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EstimateDifference {
    /// The state.
    pub board: Board,
    /// The estimate of the audited heuristic.
    pub h: Cost,
    /// The estimate of the other heuristic.
    pub other: Cost,
}

/// The dominance relation of two heuristics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dominance {
    /// Never below, above in some state.
    Dominates,
    /// Never above, below in some state.
    IsDominated,
    /// Equal in all states.
    Equal,
    /// Above in some states and below in others.
    Neither,
}

impl HeuristicComparison {
    /// The relation of the audited heuristic to the other in these states.
    #[must_use]
    pub fn dominance(&self) -> Dominance {
        match (self.above > 0, self.below > 0) {
            (true, false) => Dominance::Dominates,
            (false, true) => Dominance::IsDominated,
            (false, false) => Dominance::Equal,
            (true, true) => Dominance::Neither,
        }
    }

    /// Counts a state; `board` returns its board if it is needed as an example.
    #[inline]
    pub(crate) fn add(&mut self, h: Cost, other: Cost, board: impl FnOnce() -> Board) {
        let (count, first) = match h.cmp(&other) {
            core::cmp::Ordering::Equal => {
                self.equal += 1;
                return;
            }
            core::cmp::Ordering::Greater => (&mut self.above, &mut self.first_above),
            core::cmp::Ordering::Less => (&mut self.below, &mut self.first_below),
        };
        *count += 1;
        if first.is_none() {
            *first = Some(EstimateDifference { board: board(), h, other });
        }
    }

    /// Adds the counts over the states that follow these.
    #[must_use]
    pub(crate) fn then(self, later: &Self) -> Self {
        Self {
            above: self.above + later.above,
            below: self.below + later.below,
            equal: self.equal + later.equal,
            first_above: self.first_above.or_else(|| later.first_above.clone()),
            first_below: self.first_below.or_else(|| later.first_below.clone()),
        }
    }
}

/// As a verb between the two names.
impl fmt::Display for Dominance {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Dominates => "dominates",
            Self::IsDominated => "is dominated by",
            Self::Equal => "equals",
            Self::Neither => "neither dominates nor is dominated by",
        })
    }
}
