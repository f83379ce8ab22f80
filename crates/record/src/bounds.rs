//! Bounds on the expansions of searches: a row of `bounds.csv`, and the bound of a configuration.

use serde::{Deserialize, Serialize};

use crate::schema::schema;

schema! {
    /// The bounds on the expansions of searches on one instance with one consistent heuristic: a row of `bounds.csv`.
    pub struct Bounds(
        "bounds.csv",
        "The bounds on the expansions of searches on one instance with one heuristic (`tilebench bounds`).",
        10
    ) {
        /// Instance set.
        set: String,
        /// Id of the instance in its set.
        instance: String,
        /// Heuristic.
        heuristic: String,
        /// Cost C* of an optimal path.
        cost: u64 { unit: "of the cost model" },
        /// States of f < C* from the start, which A* must expand.
        from_start_must: u64 { unit: "states" },
        /// States of f <= C* from the start, which A* may expand.
        from_start_may: u64 { unit: "states" },
        /// States of f < C* from the goal, which A* in reverse must expand.
        from_goal_must: u64 { unit: "states" },
        /// States of f <= C* from the goal, which A* in reverse may expand.
        from_goal_may: u64 { unit: "states" },
        /// Minimum vertex cover of the must-expand graph, which bounds front-to-end bidirectional searches.
        cover: u64 { unit: "states" },
        /// Wall-clock time of the enumeration.
        wall_s: f64 { unit: "s" },
    }
}

/// The bound by which the expansions of a configuration are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RecordedBound {
    /// The states of f < C* from the start.
    FromStart,
    /// The states of f < C* from the goal.
    FromGoal,
    /// The minimum vertex cover.
    Cover,
}

impl RecordedBound {
    /// The states that a search must expand, if this is its bound.
    #[must_use]
    pub fn must(self, bounds: &Bounds) -> u64 {
        match self {
            Self::FromStart => bounds.from_start_must,
            Self::FromGoal => bounds.from_goal_must,
            Self::Cover => bounds.cover,
        }
    }

    /// The states that it may expand, if they are limited.
    #[must_use]
    pub fn may(self, bounds: &Bounds) -> Option<u64> {
        match self {
            Self::FromStart => Some(bounds.from_start_may),
            Self::FromGoal => Some(bounds.from_goal_may),
            Self::Cover => None,
        }
    }
}
