//! The kinds of charts: one table.
//!
//! A kind is drawn by a function of `tilebench_plot`. To add one, write that function and its row here; a kind that is
//! drawn from more than two columns also has a function here that gathers its data.

use std::collections::BTreeSet;

use tilebench_plot::kinds::{
    cactus, critical_difference, ecdf, histogram, means, points, profile, ratio, scatter, spread, tradeoff, unsolved,
};
use tilebench_plot::{ChartOptions, Drawing, Figure, ChartData};

use super::{growth, heuristics, iterations, seeds, weights, worth};
use crate::experiment::{Experiment, InstanceSet};

/// A kind of chart.
#[derive(Debug)]
pub(crate) struct ChartKind {
    /// Its name for `tilebench plot`.
    pub(crate) name: &'static str,
    /// A description of the chart. For a kind that is not drawn from columns: which runs it takes.
    pub(crate) about: &'static str,
    /// The data that it is drawn from, and the function that draws it.
    pub(crate) data: Data,
    /// The charts of this kind in a report.
    pub(crate) in_report: &'static [InReport],
}

/// The data and the function that a kind of chart is drawn with.
#[derive(Debug)]
pub(crate) enum Data {
    /// Columns and groups that `tilebench plot` can be asked for.
    Columns(Columns),
    /// The runs of an instance set.
    Set(fn(&InstanceSet, &ChartOptions) -> Option<Drawing>),
    /// The runs of all instance sets: only a report draws it.
    Experiment(fn(&Experiment) -> Option<Drawing>),
}

/// The columns and groups of a kind of chart.
#[derive(Debug)]
pub(crate) struct Columns {
    /// The column across unless another is asked for; none if it takes no such column.
    pub(crate) x: Option<&'static str>,
    /// The column up.
    pub(crate) y: Option<&'static str>,
    /// The column by which its runs are grouped, if any.
    pub(crate) group: Option<&'static str>,
    /// Whether it compares two groups.
    pub(crate) is_pair: bool,
    /// Draws it, or says why it cannot be.
    pub(crate) draw: fn(&ChartData) -> Result<Figure, String>,
}

/// A chart of a report, one per instance set.
#[derive(Debug)]
pub(crate) struct InReport {
    /// Its name in file names.
    pub(crate) name: &'static str,
    /// Its title on the page.
    pub(crate) title: &'static str,
    /// When it is not drawn; empty if its absence needs no explanation.
    pub(crate) unless: &'static str,
    /// The section of the page that contains it.
    pub(crate) section: Section,
    /// Its place in the section.
    pub(crate) place: u8,
    /// The column across, if it is not that of the kind.
    pub(crate) x: Option<&'static str>,
    /// Whether a chart of columns is worth drawing.
    pub(crate) applies: fn(&ChartData) -> bool,
    /// Whether the page's script draws it too.
    pub(crate) is_live: bool,
}

/// A section of the charts of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Section {
    /// Charts of experiments of a special make: not drawn, and not spoken of, elsewhere.
    Special,
    /// How the runs went.
    Runs,
    /// How good the heuristics are.
    Heuristics,
}

/// A chart that is drawn of all runs and whose absence needs no explanation.
const CHART: InReport = InReport {
    name: "",
    title: "",
    unless: "",
    section: Section::Runs,
    place: 0,
    x: None,
    applies: |_| true,
    is_live: false,
};

const SOLVER: Option<&str> = Some("solver");

