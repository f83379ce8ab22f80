//! The kinds of charts that draw any columns: a table.

use crate::chart::figure::Figure;
use crate::chart::sample::Sample;
use crate::chart::{
    cactus, critical_difference, ecdf, histogram, means, points, profile, ratio, scatter, spread, tradeoff, unsolved,
};

/// A kind of chart.
#[derive(Debug)]
pub(crate) struct Kind {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it shows.
    pub(crate) about: &'static str,
    /// The column across unless another is asked for; none where it takes no such column.
    pub(crate) x: Option<&'static str>,
    /// The column up.
    pub(crate) y: Option<&'static str>,
    /// What its runs are grouped by: a column, or nothing.
    pub(crate) group: Option<&'static str>,
    /// Whether it compares two groups.
    pub(crate) is_pair: bool,
    /// Draws it, or says why it cannot be.
    pub(crate) draw: fn(&Sample) -> Result<Figure, String>,
}

const SOLVER: Option<&str> = Some("solver");

/// Every kind.
pub(crate) const ALL: &[Kind] = &[
    Kind {
        name: "box",
        about: "boxes with their points of --x, a row a group",
        x: Some("length"),
        y: None,
        group: SOLVER,
        is_pair: false,
        draw: spread::draw,
    },
    Kind {
        name: "profile",
        about: "the share of runs that solved within a cost --x",
        x: Some("generated"),
        y: None,
        group: SOLVER,
        is_pair: false,
        draw: profile::share,
    },
    Kind {
        name: "survival",
        about: "how many runs solved within a cost --x, and the virtual best",
        x: Some("wall_s"),
        y: None,
        group: SOLVER,
        is_pair: false,
        draw: profile::number,
    },
    Kind {
        name: "cactus",
        about: "the cost --y within which so many runs solved, and the virtual best",
        x: None,
        y: Some("wall_s"),
        group: SOLVER,
        is_pair: false,
        draw: cactus::draw,
    },
    Kind {
        name: "kaplan-meier",
        about: "the share of runs not solved yet at a cost --x, with the limits of those never solved marked",
        x: Some("generated"),
        y: None,
        group: SOLVER,
        is_pair: false,
        draw: unsolved::draw,
    },
    Kind {
        name: "ecdf",
        about: "the share of runs with at most so much --x",
        x: Some("h0"),
        y: None,
        group: SOLVER,
        is_pair: false,
        draw: ecdf::draw,
    },
    Kind {
        name: "histogram",
        about: "how often each --x comes; of what the instance decides, each instance once",
        x: Some("shortest"),
        y: None,
        group: None,
        is_pair: false,
        draw: histogram::draw,
    },
    Kind {
        name: "scatter",
        about: "the cost --x of two groups, instance by instance",
        x: Some("generated"),
        y: None,
        group: SOLVER,
        is_pair: true,
        draw: scatter::draw,
    },
    Kind {
        name: "ratio",
        about: "the second group's --y over the first's, against the first's --x",
        x: Some("generated"),
        y: Some("generated"),
        group: SOLVER,
        is_pair: true,
        draw: ratio::draw,
    },
    Kind {
        name: "tradeoff",
        about: "mean --y against mean --x, a mark a group, over what all solved, with the front",
        x: Some("generated"),
        y: Some("length"),
        group: SOLVER,
        is_pair: false,
        draw: tradeoff::draw,
    },
    Kind {
        name: "critical-difference",
        about: "average ranks by a cost --x, and which of them do not differ (Nemenyi)",
        x: Some("generated"),
        y: None,
        group: SOLVER,
        is_pair: false,
        draw: critical_difference::draw,
    },
    Kind {
        name: "points",
        about: "--y against --x, a point a run",
        x: Some("h0"),
        y: Some("generated"),
        group: SOLVER,
        is_pair: false,
        draw: points::draw,
    },
    Kind {
        name: "line",
        about: "the mean --y of solved runs against --x, a line a group",
        x: Some("weight"),
        y: Some("suboptimality"),
        group: Some("algorithm"),
        is_pair: false,
        draw: means::draw,
    },
];