/// A kind whose runs are grouped by configuration.
const fn by_solver([x, y]: [Option<&'static str>; 2], draw: fn(&ChartData) -> Result<Figure, String>) -> Data {
    Data::Columns(Columns { x, y, group: SOLVER, is_pair: false, draw })
}

/// Fewer instances of known shortest length than this are no distribution.
const FEWEST_LENGTHS: usize = 20;

/// Every kind, in the order in which `tilebench plot` lists them.
pub(crate) const ALL: &[ChartKind] = &[
    ChartKind {
        name: "box",
        about: "boxes with their points of --x, a row a group",
        data: by_solver([Some("length"), None], spread::draw),
        in_report: &[
            InReport { name: "length", title: "Solution length", place: 4, is_live: true, ..CHART },
            InReport {
                name: "nodes",
                title: "Nodes generated",
                place: 5,
                x: Some("generated"),
                is_live: true,
                ..CHART
            },
        ],
    },
    ChartKind {
        name: "profile",
        about: "the share of runs that solved within a cost --x",
        data: by_solver([Some("generated"), None], profile::share),
        in_report: &[
            InReport {
                name: "solved-time",
                title: "Solved within a time",
                place: 1,
                x: Some("wall_s"),
                is_live: true,
                ..CHART
            },
            InReport {
                name: "solved-nodes",
                title: "Solved within a number of nodes",
                place: 2,
                is_live: true,
                ..CHART
            },
        ],
    },
    ChartKind {
        name: "survival",
        about: "how many runs solved within a cost --x, and the virtual best",
        data: by_solver([Some("wall_s"), None], profile::number),
        in_report: &[],
    },
    ChartKind {
        name: "cactus",
        about: "the cost --y within which so many runs solved, and the virtual best",
        data: by_solver([None, Some("wall_s")], cactus::draw),
        in_report: &[InReport {
            name: "cactus",
            title: "Cactus plot of times, with the virtual best",
            unless: "it takes two configurations of which one solved an instance",
            place: 3,
            applies: |sample| sample.groups.len() > 1 && sample.data().any(|datum| datum.solved),
            ..CHART
        }],
    },
    ChartKind {
        name: "kaplan-meier",
        about: "the share of runs not solved yet at a cost --x, with the limits of those never solved marked",
        data: by_solver([Some("generated"), None], unsolved::draw),
        in_report: &[],
    },
    ChartKind {
        name: "ecdf",
        about: "the share of runs with at most so much --x",
        data: by_solver([Some("h0"), None], ecdf::draw),
        in_report: &[],
    },
    ChartKind {
        name: "histogram",
        about: "how often each --x comes; of what the instance decides, each instance once",
        data: Data::Columns(Columns {
            x: Some("shortest"),
            y: None,
            group: None,
            is_pair: false,
            draw: histogram::draw,
        }),
        in_report: &[InReport {
            name: "lengths",
            title: "Shortest lengths",
            unless: "it takes 20 instances whose shortest length is known",
            place: 9,
            applies: |sample| {
                let known = sample.data().filter(|datum| datum.values[0].is_some()).map(|datum| datum.instance);
                known.collect::<BTreeSet<usize>>().len() >= FEWEST_LENGTHS
            },
            ..CHART
        }],
    },
    ChartKind {
        name: "scatter",
        about: "the cost --x of two groups, instance by instance",
        data: Data::Columns(Columns {
            x: Some("generated"),
            y: None,
            group: SOLVER,
            is_pair: true,
            draw: scatter::draw,
        }),
        in_report: &[InReport {
            name: "scatter",
            title: "Two configurations, instance by instance",
            unless: "it takes two configurations that searched five instances in common",
            place: 8,
            is_live: true,
            ..CHART
        }],
    },
    ChartKind {
        name: "ratio",
        about: "the second group's --y over the first's, against the first's --x",
        data: Data::Columns(Columns {
            x: Some("generated"),
            y: Some("generated"),
            group: SOLVER,
            is_pair: true,
            draw: ratio::draw,
        }),
        in_report: &[],
    },
    ChartKind {
        name: "tradeoff",
        about: "mean --y against mean --x, a mark a group, over what all solved, with the front",
        data: by_solver([Some("generated"), Some("length")], tradeoff::draw),
        in_report: &[InReport {
            name: "tradeoff",
            title: "Length against nodes",
            unless: "it takes three configurations that each solved 95 % of the instances, and ten that all of them \
                     solved",
            place: 6,
            is_live: true,
            ..CHART
        }],
    },
    ChartKind {
        name: "critical-difference",
        about: "average ranks by a cost --x, and which of them do not differ (Nemenyi)",
        data: by_solver([Some("generated"), None], critical_difference::draw),
        in_report: &[
            InReport { name: "ranks-nodes", title: "Average ranks by nodes", place: 11, ..CHART },
            InReport { name: "ranks-time", title: "Average ranks by time", place: 12, x: Some("wall_s"), ..CHART },
        ],
    },
    ChartKind {
        name: "points",
        about: "--y against --x, a point a run",
        data: by_solver([Some("h0"), Some("generated")], points::draw),
        in_report: &[],
    },
    ChartKind {
        name: "line",
        about: "the mean --y of solved runs against --x, a line a group",
        data: Data::Columns(Columns {
            x: Some("weight"),
            y: Some("suboptimality"),
            group: Some("algorithm"),
            is_pair: false,
            draw: means::draw,
        }),
        in_report: &[],
    },
    ChartKind {
        name: "weights",
        about: "three weights of one algorithm, and an instance that all of them solved",
        data: Data::Set(weights::draw),
        in_report: &[InReport {
            name: "weights",
            title: "What a weight costs and saves",
            unless: "it takes three weights of one algorithm that each solved 95 % of the instances, and ten that all \
                     of them solved",
            place: 7,
            ..CHART
        }],
    },
    ChartKind {
        name: "iterations",
        about: "runs that deepened iteratively",
        data: Data::Set(iterations::draw),
        in_report: &[InReport { name: "iterations", title: "Growth of iterations", place: 10, ..CHART }],
    },
    ChartKind {
        name: "worth",
        about: "three to 24 configurations that differ in nothing but their options",
        data: Data::Set(worth::draw),
        in_report: &[InReport {
            name: "worth",
            title: "What each option is worth",
            section: Section::Special,
            place: 2,
            ..CHART
        }],
    },
    ChartKind {
        name: "seeds-nodes",
        about: "ten seeds of one configuration",
        data: Data::Set(seeds::nodes),
        in_report: &[InReport {
            name: "seeds-nodes",
            title: "Nodes over the seeds",
            section: Section::Special,
            place: 3,
            ..CHART
        }],
    },
    ChartKind {
        name: "seeds-time",
        about: "ten seeds of one configuration",
        data: Data::Set(seeds::time),
        in_report: &[InReport {
            name: "seeds-time",
            title: "Time over the seeds",
            section: Section::Special,
            place: 4,
            ..CHART
        }],
    },
    ChartKind {
        name: "h0-length",
        about: "two heuristics with an h0 of ten boards whose optimal length is known",
        data: Data::Set(heuristics::length),
        in_report: &[InReport {
            name: "h0-length",
            title: "h0 against optimal length",
            unless: "it takes two heuristics with an h0 of ten boards whose optimal length is known",
            section: Section::Heuristics,
            place: 1,
            ..CHART
        }],
    },
    ChartKind {
        name: "h0-error",
        about: "a heuristic with an h0 of boards whose optimal length is known",
        data: Data::Set(heuristics::error),
        in_report: &[InReport {
            name: "h0-error",
            title: "Error of h0 against optimal length",
            section: Section::Heuristics,
            place: 2,
            ..CHART
        }],
    },
    ChartKind {
        name: "h0-distribution",
        about: "two heuristics with an h0 of ten boards",
        data: Data::Set(heuristics::distribution),
        in_report: &[InReport {
            name: "h0-distribution",
            title: "Distribution of h0",
            unless: "it takes two heuristics with an h0 of ten boards",
            section: Section::Heuristics,
            place: 3,
            ..CHART
        }],
    },
    ChartKind {
        name: "h0-nodes",
        about: "two heuristics, and configurations of both that solved ten boards in common",
        data: Data::Set(heuristics::nodes),
        in_report: &[InReport {
            name: "h0-nodes",
            title: "Nodes against mean h0",
            unless: "it takes two heuristics with an h0 of ten boards and configurations of both that solved ten \
                     boards, and a tenth of all, in common",
            section: Section::Heuristics,
            place: 4,
            ..CHART
        }],
    },
    ChartKind {
        name: "growth",
        about: "square boards of four sizes, all solved",
        data: Data::Experiment(growth::draw),
        in_report: &[InReport {
            name: "growth",
            title: "Moves by the size of the board",
            section: Section::Special,
            place: 1,
            ..CHART
        }],
    },
];

impl ChartKind {
    /// The title of its chart in a report.
    pub(crate) fn title(&self) -> &'static str {
        self.in_report.first().map_or("", |chart| chart.title)
    }

    /// Whether `tilebench plot` draws it.
    pub(crate) fn is_offered(&self) -> bool {
        !matches!(self.data, Data::Experiment(_))
    }
}

/// The charts of a report with their kinds, section by section in the order of the page.
pub(crate) fn in_report() -> Vec<(&'static ChartKind, &'static InReport)> {
    let mut charts: Vec<_> =
        ALL.iter().flat_map(|kind| kind.in_report.iter().map(move |chart| (kind, chart))).collect();
    charts.sort_by_key(|(_, chart)| (chart.section, chart.place));
    charts
}
